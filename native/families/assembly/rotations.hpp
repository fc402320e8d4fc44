// Taking apart an assembly of cubes by translations and by turns about axes that are parallel to those of the grid.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/disassembly.hpp"
#include "families/assembly/swept_cells.hpp"

namespace tilewright::assembly {

inline constexpr int kMostTurningPieces = 64;

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
