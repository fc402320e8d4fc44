// The loop of the dense search.
//
// Width is the number of words of the table where that is 1 to 8, and then all loops over words are
// unrolled; 0 is any number, and then the words that are not zero are listed first.
#pragma once

#include "solve/search/dense_kernels.hpp"
#include "solve/search/dense_lanes.hpp"

namespace tilewright::search::dense {

namespace {

template <class Set>
struct Loop {
  using Lanes = dense::Lanes<Set>;

  // Lists the words of a node that are not zero.
  static void list_words(const u64* active, std::int32_t words, Words& list) {
    list.count = 0;
    for (std::int32_t w = 0; w < words; ++w) {
      list.bits[list.count] = active[w];
      list.at[list.count] = 8 * static_cast<i64>(w);
      list.count += active[w] != 0;
    }
    for (std::int32_t k = list.count; k < list.count + 4; ++k) list.bits[k] = 0, list.at[k] = 0;
  }

  // The first word that is not zero, or Width.
  template <int Width>
  static std::int32_t first_word(const u64* bits) {
    unsigned some = 1u << Width;
    for (int w = 0; w < Width; ++w) some |= static_cast<unsigned>(bits[w] != 0) << w;
    return __builtin_ctz(some);
  }

  // The first word that is not zero, or `words`.
  static std::int32_t first_word(const u64* bits, std::int32_t words) {
    std::int32_t w = 0;
    while (w < words && !bits[w]) ++w;
    return w;
  }

  static unsigned open_lanes(const u64* open, std::int32_t group) {
    return static_cast<unsigned>(open[group >> 3] >> ((group & 7) * 8)) & 0xffu;
  }

  // Writes down how many options the items of a group have, and which of those have fewer than before.
  template <class Counts>
  static void note_ways(const Counts& counts, const Frame& frame, const Frame* before, std::int32_t group,
                        unsigned mask) {
    unsigned fewer = 0xff;
    if (before) fewer = Lanes::other_than(counts, before->ways + 8 * group) | open_lanes(before->stale, group);
    reinterpret_cast<unsigned char*>(frame.stale)[group] = static_cast<unsigned char>(fewer & mask);
    Lanes::keep(counts, frame.ways + 8 * group);
  }

  // Counts the options of a group's open items and keeps the least. False when one has too few.
  template <bool Many, bool Ahead>
  static bool judge_group(const Table& table, const Words& list, const Frame& frame, const Frame* before,
                          std::int32_t group, unsigned mask, typename Lanes::Best& best) {
    const auto counts = Lanes::count(table.rows + group * 8 * static_cast<i64>(table.words), list);
    if constexpr (Ahead) note_ways(counts, frame, before, group, mask);
    typename Lanes::Dead dead = Lanes::alive();
    if (Many && group >= table.many_group)
      Lanes::template gather_least<Many>(best, dead, counts, mask, group, frame.bias + 8 * group);
    else
      Lanes::template gather_least<false>(best, dead, counts, mask, group, nullptr);
    return !Lanes::is_dead(dead);
  }

  // Counts the options of every open item; the first item of those with the fewest ways is the one to
  // branch on. False when one cannot be covered.
  template <bool Many, bool Ahead, int Width>
  static bool judge(const Table& table, const Words& list, Frame& frame, const Frame* before,
                    std::int32_t& dead_group) {
    typename Lanes::Best best = Lanes::none();
    if constexpr (Width) {
      // A small table is judged to its end, dead or not: one branch that the processor can mistake
      // costs more than the groups that an early end would save.
      typename Lanes::Dead dead = Lanes::alive();
      const u64* rows = table.rows;
      for (std::int32_t group = 0; group < table.groups; ++group, rows += 8 * Width) {
        const auto counts = Lanes::template count<Width>(rows, frame.active);
        const unsigned mask = open_lanes(frame.open, group);
        if constexpr (Ahead) note_ways(counts, frame, before, group, mask);
        if (Many && group >= table.many_group)
          Lanes::template gather_least<Many>(best, dead, counts, mask, group, frame.bias + 8 * group);
        else
          Lanes::template gather_least<false>(best, dead, counts, mask, group, nullptr);
      }
      if (Lanes::is_dead(dead)) return false;
      i64 ways = 0;
      Lanes::result(best, frame.item, ways);
      frame.branches = static_cast<std::uint32_t>(ways);
      return true;
    }
    // Most nodes are dead ends, and most dead ends are near the last one.
    const std::int32_t first = dead_group < table.groups ? dead_group : 0;
    unsigned mask = open_lanes(frame.open, first);
    if (mask && !judge_group<Many, Ahead>(table, list, frame, before, first, mask, best)) return false;
    for (std::int32_t group = 0; group < table.groups; ++group) {
      mask = open_lanes(frame.open, group);
      if (!mask || group == first) continue;
      if (!judge_group<Many, Ahead>(table, list, frame, before, group, mask, best)) {
        dead_group = group;
        return false;
      }
    }
    i64 ways = 0;
    Lanes::result(best, frame.item, ways);
    frame.branches = static_cast<std::uint32_t>(ways);
    return true;
  }

