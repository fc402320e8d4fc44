// What the dense search does with a group of eight items (lanes) at a time, with NEON.
#pragma once

#if defined(__ARM_NEON) || defined(TILEWRIGHT_EMULATED_NEON)

#include <arm_neon.h>

#include "solving/search/dense_words.hpp"

namespace tilewright::search::dense {

namespace {

template <>
struct Lanes<simd::Neon> : WordByWord<simd::Neon> {
  // What packing a word of a row costs, in words evaluated: as without vectors, where words take twice as long.
  static constexpr u64 kExtractCost = 100;
  static constexpr bool kUnrolled = true;
  static constexpr bool kChecksEmptyFirst = false;

  static constexpr int kPairs = 4;  // of lanes
  struct Best {
    uint64x2_t of[kPairs];  // per lane: ways << 32 | item
  };
  struct Counts {
    uint64x2_t of[kPairs];
  };
  static Best none() {
    const uint64x2_t most = vdupq_n_u64(~u64{0});
    return {{most, most, most, most}};
  }

  static uint8x16_t bits(uint64x2_t v) { return vcntq_u8(vreinterpretq_u8_u64(v)); }
  static uint64x2_t sum(uint8x16_t bytes) { return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(bytes))); }

  static Counts count(const u64* rows, const Words& list) {
    Counts counts;
    for (uint64x2_t& pair : counts.of) pair = vdupq_n_u64(0);
    for (std::int32_t k = 0; k < list.count;) {
      // 31 words of at most 8 bits a byte stay below 256.
      const std::int32_t end = list.count - k > 31 ? k + 31 : list.count;
      uint8x16_t bytes[kPairs];
      for (uint8x16_t& pair : bytes) pair = vdupq_n_u8(0);
      for (; k < end; ++k) {
        const uint64x2_t act = vdupq_n_u64(list.bits[k]);
        const u64* row = rows + list.at[k];
        for (int p = 0; p < kPairs; ++p) bytes[p] = vaddq_u8(bytes[p], bits(vandq_u64(act, vld1q_u64(row + 2 * p))));
      }
      for (int p = 0; p < kPairs; ++p) counts.of[p] = vaddq_u64(counts.of[p], sum(bytes[p]));
    }
    return counts;
  }

  template <int Width>
  static Counts count(const u64* rows, const u64* active) {
    uint8x16_t bytes[kPairs];
    for (uint8x16_t& pair : bytes) pair = vdupq_n_u8(0);
    for (int w = 0; w < Width; ++w) {
      const uint64x2_t act = vdupq_n_u64(active[w]);
      for (int p = 0; p < kPairs; ++p)
        bytes[p] = vaddq_u8(bytes[p], bits(vandq_u64(act, vld1q_u64(rows + 8 * w + 2 * p))));
    }
    return {{sum(bytes[0]), sum(bytes[1]), sum(bytes[2]), sum(bytes[3])}};
  }

  static unsigned differing_lanes(const Counts& counts, const i64* before) {
    unsigned same = 0;
    for (int p = 0; p < kPairs; ++p) {
      const uint64x2_t equal = vceqq_u64(counts.of[p], vreinterpretq_u64_s64(vld1q_s64(before + 2 * p)));
      same |= static_cast<unsigned>((vgetq_lane_u64(equal, 0) & 1) | (vgetq_lane_u64(equal, 1) & 2)) << 2 * p;
    }
    return ~same & 0xff;
  }
  static void store_counts(const Counts& counts, i64* option_counts) {
    for (int p = 0; p < kPairs; ++p) vst1q_s64(option_counts + 2 * p, vreinterpretq_s64_u64(counts.of[p]));
  }

  using Dead = uint64x2_t;  // not zero when an open item cannot be covered
  static Dead alive() { return vdupq_n_u64(0); }
  static bool is_dead(Dead dead) { return vmaxvq_u32(vreinterpretq_u32_u64(dead)) != 0; }

  template <bool Bounded>
  static void gather_least(Best& best, Dead& dead, const Counts& counts, unsigned open, std::int32_t group,
                           const i64* bias) {
    static constexpr u64 bit[8] = {1, 2, 4, 8, 16, 32, 64, 128}, number[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    const uint64x2_t opens = vdupq_n_u64(open), first = vdupq_n_u64(8 * static_cast<u64>(group));
    for (int p = 0; p < kPairs; ++p) {
      uint64x2_t mask = vtstq_u64(opens, vld1q_u64(bit + 2 * p)), option_counts = counts.of[p];
      const uint64x2_t empty = vceqzq_u64(option_counts);
      if constexpr (Bounded) {
        const uint64x2_t pair_bias = vreinterpretq_u64_s64(vld1q_s64(bias + 2 * p));
        option_counts = vaddq_u64(option_counts, pair_bias);
        dead = vorrq_u64(dead, vandq_u64(mask, vclezq_s64(vreinterpretq_s64_u64(option_counts))));
        // Nothing left to cover it with, nothing needed: done.
        mask = vbicq_u64(mask, vandq_u64(vceqq_u64(pair_bias, vdupq_n_u64(1)), empty));
      } else {
        dead = vorrq_u64(dead, vandq_u64(mask, empty));
      }
      const uint64x2_t key = vorrq_u64(vshlq_n_u64(option_counts, 32), vaddq_u64(first, vld1q_u64(number + 2 * p)));
      best.of[p] = vbslq_u64(vandq_u64(mask, vcgtq_u64(best.of[p], key)), key, best.of[p]);
    }
  }

  static uint64x2_t lesser(uint64x2_t a, uint64x2_t b) { return vbslq_u64(vcgtq_u64(a, b), b, a); }

  static void result(const Best& best, std::int32_t& item, i64& option_counts) {
    const uint64x2_t two = lesser(lesser(best.of[0], best.of[1]), lesser(best.of[2], best.of[3]));
    const u64 x = vgetq_lane_u64(two, 0), y = vgetq_lane_u64(two, 1);
    const u64 least = x < y ? x : y;
    item = least == ~u64{0} ? -1 : static_cast<std::int32_t>(least & 0xffffffffu);
    option_counts = static_cast<i64>(least >> 32);
  }
};

}  // namespace

}  // namespace tilewright::search::dense

#endif
