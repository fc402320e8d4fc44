#include "solving/frontier/layout.hpp"

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
Layout<W>::Layout(const Problem& problem, const ResidualProblem& residual, const LinearOrder& linear_order)
    : end(linear_order.size()),
      window_bits(linear_order.window),
      outside_bits(linear_order.outside_bits),
      dead(residual.dead) {
  window = Bits<W>::below(window_bits);
  const auto items = static_cast<std::int32_t>(residual.kind.size());
  const auto exact = [&](std::int32_t i) { return residual.kind[i] == Kind::exact; };

  // Where the sweep stops: at exact items, and where an option is taken or left.
  stop_from_.assign(end + 1, end);
  for (std::int32_t p = end - 1; p >= 0; --p) {
    const LinearOrder::Place& place = linear_order.places[p];
    const bool stops = place.option >= 0 || (place.item >= 0 && exact(place.item));
    stop_from_[p] = stops ? p : stop_from_[p + 1];
  }

  for (std::int32_t i = 0; i < items; ++i)
    if (residual.kind[i] == Kind::counter && residual.least[i] > 0)
      retiring.push_back(
          {linear_order.last[i], linear_order.place[i] >= 0 ? linear_order.place[i] : linear_order.outside[i],
           linear_order.place[i] < 0, linear_order.bits[i], static_cast<std::uint64_t>(residual.least[i])});
  std::stable_sort(retiring.begin(), retiring.end(),
                   [](const RetiringCounter<W>& a, const RetiringCounter<W>& b) { return a.last < b.last; });

  // For each place of the line the last place that touches its item, for the bits below.
  std::vector<std::int32_t> last_of_place(end, -1);
  std::vector<char> exact_place(end, 0);
  for (std::int32_t i = 0; i < items; ++i)
    if (linear_order.place[i] >= 0)
      for (std::int32_t k = 0; k < linear_order.bits[i]; ++k) {
        last_of_place[linear_order.place[i] + k] = linear_order.last[i];
        exact_place[linear_order.place[i] + k] = exact(i);
      }
  stages.resize(end + 1);
  std::int32_t first = 0;
  for (std::int32_t p = 0; p <= end; ++p) {
    Stage<W>& stage = stages[p];
    stage.base = p < end ? linear_order.places[p].base : end;
    stage.needed = stage.blocked = stage.must = stage.cells = Bits<W>::none();
    stage.around = {Bits<W>::none(), Bits<W>::none(), nullptr, 0};
    stage.first = first;
    if (p < end) {
      stage.choice = linear_order.places[p].option >= 0;
      stage.count = static_cast<std::int32_t>(linear_order.places[p].group.size());
      first += stage.count;
      stage.max_states = std::exp2(std::min(linear_order.live[p], 1000));
    }
    stage.retire = static_cast<std::int32_t>(
        std::lower_bound(retiring.begin(), retiring.end(), p,
                         [](const RetiringCounter<W>& r, std::int32_t at) { return r.last < at; }) -
        retiring.begin());
    if (p < end && stop_from_[p] != p) continue;  // no state is ever here
    for (int k = 0; k < window_bits; ++k) {
      const std::int32_t q = stage.base + k;
      const Bits<W> bit = Bits<W>::one(k);
      if (q >= end) {
        stage.blocked |= bit;
        continue;
      }
      const bool choice = linear_order.places[q].option >= 0;
      if (q >= p && (choice || exact_place[q])) stage.needed |= bit;
      if (choice ? q < p : last_of_place[q] < p || (exact_place[q] && q < p)) stage.blocked |= bit;
      if (!choice && exact_place[q] && q > p && last_of_place[q] < p) stage.must |= bit;
    }
    for (std::int32_t i = 0; i < items; ++i) {
      if (linear_order.outside[i] < 0 || linear_order.last[i] >= p) continue;
      const Bits<W> bits = run<W>(window_bits + linear_order.outside[i], linear_order.bits[i]);
      stage.blocked |= bits;
      if (exact(i)) stage.must |= bits;
    }
  }

  for (std::int32_t p = 0; p < end; ++p) {
    const std::int32_t base = stages[p].base;
    for (const std::int32_t o : linear_order.places[p].group) {
      Option<W> option{Bits<W>::none(), static_cast<std::int32_t>(fields.size()), 0, o};
      for (const ItemUse& t : residual.item_uses[o]) {
        const std::int32_t i = t.item;
        const int low =
            linear_order.place[i] >= 0 ? linear_order.place[i] - base : window_bits + linear_order.outside[i];
        const Bits<W> mask = run<W>(low, linear_order.bits[i]);
        if (exact(i) || residual.kind[i] == Kind::exclusive) {
          option.set |= mask;
          continue;
        }
        Field<W> field{mask, mask, false, low, 0, 0, 0, false};
        if (residual.kind[i] == Kind::coloured) {
          if (t.colour) field.code = Bits<W>{{static_cast<std::uint64_t>(t.colour)}}.up(low);
        } else {
          field.counter = true;
          field.ones = (std::uint64_t{1} << linear_order.bits[i]) - 1;
          field.times = t.times;
          field.saturates = residual.most[i] == INT32_MAX;
          field.most = field.saturates ? residual.least[i] : residual.most[i];
        }
        fields.push_back(field);
        ++option.field_count;
      }
      options.push_back(option);
      contributions.push_back(residual.contributions[o]);
      ids.push_back(residual.ids[o]);
    }
  }

  start_place = stop_from_.empty() ? end : stop_from_[0];
  const Stage<W>& begin = stages[start_place];
  start = begin.blocked;
  if (begin.must.any()) dead = true;
  for (const RetiringCounter<W>& r : retiring)
    if (r.last < start_place) dead = true;
  if (!dead && end > 0) add_regions(problem, residual, linear_order);
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
    const RetiringCounter<W>& r = retiring[k];
    const int low = r.outside ? window_bits + r.at : r.at - stage.base;
    if (!r.outside && low >= window_bits) return false;  // no option decided so far touches it
    const Bits<W> count = state & run<W>(low, r.bits) & (r.outside ? ~window : window);
    if (count.down(low).w[0] < r.least) return false;
  }
  return true;
}

