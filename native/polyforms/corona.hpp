// Coronas: copies of a polyform that surround it in rings, from which its Heesch number follows.
#pragma once

#include <cstdint>
#include <vector>

#include "polyforms/plane.hpp"

namespace tilewright::polyforms {

// Searches for coronas 1 to `levels` of a shape: corona k are the copies that share at least a corner with those of
// corona k - 1 and none with earlier ones. Each cell that shares a corner with a copy of a corona before the last is
// covered. The union of the copies up to each corona before the last has no hole; with `holes`, that of all may have
// some. The search branches on a cell that must be covered and has the fewest copies that can cover it.
class CoronaSearch {
 public:
  struct Copy {
    Isometry isometry;
    std::int32_t level;
  };

  CoronaSearch(Plane plane, std::vector<PlaneCell> shape, std::int32_t levels, bool holes);

  // So many choices; whether the search has ended, with coronas or without any.
  bool advance(std::uint64_t budget);
  bool has_coronas() const { return has_coronas_; }
  std::vector<Copy> copies() const;
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Option {
    std::int32_t orientation, x, y;
  };
  struct Frame {
    std::vector<Option> options;
    std::size_t next = 0;
    std::vector<std::uint8_t> levels;  // of the copies before
  };
  struct Placed {
    Option option;
    std::uint8_t level;
  };

  std::size_t index(const PlaneCell& cell) const {
    return (static_cast<std::size_t>(cell.x + reach_) * width_ + static_cast<std::size_t>(cell.y + reach_)) *
               static_cast<std::size_t>(plane_.classes()) +
           static_cast<std::size_t>(cell.kind);
  }
  bool fits(const Option& option) const;
  void place(const Option& option);
  void remove_last(const std::vector<std::uint8_t>& levels);
  std::vector<Option> options_at(const PlaneCell& cell) const;
  bool branch();
  bool has_hole(std::int32_t level) const;
  bool encloses_gap(const Option& option);

  Plane plane_;
  std::vector<Isometry> orientations_;
  std::vector<std::vector<PlaneCell>> cells_, halos_;         // by orientation
  std::vector<std::vector<std::vector<PlaneCell>>> anchors_;  // by orientation and class: its cells of the class
  std::int32_t levels_, reach_;
  std::size_t width_;
  bool may_have_holes_, is_done_ = false, has_coronas_ = false;
  std::uint64_t nodes_ = 0;
  std::vector<std::int16_t> owners_;  // of cells: a copy, or -1
  std::vector<Placed> placed_;
  std::vector<Frame> frames_;
};

}  // namespace tilewright::polyforms
