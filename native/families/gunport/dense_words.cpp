#include "families/gunport/dense_words.hpp"

#include <algorithm>

namespace tilewright::gunport {

WordSet make_words(const RowRules& rules, int length) {
  WordSet words;
  words.length = length;
  words.all = {0};
  for (int column = 0; column < length; ++column) {
    std::vector<Packed> longer;
    // The last letter is the outermost loop: words with the same last letter come out together.
    for (int letter = 0; letter < rules.letters; ++letter)
      for (const Packed word : words.all) {
        const bool fits = column == 0 ? std::any_of(rules.adjacent[letter].begin(), rules.adjacent[letter].end(),
                                                    [](bool b) { return b; })
                                      : rules.adjacent[letter_at(word, column - 1)][letter];
        if (fits) longer.push_back(with_letter(word, column, static_cast<std::uint8_t>(letter)));
      }
    words.all = std::move(longer);
  }
  for (std::uint32_t i = 0; i < words.all.size(); ++i) words.number.emplace(words.all[i], i);
  return words;
}

namespace {

constexpr int kGroupCells = 5;  // of 64 lanes: a block of so many letters and one more fits into 32 KB, or nearly

struct Arrival {
  Packed block, word;
  std::uint32_t source;  // as in a step, counted from the very first word
  bool operator<(const Arrival& other) const {
    return block != other.block ? block < other.block : word != other.word ? word < other.word : source < other.source;
  }
};

Packed columns_from(Packed word, int column) { return column >= 21 ? 0 : word >> (3 * column); }
Packed columns_before(Packed word, int column) { return word & ((Packed{1} << (3 * column)) - 1); }

}  // namespace

Program make_program(const RowRules& rules, const std::vector<Packed>& words, int length, int cells,
                     const std::vector<int>& lefts, std::size_t slots, const std::function<std::size_t(Packed)>& slot) {
  Program program;
  std::vector<Packed> now = words;
  std::vector<std::uint32_t> block_of, block_starts;  // of the words of the step before, within a group
  for (int column = 0; column < cells; ++column) {
    const bool fresh = column % kGroupCells == 0;
    if (fresh) program.groups.emplace_back();
    const int first = column / kGroupCells * kGroupCells, past = std::min(first + kGroupCells, cells);
    // The last cell of the group may mark the column after it.
    const auto block = [&](Packed word) {
      return columns_before(word, first) | columns_from(word, past + 1) << (3 * (past + 1));
    };
    const auto arrivals = [&](int left) {
      std::vector<Arrival> list;
      for (std::uint32_t i = 0; i < now.size(); ++i) {
        const Packed word = now[i];
        const int before = column == 0 ? left : letter_at(word, column - 1);
        for (const Filling& filling : rules.fillings[letter_at(word, column)][before]) {
          if (filling.opens && (column + 1 == length || !rules.spans[letter_at(word, column + 1)])) continue;
          Packed made = with_letter(word, column, filling.made);
          if (filling.opens) made = with_letter(made, column + 1, rules.marked);
          const std::uint32_t source = column == 0 ? static_cast<std::uint32_t>(slot(word)) : i;
          list.push_back({block(made), made, 2 * source + filling.cost});
        }
      }
      std::sort(list.begin(), list.end());
      return list;
    };
    // Every left letter is given the same words; where it leads to a word in no way, the word's value is infinite.
    std::vector<std::vector<Arrival>> lists;
    std::vector<std::pair<Packed, Packed>> made;
    for (const int left : column == 0 ? lefts : std::vector<int>{0}) {
      lists.push_back(arrivals(left));
      for (const Arrival& arrival : lists.back()) made.emplace_back(arrival.block, arrival.word);
    }
    std::sort(made.begin(), made.end());
    made.erase(std::unique(made.begin(), made.end()), made.end());
    std::vector<std::uint32_t> blocks, next_block_of;
    for (std::uint32_t k = 0; k < made.size(); ++k) {
      if (k == 0 || made[k].first != made[k - 1].first) blocks.push_back(k);
      next_block_of.push_back(static_cast<std::uint32_t>(blocks.size() - 1));
    }
    blocks.push_back(static_cast<std::uint32_t>(made.size()));
    for (std::size_t b = 0; b + 1 < blocks.size(); ++b)
      program.max_in_block = std::max<std::size_t>(program.max_in_block, blocks[b + 1] - blocks[b]);
    std::vector<Program::Step> steps;
    for (const auto& list : lists) {
      Program::Step step;
      step.blocks = blocks;
      step.begin.push_back(0);
      auto at = list.begin();
      for (const auto& [key, word] : made) {
        if (at == list.end() || at->word != word) step.sources.push_back(static_cast<std::uint32_t>(2 * slots));
        for (; at != list.end() && at->word == word; ++at) {
          const std::uint32_t from = fresh ? 0 : 2 * block_starts[block_of[at->source / 2]];
          step.sources.push_back(at->source - from);
        }
        step.begin.push_back(static_cast<std::uint32_t>(step.sources.size()));
      }
      steps.push_back(std::move(step));
    }
    if (column == 0) program.openings = steps;
    program.groups.back().steps.push_back(std::move(steps[0]));
    now.clear();
    for (const auto& [key, word] : made) now.push_back(word);
    block_of = std::move(next_block_of);
    block_starts = std::move(blocks);
    program.most = std::max(program.most, now.size());
  }
  std::vector<bool> filled(slots);
  for (const Packed word : now) {
    program.last.push_back(static_cast<std::uint32_t>(slot(word)));
    filled[program.last.back()] = true;
  }
  for (std::size_t s = 0; s < slots; ++s)
    if (!filled[s]) program.empty.push_back(static_cast<std::uint32_t>(s));
  return program;
}

}  // namespace tilewright::gunport
