// Lattices and polyforms for Python. Translation only; the GIL is released meanwhile.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "polyforms/corona.hpp"
#include "polyforms/counter.hpp"
#include "polyforms/graph.hpp"
#include "polyforms/isohedral.hpp"
#include "polyforms/lister.hpp"
#include "polyforms/plane.hpp"
#include "polyforms/torus.hpp"
#include "polyforms/transfer_matrix.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::polyforms;

namespace {

using Rows = std::vector<std::vector<std::int32_t>>;

struct SharedGraph {
  std::shared_ptr<const Graph> graph;
};

Vector vector_of(const std::vector<std::int32_t>& row, std::size_t start = 0) {
  if (row.size() < start + 3) throw std::invalid_argument("a vector has three coordinates");
  return {row[start], row[start + 1], row[start + 2]};
}

void check_class(std::int32_t number, std::size_t size) {
  if (number < 0 || static_cast<std::size_t>(number) >= size) throw std::invalid_argument("a class is out of range");
}

// Steps are (from, to, x, y, z), features (cell, feature, x, y, z, sign).
Lattice make_lattice(std::int32_t classes, const Rows& steps, const Rows& features) {
  Lattice lattice;
  lattice.classes = classes;
  for (const auto& row : steps) {
    lattice.steps.push_back({row.at(0), row.at(1), vector_of(row, 2)});
    check_class(row[0], classes);
    check_class(row[1], classes);
  }
  for (const auto& row : features) {
    lattice.features.push_back({row.at(0), row.at(1), vector_of(row, 2), row.at(5)});
    check_class(row[0], classes);
  }
  return lattice;
}

// Images are (class, x, y, z), kept translations (pivot, x, y, z).
Symmetry make_symmetry(const Lattice& lattice, const Rows& matrix, const Rows& images, const Rows& feature_images,
                       const Rows& kept) {
  Symmetry symmetry;
  for (std::size_t k = 0; k < 3; ++k) symmetry.matrix[k] = vector_of(matrix.at(k));
  for (const auto& row : images) {
    check_class(row.at(0), lattice.classes);
    symmetry.image.push_back(row[0]);
    symmetry.shift.push_back(vector_of(row, 1));
  }
  if (symmetry.image.size() != static_cast<std::size_t>(lattice.classes))
    throw std::invalid_argument("a symmetry has an image of each class");
  for (const auto& row : feature_images) {
    check_class(row.at(0), feature_images.size());
    symmetry.feature_image.push_back(row[0]);
    symmetry.feature_shift.push_back(vector_of(row, 1));
  }
  for (const auto& feature : lattice.features) check_class(feature.feature, feature_images.size());
  for (const auto& row : kept) {
    check_class(row.at(0), 3);
    symmetry.pivots.push_back(row[0]);
    symmetry.kept.push_back(vector_of(row, 1));
    if (symmetry.kept.back()[row[0]] < 1) throw std::invalid_argument("a pivot is positive");
  }
  return symmetry;
}

// A motion is its divisor, and then the coordinates of the images of all vertices.
std::vector<MovedCells> moved_cells(const Rows& rows, const Graph& graph) {
  std::vector<MovedCells> motions;
  for (const auto& row : rows) {
    if (row.size() != 3 * static_cast<std::size_t>(graph.size()) + 1 || row[0] < 1)
      throw std::invalid_argument("a motion has a divisor and three coordinates for each vertex");
    MovedCells moved{row[0], {}};
    for (std::size_t k = 1; k < row.size(); k += 3) moved.cells.push_back(vector_of(row, k));
    motions.push_back(std::move(moved));
  }
  return motions;
}

// Rows are (class, x, y).
std::vector<PlaneCell> plane_cells(const Rows& rows) {
  std::vector<PlaneCell> cells;
  for (const auto& row : rows) cells.push_back({row.at(0), row.at(1), row.at(2)});
  return cells;
}

// A shape with a cell at translation 0, each of its cells once and small enough for grids.
std::vector<PlaneCell> shape_of(const Plane& plane, const Rows& rows) {
  constexpr std::int32_t max_coordinate = 200;
  auto cells = plane_cells(rows);
  if (cells.empty()) throw std::invalid_argument("a shape has cells");
  for (const auto& cell : cells) {
    check_class(cell.kind, static_cast<std::size_t>(plane.classes()));
    if (std::max({cell.x, -cell.x, cell.y, -cell.y}) > max_coordinate)
      throw std::invalid_argument("the cells of a shape are too far apart");
  }
  std::sort(cells.begin(), cells.end());
  if (cells.front().x != 0 || cells.front().y != 0) throw std::invalid_argument("the first cell is not at the origin");
  if (std::adjacent_find(cells.begin(), cells.end()) != cells.end())
    throw std::invalid_argument("a shape has a cell twice");
  return cells;
}

// The numbers a, b and d of the translations, and rows of the copies: (motion, x, y).
using TilingRows = std::tuple<std::int32_t, std::int32_t, std::int32_t, Rows>;

TilingRows rows_of(const PeriodicTiling& tiling) {
  Rows rows;
  for (const auto& copy : tiling.copies) rows.push_back({copy.motion, copy.x, copy.y});
  return {tiling.a, tiling.b, tiling.d, rows};
}

void bind_plane(nb::module_& m) {
  nb::class_<Plane>(m, "PolyformPlane")
      .def(
          "__init__",
          [](Plane* self, const Rows& matrices, const std::vector<Rows>& images, const std::vector<Rows>& sides,
             const std::vector<Rows>& touching) {
            std::vector<PlaneMotion> motions;
            for (std::size_t k = 0; k < matrices.size(); ++k) {
              const auto& row = matrices[k];
              motions.push_back({{row.at(0), row.at(1), row.at(2), row.at(3)}, plane_cells(images.at(k))});
            }
            std::vector<std::vector<PlaneCell>> near, around;
            for (const auto& rows : sides) near.push_back(plane_cells(rows));
            for (const auto& rows : touching) around.push_back(plane_cells(rows));
            new (self) Plane(std::move(motions), std::move(near), std::move(around));
          },
          "matrices"_a, "images"_a, "sides"_a, "touching"_a);
  m.def(
      "find_isohedral",
      [](const Plane& plane, const Rows& shape, const std::vector<std::int32_t>& motions,
         std::int32_t required) -> std::optional<TilingRows> {
        const auto cells = shape_of(plane, shape);
        for (const auto motion : motions) check_class(motion, static_cast<std::size_t>(plane.motions()));
        nb::gil_scoped_release release;
        const auto tiling = find_isohedral(plane, cells, motions, required);
        return tiling ? std::optional(rows_of(*tiling)) : std::nullopt;
      },
      "plane"_a, "shape"_a, "motions"_a, "required"_a);
  nb::class_<TorusSearch>(m, "TorusSearch")
      .def(
          "__init__",
          [](TorusSearch* self, const Plane& plane, const Rows& shape, std::int32_t copies) {
            new (self) TorusSearch(plane, shape_of(plane, shape), copies);
          },
          "plane"_a, "shape"_a, "copies"_a)
      .def("advance", &TorusSearch::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("nodes", &TorusSearch::nodes)
      .def_prop_ro("tiling", [](const TorusSearch& self) -> std::optional<TilingRows> {
        return self.has_tiling() ? std::optional(rows_of(self.tiling())) : std::nullopt;
      });
  nb::class_<CoronaSearch>(m, "CoronaSearch")
      .def(
          "__init__",
          [](CoronaSearch* self, const Plane& plane, const Rows& shape, std::int32_t levels, bool holes) {
            new (self) CoronaSearch(plane, shape_of(plane, shape), levels, holes);
          },
          "plane"_a, "shape"_a, "levels"_a, "holes"_a)
      .def("advance", &CoronaSearch::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("nodes", &CoronaSearch::nodes)
      .def_prop_ro("copies", [](const CoronaSearch& self) -> std::optional<Rows> {
        if (!self.has_coronas()) return std::nullopt;
        Rows rows;
        for (const auto& [copy, level] : self.copies()) rows.push_back({copy.motion, copy.x, copy.y, level});
        return rows;
      });
}

}  // namespace

void bind_polyforms(nb::module_& m) {
  bind_plane(m);
  nb::class_<SharedGraph>(m, "PolyformGraph")
      .def(
          "__init__",
          [](SharedGraph* self, std::int32_t classes, const Rows& steps, const Rows& features, const Rows& matrix,
             const Rows& images, const Rows& feature_images, const Rows& kept, std::int32_t size) {
            nb::gil_scoped_release release;
            const Lattice lattice = make_lattice(classes, steps, features);
            const Symmetry symmetry = make_symmetry(lattice, matrix, images, feature_images, kept);
            new (self) SharedGraph{std::make_shared<const Graph>(make_graph(lattice, symmetry, size))};
          },
          "classes"_a, "steps"_a, "features"_a, "matrix"_a, "images"_a, "feature_images"_a, "kept"_a, "size"_a)
      .def_prop_ro("cells",
                   [](const SharedGraph& self) {
                     std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>> cells;
                     for (std::int32_t v = 0; v < self.graph->size(); ++v) {
                       const Vector& at = self.graph->translations[v];
                       cells.emplace_back(self.graph->classes[v], at[0], at[1], at[2]);
                     }
                     return cells;
                   })
      .def_prop_ro("orbits", [](const SharedGraph& self) { return self.graph->size(); });
  nb::class_<Counter>(m, "PolyformCounter")
      .def(
          "__init__",
          [](Counter* self, const nb::list& graphs, std::int32_t size, bool without_holes, int threads) {
            Graphs shared;
            for (const nb::handle graph : graphs) shared.push_back(nb::cast<const SharedGraph&>(graph).graph);
            if (threads < 1) throw std::invalid_argument("at least one thread is needed");
            nb::gil_scoped_release release;
            new (self) Counter(std::move(shared), size, without_holes, threads);
          },
          "graphs"_a, "size"_a, "without_holes"_a, "threads"_a)
      .def("advance", &Counter::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("counts", &Counter::counts)
      .def_prop_ro("progress", &Counter::progress);
  nb::class_<Lister>(m, "PolyformLister")
      .def(
          "__init__",
          [](Lister* self, const SharedGraph& graph, std::int32_t size, bool without_holes, const Rows& motions,
             const Rows& excluded, const Rows& basis, const Rows& shifts, bool keeps, int threads) {
            if (threads < 1) throw std::invalid_argument("at least one thread is needed");
            nb::gil_scoped_release release;
            Anchors anchors;
            for (const auto& row : basis) anchors.basis.push_back(vector_of(row));
            for (const auto& row : shifts) anchors.shifts.push_back(vector_of(row));
            Canon canon(moved_cells(motions, *graph.graph), moved_cells(excluded, *graph.graph), std::move(anchors),
                        size);
            new (self) Lister(graph.graph, size, without_holes, std::move(canon), keeps, threads);
          },
          "graph"_a, "size"_a, "without_holes"_a, "motions"_a, "excluded"_a, "basis"_a, "shifts"_a, "keeps"_a,
          "threads"_a)
      .def("advance", &Lister::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("take", &Lister::take, "sets"_a)
      .def_prop_ro("count", &Lister::count)
      .def_prop_ro("radix", [](const Lister& self) { return self.canon().radix(); })
      .def_prop_ro("origin", [](const Lister& self) { return self.canon().origin(); })
      .def_prop_ro("progress", &Lister::progress)
      .def_prop_ro("memory", &Lister::memory_bytes);
  nb::class_<TransferMatrix>(m, "TransferMatrix")
      .def(nb::new_(&TransferMatrix::make), "size"_a)
      .def("advance", &TransferMatrix::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("count", &TransferMatrix::count)
      .def_prop_ro("progress", &TransferMatrix::progress)
      .def_prop_ro("memory", &TransferMatrix::memory_bytes);
}
