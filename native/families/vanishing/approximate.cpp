#include "families/vanishing/approximate.hpp"

#include <algorithm>
#include <random>
#include <unordered_set>
#include <utility>

#include "families/vanishing/dependants.hpp"
#include "numbers.hpp"

namespace tilewright::vanishing {

namespace {

class GreedyScan : public Approximation {
 public:
  explicit GreedyScan(const Game& game) : game_(game), play_(game_) {}

  bool advance(std::uint64_t states) override {
    const std::uint64_t end = states_ + states;
    while (states_ < end) {
      if (at_ == game_.pieces) {
        if (!moved_) return true;
        moved_ = false;
        at_ = 0;
        continue;  // a board may have no piece
      }
      if (play_.is_removable(at_)) {
        play_.remove(at_);
        order_.push_back(at_);
        ++states_;
        moved_ = true;
      }
      ++at_;
    }
    return false;
  }
  const std::vector<int>& order() const override { return order_; }
  std::uint64_t states() const override { return states_; }

 private:
  Game game_;
  Play play_;
  std::vector<int> order_;
  int at_ = 0;
  bool moved_ = true;
  std::uint64_t states_ = 0;
};

class Waiting : public Approximation {
 public:
  explicit Waiting(const Game& game) : game_(game), state_(game_) {
    for (int piece = 0; piece < game_.pieces; ++piece) offer(piece);
  }

  bool advance(std::uint64_t states) override {
    std::vector<int> touched;
    for (std::uint64_t k = 0; k < states; ++k) {
      int piece = -1;
      while (least_ < buckets_.size()) {
        auto& bucket = buckets_[least_];
        while (!bucket.empty()) {
          const int top = bucket.back();
          bucket.pop_back();
          // What was put here long ago may have changed since.
          if (state_.play().is_removable(top) && state_.dependants(top) == static_cast<int>(least_)) {
            piece = top;
            break;
          }
        }
        if (piece >= 0) break;
        ++least_;
      }
      if (piece < 0) return true;
      state_.remove(piece, touched);
      order_.push_back(piece);
      for (const int other : touched) offer(other);
    }
    return false;
  }
  const std::vector<int>& order() const override { return order_; }
  std::uint64_t states() const override { return order_.size(); }

 private:
  void offer(int piece) {
    if (!state_.play().is_removable(piece)) return;
    const auto bucket = static_cast<std::size_t>(state_.dependants(piece));
    if (bucket >= buckets_.size()) buckets_.resize(bucket + 1);
    buckets_[bucket].push_back(piece);
    least_ = std::min(least_, bucket);
  }

  Game game_;
  PlayWithDependants state_;
  std::vector<std::vector<int>> buckets_;  // removable pieces by how many conditions want them there
  std::size_t least_ = 0;
  std::vector<int> order_;
};

class Bounded : public Approximation {
 public:
  explicit Bounded(const Game& game)
      : game_(game),
        play_(game_),
        most_(std::max<std::uint64_t>(1, static_cast<std::uint64_t>(game.pieces) * game.pieces)) {
    std::mt19937_64 chance(1);
    for (int piece = 0; piece < game_.pieces; ++piece) codes_.push_back({chance(), chance()});
    enter();
  }

  bool advance(std::uint64_t states) override {
    const std::uint64_t end = states_ + states;
    while (states_ < end) {
      if (levels_.empty() || states_ >= most_ || static_cast<int>(best_.size()) == game_.pieces) return true;
      auto& children = levels_.back();
      if (children.empty()) {
        levels_.pop_back();
        if (!path_.empty()) {
          play_.undo_remove(path_.back());
          mark(path_.back());
          path_.pop_back();
        }
        continue;
      }
      const int piece = children.back();
      children.pop_back();
      play_.remove(piece);
      mark(piece);
      path_.push_back(piece);
      if (!seen_.insert(code_.first ^ (code_.second * kHashFactor)).second) {
        play_.undo_remove(piece);
        mark(piece);
        path_.pop_back();
        continue;
      }
      enter();
    }
    return false;
  }
  const std::vector<int>& order() const override { return best_; }
  std::uint64_t states() const override { return states_; }

 private:
  static constexpr std::size_t kMaxChildren = 50'000'000;  // on all levels

  // Two states with the same code are taken for one: no proof is made here, so nothing wrong can come of it.
  void mark(int piece) {
    code_.first ^= codes_[piece].first;
    code_.second ^= codes_[piece].second;
  }

  void enter() {
    ++states_;
    if (path_.size() > best_.size()) best_ = path_;
    std::vector<std::pair<int, int>> ranked;
    for (int piece = 0; piece < game_.pieces; ++piece) {
      if (!play_.is_removable(piece)) continue;
      play_.remove(piece);
      ranked.emplace_back(play_.removable(), piece);
      play_.undo_remove(piece);
    }
    std::stable_sort(ranked.begin(), ranked.end());  // the most open last: it is taken first
    // The memory for all levels is bounded: on a large board those left out would never have their turn.
    const std::size_t most =
        std::max<std::size_t>(1, kMaxChildren / static_cast<std::size_t>(std::max(1, game_.pieces)));
    const auto first = ranked.end() - static_cast<std::ptrdiff_t>(std::min(most, ranked.size()));
    levels_.emplace_back();
    for (auto child = first; child != ranked.end(); ++child) levels_.back().push_back(child->second);
  }

  Game game_;
  Play play_;
  std::uint64_t most_, states_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> codes_;
  std::pair<std::uint64_t, std::uint64_t> code_{};
  std::unordered_set<std::uint64_t> seen_;
  std::vector<std::vector<int>> levels_;
  std::vector<int> path_, best_;
};

}  // namespace

std::unique_ptr<Approximation> greedy_scan(const Game& game) { return std::make_unique<GreedyScan>(game); }
std::unique_ptr<Approximation> waiting(const Game& game) { return std::make_unique<Waiting>(game); }
std::unique_ptr<Approximation> bounded(const Game& game) { return std::make_unique<Bounded>(game); }

}  // namespace tilewright::vanishing
