// Sweeps whose states are long.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "frontier_sums.hpp"

namespace tilewright::tests {
namespace {

// Several random problems one after another, and one option more that covers an item of the first and one
// of the last: places between those cannot leave the window, so states are long, and yet few.
struct Chain {
  SweepQuery query;
  Sum index_goal;
};
Chain random_chain(Random& random, Kind kind, int bits, bool weights) {
  Chain chain;
  Problem& joined = chain.query.problem;
  std::vector<SweepQuery> links;
  for (int have = 0; have < bits;) {
    SweepQuery link;
    link.problem = random_problem(random, kind);
    if (link.problem.primary == 0) continue;
    const bool end = links.empty() || have + link.problem.items >= bits;
    if (end) add_option(link.problem, {{random.below(link.problem.primary), 0}});  // its part of the long option
    if (every_solution(link.problem, {}).empty()) continue;
    link.contributions = random_charges(random, link.problem.options(), weights);
    if (end) link.contributions.back() = fr::Contribution{};
    have += link.problem.items;
    links.push_back(std::move(link));
  }
  std::int32_t primary = 0, secondary = 0;
  for (const SweepQuery& link : links) primary += link.problem.primary;
  joined.primary = primary;
  primary = 0;
  std::vector<exact_cover::Use> bridge;
  Sum middle = Sum::one();
  std::array<std::array<Sum, 2>, 2> ends;  // of the first and the last link: without the long option, with it
  for (std::size_t n = 0; n < links.size(); ++n) {
    const Problem& link = links[n].problem;
    const bool last = n + 1 == links.size(), end = n == 0 || last;
    const auto number = [&](std::int32_t i) {
      return i < link.primary ? primary + i : joined.primary + secondary + i - link.primary;
    };
    for (std::int32_t o = 0; o < link.options(); ++o) {
      std::vector<exact_cover::Use> uses;
      for (const exact_cover::Use& use : link.option(o)) uses.push_back({number(use.item), use.colour});
      if (end && o + 1 == link.options()) {
        bridge.insert(bridge.end(), uses.begin(), uses.end());
        continue;
      }
      add_option(joined, uses);
      chain.query.contributions.push_back(links[n].contributions[o]);
    }
    joined.least.insert(joined.least.end(), link.least.begin(), link.least.end());
    joined.most.insert(joined.most.end(), link.most.begin(), link.most.end());
    for (std::int32_t i = 0; i < link.items; ++i) chain.query.order.push_back(number(i));
    for (const Solution& solution : every_solution(link, {})) {
      if (!end) break;
      const bool taken = !solution.empty() && solution.back() == link.options() - 1;
      Sum& sum = ends[last][taken];
      sum = sum + sum_of(links[n], solution);
    }
    if (!end) middle = middle * every_sum(links[n]);
    primary += link.primary;
    secondary += link.items - link.primary;
  }
  joined.items = primary + secondary;
  add_option(joined, bridge);
  chain.query.contributions.push_back({1, 2, 1});
  const Sum taken = Sum::of(chain.query.contributions.back());
  chain.index_goal = middle * (ends[0][0] * ends[1][0] + ends[0][1] * ends[1][1] * taken);
  return chain;
}

// The first solutions of a walk: different ones, in which items at both ends are covered as often as they must be.
void check_graph(const Plan& plan, bool exists, Random& random) {
  const auto graph = plan.graph(random.between(1, 3));
  while (graph->advance(kUnlimited) == fr::Status::running) {
  }
  const std::vector<Solution> found = graph->walk(20);
  CHECK_SAME(found.empty(), !exists);
  CHECK_SAME(as_set(found).size(), found.size());
  const Problem& problem = plan.query.problem;
  for (const Solution& solution : found)
    for (const std::int32_t i : {0, problem.primary - 1})
      CHECK(std::count_if(solution.begin(), solution.end(), [&](std::int32_t o) {
              const auto uses = problem.option(o);
              return std::any_of(uses.begin(), uses.end(), [&](const exact_cover::Use& u) { return u.item == i; });
            }) >= problem.least[i]);
}

}  // namespace

TEST("frontier/widths") {
  std::map<int, int> seen;
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    for (const int bits : {20, 70, 100, 150, 240, 300})
      for (std::uint64_t seed = 600000; seed < 600002; ++seed) {
        subject =
            "chain of " + std::to_string(bits) + ", kind " + std::to_string(kind) + ", seed " + std::to_string(seed);
        Random random{seed + 10 * bits};
        const Chain chain = random_chain(random, kKinds[kind], bits, seed % 2);
        const Plan plan(chain.query);
        if (!fr::refusal(plan.linear_order).empty()) continue;
        ++seen[plan.words()];
        check_sweeps(plan, chain.index_goal, random);
        check_graph(plan, chain.index_goal.exists, random);
      }
  subject = "widths of states";
  for (const int words : {1, 2, 4, 16}) CHECK(seen[words] >= 4);
}

}  // namespace tilewright::tests
