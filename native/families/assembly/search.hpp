// Breadth-first search over the relative positions of pieces that keeps all states.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "families/assembly/disassembly.hpp"
#include "families/assembly/moves.hpp"
#include "families/assembly/states.hpp"

namespace tilewright::assembly {

// A breadth-first search from one state to the first one where pieces are free, or to a given one; then it goes on beside
// states where pieces are free.
template <class Mask>
class Pass {
 public:
  Pass(Moves<Mask>& possible_moves, State target, std::size_t max_bytes)
      : moves(possible_moves),
        goal(std::move(target)),
        max_states(std::min<std::size_t>(max_bytes / state_bytes(possible_moves.width()), kNone - 1)) {}
  virtual ~Pass() = default;

  virtual Ending advance(std::uint64_t& budget) = 0;
  virtual std::uint64_t states() const = 0;

  // Of a search that ended `apart`: its last state, and the number of moves to it.
  State found;
  std::uint32_t depth = 0;
  // Of one that ended `full`: in no state of this many moves or fewer are pieces free.
  std::uint32_t locked_depth = 0;

 protected:
  bool is_goal(const Coordinate* state) const {
    return !goal.empty() && std::memcmp(state, goal.data(), goal.size() * sizeof(Coordinate)) == 0;
  }

  Moves<Mask>& moves;
  State goal;  // empty: where pieces are free
  std::size_t max_states;
};

// Keeps all states, each with the one it was reached from.
template <class Mask>
class WholePass final : public Pass<Mask> {
  using Move = Moves<Mask>::Move;

 public:
  WholePass(Moves<Mask>& moves, const State& start, State goal, std::size_t max_bytes)
      : Pass<Mask>(moves, std::move(goal), max_bytes), states_(moves.width()) {
    parents_.reserve(16);
    reached_by_.reserve(16);
    add(start.data(), states_.hash_of(start.data()), kNone);
  }

  Ending advance(std::uint64_t& budget) override {
    for (; next_ < states_.size(); ++next_) {
      if (next_ == level_end_) {
        reached_by_.erase(reached_by_.begin(), reached_by_.begin() + (level_end_ - level_start_));
        level_start_ = level_end_;
        level_end_ = states_.size();
        ++this->depth;
      }
      if (budget == 0) return Ending::running;
      --budget;
      if (expand()) {
        this->found = states_.copy(last_);
        return Ending::apart;
      }
      if (is_full_ && !this->goal.empty()) return Ending::full;
    }
    return is_full_ ? Ending::full : Ending::locked;
  }

  std::uint64_t states() const override { return states_.size(); }
  const StateSet& held() const { return states_; }

  // The states from the one after the start to the last.
  std::vector<State> path() const {
    std::vector<State> found;
    for (std::uint32_t state = last_; state != 0; state = parents_[state]) found.push_back(states_.copy(state));
    std::reverse(found.begin(), found.end());
    return found;
  }

 private:
  bool expand() {
    last_ = next_;
    // States that did not fit come after all that are held, so of these the first with free pieces is the first of all.
    if (is_full_) return this->moves.is_free(states_[next_]);
    bool reached = false;
    const auto visit = [&](const Coordinate* state, std::uint64_t hash, const Move& move) {
      if (!add(state, hash, next_)) return !is_full_;
      reached_by_.push_back(move);
      reached = this->is_goal(state);
      if (reached) last_ = states_.size() - 1;
      return !reached;
    };
    const Move before = reached_by_[next_ - level_start_];
    const bool is_free = this->moves.expand(states_[next_], before, visit);
    return this->goal.empty() ? is_free : reached;
  }

  // False when the state is known, or does not fit.
  bool add(const Coordinate* state, std::uint64_t hash, std::uint32_t parent) {
    if (states_.size() >= this->max_states && !states_.contains(state, hash)) {
      is_full_ = true;
      this->locked_depth = this->depth;
      return false;
    }
    if (!states_.add(state, hash)) return false;
    parents_.push_back(parent);
    return true;
  }

  StateSet states_;
  std::vector<std::uint32_t> parents_;
  std::uint32_t next_ = 0, last_ = 0;  // the state to expand, and the one that ended the search
  std::uint32_t level_start_ = 0, level_end_ = 1;
  std::vector<Move> reached_by_{Moves<Mask>::kNoMove};  // of the states from level_start_ on
  bool is_full_ = false;
};

}  // namespace tilewright::assembly
