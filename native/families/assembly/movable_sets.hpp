// The sets of pieces of an assembly that can move from a state, along all ways and how far, and those that can leave.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/pair_distances.hpp"
#include "families/assembly/piece_sets.hpp"
#include "families/assembly/states.hpp"

namespace tilewright::assembly {

// A set of pieces can move so many steps if it contains whatever its pieces would meet. Looked at are sets of at most half
// of the pieces; the others may move the other way instead.
template <class Mask>
class MovableSets {
 public:
  MovableSets(Contacts& contacts, std::vector<std::int32_t> shapes)
      : directions(contacts.motions().directions),
        distances(contacts, std::move(shapes)),
        pieces(distances.pieces()),
        all(distances.all()),
        ways(2 * directions.size()),
        taken_(distances.blocks() * static_cast<std::size_t>(pieces)) {
    spans.reserve(2 * ways);
    sweeps.reserve(ways);
  }

  // Whether pieces are free in a state: then they are removed(), and leave along direction().
  bool is_free(const Coordinate* state) {
    distances.measure(state, hub_);
    int least = pieces;
    sweeps.clear();
    spans.clear();
    closed_.clear();
    Mask moving_pieces = 0;  // along any way
    for (std::size_t block = 0; block < distances.blocks(); ++block) {
      const SetBlock<Mask> moving = take_along(block);
      const Mask any = moving.any();
      if (!any) continue;
      moving_pieces |= any;
      const FirstSpans firsts = first_spans(block, moving);
      const std::size_t first = block * kWaysTogether;
      for (std::size_t lane = 0; lane < std::min(ways - first, kWaysTogether); ++lane) {
        if (const Mask set = moving[lane]) {
          look_along(first + lane, lane, set, firsts, least);
        }
      }
    }
    if (moving_pieces & bit<Mask>(hub_) && moving_pieces != all) {
      hub_ = lowest(static_cast<Mask>(all & ~moving_pieces));
    }
    return least < pieces;
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
          if (bits(set) > pieces / 2 || !own.insert(set).second) continue;
          if (splits.insert(set & 1 ? all & ~set : set).second) found.push_back({set, direction});
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
      if (splits.insert(one.set & 1 ? all & ~one.set : one.set).second) found.push_back(one);
    }
    return found;
  }

  Mask removed() const { return removed_; }
  const Vector& direction() const { return direction_; }

 protected:
  struct Span {
    std::uint16_t from, to;  // steps over which the same pieces are taken along
    Mask first_pieces;       // of each set that moves, the first piece that takes along all of it
  };
  struct Sweep {
    std::size_t way;
    std::size_t first, spans;  // of spans; closures_ has a set for each span but the first and each piece
    Mask joining;              // pieces whose sets of one step may move together with others
  };

  // A way is a direction, forwards (2 d) or backwards (2 d + 1).
  Vector directed(std::size_t way) const {
    const Vector& step = directions[way / 2];
    return way % 2 ? Vector{0, 0, 0} - step : step;
  }

  // Of a piece that moves along a way; by take_along().
  Mask taken(std::size_t way, int piece) const { return taken_[way / kWaysTogether * pieces + piece][way]; }

  // Whether a set is named after a piece in a span of a sweep, or moves with an earlier piece; and this set.
  bool moves_in(const Sweep& sweep, std::size_t span, int piece) const {
    return (spans[sweep.first + span].first_pieces & bit<Mask>(piece)) != 0;
  }
  Mask set_in(const Sweep& sweep, std::size_t span, int piece) const {
    return span == 0 ? taken(sweep.way, piece) : closures_[(sweep.first + span) * pieces + piece];
  }

  const std::vector<Vector>& directions;
  PairDistances<Mask> distances;  // in the state that was looked at last
  int pieces;
  Mask all;
  std::size_t ways;
  std::vector<Span> spans;
  std::vector<Sweep> sweeps;

 private:
  using Lanes = StepBlock::Lanes;

  static constexpr std::uint16_t kLeaves = kNever - 1;

  // The first span along each way of a block: its steps less one, kLeaves or more where what moves leaves; the first pieces
  // of the sets; the pieces that may move farther; and those whose sets may move together with others.
  struct FirstSpans {
    Lanes steps;
    SetBlock<Mask> first_pieces, remaining, joining;
  };

  static Lanes min(Lanes a, Lanes b) { return a < b ? a : b; }

  Lanes ways_in(std::size_t block) const {
    Lanes used{};
    for (std::size_t lane = 0; lane < std::min(ways - block * kWaysTogether, kWaysTogether); ++lane)
      used[lane] = kNever;
    return used;
  }

