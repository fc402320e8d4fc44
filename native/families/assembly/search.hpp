// Breadth-first search over the relative positions of pieces: the moves from a state, and searches that keep all states.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/disassembly.hpp"
#include "numbers.hpp"

namespace tilewright::assembly {

using Wide = unsigned __int128;

inline int lowest(std::uint64_t mask) { return std::countr_zero(mask); }
inline int lowest(Wide mask) {
  const auto low = static_cast<std::uint64_t>(mask);
  return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(mask >> 64));
}

inline int bits(std::uint64_t mask) { return std::popcount(mask); }
inline int bits(Wide mask) {
  return std::popcount(static_cast<std::uint64_t>(mask)) + std::popcount(static_cast<std::uint64_t>(mask >> 64));
}

using Coordinate = std::int16_t;
using State = std::vector<Coordinate>;
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

inline Coordinate narrow(std::int32_t value) {
  if (value < std::numeric_limits<Coordinate>::min() || value > std::numeric_limits<Coordinate>::max()) {
    throw std::invalid_argument("pieces are too far apart");
  }
  return static_cast<Coordinate>(value);
}

// States, each once, numbered in the order in which they come.
class StateSet {
 public:
  explicit StateSet(std::size_t width) : width_(width), table_(kLeastTable, kNone) {}

  std::uint32_t size() const { return size_; }
  const Coordinate* operator[](std::uint32_t number) const { return states_.data() + width_ * number; }
  State copy(std::uint32_t number) const { return {(*this)[number], (*this)[number] + width_}; }

  std::uint64_t hash_of(const Coordinate* state) const {
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < width_; ++k) {
      hash = (hash ^ static_cast<std::uint16_t>(state[k])) * kHashFactor;
      hash ^= hash >> 29;
    }
    return hash ^ hash >> 32;
  }

  bool contains(const Coordinate* state, std::uint64_t hash) const { return table_[slot(state, hash)] != kNone; }

  // Adds a state that is not there.
  void add(const Coordinate* state, std::uint64_t hash) {
    table_[slot(state, hash)] = size_++;
    states_.insert(states_.end(), state, state + width_);
    if (2 * std::size_t{size_} > table_.size()) rehash(2 * table_.size());
  }

  // Empties the set; it keeps room for as many states as it had.
  void clear() {
    const std::size_t held = std::bit_ceil(2 * std::size_t{size_} + 1);
    states_.clear();
    size_ = 0;
    table_.assign(std::max(kLeastTable, held), kNone);
  }

 private:
  static constexpr std::size_t kLeastTable = 1 << 8;

  std::size_t slot(const Coordinate* state, std::uint64_t hash) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t at = hash & mask;
    while (table_[at] != kNone && std::memcmp((*this)[table_[at]], state, width_ * sizeof(Coordinate)) != 0) {
      at = (at + 1) & mask;
    }
    return at;
  }

  void rehash(std::size_t entries) {
    std::vector<std::uint32_t> larger(entries, kNone);
    for (std::uint32_t state = 0; state < size_; ++state) {
      std::size_t at = hash_of((*this)[state]) & (entries - 1);
      while (larger[at] != kNone) at = (at + 1) & (entries - 1);
      larger[at] = state;
    }
    table_.swap(larger);
  }

  std::size_t width_;
  std::uint32_t size_ = 0;
  std::vector<Coordinate> states_;
  std::vector<std::uint32_t> table_;  // open addressing over states; a power of two
};

