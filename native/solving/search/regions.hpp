// Regions of open places that nothing can fill.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solving/search/bits.hpp"

namespace tilewright::search {

// No region cuts where a place has more steps than this: the lattice is no lattice.
constexpr int kMaxSteps = 24;

template <int W>
struct Step {
  Bits<W> from;  // members that have a neighbour so much further on
  int distance;

  auto operator<=>(const Step&) const = default;
};

// The steps between the places of a window from `base` on, given the later neighbours of each place. Places with a
// neighbour beyond the window join `escape`.
template <int W>
std::vector<Step<W>> steps_within(const std::vector<std::vector<std::int32_t>>& later, std::int32_t base, int window,
                                  Bits<W>& escape) {
  std::vector<Step<W>> steps;
  for (int k = 0; k < window && base + k < std::ssize(later); ++k)
    for (const std::int32_t q : later[base + k]) {
      const int distance = q - (base + k);
      if (k + distance >= window) {
        escape |= Bits<W>::one(k);
        continue;
      }
      auto step = std::find_if(steps.begin(), steps.end(), [&](const Step<W>& s) { return s.distance == distance; });
      if (step == steps.end()) step = steps.insert(steps.end(), {Bits<W>::none(), distance});
      step->from |= Bits<W>::one(k);
    }
  return steps;
}

// Sums of sizes of options, each taken any number of times: up_to[n] becomes the greatest of them up to n.
template <typename Sizes, typename Sums>
void sums_of_sizes(const Sizes& sizes, Sums& up_to) {
  std::vector<char> sum(std::size(up_to), 0);
  sum[0] = 1;
  up_to[0] = 0;
  for (int n = 1; n < std::ssize(up_to); ++n) {
    for (int size = 1; size <= n && !sum[n]; ++size) sum[n] = sizes[size] && sum[n - size];
    up_to[n] = sum[n] ? n : up_to[n - 1];
  }
}

// What lies around the places of a window: bit k stands for the place k after the window's base.
template <int W>
struct Surroundings {
  Bits<W> needed;  // places to be covered exactly once
  Bits<W> escape;  // places with a later neighbour beyond the window
  const Step<W>* steps = nullptr;
  int step_count = 0;

  // True when some open places of the window can never all be filled.
  //
  // A region is a set of open places of the window, joined by steps from neighbour to neighbour,
  // that no step leaves: no open neighbour in the window, and no neighbour beyond it. Places below
  // the window are out of every later option's reach. Each later option covers open places only, and
  // its places are joined by steps among themselves (the caller knows that); so it lies in
  // the region or has no place in it. The needed places of the region are therefore covered by
  // options inside it, and the sizes of these add up to at least the needed places and at most all
  // places of it. When no sum of sizes does (`bad_size`), the state has no solution.
  //
  // The region of the last open place of the window is given up for lost sight of: near the end it is
  // all that is left, and costs most to walk through. To find soon that a region is that one or goes
  // on beyond the window: a pocket is an open place other than the last without a later open
  // neighbour (and none beyond the window). From an open place after the last pocket one can always
  // step on to a later one, so the walk leaves the window or ends in the last open place.
  template <typename BadSize>
  TILEWRIGHT_INLINE bool has_unfillable_region(const Bits<W>& open, int smallest, BadSize bad_size) const {
    if (W <= 4 && step_count == 2) [[likely]]  // a square lattice; longer windows are rare, and take long to compile
      return has_unfillable_region_with<2>(open, smallest, bad_size);
    return has_unfillable_region_with<0>(open, smallest, bad_size);
  }

 private:
  // With `Fixed` steps a place, or with any number of steps (0).
  template <int Fixed, typename BadSize>
  TILEWRIGHT_INLINE bool has_unfillable_region_with(const Bits<W>& open, int smallest, BadSize bad_size) const {
    const int count = Fixed ? Fixed : step_count;
    Bits<W> links[Fixed ? Fixed : kMaxSteps];  // open places with an open neighbour a step on
    int distances[Fixed ? Fixed : kMaxSteps];
    Bits<W> onward = escape, reached = Bits<W>::none();
    for (int k = 0; k < count; ++k) {
      distances[k] = steps[k].distance;
      links[k] = open & open.down(distances[k]) & steps[k].from;
      onward |= links[k];
      reached |= links[k].up(distances[k]);
    }
    Bits<W> pockets = open & ~onward & Bits<W>::below(open.last());
    if (!pockets.any()) return false;
    if (smallest > 1 && (pockets & ~reached & needed).any()) return true;  // a place alone
    const Bits<W> out = open & (~Bits<W>::below(pockets.last() + 1) | escape);
    do {
      Bits<W> region = Bits<W>::one(pockets.first());
      for (;;) {
        Bits<W> grown = region;
        for (int k = 0; k < count; ++k)
          grown |= (region & links[k]).up(distances[k]) | (region.down(distances[k]) & links[k]);
        if ((grown & out).any()) {
          region = grown;
          break;
        }
        if (grown == region) {
          if (bad_size((region & needed).size(), region.size())) return true;
          break;
        }
        region = grown;
      }
      pockets = pockets & ~region;
    } while (pockets.any());
    return false;
  }
};

}  // namespace tilewright::search
