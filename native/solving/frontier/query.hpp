// What a frontier search is asked: a cover problem with some options decided, and what each option adds.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exact_cover/problem.hpp"

namespace tilewright::frontier {

using exact_cover::Decision;
using exact_cover::Problem;

// What choosing an option does to a value; see semiring.hpp.
struct Contribution {
  std::uint64_t weight = 1;
  std::int64_t cost = 0;
  std::int32_t mark = 0;
};

struct SweepQuery {
  Problem problem;
  std::vector<std::int32_t> times;  // per use: how often the option covers the item; empty: once
  std::vector<Decision> prefix;
  std::vector<Contribution> contributions;  // per option; empty: the plain one. Weight 0: the option is left out
  std::vector<std::int32_t> order;          // items to be gone through first, in this order; empty: any order
};

// How an item is remembered while options that touch it are still to come.
enum class Kind : std::uint8_t {
  ignored,    // cannot go wrong
  exact,      // primary, covered exactly once
  exclusive,  // covered at most once
  coloured,   // secondary: bare, or one colour, or covered without a colour
  counter     // primary, covered `least` to `most` times
};

struct ItemUse {
  std::int32_t item;
  std::int32_t colour;
  std::int32_t times;
};

// A query after its prefix: the items and options that are left.
struct ResidualProblem {
  std::vector<Kind> kind;                       // per item
  std::vector<std::int32_t> least, most;        // per item, for counters; most is INT32_MAX where it cannot be exceeded
  std::vector<std::int32_t> codes;              // per coloured item: how many colours
  std::vector<std::int32_t> ids;                // per option left, its number in the problem
  std::vector<std::vector<ItemUse>> item_uses;  // per option left; colours renumbered from 1, 0: none
  std::vector<Contribution> contributions;      // per option left
  Contribution fixed;                           // cost and mark of the options that the prefix chose, together
  std::vector<std::uint64_t> weights;           // of those options, where it is not 1; their product may be long
  std::vector<std::int32_t> chosen;             // the options that the prefix chose
  bool dead = false;                            // no solution: the prefix clashes, or an item cannot be covered

  std::int32_t options() const { return static_cast<std::int32_t>(ids.size()); }
  // 64-bit words that hold the product of the weights.
  int fixed_limbs() const;
};

// Throws std::invalid_argument when a decision names no option or an option twice, or a table has a wrong length.
ResidualProblem residual_problem(const SweepQuery& query);

}  // namespace tilewright::frontier
