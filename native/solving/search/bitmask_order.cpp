#include "solving/search/bitmask_order.hpp"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <numeric>

namespace tilewright::search {

namespace {

constexpr std::int32_t kMaxWithoutNear = 4096;

// Which items are swept: those that have neighbours, or, when no neighbours are known, those that
// keep company with few others. Every option must hold a swept item that is covered exactly once;
// where one would not, its first such item is swept too. False when an option has no such item.
bool choose_swept(const Problem& problem, const Adjacency& graph, bool near_known, std::vector<char>& swept) {
  swept.assign(problem.items, 0);
  std::vector<std::int32_t> options(problem.items, 0);
  for (const Use& use : problem.uses) ++options[use.item];
  std::vector<char> island(problem.items, 1);  // shares no option with an item that has neighbours
  if (near_known)
    for (std::int32_t o = 0; o < problem.options(); ++o) {
      const auto uses = problem.option(o);
      if (std::any_of(uses.begin(), uses.end(), [&](const Use& use) { return !problem.near[use.item].empty(); }))
        for (const Use& use : uses) island[use.item] = 0;
    }
  const double mean = problem.items ? double(problem.uses.size()) / problem.items : 0;
  for (std::int32_t i = 0; i < problem.items; ++i) {
    if (counted(problem, i)) continue;
    if (near_known) {
      swept[i] = !problem.near[i].empty() || (island[i] && needed_once(problem, i));
    } else {
      swept[i] = 3 * std::ssize(graph[i]) <= 2 * problem.items || options[i] <= 2 * mean;
    }
  }
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    std::int32_t first = -1;
    bool found = false;
    for (const Use& use : problem.option(o)) {
      if (!needed_once(problem, use.item)) continue;
      found |= swept[use.item] != 0;
      if (first < 0) first = use.item;
    }
    if (first < 0) return false;
    if (!found) swept[first] = 1;
  }
  return true;
}

std::vector<std::int32_t> closed_up(const std::vector<std::int32_t>& place) {
  std::vector<std::int32_t> items, closed(place.size(), -1);
  for (std::size_t i = 0; i < place.size(); ++i)
    if (place[i] >= 0) items.push_back(static_cast<std::int32_t>(i));
  std::sort(items.begin(), items.end(), [&](std::int32_t a, std::int32_t b) { return place[a] < place[b]; });
  for (std::size_t k = 0; k < items.size(); ++k) closed[items[k]] = static_cast<std::int32_t>(k);
  return closed;
}

// How far the options stretch, added up: narrow sweeps have small trees.
std::int64_t stretch(const Problem& problem, const std::vector<std::int32_t>& place) {
  std::int64_t sum = 0;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    std::int32_t low = INT32_MAX, high = -1;
    for (const Use& use : problem.option(o))
      if (place[use.item] >= 0) low = std::min(low, place[use.item]), high = std::max(high, place[use.item]);
    sum += high - low;
  }
  return sum;
}

int words_for(std::int64_t bits) { return bits <= 64 ? 1 : bits <= 128 ? 2 : bits <= 256 ? 4 : 0; }

}  // namespace

std::vector<std::int32_t> sweep_bases(const Problem& problem, const std::vector<std::int32_t>& place,
                                      std::int32_t places, std::int32_t& reach) {
  std::vector<std::int32_t> base(places), top(places, -1);
  std::iota(base.begin(), base.end(), 0);
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    std::int32_t low = INT32_MAX, high = -1, first = INT32_MAX;
    for (const Use& use : problem.option(o)) {
      const std::int32_t p = place[use.item];
      if (p < 0) continue;
      low = std::min(low, p), high = std::max(high, p);
      if (needed_once(problem, use.item)) first = std::min(first, p);
    }
    base[first] = std::min(base[first], low);
    top[first] = std::max(top[first], high);
  }
  for (std::int32_t p = places - 1; p > 0; --p) base[p - 1] = std::min(base[p - 1], base[p]);
  reach = 1;
  for (std::int32_t p = 0; p < places; ++p) reach = std::max(reach, top[p] - base[p] + 1);
  return base;
}

bool options_connected(const Problem& problem, const std::vector<std::int32_t>& place) {
  std::vector<std::int32_t> items;
  std::vector<char> mark(problem.items, 0);
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    items.clear();
    for (const Use& use : problem.option(o))
      if (place[use.item] >= 0) items.push_back(use.item);
    if (!is_connected(problem.near, items, mark)) return false;
  }
  return true;
}

