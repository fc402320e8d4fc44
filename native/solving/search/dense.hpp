// Minimum-remaining-values search on bit rows: a node is "active & row" and popcounts.
#pragma once

#include <memory>

#include "solving/search/search.hpp"

namespace tilewright::search {

std::unique_ptr<Search> make_dense(const Problem& problem, const Settings& settings);

// The same search forward checking: an option is taken out when some item has only options that it excludes. Far
// fewer nodes, each of which takes longer: for hard problems of which one solution is wanted.
std::unique_ptr<Search> make_forward_checking(const Problem& problem, const Settings& settings);

// "" when the bit rows of the problem fit into memory, else the reason.
std::string dense_unsupported(const Problem& problem);

}  // namespace tilewright::search