  // Items with more options are not looked into: hardly ever do all of them shut out the same option.
  static constexpr i64 kMostWays = 64;

  // What each option of a table shuts out.
  static void make_shut(const Machine& machine, Table& table) {
    for (std::int32_t o = 0; o < table.options; ++o) {
      u64* shut = table.shut + static_cast<i64>(o) * table.stride;
      const std::int32_t id = table.ids[o];
      for (std::int32_t w = 0; w < table.words; ++w) shut[w] = 0;
      for (std::uint32_t k = machine.starts[id]; k < machine.starts[id + 1]; ++k) {
        const u64* clear = table.clear + static_cast<i64>(machine.uses[k]) * table.stride;
        for (std::int32_t w = 0; w < table.words; ++w) shut[w] |= clear[w];
      }
      shut[o >> 6] |= u64{1} << (o & 63);
    }
    table.shut_made = true;
  }

  // Takes out the options that leave an item without any: each of its options shuts them out. True when
  // there were some.
  template <int Width>
  static bool look_into(const Machine& machine, const Table& table, const Frame& frame, std::int32_t item) {
    const u64* row = table.clear + static_cast<i64>(item) * table.stride;
    if constexpr (Width) return Lanes::template look_into<Width>(table, row, frame.active);
    // The words of eight at a time.
    bool some = false;
    for (std::int32_t from = 0; from < table.words; from += 8) {
      const std::int32_t to = from + 8 < table.words ? from + 8 : table.words;
      u64 left[8], any = 0;
      for (std::int32_t w = from; w < to; ++w) any |= left[w - from] = frame.active[w] & ~row[w];
      for (std::int32_t v = 0; v < table.words && any; ++v)
        for (u64 bits = frame.active[v] & row[v]; bits && any; bits &= bits - 1) {
          const i64 option = 64 * v + __builtin_ctzll(bits);
          u64 gone[8] = {};
          any = 0;
          if (table.shut) {
            for (std::int32_t w = from; w < to; ++w) gone[w - from] = table.shut[option * table.stride + w];
          } else {
            const std::int32_t id = table.ids[option];
            for (std::uint32_t k = machine.starts[id]; k < machine.starts[id + 1]; ++k) {
              const u64* clear = table.clear + static_cast<i64>(machine.uses[k]) * table.stride;
              for (std::int32_t w = from; w < to; ++w) gone[w - from] |= clear[w];
            }
          }
          for (std::int32_t w = from; w < to; ++w) any |= left[w - from] &= gone[w - from];
        }
      if (!any) continue;
      some = true;
      for (std::int32_t w = from; w < to; ++w) frame.active[w] &= ~left[w - from];
    }
    return some;
  }

  static std::int32_t options_of(const Frame& frame, std::int32_t words) {
    std::int32_t left = 0;
    for (std::int32_t w = 0; w < words; ++w) left += __builtin_popcountll(frame.active[w]);
    return left;
  }

  // Takes out all options that leave some item without any, until there are none. False when an item has
  // none left.
  template <bool Many, int Width>
  static bool look_ahead(Machine& machine, Frame& frame, std::int32_t& dead_group) {
    Table& table = *frame.table;
    if (table.shut && !table.shut_made) make_shut(machine, table);
    for (;;) {
      bool some = false;
      for (std::int32_t w = 0; w < table.open_words; ++w) {
        u64 bits = frame.stale[w] & frame.open[w];
        if constexpr (Many) bits &= ~table.many[w];
        frame.stale[w] = 0;
        for (; bits; bits &= bits - 1) {
          const std::int32_t lane = 64 * w + __builtin_ctzll(bits);
          if (frame.ways[lane] <= kMostWays) some |= look_into<Width>(machine, table, frame, table.lanes[lane]);
        }
      }
      if (!some) return true;
      if constexpr (!Width) list_words(frame.active, table.words, machine.words);
      if (!judge<Many, true, Width>(table, machine.words, frame, &frame, dead_group)) return false;
    }
  }

