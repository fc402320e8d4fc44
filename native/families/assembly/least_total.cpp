#include "families/assembly/least_total.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>

#include "families/assembly/search.hpp"

namespace tilewright::assembly {

namespace {

using Mask = std::uint64_t;

constexpr std::size_t kMostSplits = 1 << 12;  // ways to separate one state

// Pieces of the assembly, ascending, and where they lie.
struct Part {
  std::vector<std::int32_t> pieces;
  std::vector<Vector> at;
};

}  // namespace

class LeastTotal::Search {
 public:
  Search(Contacts& contacts, std::vector<PlacedPiece> pieces, std::size_t known, std::size_t max_bytes)
      : contacts_(contacts), pieces_(std::move(pieces)), max_bytes_(max_bytes), total_(known) {
    Part whole;
    for (const PlacedPiece& piece : pieces_) {
      if (piece.shape < 0 || piece.shape >= contacts_.shapes()) throw std::invalid_argument("a piece has no shape");
      whole.pieces.push_back(static_cast<std::int32_t>(whole.pieces.size()));
      whole.at.push_back(piece.at);
    }
    at_least_ = least_moves(whole.pieces);
    if (at_least_ >= total_) {
      at_least_ = total_;
      ending_ = Ending::apart;
      return;
    }
    push(std::move(whole), total_);
  }

  Ending advance(std::uint64_t budget) {
    while (ending_ == Ending::running && budget > 0) {
      if (!frames_.empty()) {
        step(budget);
      } else if (!open_.empty()) {
        write(budget);
      } else {
        ending_ = full_ ? Ending::full : Ending::apart;
      }
    }
    return ending_;
  }

  std::size_t total() const { return total_; }
  std::size_t at_least() const { return at_least_; }
  std::uint64_t states() const { return states_; }
  const std::vector<Separation>& separations() const { return separations_; }

 private:
  // How a part is separated: where its pieces lie then, and which of them leave, by their position in the part.
  struct Split {
    State state;
    Mask removed = 0;
    Vector direction{};
  };

  // What is known of a part: no sum is less than `at_least`, and that one is reached if there is a split.
  struct Known {
    std::size_t at_least = 0;
    std::optional<Split> split;
  };

  // A part that is searched for a sum below `best`.
  struct Frame {
    Part part;
    std::string key;
    std::size_t best;
    std::unique_ptr<Moves<Mask>> moves;
    StateSet states;
    std::uint32_t next = 0, level_end = 1;
    std::size_t depth = 0;
    std::vector<Moves<Mask>::Free> free;  // of the state at `next`; the last ones are yet to be looked at
    bool is_cut = false;                  // there are more than these
    std::optional<Split> split;
  };

  // The fewest separations, each of them a move: as there are pieces, of which those with groups may all stay together.
  std::size_t least_moves(const std::vector<std::int32_t>& pieces) const {
    std::size_t single = 0;
    for (const std::int32_t piece : pieces) single += pieces_[piece].groups == 0;
    return single == pieces.size() ? single - 1 : single;
  }

  bool is_done(const std::vector<std::int32_t>& pieces) const {
    std::uint32_t common = ~std::uint32_t{0};
    for (const std::int32_t piece : pieces) common &= pieces_[piece].groups;
    return pieces.size() < 2 || common != 0;
  }

  // Equal for parts whose pieces have the same shapes and groups in the same relative positions.
  std::string key_of(const Part& part) const {
    std::string key;
    const auto add = [&](std::uint32_t value) { key.append(reinterpret_cast<const char*>(&value), sizeof value); };
    for (std::size_t k = 0; k < part.pieces.size(); ++k) {
      const PlacedPiece& piece = pieces_[part.pieces[k]];
      add(static_cast<std::uint32_t>(piece.shape));
      add(piece.groups);
      for (const std::int32_t step : part.at[k] - part.at[0]) add(static_cast<std::uint32_t>(step));
    }
    return key;
  }

  std::unique_ptr<Moves<Mask>> moves_of(const Part& part) {
    std::vector<std::int32_t> shapes;
    for (const std::int32_t piece : part.pieces) shapes.push_back(pieces_[piece].shape);
    return std::make_unique<Moves<Mask>>(contacts_, std::move(shapes), part.at);
  }

