// Redelmeier's algorithm on the orbits of a lattice: each connected set with a root as its least vertex, once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "polyforms/graph.hpp"

namespace tilewright::polyforms {

// A share ends at this distance from the last vertex: the last ones are counted in one step.
constexpr std::int32_t kLastVertices = 3;

// Of the sets, those that have a multiple of `of` plus `number` as their number among their own first vertices.
struct Share {
  std::uint32_t number = 0, of = 1;
  std::int32_t depth = 0;  // how many first vertices, at most the size less kLastVertices; 0: the share is everything
};

enum class Kind {
  plain,   // every orbit is one cell, and all sets count
  lifted,  // orbits of several cells, which must be connected
  simple,  // every orbit is one cell, and the Euler characteristic of the cells must be 1
  lifted_simple,
};

// Steps through the sets. `Leaf` has a function `void full(Search&)` and `kCounts`, whether sets are just counted.
template <class Leaf>
class Search {
 public:
  Search(const Graph& graph, std::int32_t size, Kind kind, Share share, Leaf leaf)
      : graph_(graph),
        size_(size),
        kind_(kind),
        share_(share),
        leaf_(std::move(leaf)),
        marked_(graph.size()),
        cell_marks_(graph.cell_offsets.size()),
        occupied_(graph.feature_weights.size()) {
    queue_.reserve(graph.size() + 1);
  }

  // Continues for about so many vertices; whether that was all.
  bool advance(std::uint64_t budget) {
    const std::uint64_t end = visited_ + budget;
    while (visited_ < end) {
      if (frames_.empty()) {
        if (root_ == graph_.roots.size()) return true;
        begin(root_++);
        continue;
      }
      step();
    }
    return false;
  }

  // The vertices of a full set.
  const std::vector<std::int32_t>& chosen() const { return chosen_; }
  const Graph& graph() const { return graph_; }
  Leaf& leaf() { return leaf_; }
  std::uint64_t visited() const { return visited_; }

 private:
  struct Frame {
    std::int32_t next, end;  // the part of the queue from which the next vertex is chosen
    std::int32_t left;       // cells that are missing
    std::int32_t euler;      // the Euler characteristic of the cells chosen
  };

  void begin(std::size_t number) {
    const std::int32_t root = graph_.roots[number];
    is_connected_root_ = graph_.is_connected_root[number];
    std::fill(marked_.begin(), marked_.end(), 0);
    std::fill(marked_.begin(), marked_.begin() + root + 1, 1);  // what is before the root is never used
    queue_.assign(1, root);
    frames_.assign(1, {0, 1, size_, 0});
  }

  void step() {
    Frame& frame = frames_.back();
    if (kind_ == Kind::plain && Leaf::kCounts && frame.left == 2) {
      count_pairs(frame);
    } else if (kind_ == Kind::simple && Leaf::kCounts && frame.left == 1) {
      for (std::int32_t k = frame.next; k < frame.end; ++k)
        if (frame.euler + euler_change(queue_[k]) == 1) leaf_.full(*this);
      visited_ += frame.end - frame.next;
      frame.next = frame.end;
    }
    if (frame.next == frame.end) {
      frames_.pop_back();
      if (!frames_.empty()) retreat();
      return;
    }
    const std::int32_t v = queue_[frame.next++], weight = graph_.weights[v];
    ++visited_;
    if (weight > frame.left) return;
    const auto depth = static_cast<std::int32_t>(chosen_.size()) + 1;
    if (depth == share_.depth && prefixes_++ % share_.of != share_.number) return;
    const bool uses_euler = kind_ == Kind::simple || kind_ == Kind::lifted_simple;
    const std::int32_t euler = uses_euler ? frame.euler + euler_change(v) : 0;
    if (weight == frame.left) {
      if (uses_euler && euler != 1) return;
      chosen_.push_back(v);
      if (is_connected_root_ || is_connected()) leaf_.full(*this);
      chosen_.pop_back();
      return;
    }
    chosen_.push_back(v);
    if (uses_euler)
      for (std::int32_t f = graph_.feature_offsets[v]; f < graph_.feature_offsets[v + 1]; ++f)
        ++occupied_[graph_.features[f]];
    for (std::int32_t e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) {
      const std::int32_t near = graph_.near[e];
      if (marked_[near]) continue;
      marked_[near] = 1;
      queue_.push_back(near);
    }
    frames_.push_back({frame.next, static_cast<std::int32_t>(queue_.size()), frame.left - weight, euler});
  }

