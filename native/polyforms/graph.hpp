// The cells of a lattice that polyforms may use, as an explicit graph; with a symmetry, the orbits of the cells.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace tilewright::polyforms {

using Vector = std::array<std::int32_t, 3>;  // coordinates in a basis of the translations; unused ones are 0

// A lattice up to translations. A cell is a class, 0 .. classes - 1, and a translation.
struct Lattice {
  struct Step {  // from every cell of a class to a neighbour of it
    std::int32_t from, to;
    Vector offset;
  };
  struct Feature {  // a corner (sign 1) or a side (sign -1) of every cell of a class
    std::int32_t cell, feature;
    Vector offset;
    std::int32_t sign;
  };
  std::int32_t classes = 1;
  std::vector<Step> steps;
  std::vector<Feature> features;
};

// A motion of finite order: it carries the cell (c, t) to (image[c], matrix * t + shift[c]), and the same for features.
struct Symmetry {
  std::array<Vector, 3> matrix;  // rows
  std::vector<std::int32_t> image, feature_image;
  std::vector<Vector> shift, feature_shift;
  // A basis of the translations that the matrix keeps, in echelon form: row k has its first entry, which is positive,
  // at pivots[k], where the other rows are reduced.
  std::vector<Vector> kept;
  std::vector<std::int32_t> pivots;
};

// Vertices are orbits, numbered in an order that the translations that commute with the symmetry keep. A polyform that
// the symmetry keeps is a connected set of orbits; one of its translates has a root as its least orbit.
struct Graph {
  std::vector<std::int32_t> offsets, near;              // neighbours, those of v from offsets[v] on
  std::vector<std::int32_t> weights;                    // cells of an orbit
  std::vector<std::int32_t> feature_offsets, features;  // corners and sides
  std::vector<std::int32_t> feature_weights;            // corners of an orbit, or sides times -1
  std::vector<std::int32_t> roots;
  std::vector<char> is_connected_root;  // whether the cells of the root's orbit are connected
  // The cells themselves: the members of an orbit, and the neighbours of cells among them.
  std::vector<std::int32_t> member_offsets, members, cell_offsets, cell_near;
  std::vector<std::int32_t> classes;  // the class and the translation of the first member
  std::vector<Vector> translations;
  bool is_plain = true;  // each orbit is one cell

  std::int32_t size() const { return static_cast<std::int32_t>(weights.size()); }
};

// The orbits that polyforms of so many cells use. A symmetry must permute cells and neighbours, and have finite order;
// throws std::invalid_argument when it has not.
Graph make_graph(const Lattice& lattice, const Symmetry& symmetry, std::int32_t size);

}  // namespace tilewright::polyforms
