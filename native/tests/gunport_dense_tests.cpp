// The dense sweep against every arrangement of small boards, and against its own rules applied word by word.
#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "arrangements.hpp"
#include "check.hpp"
#include "families/gunport/dense.hpp"

namespace tilewright::tests {
namespace {

using namespace gunport;
using Letters = std::vector<std::uint8_t>;

constexpr int kMaxCells = 20;
constexpr int kFar = 1'000;

template <class Call>
bool refused(const Call& call) {
  try {
    call();
  } catch (const std::logic_error&) {
    return true;
  }
  return false;
}

void next_row(DenseSweep& sweep, int slabs = 1'000) {
  while (!sweep.advance(slabs)) {
  }
}

void keep(DenseSweep& sweep, std::size_t bytes = 1 << 24) {
  while (!sweep.keep(bytes)) {
  }
}

// The values of all words after so many cells of a row, from those before, one cell after the other. `side` stands to
// the left of the first.
std::map<Letters, int> row_after(const RowRules& rules, const std::map<Letters, int>& before, int cells, int side) {
  std::map<Letters, int> now = before;
  for (std::size_t column = 0; column < static_cast<std::size_t>(cells); ++column) {
    std::map<Letters, int> next;
    for (const auto& [word, value] : now) {
      const int left = column ? word[column - 1] : side;
      for (const Filling& filling : rules.fillings[word[column]][left]) {
        Letters made = word;
        made[column] = filling.made;
        if (filling.opens) {
          if (column + 1 == word.size() || !rules.spans[word[column + 1]]) continue;
          made[column + 1] = rules.marked;
        }
        const auto [at, fresh] = next.emplace(made, value + filling.cost);
        if (!fresh) at->second = std::min(at->second, value + filling.cost);
      }
    }
    now = std::move(next);
  }
  return now;
}

Letters letters_of(Packed word, int length) {
  Letters letters;
  for (int c = 0; c < length; ++c) letters.push_back(letter_at(word, c));
  return letters;
}

// Every value of every word.
void dense_words(bool no_slide, int columns, int rows) {
  subject = std::to_string(columns) + (no_slide ? " columns, no slide" : " columns");
  const RowRules rules = row_rules(no_slide);
  std::map<Letters, int> slow{{Letters(static_cast<std::size_t>(columns), rules.start), 0}};
  DenseSweep sweep(columns, no_slide, 2);
  for (int row = 1; row <= rows; ++row) {
    slow = row_after(rules, slow, columns, rules.letters);
    next_row(sweep, 1 + row % 3);
    int least = 255, closing = -1;
    long wrong = 0;
    for (const auto& [word, value] : slow) {
      wrong += sweep.value_of(word) != value;
      least = std::min(least, value);
      if (std::all_of(word.begin(), word.end(), [&](std::uint8_t letter) { return rules.closes[letter]; }))
        closing = closing < 0 ? value : std::min(closing, value);
    }
    CHECK_SAME(wrong, 0L);
    CHECK_SAME(sweep.base(), least);
    CHECK_SAME(sweep.least(), closing);
    CHECK_SAME(sweep.row(), row);
    // WordSet that nothing leads to have no value.
    for (const Packed packed : make_words(rules, columns).all) {
      const Letters word = letters_of(packed, columns);
      if (!slow.contains(word)) CHECK_SAME(sweep.value_of(word), -1);
    }
  }
}

// A program on single values, block after block, as its description says.
std::vector<int> run_program(const Program& program, std::size_t left, std::vector<int> values) {
  for (std::size_t g = 0; g < program.groups.size(); ++g) {
    const auto& steps = program.groups[g].steps;
    std::vector<int> after;
    for (std::size_t b = 0; b + 1 < steps[0].blocks.size(); ++b) {
      std::vector<int> in = values;
      for (std::size_t k = 0; k < steps.size(); ++k) {
        const Program::Step& step = g == 0 && k == 0 ? program.openings[left] : steps[k];
        std::vector<int> out;
        for (std::size_t word = step.blocks[b]; word < step.blocks[b + 1]; ++word) {
          int least = kFar;
          for (std::size_t s = step.begin[word]; s < step.begin[word + 1]; ++s)
            least = std::min(least, in.at(step.sources[s] >> 1) + static_cast<int>(step.sources[s] & 1));
          out.push_back(least);
        }
        CHECK(out.size() <= program.max_in_block);
        in = std::move(out);
      }
      after.insert(after.end(), in.begin(), in.end());
    }
    CHECK(after.size() <= program.most);
    values = std::move(after);
  }
  return values;
}

// WordSet longer than a group of a program's steps, so that blocks are put together anew.
void programs(const RowRules& rules, int length, int cells) {
  subject = "program of " + std::to_string(cells) + " cells of " + std::to_string(length);
  const WordSet words = make_words(rules, length);
  const std::vector<Packed>& all = words.all;
  // A last letter that is not processed may be any, or marked; slots stand in another order than words.
  std::map<Packed, std::size_t> slots;
  for (const Packed word : all) {
    slots.emplace(word, 0);
    for (int letter = 0; cells < length && letter <= std::max<int>(rules.marked, rules.letters - 1); ++letter)
      slots.emplace(with_letter(word, length - 1, static_cast<std::uint8_t>(letter)), 0);
  }
  std::size_t next = slots.size();
  for (auto& [word, slot] : slots) slot = --next;
  std::vector<int> lefts;
  for (int left = 0; left <= rules.letters; ++left) lefts.push_back(left);
  const Program program =
      make_program(rules, all, length, cells, lefts, slots.size(), [&](Packed word) { return slots.at(word); });
  std::mt19937 dice(9);
  std::map<Letters, int> before;
  std::vector<int> values(slots.size() + 1, kFar);
  for (const Packed word : all) {
    const int value = static_cast<int>(dice() % 20);
    before.emplace(letters_of(word, length), value);
    values[slots.at(word)] = value;
  }
  for (const int left : lefts) {
    const std::map<Letters, int> slow = row_after(rules, before, cells, left);
    const std::vector<int> fast = run_program(program, static_cast<std::size_t>(left), values);
    std::vector<int> there(slots.size(), kFar);
    for (std::size_t k = 0; k < fast.size(); ++k) there.at(program.last[k]) = fast[k];
    CHECK_SAME(program.last.size() + program.empty.size(), slots.size());
    for (const std::uint32_t slot : program.empty) CHECK_SAME(there.at(slot), kFar);
    long wrong = 0;
    std::size_t seen = 0;
    for (const auto& [word, slot] : slots) {
      const auto at = slow.find(letters_of(word, length));
      wrong += at == slow.end() ? there[slot] < kFar : there[slot] != at->second;
      seen += at != slow.end();
    }
    CHECK_SAME(wrong, 0L);
    CHECK_SAME(seen, slow.size());
  }
}

// The dominoes of the way back from these letters, as halves; the rows before are kept.
std::string way_back(const DenseSweep& sweep, int row, Letters letters, int value) {
  std::string cells;
  for (; row > 0; --row) {
    const DenseSweep::Way way = sweep.way_to(row, letters, value);
    std::string line;
    for (const std::uint8_t cell : way.cells) line += "0v^<>"[cell];
    cells.insert(0, line);
    letters = way.above;
    value = way.value;
  }
  CHECK_SAME(value, 0);
  return cells;
}

struct Least {
  int pieces = -1;
  std::vector<std::string> all;  // sorted
};

Least least_of(int rows, int columns, bool no_slide) {
  Least least;
  each_arrangement(rows, columns, no_slide, [&](const Arranged& arranged) {
    const int pieces = arranged.pieces();
    if (least.pieces >= 0 && pieces > least.pieces) return;
    if (pieces != least.pieces) least = {pieces, {}};
    least.all.push_back(arranged.cells);
  });
  std::sort(least.all.begin(), least.all.end());
  return least;
}

void check_among(const Least& least, const std::string& cells) {
  CHECK(std::binary_search(least.all.begin(), least.all.end(), cells));
}

void dense_against_all(bool no_slide) {
  for (int columns = 1; columns <= kMaxCells; ++columns) {
    if (columns > 12 && no_slide) break;  // wide rows of one line take more than they tell
    if (columns > 14) break;
    DenseSweep sweep(columns, no_slide, 1 + columns % 2);
    std::vector<Least> known(1);
    for (int rows = 1; rows * columns <= kMaxCells; ++rows) {
      subject = std::to_string(rows) + "x" + std::to_string(columns) + (no_slide ? ", no slide" : "");
      known.push_back(least_of(rows, columns, no_slide));
      const Least& least = known.back();
      next_row(sweep);
      CHECK_SAME(sweep.least(), least.pieces);
      keep(sweep);
      CHECK(sweep.ending().empty() == (least.pieces < 0));
      if (least.pieces >= 0) check_among(least, way_back(sweep, rows, sweep.ending(), sweep.least()));
    }
    // Two parts put together, each pair of kept rows.
    const int last = sweep.row();
    for (int below = 1; below <= last; ++below)
      for (int above = 1; above <= below && above + below <= last; ++above) {
        subject = std::to_string(above) + "+" + std::to_string(below) + " x " + std::to_string(columns) +
                  (no_slide ? ", no slide" : "");
        const Least& least = known[static_cast<std::size_t>(above + below)];
        sweep.restore(below);
        sweep.begin_meeting(above);
        next_row(sweep, 2);
        const DenseSweep::Meeting met = sweep.meeting();
        CHECK_SAME(met.pieces, least.pieces);
        if (met.pieces < 0) continue;
        Arranged bottom{below, columns, {}};
        const std::string top = way_back(sweep, above, met.above, met.value_above);
        bottom.cells = way_back(sweep, below, met.below, met.value_below);
        check_among(least, top + upside_down(bottom).cells);
      }
  }
}

TEST("gunport/restored rows") {
  subject = "restored";
  for (const bool no_slide : {false, true}) {
    DenseSweep straight(7, no_slide, 1), other(7, no_slide, 3);
    std::vector<int> least{0}, base{0};
    for (int row = 1; row <= 14; ++row) {
      next_row(straight);
      next_row(other, 1);
      least.push_back(straight.least());
      base.push_back(straight.base());
      CHECK(other.least() == least.back() && other.base() == base.back());
      if (row % 4 == 0) keep(other, row % 8 ? 1'000 : 1 << 20);
    }
    CHECK(refused([&] { other.begin_meeting(3); }));
    for (const int from : {8, 0, 12, 4, 8}) {
      other.restore(from);
      CHECK_SAME(other.row(), from);
      for (int row = from + 1; row <= 14; ++row) {
        next_row(other, 5);
        CHECK(other.least() == least[static_cast<std::size_t>(row)] &&
              other.base() == base[static_cast<std::size_t>(row)]);
      }
    }
    const std::size_t bytes = other.bytes();
    other.forget(4);
    CHECK(other.bytes() < bytes);
    other.restore(8);
    CHECK(other.same_as(8));
    CHECK(!other.advance(1));  // a row is under way: nothing can be asked for
    CHECK(!other.at_rest() && other.part() > 0 && other.part() < 1);
    CHECK(refused([&] { other.least(); }));
    CHECK(refused([&] { other.keep(1); }));
    other.restore(12);
    CHECK(other.at_rest() && other.same_as(12) && !other.same_as(8));
  }
  CHECK_THROWS(DenseSweep(0, false, 1));
  CHECK_THROWS(DenseSweep(25, false, 1));
}

// Where all values repeat, so does all that follows.
TEST("gunport/periodic rows") {
  for (const int columns : {1, 2, 4, 5}) {
    subject = "period of " + std::to_string(columns);
    DenseSweep sweep(columns, false, 1);
    std::vector<int> least;
    int start = 0, period = 0, more = 0;
    for (int row = 1; row <= 40; ++row) {
      next_row(sweep);
      least.push_back(sweep.least());
      for (int before = 1; before < row && !period; ++before)
        if (sweep.same_as(before)) {
          start = before, period = row - before;
          more = sweep.base();
          DenseSweep fresh(columns, false, 1);
          for (int k = 0; k < before; ++k) next_row(fresh);
          more -= fresh.base();
        }
      keep(sweep);
    }
    CHECK(period > 0);
    for (int row = start; period && row + period <= 40; ++row)
      CHECK_SAME(least[static_cast<std::size_t>(row + period - 1)] - least[static_cast<std::size_t>(row - 1)], more);
  }
}

}  // namespace

TEST("gunport/programs") {
  for (const bool no_slide : {false, true}) {
    const int length = no_slide ? 7 : 9;
    programs(row_rules(no_slide), length, length);
    programs(row_rules(no_slide), length, length - 1);
    programs(row_rules(no_slide), 6, 5);
    programs(row_rules(no_slide), 5, 5);
    programs(row_rules(no_slide), 1, 1);
    programs(meeting_rules(no_slide), length, length);
  }
}

TEST("gunport/dense") {
  dense_words(false, 1, 4);
  dense_words(false, 2, 5);
  dense_words(false, 6, 7);
  dense_words(false, 9, 4);
  dense_words(true, 1, 4);
  dense_words(true, 2, 5);
  dense_words(true, 5, 6);
  dense_words(true, 7, 4);
  dense_against_all(false);
  dense_against_all(true);
}

}  // namespace tilewright::tests
