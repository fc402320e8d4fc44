#include "solving/search/remaining_parts.hpp"

#include <algorithm>

namespace tilewright::search {

std::vector<Part> remaining_parts(std::span<const Decision> prefix, std::span<const Fork> path) {
  std::vector<Decision> here(prefix.begin(), prefix.end());
  const auto leave_out = [](std::vector<Decision>& decisions, std::span<const std::int32_t> options) {
    for (const std::int32_t o : options) decisions.push_back(~o);
  };
  std::vector<std::vector<Part>> levels;
  double share = 1;
  for (const Fork& fork : path) {
    share /= std::max(1.0, fork.branches);
    auto& level = levels.emplace_back();
    std::vector<Decision> none = here;  // with all of the node's options left out that came before
    leave_out(none, fork.done);
    if (fork.option >= 0) none.push_back(~fork.option);
    for (const std::int32_t o : fork.later) {
      level.push_back({fork.several ? none : here, share});
      level.back().prefix.push_back(o);
      none.push_back(~o);
    }
    if (fork.none_later) level.push_back({none, share});
    if (fork.several || fork.option < 0) leave_out(here, fork.done);
    if (fork.option >= 0) here.push_back(fork.option);
  }
  std::vector<Part> parts;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level)
    std::move(level->begin(), level->end(), std::back_inserter(parts));
  return parts;
}

}  // namespace tilewright::search
