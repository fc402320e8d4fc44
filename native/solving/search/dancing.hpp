// Minimum-remaining-values search that keeps for each item a list of its options: the same tree as
// dancing links or dancing cells (Knuth, TAOCP 4B, 7.2.2.1, Algorithms X, C and M; SSXCC, 2023), with
// lazy deletion. Takes every problem: colours, multiplicities, any number of options.
#pragma once

#include <memory>

#include "solving/search/search.hpp"

namespace tilewright::search {

std::unique_ptr<Search> make_dancing(const Problem& problem, const Settings& settings);

}  // namespace tilewright::search
