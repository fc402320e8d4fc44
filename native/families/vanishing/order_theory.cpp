#include "families/vanishing/order_theory.hpp"

#include <algorithm>

namespace tilewright::vanishing {

OrderTheory::OrderTheory(int nodes)
    : candidates_(nodes),
      out_(nodes),
      in_(nodes),
      from_start_(nodes),
      to_end_(nodes),
      ahead_mark_(nodes),
      behind_mark_(nodes) {}

void OrderTheory::add_arc(Literal literal, int from, int to) {
  if (static_cast<int>(arcs_of_.size()) <= literal) arcs_of_.resize(literal + 1);
  auto& arcs = arcs_of_[literal];
  if (std::find(arcs.begin(), arcs.end(), std::pair(from, to)) != arcs.end()) return;
  arcs_of_[literal].emplace_back(from, to);
  candidates_[from].push_back({to, literal});
}

void OrderTheory::add_fixed_arc(int from, int to) {
  out_[from].push_back({to, kFixed});
  in_[to].push_back({from, kFixed});
}

void OrderTheory::retract(Literal literal) {
  const auto& arcs = arcs_of_[literal];
  for (auto arc = arcs.rbegin(); arc != arcs.rend(); ++arc) {
    // A hold that failed left out its last arcs.
    auto& out = out_[arc->first];
    if (out.empty() || out.back().literal != literal || out.back().node != arc->second) continue;
    out.pop_back();
    in_[arc->second].pop_back();
  }
}

void OrderTheory::walk(int start, const std::vector<std::vector<Arc>>& next, std::vector<int>& found,
                       std::vector<Arc>& towards, std::vector<int>& mark) {
  found.assign(1, start);
  mark[start] = stamp_;
  for (std::size_t at = 0; at < found.size(); ++at) {
    for (const Arc& arc : next[found[at]]) {
      if (mark[arc.node] == stamp_) continue;
      mark[arc.node] = stamp_;
      towards[arc.node] = {found[at], arc.literal};
      found.push_back(arc.node);
    }
  }
}

void OrderTheory::path(int node, int start, const std::vector<Arc>& towards, std::vector<Literal>& clause) const {
  while (node != start) {
    const Arc& arc = towards[node];
    if (arc.literal != kFixed) {
      const Literal word = negated(arc.literal);
      if (std::find(clause.begin(), clause.end(), word) == clause.end()) clause.push_back(word);
    }
    node = arc.node;
  }
}

}  // namespace tilewright::vanishing
