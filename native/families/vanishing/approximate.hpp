// OrderTheory of removal found without proof, quickly: five methods, each stepped.
//
// They take a game as it is, without what simplify knows, so that they can be compared as methods.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "families/vanishing/game.hpp"

namespace tilewright::vanishing {

class Approximation {
 public:
  virtual ~Approximation() = default;
  virtual bool advance(std::uint64_t states) = 0;     // look at about so many more states; true at the end
  virtual const std::vector<int>& order() const = 0;  // the best so far
  virtual std::uint64_t states() const = 0;
};

// Sweep over the pieces again and again, removing each that can go, until a sweep removes nothing.
std::unique_ptr<Approximation> greedy_scan(const Game& game);

// Remove pieces that no condition of another wants there; when there is none, the one that the fewest do.
std::unique_ptr<Approximation> waiting(const Game& game);

// Depth first over sets of removed pieces, most removable pieces first, at most n^2 states.
std::unique_ptr<Approximation> bounded(const Game& game);

// Level by level, the `width` most promising sets of removed pieces of each level; removals that no other piece depends on
// are made at once. A set is promising when few pieces in it can never go again. Large boards go part by part.
std::unique_ptr<Approximation> beam(const Game& game, int width);

// From the order of `waiting`: again and again a neighbourhood of `size` pieces, tied by conditions, is solved
// exactly while all others keep the way they go by, until `rounds` passes over the board are done.
std::unique_ptr<Approximation> neighbourhoods(const Game& game, int size, int rounds, std::uint64_t seed);

}  // namespace tilewright::vanishing
