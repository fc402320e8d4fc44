// Symmetry on small boards, and counts from the literature.
#include <algorithm>
#include <map>

#include "check.hpp"
#include "problems.hpp"

namespace tilewright::tests {

namespace {

constexpr std::uint64_t kUnlimited = 1u << 30;
using Permutation = std::vector<std::int32_t>;

// The symmetries of a square board as permutations of its dominoes.
std::vector<Permutation> symmetries(const Problem& problem, std::int32_t side) {
  std::map<std::vector<std::int32_t>, std::int32_t> option_of;
  const auto cells = [&](std::int32_t o) {
    std::vector<std::int32_t> cells;
    for (const exact_cover::Use& use : problem.option(o)) cells.push_back(use.item);
    return cells;
  };
  for (std::int32_t o = 0; o < problem.options(); ++o) option_of[cells(o)] = o;
  std::vector<Permutation> group;
  for (int motion = 0; motion < 8; ++motion) {
    Permutation permutation;
    for (std::int32_t o = 0; o < problem.options(); ++o) {
      std::vector<std::int32_t> moved = cells(o);
      for (std::int32_t& cell : moved) {
        std::int32_t row = cell / side, column = cell % side;
        if (motion & 1) row = side - 1 - row;
        if (motion & 2) column = side - 1 - column;
        if (motion & 4) std::swap(row, column);
        cell = row * side + column;
      }
      std::sort(moved.begin(), moved.end());
      permutation.push_back(option_of.at(moved));
    }
    group.push_back(std::move(permutation));
  }
  return group;
}

// The smallest group that holds these permutations.
std::vector<Permutation> closure(const std::vector<Permutation>& generators, std::int32_t size) {
  Permutation identity(size);
  for (std::int32_t o = 0; o < size; ++o) identity[o] = o;
  std::set<Permutation> group{identity};
  for (bool grown = true; grown;) {
    grown = false;
    for (const Permutation& one : std::vector<Permutation>(group.begin(), group.end()))
      for (const Permutation& two : generators) {
        Permutation product(size);
        for (std::int32_t o = 0; o < size; ++o) product[o] = two[one[o]];
        grown = group.insert(std::move(product)).second || grown;
      }
  }
  return {group.begin(), group.end()};
}

Solution image(const Solution& solution, const Permutation& permutation) {
  Solution moved;
  for (const std::int32_t o : solution) moved.push_back(permutation[o]);
  std::sort(moved.begin(), moved.end());
  return moved;
}

void expect(const char* name, const Problem& problem, std::uint64_t solutions) {
  for (const std::string& engine : engines_for(problem)) {
    subject = engine + std::string(", ") + name;
    const auto search = search::make_search(engine, problem, {});
    finish(*search, 100000);
    CHECK_SAME(search->sink.solutions, solutions);
  }
}

}  // namespace

TEST("engines/symmetry") {
  constexpr std::int32_t side = 4;
  const Problem problem = dominoes({side, side});
  const std::vector<Permutation> all = symmetries(problem, side);
  Random random{5};
  for (int trial = 0; trial < 30; ++trial) {
    std::vector<Permutation> generators;
    for (int k = random.below(3); k >= 0; --k) generators.push_back(all[random.below(8)]);
    auto symmetry = std::make_shared<search::Symmetry>();
    symmetry->group = closure(generators, problem.options());
    // With `must`, the search is told to look only where the option is chosen.
    const std::int32_t anchor = random.below(problem.options());
    const bool anchored = trial % 2;
    Settings settings;
    settings.capacity = 3;
    if (anchored) symmetry->must = settings.prefix = {anchor};
    settings.symmetry = symmetry;

    // From the definition: orbits, of those that have a member with the anchor.
    Solutions left = every_solution(problem, {});
    std::uint64_t orbits = 0, images = 0;
    std::vector<Solutions> members;
    while (!left.empty()) {
      Solutions orbit;
      const Solution first = *left.begin();
      for (const Permutation& permutation : symmetry->group) orbit.insert(image(first, permutation));
      for (const Solution& solution : orbit) left.erase(solution);
      const bool wanted = !anchored || std::any_of(orbit.begin(), orbit.end(), [&](const Solution& s) {
        return std::binary_search(s.begin(), s.end(), anchor);
      });
      if (!wanted) continue;
      ++orbits;
      images += orbit.size();
      members.push_back(std::move(orbit));
    }
    for (const std::string& engine : engines_for(problem)) {
      subject = engine + ", trial " + std::to_string(trial);
      const auto search = search::make_search(engine, problem, settings);
      const Run run = finish(*search, 10);
      CHECK_SAME(search->sink.solutions, orbits);
      CHECK_SAME(search->sink.images, images);
      CHECK_SAME(run.found.size(), orbits);
      for (const Solutions& orbit : members)
        CHECK_SAME(
            std::count_if(run.found.begin(), run.found.end(), [&](const Solution& s) { return orbit.count(s) != 0; }),
            1);
    }
  }
}

TEST("engines/known counts") {
  expect("nothing to cover", problem_of(0, 0), 1);
  expect("an item without options", problem_of(1, 0), 0);
  expect("8 queens", queens(8), 92);               // OEIS A000170
  expect("Langford 7", langford(7), 2 * 26);       // OEIS A014552 counts up to reversal
  expect("dominoes 6x6", dominoes({6, 6}), 6728);  // OEIS A004003
  expect("dominoes 6x6, counted", dominoes({6, 6, true, 18, 18}), 6728);
  expect("dominoes 6x6, too few", dominoes({6, 6, true, 0, 17}), 0);
  expect("dominoes 5x5", dominoes({5, 5}), 0);
  expect("matchings 4x4", dominoes({4, 4, true, 0, 8, true}), 10012);  // OEIS A028420
  expect("pentominoes 3x20", pentominoes(3, 20), 8);                   // Golomb, Polyominoes: 2 up to symmetry

  // TAOCP 4B, 7.2.2.1, (49): colours; the one solution is options 1 and 3.
  Problem toy = problem_of(3, 2);
  add_option(toy, {{0, 0}, {1, 0}, {3, 0}, {4, 1}});
  add_option(toy, {{0, 0}, {2, 0}, {3, 1}, {4, 0}});
  add_option(toy, {{0, 0}, {3, 2}});
  add_option(toy, {{1, 0}, {3, 1}});
  add_option(toy, {{2, 0}, {4, 2}});
  expect("toy colours", toy, 1);
  Settings keep;
  keep.capacity = 9;
  for (const std::string& engine : engines_for(toy)) {
    subject = engine + ", toy colours";
    CHECK(run(engine, toy, keep, kUnlimited).found == std::vector<Solution>({{1, 3}}));
  }

  // A board too large to search out: deep paths, stored and taken up.
  const Problem large = dominoes({40, 41});
  for (const std::string& engine : engines_for(large)) {
    subject = engine + ", dominoes 40x41";
    Settings settings;
    settings.capacity = kUnlimited;
    const auto first = search::make_search(engine, large, settings);
    first->advance(3000);
    const std::vector<std::uint32_t> position = first->position();
    first->advance(500);
    const auto second = search::make_search(engine, large, settings);
    second->restore(position);
    second->advance(500);
    CHECK(second->position() == first->position());
    CHECK(!first->sink.take().empty());
  }
}

}  // namespace tilewright::tests
