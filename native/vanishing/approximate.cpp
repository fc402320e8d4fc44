#include "vanishing/approximate.hpp"

#include <algorithm>
#include <random>
#include <unordered_set>
#include <utility>

#include "vanishing/exact.hpp"
#include "vanishing/search.hpp"

namespace tilewright::vanishing {

namespace {

constexpr int kWhole = 250;  // pieces that one beam takes on

class GreedyScan : public Approximation {
 public:
  explicit GreedyScan(const Game& game) : game_(game), play_(game_) {}

  bool advance(std::uint64_t states) override {
    const std::uint64_t end = states_ + states;
    while (states_ < end) {
      if (at_ == game_.pieces) {
        if (!moved_) return true;
        moved_ = false;
        at_ = 0;
        continue;  // a board may have no piece
      }
      if (play_.can_go(at_)) {
        play_.remove(at_);
        order_.push_back(at_);
        ++states_;
        moved_ = true;
      }
      ++at_;
    }
    return false;
  }
  const std::vector<int>& order() const override { return order_; }
  std::uint64_t states() const override { return states_; }

 private:
  Game game_;
  Play play_;
  std::vector<int> order_;
  int at_ = 0;
  bool moved_ = true;
  std::uint64_t states_ = 0;
};

// A play that knows of each piece how many conditions, still to hold for pieces still there, want it there.
class Wanted {
 public:
  explicit Wanted(const Game& game) : play_(game), wanted_(game.pieces) {
    for (int piece = 0; piece < game.pieces; ++piece) count(piece);
  }

  // Removes a piece; `touched` gets the pieces whose state may have changed.
  void remove(int piece, std::vector<int>& touched) {
    play_.remove(piece);
    touched.clear();
    const auto& index = play_.index();
    const auto& conditions = play_.game().conditions;
    for (const auto* held : {&index.of[piece], &index.there[piece]}) {
      for (const int c : *held) {
        for (const int other : conditions[c].there) touched.push_back(other);
      }
    }
    for (const int c : index.gone[piece]) touched.push_back(conditions[c].piece);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const int other : touched) count(other);
  }

  int wanted(int piece) const { return wanted_[piece]; }
  const Play& play() const { return play_; }

 private:
  void count(int piece) {
    int sum = 0;
    for (const int c : play_.index().there[piece]) {
      sum += !play_.is_lost(c) && !play_.removed(play_.game().conditions[c].piece);
    }
    wanted_[piece] = sum;
  }

  Play play_;
  std::vector<int> wanted_;
};

class Waiting : public Approximation {
 public:
  explicit Waiting(const Game& game) : game_(game), state_(game_) {
    for (int piece = 0; piece < game_.pieces; ++piece) offer(piece);
  }

  bool advance(std::uint64_t states) override {
    std::vector<int> touched;
    for (std::uint64_t k = 0; k < states; ++k) {
      int piece = -1;
      while (least_ < shelves_.size()) {
        auto& shelf = shelves_[least_];
        while (!shelf.empty()) {
          const int top = shelf.back();
          shelf.pop_back();
          // What was put here long ago may have changed since.
          if (state_.play().can_go(top) && state_.wanted(top) == static_cast<int>(least_)) {
            piece = top;
            break;
          }
        }
        if (piece >= 0) break;
        ++least_;
      }
      if (piece < 0) return true;
      state_.remove(piece, touched);
      order_.push_back(piece);
      for (const int other : touched) offer(other);
    }
    return false;
  }
  const std::vector<int>& order() const override { return order_; }
  std::uint64_t states() const override { return order_.size(); }

 private:
  void offer(int piece) {
    if (!state_.play().can_go(piece)) return;
    const auto shelf = static_cast<std::size_t>(state_.wanted(piece));
    if (shelf >= shelves_.size()) shelves_.resize(shelf + 1);
    shelves_[shelf].push_back(piece);
    least_ = std::min(least_, shelf);
  }

