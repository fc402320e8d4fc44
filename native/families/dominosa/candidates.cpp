#include "families/dominosa/candidates.hpp"

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace tilewright::dominosa {

Candidates::Candidates(std::int32_t width, std::int32_t height, std::int32_t largest)
    : width_(width), cells_(width * height), dominoes_((largest + 1) * (largest + 2) / 2), largest_(largest) {
  if (width < 1 || height < 1 || largest < 1 || cells_ != 2 * dominoes_) {
    throw std::invalid_argument("the cells are not those of a set of dominoes");
  }
  for (std::int32_t cell = 0; cell < cells_; ++cell) {
    if (cell % width < width - 1) pairs_.push_back({{cell, cell + 1}});
    if (cell + width < cells_) pairs_.push_back({{cell, cell + width}});
  }
  on_start_.assign(cells_ + 1, 0);
  for (const Pair& pair : pairs_) {
    for (const std::int32_t cell : pair.cells) ++on_start_[cell + 1];
  }
  for (std::int32_t cell = 0; cell < cells_; ++cell) on_start_[cell + 1] += on_start_[cell];
  on_list_.resize(2 * pairs_.size());
  std::vector<std::int32_t> next(on_start_.begin(), on_start_.end() - 1);
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    for (const std::int32_t cell : pairs_[pair].cells) on_list_[next[cell]++] = static_cast<std::int32_t>(pair);
  }
  domino_.resize(pairs_.size());
  of_list_.resize(pairs_.size());
  of_start_.resize(dominoes_ + 1);
  seen_.assign(cells_, 0);
}

std::span<const std::int32_t> Candidates::on(std::int32_t cell) const {
  return {on_list_.data() + on_start_[cell], on_list_.data() + on_start_[cell + 1]};
}

std::span<const std::int32_t> Candidates::of(std::int32_t domino) const {
  return {of_list_.data() + of_start_[domino], of_list_.data() + of_start_[domino + 1]};
}

bool Candidates::begin(std::span<const std::uint8_t> numbers) {
  if (numbers.size() != static_cast<std::size_t>(cells_) ||
      std::ranges::any_of(numbers, [this](std::uint8_t number) { return number > largest_; })) {
    throw std::invalid_argument("the grid is not of this size and set");
  }
  std::ranges::fill(of_start_, 0);
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    const auto& [first, second] = pairs_[pair].cells;
    const auto [low, high] = std::minmax({std::int32_t{numbers[first]}, std::int32_t{numbers[second]}});
    domino_[pair] = high * (high + 1) / 2 + low;
    ++of_start_[domino_[pair] + 1];
  }
  for (std::int32_t domino = 0; domino < dominoes_; ++domino) of_start_[domino + 1] += of_start_[domino];
  stack_.assign(of_start_.begin(), of_start_.end() - 1);
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    of_list_[stack_[domino_[pair]]++] = static_cast<std::int32_t>(pair);
  }
  state_.alive.assign(pairs_.size(), 1);
  state_.pairs_on.resize(cells_);
  state_.pairs_of.resize(dominoes_);
  state_.open = cells_;
  state_.left = static_cast<std::int32_t>(pairs_.size());
  forced_.clear();
  for (std::int32_t cell = 0; cell < cells_; ++cell) {
    state_.pairs_on[cell] = static_cast<std::uint8_t>(on(cell).size());
    if (on(cell).size() == 1) forced_.push_back(cell);
  }
  for (std::int32_t domino = 0; domino < dominoes_; ++domino) {
    if (of(domino).empty()) return false;
    state_.pairs_of[domino] = static_cast<std::uint8_t>(std::min<std::size_t>(of(domino).size(), 255));
    if (of(domino).size() > 255) throw std::invalid_argument("one domino has too many places");
    if (of(domino).size() == 1) forced_.push_back(cells_ + domino);
  }
  return true;
}

