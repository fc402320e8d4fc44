#include "solve/frontier/state_graph_loop.hpp"
#include "solve/frontier/state_width.hpp"

namespace tilewright::frontier {

std::unique_ptr<StateGraph> make_state_graph(const SweepQuery& query, const ResidualProblem& residual,
                                             const LinearOrder& linear_order, const Resources& resources) {
  return with_words(linear_order, [&](auto W) -> std::unique_ptr<StateGraph> {
    return std::make_unique<StateGraphOf<W>>(query, residual, linear_order, resources);
  });
}

}  // namespace tilewright::frontier
