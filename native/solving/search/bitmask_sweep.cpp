#include "solving/search/bitmask_sweep.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace tilewright::search::bitmask {

namespace {

constexpr int kKeyBits = 10;                    // places that a list's key looks at
constexpr std::size_t kMaxListed = 16'000'000;  // words in all lists together at the very most

}  // namespace

template <int W>
Sweep<W>::Sweep(const Remainder& rest, const SweepOrder& order) : fixed(rest.chosen) {
  const Problem& problem = rest.problem;
  std::vector<std::int32_t> place(problem.items), piece_bit(problem.items, -1), counter(problem.items, -1);
  int pieces = 0;
  for (std::int32_t i = 0; i < problem.items; ++i) {
    place[i] = order.place[rest.item_ids[i]];
    pieces += place[i] < 0;
  }
  window_bits_ = 64 * W - 1 - pieces;
  window = Bits<W>::below(window_bits_);
  above = ~window;
  exhausted = must = Bits<W>::none();
  pieces = 0;
  for (std::int32_t i = 0; i < problem.items; ++i) {
    if (place[i] >= 0) continue;
    piece_bit[i] = window_bits_ + pieces++;
    if (needed_once(problem, i)) must |= Bits<W>::one(piece_bit[i]);
    if (!counted(problem, i)) continue;
    counter[i] = static_cast<std::int32_t>(counters.size());
    counters.push_back({problem.least[i], problem.most[i], problem.most[i], piece_bit[i]});
    exhausted |= Bits<W>::one(piece_bit[i]);
  }

  // Items that no option covers stay out of it: the sweep treats their places as covered.
  std::vector<char> reachable(problem.items, 0);
  for (const Use& use : problem.uses) reachable[use.item] = 1;
  needed_.assign(order.places, 0);
  still_.assign(order.places, 1);
  for (std::int32_t i = 0; i < problem.items; ++i) {
    if (place[i] < 0 || !reachable[i]) continue;
    still_[place[i]] = 0;
    needed_[place[i]] = needed_once(problem, i);
  }
  gone_ = still_;
  std::int32_t reach;
  const auto base = sweep_bases(problem, place, order.places, reach);
  places.resize(order.places);
  blocked.assign(order.places, Bits<W>::none());
  for (std::int32_t p = 0; p < order.places; ++p) {
    Place<W>& here = places[p];
    here.base = base[p];
    here.self = p - base[p];
    here.around.needed = here.around.escape = Bits<W>::none();
    if (!needed_[p]) continue;
    for (int k = 0; k < window_bits_ && here.base + k < order.places; ++k)
      if (needed_[here.base + k]) here.around.needed |= Bits<W>::one(k);
  }

  if (problem.options()) {
    add_sizes(problem, place, piece_bit, counter);
    // What is left of an option keeps its swept items, and those their neighbours among them.
    region_cuts = !problem.near.empty() && (order.connected || options_connected(problem, place));
    if (region_cuts) add_neighbours(problem, place, reachable);
    add_shapes(problem, rest, place, piece_bit, counter);
    add_heads(problem, rest, place, piece_bit, counter);
  }
  frames.resize(std::count(needed_.begin(), needed_.end(), 1) + 2);
}

