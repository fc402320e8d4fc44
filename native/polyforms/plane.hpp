// Cells of a plane lattice, its isometries, and a polyform with all its copies: what searches for tilings share.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tilewright::polyforms {

struct PlaneCell {  // a class of cells, and a translation in a basis
  std::int32_t kind = 0, x = 0, y = 0;
  friend bool operator==(const PlaneCell&, const PlaneCell&) = default;
  friend auto operator<=>(const PlaneCell&, const PlaneCell&) = default;
};

// Carries the cell (c, t) to the class of images[c], at matrix * t + its translation.
struct PlaneMotion {
  std::array<std::int32_t, 4> matrix{};  // rows
  std::vector<PlaneCell> images;
};

// One of the motions of a lattice, and then a translation.
struct Isometry {
  std::int32_t motion = 0, x = 0, y = 0;
  friend bool operator==(const Isometry&, const Isometry&) = default;
};

class Plane {
 public:
  // The motions are a group up to translations, the identity first. Rows of `sides` and `touching` are the cells next
  // to the cell of each class at translation 0: those across a side, and those that share at least a corner.
  // Throws std::invalid_argument where the motions are no group.
  Plane(std::vector<PlaneMotion> motions, std::vector<std::vector<PlaneCell>> sides,
        std::vector<std::vector<PlaneCell>> touching);

  std::int32_t classes() const { return static_cast<std::int32_t>(sides_.size()); }
  std::int32_t motions() const { return static_cast<std::int32_t>(motions_.size()); }
  PlaneCell apply(const Isometry& g, const PlaneCell& cell) const;
  Isometry compose(const Isometry& second, const Isometry& first) const;
  Isometry inverse(const Isometry& g) const;
  const std::vector<PlaneCell>& sides(std::int32_t kind) const { return sides_[kind]; }
  const std::vector<PlaneCell>& touching(std::int32_t kind) const { return touching_[kind]; }

 private:
  std::array<std::int32_t, 2> turned(std::int32_t motion, std::int32_t x, std::int32_t y) const;

  std::vector<PlaneMotion> motions_;
  std::vector<std::vector<PlaneCell>> sides_, touching_;
  std::vector<std::vector<Isometry>> products_;
  std::vector<Isometry> inverses_;
};

// The cells of a copy, in order.
std::vector<PlaneCell> copy_of(const Plane& plane, const std::vector<PlaneCell>& shape, const Isometry& g);

// The cells outside of a shape that share at least a corner with it, in order.
std::vector<PlaneCell> halo_of(const Plane& plane, const std::vector<PlaneCell>& shape);

// One isometry without a translation for each set of copies that translations carry to each other.
std::vector<Isometry> orientations_of(const Plane& plane, const std::vector<PlaneCell>& shape);

// The most that a coordinate of a copy differs from those of another cell of it.
std::int32_t extent_of(const Plane& plane, const std::vector<PlaneCell>& shape);

// Translations by (a, b) and (0, d), with 0 <= b < d, and copies of a shape that together have a cell of each class of
// cells that they join.
struct PeriodicTiling {
  std::int32_t a = 0, b = 0, d = 0;
  std::vector<Isometry> copies;
};

// The cell that such translations carry this one to, in the parallelogram at the origin.
PlaneCell reduced(const PlaneCell& cell, std::int32_t a, std::int32_t b, std::int32_t d);

}  // namespace tilewright::polyforms
