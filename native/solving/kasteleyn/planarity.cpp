#include "solving/kasteleyn/planarity.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>

namespace tilewright::kasteleyn {
namespace {

constexpr std::int32_t kNone = -1;

// The names follow Brandes. An edge is its number; phase 1 directs it away from the root (tree
// edges) or towards it (back edges). Recursions are loops: boards of 100,000 cells have deep trees.
class LeftRight {
 public:
  LeftRight(std::int32_t vertices, std::vector<Edge> edges) : n_(vertices), edges_(std::move(edges)) {
    check_edges();
    const std::size_t m = edges_.size();
    source_.assign(m, kNone);
    lowpt_.assign(m, 0);
    lowpt2_.assign(m, 0);
    nesting_.assign(m, 0);
    height_.assign(n_, kNone);
    parent_.assign(n_, kNone);
    ref_.assign(m, kNone);
    side_.assign(m, 1);
    lowpt_edge_.assign(m, kNone);
    stack_bottom_.assign(m, 0);
    place_.assign(n_, 0);
  }

  std::optional<Embedding> run() {
    for (std::int32_t v = 0; v < n_; ++v)
      if (height_[v] == kNone) {
        roots_.push_back(v);
        height_[v] = 0;
        orient(v);
      }
    sort_outgoing();
    for (const std::int32_t root : roots_)
      if (!test(root)) return std::nullopt;
    for (std::size_t e = 0; e < edges_.size(); ++e) nesting_[e] *= sign(static_cast<std::int32_t>(e));
    sort_outgoing();
    return draw();
  }

 private:
  struct Interval {
    std::int32_t low = kNone, high = kNone;
    bool empty() const { return low == kNone && high == kNone; }
  };
  struct Pair {
    Interval left, right;
  };

  void check_edges() {
    std::vector<Edge> sorted;
    for (const auto& [u, v] : edges_) {
      if (u < 0 || v < 0 || u >= n_ || v >= n_) throw std::invalid_argument("an edge names no vertex");
      if (u == v) throw std::invalid_argument("an edge is a loop");
      sorted.emplace_back(std::min(u, v), std::max(u, v));
    }
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      throw std::invalid_argument("an edge is given twice");
    first_.assign(n_ + 1, 0);
    for (const auto& [u, v] : edges_) ++first_[u + 1], ++first_[v + 1];
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    incident_.resize(2 * edges_.size());
    std::vector<std::int32_t> at(first_.begin(), first_.end() - 1);
    for (std::size_t e = 0; e < edges_.size(); ++e) {
      incident_[at[edges_[e].first]++] = static_cast<std::int32_t>(e);
      incident_[at[edges_[e].second]++] = static_cast<std::int32_t>(e);
    }
  }

  std::int32_t target(std::int32_t e) const {
    return edges_[e].first == source_[e] ? edges_[e].second : edges_[e].first;
  }

  // Phase 1: a depth-first tree, low points and nesting depths.
  void orient(std::int32_t root) {
    std::vector<std::int32_t> path{root};
    std::vector<std::int32_t>& place = place_;
    place[root] = first_[root];
    while (!path.empty()) {
      const std::int32_t v = path.back();
      if (place[v] == first_[v + 1]) {
        path.pop_back();
        if (parent_[v] != kNone) finish_edge(parent_[v]);
        continue;
      }
      const std::int32_t e = incident_[place[v]++];
      if (source_[e] != kNone) continue;
      source_[e] = v;
      lowpt_[e] = lowpt2_[e] = height_[v];
      const std::int32_t w = target(e);
      if (height_[w] == kNone) {
        parent_[w] = e;
        height_[w] = height_[v] + 1;
        place[w] = first_[w];
        path.push_back(w);
      } else {
        lowpt_[e] = height_[w];
        finish_edge(e);
      }
    }
  }

  void finish_edge(std::int32_t e) {
    const std::int32_t v = source_[e];
    nesting_[e] = 2 * lowpt_[e] + (lowpt2_[e] < height_[v]);
    const std::int32_t up = parent_[v];
    if (up == kNone) return;
    if (lowpt_[e] < lowpt_[up]) {
      lowpt2_[up] = std::min(lowpt_[up], lowpt2_[e]);
      lowpt_[up] = lowpt_[e];
    } else if (lowpt_[e] > lowpt_[up]) {
      lowpt2_[up] = std::min(lowpt2_[up], lowpt_[e]);
    } else {
      lowpt2_[up] = std::min(lowpt2_[up], lowpt2_[e]);
    }
  }

