// The moves of an assembly from a state, and the states that they lead to.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/movable_sets.hpp"
#include "families/assembly/piece_sets.hpp"
#include "families/assembly/states.hpp"

namespace tilewright::assembly {

// States are positions relative to the first piece, which stays: to move it with others is to move the rest the other
// way. Of moves that are as good the first is taken: directions forwards and backwards, then pieces, then steps, then sets that move together. BurrTools
// does the same, and its sequences are the same as these.
template <class Mask>
class Moves : public MovableSets<Mask> {
  using Base = MovableSets<Mask>;
  using Base::directed, Base::taken, Base::moves_in, Base::set_in;
  using Base::pieces, Base::all, Base::ways, Base::spans, Base::sweeps, Base::distances;
  using typename Base::Span, typename Base::Sweep;

 public:
  Moves(Contacts& contacts, std::vector<std::int32_t> shapes, const std::vector<Vector>& at)
      : Base(contacts, std::move(shapes)),
        origin_(at[0]),
        start_(3 * (at.size() - 1)),
        groups_(chunks_of(at.size()) / 3) {
    for (int piece = 1; piece < pieces; ++piece) {
      for (int axis = 0; axis < 3; ++axis) start_[3 * (piece - 1) + axis] = narrow(at[piece][axis] - origin_[axis]);
    }
    for (std::size_t way = 0; way < ways; ++way) {
      const Vector by = directed(way);
      packed_steps_[way] = packed(by);
      for (std::size_t k = 0; k < 3 * kChunk; ++k) {
        whole_steps_[way][k / kChunk][k % kChunk] = static_cast<std::uint16_t>(by[k % 3]);
      }
      for (const std::int32_t part : by) longest_ = std::max(longest_, part);
    }
    moved_.reserve(4 * at.size());
  }

  std::size_t width() const { return start_.size(); }  // of a state, in coordinates
  const State& start() const { return start_; }

  std::vector<Vector> positions(const State& state) const {
    std::vector<Vector> found{origin_};
    for (std::size_t k = 0; k < state.size(); k += 3) {
      found.push_back(origin_ + Vector{state[k], state[k + 1], state[k + 2]});
    }
    return found;
  }

  // Pieces that move so many steps along a way: a direction, forwards (2 d) or backwards (2 d + 1).
  struct Move {
    Mask set;
    std::uint16_t steps, way;
  };
  static constexpr Move kNoMove{0, 0, 2 * kMostDirections};

  // Calls `visit` with each state that one move leads to, its hash and the move, some states several times, until it returns
  // false; does nothing but return true where pieces are free. `state` need not stay where it is. Leaves out states that one
  // move leads to from the state before, where this one was reached by the move `before`.
  template <class Visit>
  bool expand(const Coordinate* state, const Move& before, Visit visit) {
    if (this->is_free(state)) return true;
    for (const Sweep& sweep : sweeps) {
      if (!move_along(sweep, before, visit)) break;
    }
    return false;
  }

 private:
  struct Moved {
    Mask set;
    std::uint16_t steps;
  };

  // All moves along one direction, until `visit` returns false. No piece is free, so each set meets something in the end.
  template <class Visit>
  bool move_along(const Sweep& sweep, const Move& before, Visit& visit) {
    return sweep.way / 2 == before.way / 2 ? move_along<true>(sweep, before, visit)
                                           : move_along<false>(sweep, before, visit);
  }

  // `is_along`: this direction is also that of the move before.
  template <bool is_along, class Visit>
  bool move_along(const Sweep& sweep, const Move& before, Visit& visit) {
    const Mask first_pieces = spans[sweep.first].first_pieces;
    for (Mask rest = first_pieces; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      if (!move<is_along>(taken(sweep.way, piece), spans[sweep.first], sweep.way, before, visit)) return false;
      for (std::size_t span = 1; span < sweep.spans && moves_in(sweep, span, piece); ++span) {
        const Span& next = spans[sweep.first + span];
        if (!move<is_along>(set_in(sweep, span, piece), next, sweep.way, before, visit)) return false;
      }
    }
    return !sweep.joining || move_together<is_along>(sweep, before, visit);
  }

  // Sets that move as far may move together. Where two that make one step are too many pieces, or one of them is within the
  // other, the same holds for more steps.
  template <bool is_along, class Visit>
  bool move_together(const Sweep& sweep, const Move& before, Visit& visit) {
    const auto joining = static_cast<Mask>(sweep.joining & spans[sweep.first].first_pieces);
    const auto others = static_cast<Mask>(joining & (joining - 1));
    if (sweep.spans == 1 && !(others & (others - 1))) {
      const auto both = static_cast<Mask>(taken(sweep.way, lowest(joining)) | taken(sweep.way, lowest(others)));
      return move<is_along>(both, spans[sweep.first], sweep.way, before, visit);
    }
    moved_.clear();
    for (Mask rest = joining; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      for (std::size_t span = 0; span < sweep.spans && moves_in(sweep, span, piece); ++span) {
        const auto [from, to, first_pieces] = spans[sweep.first + span];
        for (std::uint16_t steps = from; steps <= to; ++steps) moved_.push_back({set_in(sweep, span, piece), steps});
      }
    }
    for (std::size_t k = 1; k < moved_.size(); ++k) {
      const auto [set, steps] = moved_[k];
      for (std::size_t other = 0; other < k; ++other) {
        if (!(is_join(set, moved_[other].set) & (steps == moved_[other].steps))) continue;
        const auto both = static_cast<Mask>(set | moved_[other].set);
        if (is_moved(both, steps)) continue;
        moved_.push_back({both, steps});
        if (!move<is_along>(both, {steps, steps, 0}, sweep.way, before, visit)) return false;
      }
    }
    return true;
  }

