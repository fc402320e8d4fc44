#include "polyforms/torus.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tilewright::polyforms {

TorusSearch::TorusSearch(Plane plane, const std::vector<PlaneCell>& shape, std::int32_t copies)
    : plane_(std::move(plane)), shape_(copy_of(plane_, shape, {})), copies_(copies) {
  if (copies < 1 || shape.empty()) throw std::invalid_argument("a period has at least one copy");
  orientations_ = orientations_of(plane_, shape_);
  const auto cells = copies * static_cast<std::int32_t>(shape_.size());
  is_done_ = cells % plane_.classes() != 0;
  area_ = cells / plane_.classes();
  cells_ = static_cast<std::size_t>(cells);
  words_ = (cells_ + 63) / 64;
  if (!is_done_) {
    a_ = 1;
    d_ = area_;
    b_ = 0;
    start_lattice();
  }
}

bool TorusSearch::next_lattice() {
  if (++b_ < d_) return true;
  b_ = 0;
  do ++a_;
  while (a_ <= area_ && area_ % a_ != 0);
  if (a_ > area_) return false;
  d_ = area_ / a_;
  return true;
}

void TorusSearch::start_lattice() {
  options_.clear();
  masks_.clear();
  chosen_.clear();
  frames_.clear();
  covering_.assign(cells_, {});
  used_.assign(words_, 0);
  const auto number = [&](const PlaneCell& cell) {
    const PlaneCell at = reduced(cell, a_, b_, d_);
    return static_cast<std::size_t>((at.kind * a_ + at.x) * d_ + at.y);
  };
  for (const auto& orientation : orientations_) {
    const auto cells = copy_of(plane_, shape_, orientation);
    const bool is_first = orientation == Isometry{};
    for (std::int32_t x = 0; x < a_; ++x)
      for (std::int32_t y = 0; y < d_; ++y) {
        std::vector<std::size_t> numbers;
        for (const auto& cell : cells) numbers.push_back(number({cell.kind, cell.x + x, cell.y + y}));
        std::sort(numbers.begin(), numbers.end());
        if (std::adjacent_find(numbers.begin(), numbers.end()) != numbers.end()) {
          if (is_first) return;  // the shape overlaps its own translates: there is no first choice
          x = a_;
          break;
        }
        const auto start = masks_.size();
        masks_.resize(start + words_, 0);
        for (const auto cell : numbers) masks_[start + cell / 64] |= std::uint64_t{1} << (cell % 64);
        const auto option = static_cast<std::uint32_t>(options_.size());
        options_.push_back({{orientation.motion, x, y}, start});
        for (const auto cell : numbers) covering_[cell].push_back(option);
      }
  }
  toggle(0);  // the identity
  chosen_.push_back(0);
  open_frame();
}

bool TorusSearch::fits(std::uint32_t option) const {
  const auto* mask = &masks_[options_[option].mask];
  for (std::size_t k = 0; k < words_; ++k)
    if ((mask[k] & used_[k]) != 0) return false;
  return true;
}

void TorusSearch::toggle(std::uint32_t option) {
  for (std::size_t k = 0; k < words_; ++k) used_[k] ^= masks_[options_[option].mask + k];
}

// Open the choice for a cell with the fewest options; false where all cells are covered.
bool TorusSearch::open_frame() {
  std::size_t best = cells_, least = SIZE_MAX;
  for (std::size_t cell = 0; cell < cells_ && least > 0; ++cell) {
    if ((used_[cell / 64] >> (cell % 64) & 1) != 0) continue;
    std::size_t count = 0;
    for (const auto option : covering_[cell])
      if (fits(option) && ++count >= least) break;
    if (count < least) best = cell, least = count;
  }
  if (best == cells_) return false;
  Frame frame;
  for (const auto option : covering_[best])
    if (fits(option)) frame.options.push_back(option);
  frames_.push_back(std::move(frame));
  return true;
}

bool TorusSearch::advance(std::uint64_t budget) {
  const auto is_complete = [&] { return !chosen_.empty() && chosen_.size() == static_cast<std::size_t>(copies_); };
  for (std::uint64_t spent = 0; !is_done_ && spent < budget; ++spent, ++nodes_) {
    if (is_complete()) {
      tiling_ = {a_, b_, d_, {}};
      for (const auto option : chosen_) tiling_.copies.push_back(options_[option].copy);
      has_tiling_ = is_done_ = true;
    } else if (frames_.empty()) {
      if (next_lattice())
        start_lattice();
      else
        is_done_ = true;
    } else if (Frame& frame = frames_.back(); frame.next == frame.options.size()) {
      frames_.pop_back();
      if (!frames_.empty()) {
        toggle(chosen_.back());
        chosen_.pop_back();
      }
    } else {
      const auto option = frame.options[frame.next++];
      toggle(option);
      chosen_.push_back(option);
      open_frame();
    }
  }
  return is_done_;
}

}  // namespace tilewright::polyforms
