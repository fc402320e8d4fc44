#include "families/gunport/bounded.hpp"

#include <stdexcept>

#include "families/gunport/bounded_loop.hpp"

namespace tilewright::gunport {

namespace {

template <class Key>
std::unique_ptr<BoundedSweep> sweep_of(const BoundedQuery& query) {
  switch (query.count_mode) {
    case CountMode::exact: return std::make_unique<Sweep<Key, Exact>>(query);
    case CountMode::modulo: return std::make_unique<Sweep<Key, Residue>>(query);
    case CountMode::estimate: return std::make_unique<Sweep<Key, Estimate>>(query);
    default: return std::make_unique<Sweep<Key, Uncounted>>(query);
  }
}

}  // namespace

std::vector<std::uint8_t> BoundedSweep::follow(Goal& goal, int from, int to) const {
  const auto wide = [](const std::array<std::uint64_t, 2>& words) {
    return static_cast<Wide>(words[1]) << 64 | words[0];
  };
  std::vector<std::uint8_t> letters;
  for (int step = from; step > to; --step) {
    const std::vector<Origin> all = origins(step, goal.profile);
    if (all.empty()) throw std::logic_error("no way leads to this profile");
    Wide rank = wide(goal.rank);
    std::size_t chosen = 0;
    while (chosen + 1 < all.size() && rank >= wide(all[chosen].ways)) rank -= wide(all[chosen++].ways);
    letters.push_back(static_cast<std::uint8_t>(all[chosen].letter));
    goal = {all[chosen].profile, {static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(rank >> 64)}};
  }
  return letters;
}

std::unique_ptr<BoundedSweep> bounded_sweep(const BoundedQuery& query) {
  if (query.rows < 1 || query.columns < 1) throw std::invalid_argument("the board has no cells");
  if (query.columns >= kMaxColumns) throw std::invalid_argument("the board is wider than 63 columns");
  if (static_cast<long>(query.rows) * query.columns > 100'000)
    throw std::invalid_argument("the board has more than 100,000 cells");
  if (query.threads < 1) throw std::invalid_argument("a sweep has one thread or more");
  if (query.count_mode == CountMode::modulo && (query.modulus < 2 || query.modulus >> 63))
    throw std::invalid_argument("a modulus is 2 to 2^63 - 1");
  if (query.columns < Digits<std::uint64_t>::kMaxColumns) return sweep_of<std::uint64_t>(query);
  return sweep_of<Wide>(query);
}

}  // namespace tilewright::gunport
