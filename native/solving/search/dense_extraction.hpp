// Tables of their own for the parts of a dense search: what is left below a node, packed to rows without gaps.
#pragma once

#include "solving/search/dense_kernels.hpp"
#include "solving/search/dense_lanes.hpp"

namespace tilewright::search::dense {

namespace {

template <class Set>
struct Extraction {
  using Lanes = dense::Lanes<Set>;

  // Whether a fresh frame is worth a table of its own: what the nodes expected below would save
  // against what packing it costs.
  static bool worth(const Frame& frame, const SubtreeStats& subtree_stats, std::int32_t primary, std::int32_t classes,
                    bool forward_checking) {
    const Table& table = *frame.table;
    const i64 size = static_cast<i64>(table.words) * table.groups;
    if (size <= 2) return false;
    const i64 options = frame.options_left;
    i64 items = 0;
    for (std::int32_t w = 0; w < table.open_words; ++w) items += __builtin_popcountll(frame.open[w]);
    const i64 small = ((options + 63) >> 6) * ((items + 7) >> 3);
    if (4 * small > 3 * size) return false;
    // Forward checking takes as long as some nodes do, and far longer where rows are long.
    if (forward_checking && table.words > 8 && options <= 8 * 64) return true;
    const u64 weight = forward_checking ? 8 : 1;
    const u64 words = static_cast<u64>(table.words < 8 ? table.words : 8);
    const u64 rows = static_cast<u64>(items + classes - primary);
    return weight * subtree_stats.nodes * static_cast<u64>(size - small) >=
           subtree_stats.visits * (Lanes::kExtractCost * rows * words + static_cast<u64>(options));
  }

  // Packs the listed words of a row, `step` apart per word of the row, into `out`, which has a word to spare.
  template <class Word>
  static void pack(const Words& list, std::int32_t words, u64* out, const Word& word) {
    for (std::int32_t w = 0; w <= words; ++w) out[w] = 0;
    for (std::int32_t k = 0; k < list.count; ++k) {
      const u64 bits = Lanes::gather(word(k), list.bits[k]);
      const std::int32_t shift = list.shift[k];
      out[list.place[k]] |= bits << shift;
      out[list.place[k] + 1] |= (bits >> 1) >> (63 - shift);
    }
  }

  static void extract(Context& context, Frame& frame, Table& table) {
    const Table& from = *frame.table;
    Words& list = context.words;
    const i64 wide = from.words;
    const std::int32_t words = table.words;
    list_words(frame.active, from.words, list);
    std::int32_t option = 0;
    for (std::int32_t k = 0; k < list.count; ++k) {
      list.place[k] = option >> 6;
      list.shift[k] = option & 63;
      for (u64 bits = list.bits[k]; bits; bits &= bits - 1)
        table.ids[option++] = from.ids[8 * list.at[k] + __builtin_ctzll(bits)];
    }
    // Items: their rows, their places, and what they still need.
    for (std::int32_t w = 0; w < table.open_words; ++w) table.bounded[w] = 0;
    table.first_bounded_group = table.groups;
    std::int32_t lane = 0, item = -1;
    u64 stale = 0;
    for (std::int32_t w = 0; w < from.open_words; ++w) {
      const u64 was = frame.option_counts ? frame.stale[w] : 0;
      for (u64 bits = frame.open[w]; bits; bits &= bits - 1, ++lane) {
        if (was & bits & -bits) stale |= u64{1} << (lane & 63);
        if (frame.option_counts && (lane & 63) == 63) frame.stale[lane >> 6] = stale, stale = 0;
        const std::int32_t old = 64 * w + __builtin_ctzll(bits);
        const u64* row = from.rows + static_cast<i64>(old >> 3) * wide * 8 + (old & 7);
        pack(list, words, list.packed, [&](std::int32_t k) { return row[list.at[k]]; });
        const std::int32_t id = from.lanes[old];
        u64* to = table.rows + static_cast<i64>(lane >> 3) * words * 8 + (lane & 7);
        u64* class_conflicts = table.class_conflicts + static_cast<i64>(id) * table.stride;
        for (std::int32_t v = 0; v < words; ++v) class_conflicts[v] = to[8 * v] = list.packed[v];
        table.lanes[lane] = id;
        table.lane_of[id] = lane;
        u64* cover = table.cover + static_cast<i64>(id) * table.open_words;
        for (std::int32_t v = 0; v < table.open_words; ++v) cover[v] = 0;
        cover[lane >> 6] = u64{1} << (lane & 63);
        if (old == frame.item) item = lane;
        // lane <= old: in place is safe, here and below.
        if (frame.option_counts) frame.option_counts[lane] = frame.option_counts[old];
        if (!frame.bias) continue;
        if (from.bounded[w] & bits & -bits) {
          table.bounded[lane >> 6] |= u64{1} << (lane & 63);
          if (table.first_bounded_group == table.groups) table.first_bounded_group = lane >> 3;
        }
        // Frames carry these from the first group with bounds on only.
        const bool carried = old >= 8 * from.first_bounded_group;
        frame.bias[lane] = carried ? frame.bias[old] : 0;
        frame.capacity[lane] = carried ? frame.capacity[old] : 1;
      }
    }
    if (frame.option_counts && (lane & 63)) frame.stale[lane >> 6] = stale;
    for (; lane < 8 * table.groups; ++lane) {
      u64* to = table.rows + static_cast<i64>(lane >> 3) * words * 8 + (lane & 7);
      for (std::int32_t v = 0; v < words; ++v) to[8 * v] = 0;
      if (frame.bias) frame.bias[lane] = 0, frame.capacity[lane] = 1;
    }
    for (std::int32_t c = context.primary; c < context.classes; ++c) {
      const u64* row = from.class_conflicts + static_cast<i64>(c) * from.stride;
      pack(list, words, list.packed, [&](std::int32_t k) { return row[list.at[k] >> 3]; });
      for (std::int32_t v = 0; v < words; ++v)
        table.class_conflicts[static_cast<i64>(c) * table.stride + v] = list.packed[v];
      for (std::int32_t v = 0; v < table.open_words; ++v) table.cover[static_cast<i64>(c) * table.open_words + v] = 0;
    }
    pack(list, words, list.packed, [&](std::int32_t k) { return frame.untried[list.at[k] >> 3]; });
    for (std::int32_t w = 0; w < words; ++w) {
      frame.untried[w] = list.packed[w];
      frame.active[w] = bits_below(table.options - 64 * w);
    }
    for (std::int32_t w = 0; w < table.open_words; ++w) frame.open[w] = bits_below(table.items - 64 * w);
    frame.item = item;
    frame.table = &table;
  }
};

}  // namespace

}  // namespace tilewright::search::dense
