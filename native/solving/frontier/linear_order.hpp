// Where each item is remembered, and when each option is decided: the plan of a sweep along a line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "solving/frontier/query.hpp"

namespace tilewright::frontier {

// A line of places. An exact item at a place is branched on when the sweep gets there: one of the
// options is taken whose first exact item on the line it is. An option without such an item has a place
// of its own, where it is taken or left.
//
// A state at a place remembers, of the places in a window that moves along, a bit for each, and above the
// window some bits for items that options all along the line touch ("outside").
struct LinearOrder {
  struct Place {
    std::int32_t item = -1;           // whose (first) bit this is; -1: none, or a further bit of the item before
    std::int32_t option = -1;         // decided here by itself; -1: none
    std::int32_t base = 0;            // the place of the lowest bit of the window; ascending, at most this place
    std::vector<std::int32_t> group;  // the options decided here, positions in ResidualProblem's lists
  };
  std::vector<Place> places;
  std::vector<std::int32_t> place;    // per item: the place of its lowest bit; -1: outside, or ignored
  std::vector<std::int32_t> outside;  // per item: its lowest bit outside, counted from 0; -1: none
  std::vector<std::int32_t> bits;     // per item
  std::vector<std::int32_t> last;     // per item: the place where the last option that touches it is decided
  std::int32_t window = 0;            // bits
  std::int32_t outside_bits = 0;
  std::vector<std::int32_t> live;  // per place: items there and outside that a state may tell in two ways

  std::int32_t size() const { return static_cast<std::int32_t>(places.size()); }
  int state_bits() const { return window + outside_bits; }
  // Two to the number of live items, added up over the places where something is decided: states if every
  // one could be; a logarithm to base 2.
  double log_states = 0;
};

// Makes a line for each item's rank: ascending ranks along the line, gaps between ranks become empty places when
// `gaps` is set. Items with rank -1 stay outside, or, when they are no exact ones and few places see them, go
// behind the last place that touches them.
class LinearOrderBuilder {
 public:
  LinearOrderBuilder(const ResidualProblem& residual, std::vector<std::int32_t> rank, bool gaps);
  ~LinearOrderBuilder();
  LinearOrderBuilder(const LinearOrderBuilder&) = delete;
  LinearOrderBuilder& operator=(const LinearOrderBuilder&) = delete;

  // Looks at about `budget` uses of items, which it takes off; true when the line is made.
  bool advance(std::int64_t& budget);

  LinearOrder best;  // once it is made

 private:
  class Line;
  void next_line();

  const ResidualProblem& residual_;
  std::vector<std::int32_t> rank_;
  bool gaps_;
  std::unique_ptr<Line> line_;
  std::ptrdiff_t made_ = 0;
  std::int32_t first_window_ = 0;
};

struct OrderChoice {
  LinearOrder linear_order;
  const char* name = "";
};

// Chooses the best of several lines, in steps: the natural order of items, box orders of square lattices,
// breadth-first orders (Cuthill and McKee 1969), and greedy ones that keep the fewest items live. With query.order
// that order. The query and what is left of it outlive the chooser.
class OrderChooser {
 public:
  OrderChooser(const SweepQuery& query, const ResidualProblem& residual);
  ~OrderChooser();
  OrderChooser(const OrderChooser&) = delete;
  OrderChooser& operator=(const OrderChooser&) = delete;

  // Looks at about `budget` uses of items more; true when the choice is made. The choice does not depend on budgets.
  bool advance(std::int64_t budget);

  OrderChoice best;  // once it is made

 private:
  class Candidates;
  std::unique_ptr<Candidates> candidates_;
};

// The choice at one go.
OrderChoice choose_linear_order(const SweepQuery& query, const ResidualProblem& residual);

}  // namespace tilewright::frontier
