// What the dancing search keeps for its options and items: where an option's items are, and the lists of
// an item's options.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solving/search/problem.hpp"

namespace tilewright::search {

// Where an option's items are among the uses: the primary ones first, then the others.
struct Span {
  std::int32_t begin, primary_end, end;
};

inline std::vector<Span> make_spans(const Problem& problem) {
  std::vector<Span> spans;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    const auto uses = problem.option(o);
    const auto primary =
        std::count_if(uses.begin(), uses.end(), [&](const Use& use) { return use.item < problem.primary; });
    const std::int32_t begin = problem.offsets[o];
    spans.push_back({begin, begin + static_cast<std::int32_t>(primary), problem.offsets[o + 1]});
  }
  return spans;
}

template <bool Coloured>
struct Entry {
  std::int32_t option;
};
template <>
struct Entry<true> {
  std::int32_t option;
  std::int32_t colour;
};

// The lists of all items at one time: sorted, and each holds at least the options that are alive.
//
// DancingCells cells delete an option from each of its items' sets at once, with three moves for each.
// Here a deletion only counts down the sizes; the lists are swept when half of all options are gone.
// So lists are seldom much longer than they should be, nothing but sizes needs to be undone, and the
// options of an item come in ascending order whatever was searched before.
template <bool Coloured>
struct Lists {
  std::vector<std::int32_t> begin;  // list i is entries[begin[i]] .. entries[begin[i + 1] - 1]
  std::vector<Entry<Coloured>> entries;
  std::int32_t alive = 0;  // options alive when these were made
};

// With fewer options alive than this, sweeping costs more than it saves (measured on 6x10 pentominoes,
// 12 queens and Langford pairs).
constexpr std::int32_t kMinCompacted = 100;

// The lists of the whole problem, and room for all that may be swept out of them on one path.
template <bool Coloured>
std::vector<Lists<Coloured>> make_lists(const Problem& problem) {
  std::int64_t longest = 0;
  for (std::int32_t o = 0; o < problem.options(); ++o)
    longest = std::max<std::int64_t>(longest, problem.offsets[o + 1] - problem.offsets[o]);
  std::vector<Lists<Coloured>> lists;
  // Each sweep finds at most half as many options as the one before.
  std::int64_t alive = problem.options();
  do {
    Lists<Coloured>& next = lists.emplace_back();
    next.begin.resize(problem.items + 1);
    // One more entry: a sweep writes first and decides then.
    next.entries.resize(std::min<std::int64_t>(problem.uses.size(), alive * longest) + 1);
    alive /= 2;
  } while (alive >= kMinCompacted);
  Lists<Coloured>& all = lists[0];
  all.alive = problem.options();
  for (const Use& use : problem.uses) ++all.begin[use.item + 1];
  for (std::int32_t i = 0; i < problem.items; ++i) all.begin[i + 1] += all.begin[i];
  std::vector<std::int32_t> at(all.begin.begin(), all.begin.end() - 1);
  for (std::int32_t o = 0; o < problem.options(); ++o)
    for (const Use& use : problem.option(o)) {
      auto& entry = all.entries[at[use.item]++];
      entry.option = o;
      if constexpr (Coloured) entry.colour = use.colour;
    }
  return lists;
}

// Puts what is not gone of the lists of `from` into `to`; items that are done get none.
template <bool Coloured, typename Done>
void compact(const Lists<Coloured>& from, Lists<Coloured>& to, const char* gone, Done done) {
  const std::int32_t items = static_cast<std::int32_t>(from.begin.size()) - 1;
  Entry<Coloured>* const entries = to.entries.data();
  std::int32_t n = 0;
  for (std::int32_t i = 0; i < items; ++i) {
    to.begin[i] = n;
    if (done(i)) continue;
    for (std::int32_t at = from.begin[i]; at < from.begin[i + 1]; ++at) {
      entries[n] = from.entries[at];
      n += !gone[from.entries[at].option];
    }
  }
  to.begin[items] = n;
}

}  // namespace tilewright::search
