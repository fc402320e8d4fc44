#include "solving/profile/blocks.hpp"

#include <bit>
#include <cmath>

namespace tilewright::profile {

namespace {

constexpr int kFused = 9;           // bits that the steps of a block may touch together: tiles of 32 KB
constexpr double kMaxGrowth = 400;  // bits that the steps of a block may add to a number

// The bits of `set` as a number whose bits are those of `mask`.
std::uint32_t extract(Profile set, Profile mask) {
  std::uint32_t number = 0;
  for (int k = 0; mask; mask &= mask - 1, ++k)
    if (set & mask & -mask) number |= std::uint32_t{1} << k;
  return number;
}

}  // namespace

Profile deposit(std::uint64_t number, Profile mask) {
  Profile set = 0;
  for (; number && mask; mask &= mask - 1, number >>= 1)
    if (number & 1) set |= mask & -mask;
  return set;
}

double Block::additions(const Steps& steps) const {
  double sum = 0;
  for (std::int32_t k = first; k < end; ++k) {
    const Step& step = steps.steps[k];
    sum += 1;
    for (const Move& move : step.moves) sum += std::exp2(-std::popcount(move.set) - (step.slot >= 0));
  }
  return sum * std::exp2(std::popcount(live));
}

Work work_of(const Steps& steps) {
  Work work;
  for (const Block& block : make_blocks(steps)) {
    work.additions += block.additions(steps);
    const double profiles = std::exp2(std::popcount(block.live));
    work.updates += (block.end - block.first) * profiles;
    work.copies += profiles;
  }
  return work;
}

std::vector<Block> make_blocks(const Steps& steps) {
  std::vector<Block> blocks;
  for (std::int32_t k = 0; k < std::ssize(steps.steps); ++k) {
    const Step& step = steps.steps[k];
    const Profile touched = step.touched();
    if (blocks.empty() || std::popcount(blocks.back().touched | touched) > kFused ||
        blocks.back().growth + step.growth() > kMaxGrowth)
      blocks.push_back({k, k, 0, 0, 0});
    Block& block = blocks.back();
    block.growth += step.growth();
    block.end = k + 1;
    block.touched |= touched;
    block.live |= step.live;
  }
  return blocks;
}

TileLayout::TileLayout(const Steps& steps, const Block& block, int packed) {
  const Profile local = block.touched;
  const std::uint32_t rows = std::uint32_t{1} << std::popcount(local);
  for (std::uint32_t row = 0; row < rows; ++row) row_offsets_.push_back(deposit(row, local));

  // The lowest bits that no step touches, live ones first, so that other bits are 0 in the whole tile.
  outer_ = block.live & ~local;
  Profile inner = 0;
  const Profile table = (Profile{1} << steps.bits) - 1;
  for (int k = 0; k < packed; ++k) {
    const Profile left = outer_ ? outer_ : table & ~local & ~inner;
    inner |= left & -left;
    outer_ &= ~inner;
  }
  const int entries = std::popcount(inner);
  padded_ = entries < packed;
  contiguous_ = inner == (Profile{1} << entries) - 1;
  for (std::uint32_t k = 0; k < std::uint32_t{1} << entries; ++k) entry_offsets_.push_back(deposit(k, inner));
  tiles_ = std::uint64_t{1} << std::popcount(outer_);

  for (std::int32_t k = block.first; k < block.end; ++k) {
    const Step& step = steps.steps[k];
    const std::uint32_t upper = step.slot >= 0 ? extract(Profile{1} << step.slot, local) : 0;
    const std::uint32_t touched = extract(step.touched(), local), others = touched & ~upper;
    auto& patterns = patterns_.emplace_back();
    auto& distances = distances_.emplace_back();
    std::vector<std::uint32_t> sets;
    for (const Move& move : step.moves) sets.push_back(extract(move.set, local));
    for (std::uint32_t base = others;; base = (base - 1) & others) {
      Pattern pattern{base, static_cast<std::uint32_t>(distances.size()), 0, 0};
      for (const bool renewed : {false, true})
        for (std::size_t m = 0; m < sets.size(); ++m)
          if (step.moves[m].renewed == renewed && (base & sets[m]) == sets[m]) {
            distances.push_back(sets[m]);
            ++(renewed ? pattern.upper : pattern.lower);
          }
      patterns.push_back(pattern);
      if (base == 0) break;
    }
    steps_.push_back({rows, upper, touched, static_cast<std::int32_t>(step.start), patterns.data(),
                      static_cast<std::uint32_t>(patterns.size()), nullptr});
  }
  for (std::size_t k = 0; k < steps_.size(); ++k) steps_[k].distances = distances_[k].data();
}

Profile TileLayout::base(std::uint64_t tile) const { return deposit(tile, outer_); }

}  // namespace tilewright::profile
