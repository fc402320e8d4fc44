// The moves of an assembly from a state: which sets of pieces can move along which direction, and how far.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/pair_distances.hpp"
#include "families/assembly/piece_sets.hpp"
#include "families/assembly/states.hpp"

namespace tilewright::assembly {

// States are positions relative to the first piece, which stays: to move it with others is to move the rest the other
// way. A set of pieces can move so many steps if it contains whatever its pieces would meet. Of moves that are as good the
// first is taken: directions forwards and backwards, then pieces, then steps, then sets that move together. BurrTools
// does the same, and its sequences are the same as these.
template <class Mask>
class Moves {
 public:
  Moves(Contacts& contacts, std::vector<std::int32_t> shapes, const std::vector<Vector>& at)
      : directions_(contacts.motions().directions),
        distances_(contacts, std::move(shapes)),
        origin_(at[0]),
        pieces_(distances_.pieces()),
        all_(distances_.all()),
        start_(3 * (at.size() - 1)),
        ways_(2 * directions_.size()),
        taken_(distances_.blocks() * at.size()),
        groups_(chunks_of(at.size()) / 3) {
    for (int piece = 1; piece < pieces_; ++piece) {
      for (int axis = 0; axis < 3; ++axis) start_[3 * (piece - 1) + axis] = narrow(at[piece][axis] - origin_[axis]);
    }
    for (std::size_t way = 0; way < ways_; ++way) {
      const Vector by = directed(way);
      packed_steps_[way] = packed(by);
      for (std::size_t k = 0; k < 3 * kChunk; ++k) {
        whole_steps_[way][k / kChunk][k % kChunk] = static_cast<std::uint16_t>(by[k % 3]);
      }
      for (const std::int32_t part : by) longest_ = std::max(longest_, part);
    }
    spans_.reserve(2 * ways_);
    sweeps_.reserve(ways_);
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

  // Whether pieces are free in a state: then they are removed(), and leave along direction().
  bool is_free(const Coordinate* state) {
    distances_.measure(state, hub_);
    int least = pieces_;
    sweeps_.clear();
    spans_.clear();
    closed_.clear();
    Mask moving_pieces = 0;  // along any way
    for (std::size_t block = 0; block < distances_.blocks(); ++block) {
      const SetBlock<Mask> moving = take_along(block);
      const Mask any = moving.any();
      if (!any) continue;
      moving_pieces |= any;
      const FirstSpans spans = first_spans(block, moving);
      const std::size_t first = block * kWaysTogether;
      for (std::size_t lane = 0; lane < std::min(ways_ - first, kWaysTogether); ++lane) {
        if (const Mask set = moving[lane]) {
          look_along(first + lane, lane, set, spans, least);
        }
      }
    }
    if (moving_pieces & bit<Mask>(hub_) && moving_pieces != all_) {
      hub_ = lowest(static_cast<Mask>(all_ & ~moving_pieces));
    }
    return least < pieces_;
  }

  // Pieces that can leave together along a direction.
  struct Free {
    Mask set;
    Vector direction;
  };

  // All sets of at most half of the pieces that can leave the state for which is_free() was called last; one of each two
  // that are each other's rest. Fewer when there are more than `most`.
  std::vector<Free> free_sets(std::size_t most) const {
    std::vector<Free> found;
    std::set<Mask> splits;
    for (std::size_t k = 0; k < closed_.size();) {
      const Vector direction = closed_[k].direction;
      std::set<Mask> own;  // sets that can leave along this direction may do so together
      for (; k < closed_.size() && closed_[k].direction == direction; ++k) {
        std::vector<Mask> more{closed_[k].set};
        for (const Mask set : own) more.push_back(set | closed_[k].set);
        for (const Mask set : more) {
          if (bits(set) > pieces_ / 2 || !own.insert(set).second) continue;
          if (splits.insert(set & 1 ? all_ & ~set : set).second) found.push_back({set, direction});
          if (found.size() > most) return found;
        }
      }
    }
    return found;
  }

  // Of these sets, those that a single piece takes along.
  std::vector<Free> free_groups() const {
    std::vector<Free> found;
    std::set<Mask> splits;
    for (const Free& one : closed_) {
      if (splits.insert(one.set & 1 ? all_ & ~one.set : one.set).second) found.push_back(one);
    }
    return found;
  }

  Mask removed() const { return removed_; }
  const Vector& direction() const { return direction_; }

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
    if (is_free(state)) return true;
    for (const Sweep& sweep : sweeps_) {
      if (!move_along(sweep, before, visit)) break;
    }
    return false;
  }

