// The graph of states of W words.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "solving/frontier/state_graph.hpp"
#include "solving/frontier/sweep_loop.hpp"

namespace tilewright::frontier {

// Forwards a sweep that keeps its tables; then backwards, from the end, a bit for each state: whether it is alive,
// so that a way leads from it to the end. Bits lie as the slots of the tables do, place by place and thread by thread.
template <int W>
class StateGraphOf final : public StateGraph {
 public:
  StateGraphOf(const SweepQuery& query, const ResidualProblem& residual, const LinearOrder& linear_order,
               const Resources& resources)
      : sweep_(query.problem, residual, linear_order, Exists{}, resources), chosen_(residual.chosen) {
    const std::int32_t end = layout().end;
    sweep_.keep_states(end);
    alive_.resize(end);
    for (auto& row : alive_) row.assign(threads(), nullptr);
    filters_.resize(end);
  }
  ~StateGraphOf() override {
    for (std::int32_t p = 0; p < std::ssize(alive_); ++p)
      for (int t = 0; t < threads(); ++t)
        if (alive_[p][t]) sweep_.state_tables()[t].blocks.give(alive_[p][t], words_of_bits(t, p) * sizeof(Word));
  }

  Status advance(std::uint64_t budget) override {
    if (!forwards_done_) {
      const Status status = sweep_.advance(budget);
      if (status != Status::complete) return status;
      forwards_done_ = true;
      place_ = layout().end - 1;
      complete_ = layout().dead || place_ < layout().start_place;
      return complete_ ? Status::complete : Status::running;
    }
    try {
      for (std::uint64_t left = budget; !complete_ && left;) {
        if (!begun_) begin();
        const std::uint64_t done = round(left);
        done_ += done;
        left -= std::min(left, done);
        complete_ = !begun_ && place_ < layout().start_place;
      }
    } catch (const OutOfMemory&) {
      return Status::memory;
    }
    return complete_ ? Status::complete : Status::running;
  }

  double share() const override {
    if (complete_) return 1;
    if (!forwards_done_) return sweep_.places() ? 0.5 * sweep_.place() / sweep_.places() : 0;
    return 0.5 + 0.5 * static_cast<double>(done_) / static_cast<double>(std::max<std::uint64_t>(1, sweep_.states));
  }
  std::uint64_t states() const override { return sweep_.states; }
  std::uint64_t bytes() const override { return sweep_.bytes(); }
  std::uint64_t peak() const override { return sweep_.peak(); }

  std::vector<std::vector<std::int32_t>> walk(std::size_t count) override {
    std::vector<std::vector<std::int32_t>> found;
    while (found.size() < count && step()) {
      std::vector<std::int32_t> taken = chosen_;
      for (const BranchPoint& fork : path_) {
        const std::int32_t option = fork.ways[fork.at].option;
        if (option >= 0) taken.push_back(layout().ids[option]);
      }
      std::sort(taken.begin(), taken.end());
      found.push_back(std::move(taken));
    }
    return found;
  }

 private:
  // A way on from a state: the option taken (-1: none) and the state that it leads to.
  struct Transition {
    std::int32_t place, option;
    Bits<W> state;
  };
  // The ways on from a state of the path that lead to solutions, and the one that the path takes.
  struct BranchPoint {
    std::vector<Transition> ways;
    std::size_t at = 0;
  };
  // A state whose children's slots are being fetched.
  struct Job {
    struct Reach {
      std::int32_t place;
      Bits<W> state;
      std::uint64_t hash;
    };
    std::uint64_t slot = 0;
    bool at_end = false;  // one of the children is the end
    std::vector<Reach> reached;
  };
  static constexpr std::size_t kPrefetched = 6;
  static constexpr std::int32_t kManyPlaces = 2000;  // with more no filters are kept for walks

  const Layout<W>& layout() const { return sweep_.layout(); }
  int threads() const { return sweep_.state_tables().threads(); }
  std::uint64_t words_of_bits(int t, std::int32_t place) const {
    return (sweep_.state_tables().table(t, place).capacity() + 63) / 64;
  }

  // Whether a state of a place that is done is alive; false, too, when it was never entered, being hopeless.
  bool alive(std::int32_t place, const Bits<W>& state, std::uint64_t hash) const {
    const int t = sweep_.state_tables().owner(hash);
    const Table<W>& table = sweep_.state_tables().table(t, place);
    const Word* slot = table.find(state, hash);
    if (!slot) return false;
    const auto k = static_cast<std::uint64_t>(slot - table.slot(0)) / W;
    return alive_[place][t][k / 64] >> k % 64 & 1;
  }

