// Random words, and exact Bernoulli bits of rational probability, from a seed.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace tilewright::random_tilings {

// splitmix64 (Steele, Lea and Flood 2014): spreads a seed.
inline std::uint64_t mix(std::uint64_t& state) {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

// Eight generators xoshiro256++ (Blackman and Vigna 2019) side by side, which compilers turn into vectors.
class Coins {
 public:
  // The words depend on the seed, the number of the sample and the number of the block alone.
  Coins(std::uint64_t seed, std::uint64_t sample, std::uint64_t block) {
    std::uint64_t state = seed;
    state = mix(state) ^ sample;
    state = mix(state) ^ block;
    for (auto& words : state_)
      for (std::uint64_t& word : words) word = mix(state);
  }

  void fill(std::uint64_t* words, std::size_t count) {
    std::size_t k = 0;
    while (k < count && used_ < kLanes) words[k++] = buffer_[used_++];
    for (; k + kLanes <= count; k += kLanes) {
      refill();
      std::copy(buffer_.begin(), buffer_.end(), words + k);
      used_ = kLanes;
    }
    while (k < count) words[k++] = next();
  }

  std::uint64_t next() {
    if (used_ == kLanes) refill();
    return buffer_[used_++];
  }

 private:
  static constexpr std::size_t kLanes = 8;

  void refill() {
    for (std::size_t k = 0; k < kLanes; ++k) {
      std::uint64_t &a = state_[0][k], &b = state_[1][k], &c = state_[2][k], &d = state_[3][k];
      buffer_[k] = std::rotl(a + d, 23) + a;
      const std::uint64_t t = b << 17;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= t;
      d = std::rotl(d, 45);
    }
    used_ = 0;
  }

  std::array<std::array<std::uint64_t, kLanes>, 4> state_{};
  std::array<std::uint64_t, kLanes> buffer_{};
  std::size_t used_ = kLanes;
};

// 64 bits, each 1 with the probability part / whole, exactly: each lane compares a uniform binary fraction with the
// binary digits of part / whole and is decided by the first that differs. 0 <= part <= whole < 2^63.
inline std::uint64_t biased_word(Coins& coins, std::uint64_t part, std::uint64_t whole) {
  if (part == whole) return ~std::uint64_t{0};
  std::uint64_t undecided = ~std::uint64_t{0}, ones = 0, rest = part;
  while (undecided != 0 && rest != 0) {  // with no digits left, no fraction is less
    rest *= 2;
    const bool digit = rest >= whole;
    if (digit) rest -= whole;
    const std::uint64_t word = coins.next();
    if (digit) {
      ones |= undecided & ~word;
      undecided &= word;
    } else {
      undecided &= ~word;
    }
  }
  return ones;
}

}  // namespace tilewright::random_tilings
