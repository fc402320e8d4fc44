// Populations of partial solutions, in Python.
#include "solving/search/sequential_monte_carlo.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include "bindings/convert.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::exact_cover;
using namespace tilewright::search;

void bind_sequential_monte_carlo(nb::module_& m) {
  nb::class_<SequentialMonteCarlo>(m, "Population")
      .def("begin", &SequentialMonteCarlo::begin, "size"_a, "seed"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("advance", &SequentialMonteCarlo::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_ro("nodes", &SequentialMonteCarlo::nodes)
      .def_ro("share", &SequentialMonteCarlo::share)
      .def_ro("solutions", &SequentialMonteCarlo::solutions)
      .def_ro("exponent", &SequentialMonteCarlo::exponent)
      .def_ro("sampled", &SequentialMonteCarlo::sampled)
      .def_ro("awkward", &SequentialMonteCarlo::difficulty);
  m.def(
      "make_population",
      [](const Problem& problem, std::vector<Decision> prefix, std::vector<double> pieces, double border) {
        return make_sequential_monte_carlo(problem, std::move(prefix), {std::move(pieces), border});
      },
      "problem"_a, "prefix"_a, "pieces"_a, "border"_a, nb::call_guard<nb::gil_scoped_release>());
}
