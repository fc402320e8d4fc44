#include "families/dominosa/generator.hpp"

#include <algorithm>
#include <utility>

namespace tilewright::dominosa {

namespace {

constexpr std::int32_t kRotationsPerCell = 12;  // that mix a tiling
constexpr std::uint64_t kMostChanges = 20'000;  // before a new start

}  // namespace

Generator::Generator(std::int32_t width, std::int32_t height, std::int32_t largest, Level level, bool symmetric,
                     std::uint64_t seed)
    : width_(width),
      height_(height),
      largest_(largest),
      level_(level),
      symmetric_(symmetric),
      random_(seed),
      candidates_(width, height, largest) {
  start();
}

void Generator::start() {
  const std::int32_t cells = width_ * height_;
  laid_.clear();
  owner_.assign(cells, 0);
  numbers_.assign(cells, 0);
  for (std::int32_t high = 0; high <= largest_; ++high) {
    for (std::int32_t low = 0; low <= high; ++low) {
      laid_.push_back({{0, 0}, {static_cast<std::uint8_t>(low), static_cast<std::uint8_t>(high)}});
    }
  }
  for (std::size_t k = laid_.size(); k > 1; --k) std::swap(laid_[k - 1], laid_[below(k)]);
  const bool is_flat = width_ % 2 == 0;
  for (std::int32_t k = 0; k < static_cast<std::int32_t>(laid_.size()); ++k) {
    Laid& one = laid_[k];
    const std::int32_t first = is_flat ? 2 * k : k / width_ * 2 * width_ + k % width_;
    one.cells[0] = first;
    one.cells[1] = first + (is_flat ? 1 : width_);
    if (below(2) != 0) std::swap(one.numbers[0], one.numbers[1]);
    for (const std::int32_t cell : one.cells) owner_[cell] = k;
    write(k);
  }
  for (std::int32_t k = 0; width_ > 1 && height_ > 1 && k < kRotationsPerCell * cells; ++k) {
    rotate_both(static_cast<std::int32_t>(below(height_ - 1)) * width_ + static_cast<std::int32_t>(below(width_ - 1)));
  }
  since_start_ = 0;
  ++grids_;
  accept(evaluate());
}

// Keeps the grid that was evaluated last.
void Generator::accept(std::int32_t left) {
  left_ = left;
  unsolved_.clear();
  for (std::int32_t cell = 0; cell < width_ * height_; ++cell) {
    if (candidates_.open(cell)) unsolved_.push_back(cell);
  }
}

void Generator::write(std::int32_t domino) {
  const Laid& one = laid_[domino];
  for (std::size_t half = 0; half < 2; ++half) numbers_[one.cells[half]] = one.numbers[half];
}

// Turns two dominoes that fill the square of four cells with this corner, if there are such.
bool Generator::rotate(std::int32_t corner) {
  const std::int32_t right = corner + 1, under = corner + width_, far = under + 1;
  const std::int32_t a = owner_[corner], b = owner_[far];
  const auto lies = [this](std::int32_t domino, std::int32_t first, std::int32_t second) {
    return laid_[domino].cells[0] == first && laid_[domino].cells[1] == second;
  };
  if (a == b) return false;
  if (lies(a, corner, right) && lies(b, under, far)) {
    laid_[a].cells[1] = under;
    laid_[b].cells[0] = right;
  } else if (lies(a, corner, under) && lies(b, right, far)) {
    laid_[a].cells[1] = right;
    laid_[b].cells[0] = under;
  } else {
    return false;
  }
  for (const std::int32_t domino : {a, b}) {
    for (const std::int32_t cell : laid_[domino].cells) owner_[cell] = domino;
    write(domino);
  }
  return true;
}

// Where the board is to stay symmetric, the opposite square is turned as well; squares that overlap are left.
void Generator::rotate_both(std::int32_t corner) {
  const std::int32_t opposite = width_ * height_ - 1 - corner - width_ - 1;
  if (!symmetric_ || opposite == corner) {
    rotate(corner);
    return;
  }
  const std::int32_t across = std::abs(corner % width_ - opposite % width_);
  const std::int32_t down = std::abs(corner / width_ - opposite / width_);
  if ((across > 1 || down > 1) && rotate(corner)) rotate(opposite);
}

// A change at a cell that is not solved; made a second time it restores the grid.
Generator::Change Generator::draw() {
  const std::int32_t cell = unsolved_[below(unsolved_.size())];
  const std::uint64_t kind = below(4);
  if (kind < 2) {
    return {Change::Kind::exchange, owner_[cell], static_cast<std::int32_t>(below(laid_.size()))};
  }
  if (kind == 2 || width_ < 2 || height_ < 2) return {Change::Kind::reverse, owner_[cell], 0};
  const std::int32_t x = std::clamp(cell % width_ - static_cast<std::int32_t>(below(2)), 0, width_ - 2);
  const std::int32_t y = std::clamp(cell / width_ - static_cast<std::int32_t>(below(2)), 0, height_ - 2);
  return {Change::Kind::rotate, y * width_ + x, 0};
}

void Generator::toggle(const Change& change) {
  switch (change.kind) {
    case Change::Kind::exchange:
      std::swap(laid_[change.first].numbers, laid_[change.second].numbers);
      write(change.first);
      write(change.second);
      break;
    case Change::Kind::reverse:
      std::swap(laid_[change.first].numbers[0], laid_[change.first].numbers[1]);
      write(change.first);
      break;
    case Change::Kind::rotate: rotate_both(change.first); break;
  }
}

// The pairs that the techniques leave. The grid has a solution: there is no contradiction.
std::int32_t Generator::evaluate() {
  candidates_.begin(numbers_);
  candidates_.close(level_);
  return candidates_.left();
}

// Whether the techniques of the level below do not solve the grid.
bool Generator::is_done() {
  if (level_ == Level::easy) return true;
  candidates_.begin(numbers_);
  candidates_.close(level_ == Level::hard ? Level::medium : Level::easy);
  return !candidates_.solved();
}

bool Generator::advance(std::uint64_t budget) {
  for (std::uint64_t k = 0; k < budget; ++k) {
    if (left_ == 0) {
      if (is_done()) return true;
      start();
      continue;
    }
    if (since_start_ == kMostChanges) {
      start();
      continue;
    }
    ++since_start_;
    const Change change = draw();
    toggle(change);
    const std::int32_t left = evaluate();
    if (left <= left_) {
      accept(left);
    } else {
      toggle(change);
    }
  }
  return false;
}

std::vector<std::pair<std::int32_t, std::int32_t>> Generator::pairs() const {
  std::vector<std::pair<std::int32_t, std::int32_t>> cells;
  for (const Laid& one : laid_) cells.emplace_back(one.cells[0], one.cells[1]);
  return cells;
}

}  // namespace tilewright::dominosa
