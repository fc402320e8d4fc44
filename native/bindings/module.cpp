// The bindings between Python and the core. Everything here is translation; the GIL is released
// while the core works.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>

#include <algorithm>
#include <memory>
#include <new>
#include <stdexcept>

#include "bindings/convert.hpp"
#include "concurrency/thread_memory.hpp"
#include "simd/instruction_sets.hpp"
#include "solving/search/search.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::exact_cover;
using namespace tilewright::search;

namespace {

#ifdef __clang__
constexpr const char* kCompiler = "clang " __clang_version__;
#else
constexpr const char* kCompiler = "g++ " __VERSION__;
#endif

using Bounds = std::vector<std::pair<std::int32_t, std::int32_t>>;
using Options = std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>>;

Problem make_problem(std::int32_t items, const Bounds& bounds, const Options& options,
                     std::vector<std::vector<std::int32_t>> near) {
  Problem problem;
  problem.items = items;
  problem.primary = static_cast<std::int32_t>(bounds.size());
  if (problem.primary > items) throw std::invalid_argument("more bounds than items");
  for (const auto& [least, most] : bounds) {
    if (least < 0 || least > most) throw std::invalid_argument("bounds must be 0 <= least <= most");
    problem.least.push_back(least);
    problem.most.push_back(most);
  }
  std::vector<char> seen(items, 0);
  for (const auto& option : options) {
    bool primary = false;
    std::vector<Use> uses;
    for (const auto& [item, colour] : option) {
      if (item < 0 || item >= items || seen[item]) throw std::invalid_argument("bad item in an option");
      if (colour < 0 || (colour && item < problem.primary)) throw std::invalid_argument("bad colour in an option");
      seen[item] = 1;
      primary = primary || item < problem.primary;
      uses.push_back({item, colour});
    }
    if (!primary) throw std::invalid_argument("an option has no primary item");
    for (const Use& use : uses) seen[use.item] = 0;
    std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.item < b.item; });
    problem.uses.insert(problem.uses.end(), uses.begin(), uses.end());
    problem.offsets.push_back(static_cast<std::int32_t>(problem.uses.size()));
  }
  if (!near.empty() && near.size() != static_cast<std::size_t>(items))
    throw std::invalid_argument("near must be empty or have a row for each item");
  for (const auto& row : near)
    for (const std::int32_t other : row)
      if (other < 0 || other >= items) throw std::invalid_argument("near names no item");
  problem.near = std::move(near);
  return problem;
}

// The searches of all tasks share one group.
struct SharedSymmetry {
  std::shared_ptr<const Symmetry> symmetry;
};

SharedSymmetry make_symmetry(std::vector<std::vector<std::int32_t>> group, std::vector<std::int32_t> must) {
  auto symmetry = std::make_shared<Symmetry>();
  if (group.empty()) throw std::invalid_argument("a group has at least the identity");
  const std::size_t options = group[0].size();
  for (const auto& permutation : group) {
    if (permutation.size() != options) throw std::invalid_argument("permutations of a group have one length");
    std::vector<char> seen(options, 0);
    for (const std::int32_t o : permutation) {
      if (o < 0 || static_cast<std::size_t>(o) >= options || seen[o])
        throw std::invalid_argument("a member of a group is no permutation of the options");
      seen[o] = 1;
    }
  }
  symmetry->group = std::move(group);
  symmetry->must = std::move(must);
  return {std::move(symmetry)};
}

}  // namespace

void bind_frontier(nb::module_& m);
void bind_kasteleyn(nb::module_& m);
void bind_assembly(nb::module_& m);
void bind_dominosa(nb::module_& m);
void bind_gunport(nb::module_& m);
void bind_pips(nb::module_& m);
void bind_random_tilings(nb::module_& m);
void bind_reduction(nb::module_& m);
void bind_sequential_monte_carlo(nb::module_& m);
void bind_polyforms(nb::module_& m);
void bind_profile(nb::module_& m);
void bind_restarts(nb::module_& m);
void bind_vanishing(nb::module_& m);

