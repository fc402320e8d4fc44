// Grids of numbers and sets of dominoes for Python. Translation only; the GIL is released meanwhile.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>

#include <cstdint>
#include <vector>

#include "bindings/convert.hpp"
#include "families/dominosa/candidates.hpp"
#include "families/dominosa/counter.hpp"
#include "families/dominosa/generator.hpp"
#include "families/dominosa/max_solutions.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::dominosa;

void bind_dominosa(nb::module_& m) {
  nb::class_<Counter>(m, "DominosaCounter")
      .def(nb::init<std::int32_t, std::int32_t, std::int32_t>(), "width"_a, "height"_a, "largest"_a)
      .def(
          "count",
          [](Counter& self, const nb::bytes& numbers) {
            const auto* start = static_cast<const std::uint8_t*>(numbers.data());
            const std::size_t size = numbers.size();
            nb::gil_scoped_release release;
            return self.count({start, size});
          },
          "numbers"_a);
  nb::class_<MaxSolutionsSearch>(m, "DominosaMostWays")
      .def(nb::init<std::int32_t, std::int32_t, std::int32_t, std::uint64_t>(), "width"_a, "height"_a, "largest"_a,
           "floor"_a)
      .def("advance", &MaxSolutionsSearch::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("nodes", &MaxSolutionsSearch::nodes)
      .def_prop_ro("best", &MaxSolutionsSearch::best)
      .def_prop_ro("grid", &MaxSolutionsSearch::grid)
      .def_prop_ro("share", &MaxSolutionsSearch::share);
  nb::class_<Generator>(m, "DominosaGenerator")
      .def(
          "__init__",
          [](Generator* self, std::int32_t width, std::int32_t height, std::int32_t largest, std::uint8_t level,
             bool symmetric, std::uint64_t seed) {
            new (self) Generator(width, height, largest, static_cast<Level>(level), symmetric, seed);
          },
          "width"_a, "height"_a, "largest"_a, "level"_a, "symmetric"_a, "seed"_a)
      .def("advance", &Generator::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("numbers", &Generator::numbers)
      .def_prop_ro("pairs", &Generator::pairs)
      .def_prop_ro("grids", &Generator::grids);
  // Pairs of cells that the techniques of a level leave; -1 at a contradiction.
  m.def(
      "dominosa_pairs_left",
      [](std::int32_t width, std::int32_t height, std::int32_t largest, const nb::bytes& numbers, std::uint8_t level) {
        Candidates candidates(width, height, largest);
        const auto* start = static_cast<const std::uint8_t*>(numbers.data());
        const bool exists = candidates.begin({start, numbers.size()});
        return exists && candidates.close(static_cast<Level>(level)) ? candidates.left() : -1;
      },
      "width"_a, "height"_a, "largest"_a, "numbers"_a, "level"_a);
}
