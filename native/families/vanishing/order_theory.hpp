// OrderTheory that literals demand, kept free of cycles: a theory for the SAT solver.
//
// An arc from u to v says that u comes before v, and belongs to a literal. Arcs of literals that hold form a
// graph without a cycle. When a literal comes to hold, arcs that would now close a cycle are found by walking
// forward from v and backward from u, and their literals are refused, each with the path as its reason.
#pragma once

#include <utility>
#include <vector>

namespace tilewright::vanishing {

using Literal = int;  // 2 * variable, plus 1 when negated

inline int variable_of(Literal literal) { return literal >> 1; }
inline bool is_negative(Literal literal) { return (literal & 1) != 0; }
inline Literal negated(Literal literal) { return literal ^ 1; }

class OrderTheory {
 public:
  explicit OrderTheory(int nodes);

  void add_arc(Literal literal, int from, int to);
  void add_fixed_arc(int from, int to);  // holds always; the caller sees to it that these close no cycle

  bool has_arcs(Literal literal) const {
    return literal < static_cast<int>(arcs_of_.size()) && !arcs_of_[literal].empty();
  }

  // The literal holds from now on. False when it closes a cycle: `clause` then is one that fails. Otherwise
  // `refused` has literals that would close one, each with the clause that says so, itself (negated) first.
  // `is_open(literal)` tells whether nothing is decided about a literal.
  template <class IsOpen>
  bool hold(Literal literal, const IsOpen& is_open, std::vector<Literal>& clause,
            std::vector<std::vector<Literal>>& refuted);

  void retract(Literal literal);  // the latest that holds

 private:
  struct Arc {
    int node;
    Literal literal;  // kFixed: holds always
  };

  static constexpr Literal kFixed = -1;

  void walk(int start, const std::vector<std::vector<Arc>>& next, std::vector<int>& found, std::vector<Arc>& towards,
            std::vector<int>& mark);
  void path(int node, int start, const std::vector<Arc>& towards, std::vector<Literal>& clause) const;

  std::vector<std::vector<std::pair<int, int>>> arcs_of_;  // by literal
  std::vector<std::vector<Arc>> candidates_;               // by the node that an arc starts from, held or not
  std::vector<std::vector<Arc>> out_, in_;                 // arcs that hold
  std::vector<Arc> from_start_, to_end_;                   // how a walk came to a node
  std::vector<int> ahead_, behind_, ahead_mark_, behind_mark_;
  int stamp_ = 0;
};

template <class IsOpen>
bool OrderTheory::hold(Literal literal, const IsOpen& is_open, std::vector<Literal>& clause,
                       std::vector<std::vector<Literal>>& refuted) {
  for (const auto& [from, to] : arcs_of_[literal]) {
    ++stamp_;
    walk(to, out_, ahead_, from_start_, ahead_mark_);
    if (ahead_mark_[from] == stamp_) {
      clause.assign(1, negated(literal));
      path(from, to, from_start_, clause);
      // The arcs of this literal that were added before are taken back by let_go.
      return false;
    }
    walk(from, in_, behind_, to_end_, behind_mark_);
    out_[from].push_back({to, literal});
    in_[to].push_back({from, literal});
    for (const int node : ahead_) {
      for (const Arc& arc : candidates_[node]) {
        if (behind_mark_[arc.node] != stamp_ || !is_open(arc.literal)) continue;
        std::vector<Literal> why{negated(arc.literal), negated(literal)};
        path(node, to, from_start_, why);
        path(arc.node, from, to_end_, why);
        refuted.push_back(std::move(why));
      }
    }
  }
  return true;
}

}  // namespace tilewright::vanishing
