// A sweep between two places as words, to be set down and taken up again: a head, and a part for each place
// that has states.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "solve/frontier/state_tables.hpp"

namespace tilewright::frontier {

[[noreturn]] inline void misfit() { throw std::invalid_argument("what was kept is not of this sweep"); }

struct Head {
  Word place = 0, limbs = 0;
  Word states = 0, children = 0, hopeless = 0, most_live = 0;
  Word end_bits = 0;                       // the length of the sums at the end, at most
  std::optional<std::vector<Word>> value;  // the sum so far, when there is a solution

  static constexpr Word kMostLimbs = 1 << 20;

  std::vector<Word> words() const {
    std::vector<Word> words{place, limbs, states, children, hopeless, most_live, end_bits, value.has_value()};
    if (value) words.insert(words.end(), value->begin(), value->end());
    return words;
  }
  static Head of(const std::vector<Word>& words) {
    if (words.size() < 8 || (words[7] == 0 && words.size() > 8)) misfit();
    Head head{words[0], words[1], words[2], words[3], words[4], words[5], words[6], {}};
    if (words[7]) head.value.emplace(words.begin() + 8, words.end());
    return head;
  }
};

// A part: the place, the length of its counts at most, then a slot (key and value) for each state.
constexpr std::size_t kPartHead = 2;

template <int W>
std::vector<Word> part_of(const Shelves<W>& shelves, std::int32_t place, Word bits, int values) {
  std::vector<Word> part{static_cast<Word>(place), bits};
  part.reserve(kPartHead + shelves.count(place) * (W + values));
  shelves.for_each(place, [&](const Word* slot) { part.insert(part.end(), slot, slot + W + values); });
  return part;
}

// The same part for a sweep whose values are counts of more limbs.
inline std::vector<Word> widened_part(const std::vector<Word>& part, int key, int limbs, int wide) {
  std::vector<Word> to(part.begin(), part.begin() + kPartHead);
  to.reserve(kPartHead + (part.size() - kPartHead) / (key + limbs) * (key + wide));
  for (auto slot = part.begin() + kPartHead; slot != part.end(); slot += key + limbs) {
    to.insert(to.end(), slot, slot + key + limbs);
    to.insert(to.end(), wide - limbs, 0);
  }
  return to;
}

// Puts the states of a part on the shelves; OutOfMemory when they do not fit.
template <int W>
void shelve(Shelves<W>& shelves, const std::vector<Word>& part, int values) {
  const std::size_t stride = W + values;
  if (part.size() < kPartHead || (part.size() - kPartHead) % stride) misfit();
  const auto place = static_cast<std::int32_t>(part[0]);
  const std::uint64_t share = (part.size() - kPartHead) / stride / shelves.threads();
  for (int t = 0; t < shelves.threads(); ++t)
    shelves[t].tables[place].reserve(share + share / 8, values, shelves[t].blocks);
  for (std::size_t at = kPartHead; at < part.size(); at += stride) {
    const Bits<W> key = Table<W>::key(part.data() + at);
    if (key.w[W - 1] >> 63) misfit();  // no state has the highest bit
    const std::uint64_t hash = hash_of<W>(key);
    Shelf<W>& shelf = shelves[shelves.owner(hash)];
    bool fresh;
    Word* slot = shelf.tables[place].template enter<-1>(key, hash, fresh, values, shelf.blocks);
    std::copy_n(part.data() + at + W, values, slot + W);
  }
}

}  // namespace tilewright::frontier
