#include "solve/frontier/sweep_factory.hpp"

namespace tilewright::frontier {

template std::unique_ptr<Sweep> make_sweep_of<1>(const SweepQuery&, const ResidualProblem&, const LinearOrder&,
                                                 const Ring&, const Resources&);
template SweepEstimate forecast_of<1>(const SweepQuery&, const ResidualProblem&, const LinearOrder&, std::uint64_t,
                                      std::uint64_t);

}  // namespace tilewright::frontier
