#include "solve/frontier/sweep_factory.hpp"

namespace tilewright::frontier {

template std::unique_ptr<Sweep> make_sweep_of<16>(const Question&, const Demand&, const Line&, const Ring&,
                                                  const Resources&);
template Forecast forecast_of<16>(const Question&, const Demand&, const Line&, std::uint64_t, std::uint64_t);

}  // namespace tilewright::frontier
