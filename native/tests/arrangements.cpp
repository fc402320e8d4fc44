#include "arrangements.hpp"

#include <algorithm>
#include <random>

namespace tilewright::tests {

namespace {

// Whether a port lies straight ahead of either end of a domino, or, across it, two ports side by side.
bool slides(const Arranged& arranged) {
  const auto port = [&](int row, int column) {
    return row >= 0 && row < arranged.rows && column >= 0 && column < arranged.columns &&
           arranged.at(row, column) == '0';
  };
  for (int row = 0; row < arranged.rows; ++row)
    for (int column = 0; column < arranged.columns; ++column) {
      const char cell = arranged.at(row, column);
      if (cell == '<' && (port(row, column - 1) || port(row, column + 2))) return true;
      if (cell == '^' && (port(row - 1, column) || port(row + 2, column))) return true;
    }
  return false;
}

void fill(Arranged& arranged, std::size_t at, bool no_slide, const std::function<void(const Arranged&)>& visit) {
  std::string& cells = arranged.cells;
  const auto n = static_cast<std::size_t>(arranged.columns);
  while (at < cells.size() && cells[at] != ' ') ++at;
  if (at == cells.size()) {
    if (!no_slide || !slides(arranged)) visit(arranged);
    return;
  }
  if ((at % n == 0 || cells[at - 1] != '0') && (at < n || cells[at - n] != '0')) {
    cells[at] = '0';
    fill(arranged, at + 1, no_slide, visit);
  }
  if (at % n + 1 < n && cells[at + 1] == ' ') {
    cells[at] = '<', cells[at + 1] = '>';
    fill(arranged, at + 2, no_slide, visit);
    cells[at + 1] = ' ';
  }
  if (at + n < cells.size()) {
    cells[at] = '^', cells[at + n] = 'v';
    fill(arranged, at + 1, no_slide, visit);
    cells[at + n] = ' ';
  }
  cells[at] = ' ';
}

char exchanged(char cell, const char* those, const char* these) {
  for (int k = 0; those[k]; ++k)
    if (those[k] == cell) return these[k];
  return cell;
}

}  // namespace

int Arranged::pieces() const { return pieces_begun(*this, rows * columns); }

void each_arrangement(int rows, int columns, bool no_slide, const std::function<void(const Arranged&)>& visit) {
  Arranged arranged{rows, columns, std::string(static_cast<std::size_t>(rows * columns), ' ')};
  fill(arranged, 0, no_slide, visit);
}

Arranged random_arrangement(int rows, int columns, std::uint64_t seed) {
  std::mt19937_64 dice(seed);
  Arranged arranged{rows, columns, std::string(static_cast<std::size_t>(rows * columns), '0')};
  std::vector<std::pair<int, bool>> places;
  for (int cell = 0; cell < rows * columns; ++cell)
    for (const bool across : {false, true}) places.emplace_back(cell, across);
  std::shuffle(places.begin(), places.end(), dice);
  std::string& cells = arranged.cells;
  for (const auto& [cell, across] : places) {
    const int other = across ? cell + 1 : cell + columns;
    if ((across && cell % columns + 1 == columns) || other >= rows * columns) continue;
    const auto a = static_cast<std::size_t>(cell), b = static_cast<std::size_t>(other);
    if (cells[a] != '0' || cells[b] != '0') continue;
    cells[a] = across ? '<' : '^';
    cells[b] = across ? '>' : 'v';
  }
  return arranged;
}

Arranged half_turn(const Arranged& arranged) {
  Arranged turned = arranged;
  std::reverse(turned.cells.begin(), turned.cells.end());
  for (char& cell : turned.cells) cell = exchanged(cell, "<>^v", "><v^");
  return turned;
}

Arranged upside_down(const Arranged& arranged) {
  Arranged turned = arranged;
  for (int row = 0; row < arranged.rows; ++row)
    for (int column = 0; column < arranged.columns; ++column)
      turned.cells[static_cast<std::size_t>(row * arranged.columns + column)] =
          exchanged(arranged.at(arranged.rows - 1 - row, column), "^v", "v^");
  return turned;
}

int pieces_begun(const Arranged& arranged, int step) {
  int count = 0;
  for (int cell = 0; cell < step; ++cell) {
    const char half = arranged.cells[static_cast<std::size_t>(cell)];
    count += half == '<' || half == '^';
  }
  return count;
}

}  // namespace tilewright::tests
