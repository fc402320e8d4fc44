// Distances between pieces against single steps, and assemblies taken apart.
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "families/assembly/batch.hpp"
#include "families/assembly/contacts.hpp"
#include "families/assembly/disassembly.hpp"
#include "families/assembly/least_total.hpp"
#include "families/assembly/placements.hpp"

namespace tilewright::tests {

namespace {

using namespace tilewright::assembly;

Motions cubes() {
  Motions motions;
  motions.directions = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Vector& axis : motions.directions) motions.met.push_back({{axis}});
  return motions;
}

std::vector<Cell> random_shape(std::mt19937& chance, const std::set<Vector>& without) {
  std::vector<Cell> cells;
  for (std::int32_t k = 0; k < 27; ++k) {
    const Vector at{k % 3, k / 3 % 3, k / 9};
    if (chance() % 3 == 0 && !without.contains(at)) cells.push_back({at, 0});
  }
  if (cells.empty()) cells.push_back({{5, 5, 5}, 0});
  return cells;
}

// How many steps a can make before it overlaps b, by trying; kNever after as many as a box is long.
std::uint16_t tried(const std::vector<Cell>& a, const std::vector<Cell>& b, const Vector& offset, const Vector& step) {
  Vector shift{0, 0, 0};
  for (std::uint16_t steps = 0; steps < 40; ++steps) {
    shift = shift + step;
    for (const Cell& mine : a) {
      for (const Cell& other : b) {
        if (mine.at + shift == other.at + offset) return steps;
      }
    }
  }
  return kNever;
}

Ending taken_apart(Contacts& contacts, const std::vector<PlacedPiece>& pieces, std::vector<std::int32_t>& levels,
                   std::size_t max_bytes = 1 << 20) {
  Disassembly disassembly(contacts, pieces, max_bytes);
  Ending ending = Ending::running;
  while (ending == Ending::running) ending = disassembly.advance(3);
  levels = disassembly.levels();
  return ending;
}

// A box around a corridor that turns so many times before it leads out, and a cube at its inner end; another cube has 4 x 4
// places in a closed room, and so many more have no room to move.
std::vector<PlacedPiece> winding_corridor(Contacts& contacts, std::int32_t turns, std::int32_t enclosed = 0) {
  const std::int32_t length = std::max(6, turns + 3), width = 6, height = 5;
  std::set<Vector> free;
  Vector at{1, 1, 1};
  for (std::int32_t run = 0; run <= turns; ++run) {
    const Vector step = run % 2 ? Vector{1, 0, 0} : Vector{0, run % 4 ? -1 : 1, 0};
    for (int steps = 0; run == turns ? at[0] < length && at[1] >= 0 && at[1] < width : steps < 2; ++steps) {
      free.insert(at);
      at = at + step;
    }
  }
  for (std::int32_t k = 0; k < 16; ++k) free.insert({1 + k % 4, 1 + k / 4, 3});
  std::vector<Cell> box;
  for (std::int32_t k = 0; k < length * width * height; ++k) {
    const Vector cell{k % length, k / length % width, k / length / width};
    if (!free.contains(cell)) box.push_back({cell, 0});
  }
  std::vector<Vector> enclosures;
  for (std::int32_t k = 0; enclosed > 0 && k < 9 * (2 * enclosed + 1); ++k) {
    const Vector cell{-1 - k / 9, k % 3, k / 3 % 3};
    if (cell[0] % 2 == 0 && cell[1] == 1 && cell[2] == 1) {
      enclosures.push_back(cell);
    } else {
      box.push_back({cell, 0});
    }
  }
  const int shape = contacts.add_shape(box), cube = contacts.add_shape({{{0, 0, 0}, 0}});
  std::vector<PlacedPiece> pieces{{shape, {0, 0, 0}, 1}, {cube, {1, 1, 1}, 2}, {cube, {1, 1, 3}, 1}};
  for (const Vector& place : enclosures) pieces.push_back({cube, place, 1});
  return pieces;
}

// The outcome of a search with so much memory.
struct Outcome {
  Ending ending = Ending::running;
  std::vector<Separation> separations;
  std::size_t at_least = 0;
};

Outcome outcome(Contacts& contacts, const std::vector<PlacedPiece>& pieces, std::size_t max_bytes) {
  Disassembly disassembly(contacts, pieces, max_bytes);
  Outcome found;
  while ((found.ending = disassembly.advance(7)) == Ending::running) {
  }
  found.separations = disassembly.separations();
  found.at_least = disassembly.at_least();
  return found;
}

// With less memory the same moves are found, or a bound that holds.
void check_with_less_memory(Contacts& contacts, const std::vector<PlacedPiece>& pieces, std::set<Ending>& endings,
                            std::size_t least_bytes) {
  const Outcome all = outcome(contacts, pieces, 1 << 24);
  for (std::size_t bytes = 1 << 16; bytes >= least_bytes; bytes = bytes * 4 / 5) {
    const Outcome found = outcome(contacts, pieces, bytes);
    endings.insert(found.ending);
    const std::size_t parts = found.separations.size();
    if (found.ending == Ending::full) {
      if (all.ending == Ending::apart) CHECK(found.at_least <= all.separations[parts - 1].moves());
      CHECK(found.at_least > 0);
    } else {
      CHECK(found.ending == all.ending);
    }
    for (std::size_t part = 0; part + (found.ending != Ending::apart) < parts; ++part) {
      const Separation &mine = found.separations[part], &right = all.separations[part];
      CHECK(mine.path == right.path && mine.removed == right.removed && mine.direction == right.direction);
    }
  }
}

}  // namespace

