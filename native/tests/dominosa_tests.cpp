// Domino sets on grids of numbers, against plain laying of one domino after another.
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "families/dominosa/counter.hpp"
#include "families/dominosa/max_solutions.hpp"

namespace tilewright::tests {

namespace {

using Numbers = std::vector<std::uint8_t>;

// The definition: cover the first open cell, to the right or downwards, with a domino that is not used yet.
std::uint64_t plain(const Numbers& grid, int width, std::vector<char>& covered, std::set<std::pair<int, int>>& used) {
  const int cells = static_cast<int>(grid.size());
  int cell = 0;
  while (cell < cells && covered[cell]) ++cell;
  if (cell == cells) return 1;
  std::uint64_t ways = 0;
  for (const bool across : {true, false}) {
    const int other = across ? cell + 1 : cell + width;
    if (other >= cells || covered[other] || (across && other % width == 0)) continue;
    const std::pair<int, int> domino = std::minmax<int>(grid[cell], grid[other]);
    if (!used.insert(domino).second) continue;
    covered[cell] = covered[other] = 1;
    ways += plain(grid, width, covered, used);
    covered[cell] = covered[other] = 0;
    used.erase(domino);
  }
  return ways;
}

std::uint64_t plain(const Numbers& grid, int width) {
  std::vector<char> covered(grid.size(), 0);
  std::set<std::pair<int, int>> used;
  return plain(grid, width, covered, used);
}

}  // namespace

TEST("dominosa") {
  std::mt19937 chance(7);
  for (int largest = 1; largest <= 4; ++largest) {
    const int cells = (largest + 1) * (largest + 2);
    Numbers grid;
    for (int number = 0; number <= largest; ++number)
      grid.insert(grid.end(), largest + 2, static_cast<std::uint8_t>(number));
    for (int width = 1; width <= largest + 2; ++width) {
      if (cells % width != 0 || cells / width < 2) continue;
      dominosa::Counter counter(width, cells / width, largest);
      for (int round = 0; round < 200; ++round) {
        CHECK(counter.count(grid) == plain(grid, width));
        if (round < 100)
          std::shuffle(grid.begin(), grid.end(), chance);
        else  // nearly in order: many ways
          std::swap(grid[chance() % cells], grid[chance() % cells]);
        if (round == 99) std::sort(grid.begin(), grid.end());
      }
    }
  }
  const std::uint64_t known[] = {3, 10, 88};
  for (int largest = 1; largest <= 3; ++largest)
    for (const int width : {largest + 1, largest + 2}) {
      const int height = (largest + 1) * (largest + 2) / width;
      dominosa::MaxSolutionsSearch whole(width, height, largest, 0), sliced(width, height, largest, 0);
      CHECK(whole.advance(1'000'000'000));
      std::uint64_t steps = 1;
      while (!sliced.advance(7)) ++steps;
      CHECK(whole.best() == known[largest - 1] && sliced.best() == whole.best());
      CHECK(sliced.nodes() == whole.nodes() && sliced.grid() == whole.grid() && steps > 1);
      CHECK(whole.share() == 1.0);
      CHECK(plain(whole.grid(), width) == whole.best());
      dominosa::MaxSolutionsSearch above(width, height, largest, whole.best());
      CHECK(above.advance(1'000'000'000) && above.grid().empty() && above.best() == whole.best());
    }
  CHECK_THROWS(dominosa::Counter(3, 3, 1));
  CHECK_THROWS(dominosa::Counter(6, 1, 1));
  CHECK_THROWS(dominosa::Counter(11, 10, 9));
  CHECK_THROWS(dominosa::Counter(3, 2, 1).count(Numbers(5, 0)));
  CHECK_THROWS(dominosa::Counter(3, 2, 1).count(Numbers(6, 2)));
  CHECK_THROWS(dominosa::MaxSolutionsSearch(8, 7, 6, 0));
  CHECK_THROWS(dominosa::MaxSolutionsSearch(3, 3, 1, 0));
}

}  // namespace tilewright::tests
