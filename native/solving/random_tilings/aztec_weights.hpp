// Weights of the single edges of Aztec diamonds, and what they make of domino shuffling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tilewright::random_tilings {

// A positive number (high + low) * 2^exponent * z^zeros to about 100 bits, for an infinitely small z: a weight of 0 is
// treated as z. There is no difference to take, so that sums, products and quotients of leading terms are leading terms.
struct ScaledNumber {
  double high = 0;  // from 1/2 to 1
  double low = 0;   // less than the last digit of `high`
  std::int64_t exponent = 0;
  std::int64_t zeros = 0;
};

// Generalised domino shuffling (Propp 2003): a tiling has a probability proportional to the product of the weights of its
// dominoes. Each domino is half of one block of 2 x 2 squares, see AztecShuffle, with the weights n, s, e, w of its halves.
// By urban renewal the sum of all tilings is the product of the factors n * s + e * w of the blocks, times the same sum
// for the order below, where the halves of a block have the weights n, s, e and w of the opposite halves over its factor.
// An empty block is filled horizontally with the probability n * s / (n * s + e * w).
//
// Probabilities are rounded to multiples of 2^-63. A weight depends on those above as a quotient of sums over tilings of
// parts of the diamond, whose errors grow with the cube of the order at most, so that 100 bits are enough.
class AztecWeights {
 public:
  // For each block, row by row, the weights n, s, e, w. std::invalid_argument for another number of them.
  AztecWeights(std::int32_t order, std::vector<ScaledNumber> weights);

  // Computes while fewer than `budget` blocks were looked at, one order at least; true when all is known.
  bool advance(std::int64_t budget);
  std::int32_t order() const { return order_; }
  // The orders that remain to be looked at.
  std::int32_t remaining() const { return level_; }
  // Whether there is a tiling without dominoes of weight 0. Only when all is known.
  bool tileable() const { return level_ == 0 && sum_.zeros == 0; }
  // The sum over all tilings of the products of weights; see `tileable`.
  const ScaledNumber& sum() const { return sum_; }
  // 2^63 times the probability that the block of the diamond of this order is filled horizontally, when it is empty.
  std::uint64_t horizontal(std::int32_t order, std::size_t block) const {
    return chances_[static_cast<std::size_t>(order) - 1][block];
  }

 private:
  std::int32_t order_;
  std::int32_t level_;                 // the order of `weights_`
  std::vector<ScaledNumber> weights_;  // four for each block
  std::vector<std::vector<std::uint64_t>> chances_;
  ScaledNumber sum_;
};

}  // namespace tilewright::random_tilings
