// Populations of partial solutions, in Python.
#include "solve/search/sequential_monte_carlo.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::exact_cover;
using namespace tilewright::search;

void bind_population(nb::module_& m) {
  nb::class_<Population>(m, "Population")
      .def("begin", &Population::begin, "size"_a, "seed"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("advance", &Population::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_ro("nodes", &Population::nodes)
      .def_ro("share", &Population::share)
      .def_ro("solutions", &Population::solutions)
      .def_ro("exponent", &Population::exponent)
      .def_ro("sampled", &Population::sampled)
      .def_ro("awkward", &Population::awkward);
  m.def(
      "make_population",
      [](const Problem& problem, std::vector<Decision> prefix, std::vector<double> pieces, double border) {
        return make_population(problem, std::move(prefix), {std::move(pieces), border});
      },
      "problem"_a, "prefix"_a, "pieces"_a, "border"_a, nb::call_guard<nb::gil_scoped_release>());
}
