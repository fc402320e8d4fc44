// The problem that a reduction leaves: open options, and the items that still forbid something.
#include <algorithm>
#include <map>

#include "exact_cover/reduction.hpp"

namespace tilewright::exact_cover {

namespace {

// Decides which items stay. Each item that goes forbids nothing, or nothing that one that stays would
// not forbid as well; and each option keeps a primary item.
class Items {
 public:
  using Tally = std::array<std::int64_t, static_cast<std::size_t>(ItemRule::count)>;

  Items(const ReductionState& state, Tally& tally)
      : state_(state),
        problem_(state.problem),
        tally_(tally),
        least(state.least),
        most(state.most),
        kept(problem_.items, 1) {
    for (std::int32_t i = 0; i < problem_.primary; ++i) most[i] = std::min(most[i], state.count[i]);
    for (std::int32_t i = 0; i < problem_.items; ++i)
      if (state.closed[i] || (i < problem_.primary && least[i] == 0 && state.count[i] == 0)) drop(i, ItemRule::done);
    for (std::int32_t i = 0; i < problem_.items; ++i) {
      if (!kept[i]) continue;
      if (i >= problem_.primary ? idle(i) : loose(i)) drop(i, i < problem_.primary ? ItemRule::loose : ItemRule::idle);
    }
    // The later one of two alike goes.
    std::vector<std::int32_t> met(problem_.items, 0);
    for (std::int32_t i = problem_.items - 1; i >= 0; --i)
      if (kept[i]) compare(i, met);
  }

 private:
  const ReductionState& state_;
  const Problem& problem_;
  Tally& tally_;

 public:
  std::vector<std::int32_t> least, most;
  std::vector<char> kept;

 private:
  void drop(std::int32_t item, ItemRule rule) {
    kept[item] = 0;
    ++tally_[static_cast<std::size_t>(rule)];
  }

  bool open(const Holder& holder) const { return state_.option[holder.option] == OptionState::open; }

  bool idle(std::int32_t item) const {
    std::int32_t uses = 0, colour = 0;
    for (const Holder& holder : state_.holders[item]) {
      if (!open(holder)) continue;
      if (uses++ > 0 && (holder.colour == 0 || holder.colour != colour)) return false;
      colour = holder.colour;
    }
    return true;
  }

  bool loose(std::int32_t item) const {
    if (least[item] > 0 || most[item] < state_.count[item]) return false;
    for (const Holder& holder : state_.holders[item]) {
      if (!open(holder)) continue;
      const auto uses = problem_.option(holder.option);
      if (std::none_of(uses.begin(), uses.end(), [&](const Use& use) {
            return use.item != item && use.item < problem_.primary && kept[use.item];
          }))
        return false;
    }
    return true;
  }

  void compare(std::int32_t item, std::vector<std::int32_t>& met) {
    std::vector<std::int32_t> supersets;
    for (const Holder& holder : state_.holders[item]) {
      if (!open(holder)) continue;
      for (const Use& use : problem_.option(holder.option))
        if (++met[use.item] == state_.count[item] && use.item != item && kept[use.item]) supersets.push_back(use.item);
    }
    for (const Holder& holder : state_.holders[item])
      if (open(holder))
        for (const Use& use : problem_.option(holder.option)) met[use.item] = 0;
    for (const std::int32_t other : supersets) {
      if (item < problem_.primary && other >= problem_.primary) continue;
      const bool same = state_.count[item] == state_.count[other];
      if (item < problem_.primary) {
        if (same && least[item] == least[other] && most[item] == most[other]) return drop(item, ItemRule::equal);
        if (least[item] == 0 && most[other] <= most[item]) return drop(item, ItemRule::implied);
      } else if (other < problem_.primary ? most[other] == 1 : forbids_as_much(other, item)) {
        return drop(item, same ? ItemRule::equal : ItemRule::implied);
      }
    }
  }

  // Whether two options that clash at one secondary item always clash at the other, which all have.
  bool forbids_as_much(std::int32_t other, std::int32_t item) const {
    struct Class {
      std::int32_t colour;
      std::int32_t options;
      bool one;
    };
    std::map<std::int32_t, Class> classes;  // colour at the other item -> colour here
    for (const Holder& holder : state_.holders[item]) {
      if (!open(holder)) continue;
      std::int32_t there = 0;
      for (const Use& use : problem_.option(holder.option))
        if (use.item == other) there = use.colour;
      if (there == 0) continue;  // clashes with all
      auto [at, fresh] = classes.try_emplace(there, Class{holder.colour, 0, true});
      ++at->second.options;
      at->second.one = at->second.one && at->second.colour == holder.colour && holder.colour != 0;
    }
    return std::all_of(classes.begin(), classes.end(),
                       [](const auto& entry) { return entry.second.options == 1 || entry.second.one; });
  }
};

}  // namespace

Reduction::Left Reduction::left() const {
  Left left;
  const Problem& problem = state_.problem;
  Remainder& rest = left.rest;
  rest.chosen = chosen();
  rest.dead = end_ == ReductionStatus::impossible;
  if (rest.dead) return left;
  const Items items(state_, left.items);
  std::vector<std::int32_t> number(problem.items, -1);
  for (std::int32_t i = 0; i < problem.items; ++i) {
    if (!items.kept[i]) continue;
    number[i] = rest.problem.items++;
    rest.item_ids.push_back(i);
    if (i >= problem.primary) continue;
    ++rest.problem.primary;
    rest.problem.least.push_back(items.least[i]);
    rest.problem.most.push_back(items.most[i]);
  }
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    if (state_.option[o] != OptionState::open) continue;
    for (const Use& use : problem.option(o))
      if (number[use.item] >= 0) rest.problem.uses.push_back({number[use.item], use.colour});
    rest.problem.offsets.push_back(static_cast<std::int32_t>(rest.problem.uses.size()));
    rest.option_ids.push_back(o);
  }
  return left;
}

}  // namespace tilewright::exact_cover
