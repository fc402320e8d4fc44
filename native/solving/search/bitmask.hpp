// Sweep over the items in a fixed order, options as bit sets in a window that moves with the sweep.
#pragma once

#include <memory>
#include <string>

#include "solving/search/search.hpp"

namespace tilewright::search {

std::string bitmask_unsupported(const Problem& problem);
std::unique_ptr<Search> make_bitmask(const Problem& problem, const Settings& settings);

}  // namespace tilewright::search
