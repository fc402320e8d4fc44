// Restarts and repair: what they find is a solution, and there is one where the definition says so.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "problems.hpp"
#include "solving/search/restarts.hpp"
#include "solving/search/restarts_repair.hpp"

namespace tilewright::tests {

namespace {

using search::Restarts;
using search::Status;

constexpr std::uint64_t kEnough = 20'000'000;  // nodes

std::unique_ptr<Restarts> ended(const Problem& problem, std::uint64_t seed, std::uint64_t step) {
  auto search = search::make_restarts(problem, {}, seed);
  while (search->nodes < kEnough && search->advance(step) == Status::running) {
  }
  return search;
}

// How often each item is covered.
std::vector<std::int32_t> uses(const Problem& problem, const Solution& options) {
  std::vector<std::int32_t> count(problem.items, 0);
  for (const std::int32_t o : options)
    for (const exact_cover::Use& use : problem.option(o)) ++count[use.item];
  return count;
}

TEST("restarts/small boards") {
  subject = "restarts on small boards";
  int with = 0, without = 0;
  for (std::int32_t rows = 1; rows <= 4; ++rows)
    for (std::int32_t columns = 2; columns <= 4; ++columns)
      for (std::int32_t most = 1; most <= rows * columns / 2; ++most) {
        const Problem problem = dominoes({rows, columns, true, most / 2, most});
        if (!search::restarts_unsupported(problem).empty()) continue;
        const Solutions all = every_solution(problem, {});
        const Solution found = ended(problem, static_cast<std::uint64_t>(most), 7)->solution;
        CHECK_SAME(found.empty(), all.empty());
        CHECK(found.empty() || all.count(found));
        ++(found.empty() ? without : with);
      }
  CHECK(with > 5);
  CHECK(without > 5);
}

TEST("restarts/pentominoes") {
  subject = "restarts on pentominoes";
  for (const auto& [rows, columns] : {std::pair{6, 10}, {5, 12}, {3, 20}}) {
    const Problem problem = pentominoes(rows, columns);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const auto at_once = ended(problem, seed, kEnough), sliced = ended(problem, seed, 101);
      CHECK(uses(problem, at_once->solution) == std::vector<std::int32_t>(problem.items, 1));
      CHECK(at_once->solution == sliced->solution);
      CHECK_SAME(at_once->nodes, sliced->nodes);
    }
  }
}

// Set down and taken up by another search, from another seed, again and again.
TEST("restarts/restored positions") {
  subject = "positions of restarts";
  const Problem problem = pentominoes(6, 10);
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    const auto at_once = ended(problem, seed, kEnough);
    auto search = search::make_restarts(problem, {}, seed);
    Status status = Status::running;
    for (std::uint64_t step = 1; status == Status::running; step = step * 3 % 10'007) {
      status = search->advance(step);
      const auto position = search->position();
      search = search::make_restarts(problem, {}, seed + 99);
      search->restore(position);
      CHECK(search->position() == position);
    }
    CHECK(search->solution == at_once->solution);
    CHECK_SAME(search->nodes, at_once->nodes);
    CHECK_SAME(search->runs, at_once->runs);
  }
}

// Whatever the numbers, a search refuses them or goes on with them without harm.
TEST("restarts/damaged positions") {
  subject = "spoilt positions of restarts";
  const Problem problem = pentominoes(6, 10);
  std::uint64_t random = 1;
  int refused = 0, taken = 0;
  for (int tries = 0; tries < 600; ++tries) {
    auto search = search::make_restarts(problem, {}, 5);
    search->advance(search::next_random(random) % 60'000);
    auto position = search->position();
    if (tries % 3 == 0) position.resize(search::next_random(random) % position.size());
    for (int k = 0; k < tries % 3; ++k) {
      const std::uint64_t value = search::next_random(random);
      position[search::next_random(random) % position.size()] = value >> (value % 64);
    }
    auto other = search::make_restarts(problem, {}, 6);
    try {
      other->restore(position);
    } catch (const std::invalid_argument&) {
      ++refused;
      continue;
    }
    ++taken;
    other->advance(2'000);
  }
  CHECK(refused > 200);
  CHECK(taken > 20);
}

// Twelve straight pentominoes fill 6 by 10; each window must leave every cell covered once.
TEST("restarts/repair") {
  subject = "repair";
  const Problem problem = pentominoes(6, 10);
  std::vector<std::int32_t> place(problem.items, -1);
  for (std::int32_t cell = 0; cell < 60; ++cell) place[cell] = cell;
  Solution straight;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    const auto option = problem.option(o);
    if (option[0].item % 5 == 0 && option[4].item == option[0].item + 4) straight.push_back(o);
  }
  CHECK_SAME(straight.size(), 12u);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    search::Repair repair(problem, place, std::vector<char>(problem.options(), 1));
    repair.begin(straight, seed);
    CHECK_SAME(repair.violations(), 22);
    for (int steps = 0; steps < 200'000 && !repair.done(); ++steps) {
      CHECK(repair.step() > 0);
      if (steps % 64) continue;
      const auto count = uses(problem, repair.options());
      CHECK(std::all_of(count.begin(), count.begin() + 60, [](std::int32_t n) { return n == 1; }));
    }
    CHECK(repair.done());
    CHECK(uses(problem, repair.options()) == std::vector<std::int32_t>(problem.items, 1));
  }
}

}  // namespace

}  // namespace tilewright::tests
