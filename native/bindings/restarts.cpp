// Searches with restarts, in Python.
#include "solving/search/restarts.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/unique_ptr.h>

#include "bindings/convert.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::exact_cover;
using namespace tilewright::search;

void bind_restarts(nb::module_& m) {
  nb::class_<Restarts>(m, "Restarts")
      .def("advance", &Restarts::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("position", &Restarts::position)
      .def("restore", &Restarts::restore, "position"_a)
      .def_ro("nodes", &Restarts::nodes)
      .def_ro("runs", &Restarts::runs)
      .def_ro("depth", &Restarts::depth)
      .def_ro("wrong", &Restarts::violations)
      .def_ro("solution", &Restarts::solution);
  m.def("make_restarts", &make_restarts, "problem"_a, "prefix"_a, "seed"_a, nb::call_guard<nb::gil_scoped_release>());
  m.def("restarts_unsupported", &restarts_unsupported, "problem"_a, nb::call_guard<nb::gil_scoped_release>());
}