 private:
  using Lanes = StepBlock::Lanes;

  static constexpr std::uint16_t kLeaves = kNever - 1;

  struct Span {
    std::uint16_t from, to;  // steps over which the same pieces are taken along
    Mask first_pieces;       // of each set that moves, the first piece that takes along all of it
  };
  struct Sweep {
    std::size_t way;
    std::size_t first, spans;  // of spans_; closures_ has a set for each span but the first and each piece
    Mask joining;              // pieces whose sets of one step may move together with others
  };
  // The first span along each way of a block: its steps less one, kLeaves or more where what moves leaves; the first pieces
  // of the sets; the pieces that may move farther; and those whose sets may move together with others.
  struct FirstSpans {
    Lanes steps;
    SetBlock<Mask> first_pieces, remaining, joining;
  };
  struct Moved {
    Mask set;
    std::uint16_t steps;
  };

  static Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }

  Lanes ways_in(std::size_t block) const {
    Lanes used{};
    for (std::size_t lane = 0; lane < std::min(ways_ - block * kWaysTogether, kWaysTogether); ++lane)
      used[lane] = kNever;
    return used;
  }

  // The sets of at most half of the pieces that move together when one of them makes a step, by piece, for all ways of a
  // block; none for pieces that take along more. Returns all sets together; only sets of pieces in it are valid.
  SetBlock<Mask> take_along(std::size_t block) {
    const SetBlock<Mask>* rows = distances_.met_at_once(block);
    const auto half = static_cast<std::uint16_t>(pieces_ / 2);
    // Where the hub takes along more, so does each piece that takes along the hub: those that it takes along backwards.
    SetBlock<Mask> reached = rows[hub_];
    for (;;) {
      SetBlock<Mask> more = reached;
      for (int k = 0; k < pieces_; ++k) more.add(rows[k], reached.contains(k));
      if (more == reached) break;
      reached = more;
    }
    const auto is_many = (Lanes)(reached.size() > half);
    const Lanes used = ways_in(block);
    SetBlock<Mask> open{};  // pieces that may take along few
    for (int word = 0; word < SetBlock<Mask>::kWords; ++word) {
      const auto all = static_cast<std::uint16_t>(all_ >> (SetBlock<Mask>::kWords > 1 ? 16 * word : 0));
      open.words[word] = ~(turned({reached.words[word]}).lanes & is_many) & used & all;
    }
    int count = 0;
    for (Mask rest = open.any(); rest; rest &= static_cast<Mask>(rest - 1)) {
      movers_[count] = lowest(rest);
      sets_[count++] = rows[lowest(rest)];
    }
    for (int through = 0; through < count; ++through) {  // Warshall 1962
      const SetBlock<Mask> via = sets_[through];
      for (int k = 0; k < count; ++k) sets_[k].add(via, sets_[k].contains(movers_[through]));
    }
    SetBlock<Mask> moving{};
    movers_count_ = 0;
    for (int k = 0; k < count; ++k) {
      const int piece = movers_[k];
      SetBlock<Mask> set = sets_[k];
      const auto is_few = (Lanes)(set.size() <= half) & open.contains(piece);
      for (int word = 0; word < SetBlock<Mask>::kWords; ++word) moving.words[word] |= set.words[word] &= is_few;
      taken_[block * pieces_ + piece] = sets_[movers_count_] = set;
      movers_[movers_count_] = piece;
      movers_count_ += !(set == SetBlock<Mask>{});
    }
    return moving;
  }

