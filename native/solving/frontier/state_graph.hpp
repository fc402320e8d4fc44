// The graph of all states of a sweep, kept, with what is known of each state: whether a way leads from it to
// the end. So it lists solutions without dead ends.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solving/frontier/sweep.hpp"

namespace tilewright::frontier {

class StateGraph {
 public:
  virtual ~StateGraph() = default;

  // Enters about `budget` more states (forwards, from the start), or looks at as many (backwards, from the end).
  virtual Status advance(std::uint64_t budget) = 0;
  virtual double share() const = 0;  // of the work that is done, 0 to 1, roughly
  virtual std::uint64_t states() const = 0;
  virtual std::uint64_t bytes() const = 0;
  virtual std::uint64_t peak() const = 0;

  // Up to `count` more solutions of a walk through the whole graph, each a list of options, ascending; fewer when the
  // walk comes to its end, none while the graph is not complete. The order is the same for any number of threads.
  virtual std::vector<std::vector<std::int32_t>> walk(std::size_t count) = 0;
};

// Throws std::invalid_argument with a sentence when states of the line would be too long.
std::unique_ptr<StateGraph> make_state_graph(const SweepQuery& query, const ResidualProblem& residual,
                                             const LinearOrder& linear_order, const Resources& resources);

}  // namespace tilewright::frontier
