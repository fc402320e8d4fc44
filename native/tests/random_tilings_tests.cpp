// Random tilings against what they are by definition: all tilings listed, each about as often as any other.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "solving/random_tilings/aztec.hpp"
#include "solving/random_tilings/coupling.hpp"

namespace tilewright::tests {
namespace {

using namespace tilewright::random_tilings;

std::vector<Cell> rectangle(std::int32_t width, std::int32_t height) {
  std::vector<Cell> cells;
  for (std::int32_t y = 0; y < height; ++y)
    for (std::int32_t x = 0; x < width; ++x) cells.emplace_back(x, y);
  return cells;
}

std::vector<Cell> diamond(std::int32_t order) {
  std::vector<Cell> cells;
  for (std::int32_t y = -order; y < order; ++y)
    for (std::int32_t x = -order; x < order; ++x)
      if (std::abs(2 * x + 1) + std::abs(2 * y + 1) <= 2 * order) cells.emplace_back(x, y);
  return cells;
}

// The triangles of a hexagon with the sides a, b, c, a, b, c.
std::vector<Cell> hexagon(std::int32_t a, std::int32_t b, std::int32_t c) {
  std::vector<Cell> cells;
  for (std::int32_t y = 0; y < b + c; ++y) {
    const std::int32_t left = y < c ? -1 - y : y - 2 * c;
    const std::int32_t right = y < b ? 2 * a - 1 + y : 2 * a + 2 * b - 2 - y;
    for (std::int32_t x = left; x <= right; ++x) cells.emplace_back(x, y);
  }
  return cells;
}

// All tilings, by trying all ways to cover the first free cell.
std::vector<Pairs> all_tilings(Grid grid, const std::vector<Cell>& cells) {
  std::map<Cell, std::int32_t> number;
  for (std::size_t k = 0; k < cells.size(); ++k) number[cells[k]] = static_cast<std::int32_t>(k);
  std::vector<char> used(cells.size(), 0);
  std::vector<Pairs> tilings;
  Pairs pairs;
  const std::function<void(std::size_t)> cover = [&](std::size_t k) {
    while (k < cells.size() && used[k]) ++k;
    if (k == cells.size()) {
      Pairs sorted = pairs;
      std::sort(sorted.begin(), sorted.end());
      tilings.push_back(sorted);
      return;
    }
    const auto [x, y] = cells[k];
    const std::int32_t odd = (x + y) & 1;
    std::vector<Cell> beside{{x - 1, y}, {x + 1, y}};
    if (grid == Grid::squares)
      beside.insert(beside.end(), {{x, y - 1}, {x, y + 1}});
    else
      beside.push_back({x, odd ? y + 1 : y - 1});
    for (const Cell& cell : beside) {
      const auto other = number.find(cell);
      if (other == number.end() || used[static_cast<std::size_t>(other->second)]) continue;
      const auto own = static_cast<std::int32_t>(k);
      used[k] = used[static_cast<std::size_t>(other->second)] = 1;
      pairs.emplace_back(std::min(own, other->second), std::max(own, other->second));
      cover(k + 1);
      pairs.pop_back();
      used[k] = used[static_cast<std::size_t>(other->second)] = 0;
    }
  };
  cover(0);
  return tilings;
}

std::vector<std::pair<Grid, std::vector<Cell>>> small_boards() {
  std::vector<Cell> bent;
  for (const Cell& cell : rectangle(5, 4))
    if (cell.first < 3 || cell.second < 2) bent.push_back(cell);
  // Two squares of 2 x 2 cells that share a point only, which is an end of each.
  std::vector<Cell> apart{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 2}, {3, 2}, {2, 3}, {3, 3}};
  return {{Grid::squares, rectangle(4, 3)},
          {Grid::squares, rectangle(4, 4)},
          {Grid::squares, diamond(2)},
          {Grid::squares, bent},
          {Grid::squares, apart},
          {Grid::squares, rectangle(2, 5)},
          {Grid::triangles, hexagon(2, 2, 1)},
          {Grid::triangles, hexagon(2, 2, 2)},
          {Grid::triangles, hexagon(3, 1, 2)}};
}

// The sum of (n - e)^2 / e over outcomes.
double chi_square(const std::map<std::string, std::int64_t>& counts, double expected, std::size_t outcomes) {
  double sum = static_cast<double>(outcomes - counts.size()) * expected;
  for (const auto& [key, n] : counts)
    sum += (static_cast<double>(n) - expected) * (static_cast<double>(n) - expected) / expected;
  return sum;
}

// The mean plus five standard deviations of the chi-square distribution.
double limit(std::size_t outcomes) {
  const auto freedom = static_cast<double>(outcomes - 1);
  return freedom + 5 * std::sqrt(2 * freedom) + 5;
}

std::string text(const Pairs& pairs) {
  std::string text;
  for (const auto& [a, b] : pairs) text += std::to_string(a) + "-" + std::to_string(b) + " ";
  return text;
}

TEST("height functions of small boards are those of their tilings") {
  for (const auto& [grid, cells] : small_boards()) {
    const Region region(grid, cells);
    CHECK(region.simply_connected());
    const auto tilings = all_tilings(grid, cells);
    CHECK(!tilings.empty());
    const std::vector<std::int32_t> least = region.extreme(false), greatest = region.extreme(true);
    std::vector<std::int32_t> low(least.size(), INT32_MAX), high(least.size(), INT32_MIN);
    for (const Pairs& tiling : tilings) {
      const std::vector<std::int32_t> heights = region.heights(tiling);
      CHECK(region.pairs(heights) == tiling);
      for (std::size_t v = 0; v < heights.size(); ++v) {
        low[v] = std::min(low[v], heights[v]);
        high[v] = std::max(high[v], heights[v]);
      }
    }
    CHECK(low == least);
    CHECK(high == greatest);
  }
}

TEST("flips lead to all tilings, and heights tell how far they are apart") {
  for (const auto& [grid, cells] : small_boards()) {
    const auto region = std::make_shared<const Region>(grid, cells);
    const auto tilings = all_tilings(grid, cells);
    FlipGraph graph(region);
    while (!graph.advance(3)) {
    }
    CHECK(graph.tilings() == static_cast<std::int64_t>(tilings.size()));
    const FlipBoard board(region);
    std::int64_t ends = 0, farthest = 0;
    std::map<Pairs, std::vector<Pairs>> beside;
    for (const Pairs& tiling : tilings) {
      const FlipBoard::Bits bits = board.bits(region->heights(tiling));
      for (const std::int32_t vertex : board.flippable(bits)) {
        FlipBoard::Bits other = bits;
        board.flip(other, vertex);
        beside[tiling].push_back(board.pairs(other));
        ++ends;
      }
    }
    CHECK(graph.flips() == ends / 2);
    for (const Pairs& start : tilings) {
      std::map<Pairs, std::int64_t> distance{{start, 0}};
      std::vector<Pairs> queue{start};
      for (std::size_t k = 0; k < queue.size(); ++k)
        for (const Pairs& next : beside[queue[k]])
          if (distance.emplace(next, distance[queue[k]] + 1).second) queue.push_back(next);
      CHECK(distance.size() == tilings.size());
      farthest = std::max(farthest, distance[queue.back()]);
    }
    CHECK(graph.diameter() == farthest);
  }
}

TEST("coupling from the past draws all tilings alike") {
  for (const auto& [grid, cells] : small_boards()) {
    const auto region = std::make_shared<const Region>(grid, cells);
    const auto tilings = all_tilings(grid, cells);
    const std::set<Pairs> known(tilings.begin(), tilings.end());
    std::map<std::string, std::int64_t> counts;
    const std::size_t each = 60;
    for (std::size_t sample = 0; sample < each * tilings.size(); ++sample) {
      Coupling coupling(region, 7, sample);
      while (!coupling.advance(100)) {
      }
      CHECK(known.count(coupling.pairs()) == 1);
      ++counts[text(coupling.pairs())];
    }
    CHECK(chi_square(counts, each, tilings.size()) < limit(tilings.size()));
  }
}

TEST("a sweep keeps the order of heights") {
  for (const auto& [grid, cells] : {std::pair{Grid::squares, rectangle(9, 8)}, {Grid::triangles, hexagon(4, 3, 5)}}) {
    const auto region = std::make_shared<const Region>(grid, cells);
    FlipBoard board(region);
    FlipBoard::Bits low = board.bits(region->extreme(false)), high = board.bits(region->extreme(true)), middle = low;
    FlipBoard::Bits coins(board.words());
    Coins dice(3, 1, 4);
    for (std::int32_t sweep = 0; sweep < 50; ++sweep) {
      dice.fill(coins.data(), coins.size());
      board.sweep(middle, coins);
    }
    for (std::int32_t sweep = 0; sweep < 100; ++sweep) {
      dice.fill(coins.data(), coins.size());
      for (FlipBoard::Bits* bits : {&low, &middle, &high}) board.sweep(*bits, coins);
      const auto a = region->heights(board.pairs(low)), b = region->heights(board.pairs(middle)),
                 c = region->heights(board.pairs(high));
      for (std::size_t v = 0; v < a.size(); ++v) CHECK(a[v] <= b[v] && b[v] <= c[v]);
    }
  }
}

TEST("the slices of the work do not change a sample") {
  const auto region = std::make_shared<const Region>(Grid::squares, rectangle(10, 9));
  Coupling whole(region, 5, 2), sliced(region, 5, 2), other(region, 5, 3);
  CHECK(whole.advance(INT64_MAX));
  while (!sliced.advance(1)) {
  }
  CHECK(other.advance(INT64_MAX));
  CHECK(whole.pairs() == sliced.pairs());
  CHECK(whole.pairs() != other.pairs());
}

TEST("boards without tilings and boards with holes are told apart") {
  std::vector<Cell> ring = rectangle(3, 3);
  ring.erase(ring.begin() + 4);
  CHECK(!Region(Grid::squares, ring).simply_connected());
  CHECK_THROWS(FlipBoard(std::make_shared<const Region>(Grid::squares, ring)));
  const std::vector<Cell> twice{{0, 0}, {0, 0}};
  CHECK_THROWS(Region(Grid::squares, twice));
  // More cells of one colour; as many of both, but not in each part, or not near enough to each other.
  const std::vector<std::vector<Cell>> without{
      {{0, 0}, {1, 0}, {2, 0}}, {{0, 0}, {3, 0}}, {{0, 0}, {1, 0}, {2, 0}, {1, 1}, {1, 2}, {0, 2}, {2, 2}, {1, 3}}};
  for (const auto& cells : without) {
    const auto region = std::make_shared<const Region>(Grid::squares, cells);
    CHECK(region->simply_connected());
    CHECK(all_tilings(Grid::squares, cells).empty());
    Coupling coupling(region, 0, 0);
    CHECK(coupling.advance(1));
    CHECK(!coupling.exists());
  }
}

TEST("domino shuffling draws all tilings of an Aztec diamond alike") {
  for (const std::int32_t order : {1, 2, 3}) {
    const std::size_t tilings = std::size_t{1} << (order * (order + 1) / 2);
    std::map<std::string, std::int64_t> counts;
    const std::size_t each = 200;
    for (std::size_t sample = 0; sample < each * tilings; ++sample) {
      AztecShuffle shuffle(order, 1, 1, 11, sample);
      while (!shuffle.advance(1)) {
      }
      ++counts[shuffle.letters()];
    }
    CHECK(counts.size() == tilings);
    CHECK(chi_square(counts, each, tilings) < limit(tilings));
  }
}

TEST("weights of domino shuffling are those of the horizontal dominoes") {
  std::map<std::string, std::int64_t> counts;
  const std::int64_t samples = 60'000;
  for (std::int64_t sample = 0; sample < samples; ++sample) {
    AztecShuffle shuffle(2, 3, 2, 1, static_cast<std::uint64_t>(sample));
    shuffle.advance(1'000);
    ++counts[shuffle.letters()];
  }
  CHECK(counts.size() == 8);
  double whole = 0, sum = 0;
  std::map<std::string, double> weights;
  for (const auto& [letters, n] : counts) {
    const auto horizontal =
        std::count_if(letters.begin(), letters.end(), [](char c) { return c == 'N' || c == 'S'; }) / 2;
    weights[letters] = std::pow(3.0, horizontal) * std::pow(2.0, 6 - horizontal);
    whole += weights[letters];
  }
  for (const auto& [letters, n] : counts) {
    const double expected = static_cast<double>(samples) * weights[letters] / whole;
    sum += (static_cast<double>(n) - expected) * (static_cast<double>(n) - expected) / expected;
  }
  CHECK(sum < limit(8));
}

TEST("heights of an Aztec diamond are those of its region, and blocks tell what a step does") {
  for (const std::int32_t order : {1, 2, 7, 65}) {
    AztecShuffle shuffle(order, 1, 1, 5, 0);
    while (!shuffle.advance(1)) {
    }
    const std::string letters = shuffle.letters();
    const std::int32_t side = 2 * order;
    std::vector<Cell> cells;
    std::map<Cell, std::int32_t> number;
    for (std::int32_t y = 0; y < side; ++y)
      for (std::int32_t x = 0; x < side; ++x)
        if (letters[static_cast<std::size_t>(y * side + x)] != '.') {
          number[{x, -y}] = static_cast<std::int32_t>(cells.size());
          cells.emplace_back(x, -y);
        }
    Pairs pairs;
    for (const auto& [x, y] : cells) {
      const char letter = letters[static_cast<std::size_t>(-y * side + x)];
      if (((x - y + order) & 1) != (letter == 'N' || letter == 'W' ? 1 : 0)) continue;
      const Cell other = letter == 'N' || letter == 'S' ? Cell{x + 1, y} : Cell{x, y - 1};
      pairs.emplace_back(number[{x, y}], number[other]);
    }
    const Region region(Grid::squares, cells);
    const std::vector<std::int32_t> expected = region.heights(pairs);
    const std::vector<std::int32_t> heights = aztec_heights(order, letters);
    std::int64_t inside = 0;
    for (std::size_t v = 0; v < expected.size(); ++v) {
      const auto [x, up] = region.points()[v];
      CHECK(heights[static_cast<std::size_t>((1 - up) * (side + 1) + x)] == expected[v]);
    }
    for (const std::int32_t height : heights) inside += height != kOutside;
    CHECK(inside == static_cast<std::int64_t>(expected.size()));
    const std::string blocks = shuffle.blocks();
    CHECK(blocks.size() == static_cast<std::size_t>(order) * static_cast<std::size_t>(order));
    std::int64_t dominoes = 0;
    for (const char block : blocks) dominoes += block == 'h' || block == 'v' ? 2 : block == 'H' || block == 'V' ? 0 : 1;
    CHECK(dominoes == std::int64_t{order} * (order + 1));
  }
}

TEST("weights of single dominoes: the sum of all tilings, and tilings without dominoes of weight 0") {
  const ScaledNumber one{0.5, 0, 1, 0}, three{0.75, 0, 2, 0}, zero{0.5, 0, 1, 1};
  for (const std::int32_t order : {1, 5, 20}) {
    const auto blocks = static_cast<std::size_t>(order) * static_cast<std::size_t>(order);
    const auto equal = std::make_shared<AztecWeights>(order, std::vector<ScaledNumber>(4 * blocks, one));
    CHECK(!equal->tileable());
    while (!equal->advance(1)) {
    }
    CHECK(equal->tileable());
    CHECK(equal->sum().high == 0.5 && equal->sum().low == 0);
    CHECK(equal->sum().exponent == order * (order + 1) / 2 + 1);
    CHECK(equal->horizontal(order, 0) == std::uint64_t{1} << 62);
    // Without horizontal dominoes one tiling is left.
    std::vector<ScaledNumber> upright;
    for (std::size_t block = 0; block < blocks; ++block) upright.insert(upright.end(), {zero, zero, three, three});
    const auto vertical = std::make_shared<AztecWeights>(order, upright);
    vertical->advance(INT64_MAX);
    CHECK(vertical->tileable());
    AztecShuffle shuffle(vertical, 1, 0);
    shuffle.advance(INT64_MAX);
    CHECK(shuffle.letters().find_first_of("NS") == std::string::npos);
    const auto none = std::make_shared<AztecWeights>(order, std::vector<ScaledNumber>(4 * blocks, zero));
    none->advance(INT64_MAX);
    CHECK(!none->tileable());
    CHECK_THROWS(AztecShuffle(none, 1, 0));
  }
  CHECK_THROWS(AztecWeights(2, std::vector<ScaledNumber>(15, one)));
}

TEST("a coupling is watched to its end, and a large weight of volume gives the highest tiling") {
  for (const auto& [grid, cells] : small_boards()) {
    const auto region = std::make_shared<const Region>(grid, cells);
    Coupling coupling(region, 3, 1);
    coupling.advance(INT64_MAX);
    const Pairs drawn = coupling.pairs();
    coupling.rewind();
    CHECK(coupling.bound(false) == region->pairs(region->extreme(false)));
    CHECK(coupling.bound(true) == region->pairs(region->extreme(true)));
    std::int64_t sweeps = 0;
    while (coupling.sweep()) ++sweeps;
    CHECK(sweeps == coupling.length());
    CHECK(coupling.bound(false) == drawn);
    CHECK(coupling.bound(true) == drawn);
    Coupling high(region, 3, 1, 1 << 30, 1);
    high.advance(INT64_MAX);
    CHECK(high.pairs() == region->pairs(region->extreme(true)));
    CHECK_THROWS(Coupling(region, 3, 1, 0, 1));
  }
}

TEST("biased bits have exactly their probability") {
  Coins coins(1, 2, 3);
  CHECK(biased_word(coins, 0, 5) == 0);
  CHECK(biased_word(coins, 5, 5) == ~std::uint64_t{0});
  for (const std::uint64_t part : {1, 2, 3, 4}) {
    std::int64_t ones = 0;
    const std::int64_t words = 20'000;
    for (std::int64_t k = 0; k < words; ++k) ones += std::popcount(biased_word(coins, part, 5));
    const double mean = 64.0 * words * static_cast<double>(part) / 5;
    CHECK(std::abs(static_cast<double>(ones) - mean) < 5 * std::sqrt(mean));
  }
}

TEST("an order of several words keeps the rules of dominoes") {
  for (const std::int32_t order : {63, 64, 65, 130}) {
    AztecShuffle shuffle(order, 1, 1, 4, 0);
    CHECK(shuffle.advance(INT64_MAX));
    const std::string letters = shuffle.letters();
    const std::int32_t side = 2 * order;
    std::int64_t cells = 0;
    for (std::int32_t y = 0; y < side; ++y)
      for (std::int32_t x = 0; x < side; ++x) {
        const char letter = letters[static_cast<std::size_t>(y * side + x)];
        const bool inside = std::abs(2 * x + 1 - side) + std::abs(2 * y + 1 - side) <= side;
        CHECK((letter != '.') == inside);
        if (letter == '.') continue;
        ++cells;
        const bool first = ((x + y + order) & 1) == (letter == 'N' || letter == 'W');
        const std::int32_t to = first ? 1 : -1;
        const std::int32_t other = letter == 'N' || letter == 'S' ? y * side + x + to : (y + to) * side + x;
        CHECK(letters[static_cast<std::size_t>(other)] == letter);
      }
    CHECK(cells == 2 * std::int64_t{order} * (order + 1));
  }
}

}  // namespace
}  // namespace tilewright::tests
