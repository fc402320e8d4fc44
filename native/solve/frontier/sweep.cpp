#include "solve/frontier/sweep.hpp"

#include "solve/frontier/state_width.hpp"
#include "solve/frontier/sweep_factory.hpp"

namespace tilewright::frontier {

std::unique_ptr<Sweep> make_sweep(const Question& question, const Demand& demand, const Line& line, const Ring& ring,
                                  const Resources& resources) {
  return with_words(line, [&](auto W) { return make_sweep_of<W>(question, demand, line, ring, resources); });
}

Forecast forecast(const Question& question, const Demand& demand, const Line& line, std::uint64_t most_expanded,
                  std::uint64_t budget) {
  return with_words(line, [&](auto W) { return forecast_of<W>(question, demand, line, most_expanded, budget); });
}

}  // namespace tilewright::frontier