// The options by their first needed place.
template <int W>
void Sweep<W>::add_shapes(const Problem& problem, const Remainder& rest, const std::vector<std::int32_t>& place,
                          const std::vector<std::int32_t>& piece_bit, const std::vector<std::int32_t>& counter) {
  struct Option {
    Bits<W> mask;
    std::int16_t counter;
    std::int32_t id;
    auto operator<=>(const Option&) const = default;
  };
  std::vector<std::vector<Option>> starting(places.size());
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    std::int32_t first = INT32_MAX;
    for (const Use& use : problem.option(o))
      if (place[use.item] >= 0 && needed_[place[use.item]]) first = std::min(first, place[use.item]);
    Option option{Bits<W>::none(), -1, rest.option_ids[o]};
    for (const Use& use : problem.option(o)) {
      if (place[use.item] < 0) {
        option.mask |= Bits<W>::one(piece_bit[use.item]);
        if (counter[use.item] >= 0) option.counter = static_cast<std::int16_t>(counter[use.item]);
      } else {
        option.mask |= Bits<W>::one(place[use.item] - places[first].base);
      }
    }
    starting[first].push_back(option);
  }
  // Lists come in groups of 8, and none is shorter than a group.
  const std::size_t starts =
      std::count_if(starting.begin(), starting.end(), [](const auto& list) { return !list.empty(); });
  const std::size_t words = W * std::max<std::size_t>(problem.options(), 8 * starts);
  int most_bits = kKeyBits;
  while (most_bits > 0 && (words << most_bits) > kMaxListed) --most_bits;
  // Everything about a shape that its lists depend on.
  using Content = std::tuple<std::vector<Bits<W>>, std::vector<std::int16_t>, int, std::uint64_t, std::vector<Step<W>>,
                             Bits<W>, Bits<W>>;
  std::map<Content, Shape<W>*> known;
  for (std::int32_t p = 0; p < std::ssize(places); ++p) {
    if (starting[p].empty()) continue;
    Place<W>& here = places[p];
    std::sort(starting[p].begin(), starting[p].end());
    // A key looks at the run of places behind the first open one: those are the likeliest covered,
    // and what they leave open is soon cut off.
    const int behind = std::min<int>(std::min(window_bits_, 64) - here.self, std::ssize(places) - p) - 1;
    const int bits = std::clamp(behind, 0, most_bits);
    const Bits<W> part = Bits<W>::below(here.self + 1 + bits);
    Content content;
    auto& [option_masks, option_counters, shift, key_mask, steps, needed, escape] = content;
    for (const Option& option : starting[p]) {
      option_masks.push_back(option.mask);
      option_counters.push_back(option.counter);
      here.ids.push_back(option.id);
    }
    shift = bits ? here.self + 1 : 0;
    key_mask = (std::uint64_t{1} << bits) - 1;
    for (int k = 0; k < here.around.step_count; ++k) {
      const Bits<W> from = here.around.steps[k].from & part;
      if (from.any()) steps.push_back({from, here.around.steps[k].distance});
    }
    std::sort(steps.begin(), steps.end());
    needed = here.around.needed & part;
    escape = here.around.escape & part;
    Shape<W>*& shape = known[content];
    if (!shape) {
      shapes_.push_back(std::make_unique<Shape<W>>());
      shape = shapes_.back().get();
      *shape = {option_masks, option_counters, shift, key_mask, {}, steps, needed, escape};
      shape->lists.resize(key_mask + 1);
    }
    here.shape = shape;
  }
}

// The sizes of options, for the region cuts.
template <int W>
void Sweep<W>::add_sizes(const Problem& problem, const std::vector<std::int32_t>& place,
                         const std::vector<std::int32_t>& piece_bit, const std::vector<std::int32_t>& counter) {
  smallest = INT32_MAX;
  std::array<bool, 257> sizes{};
  std::vector<Owner> owner(problem.items, Owner{-1, -1, 0});
  bool owned = true;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    int size = 0;
    for (const Use& use : problem.option(o)) size += place[use.item] >= 0;
    sizes[size] = true;
    smallest = std::min(smallest, size);
    int seen = 0;
    for (const Use& use : problem.option(o)) {
      const std::int32_t i = use.item;
      if (place[i] >= 0) continue;
      ++seen;
      owned &= owner[i].size == 0 || owner[i].size == size;
      owner[i] = {piece_bit[i], counter[i], size};
    }
    owned &= seen == 1;
  }
  if (owned)
    for (const Owner& one : owner)
      if (one.size) {
        owners.push_back(one);
        mixed |= one.size != owners[0].size;
      }
  sums_of_sizes(sizes, sum_up_to_);
}

