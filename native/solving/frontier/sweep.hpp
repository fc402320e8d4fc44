// A sweep along a line of items: equal states are merged, their values added up in a semiring.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solving/frontier/linear_order.hpp"
#include "solving/frontier/semiring.hpp"

namespace tilewright::frontier {

enum class Status { running, complete, memory };

struct Resources {
  int threads = 1;
  std::uint64_t memory = ~std::uint64_t{0};  // bytes that the tables may take together
};

// A state that a way from the start to it is looked for, or the end (then without a key). `left`: for counts, a
// number below the state's count, which tells one of the ways; with least_count the cost comes first. `taken`: the
// options on the way from the state to the end, as numbers of the problem.
struct Goal {
  std::int32_t place = 0;
  std::vector<Word> key, rank;
  std::vector<std::int32_t> taken;
};

// What is added up; see semiring.hpp.
struct Ring {
  std::string name = "count";  // exists, count, modulo, least, least_count, by_marks, count_traced
  std::uint64_t modulus = 0;   // modulo
  std::int32_t degree = 0;     // by_marks
};

class Sweep {
 public:
  virtual ~Sweep() = default;

  // Expands about `budget` more states, or ends earlier between two places. `memory` when the bound is reached: the
  // sweep cannot go on, `value` is then meaningless. The answer and the number of states do not depend on threads,
  // budgets or the bound.
  virtual Status advance(std::uint64_t budget) = 0;

  // The sum over all solutions, once complete; empty when there is none. Words as the semiring lays them out,
  // a 1 where it has none.
  virtual std::vector<Word> value() const = 0;
  virtual int limbs() const = 0;  // of each count in it

  // The places done, of all; where an advance ends within a place that one is not done.
  virtual std::int32_t place() const = 0;
  virtual std::int32_t places() const = 0;

  // True between two places: then the sweep can be kept, as a head and a part for each place with states.
  // They go to a fresh sweep for the same query, line and semiring, the head first; what does not fit
  // is a std::invalid_argument. Once the bound of memory is reached there is nothing to keep.
  virtual bool at_rest() const = 0;
  virtual std::vector<Word> head() const = 0;
  virtual std::vector<std::int32_t> stored_places() const = 0;
  virtual std::vector<Word> part(std::int32_t place) const = 0;
  virtual void forget(std::int32_t place) = 0;  // its states, when another sweep has taken them over
  virtual void restore_head(const std::vector<Word>& head) = 0;
  virtual void restore_part(const std::vector<Word>& part) = 0;

  // Ways back. A sweep that keeps its states up to a place (and is complete when it gets there) can follow
  // goals back to the place where it began, or was taken up. `trace` looks at about `budget` states. For count_traced
  // and least_count, where no option has a weight; others throw std::invalid_argument.
  virtual void keep_states(std::int32_t until) = 0;
  virtual void begin_trace(std::vector<Goal> goals) = 0;
  virtual Status trace(std::uint64_t budget) = 0;
  virtual std::vector<Goal> goals() const = 0;

  std::uint64_t states = 0;      // expanded
  std::uint64_t children = 0;    // entered, before equal ones were merged
  std::uint64_t infeasible = 0;  // of the states, cut off at once
  std::uint64_t max_live = 0;    // the most states that were held together between two places
  // After each place with states that this sweep has done: the places done, and the states expanded until then.
  std::vector<std::pair<std::int32_t, std::uint64_t>> passed;
  virtual std::uint64_t live() const = 0;   // states held now
  virtual std::uint64_t bytes() const = 0;  // held by tables now
  virtual std::uint64_t peak() const = 0;   // the most bytes ever
  virtual int slot_bytes() const = 0;       // a state with its value, without what an open table wastes
  virtual int region_steps() const = 0;     // of the region check of a child; 0 without that check
};

// Throws std::invalid_argument with a sentence when states of the line would be too long.
std::unique_ptr<Sweep> make_sweep(const SweepQuery& query, const ResidualProblem& residual,
                                  const LinearOrder& linear_order, const Ring& ring, const Resources& resources);

struct SweepEstimate {
  double states = 0, live = 0;
  bool whole = false;
};

// How many states a sweep will expand and hold at most, judged from a sweep that expands at most `max_expanded`
// states a place, chosen by their hashes, and at most `limit` in all. States that several others lead to are seen too
// often where few are expanded, so the guess is rather high. `whole`: nothing was left out, it is exact.
class SweepEstimator {
 public:
  virtual ~SweepEstimator() = default;
  SweepEstimator(const SweepEstimator&) = delete;
  SweepEstimator& operator=(const SweepEstimator&) = delete;

  // Expands about `budget` more states; true when the estimate is made.
  virtual bool advance(std::uint64_t budget) = 0;
  virtual SweepEstimate estimate() const = 0;

 protected:
  SweepEstimator() = default;
};
std::unique_ptr<SweepEstimator> make_sweep_estimator(const SweepQuery& query, const ResidualProblem& residual,
                                                     const LinearOrder& linear_order, std::uint64_t max_expanded,
                                                     std::uint64_t limit);

}  // namespace tilewright::frontier