  // The sets of at most half of the pieces that move together when one of them makes a step, by piece, for all ways of a
  // block; none for pieces that take along more. Returns all sets together; only sets of pieces in it are valid.
  SetBlock<Mask> take_along(std::size_t block) {
    const SetBlock<Mask>* rows = distances.met_at_once(block);
    const auto half = static_cast<std::uint16_t>(pieces / 2);
    // Where the hub takes along more, so does each piece that takes along the hub: those that it takes along backwards.
    SetBlock<Mask> reached = rows[hub_];
    for (;;) {
      SetBlock<Mask> more = reached;
      for (int k = 0; k < pieces; ++k) more.add(rows[k], reached.contains(k));
      if (more == reached) break;
      reached = more;
    }
    const auto is_many = (Lanes)(reached.size() > half);
    const Lanes used = ways_in(block);
    SetBlock<Mask> open{};  // pieces that may take along few
    for (int word = 0; word < SetBlock<Mask>::kWords; ++word) {
      const auto present = static_cast<std::uint16_t>(all >> (SetBlock<Mask>::kWords > 1 ? 16 * word : 0));
      open.words[word] = ~(turned({reached.words[word]}).lanes & is_many) & used & present;
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
      taken_[block * pieces + piece] = sets_[movers_count_] = set;
      movers_[movers_count_] = piece;
      movers_count_ += !(set == SetBlock<Mask>{});
    }
    return moving;
  }

  // `moving`: what take_along() found. The first span ends where the first of them meets a piece that it does not meet at
  // once. Those stop there that meet a piece which does not move, and what takes them along.
  FirstSpans first_spans(std::size_t block, const SetBlock<Mask>& moving) {
    for (int piece = 0; piece < pieces; ++piece) moves_[piece] = moving.contains(piece);
    Lanes least = ~Lanes{};
    for (int k = 0; k < movers_count_; ++k) {
      const StepBlock* row = distances.steps(block, movers_[k]);
      Lanes nearest = ~Lanes{}, nearest_still = nearest;  // less one step, so that what it meets at once is far
      for (int other = 0; other < pieces; ++other) {
        const Lanes steps = row[other].lanes - 1;
        nearest = min(nearest, steps);
        nearest_still = min(nearest_still, steps | moves_[other]);
      }
      stops_[k] = nearest_still;
      least = min(least, nearest | ~moves_[movers_[k]]);
    }
    for (int k = 0; k < movers_count_; ++k) stops_[k] = (Lanes)(stops_[k] == least);
    FirstSpans firsts{least, {}, {}, {}};
    const auto half = static_cast<std::uint16_t>(pieces / 2);
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
        firsts.joining.add(piece, join);
        firsts.joining.add(movers_[other], join);
      }
      for (int other = k + 1; other < movers_count_; ++other) {
        is_stopped |= sets_[k].contains(movers_[other]) & stops_[other];
      }
      firsts.first_pieces.add(piece, moves_[piece] & ~is_later);
      firsts.remaining.add(piece, moves_[piece] & ~is_stopped);
    }
    return firsts;
  }

  // Which sets of at most half of the pieces can move along a way, and how far; the others may move the other way instead.
  // `moving`: the pieces of those that make a step. The smallest set that can leave is kept; of equal ones that of the first
  // way, then of the first piece.
  void look_along(std::size_t way, std::size_t lane, Mask moving, const FirstSpans& first_spans, int& least) {
    const std::uint16_t steps = first_spans.steps[lane];
    if (steps >= kLeaves) {
      for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) leave(way, taken(way, lowest(rest)), least);
      return;
    }
    const std::size_t first = spans.size();
    auto to = static_cast<std::uint16_t>(steps + 1);
    spans.push_back({1, to, first_spans.first_pieces[lane]});
    Mask remaining = first_spans.remaining[lane];
    while (remaining) {
      const auto from = static_cast<std::uint16_t>(to + 1);
      Mask* sets = closures(spans.size());
      remaining = take_along_further(way, from, remaining, sets);
      to = kNever;
      for (Mask rest = remaining; rest; rest &= static_cast<Mask>(rest - 1)) {
        const int piece = lowest(rest);
        for (int j = 0; j < pieces; ++j) {
          const std::uint16_t distance = distances.steps_along(way, piece, j);
          if (distance >= from) to = std::min(to, distance);
        }
      }
      if (to == kNever) {
        for (Mask rest = remaining; rest; rest &= static_cast<Mask>(rest - 1)) leave(way, sets[lowest(rest)], least);
        break;
      }
      spans.push_back({from, to, first_pieces(remaining, sets)});
    }
    sweeps.push_back({way, first, spans.size() - first, first_spans.joining[lane]});
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
    if (closures_.size() < (span + 1) * pieces) closures_.resize(2 * (span + 1) * pieces);
    return closures_.data() + span * pieces;
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
    const int half = pieces / 2;
    Mask known = 0, stuck = all & static_cast<Mask>(~moving);
    std::fill_n(sets, pieces, Mask{0});
    for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      auto set = bit<Mask>(piece);
      for (Mask open = set; open && !(set & stuck) && bits(set) <= half;) {
        const int at = lowest(open);
        if (!(known & bit<Mask>(at))) {
          Mask met = 0;
          for (int j = 0; j < pieces; ++j)
            met |= static_cast<Mask>(static_cast<Mask>(distances.steps_along(way, at, j) < steps) << j);
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

  int hub_ = 0;  // a piece that mostly cannot move
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
};

}  // namespace tilewright::assembly
