// The dense search with AVX2. Compiled with flags of its own: it must include nothing that defines
// inline functions shared with other files.
#include <immintrin.h>

#include "cover/dense_kernel.hpp"

namespace tilewright::cover::dense {

namespace {

struct Lanes {
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
  static inline __m256i bits(__m256i v) {
    const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, 0, 1, 1, 2,
                                           1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i nibble = _mm256_set1_epi8(15);
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(table, _mm256_and_si256(v, nibble)),
        _mm256_shuffle_epi8(table, _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble)));
  }

  static inline Counts count(const u64* rows, const Words& list) {
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

  // One mask of 64-bit lanes from four bits.
  static inline __m256i lanes(unsigned bits) {
    const __m256i bit = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(bits), bit), bit);
  }

  template <bool Many>
  static inline bool merge_half(__m256i& best, __m256i counts, unsigned open, std::int32_t lane,
                                const i64* bias) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i mask = lanes(open);
    __m256i ways = counts;
    if constexpr (Many) {
      const __m256i lean = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bias));
      const __m256i one = _mm256_set1_epi64x(1);
      ways = _mm256_add_epi64(counts, lean);
      if (!_mm256_testz_si256(mask, _mm256_cmpgt_epi64(one, ways))) return false;
      const __m256i idle =
          _mm256_and_si256(_mm256_cmpeq_epi64(lean, one), _mm256_cmpeq_epi64(counts, zero));
      mask = _mm256_andnot_si256(idle, mask);
    } else {
      if (!_mm256_testz_si256(mask, _mm256_cmpeq_epi64(counts, zero))) return false;
    }
    const __m256i key = _mm256_or_si256(
        _mm256_slli_epi64(ways, 32),
        _mm256_add_epi64(_mm256_set1_epi64x(lane), _mm256_setr_epi64x(0, 1, 2, 3)));
    const __m256i better = _mm256_and_si256(mask, _mm256_cmpgt_epi64(best, key));
    best = _mm256_blendv_epi8(best, key, better);
    return true;
  }

  template <bool Many>
  static inline bool merge(Best& best, const Counts& counts, unsigned open, std::int32_t group,
                           const i64* bias) {
    return merge_half<Many>(best.low, counts.low, open & 15, 8 * group, bias) &&
           merge_half<Many>(best.high, counts.high, open >> 4, 8 * group + 4, Many ? bias + 4 : nullptr);
  }

  static inline void result(const Best& best, std::int32_t& item, i64& ways) {
    const __m256i four =
        _mm256_blendv_epi8(best.low, best.high, _mm256_cmpgt_epi64(best.low, best.high));
    const __m128i a = _mm256_castsi256_si128(four), b = _mm256_extracti128_si256(four, 1);
    const __m128i two = _mm_blendv_epi8(a, b, _mm_cmpgt_epi64(a, b));
    const i64 x = _mm_cvtsi128_si64(two), y = _mm_extract_epi64(two, 1);
    const i64 least = x < y ? x : y;
    item = least == 0x7fffffffffffffff ? -1 : static_cast<std::int32_t>(least & 0xffffffff);
    ways = least >> 32;
  }

  static inline void choose(const Table& table, const u64* active, std::int32_t option, u64* child,
                            Words& list) {
    const std::uint32_t begin = table.starts[option], end = table.starts[option + 1];
    const std::int32_t words = table.words;
    std::int32_t w = 0, listed = 0;
    for (; w + 4 <= words; w += 4) {
      __m256i shut = _mm256_setzero_si256();
      if (table.conflict)
        shut = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(
            table.conflict + static_cast<i64>(option) * words + w));
      else
        for (std::uint32_t k = begin; k < end; ++k)
          shut = _mm256_or_si256(shut, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(
                                         table.clear + static_cast<i64>(table.uses[k]) * words + w)));
      _mm256_storeu_si256(
          reinterpret_cast<__m256i*>(child + w),
          _mm256_andnot_si256(shut, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(active + w))));
    }
    for (; w < words; ++w) {
      u64 shut = 0;
      if (table.conflict)
        shut = table.conflict[static_cast<i64>(option) * words + w];
      else
        for (std::uint32_t k = begin; k < end; ++k)
          shut |= table.clear[static_cast<i64>(table.uses[k]) * words + w];
      child[w] = active[w] & ~shut;
    }
    for (w = 0; w < words; ++w) {
      list.bits[listed] = child[w];
      list.at[listed] = 8 * static_cast<i64>(w);
      listed += child[w] != 0;
    }
    list.count = listed;
  }
};

}  // namespace

#include "cover/dense_loop.inc"

Event run_avx2(Machine& machine) { return machine.many ? run<true>(machine) : run<false>(machine); }
bool judge_avx2(Machine& machine, Frame& frame) {
  return machine.many ? judge_alone<true>(machine, frame) : judge_alone<false>(machine, frame);
}
bool branch_avx2(Machine& machine, Frame& frame, Frame& child) {
  return machine.many ? next_branch<true>(frame, child, machine.words)
                      : next_branch<false>(frame, child, machine.words);
}

}  // namespace tilewright::cover::dense