  // `moving`: what take_along() found. The first span ends where the first of them meets a piece that it does not meet at
  // once. Those stop there that meet a piece which does not move, and what takes them along.
  FirstSpans first_spans(std::size_t block, const SetBlock<Mask>& moving) {
    for (int piece = 0; piece < pieces_; ++piece) moves_[piece] = moving.contains(piece);
    Lanes least = ~Lanes{};
    for (int k = 0; k < movers_count_; ++k) {
      const StepBlock* row = distances_.steps(block, movers_[k]);
      Lanes nearest = ~Lanes{}, nearest_still = nearest;  // less one step, so that what it meets at once is far
      for (int other = 0; other < pieces_; ++other) {
        const Lanes steps = row[other].lanes - 1;
        nearest = min(nearest, steps);
        nearest_still = min(nearest_still, steps | moves_[other]);
      }
      stops_[k] = nearest_still;
      least = min(least, nearest | ~moves_[movers_[k]]);
    }
    for (int k = 0; k < movers_count_; ++k) stops_[k] = (Lanes)(stops_[k] == least);
    FirstSpans spans{least, {}, {}, {}};
    const auto half = static_cast<std::uint16_t>(pieces_ / 2);
    for (int k = 0; k < movers_count_; ++k) {
      const int piece = movers_[k];
      Lanes is_stopped = stops_[k], is_later{};
      for (int other = 0; other < k; ++other) {
        const Lanes takes = sets_[k].contains(movers_[other]), is_taken = sets_[other].contains(piece);
        is_stopped |= takes & stops_[other];
        is_later |= takes & is_taken;
        SetBlock<Mask> both = sets_[k];
        both.add(sets_[other], ~Lanes{});
        const Lanes are_two = moves_[piece] & moves_[movers_[other]] & ~(takes | is_taken);
        const Lanes join = are_two & (Lanes)(both.size() <= half);
        spans.joining.add(piece, join);
        spans.joining.add(movers_[other], join);
      }
      for (int other = k + 1; other < movers_count_; ++other) {
        is_stopped |= sets_[k].contains(movers_[other]) & stops_[other];
      }
      spans.first_pieces.add(piece, moves_[piece] & ~is_later);
      spans.remaining.add(piece, moves_[piece] & ~is_stopped);
    }
    return spans;
  }

  // Of a piece that moves along a way; by take_along().
  Mask taken(std::size_t way, int piece) const { return taken_[way / kWaysTogether * pieces_ + piece][way]; }

