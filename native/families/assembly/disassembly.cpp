#include "families/assembly/disassembly.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "families/assembly/search.hpp"

namespace tilewright::assembly {

namespace {

// Keeps three levels. Each move can be undone by one: what a set of pieces took along forwards takes it along, or moves
// together with it, backwards. So a move from a level leads to the level before, to itself, or to the next one, and these
// are enough to know which states are new (frontier search; Korf 1999). The states of a level come in the same order as in
// a search that keeps them all. Of one level, the relay, all states are kept as well, and each later state has the number
// of the one that it was reached through: the way from the start to the relay and from there on are shorter searches, by
// which the whole way is found again (Korf's divide and conquer). They find the same way that a search which keeps all
// states finds: its moves, as numbers in the order in which a state is left, are the first of all ways that are as short,
// and then so is each part of it.
template <class Mask>
class LevelPass final : public Pass<Mask> {
 public:
  LevelPass(Moves<Mask>& moves, const State& start, State goal, std::uint32_t relay, std::size_t max_bytes)
      : Pass<Mask>(moves, std::move(goal), max_bytes),
        previous_(moves.width()),
        current_(moves.width()),
        following_(moves.width()),
        relays_(moves.width()),
        relay_depth(relay) {
    current_.add(start.data(), current_.hash_of(start.data()));
  }

  Ending advance(std::uint64_t& budget) override {
    for (;;) {
      for (; next_ < current_.size(); ++next_) {
        if (budget == 0) return Ending::running;
        --budget;
        if (expand()) return Ending::apart;
        if (is_full_ && !this->goal.empty()) return Ending::full;
      }
      if (is_full_ && this->depth > this->locked_depth) return Ending::full;
      if (following_.size() == 0) return is_full_ ? Ending::full : Ending::locked;
      begin_level();
    }
  }

  std::uint64_t states() const override { return before_ + current_.size() + following_.size(); }

  State relay;  // the state of the relay that the last one was reached through

 private:
  bool expand() {
    if (is_full_) {
      if (!this->moves.is_free(current_[next_])) return false;
      end(current_, next_, current_relays_);
      return true;
    }
    bool reached = false;
    const auto visit = [&](const Coordinate* state, std::uint64_t hash, const Moves<Mask>::Move&) {
      if (current_.contains(state, hash) || previous_.contains(state, hash) || following_.contains(state, hash))
        return true;
      const std::size_t held = std::size_t{previous_.size()} + current_.size() + following_.size() + relays_.size();
      if (held >= this->max_states) {
        is_full_ = true;
        this->locked_depth = this->depth;
        return false;
      }
      following_.add(state, hash);
      if (this->depth >= relay_depth) {
        following_relays_.push_back(this->depth == relay_depth ? next_ : current_relays_[next_]);
      }
      reached = this->is_goal(state);
      return !reached;
    };
    if (this->moves.expand(current_[next_], Moves<Mask>::kNoMove, visit)) {
      end(current_, next_, current_relays_);
      return true;
    }
    if (!reached) return false;
    const State state = following_.copy(following_.size() - 1);
    begin_level();
    end(current_, current_.size() - 1, current_relays_);
    return true;
  }

  void begin_level() {
    before_ += current_.size();
    if (this->depth == relay_depth + 1) std::swap(relays_, previous_);
    std::swap(previous_, current_);
    std::swap(current_, following_);
    following_.clear();
    std::swap(current_relays_, following_relays_);
    following_relays_.clear();
    next_ = 0;
    ++this->depth;
  }

  void end(const StateSet& level, std::uint32_t number, const std::vector<std::uint32_t>& through) {
    this->found = level.copy(number);
    if (this->depth <= relay_depth) {
      relay = this->found;
      relay_depth = this->depth;
    } else {
      relay = (this->depth == relay_depth + 1 ? previous_ : relays_).copy(through[number]);
    }
  }

  StateSet previous_, current_, following_, relays_;
  std::vector<std::uint32_t> current_relays_, following_relays_;
  std::uint32_t next_ = 0;
  std::uint64_t before_ = 0;  // states of earlier levels
  bool is_full_ = false;