  // Lays out the branches of a frame that was judged.
  template <int Width>
  static void lay_branches(Frame& frame) {
    const Table& table = *frame.table;
    const std::int32_t words = Width ? Width : table.words;
    frame.option = -1;
    frame.branch = 0;
    if (frame.item < 0) return;
    const u64* row = table.rows + static_cast<i64>(frame.item >> 3) * words * 8 + (frame.item & 7);
    for (std::int32_t w = 0; w < words; ++w) frame.rest[w] = frame.active[w] & row[8 * w];
  }

  // Looks ahead from a frame that was just judged, unless there is no choice anyway. False when it is a dead end.
  template <bool Many, int Width>
  static bool look_from(Machine& machine, Frame& frame, std::int32_t& dead_group) {
    frame.fresh = false;
    if (frame.branches <= 1) return true;
    if (!look_ahead<Many, Width>(machine, frame, dead_group)) return false;
    lay_branches<Width>(frame);
    return true;
  }

  template <bool Many, bool Ahead>
  static bool judge_alone(Machine& machine, Frame& frame) {
    list_words(frame.active, frame.table->words, machine.words);
    std::int32_t dead_group = 0;
    if (!judge<Many, Ahead, 0>(*frame.table, machine.words, frame, nullptr, dead_group)) return false;
    frame.left = options_of(frame, frame.table->words);
    lay_branches<0>(frame);
    if constexpr (Ahead)
      if (frame.item >= 0) return look_from<Many, 0>(machine, frame, dead_group);
    return true;
  }

  // Moves the frame to its next branch, lays the child's state into `child` and lists its words.
  // False at the end.
  template <bool Many, int Width>
  static bool next_branch(Machine& machine, Frame& frame, Frame& child) {
    Table& table = *frame.table;
    Words& list = machine.words;
    const std::int32_t words = Width ? Width : table.words;
    if constexpr (Many) {
      // What has been tried is left out from here on: no set of options is met twice.
      if (frame.option >= 0) frame.active[frame.option >> 6] &= ~(u64{1} << (frame.option & 63));
      if (frame.branch == frame.branches) return false;
    }
    const std::int32_t w = Width ? first_word<Width>(frame.rest) : first_word(frame.rest, words);
    if constexpr (Many) {
      child.table = &table;
      for (std::int32_t i = 8 * table.many_group; i < 8 * table.groups; ++i) {
        child.bias[i] = frame.bias[i];
        child.room[i] = frame.room[i];
      }
      if (w == words) {
        // The last branch of an item that has enough: none of its other options.
        frame.option = -1;
        ++frame.branch;
        for (std::int32_t v = 0; v < words; ++v) child.active[v] = frame.active[v];
        for (std::int32_t v = 0; v < table.open_words; ++v) child.open[v] = frame.open[v];
        child.open[frame.item >> 6] &= ~(u64{1} << (frame.item & 63));
        if constexpr (!Width) list_words(child.active, words, list);
        return true;
      }
    } else {
      if (w == words) return false;
      child.table = &table;
    }
    const std::int32_t option = w * 64 + __builtin_ctzll(frame.rest[w]);
    frame.rest[w] &= frame.rest[w] - 1;
    frame.option = option;
    ++frame.branch;
    const std::int32_t id = table.ids[option];
    const std::uint32_t* use = machine.uses + machine.starts[id];
    const std::uint32_t* end = machine.uses + machine.starts[id + 1];
    if constexpr (Width)
      Lanes::template choose<Width>(table, frame.active, use, end, child.active);
    else
      Lanes::choose(table, frame.active, use, end, child.active, list);
    if (table.open_words == 1) {
      u64 covered = 0;
      for (; use < end; ++use) covered |= table.cover[*use];
      child.open[0] = frame.open[0] & ~covered;
    } else {
      for (std::int32_t v = 0; v < table.open_words; ++v) {
        u64 covered = 0;
        for (const std::uint32_t* at = use; at < end; ++at) covered |= table.cover[*at * table.open_words + v];
        child.open[v] = frame.open[v] & ~covered;
      }
    }
    if constexpr (Many) {
      child.active[option >> 6] &= ~(u64{1} << (option & 63));
      for (std::uint32_t k = machine.bound_starts[id]; k < machine.bound_starts[id + 1]; ++k) {
        const std::int32_t lane = table.lane_of[machine.bound[k]];
        if (child.bias[lane] < 1) ++child.bias[lane];
        if (--child.room[lane] > 0) continue;
        const u64* row = table.rows + static_cast<i64>(lane >> 3) * words * 8 + (lane & 7);
        for (std::int32_t u = 0; u < words; ++u) child.active[u] &= ~row[8 * u];
        child.open[lane >> 6] &= ~(u64{1} << (lane & 63));
      }
      if constexpr (!Width) list_words(child.active, words, list);
    }
    return true;
  }

