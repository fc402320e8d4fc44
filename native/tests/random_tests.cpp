// Engines against the definition, and against themselves: sliced, stored, taken up, split.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "check.hpp"
#include "problems.hpp"
#include "simd/instruction_sets.hpp"

namespace tilewright::tests {

namespace {

constexpr std::array<Kind, 4> kKinds{Kind::plain, Kind::coloured, Kind::bounded, Kind::everything};
constexpr std::array<const char*, 4> kKindNames{"plain", "coloured", "bounded", "everything"};
constexpr std::uint64_t kUnlimited = 1u << 30;

Settings settings_for(const std::vector<Decision>& prefix, std::size_t capacity) {
  Settings settings;
  settings.prefix = prefix;
  settings.capacity = capacity;
  return settings;
}

// Calls test(engine, problem, prefix, random) for `count` problems of each kind and each engine.
template <typename Test>
void on_random_problems(std::uint64_t first_seed, int count, Test test) {
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    for (int k = 0; k < count; ++k) {
      Random random{first_seed + static_cast<std::uint64_t>(k)};
      const Problem problem = random_problem(random, kKinds[kind]);
      const std::vector<Decision> prefix = random_prefix(random, problem);
      for (const std::string& engine : engines_for(problem)) {
        subject = engine + ", " + kKindNames[kind] + ", seed " + std::to_string(first_seed + k);
        test(engine, problem, prefix, random);
      }
    }
}

// Every instruction set finds the same solutions in the same order, at the same nodes.
void check_instruction_sets(const std::string& engine, const Problem& problem, const Settings& settings,
                            const Run& whole) {
  for (const std::string& set : simd::available_sets()) {
    Settings with = settings;
    with.instruction_set = set;
    const Run other = run(engine, problem, with, kUnlimited);
    CHECK(other.found == whole.found);
    CHECK_SAME(other.nodes, whole.nodes);
  }
}

}  // namespace

TEST("engines/definition") {
  long solvable = 0, searched = 0;
  on_random_problems(
      1, 3000, [&](const std::string& engine, const Problem& problem, const std::vector<Decision>& prefix, Random&) {
        const Solutions want = every_solution(problem, prefix);
        const Run kept = run(engine, problem, settings_for(prefix, kUnlimited), kUnlimited);
        CHECK(as_set(kept.found) == want);
        const auto counting = search::make_search(engine, problem, settings_for(prefix, 0));
        const Run counted = finish(*counting, kUnlimited);
        CHECK_SAME(counting->sink.solutions, want.size());
        CHECK_SAME(counted.nodes, kept.nodes);
        solvable += want.size() > 1;
        searched += kept.nodes > 10;
      });
  subject = "random problems";
  CHECK(solvable > 3000);  // else the generator makes no problems worth searching
  CHECK(searched > 3000);
}

TEST("engines/stepping") {
  on_random_problems(
      50000, 600,
      [](const std::string& engine, const Problem& problem, const std::vector<Decision>& prefix, Random& random) {
        const Settings settings = settings_for(prefix, kUnlimited);
        const Run whole = run(engine, problem, settings, kUnlimited);

        // Slices of nodes, and slices of solutions.
        for (std::uint64_t budget = 1; budget <= 7; budget += 2) {
          const Run sliced = run(engine, problem, settings, budget);
          CHECK(sliced.found == whole.found);
          CHECK_SAME(sliced.nodes, whole.nodes);
          const Run small = run(engine, problem, settings_for(prefix, 1 + budget / 2), budget);
          CHECK(small.found == whole.found);
          CHECK_SAME(small.nodes, whole.nodes);
        }

        // Set down after every few nodes, taken up by another search each time.
        const std::uint64_t step = 1 + random.below(5);
        std::vector<Solution> found;
        std::uint64_t nodes = 0;
        std::vector<std::uint32_t> position;
        double share = 0;
        bool started = false;
        for (bool complete = false; !complete;) {
          const auto search = search::make_search(engine, problem, settings);
          search->restore(position);
          CHECK_SAME(search->nodes, 0u);
          CHECK_SAME(search->sink.solutions, 0u);
          if (started) {
            CHECK(search->position() == position);
            CHECK(std::abs(search->progress() - share) < 1e-9);
          }
          started = true;
          complete = search->advance(step) == Status::complete;
          nodes += search->nodes;
          for (Solution& solution : search->sink.take()) found.push_back(std::move(solution));
          position = search->position();
          share = search->progress();
        }
        CHECK(found == whole.found);
        CHECK_SAME(nodes, whole.nodes);

        // A finished search stays finished; a position that is none is refused.
        const auto again = search::make_search(engine, problem, settings);
        again->restore(position);
        CHECK(again->advance(kUnlimited) == Status::complete);
        CHECK_SAME(again->nodes, 0u);
        CHECK_SAME(again->progress(), 1.0);
        for (const std::vector<std::uint32_t>& wrong :
             {std::vector<std::uint32_t>{0x7fffffffu}, std::vector<std::uint32_t>{1000, 0},
              std::vector<std::uint32_t>(500, 0)}) {
          const auto search = search::make_search(engine, problem, settings);
          CHECK_THROWS(search->restore(wrong));
        }

        check_instruction_sets(engine, problem, settings, whole);
      });
}

TEST("engines/positions") {
  // Positions that are not of the tree are refused, or lead to a part of the solutions, each once.
  on_random_problems(
      70000, 300,
      [](const std::string& engine, const Problem& problem, const std::vector<Decision>& prefix, Random& random) {
        const Settings settings = settings_for(prefix, kUnlimited);
        const Run whole = run(engine, problem, settings, kUnlimited);
        for (int k = 0; k < 20; ++k) {
          std::vector<std::uint32_t> position(random.between(1, 4));
          for (std::uint32_t& branch : position) branch = random.below(4);
          const auto search = search::make_search(engine, problem, settings);
          try {
            search->restore(position);
          } catch (const std::invalid_argument&) {
            continue;
          }
          const Run rest = finish(*search, kUnlimited);
          CHECK(rest.nodes <= whole.nodes);
          CHECK(rest.found.size() <= whole.found.size() &&
                std::equal(rest.found.rbegin(), rest.found.rend(), whole.found.rbegin()));
        }
      });
}

TEST("engines/larger problems") {
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind)
    for (std::uint64_t seed = 130000; seed < 130006; ++seed) {
      Random random{seed};
      const Problem problem = larger_random_problem(random, kKinds[kind]);
      Solutions want;
      bool first = true;
      CHECK(engines_for(problem).size() > 1);
      for (const std::string& engine : engines_for(problem)) {
        subject = engine + ", larger, " + kKindNames[kind] + ", seed " + std::to_string(seed);
        const Run whole = run(engine, problem, settings_for({}, kUnlimited), kUnlimited);
        const Solutions found = as_set(whole.found);
        if (first) want = found;
        CHECK(found == want);
        first = false;
        // Set down and taken up some ten times.
        std::vector<Solution> again;
        std::uint64_t nodes = 0;
        std::vector<std::uint32_t> position;
        for (bool complete = false; !complete;) {
          const auto search = search::make_search(engine, problem, settings_for({}, kUnlimited));
          search->restore(position);
          complete = search->advance(whole.nodes / 10 + 1) == Status::complete;
          position = search->position();
          nodes += search->nodes;
          for (Solution& solution : search->sink.take()) again.push_back(std::move(solution));
        }
        CHECK(again == whole.found);
        CHECK_SAME(nodes, whole.nodes);
        if (seed == 130000) check_instruction_sets(engine, problem, settings_for({}, kUnlimited), whole);
      }
    }
}