 public:
  std::uint32_t relay_depth;
};

}  // namespace

// Breadth-first search of one part: from its positions to those where some of its pieces are free.
class Disassembly::Search {
 public:
  virtual ~Search() = default;
  virtual Ending advance(std::uint64_t& budget) = 0;  // locked: every reachable state was expanded
  virtual void write(Separation& separation) const = 0;
  virtual std::uint64_t states() const = 0;
  virtual std::size_t at_least() const = 0;  // so many moves, where it ended `full`
  virtual std::vector<std::vector<Vector>> reached(std::size_t most) = 0;
};

// A search that keeps all states is the quickest, and has the way at its end. Where that does not fit, one that keeps
// three levels finds the least number of moves, and then the way is made of shorter searches from relay to relay. With
// searches from both ends there would be less to gain: the many states where something is free are the other end.
template <class Mask>
class Disassembly::SearchWith final : public Disassembly::Search {
 public:
  SearchWith(Contacts& contacts, std::vector<std::int32_t> shapes, const std::vector<Vector>& at, std::size_t max_bytes)
      : moves_(contacts, std::move(shapes), at), max_bytes_(max_bytes), path_{moves_.start()} {
    sections_.push_back({moves_.start(), {}, 0});
  }

  Ending advance(std::uint64_t& budget) override {
    while (!sections_.empty()) {
      const Section section = sections_.back();
      if (section.moves == 1) {
        path_.push_back(section.goal);
        sections_.pop_back();
        continue;
      }
      if (!whole_ && !levels_)
        whole_ = std::make_unique<WholePass<Mask>>(moves_, section.start, section.goal, max_bytes_);
      Pass<Mask>& pass = whole_ ? static_cast<Pass<Mask>&>(*whole_) : *levels_;
      const Ending ended = pass.advance(budget);
      if (section.goal.empty()) states_ = pass.states();
      if (ended == Ending::running || ended == Ending::locked) return ended;
      if (ended == Ending::apart && section.goal.empty()) {
        removed_ = moves_.removed();
        direction_ = moves_.direction();
        at_least_ = pass.depth + 1;
      }
      if (ended == Ending::full && section.goal.empty()) {
        at_least_ = std::max<std::size_t>(at_least_, pass.locked_depth + 2);
      }
      if (ended == Ending::full && levels_) return ended;
      if (ended == Ending::full) {
        const std::uint32_t relay = std::max(1u, section.goal.empty() ? whole_->locked_depth : section.moves / 2);
        whole_.reset();  // before room is taken for the other
        levels_ = std::make_unique<LevelPass<Mask>>(moves_, section.start, section.goal, relay, max_bytes_);
        continue;
      }
      sections_.pop_back();
      if (whole_) {
        for (State& state : whole_->path()) path_.push_back(std::move(state));
        whole_.reset();
      } else {
        const std::uint32_t rest = levels_->depth - levels_->relay_depth;
        if (rest > 0) sections_.push_back({levels_->relay, levels_->found, rest});
        if (levels_->relay_depth > 0) sections_.push_back({section.start, levels_->relay, levels_->relay_depth});
        levels_.reset();
      }
    }
    return Ending::apart;
  }

  void write(Separation& separation) const override {
    for (const State& state : path_) separation.path.push_back(moves_.positions(state));
    for (std::size_t piece = 0; piece < separation.pieces.size(); ++piece) {
      if (removed_ >> piece & 1) separation.removed.push_back(separation.pieces[piece]);
    }
    separation.direction = direction_;
  }

  std::uint64_t states() const override { return states_; }
  std::size_t at_least() const override { return at_least_; }

  std::vector<std::vector<Vector>> reached(std::size_t most) override {
    WholePass<Mask> pass(moves_, moves_.start(), {}, most * state_bytes(moves_.width()));
    std::uint64_t budget = most;
    pass.advance(budget);
    std::vector<std::vector<Vector>> found;
    for (std::uint32_t state = 0; state < pass.held().size(); ++state) {
      found.push_back(moves_.positions(pass.held().copy(state)));
    }
    return found;
  }

 private:
  // A part of the way: from a state to another one, or without a goal to where pieces are free.
  struct Section {
    State start, goal;
    std::uint32_t moves;  // to the goal
  };

  Moves<Mask> moves_;
  std::size_t max_bytes_;
  std::vector<State> path_;
  std::vector<Section> sections_;  // that are left; the last is next
  std::unique_ptr<WholePass<Mask>> whole_;
  std::unique_ptr<LevelPass<Mask>> levels_;
  std::uint64_t states_ = 0;
  std::size_t at_least_ = 1;
  Mask removed_ = 0;
  Vector direction_{};
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
  const auto with = [&]<class Mask>(Mask) {
    search_ = std::make_unique<SearchWith<Mask>>(contacts_, std::move(shapes), part.path[0], max_bytes_);
  };
  if (part.pieces.size() <= kRoom<std::uint16_t>) {
    with(std::uint16_t{});
  } else if (part.pieces.size() <= kRoom<std::uint32_t>) {
    with(std::uint32_t{});
  } else if (part.pieces.size() <= kRoom<std::uint64_t>) {
    with(std::uint64_t{});
  } else {
    with(Wide{});
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
      if (ended == Ending::full) at_least_ = search_->at_least();
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
