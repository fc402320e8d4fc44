#include "polyforms/parallel.hpp"

#include "polyforms/counter.hpp"

namespace tilewright::polyforms {
namespace {

constexpr std::uint64_t kPrefixes = 2000;  // at least so many are split into shares, if there are
constexpr std::uint32_t kShares = 128;

std::uint64_t count_prefixes(const Graph& graph, std::int32_t depth) {
  Search<CountLeaf> search(graph, depth, Kind::plain, {}, {});
  while (!search.advance(1 << 16)) {
  }
  return search.leaf().count;
}

}  // namespace

Kind kind_of(const Graph& graph, bool without_holes) {
  if (without_holes) return graph.is_plain ? Kind::simple : Kind::lifted_simple;
  return graph.is_plain ? Kind::plain : Kind::lifted;
}

std::vector<Task> make_tasks(const Graphs& graphs, std::int32_t size) {
  std::vector<Task> tasks;
  for (std::int32_t g = 0; g < static_cast<std::int32_t>(graphs.size()); ++g) {
    const Graph& graph = *graphs[g];
    std::int32_t depth = 0;
    if (graph.is_plain && size > kLastVertices) {
      depth = 1;
      while (depth <= size - kLastVertices && count_prefixes(graph, depth) < kPrefixes) ++depth;
      if (depth > size - kLastVertices) depth = 0;  // few sets in all
    }
    const std::uint32_t of = depth ? kShares : 1;
    for (std::uint32_t k = 0; k < of; ++k) tasks.push_back({g, {k, of, depth}});
  }
  return tasks;
}

}  // namespace tilewright::polyforms
