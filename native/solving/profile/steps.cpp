#include "solving/profile/steps.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace tilewright::profile {

namespace {

using frontier::ItemUse;
using frontier::Kind;
using frontier::LinearOrder;
using frontier::ResidualProblem;

constexpr std::int32_t kMaxBits = 36;     // of a profile: 550 GB of numbers
constexpr std::int32_t kMaxTouched = 16;  // bits that one step may touch: the rows of a tile are two to that many

std::string refusal_of(const ResidualProblem& residual) {
  for (const Kind kind : residual.kind) {
    if (kind == Kind::coloured) return "a bit for each item tells no colours";
    if (kind == Kind::counter) return "a bit for each item does not tell how often it is covered";
  }
  for (const auto& contribution : residual.contributions)
    if (contribution.weight != 1) return "its options are weighted";
  if (!residual.weights.empty()) return "its options are weighted";
  return "";
}

// Goes along the line and hands out bits.
class Walk {
 public:
  Walk(const ResidualProblem& residual, const LinearOrder& linear_order)
      : residual_(residual), linear_order_(linear_order) {
    slot_.assign(residual.kind.size(), -1);
  }

  void run(Steps& made) {
    for (std::int32_t p = 0; p < linear_order_.size() && made.refusal.empty(); ++p)
      if (!linear_order_.places[p].group.empty()) decide(p, made);
  }

 private:
  // The options of a place, one of them or (with an option of its own) one or none; then the items that end there.
  void decide(std::int32_t p, Steps& made) {
    const LinearOrder::Place& place = linear_order_.places[p];
    const std::int32_t item = place.option >= 0 ? -1 : place.item;
    Step step;
    step.slot = item >= 0 ? slot_[item] : -1;
    step.start = item < 0 ? Start::same : step.slot < 0 ? Start::nothing : Start::covered;
    std::vector<std::int32_t> touched, fresh;
    for (const std::int32_t o : place.group)
      for (const ItemUse& use : residual_.item_uses[o]) touched.push_back(use.item);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    std::erase(touched, item);
    for (const std::int32_t i : touched)
      // One option is taken here, so an item of options of this place alone is not covered twice.
      if (slot_[i] < 0 && (linear_order_.last[i] > p || residual_.kind[i] == Kind::exact)) fresh.push_back(i);
    // The one that lives longest takes the place of the item that is decided.
    std::stable_sort(fresh.begin(), fresh.end(),
                     [&](std::int32_t a, std::int32_t b) { return linear_order_.last[a] > linear_order_.last[b]; });
    const Profile before = used_;
    std::int32_t renewed = -1;
    for (const std::int32_t i : fresh) {
      if (step.slot >= 0 && renewed < 0) {
        renewed = i;
        slot_[i] = step.slot;
        continue;
      }
      slot_[i] = std::countr_one(used_);
      if (slot_[i] >= kMaxBits) {
        made.refusal = "profiles of more than " + std::to_string(kMaxBits) + " items would have to be told apart";
        return;
      }
      used_ |= Profile{1} << slot_[i];
      made.bits = std::max(made.bits, slot_[i] + 1);
    }
    step.live = before | used_;
    if (step.slot >= 0 && renewed < 0) used_ &= ~(Profile{1} << step.slot);
    for (const std::int32_t o : place.group) {
      Move move{0, false};
      for (const ItemUse& use : residual_.item_uses[o]) {
        if (use.item == item || slot_[use.item] < 0) continue;
        if (use.item == renewed)
          move.renewed = true;
        else
          move.set |= Profile{1} << slot_[use.item];
      }
      step.moves.push_back(move);
    }
    if (std::popcount(step.touched()) > kMaxTouched) {
      made.refusal = "the options of one item touch more than " + std::to_string(kMaxTouched) + " others that are live";
      return;
    }
    made.steps.push_back(std::move(step));
    for (const std::int32_t i : touched)
      if (linear_order_.last[i] == p && slot_[i] >= 0) end(i, made);
  }

  // An item that no later option touches: it must be covered if it is exact, and else no longer matters.
  void end(std::int32_t i, Steps& made) {
    Step step;
    step.slot = slot_[i];
    step.start = Start::covered;
    if (residual_.kind[i] != Kind::exact) step.moves.push_back({0, false});
    step.live = used_;
    used_ &= ~(Profile{1} << slot_[i]);
    slot_[i] = -1;
    made.steps.push_back(std::move(step));
  }

  const ResidualProblem& residual_;
  const LinearOrder& linear_order_;
  std::vector<std::int32_t> slot_;  // per item: its bit while it is live; -1: not live
  Profile used_ = 0;
};

}  // namespace

Profile Step::touched() const {
  Profile all = slot >= 0 ? Profile{1} << slot : 0;
  for (const Move& move : moves) all |= move.set;
  return all;
}

double Step::growth() const { return std::log2(1.0 + static_cast<double>(moves.size())); }

double Steps::log2_bound() const {
  double bits = 0;  // a profile leaves a step in as many ways as there are moves, and by itself in one way
  for (const Step& step : steps)
    bits += std::log2(static_cast<double>(std::max<std::size_t>(1, step.moves.size() + (step.start == Start::same))));
  return bits * (1 + 1e-9) + 1;
}

Steps make_steps(const ResidualProblem& residual, const LinearOrder& linear_order) {
  Steps made;
  made.dead = residual.dead;
  made.refusal = refusal_of(residual);
  if (made.dead || !made.refusal.empty()) return made;
  Walk(residual, linear_order).run(made);
  if (!made.refusal.empty()) made.steps.clear();
  return made;
}

}  // namespace tilewright::profile
