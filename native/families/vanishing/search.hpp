// The whole game: what is certain at once, then an exact search of each group, with the best order so far.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "families/vanishing/exact.hpp"
#include "families/vanishing/game.hpp"

namespace tilewright::vanishing {

class Search {
 public:
  explicit Search(const Game& game, std::size_t most_words = Exact::kMaxWords);  // for each group
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Go on for about so many conflicts; true at the end: then lower() == left().
  bool advance(std::uint64_t effort);

  int lower() const { return lower_; }  // so many pieces must stay, proven
  int pieces() const { return game_.pieces; }
  int left() const { return game_.pieces - static_cast<int>(order_.size()); }
  const std::vector<int>& order();  // the best order of removal so far
  std::uint64_t states() const { return states_; }
  bool finished() const { return finished_; }
  bool full() const { return !finished_ && open_.empty(); }  // the memory is used up: it goes no further
  int groups() const { return static_cast<int>(simplified_.groups.size()); }
  const Simplified& simplified() const { return simplified_; }

  // An order found elsewhere, taken as far as it can be followed; false, and nothing is changed, when it is no better.
  bool offer(const std::vector<int>& order);

 private:
  void advance_group(int group, std::uint64_t& effort);
  void combine();

  Game game_;
  Simplified simplified_;
  std::vector<std::unique_ptr<Exact>> groups_;  // each over a game of its own, of its pieces alone
  std::vector<std::vector<int>> conditions_;    // by group and condition of its game: the one of simplified_.rest
  std::vector<int> used_;                       // of each group: the number of pieces left in its best model
  std::vector<int> open_;                       // groups to go on with, in the order of their turns
  std::vector<int> order_;
  std::size_t at_ = 0;  // the next of open_
  int lower_ = 0;
  std::uint64_t states_ = 0;
  bool better_ = false;  // a group has a better model than order_ has taken up
  bool finished_ = false;
};

// The pieces that go, in an order in which each goes by its condition `how[piece]`; -1 for pieces that stay.
std::vector<int> order_of(const Game& game, const std::vector<int>& how);

// An order of removal as far as it can be followed, and after it whatever else can go, first what no other piece depends on.
std::vector<int> replay(const Game& game, const std::vector<int>& order);

}  // namespace tilewright::vanishing
