#include "families/assembly/disassembly.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <utility>

namespace tilewright::assembly {

namespace {

using Wide = unsigned __int128;

int lowest(std::uint64_t mask) { return std::countr_zero(mask); }
int lowest(Wide mask) {
  const auto low = static_cast<std::uint64_t>(mask);
  return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(mask >> 64));
}

int bits(std::uint64_t mask) { return std::popcount(mask); }
int bits(Wide mask) {
  return std::popcount(static_cast<std::uint64_t>(mask)) + std::popcount(static_cast<std::uint64_t>(mask >> 64));
}

}  // namespace

// Breadth-first search of one part: from its positions to those where some of its pieces are free.
class Disassembly::Search {
 public:
  virtual ~Search() = default;
  virtual Ending advance(std::uint64_t& budget) = 0;  // locked: every reachable state was expanded
  virtual void write(Separation& separation) const = 0;
  virtual std::size_t states() const = 0;
  virtual std::vector<std::vector<Vector>> reached(std::size_t most) const = 0;
};

// States are positions relative to the first piece, which stays: to move it with others is to move the rest the other
// way. A set of pieces can move so many steps if it contains whatever its pieces would meet. Of moves that are as good the
// first is taken: directions forwards and backwards, then pieces, then steps, then sets that move together. BurrTools
// does the same, and its sequences are the same as these.
template <class Mask>
class Disassembly::SearchWith final : public Disassembly::Search {
 public:
  SearchWith(Contacts& contacts, std::vector<std::int32_t> shapes, const std::vector<Vector>& at, std::size_t max_bytes)
      : contacts_(contacts),
        shapes_(std::move(shapes)),
        origin_(at[0]),
        pieces_(static_cast<int>(at.size())),
        all_(static_cast<Mask>(~Mask{0}) >> (8 * sizeof(Mask) - at.size())),
        width_(3 * (at.size() - 1)),
        max_bytes_(max_bytes),
        table_(1 << 8, kEmpty) {
    for (auto& distances : free_) distances.resize(at.size() * at.size(), kNever);
    offsets_.assign(at.size() * (at.size() - 1) / 2, Vector{kUnknown, 0, 0});
    adjacent_.resize(pieces_);
    current_.resize(width_);
    for (int piece = 1; piece < pieces_; ++piece) {
      for (int axis = 0; axis < 3; ++axis) current_[3 * (piece - 1) + axis] = narrow(at[piece][axis] - origin_[axis]);
    }
    insert(kEmpty);
  }

  Ending advance(std::uint64_t& budget) override {
    while (next_ < parents_.size()) {
      if (budget == 0) return Ending::running;
      --budget;
      if (expand(next_)) return Ending::apart;
      if (full_) return Ending::full;
      ++next_;
    }
    return Ending::locked;
  }

  void write(Separation& separation) const override {
    std::vector<std::uint32_t> path;
    for (std::uint32_t state = next_; state != kEmpty; state = parents_[state]) path.push_back(state);
    std::reverse(path.begin(), path.end());
    for (const std::uint32_t state : path) separation.path.push_back(positions(state));
    for (int piece = 0; piece < pieces_; ++piece) {
      if (removed_ >> piece & 1) separation.removed.push_back(separation.pieces[piece]);
    }
    separation.direction = direction_;
  }

  std::size_t states() const override { return parents_.size(); }

  std::vector<std::vector<Vector>> reached(std::size_t most) const override {
    std::vector<std::vector<Vector>> found;
    for (std::uint32_t state = 0; state < parents_.size() && state < most; ++state) found.push_back(positions(state));
    return found;
  }

