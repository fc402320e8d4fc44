// Moves of assemblies against all sets of pieces, and distances of pairs against those computed anew.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <vector>

#include "check.hpp"
#include "families/assembly/contacts.hpp"
#include "families/assembly/moves.hpp"
#include "families/assembly/pair_distances.hpp"

namespace tilewright::tests {

namespace {

using namespace tilewright::assembly;

// Cubes along three axes, or along six directions: more than are looked at together.
Motions cubes(bool with_diagonals) {
  Motions motions;
  motions.directions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vector& axis : motions.directions) motions.met.push_back({{axis}});
  if (with_diagonals) {
    for (const Vector& step : {Vector{1, 1, 0}, Vector{0, -1, 1}, Vector{2, 0, 0}}) {
      motions.directions.push_back(step);
      motions.met.push_back({{step}});
    }
  }
  return motions;
}

// A box cut at random into so many pieces, some of them perhaps without a cell.
std::vector<std::vector<Cell>> random_cut(std::mt19937& chance, std::size_t pieces) {
  std::vector<std::vector<Cell>> cells(pieces);
  for (std::int32_t k = 0; k < 48; ++k) {
    if (chance() % 5) cells[chance() % pieces].push_back({{k % 4, k / 4 % 4, k / 16}, 0});
  }
  std::erase_if(cells, [](const auto& piece) { return piece.empty(); });
  return cells;
}

template <class Mask>
struct Assembly {
  Assembly(Contacts& contacts, const std::vector<std::vector<Cell>>& cells) : at(cells.size()) {
    for (const auto& piece : cells) shapes.push_back(contacts.add_shape(piece));
  }
  std::vector<std::int32_t> shapes;
  std::vector<Vector> at;
};

// The states one move away, by trying all sets of pieces and all numbers of steps; none where pieces are free.
template <class Mask>
std::set<State> tried_moves(PairDistances<Mask>& distances, const Motions& motions, const State& from, bool& is_free) {
  distances.measure(from.data(), 0);
  std::set<State> found;
  is_free = false;
  const int pieces = distances.pieces();
  for (std::size_t way = 0; way < 2 * motions.directions.size(); ++way) {
    Vector step = motions.directions[way / 2];
    if (way % 2) step = Vector{0, 0, 0} - step;
    for (std::uint32_t set = 1; set + 1 < 1u << pieces; ++set) {
      std::uint16_t most = kNever;
      for (int i = 0; i < pieces; ++i) {
        for (int j = 0; j < pieces; ++j) {
          if ((set >> i & 1) && !(set >> j & 1)) most = std::min(most, distances.steps_along(way, i, j));
        }
      }
      is_free = is_free || most == kNever;
      for (std::int32_t steps = 1; most != kNever && steps <= most; ++steps) {
        State state = from;
        for (int piece = 1; piece < pieces; ++piece) {
          const int moves = static_cast<int>(set >> piece & 1) - static_cast<int>(set & 1);
          for (int axis = 0; axis < 3; ++axis) {
            Coordinate& part = state[3 * (piece - 1) + axis];
            part = static_cast<Coordinate>(part + moves * steps * step[axis]);
          }
        }
        found.insert(state);
      }
    }
  }
  if (is_free) found.clear();
  return found;
}

// Walks at random from state to state, as far as no piece is free.
template <class Mask>
void check_moves(std::mt19937& chance, std::size_t pieces, bool with_diagonals, std::map<bool, int>& ends) {
  Contacts contacts(cubes(with_diagonals));
  const std::vector<std::vector<Cell>> cells = random_cut(chance, pieces);
  if (cells.size() < 2) return;
  const Assembly<Mask> assembly(contacts, cells);
  Moves<Mask> moves(contacts, assembly.shapes, assembly.at);
  PairDistances<Mask> distances(contacts, assembly.shapes);
  StateSet set(moves.width());
  State state = moves.start();
  std::set<State> known;  // the states one move away from the state before, and that one
  auto before = Moves<Mask>::kNoMove;
  for (int step = 0; step < 12; ++step) {
    std::set<State> found;
    std::map<State, typename Moves<Mask>::Move> reached_by;
    const auto visit = [&](const Coordinate* next, std::uint64_t hash, const Moves<Mask>::Move& move) {
      CHECK_SAME(hash, set.hash_of(next));
      const State reached(next, next + moves.width());
      found.insert(reached);
      reached_by.emplace(reached, move);
      return true;
    };
    const bool is_free = moves.expand(state.data(), Moves<Mask>::kNoMove, visit);
    bool is_free_by_trying = false;
    const std::set<State> right = tried_moves(distances, contacts.motions(), state, is_free_by_trying);
    CHECK(is_free == is_free_by_trying);
    CHECK(found == right);
    ++ends[is_free];
    if (is_free || found.empty()) break;
    // Where the move to the state is known, only states are left out that were known before.
    found.clear();
    CHECK(!moves.expand(state.data(), before, visit));
    CHECK(std::ranges::includes(right, found));
    for (const State& one : right) CHECK(found.contains(one) || known.contains(one));
    known = right;
    known.insert(state);
    state = *std::next(right.begin(), static_cast<std::ptrdiff_t>(chance() % right.size()));
    before = reached_by.at(state);
  }
}

template <class Mask>
void check_distances(std::mt19937& chance, std::size_t pieces, std::int32_t reach) {
  Contacts contacts(cubes(reach % 2 == 0));
  const Assembly<Mask> assembly(contacts, std::vector<std::vector<Cell>>(pieces, {{{0, 0, 0}, 0}, {{1, 0, 0}, 0}}));
  PairDistances<Mask> one_by_one(contacts, assembly.shapes);
  State state(3 * (pieces - 1));
  const StateSet set(state.size());
  for (int step = 0; step < 20; ++step) {
    // One piece, or a set of pieces that shift alike; one time of four everything lies anew.
    const auto shift = [&] { return static_cast<std::int32_t>(chance() % (2 * reach + 1)) - reach; };
    const std::int32_t by = shift(), axis = static_cast<std::int32_t>(chance() % 3);
    for (std::size_t k = 0; k < state.size(); ++k) {
      if (step % 4 == 0) {
        state[k] = static_cast<Coordinate>(shift());
      } else if (static_cast<std::int32_t>(k % 3) == axis && chance() % 2 && std::abs(state[k] + by) <= reach) {
        state[k] = static_cast<Coordinate>(state[k] + by);
      }
    }
    one_by_one.measure(state.data(), static_cast<int>(chance() % pieces));
    PairDistances<Mask> anew(contacts, assembly.shapes);
    anew.measure(state.data(), 0);
    CHECK_SAME(one_by_one.sum(), anew.sum());
    CHECK_SAME(one_by_one.sum(), sum_of(state.data(), state.size()));
    CHECK(std::equal(state.begin(), state.end(), one_by_one.coordinates()));
    for (std::size_t block = 0; block < anew.blocks(); ++block) {
      bool same = true;
      for (int i = 0; i < anew.pieces(); ++i) {
        same = same && one_by_one.met_at_once(block)[i] == anew.met_at_once(block)[i];
        for (int j = 0; j < anew.pieces(); ++j) {
          if (i == j) continue;
          const StepBlock steps = anew.steps(block, i)[j];
          same = same && is_zero(one_by_one.steps(block, i)[j].lanes ^ steps.lanes);
          for (std::size_t way = block * kWaysTogether; way < 2 * contacts.motions().directions.size(); ++way) {
            if (way / kWaysTogether != block) break;
            const bool meets = steps.lanes[way % kWaysTogether] == 0;
            same = same && (anew.met_at_once(block)[i][way] >> j & 1) == meets;
          }
        }
      }
      CHECK(same);
    }
  }
}

}  // namespace

TEST("moves are those of all sets of pieces") {
  std::mt19937 chance(23);
  std::map<bool, int> ends;
  for (int round = 0; round < 400; ++round) {
    const std::size_t pieces = 2 + chance() % 5;
    check_moves<std::uint16_t>(chance, pieces, round % 2, ends);
    check_moves<std::uint32_t>(chance, pieces, round % 2, ends);
    check_moves<Wide>(chance, pieces, round % 2, ends);
  }
  CHECK(ends[true] > 20);
  CHECK(ends[false] > 20);
}

TEST("distances of pairs are the same from state to state and anew") {
  std::mt19937 chance(29);
  for (const std::int32_t reach : {3, 8, 1'000, 1'023, 1'024, 1'025, 16'000}) {
    for (int round = 0; round < 5; ++round) {
      check_distances<std::uint16_t>(chance, 2 + chance() % 15, reach);
      check_distances<std::uint32_t>(chance, 2 + chance() % 31, reach);
      check_distances<Wide>(chance, 60 + chance() % 69, reach);
    }
  }
}

}  // namespace tilewright::tests