TEST("distances between pieces are those of single steps") {
  std::mt19937 chance(11);
  Motions long_steps;  // of several cells, along one axis and along two
  long_steps.directions = {{2, 0, 0}, {0, -2, 1}, {1, 3, 0}};
  for (const Vector& step : long_steps.directions) long_steps.met.push_back({{step}});
  Contacts by_cells(cubes()), by_steps(long_steps);
  for (int round = 0; round < 200; ++round) {
    Contacts& contacts = round % 2 ? by_steps : by_cells;
    const std::vector<Cell> a = random_shape(chance, {});
    std::set<Vector> taken;
    for (const Cell& cell : a) taken.insert(cell.at);
    const std::vector<Cell> b = random_shape(chance, taken);
    const int first = contacts.add_shape(a), second = contacts.add_shape(b);
    for (const Vector& offset : {Vector{0, 0, 0}, Vector{4, 0, 0}, Vector{-3, 1, 0}, Vector{1, 3, -4}}) {
      if (tried(a, b, offset - Vector{1, 0, 0}, {1, 0, 0}) == 0) continue;  // they overlap here
      for (int again = 0; again < 2; ++again) {
        const StepBlock::Lanes found = contacts.between(first, second, offset)->lanes;
        for (std::size_t d = 0; d < 3; ++d) {
          const Vector step = contacts.motions().directions[d];
          CHECK_SAME(found[2 * d], tried(a, b, offset, step));
          CHECK_SAME(found[2 * d + 1], tried(a, b, offset, Vector{0, 0, 0} - step));
        }
      }
    }
  }
}

