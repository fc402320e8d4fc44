// What the dense search does with a group of eight items (lanes) at a time, word by word: without vectors, and what short
// vectors have in common with that.
#pragma once

#include "simd/instruction_sets.hpp"
#include "solving/search/dense_kernels.hpp"

namespace tilewright::search::dense {

namespace {

// Lists the words of a node that are not zero.
inline void list_words(const u64* active, std::int32_t words, Words& list) {
  list.count = 0;
  for (std::int32_t w = 0; w < words; ++w) {
    list.bits[list.count] = active[w];
    list.at[list.count] = 8 * static_cast<i64>(w);
    list.count += active[w] != 0;
  }
  for (std::int32_t k = list.count; k < list.count + 4; ++k) list.bits[k] = 0, list.at[k] = 0;
}

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

}  // namespace

}  // namespace tilewright::search::dense
