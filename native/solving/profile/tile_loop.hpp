// One step on a tile, in vectors as long as the instruction set has.
#pragma once

#include <cstring>

#include "simd/instruction_sets.hpp"
#include "solving/profile/kernels.hpp"

namespace tilewright::profile {

namespace {

template <class Set>
constexpr int kVectorBytes = Set::kLevel == simd::Level::avx512 ? 64
                             : Set::kLevel == simd::Level::avx2 ? 32
                                                                : 16;

template <class Set>
struct Residues {
  typedef std::uint32_t Vector __attribute__((vector_size(kVectorBytes<Set>)));
  // The sum modulo p: where it is below p, sum - p wraps to a large number.
  [[gnu::always_inline]] static Vector add(Vector a, Vector b, Vector p) {
    const Vector sum = a + b, less = sum - p;
    return sum < less ? sum : less;
  }
};

template <class Set>
struct Words {
  typedef std::uint64_t Vector __attribute__((vector_size(kVectorBytes<Set>)));
  typedef std::int64_t Signed __attribute__((vector_size(kVectorBytes<Set>)));
  [[gnu::always_inline]] static Vector add(Vector a, Vector b, Vector m) {
    const Vector less = a + b - m;  // from -m to m - 1
    return less + (m & reinterpret_cast<Vector>(reinterpret_cast<Signed>(less) < 0));
  }
};

template <class Set>
struct Doubles {
  typedef double Vector __attribute__((vector_size(kVectorBytes<Set>)));
  [[gnu::always_inline]] static Vector add(Vector a, Vector b, Vector) { return a + b; }
};

// Counts of addends that are known when compiling, or -1.
template <class Number, int Lower, int Upper>
[[gnu::always_inline]] inline void rows_of(const TileStep& step, const Pattern& pattern, char* tile,
                                           const void* moduli) {
  using Vector = typename Number::Vector;
  constexpr int parts = kRowBytes / sizeof(Vector);
  const std::uint32_t* distances = step.distances + pattern.first;
  const int lower = Lower >= 0 ? Lower : pattern.lower, upper = Upper >= 0 ? Upper : pattern.upper;
  const std::uint32_t free = (step.rows - 1) & ~step.touched;
  const std::uint32_t run = step.touched ? step.touched & -step.touched : step.rows;  // rows in a row
  const std::uint32_t high = free & ~(run - 1);
  Vector m[parts];
  std::memcpy(m, moduli, sizeof m);
  const auto load = [](const char* at) {
    Vector v;
    std::memcpy(&v, __builtin_assume_aligned(at, sizeof(Vector)), sizeof v);
    return v;
  };
  const auto store = [](char* at, Vector v) {
    std::memcpy(__builtin_assume_aligned(at, sizeof(Vector)), &v, sizeof v);
  };
  const std::size_t up = std::size_t{step.upper} * kRowBytes;
  std::uint32_t outer = 0;
  do {
    char* row = tile + std::size_t{pattern.base | outer} * kRowBytes;
    for (std::uint32_t k = 0; k < run; ++k, row += kRowBytes)
      for (int j = 0; j < parts; ++j) {
        char* at = row + j * sizeof(Vector);
        Vector sum = {};
        if (step.start == 0)
          sum = load(at + up);
        else if (step.start == 1)
          sum = load(at);
        for (int a = 0; a < lower; ++a) sum = Number::add(sum, load(at - std::size_t{distances[a]} * kRowBytes), m[j]);
        if (up) {
          Vector renewed = {};
          if (upper) renewed = load(at - std::size_t{distances[lower]} * kRowBytes);
          for (int a = 1; a < upper; ++a)
            renewed = Number::add(renewed, load(at - std::size_t{distances[lower + a]} * kRowBytes), m[j]);
          store(at + up, renewed);
        }
        store(at, sum);
      }
    outer = ((outer | ~high) + 1) & high;
  } while (outer);
}

template <class Number>
void step_on(const TileStep& step, void* memory, const void* moduli) {
  char* tile = static_cast<char*>(memory);
  for (std::uint32_t k = 0; k < step.pattern_count; ++k) {
    const Pattern& pattern = step.patterns[k];
    const int counts = pattern.lower < 4 && pattern.upper < 2 ? 2 * pattern.lower + pattern.upper : -1;
    switch (counts) {
      case 0: rows_of<Number, 0, 0>(step, pattern, tile, moduli); break;
      case 1: rows_of<Number, 0, 1>(step, pattern, tile, moduli); break;
      case 2: rows_of<Number, 1, 0>(step, pattern, tile, moduli); break;
      case 3: rows_of<Number, 1, 1>(step, pattern, tile, moduli); break;
      case 4: rows_of<Number, 2, 0>(step, pattern, tile, moduli); break;
      case 5: rows_of<Number, 2, 1>(step, pattern, tile, moduli); break;
      case 6: rows_of<Number, 3, 0>(step, pattern, tile, moduli); break;
      case 7: rows_of<Number, 3, 1>(step, pattern, tile, moduli); break;
      default: rows_of<Number, -1, -1>(step, pattern, tile, moduli);
    }
  }
}

}  // namespace

template <class Set>
Kernels kernels() {
  return {step_on<Residues<Set>>, step_on<Words<Set>>, step_on<Doubles<Set>>};
}

}  // namespace tilewright::profile
