// Planar embeddings by the left-right criterion.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tilewright::kasteleyn {

using Edge = std::pair<std::int32_t, std::int32_t>;

// A graph drawn on the sphere. Half-edge 2e leaves edges[e].first, half-edge 2e+1 leaves
// edges[e].second; next[h] is the half-edge that follows h clockwise around the same vertex.
struct Embedding {
  std::int32_t vertices = 0;
  std::vector<Edge> edges;
  std::vector<std::int32_t> next;

  std::int32_t tail(std::int32_t half) const { return half & 1 ? edges[half >> 1].second : edges[half >> 1].first; }
};

// An embedding of a simple graph, or nothing when it is not planar. U. Brandes, "The left-right
// planarity test" (2009), after de Fraysseix, Ossona de Mendez and Rosenstiehl; O(n log n) here.
// Throws std::invalid_argument when an edge is a loop, is given twice, or names no vertex.
std::optional<Embedding> embed(std::int32_t vertices, std::vector<Edge> edges);

// The faces of an embedding: face[h] is the face on one and the same side of each half-edge h, and
// after h its boundary goes on with next[h ^ 1].
struct Faces {
  std::int32_t count = 0;
  std::vector<std::int32_t> of;
};
Faces faces(const Embedding& embedding);

}  // namespace tilewright::kasteleyn
