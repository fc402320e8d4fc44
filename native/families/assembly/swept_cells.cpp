#include "families/assembly/swept_cells.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace tilewright::assembly {

namespace {

using Wide = std::int64_t;

Wide signed_square(Wide value) { return value * std::abs(value); }

// The coordinates of a point on a circle, as twice their squares with their signs; their sum without signs is twice that of
// the radius, `round` below.
struct OnCircle {
  Wide x, y;

  // Its place along the circle, in units of 1 / round of a quadrant.
  Wide place(Wide round) const {
    if (x > 0 && y >= 0) return y;
    if (x <= 0 && y > 0) return round - x;
    if (x < 0) return 2 * round - y;
    return 3 * round + x;
  }
};

struct Arc {
  Wide from, to;  // along the circle; `to` may be beyond a whole round
};

// The least arc that contains what a square covers of a circle; none where they do not meet. Squares are two wide.
std::optional<Arc> arc_of(PlanePoint square, Wide round) {
  const auto [x, y] = square;
  if (x == 0 && y == 0) return round < 4 ? std::optional<Arc>({0, 4 * round}) : std::nullopt;
  std::vector<Wide> ends;
  for (const int side : {-1, 1}) {
    for (const int sign : {-1, 1}) {
      const Wide across = 2 * Wide{x + side} * (x + side), along = 2 * Wide{y + side} * (y + side);
      const Wide other_y = sign * (round - across), other_x = sign * (round - along);
      if (across < round && 2 * signed_square(y - 1) < other_y && other_y < 2 * signed_square(y + 1)) {
        ends.push_back(OnCircle{2 * signed_square(x + side), other_y}.place(round));
      }
      if (along < round && 2 * signed_square(x - 1) < other_x && other_x < 2 * signed_square(x + 1)) {
        ends.push_back(OnCircle{other_x, 2 * signed_square(y + side)}.place(round));
      }
    }
  }
  if (ends.empty()) return std::nullopt;
  std::ranges::sort(ends);
  // A square that does not contain the axis covers less than half of a circle, so the widest gap is outside it; half of a
  // circle is covered where the axis is in the middle of an edge, and then the side of the square decides.
  Arc best{ends.front(), ends.back()};
  for (std::size_t k = 1; k < ends.size(); ++k) {
    const Arc arc{ends[k], ends[k - 1] + 4 * round};
    const bool is_tie = arc.to - arc.from == best.to - best.from;
    const Wide middle = (x > 0 ? 0 : x < 0 ? 2 : y > 0 ? 1 : 3) * round;
    const auto contains = [&](Wide at) { return arc.from < at && at < arc.to; };
    if (is_tie ? contains(middle) || contains(middle + 4 * round) : arc.to - arc.from < best.to - best.from) best = arc;
  }
  return best;
}

Wide nearest_square(PlanePoint square) {
  Wide sum = 0;
  for (const std::int32_t middle : square) {
    const Wide beyond = std::max(0, std::abs(middle) - 1);
    sum += beyond * beyond;
  }
  return sum;
}

Wide farthest_square(PlanePoint square) {
  Wide sum = 0;
  for (const std::int32_t middle : square) sum += Wide{std::abs(middle) + 1} * (std::abs(middle) + 1);
  return sum;
}

// Whether a square meets the inside of another while it turns.
bool meets(PlanePoint moving, PlanePoint other, int quarters) {
  std::array<Wide, 9> lines{};
  std::size_t count = 0;
  for (const std::int32_t middle : {moving[0], moving[1], other[0], other[1]}) {
    for (const int side : {-1, 1}) lines[count++] = Wide{middle + side} * (middle + side);
  }
  const Wide least = std::max(nearest_square(moving), nearest_square(other));
  const Wide most = std::min(farthest_square(moving), farthest_square(other));
  std::vector<Wide> radii;  // squares
  for (const Wide a : lines) {
    for (const Wide b : lines) {
      if (least <= a + b && a + b <= most) radii.push_back(a + b);
    }
  }
  std::ranges::sort(radii);
  radii.erase(std::unique(radii.begin(), radii.end()), radii.end());
  for (auto radius = radii.begin(); radius + 1 < radii.end(); ++radius) {
    const Wide round = radius[0] + radius[1];
    const auto own = arc_of(moving, round);
    if (!own) continue;
    const auto their = arc_of(other, round);
    if (!their) continue;
    for (int turn = -2; turn <= 2; ++turn) {
      const Wide shift = 4 * turn * round;
      if (their->from + shift < own->to + quarters * round && own->from < their->to + shift) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<PlanePoint> swept_cells(PlanePoint cell, int quarters) {
  std::vector<PlanePoint> swept;
  const Wide far = farthest_square(cell), near = nearest_square(cell);
  std::int32_t reach = 0;
  while (Wide{reach} * reach < far) ++reach;
  const auto first = [&](std::int32_t like) { return -reach - 1 + ((like + reach + 1) & 1); };
  for (std::int32_t x = first(cell[0]); x <= reach + 1; x += 2) {
    for (std::int32_t y = first(cell[1]); y <= reach + 1; y += 2) {
      const PlanePoint other{x, y};
      if (other == cell || nearest_square(other) >= far || farthest_square(other) <= near) continue;
      if (meets(cell, other, quarters)) swept.push_back(other);
    }
  }
  return swept;
}

namespace {
constexpr std::int32_t kSide = 2 * kMostRadius + 1;
}

Turns::Turns() : sweeps_(std::size_t{2} * kSide * kSide) {}

const Turns::Sweep& Turns::sweep(PlanePoint cell, bool clockwise) {
  const auto [x, y] = cell;
  if (std::abs(x) > kMostRadius || std::abs(y) > kMostRadius) {
    throw std::invalid_argument("pieces are too far from an axis to turn about it");
  }
  Sweep& sweep = sweeps_[(std::size_t{clockwise} * kSide + static_cast<std::size_t>(x + kMostRadius)) * kSide +
                         static_cast<std::size_t>(y + kMostRadius)];
  if (!sweep.is_known) {
    // Clockwise is counterclockwise in a mirror, and what is turned by quarters sweeps what is turned so too.
    const int sign = clockwise ? -1 : 1;
    PlanePoint image{x, sign * y};
    int quarters = 0;
    for (; !(image[0] >= 0 && image[1] > 0) && image != PlanePoint{0, 0}; ++quarters) image = {-image[1], image[0]};
    auto [known, is_new] = swept_.try_emplace(image);
    if (is_new) known->second = swept_cells(image, quarters_about(cell));
    for (auto [u, v] : known->second) {
      for (int back = 0; back < quarters; ++back) std::tie(u, v) = std::pair(v, -u);
      const PlanePoint offset{(u - x) / 2, (sign * v - y) / 2};
      sweep.offsets.push_back(offset);
      constexpr std::array<PlanePoint, 4> near{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
      for (unsigned side = 0; side < 4; ++side) {
        if (near[side] == offset) sweep.neighbours |= static_cast<std::uint8_t>(1u << side);
      }
    }
    sweep.is_known = true;
  }
  return sweep;
}

}  // namespace tilewright::assembly
