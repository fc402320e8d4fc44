// A board cut into regions with rules, and the dominoes that fill it: what all searches of the family read.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tilewright::pips {

constexpr int kNumbers = 7;    // on a half of a domino there are 0 to 6 pips
constexpr int kMaxCells = 64;  // sets of cells are words
constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }
constexpr std::uint8_t kAnyNumber = (1 << kNumbers) - 1;

enum class Rule : std::uint8_t { none, equal, different, sum, less, greater };

struct Region {
  Rule rule;
  int target;  // of sum, less and greater
  int cells;
};

// Dominoes with these numbers, a <= b; `count` of them are there.
struct Domino {
  int a, b, count;
};

// How often each number is on the halves of dominoes, or on cells.
using Tally = std::array<int, kNumbers>;

struct Puzzle {
  std::vector<std::vector<int>> neighbours;  // of each cell
  std::vector<int> region;                   // of each cell
  std::vector<Region> regions;
  std::vector<Domino> dominoes;                                 // no two with the same numbers
  std::array<std::array<int, kNumbers>, kNumbers> domino_of{};  // by its numbers in either order; -1 if there is none
  Tally halves{};                                               // of all dominoes

  int cells() const { return static_cast<int>(neighbours.size()); }
};

// std::invalid_argument for data that are not of a puzzle: more than 64 cells, a region without cells, or not half as many
// dominoes as cells.
Puzzle make_puzzle(std::vector<std::vector<int>> neighbours, std::vector<int> region,
                   const std::vector<std::pair<int, int>>& rules, const std::vector<std::pair<int, int>>& dominoes);

// The same puzzle with its cells numbered in another order.
Puzzle reordered(const Puzzle& puzzle, const std::vector<int>& order);

// Whether dominoes can cover the cells that are not covered yet; remembered for each set of cells.
class Tileability {
 public:
  explicit Tileability(const Puzzle& puzzle);
  bool operator()(std::uint64_t covered);

 private:
  std::vector<std::uint64_t> near_;
  std::uint64_t all_;
  std::unordered_map<std::uint64_t, bool> known_;
};

// What is known of a region when some of its cells have numbers.
struct Filling {
  int open = 0;           // cells without a number
  int sum = 0;            // of the numbers
  std::uint8_t used = 0;  // the set of numbers

  void put(int number) {
    --open;
    sum += number;
    used |= static_cast<std::uint8_t>(1 << number);
  }
};

// The numbers that one more cell of a region may have, when the cells left over are only known to hold 0 to 6 pips.
std::uint8_t allowed(const Region& region, const Filling& filling);

// Whether the halves that are left can fill the open cells: bounds on all sums together, and the cells whose number is
// known need so many halves of each number. Necessary, not sufficient.
bool may_fill(const std::vector<Region>& regions, const std::vector<Filling>& fillings, const Tally& halves);

}  // namespace tilewright::pips
