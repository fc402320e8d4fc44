// The loop of the bitmask engine.
#pragma once

#if defined(__SSE4_1__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <bit>

#include "simd/instruction_sets.hpp"
#include "solving/search/bitmask_kernels.hpp"

namespace tilewright::search::bitmask {

namespace {

// The members of a group that fit a state, as 8 bits.
template <class Set>
struct Fit;

template <>
struct Fit<simd::Baseline> {
  template <int W>
  static TILEWRIGHT_INLINE std::uint64_t eight(const Group<W>& group, const Bits<W>& state) {
#if defined(__SSE4_1__)
    unsigned fit = 0;
    for (int n = 0; n < 8; n += 2) {
      __m128i clash = _mm_setzero_si128();
      for (int k = 0; k < W; ++k)
        clash = _mm_or_si128(clash, _mm_and_si128(_mm_load_si128(reinterpret_cast<const __m128i*>(&group.plane[k][n])),
                                                  _mm_set1_epi64x(static_cast<long long>(state.w[k]))));
      const __m128i free = _mm_cmpeq_epi64(clash, _mm_setzero_si128());
      fit |= static_cast<unsigned>(_mm_movemask_pd(_mm_castsi128_pd(free))) << n;
    }
    return fit;
#else
    std::uint64_t fit = 0;
    for (int n = 0; n < 8; ++n) {
      std::uint64_t clash = 0;
      for (int k = 0; k < W; ++k) clash |= group.plane[k][n] & state.w[k];
      fit |= std::uint64_t{clash == 0} << n;
    }
    return fit;
#endif
  }
};

#ifdef __AVX2__
template <>
struct Fit<simd::Avx2> {
  template <int W>
  static TILEWRIGHT_INLINE std::uint64_t eight(const Group<W>& group, const Bits<W>& state) {
    unsigned fit = 0;
    for (int n = 0; n < 8; n += 4) {
      __m256i clash = _mm256_setzero_si256();
      for (int k = 0; k < W; ++k)
        clash = _mm256_or_si256(
            clash, _mm256_and_si256(_mm256_load_si256(reinterpret_cast<const __m256i*>(&group.plane[k][n])),
                                    _mm256_set1_epi64x(static_cast<long long>(state.w[k]))));
      const __m256i free = _mm256_cmpeq_epi64(clash, _mm256_setzero_si256());
      fit |= static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(free))) << n;
    }
    return fit;
  }
};
#endif

#ifdef __AVX512F__
template <>
struct Fit<simd::Avx512> {
  template <int W>
  static TILEWRIGHT_INLINE std::uint64_t eight(const Group<W>& group, const Bits<W>& state) {
    __mmask8 fit = 0xff;
    for (int k = 0; k < W; ++k)
      fit = _mm512_mask_testn_epi64_mask(fit, _mm512_load_si512(group.plane[k]),
                                         _mm512_set1_epi64(static_cast<long long>(state.w[k])));
    return fit;
  }
};
#endif

template <class Set, int W>
TILEWRIGHT_INLINE std::uint64_t fitting(const List<W>& list, std::uint32_t chunk, const Bits<W>& state) {
  const std::uint32_t first = 8 * chunk, count = std::min(list.count - first, 8u);
  std::uint64_t fit = Fit<Set>::eight(list.groups[first], state);
  for (std::uint32_t g = 1; g < count; ++g) fit |= Fit<Set>::eight(list.groups[first + g], state) << 8 * g;
  return fit;
}

template <class Set, int W, bool Counted>
Status walk(Sweep<W>& sweep, std::uint64_t budget, std::uint64_t& nodes, SolutionSink<W>& sink) {
  Frame<W>* top = &sweep.frames[sweep.depth];
  std::uint64_t left = budget;
  Status status = Status::running;
  const bool cuts = sweep.region_cuts;
  while (left) {
    std::uint64_t fit = top->fitting;
    const List<W>& list = *top->list;
    while (!fit && 8 * (top->chunk + 1) < list.count) fit = fitting<Set>(list, ++top->chunk, top->state);
    if (!fit) {
      if (top == sweep.frames.data()) {
        top = nullptr;
        status = Status::complete;
        break;
      }
      --top;
      if constexpr (Counted)
        if (top->counter >= 0) ++sweep.counters[top->counter].left;
      continue;
    }
    // Options of this frame, until one leads to a frame of its own.
    const std::int32_t from = top->place;
    const Shape<W>& shape = *sweep.places[from].shape;
    const Bits<W> before = top->state;
    bool down = false;
    do {
      const int bit = std::countr_zero(fit);
      fit &= fit - 1;
      const Group<W>& group = list.groups[8 * top->chunk + (bit >> 3)];
      Bits<W> state;
      for (int k = 0; k < W; ++k) state.w[k] = group.plane[k][bit & 7];
      const std::uint32_t* rank = &list.rank[64 * top->chunk + bit];
      std::int32_t counter = -1;
      if constexpr (Counted) {
        state = state & ~sweep.exhausted;
        counter = shape.counters[*rank];
        if (counter >= 0 && --sweep.counters[counter].left == 0) state |= Bits<W>::one(sweep.counters[counter].bit);
      }
      state |= before;
      const std::int32_t to = sweep.next(from, state);
      if (to < 0) {
        --left;
        if (sweep.solved(state)) {
          top->taken = static_cast<std::int32_t>(*rank);
          if (sink.found(sweep, static_cast<std::int32_t>(top - sweep.frames.data()))) {
            status = Status::full;
          }
        }
      } else if (!cuts || !sweep.infeasible(to, state)) {
        --left;
        Shape<W>* next = sweep.places[to].shape;
        if (next) {
          const List<W>& next_list = sweep.list(*next, state);
          const std::uint64_t next_fit = fitting<Set>(next_list, 0, state);
          if (next_fit || next_list.count > 8) {
            top->fitting = fit;
            top->taken = static_cast<std::int32_t>(*rank);
            top->counter = counter;
            ++top;
            top->state = state;
            top->fitting = next_fit;
            top->list = &next_list;
            top->place = to;
            top->chunk = 0;
            top->taken = -1;
            top->counter = -1;
            down = true;
            break;
          }
        }
      } else {
        if constexpr (Counted)
          if (counter >= 0) ++sweep.counters[counter].left;
        continue;
      }
      if constexpr (Counted)
        if (counter >= 0) ++sweep.counters[counter].left;
      if (!left || status == Status::full) {
        top->taken = static_cast<std::int32_t>(*rank);
        break;
      }
    } while (fit);
    if (!down) top->fitting = fit;
    if (status == Status::full) break;
  }
  sweep.depth = top ? static_cast<std::int32_t>(top - sweep.frames.data()) : -1;
  nodes += budget - left;
  return status;
}

}  // namespace

template <class Set, int W>
Kernels<W> kernels() {
  return {fitting<Set, W>, walk<Set, W, false>, walk<Set, W, true>};
}

}  // namespace tilewright::search::bitmask
