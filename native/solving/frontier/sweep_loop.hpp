// The sweep for one width of states and one semiring.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <vector>

#include "concurrency/thread_pool.hpp"
#include "solving/frontier/checkpoint.hpp"
#include "solving/frontier/count_lengths.hpp"
#include "solving/frontier/expansion.hpp"
#include "solving/frontier/state_tables.hpp"
#include "solving/frontier/sweep.hpp"
#include "solving/frontier/traceback.hpp"

namespace tilewright::frontier {

// Thrown at rest, before a place whose sums might not fit in the words that a fixed number of limbs has.
struct Overflow {};

// Goes from place to place along the line. A place is left when all its states are expanded; what comes to the
// end is added to the result.
template <int W, typename R>
class SemiringSweep final : public Sweep {
 public:
  SemiringSweep(const Problem& problem, const ResidualProblem& residual, const LinearOrder& linear_order, R ring,
                const Resources& resources)
      : layout_(problem, residual, linear_order),
        ring_(ring),
        pool_(std::max(1, resources.threads)),
        state_tables_(pool_.size(), layout_.end, resources.memory),
        lengths_(layout_.end),
        expansion_(layout_, ring_, sampling, state_tables_, pool_) {
    place_ = layout_.dead ? layout_.end : layout_.start_place;
    farthest_ = std::min(place_, layout_.end - 1);
    if (layout_.dead) return;
    if constexpr (Limbed<R>) ring_.n = std::max(ring_.n, residual.fixed_limbs());
    std::vector<Word> first = first_value(residual);
    if (place_ == layout_.end) {
      result_ = std::move(first);
      return;
    }
    lengths_[place_] = std::max(1, ring_.bits(first.data()));
    const std::uint64_t hash = hash_of<W>(layout_.start);
    ThreadTables<W>& thread_tables = state_tables_[state_tables_.owner(hash)];
    bool fresh;
    try {
      Word* slot =
          thread_tables.tables[place_].template enter<-1>(layout_.start, hash, fresh, words(), thread_tables.blocks);
      std::copy_n(first.data(), words(), slot + W);
    } catch (const OutOfMemory&) {
      full_ = true;
    }
  }

  Status advance(std::uint64_t budget) override {
    if (full_) return Status::memory;
    const std::uint64_t goal = states + budget;
    const std::int32_t until = last_place();
    try {
      while (place_ < until) {
        if (!begun_) begin();
        while (!rounds_done_) {
          rounds_done_ = expansion_.round(std::max<std::uint64_t>(1, goal - std::min(goal, states)));
          const ExpansionWork work = expansion_.collect();
          states += work.states, children += work.children, infeasible += work.infeasible;
          if (!rounds_done_ && states >= goal) return Status::running;
        }
        finish_place();
        // After a place with many states, too, so that the sweep is seen at rest; where states are kept after
        // every place, as memory may have run low.
        if ((states >= goal || before_ >= Expansion<W, R>::kMaxSingleThreaded || keeps_) && place_ < until)
          return Status::running;
      }
    } catch (const OutOfMemory&) {
      full_ = true;
      return Status::memory;
    }
    return Status::complete;
  }

  std::vector<Word> value() const override {
    if (!result_) return {};
    return words() ? *result_ : std::vector<Word>{1};
  }
  int limbs() const override {
    if constexpr (Limbed<R>)
      return ring_.n;
    else
      return words();
  }
  std::int32_t place() const override { return place_; }
  std::int32_t places() const override { return layout_.end; }
  bool at_rest() const override { return !begun_ && !full_; }
  std::uint64_t live() const override {
    std::uint64_t sum = 0;
    for (std::int32_t p = place_; p <= farthest_; ++p) sum += state_tables_.count(p);
    return sum;
  }
  std::uint64_t bytes() const override { return state_tables_.bytes(); }
  std::uint64_t peak() const override { return state_tables_.peak(); }
  int slot_bytes() const override { return static_cast<int>(sizeof(Word)) * (W + words()); }
  int region_steps() const override { return layout_.region_steps(); }

