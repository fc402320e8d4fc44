#include "frontier/sweep.hpp"

#include "frontier/sweep_make.hpp"

namespace tilewright::frontier {

namespace {

constexpr int kMostBits = 64 * 16 - 1;

int bits(const Line& line) { return line.window + line.aside_bits; }

}  // namespace

std::string refusal(const Line& line) {
  if (bits(line) <= kMostBits) return "";
  return "frontier takes states of up to " + std::to_string(kMostBits) + " bits; this problem needs " +
         std::to_string(bits(line));
}

Forecast forecast(const Question& question, const Demand& demand, const Line& line, std::uint64_t most_expanded,
                  std::uint64_t budget) {
  if (const std::string reason = refusal(line); !reason.empty()) throw std::invalid_argument(reason);
  const int need = bits(line) + 1;
  if (need <= 64) return forecast_of<1>(question, demand, line, most_expanded, budget);
  if (need <= 128) return forecast_of<2>(question, demand, line, most_expanded, budget);
  if (need <= 256) return forecast_of<4>(question, demand, line, most_expanded, budget);
  return forecast_of<16>(question, demand, line, most_expanded, budget);
}

std::unique_ptr<Sweep> make_sweep(const Question& question, const Demand& demand, const Line& line,
                                  const Ring& ring, const Resources& resources) {
  if (const std::string reason = refusal(line); !reason.empty()) throw std::invalid_argument(reason);
  const int need = bits(line) + 1;  // and one bit that is always 0
  if (need <= 64) return make_sweep_of<1>(question, demand, line, ring, resources);
  if (need <= 128) return make_sweep_of<2>(question, demand, line, ring, resources);
  if (need <= 256) return make_sweep_of<4>(question, demand, line, ring, resources);
  return make_sweep_of<16>(question, demand, line, ring, resources);
}

}  // namespace tilewright::frontier
