// The grid of numbers on which the most ways lead to the whole set, by branch and bound: proof included.
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::dominosa {

// Numbers are put on the cells in reading order; a tiling is dropped as soon as two of its dominoes are equal,
// and a branch when no more tilings are left than the best grid has. A new number is always the least unused:
// numbers are interchangeable. It steps, counts nodes, and never calls back.
class MaxSolutionsSearch {
 public:
  // Looks for more ways than `floor`. std::invalid_argument for sizes that are not those of a set, or with
  // more tilings than can be kept (more than 64 of cells, or the double-5).
  MaxSolutionsSearch(std::int32_t width, std::int32_t height, std::int32_t largest, std::uint64_t lower_bound);

  // Visits up to `budget` more nodes; true when all is done, and `best` is proven.
  bool advance(std::uint64_t budget);

  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t best() const { return best_; }                     // `floor` while nothing better was found
  const std::vector<std::uint8_t>& grid() const { return grid_; }  // empty while nothing was found
  double share() const;  // of the tree that is done, judged from the branches along the current path

 private:
  using Words = std::vector<std::uint64_t>;
  struct Edge {
    std::int32_t from, to;
    Words tilings;  // those that have a domino here
  };

  void list(std::int32_t cell, std::uint64_t covered, std::vector<std::int32_t>& held);
  std::int32_t edge(std::int32_t from, std::int32_t to) const;
  bool put(std::int32_t cell, std::int32_t number);

  std::int32_t width_, height_, largest_, cells_;
  std::vector<Edge> edges_;
  std::vector<std::int32_t> right_, down_;          // the edge to the next cell and to the one below, or -1
  std::vector<std::vector<std::int32_t>> tilings_;  // as lists of edges
  std::size_t words_ = 0;
  std::vector<Words> alive_;                     // by depth
  std::vector<std::vector<std::int32_t>> same_;  // edges that are known, by their pair of numbers
  std::vector<std::uint8_t> numbers_, most_;     // the current path; the largest number so far
  std::vector<std::int32_t> next_, left_;        // what to try next in a cell; copies of each number
  std::int32_t depth_ = 0;
  std::uint64_t nodes_ = 0, best_;
  std::vector<std::uint8_t> grid_;
};

}  // namespace tilewright::dominosa
