#include "solving/search/dense_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace tilewright::search::dense {

// The most words that a table of what options excluded may have: more would fall out of the cache.
constexpr std::size_t kMaxConflictWords = std::size_t{1} << 15;

Classes::Classes(const Problem& problem) : starts{0}, bound_starts{0} {
  uses.reserve(problem.uses.size());
  starts.reserve(problem.offsets.size());
  bound_starts.reserve(problem.offsets.size());
  for (std::int32_t i = 0; i < problem.primary; ++i) of.push_back({i, 0});
  std::map<std::pair<std::int32_t, std::int32_t>, std::uint32_t> secondary;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    for (const Use& use : problem.option(o)) {
      if (use.item < problem.primary) {
        const bool once = problem.least[use.item] == 1 && problem.most[use.item] == 1;
        (once ? uses : bound).push_back(static_cast<std::uint32_t>(use.item));
        continue;
      }
      const auto [at, fresh] = secondary.try_emplace({use.item, use.colour}, static_cast<std::uint32_t>(of.size()));
      if (fresh) of.push_back(use);
      uses.push_back(at->second);
    }
    starts.push_back(static_cast<std::uint32_t>(uses.size()));
    bound_starts.push_back(static_cast<std::uint32_t>(bound.size()));
  }
}

void TableStorage::resize(std::int32_t options, std::int32_t items, const Classes& classes, std::int32_t primary) {
  table.options = options;
  table.words = std::max(1, (options + 63) / 64);
  table.stride = stride_of(table.words);
  table.items = items;
  table.groups = (items + 7) / 8;
  table.open_words = std::max(1, (items + 63) / 64);
  rows.resize(static_cast<std::size_t>(table.groups) * table.words * 8);
  class_conflicts.resize(classes.of.size() * table.stride);
  cover.resize(classes.of.size() * table.open_words);
  bounded.resize(table.open_words);
  const std::size_t square = static_cast<std::size_t>(options) * table.stride;
  conflicts.resize(forward_checking && square <= kMaxConflictWords ? square : 0);
  ids.resize(options);
  lanes.resize(items);
  lane_of.resize(primary);
  table.rows = rows.data();
  table.conflicts = conflicts.empty() ? nullptr : conflicts.data();
  table.conflicts_ready = false;
  table.class_conflicts = class_conflicts.data();
  table.cover = cover.data();
  table.bounded = bounded.data();
  table.ids = ids.data();
  table.lanes = lanes.data();
  table.lane_of = lane_of.data();
}

void TableStorage::fill_from(const Problem& problem, const Classes& classes) {
  resize(problem.options(), problem.primary, classes, problem.primary);
  std::iota(ids.begin(), ids.end(), 0);
  std::iota(lanes.begin(), lanes.end(), 0);
  std::iota(lane_of.begin(), lane_of.end(), 0);
  for (auto* held : {&rows, &class_conflicts, &cover, &bounded}) std::fill(held->begin(), held->end(), 0);
  const std::size_t words = table.words, stride = table.stride;
  table.first_bounded_group = table.groups;
  for (std::int32_t i = problem.primary; i-- > 0;) {
    const bool once = problem.least[i] == 1 && problem.most[i] == 1;
    u64& place = (once ? cover[static_cast<std::size_t>(i) * table.open_words + (i >> 6)] : bounded[i >> 6]);
    place |= u64{1} << (i & 63);
    if (!once) table.first_bounded_group = i / 8;
  }
  const auto enter = [&](std::uint32_t item_or_class, std::int32_t o) {
    const u64 bit = u64{1} << (o & 63);
    const std::size_t word = o >> 6;
    class_conflicts[item_or_class * stride + word] |= bit;
    if (item_or_class < static_cast<std::uint32_t>(problem.primary))
      rows[((item_or_class >> 3) * words + word) * 8 + (item_or_class & 7)] |= bit;
  };
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    for (std::uint32_t k = classes.starts[o]; k < classes.starts[o + 1]; ++k) enter(classes.uses[k], o);
    for (std::uint32_t k = classes.bound_starts[o]; k < classes.bound_starts[o + 1]; ++k) enter(classes.bound[k], o);
  }
  if (!problem.coloured()) return;
  // A use with a colour excludes the uses of its item in all other colours, and not its own; one
  // without a colour excludes all.
  const Lines own = class_conflicts;
  std::vector<std::vector<std::size_t>> classes_of(problem.items);
  for (std::size_t c = problem.primary; c < classes.of.size(); ++c) classes_of[classes.of[c].item].push_back(c);
  for (std::size_t c = problem.primary; c < classes.of.size(); ++c) {
    for (const std::size_t other : classes_of[classes.of[c].item])
      for (std::size_t w = 0; w < words; ++w) class_conflicts[c * stride + w] |= own[other * stride + w];
    if (!classes.of[c].colour) continue;
    for (std::size_t w = 0; w < words; ++w) class_conflicts[c * stride + w] &= ~own[c * stride + w];
  }
}

}  // namespace tilewright::search::dense