  // Takes back the last vertex chosen, after everything with it.
  void retreat() {
    const std::int32_t v = chosen_.back();
    chosen_.pop_back();
    for (std::size_t k = frames_.back().end; k < queue_.size(); ++k) marked_[queue_[k]] = 0;
    queue_.resize(frames_.back().end);
    if (kind_ == Kind::simple || kind_ == Kind::lifted_simple)
      for (std::int32_t f = graph_.feature_offsets[v]; f < graph_.feature_offsets[v + 1]; ++f)
        --occupied_[graph_.features[f]];
  }

  // Counts the sets with two vertices more: after the first, any later one of the queue, or a new neighbour.
  void count_pairs(Frame& frame) {
    std::uint64_t pairs = 0;
    for (std::int32_t k = frame.next; k < frame.end; ++k) {
      const std::int32_t v = queue_[k];
      pairs += frame.end - k - 1;
      for (std::int32_t e = graph_.offsets[v]; e < graph_.offsets[v + 1]; ++e) pairs += !marked_[graph_.near[e]];
    }
    leaf_.count += pairs;
    visited_ += frame.end - frame.next;
    frame.next = frame.end;
  }

  std::int32_t euler_change(std::int32_t v) const {
    std::int32_t change = graph_.weights[v];
    for (std::int32_t f = graph_.feature_offsets[v]; f < graph_.feature_offsets[v + 1]; ++f) {
      const std::int32_t feature = graph_.features[f];
      if (!occupied_[feature]) change += graph_.feature_weights[feature];
    }
    return change;
  }

  // Whether the cells of the orbits chosen are connected.
  bool is_connected() {
    for (const std::int32_t v : chosen_)
      for (std::int32_t m = graph_.member_offsets[v]; m < graph_.member_offsets[v + 1]; ++m) cell_marks_[m] = 1;
    reached_.assign(1, graph_.member_offsets[chosen_[0]]);
    cell_marks_[reached_[0]] = 0;
    for (std::size_t k = 0; k < reached_.size(); ++k)
      for (std::int32_t e = graph_.cell_offsets[reached_[k]]; e < graph_.cell_offsets[reached_[k] + 1]; ++e) {
        const std::int32_t near = graph_.cell_near[e];
        if (!cell_marks_[near]) continue;
        cell_marks_[near] = 0;
        reached_.push_back(near);
      }
    if (static_cast<std::int32_t>(reached_.size()) == size_) return true;
    for (const std::int32_t v : chosen_)
      for (std::int32_t m = graph_.member_offsets[v]; m < graph_.member_offsets[v + 1]; ++m) cell_marks_[m] = 0;
    return false;
  }

  const Graph& graph_;
  std::int32_t size_;
  Kind kind_;
  Share share_;
  Leaf leaf_;
  std::vector<std::uint8_t> marked_;  // in the queue, or before the root
  std::vector<std::uint8_t> cell_marks_;
  std::vector<std::uint16_t> occupied_;  // how many orbits chosen have a corner or side
  std::vector<std::int32_t> queue_, chosen_, reached_;
  std::vector<Frame> frames_;
  std::size_t root_ = 0;
  bool is_connected_root_ = true;
  std::uint64_t visited_ = 0, prefixes_ = 0;
};

}  // namespace tilewright::polyforms
