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

  int lower() const;  // so many pieces must stay, proven
  int pieces() const { return game_.pieces; }
  int left() const { return game_.pieces - static_cast<int>(order_.size()); }
  const std::vector<int>& order() const { return order_; }  // the best order of removal so far
  std::uint64_t states() const;
  bool finished() const { return finished_; }
  bool full() const;  // not finished, and the memory is used up: it goes no further
  int groups() const { return static_cast<int>(simplified_.groups.size()); }
  const Simplified& simplified() const { return simplified_; }

  // An order found elsewhere, taken as far as it can be followed; false, and nothing is changed, when it is no better.
  bool offer(const std::vector<int>& order);

 private:
  void combine();

  Game game_;
  Simplified simplified_;
  std::vector<std::unique_ptr<Exact>> groups_;
  std::vector<int> used_;  // of each group: the number of pieces left in the model that order_ has taken up
  std::vector<int> order_;
  std::size_t at_ = 0;
  bool finished_ = false;
};

// The pieces that go, in an order in which each goes by its condition `how[piece]`; -1 for pieces that stay.
std::vector<int> order_of(const Game& game, const std::vector<int>& how);

// An order of removal as far as it can be followed, and after it whatever else can go, first what no other piece depends on.
std::vector<int> replay(const Game& game, const std::vector<int>& order);

}  // namespace tilewright::vanishing
