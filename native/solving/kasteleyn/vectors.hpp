// Sums of vectors modulo p: the table of kernels.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solving/kasteleyn/modular.hpp"

namespace tilewright::kasteleyn {

// Lengths are multiples of this; vectors start at a multiple of 4 times this many bytes.
constexpr std::size_t kLanes = 8;

// A vector with a factor in Montgomery form; `sign` is 1 or -1 when the factor is, and 0 otherwise.
struct Addend {
  const std::uint32_t* vector;
  std::uint32_t factor;
  std::int32_t sign;
};

struct Kernels {
  // to = the sum of `count` addends; `to` is none of them.
  void (*sum)(std::uint32_t* to, std::size_t length, const Addend* addends, std::size_t count, const Modulus& modulus);
  // to += factor * from.
  void (*add_multiple)(std::uint32_t* to, std::size_t length, const std::uint32_t* from, std::uint32_t factor,
                       const Modulus& modulus);
};

template <class Set>
Kernels kernels();

}  // namespace tilewright::kasteleyn
