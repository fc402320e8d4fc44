// The order in which the bitmask engine sweeps over the items of a problem.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solving/search/problem.hpp"

namespace tilewright::search {

// Swept items have a place on a line; a search fills the first open place that must be filled. The
// others ("pieces": items that the options all over the line share) have place -1.
struct SweepOrder {
  std::vector<std::int32_t> place;  // per item; every option has a swept item covered exactly once
  std::int32_t places = 0;          // places without an item may lie between
  int words = 0;                    // 1, 2 or 4: 64-bit words that a window with the pieces takes
  bool connected = false;           // whether each option's swept items are joined by steps between neighbours
  std::string refusal;              // why the engine does not take the problem; "" when it does
};

// An item that a search covers exactly once.
inline bool needed_once(const Problem& problem, std::int32_t i) {
  return i < problem.primary && problem.least[i] == 1 && problem.most[i] == 1;
}
// An item that may be covered several times.
inline bool counted(const Problem& problem, std::int32_t i) { return i < problem.primary && problem.most[i] > 1; }

// base[p]: the lowest place of any option whose first needed place is p or later; ascending, at most p.
// reach: the longest stretch from base[p] to the last place of an option that starts at p.
std::vector<std::int32_t> sweep_bases(const Problem& problem, const std::vector<std::int32_t>& place,
                                      std::int32_t places, std::int32_t& reach);

// Whether the swept items of each option are joined by steps between neighbours.
bool options_connected(const Problem& problem, const std::vector<std::int32_t>& place);

SweepOrder sweep_order(const Problem& problem);

}  // namespace tilewright::search
