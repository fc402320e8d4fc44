// Counts never wrap: before each place it is known how long the sums may become that it adds to.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "solving/frontier/semiring.hpp"

namespace tilewright::frontier {

// For each place, and for the end, an upper bound of the length in bits of the counts there.
class CountLengths {
 public:
  explicit CountLengths(std::int32_t end) : bits_(end + 1, 0), end_(end) {}

  // A bound of the sum of `count` values of up to `longest` bits, each times weights that add up to `weight`.
  static double of_sum(int longest, std::uint64_t count, double weight) {
    return longest + std::log2(static_cast<double>(count)) + std::log2(weight) + 0.01;
  }

  double& operator[](std::int32_t place) { return bits_[place]; }
  double operator[](std::int32_t place) const { return bits_[place]; }
  double& end() { return bits_[end_]; }
  double end() const { return bits_[end_]; }

  // The longest that the places from `first` to `last`, and the end, may have.
  double longest(std::int32_t first, std::int32_t last) const {
    double most = end();
    for (std::int32_t p = first; p <= last; ++p) most = std::max(most, bits_[p]);
    return most;
  }

  // Sums of up to `more` bits may be added at any of these places, and at the end.
  void add(double more, std::int32_t first, std::int32_t last) {
    for (std::int32_t p = first; p <= last; ++p) raise(bits_[p], more);
    raise(bits_[end_], more);
  }
  static constexpr double kMaxRaised = 1 + 1e-6;  // bits that a bound grows by beyond the larger summand

 private:
  static void raise(double& bits, double more) {
    const double high = std::max(bits, more), low = std::min(bits, more);
    bits = high + std::log2(1 + std::exp2(low - high)) + 1e-6;
  }

  std::vector<double> bits_;
  std::int32_t end_;
};

// Writes a value with more limbs to each of its counts.
template <Limbed R>
void widened(const R& narrow, const R& wide, Word* into, const Word* from) {
  std::fill_n(into, wide.words(), 0);
  const int head = narrow.head();
  std::copy_n(from, head, into);
  for (int k = 0; k < (narrow.words() - head) / narrow.n; ++k)
    std::copy_n(from + head + k * narrow.n, narrow.n, into + head + k * wide.n);
}

}  // namespace tilewright::frontier
