#include "solve/frontier/layout.hpp"

#include <algorithm>
#include <cmath>

#include "exact_cover/item_order.hpp"

namespace tilewright::frontier {

namespace {

template <int W>
Bits<W> run(int low, int count) {
  return Bits<W>::below(low + count) & ~Bits<W>::below(low);
}

}  // namespace

template <int W>
Layout<W>::Layout(const Problem& problem, const Demand& demand, const Line& line)
    : end(line.size()), window_bits(line.window), aside_bits(line.aside_bits), dead(demand.dead) {
  window = Bits<W>::below(window_bits);
  const auto items = static_cast<std::int32_t>(demand.kind.size());
  const auto exact = [&](std::int32_t i) { return demand.kind[i] == Kind::exact; };

  // Where the sweep stops: at exact items, and where an option is taken or left.
  stop_from_.assign(end + 1, end);
  for (std::int32_t p = end - 1; p >= 0; --p) {
    const Line::Place& place = line.places[p];
    const bool stops = place.option >= 0 || (place.item >= 0 && exact(place.item));
    stop_from_[p] = stops ? p : stop_from_[p + 1];
  }

  for (std::int32_t i = 0; i < items; ++i)
    if (demand.kind[i] == Kind::counter && demand.least[i] > 0)
      retiring.push_back({line.last[i], line.place[i] >= 0 ? line.place[i] : line.aside[i], line.place[i] < 0,
                          line.bits[i], static_cast<std::uint64_t>(demand.least[i])});
  std::stable_sort(retiring.begin(), retiring.end(),
                   [](const Retire<W>& a, const Retire<W>& b) { return a.last < b.last; });

  // For each place of the line the last place that touches its item, for the bits below.
  std::vector<std::int32_t> last_of_place(end, -1);
  std::vector<char> exact_place(end, 0);
  for (std::int32_t i = 0; i < items; ++i)
    if (line.place[i] >= 0)
      for (std::int32_t k = 0; k < line.bits[i]; ++k) {
        last_of_place[line.place[i] + k] = line.last[i];
        exact_place[line.place[i] + k] = exact(i);
      }
  stages.resize(end + 1);
  std::int32_t first = 0;
  for (std::int32_t p = 0; p <= end; ++p) {
    Stage<W>& stage = stages[p];
    stage.base = p < end ? line.places[p].base : end;
    stage.needed = stage.blocked = stage.must = stage.cells = Bits<W>::none();
    stage.around = {Bits<W>::none(), Bits<W>::none(), nullptr, 0};
    stage.first = first;
    if (p < end) {
      stage.choice = line.places[p].option >= 0;
      stage.count = static_cast<std::int32_t>(line.places[p].group.size());
      first += stage.count;
      stage.most_states = std::exp2(std::min(line.live[p], 1000));
    }
    stage.retire =
        static_cast<std::int32_t>(std::lower_bound(retiring.begin(), retiring.end(), p,
                                                   [](const Retire<W>& r, std::int32_t at) { return r.last < at; }) -
                                  retiring.begin());
    if (p < end && stop_from_[p] != p) continue;  // no state is ever here
    for (int k = 0; k < window_bits; ++k) {
      const std::int32_t q = stage.base + k;
      const Bits<W> bit = Bits<W>::one(k);
      if (q >= end) {
        stage.blocked |= bit;
        continue;
      }
      const bool choice = line.places[q].option >= 0;
      if (q >= p && (choice || exact_place[q])) stage.needed |= bit;
      if (choice ? q < p : last_of_place[q] < p || (exact_place[q] && q < p)) stage.blocked |= bit;
      if (!choice && exact_place[q] && q > p && last_of_place[q] < p) stage.must |= bit;
    }
    for (std::int32_t i = 0; i < items; ++i) {
      if (line.aside[i] < 0 || line.last[i] >= p) continue;
      const Bits<W> bits = run<W>(window_bits + line.aside[i], line.bits[i]);
      stage.blocked |= bits;
      if (exact(i)) stage.must |= bits;
    }
  }

  for (std::int32_t p = 0; p < end; ++p) {
    const std::int32_t base = stages[p].base;
    for (const std::int32_t o : line.places[p].group) {
      Option<W> option{Bits<W>::none(), static_cast<std::int32_t>(fields.size()), 0, o};
      for (const Touch& t : demand.touches[o]) {
        const std::int32_t i = t.item;
        const int low = line.place[i] >= 0 ? line.place[i] - base : window_bits + line.aside[i];
        const Bits<W> mask = run<W>(low, line.bits[i]);
        if (exact(i) || demand.kind[i] == Kind::exclusive) {
          option.set |= mask;
          continue;
        }
        Field<W> field{mask, mask, false, low, 0, 0, 0, false};
        if (demand.kind[i] == Kind::coloured) {
          if (t.colour) field.code = Bits<W>{{static_cast<std::uint64_t>(t.colour)}}.up(low);
        } else {
          field.counter = true;
          field.ones = (std::uint64_t{1} << line.bits[i]) - 1;
          field.times = t.times;
          field.saturates = demand.most[i] == INT32_MAX;
          field.most = field.saturates ? demand.least[i] : demand.most[i];
        }
        fields.push_back(field);
        ++option.field_count;
      }
      options.push_back(option);
      charges.push_back(demand.charges[o]);
      ids.push_back(demand.ids[o]);
    }
  }

  start_place = stop_from_.empty() ? end : stop_from_[0];
  const Stage<W>& begin = stages[start_place];
  start = begin.blocked;
  if (begin.must.any()) dead = true;
  for (const Retire<W>& r : retiring)
    if (r.last < start_place) dead = true;
  if (!dead && end > 0) add_regions(problem, demand, line);
}

template <int W>
bool Layout<W>::take_fields(const Option<W>& option, Bits<W>& state) const {
  const Bits<W> before = state;
  for (std::int32_t f = option.fields; f < option.fields + option.field_count; ++f) {
    const Field<W>& field = fields[f];
    const Bits<W> now = before & field.mask;
    if (!field.counter) {
      if (now.any() && (now != field.code || field.code == field.mask)) return false;
      state |= field.code;
      continue;
    }
    const std::uint64_t value = now.down(field.shift).w[0];
    std::uint64_t sum = value + field.times;
    if (sum > field.most) {
      if (!field.saturates) return false;
      sum = field.most;
    }
    state = (state & ~field.mask) | Bits<W>{{sum}}.up(field.shift);
  }
  return true;
}

template <int W>
bool Layout<W>::retire(const Stage<W>& stage, std::int32_t to, const Bits<W>& state) const {
  for (std::size_t k = stage.retire; k < retiring.size() && retiring[k].last < to; ++k) {
    const Retire<W>& r = retiring[k];
    const int low = r.aside ? window_bits + r.at : r.at - stage.base;
    if (!r.aside && low >= window_bits) return false;  // no option decided so far touches it
    const Bits<W> count = state & run<W>(low, r.bits) & (r.aside ? ~window : window);
    if (count.down(low).w[0] < r.least) return false;
  }
  return true;
}

template <int W>
std::int32_t Layout<W>::beyond(std::int32_t from) const {
  return stop_from_[std::min(stages[from].base + window_bits, end)];
}

// Whether the places that each option touches are joined by steps between neighbours.
static bool options_joined(const Problem& problem, const Demand& demand, const Line& line) {
  std::vector<std::int32_t> items;
  std::vector<char> mark(problem.items, 0);
  for (const auto& touches : demand.touches) {
    items.clear();
    for (const Touch& t : touches)
      if (line.place[t.item] >= 0) items.push_back(t.item);
    if (items.empty() || !exact_cover::is_connected(problem.near, items, mark)) return false;
  }
  return true;
}

template <int W>
void Layout<W>::add_regions(const Problem& problem, const Demand& demand, const Line& line) {
  if (problem.near.empty()) return;
  const auto items = static_cast<std::int32_t>(demand.kind.size());
  for (std::int32_t i = 0; i < items; ++i)  // only where each place is one bit of a cell
    if (line.place[i] >= 0 && demand.kind[i] != Kind::exact && demand.kind[i] != Kind::exclusive) return;
  smallest = INT32_MAX;
  std::vector<char> sizes(window_bits + 1, 0);
  for (std::int32_t o = 0; o < demand.options(); ++o) {
    int size = 0;
    for (const Touch& t : demand.touches[o]) size += line.place[t.item] >= 0;
    smallest = std::min(smallest, size);
    if (size <= window_bits) sizes[size] = 1;
  }
  // Smaller pieces leave so few hopeless states that looking for them does not pay.
  if (smallest < 3 || !options_joined(problem, demand, line)) return;
  sum_up_to.resize(window_bits + 1);
  search::sums_of_sizes(sizes, sum_up_to);

  const auto later = exact_cover::later_neighbours(problem.near, line.place, end);
  region_cuts = true;
  steps_.resize(end);
  for (std::int32_t p = 0; p < end; ++p) {
    if (stop_from_[p] != p) continue;
    Stage<W>& stage = stages[p];
    for (int k = 0; k < window_bits && stage.base + k < end; ++k)
      if (line.places[stage.base + k].item >= 0) stage.cells |= Bits<W>::one(k);
    stage.around.needed = stage.needed & stage.cells;
    steps_[p] = search::steps_within(later, stage.base, window_bits, stage.around.escape);
    if (std::ssize(steps_[p]) > search::kMostSteps) region_cuts = false;
    stage.around.steps = steps_[p].data();
    stage.around.step_count = static_cast<int>(steps_[p].size());
  }
}

template struct Layout<1>;
template struct Layout<2>;
template struct Layout<4>;
template struct Layout<16>;

}  // namespace tilewright::frontier
