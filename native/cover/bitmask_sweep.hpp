// What a sweep knows and how it steps: the state of the bitmask engine, without any search loop.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "cover/bitmask_order.hpp"
#include "cover/search.hpp"

#if defined(__GNUC__) || defined(__clang__)
#define TILEWRIGHT_INLINE inline __attribute__((always_inline))
#else
#define TILEWRIGHT_INLINE inline
#endif

namespace tilewright::cover::bitmask {

// A set of up to 64 * W small numbers.
template <int W>
struct Bits {
  std::uint64_t w[W];

  static TILEWRIGHT_INLINE Bits none() { return Bits{}; }
  static TILEWRIGHT_INLINE Bits one(int n) {
    Bits r{};
    r.w[W == 1 ? 0 : n >> 6] = std::uint64_t{1} << (n & 63);
    return r;
  }
  // The numbers below n.
  static TILEWRIGHT_INLINE Bits below(int n) {
    Bits r;
    for (int k = 0; k < W; ++k) {
      const int here = n - 64 * k;
      r.w[k] = here >= 64 ? ~std::uint64_t{0} : here <= 0 ? 0 : (std::uint64_t{1} << here) - 1;
    }
    return r;
  }
  TILEWRIGHT_INLINE bool any() const {
    std::uint64_t all = 0;
    for (int k = 0; k < W; ++k) all |= w[k];
    return all != 0;
  }
  TILEWRIGHT_INLINE bool has(int n) const { return w[W == 1 ? 0 : n >> 6] >> (n & 63) & 1; }
  TILEWRIGHT_INLINE int size() const {
    int n = 0;
    for (int k = 0; k < W; ++k) n += std::popcount(w[k]);
    return n;
  }
  // The least and the greatest number; the set is not empty.
  TILEWRIGHT_INLINE int first() const {
    if constexpr (W > 1)
      for (int k = 0; k < W - 1; ++k)
        if (w[k]) return 64 * k + std::countr_zero(w[k]);
    return 64 * (W - 1) + std::countr_zero(w[W - 1]);
  }
  TILEWRIGHT_INLINE int last() const {
    if constexpr (W > 1)
      for (int k = W - 1; k > 0; --k)
        if (w[k]) return 64 * k + 63 - std::countl_zero(w[k]);
    return 63 - std::countl_zero(w[0]);
  }
  // Each number made n greater or less, 0 <= n < 64 * W; what leaves the range is lost.
  TILEWRIGHT_INLINE Bits up(int n) const {
    if constexpr (W == 1) {
      return {{w[0] << n}};
    } else {
      Bits r{};
      const int words = n >> 6, bits = n & 63;
      for (int k = W - 1; k >= 0; --k) {
        const int from = k - words;
        if (from < 0) break;
        r.w[k] = w[from] << bits;
        if (bits && from > 0) r.w[k] |= w[from - 1] >> (64 - bits);
      }
      return r;
    }
  }
  TILEWRIGHT_INLINE Bits down(int n) const {
    if constexpr (W == 1) {
      return {{w[0] >> n}};
    } else {
      Bits r{};
      const int words = n >> 6, bits = n & 63;
      for (int k = 0; k + words < W; ++k) {
        const int from = k + words;
        r.w[k] = w[from] >> bits;
        if (bits && from + 1 < W) r.w[k] |= w[from + 1] << (64 - bits);
      }
      return r;
    }
  }
  friend TILEWRIGHT_INLINE Bits operator&(Bits a, const Bits& b) {
    for (int k = 0; k < W; ++k) a.w[k] &= b.w[k];
    return a;
  }
  friend TILEWRIGHT_INLINE Bits operator|(Bits a, const Bits& b) {
    for (int k = 0; k < W; ++k) a.w[k] |= b.w[k];
    return a;
  }
  TILEWRIGHT_INLINE Bits operator~() const {
    Bits r;
    for (int k = 0; k < W; ++k) r.w[k] = ~w[k];
    return r;
  }
  TILEWRIGHT_INLINE Bits& operator|=(const Bits& b) { return *this = *this | b; }
  auto operator<=>(const Bits&) const = default;
  bool operator==(const Bits&) const = default;
};

// Eight options, word by word, so that a vector compare tests them together. Unused ones are all
// ones, which fits nowhere: the guard bit of a state is always set.
template <int W>
struct alignas(64) Group {
  std::uint64_t plane[W][8];
};

// The options of a place that go with one state of the places that its key looks at.
template <int W>
struct List {
  const Group<W>* groups = nullptr;      // null: not made yet
  const std::uint32_t* rank = nullptr;  // of each option, its number at the place
  std::uint32_t count = 0;               // of groups
};

template <int W>
struct Step {
  Bits<W> from;  // members that have a neighbour so much further on
  int distance;

