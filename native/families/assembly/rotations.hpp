// Taking apart an assembly of cubes by translations and by turns about axes that are parallel to those of the grid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/disassembly.hpp"

namespace tilewright::assembly {

// A place in a plane across an axis, in halves of a cell: centres of cells are even.
using PlanePoint = std::array<std::int32_t, 2>;

inline constexpr int kMostTurningPieces = 64;
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

// Pieces that shift together along an axis, or turn about one.
struct RigidMove {
  std::vector<std::int32_t> pieces;  // of the part; the first piece of a part stays
  bool turns = false;
  std::int32_t axis = 0;
  std::int32_t amount = 0;  // steps, or quarter turns from the next axis to the one after it; 0: they leave
  std::int32_t sign = 1;    // of pieces that leave
  PlanePoint centre{};      // of a turn: the coordinates after the axis, in cyclic order, in halves of a cell
};

// Breadth-first search of one part, from where its pieces lie to where some of them are free: they can leave along an axis.
// A state has the place and the orientation of each piece, relative to the first one; orientations in which a piece covers
// the same cells are one. A move shifts any set of pieces by any number of steps along an axis, or turns it about an axis
// that meets the box around the part or passes within a cell of it.
class TurningSearch {
 public:
  // The cells of each piece. std::invalid_argument for more than kMostTurningPieces pieces, or less than two.
  TurningSearch(Turns& turns, const std::vector<std::vector<Vector>>& pieces, std::size_t max_bytes);
  ~TurningSearch();
  TurningSearch(const TurningSearch&) = delete;
  TurningSearch& operator=(const TurningSearch&) = delete;

  // Expands up to about `budget` more states. `locked`: every state that can be reached was expanded.
  Ending advance(std::uint64_t budget);

  std::uint64_t states() const;
  // Where the memory is used up: it takes so many moves or more, if it can be done at all.
  std::size_t at_least() const;
  // Of a search that ended `apart`; the last move takes pieces away.
  std::vector<RigidMove> moves();
  // The shifts of the pieces in those of the first `most` states in which all are oriented as they were.
  std::vector<std::vector<Vector>> unturned(std::size_t most) const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace tilewright::assembly