  std::vector<Word> head() const override {
    if (!at_rest()) throw std::invalid_argument("a sweep can be kept between two places only");
    return CheckpointHead{static_cast<Word>(place_),
                          static_cast<Word>(limbs()),
                          states,
                          children,
                          infeasible,
                          max_live,
                          static_cast<Word>(std::ceil(lengths_.end())),
                          result_}
        .words();
  }
  std::vector<std::int32_t> stored_places() const override {
    std::vector<std::int32_t> kept;
    for (std::int32_t p = place_; p <= farthest_; ++p)
      if (state_tables_.count(p)) kept.push_back(p);
    return kept;
  }
  std::vector<Word> part(std::int32_t p) const override {
    return collect_part(state_tables_, p, static_cast<Word>(std::ceil(lengths_[p])), words());
  }
  void forget(std::int32_t p) override {
    state_tables_.release(p);
    state_tables_.drop_blocks();
  }
  void restore_head(const std::vector<Word>& words_of_head) override {
    const CheckpointHead head = CheckpointHead::of(words_of_head);
    if (states != 0 || begun_ || head.place > static_cast<Word>(layout_.end)) reject_checkpoint();
    if constexpr (Limbed<R>) {
      if (head.limbs < 1 || head.limbs > CheckpointHead::kMaxLimbs) reject_checkpoint();
      ring_.n = static_cast<int>(head.limbs);
    }
    if (head.limbs != static_cast<Word>(limbs())) reject_checkpoint();
    if (head.value && std::ssize(*head.value) != words()) reject_checkpoint();
    state_tables_.release_all();
    place_ = static_cast<std::int32_t>(head.place);
    farthest_ = std::min(place_, layout_.end - 1);
    states = head.states, children = head.children, infeasible = head.infeasible, max_live = head.max_live;
    lengths_.end() = static_cast<double>(head.end_bits);
    result_ = head.value;
  }
  void restore_part(const std::vector<Word>& part) override {
    if (part.size() < kPartHeadWords || part[0] >= static_cast<Word>(layout_.end) ||
        part[0] < static_cast<Word>(place_))
      reject_checkpoint();
    const auto p = static_cast<std::int32_t>(part[0]);
    farthest_ = std::max(farthest_, p);
    lengths_[p] = static_cast<double>(part[1]);
    try {
      restore_states(state_tables_, part, words());
    } catch (const OutOfMemory&) {
      full_ = true;
    }
  }

  void keep_states(std::int32_t until) override {
    keeps_ = true;
    until_ = until;
    since_ = place_;
  }
  void begin_trace(std::vector<Goal> goals) override {
    if constexpr (Limbed<R>)
      if (!ring_.marks) {
        traceback_.emplace(layout_, state_tables_, ring_, since_, last_place(), std::move(goals));
        return;
      }
    throw std::invalid_argument("this semiring does not tell the ways back");
  }
  Status trace(std::uint64_t budget) override {
    if constexpr (Limbed<R>)
      if (traceback_) return traceback_->advance(budget);
    return Status::complete;
  }
  std::vector<Goal> goals() const override {
    if constexpr (Limbed<R>)
      if (traceback_) return traceback_->goals();
    return {};
  }

  // For the graph of all states.
  const Layout<W>& layout() const { return layout_; }
  StateTables<W>& state_tables() { return state_tables_; }
  const StateTables<W>& state_tables() const { return state_tables_; }
  ThreadPool& pool() { return pool_; }

  StateSampling sampling;  // with the semiring Multiplicity

 private:
  int words() const { return ring_.words(); }

  // What the options that the prefix chose come to.
  std::vector<Word> first_value(const ResidualProblem& residual) const {
    std::vector<Word> value(words()), next(words());
    ring_.one(value.data());
    const auto extend = [&](const Contribution& contribution) {
      ring_.extend(next.data(), value.data(), contribution);
      value.swap(next);
    };
    for (const std::uint64_t weight : residual.weights) extend(Contribution{weight, 0, 0});
    extend(residual.fixed);
    return value;
  }

