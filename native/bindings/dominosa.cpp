// Grids of numbers and sets of dominoes for Python. Translation only; the GIL is released meanwhile.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <vector>

#include "bindings/convert.hpp"
#include "families/dominosa/counter.hpp"
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
}
