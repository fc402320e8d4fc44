#include "families/vanishing/game.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace tilewright::vanishing {

Index::Index(const Game& game) : of(game.pieces), removed(game.pieces), present(game.pieces) {
  for (int c = 0; c < static_cast<int>(game.conditions.size()); ++c) {
    of[game.conditions[c].piece].push_back(c);
    for (const int piece : game.conditions[c].removed) removed[piece].push_back(c);
    for (const int piece : game.conditions[c].present) present[piece].push_back(c);
  }
}

Play::Play(const Game& game)
    : game_(&game), index_(game), removed_(game.pieces), ways_(game.pieces), left_(game.pieces) {
  for (const Condition& condition : game.conditions) {
    missing_.push_back(static_cast<int>(condition.removed.size()));
    lost_.push_back(0);
    if (condition.removed.empty()) change_ways(condition.piece, 1);
  }
}

void Play::change_ways(int piece, int difference) {
  const bool before = is_removable(piece);
  ways_[piece] += difference;
  removable_ += is_removable(piece) - before;
}

void Play::remove(int piece) {
  removable_ -= is_removable(piece);
  removed_[piece] = 1;
  --left_;
  for (const int c : index_.removed[piece]) {
    if (--missing_[c] == 0 && lost_[c] == 0) change_ways(game_->conditions[c].piece, 1);
  }
  for (const int c : index_.present[piece]) {
    if (lost_[c]++ == 0 && missing_[c] == 0) change_ways(game_->conditions[c].piece, -1);
  }
}

void Play::undo_remove(int piece) {
  removed_[piece] = 0;
  removable_ += is_removable(piece);
  ++left_;
  for (const int c : index_.removed[piece]) {
    if (missing_[c]++ == 0 && lost_[c] == 0) change_ways(game_->conditions[c].piece, -1);
  }
  for (const int c : index_.present[piece]) {
    if (--lost_[c] == 0 && missing_[c] == 0) change_ways(game_->conditions[c].piece, 1);
  }
}

namespace {

// The work of simplify: conditions shrink and die, pieces go or are found stuck.
class Simplifier {
 public:
  explicit Simplifier(const Game& game)
      : game_(game), index_(game), alive_(game.conditions.size(), 1), fate_(game.pieces, Fate::open) {
    for (int piece = 0; piece < game.pieces; ++piece) {
      perhaps_harmless_.insert(perhaps_harmless_.end(), piece);
      perhaps_dominated_.insert(perhaps_dominated_.end(), piece);
    }
  }

  Simplified run() {
    do {
      changed_ = false;
      find_stuck();
      remove_harmless();
      drop_dominated();
    } while (changed_);
    return result();
  }

 private:
  enum class Fate : char { open, removed, stuck };

  // A piece's part in a condition is over: it is gone, or will be there for ever.
  void settle(int piece, Fate fate) {
    fate_[piece] = fate;
    changed_ = true;
    for (const int c : index_.of[piece]) end(c);
    for (const int c : index_.removed[piece]) {
      if (fate == Fate::stuck) end(c);
      std::erase(game_.conditions[c].removed, piece);
      shrank(c);
    }
    for (const int c : index_.present[piece]) {
      if (fate == Fate::removed) end(c);
      std::erase(game_.conditions[c].present, piece);
      shrank(c);
    }
  }

  // A condition never holds, or does not matter; its `present` pieces may be harmless now.
  void end(int c) {
    if (!alive_[c]) return;
    alive_[c] = 0;
    perhaps_harmless_.insert(game_.conditions[c].present.begin(), game_.conditions[c].present.end());
  }

  void shrank(int c) {
    if (!alive_[c]) return;
    perhaps_harmless_.insert(game_.conditions[c].piece);
    perhaps_dominated_.insert(game_.conditions[c].piece);
  }