  // The place where the sweep ends, for now.
  std::int32_t last_place() const { return std::min(until_, layout_.end); }

  void begin() {
    const std::uint64_t count = state_tables_.count(place_);
    if (count == 0) {  // nothing to do here
      begun_ = rounds_done_ = true;
      return;
    }
    if constexpr (R::kCounts) make_room(count);
    if constexpr (std::is_same_v<R, Multiplicity>)
      ring_.factor = sampling.begin(state_tables_, place_, farthest_, layout_.stages[place_].max_states);
    // The next places are taken to have as many states as this one, and as many more as this one has.
    const std::uint64_t expected = before_ ? std::min(2 * count, count * count / before_ + 1) : count;
    expansion_.begin(place_, count, expected / pool_.size());
    before_ = count;
    begun_ = true;
    rounds_done_ = false;
  }

  // Makes room for the sums that expanding this place may bring. A value that is added to from here gets at
  // most the sum of all values here, times options and weights.
  void make_room(std::uint64_t count) {
    std::vector<int> longest_of(pool_.size(), 0);
    pool_.run([&](int t) {
      int longest = 0;
      state_tables_.table(t, place_).for_each(
          [&](const Word* slot) { longest = std::max(longest, ring_.bits(slot + W)); });
      longest_of[t] = longest;
    });
    const int longest = *std::max_element(longest_of.begin(), longest_of.end());
    const Stage<W>& stage = layout_.stages[place_];
    double weight = 1;
    for (std::int32_t k = stage.first; k < stage.first + stage.count; ++k)
      weight += static_cast<double>(layout_.contributions[k].weight);
    const double more = CountLengths::of_sum(longest, count, weight);
    const std::int32_t next = place_ + 1, last = std::min(layout_.farthest(place_), layout_.end - 1);
    if constexpr (Limbed<R>) {
      lengths_.add(more, next, last);
      const int n = static_cast<int>(lengths_.longest(next, last) / 64) + 1;
      if (n > ring_.n) widen(std::max(n, ring_.n + ring_.n / 4));
    } else {  // before any bound is raised: another sweep goes on from here
      if (std::max(more, lengths_.longest(next, last)) + CountLengths::kMaxRaised >= 64 * R::words()) throw Overflow{};
      lengths_.add(more, next, last);
    }
  }

  void widen(int n) {
    R wide = ring_;
    wide.n = n;
    const auto convert = [&](Word* into, const Word* from) { widened(ring_, wide, into, from); };
    const auto convert_sum = [&](std::vector<Word>& sum) {
      std::vector<Word> longer(wide.words());
      convert(longer.data(), sum.data());
      sum = std::move(longer);
    };
    state_tables_.widen(wide.words(), convert);
    expansion_.for_each_sum(convert_sum);
    if (result_) convert_sum(*result_);
    ring_ = wide;
  }

  void finish_place() {
    if (!keeps_) state_tables_.release(place_);
    expansion_.add_sums_to(result_);
    farthest_ = std::max(farthest_, std::min(layout_.farthest(place_), layout_.end - 1));
    ++place_;
    begun_ = false;
    while (place_ < layout_.end && state_tables_.count(place_) == 0) ++place_;
    max_live = std::max(max_live, live());
    passed.emplace_back(place_, states);
  }

  Layout<W> layout_;
  R ring_;
  ThreadPool pool_;
  StateTables<W> state_tables_;
  CountLengths lengths_;
  Expansion<W, R> expansion_;
  std::optional<std::vector<Word>> result_;  // the sum over the solutions so far, when there is one
  std::int32_t place_ = 0;
  std::int32_t farthest_ = 0;                   // no place beyond it has states; below layout_.end
  std::int32_t until_ = INT32_MAX, since_ = 0;  // states are kept from here to there
  bool keeps_ = false;
  std::optional<Traceback<W, R>> traceback_;
  bool begun_ = false, rounds_done_ = false;
  bool full_ = false;         // the bound of memory was reached: tables may be half made
  std::uint64_t before_ = 0;  // states of the place that was begun last
};

}  // namespace tilewright::frontier
