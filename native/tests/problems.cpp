#include "problems.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>

#include "check.hpp"

namespace tilewright::tests {

using exact_cover::Use;

void add_option(Problem& problem, std::vector<Use> uses) {
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.item < b.item; });
  problem.uses.insert(problem.uses.end(), uses.begin(), uses.end());
  problem.offsets.push_back(static_cast<std::int32_t>(problem.uses.size()));
}

Problem problem_of(std::int32_t primary, std::int32_t secondary) {
  Problem problem;
  problem.items = primary + secondary;
  problem.primary = primary;
  problem.least.assign(primary, 1);
  problem.most.assign(primary, 1);
  return problem;
}

Problem random_problem(Random& random, Kind kind) {
  const bool bounded = kind == Kind::bounded || kind == Kind::everything;
  const bool coloured = kind == Kind::coloured || kind == Kind::everything;
  const std::int32_t primary = random.below(12) ? random.between(1, 7) : 0;
  Problem problem = problem_of(primary, random.below(5));
  if (bounded)
    for (std::int32_t i = 0; i < primary; ++i) {
      problem.least[i] = random.below(3);
      problem.most[i] = problem.least[i] + random.below(3);
    }
  if (primary == 0) return problem;
  const std::int32_t options = random.between(0, random.below(4) ? 12 : 18);
  const std::int32_t share = random.between(15, 55);  // of items in an option, per cent
  const std::int32_t colours = random.between(1, 3);
  for (std::int32_t o = 0; o < options; ++o) {
    std::vector<Use> uses;
    const std::int32_t sure = random.below(primary);
    for (std::int32_t i = 0; i < problem.items; ++i) {
      if (i != sure && random.below(100) >= share) continue;
      const bool with_colour = coloured && i >= primary && random.below(4) != 0;
      uses.push_back({i, with_colour ? random.between(1, colours) : 0});
    }
    add_option(problem, uses);
  }
  return problem;
}

Problem larger_random_problem(Random& random, Kind kind) {
  const bool bounded = kind == Kind::bounded || kind == Kind::everything;
  const bool coloured = kind == Kind::coloured || kind == Kind::everything;
  const std::int32_t primary = random.between(14, 20), secondary = random.between(4, 10);
  Problem problem = problem_of(primary, secondary);
  if (bounded)
    for (int k = 0; k < 3; ++k) {
      const std::int32_t item = random.below(primary);
      problem.least[item] = random.below(3);
      problem.most[item] = problem.least[item] + random.below(2);
    }
  const std::int32_t options = bounded ? random.between(180, 230) : random.between(200, 300);
  for (std::int32_t o = 0; o < options; ++o) {
    std::vector<Use> uses;
    std::set<std::int32_t> items;
    for (std::int32_t k = random.between(3, 5); k > 0; --k) items.insert(random.below(primary));
    if (random.below(2)) items.insert(primary + random.below(secondary));
    for (const std::int32_t item : items) uses.push_back({item, coloured && item >= primary ? random.below(3) : 0});
    add_option(problem, uses);
  }
  return problem;
}

std::vector<Decision> random_prefix(Random& random, const Problem& problem) {
  std::vector<Decision> prefix;
  if (random.below(2)) return prefix;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    const std::int32_t what = random.below(12);
    if (what == 0) prefix.push_back(o);
    if (what == 1) prefix.push_back(~o);
  }
  for (std::size_t k = prefix.size(); k > 1; --k)
    std::swap(prefix[k - 1], prefix[random.below(static_cast<std::int32_t>(k))]);
  return prefix;
}

Problem queens(std::int32_t n) {
  Problem problem = problem_of(2 * n, 4 * n - 2);
  for (std::int32_t rank = 0; rank < n; ++rank)
    for (std::int32_t file = 0; file < n; ++file)
      add_option(problem, {{rank, 0}, {n + file, 0}, {2 * n + rank + file, 0}, {4 * n - 1 + rank - file + n - 1, 0}});
  return problem;
}

