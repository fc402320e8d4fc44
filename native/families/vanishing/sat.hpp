// A clause-learning SAT solver with assumptions, cores, and one theory beside clauses: no cycle of orders.
//
// Conflicts are analysed to the first unique implication point (Marques-Silva and Sakallah 1999), variables
// chosen by decaying activity, phases kept, restarts by the Luby sequence (Een and Soerensson 2003). All is
// deterministic. A call can be limited, and goes on where it was when the same is asked again; what was learned
// stays for other questions.
//
// CaDiCaL 1.9.5, with a clause against each cycle that a solution has, takes 1.5 to 4 times as long on
// boards up to 16x16, 5 to 15 times on 20x20 and 30x30, 29 to 146 times on 40x40 and 60x60: see
// docs/explanation/libraries.md.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "families/vanishing/activity.hpp"
#include "families/vanishing/order_theory.hpp"

namespace tilewright::vanishing {

enum class SatResult { satisfiable, unsatisfiable, unknown };

class Solver {
 public:
  explicit Solver(int nodes) : orders_(nodes) {}

  // A new variable; `phase` is the value that it is first tried with.
  int new_variable(bool phase);

  // One of these literals holds. Only between calls of solve.
  void add_clause(std::vector<Literal> literals);

  // When the literal holds, node `from` comes before node `to`; `always` holds from the start.
  void add_arc(Literal literal, int from, int to) { orders_.add_arc(literal, from, to); }
  void add_fixed_arc(int from, int to) { orders_.add_fixed_arc(from, to); }

  // Whether all clauses and orders can hold together with the assumptions; unknown after so much effort.
  SatResult solve(const std::vector<Literal>& assumptions, std::uint64_t effort);

  bool value(Literal literal) const { return model_[variable_of(literal)] != is_negative(literal); }
  const std::vector<Literal>& core() const { return core_; }  // of the assumptions: they cannot all hold
  std::uint64_t conflicts() const { return conflicts_; }
  std::uint64_t decisions() const { return decisions_; }
  std::uint64_t effort() const { return conflicts_ + decisions_ / kCheap; }
  std::size_t words() const { return store_.size(); }  // that all clauses take
  void prefer(int variable, bool phase) { phase_[variable] = phase; }

 private:
  using Reference = int;  // of a clause: its place in store_; below -1: a note; -1: none

  struct Watch {
    Reference clause;
    Literal blocker;
  };

  static constexpr Reference kNone = -1;
  static constexpr std::uint64_t kCheap = 256;  // decisions that count as one conflict: a board of thousands of
                                                // pieces has as many assumptions, and rarely a conflict
  static constexpr int kHead = 2;               // words before a clause's literals: size, and glue (0: not learned)

  int* literals(Reference clause) { return store_.data() + clause + kHead; }
  int size(Reference clause) const { return store_[clause]; }
  signed char value_of(Literal literal) const {
    const signed char held = assigned_[variable_of(literal)];
    return is_negative(literal) ? static_cast<signed char>(-held) : held;
  }
  int level() const { return static_cast<int>(limits_.size()); }

  Reference attach(const std::vector<Literal>& literals, int glue);
  void enqueue(Literal literal, Reference reason);
  Reference propagate();  // a clause that fails, or kNone
  Reference propagate_clauses();
  Reference propagate_orders();
  Reference note(const std::vector<Literal>& literals);
  void explain(Reference reason, std::vector<Literal>& out) const;
  void analyse(Reference conflict, std::vector<Literal>& learned, int& back, int& glue);
  bool redundant(Literal literal);
  void analyse_final(Literal failed);
  void open_level();
  void cancel_to(int level);
  bool decide(const std::vector<Literal>& assumptions, SatResult& verdict);
  void forget_half();
  void rebuild(const std::vector<char>& keep);

  OrderTheory orders_;
  std::vector<int> store_;
  std::vector<Reference> learned_;
  std::deque<std::vector<Literal>> notes_;  // reasons from orders, in the order of the trail
  std::vector<std::vector<Watch>> watches_;
  std::vector<signed char> assigned_;
  std::vector<char> phase_, seen_, model_;
  std::vector<int> level_of_;
  std::vector<Reference> reason_;
  std::vector<Literal> trail_;
  std::vector<int> limits_;  // of the trail, by level
  std::vector<std::size_t> note_limits_;
  std::size_t head_ = 0, ordered_ = 0;
  Activity activity_;
  std::vector<Literal> core_, touched_, stack_, words_;
  std::vector<Literal> last_assumptions_;  // the assumptions of the last call
  std::uint64_t restarts_ = 0, restart_at_ = 0;
  std::uint64_t conflicts_ = 0, decisions_ = 0;
  std::size_t most_learned_ = 4000;
  bool broken_ = false;  // the clauses alone contradict each other
};

}  // namespace tilewright::vanishing
