// Simply connected boards of squares or triangles, and the height functions of their tilings by pairs of cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tilewright::random_tilings {

using Cell = std::pair<std::int32_t, std::int32_t>;
using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

// Squares (x, y), tiled by dominoes, or triangles (x, y), which point up where x + y is even, tiled by lozenges.
enum class Grid { squares, triangles };

// Corners of cells are points of the grid: (x, y) of squares, and (i, j) of triangles, where the triangle (x, y) that
// points up has the corners (i, j), (i + 1, j), (i, j + 1) with i = (x - y) / 2, j = y. Where cells meet in a point
// without a common side between them, it is several vertices.
//
// Along a side with a cell of the first colour (x + y even) on its left, the height of a tiling goes up by 1, and by
// 1 - d if a pair lies across the side; d = 4 for squares, 3 for triangles (Thurston 1990). Round a cell that gives 0. On
// a simply connected board, tilings and height functions correspond one to one, all agree on the border, and the
// functions are those of which each such difference is at most 1, at least 1 - d, and 1 modulo d.
class Region {
 public:
  // std::invalid_argument for a cell that is there twice, and for coordinates beyond 2^20.
  Region(Grid grid, std::vector<Cell> cells);

  Grid grid() const { return grid_; }
  std::int32_t cells() const { return static_cast<std::int32_t>(cells_.size()); }
  // Whether each part of the board is a disc: by Euler's formula, vertices - sides + cells is 1 for each.
  bool simply_connected() const { return simply_connected_; }
  // The points of the vertices.
  const std::vector<Cell>& points() const { return points_; }

  // The least or the greatest height function of a simply connected board; empty where there is no tiling.
  std::vector<std::int32_t> extreme(bool greatest) const;
  // The height function of a tiling; the first vertex of each part has the height 0. std::invalid_argument for pairs that
  // are no tiling.
  std::vector<std::int32_t> heights(const Pairs& pairs) const;
  // The tiling of a height function, each pair in the order of cells.
  Pairs pairs(const std::vector<std::int32_t>& heights) const;

  // A side of cells: from one vertex to another with `first` on its left, a cell of the first colour, and `second` on
  // its right; one of them is -1 on the border.
  struct Side {
    std::int32_t from, to, first, second;
    std::int32_t origin;     // the vertex at its lower end, from which it goes in one of the directions of the grid
    std::int32_t direction;  // 0, 1 and, for triangles, 2
  };
  const std::vector<Side>& sides() const { return sides_; }
  std::int32_t period() const { return grid_ == Grid::squares ? 4 : 3; }
  // Whether all cells round a vertex are on the board.
  bool interior(std::int32_t vertex) const { return interior_[static_cast<std::size_t>(vertex)] != 0; }

 private:
  Grid grid_;
  std::vector<Cell> cells_;
  std::vector<Cell> points_;
  std::vector<Side> sides_;
  std::vector<char> interior_;
  std::vector<std::int32_t> first_vertex_;     // of each part
  std::vector<std::vector<std::int32_t>> at_;  // the sides at each vertex
  bool simply_connected_ = false;
};

}  // namespace tilewright::random_tilings
