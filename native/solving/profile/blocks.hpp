// Steps in blocks: consecutive steps that touch few bits are done together on one tile of the table after another.
#pragma once

#include <cstdint>
#include <vector>

#include "solving/profile/kernels.hpp"
#include "solving/profile/steps.hpp"

namespace tilewright::profile {

struct Block {
  std::int32_t first = 0, end = 0;  // steps
  Profile touched = 0;              // bits that its steps touch: the rows of a tile differ in them
  Profile live = 0;                 // bits that are live in any of its steps
  double growth = 0;                // the largest number gets at most two to this many times as large

  double additions(const Steps& steps) const;  // of one number for each profile, and as many again to begin with
};

std::vector<Block> make_blocks(const Steps& steps);

// What one pass with one number for each profile takes in all blocks together: numbers updated, additions, and numbers
// copied to tiles and back.
struct Work {
  double updates = 0, additions = 0, copies = 0;
};
Work work_of(const Steps& steps);

// A block for tiles whose rows hold 2^packed profiles each: bits that the block does not touch.
class TileLayout {
 public:
  TileLayout(const Steps& steps, const Block& block, int packed);

  const std::vector<TileStep>& steps() const { return steps_; }
  std::uint32_t rows() const { return static_cast<std::uint32_t>(row_offsets_.size()); }
  std::uint64_t tiles() const { return tiles_; }
  // The profile of the first entry of a tile.
  Profile base(std::uint64_t tile) const;
  const std::vector<Profile>& row_offsets() const { return row_offsets_; }
  const std::vector<Profile>& entry_offsets() const { return entry_offsets_; }  // within a row
  bool contiguous() const { return contiguous_; }  // the entries of a row lie side by side in the table
  bool padded() const { return padded_; }          // rows have more room than the table has entries for them

 private:
  std::vector<std::vector<Pattern>> patterns_;
  std::vector<std::vector<std::uint32_t>> distances_;
  std::vector<TileStep> steps_;
  std::vector<Profile> row_offsets_, entry_offsets_;
  Profile outer_ = 0;
  std::uint64_t tiles_ = 1;
  bool contiguous_ = true, padded_ = false;
};

// The bits of `number`, lowest first, at the bits of `mask`.
Profile deposit(std::uint64_t number, Profile mask);

}  // namespace tilewright::profile
