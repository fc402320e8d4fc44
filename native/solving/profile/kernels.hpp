// One step on a tile, a part of the table that is small enough for a cache: the table of kernels.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tilewright::profile {

// A tile has rows of this many bytes: residues modulo as many numbers, of one profile or of several that differ in bits
// which no step of the tile touches, or doubles of eight profiles.
constexpr std::size_t kRowBytes = 64;
constexpr std::size_t kRowResidues = kRowBytes / sizeof(std::uint32_t);
constexpr std::size_t kRowWords = kRowBytes / sizeof(std::uint64_t);
constexpr std::uint64_t kLargestModulus = std::uint64_t{1} << 31;  // of a residue; of a word, 2^63

// Rows that agree in the bits a step touches have the same addends: rows at these distances below them.
struct Pattern {
  std::uint32_t base;          // the bits that the step touches; that of the decided item is 0
  std::uint32_t first;         // index of the first distance
  std::uint16_t lower, upper;  // distances of addends to the row itself, then to the row with the decided item's bit
};

struct TileStep {
  std::uint32_t rows;       // of the tile, a power of two
  std::uint32_t upper;      // the bit of the decided item in the number of a row; 0: none
  std::uint32_t touched;    // all bits that the step touches
  std::int32_t start;       // 0: the row with the decided item's bit, 1: the row itself, 2: zeros
  const Pattern* patterns;  // descending, so that a row is read before it is written
  std::uint32_t pattern_count;
  const std::uint32_t* distances;
};

struct Kernels {
  // `moduli` is a row that has a modulus for each number of a row; residues are below it, before and after.
  void (*residues)(const TileStep& step, void* tile, const void* moduli);  // of 32 bits
  void (*words)(const TileStep& step, void* tile, const void* moduli);     // residues of 64 bits
  void (*doubles)(const TileStep& step, void* tile, const void* moduli);
};

template <class Set>
Kernels kernels();

}  // namespace tilewright::profile
