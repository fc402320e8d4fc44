// What the dense search does with a group of eight items (lanes) at a time, for each instruction set.
#pragma once

#ifdef TILEWRIGHT_X86
#include <immintrin.h>
#endif
#if defined(__ARM_NEON) || defined(TILEWRIGHT_EMULATED_NEON)
#include <arm_neon.h>
#endif

#include "simd/instruction_sets.hpp"
#include "solve/search/dense_kernels.hpp"

namespace tilewright::search::dense {

namespace {

// What is the same without vectors and with short ones.
template <class Set>
struct WordByWord {
  template <int Width>
  static bool remove_conflicting(const Table& table, const u64* row, u64* active) {
    u64 left[Width];
    for (int w = 0; w < Width; ++w) left[w] = active[w] & ~row[w];
    for (int v = 0; v < Width; ++v)
      for (u64 bits = active[v] & row[v]; bits; bits &= bits - 1) {
        const u64* conflicts = table.conflicts + (64 * v + __builtin_ctzll(bits)) * static_cast<i64>(stride_of(Width));
        u64 any = 0;
        for (int w = 0; w < Width; ++w) any |= left[w] &= conflicts[w];
        if (!any) return false;
      }
    for (int w = 0; w < Width; ++w) active[w] &= ~left[w];
    return true;
  }

  template <int Width>
  static void choose(const Table& table, const u64* active, const std::uint32_t* use, const std::uint32_t* end,
                     u64* child) {
    u64 conflicts[Width] = {};
    for (; use < end; ++use)
      for (int w = 0; w < Width; ++w)
        conflicts[w] |= table.class_conflicts[static_cast<i64>(*use) * stride_of(Width) + w];
    for (int w = 0; w < Width; ++w) child[w] = active[w] & ~conflicts[w];
  }

  static void choose(const Table& table, const u64* active, const std::uint32_t* use, const std::uint32_t* end,
                     u64* child, Words& list) {
    const std::int32_t words = table.words;
    list.count = 0;
    for (std::int32_t w = 0; w < words; ++w) {
      u64 conflicts = 0;
      for (const std::uint32_t* at = use; at < end; ++at)
        conflicts |= table.class_conflicts[static_cast<i64>(*at) * table.stride + w];
      const u64 kept = active[w] & ~conflicts;
      child[w] = kept;
      list.bits[list.count] = kept;
      list.at[list.count] = 8 * static_cast<i64>(w);
      list.count += kept != 0;
    }
  }

  // The bits of `value` at the set bits of `mask`, side by side. Most values have few bits.
  static u64 gather(u64 value, u64 mask) {
    u64 bits = 0;
    for (value &= mask; value; value &= value - 1)
      bits |= u64{1} << __builtin_popcountll(mask & ((value & -value) - 1));
    return bits;
  }
};

template <class Set>
struct Lanes;

// Scalar popcounts, for every context.
template <>
struct Lanes<simd::Baseline> : WordByWord<simd::Baseline> {
  // What packing a word of a row costs, in words evaluated: found by trial on pentomino boards.
  static constexpr u64 kExtractCost = 100;
  // Without vectors an early end saves more than kUnrolled loops do.
  static constexpr bool kUnrolled = false;
  static constexpr bool kChecksEmptyFirst = false;

  struct Best {
    u64 least;  // ways << 32 | item
  };
  struct Counts {
    i64 of[8];
  };
  static Best none() { return {~u64{0}}; }

  static Counts count(const u64* rows, const Words& list) {
    Counts sum{};
    for (std::int32_t k = 0; k < list.count; ++k) {
      const u64 bits = list.bits[k];
      const u64* row = rows + list.at[k];
      for (int lane = 0; lane < 8; ++lane) sum.of[lane] += __builtin_popcountll(row[lane] & bits);
    }
    return sum;
  }

  template <int Width>
  static Counts count(const u64* rows, const u64* active) {
    Counts sum{};
    for (std::int32_t w = 0; w < Width; ++w)
      for (int lane = 0; lane < 8; ++lane) sum.of[lane] += __builtin_popcountll(rows[8 * w + lane] & active[w]);
    return sum;
  }

  static unsigned differing_lanes(const Counts& counts, const i64* before) {
    unsigned other = 0;
    for (int lane = 0; lane < 8; ++lane) other |= static_cast<unsigned>(counts.of[lane] != before[lane]) << lane;
    return other;
  }
  static void store_counts(const Counts& counts, i64* option_counts) {
    for (int lane = 0; lane < 8; ++lane) option_counts[lane] = counts.of[lane];
  }

