#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "exact_cover/item_order.hpp"
#include "solve/frontier/linear_order.hpp"

namespace tilewright::frontier {

namespace {

using Ranks = std::vector<std::int32_t>;

constexpr std::int32_t kMostWithoutNear = 4096;  // items whose company is looked at, a square table
constexpr double kGreedyFrom = 45;               // in the logarithm of states, where boxes are good already
constexpr double kBoxMargin = 6;                 // in the logarithm of states
constexpr std::int64_t kMostGreedySteps = 4'000'000;
constexpr std::int64_t kManyTouches = 60'000;  // where boxes are known, no other orders are tried then: it takes long

// The graph that orders are made from, and which items belong on a line. Where neighbours are known these are
// the items that have some; else all but those that keep company with most others and have many options.
struct Scene {
  exact_cover::Adjacency graph;
  std::vector<std::int32_t> items;
  bool near_known = false;
};

Scene scene_of(const Question& question, const Demand& demand) {
  const Problem& problem = question.problem;
  Scene scene;
  scene.near_known =
      std::any_of(problem.near.begin(), problem.near.end(), [](const auto& list) { return !list.empty(); });
  const auto one_bit = [&](std::int32_t i) {
    return demand.kind[i] == Kind::exact || demand.kind[i] == Kind::exclusive;
  };
  if (scene.near_known) {
    scene.graph = problem.near;
    std::vector<char> island(problem.items, 1);  // shares no option with an item that has neighbours
    for (const auto& touches : demand.touches)
      if (std::any_of(touches.begin(), touches.end(), [&](const Touch& t) { return !problem.near[t.item].empty(); }))
        for (const Touch& t : touches) island[t.item] = 0;
    for (std::int32_t i = 0; i < problem.items; ++i)
      if (one_bit(i) && (!problem.near[i].empty() || (island[i] && demand.kind[i] == Kind::exact)))
        scene.items.push_back(i);
    return scene;
  }
  if (problem.items > kMostWithoutNear) {
    scene.graph.resize(problem.items);
    for (std::int32_t i = 0; i < problem.items; ++i)
      if (demand.kind[i] == Kind::exact) scene.items.push_back(i);
    return scene;
  }
  scene.graph = exact_cover::co_occurrence(problem);
  std::vector<std::int32_t> options(problem.items, 0);
  std::int64_t uses = 0;
  for (const auto& touches : demand.touches)
    for (const Touch& t : touches) ++options[t.item], ++uses;
  const double mean = problem.items ? double(uses) / problem.items : 0;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (demand.kind[i] == Kind::exact &&
        (3 * std::ssize(scene.graph[i]) <= 2 * problem.items || options[i] <= 2 * mean))
      scene.items.push_back(i);
  return scene;
}

Ranks ranks_of(std::int32_t items, const std::vector<std::int32_t>& order) {
  Ranks rank(items, -1);
  for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<std::int32_t>(k);
  return rank;
}

// One item after another, each time the one after which the fewest items are live: touched by an option
// that is decided and by one that is not. Ties go to the item that has been live longest.
class Greedy {
 public:
  Greedy(const Demand& demand, const Scene& scene) : demand_(demand), scene_(scene) {
    options_of_.resize(demand.kind.size());
    for (std::int32_t o = 0; o < demand.options(); ++o)
      for (const Touch& t : demand.touches[o]) options_of_[t.item].push_back(o);
    wanted_.assign(demand.kind.size(), 0);
    for (const std::int32_t i : scene.items) wanted_[i] = demand.kind[i] == Kind::exact;
  }

  // The order from a start; empty when it takes too long.
  std::vector<std::int32_t> from(std::int32_t start) {
    const auto items = static_cast<std::int32_t>(demand_.kind.size());
    std::vector<std::int32_t> left(items), age(items, 0), order, live;
    for (std::int32_t i = 0; i < items; ++i) left[i] = static_cast<std::int32_t>(options_of_[i].size());
    std::vector<char> decided(demand_.options(), 0), done(items, 0), in(items, 0);
    std::vector<std::int32_t> fresh(items, 0);  // options of the trial that touch an item
    std::int64_t steps = 0;
    std::size_t next_natural = 0;
    std::int32_t next = start;
    while (next >= 0) {
      order.push_back(next);
      done[next] = 1;
      for (const std::int32_t o : options_of_[next]) {
        if (decided[o]) continue;
        decided[o] = 1;
        for (const Touch& t : demand_.touches[o]) {
          --left[t.item];
          if (!in[t.item])
            in[t.item] = 1, age[t.item] = static_cast<std::int32_t>(order.size()), live.push_back(t.item);
        }
      }
      std::erase_if(live, [&](std::int32_t i) { return done[i] || left[i] == 0; });
      // The best of the live items; when none is live, the next one in the natural order.
      next = -1;
      std::tuple<std::int64_t, std::int32_t, std::int32_t> best;
      for (const std::int32_t i : live) {
        if (!wanted_[i]) continue;
        std::int64_t change = -1;
        std::vector<std::int32_t> touched;
        for (const std::int32_t o : options_of_[i]) {
          if (decided[o]) continue;
          for (const Touch& t : demand_.touches[o]) {
            ++steps;
            if (fresh[t.item]++ == 0) touched.push_back(t.item);
          }
        }
        for (const std::int32_t j : touched) {
          const bool ends = fresh[j] == left[j];
          if (j != i) change += (in[j] ? 0 : 1) - (ends ? 1 : 0);
          fresh[j] = 0;
        }
        const std::tuple value(change, age[i], i);
        if (next < 0 || value < best) best = value, next = i;
      }
      if (steps > kMostGreedySteps) return {};
      while (next < 0 && next_natural < scene_.items.size()) {
        const std::int32_t i = scene_.items[next_natural++];
        if (wanted_[i] && !done[i]) next = i;
      }
    }
    return order;
  }

