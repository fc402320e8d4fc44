// Boards with regions and dominoes for Python. Translation only; the GIL is released meanwhile.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "families/pips/puzzle.hpp"
#include "families/pips/search.hpp"
#include "families/pips/sweep.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::pips;

void bind_pips(nb::module_& m) {
  using Pairs = std::vector<std::pair<int, int>>;
  nb::class_<Puzzle>(m, "PipsPuzzle")
      .def(nb::new_([](std::vector<std::vector<int>> neighbours, std::vector<int> region, const Pairs& rules,
                       const Pairs& dominoes) {
             return make_puzzle(std::move(neighbours), std::move(region), rules, dominoes);
           }),
           "neighbours"_a, "region"_a, "rules"_a, "dominoes"_a);
  nb::class_<Search>(m, "PipsSearch")
      .def(nb::new_([](const Puzzle& puzzle, bool distinct, const std::vector<std::vector<std::uint8_t>>& laid) {
             std::vector<Choice> choices;
             for (const std::vector<std::uint8_t>& one : laid) {
               if (one.size() != 4) throw std::invalid_argument("a domino has two cells and two numbers");
               choices.push_back({one[0], one[1], one[2], one[3]});
             }
             return std::make_unique<Search>(puzzle, distinct, choices);
           }),
           "puzzle"_a, "distinct"_a, "laid"_a)
      .def("advance", &Search::advance, "budget"_a, "capacity"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("take",
           [](Search& self) {
             const std::string solutions = self.take();
             return nb::bytes(solutions.data(), solutions.size());
           })
      .def_prop_ro("nodes", &Search::nodes)
      .def_prop_ro("placements", &Search::placements)
      .def_prop_ro("fillings", &Search::fillings)
      .def_prop_ro("share", &Search::share);
  nb::class_<Sweep>(m, "PipsSweep")
      .def("advance", &Sweep::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("complete", &Sweep::complete)
      .def_prop_ro("states", &Sweep::states)
      .def_prop_ro("share", &Sweep::share)
      .def_prop_ro("bytes", &Sweep::bytes)
      .def_prop_ro("count", &Sweep::count);
  nb::class_<PlacementSweep, Sweep>(m, "PipsPlacementSweep")
      .def(nb::init<const Puzzle&, const std::vector<int>&, std::size_t>(), "puzzle"_a, "order"_a, "max_bytes"_a);
  nb::class_<FillingSweep, Sweep>(m, "PipsFillingSweep")
      .def(nb::init<const Puzzle&, const std::vector<int>&, std::size_t>(), "puzzle"_a, "order"_a, "max_bytes"_a);
}
