// Semirings: what a sweep adds up over the solutions. A new one is a struct here and a line in states_of_width.hpp.
//
// A value is a number of 64-bit words. The sweep begins with one(); taking an option turns a value into
// extend(value, contribution); equal states are merged by add(). A value may hold counts, unsigned numbers that never
// wrap (`kCounts`): before each step the sweep asks for bits(), the length of the largest count in a value, and
// sees to it that no sum can overflow. In a Limbed semiring counts have `n` limbs each, and behind head() other
// words they are all that a value is. Such a semiring tells the traceback from the end, see traceback.hpp.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "solving/frontier/query.hpp"

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
  static constexpr bool kCounts = false;
  static constexpr int words() { return 0; }
  void one(Word*) const {}
  void add(Word*, const Word*) const {}
  void extend(Word*, const Word*, const Contribution&) const {}
  int bits(const Word*) const { return 0; }
};

// How many solutions, each with the product of its options' weights; `N` limbs.
template <int N>
struct Count {
  static constexpr bool kCounts = true;
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

// How many solutions, modulo a number of at most 63 bits.
struct Modulo {
  static constexpr bool kCounts = false;
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
  static constexpr bool kCounts = false;
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

// How many solutions, in counts of n limbs. With `costs` only those with the least sum of costs are counted, and that
// sum is the first word. With `marks` they are counted by their sums of marks, 0 to `degree` (larger sums do not occur,
// or are cut off): a polynomial, whose coefficient k is the count number k.
struct LongCounts {
  static constexpr bool kCounts = true;
  int n = 1;
  bool costs = false, marks = false;
  int degree = 0;
  int head() const { return costs ? 1 : 0; }  // words before the counts
  int words() const { return head() + n * (degree + 1); }
  void one(Word* value) const {
    value[0] = 0;
    limbs::one(value + head(), n * (degree + 1));
  }
  void add(Word* into, const Word* from) const {
    if (costs) {
      const auto a = static_cast<std::int64_t>(into[0]), b = static_cast<std::int64_t>(from[0]);
      if (b < a) std::copy_n(from, words(), into);
      if (b != a) return;
      ++into, ++from;
    }
    if (n == 1) {
      for (int k = 0; k <= degree; ++k) into[k] += from[k];
      return;
    }
    for (int k = 0; k <= degree; ++k) limbs::add(into + n * k, from + n * k, n);
  }
  void extend(Word* into, const Word* from, const Contribution& contribution) const {
    if (costs) *into++ = *from++ + static_cast<Word>(contribution.cost);
    const int shift = marks ? std::min(contribution.mark, degree + 1) : 0;
    std::fill_n(into, n * shift, 0);
    for (int k = shift; k <= degree; ++k) limbs::weigh(into + n * k, from + n * (k - shift), n, contribution.weight);
  }
  int bits(const Word* value) const {
    int most = 0;
    for (int k = 0; k <= degree; ++k) most = std::max(most, limbs::length(value + head() + n * k, n));
    return most;
  }
};

}  // namespace tilewright::frontier
