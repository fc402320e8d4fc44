#include "vanishing/exact.hpp"

#include <algorithm>

namespace tilewright::vanishing {

namespace {

constexpr std::uint64_t kTrim = 300;  // conflicts that may be spent on leaving one literal out of a core
constexpr std::size_t kLong = 80;     // literals of a core that are tried one by one

Literal yes(int variable) { return 2 * variable; }

}  // namespace

Exact::Exact(const Game& game, const std::vector<int>& pieces, const std::vector<int>& kept)
    : solver_(std::make_unique<Solver>(game.pieces)), pieces_(pieces), goes_(game.pieces, -1), kept_(kept) {
  model(game, kept);
  best_left_ = static_cast<int>(pieces.size()) + 1;
}

void Exact::model(const Game& game, const std::vector<int>& kept) {
  for (const int piece : pieces_) {
    goes_[piece] = solver_->new_variable(true);
    softs_.push_back({yes(goes_[piece]), -1, 0});
  }
  std::vector<std::vector<Literal>> ways(game.pieces);
  for (int c = 0; c < static_cast<int>(game.conditions.size()); ++c) {
    const Condition& condition = game.conditions[c];
    piece_of_.push_back(condition.piece);
    const bool searched = goes_[condition.piece] >= 0;
    if (!searched && kept[condition.piece] != c) continue;
    if (!searched) {
      // How it goes is settled; what it speaks of may be searched.
      for (const int piece : condition.gone) {
        if (goes_[piece] >= 0) solver_->add_clause({yes(goes_[piece])});
        solver_->add_fixed_arc(piece, condition.piece);
      }
      for (const int piece : condition.there) {
        if (goes_[piece] >= 0 || kept[piece] >= 0) solver_->add_fixed_arc(condition.piece, piece);
      }
      continue;
    }
    const bool possible = std::all_of(condition.gone.begin(), condition.gone.end(),
                                      [&](int piece) { return goes_[piece] >= 0 || kept[piece] >= 0; });
    if (!possible) continue;
    const int variable = solver_->new_variable(false);
    by_.emplace_back(c, variable);
    ways[condition.piece].push_back(yes(variable));
    for (const int piece : condition.gone) solver_->add_arc(yes(variable), piece, condition.piece);
    for (const int piece : condition.there) {
      if (goes_[piece] >= 0 || kept[piece] >= 0) solver_->add_arc(yes(variable), condition.piece, piece);
    }
  }
  for (const auto& [c, variable] : by_) {
    const Condition& condition = game.conditions[c];
    solver_->add_clause({negated(yes(variable)), yes(goes_[condition.piece])});
    for (const int piece : condition.gone) {
      if (goes_[piece] >= 0) solver_->add_clause({negated(yes(variable)), yes(goes_[piece])});
    }
  }
  for (const int piece : pieces_) {
    auto clause = ways[piece];
    clause.push_back(negated(yes(goes_[piece])));
    solver_->add_clause(clause);
  }
}

Verdict Exact::ask(const std::vector<Literal>& assumptions, std::uint64_t& conflicts) {
  const std::uint64_t before = solver_->conflicts();
  const Verdict verdict = solver_->solve(assumptions, conflicts);
  conflicts -= std::min(conflicts, solver_->conflicts() - before);
  if (verdict == Verdict::yes) take_model();
  return verdict;
}

bool Exact::advance(std::uint64_t conflicts) {
  while (!finished_) {
    std::vector<Literal> assumptions;
    for (const Soft& soft : softs_) assumptions.push_back(soft.literal);
    const Verdict verdict = ask(assumptions, conflicts);
    if (verdict == Verdict::unknown) return false;
    if (verdict == Verdict::yes) {
      finished_ = true;
      return true;
    }
    relax(shrunk(solver_->core(), conflicts));
    if (lowest_ >= best_left_) finished_ = true;
    if (conflicts == 0) return finished_;
  }
  return true;
}

// A smaller core: first by asking again, then literal by literal.
std::vector<Literal> Exact::shrunk(std::vector<Literal> core, std::uint64_t& conflicts) {
  for (int round = 0; round < 4 && core.size() > 1; ++round) {
    const std::size_t before = core.size();
    std::reverse(core.begin(), core.end());
    std::uint64_t most = kTrim;
    if (ask(core, most) != Verdict::no) break;
    core = solver_->core();
    if (core.size() >= before) break;
  }
  if (core.size() > kLong) return core;
  for (std::size_t at = 0; at < core.size() && core.size() > 1 && conflicts > 0;) {
    std::vector<Literal> without = core;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(at));
    std::uint64_t most = std::min(kTrim, conflicts);
    const std::uint64_t given = most;
    const Verdict verdict = ask(without, most);
    conflicts -= given - most;
    if (verdict == Verdict::no) {
      // Literals before `at` were found needed with more beside them, so they stay in every core of these.
      std::vector<Literal> smaller;
      for (const Literal literal : without) {
        const auto& left = solver_->core();
        if (std::find(left.begin(), left.end(), literal) != left.end()) smaller.push_back(literal);
      }
      std::size_t kept = 0;
      for (std::size_t k = 0; k < at; ++k) {
        if (std::find(smaller.begin(), smaller.end(), core[k]) != smaller.end()) ++kept;
      }
      core = smaller;
      at = kept;
    } else {
      ++at;
    }
  }
  return core;
}

