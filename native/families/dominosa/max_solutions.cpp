#include "families/dominosa/max_solutions.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace tilewright::dominosa {

namespace {

constexpr std::size_t kMaxTilings = 1 << 16;

std::size_t pair(std::uint8_t a, std::uint8_t b) {
  const std::size_t low = std::min(a, b), high = std::max(a, b);
  return high * (high + 1) / 2 + low;
}

}  // namespace

MaxSolutionsSearch::MaxSolutionsSearch(std::int32_t width, std::int32_t height, std::int32_t largest,
                                       std::uint64_t lower_bound)
    : width_(width), height_(height), largest_(largest), cells_(width * height), best_(lower_bound) {
  if (largest < 1 || largest > 5 || width < 1 || height < 1 || width > 64 || height > 64 ||
      cells_ != (largest + 1) * (largest + 2))
    throw std::invalid_argument("the cells are not those of a set that is small enough");
  right_.assign(cells_, -1);
  down_.assign(cells_, -1);
  for (std::int32_t cell = 0; cell < cells_; ++cell) {
    if ((cell + 1) % width_ != 0) {
      right_[cell] = static_cast<std::int32_t>(edges_.size());
      edges_.push_back({cell, cell + 1, {}});
    }
    if (cell + width_ < cells_) {
      down_[cell] = static_cast<std::int32_t>(edges_.size());
      edges_.push_back({cell, cell + width_, {}});
    }
  }
  std::vector<std::int32_t> held;
  list(0, 0, held);
  words_ = (tilings_.size() + 63) / 64;
  for (Edge& edge : edges_) edge.tilings.assign(words_, 0);
  for (std::size_t tiling = 0; tiling < tilings_.size(); ++tiling)
    for (const std::int32_t edge : tilings_[tiling])
      edges_[edge].tilings[tiling / 64] |= std::uint64_t{1} << tiling % 64;
  alive_.assign(cells_ + 1, Words(words_, 0));
  for (std::size_t tiling = 0; tiling < tilings_.size(); ++tiling)
    alive_[0][tiling / 64] |= std::uint64_t{1} << tiling % 64;
  same_.assign((largest_ + 1) * (largest_ + 2) / 2, {});
  numbers_.assign(cells_, 0);
  most_.assign(cells_ + 1, 0);
  next_.assign(cells_ + 1, 0);
  left_.assign(largest_ + 1, largest_ + 2);
}

void MaxSolutionsSearch::list(std::int32_t cell, std::uint64_t covered, std::vector<std::int32_t>& held) {
  while (cell < cells_ && covered >> cell & 1) ++cell;
  if (cell == cells_) {
    if (tilings_.size() == kMaxTilings) throw std::invalid_argument("there are too many tilings");
    tilings_.push_back(held);
    return;
  }
  for (const std::int32_t edge : {right_[cell], down_[cell]}) {
    if (edge < 0 || covered >> edges_[edge].to & 1) continue;
    held.push_back(edge);
    list(cell + 1, covered | std::uint64_t{1} << cell | std::uint64_t{1} << edges_[edge].to, held);
    held.pop_back();
  }
}

// Puts a number on the cell at the current depth and drops the tilings in which a domino comes twice; false
// when no more of them are left than the best grid has. What is known of edges stays for `advance` to undo.
bool MaxSolutionsSearch::put(std::int32_t cell, std::int32_t number) {
  const auto held = static_cast<std::uint8_t>(number);
  numbers_[cell] = held;
  Words& alive = alive_[cell + 1];
  alive = alive_[cell];
  const auto settle = [&](std::int32_t edge) {
    std::vector<std::int32_t>& equal = same_[pair(numbers_[edges_[edge].from], held)];
    for (const std::int32_t other : equal)
      for (std::size_t word = 0; word < words_; ++word)
        alive[word] &= ~(edges_[edge].tilings[word] & edges_[other].tilings[word]);
    equal.push_back(edge);
  };
  if (cell % width_ != 0) settle(right_[cell - 1]);
  if (cell >= width_) settle(down_[cell - width_]);
  std::uint64_t count = 0;
  for (const std::uint64_t word : alive) count += std::popcount(word);
  return count > best_;
}

bool MaxSolutionsSearch::advance(std::uint64_t budget) {
  const auto undo = [&](std::int32_t cell) {
    const std::uint8_t held = numbers_[cell];
    if (cell >= width_) same_[pair(numbers_[cell - width_], held)].pop_back();
    if (cell % width_ != 0) same_[pair(numbers_[cell - 1], held)].pop_back();
    ++left_[held];
  };
  const std::uint64_t end = nodes_ + budget;
  while (depth_ >= 0) {
    const std::int32_t cell = depth_;
    if (cell == cells_) {
      best_ = 0;
      for (const std::uint64_t word : alive_[cells_]) best_ += std::popcount(word);
      grid_ = numbers_;
      undo(--depth_);
      continue;
    }
    const std::int32_t fresh = cell == 0 ? 0 : most_[cell] + 1;  // the least number that was not used yet
    const std::int32_t number = next_[cell]++;
    if (number > std::min(fresh, largest_)) {
      next_[cell] = 0;
      if (--depth_ >= 0) undo(depth_);
      continue;
    }
    if (left_[number] == 0) continue;
    if (nodes_ == end) {
      --next_[cell];
      return false;
    }
    ++nodes_;
    --left_[number];
    if (put(cell, number)) {
      most_[cell + 1] = static_cast<std::uint8_t>(cell == 0 ? 0 : std::max<std::int32_t>(most_[cell], number));
      ++depth_;
    } else {
      undo(cell);
    }
  }
  return true;
}

double MaxSolutionsSearch::share() const {
  if (depth_ < 0) return 1.0;
  double done = 0.0, part = 1.0;
  for (std::int32_t cell = 0; cell <= depth_ && cell < cells_; ++cell) {
    const std::int32_t fresh = cell == 0 ? 0 : most_[cell] + 1;
    const double branches = std::min(fresh, largest_) + 1;
    const double tried = std::max(0, next_[cell] - (cell < depth_ ? 1 : 0));
    part /= branches;
    done += part * tried;
  }
  return std::min(done, 1.0);
}

}  // namespace tilewright::dominosa
