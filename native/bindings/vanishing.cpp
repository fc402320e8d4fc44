// Vanishing dominoes for Python. Translation only; the GIL is released while the core works.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/convert.hpp"
#include "families/vanishing/approximate.hpp"
#include "families/vanishing/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::vanishing;

namespace {

using Listed = std::tuple<int, std::vector<int>, std::vector<int>>;  // piece, gone, there

Game game_of(int pieces, const std::vector<Listed>& conditions) {
  Game game;
  game.pieces = pieces;
  const auto known = [pieces](int piece) { return piece >= 0 && piece < pieces; };
  for (const auto& [piece, removed, present] : conditions) {
    Condition condition{piece, removed, present};
    for (auto* others : {&condition.removed, &condition.present}) {
      std::sort(others->begin(), others->end());
      others->erase(std::unique(others->begin(), others->end()), others->end());
      if (!std::all_of(others->begin(), others->end(), known) ||
          std::binary_search(others->begin(), others->end(), piece)) {
        throw std::invalid_argument("a condition names a piece that is none, or its own");
      }
    }
    if (!known(piece)) throw std::invalid_argument("a condition is of no piece");
    std::vector<int> both;
    std::set_intersection(condition.removed.begin(), condition.removed.end(), condition.present.begin(),
                          condition.present.end(), std::back_inserter(both));
    if (!both.empty()) throw std::invalid_argument("a condition wants a piece both gone and there");
    game.conditions.push_back(std::move(condition));
  }
  return game;
}

std::unique_ptr<Approximation> approximation(const Game& game, const std::string& method, int width, int rounds,
                                             std::uint64_t seed) {
  if (method == "greedy-scan") return greedy_scan(game);
  if (method == "waiting") return waiting(game);
  if (method == "bounded") return bounded(game);
  if (method == "beam") return beam(game, width);
  if (method == "neighbourhoods") return neighbourhoods(game, width, rounds, seed);
  throw std::invalid_argument("there is no such method");
}

}  // namespace

void bind_vanishing(nb::module_& m) {
  nb::class_<Search>(m, "VanishingSearch")
      .def(
          "__init__",
          [](Search* self, int pieces, const std::vector<Listed>& conditions) {
            const Game game = game_of(pieces, conditions);
            nb::gil_scoped_release release;
            new (self) Search(game);
          },
          "pieces"_a, "conditions"_a)
      .def(
          "advance",
          [](Search& self, std::uint64_t effort) {
            nb::gil_scoped_release release;
            return self.advance(effort);
          },
          "effort"_a)
      .def(
          "offer",
          [](Search& self, const std::vector<int>& order) {
            for (const int piece : order) {
              if (piece < 0 || piece >= self.pieces()) throw std::invalid_argument("an order names no piece");
            }
            nb::gil_scoped_release release;
            return self.offer(order);
          },
          "order"_a)
      .def_prop_ro("lower", &Search::lower)
      .def_prop_ro("left", [](Search& self) { return self.pieces() - static_cast<int>(self.order().size()); })
      .def_prop_ro("order", [](Search& self) { return self.order(); })
      .def_prop_ro("states", &Search::states)
      .def_prop_ro("finished", &Search::finished)
      .def_prop_ro("full", &Search::full)
      .def_prop_ro("groups", [](const Search& self) { return self.simplified().groups; })
      .def_prop_ro("first", [](const Search& self) { return self.simplified().first; })
      .def_prop_ro("stuck", [](const Search& self) { return self.simplified().stuck; });

  nb::class_<Approximation>(m, "VanishingApproximation")
      .def(nb::new_([](int pieces, const std::vector<Listed>& conditions, const std::string& method, int width,
                       int rounds, std::uint64_t seed) {
             const Game game = game_of(pieces, conditions);
             nb::gil_scoped_release release;
             return approximation(game, method, width, rounds, seed);
           }),
           "pieces"_a, "conditions"_a, "method"_a, "width"_a, "rounds"_a, "seed"_a)
      .def(
          "advance",
          [](Approximation& self, std::uint64_t states) {
            nb::gil_scoped_release release;
            return self.advance(states);
          },
          "states"_a)
      .def_prop_ro("order", [](const Approximation& self) { return self.order(); })
      .def_prop_ro("states", &Approximation::states);
}