  // The edges that leave each vertex, by nesting depth.
  void sort_outgoing() {
    out_first_.assign(n_ + 1, 0);
    for (const std::int32_t v : source_) ++out_first_[v + 1];
    std::partial_sum(out_first_.begin(), out_first_.end(), out_first_.begin());
    out_.resize(edges_.size());
    std::vector<std::int32_t> at(out_first_.begin(), out_first_.end() - 1);
    for (std::size_t e = 0; e < edges_.size(); ++e) out_[at[source_[e]]++] = static_cast<std::int32_t>(e);
    for (std::int32_t v = 0; v < n_; ++v)
      std::sort(out_.begin() + out_first_[v], out_.begin() + out_first_[v + 1],
                [&](std::int32_t a, std::int32_t b) { return std::pair(nesting_[a], a) < std::pair(nesting_[b], b); });
  }

  // Phase 2: whether the back edges can be split into left ones and right ones.
  bool test(std::int32_t root) {
    std::vector<std::int32_t> path{root};
    place_[root] = out_first_[root];
    while (!path.empty()) {
      const std::int32_t v = path.back();
      if (place_[v] == out_first_[v + 1]) {
        path.pop_back();
        const std::int32_t e = parent_[v];
        if (e == kNone) continue;
        remove_back_edges(e);
        if (!integrate(e)) return false;
        continue;
      }
      const std::int32_t e = out_[place_[v]++];
      stack_bottom_[e] = stack_.size();
      const std::int32_t w = target(e);
      if (parent_[w] == e) {
        place_[w] = out_first_[w];
        path.push_back(w);
        continue;
      }
      lowpt_edge_[e] = e;
      stack_.push_back({{}, {e, e}});
      if (!integrate(e)) return false;
    }
    return true;
  }

  // Brings the return edges of `e` into the constraints of the edge above it.
  bool integrate(std::int32_t e) {
    const std::int32_t v = source_[e];
    if (lowpt_[e] >= height_[v]) return true;
    const std::int32_t up = parent_[v];
    if (e == out_[out_first_[v]]) {
      lowpt_edge_[up] = lowpt_edge_[e];
      return true;
    }
    return add_constraints(e, up);
  }

  bool conflicting(const Interval& interval, std::int32_t e) const {
    return !interval.empty() && lowpt_[interval.high] > lowpt_[e];
  }

  bool add_constraints(std::int32_t e, std::int32_t up) {
    Pair p;
    do {
      Pair q = stack_.back();
      stack_.pop_back();
      if (!q.left.empty()) std::swap(q.left, q.right);
      if (!q.left.empty()) return false;
      if (lowpt_[q.right.low] > lowpt_[up]) {
        if (p.right.empty())
          p.right = q.right;
        else
          ref_[p.right.low] = q.right.high;
        p.right.low = q.right.low;
      } else {
        ref_[q.right.low] = lowpt_edge_[up];
      }
    } while (stack_.size() > stack_bottom_[e]);
    while (!stack_.empty() && (conflicting(stack_.back().left, e) || conflicting(stack_.back().right, e))) {
      Pair q = stack_.back();
      stack_.pop_back();
      if (conflicting(q.right, e)) std::swap(q.left, q.right);
      if (conflicting(q.right, e)) return false;
      if (p.right.low != kNone) ref_[p.right.low] = q.right.high;
      if (q.right.low != kNone) p.right.low = q.right.low;
      if (p.left.empty())
        p.left = q.left;
      else
        ref_[p.left.low] = q.left.high;
      p.left.low = q.left.low;
    }
    if (!p.left.empty() || !p.right.empty()) stack_.push_back(p);
    return true;
  }

  std::int32_t lowest(const Pair& p) const {
    if (p.left.empty()) return lowpt_[p.right.low];
    if (p.right.empty()) return lowpt_[p.left.low];
    return std::min(lowpt_[p.left.low], lowpt_[p.right.low]);
  }

  // Forgets the back edges that end where `e` starts: they constrain nothing further up.
  void remove_back_edges(std::int32_t e) {
    const std::int32_t u = source_[e];
    while (!stack_.empty() && lowest(stack_.back()) == height_[u]) {
      const std::int32_t low = stack_.back().left.low;
      stack_.pop_back();
      if (low != kNone) side_[low] = -1;
    }
    if (!stack_.empty()) {
      Pair& p = stack_.back();
      trim(p.left, p.right, u);
      trim(p.right, p.left, u);
    }
    if (lowpt_[e] >= height_[u]) return;
    const std::int32_t left = stack_.back().left.high, right = stack_.back().right.high;
    ref_[e] = left != kNone && (right == kNone || lowpt_[left] > lowpt_[right]) ? left : right;
  }

