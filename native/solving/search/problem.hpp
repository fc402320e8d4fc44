// The names of exact cover that the searches use.
#pragma once

#include "exact_cover/item_order.hpp"
#include "exact_cover/problem.hpp"

namespace tilewright::search {

using exact_cover::Adjacency;
using exact_cover::box_places;
using exact_cover::branch_item;
using exact_cover::breadth_first_order;
using exact_cover::co_occurrence;
using exact_cover::ComponentCells;
using exact_cover::Covered;
using exact_cover::Decision;
using exact_cover::is_connected;
using exact_cover::later_neighbours;
using exact_cover::Problem;
using exact_cover::reduce;
using exact_cover::Remainder;
using exact_cover::square_coordinates;
using exact_cover::Use;

}  // namespace tilewright::search
