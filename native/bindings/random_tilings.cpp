// Random tilings for Python. Translation only; the GIL is released meanwhile.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"
#include "solving/random_tilings/aztec.hpp"
#include "solving/random_tilings/coupling.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::random_tilings;

namespace {

// Samples and flips of one board share it.
struct SharedRegion {
  std::shared_ptr<const Region> region;
};

// Shuffles by the same weights share them.
struct SharedWeights {
  std::shared_ptr<AztecWeights> weights;
};

}  // namespace

void bind_random_tilings(nb::module_& m) {
  nb::class_<SharedWeights>(m, "AztecWeights")
      .def(nb::new_([](std::int32_t order,
                       const std::vector<std::tuple<double, double, std::int64_t, std::int64_t>>& values) {
             std::vector<ScaledNumber> weights;
             weights.reserve(values.size());
             for (const auto& [high, low, exponent, zeros] : values) weights.push_back({high, low, exponent, zeros});
             return SharedWeights{std::make_shared<AztecWeights>(order, std::move(weights))};
           }),
           "order"_a, "weights"_a)
      .def(
          "advance",
          [](const SharedWeights& shared, std::int64_t budget) {
            nb::gil_scoped_release release;
            return shared.weights->advance(budget);
          },
          "budget"_a)
      .def_prop_ro("remaining", [](const SharedWeights& shared) { return shared.weights->remaining(); })
      .def_prop_ro("tileable", [](const SharedWeights& shared) { return shared.weights->tileable(); })
      .def_prop_ro("sum", [](const SharedWeights& shared) {
        const ScaledNumber& sum = shared.weights->sum();
        return std::make_tuple(sum.high, sum.low, sum.exponent, sum.zeros);
      });

  nb::class_<AztecShuffle>(m, "AztecShuffle")
      .def(nb::init<std::int32_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t>(), "order"_a,
           "horizontal"_a, "vertical"_a, "seed"_a, "sample"_a)
      .def(
          "__init__",
          [](AztecShuffle* self, const SharedWeights& shared, std::uint64_t seed, std::uint64_t sample) {
            new (self) AztecShuffle(shared.weights, seed, sample);
          },
          "weights"_a, "seed"_a, "sample"_a)
      .def("advance", &AztecShuffle::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("reached", &AztecShuffle::reached)
      .def("letters", &AztecShuffle::letters, nb::call_guard<nb::gil_scoped_release>())
      .def("blocks", &AztecShuffle::blocks, nb::call_guard<nb::gil_scoped_release>());
  m.def(
      "aztec_heights",
      [](std::int32_t order, const std::string& letters) {
        std::vector<std::int32_t> heights;
        {
          nb::gil_scoped_release release;
          heights = aztec_heights(order, letters);
        }
        nb::list values;
        for (const std::int32_t height : heights)
          values.append(height == kOutside ? nb::object(nb::none()) : nb::object(nb::int_(height)));
        return values;
      },
      "order"_a, "letters"_a);

  nb::class_<SharedRegion>(m, "TilingRegion")
      .def(nb::new_([](bool triangles, std::vector<Cell> cells) {
             nb::gil_scoped_release release;
             return SharedRegion{
                 std::make_shared<const Region>(triangles ? Grid::triangles : Grid::squares, std::move(cells))};
           }),
           "triangles"_a, "cells"_a)
      .def_prop_ro("simply_connected", [](const SharedRegion& shared) { return shared.region->simply_connected(); })
      .def_prop_ro("points", [](const SharedRegion& shared) { return shared.region->points(); })
      .def(
          "extreme",
          [](const SharedRegion& shared, bool greatest) {
            nb::gil_scoped_release release;
            return shared.region->extreme(greatest);
          },
          "greatest"_a)
      .def(
          "heights",
          [](const SharedRegion& shared, const Pairs& pairs) {
            nb::gil_scoped_release release;
            return shared.region->heights(pairs);
          },
          "pairs"_a)
      .def(
          "pairs",
          [](const SharedRegion& shared, const std::vector<std::int32_t>& heights) {
            if (heights.size() != shared.region->points().size())
              throw std::invalid_argument("a height is needed for each vertex");
            nb::gil_scoped_release release;
            return shared.region->pairs(heights);
          },
          "heights"_a)
      .def(
          "flippable",
          [](const SharedRegion& shared, const Pairs& pairs) {
            nb::gil_scoped_release release;
            const FlipBoard board(shared.region);
            return board.flippable(board.bits(shared.region->heights(pairs)));
          },
          "pairs"_a)
      .def(
          "flipped",
          [](const SharedRegion& shared, const Pairs& pairs, std::int32_t vertex) {
            nb::gil_scoped_release release;
            const FlipBoard board(shared.region);
            FlipBoard::Bits bits = board.bits(shared.region->heights(pairs));
            const std::vector<std::int32_t> possible = board.flippable(bits);
            if (std::find(possible.begin(), possible.end(), vertex) == possible.end())
              throw std::invalid_argument("the vertex cannot flip");
            board.flip(bits, vertex);
            return board.pairs(bits);
          },
          "pairs"_a, "vertex"_a);

  nb::class_<Coupling>(m, "TilingCoupling")
      .def(
          "__init__",
          [](Coupling* self, const SharedRegion& shared, std::uint64_t seed, std::uint64_t sample, std::uint64_t up,
             std::uint64_t down) { new (self) Coupling(shared.region, seed, sample, up, down); },
          "region"_a, "seed"_a, "sample"_a, "up"_a = 1, "down"_a = 1)
      .def("advance", &Coupling::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("exists", &Coupling::exists)
      .def_prop_ro("sweeps", &Coupling::sweeps)
      .def("pairs", &Coupling::pairs, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("length", &Coupling::length)
      .def("rewind", &Coupling::rewind)
      .def("sweep", &Coupling::sweep, nb::call_guard<nb::gil_scoped_release>())
      .def("bound", &Coupling::bound, "greatest"_a, nb::call_guard<nb::gil_scoped_release>());

  nb::class_<FlipGraph>(m, "FlipGraph")
      .def(
          "__init__", [](FlipGraph* self, const SharedRegion& shared) { new (self) FlipGraph(shared.region); },
          "region"_a)
      .def("advance", &FlipGraph::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("tilings", &FlipGraph::tilings)
      .def_prop_ro("flips", &FlipGraph::flips)
      .def_prop_ro("diameter", &FlipGraph::diameter);
}
