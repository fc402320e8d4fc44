#include "solving/search/bitmask.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "simd/instruction_sets.hpp"
#include "solving/search/bitmask_kernels.hpp"
#include "solving/search/bitmask_sweep.hpp"

namespace tilewright::search {

namespace bitmask {

template <int W>
bool SolutionSink<W>::store(const Sweep<W>& sweep, std::int32_t last) {
  options.assign(sweep.fixed.begin(), sweep.fixed.end());
  if (head >= 0) options.push_back(sweep.heads[head].id);
  for (std::int32_t d = 0; d <= last; ++d)
    options.push_back(sweep.places[sweep.frames[d].place].ids[sweep.frames[d].taken]);
  sink.found(options);
  return sink.full();
}

template struct SolutionSink<1>;
template struct SolutionSink<2>;
template struct SolutionSink<4>;

template <int W>
class BitmaskSearch final : public Search {
 public:
  BitmaskSearch(const Remainder& rest, const SweepOrder& order, const Settings& settings)
      : Search(Sink(settings.symmetry, settings.capacity)),
        sweep_(rest, order),
        solutions_{sink, -1, {}},
        prefix_(settings.prefix),
        finished_(rest.dead) {
    kernels_ = simd::dispatch<simd::Baseline, simd::Avx2, simd::Avx512>(
        settings.instruction_set, [](auto set) { return kernels<decltype(set), W>(); });
    walk_ = sweep_.counters.empty() ? kernels_.walk : kernels_.walk_counted;
  }

  Status advance(std::uint64_t budget) override {
    if (finished_) return Status::complete;
    if (sink.full()) return Status::full;
    const std::uint64_t last = nodes + std::min(budget, UINT64_MAX - nodes);
    while (nodes < last) {
      if (sweep_.depth >= 0) {
        const Status status = walk_(sweep_, last - nodes, nodes, solutions_);
        if (status != Status::complete) return status;
      } else if (!rooted_) {
        rooted_ = true;
        ++nodes;
        if (sweep_.heads.empty()) enter_part();
      } else if (!next_head()) {
        finished_ = true;
        return Status::complete;
      } else {
        ++nodes;
        enter_part();
      }
      if (sink.full()) return Status::full;
    }
    return Status::running;
  }

  double progress() const override {
    if (finished_) return 1;
    double done = 0, share = 1;
    if (!sweep_.heads.empty()) {
      if (head_ < 0) return 0;
      share = 1.0 / static_cast<double>(sweep_.heads.size());
      done = share * head_;
    }
    if (rooted_ && sweep_.depth < 0) done += share;  // a part without any frame
    for (std::int32_t d = 0; d <= sweep_.depth; ++d) {
      const auto& frame = sweep_.frames[d];
      double all = 0, before = 0;
      for_options(frame, [&](std::uint32_t rank) {
        ++all;
        before += static_cast<std::int32_t>(rank) < frame.taken ||
                  (d == sweep_.depth && static_cast<std::int32_t>(rank) == frame.taken);
      });
      if (all == 0) break;
      share /= all;
      done += share * before;
    }
    return std::min(done, 1.0);
  }

  // [] is a search not begun, {1} one that is finished. Else 0 for the root, the head if there are
  // heads and one was entered, then the rank of the option taken in each frame.
  std::vector<std::uint32_t> position() const override {
    if (finished_) return {1};
    if (!rooted_) return {};
    std::vector<std::uint32_t> position{0};
    if (!sweep_.heads.empty()) {
      if (head_ < 0) return position;
      position.push_back(static_cast<std::uint32_t>(head_));
    }
    for (std::int32_t d = 0; d <= sweep_.depth; ++d)
      if (sweep_.frames[d].taken >= 0) position.push_back(static_cast<std::uint32_t>(sweep_.frames[d].taken));
    return position;
  }

  void restore(std::span<const std::uint32_t> position) override {
    const bool dead = finished_;
    try {
      restore_checked(position);
    } catch (...) {
      rewind();
      finished_ = dead;
      throw;
    }
  }

