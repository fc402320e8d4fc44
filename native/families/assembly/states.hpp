// States of an assembly: the positions of its pieces, and sets of them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <vector>

#include "families/assembly/disassembly.hpp"
#include "numbers.hpp"

namespace tilewright::assembly {

using Coordinate = std::int16_t;
using State = std::vector<Coordinate>;
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

inline Coordinate narrow(std::int32_t value) {
  if (value < std::numeric_limits<Coordinate>::min() || value > std::numeric_limits<Coordinate>::max()) {
    throw std::invalid_argument("pieces are too far apart");
  }
  return static_cast<Coordinate>(value);
}

// The hash of a state is a sum with a factor for each coordinate, so that a move changes it by a sum over the pieces it moves.
inline constexpr auto kFactors = [] {
  std::array<std::uint64_t, 3 * (kMostPieces - 1)> factors{};
  std::uint64_t seed = 0;
  for (std::uint64_t& factor : factors) {  // splitmix64 (Steele, Lea, Flood 2014)
    std::uint64_t value = seed += kHashFactor;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    factor = value ^ value >> 31;
  }
  return factors;
}();

inline std::uint64_t sum_of(const Coordinate* state, std::size_t width) {
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k < width; ++k) sum += kFactors[k] * static_cast<std::uint64_t>(std::int64_t{state[k]});
  return sum;
}

inline std::uint64_t hash_of_sum(std::uint64_t sum) {
  sum *= kHashFactor;
  return sum ^ sum >> 32;
}

// Coordinates of a state, by eights.
inline constexpr std::size_t kChunk = 8;
using Chunk [[gnu::vector_size(kChunk * sizeof(Coordinate))]] = std::uint16_t;

inline bool is_zero(Chunk chunk) {
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(chunk);
  return (halves[0] | halves[1]) == 0;
}

inline bool is_equal(const Coordinate* a, const Coordinate* b, std::size_t width) {
  Chunk differences{};
  const auto compare = [&]<class Part>(Part) {
    Part one, other;
    std::memcpy(&one, a, sizeof one);
    std::memcpy(&other, b, sizeof other);
    a += sizeof(Part) / sizeof(Coordinate);
    b += sizeof(Part) / sizeof(Coordinate);
    return one ^ other;
  };
  for (std::size_t k = width / kChunk; k > 0; --k) differences |= compare(Chunk{});
  std::uint64_t rest = 0;
  if (width & 4) rest |= compare(std::uint64_t{});
  if (width & 2) rest |= compare(std::uint32_t{});
  if (width & 1) rest |= static_cast<std::uint64_t>(compare(std::uint16_t{}));
  return rest == 0 && is_zero(differences);
}

// States, each once, numbered in the order in which they come.
class StateSet {
 public:
  explicit StateSet(std::size_t width) : width_(width), table_(kLeastTable, kNone) {}

  std::uint32_t size() const { return size_; }
  const Coordinate* operator[](std::uint32_t number) const { return states_.data() + width_ * number; }
  State copy(std::uint32_t number) const { return {(*this)[number], (*this)[number] + width_}; }

  std::uint64_t hash_of(const Coordinate* state) const { return hash_of_sum(sum_of(state, width_)); }

  // kNone for a state that is not there.
  std::uint32_t number_of(const Coordinate* state, std::uint64_t hash) const { return table_[slot(state, hash)]; }
  bool contains(const Coordinate* state, std::uint64_t hash) const { return number_of(state, hash) != kNone; }

  // Adds a state; false if it is there.
  bool add(const Coordinate* state, std::uint64_t hash) {
    std::uint32_t& number = table_[slot(state, hash)];
    if (number != kNone) return false;
    number = size_++;
    states_.insert(states_.end(), state, state + width_);
    if (2 * std::size_t{size_} > table_.size()) rehash(2 * table_.size());
    return true;
  }

  // Empties the set; it keeps room for as many states as it had.
  void clear() {
    const std::size_t held = std::bit_ceil(2 * std::size_t{size_} + 1);
    states_.clear();
    size_ = 0;
    table_.assign(std::max(kLeastTable, held), kNone);
  }

 private:
  static constexpr std::size_t kLeastTable = 1 << 8;

  std::size_t slot(const Coordinate* state, std::uint64_t hash) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash & mask;
    while (table_[at] != kNone && !is_equal((*this)[table_[at]], state, width_)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void rehash(std::size_t entries) {
    std::vector<std::uint32_t> larger(entries, kNone);
    for (std::uint32_t state = 0; state < size_; ++state) {
      std::size_t at = hash_of((*this)[state]) & (entries - 1);
      while (larger[at] != kNone) at = (at + 1) & (entries - 1);
      larger[at] = state;
    }
    table_.swap(larger);
  }

  std::size_t width_;
  std::uint32_t size_ = 0;
  std::vector<Coordinate> states_;
  std::vector<std::uint32_t> table_;  // open addressing over states; a power of two
};

// What a state takes up, with its parent or its relay and its share of the table.
inline std::size_t state_bytes(std::size_t width) { return width * sizeof(Coordinate) + 3 * sizeof(std::uint32_t); }

}  // namespace tilewright::assembly
