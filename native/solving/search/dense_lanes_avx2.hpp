// What the dense search does with a group of eight items (lanes) at a time, with AVX2.
#pragma once

#ifdef __AVX2__

#include <immintrin.h>

#include "solving/search/dense_words.hpp"

namespace tilewright::search::dense {

namespace {

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

}  // namespace

}  // namespace tilewright::search::dense

#endif
