// Numbers that several searches need: a multiplier for hashes, and the Luby sequence.
#pragma once

#include <bit>
#include <cstdint>

namespace tilewright {

// 2^64 divided by the golden ratio, odd: the upper bits of a product with it depend on all bits of the other
// factor (D. E. Knuth, The Art of Computer Programming 3, 6.4: Fibonacci hashing).
constexpr std::uint64_t kHashFactor = 0x9e3779b97f4a7c15u;

// The sequence 1 1 2 1 1 2 4 ..., from n = 1: lengths of runs between restarts (Luby, Sinclair and Zuckerman 1993).
constexpr std::uint64_t luby(std::uint64_t n) {
  for (;;) {
    const int bits = std::bit_width(n);
    if (n == (std::uint64_t{1} << bits) - 1) return std::uint64_t{1} << (bits - 1);
    n -= (std::uint64_t{1} << (bits - 1)) - 1;
  }
}

}  // namespace tilewright
