// Sums of vectors modulo p. The loops are plain, and the compiler turns them into vectors.
#pragma once

#include "simd/instruction_sets.hpp"
#include "solving/kasteleyn/vectors.hpp"

namespace tilewright::kasteleyn {

namespace {

// a below 2p; the difference wraps to a large number when a is below p.
[[gnu::always_inline]] inline std::uint32_t below(std::uint32_t a, std::uint32_t p) { return a - p < a ? a - p : a; }

// mask is 0 or all ones: x or p - x.
[[gnu::always_inline]] inline std::uint32_t signed_by(std::uint32_t x, std::uint32_t mask, std::uint32_t p) {
  return (x ^ mask) + (mask & (p + 1));
}

template <int Count, bool Onto>
[[gnu::always_inline]] inline void sum_of(std::uint32_t* __restrict to, std::size_t length, const Addend* addends,
                                          std::uint32_t p) {
  const std::uint32_t* from[Count];
  std::uint32_t mask[Count];
  for (int k = 0; k < Count; ++k) from[k] = addends[k].vector, mask[k] = addends[k].sign < 0 ? ~0u : 0u;
  for (std::size_t j = 0; j < length; ++j) {
    std::uint32_t x = Onto ? to[j] : 0;
    for (int k = 0; k < Count; ++k) x = below(x + signed_by(from[k][j], mask[k], p), p);
    to[j] = x;
  }
}

[[gnu::always_inline]] inline void multiple_onto(std::uint32_t* __restrict to, std::size_t length,
                                                 const std::uint32_t* __restrict from, std::uint32_t factor,
                                                 const Modulus& modulus) {
  const std::uint32_t p = modulus.p, inverse = modulus.negative_inverse;
  for (std::size_t j = 0; j < length; ++j) {
    const std::uint64_t x = static_cast<std::uint64_t>(from[j]) * factor;
    const std::uint32_t m = static_cast<std::uint32_t>(x) * inverse;
    const std::uint32_t r = static_cast<std::uint32_t>((x + static_cast<std::uint64_t>(m) * p) >> 32);
    to[j] = below(to[j] + below(r, p), p);
  }
}

[[gnu::always_inline]] inline void sum_any(std::uint32_t* to, std::size_t length, const Addend* addends,
                                           std::size_t count, const Modulus& modulus) {
  // Plain sums of up to four in one pass; the first pass also clears what was there.
  std::size_t plain = 0;
  while (plain < count && plain < 4 && addends[plain].sign) ++plain;
  switch (plain) {
    case 0:
      for (std::size_t j = 0; j < length; ++j) to[j] = 0;
      break;
    case 1: sum_of<1, false>(to, length, addends, modulus.p); break;
    case 2: sum_of<2, false>(to, length, addends, modulus.p); break;
    case 3: sum_of<3, false>(to, length, addends, modulus.p); break;
    default: sum_of<4, false>(to, length, addends, modulus.p); break;
  }
  for (std::size_t k = plain; k < count; ++k) {
    if (addends[k].sign)
      sum_of<1, true>(to, length, addends + k, modulus.p);
    else
      multiple_onto(to, length, addends[k].vector, addends[k].factor, modulus);
  }
}

}  // namespace

template <class Set>
Kernels kernels() {
  return {sum_any, multiple_onto};
}

}  // namespace tilewright::kasteleyn
