// The dense sweep: the least number of dominoes for every profile of a row, one byte each, row after row.
//
// A profile is a word of letters (dense_rules.hpp). The word is split: `upper` is its first columns, then one
// middle letter, then `lower` the rest, and the values stand in a matrix of upper words by (middle letter, lower
// word). The first columns of a row are processed with many lower words side by side, as vectors; the others with
// many upper words side by side. Either goes through memory once a row, in place; between, a slab of 64 vectors' width
// stays in the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "concurrency/thread_pool.hpp"
#include "families/gunport/dense_words.hpp"

namespace tilewright::gunport {

class DenseSweep {
 public:
  // Throws std::invalid_argument for less than 1 or more than 24 columns.
  DenseSweep(int columns, bool no_slide, int threads);

  // What the matrix of so many columns takes, in bytes; the slabs beside it are small.
  static std::size_t bytes_for(int columns, bool no_slide);

  // Process up to `slabs` slabs. True when that has completed a row.
  bool advance(int slabs);
  int row() const { return row_; }  // complete rows
  double part() const;              // of the row under way
  bool at_rest() const { return slab_ == 0 && phase_ == 0; }

  // Dominoes of the best arrangement whose last row is this one; -1 when there is none. Only between two rows.
  int least() const;
  // The least value over all profiles: what all of them have in common. Only between two rows.
  int base() const { return base_ + lowest_; }

  // A copy of the matrix as it stands after this row: up to so many bytes at a call; true when it is whole.
  bool keep(std::size_t bytes);
  void forget(int row) { stored_.erase(row); }
  // Whether each profile exceeds the least by the same in this row and in a kept one: all bytes are compared.
  bool same_as(int row) const;
  // Go on from a kept row, or from the very start (0), as if this were it; the kept copy stays.
  void restore(int row);
  std::size_t bytes() const;

  // Two parts of a board, the one that a kept row ends and this one turned over, put together: begin, then advance as
  // if it were a row. After that the sweep can only go on from a row that is restored.
  void begin_meeting(int row);
  struct Meeting {
    int pieces = -1;                         // the least number together, -1 when nothing fits
    std::vector<std::uint8_t> above, below;  // the letters of the kept row, and of this row as it was: it is kept too
    int value_above = 0, value_below = 0;
  };
  Meeting meeting() const;

  // The letters of a best last row; empty when there is none.
  std::vector<std::uint8_t> ending() const;
  // The letters of the row before, in a best way to these letters of row `row`; `row - 1` is kept (or 0). The way
  // itself: for each cell 0 a port, 1 the lower half of a vertical domino, 2 its upper half, 3 and 4 the left and
  // right half of a horizontal one. `value` is that of the letters in row `row`, and becomes that in the row before.
  struct Way {
    std::vector<std::uint8_t> above, cells;
    int value = 0;
  };
  Way way_to(int row, const std::vector<std::uint8_t>& letters, int value) const;
  int value_of(const std::vector<std::uint8_t>& letters) const;

 private:
  static constexpr int kLanes = 64;
  static constexpr std::uint8_t kInfinite = 200;  // with room for a row's costs above it
  static constexpr std::uint8_t kFinite = 128;    // values below
  struct Slab {  // two buffers that groups of steps go to and fro between, two for a block, the least value stored
    std::vector<std::uint8_t> a, b, near, other;
    std::uint8_t lowest = kInfinite;
  };
  struct StoredRow {
    std::vector<std::uint8_t> matrix;
    int base = 0, lowest = 0;
  };

  void process_upper(Slab& slab, int number);
  void process_lower(Slab& slab, int number);
  struct Pass {
    Program first, second;  // for the upper columns, and for the others
  };
  Pass pass_of(const RowRules& rules) const;
  std::vector<std::uint8_t> letters_at(std::size_t index) const;
  void run(const Program& program, std::size_t left, Slab& slab) const;
  int slabs(int phase) const;
  void start();
  void end_row();
  std::size_t index_of(const std::vector<std::uint8_t>& letters) const;
  int normal(std::uint8_t raw, int lowest) const { return raw >= kFinite ? kInfinite : raw - lowest; }

  int columns_;
  bool no_slide_;
  RowRules rules_;
  int upper_length_, middle_;  // middle_: how many letters the middle column has, the mark included
  WordSet upper_, lower_;
  std::vector<std::uint32_t> upper_row_;  // where an upper word stands: each last letter begins a new slab
  std::vector<std::uint8_t> row_class_;   // last letter of the words in each slab of rows
  std::size_t rows_ = 0, width_ = 0, stride_ = 0;
  Pass filling_, meeting_;  // the second is made when it is asked for first
  const Pass* pass_ = nullptr;
  int meeting_row_ = -1;  // the kept row that this one is put together with
  ThreadPool pool_;
  std::vector<std::unique_ptr<Slab>> slab_memory_;  // one a thread
  std::vector<std::uint8_t> matrix_;
  std::map<int, StoredRow> stored_;
  StoredRow storing_;  // the copy that is being made
  int base_ = 0, lowest_ = 0, row_ = 0, phase_ = 0, slab_ = 0;
};

}  // namespace tilewright::gunport
