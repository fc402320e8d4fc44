// Isohedral tilings: those whose symmetries carry every copy to every other.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "polyforms/plane.hpp"

namespace tilewright::polyforms {

// A tiling by copies that a group of these motions carries to each other, or none: the search is complete. With
// `required`, which is a motion or -1, the group has an isometry with this motion.
//
// Let G be such a group, H the isometries in it that keep the shape T, and S those that carry T to itself or to a copy
// that touches it. For g and h in S, the inverse of g times h is in S if it carries T to a copy that touches T, and in H
// if to one that overlaps it. The search tries each group H of symmetries of T, covers the cells around T one after the
// other, closes S under these rules after each choice and goes back where copies overlap. S generates G.
std::optional<PeriodicTiling> find_isohedral(const Plane& plane, const std::vector<PlaneCell>& shape,
                                             const std::vector<std::int32_t>& motions, std::int32_t required);

}  // namespace tilewright::polyforms
