// Assemblies of pieces for Python: numbers come as bytes of 32-bit integers, as there are many assemblies of few pieces.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "families/assembly/batch.hpp"
#include "families/assembly/contacts.hpp"
#include "families/assembly/disassembly.hpp"
#include "families/assembly/least_total.hpp"
#include "families/assembly/placements.hpp"
#include "families/assembly/position_graph.hpp"
#include "families/assembly/rotations.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::assembly;

namespace {

// The numbers in rows of `width`; std::invalid_argument when they do not fill the last one.
std::vector<std::vector<std::int32_t>> rows_of(const nb::bytes& bytes, std::size_t width) {
  const std::size_t size = width * sizeof(std::int32_t);
  if (bytes.size() % size != 0) throw std::invalid_argument("the numbers do not fill their rows");
  std::vector<std::vector<std::int32_t>> rows(bytes.size() / size, std::vector<std::int32_t>(width));
  const char* at = static_cast<const char*>(bytes.data());
  for (auto& row : rows) {
    std::memcpy(row.data(), at, size);
    at += size;
  }
  return rows;
}

std::vector<Cell> cells_of(const nb::bytes& bytes) {
  std::vector<Cell> cells;
  for (const auto& row : rows_of(bytes, 4)) cells.push_back({{row[0], row[1], row[2]}, row[3]});
  return cells;
}

std::vector<PlacedPiece> pieces_of(const nb::bytes& bytes) {
  std::vector<PlacedPiece> pieces;
  for (const auto& row : rows_of(bytes, 5)) {
    pieces.push_back({row[0], {row[1], row[2], row[3]}, static_cast<std::uint32_t>(row[4])});
  }
  return pieces;
}

}  // namespace