  Game game_;
  Wanted state_;
  std::vector<std::vector<int>> shelves_;  // removable pieces by how many conditions want them there
  std::size_t least_ = 0;
  std::vector<int> order_;
};

class Bounded : public Approximation {
 public:
  explicit Bounded(const Game& game)
      : game_(game),
        play_(game_),
        most_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(game.pieces) * game.pieces)) {
    std::mt19937_64 chance(1);
    for (int piece = 0; piece < game_.pieces; ++piece) codes_.push_back({chance(), chance()});
    enter();
  }

  bool advance(std::uint64_t states) override {
    const std::uint64_t end = states_ + states;
    while (states_ < end) {
      if (levels_.empty() || states_ >= most_ || static_cast<int>(best_.size()) == game_.pieces) return true;
      auto& children = levels_.back();
      if (children.empty()) {
        levels_.pop_back();
        if (!path_.empty()) {
          play_.put_back(path_.back());
          mark(path_.back());
          path_.pop_back();
        }
        continue;
      }
      const int piece = children.back();
      children.pop_back();
      play_.remove(piece);
      mark(piece);
      path_.push_back(piece);
      if (!seen_.insert(code_.first ^ (code_.second * 0x9e3779b97f4a7c15ull)).second) {
        play_.put_back(piece);
        mark(piece);
        path_.pop_back();
        continue;
      }
      enter();
    }
    return false;
  }
  const std::vector<int>& order() const override { return best_; }
  std::uint64_t states() const override { return states_; }

 private:
  // Two states with the same code are taken for one: no proof is made here, so nothing wrong can come of it.
  void mark(int piece) {
    code_.first ^= codes_[piece].first;
    code_.second ^= codes_[piece].second;
  }

  void enter() {
    ++states_;
    if (path_.size() > best_.size()) best_ = path_;
    std::vector<std::pair<int, int>> ranked;
    for (int piece = 0; piece < game_.pieces; ++piece) {
      if (!play_.can_go(piece)) continue;
      play_.remove(piece);
      int open = 0;
      for (int other = 0; other < game_.pieces; ++other) open += play_.can_go(other);
      play_.put_back(piece);
      ranked.emplace_back(open, piece);
    }
    std::stable_sort(ranked.begin(), ranked.end());  // the most open last: it is taken first
    levels_.emplace_back();
    for (const auto& [open, piece] : ranked) levels_.back().push_back(piece);
  }

  Game game_;
  Play play_;
  std::uint64_t most_, states_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> codes_;
  std::pair<std::uint64_t, std::uint64_t> code_{};
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::vector<int>> levels_;
  std::vector<int> path_, best_;
};

class Beam : public Approximation {
 public:
  // Pieces that are `held` are not removed.
  Beam(const Game& game, int width, std::vector<char> held)
      : game_(game), width_(width), index_(game_), held_(std::move(held)) {
    std::mt19937_64 chance(1);
    for (int piece = 0; piece < game_.pieces; ++piece) codes_.push_back(chance());
    Node root{Wanted(game_), {}, 0, 0};
    settle(root);
    front_.push_back(std::move(root));
    keep_best();
  }

  bool advance(std::uint64_t states) override {
    const std::uint64_t end = states_ + states;
    while (states_ < end) {
      if (front_.empty()) return true;
      step();
    }
    return false;
  }
  const std::vector<int>& order() const override { return best_; }
  std::uint64_t states() const override { return states_; }

 private:
  struct Node {
    Wanted state;
    std::vector<int> order;
    std::uint64_t code;
    int harm;  // conditions that were lost to pieces still there
  };

