// Counting the placements and the fillings of a puzzle by sweeps over its cells in a fixed order that merge equal states.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "families/pips/puzzle.hpp"

namespace tilewright::pips {

using Count = unsigned __int128;

// What a state knows of the regions that have numbers and open cells, packed into words: the least that decides which numbers
// may follow. Regions that are full or empty are zero.
class RegionFields {
 public:
  RegionFields(const Puzzle& puzzle, int first_bit);
  int words() const { return words_; }
  Filling get(const std::uint64_t* words, int region, int open) const;
  void set(std::uint64_t* words, int region, const Filling& filling) const;

 private:
  struct Field {
    Region region;
    int word, shift, bits;
  };
  std::vector<Field> fields_;
  int words_;
};

// Rows of words with a number each, without two equal rows. Rows may differ in length.
class StateTable {
 public:
  // Adds `number` to the row; std::overflow_error past 2^128.
  void add(const std::vector<std::uint64_t>& row, Count number);
  std::size_t size() const { return counts_.size(); }
  std::size_t bytes() const { return 8 * words_.size() + 24 * counts_.size() + 4 * slots_.size(); }
  const std::uint64_t* row(std::size_t i) const { return words_.data() + starts_[i]; }
  std::size_t length(std::size_t i) const { return (i + 1 < size() ? starts_[i + 1] : words_.size()) - starts_[i]; }
  Count count(std::size_t i) const { return counts_[i]; }

 private:
  void grow();

  std::vector<std::uint64_t> words_;
  std::vector<std::size_t> starts_;
  std::vector<Count> counts_;
  std::vector<std::uint32_t> slots_;  // indices of rows, from 1; 0 is free
};

// What both sweeps have: layers of states, one for each cell, that are expanded in order.
class Sweep {
 public:
  virtual ~Sweep() = default;
  Sweep(const Sweep&) = delete;
  Sweep& operator=(const Sweep&) = delete;

  // Expands up to `budget` more states; true when all is done, or when the states need over `max_bytes`.
  bool advance(std::uint64_t budget);

  bool complete() const { return current_layer == layers_.size(); }
  std::uint64_t states() const { return states_; }
  double share() const { return static_cast<double>(current_layer) / static_cast<double>(layers_.size()); }
  std::size_t bytes() const { return bytes_; }  // the most that the states needed
  // The number that was counted, as its upper and its lower 64 bits; 0 before the end.
  std::pair<std::uint64_t, std::uint64_t> count() const;

 protected:
  Sweep(const Puzzle& puzzle, const std::vector<int>& order, std::size_t max_bytes, int first_bit);
  virtual void expand(const std::uint64_t* row, std::size_t length, Count number) = 0;
  void emit(std::size_t layer, const std::vector<std::uint64_t>& row, Count number);
  void read_fillings(const std::uint64_t* words, std::uint64_t covered);

  Puzzle board;                             // its cells are numbered in the order of the sweep
  std::vector<std::uint64_t> region_cells;  // each region, as a set
  RegionFields region_fields;
  Tileability is_tileable;
  std::vector<Filling> fillings;  // of the state that is expanded
  std::size_t current_layer = 0;  // that is expanded

 private:
  std::size_t max_bytes_, bytes_ = 0, next_ = 0;
  std::vector<StateTable> layers_;
  std::uint64_t states_ = 0;
  Count total_ = 0;
};

// Dominoes on cells. A state has the covered cells, the dominoes that are used, and the open regions.
class PlacementSweep : public Sweep {
 public:
  PlacementSweep(const Puzzle& puzzle, const std::vector<int>& order, std::size_t max_bytes);

 private:
  void expand(const std::uint64_t* row, std::size_t length, Count number) override;

  std::vector<int> shifts_, bits_;  // where the number of used dominoes of each kind is
  std::vector<std::uint64_t> child_;
};

// Numbers on cells that some placement has. Cells get numbers one by one; a state has all the ways in which dominoes may lie on
// the cells that have numbers (the subset construction for automata: M. O. Rabin and D. Scott, 1959), where a domino may reach
// out to a cell without a number.
class FillingSweep : public Sweep {
 public:
  FillingSweep(const Puzzle& puzzle, const std::vector<int>& order, std::size_t max_bytes);

 private:
  struct Way {
    std::uint64_t reaching;  // slots of the edges on which dominoes reach out
    std::uint64_t used;      // dominoes of each kind
    auto operator<=>(const Way&) const = default;
  };
  struct Edge {
    std::uint8_t from, to;
  };
  struct Start {
    std::uint8_t slot, to;
  };
  static constexpr int kValues = 2;  // words for the numbers of cells from which dominoes reach out

  void expand(const std::uint64_t* row, std::size_t length, Count number) override;
  void follow(int cell);
  std::uint64_t sources_of(const std::vector<Way>& ways, int cell) const;
  bool is_left(std::uint64_t used, int domino) const;

  std::vector<int> shifts_, bits_;                    // where the number of used dominoes of each kind is
  std::array<std::vector<int>, kNumbers> with_;       // the dominoes with each number
  std::vector<std::vector<Start>> starting_;          // the edges from each cell
  std::vector<std::array<Edge, kMaxCells>> edge_on_;  // by layer and slot
  std::vector<Way> ways_, next_ways_;                 // of the state that is expanded, and of a child
  std::array<std::uint8_t, kMaxCells> numbers_{};     // of cells
  std::vector<std::uint64_t> child_;
};

}  // namespace tilewright::pips