  // Each option covers the place that its frame is to fill, or the head's piece, and no other option of the
  // frame goes with it: nothing need be left out.
  std::vector<Part> remainder() const override {
    if (finished_) return {};
    if (!rooted_) return {{prefix_, 1.0}};
    std::vector<Fork> path;
    if (!sweep_.heads.empty()) {
      Fork& fork = path.emplace_back();
      fork.branches = static_cast<double>(sweep_.heads.size());
      if (head_ >= 0) fork.option = sweep_.heads[head_].id;
      for (std::int32_t h = head_ + 1; h < std::ssize(sweep_.heads); ++h) fork.later.push_back(sweep_.heads[h].id);
    }
    for (std::int32_t d = 0; d <= sweep_.depth; ++d) {
      const auto& frame = sweep_.frames[d];
      const auto& ids = sweep_.places[frame.place].ids;
      Fork& fork = path.emplace_back();
      fork.branches = 0;
      if (frame.taken >= 0) fork.option = ids[frame.taken];
      for_options(frame, [&](std::uint32_t rank) {
        ++fork.branches;
        if (static_cast<std::int32_t>(rank) > frame.taken) fork.later.push_back(ids[rank]);
      });
    }
    return remaining_parts(prefix_, path);
  }

  Probe probe(std::uint64_t seed) override {
    if (finished_) return {0, 0};
    Probe result{1, 0};
    double weight = 1;
    std::uint64_t random = seed;
    auto pick = [&](std::size_t count) {
      weight *= static_cast<double>(count);
      result.nodes += weight;
      return static_cast<std::size_t>(next_random(random) % count);
    };
    Entered entered = Entered::leaf;
    if (sweep_.heads.empty()) {
      entered = place_part(-1);
    } else {
      std::vector<std::int32_t> live;
      for (std::int32_t h = 0; h < std::ssize(sweep_.heads); ++h)
        if (!sweep_.head_is_infeasible(h)) live.push_back(h);
      if (!live.empty()) entered = place_part(live[pick(live.size())]);
    }
    std::vector<std::uint32_t> ranks;
    while (entered == Entered::frame) {
      ranks.clear();
      for_options(sweep_.frames[sweep_.depth], [&](std::uint32_t rank) {
        if (take(rank, true) != Taken::no) ranks.push_back(rank);
      });
      if (ranks.empty()) break;
      const std::uint32_t rank = ranks[pick(ranks.size())];
      const Taken taken = take(rank, false);
      if (taken == Taken::solution) result.solutions = weight;
      if (taken != Taken::frame) break;
    }
    if (entered == Entered::solution) result.solutions = weight;
    rewind();
    return result;
  }

 private:
  enum class Taken { no, leaf, solution, frame };

  void rewind() {
    while (sweep_.depth > 0) untake();
    sweep_.depth = -1;
    head_ = -1;
    rooted_ = finished_ = false;
    solutions_.head = -1;
  }

  // Takes back the option that led to the top frame.
  void untake() {
    const auto& frame = sweep_.frames[--sweep_.depth];
    if (frame.counter >= 0) ++sweep_.counters[frame.counter].left;
  }

  bool next_head() {
    while (++head_ < std::ssize(sweep_.heads)) {
      solutions_.head = head_;
      if (!sweep_.head_is_infeasible(head_)) return true;
    }
    return false;
  }

  // Lays down the first frame of the current part, if it has one.
  Entered place_part(std::int32_t head) {
    std::int32_t place;
    const Bits<W> state = sweep_.set_part(head, place);
    if (place < 0) return sweep_.solved(state) ? Entered::solution : Entered::leaf;
    return push(place, state) ? Entered::frame : Entered::leaf;
  }

  void enter_part() {
    if (place_part(head_) == Entered::solution) solutions_.found(sweep_, -1);
  }

  bool push(std::int32_t place, const Bits<W>& state) {
    auto* shape = sweep_.places[place].shape;
    if (!shape) return false;
    const auto& list = sweep_.list(*shape, state);
    const std::uint64_t fit = kernels_.fitting(list, 0, state);
    if (!fit && list.count <= 8) return false;
    sweep_.frames[++sweep_.depth] = {state, fit, &list, place, 0, -1, -1};
    return true;
  }

