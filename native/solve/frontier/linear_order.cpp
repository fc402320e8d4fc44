#include "solve/frontier/linear_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace tilewright::frontier {

namespace {

constexpr std::int32_t kMaxPlaces = 4'000'000;

std::int32_t bits_of(const ResidualProblem& residual, std::int32_t item) {
  switch (residual.kind[item]) {
    case Kind::ignored: return 0;
    case Kind::exact:
    case Kind::exclusive: return 1;
    case Kind::coloured:  // bare, a colour, or covered without one: all ones
      return std::bit_width(static_cast<std::uint32_t>(residual.codes[item]) + 1);
    case Kind::counter: {  // all ones: no option touches it any more
      const std::int32_t most = residual.most[item] == INT32_MAX ? residual.least[item] : residual.most[item];
      return std::bit_width(static_cast<std::uint32_t>(most) + 1);
    }
  }
  return 0;
}

// The entries of a line before they have places.
struct Entry {
  std::int64_t key;
  std::int32_t item, option;
};

// Which unranked items go to the line: those that options within `span` ranks touch.
LinearOrder lay(const ResidualProblem& residual, const std::vector<std::int32_t>& rank, bool gaps, std::int64_t span) {
  LinearOrder linear_order;
  const auto items = static_cast<std::int32_t>(residual.kind.size());
  linear_order.place.assign(items, -1);
  linear_order.outside.assign(items, -1);
  linear_order.bits.assign(items, 0);
  linear_order.last.assign(items, -1);
  const auto ranked = [&](std::int32_t i) { return rank[i] >= 0 && residual.kind[i] != Kind::ignored; };

  // The key of a ranked item is 4 * rank + 1; of an option by itself, that of its lowest ranked item, less
  // one; of an item that is put in, that of the last option that touches it, plus one.
  std::vector<std::int64_t> key(residual.options());
  std::vector<Entry> entries;
  std::int64_t end = 0;
  for (std::int32_t i = 0; i < items; ++i)
    if (ranked(i)) {
      entries.push_back({4 * std::int64_t{rank[i]} + 1, i, -1});
      end = std::max(end, entries.back().key + 3);
    }
  std::vector<std::int64_t> first(items, INT64_MAX), last(items, -1);
  for (std::int32_t o = 0; o < residual.options(); ++o) {
    std::int64_t exact = INT64_MAX, any = INT64_MAX;
    for (const ItemUse& t : residual.item_uses[o]) {
      if (!ranked(t.item)) continue;
      const std::int64_t at = 4 * std::int64_t{rank[t.item]} + 1;
      any = std::min(any, at);
      if (residual.kind[t.item] == Kind::exact) exact = std::min(exact, at);
    }
    key[o] = exact;
    if (exact == INT64_MAX) {
      key[o] = any == INT64_MAX ? end : any - 1;
      entries.push_back({key[o], -1, o});
    }
    for (const ItemUse& t : residual.item_uses[o])
      first[t.item] = std::min(first[t.item], key[o]), last[t.item] = std::max(last[t.item], key[o]);
  }
  for (std::int32_t i = 0; i < items; ++i) {
    if (residual.kind[i] == Kind::ignored || ranked(i)) continue;
    linear_order.bits[i] = bits_of(residual, i);
    if (residual.kind[i] != Kind::exact && last[i] - first[i] <= 4 * span) {
      entries.push_back({last[i] + 1, i, -1});
    } else {
      linear_order.outside[i] = linear_order.outside_bits;
      linear_order.outside_bits += linear_order.bits[i];
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });

  std::vector<std::int32_t> group(residual.options(), -1);
  std::vector<std::pair<std::int64_t, std::int32_t>> place_of_key;  // of exact ranked items
  for (std::size_t n = 0; n < entries.size(); ++n) {
    const Entry& entry = entries[n];
    if (gaps && n && entry.key % 4 == 1) {
      const std::int64_t before = (entries[n - 1].key - 1) / 4, now = (entry.key - 1) / 4;
      if (linear_order.size() + (now - before) > kMaxPlaces) return lay(residual, rank, false, span);
      for (std::int64_t k = before + 1; k < now; ++k) linear_order.places.emplace_back();
    }
    const std::int32_t at = linear_order.size();
    LinearOrder::Place& here = linear_order.places.emplace_back();
    if (entry.option >= 0) {
      here.option = entry.option;
      group[entry.option] = at;
      continue;
    }
    here.item = entry.item;
    linear_order.place[entry.item] = at;
    linear_order.bits[entry.item] = bits_of(residual, entry.item);
    for (std::int32_t k = 1; k < linear_order.bits[entry.item]; ++k) linear_order.places.emplace_back();
  }
  for (std::int32_t o = 0; o < residual.options(); ++o) {
    if (group[o] < 0) {
      group[o] = INT32_MAX;
      for (const ItemUse& t : residual.item_uses[o])
        if (residual.kind[t.item] == Kind::exact && linear_order.place[t.item] >= 0)
          group[o] = std::min(group[o], linear_order.place[t.item]);
    }
    linear_order.places[group[o]].group.push_back(o);
    for (const ItemUse& t : residual.item_uses[o])
      linear_order.last[t.item] = std::max(linear_order.last[t.item], group[o]);
  }

  // The window at a place reaches from the lowest place that options decided there or later touch to the
  // highest that options decided there or earlier do.
  std::vector<std::int32_t> top(linear_order.size());
  for (std::int32_t p = 0; p < linear_order.size(); ++p) linear_order.places[p].base = top[p] = p;
  for (std::int32_t p = 0; p < linear_order.size(); ++p)
    for (const std::int32_t o : linear_order.places[p].group)
      for (const ItemUse& t : residual.item_uses[o]) {
        const std::int32_t at = linear_order.place[t.item];
        if (at < 0) continue;
        linear_order.places[p].base = std::min(linear_order.places[p].base, at);
        top[p] = std::max(top[p], at + linear_order.bits[t.item] - 1);
      }
  for (std::int32_t p = linear_order.size() - 1; p > 0; --p)
    linear_order.places[p - 1].base = std::min(linear_order.places[p - 1].base, linear_order.places[p].base);
  for (std::int32_t p = 1; p < linear_order.size(); ++p) top[p] = std::max(top[p], top[p - 1]);
  linear_order.window = 1;
  for (std::int32_t p = 0; p < linear_order.size(); ++p)
    if (!linear_order.places[p].group.empty())
      linear_order.window = std::max(linear_order.window, top[p] - linear_order.places[p].base + 1);

  // Live at a place: items that an option decided before touches and one decided there or later, too.
  std::vector<std::int32_t> born(items, INT32_MAX), change(linear_order.size() + 1, 0);
  for (std::int32_t p = 0; p < linear_order.size(); ++p)
    for (const std::int32_t o : linear_order.places[p].group)
      for (const ItemUse& t : residual.item_uses[o]) born[t.item] = std::min(born[t.item], p);
  for (std::int32_t i = 0; i < items; ++i) {
    if (born[i] >= linear_order.last[i]) continue;
    change[born[i] + 1] += linear_order.bits[i];
    change[linear_order.last[i] + 1] -= linear_order.bits[i];
  }
  linear_order.live.resize(linear_order.size());
  double sum = 0, scale = 0;  // sum of 2^(live - scale)
  for (std::int32_t p = 0, now = 0; p < linear_order.size(); ++p) {
    now += change[p];
    const std::int32_t item = linear_order.places[p].item;
    const bool counted =
        item >= 0 && residual.kind[item] == Kind::exact && born[item] < p && linear_order.last[item] >= p;
    linear_order.live[p] = now - counted;  // the item itself is open
    if (linear_order.places[p].group.empty()) continue;
    if (linear_order.live[p] > scale) sum *= std::exp2(scale - linear_order.live[p]), scale = linear_order.live[p];
    sum += std::exp2(linear_order.live[p] - scale);
  }
  linear_order.log_states = sum > 0 ? scale + std::log2(sum) : 0;
  return linear_order;
}

}  // namespace

LinearOrder order_by_rank(const ResidualProblem& residual, const std::vector<std::int32_t>& rank, bool gaps) {
  LinearOrder best = lay(residual, rank, gaps, 0);
  // An item outside costs a bit all along; one on the line may stretch the window.
  for (const std::int64_t span : {std::int64_t{best.window}, std::int64_t{2} * best.window, std::int64_t{INT32_MAX}}) {
    if (best.outside_bits == 0) break;
    LinearOrder other = lay(residual, rank, gaps, span);
    if (std::tuple(other.window + other.outside_bits, other.log_states) <
        std::tuple(best.window + best.outside_bits, best.log_states))
      best = std::move(other);
  }
  return best;
}

}  // namespace tilewright::frontier