  void begin() {
    for (int t = 0; t < threads(); ++t) {
      const std::uint64_t words = words_of_bits(t, place_);
      if (!words) continue;
      alive_[place_][t] = sweep_.state_tables()[t].blocks.take(words * sizeof(Word));
      std::fill_n(alive_[place_][t], words, 0);
    }
    filter_.prepare(layout(), place_, sweep_.state_tables().count(place_));
    at_.assign(threads(), 0);
    begun_ = true;
  }

  // Looks at up to `budget` states of the place; how many there were.
  std::uint64_t round(std::uint64_t budget) {
    std::vector<std::uint64_t> done(threads(), 0);
    const std::uint64_t share = std::max<std::uint64_t>(256, budget / threads());
    sweep_.pool().run([&](int t) { done[t] = scan_states(t, share); });
    bool over = true;
    std::uint64_t sum = 0;
    for (int t = 0; t < threads(); ++t) {
      over &= at_[t] >= sweep_.state_tables().table(t, place_).capacity();
      sum += done[t];
    }
    if (over) {
      --place_;
      begun_ = false;
    }
    return sum;
  }

  std::uint64_t scan_states(int t, std::uint64_t share) {
    const Table<W>& table = sweep_.state_tables().table(t, place_);
    std::vector<Job> jobs(kPrefetched);
    std::uint64_t done = 0, k = at_[t];
    std::size_t first = 0, waiting = 0;
    const auto settle = [&] {
      const Job& job = jobs[first % kPrefetched];
      if (job.at_end || std::any_of(job.reached.begin(), job.reached.end(),
                                    [&](const auto& child) { return alive(child.place, child.state, child.hash); }))
        alive_[place_][t][job.slot / 64] |= Word{1} << job.slot % 64;
      ++first;
    };
    for (; k < table.capacity() && done < share; ++k) {
      const Word* slot = table.slot(k);
      if (Table<W>::empty(slot)) continue;
      ++done;
      if (waiting == kPrefetched) {
        settle();
        --waiting;
      }
      Job& job = jobs[(first + waiting) % kPrefetched];
      ++waiting;
      job.slot = k;
      job.at_end = false;
      job.reached.clear();
      for_each_child(layout(), filter_, place_, Table<W>::key(slot),
                     [&](std::int32_t to, const Bits<W>& child, std::int32_t) {
                       if (to == layout().end) {
                         job.at_end = true;
                         return;
                       }
                       const std::uint64_t hash = hash_of<W>(child);
                       sweep_.state_tables().table(sweep_.state_tables().owner(hash), to).prefetch(hash, W);
                       job.reached.push_back({to, child, hash});
                     });
    }
    for (; waiting; --waiting) settle();
    at_[t] = k;
    return done;
  }

  bool root_alive() const {
    if (layout().dead) return false;
    return layout().start_place == layout().end ||
           alive(layout().start_place, layout().start, hash_of<W>(layout().start));
  }

  // The ways on from a state that lead to solutions.
  std::vector<Transition> transitions_from(std::int32_t place, const Bits<W>& state) {
    if (!filters_[place]) {
      filters_[place] = std::make_unique<OptionFilter<W>>();
      filters_[place]->prepare(layout(), place, layout().end <= kManyPlaces ? ~std::uint32_t{0} : 0);
    }
    std::vector<Transition> ways;
    for_each_child(layout(), *filters_[place], place, state,
                   [&](std::int32_t to, const Bits<W>& child, std::int32_t option) {
                     if (to == layout().end || alive(to, child, hash_of<W>(child))) ways.push_back({to, option, child});
                   });
    return ways;
  }

  // On to the next solution: `path_` then tells it.
  bool step() {
    if (!complete_ || walked_) return false;
    Transition here{layout().start_place, -1, layout().start};
    if (started_) {
      while (!path_.empty() && ++path_.back().at == path_.back().ways.size()) path_.pop_back();
      walked_ = path_.empty();
      if (walked_) return false;
      here = path_.back().ways[path_.back().at];
    } else if (!root_alive()) {
      walked_ = true;
      return false;
    }
    started_ = true;
    while (here.place < layout().end) {
      path_.push_back({transitions_from(here.place, here.state), 0});
      here = path_.back().ways[0];
    }
    return true;
  }

  SemiringSweep<W, Exists> sweep_;
  std::vector<std::int32_t> chosen_;
  OptionFilter<W> filter_;
  std::vector<std::unique_ptr<OptionFilter<W>>> filters_;
  std::vector<std::vector<Word*>> alive_;  // per place and thread, a bit for each slot of its table
  std::vector<std::uint64_t> at_;          // per thread: the next slot
  std::vector<BranchPoint> path_;
  std::uint64_t done_ = 0;
  std::int32_t place_ = 0;
  bool forwards_done_ = false, begun_ = false, complete_ = false, started_ = false, walked_ = false;
};

}  // namespace tilewright::frontier
