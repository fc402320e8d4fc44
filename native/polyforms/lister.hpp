// Lists polyforms: of the connected sets of cells, those that no motion carries to a set before them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "polyforms/parallel.hpp"

namespace tilewright::polyforms {

// Where a motion carries the vertices of a graph: their coordinates times the divisor. It carries a set when all
// differences of these are multiples of the divisor.
struct MovedCells {
  std::int32_t divisor = 1;
  std::vector<Vector> cells;
};

// The canonical place of a set among its translates depends on its least coordinates: what is subtracted from cells
// with those that a translation reduces to `residue` is what is given here for the residue, and the translation.
struct Anchors {
  std::vector<Vector> basis;   // of the translations, in echelon form, with the pivots 0, 1, ...
  std::vector<Vector> shifts;  // by residue, the first coordinate being the most significant
};

// Sets as sorted codes of their cells, in the order of the cells.
class Canon {
 public:
  // The first motion is the identity. Throws std::invalid_argument where cells are too far apart for codes.
  Canon(std::vector<MovedCells> motions, std::vector<MovedCells> excluded, Anchors anchors, std::int32_t size);

  // Whether a set is canonical, and no excluded motion carries it; `codes` are those of the set then.
  bool is_canonical(std::span<const std::int32_t> vertices, std::span<std::uint32_t> codes) const;
  // A coordinate k of a cell is code / radix^(2 - k) % radix + origin.
  std::int32_t radix() const { return radix_; }
  std::int32_t origin() const { return origin_; }

 private:
  struct Motion {
    std::int32_t divisor;
    std::array<std::vector<std::int32_t>, 3> coordinates;
  };

  bool place(const Motion& motion, std::span<const std::int32_t> vertices, std::span<std::uint32_t> codes) const;
  static bool carries(const Motion& motion, std::span<const std::int32_t> vertices);
  Vector shift_of(const Vector& least) const;

  std::vector<Motion> motions_, excluded_;
  Anchors anchors_;
  std::int32_t origin_ = 0, radix_ = 1;
};

class ListLeaf {
 public:
  static constexpr bool kCounts = false;
  ListLeaf(const Canon& canon, std::int32_t size, bool keeps) : canon_(&canon), codes_(size), keeps_(keeps) {}

  void full(const Search<ListLeaf>& search);
  std::uint64_t count = 0;
  std::vector<std::uint32_t> forms;  // the codes of all, one after the other

 private:
  const Canon* canon_;
  std::vector<std::uint32_t> codes_;
  bool keeps_;
};

class Lister {
 public:
  // Without `keeps`, sets are just counted.
  Lister(std::shared_ptr<const Graph> graph, std::int32_t size, bool without_holes, Canon canon, bool keeps,
         int threads);

  bool advance(std::uint64_t budget);
  std::uint64_t count() const { return count_; }
  double progress() const { return search_.progress(); }
  std::uint64_t memory_bytes();
  // When all is done: so many of the next sets in order, the codes of their cells.
  std::vector<std::uint32_t> take(std::uint64_t sets);
  const Canon& canon() const { return canon_; }

 private:
  struct Run {  // sets in order
    std::vector<std::uint32_t> forms;
    std::size_t next = 0;
  };

  std::vector<std::uint32_t> sorted(const std::vector<std::uint32_t>& forms) const;
  // Whether the next set of a run comes after that of another: the heap's first is the least.
  auto after() const {
    return [this](std::uint32_t a, std::uint32_t b) {
      const auto size = static_cast<std::size_t>(search_.size());
      const auto* one = &runs_[a].forms[runs_[a].next];
      const auto* other = &runs_[b].forms[runs_[b].next];
      return std::lexicographical_compare(other, other + size, one, one + size);
    };
  }

  Canon canon_;
  bool keeps_;
  bool is_merging_ = false;
  std::uint64_t count_ = 0;
  std::vector<Run> runs_;
  std::vector<std::uint32_t> heads_;
  ParallelSearch<ListLeaf> search_;
};

}  // namespace tilewright::polyforms
