// Periodic tilings with so many copies in a period, whether symmetries join them or not.
#pragma once

#include <cstdint>
#include <vector>

#include "polyforms/plane.hpp"

namespace tilewright::polyforms {

// Tries every lattice of translations with `copies` copies in a period: an exact cover of the cells of the period by
// copies, the first of which is the shape itself.
class TorusSearch {
 public:
  // Throws std::invalid_argument for fewer than one copy.
  TorusSearch(Plane plane, const std::vector<PlaneCell>& shape, std::int32_t copies);

  // So many choices; whether the search has ended, with a tiling or without one.
  bool advance(std::uint64_t budget);
  bool has_tiling() const { return has_tiling_; }
  const PeriodicTiling& tiling() const { return tiling_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Option {
    Isometry copy;
    std::size_t mask;
  };
  struct Frame {
    std::vector<std::uint32_t> options;
    std::size_t next = 0;
  };

  bool next_lattice();
  void start_lattice();
  bool fits(std::uint32_t option) const;
  void toggle(std::uint32_t option);
  bool open_frame();

  Plane plane_;
  std::vector<PlaneCell> shape_;
  std::vector<Isometry> orientations_;
  std::int32_t copies_, area_ = 0, a_ = 0, b_ = 0, d_ = 0;
  bool is_done_ = false, has_tiling_ = false;
  std::uint64_t nodes_ = 0;
  std::size_t cells_ = 0, words_ = 0;
  std::vector<Option> options_;
  std::vector<std::uint64_t> masks_, used_;
  std::vector<std::vector<std::uint32_t>> covering_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> chosen_;
  PeriodicTiling tiling_;
};

}  // namespace tilewright::polyforms
