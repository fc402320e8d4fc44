// Random domino tilings of Aztec diamonds by domino shuffling.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solving/random_tilings/aztec_weights.hpp"
#include "solving/random_tilings/coins.hpp"

namespace tilewright::random_tilings {

// The diamond of order m has m * m blocks of 2 x 2 cells, centred on the points (X, Y) with |X| + |Y| < m and
// X + Y + m odd, in rows i = (X + Y + m - 1) / 2 and columns j = (X - Y + m - 1) / 2. Each domino of the order m - 1 is
// half of one block: a north-going domino its lower half, a south-going one its upper half, and so on. A step from m - 1
// to m looks at each block alone: two dominoes that face each other vanish, a single one moves to the other half, and an
// empty block gets two dominoes that go apart, north and south or east and west (Elkies, Kuperberg, Larsen and Propp
// 1992; Propp 2003). So 64 blocks take one step in a few operations on words.
//
// A tiling has the probability of (horizontal / vertical)^(number of horizontal dominoes), up to a common factor.
class AztecShuffle {
 public:
  // Weights from 1 to 2^30.
  AztecShuffle(std::int32_t order, std::uint64_t horizontal, std::uint64_t vertical, std::uint64_t seed,
               std::uint64_t sample);

  // By the weights of single dominoes, of which all is to be known and which have a tiling; else std::invalid_argument.
  AztecShuffle(std::shared_ptr<const AztecWeights> weights, std::uint64_t seed, std::uint64_t sample);

  // Shuffles while fewer than `budget` blocks were looked at, one step at least; true when the order is reached.
  bool advance(std::int64_t budget);
  // The order of the diamond so far.
  std::int32_t reached() const { return reached_; }
  std::int32_t order() const { return order_; }
  // The diamond reached, in 2m rows of 2m letters from the top: N, S, E, W, or a dot outside.
  std::string letters() const;
  // What the last step did, a letter for each of the m * m blocks of the diamond reached, row by row: N, S, E or W, a
  // domino moved to that half of the block; H or V, two horizontal or two vertical ones vanished; h or v, two were
  // created. Empty before the first step.
  std::string blocks() const;

 private:
  enum Direction { north, south, east, west };
  using Plane = std::vector<std::uint64_t>;

  void step();
  // Of these empty blocks, from the block `first` of the diamond of this order on, those that are filled horizontally.
  std::uint64_t filled_horizontally(std::uint64_t empty, std::size_t first);

  std::int32_t order_;
  std::int32_t reached_ = 0;
  std::uint64_t part_;
  std::uint64_t whole_;
  std::shared_ptr<const AztecWeights> weights_;
  Coins coins_;
  std::size_t stride_;  // words of a row
  Plane planes_[4];     // dominoes by the block that they are in after the last step
  Plane moved_[4];      // the same by the block that they are in before the next one
};

// The heights of the (2m + 1) * (2m + 1) corners of the squares of letters(), row by row from the top, as Region has them:
// the leftmost corner of the bottom row has the height 0. kOutside for corners of no cell. std::invalid_argument for a
// text of another length.
inline constexpr std::int32_t kOutside = INT32_MIN;
std::vector<std::int32_t> aztec_heights(std::int32_t order, const std::string& letters);

}  // namespace tilewright::random_tilings
