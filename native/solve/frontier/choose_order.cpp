#include <algorithm>
#include <array>
#include <numeric>
#include <tuple>

#include "exact_cover/item_order.hpp"
#include "solve/frontier/linear_order.hpp"

namespace tilewright::frontier {

namespace {

using Ranks = std::vector<std::int32_t>;

constexpr std::int32_t kMaxWithoutNear = 4096;  // items whose company is looked at, a square table
constexpr double kGreedyFrom = 45;              // in the logarithm of states, where boxes are good already
constexpr double kBoxMargin = 6;                // in the logarithm of states
constexpr std::int64_t kMaxGreedySteps = 4'000'000;
constexpr std::int64_t kManyTouches = 60'000;  // where boxes are known, no other orders are tried then: it takes long

// The graph that orders are made from, and which items belong on a line. Where neighbours are known these are
// the items that have some; else all but those that keep company with most others and have many options.
struct Scene {
  exact_cover::Adjacency graph;
  std::vector<std::int32_t> items;
  bool near_known = false;
};

Scene scene_of(const SweepQuery& query, const ResidualProblem& residual) {
  const Problem& problem = query.problem;
  Scene scene;
  scene.near_known =
      std::any_of(problem.near.begin(), problem.near.end(), [](const auto& list) { return !list.empty(); });
  const auto one_bit = [&](std::int32_t i) {
    return residual.kind[i] == Kind::exact || residual.kind[i] == Kind::exclusive;
  };
  if (scene.near_known) {
    scene.graph = problem.near;
    std::vector<char> island(problem.items, 1);  // shares no option with an item that has neighbours
    for (const auto& item_uses : residual.item_uses)
      if (std::any_of(item_uses.begin(), item_uses.end(),
                      [&](const ItemUse& t) { return !problem.near[t.item].empty(); }))
        for (const ItemUse& t : item_uses) island[t.item] = 0;
    for (std::int32_t i = 0; i < problem.items; ++i)
      if (one_bit(i) && (!problem.near[i].empty() || (island[i] && residual.kind[i] == Kind::exact)))
        scene.items.push_back(i);
    return scene;
  }
  if (problem.items > kMaxWithoutNear) {
    scene.graph.resize(problem.items);
    for (std::int32_t i = 0; i < problem.items; ++i)
      if (residual.kind[i] == Kind::exact) scene.items.push_back(i);
    return scene;
  }
  scene.graph = exact_cover::co_occurrence(problem);
  std::vector<std::int32_t> options(problem.items, 0);
  std::int64_t uses = 0;
  for (const auto& item_uses : residual.item_uses)
    for (const ItemUse& t : item_uses) ++options[t.item], ++uses;
  const double mean = problem.items ? double(uses) / problem.items : 0;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (residual.kind[i] == Kind::exact &&
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
  Greedy(const ResidualProblem& residual, const Scene& scene) : residual_(residual), scene_(scene) {
    options_of_.resize(residual.kind.size());
    for (std::int32_t o = 0; o < residual.options(); ++o)
      for (const ItemUse& t : residual.item_uses[o]) options_of_[t.item].push_back(o);
    goals_by_state_.assign(residual.kind.size(), 0);
    for (const std::int32_t i : scene.items) goals_by_state_[i] = residual.kind[i] == Kind::exact;
  }

  // The order from a start; empty when it takes too long.
  std::vector<std::int32_t> from(std::int32_t start) {
    const auto items = static_cast<std::int32_t>(residual_.kind.size());
    std::vector<std::int32_t> left(items), age(items, 0), order, live;
    for (std::int32_t i = 0; i < items; ++i) left[i] = static_cast<std::int32_t>(options_of_[i].size());
    std::vector<char> decided(residual_.options(), 0), done(items, 0), in(items, 0);
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
        for (const ItemUse& t : residual_.item_uses[o]) {
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
        if (!goals_by_state_[i]) continue;
        std::int64_t change = -1;
        std::vector<std::int32_t> touched;
        for (const std::int32_t o : options_of_[i]) {
          if (decided[o]) continue;
          for (const ItemUse& t : residual_.item_uses[o]) {
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
      if (steps > kMaxGreedySteps) return {};
      while (next < 0 && next_natural < scene_.items.size()) {
        const std::int32_t i = scene_.items[next_natural++];
        if (goals_by_state_[i] && !done[i]) next = i;
      }
    }
    return order;
  }

 private:
  const ResidualProblem& residual_;
  const Scene& scene_;
  std::vector<std::vector<std::int32_t>> options_of_;
  std::vector<char> goals_by_state_;
};

int words(const LinearOrder& linear_order) { return (linear_order.window + linear_order.outside_bits + 1 + 63) / 64; }

}  // namespace

OrderChoice choose_linear_order(const SweepQuery& query, const ResidualProblem& residual) {
  const auto items = static_cast<std::int32_t>(residual.kind.size());
  const Scene scene = scene_of(query, residual);
  if (!query.order.empty()) {
    std::vector<std::int32_t> order = query.order;
    std::vector<char> named(items, 0);
    for (const std::int32_t i : order) named[i] = 1;
    for (const std::int32_t i : scene.items)
      if (!named[i]) order.push_back(i);
    return {order_by_rank(residual, ranks_of(items, order), false), "as given"};
  }
  OrderChoice best{order_by_rank(residual, ranks_of(items, scene.items), false), "natural"};
  // Words of a state cost time each; states count for more. `margin`: how much better a line must be.
  const auto offer = [&](LinearOrder linear_order, const char* name, double margin) {
    const auto value = [](const LinearOrder& l) { return l.log_states + 0.3 * std::max(0, words(l) - 1); };
    if (value(linear_order) < value(best.linear_order) - margin) best = {std::move(linear_order), name};
  };
  bool boxes = false;
  exact_cover::ComponentCells parts;
  if (scene.near_known && exact_cover::square_coordinates(query.problem, scene.items, parts))
    for (const bool across : {true, false}) {
      std::int64_t places;
      const Ranks rank = exact_cover::box_places(query.problem, parts, across, places);
      if (places < 0) continue;
      offer(order_by_rank(residual, rank, true), across ? "line by line" : "column by column", boxes ? 1e-9 : -0.1);
      boxes = true;
    }
  // Along lines all steps between neighbours are alike, which makes region cuts quick and leaves fewer
  // states than the live items say.
  int smallest = INT32_MAX;
  std::vector<char> on_line(items, 0);
  for (const std::int32_t i : scene.items) on_line[i] = 1;
  for (const auto& item_uses : residual.item_uses)
    smallest = std::min<int>(
        smallest, std::count_if(item_uses.begin(), item_uses.end(), [&](const ItemUse& t) { return on_line[t.item]; }));
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
      offer(order_by_rank(residual, ranks_of(items, order), false), "diagonal by diagonal", margin);
    }
  std::int64_t touched = 0;
  for (const auto& item_uses : residual.item_uses) touched += std::ssize(item_uses);
  if (boxes && touched > kManyTouches) return best;
  for (const bool far : {false, true})
    offer(order_by_rank(residual, ranks_of(items, exact_cover::breadth_first_order(scene.graph, scene.items, far)),
                        false),
          far ? "breadth first from afar" : "breadth first", margin);
  if (!scene.items.empty() && (margin < kBoxMargin || best.linear_order.log_states > kGreedyFrom)) {
    Greedy greedy(residual, scene);
    const auto far = exact_cover::breadth_first_order(scene.graph, scene.items, true);
    std::vector<std::int32_t> starts{scene.items.front(), scene.items.back(), far.front(), far.back()};
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    for (const std::int32_t start : starts) {
      if (residual.kind[start] != Kind::exact) continue;
      const auto order = greedy.from(start);
      if (order.empty()) break;
      offer(order_by_rank(residual, ranks_of(items, order), false), "fewest live items", margin);
    }
  }
  return best;
}

}  // namespace tilewright::frontier
