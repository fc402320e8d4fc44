#include "solving/search/search.hpp"

#include <algorithm>
#include <stdexcept>

#include "solving/search/bitmask.hpp"
#include "solving/search/dancing.hpp"
#include "solving/search/dense.hpp"

namespace tilewright::search {

std::uint64_t Symmetry::orbit_size(std::span<const std::int32_t> solution) const {
  std::vector<std::int32_t> sorted(solution.begin(), solution.end());
  std::sort(sorted.begin(), sorted.end());
  const auto known = static_cast<std::int32_t>(group[0].size());
  if (!sorted.empty() && (sorted.front() < 0 || sorted.back() >= known))
    throw std::invalid_argument("a solution has an option that there is not");
  const auto fixes = [&](const std::vector<std::int32_t>& permutation) {
    return std::all_of(sorted.begin(), sorted.end(), [&](std::int32_t o) {
      return std::binary_search(sorted.begin(), sorted.end(), permutation[o]);
    });
  };
  return group.size() / std::count_if(group.begin(), group.end(), fixes);
}

void Sink::found(std::span<const std::int32_t> options) {
  sorted_.assign(options.begin(), options.end());
  if (symmetry_ || capacity_) std::sort(sorted_.begin(), sorted_.end());
  if (symmetry_) {
    std::uint64_t fixing = 0;
    for (const auto& permutation : symmetry_->group) {
      image_.clear();
      for (const std::int32_t o : sorted_) image_.push_back(permutation[o]);
      // Most images lack `must` (the solution itself has it): they neither precede nor equal it.
      if (!std::all_of(symmetry_->must.begin(), symmetry_->must.end(),
                       [&](std::int32_t o) { return std::find(image_.begin(), image_.end(), o) != image_.end(); }))
        continue;
      std::sort(image_.begin(), image_.end());
      if (image_ < sorted_) return;
      if (image_ == sorted_) ++fixing;
    }
    images += symmetry_->group.size() / fixing;
  }
  ++solutions;
  if (!capacity_) return;
  kept_.push_back(static_cast<std::int32_t>(sorted_.size()));
  kept_.insert(kept_.end(), sorted_.begin(), sorted_.end());
  ++waiting_;
}

std::vector<std::vector<std::int32_t>> Sink::take() {
  std::vector<std::vector<std::int32_t>> taken;
  taken.reserve(waiting_);
  for (std::size_t at = 0; at < kept_.size();) {
    const std::size_t size = kept_[at++];
    taken.emplace_back(kept_.begin() + at, kept_.begin() + at + size);
    at += size;
  }
  kept_.clear();
  waiting_ = 0;
  return taken;
}

std::string unsupported(const std::string& engine, const Problem& problem) {
  if (engine == "bitmask") return bitmask_unsupported(problem);
  if (engine == "dense" || engine == "ahead") return dense_unsupported(problem);
  if (engine == "dancing") return "";
  return "there is no engine of this name";
}

std::unique_ptr<Search> make_search(const std::string& engine, const Problem& problem, const Settings& settings) {
  const std::string reason = unsupported(engine, problem);
  if (!reason.empty()) throw std::invalid_argument(reason);
  if (engine == "bitmask") return make_bitmask(problem, settings);
  if (engine == "dense") return make_dense(problem, settings);
  if (engine == "ahead") return make_forward_checking(problem, settings);
  return make_dancing(problem, settings);
}

}  // namespace tilewright::search
