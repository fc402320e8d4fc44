// The moves of an assembly from a state: which sets of pieces can move along which direction, and how far.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/states.hpp"

namespace tilewright::assembly {

using Wide = unsigned __int128;

// Sets of pieces, a bit for each. The narrowest that has room is the quickest.
template <class Mask>
inline constexpr int kRoom = 8 * sizeof(Mask);

template <class Mask>
int lowest(Mask mask) {
  const auto low = static_cast<std::uint64_t>(mask);
  if constexpr (kRoom<Mask> <= 64) {
    return std::countr_zero(low);
  } else {
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(mask >> 64));
  }
}

template <class Mask>
int bits(Mask mask) {
  int count = std::popcount(static_cast<std::uint64_t>(mask));
  if constexpr (kRoom<Mask> > 64) count += std::popcount(static_cast<std::uint64_t>(mask >> 64));
  return count;
}

template <class Mask>
Mask bit(int piece) {
  return static_cast<Mask>(Mask{1} << piece);
}

// States are positions relative to the first piece, which stays: to move it with others is to move the rest the other
// way. A set of pieces can move so many steps if it contains whatever its pieces would meet. Of moves that are as good the
// first is taken: directions forwards and backwards, then pieces, then steps, then sets that move together. BurrTools
// does the same, and its sequences are the same as these.
template <class Mask>
class Moves {
 public:
  Moves(Contacts& contacts, std::vector<std::int32_t> shapes, const std::vector<Vector>& at)
      : contacts_(contacts),
        shapes_(std::move(shapes)),
        origin_(at[0]),
        pieces_(static_cast<int>(at.size())),
        all_(static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (kRoom<Mask> - at.size()))),
        start_(3 * (at.size() - 1)),
        blocks_(contacts.blocks()),
        steps_(blocks_ * at.size() * at.size(), kNoSteps),
        places_(at.size()),
        met_at_once_(blocks_ * at.size()),
        taken_(blocks_ * at.size()),
        met_(at.size()) {
    for (std::size_t block = 0; block < blocks_; ++block) {
      for (int piece = 0; piece < pieces_; ++piece) met_at_once(block, piece).set(piece, ~StepBlock::Lanes{});
    }
    for (int piece = 1; piece < pieces_; ++piece) {
      for (int axis = 0; axis < 3; ++axis) start_[3 * (piece - 1) + axis] = narrow(at[piece][axis] - origin_[axis]);
    }
    state_ = moved_to_ = start_;
  }

  std::size_t width() const { return start_.size(); }  // of a state, in coordinates
  const State& start() const { return start_; }

  std::vector<Vector> positions(const State& state) const {
    std::vector<Vector> found;
    for (int piece = 0; piece < pieces_; ++piece) found.push_back(origin_ + relative(state.data(), piece));
    return found;
  }

  // Whether pieces are free in a state: then they are removed(), and leave along direction().
  bool is_free(const Coordinate* state) {
    measure(state);
    const std::size_t ways = 2 * contacts_.motions().directions.size();
    int least = pieces_;
    sweeps_.clear();
    spans_.clear();
    closures_.clear();
    closed_.clear();
    for (std::size_t block = 0; block < blocks_; ++block) {
      const SetBlock moving = take_along(block);
      const std::size_t first = block * kWaysTogether;
      for (std::size_t lane = 0; lane < std::min(ways - first, kWaysTogether); ++lane) {
        look_along(first + lane, moving[lane], least);
      }
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

  // Calls `visit` with each state that one move leads to and its hash, some of them several times, until it returns false;
  // does nothing but return true where pieces are free. `state` need not stay where it is.
  template <class Visit>
  bool expand(const Coordinate* state, Visit visit) {
    if (is_free(state)) return true;
    std::copy_n(state, width(), state_.data());
    sum_ = sum_of(state, width());
    for (const Sweep& sweep : sweeps_) {
      if (!move_along(sweep, visit)) break;
    }
    return false;
  }

 private:
  // A way is a direction, forwards (2 d) or backwards (2 d + 1).
  struct Span {
    std::uint16_t from, to;  // steps over which the same pieces are taken along
  };
  struct Sweep {
    std::size_t way;
    std::size_t first, spans;  // of spans_; closures_ has a set for each span and piece, 0 for none
  };
  struct Moved {
    Mask set;
    std::uint16_t steps;
  };

  // Sets of pieces for the ways of a block, each in its lane: pieces 0 to 15 in the first word, and so on.
  struct SetBlock {
    using Lanes = StepBlock::Lanes;
    static constexpr int kWords = kRoom<Mask> / 16;
    Lanes words[kWords];  // NOLINT(modernize-avoid-c-arrays): a vector cannot be the argument of a template

    Mask operator[](std::size_t way) const {
      Mask mask = 0;
      for (int word = kWords; word-- > 0;)
        mask = static_cast<Mask>(mask << (kWords > 1 ? 16 : 0) | words[word][way % kWaysTogether]);
      return mask;
    }
    static std::uint16_t own_bit(int piece) { return static_cast<std::uint16_t>(1 << piece % 16); }
    void set(int piece, Lanes ways) {  // for these ways, and for no others
      const std::uint16_t own = own_bit(piece);
      Lanes& word = words[piece / 16];
      word ^= (word ^ ways) & own;
    }
    Lanes contains(int piece) const {
      const std::uint16_t own = own_bit(piece);
      return (Lanes)((words[piece / 16] & own) != 0);
    }
    Lanes size() const {
      Lanes size{};
      for (Lanes word : words) {
        word -= word >> 1 & 0x5555;
        word = (word & 0x3333) + (word >> 2 & 0x3333);
        word = (word + (word >> 4)) & 0x0f0f;
        size += (word + (word >> 8)) & 0x1f;
      }
      return size;
    }
  };

  Vector relative(const Coordinate* state, int piece) const {
    if (piece == 0) return {0, 0, 0};
    const Coordinate* at = state + 3 * (piece - 1);
    return {at[0], at[1], at[2]};
  }

  // The steps that piece i can move along each way of a block before it meets piece j.
  StepBlock& steps(std::size_t block, int i, int j) { return steps_[(block * pieces_ + i) * pieces_ + j]; }
  std::uint16_t steps_along(std::size_t way, int i, int j) const {
    return steps_[(way / kWaysTogether * pieces_ + i) * pieces_ + j].lanes[way % kWaysTogether];
  }

  // A piece, and those that it meets within a step along each way of a block.
  SetBlock& met_at_once(std::size_t block, int piece) { return met_at_once_[block * pieces_ + piece]; }

  // The distances between the pieces of a state. Pairs that lie as they did in the state before have theirs already.
  void measure(const Coordinate* state) {
    std::array<std::int64_t, kRoom<Mask>> shifts{};  // of each piece since then
    for (int piece = 1; piece < pieces_; ++piece) {
      const Coordinate* at = state + 3 * (piece - 1);
      const std::int64_t place = at[0] + at[1] * (std::int64_t{1} << 20) + at[2] * (std::int64_t{1} << 40);
      shifts[piece] = place - places_[piece];
      places_[piece] = place;
    }
    for (int i = 0; i < pieces_; ++i) {
      for (int j = i + 1; j < pieces_; ++j) {
        if (is_measured_ && shifts[i] == shifts[j]) continue;
        const StepBlock* found = contacts_.between(shapes_[i], shapes_[j], relative(state, j) - relative(state, i));
        for (std::size_t block = 0; block < blocks_; ++block) {
          const StepBlock back = turned(found[block]);
          steps(block, i, j) = found[block];
          steps(block, j, i) = back;
          met_at_once(block, i).set(j, (StepBlock::Lanes)(found[block].lanes == 0));
          met_at_once(block, j).set(i, (StepBlock::Lanes)(back.lanes == 0));
        }
      }
    }
    is_measured_ = true;
  }

  // The sets of at most half of the pieces that move together when one of them makes a step, by piece, for all ways of a
  // block; none for pieces that take along more. Returns all sets together.
  SetBlock take_along(std::size_t block) {
    SetBlock* sets = taken_.data() + block * pieces_;
    std::copy_n(&met_at_once(block, 0), pieces_, sets);
    for (int k = 0; k < pieces_; ++k) {  // Warshall 1962
      const SetBlock via = sets[k];
      for (int i = 0; i < pieces_; ++i) {
        const auto reaches = sets[i].contains(k);
        for (int word = 0; word < SetBlock::kWords; ++word) sets[i].words[word] |= reaches & via.words[word];
      }
    }
    const auto half = static_cast<std::uint16_t>(pieces_ / 2);
    SetBlock moving{};
    for (int i = 0; i < pieces_; ++i) {
      const auto is_few = (StepBlock::Lanes)(sets[i].size() <= half);
      for (int word = 0; word < SetBlock::kWords; ++word) moving.words[word] |= sets[i].words[word] &= is_few;
    }
    return moving;
  }

  // Which sets of at most half of the pieces can move along a way, and how far; the others may move the other way instead.
  // `moving`: the pieces of those that make a step. The smallest set that can leave is kept; of equal ones that of the
  // first way, then of the first piece.
  void look_along(std::size_t way, Mask moving, int& least) {
    const std::size_t first = spans_.size();
    for (std::uint16_t from = 1; moving;) {
      closures_.resize((spans_.size() + 1) * pieces_);
      Mask* sets = closures_.data() + spans_.size() * pieces_;
      if (from == 1) {
        for (int piece = 0; piece < pieces_; ++piece) sets[piece] = taken_[way / kWaysTogether * pieces_ + piece][way];
      } else {
        moving = take_along_further(way, from, moving, sets);
        if (!moving) break;
      }
      std::uint16_t to = kNever;
      for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) {
        const int piece = lowest(rest);
        for (int j = 0; j < pieces_; ++j) {
          const std::uint16_t steps = steps_along(way, piece, j);
          if (steps >= from) to = std::min(to, steps);
        }
      }
      if (to == kNever) {
        for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) {
          const Mask set = sets[lowest(rest)];
          closed_.push_back({set, directed(way)});
          if (bits(set) >= least) continue;
          least = bits(set);
          removed_ = set;
          direction_ = directed(way);
        }
        break;
      }
      spans_.push_back({from, to});
      from = static_cast<std::uint16_t>(to + 1);
    }
    closures_.resize(spans_.size() * pieces_);
    if (spans_.size() > first) sweeps_.push_back({way, first, spans_.size() - first});
  }

  // The same for so many steps along a way, of the pieces that move fewer; returns those that move so many.
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
            met |= static_cast<Mask>(static_cast<Mask>(steps_along(way, at, j) < steps) << j);
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
    const Vector& step = contacts_.motions().directions[way / 2];
    return way % 2 ? Vector{0, 0, 0} - step : step;
  }

  // All moves along one direction, until `visit` returns false. No piece is free, so each set meets something in the end.
  template <class Visit>
  bool move_along(const Sweep& sweep, Visit& visit) {
    moved_.clear();
    for (int piece = 0; piece < pieces_; ++piece) {
      for (std::size_t span = sweep.first; span < sweep.first + sweep.spans; ++span) {
        const Mask set = closures_[span * pieces_ + piece];
        if (!set) break;
        for (std::uint16_t steps = spans_[span].from; steps <= spans_[span].to; ++steps) {
          if (!move(set, steps, sweep, visit)) return false;
        }
      }
    }
    // Sets that move as far may move together.
    for (std::size_t k = 1; k < moved_.size(); ++k) {
      for (std::size_t other = 0; other < k; ++other) {
        if (moved_[k].steps != moved_[other].steps) continue;
        const auto both = static_cast<Mask>(moved_[k].set | moved_[other].set);
        if (bits(both) <= pieces_ / 2 && !move(both, moved_[k].steps, sweep, visit)) return false;
      }
    }
    return true;
  }

  // Visits the state after a move, unless the same move was made before.
  template <class Visit>
  bool move(Mask set, std::uint16_t steps, const Sweep& sweep, Visit& visit) {
    for (const Moved& known : moved_) {
      if (known.set == set && known.steps == steps) return true;
    }
    moved_.push_back({set, steps});
    Vector by = directed(sweep.way);
    for (std::int32_t& part : by) part *= set & 1 ? -steps : steps;
    if (set & 1) set = all_ & static_cast<Mask>(~set);  // the first piece stays
    std::copy_n(state_.data(), width(), moved_to_.data());
    std::uint64_t sum = sum_;
    for (; set; set &= static_cast<Mask>(set - 1)) {
      const int first = 3 * (lowest(set) - 1);
      for (int axis = 0; axis < 3; ++axis) {
        Coordinate& at = moved_to_[first + axis];
        at = narrow(at + by[axis]);
        sum += kFactors[first + axis] * static_cast<std::uint64_t>(std::int64_t{by[axis]});
      }
    }
    return visit(moved_to_.data(), hash_of_sum(sum));
  }

  Contacts& contacts_;
  std::vector<std::int32_t> shapes_;
  Vector origin_;
  int pieces_;
  Mask all_;
  State start_;
  std::size_t blocks_;                // of ways
  std::vector<StepBlock> steps_;      // see steps(), of the state that was measured last
  std::vector<std::int64_t> places_;  // of the pieces in that state, each as one number
  bool is_measured_ = false;
  State state_, moved_to_;  // the state that is expanded, and one that a move leads to
  std::uint64_t sum_ = 0;   // of the state that is expanded, for hashes
  Mask removed_ = 0;
  Vector direction_{};

  std::vector<SetBlock> met_at_once_;  // of the state that was measured last
  std::vector<SetBlock> taken_;        // see take_along
  std::vector<Mask> met_;              // the pieces that a piece meets, for take_along_further
  std::vector<Mask> closures_;
  std::vector<Free> closed_;  // what pieces take along when they leave
  std::vector<Span> spans_;
  std::vector<Sweep> sweeps_;
  std::vector<Moved> moved_;  // along the current direction
};

}  // namespace tilewright::assembly
