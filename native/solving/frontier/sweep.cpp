#include "solving/frontier/sweep.hpp"

#include "solving/frontier/state_graph.hpp"
#include "solving/frontier/state_width.hpp"
#include "solving/frontier/states.hpp"

namespace tilewright::frontier {

std::unique_ptr<Sweep> make_sweep(const SweepQuery& query, const ResidualProblem& residual,
                                  const LinearOrder& linear_order, const Ring& ring, const Resources& resources) {
  return with_words(linear_order, [&](auto W) {
    return StatesOfWidth<W>::make_sweep(query, residual, linear_order, ring, resources);
  });
}

std::unique_ptr<SweepEstimator> make_sweep_estimator(const SweepQuery& query, const ResidualProblem& residual,
                                                     const LinearOrder& linear_order, std::uint64_t max_expanded,
                                                     std::uint64_t limit) {
  return with_words(linear_order, [&](auto W) {
    return StatesOfWidth<W>::make_sweep_estimator(query, residual, linear_order, max_expanded, limit);
  });
}

std::unique_ptr<StateGraph> make_state_graph(const SweepQuery& query, const ResidualProblem& residual,
                                             const LinearOrder& linear_order, const Resources& resources) {
  return with_words(linear_order, [&](auto W) {
    return StatesOfWidth<W>::make_state_graph(query, residual, linear_order, resources);
  });
}

}  // namespace tilewright::frontier