void bind_assembly(nb::module_& m) {
  nb::class_<Contacts>(m, "AssemblyContacts")
      .def(
          "__init__",
          [](Contacts* self, std::vector<Vector> directions, std::vector<std::vector<std::vector<Vector>>> met,
             std::size_t max_bytes) { new (self) Contacts(Motions{std::move(directions), std::move(met)}, max_bytes); },
          "directions"_a, "met"_a, "max_bytes"_a)
      .def(
          "add_shape", [](Contacts& self, const nb::bytes& cells) { return self.add_shape(cells_of(cells)); },
          "cells"_a)
      .def_prop_ro("shapes", &Contacts::shapes);

  nb::enum_<Ending>(m, "DisassemblyEnding")
      .value("running", Ending::running)
      .value("apart", Ending::apart)
      .value("locked", Ending::locked)
      .value("full", Ending::full);

  nb::class_<Separation>(m, "Separation")
      .def_ro("pieces", &Separation::pieces)
      .def_ro("path", &Separation::path)
      .def_ro("removed", &Separation::removed)
      .def_ro("direction", &Separation::direction)
      .def_ro("remaining_part", &Separation::remaining_part)
      .def_ro("removed_part", &Separation::removed_part)
      .def_prop_ro("moves", &Separation::moves);

  nb::class_<Disassembly>(m, "Disassembly")
      .def(
          "__init__",
          [](Disassembly* self, Contacts& contacts, const nb::bytes& pieces, std::size_t max_bytes) {
            new (self) Disassembly(contacts, pieces_of(pieces), max_bytes);
          },
          "contacts"_a, "pieces"_a, "max_bytes"_a, nb::keep_alive<1, 2>())
      .def("advance", &Disassembly::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("ending", &Disassembly::ending)
      .def_prop_ro("states", &Disassembly::states)
      .def_prop_ro("at_least", &Disassembly::at_least)
      .def_prop_ro("separations", &Disassembly::separations)
      .def("reached", &Disassembly::reached, "most"_a)
      .def("levels", &Disassembly::levels);

  nb::class_<Batch>(m, "AssemblyBatch")
      .def(
          "__init__",
          [](Batch* self, Contacts& contacts, const nb::bytes& pieces, std::vector<std::size_t> sizes,
             std::size_t max_bytes, bool keeps_locked) {
            new (self) Batch(contacts, pieces_of(pieces), std::move(sizes), max_bytes, keeps_locked);
          },
          "contacts"_a, "pieces"_a, "sizes"_a, "max_bytes"_a, "keeps_locked"_a, nb::keep_alive<1, 2>())
      .def("advance", &Batch::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("ended", &Batch::ended)
      .def(
          "states",
          [](const Batch& self, std::size_t first) {
            if (first > self.ended()) throw std::out_of_range("so many searches have not ended");
            return std::vector<std::uint64_t>(self.states().begin() + static_cast<std::ptrdiff_t>(first),
                                              self.states().end());
          },
          "first"_a)
      .def("take", &Batch::take, nb::keep_alive<0, 1>());

  nb::class_<PlacementTable>(m, "AssemblyPlacements")
      .def(nb::init<std::size_t, bool>(), "options"_a, "has_symmetries"_a)
      .def("set_symmetry", &PlacementTable::set_symmetry, "option"_a, "symmetry"_a)
      .def(
          "set_placement",
          [](PlacementTable& self, std::int32_t option, std::int32_t symmetry, const PlacementTable::Key& key,
             const nb::bytes& piece) { self.set_placement(option, symmetry, key, pieces_of(piece).at(0)); },
          "option"_a, "symmetry"_a, "key"_a, "piece"_a)
      // The pieces and sizes of assemblies, or as pairs of an option and a symmetry what is missing for them.
      .def(
          "assemble",
          [](const PlacementTable& self, const std::vector<std::vector<std::int32_t>>& option_sets) {
            const PlacementTable::Assemblies made = self.assemble(option_sets);
            nb::list missing;
            for (const auto& one : made.missing) missing.append(nb::make_tuple(one.option, one.symmetry));
            const nb::bytes pieces(made.pieces.data(), made.pieces.size() * sizeof(PlacedPiece));
            return nb::make_tuple(pieces, made.sizes, missing);
          },
          "option_sets"_a);

  nb::class_<LeastTotal>(m, "AssemblyLeastTotal")
      .def(
          "__init__",
          [](LeastTotal* self, Contacts& contacts, const nb::bytes& pieces, std::size_t known, std::size_t max_bytes) {
            new (self) LeastTotal(contacts, pieces_of(pieces), known, max_bytes);
          },
          "contacts"_a, "pieces"_a, "known"_a, "max_bytes"_a, nb::keep_alive<1, 2>())
      .def("advance", &LeastTotal::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("total", &LeastTotal::total)
      .def_prop_ro("at_least", &LeastTotal::at_least)
      .def_prop_ro("states", &LeastTotal::states)
      .def_prop_ro("separations", &LeastTotal::separations);

  nb::class_<PositionGraph::Group>(m, "AssemblyGroup")
      .def_ro("pieces", &PositionGraph::Group::pieces)
      .def_ro("direction", &PositionGraph::Group::direction);
  nb::class_<PositionGraph>(m, "AssemblyPositionGraph")
      .def(
          "__init__",
          [](PositionGraph* self, Contacts& contacts, const nb::bytes& pieces, std::size_t max_positions,
             std::size_t max_bytes) {
            new (self) PositionGraph(contacts, pieces_of(pieces), max_positions, max_bytes);
          },
          "contacts"_a, "pieces"_a, "max_positions"_a, "max_bytes"_a, nb::keep_alive<1, 2>())
      .def("advance", &PositionGraph::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("is_complete", &PositionGraph::is_complete)
      .def_prop_ro("size", &PositionGraph::size)
      .def_prop_ro("expanded", &PositionGraph::expanded)
      .def("moves", &PositionGraph::moves)
      .def("level_starts", &PositionGraph::level_starts)
      .def("free", &PositionGraph::free)
      .def("ways_out", &PositionGraph::ways_out, "first"_a, "last"_a)
      .def("neighbours", &PositionGraph::neighbours, "position"_a)
      .def("parent", &PositionGraph::parent, "position"_a)
      .def("places", &PositionGraph::places, "position"_a)
      .def("groups", &PositionGraph::groups, "position"_a)
      .def("distances_out", &PositionGraph::distances_out)
      .def("dead_ends", &PositionGraph::dead_ends);
  nb::class_<RandomWalk>(m, "AssemblyRandomWalk")
      .def(nb::init<const PositionGraph&>(), "graph"_a, nb::keep_alive<1, 2>())
      .def("advance", &RandomWalk::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("expected", &RandomWalk::expected)
      .def_prop_ro("error", &RandomWalk::error);

  m.def("swept_cells", &swept_cells, "cell"_a, "quarters"_a);
  nb::class_<Turns>(m, "AssemblyTurns").def(nb::init<>());
  nb::class_<RigidMove>(m, "RigidMove")
      .def_ro("pieces", &RigidMove::pieces)
      .def_ro("turns", &RigidMove::turns)
      .def_ro("axis", &RigidMove::axis)
      .def_ro("amount", &RigidMove::amount)
      .def_ro("sign", &RigidMove::sign)
      .def_ro("centre", &RigidMove::centre);
  nb::class_<TurningSearch>(m, "TurningSearch")
      .def(nb::init<Turns&, const std::vector<std::vector<Vector>>&, std::size_t>(), "turns"_a, "pieces"_a,
           "max_bytes"_a, nb::keep_alive<1, 2>())
      .def("advance", &TurningSearch::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("states", &TurningSearch::states)
      .def_prop_ro("at_least", &TurningSearch::at_least)
      .def("moves", &TurningSearch::moves)
      .def("unturned", &TurningSearch::unturned, "most"_a);
}
