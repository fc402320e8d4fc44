#include "exact_cover/item_order.hpp"

#include <algorithm>
#include <deque>

namespace tilewright::exact_cover {

// Items that share an option.
Adjacency co_occurrence(const Problem& problem) {
  const std::size_t n = problem.items;
  std::vector<std::vector<bool>> shares(n, std::vector<bool>(n));
  for (std::int32_t o = 0; o < problem.options(); ++o)
    for (const Use& a : problem.option(o))
      for (const Use& b : problem.option(o))
        if (a.item != b.item) shares[a.item][b.item] = true;
  Adjacency graph(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (shares[i][j]) graph[i].push_back(static_cast<std::int32_t>(j));
  return graph;
}

bool is_connected(const Adjacency& near, const std::vector<std::int32_t>& items, std::vector<char>& mark) {
  if (items.empty()) return true;
  for (const std::int32_t i : items) mark[i] = 1;
  std::vector<std::int32_t> stack{items[0]};
  mark[items[0]] = 0;
  std::size_t left = items.size() - 1;
  while (!stack.empty()) {
    const std::int32_t i = stack.back();
    stack.pop_back();
    for (const std::int32_t j : near[i])
      if (mark[j]) mark[j] = 0, --left, stack.push_back(j);
  }
  for (const std::int32_t i : items) mark[i] = 0;
  return left == 0;
}

// Breadth first from an item that lies far out, fewest neighbours first (Cuthill and McKee, 1969).
Adjacency later_neighbours(const Adjacency& near, const std::vector<std::int32_t>& place, std::int32_t places) {
  Adjacency later(places);
  for (std::size_t i = 0; i < near.size(); ++i)
    for (const std::int32_t j : near[i])
      if (place[i] >= 0 && place[j] >= 0 && place[i] != place[j])
        later[std::min(place[i], place[j])].push_back(std::max(place[i], place[j]));
  for (auto& list : later) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return later;
}

std::vector<std::int32_t> breadth_first_order(const Adjacency& graph, const std::vector<std::int32_t>& items,
                                              bool from_far) {
  std::vector<char> included(graph.size(), 0), seen(graph.size(), 0);
  for (const std::int32_t i : items) included[i] = 1;
  auto walk = [&](std::int32_t start, std::vector<std::int32_t>& order) {
    std::deque<std::int32_t> queue{start};
    seen[start] = 1;
    while (!queue.empty()) {
      const std::int32_t i = queue.front();
      queue.pop_front();
      order.push_back(i);
      std::vector<std::int32_t> next;
      for (const std::int32_t j : graph[i])
        if (included[j] && !seen[j]) seen[j] = 1, next.push_back(j);
      std::stable_sort(next.begin(), next.end(),
                       [&](std::int32_t a, std::int32_t b) { return graph[a].size() < graph[b].size(); });
      queue.insert(queue.end(), next.begin(), next.end());
    }
  };
  std::vector<std::int32_t> order;
  for (const std::int32_t i : items) {
    if (seen[i]) continue;
    std::int32_t start = i;
    if (from_far) {
      std::vector<std::int32_t> trial;
      walk(i, trial);
      start = trial.back();
      for (const std::int32_t j : trial) seen[j] = 0;
    }
    walk(start, order);
  }
  return order;
}

// Coordinates of cells that were numbered line by line on a square lattice: a neighbour numbered
// next lies to the right, any other later neighbour lies below. False when that does not hold.
bool square_coordinates(const Problem& problem, const std::vector<std::int32_t>& items, ComponentCells& parts) {
  std::vector<std::int32_t> rank(problem.items, -1), x(problem.items, 0), y(problem.items, 0);
  for (std::size_t k = 0; k < items.size(); ++k) rank[items[k]] = static_cast<std::int32_t>(k);
  std::vector<char> seen(problem.items, 0);
  for (const std::int32_t start : items) {
    if (seen[start]) continue;
    parts.emplace_back();
    std::vector<std::int32_t> stack{start};
    seen[start] = 1;
    while (!stack.empty()) {
      const std::int32_t i = stack.back();
      stack.pop_back();
      parts.back().push_back({x[i], y[i], i});
      for (const std::int32_t j : problem.near[i]) {
        if (rank[j] < 0) continue;
        const std::int32_t step = rank[j] - rank[i];
        const std::int32_t to_x = x[i] + (step == 1) - (step == -1);
        const std::int32_t to_y = y[i] + (step > 1) - (step < -1);
        if (!seen[j]) {
          seen[j] = 1, x[j] = to_x, y[j] = to_y;
          stack.push_back(j);
        } else if (x[j] != to_x || y[j] != to_y) {
          return false;
        }
      }
    }
    auto sorted = parts.back();
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t k = 1; k < sorted.size(); ++k)
      if (sorted[k][0] == sorted[k - 1][0] && sorted[k][1] == sorted[k - 1][1]) return false;
  }
  return true;
}

// Places along the columns (or, with `across`, the lines) of the box around each part.
std::vector<std::int32_t> box_places(const Problem& problem, const ComponentCells& parts, bool across,
                                     std::int64_t& places) {
  std::vector<std::int32_t> place(problem.items, -1);
  places = 0;
  for (const auto& part : parts) {
    const int slow = across ? 1 : 0, fast = 1 - slow;
    std::array<std::int32_t, 2> low{part[0][0], part[0][1]}, high = low;
    for (const auto& cell : part)
      for (int k = 0; k < 2; ++k) low[k] = std::min(low[k], cell[k]), high[k] = std::max(high[k], cell[k]);
    const std::int64_t wide = high[fast] - low[fast] + 1, deep = high[slow] - low[slow] + 1;
    if (places + wide * deep > 60000) {
      places = -1;
      return place;
    }
    for (const auto& cell : part)
      place[cell[2]] = static_cast<std::int32_t>(places + (cell[slow] - low[slow]) * wide + cell[fast] - low[fast]);
    places += wide * deep;
  }
  return place;
}

}  // namespace tilewright::exact_cover
