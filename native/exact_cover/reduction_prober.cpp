#include "exact_cover/reduction_prober.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

namespace tilewright::exact_cover {

namespace {

std::size_t words_of(const Problem& problem) { return (static_cast<std::size_t>(problem.options()) + 63) / 64; }

void set(std::uint64_t* row, std::int32_t option) { row[option >> 6] |= std::uint64_t{1} << (option & 63); }

// The items with their colours that occur, in order of their first use.
std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> shades_of(const Problem& problem) {
  std::map<std::pair<std::int32_t, std::int32_t>, std::int64_t> found;
  for (const Use& use : problem.uses)
    if (use.colour != 0) found.try_emplace({use.item, use.colour}, static_cast<std::int64_t>(found.size()));
  return found;
}

}  // namespace

std::uint64_t ReductionProber::bytes(const Problem& problem) {
  const std::uint64_t shades = problem.coloured() ? shades_of(problem).size() : 0;
  return 8 * words_of(problem) * (static_cast<std::uint64_t>(problem.items) + shades);
}

ReductionProber::ReductionProber(const Problem& problem)
    : problem_(problem),
      words_(words_of(problem)),
      rows_(words_ * problem.items, 0),
      shade_(problem.uses.size(), -1),
      active_(words_, 0),
      least_now_(problem.primary, 0),
      most_now_(problem.primary, 0),
      closed_now_(problem.items, 0) {
  const auto shades = shades_of(problem);
  shades_.assign(words_ * shades.size(), 0);
  for (std::int32_t o = 0; o < problem.options(); ++o)
    for (std::int32_t u = problem.offsets[o]; u < problem.offsets[o + 1]; ++u) {
      const Use use = problem.uses[u];
      set(rows_.data() + use.item * words_, o);
      if (use.colour == 0) continue;
      shade_[u] = shades.at({use.item, use.colour}) * static_cast<std::int64_t>(words_);
      set(shades_.data() + shade_[u], o);
    }
}

void ReductionProber::follow(const ReductionState& state) {
  std::fill(active_.begin(), active_.end(), 0);
  for (std::int32_t o = 0; o < problem_.options(); ++o)
    if (state.option[o] == OptionState::open) set(active_.data(), o);
  least_ = least_now_ = state.least;
  most_ = most_now_ = state.most;
  closed_ = closed_now_ = state.closed;
  required_.clear();
  for (std::int32_t i = 0; i < problem_.primary; ++i)
    if (least_[i] > 0) required_.push_back(i);
  // Items with few options fail first.
  std::stable_sort(required_.begin(), required_.end(),
                   [&](std::int32_t a, std::int32_t b) { return state.count[a] < state.count[b]; });
  steps += words_ + problem_.items;
}

void ReductionProber::choose(std::int32_t o) {
  left_[o >> 6] &= ~(std::uint64_t{1} << (o & 63));
  for (std::int32_t u = problem_.offsets[o]; u < problem_.offsets[o + 1]; ++u) {
    const std::int32_t item = problem_.uses[u].item;
    if (item < problem_.primary) {
      touched_.push_back(item);
      least_now_[item] = std::max(0, least_now_[item] - 1);
      if (--most_now_[item] > 0) continue;
    } else {
      if (closed_now_[item]) continue;
      touched_.push_back(item);
      closed_now_[item] = 1;
    }
    steps += words_;
    const std::uint64_t* all = row(item);
    if (shade_[u] < 0) {
      for (std::size_t w = 0; w < words_; ++w) left_[w] &= ~all[w];
    } else {
      const std::uint64_t* same = shades_.data() + shade_[u];
      for (std::size_t w = 0; w < words_; ++w) left_[w] &= ~all[w] | same[w];
    }
  }
}

std::int32_t ReductionProber::count(std::int32_t item, std::int32_t enough) {
  const std::uint64_t* all = row(item);
  std::int32_t found = 0;
  std::size_t w = 0;
  while (w < words_ && found < enough) {
    found += std::popcount(left_[w] & all[w]);
    ++w;
  }
  steps += w;
  return found;
}

bool ReductionProber::choose_all(std::int32_t item) {
  const std::uint64_t* all = row(item);
  for (std::size_t w = 0; w < words_; ++w)
    while (const std::uint64_t bits = left_[w] & all[w]) {
      if (least_now_[item] == 0) return true;
      choose(static_cast<std::int32_t>(64 * w) + std::countr_zero(bits));
    }
  return least_now_[item] == 0;
}

bool ReductionProber::survives(std::int32_t o, bool deep) {
  left_ = active_;
  choose(o);
  bool well = true;
  for (bool again = true; well && again;) {
    again = false;
    for (const std::int32_t item : required_) {
      const std::int32_t wants = least_now_[item];
      if (wants == 0) continue;
      const std::int32_t there = count(item, deep ? wants + 1 : wants);
      if (there < wants || (there == wants && deep && !choose_all(item))) {
        well = false;
        break;
      }
      again = again || (there == wants && deep);
    }
  }
  for (const std::int32_t item : touched_) {
    closed_now_[item] = closed_[item];
    if (item >= problem_.primary) continue;
    least_now_[item] = least_[item];
    most_now_[item] = most_[item];
  }
  touched_.clear();
  return well;
}

}  // namespace tilewright::exact_cover
