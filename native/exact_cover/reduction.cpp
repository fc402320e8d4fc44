#include "exact_cover/reduction.hpp"

#include <algorithm>

namespace tilewright::exact_cover {

Reduction::Reduction(const Problem& problem, std::span<const std::int32_t> prefix, std::uint64_t limit,
                     std::uint64_t row_bytes)
    : state_(problem), prefix_(prefix.begin(), prefix.end()), limit_(limit), met_(problem.items, 0) {
  if (ReductionProber::bytes(problem) <= row_bytes) prober_.emplace(problem);
}

ReductionStatus Reduction::advance(std::uint64_t budget) {
  const std::uint64_t until = steps() + budget;
  while (end_ == ReductionStatus::running && steps() <= until) {
    if (steps() > limit_ && phase_ != Phase::start)
      end_ = ReductionStatus::limit;
    else
      step();
  }
  return end_;
}

void Reduction::step() {
  const Problem& problem = state_.problem;
  ++state_.steps;  // whatever is looked at costs something
  switch (phase_) {
    case Phase::start: start(); break;
    case Phase::subsets:
      if (cursor_ == 0) {
        ++rounds_;
        changed_ = false;
        state_.compact();
      }
      if (cursor_ < problem.primary) {
        subsets_of(cursor_++);
        break;
      }
      phase_ = Phase::bare;
      cursor_ = unchanged_ = 0;
      break;
    case Phase::bare:
    case Phase::probing:
      if (unchanged_ >= problem.options()) {  // all of them stayed, one after another
        if (phase_ == Phase::bare) {
          phase_ = Phase::probing;
          state_.compact();
        } else {
          phase_ = changed_ ? Phase::subsets : Phase::over;
        }
        cursor_ = unchanged_ = 0;
        break;
      }
      try_option(cursor_, phase_ == Phase::probing);
      cursor_ = cursor_ + 1 == problem.options() ? 0 : cursor_ + 1;
      break;
    case Phase::over: end_ = ReductionStatus::complete; break;
  }
}

void Reduction::start() {
  phase_ = Phase::subsets;
  bool well = state_.dead_item < 0;
  for (std::int32_t i = 0; well && i < state_.problem.primary; ++i)
    if (state_.most[i] == 0) well = state_.close(i);
  for (std::size_t k = 0; well && k < prefix_.size(); ++k) well = state_.choose(prefix_[k]);
  if (well)
    settle(OptionRule::forced);
  else
    fail();
}

void Reduction::fail() {
  dead_item_ = state_.dead_item;
  end_ = ReductionStatus::impossible;
  phase_ = Phase::over;
}

bool Reduction::settle(OptionRule rule) {
  if (!state_.propagate()) {
    fail();
    return false;
  }
  bool first = rule != OptionRule::forced;  // the option that the rule itself removed
  for (const std::int32_t o : state_.touched) {
    const OptionRule fell = state_.option[o] == OptionState::chosen ? OptionRule::forced
                            : first                                 ? rule
                                                                    : OptionRule::clash;
    first = false;
    ++tally_[static_cast<std::size_t>(fell)];
  }
  if (!state_.touched.empty()) changed_ = true;
  // One removed option is a cheap update of the prober; bounds may have changed where more was removed.
  if (rule == OptionRule::forced || state_.touched.size() > 1)
    stale_ = true;
  else if (prober_ && !state_.touched.empty())
    prober_->clear(state_.touched.front());
  state_.commit();
  return true;
}

// For each item whose options include all of this item's: its bounds bind this one's and the other way
// round; and where this one uses it up, the options that it has beside them are removed.
void Reduction::subsets_of(std::int32_t item) {
  const Problem& problem = state_.problem;
  if (state_.closed[item] || state_.count[item] == 0) return;
  std::vector<std::int32_t> supersets;
  const std::int32_t all = state_.count[item];
  for (const Holder& holder : state_.holders[item]) {
    if (state_.option[holder.option] != OptionState::open) continue;
    const auto uses = problem.option(holder.option);
    state_.steps += uses.size();
    for (const Use& use : uses)
      if (++met_[use.item] == all && use.item != item && !state_.closed[use.item]) supersets.push_back(use.item);
  }
  for (const Holder& holder : state_.holders[item])
    if (state_.option[holder.option] == OptionState::open)
      for (const Use& use : problem.option(holder.option)) met_[use.item] = 0;

  std::vector<std::int32_t> within;  // this item's options; they stay the same set while others go
  for (const Holder& holder : state_.holders[item])
    if (state_.option[holder.option] == OptionState::open) within.push_back(holder.option);
  for (const std::int32_t other : supersets) {
    // What was removed meanwhile may have closed either, or chosen some of the options.
    if (state_.closed[item] || state_.closed[other] || state_.count[item] != all) return;
    const bool primary = other < problem.primary;
    if (primary) {
      if (state_.least[item] > state_.least[other] || state_.most[other] < state_.most[item]) changed_ = true;
      const bool well = state_.narrow(other, state_.least[item], state_.most[other]) &&
                        state_.narrow(item, state_.least[item], state_.most[other]);
      if (!well) return fail();
      if (!settle(OptionRule::forced)) return;
      if (state_.closed[item] || state_.closed[other] || state_.count[item] != all) return;
      if (state_.least[item] < state_.most[other]) continue;
    } else if (state_.least[item] == 0) {
      continue;
    }
    std::vector<std::int32_t> colours;  // that this item's options give the secondary one
    if (!primary)
      for (const Holder& holder : state_.holders[other])
        if (std::binary_search(within.begin(), within.end(), holder.option)) colours.push_back(holder.colour);
    const std::vector<Holder> row = state_.holders[other];
    state_.steps += row.size();
    for (const Holder& holder : row) {
      if (state_.option[holder.option] != OptionState::open) continue;
      if (std::binary_search(within.begin(), within.end(), holder.option)) continue;
      if (holder.colour != 0 && std::find(colours.begin(), colours.end(), holder.colour) != colours.end()) continue;
      if (!state_.remove(holder.option)) return fail();
      if (!settle(OptionRule::subset)) return;
      if (state_.closed[item] || state_.closed[other] || state_.count[item] != all) return;
    }
  }
}

void Reduction::try_option(std::int32_t o, bool deep) {
  ++unchanged_;
  if (state_.option[o] != OptionState::open) return;
  const bool well = survives(o, deep);
  if (well) return;
  // What fails at once fell to the plainer rule, also when it is found late.
  const OptionRule rule = deep && survives(o, false) ? OptionRule::probing : OptionRule::bare;
  unchanged_ = 0;
  if (state_.remove(o))
    settle(rule);
  else
    fail();
}

bool Reduction::survives(std::int32_t o, bool deep) {
  if (!prober_) {
    const bool well = state_.choose(o) && (!deep || state_.propagate());
    state_.undo();
    return well;
  }
  if (stale_) prober_->follow(state_);
  stale_ = false;
  return prober_->survives(o, deep);
}

std::vector<std::int32_t> Reduction::chosen() const {
  std::vector<std::int32_t> found;
  for (std::int32_t o = 0; o < state_.problem.options(); ++o)
    if (state_.option[o] == OptionState::chosen) found.push_back(o);
  return found;
}

std::vector<std::int32_t> Reduction::removed() const {
  std::vector<std::int32_t> found;
  for (std::int32_t o = 0; o < state_.problem.options(); ++o)
    if (state_.option[o] == OptionState::removed) found.push_back(o);
  return found;
}

}  // namespace tilewright::exact_cover
