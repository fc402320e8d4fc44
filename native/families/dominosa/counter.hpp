// In how many ways each domino of a set lies once on a grid of numbers: two halves that meet.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tilewright::dominosa {

// The largest number there may be: a set of used dominoes and the profile between the halves share a word.
inline constexpr std::int32_t kLargest = 8;

// Counts many grids of one size, rows of `width` cells with the numbers 0 to `largest` on them. The set has
// one domino for each pair of numbers, equal ones too, and as many dominoes as cells need.
class Counter {
 public:
  // std::invalid_argument when the cells are not those of the set, or there are too many.
  Counter(std::int32_t width, std::int32_t height, std::int32_t largest);

  // The number of ways; `numbers` row by row. std::invalid_argument for a grid that is none of this size.
  std::uint64_t count(std::span<const std::uint8_t> numbers);

 private:
  // A half's ways to lie: the dominoes used, above the columns in which a domino crosses into the other half.
  using Key = std::uint64_t;

  void upper(std::int32_t cell, std::uint64_t covered, std::uint64_t crossing, std::uint64_t used);
  void lower(std::int32_t cell, std::uint64_t covered, std::uint64_t left, std::uint64_t used);
  std::uint64_t domino(std::int32_t a, std::int32_t b) const;
  Key key(std::uint64_t used, std::uint64_t columns) const { return used << width_ | columns; }
  std::uint64_t met();

  std::int32_t width_, height_, largest_, middle_;  // rows above `middle_` are the upper half
  std::uint64_t all_;                               // every domino of the set
  std::span<const std::uint8_t> numbers_;
  std::vector<Key> above_, below_;
  struct Slot {
    Key key;
    std::uint64_t times;
  };
  std::vector<Slot> table_;
};

}  // namespace tilewright::dominosa
