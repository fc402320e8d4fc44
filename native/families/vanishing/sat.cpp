#include "families/vanishing/sat.hpp"

#include <algorithm>
#include <utility>

#include "numbers.hpp"

namespace tilewright::vanishing {

namespace {

constexpr std::uint64_t kRestart = 64;  // conflicts, times the Luby sequence

}  // namespace

int Solver::new_variable(bool phase) {
  const int variable = static_cast<int>(assigned_.size());
  assigned_.push_back(0);
  phase_.push_back(phase);
  seen_.push_back(0);
  model_.push_back(0);
  level_of_.push_back(0);
  reason_.push_back(kNone);
  watches_.resize(watches_.size() + 2);
  activity_.add();
  return variable;
}

void Solver::add_clause(std::vector<Literal> clause) {
  cancel_to(0);
  if (broken_) return;
  std::sort(clause.begin(), clause.end());
  std::vector<Literal> kept;
  for (const Literal literal : clause) {
    if (value_of(literal) > 0) return;
    if (!kept.empty() && kept.back() == literal) continue;
    if (!kept.empty() && kept.back() == negated(literal)) return;
    if (value_of(literal) == 0) kept.push_back(literal);
  }
  if (kept.empty()) {
    broken_ = true;
  } else if (kept.size() == 1) {
    enqueue(kept[0], kNone);
    broken_ = propagate() != kNone;
  } else {
    attach(kept, 0);
  }
}

Solver::Reference Solver::attach(const std::vector<Literal>& clause, int glue) {
  const auto reference = static_cast<Reference>(store_.size());
  store_.push_back(static_cast<int>(clause.size()));
  store_.push_back(glue);
  store_.insert(store_.end(), clause.begin(), clause.end());
  watches_[clause[0]].push_back({reference, clause[1]});
  watches_[clause[1]].push_back({reference, clause[0]});
  if (glue > 0) learned_.push_back(reference);
  return reference;
}

void Solver::enqueue(Literal literal, Reference reason) {
  const int variable = variable_of(literal);
  assigned_[variable] = is_negative(literal) ? -1 : 1;
  level_of_[variable] = level();
  reason_[variable] = reason;
  trail_.push_back(literal);
}

Solver::Reference Solver::note(const std::vector<Literal>& clause) {
  notes_.push_back(clause);
  return -2 - static_cast<Reference>(notes_.size() - 1);
}

void Solver::explain(Reference reason, std::vector<Literal>& out) const {
  if (reason < kNone) {
    out = notes_[-2 - reason];
  } else {
    const int* first = store_.data() + reason + kHead;
    out.assign(first, first + size(reason));
  }
}

Solver::Reference Solver::propagate() {
  while (true) {
    const Reference conflict = propagate_clauses();
    if (conflict != kNone) return conflict;
    if (ordered_ == trail_.size()) return kNone;
    const Reference cycle = propagate_orders();
    if (cycle != kNone) return cycle;
  }
}

Solver::Reference Solver::propagate_clauses() {
  while (head_ < trail_.size()) {
    const Literal failed = negated(trail_[head_++]);
    auto& watches = watches_[failed];
    std::size_t kept = 0, at = 0;
    Reference conflict = kNone;
    while (at < watches.size()) {
      const Watch watch = watches[at++];
      if (value_of(watch.blocker) > 0) {
        watches[kept++] = watch;
        continue;
      }
      int* held = literals(watch.clause);
      if (held[0] == failed) std::swap(held[0], held[1]);
      const Literal first = held[0];
      if (first != watch.blocker && value_of(first) > 0) {
        watches[kept++] = {watch.clause, first};
        continue;
      }
      const int count = size(watch.clause);
      int other = 2;
      while (other < count && value_of(held[other]) < 0) ++other;
      if (other < count) {
        std::swap(held[1], held[other]);
        watches_[held[1]].push_back({watch.clause, first});
        continue;
      }
      watches[kept++] = {watch.clause, first};
      if (value_of(first) < 0) {
        conflict = watch.clause;
        head_ = trail_.size();
        while (at < watches.size()) watches[kept++] = watches[at++];
      } else {
        enqueue(first, watch.clause);
      }
    }
    watches.resize(kept);
    if (conflict != kNone) return conflict;
  }
  return kNone;
}

// One literal's arcs; what they refuse is put on the trail. Clauses have their turn before the next literal.
Solver::Reference Solver::propagate_orders() {
  while (ordered_ < trail_.size() && head_ == trail_.size()) {
    const Literal literal = trail_[ordered_++];
    if (!orders_.has_arcs(literal)) continue;
    std::vector<std::vector<Literal>> refuted;
    const auto is_open = [this](Literal other) { return value_of(other) == 0; };
    if (!orders_.hold(literal, is_open, words_, refuted)) return note(words_);
    for (const auto& why : refuted) {
      if (value_of(why[0]) != 0) continue;  // refused twice
      if (level() == 0) {
        enqueue(why[0], kNone);
      } else {
        enqueue(why[0], note(why));
      }
    }
  }
  return kNone;
}

void Solver::analyse(Reference conflict, std::vector<Literal>& learned, int& back, int& glue) {
  learned.assign(1, 0);
  std::size_t at = trail_.size();
  int open = 0;
  Literal literal = -1;
  Reference reason = conflict;
  std::vector<Literal> words;
  do {
    explain(reason, words);
    for (const Literal other : words) {
      if (other == literal) continue;
      const int variable = variable_of(other);
      if (seen_[variable] || level_of_[variable] == 0) continue;
      seen_[variable] = 1;
      touched_.push_back(other);
      activity_.bump(variable);
      if (level_of_[variable] >= level()) {
        ++open;
      } else {
        learned.push_back(other);
      }
    }
    while (!seen_[variable_of(trail_[--at])]) {
    }
    literal = trail_[at];
    reason = reason_[variable_of(literal)];
    seen_[variable_of(literal)] = 0;
    --open;
  } while (open > 0);
  learned[0] = negated(literal);
  seen_[variable_of(literal)] = 1;
  touched_.push_back(literal);

  std::size_t kept = 1;
  for (std::size_t k = 1; k < learned.size(); ++k) {
    if (reason_[variable_of(learned[k])] == kNone || !redundant(learned[k])) learned[kept++] = learned[k];
  }
  learned.resize(kept);

  back = 0;
  std::vector<int> levels;
  for (std::size_t k = 1; k < learned.size(); ++k) {
    const int there = level_of_[variable_of(learned[k])];
    levels.push_back(there);
    if (there > back) {
      back = there;
      std::swap(learned[1], learned[k]);
    }
  }
  std::sort(levels.begin(), levels.end());
  glue = 1 + static_cast<int>(std::unique(levels.begin(), levels.end()) - levels.begin());
  for (const Literal word : touched_) seen_[variable_of(word)] = 0;
  touched_.clear();
}

// Whether a literal of a learned clause follows from the others there.
bool Solver::redundant(Literal literal) {
  stack_.assign(1, literal);
  const std::size_t before = touched_.size();
  std::vector<Literal> words;
  while (!stack_.empty()) {
    const Literal top = stack_.back();
    stack_.pop_back();
    explain(reason_[variable_of(top)], words);
    for (const Literal other : words) {
      const int variable = variable_of(other);
      if (variable == variable_of(top) || seen_[variable] || level_of_[variable] == 0) continue;
      if (reason_[variable] == kNone) {
        for (std::size_t k = before; k < touched_.size(); ++k) seen_[variable_of(touched_[k])] = 0;
        touched_.resize(before);
        return false;
      }
      seen_[variable] = 1;
      touched_.push_back(other);
      stack_.push_back(other);
    }
  }
  return true;
}

// The assumptions that together refuse this one.
void Solver::analyse_final(Literal failed) {
  core_.assign(1, failed);
  if (level() == 0) return;
  std::vector<Literal> words;
  seen_[variable_of(failed)] = 1;
  for (std::size_t at = trail_.size(); at-- > static_cast<std::size_t>(limits_[0]);) {
    const int variable = variable_of(trail_[at]);
    if (!seen_[variable]) continue;
    seen_[variable] = 0;
    if (reason_[variable] == kNone) {
      if (trail_[at] != failed) core_.push_back(trail_[at]);
      continue;
    }
    explain(reason_[variable], words);
    for (const Literal other : words) {
      if (variable_of(other) != variable && level_of_[variable_of(other)] > 0) seen_[variable_of(other)] = 1;
    }
  }
  seen_[variable_of(failed)] = 0;
}

void Solver::open_level() {
  limits_.push_back(static_cast<int>(trail_.size()));
  note_limits_.push_back(notes_.size());
}

void Solver::cancel_to(int target) {
  if (level() <= target) return;
  const auto first = static_cast<std::size_t>(limits_[target]);
  while (trail_.size() > first) {
    const Literal literal = trail_.back();
    const int variable = variable_of(literal);
    if (ordered_ == trail_.size()) {
      --ordered_;
      if (orders_.has_arcs(literal)) orders_.retract(literal);
    }
    phase_[variable] = !is_negative(literal);
    assigned_[variable] = 0;
    reason_[variable] = kNone;
    activity_.reinsert(variable);
    trail_.pop_back();
  }
  notes_.resize(note_limits_[target]);
  limits_.resize(target);
  note_limits_.resize(target);
  head_ = ordered_ = trail_.size();  // what stood below was propagated before the next decision
}

bool Solver::decide(const std::vector<Literal>& assumptions, SatResult& verdict) {
  Literal next = -1;
  while (level() < static_cast<int>(assumptions.size())) {
    const Literal assumed = assumptions[level()];
    if (value_of(assumed) > 0) {
      open_level();
    } else if (value_of(assumed) < 0) {
      analyse_final(assumed);
      verdict = SatResult::unsatisfiable;
      return false;
    } else {
      next = assumed;
      break;
    }
  }
  if (next < 0) {
    int variable = -1;
    while (!activity_.empty()) {
      variable = activity_.pop();
      if (assigned_[variable] == 0) break;
      variable = -1;
    }
    if (variable < 0) {
      for (std::size_t k = 0; k < assigned_.size(); ++k) model_[k] = assigned_[k] > 0;
      verdict = SatResult::satisfiable;
      return false;
    }
    next = 2 * variable + (phase_[variable] ? 0 : 1);
  }
  ++decisions_;
  open_level();
  enqueue(next, kNone);
  return true;
}

SatResult Solver::solve(const std::vector<Literal>& assumptions, std::uint64_t most) {
  if (assumptions != last_assumptions_) {
    cancel_to(0);
    last_assumptions_ = assumptions;
    restarts_ = 0;
    restart_at_ = conflicts_ + kRestart * luby(1 + restarts_);
  }
  core_.clear();
  if (broken_) return SatResult::unsatisfiable;
  const std::uint64_t end = effort() + std::max<std::uint64_t>(1, most);
  std::vector<Literal> learned;
  SatResult verdict = SatResult::unknown;
  while (true) {
    const Reference conflict = propagate();
    if (conflict != kNone) {
      ++conflicts_;
      if (level() == 0) {
        broken_ = true;
        return SatResult::unsatisfiable;
      }
      int back = 0, glue = 0;
      analyse(conflict, learned, back, glue);
      cancel_to(back);
      if (learned.size() == 1) {
        enqueue(learned[0], kNone);
      } else {
        enqueue(learned[0], attach(learned, glue));
      }
      activity_.age();
      continue;
    }
    if (effort() >= end) return SatResult::unknown;
    if (conflicts_ >= restart_at_) {
      cancel_to(0);
      restart_at_ = conflicts_ + kRestart * luby(1 + ++restarts_);
      if (learned_.size() > most_learned_) forget_half();
      continue;
    }
    if (!decide(assumptions, verdict)) {
      cancel_to(0);
      return verdict;
    }
  }
}

// Half of the learned clauses go, those of most glue; at level 0, where nothing points to them but units.
void Solver::forget_half() {
  std::stable_sort(learned_.begin(), learned_.end(),
                   [this](Reference a, Reference b) { return store_[a + 1] < store_[b + 1]; });
  std::vector<char> gone(store_.size(), 0);
  for (std::size_t k = learned_.size() / 2; k < learned_.size(); ++k) {
    if (store_[learned_[k] + 1] > 2) gone[learned_[k]] = 1;
  }
  rebuild(gone);
  most_learned_ += most_learned_ / 10;
}

void Solver::rebuild(const std::vector<char>& gone) {
  std::vector<int> old;
  old.swap(store_);
  learned_.clear();
  notes_.clear();
  for (auto& watches : watches_) watches.clear();
  for (const Literal literal : trail_) reason_[variable_of(literal)] = kNone;  // all at level 0
  std::vector<Literal> clause;
  for (std::size_t at = 0; at < old.size(); at += kHead + old[at]) {
    if (gone[at]) continue;
    clause.assign(old.begin() + at + kHead, old.begin() + at + kHead + old[at]);
    if (std::any_of(clause.begin(), clause.end(), [this](Literal l) { return value_of(l) > 0; })) continue;
    std::erase_if(clause, [this](Literal l) { return value_of(l) < 0; });
    attach(clause, old[at + 1]);  // at least two are left: all was propagated
  }
}

}  // namespace tilewright::vanishing
