// Vanishing dominoes: the solver against all assignments, rules and searches against all sets of removed pieces.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "check.hpp"
#include "families/vanishing/approximate.hpp"
#include "families/vanishing/sat.hpp"
#include "families/vanishing/search.hpp"

namespace tilewright::tests {

namespace {

using namespace vanishing;

constexpr std::uint64_t kEnough = 1'000'000'000;

// Clauses, and arcs that literals demand, on a few variables and nodes.
struct Formula {
  struct Arc {
    Literal literal;  // -1: always
    int from, to;
  };
  int variables, nodes;
  std::vector<std::vector<Literal>> clauses;
  std::vector<Arc> arcs;
};

Formula random_formula(std::mt19937& chance) {
  Formula formula{3 + static_cast<int>(chance() % 6), 2 + static_cast<int>(chance() % 6), {}, {}};
  const auto literal = [&] { return static_cast<Literal>(chance() % (2 * formula.variables)); };
  const int clauses = static_cast<int>(chance() % (4 * formula.variables));
  for (int k = 0; k < clauses; ++k) {
    formula.clauses.emplace_back();
    for (unsigned size = 1 + chance() % 4 + (k > 2); size-- > 0;) formula.clauses.back().push_back(literal());
  }
  const int arcs = static_cast<int>(chance() % (4 * formula.nodes));
  for (int k = 0; k < arcs; ++k) {
    const int from = static_cast<int>(chance() % formula.nodes);
    const int to = static_cast<int>(chance() % formula.nodes);
    if (from == to) continue;
    const bool always = k < 3 && from < to;  // these can close no cycle by themselves
    formula.arcs.push_back({always ? -1 : literal(), from, to});
  }
  return formula;
}

bool acyclic(const Formula& formula, const std::vector<char>& held) {
  std::vector<int> before(formula.nodes, 0);
  std::vector<std::vector<int>> after(formula.nodes);
  for (const auto& arc : formula.arcs) {
    if (arc.literal >= 0 && !held[arc.literal]) continue;
    after[arc.from].push_back(arc.to);
    ++before[arc.to];
  }
  std::vector<int> first;
  for (int node = 0; node < formula.nodes; ++node) {
    if (before[node] == 0) first.push_back(node);
  }
  for (std::size_t at = 0; at < first.size(); ++at) {
    for (const int next : after[first[at]]) {
      if (--before[next] == 0) first.push_back(next);
    }
  }
  return static_cast<int>(first.size()) == formula.nodes;
}

// Whether literals, by whether each holds, satisfy a formula and some more literals.
bool right(const Formula& formula, const std::vector<char>& held, const std::vector<Literal>& assumed) {
  const auto holds = [&](Literal literal) { return held[literal] != 0; };
  return std::all_of(assumed.begin(), assumed.end(), holds) &&
         std::all_of(formula.clauses.begin(), formula.clauses.end(),
                     [&](const auto& clause) { return std::any_of(clause.begin(), clause.end(), holds); }) &&
         acyclic(formula, held);
}

// The definition: all assignments are tried.
bool possible(const Formula& formula, const std::vector<Literal>& assumed) {
  for (unsigned bits = 0; bits < 1u << formula.variables; ++bits) {
    std::vector<char> held;
    for (int variable = 0; variable < formula.variables; ++variable) {
      held.push_back((bits >> variable & 1) != 0);
      held.push_back(!held.back());
    }
    if (right(formula, held, assumed)) return true;
  }
  return false;
}

TEST("vanishing/solver") {
  std::mt19937 chance(11);
  int refuted = 0, found = 0;
  for (int round = 0; round < 600; ++round) {
    subject = "formula " + std::to_string(round);
    const Formula formula = random_formula(chance);
    Solver solver(formula.nodes);
    for (int k = 0; k < formula.variables; ++k) solver.new_variable(chance() % 2 == 0);
    for (const auto& arc : formula.arcs) {
      if (arc.literal < 0) {
        solver.add_fixed_arc(arc.from, arc.to);
      } else {
        solver.add_arc(arc.literal, arc.from, arc.to);
      }
    }
    for (const auto& clause : formula.clauses) solver.add_clause(clause);
    for (int question = 0; question < 4; ++question) {
      std::vector<Literal> assumed;
      for (unsigned size = chance() % 4; size-- > 0;) {
        assumed.push_back(static_cast<Literal>(chance() % (2 * formula.variables)));
      }
      // In steps of one, or at once.
      SatResult verdict = SatResult::unknown;
      while (verdict == SatResult::unknown) verdict = solver.solve(assumed, round % 2 ? 1 : kEnough);
      CHECK((verdict == SatResult::satisfiable) == possible(formula, assumed));
      if (verdict == SatResult::satisfiable) {
        ++found;
        std::vector<char> held;
        for (Literal literal = 0; literal < 2 * formula.variables; ++literal) held.push_back(solver.value(literal));
        CHECK(right(formula, held, assumed));
      } else {
        ++refuted;
        for (const Literal literal : solver.core()) {
          CHECK(std::find(assumed.begin(), assumed.end(), literal) != assumed.end());
        }
        CHECK(!possible(formula, solver.core()));
      }
    }
  }
  CHECK(refuted > 300 && found > 300);
}

// More pigeons than holes: many conflicts, so that restarts and forgetting have their turn, in two ways of stepping.
TEST("vanishing/clause learning") {
  subject = "pigeons";
  for (const std::uint64_t step : {std::uint64_t{5}, kEnough}) {
    constexpr int holes = 7;
    Solver solver(1);
    std::vector<std::vector<Literal>> in(holes + 1);
    for (auto& pigeon : in) {
      for (int hole = 0; hole < holes; ++hole) pigeon.push_back(2 * solver.new_variable(true));
      solver.add_clause(pigeon);
    }
    for (int hole = 0; hole < holes; ++hole) {
      for (int a = 0; a <= holes; ++a) {
        for (int b = 0; b < a; ++b) solver.add_clause({negated(in[a][hole]), negated(in[b][hole])});
      }
    }
    SatResult verdict = SatResult::unknown;
    while (verdict == SatResult::unknown) verdict = solver.solve({}, step);
    CHECK(verdict == SatResult::unsatisfiable);
    CHECK(solver.core().empty());
  }
}

// Conditions that are of no board, too: any sets of pieces gone and there.
Game random_game(std::mt19937& chance) {
  Game game;
  game.pieces = static_cast<int>(chance() % 9);
  const unsigned most = 1 + chance() % 3;
  for (int piece = 0; piece < game.pieces; ++piece) {
    for (unsigned count = chance() % 4; count-- > 0;) {
      std::set<int> removed, present;
      for (unsigned k = chance() % (most + 1); k-- > 0;) removed.insert(static_cast<int>(chance() % game.pieces));
      for (unsigned k = chance() % (most + 1); k-- > 0;) present.insert(static_cast<int>(chance() % game.pieces));
      removed.erase(piece);
      present.erase(piece);
      for (const int other : removed) present.erase(other);
      game.conditions.push_back({piece, {removed.begin(), removed.end()}, {present.begin(), present.end()}});
    }
  }
  return game;
}

bool may_go(const Game& game, unsigned removed, int piece) {
  if (removed >> piece & 1) return false;
  return std::any_of(game.conditions.begin(), game.conditions.end(), [&](const Condition& condition) {
    return condition.piece == piece &&
           std::all_of(condition.removed.begin(), condition.removed.end(), [&](int p) { return removed >> p & 1; }) &&
           std::none_of(condition.present.begin(), condition.present.end(), [&](int p) { return removed >> p & 1; });
  });
}

// The definition: all sets that can be removed, from a set that was.
std::set<unsigned> reachable(const Game& game, unsigned start) {
  std::set<unsigned> seen{start};
  std::vector<unsigned> todo{start};
  while (!todo.empty()) {
    const unsigned removed = todo.back();
    todo.pop_back();
    for (int piece = 0; piece < game.pieces; ++piece) {
      if (may_go(game, removed, piece) && seen.insert(removed | 1u << piece).second) {
        todo.push_back(removed | 1u << piece);
      }
    }
  }
  return seen;
}

int bits(unsigned set) { return __builtin_popcount(set); }

int fewest_left(const Game& game, const std::set<unsigned>& sets) {
  int most = 0;
  for (const unsigned removed : sets) most = std::max(most, bits(removed));
  return game.pieces - most;
}

bool allowed(const Game& game, const std::vector<int>& order) {
  unsigned removed = 0;
  for (const int piece : order) {
    if (!may_go(game, removed, piece)) return false;
    removed |= 1u << piece;
  }
  return true;
}

void check_rules(const Game& game, const std::set<unsigned>& sets) {
  const Simplified simplified = simplify(game);
  unsigned first = 0;
  CHECK(allowed(game, simplified.first));
  for (const int piece : simplified.first) first |= 1u << piece;
  for (const int piece : simplified.stuck) {
    CHECK(std::none_of(sets.begin(), sets.end(), [&](unsigned removed) { return removed >> piece & 1; }));
  }
  CHECK(fewest_left(game, reachable(game, first)) == fewest_left(game, sets));
  // The rest allows what the game allows after the first removals, and each group stands by itself.
  const auto after = reachable(simplified.rest, 0);
  int left = static_cast<int>(simplified.stuck.size());
  unsigned grouped = 0;
  for (const auto& group : simplified.groups) {
    unsigned own = 0;
    for (const int piece : group) own |= 1u << piece;
    CHECK((grouped & own) == 0);
    grouped |= own;
    int most = 0;
    for (const unsigned removed : after) most = std::max(most, bits(removed & own));
    left += bits(own) - most;
  }
  for (const unsigned removed : after) CHECK(sets.count(removed | first) == 1);
  CHECK(left == fewest_left(game, sets));
  CHECK(bits(grouped) + static_cast<int>(simplified.first.size() + simplified.stuck.size()) == game.pieces);
}

void check_search(const Game& game, int fewest) {
  for (const std::uint64_t step : {std::uint64_t{1}, kEnough}) {
    Search search(game);
    while (!search.advance(step)) {
      CHECK(search.lower() <= fewest && search.left() >= fewest && !search.full());
      if (search.full()) return;
    }
    CHECK(search.lower() == fewest && search.left() == fewest);
    CHECK(allowed(game, search.order()));
    CHECK(!search.offer({}));
  }
  // Without memory it ends early, and is not wrong.
  Search poor(game, 0);
  while (!poor.advance(1) && !poor.full()) {
  }
  CHECK(poor.lower() <= fewest && poor.left() >= fewest && allowed(game, poor.order()));
  CHECK(poor.finished() == (poor.lower() == poor.left()));
}

// Some pieces are searched, the others keep the ways of an order that was played.
void check_window(const Game& game, int fewest, std::mt19937& chance) {
  std::vector<int> order;
  std::vector<int> how(game.pieces, -1);
  Play play(game);
  for (int turn = 0; turn < 3 * game.pieces; ++turn) {
    const int piece = static_cast<int>(chance() % game.pieces);
    if (!play.is_removable(piece)) continue;
    for (const int c : play.index().of[piece]) {
      if (play.holds(c)) how[piece] = c;
    }
    play.remove(piece);
    order.push_back(piece);
  }
  CHECK(allowed(game, order_of(game, how)));
  std::vector<int> window;
  for (int piece = 0; piece < game.pieces; ++piece) {
    if (chance() % 2) window.push_back(piece);
  }
  Exact exact(game, window, how);
  std::uint64_t effort = kEnough;
  CHECK(exact.advance(effort));
  const auto& best = exact.best();
  CHECK(static_cast<int>(best.size()) == game.pieces);
  if (static_cast<int>(best.size()) != game.pieces) return;
  int before = 0, after = 0, lost = 0;
  for (int piece = 0; piece < game.pieces; ++piece) {
    const bool inside = std::find(window.begin(), window.end(), piece) != window.end();
    if (!inside) CHECK(best[piece] == how[piece]);
    before += inside && how[piece] < 0;
    after += inside && best[piece] < 0;
    lost += best[piece] < 0;
  }
  CHECK(after <= before && after == exact.lowest() && after == exact.best_left() && lost >= fewest);
  const auto better = order_of(game, best);
  CHECK(allowed(game, better) && static_cast<int>(better.size()) == game.pieces - lost);
}

void check_approximations(const Game& game, int fewest) {
  std::vector<std::unique_ptr<Approximation>> methods;
  methods.push_back(greedy_scan(game));
  methods.push_back(waiting(game));
  methods.push_back(bounded(game));
  methods.push_back(beam(game, 4));
  methods.push_back(neighbourhoods(game, 5, 2, 1));
  for (auto& method : methods) {
    int steps = 0;
    while (!method->advance(1) && ++steps < 100'000) {
    }
    CHECK(steps < 100'000 && allowed(game, method->order()));
    CHECK(game.pieces - static_cast<int>(method->order().size()) >= fewest);
  }
  std::vector<int> backwards;
  for (int piece = game.pieces; piece-- > 0;) backwards.push_back(piece);
  CHECK(allowed(game, replay(game, backwards)));
}

TEST("vanishing/games") {
  std::mt19937 chance(5);
  for (int round = 0; round < 400; ++round) {
    subject = "game " + std::to_string(round);
    const Game game = random_game(chance);
    const auto sets = reachable(game, 0);
    const int fewest = fewest_left(game, sets);
    check_rules(game, sets);
    check_search(game, fewest);
    if (game.pieces > 0) check_window(game, fewest, chance);
    check_approximations(game, fewest);
  }
}

}  // namespace

}  // namespace tilewright::tests
