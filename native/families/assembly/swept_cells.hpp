// What cells sweep as they turn about an axis by quarters.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace tilewright::assembly {

// A place in a plane across an axis, in halves of a cell: centres of cells are even.
using PlanePoint = std::array<std::int32_t, 2>;

inline constexpr std::int32_t kMostRadius = 128;  // halves of a cell; cells that are farther from an axis do not turn

// The cells whose insides a cell meets while it turns counterclockwise about 0 by so many quarters, itself left out, in
// ascending order. Centres are relative to the axis.
//
// Points keep their distance from the axis as they turn, so the distances are looked at one by one: on the circle of a
// radius r the two squares cover arcs, and the one that turns sweeps its arc, prolonged by the turn. Their ends lie on the
// lines of the edges, at (k, y) or (x, m) with whole k and m, and their order changes only where r * r = k * k + m * m: one
// radius between each two such values is enough. Along the circle a place is its quadrant, and in it the square of the
// coordinate that grows as a share of r * r: this ascends with the angle, a quarter turn adds 1, and it is a fraction.
std::vector<PlanePoint> swept_cells(PlanePoint cell, int quarters);

// The quarters of the least turn about an axis, relative to a cell, that keeps the grid.
inline int quarters_about(PlanePoint cell) { return (cell[0] + cell[1]) % 2 == 0 ? 1 : 2; }

// What cells sweep as they turn, computed when it is needed. A cell about whose axis quarter turns keep the grid turns by a
// quarter; other axes go through the middles of faces, and cells turn about them by a half.
class Turns {
 public:
  struct Sweep {
    bool is_known = false;
    std::uint8_t neighbours = 0;      // a bit for each neighbour that it meets: at +a, +b, -a, -b
    std::vector<PlanePoint> offsets;  // of the cells that it meets, in cells, relative to it
  };

  Turns();
  // `cell` is relative to the axis, in halves; std::invalid_argument where it is too far away.
  const Sweep& sweep(PlanePoint cell, bool clockwise);

 private:
  std::vector<Sweep> sweeps_;
  std::map<PlanePoint, std::vector<PlanePoint>> swept_;  // counterclockwise, of the cells of one quadrant
};

}  // namespace tilewright::assembly