  void trim(Interval& interval, const Interval& other, std::int32_t u) {
    while (interval.high != kNone && target(interval.high) == u) interval.high = ref_[interval.high];
    if (interval.high != kNone || interval.low == kNone) return;
    ref_[interval.low] = other.low;
    side_[interval.low] = -1;
    interval.low = kNone;
  }

  std::int32_t sign(std::int32_t e) {
    for (std::int32_t f = e; ref_[f] != kNone; f = ref_[f]) chain_.push_back(f);
    while (!chain_.empty()) {
      const std::int32_t f = chain_.back();
      chain_.pop_back();
      side_[f] *= side_[ref_[f]];
      ref_[f] = kNone;
    }
    return side_[e];
  }

  // Phase 3: the half-edges around each vertex. The edge to the parent comes first, then the edges
  // that leave, by signed nesting depth; back edges that come in are put beside the branch they end.
  Embedding draw() {
    Embedding drawing;
    drawing.vertices = n_;
    drawing.edges = edges_;
    drawing.next.assign(2 * edges_.size(), kNone);
    std::vector<std::int32_t>& next = drawing.next;
    std::vector<std::int32_t> previous(next.size(), kNone);
    const auto leaving = [&](std::int32_t e, std::int32_t v) { return 2 * e + (edges_[e].second == v); };
    const auto put_after = [&](std::int32_t half, std::int32_t before) {
      const std::int32_t after = next[before];
      next[before] = half, previous[half] = before;
      next[half] = after, previous[after] = half;
    };
    for (std::int32_t v = 0; v < n_; ++v) {
      std::int32_t last = kNone;
      const auto append = [&](std::int32_t half) {
        if (last == kNone)
          next[half] = previous[half] = half;
        else
          put_after(half, last);
        last = half;
      };
      if (parent_[v] != kNone) append(leaving(parent_[v], v));
      for (std::int32_t k = out_first_[v]; k < out_first_[v + 1]; ++k) append(leaving(out_[k], v));
    }
    std::vector<std::int32_t> left(n_, kNone), right(n_, kNone), path;
    for (const std::int32_t root : roots_) {
      path.push_back(root);
      place_[root] = out_first_[root];
      while (!path.empty()) {
        const std::int32_t v = path.back();
        if (place_[v] == out_first_[v + 1]) {
          path.pop_back();
          continue;
        }
        const std::int32_t e = out_[place_[v]++];
        const std::int32_t w = target(e);
        if (parent_[w] == e) {
          left[v] = right[v] = leaving(e, v);
          place_[w] = out_first_[w];
          path.push_back(w);
        } else if (side_[e] == 1) {
          put_after(leaving(e, w), right[w]);
        } else {
          put_after(leaving(e, w), previous[left[w]]);
          left[w] = leaving(e, w);
        }
      }
    }
    return drawing;
  }

  std::int32_t n_;
  std::vector<Edge> edges_;
  std::vector<std::int32_t> first_, incident_;  // edges at each vertex
  std::vector<std::int32_t> out_first_, out_;   // edges that leave each vertex, ordered
  std::vector<std::int32_t> source_, lowpt_, lowpt2_, nesting_, ref_, side_, lowpt_edge_;
  std::vector<std::size_t> stack_bottom_;
  std::vector<std::int32_t> height_, parent_, place_, roots_, chain_;
  std::vector<Pair> stack_;
};

}  // namespace

std::optional<Embedding> embed(std::int32_t vertices, std::vector<Edge> edges) {
  if (vertices < 0) throw std::invalid_argument("a graph has at least 0 vertices");
  return LeftRight(vertices, std::move(edges)).run();
}

Faces faces(const Embedding& embedding) {
  Faces found;
  found.of.assign(embedding.next.size(), kNone);
  for (std::size_t start = 0; start < found.of.size(); ++start) {
    if (found.of[start] != kNone) continue;
    std::int32_t half = static_cast<std::int32_t>(start);
    do {
      found.of[half] = found.count;
      half = embedding.next[half ^ 1];
    } while (half != static_cast<std::int32_t>(start));
    ++found.count;
  }
  return found;
}

}  // namespace tilewright::kasteleyn
