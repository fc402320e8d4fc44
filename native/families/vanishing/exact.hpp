// The fewest pieces left, proven: a search by cores over a model of which pieces go, how, and in what order.
//
// Each piece has a literal that it goes, each condition one that its piece goes by it. A piece that goes goes by
// some condition; the condition's `gone` pieces go, and go before it; its `there` pieces go after it, if at all.
// So orders that differ only in removals that commute are one model. That all pieces go is assumed; a core is a
// set of pieces of which one must stay, and raises the proven bound by one (OLL: Andres, Kaufmann, Matheis and
// Schaub 2012; Morgado, Dodaro and Marques-Silva 2014). When the assumptions hold the bound is reached.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "families/vanishing/game.hpp"
#include "families/vanishing/sat.hpp"

namespace tilewright::vanishing {

// A search over some pieces of a game. The other pieces stay as `kept` says: they go by the condition given
// there, or stay (-1); orders among them must hold together, as those of a game that was played do.
class Exact {
 public:
  Exact(const Game& game, const std::vector<int>& pieces, const std::vector<int>& kept,
        std::size_t most_words = kMaxWords);

  static constexpr std::size_t kMaxWords = 100'000'000;  // of 4 bytes, for clauses; watches take as much again

  // Go on for about so many conflicts, which are taken off `effort`; true at the end: then `lowest` pieces of those
  // searched must stay. How a search is cut into steps does not matter for where it gets to.
  bool advance(std::uint64_t& effort);

  int lowest() const { return lowest_; }  // so many pieces must stay, proven
  bool finished() const { return finished_; }
  bool full() const { return full_; }  // the memory is used up: it goes no further, what it proved stands
  std::uint64_t states() const { return solver_->conflicts() + solver_->decisions(); }

  // How each piece goes (a condition, or -1: it stays) in the best model met; empty before there is one.
  const std::vector<int>& best() const { return best_; }
  int best_left() const { return best_left_; }

 private:
  struct Soft {
    Literal literal;  // assumed
    int sum;          // of which total it is an output, or -1: a piece goes
    int output;       // with this number
  };

  struct Sum {
    std::vector<Literal> outputs;  // output k: more than k of the inputs hold
  };

  void model(const Game& game, const std::vector<int>& kept);
  void find_core(std::uint64_t& effort);
  void shrink(std::uint64_t& effort);
  void leave_one_out(std::uint64_t& effort);
  void relax(const std::vector<Literal>& core);
  int add_sum(const std::vector<Literal>& inputs);
  std::vector<Literal> merged(const std::vector<Literal>& a, const std::vector<Literal>& b);
  void store_model();
  SatResult solve(const std::vector<Literal>& assumptions, std::uint64_t& effort);
  SatResult solve_limited(const std::vector<Literal>& assumptions, std::uint64_t& effort);

  std::unique_ptr<Solver> solver_;
  std::vector<int> pieces_;
  std::vector<int> removed_;             // by piece: its variable, or -1
  std::vector<std::pair<int, int>> by_;  // condition, variable
  std::vector<Soft> softs_;
  std::vector<Sum> sums_;
  std::vector<int> best_, kept_, piece_of_;
  std::vector<Literal> core_;  // being made smaller; empty: the next is looked for
  int rounds_ = 0;             // in which the whole core was asked about again
  std::size_t at_ = 0;         // the literals of the core before this one were found to be needed
  std::uint64_t spent_ = 0;    // on the question under way
  std::size_t most_words_;
  int lowest_ = 0, best_left_ = 0;
  bool finished_ = false, full_ = false;
};

}  // namespace tilewright::vanishing