void Exact::relax(const std::vector<Literal>& core) {
  ++lowest_;
  std::vector<Literal> failed;
  for (const Literal literal : core) {
    failed.push_back(negated(literal));
    const auto soft = std::find_if(softs_.begin(), softs_.end(),
                                   [&](const Soft& one) { return one.literal == literal; });
    const Soft held = *soft;
    softs_.erase(soft);
    if (held.sum < 0) continue;
    const auto& outputs = sums_[held.sum].outputs;
    const int next = held.output + 1;
    if (next < static_cast<int>(outputs.size())) softs_.push_back({negated(outputs[next]), held.sum, next});
  }
  solver_->add_clause(failed);
  if (failed.size() < 2) return;
  const int sum = add_sum(failed);
  softs_.push_back({negated(sums_[sum].outputs[1]), sum, 1});
}

// A total by merging halves: output k holds when more than k of the inputs do (Bailleux and Boufkhad 2003).
int Exact::add_sum(const std::vector<Literal>& inputs) {
  std::vector<std::vector<Literal>> parts;
  for (const Literal literal : inputs) parts.push_back({literal});
  while (parts.size() > 1) {
    std::vector<std::vector<Literal>> wider;
    for (std::size_t k = 0; k + 1 < parts.size(); k += 2) wider.push_back(merged(parts[k], parts[k + 1]));
    if (parts.size() % 2) wider.push_back(parts.back());
    parts.swap(wider);
  }
  sums_.push_back({parts[0]});
  return static_cast<int>(sums_.size()) - 1;
}

std::vector<Literal> Exact::merged(const std::vector<Literal>& a, const std::vector<Literal>& b) {
  std::vector<Literal> outputs;
  for (std::size_t k = 0; k < a.size() + b.size(); ++k) outputs.push_back(yes(solver_->new_variable(false)));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i + j == 0) continue;
      std::vector<Literal> clause{outputs[i + j - 1]};
      if (i > 0) clause.push_back(negated(a[i - 1]));
      if (j > 0) clause.push_back(negated(b[j - 1]));
      solver_->add_clause(clause);
    }
  }
  return outputs;
}

void Exact::take_model() {
  std::vector<int> how = kept_;
  int left = 0;
  for (const int piece : pieces_) how[piece] = -1;
  for (const auto& [c, variable] : by_) {
    if (solver_->value(yes(variable))) how[piece_of_[c]] = c;
  }
  for (const int piece : pieces_) left += how[piece] < 0;
  if (left < best_left_) {
    best_left_ = left;
    best_ = std::move(how);
  }
}

}  // namespace tilewright::vanishing
