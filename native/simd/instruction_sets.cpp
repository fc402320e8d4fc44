#include "simd/instruction_sets.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>

namespace tilewright::simd {

namespace {

constexpr const char* kNames[] = {"baseline", "neon", "avx2", "avx512"};  // by level

std::vector<std::string> detect() {
  std::vector<std::string> sets{"baseline"};
  if (kHasNeonKernels) sets.emplace_back("neon");
#ifdef TILEWRIGHT_X86
  __builtin_cpu_init();
  // Processors with BMI2 have BMI and LZCNT.
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2")) {
    sets.emplace_back("avx2");
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vpopcntdq"))
      sets.emplace_back("avx512");
  }
#endif
  return sets;
}

}  // namespace

std::vector<std::string> compiled_sets() {
  std::vector<std::string> sets{"baseline"};
  if (kHasNeonKernels) sets.emplace_back("neon");
  if (kHasWideKernels) sets.insert(sets.end(), {"avx2", "avx512"});
  return sets;
}

std::vector<std::string> available_sets() {
  static const std::vector<std::string> sets = detect();
  return sets;
}

Level level_of(const std::string& name) {
  const std::vector<std::string> sets = available_sets();
  const auto found = name.empty() ? sets.end() - 1 : std::find(sets.begin(), sets.end(), name);
  if (found == sets.end()) throw std::invalid_argument("this machine has no instruction set \"" + name + "\"");
  return static_cast<Level>(std::find(std::begin(kNames), std::end(kNames), *found) - std::begin(kNames));
}

}  // namespace tilewright::simd
