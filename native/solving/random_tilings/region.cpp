#include "solving/random_tilings/region.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <unordered_map>

namespace tilewright::random_tilings {

namespace {

constexpr std::int32_t kFarthest = 1 << 20;
constexpr std::int32_t kUnknown = INT32_MIN;

// The corners of a cell, anticlockwise.
std::vector<Cell> corners(Grid grid, Cell cell) {
  const auto [x, y] = cell;
  if (grid == Grid::squares) return {{x, y}, {x + 1, y}, {x + 1, y + 1}, {x, y + 1}};
  if (((x + y) & 1) == 0) {
    const std::int32_t i = (x - y) >> 1;
    return {{i, y}, {i + 1, y}, {i, y + 1}};
  }
  const std::int32_t i = (x - y + 1) >> 1;  // between the triangles that point up to its left and right
  return {{i, y}, {i, y + 1}, {i - 1, y + 1}};
}

std::int64_t key(Cell cell) { return (std::int64_t{cell.first} << 32) ^ static_cast<std::uint32_t>(cell.second); }

struct Sets {
  std::vector<std::int32_t> parent;
  explicit Sets(std::size_t size) : parent(size) { std::iota(parent.begin(), parent.end(), 0); }
  std::int32_t root(std::int32_t k) {
    while (parent[static_cast<std::size_t>(k)] != k) {
      auto& up = parent[static_cast<std::size_t>(k)];
      up = parent[static_cast<std::size_t>(up)];
      k = up;
    }
    return k;
  }
  bool join(std::int32_t a, std::int32_t b) {
    a = root(a), b = root(b);
    if (a == b) return false;
    parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
    return true;
  }
};

}  // namespace

Region::Region(Grid grid, std::vector<Cell> cells) : grid_(grid), cells_(std::move(cells)) {
  std::unordered_map<std::int64_t, std::int32_t> number;
  number.reserve(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const auto [x, y] = cells_[c];
    if (std::max(std::abs(x), std::abs(y)) > kFarthest) throw std::invalid_argument("a cell is too far away");
    if (!number.emplace(key(cells_[c]), static_cast<std::int32_t>(c)).second)
      throw std::invalid_argument("a cell is there twice");
  }
  const auto degree = static_cast<std::size_t>(grid == Grid::squares ? 4 : 3);
  const auto corner_of = [&](std::size_t cell, std::size_t k) {
    return static_cast<std::int32_t>(cell * degree + k % degree);
  };
  // The sides, each by its ends from the cell of the first colour, or by those from the second where that is alone.
  struct Half {
    std::int32_t cell;
    std::size_t corner;
  };
  std::map<std::pair<Cell, Cell>, Half> open;
  Sets vertices(cells_.size() * degree), parts(cells_.size());
  std::vector<std::vector<Cell>> outlines;
  outlines.reserve(cells_.size());
  for (const Cell& cell : cells_) outlines.push_back(corners(grid, cell));
  struct Raw {
    std::int32_t from, to, first, second;
  };
  std::vector<Raw> raw;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const bool is_first = ((cells_[c].first + cells_[c].second) & 1) == 0;
    for (std::size_t k = 0; k < degree; ++k) {
      const Cell a = outlines[c][k], b = outlines[c][(k + 1) % degree];
      const auto other = open.find({b, a});
      if (other == open.end()) {
        open.emplace(std::pair{a, b}, Half{static_cast<std::int32_t>(c), k});
        continue;
      }
      const Half half = other->second;
      open.erase(other);
      const auto neighbour = static_cast<std::size_t>(half.cell);
      vertices.join(corner_of(c, k), corner_of(neighbour, half.corner + 1));
      vertices.join(corner_of(c, k + 1), corner_of(neighbour, half.corner));
      parts.join(static_cast<std::int32_t>(c), half.cell);
      const auto own = static_cast<std::int32_t>(c);
      if (is_first)
        raw.push_back({corner_of(c, k), corner_of(c, k + 1), own, half.cell});
      else
        raw.push_back({corner_of(neighbour, half.corner), corner_of(neighbour, half.corner + 1), half.cell, own});
    }
  }
  std::vector<std::int32_t> at_border;
  for (const auto& [ends, half] : open) {
    const auto c = static_cast<std::size_t>(half.cell);
    const std::int32_t from = corner_of(c, half.corner), to = corner_of(c, half.corner + 1);
    at_border.push_back(from);
    if (((cells_[c].first + cells_[c].second) & 1) == 0)
      raw.push_back({from, to, half.cell, -1});
    else
      raw.push_back({to, from, -1, half.cell});
  }
  // Vertices are numbered by their points.
  std::vector<std::int32_t> roots;
  const auto point_of = [&](std::int32_t corner) {
    return outlines[static_cast<std::size_t>(corner) / degree][static_cast<std::size_t>(corner) % degree];
  };
  for (std::size_t k = 0; k < cells_.size() * degree; ++k)
    if (vertices.root(static_cast<std::int32_t>(k)) == static_cast<std::int32_t>(k))
      roots.push_back(static_cast<std::int32_t>(k));
  std::stable_sort(roots.begin(), roots.end(), [&](std::int32_t a, std::int32_t b) {
    const Cell p = point_of(a), q = point_of(b);
    return std::pair(p.second, p.first) < std::pair(q.second, q.first);
  });
  std::vector<std::int32_t> vertex(cells_.size() * degree, -1);
  for (std::size_t k = 0; k < roots.size(); ++k)
    vertex[static_cast<std::size_t>(roots[k])] = static_cast<std::int32_t>(k);
  for (const std::int32_t root : roots) points_.push_back(point_of(root));
  interior_.assign(points_.size(), 1);
  const auto vertex_of = [&](std::int32_t corner) { return vertex[static_cast<std::size_t>(vertices.root(corner))]; };
  at_.resize(points_.size());
  for (const Raw& side : raw) {
    const std::int32_t from = vertex_of(side.from), to = vertex_of(side.to);
    const Cell p = points_[static_cast<std::size_t>(from)], q = points_[static_cast<std::size_t>(to)];
    // Directions: (1, 0), (0, 1); of triangles (1, 0), (-1, 1), (0, -1).
    const std::int32_t dx = q.first - p.first, dy = q.second - p.second;
    std::int32_t direction = 0;
    bool forwards = true;
    if (grid == Grid::squares) {
      direction = dx == 0 ? 1 : 0;
      forwards = dx + dy > 0;
    } else {
      direction = dy == 0 ? 0 : dx == 0 ? 2 : 1;
      forwards = direction == 0 ? dx > 0 : direction == 1 ? dy > 0 : dy < 0;
    }
    for (const std::int32_t end : {from, to}) {
      at_[static_cast<std::size_t>(end)].push_back(static_cast<std::int32_t>(sides_.size()));
      if (side.first < 0 || side.second < 0) interior_[static_cast<std::size_t>(end)] = 0;
    }
    sides_.push_back({from, to, side.first, side.second, forwards ? from : to, direction});
  }
  std::int64_t count = 0;
  for (std::size_t c = 0; c < cells_.size(); ++c)
    count += parts.root(static_cast<std::int32_t>(c)) == static_cast<std::int32_t>(c);
  // A part has at most 1 by Euler's formula, so that all have 1 if they add up to their number.
  simply_connected_ = static_cast<std::int64_t>(points_.size()) - static_cast<std::int64_t>(sides_.size()) +
                          static_cast<std::int64_t>(cells_.size()) ==
                      count;
  std::vector<char> seen(points_.size(), 0);
  for (std::size_t start = 0; start < points_.size(); ++start) {
    if (seen[start]) continue;
    first_vertex_.push_back(static_cast<std::int32_t>(start));
    std::vector<std::int32_t> stack{static_cast<std::int32_t>(start)};
    seen[start] = 1;
    while (!stack.empty()) {
      const auto v = static_cast<std::size_t>(stack.back());
      stack.pop_back();
      for (const std::int32_t s : at_[v])
        for (const std::int32_t w : {sides_[static_cast<std::size_t>(s)].from, sides_[static_cast<std::size_t>(s)].to})
          if (!seen[static_cast<std::size_t>(w)]) seen[static_cast<std::size_t>(w)] = 1, stack.push_back(w);
    }
  }
}

