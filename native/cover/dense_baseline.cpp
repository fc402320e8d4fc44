// The dense search in plain C++: scalar popcounts, for every machine.
#include "cover/dense_kernel.hpp"

namespace tilewright::cover::dense {

namespace {

struct Lanes {
  // What packing a word of a row costs, in words judged: found by trial on pentomino boards.
  static constexpr u64 extract_cost = 100;
  // Without vectors an early end saves more than unrolled loops do.
  static constexpr bool unrolled = false;

  struct Best {
    u64 least;  // ways << 32 | item
  };
  struct Counts {
    i64 of[8];
  };
  static Best none() { return {~u64{0}}; }

  static inline Counts count(const u64* rows, const Words& list) {
    Counts sum{};
    for (std::int32_t k = 0; k < list.count; ++k) {
      const u64 bits = list.bits[k];
      const u64* row = rows + list.at[k];
      for (int lane = 0; lane < 8; ++lane) sum.of[lane] += __builtin_popcountll(row[lane] & bits);
    }
    return sum;
  }

  template <int Width>
  static inline Counts count(const u64* rows, const u64* active) {
    Counts sum{};
    for (std::int32_t w = 0; w < Width; ++w)
      for (int lane = 0; lane < 8; ++lane)
        sum.of[lane] += __builtin_popcountll(rows[8 * w + lane] & active[w]);
    return sum;
  }

  static inline unsigned other_than(const Counts& counts, const i64* before) {
    unsigned other = 0;
    for (int lane = 0; lane < 8; ++lane) other |= static_cast<unsigned>(counts.of[lane] != before[lane]) << lane;
    return other;
  }
  static inline void keep(const Counts& counts, i64* ways) {
    for (int lane = 0; lane < 8; ++lane) ways[lane] = counts.of[lane];
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
  static inline u64 gather(u64 value, u64 mask) {
    u64 bits = 0;
    int at = 0;
    for (; mask; mask &= mask - 1, ++at) bits |= (value >> __builtin_ctzll(mask) & 1) << at;
    return bits;
  }

  using Dead = bool;
  static Dead alive() { return false; }
  static bool is_dead(Dead dead) { return dead; }

  template <bool Many>
  static inline void gather_least(Best& best, Dead& dead, const Counts& counts, unsigned open,
                                  std::int32_t group, const i64* bias) {
    for (; open; open &= open - 1) {
      const int lane = __builtin_ctz(open);
      i64 ways = counts.of[lane];
      if constexpr (Many) {
        // Nothing left to cover it with, nothing needed: done.
        if (bias[lane] == 1 && !ways) continue;
        ways += bias[lane];
      }
      dead |= ways <= 0;
      const u64 key = static_cast<u64>(ways) << 32 | static_cast<u64>(8 * group + lane);
      if (key < best.least) best.least = key;
    }
  }

  static inline void result(Best best, std::int32_t& item, i64& ways) {
    item = best.least == ~u64{0} ? -1 : static_cast<std::int32_t>(best.least & 0xffffffffu);
    ways = static_cast<i64>(best.least >> 32);
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
    list.count = 0;
    for (std::int32_t w = 0; w < words; ++w) {
      u64 shut = 0;
      for (const std::uint32_t* at = use; at < end; ++at)
        shut |= table.clear[static_cast<i64>(*at) * table.stride + w];
      const u64 kept = active[w] & ~shut;
      child[w] = kept;
      list.bits[list.count] = kept;
      list.at[list.count] = 8 * static_cast<i64>(w);
      list.count += kept != 0;
    }
  }
};

}  // namespace

#include "cover/dense_loop.inc"

const Unit unit_baseline = unit;

}  // namespace tilewright::cover::dense
