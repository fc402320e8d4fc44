// Sweeps of small random problems in every semiring; what a sweep refuses.
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "frontier_sums.hpp"

namespace tilewright::tests {
namespace {

TEST("frontier/small problems") {
  long solvable = 0;
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    for (std::uint64_t seed = 500000; seed < 500100; ++seed) {
      subject = "sweep, kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
      Random random{seed};
      SweepQuery query;
      query.problem = random_problem(random, kKinds[kind]);
      query.prefix = random_prefix(random, query.problem);
      const std::int32_t options = query.problem.options();
      if (random.below(3)) query.contributions = random_charges(random, options, random.below(2) == 0);
      if (random.below(2)) query.order = random_order(random, query.problem.items);
      const Sum index_goal = every_sum(query);
      solvable += index_goal.exists;
      check_sweeps(Plan(query), index_goal, random);
    }
  CHECK(solvable > 100);
}

// The items along a line, and the name of its order.
std::vector<std::int32_t> described(const fr::OrderChoice& choice) {
  std::vector<std::int32_t> line(choice.name, choice.name + std::char_traits<char>::length(choice.name));
  for (const auto& place : choice.linear_order.places) {
    line.push_back(place.item);
    line.push_back(place.base);
    line.insert(line.end(), place.group.begin(), place.group.end());
  }
  return line;
}

TEST("frontier/an order is chosen in steps") {
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    for (std::uint64_t seed = 510000; seed < 510040; ++seed) {
      subject = "order, kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
      Random random{seed};
      SweepQuery query;
      query.problem = random_problem(random, kKinds[kind]);
      if (random.below(2)) query.order = random_order(random, query.problem.items);
      const fr::ResidualProblem residual = fr::residual_problem(query);
      const auto whole = described(fr::choose_linear_order(query, residual));
      for (const std::int64_t budget : {1, 10, 1000}) {
        fr::OrderChooser chooser(query, residual);
        std::int64_t steps = 1;
        while (!chooser.advance(budget)) ++steps;
        CHECK(described(chooser.best) == whole);
        if (budget == 1) CHECK(steps > 2 * residual.options());  // each option is looked at twice for any line
      }
    }
}

TEST("frontier/a sweep is estimated in steps") {
  SweepQuery query;
  query.problem = dominoes({6, 7});
  const Plan plan(query);
  const auto estimator = [&] { return fr::make_sweep_estimator(query, plan.residual, plan.linear_order, 50, 2000); };
  const auto at_once = estimator();
  while (!at_once->advance(~std::uint64_t{0})) {
  }
  const auto in_steps = estimator();
  int steps = 1;
  while (!in_steps->advance(10)) ++steps;
  CHECK(steps > 20);
  CHECK(in_steps->estimate().states == at_once->estimate().states);
  CHECK(in_steps->estimate().live == at_once->estimate().live);
  CHECK(in_steps->estimate().whole == at_once->estimate().whole);
}

TEST("frontier/invalid input") {
  subject = "sweep, refusals";
  SweepQuery query;
  query.problem = dominoes({2, 2});
  const Plan plan(query);
  CHECK_THROWS(plan.sweep("no such semiring", 1));
  CHECK_THROWS(fr::make_sweep(query, plan.residual, plan.linear_order, {"modulo", 0, 0}, {}));
  CHECK_THROWS(fr::make_sweep(query, plan.residual, plan.linear_order, {"by_marks", 0, -1}, {}));
  for (const std::vector<Decision>& prefix : std::vector<std::vector<Decision>>{{9}, {~9}, {1, 1}, {1, ~1}}) {
    query.prefix = prefix;
    CHECK_THROWS(fr::residual_problem(query));
  }
  query.prefix.clear();
  query.times = {1, 2};
  CHECK_THROWS(fr::residual_problem(query));
  query.times.assign(query.problem.uses.size(), 0);
  CHECK_THROWS(fr::residual_problem(query));
  const auto sweep = plan.sweep("count", 1);
  for (const std::vector<Word>& head : std::vector<std::vector<Word>>{{},
                                                                      {0},
                                                                      {99, 1, 0, 0, 0, 0, 0, 0},
                                                                      {0, 0, 0, 0, 0, 0, 0, 0},
                                                                      {0, 1, 0, 0, 0, 0, 0, 1},
                                                                      {0, ~Word{0}, 0, 0, 0, 0, 0, 0}})
    CHECK_THROWS(plan.sweep("count", 1)->restore_head(head));
  for (const std::vector<Word>& part :
       std::vector<std::vector<Word>>{{}, {0}, {99, 0}, {~Word{0}, 0}, {0, 0, 1}, {0, 0, ~Word{0}, 1}})
    CHECK_THROWS(sweep->restore_part(part));
}

}  // namespace

}  // namespace tilewright::tests
