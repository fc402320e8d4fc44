// What is left of a search, as parts that other searches can take up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solving/search/problem.hpp"

namespace tilewright::search {

// A part of a search: the decisions that lead to it, and its share of the search's tree, 0 to 1.
struct Part {
  std::vector<Decision> prefix;
  double share;
};

// A node on a search's path, and what became of its branches: each chooses an option, and the last may choose
// none. Options are ids of the whole problem. None is in two of these lists, or was left out further up.
struct Fork {
  std::vector<std::int32_t> done;   // options whose branches are over
  std::int32_t option = -1;         // whose branch is searched; -1: that of none, or, at the path's end, no branch
  std::vector<std::int32_t> later;  // options whose branches are to come, in order
  bool none_later = false;          // whether a branch without any of them comes last
  bool several = false;             // a solution may have several of them: each branch leaves out those before
  double branches = 1;              // how many there are, for the shares
};

// What is left along a path, root first, in the order of a depth-first search.
std::vector<Part> remaining_parts(std::span<const Decision> prefix, std::span<const Fork> path);

}  // namespace tilewright::search