template <int W>
void Sweep<W>::add_heads(const Problem& problem, const Remainder& rest, const std::vector<std::int32_t>& place,
                         const std::vector<std::int32_t>& piece_bit, const std::vector<std::int32_t>& counter) {
  // A head pays when its piece has far fewer options than the pieces have that a sweep meets.
  std::vector<std::int32_t> uses(problem.items, 0), ranked;
  for (const Use& use : problem.uses) ++uses[use.item];
  std::int32_t head = -1;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (place[i] < 0 && needed_once(problem, i)) {
      ranked.push_back(uses[i]);
      if (head < 0 || uses[i] < uses[head]) head = i;
    }
  std::sort(ranked.begin(), ranked.end());
  if (ranked.size() >= 4 && 3 * ranked[0] <= ranked[ranked.size() / 2]) {
    for (std::int32_t o = 0; o < problem.options(); ++o) {
      const auto held = problem.option(o);
      if (std::none_of(held.begin(), held.end(), [&](const Use& use) { return use.item == head; })) continue;
      if (std::any_of(held.begin(), held.end(), [&](const Use& use) { return counter[use.item] >= 0; })) {
        heads.clear();  // a head's part would start with a counter changed
        break;
      }
      Head one{rest.option_ids[o], {}, Bits<W>::none()};
      for (const Use& use : held)
        if (place[use.item] >= 0)
          one.places.push_back(place[use.item]);
        else
          one.pieces |= Bits<W>::one(piece_bit[use.item]);
      heads.push_back(std::move(one));
    }
  }
}

template <int W>
void Sweep<W>::add_neighbours(const Problem& problem, const std::vector<std::int32_t>& place,
                              const std::vector<char>& reachable) {
  std::vector<std::int32_t> swept = place;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (!reachable[i]) swept[i] = -1;
  later_ = later_neighbours(problem.near, swept, static_cast<std::int32_t>(places.size()));
  for (std::int32_t p = 0; p < std::ssize(places); ++p) {
    if (!needed_[p]) continue;
    Place<W>& here = places[p];
    steps_.push_back(steps_within(later_, here.base, window_bits_, here.around.escape));
    if (steps_.back().size() > kMaxSteps) region_cuts = false;
    here.around.steps = steps_.back().data();
    here.around.step_count = static_cast<int>(steps_.back().size());
  }
}

// True when a region of open places of the key, shut in by places that are known to be covered, has
// a size that no options can fill; `infeasible` says why there is then no solution.
template <int W>
bool Sweep<W>::cuts_off(const Shape<W>& shape, const Bits<W>& covered) const {
  Bits<W> key_run = Bits<W>::none();
  key_run.w[0] = shape.key_mask << shape.shift;
  Bits<W> rest = key_run & ~covered;
  const Bits<W> may_be_open = ~covered;
  while (rest.any()) {
    Bits<W> region = Bits<W>::one(rest.first());
    bool closed = true;
    for (;;) {
      Bits<W> grown = region;
      for (const Step<W>& step : shape.steps) {
        grown |= (grown & step.from).up(step.distance) & may_be_open;
        grown |= grown.down(step.distance) & step.from & may_be_open;
      }
      closed = !(grown & (~key_run | shape.escape)).any();
      if (!closed || grown == region) break;
      region = grown;
    }
    if (closed && bad_size((region & shape.needed).size(), region.size())) return true;
    rest = rest & ~region;
  }
  return false;
}

