// The bindings of the frontier engine.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "bindings/convert.hpp"
#include "bindings/profile.hpp"
#include "bindings/words.hpp"
#include "solving/frontier/state_graph.hpp"
#include "solving/frontier/state_width.hpp"
#include "solving/frontier/sweep.hpp"
#include "solving/profile/steps.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::frontier;
using tilewright::bindings::bytes_of;
using tilewright::bindings::words_of;

namespace {

// A query with the line that is chosen for it.
struct Frontier {
  SweepQuery query;
  ResidualProblem residual;
  std::optional<OrderChooser> chooser;  // refers to both
  bool chosen = false;

  const LinearOrder& line() const {
    if (!chosen || !chooser) throw std::logic_error("the order is chosen first");
    return chooser->best.linear_order;
  }
};

std::unique_ptr<Frontier> make_frontier(const tilewright::exact_cover::Problem& problem, std::vector<Decision> prefix,
                                        const std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t>>& times,
                                        const std::vector<std::uint64_t>& weights,
                                        const std::vector<std::int64_t>& costs, const std::vector<std::int32_t>& marks,
                                        std::vector<std::int32_t> order) {
  nb::gil_scoped_release release;
  auto made = std::make_unique<Frontier>();
  SweepQuery& query = made->query;
  query.problem = problem;
  query.prefix = std::move(prefix);
  query.order = std::move(order);
  if (!times.empty()) {
    query.times.assign(problem.uses.size(), 1);
    for (const auto& [option, item, count] : times) {
      if (option < 0 || option >= problem.options()) throw std::invalid_argument("times name no option");
      const auto uses = problem.option(option);
      const auto use = std::find_if(uses.begin(), uses.end(), [item = item](const auto& u) { return u.item == item; });
      if (use == uses.end()) throw std::invalid_argument("times name an item that the option does not cover");
      query.times[problem.offsets[option] + (use - uses.begin())] = count;
    }
  }
  const auto options = static_cast<std::size_t>(problem.options());
  const auto fits = [&](std::size_t size) { return size == 0 || size == options; };
  if (!fits(weights.size()) || !fits(costs.size()) || !fits(marks.size()))
    throw std::invalid_argument("weights, costs and marks must be empty or one for each option");
  if (!weights.empty() || !costs.empty() || !marks.empty()) {
    query.contributions.resize(options);
    for (std::size_t o = 0; o < options; ++o) {
      if (!weights.empty()) query.contributions[o].weight = weights[o];
      if (!costs.empty()) query.contributions[o].cost = costs[o];
      if (!marks.empty()) query.contributions[o].mark = marks[o];
      if (query.contributions[o].mark < 0) throw std::invalid_argument("a mark is 0 or more");
    }
  }
  made->residual = residual_problem(query);
  made->chooser.emplace(query, made->residual);
  return made;
}

}  // namespace

void bind_frontier(nb::module_& m);

