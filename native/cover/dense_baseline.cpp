// The dense search in plain C++: scalar popcounts, for every machine.
#include "cover/dense_kernel.hpp"

namespace tilewright::cover::dense {

namespace {

struct Lanes {
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

  template <bool Many>
  static inline bool merge(Best& best, const Counts& counts, unsigned open, std::int32_t group,
                           const i64* bias) {
    for (; open; open &= open - 1) {
      const int lane = __builtin_ctz(open);
      i64 ways = counts.of[lane];
      if constexpr (Many) {
        ways += bias[lane];
        if (bias[lane] == 1 && !counts.of[lane]) continue;
      }
      if (ways <= 0) return false;
      const u64 key = static_cast<u64>(ways) << 32 | static_cast<u64>(8 * group + lane);
      if (key < best.least) best.least = key;
    }
    return true;
  }

  static inline void result(Best best, std::int32_t& item, i64& ways) {
    item = best.least == ~u64{0} ? -1 : static_cast<std::int32_t>(best.least & 0xffffffffu);
    ways = static_cast<i64>(best.least >> 32);
  }

  static inline void choose(const Table& table, const u64* active, std::int32_t option, u64* child,
                            Words& list) {
    const std::uint32_t begin = table.starts[option], end = table.starts[option + 1];
    const std::int32_t words = table.words;
    list.count = 0;
    for (std::int32_t w = 0; w < words; ++w) {
      u64 shut = 0;
      if (table.conflict)
        shut = table.conflict[static_cast<i64>(option) * words + w];
      else
        for (std::uint32_t k = begin; k < end; ++k)
          shut |= table.clear[static_cast<i64>(table.uses[k]) * words + w];
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

Event run_baseline(Machine& machine) { return machine.many ? run<true>(machine) : run<false>(machine); }
bool judge_baseline(Machine& machine, Frame& frame) {
  return machine.many ? judge_alone<true>(machine, frame) : judge_alone<false>(machine, frame);
}

bool branch_baseline(Machine& machine, Frame& frame, Frame& child) {
  return machine.many ? next_branch<true>(frame, child, machine.words)
                      : next_branch<false>(frame, child, machine.words);
}

}  // namespace tilewright::cover::dense
