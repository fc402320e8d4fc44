// A sweep over the cells of a gunport board that keeps only profiles which an arrangement of small excess can have.
//
// Profiles with their least number of dominoes (and how many ways there are) stand in one sorted layer a cell.
// A step takes the topmost letter off each key and appends one at the bottom, so the next layer comes out sorted
// from merging blocks of this one: no hashing, no sorting, and memory is read from start to end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace tilewright::gunport {

enum class CountMode { none, exact, modulo, estimate };  // what is counted beside the least number of dominoes

struct Bound {
  int vertical = 0, horizontal = 0;  // the most misses (see bounds.hpp) that a kept profile may have
};

struct BoundedQuery {
  int rows = 0, columns = 0;
  Bound bound;
  CountMode count_mode = CountMode::none;
  std::uint64_t modulus = 0;  // of CountMode::modulo, below 2^63
  std::uint64_t width = 0;    // layers are thinned to about so many profiles; 0: never
  int threads = 1;
};

// The least number of dominoes of a complete arrangement within the bound, and the number of arrangements that
// have it: 128 bits, low word first, exact or modulo the modulus; or an upper bound, within a millionth of it.
struct Found {
  bool any = false;
  int pieces = 0;
  std::array<std::uint64_t, 2> ways{};
  long double at_most = 0;
};

class BoundedSweep {
 public:
  virtual ~BoundedSweep() = default;

  // Process up to about `states` profiles. True when the sweep is at its end.
  virtual bool advance(std::uint64_t states) = 0;
  virtual int step() const = 0;              // cells processed
  virtual std::uint64_t states() const = 0;  // profiles expanded in all
  virtual std::size_t front() const = 0;     // profiles in the layer
  virtual double part() const = 0;           // of the step that is under way, 0 to 1
  virtual std::size_t bytes() const = 0;     // held now
  virtual bool overflowed() const = 0;       // a count passed 128 bits: counts are void
  virtual Found found() const = 0;           // at the end
  virtual double log2_at_most() const = 0;   // of found().at_most; for CountMode::estimate
  virtual bool thinned() const = 0;          // profiles were dropped that no bound forbids: only an upper bound

  // The layers of these steps are kept from here on, for ways back; of them those that `every` divides.
  virtual void keep(int from, int to, int every) = 0;
  virtual void forget(int from, int to) = 0;
  // A sweep that goes on from a layer that is held, within a bound of its own. Only between two steps.
  virtual std::unique_ptr<BoundedSweep> from(int step, const Bound& bound) const = 0;
  // Drop the profiles with less vertical misses than this; between two steps.
  virtual void drop_below(int least_vertical) = 0;

  // Profiles at the end of a row, as the upper edge of the rest of a board that is turned upside down: a part that
  // comes down to the same row fits on one when vertical dominoes meet, and no port is below a port. The sweep must
  // outlive them.
  class Edge {
   public:
    virtual ~Edge() = default;
  };
  virtual std::unique_ptr<Edge> edge(int step, int most_vertical) const = 0;
  // The first of the profiles `begin` .. `end` of this layer that fits on one of the edge's with at most so many
  // dominoes in all, and that one's number; {end, 0} when none does.
  virtual std::pair<std::uint64_t, std::uint64_t> fit(const Edge& edge, std::uint64_t begin, std::uint64_t end,
                                                      int pieces) const = 0;
  virtual bool at_rest() const = 0;

  // A way back goes from a profile of a layer to one of the layer before; layers `step` and `step - 1` are held.
  // Profiles are numbers within their layer. At the end there are those with the least number of dominoes.
  struct Origin {
    std::uint64_t profile;
    int letter;  // of the cell: covered, reaching, port; open when the cell begins a horizontal domino
    std::array<std::uint64_t, 2> ways;
  };
  virtual std::vector<Origin> ends() const = 0;
  virtual std::vector<Origin> origins(int step, std::uint64_t profile) const = 0;

  // A profile of the layer of a step, and which of the ways to it is asked for: a number below their number (without
  // an exact tally any number: the first way is taken).
  struct Goal {
    std::uint64_t profile;
    std::array<std::uint64_t, 2> rank;
  };
  // Follow a goal from the layer of step `from` back to that of `to`, all layers between held: the goal there, and
  // the letters of the cells from the last to the first.
  std::vector<std::uint8_t> follow(Goal& goal, int from, int to) const;
};

// Throws std::invalid_argument for a question that cannot be: no cell, more than most_columns columns.
std::unique_ptr<BoundedSweep> bounded_sweep(const BoundedQuery& query);
inline constexpr int kMaxColumns = 64;

}  // namespace tilewright::gunport
