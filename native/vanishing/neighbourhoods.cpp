#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include "vanishing/approximate.hpp"
#include "vanishing/exact.hpp"
#include "vanishing/search.hpp"

namespace tilewright::vanishing {

namespace {

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

std::unique_ptr<Approximation> neighbourhoods(const Game& game, int size, int rounds, std::uint64_t seed) {
  return std::make_unique<Neighbourhoods>(game, std::max(1, size), std::max(1, rounds), seed);
}

}  // namespace tilewright::vanishing