void bind_frontier(nb::module_& m) {
  nb::enum_<Status>(m, "SweepStatus")
      .value("running", Status::running)
      .value("complete", Status::complete)
      .value("memory", Status::memory);

  nb::class_<Sweep>(m, "Sweep")
      .def("advance", &Sweep::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("value", [](const Sweep& sweep) { return bytes_of(sweep.value()); })
      .def("head", [](const Sweep& sweep) { return bytes_of(sweep.head()); })
      .def("kept_places", &Sweep::stored_places)
      .def("forget", &Sweep::forget, "place"_a)
      .def(
          "part", [](const Sweep& sweep, std::int32_t place) { return bytes_of(sweep.part(place)); }, "place"_a)
      .def(
          "restore_head", [](Sweep& sweep, const nb::bytes& head) { sweep.restore_head(words_of(head)); }, "head"_a)
      .def(
          "restore_part", [](Sweep& sweep, const nb::bytes& part) { sweep.restore_part(words_of(part)); }, "part"_a)
      .def("keep_states", &Sweep::keep_states, "until"_a)
      .def(
          "begin_trace",
          [](Sweep& sweep, const std::vector<std::tuple<std::int32_t, nb::bytes, nb::bytes>>& goals) {
            std::vector<Goal> wanted;
            for (const auto& [place, key, left] : goals) wanted.push_back({place, words_of(key), words_of(left), {}});
            sweep.begin_trace(std::move(wanted));
          },
          "goals"_a)
      .def("trace", &Sweep::trace, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("goals",
           [](const Sweep& sweep) {
             std::vector<std::tuple<std::int32_t, nb::bytes, nb::bytes, std::vector<std::int32_t>>> found;
             for (const Goal& goal : sweep.goals())
               found.emplace_back(goal.place, bytes_of(goal.key), bytes_of(goal.rank), goal.taken);
             return found;
           })
      .def_prop_ro("at_rest", &Sweep::at_rest)
      .def_prop_ro("limbs", &Sweep::limbs)
      .def_prop_ro("place", &Sweep::place)
      .def_prop_ro("places", &Sweep::places)
      .def_prop_ro("states", [](const Sweep& sweep) { return sweep.states; })
      .def_prop_ro("passed", [](const Sweep& sweep) { return sweep.passed; })
      .def_prop_ro("children", [](const Sweep& sweep) { return sweep.children; })
      .def_prop_ro("hopeless", [](const Sweep& sweep) { return sweep.infeasible; })
      .def_prop_ro("most_live", [](const Sweep& sweep) { return sweep.max_live; })
      .def_prop_ro("live", &Sweep::live)
      .def_prop_ro("bytes", &Sweep::bytes)
      .def_prop_ro("peak", &Sweep::peak)
      .def_prop_ro("slot_bytes", &Sweep::slot_bytes)
      .def_prop_ro("region_steps", &Sweep::region_steps);

  nb::class_<StateGraph>(m, "Graph")
      .def("advance", &StateGraph::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("walk", &StateGraph::walk, "count"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("share", &StateGraph::share)
      .def_prop_ro("states", &StateGraph::states)
      .def_prop_ro("bytes", &StateGraph::bytes)
      .def_prop_ro("peak", &StateGraph::peak);

  nb::class_<SweepEstimator>(m, "SweepEstimator")
      .def("advance", &SweepEstimator::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("estimate", [](const SweepEstimator& estimator) {
        const SweepEstimate found = estimator.estimate();
        return std::tuple(found.states, found.live, found.whole);
      });

  nb::class_<Frontier>(m, "Frontier")
      .def(nb::new_(&make_frontier), "problem"_a, "prefix"_a, "times"_a, "weights"_a, "costs"_a, "marks"_a, "order"_a)
      .def(
          "choose",
          [](Frontier& f, std::int64_t budget) {
            nb::gil_scoped_release release;
            return f.chosen = f.chooser->advance(budget);
          },
          "budget"_a)
      .def_prop_ro("refusal", [](const Frontier& f) { return refusal(f.line()); })
      .def_prop_ro("order", [](const Frontier& f) { return f.chooser->best.name; })
      .def_prop_ro("items",
                   [](const Frontier& f) {
                     std::vector<std::int32_t> items;
                     for (const auto& place : f.line().places)
                       if (place.item >= 0) items.push_back(place.item);
                     return items;
                   })
      .def_prop_ro("live",
                   [](const Frontier& f) {
                     std::vector<std::int32_t> live;
                     for (std::size_t p = 0; p < f.line().places.size(); ++p)
                       live.push_back(f.line().places[p].group.empty() ? -1 : f.line().live[p]);
                     return live;
                   })
      .def_prop_ro("log_states", [](const Frontier& f) { return f.line().log_states; })
      .def_prop_ro("state_bits", [](const Frontier& f) { return f.line().state_bits(); })
      .def_prop_ro("dead", [](const Frontier& f) { return f.residual.dead; })
      .def(
          "estimator",
          [](const Frontier& f, std::uint64_t max_expanded, std::uint64_t limit) {
            nb::gil_scoped_release release;
            return make_sweep_estimator(f.query, f.residual, f.line(), max_expanded, limit);
          },
          "most_expanded"_a, "limit"_a)
      .def(
          "sweep",
          [](const Frontier& f, const std::string& ring, std::uint64_t modulus, std::int32_t degree, int threads,
             std::uint64_t memory) {
            nb::gil_scoped_release release;
            return make_sweep(f.query, f.residual, f.line(), Ring{ring, modulus, degree}, Resources{threads, memory});
          },
          "ring"_a, "modulus"_a, "degree"_a, "threads"_a, "memory"_a)
      .def("profile_steps",
           [](const Frontier& f) {
             nb::gil_scoped_release release;
             return tilewright::bindings::SharedSteps{std::make_shared<const tilewright::profile::Steps>(
                 tilewright::profile::make_steps(f.residual, f.line()))};
           })
      .def(
          "graph",
          [](const Frontier& f, int threads, std::uint64_t memory) {
            nb::gil_scoped_release release;
            return make_state_graph(f.query, f.residual, f.line(), Resources{threads, memory});
          },
          "threads"_a, "memory"_a);
}
