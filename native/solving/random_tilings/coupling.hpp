// Exactly uniform random tilings of simply connected boards by coupling from the past.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "solving/random_tilings/coins.hpp"
#include "solving/random_tilings/region.hpp"

namespace tilewright::random_tilings {

// Tilings as bits: for each direction of the grid, whether a pair lies across the side that goes in it from a point. Round
// an interior vertex, every second side crossed is a flip: the pairs can turn, and the height of the vertex changes by the
// period, up or down. Vertices of one class have no common side, so all of a class flip at once, 64 in a few operations.
class FlipBoard {
 public:
  explicit FlipBoard(std::shared_ptr<const Region> region);

  using Bits = std::vector<std::uint64_t>;  // a plane for each direction, one after another

  Bits bits(const std::vector<std::int32_t>& heights) const;
  Pairs pairs(const Bits& bits) const;
  // The words of a plane, as many as the coins of a sweep.
  std::size_t words() const { return words_; }
  // One sweep: at each interior vertex, class by class, the higher of the possible heights where its coin is 1, else the
  // lower. Each of these steps keeps the uniform distribution, and keeps bits of heights that are nowhere lower so.
  void sweep(Bits& bits, const Bits& coins);
  // The interior vertices that can flip.
  std::vector<std::int32_t> flippable(const Bits& bits) const;
  void flip(Bits& bits, std::int32_t vertex) const;
  const Region& region() const { return *region_; }

 private:
  void sweep_squares(Bits& bits, const Bits& coins);
  void sweep_triangles(Bits& bits, const Bits& coins);
  std::size_t place(Cell point) const;
  bool crossed(const Bits& bits, std::size_t direction, std::size_t place) const;

  std::shared_ptr<const Region> region_;
  Cell low_{0, 0};         // the point of the place 0, less a margin
  std::size_t row_ = 1;    // words of a row
  std::size_t words_ = 0;  // words of a plane, with a margin of one row at either end
  std::size_t directions_;
  std::vector<Bits> classes_;  // the interior vertices by class
  Bits turned_;                // those that flip
};

// Propp and Wilson 1996: the lowest and the highest tiling are swept from time -T to 0 with the same coins; once both are
// equal at time 0, so is every tiling, and that one is uniformly distributed. Otherwise T is doubled, and the coins of the
// times that were there before are made again from the seed, so that memory stays small.
//
// With other weights than 1 the tiling has a probability proportional to (up / down)^(flips from the lowest tiling to it),
// exactly: where a vertex can flip, it is high with the probability up / (up + down), whatever the tiling is elsewhere.
class Coupling {
 public:
  // Weights from 1 to 2^30. std::invalid_argument for others, and if the board is not simply connected.
  Coupling(const std::shared_ptr<const Region>& region, std::uint64_t seed, std::uint64_t sample, std::uint64_t up = 1,
           std::uint64_t down = 1);

  // Whether there is a tiling at all.
  bool exists() const { return exists_; }
  // Sweeps until about `budget` words were changed; true when the tiling is drawn.
  bool advance(std::int64_t budget);
  // Sweeps so far.
  std::int64_t sweeps() const { return sweeps_; }
  Pairs pairs() const;

  // The sweeps of the last time that began with the lowest and the highest tiling, 0 where these are equal.
  std::int64_t length() const;
  // Once the tiling is drawn: back to where they began, to be watched from there.
  void rewind();
  // One sweep after `rewind`; false at the end.
  bool sweep();
  // The lower or the upper tiling at present.
  Pairs bound(bool greatest) const { return board_.pairs(greatest ? high_ : low_); }

 private:
  void sweep_both();
  void start_block(std::int32_t block);

  FlipBoard board_;
  std::uint64_t seed_, sample_, part_, whole_;
  FlipBoard::Bits least_, greatest_, low_, high_, words_;
  std::int32_t longest_ = 0;  // blocks begin at times -2^longest_, ..., -4, -2, -1
  std::int32_t block_ = 0;
  std::int64_t left_ = 0;  // sweeps of the block
  Coins coins_;
  bool met_ = false, exists_ = false, done_ = false;
  std::int64_t sweeps_ = 0;
};

// The tilings of a simply connected board, and how many pairs of them differ by one flip.
class FlipGraph {
 public:
  explicit FlipGraph(const std::shared_ptr<const Region>& region);
  // Looks at up to `budget` more tilings; true when all were seen.
  bool advance(std::int64_t budget);
  std::int64_t tilings() const { return static_cast<std::int64_t>(seen_.size()); }
  std::int64_t flips() const { return ends_ / 2; }
  // The largest number of flips between two tilings. The tilings are a distributive lattice of which each flip is one
  // step (Propp 1993), so it is the distance of the least from the greatest; -1 without a tiling.
  std::int64_t diameter() const { return diameter_; }

 private:
  FlipBoard board_;
  std::vector<FlipBoard::Bits> seen_;
  std::vector<std::size_t> table_;  // places in seen_, plus 1, by hash
  std::size_t next_ = 0;
  std::int64_t ends_ = 0, diameter_ = -1;

  void add(const FlipBoard::Bits& bits);
};

}  // namespace tilewright::random_tilings