  // The pieces of a part that leave, or the others.
  static Part side(const Part& part, const std::vector<Vector>& at, Mask removed, bool leaves) {
    Part found;
    for (std::size_t k = 0; k < part.pieces.size(); ++k) {
      if ((removed >> k & 1) != leaves) continue;
      found.pieces.push_back(part.pieces[k]);
      found.at.push_back(at[k]);
    }
    return found;
  }

  void push(Part part, std::size_t best) {
    auto moves = moves_of(part);
    StateSet states(moves->width());
    states.add(moves->start().data(), states.hash_of(moves->start().data()));
    ++held_;
    ++states_;
    std::string key = key_of(part);
    frames_.push_back(
        {std::move(part), std::move(key), best, std::move(moves), std::move(states), 0, 1, 0, {}, false, {}});
  }

  // Looks at one more separation, or one more state, of the part at hand.
  void step(std::uint64_t& budget) {
    Frame& frame = frames_.back();
    if (!frame.free.empty()) {
      if (try_split(frame, frame.free.back())) {
        frame.free.pop_back();
        if (frame.free.empty()) {
          ++frame.next;
          full_ = frame.is_cut && frame.best > frame.depth + least_moves(frame.part.pieces);
          if (full_) give_up();
        }
      }
      return;
    }
    if (frame.next == frame.level_end) {
      frame.level_end = frame.states.size();
      ++frame.depth;
    }
    const std::size_t least = frame.depth + least_moves(frame.part.pieces);  // of what is still to be looked at
    if (frames_.size() == 1) at_least_ = std::min(std::max(at_least_, least), frame.best);
    if (frame.next >= frame.states.size() || least >= frame.best) return pop();
    --budget;
    const auto visit = [&](const Coordinate* state, std::uint64_t hash, const Moves<Mask>::Move&) {
      if (frame.states.contains(state, hash)) return true;
      if (used_bytes() > max_bytes_) {
        full_ = true;
        return false;
      }
      frame.states.add(state, hash);
      ++held_;
      ++states_;
      return true;
    };
    if (frame.moves->expand(frame.states[frame.next], Moves<Mask>::kNoMove, visit)) {
      frame.free = frame.moves->free_sets(kMostSplits);
      frame.is_cut = frame.free.size() > kMostSplits;
      std::reverse(frame.free.begin(), frame.free.end());
    } else {
      ++frame.next;
    }
    if (full_) give_up();
  }

  // Whether a separation is decided: its sum is known, or that this is not less than the best. Else one of its parts is
  // to be searched first.
  bool try_split(Frame& frame, const Moves<Mask>::Free& free) {
    const State state = frame.states.copy(frame.next);
    const std::vector<Vector> at = frame.moves->positions(state);
    const std::array<Part, 2> sides{side(frame.part, at, free.set, true), side(frame.part, at, free.set, false)};
    std::array<const Known*, 2> known{};
    std::size_t total = frame.depth + 1;
    std::array<std::size_t, 2> least{};
    for (int k = 0; k < 2; ++k) {
      if (is_done(sides[k].pieces)) continue;
      least[k] = least_moves(sides[k].pieces);
      if (const auto found = known_.find(key_of(sides[k])); found != known_.end()) {
        known[k] = &found->second;
        least[k] = std::max(least[k], known[k]->at_least);
      }
      total += least[k];
    }
    if (total >= frame.best) return true;
    for (int k = 0; k < 2; ++k) {
      if (is_done(sides[k].pieces) || (known[k] && known[k]->split)) continue;
      push(sides[k], frame.best - (total - least[k]));
      return false;
    }
    frame.best = total;
    frame.split = Split{state, free.set, free.direction};
    return true;
  }

  // Keeps what was found of the part at hand.
  void pop() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    held_ -= frame.states.size();
    if (frames_.empty()) return finish(frame);
    Known& known = known_[frame.key];
    known.at_least = std::max(known.at_least, frame.best);
    if (frame.split) known.split = std::move(frame.split);
    known_bytes_ += frame.key.size() + sizeof(Known) + 64 + frame.part.pieces.size() * (sizeof(Vector) + 6);
  }