// Long rows at the root, and tables of every width below it.
TEST("engines/instruction sets") {
  const Problem problem = pentominoes(3, 20);
  for (const std::string engine : {"dense", "ahead", "bitmask"}) {
    subject = engine + ", 3x20";
    const Settings settings = settings_for({}, kUnlimited);
    const Run whole = run(engine, problem, settings, kUnlimited);
    CHECK_SAME(whole.found.size(), 8u);
    check_instruction_sets(engine, problem, settings, whole);
  }
}

TEST("engines/split") {
  on_random_problems(
      90000, 500, [](const std::string& engine, const Problem& problem, const std::vector<Decision>& prefix, Random&) {
        const Solutions want = every_solution(problem, prefix);
        for (const std::size_t parts_wanted : {1, 2, 5, 40}) {
          std::vector<Solution> found;
          for (const auto& part : exact_cover::split(problem, prefix, parts_wanted)) {
            CHECK(part.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), part.begin()));
            // Each part may be split again.
            for (const auto& smaller : exact_cover::split(problem, part, 2))
              for (Solution& solution : run(engine, problem, settings_for(smaller, kUnlimited), kUnlimited).found)
                found.push_back(std::move(solution));
          }
          CHECK(as_set(found) == want);
        }
      });
  const Problem board = dominoes({6, 6});
  for (const std::size_t parts_wanted : {2, 3, 10, 100, 1000}) {
    subject = "split of dominoes into " + std::to_string(parts_wanted);
    CHECK(exact_cover::split(board, {}, parts_wanted).size() >= parts_wanted);
  }
  subject = "reduce";
  const auto decide = [&](std::vector<Decision> decisions) { return exact_cover::reduce(board, decisions); };
  CHECK_THROWS(decide({board.options()}));
  CHECK_THROWS(decide({~board.options()}));
  CHECK_THROWS(decide({3, 3}));
  CHECK_THROWS(decide({3, ~3}));
  CHECK(decide({0, 1}).dead);
  CHECK(decide({~0, ~1}).dead);
  const exact_cover::Remainder rest = decide({2, ~0});
  CHECK(!rest.dead && rest.chosen == std::vector<std::int32_t>{2});
  CHECK_SAME(rest.problem.items, 34);
  CHECK_SAME(rest.problem.near.size(), 34u);
}