 private:
  using Coordinate = std::int16_t;
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
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};

  static Coordinate narrow(std::int32_t value) {
    if (value < std::numeric_limits<Coordinate>::min() || value > std::numeric_limits<Coordinate>::max()) {
      throw std::invalid_argument("pieces are too far apart");
    }
    return static_cast<Coordinate>(value);
  }

  Vector relative(const Coordinate* state, int piece) const {
    if (piece == 0) return {0, 0, 0};
    const Coordinate* at = state + 3 * (piece - 1);
    return {at[0], at[1], at[2]};
  }

  std::vector<Vector> positions(std::uint32_t state) const {
    std::vector<Vector> found;
    for (int piece = 0; piece < pieces_; ++piece) {
      found.push_back(origin_ + relative(states_.data() + width_ * state, piece));
    }
    return found;
  }

  // Looks at all that one move from a state leads to; true when pieces are free.
  bool expand(std::uint32_t state) {
    measure(states_.data() + width_ * state);
    const auto directions = contacts_.motions().directions.size();
    int least = pieces_;
    sweeps_.clear();
    spans_.clear();
    closures_.clear();
    for (std::size_t d = 0; d < directions; ++d) {
      for (const bool forwards : {true, false}) look_along(d, forwards, least);
    }
    if (least < pieces_) return true;
    for (const Sweep& sweep : sweeps_) {
      move_along(state, sweep);
      if (full_) break;
    }
    return false;
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
        const Distances& found = contacts_.between(shapes_[i], shapes_[j], offset);
        for (std::size_t d = 0; d < directions; ++d) {
          free_[2 * d][i * pieces_ + j] = free_[2 * d + 1][j * pieces_ + i] = found.forwards[d];
          free_[2 * d][j * pieces_ + i] = free_[2 * d + 1][i * pieces_ + j] = found.backwards[d];
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
          if (!set || bits(set) >= least) continue;
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

  // All moves along one direction. No piece is free, so each set meets something in the end.
  void move_along(std::uint32_t state, const Sweep& sweep) {
    moved_.clear();
    for (int piece = 0; piece < pieces_; ++piece) {
      for (std::size_t span = sweep.first; span < sweep.first + sweep.spans; ++span) {
        const Mask set = closures_[span * pieces_ + piece];
        if (!set) break;
        for (std::uint16_t steps = spans_[span].from; steps <= spans_[span].to; ++steps) move(state, set, steps, sweep);
      }
    }
    // Sets that move as far may move together.
    for (std::size_t k = 1; k < moved_.size(); ++k) {
      for (std::size_t other = 0; other < k; ++other) {
        if (moved_[k].steps != moved_[other].steps) continue;
        const Mask both = moved_[k].set | moved_[other].set;
        if (bits(both) <= pieces_ / 2) move(state, both, moved_[k].steps, sweep);
      }
    }
  }

  // Adds the state after a move, unless the same move was made before.
  void move(std::uint32_t state, Mask set, std::uint16_t steps, const Sweep& sweep) {
    for (const Moved& known : moved_) {
      if (known.set == set && known.steps == steps) return;
    }
    moved_.push_back({set, steps});
    if (full_) return;
    Vector by = contacts_.motions().directions[sweep.direction];
    for (std::int32_t& part : by) part *= (set & 1) == static_cast<Mask>(sweep.forwards) ? -steps : steps;
    if (set & 1) set = all_ & ~set;  // the first piece stays
    std::copy_n(states_.data() + width_ * state, width_, current_.data());
    for (; set; set &= set - 1) {
      Coordinate* at = current_.data() + 3 * (lowest(set) - 1);
      for (int axis = 0; axis < 3; ++axis) at[axis] = narrow(at[axis] + by[axis]);
    }
    insert(state);
  }

  // Adds the current state, unless it is known.
  void insert(std::uint32_t parent) {
    const std::size_t mask = table_.size() - 1;
    const std::uint64_t hash = hash_of(current_.data());
    std::size_t at = hash & mask;
    while (table_[at] != kEmpty) {
      if (std::memcmp(states_.data() + width_ * table_[at], current_.data(), width_ * sizeof(Coordinate)) == 0) return;
      at = (at + 1) & mask;
    }
    const std::size_t bytes = (parents_.size() + 1) * (width_ * sizeof(Coordinate) + 3 * sizeof(std::uint32_t));
    if (bytes > max_bytes_ || parents_.size() + 1 >= kEmpty) {
      full_ = true;
      return;
    }
    table_[at] = static_cast<std::uint32_t>(parents_.size());
    states_.insert(states_.end(), current_.begin(), current_.end());
    parents_.push_back(parent);
    if (2 * parents_.size() > table_.size()) grow();
  }

  void grow() {
    std::vector<std::uint32_t> larger(2 * table_.size(), kEmpty);
    const std::size_t mask = larger.size() - 1;
    for (std::uint32_t state = 0; state < parents_.size(); ++state) {
      std::size_t at = hash_of(states_.data() + width_ * state) & mask;
      while (larger[at] != kEmpty) at = (at + 1) & mask;
      larger[at] = state;
    }
    table_.swap(larger);
  }

  std::uint64_t hash_of(const Coordinate* state) const {
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < width_; ++k) {
      hash = (hash ^ static_cast<std::uint16_t>(state[k])) * 0x9E3779B97F4A7C15u;
      hash ^= hash >> 29;
    }
    return hash ^ hash >> 32;
  }

  Contacts& contacts_;
  std::vector<std::int32_t> shapes_;
  Vector origin_;
  int pieces_;
  Mask all_;
  std::size_t width_;  // of a state, in coordinates
  std::size_t max_bytes_;
  std::vector<Coordinate> states_;
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> table_;  // open addressing over states; a power of two
  std::uint32_t next_ = 0;            // the state to expand
  bool full_ = false;
  Mask removed_ = 0;
  Vector direction_{};

  std::array<std::vector<std::uint16_t>, 2 * kMostDirections> free_;  // of the state that is expanded
  std::vector<Mask> adjacent_, closures_;
  std::vector<Span> spans_;
  std::vector<Sweep> sweeps_;
  Mask connected_ = 0;           // the pieces whose adjacent_ is known, for the sweep and the span at hand
  std::vector<Vector> offsets_;  // of each pair of pieces, as measured last
  std::vector<Moved> moved_;     // along the current direction
  std::vector<Coordinate> current_;
};

