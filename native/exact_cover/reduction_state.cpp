#include "exact_cover/reduction_state.hpp"

#include <algorithm>

namespace tilewright::exact_cover {

ReductionState::ReductionState(const Problem& given)
    : problem(given),
      option(given.options(), OptionState::open),
      count(given.items, 0),
      least(given.least),
      most(given.most),
      closed(given.items, 0),
      holders(given.items) {
  for (std::int32_t o = 0; o < problem.options(); ++o)
    for (const Use& use : problem.option(o)) {
      holders[use.item].push_back({o, use.colour});
      ++count[use.item];
    }
  for (std::int32_t i = 0; i < problem.primary; ++i)
    if (!look_at(i)) break;
}

bool ReductionState::look_at(std::int32_t item) {
  if (count[item] < least[item] || most[item] < least[item]) {
    if (dead_item < 0) dead_item = item;
    return false;
  }
  if (least[item] > 0 && count[item] == least[item]) tight_.push_back(item);
  return true;
}

void ReductionState::save(std::int32_t item) {
  const bool primary = item < problem.primary;
  saved_.push_back({item, primary ? least[item] : 0, primary ? most[item] : 0, closed[item]});
}

void ReductionState::take_out(std::int32_t o, OptionState state) {
  option[o] = state;
  touched.push_back(o);
  const auto uses = problem.option(o);
  for (const Use& use : uses) --count[use.item];
  steps += uses.size();
}

bool ReductionState::remove(std::int32_t o) {
  take_out(o, OptionState::removed);
  bool well = true;
  for (const Use& use : problem.option(o))
    if (use.item < problem.primary) well = look_at(use.item) && well;
  return well;
}

bool ReductionState::choose(std::int32_t o) {
  if (option[o] == OptionState::chosen) return true;
  if (option[o] == OptionState::removed) {
    if (dead_item < 0) dead_item = problem.option(o).front().item;
    return false;
  }
  take_out(o, OptionState::chosen);
  for (const Use& use : problem.option(o)) {
    if (use.item >= problem.primary) continue;
    save(use.item);
    least[use.item] = std::max(0, least[use.item] - 1);
    --most[use.item];
    closed[use.item] = most[use.item] == 0;
  }
  for (const Use& use : problem.option(o)) {
    const bool primary = use.item < problem.primary;
    if (primary && most[use.item] > 0) {
      if (!look_at(use.item)) return false;
      continue;
    }
    if (!primary) {
      if (closed[use.item]) continue;  // committed to this colour before
      save(use.item);
      closed[use.item] = 1;
    }
    steps += holders[use.item].size();
    for (const Holder& other : holders[use.item]) {
      if (option[other.option] != OptionState::open) continue;
      if (!primary && use.colour != 0 && other.colour == use.colour) continue;
      if (!remove(other.option)) return false;
    }
  }
  return true;
}

bool ReductionState::propagate() {
  if (dead_item >= 0) return false;
  while (!tight_.empty()) {
    const std::int32_t item = tight_.back();
    tight_.pop_back();
    if (least[item] == 0 || count[item] != least[item]) continue;
    steps += holders[item].size();
    for (const Holder& holder : holders[item])
      if (option[holder.option] == OptionState::open && !choose(holder.option)) return false;
  }
  return true;
}

bool ReductionState::narrow(std::int32_t item, std::int32_t at_least, std::int32_t at_most) {
  if (at_least <= least[item] && at_most >= most[item]) return true;
  save(item);
  least[item] = std::max(least[item], at_least);
  most[item] = std::min(most[item], at_most);
  if (!look_at(item)) return false;
  return most[item] > 0 || close(item);
}

bool ReductionState::close(std::int32_t item) {
  closed[item] = 1;
  steps += holders[item].size();
  for (const Holder& holder : holders[item])
    if (option[holder.option] == OptionState::open && !remove(holder.option)) return false;
  return true;
}

void ReductionState::undo() {
  for (const std::int32_t o : touched) {
    option[o] = OptionState::open;
    for (const Use& use : problem.option(o)) ++count[use.item];
  }
  for (auto old = saved_.rbegin(); old != saved_.rend(); ++old) {
    closed[old->item] = old->closed;
    if (old->item >= problem.primary) continue;
    least[old->item] = old->least;
    most[old->item] = old->most;
  }
  tight_.clear();
  dead_item = -1;
  commit();
}

void ReductionState::commit() {
  touched.clear();
  saved_.clear();
}

void ReductionState::compact() {
  for (auto& row : holders) {
    steps += row.size();
    std::erase_if(row, [&](const Holder& h) { return option[h.option] != OptionState::open; });
  }
}

}  // namespace tilewright::exact_cover
