// What is left of a problem while options are chosen and removed one by one, with a way back.
#pragma once

#include <cstdint>
#include <vector>

#include "exact_cover/problem.hpp"

namespace tilewright::exact_cover {

// A use of an item, seen from the item.
struct Holder {
  std::int32_t option;
  std::int32_t colour;
};

enum class OptionState : std::uint8_t { open, removed, chosen };

// Options are open, chosen or removed. Choosing one removes all that clash with it. An item closes when
// nothing more can cover it, or, if secondary, when it is committed: no open option clashes there any more.
class ReductionState {
 public:
  explicit ReductionState(const Problem& problem);

  // Each returns false when an item can no longer be covered; `dead_item` is it. What was done stays
  // until undo().
  bool choose(std::int32_t option);
  bool remove(std::int32_t option);
  // Chooses all options of items that need them all, and so on until no such item is left.
  bool propagate();
  // An item is known to be covered at least, at most so many more times.
  bool narrow(std::int32_t item, std::int32_t at_least, std::int32_t at_most);
  // Nothing more is to cover an item.
  bool close(std::int32_t item);

  // Back to the last commit().
  void undo();
  void commit();
  // Leaves options that are gone out of the items' lists; only right after commit().
  void compact();

  const Problem& problem;
  std::vector<OptionState> option;
  std::vector<std::int32_t> count;           // per item: open options
  std::vector<std::int32_t> least, most;     // per primary item: how many more times
  std::vector<std::uint8_t> closed;          // per item
  std::vector<std::vector<Holder>> holders;  // per item: all open options, and some that are gone
  std::vector<std::int32_t> touched;         // options chosen or removed since the last commit
  std::uint64_t steps = 0;                   // uses that were looked at: the same on every machine
  std::int32_t dead_item = -1;

 private:
  struct Saved {
    std::int32_t item, least, most;
    std::uint8_t closed;
  };
  void take_out(std::int32_t option, OptionState state);
  void save(std::int32_t item);
  bool look_at(std::int32_t item);  // whether it can be covered; queues it when it needs all its options

  std::vector<Saved> saved_;
  std::vector<std::int32_t> tight_;  // items that may need all their options
};

}  // namespace tilewright::exact_cover
