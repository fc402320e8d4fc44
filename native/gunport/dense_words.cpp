#include "gunport/dense_words.hpp"

#include <algorithm>

namespace tilewright::gunport {

Words words_of(const RowRules& rules, int length) {
  Words words;
  words.length = length;
  words.all = {0};
  for (int column = 0; column < length; ++column) {
    std::vector<Packed> longer;
    // The last letter is the outermost loop: words with the same last letter come out together.
    for (int letter = 0; letter < rules.letters; ++letter)
      for (const Packed word : words.all) {
        const bool fits = column == 0 ? std::any_of(rules.beside[letter].begin(), rules.beside[letter].end(), [](bool b) { return b; })
                                      : rules.beside[letter_at(word, column - 1)][letter];
        if (fits) longer.push_back(with_letter(word, column, static_cast<std::uint8_t>(letter)));
      }
    words.all = std::move(longer);
  }
  for (std::uint32_t i = 0; i < words.all.size(); ++i) words.number.emplace(words.all[i], i);
  return words;
}

}  // namespace tilewright::gunport