// What a state takes up, with its parent or its relay and its share of the table.
inline std::size_t state_bytes(std::size_t width) { return width * sizeof(Coordinate) + 3 * sizeof(std::uint32_t); }

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
        all_(static_cast<Mask>(~Mask{0}) >> (8 * sizeof(Mask) - at.size())),
        start_(3 * (at.size() - 1)) {
    free_.resize(2 * contacts.motions().directions.size());
    for (auto& distances : free_) distances.resize(at.size() * at.size(), kNever);
    offsets_.assign(at.size() * (at.size() - 1) / 2, Vector{kUnknown, 0, 0});
    adjacent_.resize(pieces_);
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
    const auto directions = contacts_.motions().directions.size();
    int least = pieces_;
    sweeps_.clear();
    spans_.clear();
    closures_.clear();
    closed_.clear();
    for (std::size_t d = 0; d < directions; ++d) {
      for (const bool forwards : {true, false}) look_along(d, forwards, least);
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

  Mask removed() const { return removed_; }
  const Vector& direction() const { return direction_; }

  // Calls `visit` with each state that one move leads to, some of them several times, until it returns false; does nothing
  // but return true where pieces are free. `state` need not stay where it is.
  template <class Visit>
  bool expand(const Coordinate* state, Visit visit) {
    if (is_free(state)) return true;
    std::copy_n(state, width(), state_.data());
    for (const Sweep& sweep : sweeps_) {
      if (!move_along(sweep, visit)) break;
    }
    return false;
  }

 private:
  struct Span {
    std::uint16_t from, to;  // steps over which the same pieces are taken along
  };
  struct Sweep {
    std::size_t direction;
    bool forwards;
    std::size_t first, spans;  // of spans_; closures_ has a set for each span and piece, 0 for none
  };
  struct Moved {
    Mask set;
    std::uint16_t steps;
  };
  static constexpr std::int32_t kUnknown = std::numeric_limits<std::int32_t>::max();

  Vector relative(const Coordinate* state, int piece) const {
    if (piece == 0) return {0, 0, 0};
    const Coordinate* at = state + 3 * (piece - 1);
    return {at[0], at[1], at[2]};
  }

  // free_[2 * d + backwards][i * pieces + j]: the steps that piece i can move along d before it meets piece j. Most
  // pairs lie as they did in the state before.
  void measure(const Coordinate* state) {
    const auto directions = contacts_.motions().directions.size();
    for (int i = 0, pair = 0; i < pieces_; ++i) {
      const Vector here = relative(state, i);
      for (int j = i + 1; j < pieces_; ++j, ++pair) {
        const Vector offset = relative(state, j) - here;
        if (offset == offsets_[pair]) continue;
        offsets_[pair] = offset;
        const Distances found = contacts_.between(shapes_[i], shapes_[j], offset);
        for (std::size_t d = 0; d < directions; ++d) {
          free_[2 * d][i * pieces_ + j] = free_[2 * d + 1][j * pieces_ + i] = found[2 * d];
          free_[2 * d][j * pieces_ + i] = free_[2 * d + 1][i * pieces_ + j] = found[2 * d + 1];
        }
      }
    }
  }

  // Which sets of at most half of the pieces can move along a direction, and how far; the others may move the other way
  // instead. The smallest set that can leave is kept; of equal ones that of the first direction, then of the first piece.
  void look_along(std::size_t d, bool forwards, int& least) {
    const int half = pieces_ / 2;
    Mask stuck = 0;  // pieces that would take along too many
    Sweep sweep{d, forwards, spans_.size(), 0};
    for (std::uint16_t from = 1;;) {
      connected_ = 0;
      Mask moving = 0;
      for (int piece = 0; piece < pieces_; ++piece) {
        Mask set = stuck >> piece & 1 ? 0 : taken_along(sweep, piece, from, stuck);
        if (bits(set) > half) set = 0;
        if (!set) stuck |= Mask{1} << piece;
        moving |= set;
        closures_.push_back(set);
      }
      if (!moving) break;
      std::uint16_t to = kNever;
      for (Mask rest = moving; rest; rest &= rest - 1) {
        const std::uint16_t* row = distances_from(sweep, lowest(rest));
        for (int j = 0; j < pieces_; ++j) {
          if (row[j] >= from) to = std::min(to, row[j]);
        }
      }
      if (to == kNever) {
        for (int piece = 0; piece < pieces_; ++piece) {
          const Mask set = closures_[closures_.size() - pieces_ + piece];
          if (!set) continue;
          closed_.push_back({set, directed(d, forwards)});
          if (bits(set) >= least) continue;
          least = bits(set);
          removed_ = set;
          direction_ = directed(d, forwards);
        }
        break;
      }
      spans_.push_back({from, to});
      ++sweep.spans;
      from = static_cast<std::uint16_t>(to + 1);
    }
    closures_.resize(spans_.size() * pieces_);
    if (sweep.spans) sweeps_.push_back(sweep);
  }

  Vector directed(std::size_t d, bool forwards) const {
    const Vector& step = contacts_.motions().directions[d];
    return forwards ? step : Vector{0, 0, 0} - step;
  }

  const std::uint16_t* distances_from(const Sweep& sweep, int piece) const {
    return free_[2 * sweep.direction + !sweep.forwards].data() + piece * pieces_;
  }

  // The pieces that must move with this one when it moves so many steps, or so many of them that it is stuck.
  Mask taken_along(const Sweep& sweep, int piece, std::uint16_t steps, Mask stuck) {
    const int half = pieces_ / 2;
    Mask set = Mask{1} << piece, open = set;
    while (open && bits(set) <= half) {
      const int at = lowest(open);
      open &= open - 1;
      if (!(connected_ >> at & 1)) {
        const std::uint16_t* row = distances_from(sweep, at);
        Mask met = 0;
        for (int j = 0; j < pieces_; ++j) met |= static_cast<Mask>(row[j] < steps) << j;
        adjacent_[at] = met;
        connected_ |= Mask{1} << at;
      }
      const Mask more = adjacent_[at] & ~set;
      if (more & stuck) return 0;
      set |= more;
      open |= more;
    }
    return set;
  }

  // All moves along one direction, until `visit` returns false. No piece is free, so each set meets something in the end.
  template <class Visit>
  bool move_along(const Sweep& sweep, Visit visit) {
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
        const Mask both = moved_[k].set | moved_[other].set;
        if (bits(both) <= pieces_ / 2 && !move(both, moved_[k].steps, sweep, visit)) return false;
      }
    }
    return true;
  }

  // Visits the state after a move, unless the same move was made before.
  template <class Visit>
  bool move(Mask set, std::uint16_t steps, const Sweep& sweep, Visit visit) {
    for (const Moved& known : moved_) {
      if (known.set == set && known.steps == steps) return true;
    }
    moved_.push_back({set, steps});
    Vector by = contacts_.motions().directions[sweep.direction];
    for (std::int32_t& part : by) part *= (set & 1) == static_cast<Mask>(sweep.forwards) ? -steps : steps;
    if (set & 1) set = all_ & ~set;  // the first piece stays
    std::copy_n(state_.data(), width(), moved_to_.data());
    for (; set; set &= set - 1) {
      Coordinate* at = moved_to_.data() + 3 * (lowest(set) - 1);
      for (int axis = 0; axis < 3; ++axis) at[axis] = narrow(at[axis] + by[axis]);
    }
    return visit(moved_to_.data());
  }

  Contacts& contacts_;
  std::vector<std::int32_t> shapes_;
  Vector origin_;
  int pieces_;
  Mask all_;
  State start_;
  State state_, moved_to_;  // the state that is expanded, and one that a move leads to
  Mask removed_ = 0;
  Vector direction_{};

  std::vector<std::vector<std::uint16_t>> free_;  // of the state that is looked at
  std::vector<Mask> adjacent_, closures_;
  std::vector<Free> closed_;  // what pieces take along when they leave
  std::vector<Span> spans_;
  std::vector<Sweep> sweeps_;
  Mask connected_ = 0;           // the pieces whose adjacent_ is known, for the sweep and the span at hand
  std::vector<Vector> offsets_;  // of each pair of pieces, as measured last
  std::vector<Moved> moved_;     // along the current direction
};

