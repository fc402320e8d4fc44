// Reduction before search: options that no solution has are removed, options that all have are chosen,
// items that forbid nothing are dropped (Knuth, TAOCP 4B, 7.2.2.1, and its program PREPROCESS).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exact_cover/problem.hpp"
#include "exact_cover/reduction_prober.hpp"
#include "exact_cover/reduction_state.hpp"

namespace tilewright::exact_cover {

// Why an option is gone.
enum class OptionRule : std::uint8_t {
  forced,   // an item needs all its options: it is chosen
  clash,    // it clashes with a chosen one
  subset,   // the options of some item all lie in another: that one is spent by them
  bare,     // choosing it leaves an item with too few options
  probing,  // choosing it, and what follows from that, leads to an item with too few options
  count
};

// Why an item is gone.
enum class ItemRule : std::uint8_t {
  done,     // covered as often as it may be, or committed
  loose,    // its options cannot cover it too often or too seldom
  idle,     // secondary, and no two of its options clash there
  equal,    // another item has the same options and the same bounds
  implied,  // what it forbids another item forbids too
  count
};

enum class ReductionStatus : std::uint8_t { running, complete, limit, impossible };

// Steps towards the state where no rule finds anything. That state is the same whatever the order of
// options: each rule that applies still applies when more is removed. With a limit of steps it may end
// before; all that was done holds nevertheless.
class Reduction {
 public:
  // `prefix` are options that are chosen beforehand. The problem must outlive the reduction. Options are
  // tried on rows of bits where those take no more than `row_bytes`, else on lists.
  Reduction(const Problem& problem, std::span<const std::int32_t> prefix, std::uint64_t limit,
            std::uint64_t row_bytes = 96u << 20);

  // Goes on for about so many steps.
  ReductionStatus advance(std::uint64_t budget);

  std::uint64_t steps() const { return state_.steps + (prober_ ? prober_->steps : 0); }
  std::uint64_t rounds() const { return rounds_; }
  ReductionStatus end() const { return end_; }
  // The item that cannot be covered; -1 when there is none.
  std::int32_t dead_item() const { return dead_item_; }
  // Options by the rule that they fell to.
  const std::array<std::int64_t, static_cast<std::size_t>(OptionRule::count)>& tally() const { return tally_; }
  std::vector<std::int32_t> chosen() const;   // ascending
  std::vector<std::int32_t> removed() const;  // ascending

  // What is left, items included; `items` has for each rule how many fell to it.
  struct Left {
    Remainder rest;
    std::array<std::int64_t, static_cast<std::size_t>(ItemRule::count)> items{};
  };
  Left left() const;

 private:
  enum class Phase : std::uint8_t { start, subsets, bare, probing, over };

  void step();
  void start();
  void subsets_of(std::int32_t item);
  void try_option(std::int32_t option, bool deep);
  bool survives(std::int32_t option, bool deep);
  bool settle(OptionRule rule);  // propagates, then tallies and keeps what was done
  void fail();

  ReductionState state_;
  std::optional<ReductionProber> prober_;
  std::vector<std::int32_t> prefix_;
  std::uint64_t limit_;
  std::uint64_t rounds_ = 0;
  ReductionStatus end_ = ReductionStatus::running;
  Phase phase_ = Phase::start;
  std::int32_t dead_item_ = -1;
  std::int32_t cursor_ = 0;
  std::int32_t unchanged_ = 0;     // options tried in a row that stayed
  bool stale_ = true;              // whether the prober does not know what the state knows
  bool changed_ = false;           // since the last look at subsets
  std::vector<std::int32_t> met_;  // per item, by subsets_of: options shared; 0 between calls
  std::array<std::int64_t, static_cast<std::size_t>(OptionRule::count)> tally_{};
};

}  // namespace tilewright::exact_cover