TEST("assemblies come apart, are locked, or need more memory") {
  Contacts contacts(cubes());
  const int cube = contacts.add_shape({{{0, 0, 0}, 0}});
  std::vector<Cell> shell;
  for (std::int32_t k = 0; k < 64; ++k) {
    const Vector at{k % 4, k / 4 % 4, k / 16};
    if (std::any_of(at.begin(), at.end(), [](std::int32_t part) { return part == 0 || part == 3; })) {
      shell.push_back({at, 0});
    }
  }
  const int closed = contacts.add_shape(shell);
  std::vector<std::int32_t> levels;
  CHECK(taken_apart(contacts, {{cube, {0, 0, 0}, 0}, {cube, {1, 0, 0}, 0}, {cube, {2, 0, 0}, 0}}, levels) ==
        Ending::apart);
  CHECK(levels == std::vector<std::int32_t>({1, 1}));
  const std::vector<PlacedPiece> locked = {{closed, {0, 0, 0}, 0}, {cube, {1, 1, 1}, 0}};
  CHECK(taken_apart(contacts, locked, levels) == Ending::locked);
  CHECK(levels.empty());
  Disassembly all(contacts, locked, 1 << 20);
  CHECK(all.advance(1'000) == Ending::locked);
  CHECK_SAME(all.states(), 8u);  // places of the cube in its 2 x 2 x 2 room
  CHECK_SAME(all.reached(5).size(), 5u);
  CHECK(taken_apart(contacts, locked, levels, 60) == Ending::full);
  CHECK(taken_apart(contacts, {{closed, {0, 0, 0}, 1}, {cube, {1, 1, 1}, 1}}, levels) == Ending::apart);
  CHECK(levels.empty());
  CHECK(taken_apart(contacts, {{cube, {0, 0, 0}, 0}}, levels) == Ending::apart);
  std::vector<PlacedPiece> row;
  for (std::int32_t k = 0; k < 100; ++k) row.push_back({cube, {k, 0, 0}, 0});
  CHECK(taken_apart(contacts, row, levels) == Ending::apart);
  CHECK(levels == std::vector<std::int32_t>(99, 1));
  row.resize(129, row.back());
  CHECK_THROWS(Disassembly(contacts, row, 1 << 20));
  CHECK_THROWS(contacts.add_shape({}));
  CHECK_THROWS(contacts.add_shape({{{0, 0, 0}, 1}}));
  CHECK_THROWS(contacts.add_shape({{{1 << 20, 0, 0}, 0}}));
  CHECK_THROWS(Contacts({{{0, 0, 0}}, {{{{1, 0, 0}}}}}));
  CHECK_THROWS(Contacts({{{1, 0, 0}}, {}}));
}

TEST("pieces that cannot move change nothing, however many there are") {
  Contacts contacts(cubes());
  const Outcome without = outcome(contacts, winding_corridor(contacts, 6), 1 << 24);
  for (const std::int32_t enclosed : {1, 13, 14, 29, 30, 61, 62, 125}) {
    const Outcome with = outcome(contacts, winding_corridor(contacts, 6, enclosed), 1 << 24);
    CHECK(with.ending == Ending::apart);
    CHECK_SAME(with.separations.size(), without.separations.size());
    CHECK(with.separations[0].removed == without.separations[0].removed);
    CHECK_SAME(with.separations[0].moves(), without.separations[0].moves());
    for (std::size_t move = 0; move < with.separations[0].path.size(); ++move) {
      std::vector<Vector> positions = with.separations[0].path[move];
      positions.resize(3);
      CHECK(positions == without.separations[0].path[move]);
    }
  }
}

TEST("the least sum of moves") {
  Contacts contacts(cubes());
  std::vector<Cell> box;  // with two slots that turn once
  for (std::int32_t k = 0; k < 63; ++k) {
    const Vector at{k % 7, k / 7 % 3, k / 21};
    const bool slot = at[2] == 1 && ((at[1] == 1 && at[0] % 3 != 0) || (at[1] == 0 && at[0] > 0 && at[0] % 3 == 2));
    if (!slot) box.push_back({at, 0});
  }
  const int shape = contacts.add_shape(box), cube = contacts.add_shape({{{0, 0, 0}, 0}});
  const std::vector<PlacedPiece> pieces = {{shape, {0, 0, 0}, 0}, {cube, {1, 1, 1}, 0}, {cube, {4, 1, 1}, 0}};
  LeastTotal search(contacts, pieces, 4, 1 << 20);
  while (search.advance(1) == Ending::running) {
  }
  CHECK_SAME(search.total(), 3u);
  CHECK_SAME(search.at_least(), 3u);
  CHECK_SAME(search.separations().size(), 2u);
  LeastTotal known(contacts, pieces, 3, 1 << 20);  // not less than what is known
  CHECK(known.advance(1'000) == Ending::apart);
  CHECK(known.total() == 3 && known.at_least() == 3 && known.separations().empty());
  LeastTotal full(contacts, pieces, 4, 0);
  CHECK(full.advance(1'000) == Ending::full);
  CHECK(full.total() == 4 && full.at_least() == 2 && full.separations().empty());
  CHECK_THROWS(LeastTotal(contacts, std::vector<PlacedPiece>(65, pieces[1]), 100, 1 << 20));
}

TEST("searches with less memory find the same moves") {
  Contacts contacts(cubes());
  std::set<Ending> endings;
  for (const std::int32_t turns : {1, 6, 11, 40, 98}) {
    const std::vector<PlacedPiece> pieces = winding_corridor(contacts, turns);
    std::vector<std::int32_t> levels;
    CHECK(taken_apart(contacts, pieces, levels, 1 << 24) == Ending::apart);
    CHECK(levels == std::vector<std::int32_t>({turns + 1}));
    check_with_less_memory(contacts, pieces, endings, 500);
  }
  CHECK(endings == (std::set<Ending>{Ending::apart, Ending::full}));
  // A cube that is cut at random comes apart in all ways, or not at all.
  std::mt19937 chance(5);
  for (int round = 0; round < 60; ++round) {
    std::vector<std::vector<Cell>> cells(3 + chance() % 3);
    for (std::int32_t k = 0; k < 36; ++k) {
      if (chance() % 8) cells[chance() % cells.size()].push_back({{k % 4, k / 4 % 3, k / 12}, 0});
    }
    std::vector<PlacedPiece> pieces;
    for (const auto& piece : cells) {
      if (!piece.empty()) pieces.push_back({contacts.add_shape(piece), {0, 0, 0}, 0});
    }
    check_with_less_memory(contacts, pieces, endings, 60);
  }
  CHECK(endings.contains(Ending::locked));
}

// A cube that is cut at random into pieces.
std::vector<PlacedPiece> random_cut(Contacts& contacts, std::mt19937& chance) {
  std::vector<std::vector<Cell>> cells(2 + chance() % 4);
  for (std::int32_t k = 0; k < 27; ++k) {
    if (chance() % 6) cells[chance() % cells.size()].push_back({{k % 3, k / 3 % 3, k / 9}, 0});
  }
  std::vector<PlacedPiece> pieces;
  for (const auto& piece : cells) {
    if (!piece.empty()) pieces.push_back({contacts.add_shape(piece), {0, 0, 0}, 0});
  }
  return pieces;
}

TEST("a batch of assemblies ends as each of them does") {
  Contacts contacts(cubes());
  std::mt19937 chance(7);
  std::set<Ending> endings;
  for (const bool keeps_locked : {false, true}) {
    std::vector<PlacedPiece> all;
    std::vector<std::size_t> sizes;
    std::vector<std::vector<PlacedPiece>> assemblies(40);
    for (auto& pieces : assemblies) {
      pieces = random_cut(contacts, chance);
      all.insert(all.end(), pieces.begin(), pieces.end());
      sizes.push_back(pieces.size());
    }
    Batch batch(contacts, all, sizes, 1 << 12, keeps_locked);
    std::vector<std::unique_ptr<Disassembly>> kept;
    for (bool is_complete = false; !is_complete;) {
      is_complete = batch.advance(1 + chance() % 9);
      kept.resize(batch.ended());
      if (auto last = batch.take()) kept.back() = std::move(last);
    }
    CHECK_SAME(batch.ended(), assemblies.size());
    for (std::size_t number = 0; number < assemblies.size(); ++number) {
      Disassembly alone(contacts, assemblies[number], 1 << 12);
      const Ending ending = alone.advance(1'000'000);
      CHECK_SAME(alone.states(), batch.states()[number]);
      endings.insert(ending);
      CHECK((kept[number] != nullptr) == (keeps_locked || ending != Ending::locked));
      if (kept[number]) CHECK(kept[number]->ending() == ending && kept[number]->levels() == alone.levels());
    }
  }
  CHECK(endings.contains(Ending::apart) && endings.contains(Ending::locked));
  CHECK_THROWS(Batch(contacts, std::vector<PlacedPiece>(3), {1, 1}, 1 << 20, false));
}

TEST("options become the pieces of an assembly, turned as one of them decides") {
  PlacementTable table(3, true);
  const std::vector<std::vector<std::int32_t>> sets{{0, 1, 9}, {0, 2}};
  using Missing = std::vector<PlacementTable::Missing>;
  constexpr std::int32_t none = PlacementTable::kNone;
  // First which symmetries options decide, then what these make of the options.
  auto made = table.assemble(sets);
  CHECK(made.missing == (Missing{{0, none}, {1, none}, {2, none}}));
  table.set_symmetry(0, none);
  table.set_symmetry(1, 5);
  table.set_symmetry(2, none);
  made = table.assemble(sets);
  CHECK(made.missing == (Missing{{0, 0}, {0, 5}, {1, 5}, {2, 0}}));
  table.set_placement(0, 0, {2}, {10, {1, 2, 3}, 4});
  table.set_placement(2, 0, {1}, {12, {0, 0, 0}, 0});
  table.set_placement(0, 5, {1, 0, 0, 0, 0, 0, 0, 7}, {20, {0, 0, 0}, 0});
  table.set_placement(1, 5, {1, 0, 0, 0, 0, 0, 0, 6}, {21, {0, 0, 0}, 0});
  made = table.assemble(sets);
  CHECK(made.missing.empty());
  CHECK(made.sizes == (std::vector<std::size_t>{2, 2}));
  std::vector<std::int32_t> shapes;
  for (const PlacedPiece& piece : made.pieces) shapes.push_back(piece.shape);
  CHECK(shapes == (std::vector<std::int32_t>{21, 20, 12, 10}));
  CHECK(made.pieces.back().at == (Vector{1, 2, 3}) && made.pieces.back().groups == 4);
  CHECK(PlacementTable(1, false).assemble({{0}}).missing == (Missing{{0, 0}}));
  CHECK_THROWS(table.set_symmetry(3, 0));
  CHECK_THROWS(table.set_placement(3, 0, {}, {}));
}

}  // namespace tilewright::tests
