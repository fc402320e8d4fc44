#include "solve/frontier/sweep.hpp"

#include "solve/frontier/state_graph.hpp"
#include "solve/frontier/state_width.hpp"
#include "solve/frontier/states.hpp"

namespace tilewright::frontier {

std::unique_ptr<Sweep> make_sweep(const SweepQuery& query, const ResidualProblem& residual,
                                  const LinearOrder& linear_order, const Ring& ring, const Resources& resources) {
  return with_words(linear_order, [&](auto W) {
    return StatesOfWidth<W>::make_sweep(query, residual, linear_order, ring, resources);
  });
}

SweepEstimate estimate(const SweepQuery& query, const ResidualProblem& residual, const LinearOrder& linear_order,
                       std::uint64_t max_expanded, std::uint64_t budget) {
  return with_words(linear_order, [&](auto W) {
    return StatesOfWidth<W>::estimate(query, residual, linear_order, max_expanded, budget);
  });
}

std::unique_ptr<StateGraph> make_state_graph(const SweepQuery& query, const ResidualProblem& residual,
                                             const LinearOrder& linear_order, const Resources& resources) {
  return with_words(linear_order, [&](auto W) {
    return StatesOfWidth<W>::make_state_graph(query, residual, linear_order, resources);
  });
}

}  // namespace tilewright::frontier
