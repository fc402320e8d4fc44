// The sweep that counts: the numbers grow while it goes on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "solving/frontier/checkpoint.hpp"
#include "solving/frontier/sweep_loop.hpp"

namespace tilewright::frontier {

// Counts begin in one limb, go on in two, then in as many as it takes.
template <int W>
class CountingSweep final : public Sweep {
 public:
  CountingSweep(const SweepQuery& query, const ResidualProblem& residual, const LinearOrder& linear_order,
                const Resources& resources)
      : problem_(query.problem), residual_(residual), linear_order_(linear_order), resources_(resources) {
    sweep_ = make(residual_.fixed_limbs());
  }

  Status advance(std::uint64_t budget) override {
    const std::uint64_t goal = states + budget;
    for (;;) {
      try {
        const Status status = sweep_->advance(goal - std::min(goal, states));
        copy();
        return status;
      } catch (const Overflow&) {
        copy();
        continue_with_limbs(sweep_->limbs() + 1);
      }
    }
  }
  std::vector<Word> value() const override { return sweep_->value(); }
  int limbs() const override { return sweep_->limbs(); }
  std::int32_t place() const override { return sweep_->place(); }
  std::int32_t places() const override { return sweep_->places(); }
  bool at_rest() const override { return sweep_->at_rest(); }
  std::vector<Word> head() const override { return sweep_->head(); }
  std::vector<std::int32_t> stored_places() const override { return sweep_->stored_places(); }
  std::vector<Word> part(std::int32_t place) const override { return sweep_->part(place); }
  void forget(std::int32_t place) override { sweep_->forget(place); }
  void restore_head(const std::vector<Word>& head) override {
    const Word limbs = CheckpointHead::of(head).limbs;
    if (limbs < 1 || limbs > CheckpointHead::kMaxLimbs) reject_checkpoint();
    sweep_ = make(static_cast<int>(limbs));
    sweep_->restore_head(head);
    copy();
  }
  void restore_part(const std::vector<Word>& part) override { sweep_->restore_part(part); }
  void keep_states(std::int32_t until) override { sweep_->keep_states(until); }
  void begin_trace(std::vector<Goal> goals) override { sweep_->begin_trace(std::move(goals)); }
  Status trace(std::uint64_t budget) override { return sweep_->trace(budget); }
  std::vector<Goal> goals() const override { return sweep_->goals(); }
  std::uint64_t live() const override { return sweep_->live(); }
  std::uint64_t bytes() const override { return sweep_->bytes(); }
  std::uint64_t peak() const override { return std::max(peak_, sweep_->peak()); }
  int slot_bytes() const override { return sweep_->slot_bytes(); }
  int region_steps() const override { return sweep_->region_steps(); }

 private:
  std::unique_ptr<Sweep> make(int limbs) const {
    const auto made = [&](auto semiring) -> std::unique_ptr<Sweep> {
      return std::make_unique<SemiringSweep<W, decltype(semiring)>>(problem_, residual_, linear_order_, semiring,
                                                                    resources_);
    };
    if constexpr (W <= 2) {  // longer states take so long that the length of a count matters little
      if (limbs == 1) return made(Count<1>{});
      if (limbs == 2) return made(Count<2>{});
    }
    return made(LongCounts{.n = limbs});
  }

  // Takes the states over into a sweep with more limbs, place by place.
  void continue_with_limbs(int limbs) {
    const int before = sweep_->limbs();
    auto wider = make(limbs);
    CheckpointHead head = CheckpointHead::of(sweep_->head());
    head.limbs = static_cast<Word>(limbs);
    if (head.value) head.value->resize(limbs, 0);
    wider->restore_head(head.words());
    for (const std::int32_t place : sweep_->stored_places()) {
      const std::vector<Word> part = widen_part(sweep_->part(place), W, before, limbs);
      sweep_->forget(place);
      wider->restore_part(part);
    }
    peak_ = std::max(peak_, sweep_->peak());
    wider->passed = std::move(sweep_->passed);
    sweep_ = std::move(wider);
  }

  void copy() {
    states = sweep_->states, children = sweep_->children, infeasible = sweep_->infeasible, max_live = sweep_->max_live;
    passed = sweep_->passed;
  }

  Problem problem_;
  ResidualProblem residual_;
  LinearOrder linear_order_;
  Resources resources_;
  std::unique_ptr<Sweep> sweep_;
  std::uint64_t peak_ = 0;
};

}  // namespace tilewright::frontier
