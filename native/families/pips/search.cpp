#include "families/pips/search.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace tilewright::pips {

namespace {

int smallest(std::uint8_t numbers) { return std::countr_zero(numbers); }
int largest(std::uint8_t numbers) { return std::bit_width(numbers) - 1; }

// The numbers of a set that are at least `low` and at most `high`.
std::uint8_t within(std::uint8_t numbers, int low, int high) {
  if (low > 0) numbers = low >= kNumbers ? 0 : numbers & static_cast<std::uint8_t>(kAnyNumber << low);
  if (high < kNumbers - 1) numbers = high < 0 ? 0 : numbers & static_cast<std::uint8_t>((2 << high) - 1);
  return numbers;
}

}  // namespace

Search::Search(Puzzle puzzle, bool distinct, const std::vector<Choice>& laid)
    : puzzle_(std::move(puzzle)), distinct_(distinct), is_tileable_(puzzle_), cells_of_(puzzle_.regions.size()) {
  Node root;
  root.numbers.fill(kAnyNumber);
  for (const Domino& domino : puzzle_.dominoes) root.left.push_back(static_cast<std::uint8_t>(domino.count));
  root.halves = puzzle_.halves;
  for (const Region& region : puzzle_.regions) root.fillings.push_back({region.cells, 0, 0});
  for (int cell = 0; cell < puzzle_.cells(); ++cell) cells_of_[puzzle_.region[cell]].push_back(cell);
  for (const Choice& one : laid) {
    const auto cells = static_cast<int>(one.cell) < puzzle_.cells() && one.other < puzzle_.cells();
    if (!cells || one.number >= kNumbers || one.other_number >= kNumbers) throw std::invalid_argument("no such domino");
    const std::vector<int>& near = puzzle_.neighbours[one.cell];
    const int domino = puzzle_.domino_of[one.number][one.other_number];
    if (domino < 0 || !root.left[domino] || root.covered & (bit(one.cell) | bit(one.other)) ||
        std::find(near.begin(), near.end(), one.other) == near.end())
      throw std::invalid_argument("a domino cannot lie there");
    if (!lay(root, one)) return;
  }
  enter(std::move(root));
}

bool Search::advance(std::uint64_t budget, std::size_t capacity) {
  const std::size_t size = 2 * puzzle_.neighbours.size();
  for (; budget && !path_.empty() && waiting_.size() < capacity * size; --budget) {
    Level& level = path_.back();
    if (level.next == level.choices.size()) {
      path_.pop_back();
      continue;
    }
    Node node = level.node;
    if (lay(node, level.choices[level.next++])) enter(std::move(node));
  }
  return path_.empty();
}

double Search::share() const {
  double share = 0, part = 1;
  for (const Level& level : path_) {
    part /= static_cast<double>(level.choices.size());
    const std::size_t done = level.next - (&level == &path_.back() ? 0 : 1);
    share += part * static_cast<double>(done);
  }
  return path_.empty() ? 1 : share;
}

std::string Search::take() { return std::exchange(waiting_, {}); }

// Goes on from a node; nothing to do where it has no solution, or is one.
void Search::enter(Node node) {
  ++nodes_;
  if (!propagate(node)) return;
  if (std::popcount(node.covered) == puzzle_.cells()) {
    record(node);
    return;
  }
  std::vector<Choice> choices;
  if (choose(node, choices)) path_.push_back({std::move(node), std::move(choices), 0});
}

// Lays a domino; false where a region does not allow its numbers.
bool Search::lay(Node& node, const Choice& choice) const {
  node.covered |= bit(choice.cell) | bit(choice.other);
  node.partner[choice.cell] = choice.other;
  node.partner[choice.other] = choice.cell;
  --node.left[puzzle_.domino_of[choice.number][choice.other_number]];
  return put(node, choice.cell, choice.number) && put(node, choice.other, choice.other_number);
}

bool Search::put(Node& node, int cell, int number) const {
  const int r = puzzle_.region[cell];
  if (!(allowed(puzzle_.regions[r], node.fillings[r]) >> number & 1)) return false;
  node.numbers[cell] = static_cast<std::uint8_t>(1 << number);
  --node.halves[number];
  node.fillings[r].put(number);
  return true;
}

// Narrows the numbers of the open cells until nothing changes; false where a cell has none left.
bool Search::propagate(Node& node) {
  if (!is_tileable_(node.covered) || !may_fill(puzzle_.regions, node.fillings, node.halves)) return false;
  std::array<std::uint8_t, kMaxCells> numbers = node.numbers;
  do {
    node.numbers = numbers;
    if (!narrow(node, numbers)) return false;
  } while (numbers != node.numbers);
  return true;
}

