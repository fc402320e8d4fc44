#include "simd/instruction_sets.hpp"

#include <algorithm>
#include <stdexcept>

namespace tilewright::simd {

namespace {

std::vector<std::string> detect() {
  std::vector<std::string> sets{"baseline"};
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
  if (kHasWideKernels) return {"baseline", "avx2", "avx512"};
  return {"baseline"};
}

std::vector<std::string> available_sets() {
  static const std::vector<std::string> sets = detect();
  return sets;
}

Level level_of(const std::string& name) {
  const std::vector<std::string> sets = available_sets();
  if (name.empty()) return static_cast<Level>(sets.size() - 1);
  const auto found = std::find(sets.begin(), sets.end(), name);
  if (found == sets.end()) throw std::invalid_argument("this machine has no instruction set \"" + name + "\"");
  return static_cast<Level>(found - sets.begin());
}

}  // namespace tilewright::simd