NB_MODULE(_core, m) {
  m.doc() = "Tilewright's core: cover searches over integers.";
  // After Ctrl-C, Python may end while a thread still holds a problem: that is not a leak.
  nb::set_leak_warnings(false);
  if (!tilewright::prepare_thread()) throw std::bad_alloc();

  nb::class_<Problem>(m, "Problem")
      .def(
          "__init__",
          [](Problem* self, std::int32_t items, const Bounds& bounds, const Options& options,
             std::vector<std::vector<std::int32_t>> near) {
            new (self) Problem(make_problem(items, bounds, options, std::move(near)));
          },
          "items"_a, "bounds"_a, "options"_a, "near"_a)
      .def_prop_ro("items", [](const Problem& p) { return p.items; })
      .def_prop_ro("primary", [](const Problem& p) { return p.primary; })
      .def_prop_ro("options", &Problem::options)
      .def_prop_ro("plain", &Problem::plain)
      .def_prop_ro("coloured", &Problem::coloured)
      .def(
          "split",
          [](const Problem& problem, const std::vector<Decision>& prefix, std::size_t min_parts) {
            nb::gil_scoped_release release;
            return split(problem, prefix, min_parts);
          },
          "prefix"_a, "want"_a);

  nb::class_<SharedSymmetry>(m, "Symmetry")
      .def(nb::new_(&make_symmetry), "group"_a, "must"_a)
      .def(
          "orbit_sizes",
          [](const SharedSymmetry& shared, const std::vector<std::vector<std::int32_t>>& solutions) {
            nb::gil_scoped_release release;
            std::uint64_t sum = 0;
            for (const auto& solution : solutions) sum += shared.symmetry->orbit_size(solution);
            return sum;
          },
          "solutions"_a);

  nb::enum_<Status>(m, "Status")
      .value("running", Status::running)
      .value("full", Status::full)
      .value("complete", Status::complete);

  nb::class_<Search>(m, "Search")
      .def("advance", &Search::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("progress", &Search::progress)
      .def("position", &Search::position)
      .def(
          "restore",
          [](Search& search, const std::vector<std::uint32_t>& position) {
            nb::gil_scoped_release release;
            search.restore(position);
          },
          "position"_a)
      .def("remainder",
           [](const Search& search) {
             std::vector<std::pair<std::vector<Decision>, double>> parts;
             {
               nb::gil_scoped_release release;
               for (Part& part : search.remainder()) parts.emplace_back(std::move(part.prefix), part.share);
             }
             return parts;
           })
      .def(
          "probe",
          [](Search& search, std::uint64_t seed) {
            const auto probe = search.probe(seed);
            return std::pair<double, double>(probe.nodes, probe.solutions);
          },
          "seed"_a)
      .def("take", [](Search& search) { return search.sink.take(); })
      .def_prop_ro("nodes", [](const Search& search) { return search.nodes; })
      .def_prop_ro("solutions", [](const Search& search) { return search.sink.solutions; })
      .def_prop_ro("images", [](const Search& search) { return search.sink.images; });

  m.def(
      "make_search",
      [](const std::string& engine, const Problem& problem, std::vector<Decision> prefix, const SharedSymmetry* shared,
         std::size_t capacity, std::string instruction_set) {
        const std::shared_ptr<const Symmetry> symmetry = shared ? shared->symmetry : nullptr;
        if (symmetry && symmetry->group[0].size() != static_cast<std::size_t>(problem.options()))
          throw std::invalid_argument("the group's permutations are not of this problem's options");
        nb::gil_scoped_release release;
        Settings settings;
        settings.prefix = std::move(prefix);
        settings.symmetry = symmetry;
        settings.capacity = capacity;
        settings.instruction_set = std::move(instruction_set);
        return make_search(engine, problem, settings);
      },
      "engine"_a, "problem"_a, "prefix"_a, "symmetry"_a.none(), "capacity"_a, "vectors"_a);
  m.def("unsupported", &unsupported, "engine"_a, "problem"_a);
  m.def("vector_units", &tilewright::simd::available_sets);
  m.def("prepare_thread", &tilewright::prepare_thread);
  m.def("can_start_thread", &tilewright::can_start_thread);
  m.attr("compiled_vector_units") = tilewright::simd::compiled_sets();
  m.attr("compiler") = kCompiler;
#ifdef Py_LIMITED_API
  m.attr("stable_abi") = true;
#else
  m.attr("stable_abi") = false;
#endif
  bind_frontier(m);
  bind_kasteleyn(m);
  bind_gunport(m);
  bind_reduction(m);
  bind_sequential_monte_carlo(m);
  bind_polyforms(m);
  bind_profile(m);
  bind_restarts(m);
  bind_vanishing(m);
  bind_dominosa(m);
  bind_assembly(m);
  bind_pips(m);
  bind_random_tilings(m);
}