Problem langford(std::int32_t n) {
  Problem problem = problem_of(3 * n, 0);
  for (std::int32_t k = 1; k <= n; ++k)
    for (std::int32_t at = 0; at + k + 1 < 2 * n; ++at)
      add_option(problem, {{k - 1, 0}, {n + at, 0}, {n + at + k + 1, 0}});
  return problem;
}

Problem dominoes(const Dominoes& board) {
  const std::int32_t cells = board.rows * board.columns;
  Problem problem = board.holes ? problem_of(1, cells) : problem_of(cells + board.pieces, 0);
  const std::int32_t base = board.holes ? 1 : 0, piece = board.holes ? 0 : cells;
  if (board.pieces) problem.least[piece] = board.least, problem.most[piece] = board.most;
  problem.near.resize(problem.items);
  for (std::int32_t cell = 0; cell < cells; ++cell)
    for (const std::int32_t step : {1, board.columns}) {
      const std::int32_t other = cell + step;
      if (step == 1 ? other % board.columns == 0 : other >= cells) continue;
      problem.near[base + cell].push_back(base + other);
      problem.near[base + other].push_back(base + cell);
      std::vector<Use> uses{{base + cell, 0}, {base + other, 0}};
      if (board.pieces) uses.push_back({piece, 0});
      add_option(problem, uses);
    }
  return problem;
}

Problem pentominoes(std::int32_t rows, std::int32_t columns) {
  using Cell = std::pair<std::int32_t, std::int32_t>;
  // Every free pentomino, by growing: the smallest of its turned and mirrored forms, with all forms.
  const auto at_origin = [](std::vector<Cell> shape) {
    std::int32_t row = shape[0].first, column = shape[0].second;
    for (const auto& [r, c] : shape) row = std::min(row, r), column = std::min(column, c);
    for (auto& [r, c] : shape) r -= row, c -= column;
    std::sort(shape.begin(), shape.end());
    return shape;
  };
  const auto forms = [&](std::vector<Cell> shape) {
    std::set<std::vector<Cell>> all;
    for (int turn = 0; turn < 8; ++turn) {
      for (auto& [r, c] : shape) {
        std::swap(r, c);
        if (turn != 3 && turn != 7) r = -r;
      }
      all.insert(at_origin(shape));
    }
    return all;
  };
  std::set<std::vector<Cell>> shapes{{{0, 0}}};
  for (int size = 1; size < 5; ++size) {
    std::set<std::vector<Cell>> larger;
    for (const auto& shape : shapes)
      for (const auto& [r, c] : shape)
        for (const Cell& next : {Cell{r + 1, c}, Cell{r - 1, c}, Cell{r, c + 1}, Cell{r, c - 1}}) {
          if (std::find(shape.begin(), shape.end(), next) != shape.end()) continue;
          std::vector<Cell> grown = shape;
          grown.push_back(next);
          larger.insert(*forms(grown).begin());
        }
    shapes = std::move(larger);
  }
  const std::int32_t cells = rows * columns;
  Problem problem = problem_of(cells + static_cast<std::int32_t>(shapes.size()), 0);
  problem.near = dominoes({rows, columns}).near;
  problem.near.resize(problem.items);
  std::int32_t piece = cells;
  for (const auto& shape : shapes) {
    for (const auto& form : forms(shape))
      for (std::int32_t row = 0; row < rows; ++row)
        for (std::int32_t column = 0; column < columns; ++column) {
          std::vector<Use> uses{{piece, 0}};
          for (const auto& [r, c] : form)
            if (row + r < rows && column + c < columns) uses.push_back({(row + r) * columns + column + c, 0});
          if (uses.size() == form.size() + 1) add_option(problem, uses);
        }
    ++piece;
  }
  return problem;
}

namespace {

struct Trial {
  const Problem& problem;
  std::vector<std::int32_t> wish;  // per option: 1 must, -1 must not, 0 may
  std::vector<std::int32_t> used, colour;
  Solution taken;
  Solutions all;

