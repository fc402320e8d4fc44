// WordSet of letters that may stand side by side, numbered; and programs that carry words from column to column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "families/gunport/dense_rules.hpp"

namespace tilewright::gunport {

using Packed = std::uint64_t;  // three bits a letter, the first column lowest
inline std::uint8_t letter_at(Packed word, int column) { return static_cast<std::uint8_t>(word >> (3 * column) & 7); }
inline Packed with_letter(Packed word, int column, std::uint8_t letter) {
  return (word & ~(Packed{7} << (3 * column))) | (Packed{letter} << (3 * column));
}

// All words of one length without the mark (unless it is a letter of its own right), by their last letters, then
// in the order of the columns before.
struct WordSet {
  int length = 0;
  std::vector<Packed> all;
  std::unordered_map<Packed, std::uint32_t> number;
};
WordSet make_words(const RowRules& rules, int length);

// A program takes the values of words before to those after some cells of a row, one cell a step: the value of a
// word is the least of its sources' values plus their costs. Before the first step and after the last one words have
// the places (slots) that the caller gives them.
//
// Steps come in groups. The words of a group fall into blocks that do not meet within it, for they differ in columns
// that the group does not touch; so a block goes through all steps of its group in the nearest cache.
struct Program {
  struct Step {
    std::vector<std::uint32_t> begin;    // for word k after the step: sources begin[k] .. begin[k + 1]
    std::vector<std::uint32_t> sources;  // twice the number of the word before, plus the cost
    std::vector<std::uint32_t> blocks;   // block b has the words blocks[b] .. blocks[b + 1]
  };
  // In the first step of a group a word before is counted from the very first word (before the first step of all: a
  // slot), in the others from the first of its block.
  struct Group {
    std::vector<Step> steps;
  };
  std::vector<Group> groups;
  std::vector<Step> openings;  // the very first step, by the letter to its left; in the place of groups[0].steps[0]
  std::vector<std::uint32_t> last;   // slot of each word after the last step
  std::vector<std::uint32_t> empty;  // slots that no word comes to
  std::size_t most = 0;              // the most words between two groups
  std::size_t max_in_block = 0;      // the most words of a block between two steps
};

// From words of `length` letters, of which the first `cells` are processed. `lefts` are the letters that may stand
// before the first of them; rules.letters is the side of the board. `slot` says where a word stands, before and
// after; the slot number `slots` is one whose value is infinite.
Program make_program(const RowRules& rules, const std::vector<Packed>& words, int length, int cells,
                     const std::vector<int>& lefts, std::size_t slots, const std::function<std::size_t(Packed)>& slot);

}  // namespace tilewright::gunport
