// Forecasts: a sweep that expands only some states of each place, each of which then stands for others.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "numbers.hpp"
#include "solving/frontier/semiring.hpp"
#include "solving/frontier/state_tables.hpp"

namespace tilewright::frontier {

// The semiring for it: how many states a state stands for. A state that several lead to stands for as many as
// the one of them that stands for most.
struct Multiplicity {
  static constexpr bool kCounts = false;
  double factor = 1;  // of the place that is being expanded: one over the share that is
  static constexpr int words() { return 1; }
  void one(Word* value) const { value[0] = std::bit_cast<Word>(1.0); }
  void add(Word* into, const Word* from) const {
    into[0] = std::bit_cast<Word>(std::max(std::bit_cast<double>(into[0]), std::bit_cast<double>(from[0])));
  }
  void extend(Word* into, const Word* from, const Contribution&) const {
    into[0] = std::bit_cast<Word>(std::bit_cast<double>(from[0]) * factor);
  }
  int bits(const Word*) const { return 0; }
};

// Which states are expanded, and what all of them stand for together.
class StateSampling {
 public:
  std::uint64_t max_expanded = ~std::uint64_t{0};  // at a place, about
  double states = 0, live = 0;                     // that a whole sweep would expand, and hold at most

  // Called before a place is expanded that could have `most` states at all; the factor of what is expanded there.
  // No state lies beyond the place `farthest`.
  template <int W>
  double begin(const StateTables<W>& state_tables, std::int32_t place, std::int32_t farthest, double most) {
    const auto sum = [&](std::int32_t p) {
      double total = 0;
      state_tables.for_each(p, [&](const Word* slot) { total += std::bit_cast<double>(slot[W]); });
      return total;
    };
    double ahead = 0;
    for (std::int32_t p = place + 1; p <= farthest; ++p) ahead += sum(p);
    const double seen = sum(place), here = std::min(seen, most);
    states += here;
    live = std::max(live, ahead + here);
    const double share =
        std::min(1.0, static_cast<double>(max_expanded) / static_cast<double>(state_tables.count(place)));
    threshold_ = share < 1 ? static_cast<std::uint64_t>(share * 0x1p64) : ~std::uint64_t{0};
    return here / seen / share;
  }

  // Whether a state is expanded: its hash alone decides, so that threads and budgets make no difference.
  TILEWRIGHT_INLINE bool selects(std::uint64_t hash) const { return hash * kHashFactor <= threshold_; }

 private:
  std::uint64_t threshold_ = ~std::uint64_t{0};
};

}  // namespace tilewright::frontier
