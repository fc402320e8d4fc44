// Semirings: what a sweep adds up over the solutions. A new one is a struct here and a line in sweep_make.hpp.
//
// A value is a number of 64-bit words. The sweep begins with one(); taking an option turns a value into
// extend(value, contribution); equal states are merged by add(). A value may hold counts, unsigned numbers that never
// wrap (`kCounts`): before each step the sweep asks for bits(), the length of the largest count in a value, and
// sees to it that no sum can overflow. In a Limbed semiring counts have `n` limbs each, and behind `kHead` other
// words they are all that a value is. `kTraced`: the values tell the traceback from the end, see ways_back.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "solve/frontier/query.hpp"

namespace tilewright::frontier {

using Word = std::uint64_t;

// Unsigned numbers of several limbs, lowest first.
namespace limbs {

inline void add(Word* into, const Word* from, int n) {
  unsigned char carry = 0;
  for (int k = 0; k < n; ++k) {
    const Word sum = into[k] + from[k];
    const Word more = sum + carry;
    carry = static_cast<unsigned char>((sum < into[k]) | (more < sum));
    into[k] = more;
  }
}

inline void scale(Word* into, const Word* from, int n, Word factor) {
  unsigned __int128 carry = 0;
  for (int k = 0; k < n; ++k) {
    carry += static_cast<unsigned __int128>(from[k]) * factor;
    into[k] = static_cast<Word>(carry);
    carry >>= 64;
  }
}

inline void weigh(Word* into, const Word* from, int n, Word weight) {
  if (weight == 1)
    std::copy_n(from, n, into);
  else
    scale(into, from, n, weight);
}

inline void one(Word* value, int n) {
  std::fill_n(value, n, 0);
  value[0] = 1;
}

inline bool less(const Word* a, const Word* b, int n) {
  for (int k = n - 1; k >= 0; --k)
    if (a[k] != b[k]) return a[k] < b[k];
  return false;
}

// into -= from, which is not greater.
inline void subtract(Word* into, const Word* from, int n) {
  Word borrow = 0;
  for (int k = 0; k < n; ++k) {
    const Word less = into[k] - from[k], least = less - borrow;
    borrow = (into[k] < from[k]) | (less < borrow);
    into[k] = least;
  }
}

inline int length(const Word* value, int n) {
  for (int k = n - 1; k >= 0; --k)
    if (value[k]) return 64 * k + static_cast<int>(std::bit_width(value[k]));
  return 0;
}

}  // namespace limbs

template <typename R>
concept Limbed = requires(R r) { r.n; };

// Whether there is a solution.
struct Exists {
  static constexpr bool kCounts = false, kTraced = false;
  static constexpr int words() { return 0; }
  void one(Word*) const {}
  void add(Word*, const Word*) const {}
  void extend(Word*, const Word*, const Contribution&) const {}
  int bits(const Word*) const { return 0; }
};

// How many solutions, each with the product of its options' weights; `N` limbs.
template <int N>
struct Count {
  static constexpr bool kCounts = true, kTraced = false;
  static constexpr int words() { return N; }
  void one(Word* value) const { limbs::one(value, N); }
  void add(Word* into, const Word* from) const {
    if constexpr (N == 1) {
      into[0] += from[0];
    } else if constexpr (N == 2) {
      const Word low = into[0] + from[0];
      into[1] += from[1] + (low < from[0]);
      into[0] = low;
    } else {
      limbs::add(into, from, N);
    }
  }
  void extend(Word* into, const Word* from, const Contribution& contribution) const {
    limbs::weigh(into, from, N, contribution.weight);
  }
  int bits(const Word* value) const { return limbs::length(value, N); }
};

// The same with any number of limbs.
struct CountLong {
  static constexpr bool kCounts = true, kTraced = true;
  static constexpr int kHead = 0;
  int n = 4;
  int words() const { return n; }
  void one(Word* value) const { limbs::one(value, n); }
  void add(Word* into, const Word* from) const { limbs::add(into, from, n); }
  void extend(Word* into, const Word* from, const Contribution& contribution) const {
    limbs::weigh(into, from, n, contribution.weight);
  }
  int bits(const Word* value) const { return limbs::length(value, n); }
};

// How many solutions, modulo a number of at most 63 bits.
struct Modulo {
  static constexpr bool kCounts = false, kTraced = false;
  Word modulus = 2;
  static constexpr int words() { return 1; }
  void one(Word* value) const { value[0] = 1 % modulus; }
  void add(Word* into, const Word* from) const {
    into[0] += from[0];
    if (into[0] >= modulus) into[0] -= modulus;
  }
  void extend(Word* into, const Word* from, const Contribution& contribution) const {
    into[0] =
        contribution.weight == 1
            ? from[0]
            : static_cast<Word>(static_cast<unsigned __int128>(from[0]) * (contribution.weight % modulus) % modulus);
  }
  int bits(const Word*) const { return 0; }
};

// The least sum of costs; for the greatest one negate the costs.
struct Least {
  static constexpr bool kCounts = false, kTraced = false;
  static constexpr int words() { return 1; }
  void one(Word* value) const { value[0] = 0; }
  void add(Word* into, const Word* from) const {
    if (static_cast<std::int64_t>(from[0]) < static_cast<std::int64_t>(into[0])) into[0] = from[0];
  }
  void extend(Word* into, const Word* from, const Contribution& contribution) const {
    into[0] = from[0] + static_cast<Word>(contribution.cost);
  }
  int bits(const Word*) const { return 0; }
};

// The least sum of costs, and how many solutions have it (in n limbs).
struct LeastCount {
  static constexpr bool kCounts = true, kTraced = true;
  static constexpr int kHead = 1;
  int n = 1;
  int words() const { return 1 + n; }
  void one(Word* value) const {
    value[0] = 0;
    limbs::one(value + 1, n);
  }
  void add(Word* into, const Word* from) const {
    const auto a = static_cast<std::int64_t>(into[0]), b = static_cast<std::int64_t>(from[0]);
    if (b < a) std::copy_n(from, 1 + n, into);
    if (b == a) limbs::add(into + 1, from + 1, n);
  }
  void extend(Word* into, const Word* from, const Contribution& contribution) const {
    into[0] = from[0] + static_cast<Word>(contribution.cost);
    limbs::weigh(into + 1, from + 1, n, contribution.weight);
  }
  int bits(const Word* value) const { return limbs::length(value + 1, n); }
};

// How many solutions there are for each sum of marks, 0 to `degree` (larger sums do not occur, or are cut
// off): a polynomial, coefficient k in the limbs n * k and up.
struct ByMarks {
  static constexpr bool kCounts = true, kTraced = false;
  static constexpr int kHead = 0;
  int degree = 0;
  int n = 1;
  int words() const { return n * (degree + 1); }
  void one(Word* value) const { limbs::one(value, words()); }
  void add(Word* into, const Word* from) const {
    if (n == 1) {
      for (int k = 0; k <= degree; ++k) into[k] += from[k];
      return;
    }
    for (int k = 0; k <= degree; ++k) limbs::add(into + n * k, from + n * k, n);
  }
  void extend(Word* into, const Word* from, const Contribution& contribution) const {
    const int shift = std::min(contribution.mark, degree + 1);
    std::fill_n(into, n * shift, 0);
    for (int k = shift; k <= degree; ++k) limbs::weigh(into + n * k, from + n * (k - shift), n, contribution.weight);
  }
  int bits(const Word* value) const {
    int most = 0;
    for (int k = 0; k <= degree; ++k) most = std::max(most, limbs::length(value + n * k, n));
    return most;
  }
};

}  // namespace tilewright::frontier
