// Words of letters that may stand side by side, numbered; and programs that carry words from column to column.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gunport/dense_rules.hpp"

namespace tilewright::gunport {

using Packed = std::uint64_t;  // three bits a letter, the first column lowest
inline std::uint8_t letter_at(Packed word, int column) { return static_cast<std::uint8_t>(word >> (3 * column) & 7); }
inline Packed with_letter(Packed word, int column, std::uint8_t letter) {
  return (word & ~(Packed{7} << (3 * column))) | (Packed{letter} << (3 * column));
}

// All words of one length without the mark (unless it is a letter of its own right), by their last letters, then
// in the order of the columns before.
struct Words {
  int length = 0;
  std::vector<Packed> all;
  std::unordered_map<Packed, std::uint32_t> number;
};
Words words_of(const RowRules& rules, int length);

// A program takes the values of words before to those after some cells of a row, one cell a step: the value of a
// word is the least of its sources' values plus their costs. Before the first step and after the last one words have
// the places (slots) that the caller gives them.
struct Program {
  struct Step {
    std::vector<std::uint32_t> begin;    // for word k after the step: sources begin[k] .. begin[k + 1]
    std::vector<std::uint32_t> sources;  // twice the number of the word (or slot) before, plus the cost
  };
  std::vector<Step> steps;
  std::vector<std::uint32_t> last;   // slot of each word after the last step
  std::vector<std::uint32_t> empty;  // slots that no word comes to
  std::size_t most = 0;              // the most words between two steps
};

// From words of `length` letters, of which the first `cells` are processed; `left` is the letter before the first of
// them, or rules.letters at the side of the board. `slot` says where a word stands, before and after.
template <class Slot>
Program program_of(const RowRules& rules, const std::vector<Packed>& words, int length, int cells, int left,
                   std::size_t slots, const Slot& slot);

template <class Slot>
Program program_of(const RowRules& rules, const std::vector<Packed>& words, int length, int cells, int left,
                   std::size_t slots, const Slot& slot) {
  Program program;
  std::vector<Packed> now = words;
  program.most = words.size();
  for (int column = 0; column < cells; ++column) {
    std::unordered_map<Packed, std::uint32_t> number;
    std::vector<Packed> next;
    std::vector<std::vector<std::uint32_t>> sources;
    for (std::uint32_t i = 0; i < now.size(); ++i) {
      const Packed word = now[i];
      const int before = column == 0 ? left : letter_at(word, column - 1);
      for (const Filling& filling : rules.fillings[letter_at(word, column)][before]) {
        if (filling.opens && (column + 1 == length || !rules.spans[letter_at(word, column + 1)])) continue;
        Packed made = with_letter(word, column, filling.made);
        if (filling.opens) made = with_letter(made, column + 1, rules.marked);
        const auto [it, fresh] = number.try_emplace(made, static_cast<std::uint32_t>(next.size()));
        if (fresh) {
          next.push_back(made);
          sources.emplace_back();
        }
        const std::uint32_t source = column == 0 ? static_cast<std::uint32_t>(slot(word)) : i;
        sources[it->second].push_back(2 * source + filling.cost);
      }
    }
    Program::Step step;
    step.begin.push_back(0);
    for (const auto& list : sources) {
      step.sources.insert(step.sources.end(), list.begin(), list.end());
      step.begin.push_back(static_cast<std::uint32_t>(step.sources.size()));
    }
    program.steps.push_back(std::move(step));
    program.most = program.most < next.size() ? next.size() : program.most;
    now = std::move(next);
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
