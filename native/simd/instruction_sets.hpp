// The instruction sets that the hot loops (kernels) are compiled for, and the choice between them at run time.
//
// A kernel is a template over one of these types, in a header of its own. kernels.cpp is compiled once for each x86 set,
// with the flags of that set, and instantiates all kernels; kernels_neon.cpp instantiates those that are written for
// arm64. A family of kernels has a struct of function pointers (its table) and a function template that returns the
// table for a set; `dispatch` calls it for the widest set that the machine has.
//
// Code that is compiled with wide flags must not define functions that other translation units define too: the linker
// keeps one copy for all, and it might be the wide one. So kernels are in anonymous namespaces, and take plain data.
// The test `wide_symbols` checks the object files.
#pragma once

#include <string>
#include <vector>

namespace tilewright::simd {

enum class Level { baseline, neon, avx2, avx512 };

#ifdef TILEWRIGHT_X86
inline constexpr bool kHasWideKernels = true;
#else
inline constexpr bool kHasWideKernels = false;
#endif

// Every arm64 processor has NEON, so compilers use it in the baseline kernels, too. The core's own tests have it on other
// processors: tests/emulation/arm_neon.h computes its instructions there.
#ifdef TILEWRIGHT_NEON
inline constexpr bool kHasNeonKernels = true;
#else
inline constexpr bool kHasNeonKernels = false;
#endif

struct Baseline {  // x86-64-v2, or any other processor
  static constexpr Level kLevel = Level::baseline;
  static constexpr bool kIsCompiled = true;
};
struct Neon {
  static constexpr Level kLevel = Level::neon;
  static constexpr bool kIsCompiled = kHasNeonKernels;
};
struct Avx2 {  // with BMI, BMI2, LZCNT and POPCNT
  static constexpr Level kLevel = Level::avx2;
  static constexpr bool kIsCompiled = kHasWideKernels;
};
struct Avx512 {  // F, BW, VL, DQ and VPOPCNTDQ
  static constexpr Level kLevel = Level::avx512;
  static constexpr bool kIsCompiled = kHasWideKernels;
};

// The names of the sets that there are kernels for, widest last: "baseline", "neon", "avx2", "avx512".
std::vector<std::string> compiled_sets();

// The names of those that this machine has, widest last.
std::vector<std::string> available_sets();

// The level of a set that this machine has; "" is the widest. Throws std::invalid_argument.
Level level_of(const std::string& name);

// select(Set{}) for the widest of the given sets (narrowest first) that is not above the named one.
template <class Narrowest, class... Wider, class Select>
auto dispatch(const std::string& name, Select select) {
  const Level level = level_of(name);
  auto kernels = select(Narrowest{});
  const auto replace = [&](auto set) {
    if constexpr (decltype(set)::kIsCompiled)
      if (decltype(set)::kLevel <= level) kernels = select(set);
  };
  (replace(Wider{}), ...);
  return kernels;
}

}  // namespace tilewright::simd
