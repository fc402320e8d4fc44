// The line of places that a search with restarts goes along, and the options that can be in a solution.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solving/search/problem.hpp"

namespace tilewright::search {

struct PlaceOrder {
  std::vector<std::int32_t> place;  // per item; -1: a piece
  std::vector<std::int32_t> base;   // see sweep_bases
  std::int32_t places = 0;          // places without an item may lie between
  std::int32_t reach = 0;           // bits of the widest window
  std::string refusal;
};

// The narrowest of some lines, each in both directions.
PlaceOrder place_order(const Problem& problem);

// What is known of the options before the search.
struct OptionAssessment {
  bool connected = true;            // each option's places are joined by steps between neighbours
  std::vector<char> live;           // per option: 0 when it shuts in places that are too few for any option
  std::vector<double> difficulty;   // per item, of pieces: the greater, the harder to place
  std::vector<std::int32_t> count;  // per item: live options
};
OptionAssessment assess_options(const Problem& problem, const std::vector<std::int32_t>& place);

}  // namespace tilewright::search