  // Calls f with the rank of each option that fits the frame's state, in order.
  template <class F>
  void for_options(const Frame<W>& frame, F f) const {
    const List<W>& list = *frame.list;
    for (std::uint32_t chunk = 0; 8 * chunk < list.count; ++chunk)
      for (std::uint64_t fit = kernels_.fitting(list, chunk, frame.state); fit; fit &= fit - 1)
        f(list.rank[64 * chunk + std::countr_zero(fit)]);
  }

  // Takes an option that fits the top frame; `look` only tells what would come of it.
  Taken take(std::uint32_t rank, bool look) {
    auto& frame = sweep_.frames[sweep_.depth];
    const auto& shape = *sweep_.places[frame.place].shape;
    const std::int32_t counter = shape.counters[rank];
    Bits<W> state = frame.state | (shape.masks[rank] & ~sweep_.exhausted);
    if (counter >= 0 && --sweep_.counters[counter].left == 0) state |= Bits<W>::one(sweep_.counters[counter].bit);
    const std::int32_t to = sweep_.next(frame.place, state);
    Taken taken = Taken::leaf;
    if (to < 0)
      taken = sweep_.solved(state) ? Taken::solution : Taken::leaf;
    else if (sweep_.region_cuts && sweep_.infeasible(to, state))
      taken = Taken::no;
    else if (!look && push(to, state))
      taken = Taken::frame;
    if (!look && taken != Taken::no) {
      frame.taken = static_cast<std::int32_t>(rank);
      frame.counter = taken == Taken::frame ? counter : -1;
    }
    if (taken != Taken::frame && counter >= 0) ++sweep_.counters[counter].left;
    return taken;
  }

  void restore_checked(std::span<const std::uint32_t> position) {
    if (position.empty()) return;
    const auto refuse = [](bool wrong) {
      if (wrong) throw std::invalid_argument("the position is not one of this search");
    };
    if (position[0] == 1) {
      refuse(position.size() != 1);
      finished_ = true;
      return;
    }
    refuse(position[0] != 0 || finished_);
    rooted_ = true;
    std::size_t at = 1;
    Entered entered;
    if (sweep_.heads.empty()) {
      entered = place_part(-1);
    } else {
      if (position.size() == 1) return;
      refuse(position[at] >= sweep_.heads.size());
      head_ = solutions_.head = static_cast<std::int32_t>(position[at++]);
      refuse(sweep_.head_is_infeasible(head_));
      entered = place_part(head_);
    }
    while (at < position.size()) {
      refuse(entered != Entered::frame);
      auto& frame = sweep_.frames[sweep_.depth];
      const std::uint32_t rank = position[at++];
      // Leave in the frame what comes after the option.
      bool known = false;
      for (std::uint32_t chunk = 0; !known && 8 * chunk < frame.list->count; ++chunk) {
        std::uint64_t fit = kernels_.fitting(*frame.list, chunk, frame.state);
        while (fit && !known) {
          known = frame.list->rank[64 * chunk + std::countr_zero(fit)] == rank;
          fit &= fit - 1;
        }
        frame.fitting = fit;
        frame.chunk = chunk;
      }
      refuse(!known);
      const Taken taken = take(rank, false);
      refuse(taken == Taken::no);
      entered = taken == Taken::frame ? Entered::frame : Entered::leaf;
    }
  }

  Sweep<W> sweep_;
  SolutionSink<W> solutions_;
  Kernels<W> kernels_{};
  Walk<W> walk_;
  std::vector<Decision> prefix_;
  std::int32_t head_ = -1;
  bool rooted_ = false, finished_;
};

}  // namespace bitmask

std::string bitmask_unsupported(const Problem& problem) { return sweep_order(problem).refusal; }

std::unique_ptr<Search> make_bitmask(const Problem& problem, const Settings& settings) {
  const SweepOrder order = sweep_order(problem);
  if (!order.refusal.empty()) throw std::invalid_argument(order.refusal);
  const Remainder rest = reduce(problem, settings.prefix);
  if (order.words == 1) return std::make_unique<bitmask::BitmaskSearch<1>>(rest, order, settings);
  if (order.words == 2) return std::make_unique<bitmask::BitmaskSearch<2>>(rest, order, settings);
  return std::make_unique<bitmask::BitmaskSearch<4>>(rest, order, settings);
}

}  // namespace tilewright::search
