// A line made ready for states of W words: which bits an option sets, and what a step along the line does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solving/frontier/linear_order.hpp"
#include "solving/search/bits.hpp"
#include "solving/search/regions.hpp"

namespace tilewright::frontier {

using search::Bits;

// A colour or a count that an option changes. `mask` and `code` lie where the item's bits lie.
template <int W>
struct Field {
  Bits<W> mask;
  Bits<W> code;  // coloured: of the colour, or all ones for covering it without one
  bool counter = false;
  int shift = 0;           // counters: the lowest bit
  std::uint64_t ones = 0;  // counters: the mask, shifted down
  std::uint64_t times = 0, most = 0;
  bool saturates = false;  // counts no further than `most`
};

template <int W>
struct Option {
  Bits<W> set;  // bits of exact and exclusive items: all 0 before, 1 after
  std::int32_t fields = 0, field_count = 0;
  std::int32_t index = 0;  // in ResidualProblem's lists
};

// What has to be so when the sweep leaves the last place that touches a counter.
template <int W>
struct RetiringCounter {
  std::int32_t last;  // that place
  std::int32_t at;    // the lowest bit: a place of the line, or outside
  bool outside;
  int bits;
  std::uint64_t least;
};

template <int W>
struct Stage {
  std::int32_t base = 0;
  std::int32_t first = 0, count = 0;  // options decided here
  bool choice = false;                // one option, taken or left; else one of them is taken
  double max_states = 0;              // two to the number of live items
  std::int32_t retire = 0;            // the first of `retiring` with this place or a later one as the last
  Bits<W> needed;                     // of the window: places where the sweep stops while they are 0
  Bits<W> blocked;                    // bits that no option decided here or later touches, or that are no bits
  Bits<W> must;                       // exact items among those: 1, or there is no solution
  Bits<W> cells;                      // of the window: places of items, not of options; for regions
  search::Surroundings<W> around;
};

// A state is the bits of the window (bit k is place base + k) and, above them, those outside. Bits that no later
// option touches are 1 in every state, so states that differ in the past alone are equal. The highest bit is
// always 0.
template <int W>
struct Layout {
  Layout(const Problem& problem, const ResidualProblem& residual, const LinearOrder& linear_order);

  std::vector<Stage<W>> stages;  // per place, and one more: the end
  std::vector<Option<W>> options;
  std::vector<Field<W>> fields;
  std::vector<Contribution> contributions;  // per option, as in `options`
  std::vector<std::int32_t> ids;            // per option, its number in the problem
  std::vector<RetiringCounter<W>> retiring;
  std::int32_t end = 0;  // the place behind the last
  int window_bits = 0, outside_bits = 0;
  Bits<W> window;
  Bits<W> start;  // the state that a sweep begins with, at the place `start_place`
  std::int32_t start_place = 0;
  bool dead = false;

  bool region_cuts = false;
  int smallest = 1;
  std::vector<std::int32_t> sum_up_to;  // the greatest sum of sizes of options up to n

  // From a state after a decision at `from` to the place where the next one is due, `end` when none is left;
  // -1 when something that had to be covered was not. `state` becomes the state there.
  TILEWRIGHT_INLINE std::int32_t next(std::int32_t from, Bits<W>& state) const {
    const Stage<W>& stage = stages[from];
    const Bits<W> open = stage.needed & ~state;
    std::int32_t to;
    if (open.any()) [[likely]]
      to = stage.base + open.first();
    else
      to = beyond(from);
    const Stage<W>& there = stages[to];
    if (!retiring.empty() && !retire(stage, to, state)) return -1;
    const std::int32_t moved = there.base - stage.base;
    const Bits<W> kept = moved < window_bits ? (state & window).down(moved) : Bits<W>::none();
    state = kept | (state & ~window);
    if ((there.must & ~state).any()) return -1;
    state |= there.blocked;
    return to;
  }

  // Largest number of steps between neighbours in the region check of a state; 0 without that check.
  int region_steps() const {
    int most = 0;
    for (const Stage<W>& stage : stages) most = std::max(most, stage.around.step_count);
    return region_cuts ? most : 0;
  }

  // No decision at `from` leads beyond this place.
  std::int32_t farthest(std::int32_t from) const { return beyond(from); }

  // The state after taking an option; false when it does not fit.
  TILEWRIGHT_INLINE bool take(const Option<W>& option, Bits<W>& state) const {
    if ((state & option.set).any()) return false;
    state |= option.set;
    return option.field_count == 0 || take_fields(option, state);
  }

  TILEWRIGHT_INLINE bool infeasible(std::int32_t at, const Bits<W>& state) const {
    return stages[at].around.has_unfillable_region(stages[at].cells & ~state, smallest,
                                                   [&](int least, int most) { return least > sum_up_to[most]; });
  }

 private:
  bool take_fields(const Option<W>& option, Bits<W>& state) const;
  bool retire(const Stage<W>& stage, std::int32_t to, const Bits<W>& state) const;
  std::int32_t beyond(std::int32_t from) const;
  void add_regions(const Problem& problem, const ResidualProblem& residual, const LinearOrder& linear_order);

  std::vector<std::int32_t> stop_from_;  // per place: the first place from there on where the sweep stops
  std::vector<std::vector<search::Step<W>>> steps_;
};

extern template struct Layout<1>;
extern template struct Layout<2>;
extern template struct Layout<4>;
extern template struct Layout<16>;

}  // namespace tilewright::frontier
