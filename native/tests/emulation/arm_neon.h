// The NEON instructions that the core uses, computed one lane at a time: their kernels can be tested on any processor.
// Names and types are those of Arm's header; include it by <arm_neon.h>, with this directory on the path.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

template <class Lane, std::size_t N>
struct NeonVector {
  Lane lane[N];
};
using uint8x16_t = NeonVector<std::uint8_t, 16>;
using uint16x8_t = NeonVector<std::uint16_t, 8>;
using uint32x4_t = NeonVector<std::uint32_t, 4>;
using uint64x2_t = NeonVector<std::uint64_t, 2>;
using int64x2_t = NeonVector<std::int64_t, 2>;

namespace neon_emulation {

// of(a, b, ...) in each lane.
template <class Result, class Of, class... Vectors>
Result lanewise(Of of, const Vectors&... vectors) {
  Result result;
  for (std::size_t k = 0; k < sizeof(result.lane) / sizeof(result.lane[0]); ++k)
    result.lane[k] = of(vectors.lane[k]...);
  return result;
}

// The sums of neighbours, in lanes twice as long.
template <class Result, class Vector>
Result pairwise_sums(const Vector& v) {
  Result result;
  for (std::size_t k = 0; k < sizeof(result.lane) / sizeof(result.lane[0]); ++k)
    result.lane[k] = static_cast<decltype(result.lane[0] + 0)>(v.lane[2 * k]) + v.lane[2 * k + 1];
  return result;
}

inline std::uint64_t all_if(bool condition) { return condition ? ~std::uint64_t{0} : 0; }

}  // namespace neon_emulation

inline uint8x16_t vdupq_n_u8(std::uint8_t x) {
  return neon_emulation::lanewise<uint8x16_t>([x] { return x; });
}
inline uint64x2_t vdupq_n_u64(std::uint64_t x) { return {{x, x}}; }
inline uint64x2_t vld1q_u64(const std::uint64_t* at) { return {{at[0], at[1]}}; }
inline int64x2_t vld1q_s64(const std::int64_t* at) { return {{at[0], at[1]}}; }
inline void vst1q_s64(std::int64_t* at, int64x2_t v) { at[0] = v.lane[0], at[1] = v.lane[1]; }
inline std::uint64_t vgetq_lane_u64(uint64x2_t v, int k) { return v.lane[k]; }

inline uint8x16_t vreinterpretq_u8_u64(uint64x2_t v) { return std::bit_cast<uint8x16_t>(v); }
inline uint32x4_t vreinterpretq_u32_u64(uint64x2_t v) { return std::bit_cast<uint32x4_t>(v); }
inline int64x2_t vreinterpretq_s64_u64(uint64x2_t v) { return std::bit_cast<int64x2_t>(v); }
inline uint64x2_t vreinterpretq_u64_s64(int64x2_t v) { return std::bit_cast<uint64x2_t>(v); }

inline uint64x2_t vandq_u64(uint64x2_t a, uint64x2_t b) {
  return neon_emulation::lanewise<uint64x2_t>([](auto x, auto y) { return x & y; }, a, b);
}
inline uint64x2_t vorrq_u64(uint64x2_t a, uint64x2_t b) {
  return neon_emulation::lanewise<uint64x2_t>([](auto x, auto y) { return x | y; }, a, b);
}
inline uint64x2_t vbicq_u64(uint64x2_t a, uint64x2_t b) {
  return neon_emulation::lanewise<uint64x2_t>([](auto x, auto y) { return x & ~y; }, a, b);
}
inline uint64x2_t vbslq_u64(uint64x2_t mask, uint64x2_t a, uint64x2_t b) {
  return neon_emulation::lanewise<uint64x2_t>([](auto m, auto x, auto y) { return (m & x) | (~m & y); }, mask, a, b);
}
inline uint64x2_t vaddq_u64(uint64x2_t a, uint64x2_t b) {
  return neon_emulation::lanewise<uint64x2_t>([](auto x, auto y) { return x + y; }, a, b);
}
inline uint8x16_t vaddq_u8(uint8x16_t a, uint8x16_t b) {
  return neon_emulation::lanewise<uint8x16_t>([](auto x, auto y) { return static_cast<std::uint8_t>(x + y); }, a, b);
}
inline uint64x2_t vshlq_n_u64(uint64x2_t v, int n) {
  return neon_emulation::lanewise<uint64x2_t>([n](auto x) { return x << n; }, v);
}

inline uint8x16_t vcntq_u8(uint8x16_t v) {
  return neon_emulation::lanewise<uint8x16_t>([](auto x) { return static_cast<std::uint8_t>(std::popcount(x)); }, v);
}
inline uint16x8_t vpaddlq_u8(uint8x16_t v) { return neon_emulation::pairwise_sums<uint16x8_t>(v); }
inline uint32x4_t vpaddlq_u16(uint16x8_t v) { return neon_emulation::pairwise_sums<uint32x4_t>(v); }
inline uint64x2_t vpaddlq_u32(uint32x4_t v) { return neon_emulation::pairwise_sums<uint64x2_t>(v); }
inline std::uint32_t vmaxvq_u32(uint32x4_t v) {
  std::uint32_t most = 0;
  for (const std::uint32_t lane : v.lane) most = lane > most ? lane : most;
  return most;
}

inline uint64x2_t vtstq_u64(uint64x2_t a, uint64x2_t b) {
  return neon_emulation::lanewise<uint64x2_t>([](auto x, auto y) { return neon_emulation::all_if(x & y); }, a, b);
}
inline uint64x2_t vceqq_u64(uint64x2_t a, uint64x2_t b) {
  return neon_emulation::lanewise<uint64x2_t>([](auto x, auto y) { return neon_emulation::all_if(x == y); }, a, b);
}
inline uint64x2_t vceqzq_u64(uint64x2_t v) { return vceqq_u64(v, vdupq_n_u64(0)); }
inline uint64x2_t vcgtq_u64(uint64x2_t a, uint64x2_t b) {
  return neon_emulation::lanewise<uint64x2_t>([](auto x, auto y) { return neon_emulation::all_if(x > y); }, a, b);
}
inline uint64x2_t vclezq_s64(int64x2_t v) {
  return neon_emulation::lanewise<uint64x2_t>([](auto x) { return neon_emulation::all_if(x <= 0); }, v);
}
