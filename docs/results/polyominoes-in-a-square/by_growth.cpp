// Connected sets of n cells in the n x n square, by listing every fixed polyomino once (Redelmeier's algorithm).
//
//   by_growth N    prints "N a(N)"
//
// A polyomino is grown from its first cell, in the order of rows: each step takes a cell from the list of untried
// neighbours, and with it come those of its neighbours that were not in the list before. The positions of each
// polyomino in the square are counted from its smallest rectangle.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

static const int SIDE = 64;
static int most;
static unsigned char seen[SIDE * SIDE];
static short untried[4 * SIDE];
static std::uint64_t answer;

static void grow(int first, int end, int cells, int left, int right, int low) {
  for (int at = first; at < end; ++at) {
    const int cell = untried[at], x = cell % SIDE, y = cell / SIDE;
    const int l = std::min(left, x), r = std::max(right, x), b = std::max(low, y);
    if (cells + 1 == most) {
      answer += static_cast<std::uint64_t>(most - (r - l)) * (most - b + 1);
      continue;
    }
    int stop = end;
    for (int step : {1, -1, SIDE, -SIDE})
      if (!seen[cell + step]) seen[cell + step] = 1, untried[stop++] = cell + step;
    grow(at + 1, stop, cells + 1, l, r, b);
    for (int added = end; added < stop; ++added) seen[untried[added]] = 0;
  }
}

int main(int count, char** words) {
  most = count == 2 ? std::atoi(words[1]) : 0;
  if (most < 1 || most > 30) return std::fputs("usage: by_growth N, with N from 1 to 30\n", stderr), 2;
  const int start = SIDE / 2;  // the first cell: the leftmost of row 1, below the rows that are never used
  for (int x = 0; x < SIDE; ++x) seen[x] = 1, seen[SIDE + x] = x <= start;
  untried[0] = SIDE + start;
  grow(0, 1, 0, start, start, 1);
  std::printf("%d %llu\n", most, static_cast<unsigned long long>(answer));
}
