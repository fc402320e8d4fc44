// The dense search with AVX-512 and its vector popcount. Compiled with flags of its own: it must
// include nothing that defines inline functions shared with other files.
#include <immintrin.h>

#include "cover/dense_kernel.hpp"

namespace tilewright::cover::dense {

namespace {

struct Lanes {
  using Best = __m512i;  // per lane: ways << 32 | item
  static Best none() { return _mm512_set1_epi64(-1); }

  static inline __m512i count(const u64* rows, const Words& list) {
    __m512i sum = _mm512_setzero_si512();
    for (std::int32_t k = 0; k < list.count; ++k)
      sum = _mm512_add_epi64(
          sum, _mm512_popcnt_epi64(_mm512_and_si512(_mm512_set1_epi64(static_cast<i64>(list.bits[k])),
                                                    _mm512_loadu_si512(rows + list.at[k]))));
    return sum;
  }

  template <bool Many>
  static inline bool merge(Best& best, __m512i counts, unsigned open, std::int32_t group,
                           const i64* bias) {
    __mmask8 mask = static_cast<__mmask8>(open);
    __m512i ways = counts;
    if constexpr (Many) {
      const __m512i lean = _mm512_loadu_si512(bias);
      ways = _mm512_add_epi64(counts, lean);
      if (_mm512_mask_cmple_epi64_mask(mask, ways, _mm512_setzero_si512())) return false;
      // Nothing left to cover it with, nothing needed: done.
      const __mmask8 idle = _mm512_cmpeq_epi64_mask(lean, _mm512_set1_epi64(1)) &
                            _mm512_testn_epi64_mask(counts, counts);
      mask &= static_cast<__mmask8>(~idle);
    } else {
      if (_mm512_mask_testn_epi64_mask(mask, counts, counts)) return false;
    }
    const __m512i lane = _mm512_add_epi64(_mm512_set1_epi64(8 * group),
                                          _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
    best = _mm512_mask_min_epu64(best, mask, best, _mm512_or_si512(_mm512_slli_epi64(ways, 32), lane));
    return true;
  }

  static inline void result(Best best, std::int32_t& item, i64& ways) {
    const u64 least = _mm512_reduce_min_epu64(best);
    item = least == ~u64{0} ? -1 : static_cast<std::int32_t>(least & 0xffffffffu);
    ways = static_cast<i64>(least >> 32);
  }

  static inline void choose(const Table& table, const u64* active, std::int32_t option, u64* child,
                            Words& list) {
    const std::uint32_t begin = table.starts[option], end = table.starts[option + 1];
    const std::int32_t words = table.words;
    std::int32_t listed = 0;
    for (std::int32_t w = 0; w < words; w += 8) {
      const std::int32_t left = words - w;
      const __mmask8 mask = left >= 8 ? 0xff : static_cast<__mmask8>((1u << left) - 1);
      __m512i shut = _mm512_setzero_si512();
      if (table.conflict)
        shut = _mm512_maskz_loadu_epi64(mask, table.conflict + static_cast<i64>(option) * words + w);
      else
        for (std::uint32_t k = begin; k < end; ++k)
        shut = _mm512_or_si512(
            shut, _mm512_maskz_loadu_epi64(
                      mask, table.clear + static_cast<i64>(table.uses[k]) * words + w));
      const __m512i kept = _mm512_andnot_si512(shut, _mm512_maskz_loadu_epi64(mask, active + w));
      _mm512_mask_storeu_epi64(child + w, mask, kept);
      const __mmask8 some = _mm512_test_epi64_mask(kept, kept);
      const __m512i at = _mm512_add_epi64(_mm512_set1_epi64(8 * static_cast<i64>(w)),
                                          _mm512_set_epi64(56, 48, 40, 32, 24, 16, 8, 0));
      _mm512_storeu_si512(list.bits + listed, _mm512_maskz_compress_epi64(some, kept));
      _mm512_storeu_si512(list.at + listed, _mm512_maskz_compress_epi64(some, at));
      listed += __builtin_popcount(some);
    }
    list.count = listed;
  }
};

}  // namespace

#include "cover/dense_loop.inc"

Event run_avx512(Machine& machine) { return machine.many ? run<true>(machine) : run<false>(machine); }
bool judge_avx512(Machine& machine, Frame& frame) {
  return machine.many ? judge_alone<true>(machine, frame) : judge_alone<false>(machine, frame);
}

bool branch_avx512(Machine& machine, Frame& frame, Frame& child) {
  return machine.many ? next_branch<true>(frame, child, machine.words)
                      : next_branch<false>(frame, child, machine.words);
}

}  // namespace tilewright::cover::dense