  using Dead = bool;
  static Dead alive() { return false; }
  static bool is_dead(Dead dead) { return dead; }

  template <bool Bounded>
  static void gather_least(Best& best, Dead& dead, const Counts& counts, unsigned open, std::int32_t group,
                           const i64* bias) {
    for (; open; open &= open - 1) {
      const int lane = __builtin_ctz(open);
      i64 option_counts = counts.of[lane];
      if constexpr (Bounded) {
        // Nothing left to cover it with, nothing needed: done.
        if (bias[lane] == 1 && !option_counts) continue;
        option_counts += bias[lane];
      }
      dead |= option_counts <= 0;
      const u64 key = static_cast<u64>(option_counts) << 32 | static_cast<u64>(8 * group + lane);
      if (key < best.least) best.least = key;
    }
  }

  static void result(Best best, std::int32_t& item, i64& option_counts) {
    item = best.least == ~u64{0} ? -1 : static_cast<std::int32_t>(best.least & 0xffffffffu);
    option_counts = static_cast<i64>(best.least >> 32);
  }
};

#if defined(__ARM_NEON) || defined(TILEWRIGHT_EMULATED_NEON)
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
#endif

#ifdef __AVX2__
template <>
struct Lanes<simd::Avx2> : WordByWord<simd::Avx2> {
  using WordByWord::choose;

  // What packing a word of a row costs, in words evaluated: found by trial on pentomino boards.
  static constexpr u64 kExtractCost = 6;
  static constexpr bool kUnrolled = true;
  // Counting takes several times as many instructions as looking for items without options, and most nodes are dead ends.
  static constexpr bool kChecksEmptyFirst = true;

  struct Best {
    __m256i low, high;  // per lane: ways << 32 | item
  };
  struct Counts {
    __m256i low, high;
  };
  static Best none() {
    // Signed compares below, so the largest signed value stands for none.
    const __m256i most = _mm256_set1_epi64x(0x7fffffffffffffff);
    return {most, most};
  }

