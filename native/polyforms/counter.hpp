// Counts connected sets of cells on several graphs.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "polyforms/parallel.hpp"

namespace tilewright::polyforms {

// Counts are far from 2^64: a search visits a vertex for a few of them.
struct CountLeaf {
  static constexpr bool kCounts = true;
  std::uint64_t count = 0;
  void full(const Search<CountLeaf>&) { ++count; }
};

class Counter {
 public:
  Counter(Graphs graphs, std::int32_t size, bool without_holes, int threads)
      : counts_(graphs.size()), search_(std::move(graphs), size, without_holes, threads) {}

  bool advance(std::uint64_t budget) {
    return search_.advance(
        budget, [] { return CountLeaf{}; },
        [this](std::int32_t graph, const CountLeaf& leaf) { counts_[graph] += leaf.count; });
  }
  // The sets counted, for each graph.
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  double progress() const { return search_.progress(); }

 private:
  std::vector<std::uint64_t> counts_;
  ParallelSearch<CountLeaf> search_;
};

}  // namespace tilewright::polyforms
