// Reduction: the solutions stay, however it is sliced or cut off, and whatever the order of options.
#include <algorithm>
#include <array>
#include <numeric>

#include "check.hpp"
#include "exact_cover/reduction.hpp"
#include "problems.hpp"

namespace tilewright::tests {

namespace {

using exact_cover::OptionRule;
using exact_cover::Reduction;
using exact_cover::ReductionStatus;

constexpr std::uint64_t kNoLimit = 1ull << 60;

Reduction reduced(const Problem& problem, const std::vector<Decision>& prefix, std::uint64_t limit,
                  std::uint64_t budget, std::uint64_t row_bytes = 1 << 20) {
  Reduction reduction(problem, prefix, limit, row_bytes);
  while (reduction.advance(budget) == ReductionStatus::running) {
  }
  return reduction;
}

// The solutions of what is left, as solutions of the whole problem.
Solutions put_back(const Reduction& reduction) {
  Solutions all;
  if (reduction.end() == ReductionStatus::impossible) return all;
  const auto left = reduction.left();
  for (const Solution& found : every_solution(left.rest.problem, {})) {
    Solution whole = left.rest.chosen;
    for (const std::int32_t o : found) whole.push_back(left.rest.option_ids[o]);
    std::sort(whole.begin(), whole.end());
    all.insert(whole);
  }
  return all;
}

std::vector<std::int32_t> carried(const std::vector<std::int32_t>& options, const std::vector<std::int32_t>& place) {
  std::vector<std::int32_t> found;
  for (const std::int32_t o : options) found.push_back(place[o]);
  std::sort(found.begin(), found.end());
  return found;
}

TEST("reduction/random problems") {
  constexpr std::array<Kind, 4> kinds{Kind::plain, Kind::coloured, Kind::bounded, Kind::everything};
  long removed = 0, chosen = 0, dropped = 0, impossible = 0;
  for (const Kind kind : kinds)
    for (int seed = 1; seed <= 1500; ++seed) {
      subject = "kind " + std::to_string(static_cast<int>(kind)) + ", seed " + std::to_string(seed);
      Random random{static_cast<std::uint64_t>(seed)};
      const Problem problem = random_problem(random, kind);
      std::vector<Decision> prefix = random_prefix(random, problem);
      std::erase_if(prefix, [](Decision d) { return d < 0; });
      const Solutions want = every_solution(problem, prefix);

      const Reduction whole = reduced(problem, prefix, kNoLimit, kNoLimit);
      CHECK(put_back(whole) == want);
      CHECK(whole.end() == ReductionStatus::complete || whole.end() == ReductionStatus::impossible);
      if (whole.end() == ReductionStatus::impossible) {
        CHECK(want.empty());
        CHECK(whole.dead_item() >= 0 && whole.dead_item() < problem.items);
        ++impossible;
      } else {
        const auto& tally = whole.tally();
        CHECK_SAME(std::accumulate(tally.begin(), tally.end(), std::int64_t{0}),
                   static_cast<std::int64_t>(whole.chosen().size() + whole.removed().size()));
        CHECK_SAME(tally[static_cast<std::size_t>(OptionRule::forced)],
                   static_cast<std::int64_t>(whole.chosen().size()));
        const auto left = whole.left();
        CHECK_SAME(std::accumulate(left.items.begin(), left.items.end(), std::int64_t{0}),
                   static_cast<std::int64_t>(problem.items - left.rest.problem.items));
        removed += static_cast<long>(whole.removed().size());
        chosen += static_cast<long>(whole.chosen().size());
        dropped += problem.items - left.rest.problem.items;
      }

      // In small slices the same, to the step; cut off anywhere still right.
      const Reduction sliced = reduced(problem, prefix, kNoLimit, 1 + random.below(40));
      CHECK(sliced.chosen() == whole.chosen() && sliced.removed() == whole.removed());
      CHECK_SAME(sliced.steps(), whole.steps());
      const std::uint64_t limit = random.below(static_cast<std::int32_t>(whole.steps()) + 1);
      CHECK(put_back(reduced(problem, prefix, limit, kNoLimit)) == want);

      // On lists as on rows of bits.
      const Reduction listed = reduced(problem, prefix, kNoLimit, kNoLimit, 0);
      CHECK(listed.end() == whole.end());
      CHECK(listed.chosen() == whole.chosen() && listed.removed() == whole.removed());
      CHECK(listed.tally() == whole.tally() && listed.rounds() == whole.rounds());

      // With options in another order the same ones fall.
      std::vector<std::int32_t> order(problem.options()), place(problem.options());
      std::iota(order.begin(), order.end(), 0);
      for (std::int32_t k = problem.options() - 1; k > 0; --k) std::swap(order[k], order[random.below(k + 1)]);
      Problem shuffled = problem_of(problem.primary, problem.items - problem.primary);
      shuffled.least = problem.least;
      shuffled.most = problem.most;
      for (std::int32_t k = 0; k < problem.options(); ++k) {
        const auto uses = problem.option(order[k]);
        add_option(shuffled, {uses.begin(), uses.end()});
        place[order[k]] = k;
      }
      const Reduction other = reduced(shuffled, carried(prefix, place), kNoLimit, kNoLimit);
      CHECK(other.end() == whole.end());
      if (whole.end() == ReductionStatus::complete) {
        CHECK(other.chosen() == carried(whole.chosen(), place));
        CHECK(other.removed() == carried(whole.removed(), place));
      }
    }
  subject = "random reductions";
  CHECK(removed > 1000);  // else the problems had nothing to reduce
  CHECK(chosen > 1000);
  CHECK(dropped > 1000);
  CHECK(impossible > 100);
}

// Each rule on the smallest problem that needs it.
TEST("reduction/rules") {
  subject = "rules";
  const auto fell = [](const Problem& problem, OptionRule rule) {
    return reduced(problem, {}, kNoLimit, kNoLimit).tally()[static_cast<std::size_t>(rule)];
  };
  Problem subset = problem_of(3, 0);  // item 0 has no options but those of item 1, two of them
  add_option(subset, {{0, 0}, {1, 0}});
  add_option(subset, {{0, 0}, {1, 0}, {2, 0}});
  add_option(subset, {{1, 0}, {2, 0}});
  add_option(subset, {{2, 0}});
  CHECK_SAME(fell(subset, OptionRule::subset), 1);

  Problem bare = problem_of(3, 0);  // the first option takes both options of item 2 away
  add_option(bare, {{0, 0}, {1, 0}});
  add_option(bare, {{0, 0}, {2, 0}});
  add_option(bare, {{1, 0}, {2, 0}});
  add_option(bare, {{0, 0}});
  add_option(bare, {{1, 0}});
  CHECK_SAME(fell(bare, OptionRule::bare), 1);
  CHECK(put_back(reduced(bare, {}, kNoLimit, kNoLimit)) == every_solution(bare, {}));

  const Problem board = dominoes({.rows = 3, .columns = 3});
  CHECK(reduced(board, {}, kNoLimit, kNoLimit).end() != ReductionStatus::running);
}

}  // namespace

}  // namespace tilewright::tests
