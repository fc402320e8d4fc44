// Pips: the search and both sweeps agree on random boards, however they are sliced, and with a plain program.
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "families/pips/puzzle.hpp"
#include "families/pips/search.hpp"
#include "families/pips/sweep.hpp"

namespace tilewright::tests {

namespace {

struct Board {
  std::vector<std::vector<int>> neighbours;
  std::vector<int> region;
  std::vector<std::pair<int, int>> rules, dominoes;
};

// A rectangle of 2 x `width` cells with regions of two or three cells at random, most of which the numbers of some laying
// obey.
Board random_board(std::mt19937& chance, int width) {
  Board board;
  const int cells = 2 * width;
  std::vector<int> numbers(cells);
  for (int cell = 0; cell < cells; ++cell) {
    std::vector<int> near;
    const int x = cell % width;
    if (cell >= width) near.push_back(cell - width);
    if (x > 0) near.push_back(cell - 1);
    if (x < width - 1) near.push_back(cell + 1);
    if (cell < width) near.push_back(cell + width);
    board.neighbours.push_back(near);
    numbers[cell] = static_cast<int>(chance() % 4);
  }
  for (int x = 0; x < width; ++x) board.dominoes.emplace_back(numbers[x], numbers[x + width]);
  board.region.assign(cells, 0);
  for (int start = 0, region = 0; start < cells; ++region) {
    const int size = std::min<int>(cells - start, 1 + static_cast<int>(chance() % 3));
    int sum = 0;
    std::set<int> used;
    for (int k = start; k < start + size; ++k) {
      board.region[k] = region;
      sum += numbers[k];
      used.insert(numbers[k]);
    }
    const int kind = static_cast<int>(chance() % 6);
    const bool is_equal = used.size() == 1, is_different = static_cast<int>(used.size()) == size;
    if (kind == 1 && is_equal) {
      board.rules.emplace_back(static_cast<int>(pips::Rule::equal), 0);
    } else if (kind == 2 && is_different) {
      board.rules.emplace_back(static_cast<int>(pips::Rule::different), 0);
    } else if (kind == 3) {
      board.rules.emplace_back(static_cast<int>(pips::Rule::sum), sum);
    } else if (kind == 4) {
      board.rules.emplace_back(static_cast<int>(pips::Rule::less), sum + 1);
    } else if (kind == 5 && sum > 0) {
      board.rules.emplace_back(static_cast<int>(pips::Rule::greater), sum - 1);
    } else {
      board.rules.emplace_back(static_cast<int>(pips::Rule::none), 0);
    }
    start += size;
  }
  return board;
}

bool obeys(const pips::Region& region, const std::vector<int>& numbers) {
  int sum = 0;
  for (const int number : numbers) sum += number;
  const std::set<int> used(numbers.begin(), numbers.end());
  switch (region.rule) {
    case pips::Rule::none: return true;
    case pips::Rule::equal: return used.size() == 1;
    case pips::Rule::different: return used.size() == numbers.size();
    case pips::Rule::sum: return sum == region.target;
    case pips::Rule::less: return sum < region.target;
    case pips::Rule::greater: return sum > region.target;
  }
  return false;
}

// The definition: a domino that is left on the first open cell and a neighbour, and the rules at the end.
void plain(const pips::Puzzle& puzzle, std::vector<int>& numbers, std::vector<int>& left, std::uint64_t& placements,
           std::set<std::vector<int>>& fillings) {
  const auto open = std::ranges::find(numbers, -1);
  if (open == numbers.end()) {
    for (std::size_t region = 0; region < puzzle.regions.size(); ++region) {
      std::vector<int> own;
      for (int cell = 0; cell < puzzle.cells(); ++cell)
        if (puzzle.region[cell] == static_cast<int>(region)) own.push_back(numbers[cell]);
      if (!obeys(puzzle.regions[region], own)) return;
    }
    ++placements;
    fillings.insert(numbers);
    return;
  }
  const int cell = static_cast<int>(open - numbers.begin());
  for (const int other : puzzle.neighbours[cell]) {
    if (numbers[other] >= 0) continue;
    for (std::size_t k = 0; k < puzzle.dominoes.size(); ++k) {
      const auto [a, b, count] = puzzle.dominoes[k];
      if (left[k] == 0) continue;
      for (int turn = 0; turn < (a == b ? 1 : 2); ++turn) {
        --left[k];
        numbers[cell] = turn == 0 ? a : b;
        numbers[other] = turn == 0 ? b : a;
        plain(puzzle, numbers, left, placements, fillings);
        numbers[cell] = numbers[other] = -1;
        ++left[k];
      }
    }
  }
}

}  // namespace

TEST("pips") {
  std::mt19937 chance(7);
  for (int round = 0; round < 150; ++round) {
    const int width = 1 + static_cast<int>(chance() % 5);
    const Board board = random_board(chance, width);
    const pips::Puzzle puzzle = pips::make_puzzle(board.neighbours, board.region, board.rules, board.dominoes);
    std::vector<int> numbers(puzzle.cells(), -1), left;
    for (const auto& domino : puzzle.dominoes) left.push_back(domino.count);
    std::uint64_t placements = 0;
    std::set<std::vector<int>> fillings;
    plain(puzzle, numbers, left, placements, fillings);
    CHECK(placements > 0);

    for (const std::uint64_t budget : {std::uint64_t{1}, std::uint64_t{1'000'000}}) {
      pips::Search search(puzzle, false, {});
      while (!search.advance(budget, 10)) search.take();
      CHECK(search.placements() == placements && search.share() == 1.0);
      pips::Search distinct(puzzle, true, {});
      while (!distinct.advance(budget, 10)) distinct.take();
      CHECK(distinct.fillings() == fillings.size());
    }
    std::vector<int> order(puzzle.cells());
    for (int k = 0; k < puzzle.cells(); ++k) order[k] = k;
    for (int turn = 0; turn < 2; ++turn, std::ranges::reverse(order)) {
      for (const std::uint64_t budget : {std::uint64_t{1}, std::uint64_t{1'000'000}}) {
        pips::PlacementSweep laid(puzzle, order, std::size_t{1} << 30);
        while (!laid.advance(budget)) {
        }
        CHECK(laid.complete() && laid.count().first == 0 && laid.count().second == placements);
        pips::FillingSweep filled(puzzle, order, std::size_t{1} << 30);
        while (!filled.advance(budget)) {
        }
        CHECK(filled.complete() && filled.count().first == 0 && filled.count().second == fillings.size());
      }
    }
  }
  CHECK_THROWS(pips::make_puzzle({{1}, {0}}, {0, 0}, {{0, 0}}, {}));
}

}  // namespace tilewright::tests