// Done cells and dominoes have no pairs, so they are not counted.
bool Candidates::exclude(std::int32_t pair) {
  state_.alive[pair] = 0;
  --state_.left;
  for (const std::int32_t cell : pairs_[pair].cells) {
    if (state_.pairs_on[cell] == 0) continue;
    if (--state_.pairs_on[cell] == 0) return false;
    if (state_.pairs_on[cell] == 1) forced_.push_back(cell);
  }
  std::uint8_t& of_domino = state_.pairs_of[domino_[pair]];
  if (of_domino == 0) return true;
  if (--of_domino == 0) return false;
  if (of_domino == 1) forced_.push_back(cells_ + domino_[pair]);
  return true;
}

bool Candidates::lay(std::int32_t pair) {
  state_.alive[pair] = 0;
  --state_.left;
  state_.open -= 2;
  state_.pairs_of[domino_[pair]] = 0;
  for (const std::int32_t cell : pairs_[pair].cells) state_.pairs_on[cell] = 0;
  for (const std::int32_t other : of(domino_[pair])) {
    if (state_.alive[other] && !exclude(other)) return false;
  }
  for (const std::int32_t cell : pairs_[pair].cells) {
    for (const std::int32_t other : on(cell)) {
      if (state_.alive[other] && !exclude(other)) return false;
    }
  }
  return true;
}

// The easy techniques: a cell, or a domino, with one pair.
bool Candidates::drain() {
  while (!forced_.empty()) {
    const std::int32_t what = forced_.back();
    forced_.pop_back();
    const bool is_cell = what < cells_;
    if ((is_cell ? state_.pairs_on[what] : state_.pairs_of[what - cells_]) == 0) continue;  // done meanwhile
    for (const std::int32_t pair : is_cell ? on(what) : of(what - cells_)) {
      if (!state_.alive[pair]) continue;
      if (!lay(pair)) return false;
      break;
    }
  }
  return true;
}

// All pairs of a domino share a cell: no other domino covers it.
bool Candidates::shared_cell(bool& changed) {
  for (std::int32_t domino = 0; domino < dominoes_; ++domino) {
    if (state_.pairs_of[domino] < 2) continue;
    std::int32_t shared[2] = {-1, -1};
    bool is_first = true;
    for (const std::int32_t pair : of(domino)) {
      if (!state_.alive[pair]) continue;
      const auto& cells = pairs_[pair].cells;
      if (is_first) {
        shared[0] = cells[0];
        shared[1] = cells[1];
        is_first = false;
        continue;
      }
      for (std::int32_t& cell : shared) {
        if (cell != cells[0] && cell != cells[1]) cell = -1;
      }
    }
    for (const std::int32_t cell : shared) {
      if (cell < 0) continue;
      for (const std::int32_t pair : on(cell)) {
        if (!state_.alive[pair] || domino_[pair] == domino) continue;
        changed = true;
        if (!exclude(pair)) return false;
      }
    }
  }
  return true;
}

// All pairs of a cell are of one domino: it covers that cell.
bool Candidates::single_domino(bool& changed) {
  for (std::int32_t cell = 0; cell < cells_; ++cell) {
    if (state_.pairs_on[cell] < 2) continue;
    std::int32_t domino = -1;
    bool is_single = true;
    for (const std::int32_t pair : on(cell)) {
      if (!state_.alive[pair]) continue;
      is_single = is_single && (domino < 0 || domino == domino_[pair]);
      domino = domino_[pair];
    }
    if (!is_single) continue;
    for (const std::int32_t pair : of(domino)) {
      if (!state_.alive[pair] || pairs_[pair].cells[0] == cell || pairs_[pair].cells[1] == cell) continue;
      changed = true;
      if (!exclude(pair)) return false;
    }
  }
  return true;
}

