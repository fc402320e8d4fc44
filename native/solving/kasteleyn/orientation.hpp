// Pfaffian orientations of planar graphs (Kasteleyn 1967; the algorithm: Fisher, Kasteleyn, Temperley).
#pragma once

#include <cstdint>
#include <vector>

#include "solving/kasteleyn/planarity.hpp"

namespace tilewright::kasteleyn {

// A sign for each edge (u, v) of a connected embedded graph: +1 directs it from u to v, -1 from v to u.
// Each face but one has an odd number of edges directed along its boundary; an edge with the same face
// on both sides counts once, in the one of its two directions that agrees. Then the skew matrix with
// +w from u to v and -w from v to u has a Pfaffian of plus or minus the weighted number of perfect
// matchings. Proof: engines/planar.py. Throws std::logic_error when Euler's formula says that this is
// no connected graph on the sphere, so a wrong embedding never becomes a wrong number.
std::vector<std::int8_t> pfaffian_signs(const Embedding& embedding);

}  // namespace tilewright::kasteleyn
