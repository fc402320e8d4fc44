#include "families/pips/puzzle.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>
#include <utility>

namespace tilewright::pips {

namespace {

constexpr int kMost = kNumbers - 1;

// The set of the numbers from `low` to `high`.
std::uint8_t range(int low, int high) {
  low = std::max(low, 0);
  high = std::min(high, kMost);
  if (low > high) return 0;
  return static_cast<std::uint8_t>((kAnyNumber >> (kMost - high)) & (kAnyNumber << low) & kAnyNumber);
}

int smallest(std::uint8_t numbers) { return std::countr_zero(numbers); }

}  // namespace

Puzzle make_puzzle(std::vector<std::vector<int>> neighbours, std::vector<int> region,
                   const std::vector<std::pair<int, int>>& rules, const std::vector<std::pair<int, int>>& dominoes) {
  const int cells = static_cast<int>(neighbours.size());
  if (cells < 1 || cells > kMaxCells) throw std::invalid_argument("a board has 1 to 64 cells");
  if (static_cast<int>(region.size()) != cells) throw std::invalid_argument("each cell has a region");
  if (static_cast<int>(dominoes.size()) * 2 != cells) throw std::invalid_argument("a domino covers two cells");
  for (const std::vector<int>& row : neighbours)
    for (const int other : row)
      if (other < 0 || other >= cells) throw std::invalid_argument("a neighbour is no cell");
  Puzzle puzzle;
  for (const auto& [rule, target] : rules) {
    if (rule < 0 || rule > static_cast<int>(Rule::greater)) throw std::invalid_argument("there is no such rule");
    puzzle.regions.push_back({static_cast<Rule>(rule), target, 0});
  }
  for (const int one : region) {
    if (one < 0 || one >= static_cast<int>(rules.size())) throw std::invalid_argument("there is no such region");
    ++puzzle.regions[one].cells;
  }
  for (const Region& one : puzzle.regions)
    if (!one.cells) throw std::invalid_argument("a region has no cells");
  for (auto& row : puzzle.domino_of) row.fill(-1);
  std::map<std::pair<int, int>, int> counts;
  for (const auto& [first, second] : dominoes) {
    if (std::min(first, second) < 0 || std::max(first, second) > kMost)
      throw std::invalid_argument("a half of a domino has 0 to 6 pips");
    ++counts[std::minmax(first, second)];
    ++puzzle.halves[first];
    ++puzzle.halves[second];
  }
  for (const auto& [pair, count] : counts) {
    const auto [a, b] = pair;
    puzzle.domino_of[a][b] = puzzle.domino_of[b][a] = static_cast<int>(puzzle.dominoes.size());
    puzzle.dominoes.push_back({a, b, count});
  }
  puzzle.neighbours = std::move(neighbours);
  puzzle.region = std::move(region);
  return puzzle;
}

Puzzle reordered(const Puzzle& puzzle, const std::vector<int>& order) {
  Puzzle renumbered = puzzle;
  std::vector<int> position(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) position[order[i]] = static_cast<int>(i);
  for (std::size_t i = 0; i < order.size(); ++i) {
    renumbered.region[i] = puzzle.region[order[i]];
    renumbered.neighbours[i].clear();
    for (const int other : puzzle.neighbours[order[i]]) renumbered.neighbours[i].push_back(position[other]);
    std::sort(renumbered.neighbours[i].begin(), renumbered.neighbours[i].end());
  }
  return renumbered;
}

Tileability::Tileability(const Puzzle& puzzle)
    : near_(puzzle.cells(), 0), all_(~std::uint64_t{0} >> (kMaxCells - puzzle.cells())) {
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    for (const int other : puzzle.neighbours[cell]) near_[cell] |= bit(other);
}

bool Tileability::operator()(std::uint64_t covered) {
  const std::uint64_t open = all_ & ~covered;
  if (!open) return true;
  if (const auto known = known_.find(covered); known != known_.end()) return known->second;
  const int cell = std::countr_zero(open);
  bool possible = false;
  for (std::uint64_t others = near_[cell] & open; others && !possible; others &= others - 1)
    possible = (*this)(covered | bit(cell) | (others & -others));
  known_.emplace(covered, possible);
  return possible;
}

std::uint8_t allowed(const Region& region, const Filling& filling) {
  const int others = filling.open - 1;
  switch (region.rule) {
    case Rule::none: return kAnyNumber;
    case Rule::equal: return filling.used ? filling.used : kAnyNumber;
    case Rule::different: return kAnyNumber & ~filling.used;
    case Rule::sum: return range(region.target - filling.sum - others * kMost, region.target - filling.sum);
    case Rule::less: return range(0, region.target - 1 - filling.sum);
    case Rule::greater: return range(region.target + 1 - filling.sum - others * kMost, kMost);
  }
  return 0;
}

bool may_fill(const std::vector<Region>& regions, const std::vector<Filling>& fillings, const Tally& halves) {
  int low = 0, high = 0, total = 0;
  Tally needed{};
  for (int number = 0; number < kNumbers; ++number) total += number * halves[number];
  for (std::size_t r = 0; r < regions.size(); ++r) {
    const Region& region = regions[r];
    const Filling& filling = fillings[r];
    if (!filling.open) continue;
    const int most = kMost * filling.open;
    switch (region.rule) {
      case Rule::none: high += most; break;
      case Rule::equal:
        if (filling.used) {
          const int number = smallest(filling.used);
          needed[number] += filling.open;
          low += number * filling.open;
          high += number * filling.open;
        } else {
          high += most;
        }
        break;
      case Rule::different: {
        std::uint8_t numbers = kAnyNumber & ~filling.used;
        if (std::popcount(numbers) < filling.open) return false;
        for (int i = 0; i < filling.open; ++i, numbers &= numbers - 1) low += smallest(numbers);
        numbers = kAnyNumber & ~filling.used;
        for (int i = 0; i < filling.open; ++i) {
          const int number = std::bit_width(numbers) - 1;
          high += number;
          numbers &= static_cast<std::uint8_t>(~(1 << number));
        }
        break;
      }
      case Rule::sum: {
        const int rest = region.target - filling.sum;
        if (rest < 0 || rest > most) return false;
        low += rest;
        high += rest;
        if (filling.open == 1)
          ++needed[rest];
        else if (!rest)
          needed[0] += filling.open;
        else if (rest == most)
          needed[kMost] += filling.open;
        break;
      }
      case Rule::less: {
        const int rest = region.target - 1 - filling.sum;
        if (rest < 0) return false;
        high += std::min(most, rest);
        if (!rest) needed[0] += filling.open;
        break;
      }
      case Rule::greater: {
        const int rest = region.target + 1 - filling.sum;
        if (rest > most) return false;
        low += std::max(0, rest);
        high += most;
        if (rest == most) needed[kMost] += filling.open;
        break;
      }
    }
  }
  if (low > total || high < total) return false;
  for (int number = 0; number < kNumbers; ++number)
    if (needed[number] > halves[number]) return false;
  return true;
}

}  // namespace tilewright::pips
