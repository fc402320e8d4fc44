// The states that a state leads to.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "solving/frontier/layout.hpp"

namespace tilewright::frontier {

// Which options of a place fit a state, looked up by the bytes of the state: for each byte that some option
// cares about and each of its 256 values the set of options that do not clash with it.
template <int W>
class OptionFilter {
 public:
  static constexpr int kFewOptions = 6;  // no more are tried one by one
  static constexpr int kMaxSets = 64;    // words in a set of options

  // Prepares for a place where `states` states will be expanded.
  void prepare(const Layout<W>& layout, std::int32_t place, std::uint64_t states) {
    const Stage<W>& stage = layout.stages[place];
    const Option<W>* options = layout.options.data() + stage.first;
    const int members = stage.count + stage.choice;
    words_ = (members + 63) / 64;
    last_word_ = ~std::uint64_t{0} >> (64 * words_ - members) % 64;
    Bits<W> cared = Bits<W>::none();
    for (std::int32_t k = 0; k < stage.count; ++k) cared |= options[k].set;
    bytes_.clear();
    for (int b = 0; b < 8 * W; ++b)
      if (cared.w[b / 8] >> (b % 8 * 8) & 0xff) bytes_.push_back(b);
    const std::uint64_t cost = bytes_.size() * 256 * words_;
    if (stage.choice || stage.count <= kFewOptions || words_ > kMaxSets || states * stage.count <= cost) {
      bytes_.clear();
      return;
    }
    sets_.assign(bytes_.size() * 256 * words_, 0);
    std::vector<std::uint64_t> without(8 * words_);
    for (std::size_t n = 0; n < bytes_.size(); ++n) {
      const int b = bytes_[n];
      std::fill(without.begin(), without.end(), 0);
      std::uint64_t* row = sets_.data() + n * 256 * words_;
      for (std::int32_t k = 0; k < stage.count; ++k) {
        const std::uint64_t bits = options[k].set.w[b / 8] >> (b % 8 * 8);
        row[k / 64] |= std::uint64_t{1} << k % 64;
        for (int bit = 0; bit < 8; ++bit)
          if (!(bits >> bit & 1)) without[bit * words_ + k / 64] |= std::uint64_t{1} << k % 64;
      }
      for (int value = 1; value < 256; ++value) {
        const int bit = __builtin_ctz(value), rest = value & (value - 1);
        for (int w = 0; w < words_; ++w) row[value * words_ + w] = row[rest * words_ + w] & without[bit * words_ + w];
      }
    }
  }

  // Sets of options have so many words.
  int words() const { return words_; }

  // Word w of a set that holds all options which the state allows: those that do not clash with its bits, or all
  // where trying them one by one is as fast. At a place of choice member 0 stands for leaving its option, 1 for
  // taking it.
  TILEWRIGHT_INLINE std::uint64_t word(const Bits<W>& state, int w) const {
    std::uint64_t set = w + 1 < words_ ? ~std::uint64_t{0} : last_word_;
    const std::size_t n = bytes_.size();
    for (std::size_t k = 0; k < n; ++k) {
      const int b = bytes_[k];
      const std::uint64_t value = state.w[W == 1 ? 0 : b / 8] >> (b % 8 * 8) & 0xff;
      set &= sets_[(k * 256 + value) * words_ + w];
    }
    return set;
  }

 private:
  int words_ = 0;
  std::uint64_t last_word_ = 0;  // the members that there are in the last word
  std::vector<int> bytes_;
  std::vector<std::uint64_t> sets_;
};

// Calls each(place, state, k) for each child of a state: k is the option taken, a position in
// layout.options, or -1 when one is left. The order depends on the state alone.
template <int W, typename Each>
TILEWRIGHT_INLINE void for_each_child(const Layout<W>& layout, const OptionFilter<W>& filter, std::int32_t place,
                                      const Bits<W>& state, Each each) {
  const Stage<W>& stage = layout.stages[place];
  const Option<W>* options = layout.options.data() + stage.first;
  const std::int32_t left = stage.choice ? 1 : 0;
  const Bits<W> from = stage.choice ? state | Bits<W>::one(place - stage.base) : state;
  // One loop for all kinds of places: `each` is large, inlined, and takes long to compile.
  for (int w = 0; w < filter.words(); ++w)
    for (std::uint64_t set = filter.word(state, w); set; set &= set - 1) {
      const std::int32_t k = 64 * w + __builtin_ctzll(set) - left;
      Bits<W> child = from;
      if (k >= 0 && !layout.take(options[k], child)) continue;
      const std::int32_t to = layout.next(place, child);
      if (to >= 0) each(to, child, k < 0 ? -1 : stage.first + k);
    }
}

}  // namespace tilewright::frontier
