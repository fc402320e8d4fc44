// What the dense search does with a group of eight items (lanes) at a time, with AVX-512.
#pragma once

#ifdef __AVX512VPOPCNTDQ__

#include <immintrin.h>

#include "solving/search/dense_words.hpp"

namespace tilewright::search::dense {

namespace {

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

}  // namespace

}  // namespace tilewright::search::dense

#endif
