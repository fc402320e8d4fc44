// Problems to test with, the answers straight from the definition, and ways to run an engine.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "solving/search/search.hpp"

namespace tilewright::tests {

using exact_cover::Decision;
using exact_cover::Problem;
using search::Search;
using search::Settings;
using search::Status;
using Solution = std::vector<std::int32_t>;  // options, ascending
using Solutions = std::set<Solution>;

// A source of random numbers, the same everywhere.
struct Random {
  std::uint64_t state;
  // 0 .. below - 1
  std::int32_t below(std::int32_t below) {
    return static_cast<std::int32_t>(search::next_random(state) % static_cast<std::uint64_t>(below));
  }
  std::int32_t between(std::int32_t low, std::int32_t high) { return low + below(high - low + 1); }
};

void add_option(Problem& problem, std::vector<exact_cover::Use> uses);
Problem problem_of(std::int32_t primary, std::int32_t secondary);

enum class Kind { plain, coloured, bounded, everything };
Problem random_problem(Random& random, Kind kind);
// Some hundred options: too many for the definition, so engines are held against each other.
Problem larger_random_problem(Random& random, Kind kind);
std::vector<Decision> random_prefix(Random& random, const Problem& problem);

Problem queens(std::int32_t n);  // ranks and files primary, diagonals secondary
Problem langford(std::int32_t n);
// Domino tilings; `pieces` adds an item that each domino covers, with these bounds. With `holes`
// the cells are secondary: they may stay bare.
struct Dominoes {
  std::int32_t rows, columns;
  bool pieces = false;
  std::int32_t least = 0, most = 0;
  bool holes = false;
};
Problem dominoes(const Dominoes& board);
Problem pentominoes(std::int32_t rows, std::int32_t columns);

// All solutions with these decisions, from the definition alone: each option is taken or not.
Solutions every_solution(const Problem& problem, const std::vector<Decision>& prefix);

// Runs a search to the end in steps of `budget`, checking what holds of every search.
struct Run {
  std::vector<Solution> found;  // in the order found
  std::uint64_t nodes = 0;
};
Run finish(Search& search, std::uint64_t budget);
Run run(const std::string& engine, const Problem& problem, const Settings& settings, std::uint64_t budget);
// The solutions as a set; a check fails when one comes twice.
Solutions as_set(const std::vector<Solution>& found);

// The engines that take a problem, out of all there are; counts how often each one did.
std::vector<std::string> engines_for(const Problem& problem);
void check_that_each_engine_was_used();

}  // namespace tilewright::tests
