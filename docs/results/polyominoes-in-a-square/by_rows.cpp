// Connected sets of n cells in the n x n square, by a transfer matrix over the cells of strips.
//
//   by_rows N      prints "n a(n)" for n = 1 to N
//
// F(n, w, h) is the number of fixed polyominoes of n cells whose smallest rectangle has w columns and h rows. Each
// lies in the n x n square in (n - w + 1)(n - h + 1) positions, so that a(n) is the sum of these products. Polyominoes
// of width w are built cell by cell, row by row. A state has the component of each cell of the boundary, and whether
// the left and the right side are touched; it keeps the number of ways for each number of cells. As w + h - 1 <= n
// and F(n, w, h) = F(n, h, w), only h >= w is needed. All numbers are below 2^64 for N <= 30.
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <unordered_map>
#include <vector>

using State = std::uint64_t;  // 4 bits for each column, then bit 60 (left side touched) and bit 61 (right side)
using Ways = std::vector<std::uint64_t>;
struct Hash {
  std::size_t operator()(State s) const {
    s ^= s >> 31;
    s *= 0x9e3779b97f4a7c15ULL;
    return s ^ s >> 29;
  }
};
using Table = std::unordered_map<State, Ways, Hash>;

static unsigned label(State s, int column) { return s >> 4 * column & 15; }
static State with(State s, int column, unsigned value) {
  return (s & ~(State{15} << 4 * column)) | State{value} << 4 * column;
}

static State canonical(State s, int width) {  // numbers the components 1, 2, ... from the left
  std::array<unsigned, 16> names{};
  unsigned next = 0;
  State result = s >> 60 << 60;
  for (int column = 0; column < width; ++column)
    if (unsigned old = label(s, column)) {
      if (!names[old]) names[old] = ++next;
      result = with(result, column, names[old]);
    }
  return result;
}

static void add(Table& table, State state, const Ways& ways, int shift, int most) {
  int least = 0;
  while (least <= most && !ways[least]) ++least;
  if (least + shift > most) return;
  Ways& sum = table.try_emplace(state, most + 1).first->second;
  for (int cells = least; cells + shift <= most; ++cells) sum[cells + shift] += ways[cells];
}

int main(int count, char** words) {
  const int most = count == 2 ? std::atoi(words[1]) : 0;
  if (most < 1 || most > 30) return std::fputs("usage: by_rows N, with N from 1 to 30\n", stderr), 2;
  std::vector<std::uint64_t> answers(most + 1);
  for (int width = 1; 2 * width - 1 <= most; ++width) {
    Table table{{State{0}, Ways(most + 1)}};
    table[0][0] = 1;
    for (int row = 1; width + row - 1 <= most; ++row) {
      for (int column = 0; column < width; ++column) {
        Table next;
        for (const auto& [state, ways] : table) {
          const unsigned up = label(state, column), left = column ? label(state, column - 1) : 0;
          bool leaves = up == 0;  // whether the component above goes on elsewhere
          for (int other = 0; other < width; ++other) leaves |= other != column && label(state, other) == up;
          if (leaves) add(next, canonical(with(state, column, 0), width), ways, 0, most);
          State filled = state;
          if (up && left && up != left)
            for (int other = 0; other < width; ++other)
              if (label(state, other) == up) filled = with(filled, other, left);
          filled = with(filled, column, left ? left : up ? up : 15);
          if (column == 0) filled |= State{1} << 60;
          if (column == width - 1) filled |= State{1} << 61;
          add(next, canonical(filled, width), ways, 1, most);
        }
        table.swap(next);
      }
      table.erase(State{0});  // the first row has a cell
      if (row < width) continue;
      for (const auto& [state, ways] : table) {
        bool one = state >> 60 == 3;
        for (int column = 0; column < width; ++column) one &= label(state, column) <= 1;
        for (int cells = row; one && cells <= most; ++cells)
          if (width <= cells)
            answers[cells] += ways[cells] * (cells - width + 1) * (cells - row + 1) * (row > width ? 2 : 1);
      }
    }
  }
  for (int cells = 1; cells <= most; ++cells)
    std::printf("%d %llu\n", cells, static_cast<unsigned long long>(answers[cells]));
}
