#include "solving/frontier/query.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <stdexcept>

namespace tilewright::frontier {

namespace {

void check(const SweepQuery& query) {
  const Problem& problem = query.problem;
  if (!query.times.empty() && query.times.size() != problem.uses.size())
    throw std::invalid_argument("times must be empty or have a number for each use");
  for (const std::int32_t n : query.times)
    if (n < 1) throw std::invalid_argument("an option covers its items at least once");
  if (!query.contributions.empty() && std::ssize(query.contributions) != problem.options())
    throw std::invalid_argument("charges must be empty or one for each option");
  std::vector<char> seen(problem.items, 0);
  for (const std::int32_t item : query.order) {
    if (item < 0 || item >= problem.items || seen[item])
      throw std::invalid_argument("the order names no item, or one twice");
    seen[item] = 1;
  }
}

}  // namespace

int ResidualProblem::fixed_limbs() const {
  std::int64_t bits = 0;
  for (const std::uint64_t weight : weights) bits += std::bit_width(weight);
  return static_cast<int>(bits / 64) + 1;
}

ResidualProblem residual_problem(const SweepQuery& query) {
  check(query);
  const Problem& problem = query.problem;
  const auto times = [&](std::size_t use) { return query.times.empty() ? 1 : query.times[use]; };
  ResidualProblem left;
  std::vector<std::int64_t> used(problem.items, 0);
  std::vector<std::int32_t> colour(problem.items, 0);
  // An item takes one more use: a primary one up to its bound, a secondary one if bare or of this colour.
  const auto admits = [&](std::size_t at) {
    const auto [item, paint] = problem.uses[at];
    if (item < problem.primary) return used[item] + times(at) <= problem.most[item];
    return used[item] == 0 ? paint != 0 || times(at) == 1 : paint != 0 && colour[item] == paint;
  };
  std::vector<char> gone(problem.options(), 0);
  for (const Decision decision : query.prefix) {
    const std::int32_t o = decision >= 0 ? decision : ~decision;
    if (o >= problem.options()) throw std::invalid_argument("a decision names no option");
    if (gone[o]) throw std::invalid_argument("two decisions name the same option");
    gone[o] = 1;
    if (decision < 0) continue;
    left.chosen.push_back(o);
    for (std::int32_t at = problem.offsets[o]; at < problem.offsets[o + 1]; ++at) {
      if (!admits(at)) left.dead = true;
      used[problem.uses[at].item] += times(at);
      colour[problem.uses[at].item] = problem.uses[at].colour;
    }
    if (query.contributions.empty()) continue;
    const Contribution& contribution = query.contributions[o];
    if (contribution.weight == 0) left.dead = true;
    if (left.dead) continue;  // costs of options that clash are not bounded
    if (contribution.weight != 1) left.weights.push_back(contribution.weight);
    left.fixed.cost += contribution.cost;
    left.fixed.mark =
        static_cast<std::int32_t>(std::min<std::int64_t>(std::int64_t{left.fixed.mark} + contribution.mark, INT32_MAX));
  }
  std::vector<std::int64_t> possible(problem.items, 0);  // uses that options left could make
  std::vector<std::map<std::int32_t, std::int32_t>> paints(problem.items);
  std::vector<char> bare(problem.items, 0);  // some option uses it without a colour
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    if (gone[o] || (!query.contributions.empty() && query.contributions[o].weight == 0)) continue;
    bool fits = true;
    for (std::int32_t at = problem.offsets[o]; at < problem.offsets[o + 1]; ++at) fits &= admits(at);
    if (!fits) continue;
    left.ids.push_back(o);
    left.contributions.push_back(query.contributions.empty() ? Contribution{} : query.contributions[o]);
    auto& item_uses = left.item_uses.emplace_back();
    for (std::int32_t at = problem.offsets[o]; at < problem.offsets[o + 1]; ++at) {
      const auto [item, paint] = problem.uses[at];
      if (item >= problem.primary && used[item]) continue;  // a colour that is already agreed on
      item_uses.push_back({item, paint, times(at)});
      possible[item] += times(at);
      if (paint)
        paints[item].emplace(paint, 0);
      else
        bare[item] = 1;
    }
  }
  left.kind.assign(problem.items, Kind::ignored);
  left.least.assign(problem.items, 0);
  left.most.assign(problem.items, 0);
  left.codes.assign(problem.items, 0);
  for (std::int32_t i = 0; i < problem.items; ++i) {
    if (i >= problem.primary) {
      std::int32_t code = 0;
      for (auto& [paint, number] : paints[i]) number = ++code;
      left.codes[i] = code;
      if (code > 1 || (code && bare[i])) left.kind[i] = Kind::coloured;
      if (!code && bare[i]) left.kind[i] = Kind::exclusive;
      continue;
    }
    const std::int64_t least = std::max<std::int64_t>(0, problem.least[i] - used[i]);
    const std::int64_t most = problem.most[i] - used[i];
    if (possible[i] < least) left.dead = true;
    if (possible[i] == 0 || most <= 0) continue;
    left.least[i] = static_cast<std::int32_t>(least);
    left.most[i] = possible[i] <= most ? INT32_MAX : static_cast<std::int32_t>(most);
    if (least == 1 && most == 1)
      left.kind[i] = Kind::exact;
    else if (least == 0 && most == 1)
      left.kind[i] = possible[i] > 1 ? Kind::exclusive : Kind::ignored;
    else if (least > 0 || left.most[i] != INT32_MAX)
      left.kind[i] = Kind::counter;
  }
  for (auto& item_uses : left.item_uses) {
    std::erase_if(item_uses, [&](const ItemUse& t) { return left.kind[t.item] == Kind::ignored; });
    for (ItemUse& touch : item_uses)
      if (touch.colour) touch.colour = paints[touch.item].at(touch.colour);
  }
  return left;
}

}  // namespace tilewright::frontier
