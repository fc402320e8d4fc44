// A sweep over profiles as steps: which items a profile remembers, in which bit, and what each decision does to them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solving/frontier/linear_order.hpp"

namespace tilewright::profile {

// A profile says which of the live items are covered: those that an option decided before touches and one that is not
// decided yet, too. Each live item has a bit; bits are used again. The table has a number for each set of bits, and
// bits that no live item has are 0 in every profile whose number is not 0.
using Profile = std::uint64_t;

// What the new number of a profile begins with, before the numbers that options lead from are added.
enum class Start : std::uint8_t {
  covered,  // the number of the profile with the bit `slot`: the item was covered before
  same,     // the old number: the option is left out
  nothing   // the item was never covered before, so an option has to be taken
};

struct Move {
  Profile set;   // bits that have to be 0 before and are 1 afterwards
  bool renewed;  // afterwards the bit `slot` is 1: it is that of another item now
};

// new[m] = start + the sum of old[m without set] over moves whose set is in m, for m without the bit `slot`; with it,
// the sum over renewed moves.
struct Step {
  std::int32_t slot = -1;  // the bit of the item that is decided, or that no later option touches; -1: none
  Start start = Start::same;
  std::vector<Move> moves;
  Profile live = 0;  // bits in use before or after

  Profile touched() const;
  double growth() const;  // two to this many is at least the largest number after the step over that before
};

struct Steps {
  std::vector<Step> steps;
  std::int32_t bits = 0;  // of a profile
  bool dead = false;      // there is no solution
  std::string refusal;    // why there are no steps, as a sentence

  // Two to this many is at least the number of solutions.
  double log2_bound() const;
};

// Steps along a line. Weights other than 1, colours, and items with bounds are refused.
Steps make_steps(const frontier::ResidualProblem& residual, const frontier::LinearOrder& linear_order);

}  // namespace tilewright::profile
