// The gunport sweeps' part of the skin between Python and the core.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <array>
#include <stdexcept>
#include <string>
#include <tuple>

#include "bindings/convert.hpp"
#include "families/gunport/bounded.hpp"
#include "families/gunport/dense.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::gunport;

namespace {

using WordSet = std::array<std::uint64_t, 2>;

// 128 bits as a Python integer and back, by what the stable ABI has.
nb::int_ number(const WordSet& words) { return nb::int_(nb::int_(words[1]) << nb::int_(64) | nb::int_(words[0])); }

WordSet make_words(const nb::int_& value) {
  const nb::object high = value >> nb::int_(64);
  const WordSet words{PyLong_AsUnsignedLongLongMask(value.ptr()), PyLong_AsUnsignedLongLong(high.ptr())};
  if (PyErr_Occurred()) throw nb::python_error();
  return words;
}

CountMode tally_named(const std::string& name) {
  if (name == "none") return CountMode::none;
  if (name == "exact") return CountMode::exact;
  if (name == "modulo") return CountMode::modulo;
  if (name == "estimate") return CountMode::estimate;
  throw std::invalid_argument("a tally is none, exact, modulo or estimate");
}

std::vector<std::tuple<std::uint64_t, int, nb::int_>> tuples(const std::vector<BoundedSweep::Origin>& origins) {
  std::vector<std::tuple<std::uint64_t, int, nb::int_>> list;
  for (const auto& origin : origins) list.emplace_back(origin.profile, origin.letter, number(origin.ways));
  return list;
}

}  // namespace

void bind_gunport(nb::module_& m) {
  const nb::class_<BoundedSweep::Edge> edge(m, "GunportEdge");
  nb::class_<BoundedSweep>(m, "GunportBounded")
      .def("advance", &BoundedSweep::advance, "states"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("step", &BoundedSweep::step)
      .def_prop_ro("states", &BoundedSweep::states)
      .def_prop_ro("front", &BoundedSweep::front)
      .def_prop_ro("part", &BoundedSweep::part)
      .def_prop_ro("bytes", &BoundedSweep::bytes)
      .def_prop_ro("overflowed", &BoundedSweep::overflowed)
      .def_prop_ro("at_rest", &BoundedSweep::at_rest)
      .def_prop_ro("thinned", &BoundedSweep::thinned)
      .def("found",
           [](const BoundedSweep& sweep) -> nb::object {
             const Found found = sweep.found();
             if (!found.any) return nb::none();
             return nb::make_tuple(found.pieces, number(found.ways));
           })
      .def("log2_at_most", [](const BoundedSweep& sweep) { return sweep.log2_at_most(); })
      .def("keep", &BoundedSweep::keep, "first"_a, "last"_a, "every"_a = 1)
      .def("forget", &BoundedSweep::forget, "first"_a, "last"_a)
      .def(
          "from_step",
          [](const BoundedSweep& sweep, int step, std::pair<int, int> bound) {
            return sweep.from(step, {bound.first, bound.second});
          },
          "step"_a, "bound"_a)
      .def("leave", &BoundedSweep::drop_below, "least_vertical"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("edge", &BoundedSweep::edge, "step"_a, "most_vertical"_a, nb::keep_alive<0, 1>(),
           nb::call_guard<nb::gil_scoped_release>())
      .def("fit", &BoundedSweep::fit, "edge"_a, "begin"_a, "end"_a, "pieces"_a,
           nb::call_guard<nb::gil_scoped_release>())
      .def("ends", [](const BoundedSweep& sweep) { return tuples(sweep.ends()); })
      .def(
          "follow",
          [](const BoundedSweep& sweep, std::uint64_t profile, const nb::int_& rank, int from, int to) {
            BoundedSweep::Goal goal{profile, make_words(rank)};
            std::vector<std::uint8_t> letters;
            {
              nb::gil_scoped_release release;
              letters = sweep.follow(goal, from, to);
            }
            return nb::make_tuple(goal.profile, number(goal.rank),
                                  nb::bytes(reinterpret_cast<const char*>(letters.data()), letters.size()));
          },
          "profile"_a, "rank"_a, "step"_a, "to"_a);
  m.def(
      "gunport_bounded",
      [](int rows, int columns, std::pair<int, int> bound, const std::string& count_mode, std::uint64_t modulus,
         std::uint64_t width, int threads) {
        BoundedQuery query;
        query.rows = rows;
        query.columns = columns;
        query.bound = {bound.first, bound.second};
        query.count_mode = tally_named(count_mode);
        query.modulus = modulus;
        query.width = width;
        query.threads = threads;
        return bounded_sweep(query);
      },
      "rows"_a, "columns"_a, "bound"_a, "tally"_a, "modulus"_a, "width"_a, "threads"_a);

  nb::class_<DenseSweep>(m, "GunportDense")
      .def("advance", &DenseSweep::advance, "slabs"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("row", &DenseSweep::row)
      .def_prop_ro("part", &DenseSweep::part)
      .def_prop_ro("at_rest", &DenseSweep::at_rest)
      .def_prop_ro("base", &DenseSweep::base)
      .def_prop_ro("bytes", &DenseSweep::bytes)
      .def("least", &DenseSweep::least, nb::call_guard<nb::gil_scoped_release>())
      .def("keep", &DenseSweep::keep, "bytes"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("forget", &DenseSweep::forget, "row"_a)
      .def("same_as", &DenseSweep::same_as, "row"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("restore", &DenseSweep::restore, "row"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("ending", &DenseSweep::ending, nb::call_guard<nb::gil_scoped_release>())
      .def("value_of", &DenseSweep::value_of, "letters"_a)
      .def("begin_meeting", &DenseSweep::begin_meeting, "row"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("meeting",
           [](const DenseSweep& sweep) {
             DenseSweep::Meeting met;
             {
               nb::gil_scoped_release release;
               met = sweep.meeting();
             }
             return std::make_tuple(met.pieces, met.above, met.value_above, met.below, met.value_below);
           })
      .def(
          "way_to",
          [](const DenseSweep& sweep, int row, const std::vector<std::uint8_t>& letters, int value) {
            DenseSweep::Way way;
            {
              nb::gil_scoped_release release;
              way = sweep.way_to(row, letters, value);
            }
            return std::make_tuple(way.above, way.cells, way.value);
          },
          "row"_a, "letters"_a, "value"_a);
  m.def(
      "gunport_dense",
      [](int columns, bool no_slide, int threads) {
        nb::gil_scoped_release release;
        return std::make_unique<DenseSweep>(columns, no_slide, threads);
      },
      "columns"_a, "no_slide"_a, "threads"_a);
  m.def("gunport_dense_bytes", &DenseSweep::bytes_for, "columns"_a, "no_slide"_a);
}
