// The profile of a half-filled gunport board as one integer, and the bits that the bounds are counted with.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace tilewright::gunport {

using Wide = unsigned __int128;

// What a processed cell means for the cell below it, or for the next cell (open):
//   covered  a domino lies on it: anything may come below
//   reaching the upper half of a vertical domino: its lower half comes below
//   port     a port: anything but a port comes below
//   open     not a processed cell: the next one, which a horizontal domino from the left already covers
enum class Letter : unsigned { covered = 0, reaching = 1, port = 2, open = 3 };

inline int ones(std::uint64_t x) { return std::popcount(x); }
inline int ones(Wide x) {
  return std::popcount(static_cast<std::uint64_t>(x)) + std::popcount(static_cast<std::uint64_t>(x >> 64));
}

// Two bits a column. The next cell's column stands at the top, the last processed cell at the bottom: a step
// takes the letter at the top away and writes the new one at the bottom. So keys that are sorted stay sorted.
template <class Key>
struct Digits {
  static constexpr int kMaxColumns = sizeof(Key) * 4;
  static constexpr Key kLow = static_cast<Key>(~Key{0}) / 3;  // 01 01 ... 01

  // The first `count` columns from the bottom, both bits.
  static Key lowest(int count) {
    return count >= kMaxColumns ? static_cast<Key>(~Key{0}) : (Key{1} << (2 * count)) - 1;
  }

  // Of the ones in `mask` (one bit a column, the lower one) each run of length k counts (k + 1) / 2: so many of its
  // columns can be chosen, no two of them adjacent.
  static int alternate(Key mask) {
    constexpr Key even = static_cast<Key>(~Key{0}) / 15;  // 0001 0001 ...
    const Key full = mask | (mask << 1);
    const Key starts = mask & ~(mask << 2);
    // A carry from the start of a run goes through it to its end, and clears it.
    const Key from_even = full & ~(full + (starts & even));
    return ones(static_cast<Key>(from_even & mask & even)) + ones(static_cast<Key>(~from_even & mask & (even << 2)));
  }
};

}  // namespace tilewright::gunport
