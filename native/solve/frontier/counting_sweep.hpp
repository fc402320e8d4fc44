// The sweep that counts: the numbers grow while it goes on.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "solve/frontier/checkpoint.hpp"
#include "solve/frontier/sweep_loop.hpp"

namespace tilewright::frontier {

// Counts begin in one limb, go on in two, then in as many as it takes.
template <int W>
class Counting final : public Sweep {
 public:
  Counting(const Question& question, const Demand& demand, const Line& line, const Resources& resources)
      : problem_(question.problem), demand_(demand), line_(line), resources_(resources) {
    now_ = make(demand_.fixed_limbs());
  }

  Status advance(std::uint64_t budget) override {
    const std::uint64_t goal = states + budget;
    for (;;) {
      try {
        const Status status = now_->advance(goal - std::min(goal, states));
        copy();
        return status;
      } catch (const Overflow&) {
        copy();
        go_on(now_->limbs() + 1);
      }
    }
  }
  std::vector<Word> value() const override { return now_->value(); }
  int limbs() const override { return now_->limbs(); }
  std::int32_t place() const override { return now_->place(); }
  std::int32_t places() const override { return now_->places(); }
  bool at_rest() const override { return now_->at_rest(); }
  std::vector<Word> head() const override { return now_->head(); }
  std::vector<std::int32_t> kept_places() const override { return now_->kept_places(); }
  std::vector<Word> part(std::int32_t place) const override { return now_->part(place); }
  void forget(std::int32_t place) override { now_->forget(place); }
  void restore_head(const std::vector<Word>& head) override {
    const Word limbs = Head::of(head).limbs;
    if (limbs < 1 || limbs > Head::kMostLimbs) misfit();
    now_ = make(static_cast<int>(limbs));
    now_->restore_head(head);
    copy();
  }
  void restore_part(const std::vector<Word>& part) override { now_->restore_part(part); }
  void keep_states(std::int32_t until) override { now_->keep_states(until); }
  void begin_trace(std::vector<Goal> goals) override { now_->begin_trace(std::move(goals)); }
  Status trace(std::uint64_t budget) override { return now_->trace(budget); }
  std::vector<Goal> goals() const override { return now_->goals(); }
  std::uint64_t live() const override { return now_->live(); }
  std::uint64_t bytes() const override { return now_->bytes(); }
  std::uint64_t peak() const override { return std::max(peak_, now_->peak()); }
  int slot_bytes() const override { return now_->slot_bytes(); }

 private:
  std::unique_ptr<Sweep> make(int limbs) const {
    if (limbs == 1) return std::make_unique<SweepOf<W, Count<1>>>(problem_, demand_, line_, Count<1>{}, resources_);
    if (limbs == 2) return std::make_unique<SweepOf<W, Count<2>>>(problem_, demand_, line_, Count<2>{}, resources_);
    return std::make_unique<SweepOf<W, CountLong>>(problem_, demand_, line_, CountLong{limbs}, resources_);
  }

  // Takes the states over into a sweep with more limbs, place by place.
  void go_on(int limbs) {
    const int before = now_->limbs();
    auto wider = make(limbs);
    Head head = Head::of(now_->head());
    head.limbs = static_cast<Word>(limbs);
    if (head.value) head.value->resize(limbs, 0);
    wider->restore_head(head.words());
    for (const std::int32_t place : now_->kept_places()) {
      const std::vector<Word> part = widened_part(now_->part(place), W, before, limbs);
      now_->forget(place);
      wider->restore_part(part);
    }
    peak_ = std::max(peak_, now_->peak());
    now_ = std::move(wider);
  }

  void copy() {
    states = now_->states, children = now_->children, hopeless = now_->hopeless, most_live = now_->most_live;
  }

  Problem problem_;
  Demand demand_;
  Line line_;
  Resources resources_;
  std::unique_ptr<Sweep> now_;
  std::uint64_t peak_ = 0;
};

}  // namespace tilewright::frontier
