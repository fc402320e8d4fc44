// Sets of the pieces of an assembly, a bit for each: one set alone, and one for each of eight ways.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "families/assembly/contacts.hpp"
#include "families/assembly/states.hpp"

namespace tilewright::assembly {

using Wide = unsigned __int128;

// The narrowest mask that has room is the quickest.
template <class Mask>
inline constexpr int kRoom = 8 * sizeof(Mask);

template <class Mask>
int lowest(Mask mask) {
  const auto low = static_cast<std::uint64_t>(mask);
  if constexpr (kRoom<Mask> <= 64) {
    return std::countr_zero(low);
  } else {
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(mask >> 64));
  }
}

template <class Mask>
int bits(Mask mask) {
  int count = std::popcount(static_cast<std::uint64_t>(mask));
  if constexpr (kRoom<Mask> > 64) count += std::popcount(static_cast<std::uint64_t>(mask >> 64));
  return count;
}

template <class Mask>
Mask bit(int piece) {
  return static_cast<Mask>(Mask{1} << piece);
}

// The bit of each of sixteen pieces, in all lanes.
inline constexpr auto kOwnBits = [] {
  std::array<std::array<std::uint16_t, kWaysTogether>, 16> bits{};
  for (std::size_t piece = 0; piece < bits.size(); ++piece) bits[piece].fill(static_cast<std::uint16_t>(1 << piece));
  return bits;
}();

// Sets of pieces for the ways of a block, each in its lane: pieces 0 to 15 in the first word, and so on.
template <class Mask>
struct SetBlock {
  using Lanes = StepBlock::Lanes;
  static constexpr int kWords = kRoom<Mask> / 16;
  Lanes words[kWords];  // NOLINT(modernize-avoid-c-arrays): a vector cannot be the argument of a template

  bool operator==(const SetBlock& other) const {
    Lanes differences{};
    for (int word = 0; word < kWords; ++word) differences |= words[word] ^ other.words[word];
    return is_zero(differences);
  }
  Mask any() const {  // what is in a set along any way
    Mask mask = 0;
    for (int word = kWords; word-- > 0;) {
      const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(words[word]);
      std::uint64_t all = halves[0] | halves[1];
      all |= all >> 32;
      mask = static_cast<Mask>(mask << (kWords > 1 ? 16 : 0) | static_cast<std::uint16_t>(all | all >> 16));
    }
    return mask;
  }
  Mask operator[](std::size_t way) const {
    Mask mask = 0;
    for (int word = kWords; word-- > 0;)
      mask = static_cast<Mask>(mask << (kWords > 1 ? 16 : 0) | words[word][way % kWaysTogether]);
    return mask;
  }
  void set(int piece, Lanes ways) {  // for these ways, and for no others
    Lanes& word = words[kWords > 1 ? piece / 16 : 0];
    word ^= (word ^ ways) & own_bit(piece);
  }
  void add(int piece, Lanes ways) { words[kWords > 1 ? piece / 16 : 0] |= ways & own_bit(piece); }
  void add(const SetBlock& others, Lanes ways) {
    for (int word = 0; word < kWords; ++word) words[word] |= ways & others.words[word];
  }
  static Lanes own_bit(int piece) { return std::bit_cast<Lanes>(kOwnBits[piece % 16]); }
  Lanes contains(int piece) const {
    const Lanes own = own_bit(piece);
    return (Lanes)((words[kWords > 1 ? piece / 16 : 0] & own) == own);
  }
  Lanes size() const {
    Lanes size{};
    for (Lanes word : words) {
      word -= word >> 1 & 0x5555;
      word = (word & 0x3333) + (word >> 2 & 0x3333);
      word = (word + (word >> 4)) & 0x0f0f;
      size += (word + (word >> 8)) & 0x1f;
    }
    return size;
  }
};

}  // namespace tilewright::assembly
