// The loops of the dense sweep, in vectors of 32 bytes, which the compiler splits where the machine has shorter ones.
#pragma once

#include <cstring>

#include "families/gunport/dense_kernels.hpp"
#include "simd/instruction_sets.hpp"

#if __has_builtin(__builtin_shufflevector)
#define TILEWRIGHT_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define TILEWRIGHT_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, Lanes{__VA_ARGS__})
#endif

namespace tilewright::gunport {

namespace {

constexpr int kLanes = 64;

using Lanes = std::uint8_t __attribute__((vector_size(32)));

// By memcpy, as the rows may begin anywhere: g++ and clang differ in where they keep `aligned(1)` of a vector type.
inline Lanes load(const std::uint8_t* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

inline void store(std::uint8_t* to, const Lanes& lanes) { std::memcpy(to, &lanes, sizeof lanes); }

// Values of the words `begin` to `end` of a step on 64 lanes.
inline void step_lanes(const std::uint32_t* begin, const std::uint32_t* end, const std::uint32_t* sources,
                       const std::uint8_t* in, std::uint8_t* out) {
  const std::uint32_t* source = sources + *begin;
  for (; begin != end; ++begin, out += kLanes) {
    const std::uint32_t* const last = sources + begin[1];
    const std::uint8_t* from = in + std::size_t{*source >> 1} * kLanes;
    Lanes cost = Lanes{} + static_cast<std::uint8_t>(*source & 1);
    Lanes low = load(from) + cost, high = load(from + sizeof(Lanes)) + cost;
    while (++source != last) {
      from = in + std::size_t{*source >> 1} * kLanes;
      cost = Lanes{} + static_cast<std::uint8_t>(*source & 1);
      const Lanes other_low = load(from) + cost, other_high = load(from + sizeof(Lanes)) + cost;
      low = other_low < low ? other_low : low;
      high = other_high < high ? other_high : high;
    }
    store(out, low);
    store(out + sizeof(Lanes), high);
  }
}

// 16 rows of 32 bytes turned over the diagonal: two squares of 16 by 16 side by side, by four rounds of interleaving.
inline void transpose_lanes(const std::uint8_t* in, std::size_t in_stride, std::uint8_t* out, std::size_t out_stride) {
  Lanes a[16], b[16];
  for (std::size_t i = 0; i < 16; ++i) a[i] = load(in + i * in_stride);
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 8; ++i) {
      b[2 * i] = TILEWRIGHT_SHUFFLE(a[i], a[i + 8], 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16, 48, 17,
                                    49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55);
      b[2 * i + 1] = TILEWRIGHT_SHUFFLE(a[i], a[i + 8], 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47,
                                        24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
    }
    for (int i = 0; i < 16; ++i) a[i] = b[i];
  }
  for (std::size_t i = 0; i < 16; ++i) {
    std::memcpy(out + i * out_stride, &a[i], 16);
    std::memcpy(out + (i + 16) * out_stride, reinterpret_cast<const std::uint8_t*>(&a[i]) + 16, 16);
  }
}

inline void transpose_square(const std::uint8_t* in, std::size_t in_stride, std::uint8_t* out, std::size_t out_stride) {
  for (std::size_t i = 0; i < 64; i += 16)
    for (std::size_t j = 0; j < 64; j += 32)
      transpose_lanes(in + i * in_stride + j, in_stride, out + j * out_stride + i, out_stride);
}

}  // namespace

template <class Set>
Kernels kernels() {
  return {step_lanes, transpose_square};
}

}  // namespace tilewright::gunport

#undef TILEWRIGHT_SHUFFLE
