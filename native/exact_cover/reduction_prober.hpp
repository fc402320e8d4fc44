// Tries options on rows of bits: what would follow if one were chosen, and whether an item would fail.
#pragma once

#include <cstdint>
#include <vector>

#include "exact_cover/problem.hpp"
#include "exact_cover/reduction_state.hpp"

namespace tilewright::exact_cover {

class ReductionProber {
 public:
  // Bytes of the rows for a problem.
  static std::uint64_t bytes(const Problem& problem);

  explicit ReductionProber(const Problem& problem);

  // Takes over what a state knows, which may have changed since the last call.
  void follow(const ReductionState& state);
  void clear(std::int32_t option) { active_[option >> 6] &= ~(std::uint64_t{1} << (option & 63)); }

  // Whether no item fails when an open option is chosen; with `deep` also what follows from that is chosen.
  bool survives(std::int32_t option, bool deep);

  std::uint64_t steps = 0;  // words that were looked at

 private:
  void choose(std::int32_t option);
  // How many options of an item are still possible, counted up to `enough`.
  std::int32_t count(std::int32_t item, std::int32_t enough);
  bool choose_all(std::int32_t item);  // false when nothing was left to choose

  const std::uint64_t* row(std::int32_t item) const { return rows_.data() + item * words_; }

  const Problem& problem_;
  std::size_t words_;
  std::vector<std::uint64_t> rows_;    // per item: its options
  std::vector<std::uint64_t> shades_;  // per use with a colour: the options that agree with it
  std::vector<std::int64_t> shade_;    // per use: where its row in shades_ begins, -1 for colour 0
  std::vector<std::uint64_t> active_;
  std::vector<std::int32_t> required_;  // items that must be covered at least once more
  std::vector<std::int32_t> least_, most_;
  std::vector<std::uint8_t> closed_;

  // During one probe.
  std::vector<std::uint64_t> left_;
  std::vector<std::int32_t> touched_;  // items whose bounds below have changed
  std::vector<std::int32_t> least_now_, most_now_;
  std::vector<std::uint8_t> closed_now_;
};

}  // namespace tilewright::exact_cover
