// Expanding the states of a place: each leads to children at later places, where equal ones are merged.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "concurrency/thread_pool.hpp"
#include "solve/frontier/children.hpp"
#include "solve/frontier/state_sampling.hpp"
#include "solve/frontier/state_tables.hpp"

namespace tilewright::frontier {

// What expanding took.
struct Tally {
  std::uint64_t states = 0, children = 0, hopeless = 0;
};

// Threads expand their own states, in rounds; children of another thread go to it as letters, read between two
// rounds. Where a place has few states one thread expands all of them.
template <int W, typename R>
class Expansion {
 public:
  static constexpr std::uint64_t kFew = 4096;  // states at a place that one thread expands alone
  static constexpr int kWords = [] {           // of a value, when it is known when compiling; else -1
    if constexpr (Limbed<R>)
      return -1;
    else
      return R::words();
  }();

  Expansion(const Layout<W>& layout, const R& ring, const Thinning& thinning, Shelves<W>& shelves, ThreadPool& pool)
      : layout_(layout), ring_(ring), thinning_(thinning), shelves_(shelves), pool_(pool) {
    for (int t = 0; t < pool_.size(); ++t) hands_.push_back(std::make_unique<Hand>(t, shelves_[t], pool_.size()));
  }

  // Begins with a place that has `count` states. A table that grows to half of `expected` states makes room for all.
  void begin(std::int32_t place, std::uint64_t count, std::uint64_t expected) {
    place_ = place;
    expected_ = expected;
    filter_.prepare(layout_, place_, count);
    alone_ = pool_.size() == 1 || count < kFew;
    for (const auto& hand : hands_) {
      hand->at = 0;
      hand->scratch.resize(words());
      if (!hand->found) hand->sum.assign(words(), 0);
    }
  }

  // Expands about `budget` states; whether all of the place are done.
  bool round(std::uint64_t budget) {
    if (alone_) {
      // The other threads rest, so their tables may be written to.
      Hand& hand = *hands_[0];
      std::uint64_t left = budget;
      const bool done =
          std::all_of(hands_.begin(), hands_.end(), [&](const auto& owner) { return expand(hand, *owner, left); });
      flush(hand);
      return done;
    }
    const std::uint64_t share = std::clamp<std::uint64_t>(budget / pool_.size(), 1024, kRound);
    pool_.run([&](int t) {
      Hand& hand = *hands_[t];
      std::uint64_t left = share;
      expand(hand, hand, left);
      flush(hand);
    });
    pool_.run([&](int t) {
      for (const auto& from : hands_) read(*hands_[t], from->letters[t]);
    });
    return std::all_of(hands_.begin(), hands_.end(),
                       [&](const auto& hand) { return hand->at >= hand->shelf.tables[place_].capacity(); });
  }

  // What the rounds since the last call took.
  Tally collect() {
    Tally sum;
    for (const auto& hand : hands_) {
      sum.states += hand->tally.states, sum.children += hand->tally.children, sum.hopeless += hand->tally.hopeless;
      hand->tally = {};
    }
    return sum;
  }

  // Adds what has come to the end to a result, which has no value while there is no solution.
  void hand_over(std::optional<std::vector<Word>>& result) {
    for (const auto& hand : hands_) {
      if (!hand->found) continue;
      if (result)
        ring_.add(result->data(), hand->sum.data());
      else
        result = hand->sum;
      hand->found = false;
    }
  }

  // Calls each(sum) for each sum that waits to be handed over.
  template <typename Each>
  void for_each_sum(Each each) {
    for (const auto& hand : hands_)
      if (hand->found) each(hand->sum);
  }

 private:
  static constexpr bool kThinned = std::is_same_v<R, Scale>;
  static constexpr std::uint64_t kRound = 65536;  // states that a thread expands between two readings of letters
  static constexpr int kAhead = 16;               // children whose slots are being fetched

  struct Child {
    Bits<W> key;
    std::uint64_t hash;
    const Word* value;
    std::int32_t place, option;  // option -1: the value as it is
  };

  // What one thread works with.
  struct Hand {
    Hand(int number, Shelf<W>& shelf, int threads) : number(number), shelf(shelf), letters(threads) {}
    int number;
    Shelf<W>& shelf;
    std::vector<std::vector<Word>> letters;  // to each other thread: place, key, value
    std::array<Child, kAhead> ahead;
    int waiting = 0;       // in `ahead`
    std::uint64_t at = 0;  // slot of the current table to look at next
    Tally tally;
    std::vector<Word> scratch, sum;  // sum: of the solutions that ended with this thread
    bool found = false;
  };

  int words() const { return ring_.words(); }

