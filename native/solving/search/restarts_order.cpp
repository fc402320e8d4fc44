#include "solving/search/restarts_order.hpp"

#include <algorithm>
#include <cmath>

#include "solving/search/bitmask_order.hpp"

namespace tilewright::search {

namespace {

constexpr int kWidest = 512;  // bits of a window

// What makes a piece hard: each place around it costs so much, and so does having few options. Tuned on 35
// hexominoes and 108 heptominoes, by how many states with few pieces left a search comes to.
constexpr double kByBorder = 0.4, kByCount = 0.7;

std::string refusal_of(const Problem& problem) {
  if (problem.coloured()) return "restarts takes no colours";
  if (std::none_of(problem.near.begin(), problem.near.end(), [](const auto& list) { return !list.empty(); }))
    return "restarts takes no problem without knowing which items lie side by side";
  for (std::int32_t i = 0; i < problem.primary; ++i)
    if (!problem.near[i].empty() && !needed_once(problem, i))
      return "restarts takes no cell that may be covered several times or not at all";
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    int pieces = 0, needed = 0;
    for (const Use& use : problem.option(o)) {
      pieces += problem.near[use.item].empty();
      needed += !problem.near[use.item].empty() && use.item < problem.primary;
    }
    if (pieces > 1) return "restarts takes no option with two items that have no neighbours";
    if (!needed) return "restarts takes no option without a cell that is to be covered";
  }
  return "";
}

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

}  // namespace

PlaceOrder place_order(const Problem& problem) {
  PlaceOrder best;
  best.refusal = refusal_of(problem);
  if (!best.refusal.empty()) return best;
  std::vector<std::int32_t> items;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (!problem.near[i].empty()) items.push_back(i);
  std::int64_t least = INT64_MAX;
  auto consider = [&](const std::vector<std::int32_t>& place, std::int64_t places) {
    if (places < 0) return;
    const std::int64_t cost = stretch(problem, place);
    if (cost >= least) return;
    least = cost;
    best.place = place;
    best.places = static_cast<std::int32_t>(places);
  };
  ComponentCells parts;
  if (square_coordinates(problem, items, parts))
    for (const bool across : {true, false}) {
      std::int64_t places;
      const auto place = box_places(problem, parts, across, places);
      consider(place, places);
    }
  auto consider_order = [&](const std::vector<std::int32_t>& order) {
    std::vector<std::int32_t> place(problem.items, -1);
    for (std::size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<std::int32_t>(k);
    consider(place, std::ssize(order));
  };
  // A front that is straight leaves fewer odd corners than one that is a little shorter.
  if (best.place.empty()) {
    consider_order(items);
    for (const bool from_far : {false, true}) consider_order(breadth_first_order(problem.near, items, from_far));
  }
  best.base = sweep_bases(problem, best.place, best.places, best.reach);
  if (best.reach > kWidest)
    best.refusal = "restarts takes windows of up to " + std::to_string(kWidest) + " places; this problem needs " +
                   std::to_string(best.reach);
  return best;
}

OptionAssessment assess_options(const Problem& problem, const std::vector<std::int32_t>& place) {
  OptionAssessment assessment;
  assessment.live.assign(problem.options(), 1);
  assessment.difficulty.assign(problem.items, 0);
  assessment.count.assign(problem.items, 0);
  std::vector<std::int32_t> held, beside, pocket;
  std::vector<char> mark(problem.items, 0);
  std::size_t smallest = SIZE_MAX;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    held.clear();
    for (const Use& use : problem.option(o))
      if (place[use.item] >= 0) held.push_back(use.item);
    smallest = std::min(smallest, held.size());
    assessment.connected = assessment.connected && is_connected(problem.near, held, mark);
  }
  // 1: of the option, 2: beside it, 4: seen in a pocket.
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    held.clear(), beside.clear();
    std::int32_t piece = -1;
    for (const Use& use : problem.option(o))
      if (place[use.item] >= 0)
        held.push_back(use.item), mark[use.item] = 1;
      else
        piece = use.item;
    for (const std::int32_t i : held)
      for (const std::int32_t j : problem.near[i])
        if (!mark[j]) mark[j] = 2, beside.push_back(j);
    if (assessment.connected)
      for (const std::int32_t start : beside) {
        if (start >= problem.primary || !assessment.live[o]) continue;
        pocket.assign(1, start);
        mark[start] |= 4;
        for (std::size_t k = 0; k < pocket.size() && pocket.size() < smallest; ++k)
          for (const std::int32_t j : problem.near[pocket[k]])
            if (!(mark[j] & 5)) mark[j] |= 4, pocket.push_back(j);
        if (pocket.size() < smallest) assessment.live[o] = 0;
        for (const std::int32_t i : pocket) mark[i] &= ~4;
      }
    for (const std::int32_t i : held) mark[i] = 0;
    for (const std::int32_t i : beside) mark[i] = 0;
    if (piece < 0 || !assessment.live[o]) continue;
    assessment.difficulty[piece] += static_cast<double>(beside.size());
    ++assessment.count[piece];
  }
  double sum = 0;
  int pieces = 0;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (place[i] < 0 && assessment.count[i]) sum += assessment.count[i], ++pieces;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (place[i] < 0 && assessment.count[i])
      assessment.difficulty[i] = kByBorder * assessment.difficulty[i] / assessment.count[i] -
                                 kByCount * std::log(assessment.count[i] / (sum / pieces));
  return assessment;
}

}  // namespace tilewright::search
