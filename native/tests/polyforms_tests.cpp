// Polyforms: counts of three lattices and of symmetric ones, lists, and the transfer matrix beside the enumeration.
#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include "check.hpp"
#include "polyforms/counter.hpp"
#include "polyforms/graph.hpp"
#include "polyforms/lister.hpp"
#include "polyforms/transfer_matrix.hpp"

namespace tilewright::tests {

namespace {

using namespace tilewright::polyforms;

// Squares; features are the corner at the least coordinates, 0, and the sides after it, level 1 and upright 2.
Lattice squares() {
  Lattice lattice;
  lattice.steps = {{0, 0, {1, 0, 0}}, {0, 0, {-1, 0, 0}}, {0, 0, {0, 1, 0}}, {0, 0, {0, -1, 0}}};
  for (const Vector& corner : {Vector{0, 0, 0}, Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{1, 1, 0}})
    lattice.features.push_back({0, 0, corner, 1});
  for (const std::int32_t k : {0, 1}) {
    lattice.features.push_back({0, 1, {0, k, 0}, -1});
    lattice.features.push_back({0, 2, {k, 0, 0}, -1});
  }
  return lattice;
}

Lattice cubes() {
  Lattice lattice;
  for (std::size_t axis = 0; axis < 3; ++axis)
    for (const std::int32_t step : {1, -1}) {
      Vector offset{};
      offset[axis] = step;
      lattice.steps.push_back({0, 0, offset});
    }
  return lattice;
}

Lattice triangles() {
  Lattice lattice;
  lattice.classes = 2;
  for (const Vector& offset : {Vector{0, 0, 0}, Vector{-1, 0, 0}, Vector{0, -1, 0}}) {
    lattice.steps.push_back({0, 1, offset});
    lattice.steps.push_back({1, 0, {-offset[0], -offset[1], 0}});
  }
  return lattice;
}

Symmetry identity(std::int32_t classes, std::int32_t features = 0) {
  Symmetry symmetry{{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}}, {}, {}, {}, {}, {}, {0, 1, 2}};
  for (std::int32_t k = 0; k < classes; ++k) symmetry.image.push_back(k), symmetry.shift.push_back({});
  for (std::int32_t k = 0; k < features; ++k) symmetry.feature_image.push_back(k), symmetry.feature_shift.push_back({});
  symmetry.kept = {symmetry.matrix.begin(), symmetry.matrix.end()};
  return symmetry;
}

// The half turn of squares that carries the cell 0, 0 to this one.
Symmetry half_turn(Vector image) {
  Symmetry symmetry = identity(1, 3);
  symmetry.matrix[0][0] = symmetry.matrix[1][1] = -1;
  symmetry.kept = {{0, 0, 1}};
  symmetry.pivots = {2};
  symmetry.shift = {image};
  symmetry.feature_shift = {{image[0] + 1, image[1] + 1, 0}, {image[0], image[1] + 1, 0}, {image[0] + 1, image[1], 0}};
  return symmetry;
}

std::uint64_t count(const Lattice& lattice, const Symmetry& symmetry, std::int32_t size, bool without_holes = false,
                    int threads = 1) {
  Counter counter({std::make_shared<const Graph>(make_graph(lattice, symmetry, size))}, size, without_holes, threads);
  while (!counter.advance(1000)) {
  }
  CHECK(counter.progress() == 1);
  return counter.counts()[0];
}

std::uint64_t by_transfer(std::int32_t size) {
  const auto sweep = TransferMatrix::make(size);
  double before = 0;
  while (!sweep->advance(100)) {
    CHECK(sweep->progress() >= before);
    before = sweep->progress();
  }
  CHECK(sweep->progress() == 1);
  return sweep->count().second;
}

}  // namespace

TEST("fixed polyforms are as many as published") {
  const std::vector<std::uint64_t> of_squares{1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446};  // A001168
  const std::vector<std::uint64_t> simple{1, 2, 6, 19, 63, 216, 756, 2684, 9638, 34930};      // A006724
  const std::vector<std::uint64_t> of_cubes{1, 3, 15, 86, 534, 3481, 23502};                  // A001931
  const std::vector<std::uint64_t> of_triangles{2, 3, 6, 14, 36, 94, 250, 675, 1838};         // A001420
  for (std::int32_t n = 1; n <= 10; ++n) {
    CHECK(count(squares(), identity(1, 3), n) == of_squares[n - 1]);
    CHECK(count(squares(), identity(1, 3), n, true) == simple[n - 1]);
    CHECK(by_transfer(n) == of_squares[n - 1]);
    if (n <= 7) CHECK(count(cubes(), identity(1), n) == of_cubes[n - 1]);
    if (n <= 9) CHECK(count(triangles(), identity(2), n) == of_triangles[n - 1]);
  }
}

TEST("threads share the polyforms") {
  CHECK(count(squares(), identity(1, 3), 12, false, 3) == 505861);
  CHECK(count(squares(), identity(1, 3), 11, true, 3) == 127560);
  CHECK(by_transfer(12) == 505861);
}

TEST("the half turn keeps polyominoes about four kinds of centres") {
  // The tetrominoes I, O, S and Z in all directions; of eight cells, one is a ring, which has a hole.
  std::uint64_t tetrominoes = 0, octominoes = 0, simple = 0;
  for (const Vector& image : {Vector{0, 0, 0}, Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{1, 1, 0}}) {
    tetrominoes += count(squares(), half_turn(image), 4);
    octominoes += count(squares(), half_turn(image), 8);
    simple += count(squares(), half_turn(image), 8, true);
  }
  CHECK(tetrominoes == 2 + 1 + 2 + 2);
  CHECK(octominoes > simple);
}

TEST("symmetries of infinite order are refused") {
  Symmetry translation = identity(1);
  translation.shift = {{1, 0, 0}};
  CHECK_THROWS(make_graph(cubes(), translation, 3));
  CHECK_THROWS(make_graph(cubes(), identity(1), 0));
  CHECK_THROWS(TransferMatrix::make(kMaxTransferSize + 1));
}

TEST("a list has each free tetromino once, in order") {
  const auto graph = std::make_shared<const Graph>(make_graph(squares(), identity(1, 3), 4));
  std::vector<MovedCells> motions;
  for (const Vector& signs : {Vector{1, 1, 0}, Vector{-1, 1, 0}, Vector{1, -1, 0}, Vector{-1, -1, 0}})
    for (const bool is_swapped : {false, true}) {
      MovedCells moved;
      for (const Vector& at : graph->translations)
        moved.cells.push_back({signs[0] * at[is_swapped], signs[1] * at[!is_swapped], 0});
      motions.push_back(moved);
    }
  const Anchors anchors{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 0, 0}}};
  for (const int threads : {1, 2}) {
    Lister lister(graph, 4, false, Canon(motions, {}, anchors, 4), true, threads);
    while (!lister.advance(10)) {
    }
    CHECK(lister.count() == 5);
    std::set<std::vector<std::uint32_t>> seen;
    std::vector<std::uint32_t> last;
    for (auto shape = lister.take(1); !shape.empty(); shape = lister.take(1)) {
      CHECK(shape.size() == 4 && shape > last);
      last = shape;
      seen.insert(shape);
    }
    CHECK(seen.size() == 5);
  }
  CHECK_THROWS(Canon({}, {}, anchors, 4));
}

}  // namespace tilewright::tests
