// Minimum-remaining-values search on bit rows: a node is "active & row" and popcounts.
#pragma once

#include <memory>

#include "solve/search/search.hpp"

namespace tilewright::search {

std::unique_ptr<Search> make_dense(const Problem& problem, const Settings& settings);

// The same search looking ahead: an option is taken out when some item has only options that it shuts out. Far
// fewer nodes, each of which takes longer: for hard problems of which one solution is wanted.
std::unique_ptr<Search> make_ahead(const Problem& problem, const Settings& settings);

// "" when the bit rows of the problem fit into memory, else the reason.
std::string dense_unsupported(const Problem& problem);

}  // namespace tilewright::search
