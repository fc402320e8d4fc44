#include "solve/frontier/linear_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>

namespace tilewright::frontier {

namespace {

constexpr std::int32_t kMostPlaces = 4'000'000;

std::int32_t bits_of(const Demand& demand, std::int32_t item) {
  switch (demand.kind[item]) {
    case Kind::ignored: return 0;
    case Kind::exact:
    case Kind::exclusive: return 1;
    case Kind::coloured:  // bare, a colour, or covered without one: all ones
      return std::bit_width(static_cast<std::uint32_t>(demand.codes[item]) + 1);
    case Kind::counter: {  // all ones: no option touches it any more
      const std::int32_t most = demand.most[item] == INT32_MAX ? demand.least[item] : demand.most[item];
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
Line lay(const Demand& demand, const std::vector<std::int32_t>& rank, bool gaps, std::int64_t span) {
  Line line;
  const auto items = static_cast<std::int32_t>(demand.kind.size());
  line.place.assign(items, -1);
  line.aside.assign(items, -1);
  line.bits.assign(items, 0);
  line.last.assign(items, -1);
  const auto ranked = [&](std::int32_t i) { return rank[i] >= 0 && demand.kind[i] != Kind::ignored; };

  // The key of a ranked item is 4 * rank + 1; of an option by itself, that of its lowest ranked item, less
  // one; of an item that is put in, that of the last option that touches it, plus one.
  std::vector<std::int64_t> key(demand.options());
  std::vector<Entry> entries;
  std::int64_t end = 0;
  for (std::int32_t i = 0; i < items; ++i)
    if (ranked(i)) {
      entries.push_back({4 * std::int64_t{rank[i]} + 1, i, -1});
      end = std::max(end, entries.back().key + 3);
    }
  std::vector<std::int64_t> first(items, INT64_MAX), last(items, -1);
  for (std::int32_t o = 0; o < demand.options(); ++o) {
    std::int64_t exact = INT64_MAX, any = INT64_MAX;
    for (const Touch& t : demand.touches[o]) {
      if (!ranked(t.item)) continue;
      const std::int64_t at = 4 * std::int64_t{rank[t.item]} + 1;
      any = std::min(any, at);
      if (demand.kind[t.item] == Kind::exact) exact = std::min(exact, at);
    }
    key[o] = exact;
    if (exact == INT64_MAX) {
      key[o] = any == INT64_MAX ? end : any - 1;
      entries.push_back({key[o], -1, o});
    }
    for (const Touch& t : demand.touches[o])
      first[t.item] = std::min(first[t.item], key[o]), last[t.item] = std::max(last[t.item], key[o]);
  }
  for (std::int32_t i = 0; i < items; ++i) {
    if (demand.kind[i] == Kind::ignored || ranked(i)) continue;
    line.bits[i] = bits_of(demand, i);
    if (demand.kind[i] != Kind::exact && last[i] - first[i] <= 4 * span) {
      entries.push_back({last[i] + 1, i, -1});
    } else {
      line.aside[i] = line.aside_bits;
      line.aside_bits += line.bits[i];
    }
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });

  std::vector<std::int32_t> group(demand.options(), -1);
  std::vector<std::pair<std::int64_t, std::int32_t>> place_of_key;  // of exact ranked items
  for (std::size_t n = 0; n < entries.size(); ++n) {
    const Entry& entry = entries[n];
    if (gaps && n && entry.key % 4 == 1) {
      const std::int64_t before = (entries[n - 1].key - 1) / 4, now = (entry.key - 1) / 4;
      if (line.size() + (now - before) > kMostPlaces) return lay(demand, rank, false, span);
      for (std::int64_t k = before + 1; k < now; ++k) line.places.emplace_back();
    }
    const std::int32_t at = line.size();
    Line::Place& here = line.places.emplace_back();
    if (entry.option >= 0) {
      here.option = entry.option;
      group[entry.option] = at;
      continue;
    }
    here.item = entry.item;
    line.place[entry.item] = at;
    line.bits[entry.item] = bits_of(demand, entry.item);
    for (std::int32_t k = 1; k < line.bits[entry.item]; ++k) line.places.emplace_back();
  }
  for (std::int32_t o = 0; o < demand.options(); ++o) {
    if (group[o] < 0) {
      group[o] = INT32_MAX;
      for (const Touch& t : demand.touches[o])
        if (demand.kind[t.item] == Kind::exact && line.place[t.item] >= 0)
          group[o] = std::min(group[o], line.place[t.item]);
    }
    line.places[group[o]].group.push_back(o);
    for (const Touch& t : demand.touches[o]) line.last[t.item] = std::max(line.last[t.item], group[o]);
  }

  // The window at a place reaches from the lowest place that options decided there or later touch to the
  // highest that options decided there or earlier do.
  std::vector<std::int32_t> top(line.size());
  for (std::int32_t p = 0; p < line.size(); ++p) line.places[p].base = top[p] = p;
  for (std::int32_t p = 0; p < line.size(); ++p)
    for (const std::int32_t o : line.places[p].group)
      for (const Touch& t : demand.touches[o]) {
        const std::int32_t at = line.place[t.item];
        if (at < 0) continue;
        line.places[p].base = std::min(line.places[p].base, at);
        top[p] = std::max(top[p], at + line.bits[t.item] - 1);
      }
  for (std::int32_t p = line.size() - 1; p > 0; --p)
    line.places[p - 1].base = std::min(line.places[p - 1].base, line.places[p].base);
  for (std::int32_t p = 1; p < line.size(); ++p) top[p] = std::max(top[p], top[p - 1]);
  line.window = 1;
  for (std::int32_t p = 0; p < line.size(); ++p)
    if (!line.places[p].group.empty()) line.window = std::max(line.window, top[p] - line.places[p].base + 1);

  // Live at a place: items that an option decided before touches and one decided there or later, too.
  std::vector<std::int32_t> born(items, INT32_MAX), change(line.size() + 1, 0);
  for (std::int32_t p = 0; p < line.size(); ++p)
    for (const std::int32_t o : line.places[p].group)
      for (const Touch& t : demand.touches[o]) born[t.item] = std::min(born[t.item], p);
  for (std::int32_t i = 0; i < items; ++i) {
    if (born[i] >= line.last[i]) continue;
    change[born[i] + 1] += line.bits[i];
    change[line.last[i] + 1] -= line.bits[i];
  }
  line.live.resize(line.size());
  double sum = 0, scale = 0;  // sum of 2^(live - scale)
  for (std::int32_t p = 0, now = 0; p < line.size(); ++p) {
    now += change[p];
    const std::int32_t item = line.places[p].item;
    const bool counted = item >= 0 && demand.kind[item] == Kind::exact && born[item] < p && line.last[item] >= p;
    line.live[p] = now - counted;  // the item itself is open
    if (line.places[p].group.empty()) continue;
    if (line.live[p] > scale) sum *= std::exp2(scale - line.live[p]), scale = line.live[p];
    sum += std::exp2(line.live[p] - scale);
  }
  line.log_states = sum > 0 ? scale + std::log2(sum) : 0;
  return line;
}

}  // namespace

Line line_by_rank(const Demand& demand, const std::vector<std::int32_t>& rank, bool gaps) {
  Line best = lay(demand, rank, gaps, 0);
  // An item aside costs a bit all along; one on the line may stretch the window.
  for (const std::int64_t span : {std::int64_t{best.window}, std::int64_t{2} * best.window, std::int64_t{INT32_MAX}}) {
    if (best.aside_bits == 0) break;
    Line other = lay(demand, rank, gaps, span);
    if (std::tuple(other.window + other.aside_bits, other.log_states) <
        std::tuple(best.window + best.aside_bits, best.log_states))
      best = std::move(other);
  }
  return best;
}

}  // namespace tilewright::frontier