std::vector<std::int32_t> Region::extreme(bool greatest) const {
  if (!simply_connected_) throw std::invalid_argument("the board is not simply connected");
  const std::int32_t d = period(), sign = greatest ? 1 : -1;
  std::vector<std::int32_t> border(points_.size(), kUnknown);
  // Along the border all is given. The first vertex of a part is on it.
  for (const std::int32_t start : first_vertex_) {
    border[static_cast<std::size_t>(start)] = 0;
    std::vector<std::int32_t> stack{start};
    while (!stack.empty()) {
      const std::int32_t v = stack.back();
      stack.pop_back();
      for (const std::int32_t s : at_[static_cast<std::size_t>(v)]) {
        const Side& side = sides_[static_cast<std::size_t>(s)];
        if (side.first >= 0 && side.second >= 0) continue;
        const std::int32_t w = side.from == v ? side.to : side.from;
        const std::int32_t height = border[static_cast<std::size_t>(v)] + (side.from == v ? 1 : -1);
        auto& known = border[static_cast<std::size_t>(w)];
        if (known != kUnknown && known != height) return {};  // more cells of one colour than of the other
        if (known == kUnknown) known = height, stack.push_back(w);
      }
    }
  }
  // Shortest paths from the border: h(to) <= h(from) + 1 and h(from) <= h(to) + d - 1, or the like for -h.
  using Entry = std::pair<std::int32_t, std::int32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  std::vector<std::int32_t> height(points_.size(), INT32_MAX);
  for (std::size_t v = 0; v < points_.size(); ++v)
    if (border[v] != kUnknown) height[v] = sign * border[v], queue.emplace(height[v], static_cast<std::int32_t>(v));
  while (!queue.empty()) {
    const auto [value, v] = queue.top();
    queue.pop();
    if (value > height[static_cast<std::size_t>(v)]) continue;
    for (const std::int32_t s : at_[static_cast<std::size_t>(v)]) {
      const Side& side = sides_[static_cast<std::size_t>(s)];
      if (side.first < 0 || side.second < 0) continue;
      const std::int32_t w = side.from == v ? side.to : side.from;
      const std::int32_t next = value + ((side.from == v) == greatest ? 1 : d - 1);
      auto& known = height[static_cast<std::size_t>(w)];
      if (next >= known) continue;
      if (border[static_cast<std::size_t>(w)] != kUnknown) return {};  // two points of the border are too near
      known = next;
      queue.emplace(next, w);
    }
  }
  for (std::int32_t& value : height) value *= sign;
  return height;
}

