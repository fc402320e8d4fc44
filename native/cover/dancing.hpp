// Minimum-remaining-values search on sparse sets ("dancing cells"; Knuth, SSXCC, 2023).
#pragma once

#include <memory>

#include "cover/search.hpp"

namespace tilewright::cover {

std::unique_ptr<Search> make_dancing(const Problem& problem, const Settings& settings);

}  // namespace tilewright::cover
