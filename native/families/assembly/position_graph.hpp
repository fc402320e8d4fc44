// All positions of an assembly that moves reach until some of its pieces are free, and the moves between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/disassembly.hpp"

namespace tilewright::assembly {

// Positions are numbered in the order of a breadth-first search, so that each level is a range; 0 is the start. Where
// pieces are free the search does not go on. Between other positions each move can be undone by one move.
class PositionGraph {
 public:
  // Pieces that leave together, because one of them takes the others along.
  struct Group {
    std::vector<std::int32_t> pieces;
    Vector direction{};
  };

  // `max_positions` and `max_bytes` bound the positions that are kept and the memory of positions and moves.
  // std::invalid_argument for fewer than two or more than kMostPieces pieces.
  PositionGraph(Contacts& contacts, const std::vector<PlacedPiece>& pieces, std::size_t max_positions,
                std::size_t max_bytes);
  ~PositionGraph();
  PositionGraph(const PositionGraph&) = delete;
  PositionGraph& operator=(const PositionGraph&) = delete;

  // Expands up to `budget` more positions; true when the search has ended.
  bool advance(std::uint64_t budget);

  bool is_complete() const;        // all positions were found and expanded
  std::uint32_t size() const;      // positions found
  std::uint32_t expanded() const;  // of the first so many it is known what moves lead to, and whether pieces are free
  // The first position of each level, then one beyond the last. When it is not complete, only levels up to that of the
  // last position that was expanded have all their positions.
  std::vector<std::uint32_t> level_starts() const;
  // For each position that was expanded, whether pieces are free.
  const std::vector<std::uint8_t>& free() const { return is_free_; }
  // Positions with free pieces from `first` on, up to but not `last`, as far as they were expanded.
  std::vector<std::uint32_t> ways_out(std::uint32_t first, std::uint32_t last) const;
  // Positions one move away, ascending; none where pieces are free.
  std::vector<std::uint32_t> neighbours(std::uint32_t position) const;
  std::uint64_t moves() const;  // known pairs of positions that are one move apart

  // The position that one was reached from first.
  std::uint32_t parent(std::uint32_t position) const { return parents_.at(position); }
  // Where the pieces lie.
  std::vector<Vector> places(std::uint32_t position) const;
  // The groups that can leave a position; of each two that are each other's rest one.
  std::vector<Group> groups(std::uint32_t position);

  // Of each position the fewest moves to one where pieces are free, kNone where there is no way. For a complete graph.
  std::vector<std::uint32_t> distances_out() const;
  // Dead ends: positions at the same distance from the start that moves join, from which no move leads farther or to
  // where pieces are free; not the start. The positions of each, ascending. For a complete graph.
  std::vector<std::vector<std::uint32_t>> dead_ends() const;

 private:
  friend class RandomWalk;
  class Search;
  template <class Mask>
  class SearchWith;

  std::uint32_t level_of(std::uint32_t position) const;

  std::unique_ptr<Search> search_;
  std::vector<std::uint32_t> level_starts_{0, 1};
  std::vector<std::uint8_t> is_free_;
  std::vector<std::uint64_t> first_{0};  // of targets_, by position
  std::vector<std::uint32_t> targets_, parents_{0};
  std::size_t max_positions_, max_bytes_, position_bytes_ = 0;
  bool is_full_ = false;
};

// The expected number of moves from the start to a position where pieces are free, when each move is chosen at random
// among the positions one move away: k(v) = 1 + the mean of k over the neighbours of v, 0 where pieces are free. Times
// its degree at each position, this is a symmetric system with an M-matrix, solved by conjugate gradients. As
// the inverse has no negative element, an error of each equation within a share of its right side bounds the error of
// the solution by the same share.
class RandomWalk {
 public:
  // Of a complete graph in which some position has free pieces; std::invalid_argument otherwise. It must not outlive it.
  explicit RandomWalk(const PositionGraph& graph);

  // Makes about so many operations; true when the error is small enough, or does not become smaller.
  bool advance(std::uint64_t budget);

  double expected() const { return solution_[0]; }
  double error() const { return error_; }  // at most, relative

 private:
  void multiply(const std::vector<double>& by, std::vector<double>& product) const;
  double residual_error();

  const PositionGraph& graph_;
  std::vector<double> degrees_, solution_, residual_, direction_, product_;
  double square_ = 0;
  double error_ = 1;
  std::uint64_t steps_ = 0;
  bool is_over_ = false;
};

}  // namespace tilewright::assembly