  // Whether two sets are not one within the other, and few enough together.
  bool is_join(Mask set, Mask other) const {
    const auto both = static_cast<Mask>(set | other);
    return (both != set) & (both != other) & (bits(both) <= pieces / 2);
  }

  bool is_moved(Mask set, std::uint16_t steps) const {
    return std::any_of(moved_.begin(), moved_.end(),
                       [&](const Moved& known) { return known.set == set && known.steps == steps; });
  }

  // Visits the states after the moves of a set over the steps of a span.
  template <bool is_along, class Visit>
  TILEWRIGHT_INLINE bool move(Mask set, const Span& span, std::size_t way, const Move& before, Visit& visit) {
    // Two moves along one direction are one move if, after them, the pieces lie in two parts that shifted: where it may
    // end, the first of them may have ended as well.
    std::uint16_t left_out = 0;
    if (is_along) {
      if (set == before.set || set == (all & ~before.set)) return true;
      const auto common = static_cast<Mask>(set & before.set);
      const bool are_two = way == before.way ? common == 0 : (common == set) | (common == before.set);
      left_out = static_cast<std::uint16_t>(before.steps & -static_cast<int>(are_two));
    }
    const std::uint64_t step_sum = step_of(set, way);
    const int unchecked = distances.is_near() ? kMostCoordinateReached - Contacts::kNear : 0;
    for (std::uint16_t steps = span.from; steps <= span.to; ++steps) {
      if (steps == left_out) continue;
      if (steps * longest_ > unchecked) check_room(set, steps, way);
      for (std::size_t k = 0; k < 3 * groups_; ++k) moved_to_[k] = distances.state()[k] + step_[k] * steps;
      const std::uint64_t hash = hash_of_sum(distances.sum() + steps * step_sum);
      const Move move{set, steps, static_cast<std::uint16_t>(way)};
      if (!visit(reinterpret_cast<const Coordinate*>(moved_to_.data()), hash, move)) return false;
    }
    return true;
  }

  // What a step of some pieces along a way adds to the coordinates of a state, in step_. Returns what it adds to their sum.
  TILEWRIGHT_INLINE std::uint64_t step_of(Mask set, std::size_t way) {
    const auto is_back =
        static_cast<Mask>(set & 1);  // the first piece stays: where it would move, the others move the other way
    set ^= static_cast<Mask>(static_cast<Mask>(-is_back) & all);
    way ^= static_cast<std::size_t>(is_back);
    const auto& whole = whole_steps_[way];
    auto others = static_cast<Mask>(set >> 1);
    std::uint64_t factor = 0;
    for (std::size_t group = 0; group < groups_; ++group) {  // of eight pieces
      const auto pieces = static_cast<std::uint8_t>(others);
      step_[3 * group] = whole[0] & std::bit_cast<Chunk>(kPieceLanes[0][pieces & 7]);
      step_[3 * group + 1] = whole[1] & std::bit_cast<Chunk>(kPieceLanes[1][pieces >> 2 & 15]);
      step_[3 * group + 2] = whole[2] & std::bit_cast<Chunk>(kPieceLanes[2][pieces >> 5]);
      factor += kFactorSums[group][pieces];
      others = static_cast<Mask>(others >> 8);
    }
    return factor * packed_steps_[way];
  }

  // std::invalid_argument where a coordinate of the state after a move is too large.
  void check_room(Mask set, std::uint16_t steps, std::size_t way) const {
    const Vector by = directed(way);
    for (int piece = 1; piece < pieces; ++piece) {
      const int moves = static_cast<int>((set >> piece) & 1) - static_cast<int>(set & 1);
      for (int axis = 0; axis < 3; ++axis)
        narrow(distances.coordinates()[3 * (piece - 1) + axis] + moves * steps * by[axis]);
    }
  }

  static constexpr int kMostCoordinateReached = std::numeric_limits<Coordinate>::max();

  Vector origin_;
  State start_;
  std::int32_t longest_ = 0;  // part of a direction
  std::vector<Moved> moved_;  // along the current direction

  std::array<std::uint64_t, 2 * kMostDirections> packed_steps_;
  std::array<std::array<Chunk, 3>, 2 * kMostDirections> whole_steps_;  // of eight pieces, by way
  std::size_t groups_;                                                 // of chunks
  std::array<Chunk, 3 * (kRoom<Mask> / 8)> step_, moved_to_;           // see step_of, and the state after a move
};

}  // namespace tilewright::assembly
