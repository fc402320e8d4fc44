// How many solutions a large packing has, estimated: a sweep over its places that keeps a sample of all states.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solving/search/problem.hpp"
#include "solving/search/search.hpp"

namespace tilewright::search {

// Importance weights of states: states with more are kept rather than others. They change the variance, never the mean.
struct Guide {
  std::vector<double> pieces;  // per item of the whole problem: what its use adds to the logarithm of a state's worth
  double border = 0;           // and what each place takes away that is open and beside a covered one
};

// Items with neighbours ("places") lie on a line, and the first open place that must be filled is filled by any option
// that fits: so each solution comes about in one way. States go from level to level, a level for each number of needed
// places that are filled. Equal states are merged, and their weights added up. Where a level has more states than
// `size`, some are kept at random, and their weights divided by the chances they had; a state's weight then is right
// on average, however the chances were chosen, and so is the sum over all solutions (Rubinstein's stochastic
// enumeration; threshold and systematic sampling: Fearnhead and Clifford, 2003; Duffield, Lund and Thorup, 2007).
class SequentialMonteCarlo {
 public:
  virtual ~SequentialMonteCarlo() = default;
  SequentialMonteCarlo(const SequentialMonteCarlo&) = delete;
  SequentialMonteCarlo& operator=(const SequentialMonteCarlo&) = delete;

  // Begins a run anew. What it finds depends on the problem, the guide, size and seed alone.
  virtual void begin(std::size_t size, std::uint64_t seed) = 0;

  // Goes on from up to `budget` more states; complete when the run is over.
  virtual Status advance(std::uint64_t budget) = 0;

  std::uint64_t nodes = 0;  // states gone on from, in this run
  double share = 0;         // of the levels that are done
  double solutions = 0;     // the estimate once the run is over, times two to the power of `exponent`
  std::int64_t exponent = 0;
  bool sampled = false;            // whether any state was left out; else the number is exact up to rounding
  std::vector<double> difficulty;  // per item of the whole problem: how hard its piece is to place; 0 for others

 protected:
  SequentialMonteCarlo() = default;
};

// Throws std::invalid_argument, with the reason, when the problem is none for it. Call begin first.
std::unique_ptr<SequentialMonteCarlo> make_sequential_monte_carlo(const Problem& problem, std::vector<Decision> prefix,
                                                                  Guide guide);

}  // namespace tilewright::search
