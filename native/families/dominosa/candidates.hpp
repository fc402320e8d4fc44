// What a person can tell of a grid of numbers: the places of dominoes that are left after the named techniques.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tilewright::dominosa {

// The techniques by their difficulty; a level has those below it, too. See tilewright.families.dominosa.techniques.
enum class Level : std::uint8_t { easy, medium, hard };

// The pairs of neighbouring cells on which a domino can lie. The techniques only exclude pairs, and what one excludes it
// would exclude from fewer pairs as well: what is left does not depend on their order.
class Candidates {
 public:
  // Grids of a rectangle with the numbers 0 to `largest`. std::invalid_argument unless the cells are those of the set.
  Candidates(std::int32_t width, std::int32_t height, std::int32_t largest);

  // Begins a grid, row by row; false where a domino or a cell has no pair. std::invalid_argument for a grid of another
  // size or with larger numbers.
  bool begin(std::span<const std::uint8_t> numbers);
  // Excludes pairs by the techniques up to a level until none finds one; false at a contradiction.
  bool close(Level level);

  bool solved() const { return state_.open == 0; }
  // Pairs that are left on cells without a domino: 0 when it is solved.
  std::int32_t left() const { return state_.left; }
  // Whether no domino has been laid on a cell.
  bool open(std::int32_t cell) const { return state_.pairs_on[cell] > 0; }

 private:
  struct Pair {
    std::int32_t cells[2];
  };
  // Copied by every trial. A cell or a domino has no pairs once it is done.
  struct State {
    std::vector<std::uint8_t> alive;               // by pair
    std::vector<std::uint8_t> pairs_on, pairs_of;  // how many, by cell and by domino
    std::int32_t open = 0, left = 0;
  };

  bool exclude(std::int32_t pair);
  bool lay(std::int32_t pair);
  bool drain();
  bool shared_cell(bool& changed);
  bool single_domino(bool& changed);
  bool pair_of_cells(bool& changed);
  bool split_region(bool& changed);
  bool trial(bool& changed);
  bool close_to_medium();
  bool leaves_balanced_regions(std::int32_t pair);
  std::span<const std::int32_t> on(std::int32_t cell) const;
  std::span<const std::int32_t> of(std::int32_t domino) const;

  std::int32_t width_, cells_, dominoes_, largest_;
  std::vector<Pair> pairs_;
  std::vector<std::int32_t> on_start_, on_list_;  // the pairs of a cell
  std::vector<std::int32_t> of_start_, of_list_;  // the pairs of a domino
  std::vector<std::int32_t> domino_;              // by pair
  State state_;
  State before_;                      // of a trial
  std::vector<std::int32_t> forced_;  // cells, and dominoes after them, that have one pair
  std::vector<std::int32_t> stack_;
  std::vector<std::int32_t> seen_;  // by cell: the last round that reached it
  std::int32_t round_ = 0;
};

}  // namespace tilewright::dominosa
