// Fewest painted cells of the n x n square such that no tetromino of unpainted cells is left.
//
//   fewest_painted N     prints "n a(n)" for n = 1 to N
//
// No tetromino is left if and only if unpainted cells are connected at most in threes. Cell by cell, each cell of the
// boundary has the size of its part, from 0 (painted) to 3; neighbours on the boundary are of one part. The states are
// numbers in base 4, and for each the fewest painted cells are kept.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int words, char** word) {
  const int most = words == 2 ? std::atoi(word[1]) : 0;
  if (most < 1 || most > 14) return std::fputs("usage: fewest_painted N, with N from 1 to 14\n", stderr), 2;
  for (int size = 1; size <= most; ++size) {
    const std::size_t states = std::size_t{1} << 2 * size;
    const std::uint16_t never = 60000;
    std::vector<std::uint16_t> now(states, never), next(states);
    now[0] = 0;
    for (int row = 0; row < size; ++row)
      for (int column = 0; column < size; ++column) {
        std::fill(next.begin(), next.end(), never);
        for (std::size_t state = 0; state < states; ++state) {
          if (now[state] == never) continue;
          const auto part = [state](int at) { return state >> 2 * at & 3; };
          const std::size_t above = part(column), left = column ? part(column - 1) : 0;
          const std::size_t rest = state & ~(std::size_t{3} << 2 * column), sum = above + left + 1;
          next[rest] = static_cast<std::uint16_t>(std::min<unsigned>(next[rest], now[state] + 1U));
          if (sum > 3) continue;  // if above and left are of one part, it has three cells already
          std::size_t after = rest | sum << 2 * column;
          for (int at = column - 1; left && at >= 0 && part(at); --at) after |= sum << 2 * at;
          for (int at = column + 1; above && at < size && part(at); ++at) after |= sum << 2 * at;
          if (sum == 3)  // a part of one or two cells becomes 3: both bits are set
            next[after] = std::min(next[after], now[state]);
          else {  // 1: alone; 2: a single neighbour, whose size was 1
            if (left) after = (after & ~(std::size_t{3} << 2 * (column - 1))) | std::size_t{2} << 2 * (column - 1);
            next[after] = std::min(next[after], now[state]);
          }
        }
        now.swap(next);
      }
    std::printf("%d %d\n", size, *std::min_element(now.begin(), now.end()));
    std::fflush(stdout);
  }
}
