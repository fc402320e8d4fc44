// Makes the sweep for a semiring, for states of W words.
#pragma once

#include "frontier/sweep_loop.hpp"

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
    if (head.size() < 2 || head[1] < 1 || head[1] > 1 << 20) throw std::invalid_argument("what was kept is not of this sweep");
    now_ = make(static_cast<int>(head[1]));
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
  int state_bits() const override { return now_->state_bits(); }
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
    const auto widened = [&](const std::vector<Word>& from, std::size_t head, int key) {
      std::vector<Word> to(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(head));
      for (std::size_t at = head; at < from.size(); at += key + before) {
        to.insert(to.end(), from.begin() + at, from.begin() + at + key + before);
        to.insert(to.end(), limbs - before, 0);
      }
      return to;
    };
    auto wider = make(limbs);
    std::vector<Word> head = widened(now_->head(), 8, 0);
    head[1] = static_cast<Word>(limbs);
    wider->restore_head(head);
    for (const std::int32_t place : now_->kept_places()) {
      const std::vector<Word> part = widened(now_->part(place), 2, W);
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

template <int W>
std::unique_ptr<Sweep> make_sweep_of(const Question& question, const Demand& demand, const Line& line,
                                     const Ring& ring, const Resources& resources) {
  const auto made = [&](auto semiring) -> std::unique_ptr<Sweep> {
    return std::make_unique<SweepOf<W, decltype(semiring)>>(question.problem, demand, line, semiring, resources);
  };
  if (ring.name == "exists") return made(Exists{});
  if (ring.name == "count") return std::make_unique<Counting<W>>(question, demand, line, resources);
  if (ring.name == "modulo") {
    if (ring.modulus < 1 || ring.modulus >> 63) throw std::invalid_argument("a modulus has 1 to 63 bits");
    return made(Modulo{ring.modulus});
  }
  if (ring.name == "least") return made(Least{});
  if (ring.name == "count_traced") return made(CountLong{1});
  if (ring.name == "least_count") return made(LeastCount{});
  if (ring.name == "by_marks") {
    if (ring.degree < 0 || ring.degree > 100'000) throw std::invalid_argument("a degree is 0 to 100000");
    return made(ByMarks{ring.degree});
  }
  throw std::invalid_argument("there is no semiring " + ring.name);
}

template <int W>
Forecast forecast_of(const Question& question, const Demand& demand, const Line& line, std::uint64_t most_expanded,
                     std::uint64_t budget) {
  SweepOf<W, Scale> sweep(question.problem, demand, line, Scale{}, Resources{});
  sweep.most_expanded = most_expanded;
  // It comes to rest after each place with many states.
  Status status = Status::running;
  while (status == Status::running && sweep.states < budget) status = sweep.advance(budget - sweep.states);
  const bool ended = status == Status::complete;
  Forecast found{sweep.forecast_states, sweep.forecast_live, false};
  found.whole = ended && found.states == static_cast<double>(sweep.states);
  if (!ended && sweep.place() > 0) found.states *= static_cast<double>(sweep.places()) / sweep.place();
  return found;
}

extern template std::unique_ptr<Sweep> make_sweep_of<1>(const Question&, const Demand&, const Line&, const Ring&,
                                                        const Resources&);
extern template std::unique_ptr<Sweep> make_sweep_of<2>(const Question&, const Demand&, const Line&, const Ring&,
                                                        const Resources&);
extern template std::unique_ptr<Sweep> make_sweep_of<4>(const Question&, const Demand&, const Line&, const Ring&,
                                                        const Resources&);
extern template std::unique_ptr<Sweep> make_sweep_of<16>(const Question&, const Demand&, const Line&, const Ring&,
                                                         const Resources&);

extern template Forecast forecast_of<1>(const Question&, const Demand&, const Line&, std::uint64_t, std::uint64_t);
extern template Forecast forecast_of<2>(const Question&, const Demand&, const Line&, std::uint64_t, std::uint64_t);
extern template Forecast forecast_of<4>(const Question&, const Demand&, const Line&, std::uint64_t, std::uint64_t);
extern template Forecast forecast_of<16>(const Question&, const Demand&, const Line&, std::uint64_t, std::uint64_t);

}  // namespace tilewright::frontier