  // Counts of bits per byte (Mula's nibble look-up); bytes are summed later.
  static __m256i bits(__m256i v) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2, 1, 2, 2, 3, 1, 2,
                                           2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    return _mm256_add_epi8(_mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble)),
                           _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble)));
  }

  static Counts count(const u64* rows, const Words& list) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i low = zero, high = zero;
    for (std::int32_t k = 0; k < list.count;) {
      // 31 words of at most 8 bits a byte stay below 256.
      const std::int32_t end = list.count - k > 31 ? k + 31 : list.count;
      __m256i low8 = zero, high8 = zero;
      for (; k < end; ++k) {
        const __m256i act = _mm256_set1_epi64x(static_cast<i64>(list.bits[k]));
        const auto* at = reinterpret_cast<const __m256i*>(rows + list.at[k]);
        low8 = _mm256_add_epi8(low8, bits(_mm256_and_si256(act, _mm256_loadu_si256(at))));
        high8 = _mm256_add_epi8(high8, bits(_mm256_and_si256(act, _mm256_loadu_si256(at + 1))));
      }
      low = _mm256_add_epi64(low, _mm256_sad_epu8(low8, zero));
      high = _mm256_add_epi64(high, _mm256_sad_epu8(high8, zero));
    }
    return {low, high};
  }

  template <int Width>
  static Counts count(const u64* rows, const u64* active) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i low = zero, high = zero;
    for (std::int32_t w = 0; w < Width; ++w) {
      const __m256i act = _mm256_set1_epi64x(static_cast<i64>(active[w]));
      const auto* at = reinterpret_cast<const __m256i*>(rows + 8 * static_cast<i64>(w));
      low = _mm256_add_epi8(low, bits(_mm256_and_si256(act, _mm256_loadu_si256(at))));
      high = _mm256_add_epi8(high, bits(_mm256_and_si256(act, _mm256_loadu_si256(at + 1))));
    }
    return {_mm256_sad_epu8(low, zero), _mm256_sad_epu8(high, zero)};
  }

  // The lanes that are zero, as bits.
  static unsigned zeros(__m256i v) {
    return static_cast<unsigned>(
        _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(v, _mm256_setzero_si256()))));
  }

  // The words of active options, each in all lanes.
  template <int Width>
  struct Active {
    __m256i word[Width];

    explicit Active(const u64* active) {
      for (int w = 0; w < Width; ++w) word[w] = _mm256_set1_epi64x(static_cast<i64>(active[w]));
    }
    // The lanes with none of the options, as bits.
    unsigned empty_lanes(const u64* rows) const {
      const auto* at = reinterpret_cast<const __m256i*>(rows);
      __m256i low = _mm256_and_si256(word[0], _mm256_loadu_si256(at));
      __m256i high = _mm256_and_si256(word[0], _mm256_loadu_si256(at + 1));
      for (int w = 1; w < Width; ++w) {
        low = _mm256_or_si256(low, _mm256_and_si256(word[w], _mm256_loadu_si256(at + 2 * w)));
        high = _mm256_or_si256(high, _mm256_and_si256(word[w], _mm256_loadu_si256(at + 2 * w + 1)));
      }
      return zeros(low) | zeros(high) << 4;
    }
  };

  static unsigned differing_lanes(const Counts& counts, const i64* before) {
    const auto* at = reinterpret_cast<const __m256i*>(before);
    const __m256i low = _mm256_cmpeq_epi64(counts.low, _mm256_loadu_si256(at));
    const __m256i high = _mm256_cmpeq_epi64(counts.high, _mm256_loadu_si256(at + 1));
    const int same = _mm256_movemask_pd(_mm256_castsi256_pd(low)) | _mm256_movemask_pd(_mm256_castsi256_pd(high)) << 4;
    return ~static_cast<unsigned>(same) & 0xff;
  }
  static void store_counts(const Counts& counts, i64* option_counts) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(option_counts), counts.low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(option_counts) + 1, counts.high);
  }

  // The bits of `value` at the set bits of `mask`, side by side.
  static u64 gather(u64 value, u64 mask) { return _pext_u64(value, mask); }

  // One mask of 64-bit lanes from four bits.
  static __m256i lanes(unsigned bits) {
    const __m256i bit = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(bits), bit), bit);
  }

  using Dead = __m256i;  // lanes of open items that cannot be covered
  static Dead alive() { return _mm256_setzero_si256(); }
  static bool is_dead(Dead dead) { return !_mm256_testz_si256(dead, dead); }

  template <bool Bounded>
  static void gather_half(__m256i& best, Dead& dead, __m256i counts, unsigned open, std::int32_t lane,
                          const i64* bias) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i mask = lanes(open);
    __m256i option_counts = counts;
    if constexpr (Bounded) {
      const __m256i bias4 = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bias));
      const __m256i one = _mm256_set1_epi64x(1);
      option_counts = _mm256_add_epi64(counts, bias4);
      dead = _mm256_or_si256(dead, _mm256_and_si256(mask, _mm256_cmpgt_epi64(one, option_counts)));
      const __m256i idle = _mm256_and_si256(_mm256_cmpeq_epi64(bias4, one), _mm256_cmpeq_epi64(counts, zero));
      mask = _mm256_andnot_si256(idle, mask);
    } else {
      dead = _mm256_or_si256(dead, _mm256_and_si256(mask, _mm256_cmpeq_epi64(counts, zero)));
    }
    const __m256i key = _mm256_or_si256(_mm256_slli_epi64(option_counts, 32),
                                        _mm256_add_epi64(_mm256_set1_epi64x(lane), _mm256_setr_epi64x(0, 1, 2, 3)));
    const __m256i better = _mm256_and_si256(mask, _mm256_cmpgt_epi64(best, key));
    best = _mm256_blendv_epi8(best, key, better);
  }

  template <bool Bounded>
  static void gather_least(Best& best, Dead& dead, const Counts& counts, unsigned open, std::int32_t group,
                           const i64* bias) {
    gather_half<Bounded>(best.low, dead, counts.low, open & 15, 8 * group, bias);
    gather_half<Bounded>(best.high, dead, counts.high, open >> 4, 8 * group + 4, Bounded ? bias + 4 : nullptr);
  }

  static void result(const Best& best, std::int32_t& item, i64& option_counts) {
    const __m256i four = _mm256_blendv_epi8(best.low, best.high, _mm256_cmpgt_epi64(best.low, best.high));
    const __m128i a = _mm256_castsi256_si128(four), b = _mm256_extracti128_si256(four, 1);
    const __m128i two = _mm_blendv_epi8(a, b, _mm_cmpgt_epi64(a, b));
    const i64 x = _mm_cvtsi128_si64(two), y = _mm_extract_epi64(two, 1);
    const i64 least = x < y ? x : y;
    item = least == 0x7fffffffffffffff ? -1 : static_cast<std::int32_t>(least & 0xffffffff);
    option_counts = least >> 32;
  }

  static void choose(const Table& table, const u64* active, const std::uint32_t* use, const std::uint32_t* end,
                     u64* child, Words& list) {
    const std::int32_t words = table.words;
    std::int32_t w = 0;
    for (; w + 4 <= words; w += 4) {
      __m256i conflicts = _mm256_setzero_si256();
      for (const std::uint32_t* at = use; at < end; ++at)
        conflicts = _mm256_or_si256(conflicts, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(
                                                   table.class_conflicts + static_cast<i64>(*at) * table.stride + w)));
      _mm256_storeu_si256(
          reinterpret_cast<__m256i*>(child + w),
          _mm256_andnot_si256(conflicts, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(active + w))));
    }
    for (; w < words; ++w) {
      u64 conflicts = 0;
      for (const std::uint32_t* at = use; at < end; ++at)
        conflicts |= table.class_conflicts[static_cast<i64>(*at) * table.stride + w];
      child[w] = active[w] & ~conflicts;
    }
    std::int32_t listed = 0;
    for (w = 0; w < words; ++w) {
      list.bits[listed] = child[w];
      list.at[listed] = 8 * static_cast<i64>(w);
      listed += child[w] != 0;
    }
    list.count = listed;
  }
};
#endif

