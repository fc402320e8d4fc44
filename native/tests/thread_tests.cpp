// Sweeps with so many states that threads share them, and searches that threads run side by side.
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <thread>
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

// Random boards, each with some monominoes and dominoes left out; one thread, and two that share the states.
TEST("frontier/random threads") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    subject = "seed " + std::to_string(seed);
    Random random{seed};
    const std::int32_t rows = random.between(2, 4), columns = random.between(12, 14);
    SweepQuery query;
    query.problem = dominoes({rows, columns});
    Problem kept = problem_of(rows * columns, 0);
    for (std::int32_t option = 0; option < query.problem.options(); ++option) {
      const auto uses = query.problem.option(option);
      if (random.below(20)) add_option(kept, {uses.begin(), uses.end()});
    }
    for (std::int32_t cell = 0; cell < rows * columns; ++cell)
      if (random.below(10)) add_option(kept, {{cell, 0}});
    query.problem = std::move(kept);
    for (std::int32_t cell = 0; cell < rows * columns; ++cell) query.order.push_back(cell);
    const Plan plan(query);
    std::array<Residues, 2> values;
    std::array<std::vector<Solution>, 2> walked;
    for (const int threads : {1, 2}) {
      const auto sweep = plan.sweep("count", threads);
      const std::uint64_t budget = threads == 1 ? kUnlimited : 1000 + static_cast<std::uint64_t>(random.below(5000));
      while (sweep->advance(budget) == fr::Status::running) {
      }
      values[threads - 1] = Residues::of(sweep->value().data(), sweep->limbs());
      const auto graph = plan.graph(threads);
      while (graph->advance(budget) == fr::Status::running) {
      }
      walked[threads - 1] = graph->walk(100);
    }
    CHECK(values[0] == values[1]);
    CHECK(walked[0] == walked[1]);
  }
}

// Two threads search the same problem with the same engine: nothing but the problem is shared, and it stays as it is.
TEST("engines/threads") {
  constexpr std::array<Kind, 4> kinds{Kind::plain, Kind::coloured, Kind::bounded, Kind::everything};
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random{seed};
    const Problem problem = larger_random_problem(random, kinds[seed % kinds.size()]);
    for (const std::string& engine : engines_for(problem)) {
      subject = engine + ", seed " + std::to_string(seed);
      std::array<std::vector<Solution>, 2> found;
      std::array<std::uint64_t, 2> nodes{};
      const auto search = [&](std::size_t t) {
        Settings settings;
        settings.capacity = 2000;
        const auto own = search::make_search(engine, problem, settings);
        for (int step = 0; step < 20 && own->advance(200) == Status::running; ++step) {
        }
        nodes[t] = own->nodes;
        found[t] = own->sink.take();
      };
      std::thread other(search, 1);
      search(0);
      other.join();
      CHECK(found[0] == found[1]);
      CHECK_SAME(nodes[0], nodes[1]);
    }
  }
}

}  // namespace tilewright::tests
