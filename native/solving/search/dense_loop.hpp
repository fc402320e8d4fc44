// The loop of the dense search.
//
// Width is the number of words of the table where that is 1 to 8, and then all loops over words are
// unrolled; 0 is any number, and then the words that are not zero are listed first.
#pragma once

#include "solving/search/dense_extraction.hpp"
#include "solving/search/dense_kernels.hpp"
#include "solving/search/dense_lanes.hpp"

namespace tilewright::search::dense {

namespace {

template <class Set>
struct Loop {
  using Lanes = dense::Lanes<Set>;

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
  static void record_counts(const Counts& counts, const Frame& frame, const Frame* before, std::int32_t group,
                            unsigned mask) {
    unsigned fewer = 0xff;
    if (before)
      fewer = Lanes::differing_lanes(counts, before->option_counts + 8 * group) | open_lanes(before->stale, group);
    reinterpret_cast<unsigned char*>(frame.stale)[group] = static_cast<unsigned char>(fewer & mask);
    Lanes::store_counts(counts, frame.option_counts + 8 * group);
  }

  // Counts the options of a group's open items and keeps the least. False when one has too few.
  template <bool Bounded, bool ForwardChecking>
  static bool count_group(const Table& table, const Words& list, const Frame& frame, const Frame* before,
                          std::int32_t group, unsigned mask, typename Lanes::Best& best) {
    const auto counts = Lanes::count(table.rows + group * 8 * static_cast<i64>(table.words), list);
    if constexpr (ForwardChecking) record_counts(counts, frame, before, group, mask);
    typename Lanes::Dead dead = Lanes::alive();
    if (Bounded && group >= table.first_bounded_group)
      Lanes::template gather_least<Bounded>(best, dead, counts, mask, group, frame.bias + 8 * group);
    else
      Lanes::template gather_least<false>(best, dead, counts, mask, group, nullptr);
    return !Lanes::is_dead(dead);
  }

  // Whether an open item has no options left.
  template <int Width>
  static bool some_empty(const Table& table, const Frame& frame) {
    const typename Lanes::template Active<Width> active(frame.active);
    const u64* rows = table.rows;
    u64 dead = 0;
    for (std::int32_t from = 0; from < table.groups; from += 8) {
      const std::int32_t to = from + 8 < table.groups ? from + 8 : table.groups;
      u64 empty = 0;
      for (std::int32_t group = from; group < to; ++group, rows += 8 * Width)
        empty |= u64{active.empty_lanes(rows)} << 8 * (group - from);
      dead |= empty & frame.open[from >> 3];
    }
    return dead != 0;
  }

  // Counts the options of every open item; the first item of those with the fewest ways is the one to
  // branch on. False when one cannot be covered.
  template <bool Bounded, bool ForwardChecking, int Width>
  static bool choose_item(const Table& table, const Words& list, Frame& frame, const Frame* before,
                          std::int32_t& dead_group) {
    typename Lanes::Best best = Lanes::none();
    if constexpr (Width) {
      // A small table is evaluated to its end, dead or not: one branch that the processor can mistake
      // costs more than the groups that an early end would save.
      constexpr bool checked = Lanes::kChecksEmptyFirst && !Bounded && !ForwardChecking;
      if constexpr (checked)
        if (some_empty<Width>(table, frame)) return false;
      typename Lanes::Dead dead = Lanes::alive();
      const u64* rows = table.rows;
      for (std::int32_t group = 0; group < table.groups; ++group, rows += 8 * Width) {
        const auto counts = Lanes::template count<Width>(rows, frame.active);
        const unsigned mask = open_lanes(frame.open, group);
        if constexpr (ForwardChecking) record_counts(counts, frame, before, group, mask);
        if (Bounded && group >= table.first_bounded_group)
          Lanes::template gather_least<Bounded>(best, dead, counts, mask, group, frame.bias + 8 * group);
        else
          Lanes::template gather_least<false>(best, dead, counts, mask, group, nullptr);
      }
      if constexpr (!checked)
        if (Lanes::is_dead(dead)) return false;
      i64 option_counts = 0;
      Lanes::result(best, frame.item, option_counts);
      frame.branches = static_cast<std::uint32_t>(option_counts);
      return true;
    }
    // Most nodes are dead ends, and most dead ends are near the last one.
    const std::int32_t first = dead_group < table.groups ? dead_group : 0;
    unsigned mask = open_lanes(frame.open, first);
    if (mask && !count_group<Bounded, ForwardChecking>(table, list, frame, before, first, mask, best)) return false;
    for (std::int32_t group = 0; group < table.groups; ++group) {
      mask = open_lanes(frame.open, group);
      if (!mask || group == first) continue;
      if (!count_group<Bounded, ForwardChecking>(table, list, frame, before, group, mask, best)) {
        dead_group = group;
        return false;
      }
    }
    i64 option_counts = 0;
    Lanes::result(best, frame.item, option_counts);
    frame.branches = static_cast<std::uint32_t>(option_counts);
    return true;
  }