 private:
  const Demand& demand_;
  const Scene& scene_;
  std::vector<std::vector<std::int32_t>> options_of_;
  std::vector<char> wanted_;
};

int words(const Line& line) { return (line.window + line.aside_bits + 1 + 63) / 64; }

}  // namespace

Choice choose_line(const Question& question, const Demand& demand) {
  const auto items = static_cast<std::int32_t>(demand.kind.size());
  const Scene scene = scene_of(question, demand);
  if (!question.order.empty()) {
    std::vector<std::int32_t> order = question.order;
    std::vector<char> named(items, 0);
    for (const std::int32_t i : order) named[i] = 1;
    for (const std::int32_t i : scene.items)
      if (!named[i]) order.push_back(i);
    return {line_by_rank(demand, ranks_of(items, order), false), "as given"};
  }
  Choice best{line_by_rank(demand, ranks_of(items, scene.items), false), "natural"};
  // Words of a state cost time each; states count for more. `margin`: how much better a line must be.
  const auto offer = [&](Line line, const char* name, double margin) {
    const auto value = [](const Line& l) { return l.log_states + 0.3 * std::max(0, words(l) - 1); };
    if (value(line) < value(best.line) - margin) best = {std::move(line), name};
  };
  bool boxes = false;
  exact_cover::ComponentCells parts;
  if (scene.near_known && exact_cover::square_coordinates(question.problem, scene.items, parts))
    for (const bool across : {true, false}) {
      std::int64_t places;
      const Ranks rank = exact_cover::box_places(question.problem, parts, across, places);
      if (places < 0) continue;
      offer(line_by_rank(demand, rank, true), across ? "line by line" : "column by column", boxes ? 1e-9 : -0.1);
      boxes = true;
    }
  // Along lines all steps between neighbours are alike, which makes region cuts quick and leaves fewer
  // states than the live items say.
  int smallest = INT32_MAX;
  std::vector<char> on_line(items, 0);
  for (const std::int32_t i : scene.items) on_line[i] = 1;
  for (const auto& touches : demand.touches)
    smallest = std::min<int>(
        smallest, std::count_if(touches.begin(), touches.end(), [&](const Touch& t) { return on_line[t.item]; }));
  const double margin = boxes && smallest > 2 ? kBoxMargin : 1e-9;
  if (boxes)  // best for boards whose rim runs along diagonals
    for (const int slope : {1, -1}) {
      std::vector<std::array<std::int64_t, 3>> cells;  // part and diagonal, along it, item
      for (std::size_t k = 0; k < parts.size(); ++k)
        for (const auto& [x, y, item] : parts[k])
          cells.push_back({static_cast<std::int64_t>(k) << 40 | (x + slope * y + (std::int64_t{1} << 33)), x, item});
      std::sort(cells.begin(), cells.end());
      std::vector<std::int32_t> order;
      for (const auto& cell : cells) order.push_back(static_cast<std::int32_t>(cell[2]));
      offer(line_by_rank(demand, ranks_of(items, order), false), "diagonal by diagonal", margin);
    }
  std::int64_t touched = 0;
  for (const auto& touches : demand.touches) touched += std::ssize(touches);
  if (boxes && touched > kManyTouches) return best;
  for (const bool far : {false, true})
    offer(line_by_rank(demand, ranks_of(items, exact_cover::breadth_first_order(scene.graph, scene.items, far)), false),
          far ? "breadth first from afar" : "breadth first", margin);
  if (!scene.items.empty() && (margin < kBoxMargin || best.line.log_states > kGreedyFrom)) {
    Greedy greedy(demand, scene);
    const auto far = exact_cover::breadth_first_order(scene.graph, scene.items, true);
    std::vector<std::int32_t> starts{scene.items.front(), scene.items.back(), far.front(), far.back()};
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    for (const std::int32_t start : starts) {
      if (demand.kind[start] != Kind::exact) continue;
      const auto order = greedy.from(start);
      if (order.empty()) break;
      offer(line_by_rank(demand, ranks_of(items, order), false), "fewest live items", margin);
    }
  }
  return best;
}

}  // namespace tilewright::frontier
