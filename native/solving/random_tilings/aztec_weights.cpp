#include "solving/random_tilings/aztec_weights.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace tilewright::random_tilings {

namespace {

constexpr std::int32_t kMaxOrder = 1'000;
constexpr std::int64_t kDigits = 120;           // a term that is smaller by more binary digits changes nothing
constexpr double kOne = 9223372036854775808.0;  // 2^63
constexpr int kOneExponent = 63;

// high + low as one number with the leading digit in its place (Dekker 1971).
ScaledNumber normalised(double high, double low, std::int64_t exponent, std::int64_t zeros) {
  const double sum = high + low;
  low -= sum - high;
  int shift = 0;
  high = std::frexp(sum, &shift);
  return {high, std::ldexp(low, -shift), exponent + shift, zeros};
}

ScaledNumber operator*(const ScaledNumber& a, const ScaledNumber& b) {
  const double high = a.high * b.high;
  const double low = std::fma(a.high, b.high, -high) + (a.high * b.low + a.low * b.high);
  return normalised(high, low, a.exponent + b.exponent, a.zeros + b.zeros);
}

ScaledNumber operator/(const ScaledNumber& a, const ScaledNumber& b) {
  const double high = a.high / b.high;
  // The remainder a - high * b, of which the first term is exact.
  const double rest = std::fma(-high, b.high, a.high) + (a.low - high * b.low);
  return normalised(high, rest / b.high, a.exponent - b.exponent, a.zeros - b.zeros);
}

ScaledNumber operator+(const ScaledNumber& a, const ScaledNumber& b) {
  if (a.zeros != b.zeros) return a.zeros < b.zeros ? a : b;
  if (a.exponent < b.exponent) return b + a;
  const std::int64_t shift = b.exponent - a.exponent;
  if (shift < -kDigits) return a;
  const double other = std::ldexp(b.high, static_cast<int>(shift));
  const double high = a.high + other;
  const double kept = high - a.high;
  const double error = (a.high - (high - kept)) + (other - kept);
  return normalised(high, error + (a.low + std::ldexp(b.low, static_cast<int>(shift))), a.exponent, a.zeros);
}

// 2^63 times part / (part + rest).
std::uint64_t chance(const ScaledNumber& part, const ScaledNumber& whole) {
  if (part.zeros > whole.zeros) return 0;
  const ScaledNumber share = part / whole;
  if (share.exponent < -kOneExponent - 1) return 0;
  const int shift = static_cast<int>(share.exponent) + kOneExponent;
  const double high = std::ldexp(share.high, shift), low = std::ldexp(share.low, shift);
  if (high > kOne) return std::uint64_t{1} << kOneExponent;
  const double floor = std::floor(high);
  const auto rounded = static_cast<std::int64_t>(std::llround((high - floor) + low));
  const std::uint64_t value = static_cast<std::uint64_t>(floor) + static_cast<std::uint64_t>(rounded);
  return std::min(value, std::uint64_t{1} << kOneExponent);
}

}  // namespace

AztecWeights::AztecWeights(std::int32_t order, std::vector<ScaledNumber> weights)
    : order_(order), level_(order), weights_(std::move(weights)), sum_{0.5, 0, 1, 0} {
  if (order < 1 || order > kMaxOrder) throw std::invalid_argument("the order is out of range");
  if (weights_.size() != 4 * static_cast<std::size_t>(order) * static_cast<std::size_t>(order))
    throw std::invalid_argument("four weights are needed for each block");
  for (const ScaledNumber& weight : weights_)
    if (!(weight.high >= 0.5 && weight.high < 1)) throw std::invalid_argument("a weight is not normalised");
  chances_.resize(static_cast<std::size_t>(order));
}

bool AztecWeights::advance(std::int64_t budget) {
  while (level_ > 0) {
    const auto size = static_cast<std::size_t>(level_), below = size - 1;
    std::vector<ScaledNumber> next(4 * below * below);
    std::vector<std::uint64_t>& chances = chances_[below];
    chances.resize(size * size);
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) {
        const ScaledNumber* const own = &weights_[4 * (i * size + j)];
        const ScaledNumber flat = own[0] * own[1], factor = flat + own[2] * own[3];
        chances[i * size + j] = chance(flat, factor);
        sum_ = sum_ * factor;
        // A north-going domino of the order below is the lower half of this block, and moves to the upper one.
        const auto hand_down = [&](std::size_t half, std::size_t row, std::size_t column) {
          next[4 * (row * below + column) + half] = own[half] / factor;
        };
        if (i > 0 && j < below) hand_down(0, i - 1, j);
        if (i < below && j > 0) hand_down(1, i, j - 1);
        if (i > 0 && j > 0) hand_down(2, i - 1, j - 1);
        if (i < below && j < below) hand_down(3, i, j);
      }
    weights_ = std::move(next);
    --level_;
    budget -= static_cast<std::int64_t>(size * size);
    if (budget <= 0) break;
  }
  return level_ == 0;
}

}  // namespace tilewright::random_tilings
