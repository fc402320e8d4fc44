#include <algorithm>
#include <memory>
#include <random>
#include <utility>

#include "families/vanishing/approximate.hpp"
#include "families/vanishing/exact.hpp"
#include "families/vanishing/search.hpp"

namespace tilewright::vanishing {

namespace {

class Neighbourhoods : public Approximation {
 public:
  Neighbourhoods(const Game& game, int size, int rounds, std::uint64_t seed)
      : game_(game), index_(game_), size_(size), rounds_(rounds), chance_(seed), number_(game.pieces, -1) {
    const auto start = waiting(game_);
    while (!start->advance(1'000'000)) {
    }
    states_ = start->states();
    order_ = replay(game_, start->order());
    how_ = ways(order_);
    shuffle();
  }

  bool advance(std::uint64_t states) override {
    const std::uint64_t end = states_ + states;
    bool done = false;
    while (!done && states_ < end) {
      if (at_ == centres_.size()) {
        if (better_ > 0) play_on();
        done = ++round_ >= rounds_ || static_cast<int>(order_.size()) == game_.pieces;
        if (!done) shuffle();
        continue;
      }
      improve(centres_[at_++]);
      // So often that it is rare on a large board, where it takes long.
      if (better_ > game_.pieces / 50) play_on();
    }
    if (better_ > 0) order_ = order_of(game_, how_);
    return done;
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

  // After neighbourhoods went better: what else can go now.
  void play_on() {
    order_ = replay(game_, order_of(game_, how_));
    how_ = ways(order_);
    better_ = 0;
  }

  void improve(int centre) {
    if (how_[centre] >= 0) return;
    std::vector<int> pieces{centre};
    number_[centre] = 0;
    const auto take = [&](int piece) {
      if (number_[piece] < 0 && static_cast<int>(pieces.size()) < size_) {
        number_[piece] = static_cast<int>(pieces.size());
        pieces.push_back(piece);
      }
    };
    for (std::size_t at = 0; at < pieces.size(); ++at) {
      const auto find_core = [&](int c) {
        take(game_.conditions[c].piece);
        for (const auto* others : {&game_.conditions[c].removed, &game_.conditions[c].present}) {
          for (const int piece : *others) take(piece);
        }
      };
      for (const auto* held : {&index_.of[pieces[at]], &index_.present[pieces[at]], &index_.removed[pieces[at]]}) {
        for (const int c : *held) find_core(c);
      }
    }
    solve_around(pieces);
    for (const int piece : pieces) number_[piece] = -1;
  }

  // An exact search of some pieces while all others keep their ways. Of those only the ones matter that may come
  // after one of these: an order that is against another comes back to one of these, by pieces that come after it.
  void solve_around(std::vector<int>& pieces) {
    const std::size_t searched = pieces.size();
    int before = 0;
    for (const int piece : pieces) before += how_[piece] < 0;
    const auto reach = [&](int piece) {
      if (number_[piece] >= 0 || how_[piece] < 0) return;
      number_[piece] = static_cast<int>(pieces.size());
      pieces.push_back(piece);
    };
    for (std::size_t at = 0; at < pieces.size(); ++at) {
      for (const int c : index_.removed[pieces[at]]) {
        if (how_[game_.conditions[c].piece] == c) reach(game_.conditions[c].piece);
      }
      for (const int c : index_.of[pieces[at]]) {
        if (at >= searched && how_[pieces[at]] != c) continue;
        for (const int piece : game_.conditions[c].present) reach(piece);
      }
    }
    Game part;
    part.pieces = static_cast<int>(pieces.size());
    std::vector<int> kept(pieces.size(), -1), names, window;
    for (std::size_t at = 0; at < pieces.size(); ++at) {
      if (at < searched) window.push_back(static_cast<int>(at));
      for (const int c : index_.of[pieces[at]]) {
        if (at >= searched && how_[pieces[at]] != c) continue;
        Condition condition{static_cast<int>(at), {}, {}};
        bool possible = true;
        for (const int piece : game_.conditions[c].removed) {
          if (number_[piece] >= 0) {
            condition.removed.push_back(number_[piece]);
          } else if (how_[piece] < 0) {
            possible = false;  // that piece stays
          }
        }
        for (const int piece : game_.conditions[c].present) {
          if (number_[piece] >= 0) condition.present.push_back(number_[piece]);
        }
        if (!possible) continue;
        if (at >= searched) kept[at] = static_cast<int>(names.size());
        names.push_back(c);
        part.conditions.push_back(std::move(condition));
      }
    }
    Exact exact(part, window, kept);
    std::uint64_t effort = kConflicts;
    exact.advance(effort);
    states_ += 1 + exact.states();
    if (exact.best().empty() || exact.best_left() > before) return;
    // When as few are left in another way, that is a new start for the next.
    for (std::size_t at = 0; at < searched; ++at) {
      how_[pieces[at]] = exact.best()[at] < 0 ? -1 : names[exact.best()[at]];
    }
    better_ += exact.best_left() < before;
  }

  Game game_;
  Index index_;
  int size_, rounds_, round_ = 0;
  std::mt19937_64 chance_;
  std::vector<int> order_, how_, centres_;
  std::vector<int> number_;  // of the pieces around the centre, in the game that is searched; -1: not among them
  int better_ = 0;           // neighbourhoods that went better since all was played on
  std::size_t at_ = 0;
  std::uint64_t states_ = 0;
};

}  // namespace

std::unique_ptr<Approximation> neighbourhoods(const Game& game, int size, int rounds, std::uint64_t seed) {
  return std::make_unique<Neighbourhoods>(game, std::max(1, size), std::max(1, rounds), seed);
}

}  // namespace tilewright::vanishing