#ifdef __AVX512VPOPCNTDQ__
template <>
struct Lanes<simd::Avx512> {
  // What packing a word of a row costs, in words evaluated: found by trial on pentomino boards.
  static constexpr u64 kExtractCost = 10;
  static constexpr bool kUnrolled = true;
  static constexpr bool kChecksEmptyFirst = false;

  using Best = __m512i;  // per lane: ways << 32 | item
  static Best none() { return _mm512_set1_epi64(-1); }

  static __m512i word(const u64* rows, const Words& list, std::int32_t k) {
    return _mm512_popcnt_epi64(
        _mm512_and_si512(_mm512_set1_epi64(static_cast<i64>(list.bits[k])), _mm512_loadu_si512(rows + list.at[k])));
  }

  static __m512i count(const u64* rows, const Words& list) {
    // Four at a time: the list ends with words of no bits, so that the number of rounds is easy to guess.
    __m512i sum = _mm512_setzero_si512();
    for (std::int32_t k = 0; k < list.count; k += 4) {
      const __m512i a = word(rows, list, k), b = word(rows, list, k + 1);
      const __m512i c = word(rows, list, k + 2), d = word(rows, list, k + 3);
      sum = _mm512_add_epi64(sum, _mm512_add_epi64(_mm512_add_epi64(a, b), _mm512_add_epi64(c, d)));
    }
    return sum;
  }