  // Which sets of at most half of the pieces can move along a way, and how far; the others may move the other way instead.
  // `moving`: the pieces of those that make a step. The smallest set that can leave is kept; of equal ones that of the first
  // way, then of the first piece.
  void look_along(std::size_t way, std::size_t lane, Mask moving, const FirstSpans& first_spans, int& least) {
    const std::uint16_t steps = first_spans.steps[lane];
    if (steps >= kLeaves) {
      for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) leave(way, taken(way, lowest(rest)), least);
      return;
    }
    const std::size_t first = spans_.size();
    auto to = static_cast<std::uint16_t>(steps + 1);
    spans_.push_back({1, to, first_spans.first_pieces[lane]});
    Mask remaining = first_spans.remaining[lane];
    while (remaining) {
      const auto from = static_cast<std::uint16_t>(to + 1);
      Mask* sets = closures(spans_.size());
      remaining = take_along_further(way, from, remaining, sets);
      to = kNever;
      for (Mask rest = remaining; rest; rest &= static_cast<Mask>(rest - 1)) {
        const int piece = lowest(rest);
        for (int j = 0; j < pieces_; ++j) {
          const std::uint16_t distance = distances_.steps_along(way, piece, j);
          if (distance >= from) to = std::min(to, distance);
        }
      }
      if (to == kNever) {
        for (Mask rest = remaining; rest; rest &= static_cast<Mask>(rest - 1)) leave(way, sets[lowest(rest)], least);
        break;
      }
      spans_.push_back({from, to, first_pieces(remaining, sets)});
    }
    sweeps_.push_back({way, first, spans_.size() - first, first_spans.joining[lane]});
  }

  void leave(std::size_t way, Mask set, int& least) {
    closed_.push_back({set, directed(way)});
    if (bits(set) >= least) return;
    least = bits(set);
    removed_ = set;
    direction_ = directed(way);
  }

  // Room for the sets of a span, by piece.
  Mask* closures(std::size_t span) {
    if (closures_.size() < (span + 1) * pieces_) closures_.resize(2 * (span + 1) * pieces_);
    return closures_.data() + span * pieces_;
  }

  Mask first_pieces(Mask moving, const Mask* sets) const {
    Mask first = 0;
    while (moving) {
      const int piece = lowest(moving);
      first |= bit<Mask>(piece);
      moving &= static_cast<Mask>(moving - 1);
      for (Mask rest = moving & sets[piece]; rest; rest &= static_cast<Mask>(rest - 1)) {
        const int other = lowest(rest);
        if (sets[other] == sets[piece]) moving ^= bit<Mask>(other);
      }
    }
    return first;
  }

  // The sets that move together when one of some pieces makes so many steps along a way. They move fewer; returns those that
  // move so many.
  Mask take_along_further(std::size_t way, std::uint16_t steps, Mask moving, Mask* sets) {
    const int half = pieces_ / 2;
    Mask known = 0, stuck = all_ & static_cast<Mask>(~moving);
    std::fill_n(sets, pieces_, Mask{0});
    for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      auto set = bit<Mask>(piece);
      for (Mask open = set; open && !(set & stuck) && bits(set) <= half;) {
        const int at = lowest(open);
        if (!(known & bit<Mask>(at))) {
          Mask met = 0;
          for (int j = 0; j < pieces_; ++j)
            met |= static_cast<Mask>(static_cast<Mask>(distances_.steps_along(way, at, j) < steps) << j);
          met_[at] = met;
          known |= bit<Mask>(at);
        }
        const auto more = static_cast<Mask>(met_[at] & ~set);
        set |= more;
        open = static_cast<Mask>((open & (open - 1)) | more);
      }
      if ((set & stuck) || bits(set) > half) {
        stuck |= bit<Mask>(piece);
      } else {
        sets[piece] = set;
      }
    }
    return moving & static_cast<Mask>(~stuck);
  }

  Vector directed(std::size_t way) const {
    const Vector& step = directions_[way / 2];
    return way % 2 ? Vector{0, 0, 0} - step : step;
  }

  // All moves along one direction, until `visit` returns false. No piece is free, so each set meets something in the end.
  template <class Visit>
  bool move_along(const Sweep& sweep, const Move& before, Visit& visit) {
    return sweep.way / 2 == before.way / 2 ? move_along<true>(sweep, before, visit)
                                           : move_along<false>(sweep, before, visit);
  }

  // `is_along`: this direction is also that of the move before.
  template <bool is_along, class Visit>
  bool move_along(const Sweep& sweep, const Move& before, Visit& visit) {
    const Mask first_pieces = spans_[sweep.first].first_pieces;
    for (Mask rest = first_pieces; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      if (!move<is_along>(taken(sweep.way, piece), spans_[sweep.first], sweep.way, before, visit)) return false;
      for (std::size_t span = 1; span < sweep.spans && moves_in(sweep, span, piece); ++span) {
        const Span& next = spans_[sweep.first + span];
        if (!move<is_along>(set_in(sweep, span, piece), next, sweep.way, before, visit)) return false;
      }
    }
    return !sweep.joining || move_together<is_along>(sweep, before, visit);
  }

  // Sets that move as far may move together. Where two that make one step are too many pieces, or one of them is within the
  // other, the same holds for more steps.
  template <bool is_along, class Visit>
  bool move_together(const Sweep& sweep, const Move& before, Visit& visit) {
    const auto joining = static_cast<Mask>(sweep.joining & spans_[sweep.first].first_pieces);
    const auto others = static_cast<Mask>(joining & (joining - 1));
    if (sweep.spans == 1 && !(others & (others - 1))) {
      const auto both = static_cast<Mask>(taken(sweep.way, lowest(joining)) | taken(sweep.way, lowest(others)));
      return move<is_along>(both, spans_[sweep.first], sweep.way, before, visit);
    }
    moved_.clear();
    for (Mask rest = joining; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      for (std::size_t span = 0; span < sweep.spans && moves_in(sweep, span, piece); ++span) {
        const auto [from, to, first_pieces] = spans_[sweep.first + span];
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

  // Whether a set is named after a piece in a span of a sweep, or moves with an earlier piece; and this set.
  bool moves_in(const Sweep& sweep, std::size_t span, int piece) const {
    return (spans_[sweep.first + span].first_pieces & bit<Mask>(piece)) != 0;
  }
  Mask set_in(const Sweep& sweep, std::size_t span, int piece) const {
    return span == 0 ? taken(sweep.way, piece) : closures_[(sweep.first + span) * pieces_ + piece];
  }

  // Whether two sets are not one within the other, and few enough together.
  bool is_join(Mask set, Mask other) const {
    const auto both = static_cast<Mask>(set | other);
    return (both != set) & (both != other) & (bits(both) <= pieces_ / 2);
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
      if (set == before.set || set == (all_ & ~before.set)) return true;
      const auto common = static_cast<Mask>(set & before.set);
      const bool are_two = way == before.way ? common == 0 : (common == set) | (common == before.set);
      left_out = static_cast<std::uint16_t>(before.steps & -static_cast<int>(are_two));
    }
    const std::uint64_t step_sum = step_of(set, way);
    const int unchecked = distances_.is_near() ? kMostCoordinateReached - Contacts::kNear : 0;
    for (std::uint16_t steps = span.from; steps <= span.to; ++steps) {
      if (steps == left_out) continue;
      if (steps * longest_ > unchecked) check_room(set, steps, way);
      for (std::size_t k = 0; k < 3 * groups_; ++k) moved_to_[k] = distances_.state()[k] + step_[k] * steps;
      const std::uint64_t hash = hash_of_sum(distances_.sum() + steps * step_sum);
      const Move move{set, steps, static_cast<std::uint16_t>(way)};
      if (!visit(reinterpret_cast<const Coordinate*>(moved_to_.data()), hash, move)) return false;
    }
    return true;
  }

  // What a step of some pieces along a way adds to the coordinates of a state, in step_. Returns what it adds to their sum.
  TILEWRIGHT_INLINE std::uint64_t step_of(Mask set, std::size_t way) {
    const auto is_back =
        static_cast<Mask>(set & 1);  // the first piece stays: where it would move, the others move the other way
    set ^= static_cast<Mask>(static_cast<Mask>(-is_back) & all_);
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
    for (int piece = 1; piece < pieces_; ++piece) {
      const int moves = static_cast<int>((set >> piece) & 1) - static_cast<int>(set & 1);
      for (int axis = 0; axis < 3; ++axis)
        narrow(distances_.coordinates()[3 * (piece - 1) + axis] + moves * steps * by[axis]);
    }
  }

  static constexpr int kMostCoordinateReached = std::numeric_limits<Coordinate>::max();

  const std::vector<Vector>& directions_;
  PairDistances<Mask> distances_;
  Vector origin_;
  int pieces_;
  Mask all_;
  State start_;
  std::size_t ways_;
  std::int32_t longest_ = 0;  // part of a direction
  int hub_ = 0;               // a piece that mostly cannot move
  Mask removed_ = 0;
  Vector direction_{};

  std::vector<SetBlock<Mask>> taken_;    // the sets that take_along() found, by block and piece
  std::array<int, kRoom<Mask>> movers_;  // of the block at hand: the pieces of such sets, and these
  std::array<SetBlock<Mask>, kRoom<Mask>> sets_;
  int movers_count_ = 0;
  std::array<Lanes, kRoom<Mask>> moves_, stops_;  // see first_spans
  std::array<Mask, kRoom<Mask>> met_;             // the pieces that a piece meets, for take_along_further
  std::vector<Mask> closures_;
  std::vector<Free> closed_;  // what pieces take along when they leave
  std::vector<Span> spans_;
  std::vector<Sweep> sweeps_;
  std::vector<Moved> moved_;  // along the current direction

  std::array<std::uint64_t, 2 * kMostDirections> packed_steps_;
  std::array<std::array<Chunk, 3>, 2 * kMostDirections> whole_steps_;  // of eight pieces, by way
  std::size_t groups_;                                                 // of chunks
  std::array<Chunk, 3 * (kRoom<Mask> / 8)> step_, moved_to_;           // see step_of, and the state after a move
};

}  // namespace tilewright::assembly
