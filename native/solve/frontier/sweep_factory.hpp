// Makes the sweep for a semiring, for states of W words.
#pragma once

#include "solve/frontier/counting_sweep.hpp"
#include "solve/frontier/sweep_loop.hpp"

namespace tilewright::frontier {

template <int W>
std::unique_ptr<Sweep> make_sweep_of(const SweepQuery& query, const ResidualProblem& residual,
                                     const LinearOrder& linear_order, const Ring& ring, const Resources& resources) {
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
  if (ring.name == "count_traced") return made(CountLong{1});
  if (ring.name == "least_count") return made(LeastCount{});
  if (ring.name == "by_marks") {
    if (ring.degree < 0 || ring.degree > 100'000) throw std::invalid_argument("a degree is 0 to 100000");
    return made(ByMarks{ring.degree});
  }
  throw std::invalid_argument("there is no semiring " + ring.name);
}

template <int W>
SweepEstimate forecast_of(const SweepQuery& query, const ResidualProblem& residual, const LinearOrder& linear_order,
                          std::uint64_t max_expanded, std::uint64_t budget) {
  SemiringSweep<W, Multiplicity> sweep(query.problem, residual, linear_order, Multiplicity{}, Resources{});
  sweep.sampling.max_expanded = max_expanded;
  // It comes to rest after each place with many states.
  Status status = Status::running;
  while (status == Status::running && sweep.states < budget) status = sweep.advance(budget - sweep.states);
  const bool ended = status == Status::complete;
  SweepEstimate found{sweep.sampling.states, sweep.sampling.live, false};
  found.whole = ended && found.states == static_cast<double>(sweep.states);
  if (!ended && sweep.place() > 0) found.states *= static_cast<double>(sweep.places()) / sweep.place();
  return found;
}

extern template std::unique_ptr<Sweep> make_sweep_of<1>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                                        const Ring&, const Resources&);
extern template std::unique_ptr<Sweep> make_sweep_of<2>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                                        const Ring&, const Resources&);
extern template std::unique_ptr<Sweep> make_sweep_of<4>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                                        const Ring&, const Resources&);
extern template std::unique_ptr<Sweep> make_sweep_of<16>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                                         const Ring&, const Resources&);

extern template SweepEstimate forecast_of<1>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                             std::uint64_t, std::uint64_t);
extern template SweepEstimate forecast_of<2>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                             std::uint64_t, std::uint64_t);
extern template SweepEstimate forecast_of<4>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                             std::uint64_t, std::uint64_t);
extern template SweepEstimate forecast_of<16>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                              std::uint64_t, std::uint64_t);

}  // namespace tilewright::frontier
