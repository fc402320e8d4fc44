// Sweeps with so many states that threads share them.
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "frontier_sums.hpp"

namespace tilewright::tests {
namespace {

// Dominoes and monominoes: 2^columns states at most places when the line goes along the longer side.
Problem monomers_and_dimers(std::int32_t rows, std::int32_t columns) {
  Problem problem = dominoes({rows, columns});
  for (std::int32_t cell = 0; cell < rows * columns; ++cell) add_option(problem, {{cell, 0}});
  return problem;
}

// The same number by a table over the cells ahead, bit k for the cell k places on.
Residues profile(std::int32_t rows, std::int32_t columns) {
  const Word one[1] = {1};
  std::map<std::uint32_t, Residues> table{{0, Residues::of(one, 1)}};
  for (std::int32_t place = 0; place < rows * columns; ++place) {
    std::map<std::uint32_t, Residues> after;
    for (const auto& [state, ways] : table) {
      after[state >> 1] = after[state >> 1] + ways;
      if (state & 1) continue;
      if ((place + 1) % columns && !(state & 2)) after[(state | 2) >> 1] = after[(state | 2) >> 1] + ways;
      if (place + columns < rows * columns) {
        const std::uint32_t down = (state | 1u << columns) >> 1;
        after[down] = after[down] + ways;
      }
    }
    table = std::move(after);
  }
  return table[0];
}

}  // namespace

TEST("frontier/threads") {
  constexpr std::int32_t rows = 3, columns = 14;  // a place with fewer than 4096 states is one thread's work
  SweepQuery query;
  query.problem = monomers_and_dimers(rows, columns);
  for (std::int32_t cell = 0; cell < rows * columns; ++cell) query.order.push_back(cell);
  const Plan plan(query);
  const Residues index_goal = profile(columns, rows);
  CHECK(profile(rows, columns) == index_goal);
  std::uint64_t states = 0;
  std::vector<Solution> first;
  for (const int threads : {1, 2, 3}) {
    subject = "threads " + std::to_string(threads);
    const auto sweep = plan.sweep("count", threads);
    while (sweep->advance(threads == 2 ? 3000 : kUnlimited) == fr::Status::running) {
    }
    CHECK(Residues::of(sweep->value().data(), sweep->limbs()) == index_goal);
    CHECK(sweep->max_live > 8192);
    if (threads == 1) states = sweep->states;
    CHECK_SAME(sweep->states, states);
    const auto graph = plan.graph(threads);
    while (graph->advance(10000) == fr::Status::running) {
    }
    CHECK_SAME(graph->states(), states);
    const std::vector<Solution> walked = graph->walk(500);
    if (threads == 1) first = walked;
    CHECK_SAME(as_set(walked).size(), 500u);
    CHECK(walked == first);
    for (const std::uint64_t bound : {std::uint64_t{100'000}, sweep->peak() / 2}) {
      const auto bounded = plan.sweep("least_count", threads, bound);
      fr::Status status = fr::Status::running;
      while (status == fr::Status::running) status = bounded->advance(5000);
      CHECK(status == fr::Status::memory);
      CHECK(bounded->peak() <= bound);
    }
  }
}

}  // namespace tilewright::tests