template <int W>
std::int32_t Layout<W>::beyond(std::int32_t from) const {
  return stop_from_[std::min(stages[from].base + window_bits, end)];
}

// Whether the places that each option touches are joined by steps between neighbours.
static bool options_connected(const Problem& problem, const ResidualProblem& residual,
                              const LinearOrder& linear_order) {
  std::vector<std::int32_t> items;
  std::vector<char> mark(problem.items, 0);
  for (const auto& item_uses : residual.item_uses) {
    items.clear();
    for (const ItemUse& t : item_uses)
      if (linear_order.place[t.item] >= 0) items.push_back(t.item);
    if (items.empty() || !exact_cover::is_connected(problem.near, items, mark)) return false;
  }
  return true;
}

template <int W>
void Layout<W>::add_regions(const Problem& problem, const ResidualProblem& residual, const LinearOrder& linear_order) {
  if (problem.near.empty()) return;
  const auto items = static_cast<std::int32_t>(residual.kind.size());
  for (std::int32_t i = 0; i < items; ++i)  // only where each place is one bit of a cell
    if (linear_order.place[i] >= 0 && residual.kind[i] != Kind::exact && residual.kind[i] != Kind::exclusive) return;
  smallest = INT32_MAX;
  std::vector<char> sizes(window_bits + 1, 0);
  for (std::int32_t o = 0; o < residual.options(); ++o) {
    int size = 0;
    for (const ItemUse& t : residual.item_uses[o]) size += linear_order.place[t.item] >= 0;
    smallest = std::min(smallest, size);
    if (size <= window_bits) sizes[size] = 1;
  }
  // Smaller pieces leave so few hopeless states that looking for them does not pay.
  if (smallest < 3 || !options_connected(problem, residual, linear_order)) return;
  sum_up_to.resize(window_bits + 1);
  search::sums_of_sizes(sizes, sum_up_to);

  const auto later = exact_cover::later_neighbours(problem.near, linear_order.place, end);
  region_cuts = true;
  steps_.resize(end);
  for (std::int32_t p = 0; p < end; ++p) {
    if (stop_from_[p] != p) continue;
    Stage<W>& stage = stages[p];
    for (int k = 0; k < window_bits && stage.base + k < end; ++k)
      if (linear_order.places[stage.base + k].item >= 0) stage.cells |= Bits<W>::one(k);
    stage.around.needed = stage.needed & stage.cells;
    steps_[p] = search::steps_within(later, stage.base, window_bits, stage.around.escape);
    if (std::ssize(steps_[p]) > search::kMaxSteps) region_cuts = false;
    stage.around.steps = steps_[p].data();
    stage.around.step_count = static_cast<int>(steps_[p].size());
  }
}

template struct Layout<1>;
template struct Layout<2>;
template struct Layout<4>;
template struct Layout<16>;

}  // namespace tilewright::frontier