bool Search::narrow(Node& node, std::array<std::uint8_t, kMaxCells>& numbers) {
  for (std::size_t r = 0; r < cells_of_.size(); ++r) {
    const Region& region = puzzle_.regions[r];
    const Filling& filling = node.fillings[r];
    if (!filling.open || region.rule == Rule::none) continue;
    int low = 0, high = 0;
    std::uint8_t common = kAnyNumber;
    for (const int cell : cells_of_[r]) {
      if (node.covered >> cell & 1) continue;
      low += smallest(numbers[cell]);
      high += largest(numbers[cell]);
      common &= numbers[cell];
    }
    for (const int cell : cells_of_[r]) {
      if (node.covered >> cell & 1) continue;
      std::uint8_t& own = numbers[cell];
      const int others_low = low - smallest(own), others_high = high - largest(own);
      const int rest = region.target - filling.sum;
      low -= smallest(own);
      high -= largest(own);
      switch (region.rule) {
        case Rule::none: break;
        case Rule::equal: own = filling.used ? own & filling.used : common; break;
        case Rule::different: own &= static_cast<std::uint8_t>(~filling.used); break;
        case Rule::sum: own = within(own, rest - others_high, rest - others_low); break;
        case Rule::less: own = within(own, 0, rest - 1 - others_low); break;
        case Rule::greater: own = within(own, rest + 1 - others_high, kNumbers - 1); break;
      }
      if (!own) return false;
      low += smallest(own);
      high += largest(own);
    }
  }
  // A number needs a neighbour that completes a domino with it.
  std::array<std::uint8_t, kNumbers> completing{};
  for (std::size_t d = 0; d < node.left.size(); ++d) {
    if (!node.left[d]) continue;
    const Domino& domino = puzzle_.dominoes[d];
    completing[domino.a] |= static_cast<std::uint8_t>(1 << domino.b);
    completing[domino.b] |= static_cast<std::uint8_t>(1 << domino.a);
  }
  for (int cell = 0; cell < puzzle_.cells(); ++cell) {
    if (node.covered >> cell & 1) continue;
    std::uint8_t around = 0;
    for (const int other : puzzle_.neighbours[cell])
      if (!(node.covered >> other & 1)) around |= numbers[other];
    for (std::uint8_t rest = numbers[cell]; rest; rest &= rest - 1) {
      const int number = smallest(rest);
      if (!(completing[number] & around)) numbers[cell] &= static_cast<std::uint8_t>(~(1 << number));
    }
    if (!numbers[cell]) return false;
  }
  return true;
}

// The places of the cell, or of the domino, that has the fewest; false where one has too few.
bool Search::choose(const Node& node, std::vector<Choice>& choices) {
  std::array<int, kMaxCells> of_cell{};
  std::vector<int> of_domino(node.left.size(), 0);
  all_.clear();
  for (int cell = 0; cell < puzzle_.cells(); ++cell) {
    if (node.covered >> cell & 1) continue;
    for (const int other : puzzle_.neighbours[cell]) {
      if (other < cell || node.covered >> other & 1) continue;
      if (!is_tileable_(node.covered | bit(cell) | bit(other))) continue;
      for (std::uint8_t rest = node.numbers[cell]; rest; rest &= rest - 1) {
        const int number = smallest(rest);
        for (std::uint8_t others = node.numbers[other]; others; others &= others - 1) {
          const int domino = puzzle_.domino_of[number][smallest(others)];
          if (domino < 0 || !node.left[domino]) continue;
          all_.push_back({static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(other),
                          static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(smallest(others))});
          ++of_cell[cell];
          ++of_cell[other];
          ++of_domino[domino];
        }
      }
    }
  }
  int fewest = static_cast<int>(all_.size()) + 1, best_cell = -1, best_domino = -1;
  for (int cell = 0; cell < puzzle_.cells(); ++cell) {
    if (node.covered >> cell & 1 || of_cell[cell] >= fewest) continue;
    fewest = of_cell[cell];
    best_cell = cell;
  }
  for (std::size_t d = 0; d < of_domino.size(); ++d) {
    if (of_domino[d] < node.left[d]) return false;
    // Of equal dominoes each place would be chosen once for each of them.
    if (node.left[d] != 1 || of_domino[d] >= fewest) continue;
    fewest = of_domino[d];
    best_domino = static_cast<int>(d);
  }
  for (const Choice& one : all_) {
    const bool chosen = best_domino >= 0 ? puzzle_.domino_of[one.number][one.other_number] == best_domino
                                         : one.cell == best_cell || one.other == best_cell;
    if (chosen) choices.push_back(one);
  }
  return fewest > 0;
}

void Search::record(const Node& node) {
  ++placements_;
  const auto cells = static_cast<std::size_t>(puzzle_.cells());
  std::string solution;
  for (std::size_t cell = 0; cell < cells; ++cell) solution.push_back(static_cast<char>(smallest(node.numbers[cell])));
  if (distinct_ && !seen_.insert(solution).second) return;
  solution.append(node.partner.begin(), node.partner.begin() + static_cast<std::ptrdiff_t>(cells));
  waiting_ += solution;
}

}  // namespace tilewright::pips
