// Fewest painted cells of the n x n square such that no tromino of unpainted cells is left.
//
//   fewest_painted N     prints "n a(n)" for n = 1 to N
//
// No tromino is left if and only if unpainted cells are connected at most in pairs. Cell by cell, each cell of the
// boundary is painted (0), unpainted with no unpainted neighbour so far (1), or unpainted with one (2); the states are
// numbers in base 3, and for each the fewest painted cells are kept.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int words, char** word) {
  const int most = words == 2 ? std::atoi(word[1]) : 0;
  if (most < 1 || most > 17) return std::fputs("usage: fewest_painted N, with N from 1 to 17\n", stderr), 2;
  for (int size = 1; size <= most; ++size) {
    std::size_t states = 1;
    for (int column = 0; column < size; ++column) states *= 3;
    const std::uint16_t never = 60000;
    std::vector<std::uint16_t> now(states, never), next(states);
    now[0] = 0;
    for (int row = 0; row < size; ++row) {
      std::size_t place = 1, before = 0;  // 3^column, 3^(column - 1)
      for (int column = 0; column < size; ++column, before = place, place *= 3) {
        std::fill(next.begin(), next.end(), never);
        auto reach = [&next](std::size_t state, unsigned cost) {
          next[state] = static_cast<std::uint16_t>(std::min<unsigned>(next[state], cost));
        };
        for (std::size_t state = 0; state < states; ++state) {
          if (now[state] == never) continue;
          const std::size_t above = state / place % 3, left = column ? state / before % 3 : 0;
          const std::size_t rest = state - above * place;
          reach(rest, now[state] + 1U);
          if (above == 0 && left == 0) reach(rest + place, now[state]);
          if (above == 1 && left == 0) reach(rest + 2 * place, now[state]);
          if (above == 0 && left == 1) reach(rest + 2 * place + before, now[state]);
        }
        now.swap(next);
      }
    }
    std::printf("%d %d\n", size, *std::min_element(now.begin(), now.end()));
    std::fflush(stdout);
  }
}
