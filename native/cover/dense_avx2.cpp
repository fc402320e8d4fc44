// The dense search with AVX2. Compiled with flags of its own: it must include nothing that defines
// inline functions shared with other files.
#include <immintrin.h>

#include "cover/dense_kernel.hpp"

namespace tilewright::cover::dense {

namespace {

struct Lanes {
  // What packing a word of a row costs, in words judged: found by trial on pentomino boards.
  static constexpr u64 extract_cost = 10;
  static constexpr bool unrolled = true;

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

  template <int Width>
  static inline Counts count(const u64* rows, const u64* active) {
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

  static inline unsigned other_than(const Counts& counts, const i64* before) {
    const auto* at = reinterpret_cast<const __m256i*>(before);
    const __m256i low = _mm256_cmpeq_epi64(counts.low, _mm256_loadu_si256(at));
    const __m256i high = _mm256_cmpeq_epi64(counts.high, _mm256_loadu_si256(at + 1));
    const int same = _mm256_movemask_pd(_mm256_castsi256_pd(low)) | _mm256_movemask_pd(_mm256_castsi256_pd(high)) << 4;
    return ~static_cast<unsigned>(same) & 0xff;
  }
  static inline void keep(const Counts& counts, i64* ways) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(ways), counts.low);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(ways) + 1, counts.high);
  }

  template <int Width>
  static inline bool look_into(const Table& table, const u64* row, u64* active) {
    u64 left[Width];
    for (int w = 0; w < Width; ++w) left[w] = active[w] & ~row[w];
    for (int v = 0; v < Width; ++v)
      for (u64 bits = active[v] & row[v]; bits; bits &= bits - 1) {
        const u64* shut = table.shut + (64 * v + __builtin_ctzll(bits)) * static_cast<i64>(stride_of(Width));
        u64 any = 0;
        for (int w = 0; w < Width; ++w) any |= left[w] &= shut[w];
        if (!any) return false;
      }
    for (int w = 0; w < Width; ++w) active[w] &= ~left[w];
    return true;
  }

  // The bits of `value` at the set bits of `mask`, side by side.
  static inline u64 gather(u64 value, u64 mask) { return _pext_u64(value, mask); }

  // One mask of 64-bit lanes from four bits.
  static inline __m256i lanes(unsigned bits) {
    const __m256i bit = _mm256_setr_epi64x(1, 2, 4, 8);
    return _mm256_cmpeq_epi64(_mm256_and_si256(_mm256_set1_epi64x(bits), bit), bit);
  }

  using Dead = __m256i;  // lanes of open items that cannot be covered
  static Dead alive() { return _mm256_setzero_si256(); }
  static bool is_dead(Dead dead) { return !_mm256_testz_si256(dead, dead); }

  template <bool Many>
  static inline void gather_half(__m256i& best, Dead& dead, __m256i counts, unsigned open,
                                 std::int32_t lane, const i64* bias) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i mask = lanes(open);
    __m256i ways = counts;
    if constexpr (Many) {
      const __m256i lean = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bias));
      const __m256i one = _mm256_set1_epi64x(1);
      ways = _mm256_add_epi64(counts, lean);
      dead = _mm256_or_si256(dead, _mm256_and_si256(mask, _mm256_cmpgt_epi64(one, ways)));
      const __m256i idle =
          _mm256_and_si256(_mm256_cmpeq_epi64(lean, one), _mm256_cmpeq_epi64(counts, zero));
      mask = _mm256_andnot_si256(idle, mask);
    } else {
      dead = _mm256_or_si256(dead, _mm256_and_si256(mask, _mm256_cmpeq_epi64(counts, zero)));
    }
    const __m256i key = _mm256_or_si256(
        _mm256_slli_epi64(ways, 32),
        _mm256_add_epi64(_mm256_set1_epi64x(lane), _mm256_setr_epi64x(0, 1, 2, 3)));
    const __m256i better = _mm256_and_si256(mask, _mm256_cmpgt_epi64(best, key));
    best = _mm256_blendv_epi8(best, key, better);
  }

  template <bool Many>
  static inline void gather_least(Best& best, Dead& dead, const Counts& counts, unsigned open,
                                  std::int32_t group, const i64* bias) {
    gather_half<Many>(best.low, dead, counts.low, open & 15, 8 * group, bias);
    gather_half<Many>(best.high, dead, counts.high, open >> 4, 8 * group + 4, Many ? bias + 4 : nullptr);
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

  template <int Width>
  static inline void choose(const Table& table, const u64* active, const std::uint32_t* use,
                            const std::uint32_t* end, u64* child) {
    u64 shut[Width] = {};
    for (; use < end; ++use)
      for (int w = 0; w < Width; ++w) shut[w] |= table.clear[static_cast<i64>(*use) * stride_of(Width) + w];
    for (int w = 0; w < Width; ++w) child[w] = active[w] & ~shut[w];
  }

  static inline void choose(const Table& table, const u64* active, const std::uint32_t* use,
                            const std::uint32_t* end, u64* child, Words& list) {
    const std::int32_t words = table.words;
    std::int32_t w = 0;
    for (; w + 4 <= words; w += 4) {
      __m256i shut = _mm256_setzero_si256();
      for (const std::uint32_t* at = use; at < end; ++at)
        shut = _mm256_or_si256(shut, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(
                                         table.clear + static_cast<i64>(*at) * table.stride + w)));
      _mm256_storeu_si256(
          reinterpret_cast<__m256i*>(child + w),
          _mm256_andnot_si256(shut, _mm256_loadu_si256(reinterpret_cast<const __m256i*>(active + w))));
    }
    for (; w < words; ++w) {
      u64 shut = 0;
      for (const std::uint32_t* at = use; at < end; ++at)
        shut |= table.clear[static_cast<i64>(*at) * table.stride + w];
      child[w] = active[w] & ~shut;
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

#include "cover/dense_loop.inc"

const Unit unit_avx2 = unit;

}  // namespace tilewright::cover::dense
