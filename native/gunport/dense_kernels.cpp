#include "gunport/dense_kernels.hpp"

#if defined(__x86_64__)
#define TILEWRIGHT_AVX2 [[gnu::target("avx2")]]
#endif

namespace tilewright::gunport {

namespace {

constexpr int lanes_ = 64;

using Lanes = std::uint8_t __attribute__((vector_size(32), aligned(1), may_alias));

// Words `first` to `last` of a step on 64 lanes, in vectors of whatever width the function around it is compiled for.
[[gnu::always_inline]] inline void step_lanes(const Program::Step& step, std::size_t first, std::size_t last,
                                              const std::uint8_t* in, std::uint8_t* out) {
  const std::uint32_t* source = step.sources.data() + step.begin[first];
  for (const std::uint32_t* begin = &step.begin[first]; begin != &step.begin[last]; ++begin, out += lanes_) {
    const std::uint32_t* const end = step.sources.data() + begin[1];
    const auto* from = reinterpret_cast<const Lanes*>(in + std::size_t{*source >> 1} * lanes_);
    Lanes cost = Lanes{} + static_cast<std::uint8_t>(*source & 1);
    Lanes low = from[0] + cost, high = from[1] + cost;
    while (++source != end) {
      from = reinterpret_cast<const Lanes*>(in + std::size_t{*source >> 1} * lanes_);
      cost = Lanes{} + static_cast<std::uint8_t>(*source & 1);
      const Lanes other_low = from[0] + cost, other_high = from[1] + cost;
      low = other_low < low ? other_low : low;
      high = other_high < high ? other_high : high;
    }
    auto* const to = reinterpret_cast<Lanes*>(out);
    to[0] = low;
    to[1] = high;
  }
}

// 16 rows of 32 bytes turned over the diagonal: two squares of 16 by 16 side by side, by four rounds of interleaving.
[[gnu::always_inline]] inline void turn_lanes(const std::uint8_t* in, std::size_t in_stride, std::uint8_t* out,
                                              std::size_t out_stride) {
  using Half = std::uint8_t __attribute__((vector_size(16), aligned(1), may_alias));
  Lanes a[16], b[16];
  for (std::size_t i = 0; i < 16; ++i) a[i] = *reinterpret_cast<const Lanes*>(in + i * in_stride);
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 8; ++i) {
      b[2 * i] = __builtin_shuffle(a[i], a[i + 8], Lanes{0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39,
                                                         16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55});
      b[2 * i + 1] = __builtin_shuffle(a[i], a[i + 8], Lanes{8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47,
                                                             24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63});
    }
    for (int i = 0; i < 16; ++i) a[i] = b[i];
  }
  for (std::size_t i = 0; i < 16; ++i) {
    const auto* const halves = reinterpret_cast<const Half*>(&a[i]);
    *reinterpret_cast<Half*>(out + i * out_stride) = halves[0];
    *reinterpret_cast<Half*>(out + (i + 16) * out_stride) = halves[1];
  }
}

[[gnu::always_inline]] inline void turn_square(const std::uint8_t* in, std::size_t in_stride, std::uint8_t* out,
                                               std::size_t out_stride) {
  for (std::size_t i = 0; i < 64; i += 16)
    for (std::size_t j = 0; j < 64; j += 32) turn_lanes(in + i * in_stride + j, in_stride, out + j * out_stride + i, out_stride);
}

void step_baseline(const Program::Step& step, std::size_t first, std::size_t last, const std::uint8_t* in, std::uint8_t* out) {
  step_lanes(step, first, last, in, out);
}
void turn_baseline(const std::uint8_t* in, std::size_t in_stride, std::uint8_t* out, std::size_t out_stride) {
  turn_square(in, in_stride, out, out_stride);
}

#ifdef TILEWRIGHT_AVX2
TILEWRIGHT_AVX2 void step_avx2(const Program::Step& step, std::size_t first, std::size_t last, const std::uint8_t* in, std::uint8_t* out) {
  step_lanes(step, first, last, in, out);
}
TILEWRIGHT_AVX2 void turn_avx2(const std::uint8_t* in, std::size_t in_stride, std::uint8_t* out, std::size_t out_stride) {
  turn_square(in, in_stride, out, out_stride);
}
#endif

}  // namespace

const Kernels& kernels() {
#ifdef TILEWRIGHT_AVX2
  static const Kernels chosen = __builtin_cpu_supports("avx2") ? Kernels{step_avx2, turn_avx2} : Kernels{step_baseline, turn_baseline};
#else
  static const Kernels chosen{step_baseline, turn_baseline};
#endif
  return chosen;
}

}  // namespace tilewright::gunport