  auto operator<=>(const Step&) const = default;
};

// The options of a place, counted from the place's base: places with the same ones share them.
template <int W>
struct Shape {
  std::vector<Bits<W>> masks;          // ascending
  std::vector<std::int16_t> counters;  // per option, -1: none
  int shift = 0;
  std::uint64_t key_mask = 0;
  std::vector<List<W>> lists;  // by key
  // What lies around the places of the key: of a place's steps, needed places and escapes only
  // those up to the last place of the key.
  std::vector<Step<W>> steps;
  Bits<W> needed, escape;

  TILEWRIGHT_INLINE std::size_t key(const Bits<W>& state) const {
    return state.w[0] >> shift & key_mask;
  }
};

template <int W>
struct Place {
  Bits<W> needed;           // of the window: places to be covered exactly once
  Bits<W> escape;           // of the window: places with a later neighbour beyond the window
  Shape<W>* shape = nullptr;  // null: no option starts here
  const Step<W>* steps = nullptr;
  int step_count = 0;
  std::int32_t base = 0;  // the place that bit 0 of the window stands for
  int self = 0;           // the bit of this place
  std::vector<std::int32_t> ids;  // of the whole problem, per rank
};

template <int W>
struct Frame {
  Bits<W> state;
  std::uint64_t fitting;  // options of the current chunk that are still to be tried
  const List<W>* list;
  std::int32_t place;
  std::uint32_t chunk;  // of 8 groups
  std::int32_t taken;   // rank of the option tried last; -1 before the first
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

// No region cuts where a place has more steps than this: the lattice is no lattice.
constexpr int kMostSteps = 24;

enum class Entered { leaf, solution, frame };

// A state is one set of bits: the window (bit k is place base + k, set when it is covered or can
// never be), above it a bit for each piece (set when none is left), on top the guard. With the first
// open place it tells all that is left to do, since every option in play lies at or above its base.
template <int W>
struct Sweep {
  explicit Sweep(const Remainder& rest, const SweepOrder& order);

  bool region_cuts = false;
  int smallest = 1;  // of the sizes of options
  bool mixed = false;  // sizes differ, and `owners` tells them
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
  bool head_hopeless(std::int32_t head);
  std::int32_t first_open_from(std::int32_t place) const {
    while (place < std::ssize(places) && (!needed_[place] || gone_[place])) ++place;
    return place < std::ssize(places) ? place : -1;
  }
  // Whether a closed region with so many needed places of so many places can never be filled.
  TILEWRIGHT_INLINE bool bad_size(int least, int most) const {
    return least > sum_up_to_[most];
  }
  bool sizes_fit(const Bits<W>& state, int least, int most) const;
  bool solved(const Bits<W>& state) const {
    for (const Counter& counter : counters)
      if (counter.most - counter.left < counter.least) return false;
    return !(must & ~state).any();
  }

  TILEWRIGHT_INLINE const List<W>& list(Shape<W>& shape, const Bits<W>& state) {
    const std::size_t key = shape.key(state);
    if (!shape.lists[key].groups) make_list(shape, key);
    return shape.lists[key];
  }