template <int W>
void Sweep<W>::make_list(Shape<W>& shape, std::size_t key) {
  Bits<W> covered = Bits<W>::none();
  covered.w[0] = std::uint64_t{key} << shape.shift;
  std::vector<std::uint32_t> ranks;
  for (std::size_t o = 0; o < shape.masks.size(); ++o)
    if (!(shape.masks[o] & covered).any() && !(region_cuts && cuts_off(shape, shape.masks[o] | covered)))
      ranks.push_back(static_cast<std::uint32_t>(o));
  const std::size_t count = std::max<std::size_t>(1, (ranks.size() + 7) / 8);
  List<W>& list =
      lists_.emplace_back(List<W>{std::make_unique<Group<W>[]>(count), std::make_unique<std::uint32_t[]>(8 * count),
                                  static_cast<std::uint32_t>(count)});
  for (std::size_t n = 0; n < 8 * count; ++n)
    for (int k = 0; k < W; ++k)
      list.groups[n / 8].plane[k][n % 8] = n < ranks.size() ? shape.masks[ranks[n]].w[k] : ~std::uint64_t{0};
  std::copy(ranks.begin(), ranks.end(), list.rank.get());
  shape.lists[key] = &list;
}

template <int W>
Bits<W> Sweep<W>::set_part(std::int32_t head, std::int32_t& place) {
  gone_ = still_;
  Bits<W> pieces = Bits<W>::one(64 * W - 1);
  if (head >= 0) {
    for (const std::int32_t p : heads[head].places) gone_[p] = 1;
    pieces |= heads[head].pieces;
  }
  for (std::int32_t p = 0; p < std::ssize(places); ++p) {
    if (!needed_[p]) continue;
    Bits<W> covered = Bits<W>::none();
    const std::int32_t base = places[p].base;
    for (int k = 0; k < window_bits_; ++k)
      if (base + k >= std::ssize(places) || gone_[base + k]) covered |= Bits<W>::one(k);
    blocked[p] = covered;
  }
  place = first_open_from(0);
  return place < 0 ? pieces : pieces | blocked[place];
}

template <int W>
bool Sweep<W>::head_is_infeasible(std::int32_t head) {
  if (!region_cuts) return false;
  std::vector<char> gone = still_;
  for (const std::int32_t p : heads[head].places) gone[p] = 1;
  std::vector<std::vector<std::int32_t>> earlier(places.size());
  for (std::int32_t p = 0; p < std::ssize(places); ++p)
    for (const std::int32_t q : later_[p]) earlier[q].push_back(p);
  std::vector<std::int32_t> stack;
  for (std::int32_t p = 0; p < std::ssize(places); ++p) {
    if (gone[p]) continue;
    int least = 0, most = 0;
    gone[p] = 1;
    stack.assign(1, p);
    while (!stack.empty()) {
      const std::int32_t at = stack.back();
      stack.pop_back();
      ++most, least += needed_[at];
      for (const auto* list : {&later_[at], &earlier[at]})
        for (const std::int32_t q : *list)
          if (!gone[q]) gone[q] = 1, stack.push_back(q);
    }
    // The argument is that of `infeasible`; a region that needs nothing may stay empty.
    if (bad_size(least, most)) return true;
  }
  return false;
}

template <int W>
std::int32_t Sweep<W>::next_beyond(std::int32_t from, Bits<W>& state) const {
  const std::int32_t base = places[from].base;
  const std::int32_t to = first_open_from(std::min<std::int32_t>(base + window_bits_, places.size()));
  if (to < 0) return -1;
  const std::int32_t moved = places[to].base - base;
  const Bits<W> kept = moved < window_bits_ ? (state & window).down(moved) : Bits<W>::none();
  state = kept | (state & above) | blocked[to];
  return to;
}

template <int W>
bool Sweep<W>::sizes_fit(const Bits<W>& state, int least, int most) const {
  Bits<4> sums{{1, 0, 0, 0}};
  for (const Owner& owner : owners) {
    if (state.has(owner.bit) || owner.size > most) continue;
    const int copies = owner.counter < 0 ? 1 : counters[owner.counter].left;
    for (int k = 0; k < std::min(copies, most / owner.size); ++k) sums |= sums.up(owner.size);
  }
  return (sums & Bits<4>::below(most + 1) & ~Bits<4>::below(least)).any();
}

template struct Sweep<1>;
template struct Sweep<2>;
template struct Sweep<4>;

}  // namespace tilewright::search::bitmask
