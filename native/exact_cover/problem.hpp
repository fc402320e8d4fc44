// Cover problems as integers: items, options, colours, multiplicities (Knuth, TAOCP 4B, 7.2.2.1).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tilewright::exact_cover {

// One item of an option. Colour 0 on a secondary item excludes every other use of that item;
// uses with equal nonzero colours agree. Primary items have colour 0.
struct Use {
  std::int32_t item;
  std::int32_t colour;
};

struct Problem {
  std::int32_t items = 0;  // all items; the first `primary` of them are primary
  std::int32_t primary = 0;
  std::vector<std::int32_t> least, most;        // per primary item: 0 <= least <= most
  std::vector<std::int32_t> offsets{0};         // option o has uses[offsets[o]] .. uses[offsets[o + 1] - 1]
  std::vector<Use> uses;                        // each option: items ascending, no item twice
  std::vector<std::vector<std::int32_t>> near;  // per item: items beside it; empty when unknown

  std::int32_t options() const { return static_cast<std::int32_t>(offsets.size()) - 1; }
  std::span<const Use> option(std::int32_t o) const { return {uses.data() + offsets[o], uses.data() + offsets[o + 1]}; }
  // True when each primary item is to be covered exactly once.
  bool plain() const;
  bool coloured() const;
};

// A decision about an option: o >= 0 chooses option o, ~o (negative) leaves it out for good.
using Decision = std::int32_t;

// The state of every item of a problem while options are chosen.
struct Covered {
  std::vector<std::int32_t> used;    // how often covered
  std::vector<std::int32_t> colour;  // secondary: the colour it is covered with

  explicit Covered(const Problem& problem) : used(problem.items, 0), colour(problem.items, 0) {}

  // Whether an option with this use, or with these, can still be chosen.
  bool admits(const Problem& problem, const Use& use) const {
    if (use.item < problem.primary) return used[use.item] < problem.most[use.item];
    if (!used[use.item]) return true;
    return use.colour != 0 && colour[use.item] == use.colour;
  }
  bool admits(const Problem& problem, std::span<const Use> uses) const {
    for (const Use& use : uses)
      if (!admits(problem, use)) return false;
    return true;
  }
  void take(const Use& use) {
    ++used[use.item];
    colour[use.item] = use.colour;
  }
};

// What is left of a problem after some decisions. Items that are done and options that can no
// longer be chosen are gone; the order of the others is kept. A colour that a secondary item is
// committed to has been turned into "uses of that colour are free": such uses are dropped.
struct Remainder {
  Problem problem;
  std::vector<std::int32_t> option_ids;  // of the given problem, ascending
  std::vector<std::int32_t> item_ids;    // of the given problem, ascending
  std::vector<std::int32_t> chosen;      // the options that the decisions chose
  bool dead = false;                     // the decisions clash, or an item can no longer be covered
};

// Throws std::invalid_argument when a decision names no option or an option twice.
Remainder reduce(const Problem& problem, std::span<const Decision> decisions);

// The primary item with the fewest ways to go on (minimum remaining values, first on ties):
// options + 1 - least for an item with bounds, never one that is done (no options, least 0).
// -1 when nothing is left to branch on; dead is set when some item cannot be covered.
std::int32_t branch_item(const Problem& problem, bool& dead);

// Splits a problem into at least `min_parts` parts where it can: lists of decisions whose solutions
// are disjoint and together all. The order is that of a depth-first search. Parts that certainly have no
// solution are left out.
std::vector<std::vector<Decision>> split(const Problem& problem, std::span<const Decision> prefix,
                                         std::size_t min_parts);

}  // namespace tilewright::exact_cover
