// Reduction before search for Python. Translation only; the GIL is released meanwhile.
#include "exact_cover/reduction.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/convert.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::exact_cover;

namespace {

using Pairs = std::vector<std::pair<std::int32_t, std::int32_t>>;

// Items, bounds, options, and the numbers that both had; last how many items fell to each rule.
using Parts = std::tuple<std::vector<std::int32_t>, Pairs, std::vector<std::int32_t>, std::vector<Pairs>,
                         std::vector<std::int64_t>>;

Parts parts_of(const Reduction::Left& left) {
  const Problem& problem = left.rest.problem;
  Pairs bounds;
  for (std::int32_t i = 0; i < problem.primary; ++i) bounds.push_back({problem.least[i], problem.most[i]});
  std::vector<Pairs> options;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    Pairs uses;
    for (const Use& use : problem.option(o)) uses.push_back({use.item, use.colour});
    options.push_back(std::move(uses));
  }
  return {left.rest.item_ids, bounds, left.rest.option_ids, options, {left.items.begin(), left.items.end()}};
}

}  // namespace

void bind_reduction(nb::module_& m) {
  nb::enum_<ReductionStatus>(m, "ReduceEnd")
      .value("running", ReductionStatus::running)
      .value("complete", ReductionStatus::complete)
      .value("limit", ReductionStatus::limit)
      .value("impossible", ReductionStatus::impossible);

  nb::class_<Reduction>(m, "Reduction")
      .def(
          "__init__",
          [](Reduction* self, const Problem& problem, const std::vector<std::int32_t>& prefix, std::uint64_t limit) {
            for (const std::int32_t o : prefix)
              if (o < 0 || o >= problem.options()) throw std::invalid_argument("the prefix names no option");
            new (self) Reduction(problem, prefix, limit);
          },
          "problem"_a, "prefix"_a, "limit"_a, nb::keep_alive<1, 2>())
      .def("advance", &Reduction::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("steps", &Reduction::steps)
      .def_prop_ro("rounds", &Reduction::rounds)
      .def_prop_ro("dead_item", &Reduction::dead_item)
      .def_prop_ro("tally",
                   [](const Reduction& r) { return std::vector<std::int64_t>(r.tally().begin(), r.tally().end()); })
      .def("chosen", &Reduction::chosen)
      .def("removed", &Reduction::removed)
      .def("left", [](const Reduction& r) {
        Reduction::Left left;
        {
          nb::gil_scoped_release release;
          left = r.left();
        }
        return parts_of(left);
      });
}
