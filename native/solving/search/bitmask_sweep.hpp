// What a sweep knows and how it steps: the state of the bitmask engine, without any search loop.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "solving/search/bitmask_order.hpp"
#include "solving/search/bits.hpp"
#include "solving/search/regions.hpp"
#include "solving/search/search.hpp"

namespace tilewright::search::bitmask {

// Eight options, word by word, so that a vector compare tests them together. Unused ones are all
// ones, which fits nowhere: the guard bit of a state is always set.
template <int W>
struct alignas(64) Group {
  std::uint64_t plane[W][8];
};

// The options of a place that go with one state of the places that its key looks at.
template <int W>
struct List {
  std::unique_ptr<Group<W>[]> groups;
  std::unique_ptr<std::uint32_t[]> rank;  // of each option, its number at the place
  std::uint32_t count;                    // of groups
};

// The options of a place, counted from the place's base: places with the same ones share them.
template <int W>
struct Shape {
  std::vector<Bits<W>> masks;          // ascending
  std::vector<std::int16_t> counters;  // per option, -1: none
  int shift = 0;
  std::uint64_t key_mask = 0;
  std::vector<const List<W>*> lists;  // by key; null: not made yet
  // What lies around the places of the key: of a place's steps, needed places and escapes only
  // those up to the last place of the key.
  std::vector<Step<W>> steps;
  Bits<W> needed, escape;

  TILEWRIGHT_INLINE std::size_t key(const Bits<W>& state) const { return state.w[0] >> shift & key_mask; }
};

template <int W>
struct Place {
  Surroundings<W> around;         // of the window
  Shape<W>* shape = nullptr;      // null: no option starts here
  std::int32_t base = 0;          // the place that bit 0 of the window stands for
  int self = 0;                   // the bit of this place
  std::vector<std::int32_t> ids;  // of the whole problem, per rank
};

template <int W>
struct Frame {
  Bits<W> state;
  std::uint64_t fitting;  // options of the current chunk that are still to be tried
  const List<W>* list;
  std::int32_t place;
  std::uint32_t chunk;   // of 8 groups
  std::int32_t taken;    // rank of the option tried last; -1 before the first
  std::int32_t counter;  // that `taken` counts down, -1: none
};

struct Counter {
  std::int32_t least, most, left;
  int bit;  // set when none is left
};

// The pieces that a region's size must be a sum of, when each option belongs to one of them.
struct Owner {
  int bit;
  int counter;  // -1: one copy
  int size;
};

enum class Entered { leaf, solution, frame };

// A state is one set of bits: the window (bit k is place base + k, set when it is covered or can
// never be), above it a bit for each piece (set when none is left), on top the guard. With the first
// open place it tells all that is left to do, since every option in play lies at or above its base.
template <int W>
struct Sweep {
  explicit Sweep(const Remainder& rest, const SweepOrder& order);

  bool region_cuts = false;
  int smallest = 1;                        // of the sizes of options
  bool mixed = false;                      // sizes differ, and `owners` tells them
  Bits<W> window, above, exhausted, must;  // `must`: pieces to be used once
  std::vector<Place<W>> places;
  std::vector<Bits<W>> blocked;  // per place, its window: what can never be covered in this part
  std::vector<Counter> counters;
  std::vector<Owner> owners;
  std::vector<std::int32_t> fixed;  // options that the decisions chose

  // The head: a piece with few options is tried first, each option of it is a part of the tree.
  struct Head {
    std::int32_t id;
    std::vector<std::int32_t> places;
    Bits<W> pieces;
  };
  std::vector<Head> heads;

  std::vector<Frame<W>> frames;
  std::int32_t depth = -1;  // index of the top frame

  int window_bits() const { return window_bits_; }
  void make_list(Shape<W>& shape, std::size_t key);
  // Prepares for the part of a head, or for the whole tree (-1); the state to start from.
  Bits<W> set_part(std::int32_t head, std::int32_t& place);
  bool head_is_infeasible(std::int32_t head);
  std::int32_t first_open_from(std::int32_t place) const {
    while (place < std::ssize(places) && (!needed_[place] || gone_[place])) ++place;
    return place < std::ssize(places) ? place : -1;
  }
  // Whether a closed region with so many needed places of so many places can never be filled.
  TILEWRIGHT_INLINE bool bad_size(int least, int most) const { return least > sum_up_to_[most]; }
  bool sizes_fit(const Bits<W>& state, int least, int most) const;
  bool solved(const Bits<W>& state) const {
    for (const Counter& counter : counters)
      if (counter.most - counter.left < counter.least) return false;
    return !(must & ~state).any();
  }

  TILEWRIGHT_INLINE const List<W>& list(Shape<W>& shape, const Bits<W>& state) {
    const std::size_t key = shape.key(state);
    if (!shape.lists[key]) make_list(shape, key);
    return *shape.lists[key];
  }

  // From a state whose place has just been covered to the next open place, -1 when there is none.
  TILEWRIGHT_INLINE std::int32_t next(std::int32_t from, Bits<W>& state) const {
    const Place<W>& place = places[from];
    const Bits<W> open = place.around.needed & ~state;
    if (open.any()) [[likely]] {
      const std::int32_t to = place.base + open.first();
      state = (state & window).down(places[to].base - place.base) | (state & above) | blocked[to];
      return to;
    }
    return next_beyond(from, state);
  }
  std::int32_t next_beyond(std::int32_t from, Bits<W>& state) const;

  // True when the open places that the first open one is joined to can never all be filled: see
  // Surroundings. Options are joined by steps among themselves (checked when the sweep is made).
  TILEWRIGHT_INLINE bool infeasible(std::int32_t at, const Bits<W>& state) const {
    return places[at].around.has_unfillable_region(window & ~state, smallest, [&](int least, int most) {
      return bad_size(least, most) || (mixed && least && !sizes_fit(state, least, most));
    });
  }

 private:
  void add_neighbours(const Problem& problem, const std::vector<std::int32_t>& place,
                      const std::vector<char>& reachable);
  void add_shapes(const Problem& problem, const Remainder& rest, const std::vector<std::int32_t>& place,
                  const std::vector<std::int32_t>& piece_bit, const std::vector<std::int32_t>& counter);
  void add_sizes(const Problem& problem, const std::vector<std::int32_t>& place,
                 const std::vector<std::int32_t>& piece_bit, const std::vector<std::int32_t>& counter);
  void add_heads(const Problem& problem, const Remainder& rest, const std::vector<std::int32_t>& place,
                 const std::vector<std::int32_t>& piece_bit, const std::vector<std::int32_t>& counter);
  bool cuts_off(const Shape<W>& shape, const Bits<W>& covered) const;

  int window_bits_ = 0;
  std::array<std::int16_t, 257> sum_up_to_{};     // the greatest sum of sizes of options up to n
  std::vector<char> needed_, still_, gone_;       // per place; still_: never to be covered; gone_: in this part
  std::vector<std::vector<std::int32_t>> later_;  // per place, its later neighbours
  std::vector<std::unique_ptr<Shape<W>>> shapes_;
  std::vector<std::vector<Step<W>>> steps_;
  std::deque<List<W>> lists_;
};

extern template struct Sweep<1>;
extern template struct Sweep<2>;
extern template struct Sweep<4>;

}  // namespace tilewright::search::bitmask