  // Removals that hurt nobody, as long as there are any.
  void settle(Node& node) {
    std::vector<int> todo, touched;
    for (int piece = 0; piece < game_.pieces; ++piece) todo.push_back(piece);
    while (!todo.empty()) {
      const int piece = todo.back();
      todo.pop_back();
      if (held_[piece] || !node.state.play().can_go(piece) || node.state.wanted(piece) > 0) continue;
      go(node, piece, touched);
      todo.insert(todo.end(), touched.begin(), touched.end());
    }
  }

  void go(Node& node, int piece, std::vector<int>& touched) {
    node.harm += node.state.wanted(piece);
    node.state.remove(piece, touched);
    node.order.push_back(piece);
    node.code ^= codes_[piece];
  }

  void step() {
    struct Move {
      int harm, node, piece;
    };
    std::vector<Move> moves;
    for (int n = 0; n < static_cast<int>(front_.size()); ++n) {
      for (int piece = 0; piece < game_.pieces; ++piece) {
        if (held_[piece] || !front_[n].state.play().can_go(piece)) continue;
        moves.push_back({front_[n].harm + front_[n].state.wanted(piece), n, piece});
      }
    }
    std::stable_sort(moves.begin(), moves.end(), [](const Move& a, const Move& b) { return a.harm < b.harm; });
    if (moves.size() > 4 * static_cast<std::size_t>(width_)) moves.resize(4 * width_);
    std::vector<std::pair<std::pair<int, int>, Node>> children;
    std::unordered_set<std::uint64_t> seen;
    std::vector<int> touched;
    for (const Move& move : moves) {
      Node child = front_[move.node];
      go(child, move.piece, touched);
      settle(child);
      ++states_;
      if (!seen.insert(child.code).second) continue;
      const int lost = dead(child);
      children.emplace_back(std::pair(lost, child.harm), std::move(child));
    }
    std::stable_sort(children.begin(), children.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    if (children.size() > static_cast<std::size_t>(width_)) children.resize(width_, children.front());
    front_.clear();
    for (auto& [score, child] : children) front_.push_back(std::move(child));
    keep_best();
  }

  // Pieces there that can never go again, by the rule of simplify.
  int dead(const Node& node) {
    const Play& play = node.state.play();
    std::vector<int> missing(game_.conditions.size());
    std::vector<char> may(game_.pieces, 0);
    std::vector<int> todo;
    for (std::size_t c = 0; c < missing.size(); ++c) {
      missing[c] = play.missing(static_cast<int>(c));
      const int piece = game_.conditions[c].piece;
      if (missing[c] == 0 && !play.is_lost(static_cast<int>(c)) && !play.removed(piece) && !may[piece]) {
        may[piece] = 1;
        todo.push_back(piece);
      }
    }
    int reached = 0;
    for (; !todo.empty(); ++reached) {
      const int piece = todo.back();
      todo.pop_back();
      for (const int c : index_.gone[piece]) {
        const int other = game_.conditions[c].piece;
        if (--missing[c] == 0 && !play.is_lost(c) && !play.removed(other) && !may[other]) {
          may[other] = 1;
          todo.push_back(other);
        }
      }
    }
    return play.left() - reached;
  }

  void keep_best() {
    for (const Node& node : front_) {
      if (node.order.size() > best_.size()) best_ = node.order;
    }
  }

  Game game_;
  int width_;
  Index index_;
  std::vector<char> held_;
  std::vector<std::uint64_t> codes_;
  std::vector<Node> front_;
  std::vector<int> best_;
  std::uint64_t states_ = 0;
};

// On a large board: parts of it in turn, each with a beam of its own while the rest stands still. In the first
// pass a part holds back pieces that others want there; the later ones go over shifted parts and take all.
class BeamByParts : public Approximation {
 public:
  BeamByParts(const Game& game, int width) : game_(game), index_(game_), play_(game_), width_(width) {
    std::vector<char> taken(game_.pieces, 0);
    for (int start = 0; start < game_.pieces; ++start) {
      if (taken[start]) continue;
      taken[start] = 1;
      line_.push_back(start);
      for (std::size_t at = line_.size() - 1; at < line_.size(); ++at) {
        for (const int c : index_.of[line_[at]]) near(c, taken);
        for (const int c : index_.there[line_[at]]) near(c, taken);
        for (const int c : index_.gone[line_[at]]) near(c, taken);
      }
    }
  }