  // Items with more options are not checked: hardly ever do all of them exclude the same option.
  static constexpr i64 kMaxOptionsChecked = 64;

  // What each option of a table excludes.
  static void fill_conflicts(const Context& context, Table& table) {
    for (std::int32_t o = 0; o < table.options; ++o) {
      u64* conflicts = table.conflicts + static_cast<i64>(o) * table.stride;
      const std::int32_t id = table.ids[o];
      for (std::int32_t w = 0; w < table.words; ++w) conflicts[w] = 0;
      for (std::uint32_t k = context.starts[id]; k < context.starts[id + 1]; ++k) {
        const u64* class_conflicts = table.class_conflicts + static_cast<i64>(context.uses[k]) * table.stride;
        for (std::int32_t w = 0; w < table.words; ++w) conflicts[w] |= class_conflicts[w];
      }
      conflicts[o >> 6] |= u64{1} << (o & 63);
    }
    table.conflicts_ready = true;
  }

  // Takes out the options that leave an item without any: each of its options shuts them out. True when
  // there were some.
  template <int Width>
  static bool remove_conflicting(const Context& context, const Table& table, const Frame& frame, std::int32_t item) {
    const u64* row = table.class_conflicts + static_cast<i64>(item) * table.stride;
    if constexpr (Width) return Lanes::template remove_conflicting<Width>(table, row, frame.active);
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
          if (table.conflicts) {
            for (std::int32_t w = from; w < to; ++w) gone[w - from] = table.conflicts[option * table.stride + w];
          } else {
            const std::int32_t id = table.ids[option];
            for (std::uint32_t k = context.starts[id]; k < context.starts[id + 1]; ++k) {
              const u64* class_conflicts = table.class_conflicts + static_cast<i64>(context.uses[k]) * table.stride;
              for (std::int32_t w = from; w < to; ++w) gone[w - from] |= class_conflicts[w];
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
  template <bool Bounded, int Width>
  static bool check_forward(Context& context, Frame& frame, std::int32_t& dead_group) {
    Table& table = *frame.table;
    if (table.conflicts && !table.conflicts_ready) fill_conflicts(context, table);
    for (;;) {
      bool some = false;
      for (std::int32_t w = 0; w < table.open_words; ++w) {
        u64 bits = frame.stale[w] & frame.open[w];
        if constexpr (Bounded) bits &= ~table.bounded[w];
        frame.stale[w] = 0;
        for (; bits; bits &= bits - 1) {
          const std::int32_t lane = 64 * w + __builtin_ctzll(bits);
          if (frame.option_counts[lane] <= kMaxOptionsChecked)
            some |= remove_conflicting<Width>(context, table, frame, table.lanes[lane]);
        }
      }
      if (!some) return true;
      if constexpr (!Width) list_words(frame.active, table.words, context.words);
      if (!choose_item<Bounded, true, Width>(table, context.words, frame, &frame, dead_group)) return false;
    }
  }

  // Lays out the branches of a frame that was evaluated.
  template <int Width>
  static void set_branches(Frame& frame) {
    const Table& table = *frame.table;
    const std::int32_t words = Width ? Width : table.words;
    frame.option = -1;
    frame.branch = 0;
    if (frame.item < 0) return;
    const u64* row = table.rows + static_cast<i64>(frame.item >> 3) * words * 8 + (frame.item & 7);
    for (std::int32_t w = 0; w < words; ++w) frame.untried[w] = frame.active[w] & row[8 * w];
  }

  // Checks forward from a frame that was just evaluated, unless there is no choice anyway. False when it is a dead end.
  template <bool Bounded, int Width>
  static bool check_forward_from(Context& context, Frame& frame, std::int32_t& dead_group) {
    frame.unchecked = false;
    if (frame.branches <= 1) return true;
    if (!check_forward<Bounded, Width>(context, frame, dead_group)) return false;
    set_branches<Width>(frame);
    return true;
  }

  template <bool Bounded, bool ForwardChecking>
  static bool choose_item_alone(Context& context, Frame& frame) {
    list_words(frame.active, frame.table->words, context.words);
    std::int32_t dead_group = 0;
    if (!choose_item<Bounded, ForwardChecking, 0>(*frame.table, context.words, frame, nullptr, dead_group))
      return false;
    frame.options_left = options_of(frame, frame.table->words);
    set_branches<0>(frame);
    if constexpr (ForwardChecking)
      if (frame.item >= 0) return check_forward_from<Bounded, 0>(context, frame, dead_group);
    return true;
  }

  // Moves the frame to its next branch, lays the child's state into `child` and lists its words.
  // False at the end.
  template <bool Bounded, int Width>
  static bool next_branch(Context& context, Frame& frame, Frame& child) {
    Table& table = *frame.table;
    Words& list = context.words;
    const std::int32_t words = Width ? Width : table.words;
    if constexpr (Bounded) {
      // What has been tried is left out from here on: no set of options is met twice.
      if (frame.option >= 0) frame.active[frame.option >> 6] &= ~(u64{1} << (frame.option & 63));
      if (frame.branch == frame.branches) return false;
    }
    const std::int32_t w = Width ? first_word<Width>(frame.untried) : first_word(frame.untried, words);
    if constexpr (Bounded) {
      child.table = &table;
      for (std::int32_t i = 8 * table.first_bounded_group; i < 8 * table.groups; ++i) {
        child.bias[i] = frame.bias[i];
        child.capacity[i] = frame.capacity[i];
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
    const std::int32_t option = w * 64 + __builtin_ctzll(frame.untried[w]);
    frame.untried[w] &= frame.untried[w] - 1;
    frame.option = option;
    ++frame.branch;
    const std::int32_t id = table.ids[option];
    const std::uint32_t* use = context.uses + context.starts[id];
    const std::uint32_t* end = context.uses + context.starts[id + 1];
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
    if constexpr (Bounded) {
      child.active[option >> 6] &= ~(u64{1} << (option & 63));
      for (std::uint32_t k = context.bound_starts[id]; k < context.bound_starts[id + 1]; ++k) {
        const std::int32_t lane = table.lane_of[context.bound[k]];
        if (child.bias[lane] < 1) ++child.bias[lane];
        if (--child.capacity[lane] > 0) continue;
        const u64* row = table.rows + static_cast<i64>(lane >> 3) * words * 8 + (lane & 7);
        for (std::int32_t u = 0; u < words; ++u) child.active[u] &= ~row[8 * u];
        child.open[lane >> 6] &= ~(u64{1} << (lane & 63));
      }
      if constexpr (!Width) list_words(child.active, words, list);
    }
    return true;
  }

  template <bool Bounded, bool ForwardChecking, int Width>
  static Event walk(Context& context) {
    while (context.top >= 0) {
      Frame& frame = context.frames[context.top];
      Frame& child = context.frames[context.top + 1];
      if constexpr (Width)
        if (frame.table->words != Width) return Event::other_width;
      // Before anything else, so that no search is stored on a frame that was not checked forward from. A
      // dead end is left like a frame that is done.
      if constexpr (ForwardChecking)
        if (frame.unchecked && !check_forward_from<Bounded, Width>(context, frame, context.dead_groups[context.top]))
          frame.item = -1;
      if (context.nodes >= context.stop_at && (!ForwardChecking || frame.item >= 0)) return Event::budget;
      if (frame.item < 0 || !next_branch<Bounded, Width>(context, frame, child)) {
        SubtreeStats& subtree_stats = context.subtree_stats[frame.options_left / 8];
        ++subtree_stats.visits;
        subtree_stats.nodes += context.nodes - frame.entered_at;
        --context.top;
        if constexpr (!Width) return Event::other_width;
        continue;
      }
      ++context.nodes;
      if (!choose_item<Bounded, ForwardChecking, Width>(*child.table, context.words, child, &frame,
                                                        context.dead_groups[context.top]))
        continue;
      if (child.item < 0) {
        if (context.count_only) {
          ++context.counted;
          continue;
        }
        return Event::solution;
      }
      set_branches<Width>(child);
      ++context.top;
      child.entered_at = context.nodes;
      child.options_left = options_of(child, Width ? Width : child.table->words);
      child.unchecked = ForwardChecking;
      if (Extraction<Set>::worth(child, context.subtree_stats[child.options_left / 8], context.primary, context.classes,
                                 context.forward_checking))
        return Event::shrink;
    }
    return Event::finished;
  }

  template <bool Bounded, bool ForwardChecking>
  static Event run(Context& context) {
    while (context.top >= 0) {
      const Table& table = *context.frames[context.top].table;
      Event event;
      switch (Lanes::kUnrolled ? table.words : 0) {
        case 1: event = walk<Bounded, ForwardChecking, 1>(context); break;
        case 2: event = walk<Bounded, ForwardChecking, 2>(context); break;
        case 3: event = walk<Bounded, ForwardChecking, 3>(context); break;
        case 4: event = walk<Bounded, ForwardChecking, 4>(context); break;
        case 5: event = walk<Bounded, ForwardChecking, 5>(context); break;
        case 6: event = walk<Bounded, ForwardChecking, 6>(context); break;
        case 7: event = walk<Bounded, ForwardChecking, 7>(context); break;
        case 8: event = walk<Bounded, ForwardChecking, 8>(context); break;
        default: event = walk<Bounded, ForwardChecking, 0>(context); break;
      }
      if (event != Event::other_width) return event;
    }
    return Event::finished;
  }
};

template <bool Value>
struct Flag {
  constexpr operator bool() const { return Value; }
};

// call(bounded, forward_checking) with the context's flags as constants.
template <class Call>
auto with_flags(const Context& context, Call call) {
  if (context.forward_checking)
    return context.bounded ? call(Flag<true>{}, Flag<true>{}) : call(Flag<false>{}, Flag<true>{});
  return context.bounded ? call(Flag<true>{}, Flag<false>{}) : call(Flag<false>{}, Flag<false>{});
}

}  // namespace

template <class Set>
Kernels kernels() {
  using Loop = dense::Loop<Set>;
  return {[](Context& context) {
            return with_flags(context, [&](auto bounded, auto forward_checking) {
              return Loop::template run<bounded, forward_checking>(context);
            });
          },
          [](Context& context, Frame& frame) {
            return with_flags(context, [&](auto bounded, auto forward_checking) {
              return Loop::template choose_item_alone<bounded, forward_checking>(context, frame);
            });
          },
          [](Context& context, Frame& frame, Frame& child) {
            return context.bounded ? Loop::template next_branch<true, 0>(context, frame, child)
                                   : Loop::template next_branch<false, 0>(context, frame, child);
          },
          Extraction<Set>::extract};
}

}  // namespace tilewright::search::dense