// Two cells with pairs of the same two dominoes, and none on both: those dominoes cover these cells.
bool Candidates::pair_of_cells(bool& changed) {
  struct Two {
    std::int32_t low, high, cell;
  };
  std::vector<Two> twos;
  for (std::int32_t cell = 0; cell < cells_; ++cell) {
    if (state_.pairs_on[cell] < 2) continue;
    std::int32_t low = -1, high = -1;
    bool are_two = true;
    for (const std::int32_t pair : on(cell)) {
      if (!state_.alive[pair]) continue;
      const std::int32_t domino = domino_[pair];
      if (low < 0 || domino == low) {
        low = domino;
      } else if (high < 0 || domino == high) {
        high = domino;
      } else {
        are_two = false;
      }
    }
    if (are_two && high >= 0) twos.push_back({std::min(low, high), std::max(low, high), cell});
  }
  std::ranges::sort(twos, {}, [](const Two& two) { return std::tuple(two.low, two.high, two.cell); });
  for (std::size_t first = 0; first < twos.size(); ++first) {
    for (std::size_t second = first + 1; second < twos.size(); ++second) {
      const Two &one = twos[first], &other = twos[second];
      if (one.low != other.low || one.high != other.high) break;
      const auto has = [this](std::int32_t pair, std::int32_t cell) {
        return pairs_[pair].cells[0] == cell || pairs_[pair].cells[1] == cell;
      };
      if (std::ranges::any_of(on(one.cell),
                              [&](std::int32_t pair) { return state_.alive[pair] && has(pair, other.cell); })) {
        continue;
      }
      for (const std::int32_t domino : {one.low, one.high}) {
        for (const std::int32_t pair : of(domino)) {
          if (!state_.alive[pair] || has(pair, one.cell) || has(pair, other.cell)) continue;
          changed = true;
          if (!exclude(pair)) return false;
        }
      }
    }
  }
  return true;
}

// A pair that cuts off a region which dominoes cannot fill, by its chessboard colouring.
bool Candidates::split_region(bool& changed) {
  for (std::size_t pair = 0; pair < pairs_.size(); ++pair) {
    const auto at = static_cast<std::int32_t>(pair);
    if (!state_.alive[at] || leaves_balanced_regions(at)) continue;
    changed = true;
    if (!exclude(at)) return false;
  }
  return true;
}

bool Candidates::leaves_balanced_regions(std::int32_t pair) {
  ++round_;
  for (const std::int32_t cell : pairs_[pair].cells) seen_[cell] = round_;
  for (std::int32_t start = 0; start < cells_; ++start) {
    if (state_.pairs_on[start] == 0 || seen_[start] == round_) continue;
    std::int32_t balance = 0;
    stack_.assign(1, start);
    seen_[start] = round_;
    while (!stack_.empty()) {
      const std::int32_t cell = stack_.back();
      stack_.pop_back();
      balance += (cell / width_ + cell % width_) % 2 == 0 ? 1 : -1;
      for (const std::int32_t other : on(cell)) {
        if (!state_.alive[other] || domino_[other] == domino_[pair]) continue;
        const std::int32_t beyond = pairs_[other].cells[0] + pairs_[other].cells[1] - cell;
        if (seen_[beyond] == round_) continue;
        seen_[beyond] = round_;
        stack_.push_back(beyond);
      }
    }
    if (balance != 0) return false;
  }
  return true;
}

// A pair from which the easy techniques lead to a contradiction.
bool Candidates::trial(bool& changed) {
  for (std::size_t at = 0; at < pairs_.size(); ++at) {
    const auto pair = static_cast<std::int32_t>(at);
    if (!state_.alive[pair]) continue;
    before_ = state_;
    const bool is_possible = lay(pair) && drain();
    forced_.clear();
    state_ = before_;
    if (is_possible) continue;
    changed = true;
    return exclude(pair) && close_to_medium();
  }
  return true;
}

bool Candidates::close_to_medium() {
  for (bool changed = true; changed;) {
    changed = false;
    if (!drain()) return false;
    if (!shared_cell(changed)) return false;
    if (!changed && !single_domino(changed)) return false;
    if (!changed && !pair_of_cells(changed)) return false;
    if (!changed && !split_region(changed)) return false;
  }
  return true;
}

bool Candidates::close(Level level) {
  bool is_consistent = level == Level::easy ? drain() : close_to_medium();
  for (bool changed = level == Level::hard; is_consistent && changed;) {
    changed = false;
    is_consistent = trial(changed);
  }
  forced_.clear();
  return is_consistent;
}

}  // namespace tilewright::dominosa