  bool advance(std::uint64_t states) override {
    const std::uint64_t end = states_ + states;
    while (states_ < end) {
      if (!beam_ && !next_part()) return true;
      const std::uint64_t before = beam_->states();
      const bool done = beam_->advance(end - states_);
      states_ += beam_->states() - before;
      if (!done) continue;
      for (const int own : beam_->order()) {
        play_.remove(part_[own]);
        order_.push_back(part_[own]);
      }
      beam_.reset();
    }
    return false;
  }
  const std::vector<int>& order() const override { return order_; }
  std::uint64_t states() const override { return states_; }

 private:
  static constexpr std::size_t kPart = 120;
  static constexpr int kPasses = 3;

  void near(int c, std::vector<char>& taken) {
    const auto take = [&](int piece) {
      if (!taken[piece]) {
        taken[piece] = 1;
        line_.push_back(piece);
      }
    };
    take(game_.conditions[c].piece);
    for (const int piece : game_.conditions[c].gone) take(piece);
    for (const int piece : game_.conditions[c].there) take(piece);
  }

  bool next_part() {
    ++states_;
    if (at_ >= line_.size()) {
      if (++pass_ == kPasses) return false;
      at_ = 0;
    }
    // The first part of every other pass is a half, so that borders move.
    const std::size_t size = at_ == 0 && pass_ % 2 == 1 ? kPart / 2 : kPart;
    const std::size_t to = std::min(line_.size(), at_ + size);
    part_.clear();
    std::vector<int> own(game_.pieces, -1);
    for (; at_ < to; ++at_) {
      if (play_.removed(line_[at_])) continue;
      own[line_[at_]] = static_cast<int>(part_.size());
      part_.push_back(line_[at_]);
    }
    Game sub;
    sub.pieces = static_cast<int>(part_.size());
    std::vector<char> held(part_.size(), 0);
    for (const int piece : part_) {
      for (const int c : index_.of[piece]) {
        if (play_.is_lost(c)) continue;
        Condition condition{own[piece], {}, {}};
        bool possible = true;
        for (const int other : game_.conditions[c].gone) {
          if (play_.removed(other)) continue;
          possible = possible && own[other] >= 0;
          condition.gone.push_back(own[other]);
        }
        for (const int other : game_.conditions[c].there) {
          if (own[other] >= 0) condition.there.push_back(own[other]);
        }
        if (possible) sub.conditions.push_back(std::move(condition));
      }
      if (pass_ > 0) continue;
      for (const int c : index_.there[piece]) {
        const int other = game_.conditions[c].piece;
        if (own[other] < 0 && !play_.removed(other) && !play_.is_lost(c)) held[own[piece]] = 1;
      }
    }
    beam_ = std::make_unique<Beam>(sub, width_, std::move(held));
    return true;
  }

  Game game_;
  Index index_;
  Play play_;
  int width_, pass_ = 0;
  std::vector<int> line_;  // all pieces, those that conditions tie near each other
  std::size_t at_ = 0;
  std::vector<int> part_, order_;
  std::unique_ptr<Beam> beam_;
  std::uint64_t states_ = 0;
};

class Neighbourhoods : public Approximation {
 public:
  Neighbourhoods(const Game& game, int size, int rounds, std::uint64_t seed)
      : game_(game), index_(game_), size_(size), rounds_(rounds), chance_(seed) {
    const auto start = waiting(game_);
    while (!start->advance(1'000'000)) {
    }
    states_ = start->states();
    order_ = followed(game_, start->order());
    how_ = ways(order_);
    shuffle();
  }