  // Expands states of the table of `of`, at most `left` of them; whether it came to the end.
  bool expand(Hand& hand, Hand& of, std::uint64_t& left) {
    const Layout<W>& layout = layout_;
    const Table<W>& table = of.shelf.tables[place_];
    const std::uint64_t capacity = table.capacity();
    std::uint64_t k = of.at;
    for (; k < capacity; ++k) {
      const Word* slot = table.slot(k);
      if (Table<W>::empty(slot)) continue;
      if (!left) break;  // here, so that a budget of as many states as there are is enough
      const Bits<W> state = Table<W>::key(slot);
      if constexpr (kThinned) {
        if (!thinning_.keeps(hash_of<W>(state))) continue;
      }
      --left;
      ++hand.tally.states;
      for_each_child(layout, filter_, place_, state, [&](std::int32_t to, const Bits<W>& child, std::int32_t option) {
        if (layout.region_cuts && layout.hopeless(to, child)) {
          ++hand.tally.hopeless;
          return;
        }
        push(hand, {child, 0, slot + W, to, option});
      });
    }
    of.at = k;
    return k >= capacity;
  }

  TILEWRIGHT_INLINE void push(Hand& hand, Child child) {
    ++hand.tally.children;
    if (child.place == layout_.end) {
      add(hand, hand.sum.data(), child.value, child.option, !hand.found);
      hand.found = true;
      return;
    }
    child.hash = hash_of<W>(child.key);
    if (pool_.size() > 1) {
      const int to = shelves_.owner(child.hash);
      if (!alone_ && to != hand.number) {
        write(hand, to, child);
        return;
      }
      shelves_[to].tables[child.place].prefetch(child.hash, W + words());
    } else {
      hand.shelf.tables[child.place].prefetch(child.hash, W + words());
    }
    Child& oldest = hand.ahead[hand.waiting % kAhead];
    if (hand.waiting >= kAhead) enter(hand, oldest);
    oldest = child;
    ++hand.waiting;
  }

  void flush(Hand& hand) {
    const int count = std::min(hand.waiting, kAhead);
    for (int k = 0; k < count; ++k) enter(hand, hand.ahead[(hand.waiting - count + k) % kAhead]);
    hand.waiting = 0;
  }

  TILEWRIGHT_INLINE void enter(Hand& hand, const Child& child) {
    Shelf<W>& to = alone_ && pool_.size() > 1 ? shelves_[shelves_.owner(child.hash)] : hand.shelf;
    bool fresh;
    Word* slot =
        to.tables[child.place].template enter<kWords>(child.key, child.hash, fresh, words(), to.blocks, expected_);
    add(hand, slot + W, child.value, child.option, fresh);
  }

  TILEWRIGHT_INLINE void add(Hand& hand, Word* into, const Word* value, std::int32_t option, bool fresh) {
    if (words() == 0) return;
    if (option < 0 && !kThinned) {
      if (fresh)
        std::copy_n(value, words(), into);
      else
        ring_.add(into, value);
      return;
    }
    const Charge& charge = layout_.charges[std::max(option, 0)];
    if (fresh) {
      ring_.extend(into, value, charge);
    } else {
      if constexpr (kWords >= 0 && kWords <= 2) {
        Word moved[kWords ? kWords : 1];
        ring_.extend(moved, value, charge);
        ring_.add(into, moved);
      } else {
        ring_.extend(hand.scratch.data(), value, charge);
        ring_.add(into, hand.scratch.data());
      }
    }
  }

  void write(Hand& hand, int to, const Child& child) {
    auto& letters = hand.letters[to];
    const std::size_t at = letters.size();
    letters.resize(at + 1 + W + words());
    letters[at] = static_cast<Word>(child.place);
    for (int k = 0; k < W; ++k) letters[at + 1 + k] = child.key.w[k];
    add(hand, letters.data() + at + 1 + W, child.value, child.option, true);
  }

  void read(Hand& hand, std::vector<Word>& letters) {
    const std::size_t stride = 1 + W + words();
    const auto hash_at = [&](std::size_t at) { return hash_of<W>(Table<W>::key(letters.data() + at + 1)); };
    std::array<std::uint64_t, kAhead> hashes;
    const std::size_t ahead = stride * kAhead;
    for (std::size_t at = 0, n = 0; at < letters.size() + ahead; at += stride, ++n) {
      const std::size_t slot_number = n % kAhead;
      if (at >= ahead) {
        const std::size_t old = at - ahead;
        if (old < letters.size()) {
          const Child child{Table<W>::key(letters.data() + old + 1), hashes[slot_number], letters.data() + old + 1 + W,
                            static_cast<std::int32_t>(letters[old]), -1};
          enter(hand, child);
        }
      }
      if (at < letters.size()) {
        hashes[slot_number] = hash_at(at);
        hand.shelf.tables[letters[at]].prefetch(hashes[slot_number], W + words());
      }
    }
    letters.clear();
  }

  const Layout<W>& layout_;
  const R& ring_;
  const Thinning& thinning_;
  Shelves<W>& shelves_;
  ThreadPool& pool_;
  std::vector<std::unique_ptr<Hand>> hands_;
  Filter<W> filter_;
  std::int32_t place_ = 0;
  std::uint64_t expected_ = 0;
  bool alone_ = true;
};

}  // namespace tilewright::frontier