  // Whether a fresh frame is worth a table of its own: what the nodes expected below would save
  // against what packing it costs.
  static bool worth_extracting(const Frame& frame, const Below& below, std::int32_t primary, std::int32_t classes,
                               bool ahead) {
    const Table& table = *frame.table;
    const i64 size = static_cast<i64>(table.words) * table.groups;
    if (size <= 2) return false;
    const i64 options = frame.left;
    i64 items = 0;
    for (std::int32_t w = 0; w < table.open_words; ++w) items += __builtin_popcountll(frame.open[w]);
    const i64 small = ((options + 63) >> 6) * ((items + 7) >> 3);
    if (4 * small > 3 * size) return false;
    // Looking ahead takes as long as some nodes do, and far longer where rows are long.
    if (ahead && table.words > 8 && options <= 8 * 64) return true;
    const u64 weight = ahead ? 8 : 1;
    const u64 words = static_cast<u64>(table.words < 8 ? table.words : 8);
    const u64 rows = static_cast<u64>(items + classes - primary);
    return weight * below.nodes * static_cast<u64>(size - small) >=
           below.visits * (Lanes::extract_cost * rows * words + static_cast<u64>(options));
  }

  template <bool Many, bool Ahead, int Width>
  static Event walk(Machine& machine) {
    while (machine.top >= 0) {
      Frame& frame = machine.frames[machine.top];
      Frame& child = machine.frames[machine.top + 1];
      if constexpr (Width)
        if (frame.table->words != Width) return Event::other_width;
      // Before anything else, so that no search is set down on a frame that was not looked ahead from. A
      // dead end is left like a frame that is done.
      if constexpr (Ahead)
        if (frame.fresh && !look_from<Many, Width>(machine, frame, machine.dead_groups[machine.top])) frame.item = -1;
      if (machine.nodes >= machine.stop_at && (!Ahead || frame.item >= 0)) return Event::budget;
      if (frame.item < 0 || !next_branch<Many, Width>(machine, frame, child)) {
        Below& below = machine.below[frame.left / 8];
        ++below.visits;
        below.nodes += machine.nodes - frame.entered;
        --machine.top;
        if constexpr (!Width) return Event::other_width;
        continue;
      }
      ++machine.nodes;
      if (!judge<Many, Ahead, Width>(*child.table, machine.words, child, &frame, machine.dead_groups[machine.top]))
        continue;
      if (child.item < 0) {
        if (machine.count_only) {
          ++machine.counted;
          continue;
        }
        return Event::solution;
      }
      lay_branches<Width>(child);
      ++machine.top;
      child.entered = machine.nodes;
      child.left = options_of(child, Width ? Width : child.table->words);
      child.fresh = Ahead;
      if (worth_extracting(child, machine.below[child.left / 8], machine.primary, machine.classes, machine.ahead))
        return Event::shrink;
    }
    return Event::finished;
  }