std::vector<std::int32_t> Region::heights(const Pairs& pairs) const {
  std::vector<std::int32_t> partner(cells_.size(), -1);
  for (const auto& [a, b] : pairs) {
    if (std::min(a, b) < 0 || std::max(a, b) >= cells() || a == b || partner[static_cast<std::size_t>(a)] >= 0 ||
        partner[static_cast<std::size_t>(b)] >= 0)
      throw std::invalid_argument("the pairs are no tiling");
    partner[static_cast<std::size_t>(a)] = b;
    partner[static_cast<std::size_t>(b)] = a;
  }
  if (2 * pairs.size() != cells_.size()) throw std::invalid_argument("the pairs are no tiling");
  std::vector<std::int32_t> height(points_.size(), kUnknown);
  std::size_t crossed = 0;
  for (const Side& side : sides_)
    crossed += side.first >= 0 && side.second >= 0 && partner[static_cast<std::size_t>(side.first)] == side.second;
  if (crossed != pairs.size()) throw std::invalid_argument("a pair has cells without a common side");
  for (const std::int32_t start : first_vertex_) {
    height[static_cast<std::size_t>(start)] = 0;
    std::vector<std::int32_t> stack{start};
    while (!stack.empty()) {
      const std::int32_t v = stack.back();
      stack.pop_back();
      for (const std::int32_t s : at_[static_cast<std::size_t>(v)]) {
        const Side& side = sides_[static_cast<std::size_t>(s)];
        const bool across =
            side.first >= 0 && side.second >= 0 && partner[static_cast<std::size_t>(side.first)] == side.second;
        const std::int32_t up = across ? 1 - period() : 1;
        const std::int32_t w = side.from == v ? side.to : side.from;
        const std::int32_t value = height[static_cast<std::size_t>(v)] + (side.from == v ? up : -up);
        auto& known = height[static_cast<std::size_t>(w)];
        if (known != kUnknown && known != value) throw std::invalid_argument("the board is not simply connected");
        if (known == kUnknown) known = value, stack.push_back(w);
      }
    }
  }
  return height;
}

Pairs Region::pairs(const std::vector<std::int32_t>& heights) const {
  Pairs pairs;
  for (const Side& side : sides_)
    if (side.first >= 0 && side.second >= 0 &&
        heights[static_cast<std::size_t>(side.to)] - heights[static_cast<std::size_t>(side.from)] == 1 - period())
      pairs.emplace_back(std::min(side.first, side.second), std::max(side.first, side.second));
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace tilewright::random_tilings
