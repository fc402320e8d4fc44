#include <algorithm>
#include <memory>
#include <random>
#include <unordered_set>
#include <utility>

#include "families/vanishing/approximate.hpp"
#include "families/vanishing/dependants.hpp"

namespace tilewright::vanishing {

namespace {

constexpr int kWhole = 250;  // pieces that one beam takes on

class Beam : public Approximation {
 public:
  // Pieces that are `held` are not removed.
  Beam(const Game& game, int width, std::vector<char> held)
      : game_(game), width_(width), index_(game_), held_(std::move(held)) {
    std::mt19937_64 chance(1);
    for (int piece = 0; piece < game_.pieces; ++piece) codes_.push_back(chance());
    Node root{PlayWithDependants(game_), {}, 0, 0};
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
    PlayWithDependants state;
    std::vector<int> order;
    std::uint64_t code;
    int harm;  // conditions that were lost to pieces still there
  };

  // Removals that no other piece depends on, as long as there are any.
  void settle(Node& node) {
    std::vector<int> todo, touched;
    for (int piece = 0; piece < game_.pieces; ++piece) todo.push_back(piece);
    while (!todo.empty()) {
      const int piece = todo.back();
      todo.pop_back();
      if (held_[piece] || !node.state.play().is_removable(piece) || node.state.dependants(piece) > 0) continue;
      go(node, piece, touched);
      todo.insert(todo.end(), touched.begin(), touched.end());
    }
  }

  void go(Node& node, int piece, std::vector<int>& touched) {
    node.harm += node.state.dependants(piece);
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
        if (held_[piece] || !front_[n].state.play().is_removable(piece)) continue;
        moves.push_back({front_[n].harm + front_[n].state.dependants(piece), n, piece});
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
    std::stable_sort(children.begin(), children.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
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
      for (const int c : index_.removed[piece]) {
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
        for (const int c : index_.present[line_[at]]) near(c, taken);
        for (const int c : index_.removed[line_[at]]) near(c, taken);
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
    for (const int piece : game_.conditions[c].removed) take(piece);
    for (const int piece : game_.conditions[c].present) take(piece);
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
        for (const int other : game_.conditions[c].removed) {
          if (play_.removed(other)) continue;
          possible = possible && own[other] >= 0;
          condition.removed.push_back(own[other]);
        }
        for (const int other : game_.conditions[c].present) {
          if (own[other] >= 0) condition.present.push_back(own[other]);
        }
        if (possible) sub.conditions.push_back(std::move(condition));
      }
      if (pass_ > 0) continue;
      for (const int c : index_.present[piece]) {
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

}  // namespace

std::unique_ptr<Approximation> beam(const Game& game, int width) {
  if (game.pieces <= kWhole) return std::make_unique<Beam>(game, std::max(1, width), std::vector<char>(game.pieces));
  return std::make_unique<BeamByParts>(game, std::max(1, width));
}

}  // namespace tilewright::vanishing
