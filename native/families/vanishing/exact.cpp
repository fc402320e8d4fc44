#include "families/vanishing/exact.hpp"

#include <algorithm>

namespace tilewright::vanishing {

namespace {

constexpr std::uint64_t kTrim = 300;  // effort that may be spent on one question about a smaller core
constexpr int kRounds = 4;            // in which a whole core is asked about again
constexpr std::size_t kLong = 80;     // literals of a core that are tried one by one

Literal yes(int variable) { return 2 * variable; }

}  // namespace

Exact::Exact(const Game& game, const std::vector<int>& pieces, const std::vector<int>& kept, std::size_t most_words)
    : solver_(std::make_unique<Solver>(game.pieces)),
      pieces_(pieces),
      removed_(game.pieces, -1),
      kept_(kept),
      most_words_(most_words) {
  model(game, kept);
  best_left_ = static_cast<int>(pieces.size()) + 1;
}

void Exact::model(const Game& game, const std::vector<int>& kept) {
  for (const int piece : pieces_) {
    removed_[piece] = solver_->new_variable(true);
    softs_.push_back({yes(removed_[piece]), -1, 0});
  }
  std::vector<std::vector<Literal>> ways(game.pieces);
  for (int c = 0; c < static_cast<int>(game.conditions.size()); ++c) {
    const Condition& condition = game.conditions[c];
    piece_of_.push_back(condition.piece);
    const bool searched = removed_[condition.piece] >= 0;
    if (!searched && kept[condition.piece] != c) continue;
    if (!searched) {
      // How it goes is settled; what it speaks of may be searched.
      for (const int piece : condition.removed) {
        if (removed_[piece] >= 0) solver_->add_clause({yes(removed_[piece])});
        solver_->add_fixed_arc(piece, condition.piece);
      }
      for (const int piece : condition.present) {
        if (removed_[piece] >= 0 || kept[piece] >= 0) solver_->add_fixed_arc(condition.piece, piece);
      }
      continue;
    }
    const bool possible = std::all_of(condition.removed.begin(), condition.removed.end(),
                                      [&](int piece) { return removed_[piece] >= 0 || kept[piece] >= 0; });
    if (!possible) continue;
    const int variable = solver_->new_variable(false);
    by_.emplace_back(c, variable);
    ways[condition.piece].push_back(yes(variable));
    for (const int piece : condition.removed) solver_->add_arc(yes(variable), piece, condition.piece);
    for (const int piece : condition.present) {
      if (removed_[piece] >= 0 || kept[piece] >= 0) solver_->add_arc(yes(variable), condition.piece, piece);
    }
  }
  for (const auto& [c, variable] : by_) {
    const Condition& condition = game.conditions[c];
    solver_->add_clause({negated(yes(variable)), yes(removed_[condition.piece])});
    for (const int piece : condition.removed) {
      if (removed_[piece] >= 0) solver_->add_clause({negated(yes(variable)), yes(removed_[piece])});
    }
  }
  for (const int piece : pieces_) {
    auto clause = ways[piece];
    clause.push_back(negated(yes(removed_[piece])));
    solver_->add_clause(clause);
  }
}

SatResult Exact::solve(const std::vector<Literal>& assumptions, std::uint64_t& effort) {
  const std::uint64_t before = solver_->effort();
  const SatResult verdict = solver_->solve(assumptions, effort);
  const std::uint64_t used = std::max<std::uint64_t>(1, solver_->effort() - before);
  effort -= std::min(effort, used);
  if (verdict == SatResult::satisfiable) store_model();
  return verdict;
}

// As `ask`, but given up (as SatResult::yes would be) when the question has taken kTrim; unknown: it is to be asked
// again in the next step.
SatResult Exact::solve_limited(const std::vector<Literal>& assumptions, std::uint64_t& effort) {
  std::uint64_t most = std::min(effort, kTrim - spent_);
  const std::uint64_t given = most;
  SatResult verdict = solve(assumptions, most);
  effort -= given - most;
  spent_ += given - most;
  if (verdict == SatResult::unknown && spent_ < kTrim) return SatResult::unknown;
  spent_ = 0;
  return verdict == SatResult::unsatisfiable ? SatResult::unsatisfiable : SatResult::satisfiable;
}

bool Exact::advance(std::uint64_t& effort) {
  while (!finished_ && !full_ && effort > 0) {
    if (core_.empty()) {
      find_core(effort);
    } else {
      shrink(effort);
    }
    full_ = !finished_ && (full_ || solver_->words() > most_words_);
  }
  return finished_;
}

void Exact::find_core(std::uint64_t& effort) {
  std::vector<Literal> assumptions;
  for (const Soft& soft : softs_) assumptions.push_back(soft.literal);
  const SatResult verdict = solve(assumptions, effort);
  finished_ = verdict == SatResult::satisfiable;
  if (verdict != SatResult::unsatisfiable) return;
  core_ = solver_->core();
  rounds_ = 0;
  at_ = 0;
}

// One question that may make the core smaller, first by asking again, then literal by literal; or its end.
void Exact::shrink(std::uint64_t& effort) {
  if (lowest_ + 1 >= best_left_) {
    ++lowest_;
    finished_ = true;
  } else if (core_.size() > 1 && rounds_ < kRounds) {
    const std::vector<Literal> backwards(core_.rbegin(), core_.rend());
    const SatResult verdict = solve_limited(backwards, effort);
    if (verdict == SatResult::unknown) return;
    const bool smaller = verdict == SatResult::unsatisfiable && solver_->core().size() < core_.size();
    core_ = verdict == SatResult::unsatisfiable ? solver_->core() : backwards;
    rounds_ = smaller ? rounds_ + 1 : kRounds;
  } else if (core_.size() > 1 && core_.size() <= kLong && at_ < core_.size()) {
    leave_one_out(effort);
  } else {
    relax(core_);
    core_.clear();
    finished_ = lowest_ >= best_left_;
  }
}

void Exact::leave_one_out(std::uint64_t& effort) {
  std::vector<Literal> without = core_;
  without.erase(without.begin() + static_cast<std::ptrdiff_t>(at_));
  const SatResult verdict = solve_limited(without, effort);
  if (verdict == SatResult::unknown) return;
  if (verdict == SatResult::satisfiable) {
    ++at_;
    return;
  }
  // Literals before `at` were found needed with more beside them, so they stay in every core of these.
  const auto& found = solver_->core();
  std::vector<Literal> smaller;
  std::size_t kept = 0;
  for (std::size_t k = 0; k < without.size(); ++k) {
    if (std::find(found.begin(), found.end(), without[k]) == found.end()) continue;
    smaller.push_back(without[k]);
    kept += k < at_;
  }
  core_ = std::move(smaller);
  at_ = kept;
}

void Exact::relax(const std::vector<Literal>& core) {
  ++lowest_;
  std::vector<Literal> failed;
  for (const Literal literal : core) {
    failed.push_back(negated(literal));
    const auto soft =
        std::find_if(softs_.begin(), softs_.end(), [&](const Soft& one) { return one.literal == literal; });
    const Soft held = *soft;
    softs_.erase(soft);
    if (held.sum < 0) continue;
    const auto& outputs = sums_[held.sum].outputs;
    const int next = held.output + 1;
    if (next < static_cast<int>(outputs.size())) softs_.push_back({negated(outputs[next]), held.sum, next});
  }
  solver_->add_clause(failed);
  if (failed.size() < 2) return;
  // A total takes about 5/2 words for each pair of its inputs. Without it the bound stands, but no further one
  // can be proven.
  if (solver_->words() + 5 * failed.size() * failed.size() / 2 > most_words_) {
    full_ = true;
    return;
  }
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

void Exact::store_model() {
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
