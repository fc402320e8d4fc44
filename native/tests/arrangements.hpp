// All gunport arrangements of small boards, by trying; and what a sweep may know of a part of one.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "families/gunport/bounds.hpp"

namespace tilewright::tests {

// What lies on a cell, row by row, as characters: 0 a port; < > the left and right half of a domino; ^ v the upper
// and lower half.
struct Arranged {
  int rows = 0, columns = 0;
  std::string cells;

  char at(int row, int column) const { return cells[static_cast<std::size_t>(row * columns + column)]; }
  int pieces() const;
  int excess() const { return 3 * pieces() - rows * columns; }
};

// Each arrangement of dominoes with no two ports adjacent; with `no_slide` none that can move along by a cell.
void each_arrangement(int rows, int columns, bool no_slide, const std::function<void(const Arranged&)>& visit);

// A fair number of them on a board of any size: dominoes laid at random places until no more fits.
Arranged random_arrangement(int rows, int columns, std::uint64_t seed);

Arranged half_turn(const Arranged& arranged);
Arranged upside_down(const Arranged& arranged);

// The profile after so many cells, from the letters' meaning alone (profile_key.hpp), and the dominoes that have one
// of these cells.
template <class Key>
Key profile(const Arranged& arranged, int step) {
  using gunport::Letter;
  const int n = arranged.columns, row = step / n, column = step % n;
  const auto letter = [&](int i, int c) {
    if (i < 0) return Letter::covered;
    const char cell = arranged.at(i, c);
    return cell == '0' ? Letter::port : cell == '^' ? Letter::reaching : Letter::covered;
  };
  Key key = 0;
  for (int k = 0; k < n; ++k) {  // from the next cell's column on, once round
    const int c = (column + k) % n;
    const bool open = k == 0 && column > 0 && arranged.at(row, c) == '>';
    key = (key << 2) | static_cast<Key>(open ? Letter::open : letter(column + k < n ? row - 1 : row, c));
  }
  return key;
}
int pieces_begun(const Arranged& arranged, int step);

template <class Key>
gunport::Misses misses(const Arranged& arranged, int step) {
  const gunport::Bounds<Key> bounds(arranged.rows, arranged.columns);
  return bounds.misses(profile<Key>(arranged, step), {step / arranged.columns, step % arranged.columns},
                       pieces_begun(arranged, step));
}

}  // namespace tilewright::tests
