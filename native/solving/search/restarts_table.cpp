#include "solving/search/restarts_table.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

namespace tilewright::search {

template <int W>
bool SweepTable<W>::has_unfillable_region(std::int32_t place, const Bits<W>& covered) const {
  const Surroundings<W>& around = around_[place];
  return cuts_ && around.step_count <= kMaxSteps &&
         around.has_unfillable_region(~covered, smallest_,
                                      [&](int least, int most) { return least > sum_up_to_[most]; });
}

template <int W>
void SweepTable<W>::add_pieces(const Problem& problem, const PlaceOrder& order) {
  piece_of_.assign(problem.items, -1);
  std::uint32_t word = 0, bit = 0;
  for (std::int32_t i = 0; i < problem.items; ++i) {
    if (order.place[i] >= 0) continue;
    piece_of_[i] = static_cast<std::int32_t>(pieces.size());
    item_of_piece.push_back(i);
    const bool primary = i < problem.primary;
    const std::int32_t least = primary ? problem.least[i] : 0;
    const std::int32_t most = std::min(primary ? problem.most[i] : 1, std::max(places, least));
    const std::uint32_t bits = std::bit_width(static_cast<std::uint32_t>(most));
    if (bit + bits > 64) ++word, bit = 0;
    pieces.push_back({least, most, word, bit, (std::uint64_t{1} << bits) - 1});
    bit += bits;
    if (bit == 64) ++word, bit = 0;
  }
  piece_words = word + 1;
}

template <int W>
void SweepTable<W>::add_options(const Problem& problem, const PlaceOrder& order, const OptionAssessment& assessment) {
  used.assign(places, 0);
  needed.assign(places, 0);
  for (std::int32_t i = 0; i < problem.items; ++i) {
    const std::int32_t p = order.place[i];
    if (p < 0) continue;
    used[p] = 1;
    needed[p] = needed_once(problem, i);
    needed_count += needed[p];
  }
  first.assign(places + 1, 0);
  std::vector<char> sizes(64 * W + 1, 0);
  std::vector<std::pair<std::int32_t, Option>> found;
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    std::int32_t from = INT32_MAX;
    int size = 0;
    Option option{Bits<W>::none(), 0, -1, 0, o};
    for (const Use& use : problem.option(o)) {
      const std::int32_t p = order.place[use.item];
      if (p < 0) option.piece = piece_of_[use.item];
      if (p < 0) continue;
      ++size;
      option.needed += needed[p];
      if (needed[p]) from = std::min(from, p);
    }
    sizes[size] = 1;
    smallest_ = std::min(smallest_, size);
    if (!assessment.live[o]) continue;
    option.base = base[from];
    for (const Use& use : problem.option(o))
      if (order.place[use.item] >= 0) option.mask |= Bits<W>::one(order.place[use.item] - option.base);
    ++first[from + 1];
    found.emplace_back(from, option);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : a.second.piece < b.second.piece;
  });
  std::partial_sum(first.begin(), first.end(), first.begin());
  options.reserve(found.size());
  for (const auto& each : found) options.push_back(each.second);
  sum_up_to_.assign(64 * W + 1, 0);
  sums_of_sizes(sizes, sum_up_to_);
  start.assign(places, Bits<W>::none());
  needed_here.assign(places, Bits<W>::none());
  for (std::int32_t p = 0; p < places; ++p)
    for (int k = 0; k < 64 * W; ++k) {
      const std::int32_t q = base[p] + k;
      if (q >= places || !used[q])
        start[p] |= Bits<W>::one(k);
      else if (needed[q])
        needed_here[p] |= Bits<W>::one(k);
    }
}

template <int W>
void SweepTable<W>::add_surroundings(const Problem& problem, const PlaceOrder& order) {
  const Adjacency later = later_neighbours(problem.near, order.place, places);
  around_.resize(places);
  steps_.resize(places);
  for (std::int32_t p = 0; p < places; ++p) {
    Surroundings<W>& around = around_[p];
    around.needed = needed_here[p];
    around.escape = Bits<W>::none();
    if (first[p] == first[p + 1]) continue;
    steps_[p] = steps_within<W>(later, base[p], 64 * W, around.escape);
    around.steps = steps_[p].data();
    around.step_count = static_cast<int>(steps_[p].size());
  }
}

template class SweepTable<1>;
template class SweepTable<2>;
template class SweepTable<4>;
template class SweepTable<8>;

}  // namespace tilewright::search