  bool advance(std::uint64_t states) override {
    const std::uint64_t end = states_ + states;
    while (states_ < end) {
      if (static_cast<int>(order_.size()) == game_.pieces) return true;
      if (at_ == centres_.size()) {
        if (++round_ == rounds_) return true;
        shuffle();
      }
      improve(centres_[at_++]);
    }
    return false;
  }
  const std::vector<int>& order() const override { return order_; }
  std::uint64_t states() const override { return states_; }

 private:
  static constexpr std::uint64_t kConflicts = 2'000;  // for one neighbourhood

  // Every piece that stays is a centre once a round, in random order.
  void shuffle() {
    centres_.clear();
    for (int piece = 0; piece < game_.pieces; ++piece) {
      if (how_[piece] < 0) centres_.push_back(piece);
    }
    for (std::size_t k = centres_.size(); k > 1; --k) std::swap(centres_[k - 1], centres_[chance_() % k]);
    at_ = 0;
  }

  // The condition by which each piece goes in an order, -1 for pieces that stay.
  std::vector<int> ways(const std::vector<int>& order) const {
    Play play(game_);
    std::vector<int> how(game_.pieces, -1);
    for (const int piece : order) {
      for (const int c : index_.of[piece]) {
        if (play.holds(c)) {
          how[piece] = c;
          break;
        }
      }
      play.remove(piece);
    }
    return how;
  }

  void improve(int centre) {
    if (how_[centre] >= 0) return;
    std::vector<int> pieces{centre};
    std::vector<char> taken(game_.pieces, 0);
    taken[centre] = 1;
    const auto take = [&](int piece) {
      if (!taken[piece] && static_cast<int>(pieces.size()) < size_) {
        taken[piece] = 1;
        pieces.push_back(piece);
      }
    };
    for (std::size_t at = 0; at < pieces.size(); ++at) {
      const auto look = [&](int c) {
        take(game_.conditions[c].piece);
        for (const auto* others : {&game_.conditions[c].gone, &game_.conditions[c].there}) {
          for (const int piece : *others) take(piece);
        }
      };
      for (const auto* held : {&index_.of[pieces[at]], &index_.there[pieces[at]], &index_.gone[pieces[at]]}) {
        for (const int c : *held) look(c);
      }
    }
    int before = 0;
    for (const int piece : pieces) before += how_[piece] < 0;
    Exact exact(game_, pieces, how_);
    exact.advance(kConflicts);
    states_ += 1 + exact.states();
    if (exact.best().empty() || exact.best_left() > before) return;
    how_ = exact.best();
    if (exact.best_left() == before) return;  // another way to leave as few: a new start for the next
    order_ = followed(game_, order_of(game_, how_));
    how_ = ways(order_);
  }

  Game game_;
  Index index_;
  int size_, rounds_, round_ = 0;
  std::mt19937_64 chance_;
  std::vector<int> order_, how_, centres_;
  std::size_t at_ = 0;
  std::uint64_t states_ = 0;
};

}  // namespace

std::unique_ptr<Approximation> greedy_scan(const Game& game) { return std::make_unique<GreedyScan>(game); }
std::unique_ptr<Approximation> waiting(const Game& game) { return std::make_unique<Waiting>(game); }
std::unique_ptr<Approximation> bounded(const Game& game) { return std::make_unique<Bounded>(game); }
std::unique_ptr<Approximation> beam(const Game& game, int width) {
  if (game.pieces <= kWhole) return std::make_unique<Beam>(game, std::max(1, width), std::vector<char>(game.pieces));
  return std::make_unique<BeamByParts>(game, std::max(1, width));
}
std::unique_ptr<Approximation> neighbourhoods(const Game& game, int size, int rounds, std::uint64_t seed) {
  return std::make_unique<Neighbourhoods>(game, std::max(1, size), std::max(1, rounds), seed);
}

}  // namespace tilewright::vanishing
