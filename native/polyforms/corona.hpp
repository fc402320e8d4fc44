// Coronas: copies of a polyform that surround it in rings, from which its Heesch number follows.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "polyforms/plane.hpp"

namespace tilewright::polyforms {

class CoronaCopies;

// Searches for coronas 1 to `levels` of a shape: corona k are the copies that share at least a corner with those of
// corona k - 1 and none with earlier ones. Each cell that shares a corner with a copy of a corona before the last is
// covered. The union of the copies up to each corona before the last has no hole; with `holes`, that of all may have
// some. The search branches on a cell that must be covered and has the fewest copies that can cover it.
//
// A search that is not short leaves out pairs of copies that cannot lie next to each other: both of them with k coronas
// around them, where copies cannot surround the two so that all pairs of these fit with k - 1 coronas around them.
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
  std::uint64_t nodes() const { return nodes_; }  // those of searches around pairs included

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
  friend class CoronaCopies;

  // A search for one corona around two copies, the first of them at the origin, all of which need `depth` - 1 more.
  CoronaSearch(std::shared_ptr<CoronaCopies> copies, const Option& second, std::int32_t depth, bool holes);

  std::size_t index(const PlaneCell& cell) const {
    return (static_cast<std::size_t>(cell.x + reach_) * width_ + static_cast<std::size_t>(cell.y + reach_)) * classes_ +
           static_cast<std::size_t>(cell.kind);
  }
  bool is_free(const Option& option) const;
  bool fits(const Option& option) { return is_free(option) && (!uses_pairs_ || fits_neighbours(option)); }
  bool fits_neighbours(const Option& option);
  bool can_surround(const Option& one, const Option& other, std::int32_t depth);
  void place(const Option& option, bool is_first);
  void remove_last(const std::vector<std::uint8_t>& levels);
  std::vector<Option> options_at(const PlaneCell& cell);
  bool branch();
  bool has_hole(std::int32_t level) const;
  bool encloses_gap(const Option& option);

  std::shared_ptr<CoronaCopies> shape_;
  std::int32_t levels_, depth_, reach_;  // depth: how many coronas the first copies need
  std::size_t width_, classes_;
  bool may_have_holes_, is_around_pair_ = false, uses_pairs_ = false, is_done_ = false, has_coronas_ = false;
  std::uint64_t nodes_ = 0;
  std::vector<std::int16_t> owners_;  // of cells: a copy, or -1
  std::vector<std::int16_t> near_;    // copies next to an option
  std::vector<Placed> placed_;
  std::vector<Frame> frames_;
};

}  // namespace tilewright::polyforms