TEST("engines/remainder") {
  // Random problems, and larger ones, whose tables shrink on the way.
  const auto check = [](const std::string& engine, const Problem& problem, const std::vector<Decision>& prefix,
                        const Solutions& want, std::uint64_t step, std::size_t capacity) {
    const Settings settings = settings_for(prefix, capacity);
    const Run whole = run(engine, problem, settings, kUnlimited);
    std::vector<Solution> found;
    const auto search = search::make_search(engine, problem, settings);
    CHECK(search->remainder().size() == (search->progress() < 1));
    double last = 2;
    for (Status status = Status::running; status != Status::complete;) {
      status = search->advance(step);
      // Now and then those that wait are taken after the remainder was asked for.
      const auto parts = search->remainder();
      for (Solution& solution : search->sink.take()) found.push_back(std::move(solution));
      std::vector<Solution> all = found;
      double left = 0;
      for (const search::Part& part : parts) {
        CHECK(part.prefix.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), part.prefix.begin()));
        CHECK(part.share > 0);
        left += part.share;
        const Run rest = run(engine, problem, settings_for(part.prefix, kUnlimited), kUnlimited);
        all.insert(all.end(), rest.found.begin(), rest.found.end());
      }
      CHECK(as_set(all) == want);
      CHECK(left <= last + 1e-9);
      // Branches that are seen to be hopeless together leave a share that no part has.
      CHECK(left + search->progress() < 1 + 1e-9);
      if (engine != "dancing") CHECK(left + search->progress() > 1 - 1e-9);
      CHECK((status == Status::complete) <= parts.empty());
      last = left;
    }
    CHECK(found == whole.found);  // and the search went on as if nobody had asked
    CHECK_SAME(search->nodes, whole.nodes);
  };
  on_random_problems(
      170000, 150,
      [&](const std::string& engine, const Problem& problem, const std::vector<Decision>& prefix, Random& random) {
        check(engine, problem, prefix, every_solution(problem, prefix), 1 + random.below(5), 3);  // full now and then
      });
  for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
    Random random{130000};
    const Problem problem = larger_random_problem(random, kKinds[kind]);
    const Solutions want = as_set(run("dancing", problem, settings_for({}, kUnlimited), kUnlimited).found);
    for (const std::string& engine : engines_for(problem)) {
      subject = engine + ", larger, " + kKindNames[kind];
      const Run whole = run(engine, problem, settings_for({}, kUnlimited), kUnlimited);
      check(engine, problem, {}, want, whole.nodes / 4 + 1, kUnlimited);
    }
  }
  // Split again and again, each part taken up where a search was stored and taken up itself.
  const Problem board = pentominoes(3, 20);
  for (const std::string& engine : engines_for(board)) {
    subject = engine + ", split again and again";
    std::uint64_t solutions = 0;
    std::vector<std::vector<Decision>> parts{{}};
    while (!parts.empty()) {
      const Settings settings = settings_for(parts.back(), 0);
      parts.pop_back();
      const auto first = search::make_search(engine, board, settings);
      first->advance(700);
      const auto second = search::make_search(engine, board, settings);
      second->restore(first->position());
      second->advance(700);
      solutions += first->sink.solutions + second->sink.solutions;
      for (search::Part& part : second->remainder()) parts.push_back(std::move(part.prefix));
    }
    CHECK_SAME(solutions, 8u);
  }
}

TEST("engines/probe") {
  on_random_problems(
      110000, 100, [](const std::string& engine, const Problem& problem, const std::vector<Decision>& prefix, Random&) {
        const Run whole = run(engine, problem, settings_for(prefix, kUnlimited), kUnlimited);
        const auto search = search::make_search(engine, problem, settings_for(prefix, 0));
        constexpr int dives = 2000;
        double nodes = 0, nodes_squared = 0, solutions = 0, solutions_squared = 0;
        for (int seed = 0; seed < dives; ++seed) {
          const Search::Probe probe = search->probe(seed);
          nodes += probe.nodes, nodes_squared += probe.nodes * probe.nodes;
          solutions += probe.solutions, solutions_squared += probe.solutions * probe.solutions;
        }
        const auto near = [](double sum, double squares, double want) {
          const double mean = sum / dives;
          const double variance = std::max(0.0, squares / dives - mean * mean);
          // Six standard errors; the second term is for what is found in one dive of a hundred only.
          return std::abs(mean - want) <= 6 * std::sqrt(variance / dives) + 0.01 * want + 1e-9;
        };
        CHECK(near(nodes, nodes_squared, static_cast<double>(whole.nodes)));
        CHECK(near(solutions, solutions_squared, static_cast<double>(whole.found.size())));
        CHECK_SAME(search->nodes, 0u);
        const Search::Probe first = search->probe(7), second = search->probe(7);
        CHECK_SAME(first.nodes, second.nodes);
        CHECK_SAME(first.solutions, second.solutions);
      });
}

}  // namespace tilewright::tests