// A breadth-first search from one state to the first one where pieces are free, or to a given one; then it goes on beside
// states where pieces are free.
template <class Mask>
class Pass {
 public:
  Pass(Moves<Mask>& possible_moves, State target, std::size_t max_bytes)
      : moves(possible_moves),
        goal(std::move(target)),
        max_states(std::min<std::size_t>(max_bytes / state_bytes(possible_moves.width()), kNone - 1)) {}
  virtual ~Pass() = default;

  virtual Ending advance(std::uint64_t& budget) = 0;
  virtual std::uint64_t states() const = 0;

  // Of a search that ended `apart`: its last state, and the number of moves to it.
  State found;
  std::uint32_t depth = 0;
  // Of one that ended `full`: in no state of this many moves or fewer are pieces free.
  std::uint32_t locked_depth = 0;

 protected:
  bool is_goal(const Coordinate* state) const {
    return !goal.empty() && std::memcmp(state, goal.data(), goal.size() * sizeof(Coordinate)) == 0;
  }

  Moves<Mask>& moves;
  State goal;  // empty: where pieces are free
  std::size_t max_states;
};

// Keeps all states, each with the one it was reached from.
template <class Mask>
class WholePass final : public Pass<Mask> {
 public:
  WholePass(Moves<Mask>& moves, const State& start, State goal, std::size_t max_bytes)
      : Pass<Mask>(moves, std::move(goal), max_bytes), states_(moves.width()) {
    add(start.data(), kNone);
  }

  Ending advance(std::uint64_t& budget) override {
    for (; next_ < states_.size(); ++next_) {
      if (next_ == level_end_) {
        level_end_ = states_.size();
        ++this->depth;
      }
      if (budget == 0) return Ending::running;
      --budget;
      if (expand()) {
        this->found = states_.copy(last_);
        return Ending::apart;
      }
      if (is_full_ && !this->goal.empty()) return Ending::full;
    }
    return is_full_ ? Ending::full : Ending::locked;
  }

  std::uint64_t states() const override { return states_.size(); }
  const StateSet& held() const { return states_; }

  // The states from the one after the start to the last.
  std::vector<State> path() const {
    std::vector<State> found;
    for (std::uint32_t state = last_; state != 0; state = parents_[state]) found.push_back(states_.copy(state));
    std::reverse(found.begin(), found.end());
    return found;
  }

 private:
  bool expand() {
    last_ = next_;
    // States that did not fit come after all that are held, so of these the first with free pieces is the first of all.
    if (is_full_) return this->moves.is_free(states_[next_]);
    bool reached = false;
    const auto visit = [&](const Coordinate* state) {
      if (!add(state, next_)) return !is_full_;
      reached = this->is_goal(state);
      if (reached) last_ = states_.size() - 1;
      return !reached;
    };
    const bool is_free = this->moves.expand(states_[next_], visit);
    return this->goal.empty() ? is_free : reached;
  }

  // False when the state is known, or does not fit.
  bool add(const Coordinate* state, std::uint32_t parent) {
    const std::uint64_t hash = states_.hash_of(state);
    if (states_.contains(state, hash)) return false;
    if (states_.size() >= this->max_states) {
      is_full_ = true;
      this->locked_depth = this->depth;
      return false;
    }
    states_.add(state, hash);
    parents_.push_back(parent);
    return true;
  }

  StateSet states_;
  std::vector<std::uint32_t> parents_;
  std::uint32_t next_ = 0, last_ = 0;  // the state to expand, and the one that ended the search
  std::uint32_t level_end_ = 1;
  bool is_full_ = false;
};

}  // namespace tilewright::assembly
