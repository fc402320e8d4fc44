// A sweep between two places as words: a head, and a part for each place
// that has states.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "solving/frontier/state_tables.hpp"

namespace tilewright::frontier {

[[noreturn]] inline void reject_checkpoint() {
  throw std::invalid_argument("the checkpoint does not belong to this sweep");
}

struct CheckpointHead {
  Word place = 0, limbs = 0;
  Word states = 0, children = 0, infeasible = 0, max_live = 0;
  Word end_bits = 0;                       // the length of the sums at the end, at most
  std::optional<std::vector<Word>> value;  // the sum so far, when there is a solution

  static constexpr Word kMaxLimbs = 1 << 20;

  std::vector<Word> words() const {
    std::vector<Word> words{place, limbs, states, children, infeasible, max_live, end_bits, value.has_value()};
    if (value) words.insert(words.end(), value->begin(), value->end());
    return words;
  }
  static CheckpointHead of(const std::vector<Word>& words) {
    if (words.size() < 8 || (words[7] == 0 && words.size() > 8)) reject_checkpoint();
    CheckpointHead head{words[0], words[1], words[2], words[3], words[4], words[5], words[6], {}};
    if (words[7]) head.value.emplace(words.begin() + 8, words.end());
    return head;
  }
};

// A part: the place, the length of its counts at most, then a slot (key and value) for each state.
constexpr std::size_t kPartHeadWords = 2;

template <int W>
std::vector<Word> collect_part(const StateTables<W>& state_tables, std::int32_t place, Word bits, int values) {
  std::vector<Word> part{static_cast<Word>(place), bits};
  part.reserve(kPartHeadWords + state_tables.count(place) * (W + values));
  state_tables.for_each(place, [&](const Word* slot) { part.insert(part.end(), slot, slot + W + values); });
  return part;
}

// The same part for a sweep whose values are counts of more limbs.
inline std::vector<Word> widen_part(const std::vector<Word>& part, int key, int limbs, int wide) {
  std::vector<Word> to(part.begin(), part.begin() + kPartHeadWords);
  to.reserve(kPartHeadWords + (part.size() - kPartHeadWords) / (key + limbs) * (key + wide));
  for (auto slot = part.begin() + kPartHeadWords; slot != part.end(); slot += key + limbs) {
    to.insert(to.end(), slot, slot + key + limbs);
    to.insert(to.end(), wide - limbs, 0);
  }
  return to;
}

// Puts the states of a part on the state tables; OutOfMemory when they do not fit.
template <int W>
void restore_states(StateTables<W>& state_tables, const std::vector<Word>& part, int values) {
  const std::size_t stride = W + values;
  if (part.size() < kPartHeadWords || (part.size() - kPartHeadWords) % stride) reject_checkpoint();
  const auto place = static_cast<std::int32_t>(part[0]);
  const std::uint64_t share = (part.size() - kPartHeadWords) / stride / state_tables.threads();
  for (int t = 0; t < state_tables.threads(); ++t)
    state_tables[t].tables[place].reserve(share + share / 8, values, state_tables[t].blocks);
  for (std::size_t at = kPartHeadWords; at < part.size(); at += stride) {
    const Bits<W> key = Table<W>::key(part.data() + at);
    if (key.w[W - 1] >> 63) reject_checkpoint();  // no state has the highest bit
    const std::uint64_t hash = hash_of<W>(key);
    ThreadTables<W>& thread_tables = state_tables[state_tables.owner(hash)];
    bool fresh;
    Word* slot = thread_tables.tables[place].template enter<-1>(key, hash, fresh, values, thread_tables.blocks);
    std::copy_n(part.data() + at + W, values, slot + W);
  }
}

}  // namespace tilewright::frontier
