// The determinant of a sparse matrix as a sweep: which row to take when, and what to keep meanwhile.
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::kasteleyn {

struct Entry {
  std::int32_t row, column, value;
};

// A sweep reads the matrix as equations, one a row, in unknowns, one a column. It takes row after row.
// Of the unknowns that a row names for the first time, all but one become parameters, and the row
// gives the last one as a combination of parameters: a pivot that is an entry of the matrix itself. A
// row without new unknowns is a condition on the parameters: one of them, with a coefficient that is
// not zero, is solved for and put into all combinations that are still needed. This is Gaussian
// elimination with pivots chosen freely among rows and columns; only the combinations that later rows
// need are ever written down. A planar matrix of size n has about sqrt(n) of them, of that length.
struct Sweep {
  struct Term {
    std::int32_t vector;
    std::int32_t factor;  // index into factors
  };
  // In this order: `fresh` unknowns become parameters; the terms are summed up; a pivot's sum is kept
  // in `vector`; vectors that no later row needs are dropped; without a pivot, the sum is a condition.
  struct Step {
    std::int32_t row;
    std::int32_t pivot;                  // the column that is solved for; -1: the row is a condition
    std::int32_t value;                  // the matrix's entry there; 1 for a condition
    std::int32_t vector;                 // where the pivot's combination goes; -1: not needed, there are no terms
    std::int32_t fresh, terms, dropped;  // where this step's share of the lists below ends
  };
  struct Fresh {
    std::int32_t column, vector;
  };
  struct Ratio {
    std::int32_t numerator, denominator;
  };

  std::int32_t size = 0;
  std::int32_t width = 0;    // the most parameters at a time
  std::int32_t vectors = 0;  // the most combinations at a time
  double cost = 0;           // additions mod p, about
  std::vector<Step> steps;
  std::vector<Fresh> fresh;
  std::vector<Term> terms;
  std::vector<std::int32_t> dropped;
  std::vector<Ratio> factors{{1, 1}, {-1, 1}};  // a term's factor; the first two are always there
};

// The cheapest sweep of a few orders tried, over the matrix or its transpose: their determinants are
// the same. Throws std::invalid_argument when an entry lies outside, is zero, is given twice, or has
// an absolute value above 2^30.
Sweep plan_sweep(std::int32_t size, const std::vector<Entry>& entries);

}  // namespace tilewright::kasteleyn
