// A play that also counts the pieces that depend on each piece.
#pragma once

#include <algorithm>
#include <vector>

#include "families/vanishing/game.hpp"

namespace tilewright::vanishing {

// A play that knows of each piece how many conditions, still to hold for pieces still there, want it there.
class PlayWithDependants {
 public:
  explicit PlayWithDependants(const Game& game) : play_(game), dependants_(game.pieces) {
    for (int piece = 0; piece < game.pieces; ++piece) count(piece);
  }

  // Removes a piece; `touched` gets the pieces whose state may have changed.
  void remove(int piece, std::vector<int>& touched) {
    play_.remove(piece);
    touched.clear();
    const auto& index = play_.index();
    const auto& conditions = play_.game().conditions;
    for (const auto* held : {&index.of[piece], &index.present[piece]}) {
      for (const int c : *held) {
        for (const int other : conditions[c].present) touched.push_back(other);
      }
    }
    for (const int c : index.removed[piece]) touched.push_back(conditions[c].piece);
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const int other : touched) count(other);
  }

  int dependants(int piece) const { return dependants_[piece]; }
  const Play& play() const { return play_; }

 private:
  void count(int piece) {
    int sum = 0;
    for (const int c : play_.index().present[piece]) {
      sum += !play_.is_lost(c) && !play_.removed(play_.game().conditions[c].piece);
    }
    dependants_[piece] = sum;
  }

  Play play_;
  std::vector<int> dependants_;
};

}  // namespace tilewright::vanishing