  // From a state whose place has just been covered to the next open place, -1 when there is none.
  TILEWRIGHT_INLINE std::int32_t next(std::int32_t from, Bits<W>& state) const {
    const Place<W>& place = places[from];
    const Bits<W> open = place.needed & ~state;
    if (open.any()) [[likely]] {
      const std::int32_t to = place.base + open.first();
      state = (state & window).down(places[to].base - place.base) | (state & above) | blocked[to];
      return to;
    }
    return next_beyond(from, state);
  }
  std::int32_t next_beyond(std::int32_t from, Bits<W>& state) const;

  // True when the open places that the first open one is joined to can never all be filled.
  //
  // A region is a set of open places of the window, joined by steps from neighbour to neighbour,
  // that no step leaves: no open neighbour in the window, and no neighbour beyond it. Places below
  // the window are out of every later option's reach. Each later option covers open places only, and
  // its places are joined by steps among themselves (checked when the sweep is made); so it lies in
  // the region or has no place in it. The needed places of the region are therefore covered by
  // options inside it, and the sizes of these add up to at least the needed places and at most all
  // places of it. When no sum of sizes does, the state has no solution.
  //
  // The region of the last open place of the window is given up for lost sight of: near the end it is
  // all that is left, and costs most to walk through. To find soon that a region is that one or goes
  // on beyond the window: a pocket is an open place other than the last without a later open
  // neighbour (and none beyond the window). From an open place after the last pocket one can always
  // step on to a later one, so the walk leaves the window or ends in the last open place.
  TILEWRIGHT_INLINE bool hopeless(std::int32_t at, const Bits<W>& state) const {
    const Place<W>& place = places[at];
    if (place.step_count == 2) [[likely]]  // a square lattice
      return hopeless_by<2>(place, state);
    return hopeless_by<0>(place, state);
  }

  // With `Fixed` steps a place, or with any number of steps (0).
  template <int Fixed>
  TILEWRIGHT_INLINE bool hopeless_by(const Place<W>& place, const Bits<W>& state) const {
    const Bits<W> open = window & ~state;
    const int count = Fixed ? Fixed : place.step_count;
    Bits<W> links[Fixed ? Fixed : kMostSteps];  // open places with an open neighbour a step on
    int distances[Fixed ? Fixed : kMostSteps];
    Bits<W> onward = place.escape, reached = Bits<W>::none();
    for (int k = 0; k < count; ++k) {
      distances[k] = place.steps[k].distance;
      links[k] = open & open.down(distances[k]) & place.steps[k].from;
      onward |= links[k];
      reached |= links[k].up(distances[k]);
    }
    Bits<W> pockets = open & ~onward & Bits<W>::below(open.last());
    if (!pockets.any()) return false;
    if (smallest > 1 && (pockets & ~reached & place.needed).any()) return true;  // a place alone
    const Bits<W> out = open & (~Bits<W>::below(pockets.last() + 1) | place.escape);
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
          const int least = (region & place.needed).size(), most = region.size();
          if (bad_size(least, most)) return true;
          if (mixed && least && !sizes_fit(state, least, most)) return true;
          break;
        }
        region = grown;
      }
      pockets = pockets & ~region;
    } while (pockets.any());
    return false;
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
  std::array<std::int16_t, 257> sum_up_to_{};  // the greatest sum of sizes of options up to n
  std::vector<char> needed_, still_, gone_;  // per place; still_: never to be covered; gone_: in this part
  std::vector<std::vector<std::int32_t>> later_;  // per place, its later neighbours
  std::vector<std::unique_ptr<Shape<W>>> shapes_;
  std::vector<std::unique_ptr<Step<W>[]>> steps_;
  std::vector<std::unique_ptr<Group<W>[]>> groups_;
  std::vector<std::unique_ptr<std::uint32_t[]>> ranks_;
};

extern template struct Sweep<1>;
extern template struct Sweep<2>;
extern template struct Sweep<4>;

}  // namespace tilewright::cover::bitmask
