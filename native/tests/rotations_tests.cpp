// Turns of cubes: what they sweep, by many points at many angles, and assemblies that come apart by them.
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <set>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "families/assembly/rotations.hpp"

namespace tilewright::tests {

namespace {

using namespace tilewright::assembly;

// The cells that points of a cell come into as it turns.
std::set<PlanePoint> sampled(PlanePoint cell, int quarters) {
  std::set<PlanePoint> met;
  for (int step = 0; step <= 720 * quarters; ++step) {
    const double angle = step * std::numbers::pi / 1440, c = std::cos(angle), s = std::sin(angle);
    for (int k = -49; k <= 49; ++k) {
      const double along = k / 49.5;
      for (const std::array<double, 2>& at : {std::array{along, 0.99}, {along, -0.99}, {0.99, along}, {-0.99, along}}) {
        const double x = cell[0] + at[0], y = cell[1] + at[1];
        const std::array<double, 2> turned{c * x - s * y, s * x + c * y};
        PlanePoint other{};
        for (std::size_t axis = 0; axis < 2; ++axis) {
          other[axis] = cell[axis] + 2 * static_cast<std::int32_t>(std::lround((turned[axis] - cell[axis]) / 2));
        }
        met.insert(other);
      }
    }
  }
  met.erase(cell);
  return met;
}

using Pieces = std::vector<std::vector<Vector>>;

// A box of 7 x 7 x 3 with a room around its middle, and a bar in it; above it a slot across the bar, if it is open.
Pieces bar_in_a_box(bool is_open) {
  Pieces pieces(2);
  for (std::int32_t k = 0; k < 7 * 7 * 3; ++k) {
    const Vector cell{k % 7 - 3, k / 7 % 7 - 3, k / 49};
    const int x = std::abs(cell[0]), y = std::abs(cell[1]);
    const bool is_bar = cell[2] == 1 && x == 0 && y <= 1;
    const bool is_room = cell[2] == 1 ? (x <= 1 && y <= 1) || x + y == 2 : is_open && cell[2] == 2 && x <= 1 && y == 0;
    if (is_bar) {
      pieces[1].push_back(cell);
    } else if (!is_room) {
      pieces[0].push_back(cell);
    }
  }
  return pieces;
}

Ending ended(TurningSearch& search) {
  Ending ending = Ending::running;
  while (ending == Ending::running) ending = search.advance(1);
  return ending;
}

}  // namespace

TEST("what a cell sweeps is what its points come into") {
  for (const PlanePoint cell : {PlanePoint{0, 0}, {2, 0}, {0, -2}, {1, 1}, {3, -1}, {2, 1}, {-1, 4}, {4, 2}}) {
    const int quarters = (cell[0] + cell[1]) % 2 == 0 ? 1 : 2;
    const std::vector<PlanePoint> swept = swept_cells(cell, quarters);
    const std::set<PlanePoint> known(swept.begin(), swept.end());
    for (const PlanePoint& met : sampled(cell, quarters)) CHECK(known.contains(met));
    CHECK(known.size() <= sampled(cell, quarters).size() + 2);
  }
}

TEST("sweeps both ways are mirror images") {
  Turns turns;
  for (std::int32_t x = -6; x <= 6; ++x) {
    for (std::int32_t y = -6; y <= 6; ++y) {
      std::set<PlanePoint> mirrored, own;
      for (const auto& [a, b] : turns.sweep({x, y}, true).offsets) mirrored.insert({a, -b});
      for (const PlanePoint& offset : turns.sweep({x, -y}, false).offsets) own.insert(offset);
      CHECK(own == mirrored);
    }
  }
  CHECK_THROWS(turns.sweep({kMostRadius + 1, 0}, false));
}

TEST("a bar turns below a slot") {
  Turns turns;
  TurningSearch search(turns, bar_in_a_box(true), 1 << 20);
  CHECK(ended(search) == Ending::apart);
  const std::vector<RigidMove> moves = search.moves();
  CHECK(moves.size() == 2);
  CHECK(moves[0].turns && moves[0].axis == 2 && std::abs(moves[0].amount) == 1);
  CHECK(moves[0].centre == (PlanePoint{0, 0}) && moves[0].pieces == std::vector<std::int32_t>{1});
  CHECK(!moves[1].turns && moves[1].amount == 0 && moves[1].axis == 2);
  TurningSearch closed(turns, bar_in_a_box(false), 1 << 20);
  CHECK(ended(closed) == Ending::locked);
  TurningSearch small(turns, bar_in_a_box(false), 60);
  CHECK(ended(small) == Ending::full);
  CHECK(small.at_least() >= 2);
}

TEST("searches that cannot begin are refused") {
  Turns turns;
  CHECK_THROWS(TurningSearch(turns, Pieces(1, {{0, 0, 0}}), 1 << 20));
  CHECK_THROWS(TurningSearch(turns, Pieces(2), 1 << 20));
  CHECK_THROWS(TurningSearch(turns, Pieces(65, {{0, 0, 0}}), 1 << 20));
}

}  // namespace tilewright::tests