  void find_stuck() {
    std::vector<int> missing(game_.conditions.size());
    std::vector<char> may_go(game_.pieces, 0);
    std::vector<int> todo;
    const auto reach = [&](int piece) {
      if (!may_go[piece] && fate_[piece] == Fate::open) {
        may_go[piece] = 1;
        todo.push_back(piece);
      }
    };
    for (std::size_t c = 0; c < missing.size(); ++c) {
      missing[c] = static_cast<int>(game_.conditions[c].removed.size());
      if (alive_[c] && missing[c] == 0) reach(game_.conditions[c].piece);
    }
    while (!todo.empty()) {
      const int piece = todo.back();
      todo.pop_back();
      for (const int c : index_.removed[piece]) {
        if (alive_[c] && --missing[c] == 0) reach(game_.conditions[c].piece);
      }
    }
    for (int piece = 0; piece < game_.pieces; ++piece) {
      if (fate_[piece] == Fate::open && !may_go[piece]) {
        settle(piece, Fate::stuck);
        stuck_.push_back(piece);
      }
    }
  }

  void remove_harmless() {
    // Sweeps over the pieces in the order of their numbers, without those of which nothing has changed.
    for (int piece = -1; !perhaps_harmless_.empty();) {
      auto next = perhaps_harmless_.upper_bound(piece);
      if (next == perhaps_harmless_.end()) next = perhaps_harmless_.begin();
      piece = *next;
      perhaps_harmless_.erase(next);
      if (fate_[piece] != Fate::open) continue;
      const auto& own = index_.of[piece];
      const bool goes =
          std::any_of(own.begin(), own.end(), [&](int c) { return alive_[c] && game_.conditions[c].removed.empty(); });
      const auto& dependent_conditions = index_.present[piece];
      if (!goes ||
          std::any_of(dependent_conditions.begin(), dependent_conditions.end(), [&](int c) { return alive_[c] != 0; }))
        continue;
      settle(piece, Fate::removed);
      first_.push_back(piece);
    }
  }

  void drop_dominated() {
    for (const int piece : std::exchange(perhaps_dominated_, {})) {
      const auto& own = index_.of[piece];
      for (const int c : own) {
        for (const int d : own) {
          if (c == d || !alive_[c] || !alive_[d]) continue;
          const Condition &wide = game_.conditions[c], &narrow = game_.conditions[d];
          if (std::includes(wide.removed.begin(), wide.removed.end(), narrow.removed.begin(), narrow.removed.end()) &&
              std::includes(wide.present.begin(), wide.present.end(), narrow.present.begin(), narrow.present.end())) {
            end(c);
            changed_ = true;
          }
        }
      }
    }
  }

  Simplified result() {
    Simplified out;
    out.first = first_;
    out.stuck = stuck_;
    out.rest.pieces = game_.pieces;
    std::vector<int> leader(game_.pieces);
    std::iota(leader.begin(), leader.end(), 0);
    const auto find = [&](int piece) {
      while (leader[piece] != piece) piece = leader[piece] = leader[leader[piece]];
      return piece;
    };
    for (std::size_t c = 0; c < alive_.size(); ++c) {
      if (!alive_[c]) continue;
      const Condition& condition = game_.conditions[c];
      out.rest.conditions.push_back(condition);
      for (const auto* others : {&condition.removed, &condition.present}) {
        for (const int piece : *others) leader[find(piece)] = find(condition.piece);
      }
    }
    std::vector<int> group(game_.pieces, -1);
    for (int piece = 0; piece < game_.pieces; ++piece) {
      if (fate_[piece] != Fate::open) continue;
      int& number = group[find(piece)];
      if (number < 0) {
        number = static_cast<int>(out.groups.size());
        out.groups.emplace_back();
      }
      out.groups[number].push_back(piece);
    }
    return out;
  }

  Game game_;
  Index index_;  // of the game as it was
  std::vector<char> alive_;
  std::vector<Fate> fate_;
  std::vector<int> first_, stuck_;
  std::set<int> perhaps_harmless_, perhaps_dominated_;  // pieces to look at
  bool changed_ = false;
};

}  // namespace

Simplified simplify(const Game& game) { return Simplifier(game).run(); }

}  // namespace tilewright::vanishing
