// The traceback from the end of a sweep, through the tables that it has kept.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "numbers.hpp"
#include "solving/frontier/children.hpp"
#include "solving/frontier/semiring.hpp"
#include "solving/frontier/state_tables.hpp"
#include "solving/frontier/sweep.hpp"

namespace tilewright::frontier {

// Goals move back place by place. At each one its states are expanded once more: where a child is a goal, its
// ways go through the state, as many of them as the state's count. The states before a goal are gone through in a
// fixed order; the number of ways that the goal passes over (`left`) tells which of them its own way goes through.
template <int W, typename R>
class Traceback {
 public:
  // The tables of the places from `since` to below `until` are there, and the goals lie no higher than `until`.
  Traceback(const Layout<W>& layout, const StateTables<W>& state_tables, const R& ring, std::int32_t since,
            std::int32_t until, std::vector<Goal> goals)
      : layout_(layout),
        state_tables_(state_tables),
        ring_(ring),
        since_(since),
        place_(until),
        goals_(std::move(goals)) {
    for (const Contribution& contribution : layout_.contributions)
      if (contribution.weight != 1) throw std::invalid_argument("there are no ways back where options have weights");
    for (std::size_t n = 0; n < goals_.size(); ++n) index_goal(n);
    step_down();
  }

  // Looks at about `budget` states.
  Status advance(std::uint64_t budget) {
    while (place_ >= since_) {
      const Table<W>& table = state_tables_.table(thread_, place_);
      for (; at_ < table.capacity() && budget; ++at_) {
        const Word* slot = table.slot(at_);
        if (Table<W>::empty(slot)) continue;
        --budget;
        const Bits<W> state = Table<W>::key(slot);
        for_each_child(layout_, filter_, place_, state,
                       [&](std::int32_t to, const Bits<W>& child, std::int32_t option) {
                         follow(state, slot + W, to, child, option);
                       });
      }
      if (at_ < table.capacity()) return Status::running;
      at_ = 0;
      if (++thread_ == state_tables_.threads()) {
        move_goals();
        step_down();
      }
    }
    return Status::complete;
  }

  const std::vector<Goal>& goals() const { return goals_; }

 private:
  // From a goal to a state of the place that is looked at.
  struct TraceStep {
    std::size_t goal;
    std::int32_t option;
    Bits<W> state;
    std::vector<Word> value;
  };

  static Bits<W> key_of(const Goal& goal) {
    Bits<W> key = Bits<W>::none();
    for (std::size_t k = 0; k < goal.key.size() && k < W; ++k) key.w[k] = goal.key[k];
    return key;
  }
  // Where goals are looked up; the end has no key.
  std::uint64_t goal_hash(std::int32_t place, const Bits<W>& key) const {
    const std::uint64_t hash = place == layout_.end ? 0 : hash_of<W>(key);
    return hash ^ static_cast<std::uint64_t>(place) * kHashFactor;
  }
  std::uint64_t goal_hash(const Goal& goal) const { return goal_hash(goal.place, key_of(goal)); }
  void index_goal(std::size_t n) { goals_by_state_.emplace(goal_hash(goals_[n]), n); }
  void unindex_goal(std::size_t n) {
    const auto range = goals_by_state_.equal_range(goal_hash(goals_[n]));
    goals_by_state_.erase(
        std::find_if(range.first, range.second, [n](const auto& entry) { return entry.second == n; }));
  }

  // On to the next lower place that has states, and goals above it; none is left below `since_`.
  void step_down() {
    std::int32_t highest = -1;
    for (const Goal& goal : goals_) highest = std::max(highest, goal.place);
    do --place_;
    while (place_ >= since_ && (place_ >= highest || state_tables_.count(place_) == 0));
    thread_ = 0;
    at_ = 0;
    if (place_ >= since_) filter_.prepare(layout_, place_, state_tables_.count(place_));
  }

  // When a child is a goal, ways to it go through the state.
  TILEWRIGHT_INLINE void follow(const Bits<W>& state, const Word* value, std::int32_t to, const Bits<W>& child,
                                std::int32_t option) {
    const auto range = goals_by_state_.equal_range(goal_hash(to, child));
    for (auto it = range.first; it != range.second; ++it) {
      const Goal& goal = goals_[it->second];
      if (goal.place == to && (to == layout_.end || key_of(goal) == child))
        steps_.push_back({it->second, option, state, std::vector<Word>(value, value + ring_.words())});
    }
  }

  // Moves each goal to the state of this place that its way goes through, if there is one. Ways are told in
  // the order of options and states, whatever the tables look like.
  void move_goals() {
    std::sort(steps_.begin(), steps_.end(), [](const TraceStep& a, const TraceStep& b) {
      return std::tie(a.goal, a.option, a.state) < std::tie(b.goal, b.option, b.state);
    });
    for (std::size_t k = 0; k < steps_.size();) {
      const std::size_t n = steps_[k].goal;
      Goal& goal = goals_[n];
      bool moved = false;
      for (; k < steps_.size() && steps_[k].goal == n; ++k) {
        const TraceStep& step = steps_[k];
        if (moved || !goes_through(goal, step.value, step.option)) continue;
        moved = true;
        unindex_goal(n);
        if (step.option >= 0) goal.taken.push_back(layout_.ids[step.option]);
        goal.place = place_;
        goal.key.assign(step.state.w, step.state.w + W);
        index_goal(n);
      }
    }
    steps_.clear();
  }

  // Whether the way that the goal asks for goes through a state with this value; if not, goes past its ways.
  bool goes_through(Goal& goal, const std::vector<Word>& value, std::int32_t option) const {
    const int head = ring_.head();
    if (head) {  // a cost: only ways that cost what the goal does lead to it
      const std::int64_t cost = option < 0 ? 0 : layout_.contributions[option].cost;
      if (static_cast<std::int64_t>(value[0]) + cost != static_cast<std::int64_t>(goal.rank[0])) return false;
    }
    std::vector<Word> ways(value.begin() + head, value.end());
    ways.resize(std::max(ways.size(), goal.rank.size() - head), 0);
    const int n = static_cast<int>(ways.size());
    goal.rank.resize(head + n, 0);
    if (limbs::less(goal.rank.data() + head, ways.data(), n)) {
      if (head) goal.rank[0] = value[0];
      return true;
    }
    limbs::subtract(goal.rank.data() + head, ways.data(), n);
    return false;
  }

  const Layout<W>& layout_;
  const StateTables<W>& state_tables_;
  const R ring_;
  const std::int32_t since_;
  std::int32_t place_;  // whose states are looked at
  int thread_ = 0;
  std::uint64_t at_ = 0;  // slot of that thread's table to look at next
  OptionFilter<W> filter_;
  std::vector<Goal> goals_;
  std::unordered_multimap<std::uint64_t, std::size_t> goals_by_state_;  // goals by place and key
  std::vector<TraceStep> steps_;
};

}  // namespace tilewright::frontier
