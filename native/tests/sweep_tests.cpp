// Sweeps of small random problems in every semiring; what a sweep refuses.
#include <stdexcept>
#include <string>
#include <vector>

#include "check.hpp"
#include "frontier_sums.hpp"

namespace tilewright::tests {
namespace {

TEST("frontier/small problems") {
  long solvable = 0;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind)
    for (std::uint64_t seed = 500000; seed < 500100; ++seed) {
      subject = "sweep, kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
      Random random{seed};
      Question question;
      question.problem = random_problem(random, kinds[kind]);
      question.prefix = random_prefix(random, question.problem);
      const std::int32_t options = question.problem.options();
      if (random.below(3)) question.charges = random_charges(random, options, random.below(2) == 0);
      if (random.below(2)) question.order = random_order(random, question.problem.items);
      const Sum want = every_sum(question);
      solvable += want.exists;
      check_sweeps(Plan(question), want, random);
    }
  CHECK(solvable > 100);
}

TEST("frontier/invalid input") {
  subject = "sweep, refusals";
  Question question;
  question.problem = dominoes({2, 2});
  const Plan plan(question);
  CHECK_THROWS(plan.sweep("no such semiring", 1));
  CHECK_THROWS(fr::make_sweep(question, plan.demand, plan.line, {"modulo", 0, 0}, {}));
  CHECK_THROWS(fr::make_sweep(question, plan.demand, plan.line, {"by_marks", 0, -1}, {}));
  for (const std::vector<Decision>& prefix : std::vector<std::vector<Decision>>{{9}, {~9}, {1, 1}, {1, ~1}}) {
    question.prefix = prefix;
    CHECK_THROWS(fr::demand_of(question));
  }
  question.prefix.clear();
  question.times = {1, 2};
  CHECK_THROWS(fr::demand_of(question));
  question.times.assign(question.problem.uses.size(), 0);
  CHECK_THROWS(fr::demand_of(question));
  const auto sweep = plan.sweep("count", 1);
  for (std::vector<Word> head : std::vector<std::vector<Word>>{{},
                                                               {0},
                                                               {99, 1, 0, 0, 0, 0, 0, 0},
                                                               {0, 0, 0, 0, 0, 0, 0, 0},
                                                               {0, 1, 0, 0, 0, 0, 0, 1},
                                                               {0, ~Word{0}, 0, 0, 0, 0, 0, 0}})
    CHECK_THROWS(plan.sweep("count", 1)->restore_head(head));
  for (std::vector<Word> part :
       std::vector<std::vector<Word>>{{}, {0}, {99, 0}, {~Word{0}, 0}, {0, 0, 1}, {0, 0, ~Word{0}, 1}})
    CHECK_THROWS(sweep->restore_part(part));
}

}  // namespace

}  // namespace tilewright::tests
