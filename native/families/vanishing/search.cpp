#include "families/vanishing/search.hpp"

#include <algorithm>
#include <numeric>

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
  Play play(game);
  std::vector<int> done;
  const auto take = [&](int piece) {
    if (!play.is_removable(piece)) return;
    play.remove(piece);
    done.push_back(piece);
  };
  for (const int piece : order) take(piece);
  const auto hurts = [&](int piece) {
    const auto& dependent_conditions = play.index().present[piece];
    return std::any_of(dependent_conditions.begin(), dependent_conditions.end(),
                       [&](int c) { return !play.is_lost(c) && !play.removed(game.conditions[c].piece); });
  };
  for (std::size_t before = done.size() + 1; before != done.size();) {
    before = done.size();
    for (const bool patient : {true, false}) {
      for (int piece = 0; piece < game.pieces; ++piece) {
        if (!patient || !hurts(piece)) take(piece);
        if (!patient && done.size() > before) break;
      }
      if (done.size() > before) break;
    }
  }
  return done;
}

Search::Search(const Game& game, std::size_t most_words) : game_(game), simplified_(simplify(game)) {
  const std::vector<int> none(game.pieces, -1);
  for (const auto& group : simplified_.groups) {
    groups_.push_back(std::make_unique<Exact>(simplified_.rest, group, none, most_words));
    used_.push_back(static_cast<int>(group.size()) + 1);
  }
  order_ = replay(game_, simplified_.first);
  finished_ = lower() == left();
}

int Search::lower() const {
  int sum = static_cast<int>(simplified_.stuck.size());
  for (const auto& group : groups_) sum += group->lowest();
  return sum;
}

std::uint64_t Search::states() const {
  std::uint64_t sum = 0;
  for (const auto& group : groups_) sum += group->states();
  return sum;
}

bool Search::full() const {
  return !finished_ && std::all_of(groups_.begin(), groups_.end(),
                                   [](const auto& group) { return group->finished() || group->full(); });
}

bool Search::advance(std::uint64_t effort) {
  if (finished_ || full()) return finished_;
  while (groups_[at_]->finished() || groups_[at_]->full()) at_ = (at_ + 1) % groups_.size();
  groups_[at_]->advance(effort);
  bool better = false;
  for (std::size_t k = 0; k < groups_.size(); ++k) better = better || groups_[k]->best_left() < used_[k];
  if (better) combine();
  at_ = (at_ + 1) % groups_.size();
  finished_ = lower() == left();
  return finished_;
}

void Search::combine() {
  std::vector<int> how(game_.pieces, -1);
  for (std::size_t k = 0; k < groups_.size(); ++k) {
    used_[k] = groups_[k]->best_left();
    if (groups_[k]->best().empty()) continue;
    for (const int piece : simplified_.groups[k]) how[piece] = groups_[k]->best()[piece];
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