Disassembly::Disassembly(Contacts& contacts, std::vector<PlacedPiece> pieces, std::size_t max_bytes)
    : contacts_(contacts), pieces_(std::move(pieces)), max_bytes_(max_bytes) {
  if (pieces_.size() > kMostPieces) throw std::invalid_argument("too many pieces to take apart");
  std::vector<std::int32_t> all;
  std::vector<Vector> at;
  for (const PlacedPiece& piece : pieces_) {
    if (piece.shape < 0 || piece.shape >= contacts.shapes()) throw std::invalid_argument("a piece has no shape");
    all.push_back(static_cast<std::int32_t>(all.size()));
    at.push_back(piece.at);
  }
  if (add_part(all, at) < 0) ending_ = Ending::apart;
}

Disassembly::~Disassembly() = default;

bool Disassembly::needs_separation(const std::vector<std::int32_t>& pieces) const {
  if (pieces.size() < 2) return false;
  std::uint32_t common = ~std::uint32_t{0};
  for (const std::int32_t piece : pieces) common &= pieces_[piece].groups;
  return common == 0;
}

std::int32_t Disassembly::add_part(const std::vector<std::int32_t>& pieces, const std::vector<Vector>& at) {
  if (!needs_separation(pieces)) return -1;
  Separation part;
  part.pieces = pieces;
  part.path.push_back(at);
  separations_.push_back(std::move(part));
  waiting_.push_back(static_cast<std::int32_t>(separations_.size()) - 1);
  return waiting_.back();
}

void Disassembly::start() {
  Separation& part = separations_[waiting_.back()];
  std::vector<std::int32_t> shapes;
  for (const std::int32_t piece : part.pieces) shapes.push_back(pieces_[piece].shape);
  if (part.pieces.size() <= 64) {
    search_ = std::make_unique<SearchWith<std::uint64_t>>(contacts_, std::move(shapes), part.path[0], max_bytes_);
  } else {
    search_ = std::make_unique<SearchWith<Wide>>(contacts_, std::move(shapes), part.path[0], max_bytes_);
  }
}

Ending Disassembly::advance(std::uint64_t budget) {
  while (ending_ == Ending::running) {
    if (!search_) start();
    const Ending ended = search_->advance(budget);
    if (ended == Ending::running) break;
    states_ += search_->states();
    const std::int32_t number = waiting_.back();
    if (ended != Ending::apart) {
      ending_ = ended;
      break;
    }
    separations_[number].path.clear();
    search_->write(separations_[number]);
    search_.reset();
    waiting_.pop_back();
    // The two parts, in the places where they are when they come apart.
    const Separation found = separations_[number];
    std::array<std::vector<std::int32_t>, 2> pieces;
    std::array<std::vector<Vector>, 2> at;
    for (std::size_t k = 0; k < found.pieces.size(); ++k) {
      const bool leaves = std::binary_search(found.removed.begin(), found.removed.end(), found.pieces[k]);
      pieces[leaves].push_back(found.pieces[k]);
      at[leaves].push_back(found.path.back()[k]);
    }
    separations_[number].remaining_part = add_part(pieces[0], at[0]);
    separations_[number].removed_part = add_part(pieces[1], at[1]);
    if (waiting_.empty()) ending_ = Ending::apart;
  }
  return ending_;
}

std::vector<std::int32_t> Disassembly::levels() const {
  std::vector<std::int32_t> found, open;
  if (!separations_.empty()) open.push_back(0);
  while (!open.empty()) {
    const Separation& part = separations_[open.back()];
    open.pop_back();
    if (part.removed.empty()) continue;  // not separated
    found.push_back(static_cast<std::int32_t>(part.moves()));
    for (const std::int32_t next : {part.removed_part, part.remaining_part}) {
      if (next >= 0) open.push_back(next);
    }
  }
  return found;
}

std::vector<std::vector<Vector>> Disassembly::reached(std::size_t most) const {
  return search_ ? search_->reached(most) : std::vector<std::vector<Vector>>{};
}

}  // namespace tilewright::assembly
