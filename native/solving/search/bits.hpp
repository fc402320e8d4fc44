// Sets of small numbers as machine words.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#if defined(__GNUC__) || defined(__clang__)
#define TILEWRIGHT_INLINE inline __attribute__((always_inline))
#else
#define TILEWRIGHT_INLINE inline
#endif

namespace tilewright::search {

// A set of up to 64 * W small numbers.
template <int W>
struct Bits {
  std::uint64_t w[W];

  static TILEWRIGHT_INLINE Bits none() { return Bits{}; }
  static TILEWRIGHT_INLINE Bits one(int n) {
    Bits r{};
    r.w[W == 1 ? 0 : n >> 6] = std::uint64_t{1} << (n & 63);
    return r;
  }
  // The numbers below n.
  static TILEWRIGHT_INLINE Bits below(int n) {
    Bits r;
    for (int k = 0; k < W; ++k) {
      const int here = n - 64 * k;
      r.w[k] = here >= 64 ? ~std::uint64_t{0} : here <= 0 ? 0 : (std::uint64_t{1} << here) - 1;
    }
    return r;
  }
  TILEWRIGHT_INLINE bool any() const {
    std::uint64_t all = 0;
    for (int k = 0; k < W; ++k) all |= w[k];
    return all != 0;
  }
  TILEWRIGHT_INLINE bool has(int n) const { return w[W == 1 ? 0 : n >> 6] >> (n & 63) & 1; }
  TILEWRIGHT_INLINE int size() const {
    int n = 0;
    for (int k = 0; k < W; ++k) n += std::popcount(w[k]);
    return n;
  }
  // The least and the greatest number; the set is not empty.
  TILEWRIGHT_INLINE int first() const {
    if constexpr (W > 1)
      for (int k = 0; k < W - 1; ++k)
        if (w[k]) return 64 * k + std::countr_zero(w[k]);
    return 64 * (W - 1) + std::countr_zero(w[W - 1]);
  }
  TILEWRIGHT_INLINE int last() const {
    if constexpr (W > 1)
      for (int k = W - 1; k > 0; --k)
        if (w[k]) return 64 * k + 63 - std::countl_zero(w[k]);
    return 63 - std::countl_zero(w[0]);
  }
  // Each number made n greater or less, 0 <= n < 64 * W; what leaves the range is lost.
  TILEWRIGHT_INLINE Bits up(int n) const {
    const int words = n >> 6, bits = n & 63;
    if constexpr (W == 1) {
      return {{w[0] << bits}};
    } else if constexpr (W == 2) {  // without a branch, as n varies
      const std::uint64_t low = words ? 0 : w[0], high = words ? w[0] : w[1];
      return {{low << bits, high << bits | low >> 1 >> (63 - bits)}};
    } else {
      Bits r{};
      for (int k = W - 1; k >= 0; --k) {
        const int from = k - words;
        if (from < 0) break;
        r.w[k] = w[from] << bits;
        if (bits && from > 0) r.w[k] |= w[from - 1] >> (64 - bits);
      }
      return r;
    }
  }
  TILEWRIGHT_INLINE Bits down(int n) const {
    const int words = n >> 6, bits = n & 63;
    if constexpr (W == 1) {
      return {{w[0] >> bits}};
    } else if constexpr (W == 2) {
      const std::uint64_t low = words ? w[1] : w[0], high = words ? 0 : w[1];
      return {{low >> bits | high << 1 << (63 - bits), high >> bits}};
    } else {
      Bits r{};
      for (int k = 0; k + words < W; ++k) {
        const int from = k + words;
        r.w[k] = w[from] >> bits;
        if (bits && from + 1 < W) r.w[k] |= w[from + 1] << (64 - bits);
      }
      return r;
    }
  }
  friend TILEWRIGHT_INLINE Bits operator&(Bits a, const Bits& b) {
    for (int k = 0; k < W; ++k) a.w[k] &= b.w[k];
    return a;
  }
  friend TILEWRIGHT_INLINE Bits operator|(Bits a, const Bits& b) {
    for (int k = 0; k < W; ++k) a.w[k] |= b.w[k];
    return a;
  }
  TILEWRIGHT_INLINE Bits operator~() const {
    Bits r;
    for (int k = 0; k < W; ++k) r.w[k] = ~w[k];
    return r;
  }
  TILEWRIGHT_INLINE Bits& operator|=(const Bits& b) { return *this = *this | b; }
  auto operator<=>(const Bits&) const = default;
  bool operator==(const Bits&) const = default;
};

}  // namespace tilewright::search
