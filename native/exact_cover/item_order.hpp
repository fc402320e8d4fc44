// Orders of the items of a problem on a line, for engines that go through them one after another.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exact_cover/problem.hpp"

namespace tilewright::exact_cover {

using Adjacency = std::vector<std::vector<std::int32_t>>;

// Items that share an option.
Adjacency co_occurrence(const Problem& problem);

// Whether some items are joined by steps between neighbours among them; true for none. `mark` has a place for each
// item of the graph, 0 before and after.
bool is_connected(const Adjacency& near, const std::vector<std::int32_t>& items, std::vector<char>& mark);

// For each place of `places` the later places of the neighbours of its item, ascending, each once. `place` tells where
// each item is; -1: nowhere.
Adjacency later_neighbours(const Adjacency& near, const std::vector<std::int32_t>& place, std::int32_t places);

// Breadth first from an item that lies far out, fewest neighbours first (Cuthill and McKee, 1969).
std::vector<std::int32_t> breadth_first_order(const Adjacency& graph, const std::vector<std::int32_t>& items,
                                              bool from_far);

// Coordinates of cells that were numbered line by line on a square lattice: a neighbour numbered
// next lies to the right, any other later neighbour lies below. False when that does not hold.
// Each connected part is a list of x, y and item.
using ComponentCells = std::vector<std::vector<std::array<std::int32_t, 3>>>;
bool square_coordinates(const Problem& problem, const std::vector<std::int32_t>& items, ComponentCells& parts);

// Places along the columns (or, with `across`, the lines) of the box around each part; -1 for other
// items. Places without an item keep the distances between neighbours alike. `places` is -1 when
// there would be too many.
std::vector<std::int32_t> box_places(const Problem& problem, const ComponentCells& parts, bool across,
                                     std::int64_t& places);

}  // namespace tilewright::exact_cover
