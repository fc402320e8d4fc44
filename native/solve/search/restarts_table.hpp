// The options that a sweep over places goes through, as masks of a window that moves along.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <vector>

#include "solve/search/bitmask_order.hpp"
#include "solve/search/regions.hpp"
#include "solve/search/restarts_order.hpp"

namespace tilewright::search {

// How often a piece has been used, as a field of a state's words.
struct PieceField {
  std::int32_t least, most;
  std::uint32_t word, shift;
  std::uint64_t mask;  // of the field, once it has been shifted down
};

template <int W>
class SweepTable {
 public:
  struct Option {
    Bits<W> mask;                          // bit k is place base + k
    std::int32_t base, piece, needed, id;  // `base` of its first needed place
  };

  SweepTable(const Problem& problem, const PlaceOrder& order, const OptionAssessment& assessment)
      : base(order.base), places(order.places), cuts_(assessment.connected) {
    add_pieces(problem, order);
    add_options(problem, order, assessment);
    add_surroundings(problem, order);
  }

  // The first place from `from` on that is to be filled, among places that no option so far has reached; -1: none.
  std::int32_t next_needed(std::int32_t from) const {
    for (std::int32_t p = from; p < places; ++p)
      if (needed[p]) return p;
    return -1;
  }

  const Surroundings<W>& around(std::int32_t place) const { return around_[place]; }

  // Whether open places beside the front, as seen from `place`, can never be filled.
  bool has_unfillable_region(std::int32_t place, const Bits<W>& covered) const {
    const Surroundings<W>& around = around_[place];
    return cuts_ && around.step_count <= kMaxSteps &&
           around.has_unfillable_region(~covered, smallest_,
                                        [&](int least, int most) { return least > sum_up_to_[most]; });
  }

  // How many open places lie beside covered ones.
  int border(std::int32_t place, const Bits<W>& covered) const {
    const Surroundings<W>& around = around_[place];
    Bits<W> beside = Bits<W>::none();
    for (int k = 0; k < around.step_count; ++k) {
      const Step<W>& step = around.steps[k];
      beside |= (covered & step.from).up(step.distance) | (covered.down(step.distance) & step.from);
    }
    return (beside & ~covered).size();
  }

  std::vector<std::int32_t> base;  // see sweep_bases
  std::int32_t places;
  std::int32_t needed_count = 0;
  std::vector<char> used, needed;    // per place: an item lies there; it is to be filled
  std::vector<Bits<W>> needed_here;  // per place: those of its window
  std::vector<Bits<W>> start;        // per place: its window when nothing is filled: covered are those that are none
  std::vector<std::int32_t> first;   // per place its first option, and one more
  std::vector<Option> options;
  std::vector<PieceField> pieces;
  std::vector<std::int32_t> item_of_piece;
  std::uint32_t piece_words = 0;

 private:
  void add_pieces(const Problem& problem, const PlaceOrder& order) {
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

  // The live options by their first needed place.
  void add_options(const Problem& problem, const PlaceOrder& order, const OptionAssessment& assessment) {
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

  void add_surroundings(const Problem& problem, const PlaceOrder& order) {
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

  std::vector<std::int32_t> piece_of_;
  std::vector<int> sum_up_to_;
  int smallest_ = INT32_MAX;
  bool cuts_;
  std::vector<Surroundings<W>> around_;
  std::vector<std::vector<Step<W>>> steps_;
};

}  // namespace tilewright::search
