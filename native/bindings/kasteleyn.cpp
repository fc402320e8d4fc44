// Planar graphs and modular determinants for Python. Translation only; the GIL is released meanwhile.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <optional>
#include <tuple>
#include <vector>

#include "bindings/convert.hpp"
#include "solving/kasteleyn/determinant.hpp"
#include "solving/kasteleyn/orientation.hpp"
#include "solving/kasteleyn/pfaffian.hpp"
#include "solving/kasteleyn/planarity.hpp"
#include "solving/kasteleyn/sweep.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::kasteleyn;

namespace {

// The residues of one determinant share its plan.
struct SharedSweep {
  std::shared_ptr<const Sweep> sweep;
};

struct SharedSkewMatrix {
  std::shared_ptr<const SkewMatrix> matrix;
};

}  // namespace

void bind_kasteleyn(nb::module_& m) {
  m.def(
      "pfaffian_signs",
      [](std::int32_t vertices, std::vector<Edge> edges) -> std::optional<std::vector<std::int32_t>> {
        nb::gil_scoped_release release;
        const std::optional<Embedding> embedding = embed(vertices, std::move(edges));
        if (!embedding) return std::nullopt;
        const std::vector<std::int8_t> signs = pfaffian_signs(*embedding);
        return std::vector<std::int32_t>(signs.begin(), signs.end());
      },
      "vertices"_a, "edges"_a);
  m.def(
      "primes",
      [](std::uint32_t skip, std::uint32_t count) {
        nb::gil_scoped_release release;
        return primes(skip, count);
      },
      "skip"_a, "count"_a);

  nb::class_<SharedSweep>(m, "DeterminantSweep")
      .def(nb::new_(
               [](std::int32_t size, const std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>>& entries) {
                 nb::gil_scoped_release release;
                 std::vector<Entry> list;
                 for (const auto& [row, column, value] : entries) list.push_back({row, column, value});
                 return SharedSweep{std::make_shared<const Sweep>(plan_sweep(size, list))};
               }),
           "size"_a, "entries"_a)
      .def_prop_ro("size", [](const SharedSweep& shared) { return shared.sweep->size; })
      .def_prop_ro("width", [](const SharedSweep& shared) { return shared.sweep->width; })
      .def_prop_ro("cost", [](const SharedSweep& shared) { return shared.sweep->cost; });

  nb::class_<Residue>(m, "DeterminantResidue")
      .def(
          "__init__",
          [](Residue* self, const SharedSweep& shared, std::uint32_t prime, const std::string& vectors) {
            new (self) Residue(shared.sweep, prime, vectors);
          },
          "sweep"_a, "prime"_a, "vectors"_a = "")
      .def("advance", &Residue::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("value", &Residue::value);

  nb::class_<SharedSkewMatrix>(m, "SkewMatrix")
      .def(nb::new_([](std::int32_t size,
                       const std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>>& entries) {
             nb::gil_scoped_release release;
             std::vector<SkewEntry> list;
             for (const auto& [row, column, value, kind] : entries) list.push_back({row, column, value, kind});
             return SharedSkewMatrix{std::make_shared<const SkewMatrix>(size, list)};
           }),
           "size"_a, "entries"_a)
      .def_prop_ro("size", [](const SharedSkewMatrix& shared) { return shared.matrix->size; })
      .def_prop_ro("width", [](const SharedSkewMatrix& shared) { return shared.matrix->width; })
      .def_prop_ro("cost", [](const SharedSkewMatrix& shared) { return shared.matrix->cost; });

  nb::class_<PfaffianResidue>(m, "PfaffianResidue")
      .def(
          "__init__",
          [](PfaffianResidue* self, const SharedSkewMatrix& shared, std::uint32_t prime,
             const std::vector<std::uint32_t>& factors,
             const std::string& vectors) { new (self) PfaffianResidue(shared.matrix, prime, factors, vectors); },
          "matrix"_a, "prime"_a, "factors"_a, "vectors"_a = "")
      .def("advance", &PfaffianResidue::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("value", &PfaffianResidue::value);
}
