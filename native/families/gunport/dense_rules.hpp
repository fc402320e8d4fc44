// What a cell of a row may become, given the cell above it and the cell to its left, as small tables.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tilewright::gunport {

// One way to fill a cell: it becomes `made`; the cell to its right is marked as covered by a right half, or not.
struct Filling {
  std::uint8_t made = 0;
  std::uint8_t cost = 0;  // dominoes
  bool opens = false;
};

// The letters of a profile, and what may follow what. Letters are numbers below `letters`; `start` is what stands
// above the first row, `marked` a cell that a right half covers; it may be one of the letters.
struct RowRules {
  static constexpr int kMaxLetters = 6;
  int letters = 0;
  std::uint8_t start = 0, marked = 0;
  std::array<std::array<bool, kMaxLetters>, kMaxLetters>
      adjacent{};  // may `second` stand to the right of `first` in one row?
  std::array<std::array<std::vector<Filling>, kMaxLetters>, kMaxLetters>
      fillings;                            // [above][left]; left == letters: the side
  std::array<bool, kMaxLetters> spans{};   // may a right half be laid below this letter?
  std::array<bool, kMaxLetters> closes{};  // may this letter stand in the last row?
};

// Dominoes with no two ports adjacent; with `no_slide`, also none that could be moved along by one cell.
RowRules row_rules(bool no_slide);

// The same letters; a cell becomes what may lie on it from the other side, when one part of a board comes down to
// the letter above and the other comes up, turned over. Everything but a vertical domino across, which both parts
// count, costs 1: the sum of both parts' values is then too large by the number of columns.
RowRules meeting_rules(bool no_slide);

}  // namespace tilewright::gunport