  void go(std::int32_t o) {
    if (o == problem.options()) {
      for (std::int32_t i = 0; i < problem.primary; ++i)
        if (used[i] < problem.least[i]) return;
      all.insert(taken);
      return;
    }
    if (wish[o] <= 0) go(o + 1);
    if (wish[o] < 0) return;
    for (const Use& use : problem.option(o)) {
      if (use.item < problem.primary) {
        if (used[use.item] == problem.most[use.item]) return;
      } else if (used[use.item] && (use.colour == 0 || use.colour != colour[use.item])) {
        return;
      }
    }
    const std::vector<std::int32_t> used_before = used, colour_before = colour;
    for (const Use& use : problem.option(o)) ++used[use.item], colour[use.item] = use.colour;
    taken.push_back(o);
    go(o + 1);
    taken.pop_back();
    used = used_before;
    colour = colour_before;
  }
};

}  // namespace

Solutions every_solution(const Problem& problem, const std::vector<Decision>& prefix) {
  Trial trial{problem,
              std::vector<std::int32_t>(problem.options(), 0),
              std::vector<std::int32_t>(problem.items, 0),
              std::vector<std::int32_t>(problem.items, 0),
              {},
              {}};
  for (const Decision decision : prefix) trial.wish[decision >= 0 ? decision : ~decision] = decision >= 0 ? 1 : -1;
  trial.go(0);
  return trial.all;
}

Run finish(Search& search, std::uint64_t budget) {
  Run run;
  const std::uint64_t nodes_at_first = search.nodes;
  double share = search.progress();
  CHECK(share >= 0 && share <= 1);
  for (;;) {
    const std::uint64_t before = search.nodes;
    const Status status = search.advance(budget);
    CHECK(search.nodes - before <= budget);
    const double now = search.progress();
    CHECK(now >= share - 1e-12 && now <= 1);  // but for rounding
    share = now;
    if (status == Status::full) CHECK(search.sink.full());
    if (status == Status::running) CHECK(search.nodes > before);
    for (Solution& solution : search.sink.take()) {
      CHECK(std::is_sorted(solution.begin(), solution.end()));
      run.found.push_back(std::move(solution));
    }
    if (status != Status::complete) continue;
    CHECK_SAME(share, 1.0);
    CHECK(search.advance(budget) == Status::complete);
    break;
  }
  run.nodes = search.nodes - nodes_at_first;
  return run;
}

Run run(const std::string& engine, const Problem& problem, const Settings& settings, std::uint64_t budget) {
  const auto search = search::make_search(engine, problem, settings);
  CHECK_SAME(search->progress() == 0 || search->advance(0) == Status::complete, true);
  return finish(*search, budget);
}

Solutions as_set(const std::vector<Solution>& found) {
  Solutions set(found.begin(), found.end());
  CHECK_SAME(set.size(), found.size());
  return set;
}

namespace {

constexpr std::array<const char*, 4> kEngines{"dancing", "dense", "ahead", "bitmask"};
std::map<std::string, long> uses_of;

}  // namespace

std::vector<std::string> engines_for(const Problem& problem) {
  std::vector<std::string> taking;
  for (const std::string engine : kEngines)
    if (search::unsupported(engine, problem).empty()) {
      taking.push_back(engine);
      ++uses_of[engine];
    }
  return taking;
}

// A test that skips an engine always would say nothing about it.
void check_that_each_engine_was_used() {
  const std::string unknown = search::unsupported("no such engine", Problem{});
  for (const std::string engine : kEngines) {
    subject = engine;
    if (search::unsupported(engine, Problem{}) == unknown) {
      std::printf("%s: there is none\n", engine.c_str());
      continue;
    }
    std::printf("%s: %ld problems\n", engine.c_str(), uses_of[engine]);
    CHECK(uses_of[engine] > 100);
  }
}

}  // namespace tilewright::tests
