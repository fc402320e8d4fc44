#include "exact_cover/problem.hpp"

#include <algorithm>
#include <stdexcept>

namespace tilewright::exact_cover {

bool Problem::plain() const {
  for (std::int32_t i = 0; i < primary; ++i)
    if (least[i] != 1 || most[i] != 1) return false;
  return true;
}

bool Problem::coloured() const {
  return std::any_of(uses.begin(), uses.end(), [](const Use& use) { return use.colour != 0; });
}

Remainder reduce(const Problem& problem, std::span<const Decision> decisions) {
  Remainder rest;
  Covered covered(problem);
  std::vector<char> gone(problem.options(), 0);
  for (const Decision decision : decisions) {
    const std::int32_t o = decision >= 0 ? decision : ~decision;
    if (o >= problem.options()) throw std::invalid_argument("a decision names no option");
    if (gone[o]) throw std::invalid_argument("two decisions name the same option");
    gone[o] = 1;
    if (decision < 0) continue;
    rest.chosen.push_back(o);
    for (const Use& use : problem.option(o)) {
      if (!covered.admits(problem, use)) rest.dead = true;
      covered.take(use);
    }
  }
  Problem& left = rest.problem;
  // An item stays when it may still be covered and, if secondary, is not committed to a colour.
  std::vector<std::int32_t> number(problem.items, -1);
  for (std::int32_t i = 0; i < problem.items; ++i) {
    const bool primary = i < problem.primary;
    if (primary ? covered.used[i] >= problem.most[i] : covered.used[i] > 0) continue;
    number[i] = left.items++;
    rest.item_ids.push_back(i);
    if (!primary) continue;
    ++left.primary;
    left.least.push_back(std::max(0, problem.least[i] - covered.used[i]));
    left.most.push_back(problem.most[i] - covered.used[i]);
  }
  std::vector<std::int32_t> count(left.items, 0);
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    if (gone[o]) continue;
    const auto uses = problem.option(o);
    if (!covered.admits(problem, uses)) continue;
    for (const Use& use : uses) {
      if (number[use.item] < 0) continue;  // a colour that is already agreed on
      left.uses.push_back({number[use.item], use.colour});
      ++count[number[use.item]];
    }
    left.offsets.push_back(static_cast<std::int32_t>(left.uses.size()));
    rest.option_ids.push_back(o);
  }
  for (std::int32_t i = 0; i < left.primary; ++i)
    if (count[i] < left.least[i]) rest.dead = true;
  if (!problem.near.empty()) {
    left.near.resize(left.items);
    for (std::int32_t i = 0; i < left.items; ++i)
      for (const std::int32_t other : problem.near[rest.item_ids[i]])
        if (number[other] >= 0) left.near[i].push_back(number[other]);
  }
  return rest;
}

std::int32_t branch_item(const Problem& problem, bool& dead) {
  std::vector<std::int32_t> count(problem.items, 0);
  for (const Use& use : problem.uses) ++count[use.item];
  std::int32_t best = -1, fewest = 0;
  dead = false;
  for (std::int32_t i = 0; i < problem.primary; ++i) {
    const std::int32_t ways = count[i] + 1 - problem.least[i];
    if (ways <= 0) dead = true;
    if (problem.least[i] == 0 && count[i] == 0) continue;
    if (best < 0 || ways < fewest) best = i, fewest = ways;
  }
  return best;
}

std::vector<std::vector<Decision>> split(const Problem& problem, std::span<const Decision> prefix,
                                         std::size_t min_parts) {
  using Part = std::vector<Decision>;
  std::vector<Part> parts{Part(prefix.begin(), prefix.end())};
  std::vector<char> final{0};  // parts that cannot be divided
  while (parts.size() < min_parts) {
    std::vector<Part> next;
    std::vector<char> next_final;
    bool moved = false;
    for (std::size_t k = 0; k < parts.size(); ++k) {
      // Stop in the midst of a round when there are enough: what is left stays whole.
      if (final[k] || next.size() + (parts.size() - k) >= min_parts) {
        next.push_back(parts[k]);
        next_final.push_back(final[k]);
        continue;
      }
      const Remainder rest = reduce(problem, parts[k]);
      bool dead = rest.dead;
      if (dead) continue;
      const std::int32_t item = branch_item(rest.problem, dead);
      if (dead) continue;
      if (item < 0) {
        next.push_back(parts[k]);
        next_final.push_back(1);
        continue;
      }
      moved = true;
      const bool once = rest.problem.most[item] == 1;
      Part left_out = parts[k];
      for (std::int32_t o = 0; o < rest.problem.options(); ++o) {
        const auto uses = rest.problem.option(o);
        if (!std::any_of(uses.begin(), uses.end(), [&](const Use& use) { return use.item == item; })) continue;
        // An item that is covered once needs no list of what was left out: its options exclude each other.
        Part part = once ? parts[k] : left_out;
        part.push_back(rest.option_ids[o]);
        left_out.push_back(~rest.option_ids[o]);
        next.push_back(std::move(part));
        next_final.push_back(0);
      }
      if (rest.problem.least[item] == 0) {
        next.push_back(std::move(left_out));
        next_final.push_back(0);
      }
    }
    parts = std::move(next);
    final = std::move(next_final);
    if (!moved) break;
  }
  return parts;
}

}  // namespace tilewright::exact_cover
