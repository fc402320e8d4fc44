// Domino sets on grids of numbers, against plain laying of one domino after another.
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "families/dominosa/candidates.hpp"
#include "families/dominosa/counter.hpp"
#include "families/dominosa/generator.hpp"
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

TEST("dominosa techniques") {
  std::mt19937 chance(5);
  for (int largest = 1; largest <= 4; ++largest) {
    const int width = largest + 2, height = largest + 1, cells = width * height;
    Numbers grid;
    for (int number = 0; number <= largest; ++number)
      grid.insert(grid.end(), largest + 2, static_cast<std::uint8_t>(number));
    dominosa::Candidates candidates(width, height, largest);
    for (int round = 0; round < 300; ++round) {
      std::shuffle(grid.begin(), grid.end(), chance);
      const std::uint64_t ways = plain(grid, width);
      std::int32_t before = 2 * cells;
      for (const auto level : {dominosa::Level::easy, dominosa::Level::medium, dominosa::Level::hard}) {
        const bool is_consistent = candidates.begin(grid) && candidates.close(level);
        CHECK(is_consistent || ways == 0);
        if (!is_consistent) continue;
        CHECK(!candidates.solved() || ways == 1);
        CHECK(candidates.solved() == (candidates.left() == 0));
        CHECK(candidates.left() <= before);
        before = candidates.left();
      }
    }
    CHECK_THROWS(candidates.begin(Numbers(cells - 1, 0)));
    CHECK_THROWS(candidates.begin(Numbers(cells, static_cast<std::uint8_t>(largest + 1))));
  }
  for (const bool symmetric : {false, true})
    for (const auto level : {dominosa::Level::easy, dominosa::Level::medium, dominosa::Level::hard}) {
      dominosa::Generator whole(7, 6, 5, level, symmetric, 3), sliced(7, 6, 5, level, symmetric, 3);
      CHECK(whole.advance(1'000'000));
      while (!sliced.advance(1)) {
      }
      CHECK(whole.numbers() == sliced.numbers() && whole.pairs() == sliced.pairs());
      CHECK(dominosa::Counter(7, 6, 5).count(whole.numbers()) == 1);
      std::vector<char> covered(42);
      for (const auto& [a, b] : whole.pairs()) covered[a] = covered[b] = 1;
      CHECK(std::ranges::count(covered, 1) == 42);
    }
  CHECK_THROWS(dominosa::Candidates(3, 3, 1));
}

}  // namespace tilewright::tests
