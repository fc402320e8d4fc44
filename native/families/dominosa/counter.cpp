#include "families/dominosa/counter.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "numbers.hpp"

namespace tilewright::dominosa {

Counter::Counter(std::int32_t width, std::int32_t height, std::int32_t largest)
    : width_(width), height_(height), largest_(largest), middle_(height / 2) {
  if (largest < 1 || largest > kLargest) throw std::invalid_argument("numbers go up to 1 to 8");
  if (width < 1 || width > largest + 2 || height < 2 || height > 64 || width * height != (largest + 1) * (largest + 2))
    throw std::invalid_argument("the cells are not those of the set");
  all_ = (std::uint64_t{1} << (largest + 1) * (largest + 2) / 2) - 1;
}

std::uint64_t Counter::domino(std::int32_t a, std::int32_t b) const {
  const int low = std::min(numbers_[a], numbers_[b]), high = std::max(numbers_[a], numbers_[b]);
  return std::uint64_t{1} << (high * (high + 1) / 2 + low);
}

// Fills the rows above the middle from the top. `covered` has a bit for each cell from `cell` on, the next
// cell in bit 0; when the half is full, these are the columns in which dominoes cross.
void Counter::upper(std::int32_t cell, std::uint64_t covered, std::uint64_t crossing, std::uint64_t used) {
  const int skipped = std::countr_one(covered);
  cell += skipped;
  covered >>= skipped;
  if (cell >= middle_ * width_) {
    above_.push_back(key(used, crossing));
    return;
  }
  if ((cell + 1) % width_ != 0 && !(covered & 2)) {
    const std::uint64_t one = domino(cell, cell + 1);
    if (!(used & one)) upper(cell + 2, covered >> 2, crossing, used | one);
  }
  const std::uint64_t one = domino(cell, cell + width_);
  if (used & one) return;
  const bool last = cell / width_ == middle_ - 1;
  if (last)
    upper(cell + 1, covered >> 1, crossing | std::uint64_t{1} << cell % width_, used | one);
  else
    upper(cell + 1, (covered | std::uint64_t{1} << width_) >> 1, crossing, used | one);
}

// Fills the rows below from the last cell backwards; what is left open in the first of them is to be covered
// from above.
void Counter::lower(std::int32_t cell, std::uint64_t covered, std::uint64_t left, std::uint64_t used) {
  const int skipped = std::countr_one(covered);
  cell -= skipped;
  covered >>= skipped;
  if (cell < middle_ * width_) {
    below_.push_back(key(all_ ^ used, left));
    return;
  }
  if (cell % width_ != 0 && !(covered & 2)) {
    const std::uint64_t one = domino(cell - 1, cell);
    if (!(used & one)) lower(cell - 2, covered >> 2, left, used | one);
  }
  if (cell / width_ == middle_) {
    lower(cell - 1, covered >> 1, left | std::uint64_t{1} << cell % width_, used);
    return;
  }
  const std::uint64_t one = domino(cell - width_, cell);
  if (!(used & one)) lower(cell - 1, (covered | std::uint64_t{1} << width_) >> 1, left, used | one);
}

// Pairs of halves that leave each other exactly the dominoes and the columns that they need.
std::uint64_t Counter::met() {
  const std::size_t size = std::bit_ceil(2 * above_.size() + 2);
  if (table_.size() < size) table_.resize(size);
  std::fill_n(table_.begin(), size, Slot{0, 0});
  const int shift = 64 - std::countr_zero(size);
  const auto slot = [&](Key key) -> Slot& {
    std::size_t at = key * kHashFactor >> shift;
    while (table_[at].times != 0 && table_[at].key != key) at = (at + 1) & (size - 1);
    return table_[at];
  };
  for (const Key key : above_) {
    Slot& held = slot(key);
    held.key = key;
    ++held.times;
  }
  std::uint64_t ways = 0;
  for (const Key key : below_) ways += slot(key).times;
  return ways;
}

std::uint64_t Counter::count(std::span<const std::uint8_t> numbers) {
  if (numbers.size() != static_cast<std::size_t>(width_ * height_))
    throw std::invalid_argument("the grid has another size");
  for (const std::uint8_t number : numbers)
    if (number > largest_) throw std::invalid_argument("a number is too large");
  numbers_ = numbers;
  above_.clear();
  below_.clear();
  upper(0, 0, 0, 0);
  if (above_.empty()) return 0;
  lower(width_ * height_ - 1, 0, 0, 0);
  return met();
}

}  // namespace tilewright::dominosa
