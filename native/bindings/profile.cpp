// The bindings of the engine profile-sweep.
#include "bindings/profile.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>

#include "bindings/convert.hpp"
#include "bindings/words.hpp"
#include "solving/profile/steps.hpp"
#include "solving/profile/sweep.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace tilewright::profile;
using tilewright::bindings::bytes_of;
using tilewright::bindings::SharedSteps;
using tilewright::bindings::words_of;

void bind_profile(nb::module_& m);

void bind_profile(nb::module_& m) {
  nb::class_<SharedSteps>(m, "ProfileSteps")
      .def_prop_ro("refusal", [](const SharedSteps& shared) { return shared.steps->refusal; })
      .def_prop_ro("bits", [](const SharedSteps& shared) { return shared.steps->bits; })
      .def_prop_ro("additions", [](const SharedSteps& shared) { return work_of(*shared.steps).additions; })
      .def_prop_ro("copies", [](const SharedSteps& shared) { return work_of(*shared.steps).copies; })
      .def_prop_ro("updates", [](const SharedSteps& shared) { return work_of(*shared.steps).updates; })
      .def_prop_ro("log2_bound", [](const SharedSteps& shared) { return shared.steps->log2_bound(); })
      .def(
          "sweep",
          [](const SharedSteps& shared, int threads, std::uint64_t memory, const std::string& vectors,
             std::uint64_t modulus) {
            nb::gil_scoped_release release;
            return std::make_unique<ProfileSweep>(shared.steps, tilewright::frontier::Resources{threads, memory},
                                                  vectors, modulus);
          },
          "threads"_a, "memory"_a, "vectors"_a = "", "modulus"_a = 0);

  nb::class_<ProfileSweep>(m, "ProfileSweep")
      .def("advance", &ProfileSweep::advance, "budget"_a, nb::call_guard<nb::gil_scoped_release>())
      .def("residues", &ProfileSweep::residues)
      .def("head", [](const ProfileSweep& sweep) { return bytes_of(sweep.head()); })
      .def("kept_places",
           [](const ProfileSweep& sweep) {
             std::vector<std::int32_t> parts(sweep.parts());
             for (std::size_t k = 0; k < parts.size(); ++k) parts[k] = static_cast<std::int32_t>(k);
             return parts;
           })
      .def(
          "part", [](const ProfileSweep& sweep, std::int32_t place) { return bytes_of(sweep.part(place)); }, "place"_a)
      .def(
          "restore_head", [](ProfileSweep& sweep, const nb::bytes& head) { sweep.restore_head(words_of(head)); },
          "head"_a)
      .def(
          "restore_part", [](ProfileSweep& sweep, const nb::bytes& part) { sweep.restore_part(words_of(part)); },
          "part"_a)
      .def_prop_ro("at_rest", [](const ProfileSweep& sweep) { return !sweep.full(); })
      .def_prop_ro("log2_bound", &ProfileSweep::log2_bound)
      .def_prop_ro("complete", &ProfileSweep::complete)
      .def_prop_ro("states", &ProfileSweep::states)
      .def_prop_ro("share", &ProfileSweep::share)
      .def_prop_ro("bytes", &ProfileSweep::bytes)
      .def_prop_ro("peak", &ProfileSweep::peak);
}
