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

// The bit of each of sixteen pieces, in all lanes.
inline constexpr auto kOwnBits = [] {
  std::array<std::array<std::uint16_t, kWaysTogether>, 16> bits{};
  for (std::size_t piece = 0; piece < bits.size(); ++piece) bits[piece].fill(static_cast<std::uint16_t>(1 << piece));
  return bits;
}();

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
        ways_(2 * contacts.motions().directions.size()),
        steps_(blocks_ * at.size() * at.size(), kNoSteps),
        places_(at.size()),
        met_at_once_(blocks_ * at.size()),
        taken_(blocks_ * at.size()),
        nearest_(at.size()),
        met_(at.size()),
        chunks_((start_.size() + kChunk - 1) / kChunk),
        state_(chunks_),
        moved_to_(chunks_),
        shift_lanes_(kShifts * chunks_) {
    for (std::size_t block = 0; block < blocks_; ++block) {
      for (int piece = 0; piece < pieces_; ++piece) met_at_once(block, piece).set(piece, ~StepBlock::Lanes{});
    }
    for (int piece = 1; piece < pieces_; ++piece) {
      for (int axis = 0; axis < 3; ++axis) start_[3 * (piece - 1) + axis] = narrow(at[piece][axis] - origin_[axis]);
    }
    for (const Vector& direction : contacts.motions().directions) {
      for (const std::int32_t part : direction) longest_ = std::max(longest_, std::abs(part));
    }
    for (int piece = 0; piece < pieces_; ++piece) {
      places_[piece].key = contacts.key(shapes_[piece]);
      is_near_ = is_near_ && places_[piece].key.is_known;
    }
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
    int least = pieces_;
    sweeps_.clear();
    spans_.clear();
    closed_.clear();
    Mask moving_pieces = 0;  // along any way
    for (std::size_t block = 0; block < blocks_; ++block) {
      const SetBlock moving = take_along(block);
      const std::size_t first = block * kWaysTogether;
      const Mask any = moving.any();
      moving_pieces |= any;
      const StepBlock::Lanes least_steps = nearest(block, moving, any);
      for (std::size_t lane = 0; lane < std::min(ways_ - first, kWaysTogether); ++lane) {
        if (const Mask set = moving[lane]) look_along(first + lane, set, least_steps[lane], least);
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

  // Calls `visit` with each state that one move leads to and its hash, some of them several times, until it returns false;
  // does nothing but return true where pieces are free. `state` need not stay where it is.
  template <class Visit>
  bool expand(const Coordinate* state, Visit visit) {
    if (is_free(state)) return true;
    std::memcpy(state_.data(), state, width() * sizeof(Coordinate));
    for (const Sweep& sweep : sweeps_) {
      if (!move_along(sweep, visit)) break;
    }
    return false;
  }

 private:
  // A way is a direction, forwards (2 d) or backwards (2 d + 1).
  static constexpr std::uint16_t kLeaves = kNever - 1;

  struct Span {
    std::uint16_t from, to;  // steps over which the same pieces are taken along
    Mask first_pieces;       // of each set that moves, the first piece that takes along all of it
  };
  struct Sweep {
    std::size_t way;
    std::size_t first, spans;  // of spans_; closures_ has a set for each span and piece, 0 for none
  };
  // How a step of some pieces along a way changes the coordinates of a state: where that is in shift_lanes_, and what it
  // adds to the sum for the hash.
  struct Shift {
    Mask set = 0;
    std::uint32_t way = 0, at = 0;
    std::uint64_t sum = 0;
  };
  static constexpr std::size_t kShifts = 64;
  struct Place {
    std::int64_t at = 0;     // the coordinates as one number
    std::uint64_t raw = 0;   // the same as it is in the state
    Contacts::PlaceKey key;  // for the distances to others
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

    bool operator==(const SetBlock& other) const {
      Lanes differences{};
      for (int word = 0; word < kWords; ++word) differences |= words[word] ^ other.words[word];
      return is_zero(differences);
    }
    Mask any() const {  // what is in a set along any way
      Mask mask = 0;
      for (int word = kWords; word-- > 0;) {
        const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(words[word]);
        std::uint64_t all = halves[0] | halves[1];
        all |= all >> 32;
        mask = static_cast<Mask>(mask << (kWords > 1 ? 16 : 0) | static_cast<std::uint16_t>(all | all >> 16));
      }
      return mask;
    }
    Mask operator[](std::size_t way) const {
      Mask mask = 0;
      for (int word = kWords; word-- > 0;)
        mask = static_cast<Mask>(mask << (kWords > 1 ? 16 : 0) | words[word][way % kWaysTogether]);
      return mask;
    }
    void set(int piece, Lanes ways) {  // for these ways, and for no others
      Lanes& word = words[kWords > 1 ? piece / 16 : 0];
      word ^= (word ^ ways) & own_bit(piece);
    }
    static Lanes own_bit(int piece) { return std::bit_cast<Lanes>(kOwnBits[piece % 16]); }
    Lanes contains(int piece) const {
      const Lanes own = own_bit(piece);
      return (Lanes)((words[kWords > 1 ? piece / 16 : 0] & own) == own);
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

  static StepBlock::Lanes min(StepBlock::Lanes a, StepBlock::Lanes b) { return a < b ? a : b; }

  StepBlock::Lanes ways_in(std::size_t block) const {
    StepBlock::Lanes used{};
    for (std::size_t lane = 0; lane < std::min(ways_ - block * kWaysTogether, kWaysTogether); ++lane)
      used[lane] = kNever;
    return used;
  }

  // A piece, and those that it meets within a step along each way of a block.
  SetBlock& met_at_once(std::size_t block, int piece) { return met_at_once_[block * pieces_ + piece]; }

  // The distances between the pieces of a state. Pairs that lie as they did in the state before have theirs already: all
  // but those with a piece that did not shift as the hub did.
  void measure(const Coordinate* state) {
    std::array<std::int64_t, kRoom<Mask>> shifts;  // of each piece since then
    std::fill_n(shifts.begin(), pieces_, 0);
    for (int piece = 1; piece < pieces_; ++piece) {
      Place& place = places_[piece];
      const Coordinate* at = state + 3 * (piece - 1);
      std::uint64_t raw = 0;
      std::memcpy(&raw, at, 3 * sizeof(Coordinate));
      if (raw == place.raw) continue;
      std::array<Coordinate, 4> before;
      std::memcpy(before.data(), &place.raw, sizeof before);
      for (int axis = 0; axis < 3; ++axis) {
        reach_ = std::max(reach_, std::abs(std::int32_t{at[axis]}));
        sum_ += kFactors[3 * (piece - 1) + axis] * static_cast<std::uint64_t>(std::int64_t{at[axis]} - before[axis]);
      }
      const std::int64_t linear = at[0] + at[1] * (std::int64_t{1} << 20) + at[2] * (std::int64_t{1} << 40);
      shifts[piece] = linear - place.at;
      place.at = linear;
      place.raw = raw;
      place.key.move_to({at[0], at[1], at[2]});
    }
    Mask changed = is_measured_ ? 0 : all_;
    for (int piece = 0; piece < pieces_ && is_measured_; ++piece) {
      changed |= static_cast<Mask>(static_cast<Mask>(shifts[piece] != shifts[hub_]) << piece);
    }
    const bool is_near = is_near_ && reach_ < Contacts::kNear;
    for (Mask rest = changed; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      for (Mask others = static_cast<Mask>(all_ & ~bit<Mask>(piece)); others; others &= static_cast<Mask>(others - 1)) {
        const int other = lowest(others);
        if (changed & bit<Mask>(other)) {
          if (other < piece || (is_measured_ && shifts[piece] == shifts[other])) continue;
        }
        const int i = std::min(piece, other), j = std::max(piece, other);
        const StepBlock* found = is_near ? contacts_.find(places_[i].key, places_[j].key) : nullptr;
        if (!found) found = contacts_.between(shapes_[i], shapes_[j], relative(state, j) - relative(state, i));
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
  // block; none for pieces that take along more. Returns all sets together; only sets of pieces in it are valid.
  SetBlock take_along(std::size_t block) {
    const SetBlock* rows = &met_at_once(block, 0);
    SetBlock* sets = taken_.data() + block * pieces_;
    const auto half = static_cast<std::uint16_t>(pieces_ / 2);
    // Where the hub takes along more, so does each piece that takes along the hub: those that it takes along backwards.
    SetBlock reached = rows[hub_];
    for (;;) {
      SetBlock more = reached;
      for (int k = 0; k < pieces_; ++k) {
        const auto reaches = reached.contains(k);
        for (int word = 0; word < SetBlock::kWords; ++word) more.words[word] |= reaches & rows[k].words[word];
      }
      if (more == reached) break;
      reached = more;
    }
    const auto is_many = (StepBlock::Lanes)(reached.size() > half);
    const StepBlock::Lanes used = ways_in(block);
    SetBlock open{};  // pieces that may take along few
    for (int word = 0; word < SetBlock::kWords; ++word) {
      const auto all = static_cast<std::uint16_t>(all_ >> (SetBlock::kWords > 1 ? 16 * word : 0));
      open.words[word] = ~(turned({reached.words[word]}).lanes & is_many) & used & all;
    }
    const Mask any = open.any();
    for (Mask rest = any; rest; rest &= static_cast<Mask>(rest - 1)) sets[lowest(rest)] = rows[lowest(rest)];
    for (Mask through = any; through; through &= static_cast<Mask>(through - 1)) {  // Warshall 1962
      const int k = lowest(through);
      const SetBlock via = sets[k];
      for (Mask rest = any; rest; rest &= static_cast<Mask>(rest - 1)) {
        SetBlock& set = sets[lowest(rest)];
        const auto reaches = set.contains(k);
        for (int word = 0; word < SetBlock::kWords; ++word) set.words[word] |= reaches & via.words[word];
      }
    }
    SetBlock moving{};
    for (Mask rest = any; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      SetBlock& set = sets[piece];
      const auto is_few = (StepBlock::Lanes)(set.size() <= half) & open.contains(piece);
      for (int word = 0; word < SetBlock::kWords; ++word) moving.words[word] |= set.words[word] &= is_few;
    }
    return moving;
  }

  // How far each of some pieces can move along each way of a block before it meets one that it does not meet at once, less
  // one step: in nearest_; kLeaves or more where it meets none. Returns the least of those that move along the way.
  StepBlock::Lanes nearest(std::size_t block, const SetBlock& moving, Mask pieces) {
    StepBlock::Lanes least = ~StepBlock::Lanes{};
    for (; pieces; pieces &= static_cast<Mask>(pieces - 1)) {
      const int piece = lowest(pieces);
      const StepBlock* row = &steps(block, piece, 0);
      StepBlock::Lanes own = ~StepBlock::Lanes{};
      for (int other = 0; other < pieces_; ++other) own = min(own, row[other].lanes - 1);
      nearest_[piece] = own;
      least = min(least, own | ~moving.contains(piece));
    }
    return least;
  }

  // Which sets of at most half of the pieces can move along a way, and how far; the others may move the other way instead.
  // `moving`: the pieces of those that make a step; `nearest`: how far until the first of them meets another, less one. The
  // smallest set that can leave is kept; of equal ones that of the first way, then of the first piece.
  void look_along(std::size_t way, Mask moving, std::uint16_t nearest, int& least) {
    const std::size_t first = spans_.size();
    Mask* sets = closures(first);
    for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      sets[piece] = taken_[way / kWaysTogether * pieces_ + piece][way];
    }
    std::uint16_t from = 1;
    std::uint16_t to = nearest >= kLeaves ? kNever : static_cast<std::uint16_t>(nearest + 1);
    while (to != kNever) {
      spans_.push_back({from, to, first_pieces(moving, sets)});
      if (from == 1) moving &= static_cast<Mask>(~stopped_at(way, to, moving, sets));
      if (!moving) break;
      from = static_cast<std::uint16_t>(to + 1);
      sets = closures(spans_.size());
      moving = take_along_further(way, from, moving, sets);
      if (!moving) break;
      to = kNever;
      for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) {
        const int piece = lowest(rest);
        for (int j = 0; j < pieces_; ++j) {
          const std::uint16_t steps = steps_along(way, piece, j);
          if (steps >= from) to = std::min(to, steps);
        }
      }
    }
    for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) {  // these leave
      const Mask set = sets[lowest(rest)];
      closed_.push_back({set, directed(way)});
      if (bits(set) >= least) continue;
      least = bits(set);
      removed_ = set;
      direction_ = directed(way);
    }
    if (spans_.size() > first) sweeps_.push_back({way, first, spans_.size() - first});
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

  // Of the pieces that move so many steps along a way, those that cannot make one more, as they or what they take along
  // meet a piece that does not move: some of them.
  Mask stopped_at(std::size_t way, std::uint16_t steps, Mask moving, const Mask* sets) const {
    const auto still = static_cast<Mask>(all_ & ~moving);
    Mask met = 0, stopped = 0;
    for (Mask rest = moving; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      if (nearest_[piece][way % kWaysTogether] != steps - 1) continue;
      for (Mask others = still; others; others &= static_cast<Mask>(others - 1)) {
        if (steps_along(way, piece, lowest(others)) != steps) continue;
        met |= bit<Mask>(piece);
        break;
      }
    }
    for (Mask rest = moving; rest && met; rest &= static_cast<Mask>(rest - 1)) {
      if (sets[lowest(rest)] & met) stopped |= bit<Mask>(lowest(rest));
    }
    return stopped;
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
    for (Mask rest = spans_[sweep.first].first_pieces; rest; rest &= static_cast<Mask>(rest - 1)) {
      const int piece = lowest(rest);
      for (std::size_t span = sweep.first; span < sweep.first + sweep.spans; ++span) {
        if (!(spans_[span].first_pieces & bit<Mask>(piece))) break;  // or it moves with an earlier piece from here on
        const Mask set = closures_[span * pieces_ + piece];
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
        if (both == moved_[k].set || both == moved_[other].set) continue;
        if (bits(both) > pieces_ / 2 || is_moved(both, moved_[k].steps)) continue;
        if (!move(both, moved_[k].steps, sweep, visit)) return false;
      }
    }
    return true;
  }

  bool is_moved(Mask set, std::uint16_t steps) const {
    return std::any_of(moved_.begin(), moved_.end(),
                       [&](const Moved& known) { return known.set == set && known.steps == steps; });
  }

  // Visits the state after a move.
  template <class Visit>
  bool move(Mask set, std::uint16_t steps, const Sweep& sweep, Visit& visit) {
    moved_.push_back({set, steps});
    if (reach_ + steps * longest_ > std::numeric_limits<Coordinate>::max()) check_room(set, steps, sweep.way);
    const Shift& shift = shift_of(set, sweep.way);
    const Chunk* by = shift_lanes_.data() + shift.at;
    for (std::size_t k = 0; k < chunks_; ++k) moved_to_[k] = state_[k] + by[k] * steps;
    return visit(reinterpret_cast<const Coordinate*>(moved_to_.data()), hash_of_sum(sum_ + steps * shift.sum));
  }

  // A step of some pieces along a way; the last ones that were needed are kept.
  const Shift& shift_of(Mask set, std::size_t way) {
    const std::uint64_t number = (static_cast<std::uint64_t>(set) * kWaysTogether * kShifts + way) * kHashFactor;
    const std::size_t at = number >> (64 - std::bit_width(kShifts - 1));
    Shift& shift = shifts_[at];
    if (shift.set == set && shift.way == way) return shift;
    shift = {set, static_cast<std::uint32_t>(way), static_cast<std::uint32_t>(at * chunks_), 0};
    Chunk* lanes = shift_lanes_.data() + shift.at;
    std::fill_n(lanes, chunks_, Chunk{});
    // The first piece stays: where it would move, the others move the other way.
    const bool is_back = set & 1;
    Vector by = directed(way);
    if (is_back) by = Vector{0, 0, 0} - by;
    for (Mask rest = is_back ? static_cast<Mask>(all_ & ~set) : set; rest; rest &= static_cast<Mask>(rest - 1)) {
      for (int axis = 0; axis < 3; ++axis) {
        const std::size_t number = 3 * (lowest(rest) - 1) + axis;
        lanes[number / kChunk][number % kChunk] = static_cast<std::uint16_t>(by[axis]);
        shift.sum += kFactors[number] * static_cast<std::uint64_t>(std::int64_t{by[axis]});
      }
    }
    return shift;
  }

  // std::invalid_argument where a coordinate of the state after a move is too large.
  void check_room(Mask set, std::uint16_t steps, std::size_t way) const {
    const Vector by = directed(way);
    const auto* at = reinterpret_cast<const Coordinate*>(state_.data());
    for (int piece = 1; piece < pieces_; ++piece) {
      const int moves = static_cast<int>((set >> piece) & 1) - static_cast<int>(set & 1);
      for (int axis = 0; axis < 3; ++axis) narrow(at[3 * (piece - 1) + axis] + moves * steps * by[axis]);
    }
  }

  Contacts& contacts_;
  std::vector<std::int32_t> shapes_;
  Vector origin_;
  int pieces_;
  Mask all_;
  State start_;
  std::size_t blocks_, ways_;
  std::int32_t longest_ = 0;      // part of a direction
  bool is_near_ = true;           // the shapes have keys
  std::vector<StepBlock> steps_;  // see steps(), of the state that was measured last
  std::vector<Place> places_;     // of the pieces in that state
  std::uint64_t sum_ = 0;         // of that state, for hashes
  std::int32_t reach_ = 0;        // at least the largest coordinate of that state
  int hub_ = 0;                   // a piece that mostly cannot move
  bool is_measured_ = false;
  Mask removed_ = 0;
  Vector direction_{};

  std::vector<SetBlock> met_at_once_;      // of the state that was measured last
  std::vector<SetBlock> taken_;            // see take_along
  std::vector<StepBlock::Lanes> nearest_;  // see nearest()
  std::vector<Mask> met_;                  // the pieces that a piece meets, for take_along_further
  std::vector<Mask> closures_;
  std::vector<Free> closed_;  // what pieces take along when they leave
  std::vector<Span> spans_;
  std::vector<Sweep> sweeps_;
  std::vector<Moved> moved_;  // along the current direction

  std::size_t chunks_;                   // of a state
  std::vector<Chunk> state_, moved_to_;  // the state that is expanded, and one that a move leads to
  std::array<Shift, kShifts> shifts_;    // by a hash of the pieces and the way
  std::vector<Chunk> shift_lanes_;
};

}  // namespace tilewright::assembly
