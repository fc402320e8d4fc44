#include "polyforms/graph.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace tilewright::polyforms {
namespace {

struct Cell {
  std::int32_t kind;
  Vector at;
  bool operator==(const Cell&) const = default;
  // Translations keep this order.
  bool operator<(const Cell& other) const { return std::tie(at, kind) < std::tie(other.at, other.kind); }
};

struct Hash {
  std::size_t operator()(const Cell& cell) const {
    std::uint64_t h = static_cast<std::uint32_t>(cell.kind);
    for (const std::int32_t x : cell.at) h = (h ^ static_cast<std::uint32_t>(x)) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
    return h;
  }
};

Vector sum(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vector difference(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

constexpr int kMaxOrder = 48;

class Builder {
 public:
  Builder(const Lattice& lattice, const Symmetry& symmetry, std::int32_t size)
      : lattice_(lattice), symmetry_(symmetry), size_(size), steps_(lattice.classes) {
    for (const auto& step : lattice.steps) steps_[step.from].push_back({step.to, step.offset});
    features_.resize(lattice.classes);
    for (const auto& feature : lattice.features) {
      features_[feature.cell].push_back({feature.feature, feature.offset});
      signs_[feature.feature] = feature.sign;
    }
    for (int k = 0; k < 3 && is_identity_; ++k)
      for (int j = 0; j < 3; ++j) is_identity_ = is_identity_ && symmetry.matrix[k][j] == (k == j);
    for (std::int32_t c = 0; c < lattice.classes; ++c)
      is_identity_ = is_identity_ && symmetry.image[c] == c && symmetry.shift[c] == Vector{};
    if (!is_identity_) measure_balls();
  }

  Graph build() {
    const std::vector<Key> starts = roots();
    reach(starts);
    return graph(starts);
  }

 private:
  using Key = std::pair<std::int32_t, Cell>;  // how far the symmetry moves an orbit, and its first cell

  Vector turned(const Vector& at) const {
    Vector value;
    for (int k = 0; k < 3; ++k) {
      const Vector& row = symmetry_.matrix[k];
      value[k] = row[0] * at[0] + row[1] * at[1] + row[2] * at[2];
    }
    return value;
  }
  Cell image(const Cell& cell) const {
    return {symmetry_.image[cell.kind], sum(turned(cell.at), symmetry_.shift[cell.kind])};
  }
  Cell feature_image(const Cell& cell) const {
    return {symmetry_.feature_image[cell.kind], sum(turned(cell.at), symmetry_.feature_shift[cell.kind])};
  }
  template <class Image>
  static std::vector<Cell> orbit(const Cell& cell, Image&& image) {
    std::vector<Cell> cells{cell};
    for (Cell next = image(cell); next != cell; next = image(next)) {
      if (cells.size() == kMaxOrder) throw std::invalid_argument("a symmetry has no finite order");
      cells.push_back(next);
    }
    std::sort(cells.begin(), cells.end());
    return cells;
  }
  std::vector<Cell> orbit(const Cell& cell) const {
    return orbit(cell, [this](const Cell& c) { return image(c); });
  }

  // Distances from a cell of each class at translation 0 to the cells around it.
  void measure_balls() {
    balls_.resize(lattice_.classes);
    for (std::int32_t c = 0; c < lattice_.classes; ++c) {
      auto& ball = balls_[c];
      std::vector<Cell> layer{{c, {}}}, next;
      ball[layer[0]] = 0;
      for (std::int32_t distance = 1; distance < size_; ++distance) {
        next.clear();
        for (const Cell& cell : layer)
          for (const auto& [to, offset] : steps_[cell.kind]) {
            const Cell near{to, sum(cell.at, offset)};
            if (ball.emplace(near, distance).second) next.push_back(near);
          }
        layer.swap(next);
      }
    }
  }
  std::int32_t moved_by(const Cell& cell) const {
    if (is_identity_) return 0;
    const Cell there = image(cell);
    const auto& ball = balls_[cell.kind];
    const auto place = ball.find({there.kind, difference(there.at, cell.at)});
    return place == ball.end() ? size_ : place->second;
  }
  Key key_of(const Cell& cell) const {
    const Cell first = is_identity_ ? cell : orbit(cell)[0];
    return {moved_by(first), first};
  }

  // The least orbits of polyforms up to the kept translations. A polyform has the root's cells x and h(x), and all
  // its cells are connected: h moves x by less than its size. If no orbit is a single cell and h has order two, take
  // the shortest path between two cells of one orbit: it meets each orbit once, so it is no longer than size / 2.
  std::vector<Key> roots() {
    std::vector<Key> starts;
    if (is_identity_) {
      for (std::int32_t c = 0; c < lattice_.classes; ++c) starts.push_back({0, {c, {}}});
      return starts;
    }
    std::int32_t widest = 1;
    for (const auto& step : lattice_.steps)
      for (const std::int32_t x : step.offset) widest = std::max(widest, std::abs(x));
    std::int32_t shift = 0;
    for (const Vector& one : symmetry_.shift)
      for (const std::int32_t x : one) shift = std::max(shift, std::abs(x));
    bool is_involution = true;  // an affine map is the identity if it keeps these cells
    for (std::int32_t c = 0; c < lattice_.classes; ++c)
      for (const Vector& at : {Vector{}, Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}})
        is_involution = is_involution && orbit({c, at}).size() <= 2;
    const std::int32_t bound = is_involution ? size_ / 2 : size_ - 1;
    const std::int32_t limit = bound * widest + shift;  // how far a translation is from its image
    Vector least, most;
    for (int k = 0; k < 3; ++k) least[k] = -(most[k] = 2 * limit + 2);
    for (std::size_t k = 0; k < symmetry_.kept.size(); ++k) {
      least[symmetry_.pivots[k]] = 0;
      most[symmetry_.pivots[k]] = symmetry_.kept[k][symmetry_.pivots[k]] - 1;
    }
    Vector at;
    for (at[0] = least[0]; at[0] <= most[0]; ++at[0])
      for (at[1] = least[1]; at[1] <= most[1]; ++at[1])
        for (at[2] = least[2]; at[2] <= most[2]; ++at[2]) {
          const Vector away = difference(turned(at), at);
          if (std::abs(away[0]) > limit || std::abs(away[1]) > limit || std::abs(away[2]) > limit) continue;
          for (std::int32_t c = 0; c < lattice_.classes; ++c) {
            const Cell cell{c, at};
            if (moved_by(cell) > bound) continue;
            Key key = key_of(cell);
            // The first cell of the orbit may be another translate's: reduce it by the kept translations.
            for (std::size_t k = 0; k < symmetry_.kept.size(); ++k) {
              const Vector& row = symmetry_.kept[k];
              const std::int32_t pivot = row[symmetry_.pivots[k]], x = key.second.at[symmetry_.pivots[k]];
              const std::int32_t times = (x >= 0 ? x : x - pivot + 1) / pivot;
              for (int j = 0; j < 3; ++j) key.second.at[j] -= times * row[j];
            }
            starts.push_back(key);
          }
        }
    std::sort(starts.begin(), starts.end());
    starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
    return starts;
  }

  // Which orbits are used: those that a path from a root, which is not before it, reaches within the size.
  void reach(const std::vector<Key>& starts) {
    using Entry = std::pair<std::int32_t, Key>;
    const auto later = [](const Entry& a, const Entry& b) { return a.first > b.first; };
    std::priority_queue<Entry, std::vector<Entry>, decltype(later)> todo(later);
    std::map<Key, std::int32_t> weight_to;
    for (const Key& key : starts) {
      const auto weight = static_cast<std::int32_t>(orbit(key.second).size());
      if (weight > size_) continue;
      weight_to[key] = weight;
      todo.push({weight, key});
    }
    while (!todo.empty()) {
      const auto [weight, key] = todo.top();
      todo.pop();
      if (weight_to[key] < weight) continue;
      for (const auto& [to, offset] : steps_[key.second.kind]) {
        const Key near = key_of({to, sum(key.second.at, offset)});
        if (near < starts[0]) continue;
        const auto total = weight + static_cast<std::int32_t>(orbit(near.second).size());
        if (total > size_) continue;
        const auto [place, is_new] = weight_to.emplace(near, total);
        if (!is_new && place->second <= total) continue;
        place->second = total;
        todo.push({total, near});
      }
    }
    for (const auto& [key, weight] : weight_to) keys_.push_back(key);  // in order
  }

  Graph graph(const std::vector<Key>& starts) {
    Graph graph;
    std::unordered_map<Cell, std::int32_t, Hash> orbit_of, cell_number;
    std::vector<Cell> cells;
    graph.member_offsets.push_back(0);
    for (const Key& key : keys_) {
      const std::vector<Cell> members = orbit(key.second);
      for (const Cell& cell : members) {
        orbit_of[cell] = graph.size();
        cell_number[cell] = static_cast<std::int32_t>(cells.size());
        graph.members.push_back(static_cast<std::int32_t>(cells.size()));
        cells.push_back(cell);
      }
      graph.member_offsets.push_back(static_cast<std::int32_t>(cells.size()));
      graph.weights.push_back(static_cast<std::int32_t>(members.size()));
      graph.classes.push_back(key.second.kind);
      graph.translations.push_back(key.second.at);
      graph.is_plain = graph.is_plain && members.size() == 1;
    }
    graph.cell_offsets.push_back(0);
    for (const Cell& cell : cells) {
      for (const auto& [to, offset] : steps_[cell.kind]) {
        const auto near = cell_number.find({to, sum(cell.at, offset)});
        if (near != cell_number.end()) graph.cell_near.push_back(near->second);
      }
      graph.cell_offsets.push_back(static_cast<std::int32_t>(graph.cell_near.size()));
    }
    std::unordered_map<Cell, std::int32_t, Hash> feature_number;
    graph.offsets.push_back(0);
    graph.feature_offsets.push_back(0);
    for (std::int32_t v = 0; v < graph.size(); ++v) {
      std::vector<std::int32_t> near, features;
      for (std::int32_t m = graph.member_offsets[v]; m < graph.member_offsets[v + 1]; ++m) {
        const Cell& cell = cells[m];
        for (const auto& [to, offset] : steps_[cell.kind]) {
          const auto place = orbit_of.find({to, sum(cell.at, offset)});
          if (place != orbit_of.end() && place->second != v) near.push_back(place->second);
        }
        for (const auto& [feature, offset] : features_[cell.kind]) {
          const auto same = orbit({feature, sum(cell.at, offset)}, [this](const Cell& c) { return feature_image(c); });
          const auto [place, is_new] =
              feature_number.emplace(same[0], static_cast<std::int32_t>(feature_number.size()));
          if (is_new) graph.feature_weights.push_back(signs_.at(feature) * static_cast<std::int32_t>(same.size()));
          features.push_back(place->second);
        }
      }
      for (auto* list : {&near, &features}) {
        std::sort(list->begin(), list->end());
        list->erase(std::unique(list->begin(), list->end()), list->end());
      }
      graph.near.insert(graph.near.end(), near.begin(), near.end());
      graph.offsets.push_back(static_cast<std::int32_t>(graph.near.size()));
      graph.features.insert(graph.features.end(), features.begin(), features.end());
      graph.feature_offsets.push_back(static_cast<std::int32_t>(graph.features.size()));
    }
    for (const Key& key : starts) {
      const auto place = std::lower_bound(keys_.begin(), keys_.end(), key);
      if (place == keys_.end() || *place != key) continue;  // its orbit has too many cells
      const auto root = static_cast<std::int32_t>(place - keys_.begin());
      graph.roots.push_back(root);
      graph.is_connected_root.push_back(is_connected(graph, root));
    }
    if (!is_identity_) drop_roots(graph);
    return graph;
  }

  // Drops the roots of which no polyform is connected.
  //
  // In a connected one, take the shortest path from a cell to another cell of its orbit. It meets each orbit once,
  // and goes around from its least orbit z to a cell of z again, in the orbits from z on. Either z is a small orbit,
  // which some power of the symmetry keeps cell by cell, or there are as many orbits on the path as the path is long.
  // The root is connected to the path by the other orbits, and so to z by these and at most half of the path.
  void drop_roots(Graph& graph) const {
    std::int32_t order = 1;
    for (std::int32_t c = 0; c < lattice_.classes; ++c)
      for (const Vector& at : {Vector{}, Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}})
        order = std::lcm(order, static_cast<std::int32_t>(orbit({c, at}).size()));
    const std::int32_t most = size_ / order;  // full orbits of a polyform
    std::vector<std::int32_t> around(graph.size());
    for (std::int32_t v = 0; v < graph.size(); ++v)
      around[v] = graph.weights[v] < order ? 0 : way_around(graph, v, most);
    std::vector<std::int32_t> roots;
    std::vector<char> is_connected_root;
    for (std::size_t k = 0; k < graph.roots.size(); ++k) {
      if (!graph.is_connected_root[k] && !reaches_around(graph, graph.roots[k], around, most)) continue;
      roots.push_back(graph.roots[k]);
      is_connected_root.push_back(graph.is_connected_root[k]);
    }
    graph.roots.swap(roots);
    graph.is_connected_root.swap(is_connected_root);
  }

  // How many steps lead from a cell of an orbit to another one, by cells of orbits not before it; most + 1: too many.
  static std::int32_t way_around(const Graph& graph, std::int32_t v, std::int32_t most) {
    const std::int32_t first = graph.member_offsets[v], end = graph.member_offsets[v + 1];
    std::vector<char> seen(graph.members.size());  // cells before the orbit's have smaller numbers
    std::vector<std::int32_t> layer{first}, next;
    seen[first] = 1;
    for (std::int32_t steps = 1; steps <= most && !layer.empty(); ++steps) {
      next.clear();
      for (const std::int32_t cell : layer)
        for (std::int32_t e = graph.cell_offsets[cell]; e < graph.cell_offsets[cell + 1]; ++e) {
          const std::int32_t near = graph.cell_near[e];
          if (near < first || seen[near]) continue;
          if (near < end) return steps;
          seen[near] = 1;
          next.push_back(near);
        }
      layer.swap(next);
    }
    return most + 1;
  }

  // Whether an orbit from which a way leads around is near enough to a root, by orbits not before the root.
  bool reaches_around(const Graph& graph, std::int32_t root, const std::vector<std::int32_t>& around,
                      std::int32_t most) const {
    std::vector<char> seen(graph.size());
    std::vector<std::int32_t> layer{root}, next;
    seen[root] = 1;
    for (std::int32_t steps = 0; steps < size_ && !layer.empty(); ++steps) {
      next.clear();
      for (const std::int32_t v : layer) {
        if (around[v] <= most && steps + (around[v] + 1) / 2 <= most) return true;
        if (around[v] == 0) return true;
        for (std::int32_t e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
          const std::int32_t near = graph.near[e];
          if (near < root || seen[near]) continue;
          seen[near] = 1;
          next.push_back(near);
        }
      }
      layer.swap(next);
    }
    return false;
  }

  static bool is_connected(const Graph& graph, std::int32_t v) {
    const std::int32_t first = graph.member_offsets[v], end = graph.member_offsets[v + 1];
    std::vector<std::int32_t> reached{first};
    for (std::size_t k = 0; k < reached.size(); ++k)
      for (std::int32_t e = graph.cell_offsets[reached[k]]; e < graph.cell_offsets[reached[k] + 1]; ++e) {
        const std::int32_t near = graph.cell_near[e];
        if (near >= first && near < end && std::find(reached.begin(), reached.end(), near) == reached.end())
          reached.push_back(near);
      }
    return static_cast<std::int32_t>(reached.size()) == end - first;
  }

  const Lattice& lattice_;
  const Symmetry& symmetry_;
  const std::int32_t size_;
  bool is_identity_ = true;
  std::vector<std::vector<std::pair<std::int32_t, Vector>>> steps_, features_;
  std::map<std::int32_t, std::int32_t> signs_;  // of classes of features
  std::vector<std::unordered_map<Cell, std::int32_t, Hash>> balls_;
  std::vector<Key> keys_;
};

}  // namespace

Graph make_graph(const Lattice& lattice, const Symmetry& symmetry, std::int32_t size) {
  if (size < 1) throw std::invalid_argument("polyforms have at least one cell");
  return Builder(lattice, symmetry, size).build();
}

}  // namespace tilewright::polyforms
