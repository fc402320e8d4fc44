// One solution of a large packing: a sweep over its places with hard pieces first, with restarts.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solving/search/problem.hpp"
#include "solving/search/search.hpp"

namespace tilewright::search {

// Items with neighbours ("places") lie on a line; a run fills the first open place that must be filled, and prefers
// options whose piece fits badly in general and whose surroundings here are full. Each run has a bound of nodes and
// chances of its own. Regions that no options can fill end a branch.
//
// Between the runs a cover that uses some pieces too often and others too seldom is repaired: see restarts_repair.hpp. That
// finds solutions where the last of many pieces hardly ever fits.
//
// A run that visits all of its tree is a proof: then advance says complete, with or without a solution.
class Restarts {
 public:
  virtual ~Restarts() = default;
  Restarts(const Restarts&) = delete;
  Restarts& operator=(const Restarts&) = delete;

  // Visits up to `budget` more nodes: an option taken is a node. Full once a solution is found. What happens depends
  // on the problem, the decisions and the seed alone, not on budgets.
  virtual Status advance(std::uint64_t budget) = 0;

  // Where the search stands, and how a fresh one of the same problem and decisions gets there, whatever its seed. Throws
  // std::invalid_argument for what is no position of it; the search is of no use then.
  virtual std::vector<std::uint64_t> position() const = 0;
  virtual void restore(const std::vector<std::uint64_t>& position) = 0;

  std::uint64_t nodes = 0;
  std::uint64_t runs = 0;               // begun
  std::int32_t depth = 0;               // options chosen at once, at most
  std::int32_t violations = INT32_MAX;  // uses of pieces too many and too few in a whole cover, at least; see Repair
  std::vector<std::int32_t> solution;   // options of the whole problem, ascending; empty while there is none

 protected:
  Restarts() = default;
};

// Throws std::invalid_argument, with the reason, when the problem is none for it; `restarts_unsupported` tells the
// same ("" when it is one).
std::unique_ptr<Restarts> make_restarts(const Problem& problem, std::vector<Decision> prefix, std::uint64_t seed);
std::string restarts_unsupported(const Problem& problem);

}  // namespace tilewright::search
