#include "solve/frontier/sweep.hpp"

#include "solve/frontier/state_width.hpp"
#include "solve/frontier/sweep_factory.hpp"

namespace tilewright::frontier {

std::unique_ptr<Sweep> make_sweep(const SweepQuery& query, const ResidualProblem& residual,
                                  const LinearOrder& linear_order, const Ring& ring, const Resources& resources) {
  return with_words(linear_order,
                    [&](auto W) { return make_sweep_of<W>(query, residual, linear_order, ring, resources); });
}

SweepEstimate estimate(const SweepQuery& query, const ResidualProblem& residual, const LinearOrder& linear_order,
                       std::uint64_t max_expanded, std::uint64_t budget) {
  return with_words(linear_order,
                    [&](auto W) { return forecast_of<W>(query, residual, linear_order, max_expanded, budget); });
}

}  // namespace tilewright::frontier
