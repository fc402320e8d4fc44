// All ways to lay the dominoes, one after another: a depth-first search that keeps the numbers each cell may have.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "families/pips/puzzle.hpp"

namespace tilewright::pips {

// A domino on two cells, with a number on each.
struct Choice {
  std::uint8_t cell, other, number, other_number;
};

// The placements of a puzzle that have some dominoes: dominoes on cells, where equal dominoes are interchangeable. With
// `distinct`, only those whose numbers differ from all before. It branches on the cell or the domino with the fewest places. It steps and never calls
// back.
class Search {
 public:
  // std::invalid_argument for dominoes that are not there, or not on two open cells that are neighbours.
  Search(Puzzle puzzle, bool distinct, const std::vector<Choice>& laid);

  // Visits up to `budget` more nodes, and pauses when `capacity` solutions are waiting; true when all is done.
  bool advance(std::uint64_t budget, std::size_t capacity);

  std::uint64_t nodes() const { return nodes_; }
  std::uint64_t placements() const { return placements_; }
  std::uint64_t fillings() const { return seen_.size(); }  // 0 unless `distinct`
  double share() const;  // of the tree that is done, judged from the branches along the current path

  // The solutions since the last call: for each the numbers on the cells, and then each cell's other half.
  std::string take();

 private:
  struct Node {
    std::uint64_t covered = 0;
    std::array<std::uint8_t, kMaxCells> numbers{};  // a cell may have; its own, as a set, when it is covered
    std::array<std::uint8_t, kMaxCells> partner{};
    std::vector<std::uint8_t> left;  // of each domino
    Tally halves{};
    std::vector<Filling> fillings;  // of the regions
  };
  struct Level {
    Node node;
    std::vector<Choice> choices;
    std::size_t next = 0;
  };

  void enter(Node node);
  bool propagate(Node& node);
  bool narrow(Node& node, std::array<std::uint8_t, kMaxCells>& numbers);
  bool choose(const Node& node, std::vector<Choice>& choices);
  bool lay(Node& node, const Choice& choice) const;
  bool put(Node& node, int cell, int number) const;
  void record(const Node& node);

  Puzzle puzzle_;
  bool distinct_;
  Tileability is_tileable_;
  std::vector<std::vector<int>> cells_of_;  // each region
  std::vector<Level> path_;
  std::vector<Choice> all_;  // a buffer
  std::unordered_set<std::string> seen_;
  std::string waiting_;
  std::uint64_t nodes_ = 0, placements_ = 0;
};

}  // namespace tilewright::pips