  template <int Width>
  static __m512i count(const u64* rows, const u64* active) {
    __m512i sum = _mm512_setzero_si512();
    for (std::int32_t w = 0; w < Width; ++w)
      sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(_mm512_and_si512(_mm512_set1_epi64(static_cast<i64>(active[w])),
                                                                       _mm512_loadu_si512(rows + 8 * w))));
    return sum;
  }

  static unsigned differing_lanes(__m512i counts, const i64* before) {
    return _mm512_cmpneq_epi64_mask(counts, _mm512_loadu_si512(before));
  }
  static void store_counts(__m512i counts, i64* option_counts) { _mm512_storeu_si512(option_counts, counts); }

  template <int Width>
  static bool remove_conflicting(const Table& table, const u64* row, u64* active) {
    constexpr __mmask8 mask = static_cast<__mmask8>((1u << Width) - 1);
    const __m512i own = _mm512_maskz_loadu_epi64(mask, row), all = _mm512_maskz_loadu_epi64(mask, active);
    __m512i left = _mm512_andnot_si512(own, all);
    alignas(64) u64 options[8];
    _mm512_store_si512(options, _mm512_and_si512(own, all));
    for (std::int32_t w = 0; w < Width; ++w)
      for (u64 bits = options[w]; bits; bits &= bits - 1) {
        const i64 option = 64 * w + __builtin_ctzll(bits);
        left = _mm512_and_si512(left, _mm512_maskz_loadu_epi64(mask, table.conflicts + option * stride_of(Width)));
        if (!_mm512_test_epi64_mask(left, left)) return false;
      }
    _mm512_storeu_si512(active, _mm512_andnot_si512(left, _mm512_loadu_si512(active)));
    return true;
  }

  // The bits of `value` at the set bits of `mask`, side by side.
  static u64 gather(u64 value, u64 mask) { return _pext_u64(value, mask); }

  using Dead = __mmask8;  // lanes of open items that cannot be covered
  static Dead alive() { return 0; }
  static bool is_dead(Dead dead) { return dead != 0; }

  template <bool Bounded>
  static void gather_least(Best& best, Dead& dead, __m512i counts, unsigned open, std::int32_t group, const i64* bias) {
    __mmask8 mask = static_cast<__mmask8>(open);
    __m512i option_counts = counts;
    if constexpr (Bounded) {
      const __m512i bias4 = _mm512_loadu_si512(bias);
      option_counts = _mm512_add_epi64(counts, bias4);
      dead |= _mm512_mask_cmple_epi64_mask(mask, option_counts, _mm512_setzero_si512());
      // Nothing left to cover it with, nothing needed: done.
      const __mmask8 idle =
          _mm512_cmpeq_epi64_mask(bias4, _mm512_set1_epi64(1)) & _mm512_testn_epi64_mask(counts, counts);
      mask &= static_cast<__mmask8>(~idle);
    } else {
      dead |= _mm512_mask_testn_epi64_mask(mask, counts, counts);
    }
    const __m512i lane = _mm512_add_epi64(_mm512_set1_epi64(8 * group), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
    best = _mm512_mask_min_epu64(best, mask, best, _mm512_or_si512(_mm512_slli_epi64(option_counts, 32), lane));
  }

  static void result(Best best, std::int32_t& item, i64& option_counts) {
    const u64 least = _mm512_reduce_min_epu64(best);
    item = least == ~u64{0} ? -1 : static_cast<std::int32_t>(least & 0xffffffffu);
    option_counts = static_cast<i64>(least >> 32);
  }

  template <int Width>
  static void choose(const Table& table, const u64* active, const std::uint32_t* use, const std::uint32_t* end,
                     u64* child) {
    constexpr __mmask8 mask = static_cast<__mmask8>((1u << Width) - 1);
    __m512i conflicts = _mm512_setzero_si512();
    for (; use < end; ++use)
      conflicts = _mm512_or_si512(
          conflicts, _mm512_maskz_loadu_epi64(mask, table.class_conflicts + static_cast<i64>(*use) * stride_of(Width)));
    // Whole stores: what was stored through a mask cannot be read back before it has left the core.
    _mm512_storeu_si512(child, _mm512_andnot_si512(conflicts, _mm512_loadu_si512(active)));
  }

  static void choose(const Table& table, const u64* active, const std::uint32_t* use, const std::uint32_t* end,
                     u64* child, Words& list) {
    const std::int32_t words = table.words;
    std::int32_t listed = 0;
    for (std::int32_t w = 0; w < words; w += 8) {
      const std::int32_t left = words - w;
      const __mmask8 mask = left >= 8 ? 0xff : static_cast<__mmask8>((1u << left) - 1);
      __m512i conflicts = _mm512_setzero_si512();
      for (const std::uint32_t* at = use; at < end; ++at)
        conflicts = _mm512_or_si512(
            conflicts,
            _mm512_maskz_loadu_epi64(mask, table.class_conflicts + static_cast<i64>(*at) * table.stride + w));
      const __m512i kept = _mm512_andnot_si512(conflicts, _mm512_loadu_si512(active + w));
      _mm512_storeu_si512(child + w, kept);
      const __mmask8 some = _mm512_mask_test_epi64_mask(mask, kept, kept);
      const __m512i at =
          _mm512_add_epi64(_mm512_set1_epi64(8 * static_cast<i64>(w)), _mm512_set_epi64(56, 48, 40, 32, 24, 16, 8, 0));
      _mm512_storeu_si512(list.bits + listed, _mm512_maskz_compress_epi64(some, kept));
      _mm512_storeu_si512(list.at + listed, _mm512_maskz_compress_epi64(some, at));
      listed += __builtin_popcount(some);
    }
    list.count = listed;
    _mm512_storeu_si512(list.bits + listed, _mm512_setzero_si512());
    _mm512_storeu_si512(list.at + listed, _mm512_setzero_si512());
  }
};
#endif

}  // namespace

}  // namespace tilewright::search::dense
