// What can be made for states of W words; states_of_width.hpp defines it.
#pragma once

#include <cstdint>
#include <memory>

#include "solving/frontier/state_graph.hpp"
#include "solving/frontier/sweep.hpp"

namespace tilewright::frontier {

template <int W>
struct StatesOfWidth {
  static std::unique_ptr<Sweep> make_sweep(const SweepQuery& query, const ResidualProblem& residual,
                                           const LinearOrder& linear_order, const Ring& ring,
                                           const Resources& resources);
  static std::unique_ptr<SweepEstimator> make_sweep_estimator(const SweepQuery& query, const ResidualProblem& residual,
                                                              const LinearOrder& linear_order,
                                                              std::uint64_t max_expanded, std::uint64_t limit);
  static std::unique_ptr<StateGraph> make_state_graph(const SweepQuery& query, const ResidualProblem& residual,
                                                      const LinearOrder& linear_order, const Resources& resources);
};

}  // namespace tilewright::frontier