  template <bool Many, bool Ahead>
  static Event run(Machine& machine) {
    while (machine.top >= 0) {
      const Table& table = *machine.frames[machine.top].table;
      Event event;
      switch (Lanes::unrolled ? table.words : 0) {
        case 1: event = walk<Many, Ahead, 1>(machine); break;
        case 2: event = walk<Many, Ahead, 2>(machine); break;
        case 3: event = walk<Many, Ahead, 3>(machine); break;
        case 4: event = walk<Many, Ahead, 4>(machine); break;
        case 5: event = walk<Many, Ahead, 5>(machine); break;
        case 6: event = walk<Many, Ahead, 6>(machine); break;
        case 7: event = walk<Many, Ahead, 7>(machine); break;
        case 8: event = walk<Many, Ahead, 8>(machine); break;
        default: event = walk<Many, Ahead, 0>(machine); break;
      }
      if (event != Event::other_width) return event;
    }
    return Event::finished;
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

  static void extract(Machine& machine, Frame& frame, Table& table) {
    const Table& from = *frame.table;
    Words& list = machine.words;
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
    for (std::int32_t w = 0; w < table.open_words; ++w) table.many[w] = 0;
    table.many_group = table.groups;
    std::int32_t lane = 0, item = -1;
    u64 stale = 0;
    for (std::int32_t w = 0; w < from.open_words; ++w) {
      const u64 was = frame.ways ? frame.stale[w] : 0;
      for (u64 bits = frame.open[w]; bits; bits &= bits - 1, ++lane) {
        if (was & bits & -bits) stale |= u64{1} << (lane & 63);
        if (frame.ways && (lane & 63) == 63) frame.stale[lane >> 6] = stale, stale = 0;
        const std::int32_t old = 64 * w + __builtin_ctzll(bits);
        const u64* row = from.rows + static_cast<i64>(old >> 3) * wide * 8 + (old & 7);
        pack(list, words, list.packed, [&](std::int32_t k) { return row[list.at[k]]; });
        const std::int32_t id = from.lanes[old];
        u64* to = table.rows + static_cast<i64>(lane >> 3) * words * 8 + (lane & 7);
        u64* clear = table.clear + static_cast<i64>(id) * table.stride;
        for (std::int32_t v = 0; v < words; ++v) clear[v] = to[8 * v] = list.packed[v];
        table.lanes[lane] = id;
        table.lane_of[id] = lane;
        u64* cover = table.cover + static_cast<i64>(id) * table.open_words;
        for (std::int32_t v = 0; v < table.open_words; ++v) cover[v] = 0;
        cover[lane >> 6] = u64{1} << (lane & 63);
        if (old == frame.item) item = lane;
        // lane <= old: in place is safe, here and below.
        if (frame.ways) frame.ways[lane] = frame.ways[old];
        if (!frame.bias) continue;
        if (from.many[w] & bits & -bits) {
          table.many[lane >> 6] |= u64{1} << (lane & 63);
          if (table.many_group == table.groups) table.many_group = lane >> 3;
        }
        // Frames carry these from the first group with bounds on only.
        const bool carried = old >= 8 * from.many_group;
        frame.bias[lane] = carried ? frame.bias[old] : 0;
        frame.room[lane] = carried ? frame.room[old] : 1;
      }
    }
    if (frame.ways && (lane & 63)) frame.stale[lane >> 6] = stale;
    for (; lane < 8 * table.groups; ++lane) {
      u64* to = table.rows + static_cast<i64>(lane >> 3) * words * 8 + (lane & 7);
      for (std::int32_t v = 0; v < words; ++v) to[8 * v] = 0;
      if (frame.bias) frame.bias[lane] = 0, frame.room[lane] = 1;
    }
    for (std::int32_t c = machine.primary; c < machine.classes; ++c) {
      const u64* row = from.clear + static_cast<i64>(c) * from.stride;
      pack(list, words, list.packed, [&](std::int32_t k) { return row[list.at[k] >> 3]; });
      for (std::int32_t v = 0; v < words; ++v) table.clear[static_cast<i64>(c) * table.stride + v] = list.packed[v];
      for (std::int32_t v = 0; v < table.open_words; ++v) table.cover[static_cast<i64>(c) * table.open_words + v] = 0;
    }
    pack(list, words, list.packed, [&](std::int32_t k) { return frame.rest[list.at[k] >> 3]; });
    for (std::int32_t w = 0; w < words; ++w) {
      frame.rest[w] = list.packed[w];
      frame.active[w] = bits_below(table.options - 64 * w);
    }
    for (std::int32_t w = 0; w < table.open_words; ++w) frame.open[w] = bits_below(table.items - 64 * w);
    frame.item = item;
    frame.table = &table;
  }
};

template <bool Value>
struct Flag {
  constexpr operator bool() const { return Value; }
};

// call(many, ahead) with the machine's flags as constants.
template <class Call>
auto with_kind(const Machine& machine, Call call) {
  if (machine.ahead) return machine.many ? call(Flag<true>{}, Flag<true>{}) : call(Flag<false>{}, Flag<true>{});
  return machine.many ? call(Flag<true>{}, Flag<false>{}) : call(Flag<false>{}, Flag<false>{});
}

}  // namespace

template <class Set>
Kernels kernels() {
  using Loop = dense::Loop<Set>;
  return {[](Machine& machine) {
            return with_kind(machine, [&](auto many, auto ahead) { return Loop::template run<many, ahead>(machine); });
          },
          [](Machine& machine, Frame& frame) {
            return with_kind(machine, [&](auto many, auto ahead) {
              return Loop::template judge_alone<many, ahead>(machine, frame);
            });
          },
          [](Machine& machine, Frame& frame, Frame& child) {
            return machine.many ? Loop::template next_branch<true, 0>(machine, frame, child)
                                : Loop::template next_branch<false, 0>(machine, frame, child);
          },
          Loop::extract};
}

}  // namespace tilewright::search::dense
