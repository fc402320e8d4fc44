// The bounds of native/gunport/bounds.hpp on every arrangement of small boards; the bounded sweep against them.
#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <random>
#include <set>

#include "arrangements.hpp"
#include "check.hpp"
#include "families/gunport/bounded_loop.hpp"

namespace tilewright::tests {
namespace {

using namespace gunport;
using Narrow = std::uint64_t;
using Counting = gunport::CountMode;

constexpr int kMaxCells = 20;

template <class Visit>
void each_board(int cells, const Visit& visit) {
  for (int rows = 1; rows <= cells; ++rows)
    for (int columns = 1; rows * columns <= cells; ++columns) {
      subject = std::to_string(rows) + "x" + std::to_string(columns);
      visit(rows, columns);
    }
}

// Digits::alternate

template <class Key>
int alternate_slowly(Key mask, int columns) {
  int sum = 0, run = 0;
  for (int c = 0; c <= columns; ++c) {
    if (c < columns && (mask >> (2 * c) & 1) != 0) {
      ++run;
    } else {
      sum += (run + 1) / 2;
      run = 0;
    }
  }
  return sum;
}

template <class Key>
void alternates() {
  using D = Digits<Key>;
  std::mt19937_64 dice(5);
  for (int round = 0; round < 20'000; ++round) {
    Key mask = 0;
    const int columns = 1 + static_cast<int>(dice() % D::kMaxColumns);
    const auto filled = dice() % 100;
    for (int c = 0; c < columns; ++c)
      if (dice() % 100 < filled) mask |= Key{1} << (2 * c);
    CHECK_SAME(D::alternate(mask), alternate_slowly<Key>(mask, D::kMaxColumns));
    CHECK(ones(static_cast<Key>(D::lowest(columns) & D::kLow)) == columns);
  }
  CHECK_SAME(D::alternate(0), 0);
  CHECK_SAME(D::alternate(D::kLow), D::kMaxColumns / 2);
  CHECK_SAME(ones(static_cast<Key>(D::kLow)), D::kMaxColumns);
}

// Bounds

// No arrangement of excess e is dropped by a sweep that allows 2e + 2 misses of either kind; nor by one that starts from
// either end and is dropped where the two together pass 2e + 2.
void bounds_of(const Arranged& arranged) {
  const int rows = arranged.rows, columns = arranged.columns, cells = rows * columns;
  const int most = 2 * arranged.excess() + 2;
  const Arranged turned = half_turn(arranged), mirrored = upside_down(arranged);
  bool within = true, agree = true, rising = true, together = true, mirrored_together = true;
  Misses before, row_before;
  for (int step = 0; step <= cells; ++step) {
    const Misses here = misses<Narrow>(arranged, step), wide = misses<Wide>(arranged, step);
    const int row = step / columns, column = step % columns;
    within = within && here.vertical <= most && here.horizontal <= most;
    agree = agree && here.vertical == wide.vertical && here.horizontal == wide.horizontal;
    rising = rising && (step == 0 || here.vertical >= before.vertical);
    before = here;
    if (column == 0) {
      rising = rising && (step == 0 || here.horizontal >= row_before.horizontal);
      row_before = here;
      const Misses there = misses<Narrow>(mirrored, cells - step);
      mirrored_together =
          mirrored_together && here.vertical + there.vertical <= most && here.horizontal + there.horizontal <= most;
    }
    const Misses there = misses<Narrow>(turned, cells - step);
    // Inside the first and the last row a horizontal domino across counts once too often in a corner.
    const bool corner = column > 0 && arranged.at(row, column) == '>' &&
                        ((row == 0 && column + 1 == columns) || (row + 1 == rows && column == 1));
    together = together && here.horizontal + there.horizontal <= most &&
               here.vertical + there.vertical <= most + (corner ? (columns == 2 && rows == 1 ? 2 : 1) : 0);
    if (step == cells) CHECK(here.vertical == most && here.horizontal == most);
    if (step == 0) CHECK(here.vertical == 0 && here.horizontal == 0);
  }
  CHECK(within);
  CHECK(agree);
  CHECK(rising);
  CHECK(together);
  CHECK(mirrored_together);
}

TEST("gunport/bounds") {
  each_board(kMaxCells, [](int rows, int columns) {
    each_arrangement(rows, columns, false, [](const Arranged& arranged) { bounds_of(arranged); });
  });
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const int rows = 1 + static_cast<int>(seed * 7 % 40), columns = 1 + static_cast<int>(seed * 11 % 31);
    subject = "random " + std::to_string(rows) + "x" + std::to_string(columns);
    bounds_of(random_arrangement(rows, columns, seed));
  }
}

// The bounded sweep

struct Best {
  int pieces = 0;
  std::set<std::string> arranged;
};

Best best_of(int rows, int columns) {
  Best best{rows * columns, {}};
  each_arrangement(rows, columns, false, [&](const Arranged& arranged) {
    if (arranged.pieces() > best.pieces) return;
    if (arranged.pieces() < best.pieces) best = {arranged.pieces(), {}};
    best.arranged.insert(arranged.cells);
  });
  return best;
}

BoundedQuery query(int rows, int columns, int excess, Counting count_mode = Counting::exact, int threads = 1) {
  BoundedQuery asked;
  asked.rows = rows;
  asked.columns = columns;
  asked.bound = {2 * excess + 2, 2 * excess + 2};
  asked.count_mode = count_mode;
  asked.modulus = 5;
  asked.threads = threads;
  return asked;
}

std::unique_ptr<BoundedSweep> swept(const BoundedQuery& asked, std::uint64_t states = 1'000'000) {
  auto sweep = bounded_sweep(asked);
  while (!sweep->advance(states)) {
  }
  return sweep;
}

// The letters that a way back tells, as halves of dominoes.
std::string drawn(const std::vector<std::uint8_t>& backwards, int columns) {
  std::string cells(backwards.size(), ' ');
  for (std::size_t k = 0; k < cells.size(); ++k) {
    const std::uint8_t letter = backwards[cells.size() - 1 - k];
    if (letter == 2) cells[k] = '0';
    if (letter == 1) cells[k] = '^';
    if (letter == 1 && k + static_cast<std::size_t>(columns) < cells.size())
      cells[k + static_cast<std::size_t>(columns)] = 'v';
    if (letter == 3) cells[k] = '<', cells.at(k + 1) = '>';
  }
  return cells;
}

// Two parts, one above the other: a vertical domino across ends both.
std::string joined(const Arranged& above, const Arranged& below) {
  std::string cells = above.cells + below.cells;
  for (std::size_t k = above.cells.size();
       k < cells.size() && k < above.cells.size() + static_cast<std::size_t>(above.columns); ++k)
    if (cells[k] == 'v') {
      CHECK(k >= static_cast<std::size_t>(above.columns) && cells[k - static_cast<std::size_t>(above.columns)] == '^');
    }
  return cells;
}

std::set<std::string> all_ways(const BoundedSweep& sweep, int rows, int columns) {
  std::set<std::string> all;
  for (const auto& end : sweep.ends())
    for (std::uint64_t rank = 0; rank < end.ways[0]; ++rank) {
      BoundedSweep::Goal goal{end.profile, {rank, 0}};
      all.insert(drawn(sweep.follow(goal, rows * columns, 0), columns));
      CHECK(goal.profile == 0 && goal.rank[0] == 0 && goal.rank[1] == 0);
    }
  return all;
}

TEST("gunport/bounded sweep") {
  each_board(kMaxCells, [](int rows, int columns) {
    const Best best = best_of(rows, columns);
    const int least = 3 * best.pieces - rows * columns;
    const auto number = best.arranged.size();
    for (int excess = -1; excess <= least + 4; ++excess) {
      const Found found = swept(query(rows, columns, excess))->found();
      CHECK_SAME(found.any, excess >= least);
      if (!found.any) continue;
      CHECK_SAME(found.pieces, best.pieces);
      CHECK(found.ways[0] == number && found.ways[1] == 0);
    }
    CHECK_SAME(swept(query(rows, columns, least, Counting::none))->found().pieces, best.pieces);
    CHECK_SAME(swept(query(rows, columns, least, Counting::modulo))->found().ways[0], number % 5);
    const auto rough = swept(query(rows, columns, least, Counting::estimate));
    CHECK(rough->log2_at_most() >= std::log2(static_cast<double>(number)));
    CHECK(rough->log2_at_most() <= std::log2(static_cast<double>(number)) + 0.001);
    auto sweep = bounded_sweep(query(rows, columns, least));
    sweep->keep(0, rows * columns, 1);
    while (!sweep->advance(7)) {
    }
    CHECK(all_ways(*sweep, rows, columns) == best.arranged);
  });
}

// The same sweep with keys of 128 bits; and boards that need them, turned over.
TEST("gunport/key widths") {
  for (const auto& [rows, columns, excess] :
       {std::tuple{1, 1, 5}, {5, 4, 7}, {4, 5, 1}, {3, 15, 0}, {9, 7, 6}, {7, 9, 3}, {2, 16, 1}, {1, 24, 2}}) {
    subject = std::to_string(rows) + "x" + std::to_string(columns) + " with wide keys";
    const BoundedQuery asked = query(rows, columns, excess);
    Sweep<Wide, Exact> wide(asked);
    wide.keep(0, rows * columns, 1);
    while (!wide.advance(100)) {
    }
    const auto narrow = swept(asked);
    CHECK(narrow->found().any);
    CHECK_SAME(wide.found().pieces, narrow->found().pieces);
    CHECK(wide.found().ways == narrow->found().ways);
    CHECK_SAME(wide.states(), narrow->states());
    if (rows * columns <= kMaxCells) CHECK(all_ways(wide, rows, columns) == best_of(rows, columns).arranged);
  }
  for (const auto& [rows, columns] : {std::pair{31, 1}, {32, 1}, {45, 1}, {63, 1}}) {
    subject = std::to_string(rows) + "x" + std::to_string(columns);
    int excess = -1;
    while (!swept(query(rows, columns, excess))->found().any) ++excess;
    if (excess >= 0) CHECK(!swept(query(columns, rows, excess - 1))->found().any);
    const Found narrow = swept(query(rows, columns, excess))->found(),
                wide = swept(query(columns, rows, excess))->found();
    CHECK_SAME(narrow.pieces, wide.pieces);
    CHECK(narrow.ways == wide.ways);
  }
}

// Threads, steps, copies and layers that are forgotten change nothing.
TEST("gunport/slices") {
  subject = "9x11";
  constexpr int rows = 11, columns = 9;
  const BoundedQuery one = query(rows, columns, 6);
  const auto reference = swept(one);
  const Found found = reference->found();
  CHECK_SAME(found.pieces, 33);
  for (const int threads : {2, 3, 7})
    for (const std::uint64_t states : {std::uint64_t{5'000}, std::uint64_t{1} << 40}) {
      const auto other = swept(query(rows, columns, 6, Counting::exact, threads), states);
      CHECK(other->found().pieces == found.pieces && other->found().ways == found.ways);
      CHECK_SAME(other->states(), reference->states());
      CHECK(!other->thinned() && !other->overflowed());
    }
  // Stretches from copies.
  const BoundedQuery closer = query(rows, columns, 0);
  auto sweep = bounded_sweep(closer);
  std::vector<std::pair<int, std::unique_ptr<BoundedSweep>>> posts;
  sweep->keep(0, rows * columns, 1);
  posts.emplace_back(0, sweep->from(0, closer.bound));
  while (!sweep->advance(1)) {
    if (!sweep->at_rest() || sweep->step() < posts.back().first + 20) continue;
    sweep->forget(0, sweep->step() - 1);
    posts.emplace_back(sweep->step(), sweep->from(sweep->step(), closer.bound));
  }
  CHECK_SAME(posts.size(), std::size_t{5});
  auto whole = bounded_sweep(closer);
  whole->keep(0, rows * columns, 1);
  while (!whole->advance(1'000'000)) {
  }
  const auto ends = sweep->ends();
  CHECK(!ends.empty());
  for (const auto& end : ends)
    for (const std::uint64_t rank : {std::uint64_t{0}, end.ways[0] / 2, end.ways[0] - 1}) {
      BoundedSweep::Goal goal{end.profile, {rank, 0}}, plain = goal;
      std::vector<std::uint8_t> letters;
      int to = rows * columns;
      for (auto post = posts.rbegin(); post != posts.rend(); ++post) {
        auto again = post->second->from(post->first, closer.bound);
        again->keep(post->first, to, 1);
        while (again->step() < to) again->advance(1);
        const auto part = again->follow(goal, to, post->first);
        letters.insert(letters.end(), part.begin(), part.end());
        to = post->first;
      }
      CHECK(letters == whole->follow(plain, rows * columns, 0));
    }
  bool thrown = false;
  BoundedSweep::Goal goal{ends[0].profile, {0, 0}};
  try {
    sweep->follow(goal, rows * columns, 0);
  } catch (const std::logic_error&) {
    thrown = true;
  }
  CHECK(thrown);  // its early layers are forgotten
}

// Two sweeps that meet at the end of a row find the least number, also where each has but its share of the misses; and
// what is put together is an arrangement.
TEST("gunport/meet in the middle") {
  each_board(kMaxCells, [](int rows, int columns) {
    const Best best = best_of(rows, columns);
    const int cells = rows * columns, excess = 3 * best.pieces - cells, most = 2 * excess + 2;
    auto sweep = bounded_sweep(query(rows, columns, excess));
    sweep->keep(0, cells, 1);
    while (!sweep->advance(1'000'000)) {
    }
    for (int row = 1; row <= rows; ++row)
      for (int share = 0; share <= most; ++share) {
        const int step = row * columns;
        auto above = sweep->from(step - columns, {most, most});
        above->keep(step - columns, step, 1);
        while (above->step() < step) above->advance(1);
        above->drop_below(share);
        const auto edge = sweep->edge(cells - step, most - share);
        const auto end = above->front();
        CHECK_SAME(above->fit(*edge, 0, end, best.pieces - 1).first, end);
        const auto [profile, below] = above->fit(*edge, 0, end, best.pieces);
        // An arrangement with at least `share` misses above has at most the rest below.
        const bool expected = std::any_of(best.arranged.begin(), best.arranged.end(), [&](const std::string& drawn) {
          return misses<Narrow>({rows, columns, drawn}, step).vertical >= share;
        });
        CHECK(profile < end || !expected);
        if (profile == end) continue;
        CHECK_SAME(above->fit(*edge, profile + 1, profile + 1, best.pieces).first, profile + 1);
        BoundedSweep::Goal top{profile, {0, 0}}, bottom{below, {0, 0}};
        auto letters = above->follow(top, step, step - columns);
        for (const auto letter : sweep->follow(top, step - columns, 0)) letters.push_back(letter);
        Arranged upper{row, columns, drawn(letters, columns)};
        Arranged lower{rows - row, columns, drawn(sweep->follow(bottom, cells - step, 0), columns)};
        CHECK(best.arranged.contains(joined(upper, upside_down(lower))));
      }
  });
}

TEST("gunport/thinned sweep") {
  subject = "thinned";
  int dropped = 0;
  for (const auto& [rows, columns, least] : {std::tuple{10, 10, 34}, {11, 8, 30}, {13, 7, 31}, {16, 5, 27}})
    for (const std::uint64_t width : {1, 5, 50, 500, 1'000'000}) {
      BoundedQuery asked = query(rows, columns, 3 * least - rows * columns + 3);
      asked.width = width;
      const auto sweep = swept(asked);
      const Found found = sweep->found();
      dropped += sweep->thinned();
      CHECK(!found.any || found.pieces >= least);
      if (!sweep->thinned()) CHECK_SAME(found.pieces, least);
    }
  CHECK(dropped >= 8);
  CHECK(dropped < 20);
}

TEST("gunport/sums") {
  subject = "sums of numbers of ways";
  constexpr Wide top = ~Wide{0};
  Exact exact{top - 3};
  exact.add({1}, 0);
  CHECK(exact.value == top - 2 && !exact.overflowed());
  Exact more = exact;
  more.add({2}, 0);
  CHECK(more.overflowed());
  more.add({5}, 0);  // and stays so
  CHECK(more.overflowed());
  exact.add({top - 1}, 0);
  CHECK(exact.overflowed());
  const std::uint64_t modulus = (std::uint64_t{1} << 63) - 25;
  Residue residue{modulus - 1};
  residue.add({modulus - 2}, modulus);
  CHECK_SAME(residue.value, modulus - 3);
  residue.add({3}, modulus);
  CHECK_SAME(residue.value, std::uint64_t{0});
}

TEST("gunport/invalid input") {
  subject = "questions that cannot be";
  CHECK_THROWS(bounded_sweep(query(0, 5, 0)));
  CHECK_THROWS(bounded_sweep(query(5, 0, 0)));
  CHECK_THROWS(bounded_sweep(query(70, 64, 0)));
  CHECK_THROWS(bounded_sweep(query(5'000, 21, 0)));
  CHECK_THROWS(bounded_sweep(query(5, 5, 0, Counting::exact, 0)));
  BoundedQuery asked = query(5, 5, 0, Counting::modulo);
  asked.modulus = 1;
  CHECK_THROWS(bounded_sweep(asked));
  asked.modulus = std::uint64_t{1} << 63;
  CHECK_THROWS(bounded_sweep(asked));
}

}  // namespace

TEST("gunport/alternating digits") {
  alternates<Narrow>();
  alternates<Wide>();
}

}  // namespace tilewright::tests
