// Walks through the graph of states against the definition.
#include <algorithm>
#include <string>
#include <vector>

#include "check.hpp"
#include "frontier_sums.hpp"

namespace tilewright::tests {
namespace {

void complete(fr::StateGraph& graph, std::uint64_t budget) {
  while (graph.advance(budget) == fr::Status::running) CHECK(graph.share() < 1);
}

void check_graph(const Plan& plan, const Solutions& all, Random& random) {
  const auto graph = plan.graph(1);
  const auto sliced = plan.graph(random.between(2, 3));
  CHECK(graph->walk(1).empty());
  complete(*graph, kUnlimited);
  complete(*sliced, 1 + random.below(5));
  CHECK_SAME(graph->share(), 1.0);
  CHECK_SAME(graph->states(), sliced->states());
  const std::vector<Solution> found = graph->walk(kUnlimited);
  CHECK(as_set(found) == all);
  CHECK(graph->walk(1).empty());
  std::vector<Solution> bit_by_bit;
  for (std::vector<Solution> some; !(some = sliced->walk(2)).empty();)
    bit_by_bit.insert(bit_by_bit.end(), some.begin(), some.end());
  CHECK(bit_by_bit == found);
  // Any bound of memory: the same list, or none.
  const auto bounded = plan.graph(2, random.below(static_cast<std::int32_t>(graph->peak()) + 1));
  fr::Status status = fr::Status::running;
  while (status == fr::Status::running) status = bounded->advance(1 + random.below(20));
  CHECK(bounded->walk(kUnlimited) == (status == fr::Status::complete ? found : std::vector<Solution>{}));
}

}  // namespace

TEST("frontier/graphs") {
  long solvable = 0;
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    for (std::uint64_t seed = 550000; seed < 550100; ++seed) {
      subject = "graph, kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
      Random random{seed};
      SweepQuery query;
      query.problem = random_problem(random, kKinds[kind]);
      query.prefix = random_prefix(random, query.problem);
      if (random.below(2)) query.order = random_order(random, query.problem.items);
      const Solutions all = every_solution(query.problem, query.prefix);
      solvable += !all.empty();
      check_graph(Plan(query), all, random);
    }
  CHECK(solvable > 100);
}

}  // namespace tilewright::tests
