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
#include "solving/search/bits.hpp"

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

// The hash of a state is a sum with a factor for each piece and its coordinates as one number, so that a move changes it by
// the sum of factors of the pieces that it moves, times one number.
inline constexpr auto kFactors = [] {
  std::array<std::uint64_t, kMostPieces> factors{};
  std::uint64_t seed = 0;
  for (std::uint64_t& factor : factors) {  // splitmix64 (Steele, Lea, Flood 2014)
    std::uint64_t value = seed += kHashFactor;
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
    value = (value ^ value >> 27) * 0x94d049bb133111ebu;
    factor = value ^ value >> 31;
  }
  return factors;
}();

// Their sums for each set of the pieces 8 k + 1 to 8 k + 8, a bit for each.
inline constexpr auto kFactorSums = [] {
  std::array<std::array<std::uint64_t, 256>, kMostPieces / 8> sums{};
  for (std::size_t group = 0; group < sums.size(); ++group) {
    for (std::size_t set = 1; set < 256; ++set) {
      const std::size_t piece = 8 * group + static_cast<std::size_t>(std::countr_zero(set)) + 1;
      sums[group][set] = sums[group][set & (set - 1)] + (piece < kMostPieces ? kFactors[piece] : 0);
    }
  }
  return sums;
}();

inline std::uint64_t sum_of(const Coordinate* state, std::size_t width) {
  std::uint64_t sum = 0;
  std::size_t k = 0;
  for (; k + 3 <= width; k += 3) sum += kFactors[k / 3 + 1] * packed({state[k], state[k + 1], state[k + 2]});
  if (k < width) sum += kFactors[k / 3 + 1] * packed({state[k], k + 1 < width ? state[k + 1] : 0, 0});
  return sum;
}

inline std::uint64_t hash_of_sum(std::uint64_t sum) {
  sum *= kHashFactor;
  return sum ^ sum >> 32;
}

// Coordinates of a state, by eights.
inline constexpr std::size_t kChunk = 8;
using Chunk [[gnu::vector_size(kChunk * sizeof(Coordinate))]] = std::uint16_t;

// Chunks of so many pieces; the first of them stays at 0 and is not part of a state. Three chunks are eight pieces.
inline std::size_t chunks_of(std::size_t pieces) { return 3 * std::max<std::size_t>((pieces + 6) / 8, 1); }

// For the first, second and third of three chunks and pieces in it as bits: their lanes. The first has pieces 0 to 2 of
// eight, the second has 2 to 5, the third has 5 to 7.
inline constexpr auto kPieceLanes = [] {
  std::array<std::array<std::array<std::uint16_t, kChunk>, 16>, 3> lanes{};
  for (std::size_t chunk = 0; chunk < 3; ++chunk) {
    for (std::size_t pieces = 0; pieces < 16; ++pieces) {
      for (std::size_t lane = 0; lane < kChunk; ++lane) {
        const std::size_t piece = (kChunk * chunk + lane) / 3 - kChunk * chunk / 3;
        if (pieces >> piece & 1) lanes[chunk][pieces][lane] = 0xFFFF;
      }
    }
  }
  return lanes;
}();

inline bool is_zero(Chunk chunk) {
  using Halves [[gnu::vector_size(sizeof(Chunk))]] = std::uint64_t;
  const auto halves = (Halves)chunk;
  return (halves[0] | halves[1]) == 0;
}

TILEWRIGHT_INLINE bool is_equal(const Coordinate* a, const Coordinate* b, std::size_t width) {
  if (width < kChunk) return std::memcmp(a, b, width * sizeof(Coordinate)) == 0;
  Chunk differences{};
  const auto compare = [&](std::size_t k) {
    Chunk one, other;
    std::memcpy(&one, a + k, sizeof one);
    std::memcpy(&other, b + k, sizeof other);
    differences |= one ^ other;
  };
  for (std::size_t k = kChunk; k < width; k += kChunk) compare(k - kChunk);
  compare(width - kChunk);  // overlaps the one before
  return is_zero(differences);
}

// States, each once, numbered in the order in which they come.
class StateSet {
 public:
  explicit StateSet(std::size_t width) : width_(width), table_(kLeastTable, kNone) { states_.reserve(16 * width); }

  std::uint32_t size() const { return size_; }
  const Coordinate* operator[](std::uint32_t number) const { return states_.data() + width_ * number; }
  State copy(std::uint32_t number) const { return {(*this)[number], (*this)[number] + width_}; }

  std::uint64_t hash_of(const Coordinate* state) const { return hash_of_sum(sum_of(state, width_)); }

  // kNone for a state that is not there.
  std::uint32_t number_of(const Coordinate* state, std::uint64_t hash) const { return table_[slot(state, hash)]; }
  bool contains(const Coordinate* state, std::uint64_t hash) const { return number_of(state, hash) != kNone; }

  // Adds a state; false if it is there.
  TILEWRIGHT_INLINE bool add(const Coordinate* state, std::uint64_t hash) {
    const std::size_t at = slot(state, hash);
    if (table_[at] != kNone) return false;
    insert(state, at);
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

  [[gnu::noinline]] void insert(const Coordinate* state, std::size_t at) {
    table_[at] = size_++;
    states_.insert(states_.end(), state, state + width_);
    if (2 * std::size_t{size_} > table_.size()) rehash(2 * table_.size());
  }

  TILEWRIGHT_INLINE std::size_t slot(const Coordinate* state, std::uint64_t hash) const {
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
