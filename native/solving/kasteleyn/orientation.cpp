#include "solving/kasteleyn/orientation.hpp"

#include <cstddef>
#include <numeric>
#include <stdexcept>

namespace tilewright::kasteleyn {
namespace {

constexpr std::int32_t kNone = -1;

// The edges of a spanning tree of the graph whose half-edges leave `tail[h]`; reached counts its
// vertices. Half-edges of `barred` edges are not used. up[x] is the half-edge that leads to x.
struct Tree {
  std::vector<std::int32_t> order;
  std::vector<std::int32_t> up;
};

Tree span(std::int32_t vertices, const std::vector<std::int32_t>& tail, const std::vector<char>& barred) {
  const std::int32_t halves = static_cast<std::int32_t>(tail.size());
  std::vector<std::int32_t> first(vertices + 1, 0), leaving(halves);
  for (const std::int32_t v : tail) ++first[v + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  std::vector<std::int32_t> at(first.begin(), first.end() - 1);
  for (std::int32_t h = 0; h < halves; ++h) leaving[at[tail[h]]++] = h;
  Tree tree;
  tree.up.assign(vertices, kNone);
  std::vector<char> seen(vertices, 0);
  if (vertices == 0) return tree;
  seen[0] = 1;
  tree.order.push_back(0);
  for (std::size_t k = 0; k < tree.order.size(); ++k) {
    const std::int32_t v = tree.order[k];
    for (std::int32_t i = first[v]; i < first[v + 1]; ++i) {
      const std::int32_t h = leaving[i], w = tail[h ^ 1];
      if (barred[h >> 1] || seen[w]) continue;
      seen[w] = 1;
      tree.up[w] = h;
      tree.order.push_back(w);
    }
  }
  return tree;
}

}  // namespace

std::vector<std::int8_t> pfaffian_signs(const Embedding& embedding) {
  const std::int32_t edges = static_cast<std::int32_t>(embedding.edges.size());
  const std::int32_t halves = 2 * edges;
  std::vector<std::int8_t> sign(edges, 1);
  if (edges == 0) return sign;
  const Faces face = faces(embedding);

  std::vector<std::int32_t> tail(halves);
  for (std::int32_t h = 0; h < halves; ++h) tail[h] = embedding.tail(h);
  std::vector<char> barred(edges, 0);
  const Tree tree = span(embedding.vertices, tail, barred);
  const bool connected = static_cast<std::int32_t>(tree.order.size()) == embedding.vertices;
  if (!connected || embedding.vertices - edges + face.count != 2)
    throw std::logic_error("the embedding is not one of a connected graph on the sphere");
  for (const std::int32_t h : tree.up)
    if (h != kNone) barred[h >> 1] = 1;

  // The other edges are a spanning tree of the faces. From its leaves to its root, each face's last
  // free edge is the one that leads to the face above it.
  const Tree dual = span(face.count, face.of, barred);
  if (static_cast<std::int32_t>(dual.order.size()) != face.count)
    throw std::logic_error("the faces of the embedding do not hang together");
  std::vector<char> odd(face.count, 0);
  for (std::int32_t e = 0; e < edges; ++e)
    if (barred[e]) odd[face.of[2 * e]] ^= 1;  // directed along half-edge 2e
  for (std::size_t k = dual.order.size(); k-- > 1;) {
    const std::int32_t f = dual.order[k], e = dual.up[f] >> 1;
    const std::int32_t other = face.of[2 * e] == f ? face.of[2 * e + 1] : face.of[2 * e];
    // Along f's boundary when f still needs an edge, otherwise along the other face's.
    const std::int32_t along = odd[f] ? other : f;
    odd[along] ^= 1;
    sign[e] = face.of[2 * e] == along ? 1 : -1;
  }
  return sign;
}

}  // namespace tilewright::kasteleyn
