// What there is for states of W words. Each width is a file of its own, states_W.cpp, as compiling it takes long.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>

#include "solving/frontier/counting_sweep.hpp"
#include "solving/frontier/state_graph_loop.hpp"
#include "solving/frontier/states.hpp"
#include "solving/frontier/sweep_loop.hpp"

namespace tilewright::frontier {

template <int W>
std::unique_ptr<Sweep> StatesOfWidth<W>::make_sweep(const SweepQuery& query, const ResidualProblem& residual,
                                                    const LinearOrder& linear_order, const Ring& ring,
                                                    const Resources& resources) {
  const auto made = [&](auto semiring) -> std::unique_ptr<Sweep> {
    return std::make_unique<SemiringSweep<W, decltype(semiring)>>(query.problem, residual, linear_order, semiring,
                                                                  resources);
  };
  if (ring.name == "exists") return made(Exists{});
  if (ring.name == "count") return std::make_unique<CountingSweep<W>>(query, residual, linear_order, resources);
  if (ring.name == "modulo") {
    if (ring.modulus < 1 || ring.modulus >> 63) throw std::invalid_argument("a modulus has 1 to 63 bits");
    return made(Modulo{ring.modulus});
  }
  if (ring.name == "least") return made(Least{});
  if (ring.name == "count_traced") return made(LongCounts{});
  if (ring.name == "least_count") return made(LongCounts{.costs = true});
  if (ring.name == "by_marks") {
    if (ring.degree < 0 || ring.degree > 100'000) throw std::invalid_argument("a degree is 0 to 100000");
    return made(LongCounts{.marks = true, .degree = ring.degree});
  }
  throw std::invalid_argument("there is no semiring " + ring.name);
}

template <int W>
class EstimatorOfWidth final : public SweepEstimator {
 public:
  EstimatorOfWidth(const SweepQuery& query, const ResidualProblem& residual, const LinearOrder& linear_order,
                   std::uint64_t max_expanded, std::uint64_t limit)
      : sweep_(query.problem, residual, linear_order, Multiplicity{}, Resources{}), limit_(limit) {
    sweep_.sampling.max_expanded = max_expanded;
  }

  // The sweep also comes to rest after each place with many states.
  bool advance(std::uint64_t budget) override {
    if (!is_made()) status_ = sweep_.advance(std::min(budget, limit_ - sweep_.states));
    return is_made();
  }

  SweepEstimate estimate() const override {
    const bool ended = status_ == Status::complete;
    SweepEstimate found{sweep_.sampling.states, sweep_.sampling.live, false};
    found.whole = ended && found.states == static_cast<double>(sweep_.states);
    if (!ended && sweep_.place() > 0) found.states *= static_cast<double>(sweep_.places()) / sweep_.place();
    return found;
  }

 private:
  bool is_made() const { return status_ != Status::running || sweep_.states >= limit_; }

  SemiringSweep<W, Multiplicity> sweep_;
  std::uint64_t limit_;
  Status status_ = Status::running;
};

template <int W>
std::unique_ptr<SweepEstimator> StatesOfWidth<W>::make_sweep_estimator(const SweepQuery& query,
                                                                       const ResidualProblem& residual,
                                                                       const LinearOrder& linear_order,
                                                                       std::uint64_t max_expanded,
                                                                       std::uint64_t limit) {
  return std::make_unique<EstimatorOfWidth<W>>(query, residual, linear_order, max_expanded, limit);
}

template <int W>
std::unique_ptr<StateGraph> StatesOfWidth<W>::make_state_graph(const SweepQuery& query, const ResidualProblem& residual,
                                                               const LinearOrder& linear_order,
                                                               const Resources& resources) {
  return std::make_unique<StateGraphOf<W>>(query, residual, linear_order, resources);
}

}  // namespace tilewright::frontier
