#include "families/vanishing/search.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "families/vanishing/dependants.hpp"

namespace tilewright::vanishing {

std::vector<int> order_of(const Game& game, const std::vector<int>& how) {
  std::vector<std::vector<int>> after(game.pieces);
  std::vector<int> before(game.pieces, 0);
  for (const int c : how) {
    if (c < 0) continue;
    const Condition& condition = game.conditions[c];
    for (const int piece : condition.removed) {
      if (how[piece] < 0) continue;  // gone from the start
      after[piece].push_back(condition.piece);
      ++before[condition.piece];
    }
    for (const int piece : condition.present) {
      if (how[piece] < 0) continue;
      after[condition.piece].push_back(piece);
      ++before[piece];
    }
  }
  std::vector<int> order;
  for (int piece = 0; piece < game.pieces; ++piece) {
    if (how[piece] >= 0 && before[piece] == 0) order.push_back(piece);
  }
  for (std::size_t at = 0; at < order.size(); ++at) {
    for (const int next : after[order[at]]) {
      if (--before[next] == 0) order.push_back(next);
    }
  }
  return order;
}

std::vector<int> replay(const Game& game, const std::vector<int>& order) {
  PlayWithDependants state(game);
  std::vector<int> done, touched;
  for (const int piece : order) {
    if (!state.play().is_removable(piece)) continue;
    state.remove(piece, touched);
    done.push_back(piece);
  }
  std::set<int> removable, harmless;  // of these, the pieces that no other depends on
  const auto look_at = [&](int piece) {
    const bool is_removable = state.play().is_removable(piece);
    is_removable ? void(removable.insert(piece)) : void(removable.erase(piece));
    is_removable&& state.dependants(piece) == 0 ? void(harmless.insert(piece)) : void(harmless.erase(piece));
  };
  for (int piece = 0; piece < game.pieces; ++piece) look_at(piece);
  // Sweeps over the harmless pieces, in the order of their numbers; when there are none, one other piece.
  for (int at = -1; !removable.empty();) {
    auto next = harmless.upper_bound(at);
    if (next == harmless.end()) next = harmless.begin();
    const bool is_harmless = next != harmless.end();
    const int piece = is_harmless ? *next : *removable.begin();
    at = is_harmless ? piece : -1;
    if (state.play().is_removable(piece)) {
      state.remove(piece, touched);
      done.push_back(piece);
    } else {
      touched.clear();  // one that lost its way since
    }
    look_at(piece);
    for (const int other : touched) look_at(other);
  }
  return done;
}

Search::Search(const Game& game, std::size_t most_words) : game_(game), simplified_(simplify(game)) {
  const auto& groups = simplified_.groups;
  std::vector<int> group_of(game.pieces, -1), number(game.pieces, -1);
  std::vector<Game> games(groups.size());
  conditions_.resize(groups.size());
  for (std::size_t k = 0; k < groups.size(); ++k) {
    for (const int piece : groups[k]) {
      group_of[piece] = static_cast<int>(k);
      number[piece] = games[k].pieces++;
    }
  }
  for (std::size_t c = 0; c < simplified_.rest.conditions.size(); ++c) {
    Condition condition = simplified_.rest.conditions[c];
    const int group = group_of[condition.piece];
    condition.piece = number[condition.piece];
    for (auto* others : {&condition.removed, &condition.present}) {
      for (int& piece : *others) piece = number[piece];
    }
    games[group].conditions.push_back(std::move(condition));
    conditions_[group].push_back(static_cast<int>(c));
  }
  lower_ = static_cast<int>(simplified_.stuck.size());
  for (std::size_t k = 0; k < groups.size(); ++k) {
    const std::vector<int> none(groups[k].size(), -1);
    std::vector<int> pieces(groups[k].size());
    std::iota(pieces.begin(), pieces.end(), 0);
    groups_.push_back(std::make_unique<Exact>(games[k], pieces, none, most_words));
    used_.push_back(static_cast<int>(groups[k].size()) + 1);
    open_.push_back(static_cast<int>(k));
  }
  order_ = replay(game_, simplified_.first);
  finished_ = lower() == left();
}

bool Search::advance(std::uint64_t effort) {
  while (!finished_ && !open_.empty() && effort > 0) {
    if (at_ == open_.size()) {  // each has had its turn
      std::erase_if(open_, [this](int k) { return groups_[k]->finished() || groups_[k]->full(); });
      at_ = 0;
      combine();
    } else {
      advance_group(open_[at_++], effort);
    }
  }
  return finished_;
}

void Search::advance_group(int group, std::uint64_t& effort) {
  Exact& exact = *groups_[group];
  lower_ -= exact.lowest();
  states_ -= exact.states();
  exact.advance(effort);
  lower_ += exact.lowest();
  states_ += exact.states();
  better_ = better_ || exact.best_left() < used_[group];
  finished_ = lower() == left();
}

const std::vector<int>& Search::order() {
  combine();
  return order_;
}

void Search::combine() {
  if (!better_) return;
  better_ = false;
  std::vector<int> how(game_.pieces, -1);
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    used_[k] = groups_[k]->best_left();
    const auto& best = groups_[k]->best();
    for (std::size_t at = 0; at < best.size(); ++at) {
      if (best[at] >= 0) how[simplified_.groups[k][at]] = conditions_[k][best[at]];
    }
  }
  std::vector<int> order = simplified_.first;
  const auto later = order_of(simplified_.rest, how);
  order.insert(order.end(), later.begin(), later.end());
  offer(order);
}

bool Search::offer(const std::vector<int>& order) {
  std::vector<int> done = replay(game_, order);
  if (done.size() <= order_.size()) return false;
  order_ = std::move(done);
  if (lower() == left()) finished_ = true;
  return true;
}

}  // namespace tilewright::vanishing
