#include "polyforms/plane.hpp"

#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

namespace tilewright::polyforms {

Plane::Plane(std::vector<PlaneMotion> motions, std::vector<std::vector<PlaneCell>> sides,
             std::vector<std::vector<PlaneCell>> touching)
    : motions_(std::move(motions)), sides_(std::move(sides)), touching_(std::move(touching)) {
  const auto classes = sides_.size();
  const auto in_range = [&](const PlaneCell& cell) {
    return cell.kind >= 0 && static_cast<std::size_t>(cell.kind) < classes;
  };
  if (classes == 0 || touching_.size() != classes || motions_.empty())
    throw std::invalid_argument("a plane has classes of cells and motions");
  for (const auto* rows : {&sides_, &touching_})
    for (const auto& row : *rows)
      if (!std::all_of(row.begin(), row.end(), in_range)) throw std::invalid_argument("a class is out of range");
  for (const auto& motion : motions_)
    if (motion.images.size() != classes || !std::all_of(motion.images.begin(), motion.images.end(), in_range))
      throw std::invalid_argument("a motion has an image of each class");
  products_.resize(motions_.size());
  inverses_.resize(motions_.size());
  const auto size = this->motions();
  for (std::int32_t second = 0; second < size; ++second) {
    for (std::int32_t first = 0; first < size; ++first) {
      std::vector<PlaneCell> images;
      for (std::int32_t kind = 0; kind < this->classes(); ++kind)
        images.push_back(apply({second, 0, 0}, apply({first, 0, 0}, {kind, 0, 0})));
      const auto right = turned(first, 1, 0), down = turned(first, 0, 1);
      const auto column = turned(second, right[0], right[1]), other = turned(second, down[0], down[1]);
      const std::array<std::int32_t, 4> matrix{column[0], other[0], column[1], other[1]};
      bool is_known = false;
      for (std::int32_t third = 0; third < size && !is_known; ++third) {
        const auto& motion = motions_[third];
        const std::int32_t x = images[0].x - motion.images[0].x, y = images[0].y - motion.images[0].y;
        is_known = motion.matrix == matrix;
        for (std::size_t kind = 0; kind < classes && is_known; ++kind) {
          const auto& image = motion.images[kind];
          is_known = images[kind] == PlaneCell{image.kind, image.x + x, image.y + y};
        }
        if (is_known) products_[second].push_back({third, x, y});
      }
      if (!is_known) throw std::invalid_argument("the motions are no group");
    }
  }
  for (std::int32_t motion = 0; motion < size; ++motion) {
    bool has_inverse = false;
    for (std::int32_t other = 0; other < size && !has_inverse; ++other) {
      const Isometry product = products_[other][motion];
      has_inverse = product.motion == 0;
      if (has_inverse) inverses_[motion] = {other, -product.x, -product.y};
    }
    if (!has_inverse) throw std::invalid_argument("the motions are no group");
  }
}

std::array<std::int32_t, 2> Plane::turned(std::int32_t motion, std::int32_t x, std::int32_t y) const {
  const auto& m = motions_[motion].matrix;
  return {m[0] * x + m[1] * y, m[2] * x + m[3] * y};
}

PlaneCell Plane::apply(const Isometry& g, const PlaneCell& cell) const {
  const auto& image = motions_[g.motion].images[cell.kind];
  const auto at = turned(g.motion, cell.x, cell.y);
  return {image.kind, at[0] + image.x + g.x, at[1] + image.y + g.y};
}

Isometry Plane::compose(const Isometry& second, const Isometry& first) const {
  const Isometry& product = products_[second.motion][first.motion];
  const auto at = turned(second.motion, first.x, first.y);
  return {product.motion, product.x + at[0] + second.x, product.y + at[1] + second.y};
}

Isometry Plane::inverse(const Isometry& g) const {
  const Isometry& opposite = inverses_[g.motion];
  const auto at = turned(opposite.motion, g.x, g.y);
  return {opposite.motion, opposite.x - at[0], opposite.y - at[1]};
}

std::vector<PlaneCell> copy_of(const Plane& plane, const std::vector<PlaneCell>& shape, const Isometry& g) {
  std::vector<PlaneCell> cells;
  cells.reserve(shape.size());
  for (const auto& cell : shape) cells.push_back(plane.apply(g, cell));
  std::sort(cells.begin(), cells.end());
  return cells;
}

std::vector<PlaneCell> halo_of(const Plane& plane, const std::vector<PlaneCell>& shape) {
  const std::set<PlaneCell> inside(shape.begin(), shape.end());
  std::set<PlaneCell> halo;
  for (const auto& cell : shape)
    for (const auto& step : plane.touching(cell.kind)) {
      const PlaneCell near{step.kind, cell.x + step.x, cell.y + step.y};
      if (!inside.contains(near)) halo.insert(near);
    }
  return {halo.begin(), halo.end()};
}

std::vector<Isometry> orientations_of(const Plane& plane, const std::vector<PlaneCell>& shape) {
  std::set<std::vector<PlaneCell>> known;
  std::vector<Isometry> orientations;
  for (std::int32_t motion = 0; motion < plane.motions(); ++motion) {
    auto cells = copy_of(plane, shape, {motion, 0, 0});
    const PlaneCell first = cells.front();  // translations keep the order of cells
    for (auto& cell : cells) cell.x -= first.x, cell.y -= first.y;
    if (known.insert(std::move(cells)).second) orientations.push_back({motion, 0, 0});
  }
  return orientations;
}

std::int32_t extent_of(const Plane& plane, const std::vector<PlaneCell>& shape) {
  std::int32_t extent = 0;
  for (std::int32_t motion = 0; motion < plane.motions(); ++motion) {
    const auto cells = copy_of(plane, shape, {motion, 0, 0});
    for (const auto coordinate : {&PlaneCell::x, &PlaneCell::y}) {
      const auto [least, most] = std::minmax_element(
          cells.begin(), cells.end(), [&](const auto& p, const auto& q) { return p.*coordinate < q.*coordinate; });
      extent = std::max(extent, (*most).*coordinate - (*least).*coordinate);
    }
  }
  return extent;
}

PlaneCell reduced(const PlaneCell& cell, std::int32_t a, std::int32_t b, std::int32_t d) {
  const auto floor_of = [](std::int32_t p, std::int32_t q) { return p / q - (p % q < 0 ? 1 : 0); };
  const std::int32_t times = floor_of(cell.x, a);
  const std::int32_t y = cell.y - times * b;
  return {cell.kind, cell.x - times * a, y - floor_of(y, d) * d};
}

}  // namespace tilewright::polyforms
