// The game of vanishing dominoes without its board: pieces, and conditions under which each may be removed.
//
// A condition holds when all of its `gone` pieces were removed and all of its `there` pieces were not. Which
// removals are possible depends on the set of removed pieces alone.
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::vanishing {

struct Condition {
  int piece = 0;
  std::vector<int> removed, present;  // sorted, disjoint, without the piece itself
};

struct Game {
  int pieces = 0;
  std::vector<Condition> conditions;
};

// The conditions of a game by the pieces that they are of, and that they speak of.
struct Index {
  explicit Index(const Game& game);
  std::vector<std::vector<int>> of, removed, present;
};

// A game under way: pieces are removed, and put back in the opposite order.
class Play {
 public:
  explicit Play(const Game& game);

  bool removed(int piece) const { return removed_[piece] != 0; }
  bool is_removable(int piece) const { return !removed_[piece] && ways_[piece] > 0; }
  int left() const { return left_; }
  int removable() const { return removable_; }  // how many pieces may be removed
  bool holds(int condition) const { return missing_[condition] == 0 && lost_[condition] == 0; }
  bool is_lost(int condition) const { return lost_[condition] != 0; }  // it can never hold again
  int missing(int condition) const { return missing_[condition]; }     // pieces that must go first
  void remove(int piece);
  void undo_remove(int piece);  // the piece that was removed last
  const Game& game() const { return *game_; }
  const Index& index() const { return index_; }

 private:
  void change_ways(int piece, int difference);

  const Game* game_;
  Index index_;
  std::vector<char> removed_;
  std::vector<int> missing_, lost_, ways_;
  int left_;
  int removable_ = 0;
};

// What is certain before any search, and the game that is left.
struct Simplified {
  std::vector<int> first;                // pieces to remove at once, in order
  std::vector<int> stuck;                // pieces that can never go
  std::vector<std::vector<int>> groups;  // the others, split into sets that have nothing to do with each other
  Game rest;                             // on the same piece numbers; conditions of the groups' pieces alone
};

// Three rules, again and again until none finds anything:
//
// Stuck: let M be the least set with p in M when a condition of p has all its `gone` pieces in M or removed (and
// none of its `there` pieces removed). By induction along any order of removal, only pieces of M can go. Others
// stay: conditions that need them gone never hold, and where they are to be there, they are.
//
// Harmless: a piece that can go now and that no condition of another piece wants there is removed at once. For
// take any order of removals; put this piece first (or add it). Every other removal finds the same pieces there
// that its condition wants there, and no fewer gone. So no order loses by it.
//
// Dominated: of two conditions of a piece, one whose `gone` and `there` contain those of the other holds only when
// the other does.
Simplified simplify(const Game& game);

}  // namespace tilewright::vanishing
