// One layer of the bounded sweep: its profiles, and what is counted for each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "families/gunport/profile_key.hpp"

namespace tilewright::gunport {

// Ways to reach a profile; `modulus` is that of the query, for residues alone.
struct Uncounted {
  void add(Uncounted, std::uint64_t /*modulus*/) {}
  static Uncounted one() { return {}; }
  bool overflowed() const { return false; }
};

struct Exact {
  Wide value = 0;
  void add(Exact other, std::uint64_t /*modulus*/) { value = ~value < other.value ? ~Wide{0} : value + other.value; }
  static Exact one() { return {1}; }
  bool overflowed() const { return value == ~Wide{0}; }
};

struct Residue {
  std::uint64_t value = 0;
  void add(Residue other, std::uint64_t modulus) {
    value += other.value;  // both are below 2^63
    if (value >= modulus) value -= modulus;
  }
  static Residue one() { return {1}; }
  bool overflowed() const { return false; }
};

struct Estimate {
  long double value = 0;
  void add(Estimate other, std::uint64_t /*modulus*/) { value += other.value; }
  static Estimate one() { return {1}; }
  bool overflowed() const { return false; }
};

// Profiles in the order of their keys; the least number of dominoes of each, and the ways that have it.
template <class Key, class Ways>
struct Layer {
  std::vector<Key> keys;
  std::vector<std::uint16_t> pieces;
  std::vector<Ways> ways;
  static constexpr bool kCounted = !std::is_same_v<Ways, Uncounted>;

  std::size_t size() const { return keys.size(); }
  std::size_t bytes() const {
    return keys.capacity() * sizeof(Key) + pieces.capacity() * 2 + ways.capacity() * sizeof(Ways);
  }
  void push(Key key, int count, Ways number) {
    keys.push_back(key);
    pieces.push_back(static_cast<std::uint16_t>(count));
    if constexpr (kCounted) ways.push_back(number);
  }
  Ways number(std::size_t i) const {
    if constexpr (kCounted) return ways[i];
    return Ways{};
  }
  void append(Layer&& other) {
    keys.insert(keys.end(), other.keys.begin(), other.keys.end());
    pieces.insert(pieces.end(), other.pieces.begin(), other.pieces.end());
    if constexpr (kCounted) ways.insert(ways.end(), other.ways.begin(), other.ways.end());
    other = Layer();
  }
  void reserve(std::size_t size) {
    keys.reserve(size);
    pieces.reserve(size);
    if constexpr (kCounted) ways.reserve(size);
  }
};

}  // namespace tilewright::gunport