  // The memory is used up. What was found of the whole so far rests on parts whose least sums are known.
  void give_up() {
    Frame root = std::move(frames_.front());
    frames_.clear();
    finish(root);
  }

  void finish(Frame& root) {
    if (!full_) at_least_ = root.best;
    if (!root.split) return;
    total_ = root.best;
    at_least_ = std::min(at_least_, total_);
    splits_[root.key] = std::move(*root.split);
    open_.push_back({std::move(root.part), -1, false});
  }

  // A part of the separation that is written, and the number of the separation it comes from.
  struct Open {
    Part part;
    std::int32_t from;
    bool removed;
  };

  // How a part of the separation that is written is separated.
  const Split& split_of(const std::string& key) const {
    if (const auto whole = splits_.find(key); whole != splits_.end()) return whole->second;
    const std::optional<Split>& split = known_.at(key).split;
    if (!split) throw std::logic_error("a part of a separation was not searched");
    return *split;
  }

  // Goes on with the moves of the part at the end of open_.
  void write(std::uint64_t& budget) {
    const Open& open = open_.back();
    const std::string key = key_of(open.part);
    const Split& split = split_of(key);
    if (!pass_) {
      pass_moves_ = moves_of(open.part);
      if (pass_moves_->start() != split.state) {
        pass_ =
            std::make_unique<WholePass<Mask>>(*pass_moves_, pass_moves_->start(), split.state, std::size_t{1} << 40);
      }
    }
    if (pass_ && pass_->advance(budget) == Ending::running) return;
    Separation found;
    found.pieces = open.part.pieces;
    found.path.push_back(open.part.at);
    for (const State& state : pass_ ? pass_->path() : std::vector<State>{}) {
      found.path.push_back(pass_moves_->positions(state));
    }
    for (std::size_t k = 0; k < found.pieces.size(); ++k) {
      if (split.removed >> k & 1) found.removed.push_back(found.pieces[k]);
    }
    found.direction = split.direction;
    const auto number = static_cast<std::int32_t>(separations_.size());
    if (open.from >= 0) {
      (open.removed ? separations_[open.from].removed_part : separations_[open.from].remaining_part) = number;
    }
    std::vector<Open> following;
    for (const bool leaves : {false, true}) {
      Part part = side(open.part, found.path.back(), split.removed, leaves);
      if (!is_done(part.pieces)) following.push_back({std::move(part), number, leaves});
    }
    separations_.push_back(std::move(found));
    pass_.reset();
    open_.pop_back();
    for (Open& next : following) open_.push_back(std::move(next));
  }

  std::size_t used_bytes() const { return held_ * state_bytes(3 * (pieces_.size() - 1)) + known_bytes_; }

  Contacts& contacts_;
  std::vector<PlacedPiece> pieces_;
  std::size_t max_bytes_;
  std::size_t total_, at_least_ = 0;
  std::uint64_t states_ = 0;
  std::size_t held_ = 0, known_bytes_ = 0;  // states of all frames, and bytes of known_
  bool full_ = false;
  Ending ending_ = Ending::running;
  std::vector<Frame> frames_;
  std::unordered_map<std::string, Known> known_;
  std::unordered_map<std::string, Split> splits_;  // of the whole alone
  std::vector<Open> open_;
  std::unique_ptr<Moves<Mask>> pass_moves_;
  std::unique_ptr<WholePass<Mask>> pass_;
  std::vector<Separation> separations_;
};

LeastTotal::LeastTotal(Contacts& contacts, std::vector<PlacedPiece> pieces, std::size_t known, std::size_t max_bytes) {
  if (pieces.size() > kMostPiecesOfTotal) throw std::invalid_argument("too many pieces for the least sum");
  search_ = std::make_unique<Search>(contacts, std::move(pieces), known, max_bytes);
}

LeastTotal::~LeastTotal() = default;

Ending LeastTotal::advance(std::uint64_t budget) { return search_->advance(budget); }
std::size_t LeastTotal::total() const { return search_->total(); }
std::size_t LeastTotal::at_least() const { return search_->at_least(); }
std::uint64_t LeastTotal::states() const { return search_->states(); }
const std::vector<Separation>& LeastTotal::separations() const { return search_->separations(); }

}  // namespace tilewright::assembly