namespace {

SweepOrder find_order(const Problem& problem) {
  SweepOrder best;
  if (problem.coloured()) {
    best.refusal = "bitmask takes no colours";
    return best;
  }
  const bool near_known =
      std::any_of(problem.near.begin(), problem.near.end(), [](const auto& list) { return !list.empty(); });
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    const auto uses = problem.option(o);
    if (std::count_if(uses.begin(), uses.end(), [&](const Use& use) { return counted(problem, use.item); }) > 1) {
      best.refusal = "bitmask takes no option with two items that may be covered several times";
      return best;
    }
  }
  if (!near_known && problem.items > kMaxWithoutNear) {
    best.refusal = "bitmask takes no problem of so many items without knowing which lie side by side";
    return best;
  }
  const Adjacency graph = near_known ? Adjacency() : co_occurrence(problem);
  std::vector<char> swept;
  if (!choose_swept(problem, graph, near_known, swept)) {
    best.refusal = "bitmask takes no option without an item that is to be covered exactly once";
    return best;
  }
  std::vector<std::int32_t> items;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (swept[i]) items.push_back(i);
  const std::int64_t pieces = problem.items - std::ssize(items);

  // Candidates; the fewest words win, then the least stretch, then the earlier one.
  struct Candidate {
    std::vector<std::int32_t> place;
    std::int64_t places, cost;
  };
  std::vector<Candidate> candidates;
  std::vector<std::vector<std::array<std::int32_t, 3>>> parts;
  if (near_known && square_coordinates(problem, items, parts)) {
    for (const bool across : {true, false}) {
      std::int64_t places;
      auto place = box_places(problem, parts, across, places);
      if (places >= 0) candidates.push_back({std::move(place), places, 0});
    }
  }
  auto add_order = [&](const std::vector<std::int32_t>& order) {
    std::vector<std::int32_t> place(problem.items, -1);
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<std::int32_t>(k);
    candidates.push_back({std::move(place), std::ssize(order), 0});
  };
  add_order(items);
  for (const bool from_far : {false, true})
    add_order(breadth_first_order(near_known ? problem.near : graph, items, from_far));
  for (Candidate& candidate : candidates) candidate.cost = stretch(problem, closed_up(candidate.place));
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });

  std::int64_t fewest_bits = INT64_MAX;
  for (const Candidate& candidate : candidates) {
    const auto closed = closed_up(candidate.place);
    std::int32_t reach;
    sweep_bases(problem, closed, static_cast<std::int32_t>(items.size()), reach);
    fewest_bits = std::min(fewest_bits, reach + pieces + 1);
    const int words = words_for(reach + pieces + 1);
    if (words == 0 || (best.words && best.words <= words)) continue;
    best.words = words;
    // Gaps keep the distances between neighbours alike; they stay when they cost no further word.
    sweep_bases(problem, candidate.place, static_cast<std::int32_t>(candidate.places), reach);
    const bool gaps = words_for(reach + pieces + 1) == words;
    best.place = gaps ? candidate.place : closed;
    best.places = static_cast<std::int32_t>(gaps ? candidate.places : std::ssize(items));
    if (words == 1) break;
  }
  if (best.words == 0)
    best.refusal = "bitmask takes bit sets of up to 256 bits; this problem needs " + std::to_string(fewest_bits);
  else
    best.connected = !problem.near.empty() && options_connected(problem, best.place);
  return best;
}

bool same(const Problem& a, const Problem& b) {
  const auto alike = [](const Use& x, const Use& y) { return x.item == y.item && x.colour == y.colour; };
  return a.items == b.items && a.primary == b.primary && a.least == b.least && a.most == b.most &&
         a.offsets == b.offsets && a.near == b.near &&
         std::equal(a.uses.begin(), a.uses.end(), b.uses.begin(), b.uses.end(), alike);
}

constexpr std::size_t kMaxKept = 100'000;  // uses

}  // namespace

// The parts of a divided search ask for the order of the same problem one after the other, and
// finding it takes longer than searching a small part; so the last one is kept, with its problem.
SweepOrder sweep_order(const Problem& problem) {
  static std::mutex guard;
  static Problem kept;
  static SweepOrder order = find_order(kept);
  if (problem.uses.size() > kMaxKept) return find_order(problem);
  const std::lock_guard<std::mutex> lock(guard);
  if (!same(problem, kept)) {
    order = find_order(problem);
    kept = problem;
  }
  return order;
}

}  // namespace tilewright::search
