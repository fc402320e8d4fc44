#include "families/gunport/bounded.hpp"

#include <stdexcept>

#include "families/gunport/bounded_loop.hpp"

namespace tilewright::gunport {

namespace {

template <class Key>
std::unique_ptr<BoundedSweep> sweep_of(const Question& question) {
  switch (question.tally) {
    case Tally::exact: return std::make_unique<Sweep<Key, Exact>>(question);
    case Tally::modulo: return std::make_unique<Sweep<Key, Residue>>(question);
    case Tally::estimate: return std::make_unique<Sweep<Key, Estimate>>(question);
    default: return std::make_unique<Sweep<Key, Uncounted>>(question);
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

std::unique_ptr<BoundedSweep> bounded_sweep(const Question& question) {
  if (question.rows < 1 || question.columns < 1) throw std::invalid_argument("the board has no cells");
  if (question.columns >= most_columns) throw std::invalid_argument("the board is wider than 63 columns");
  if (static_cast<long>(question.rows) * question.columns > 100'000)
    throw std::invalid_argument("the board has more than 100,000 cells");
  if (question.threads < 1) throw std::invalid_argument("a sweep has one thread or more");
  if (question.tally == Tally::modulo && (question.modulus < 2 || question.modulus >> 63))
    throw std::invalid_argument("a modulus is 2 to 2^63 - 1");
  if (question.columns < Digits<std::uint64_t>::most_columns) return sweep_of<std::uint64_t>(question);
  return sweep_of<Wide>(question);
}

}  // namespace tilewright::gunport
