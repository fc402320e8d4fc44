// Expanding the states of a place: each leads to children at later places, where equal ones are merged.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "concurrency/thread_pool.hpp"
#include "solving/frontier/children.hpp"
#include "solving/frontier/state_sampling.hpp"
#include "solving/frontier/state_tables.hpp"

namespace tilewright::frontier {

// What expanding took.
struct ExpansionWork {
  std::uint64_t states = 0, children = 0, infeasible = 0;
};

// Threads expand their own states, in rounds; children go as letters to the threads that own them, which read them
// between two rounds. A thread writes letters to itself, too: a branch on the owner would be predicted wrongly for every
// other child. Where a place has few states one thread expands all of them, without letters.
template <int W, typename R>
class Expansion {
 public:
  static constexpr std::uint64_t kMaxSingleThreaded = 4096;  // states at a place that one thread expands alone
  static constexpr int kWords = [] {                         // of a value, when it is known when compiling; else -1
    if constexpr (Limbed<R>)
      return -1;
    else
      return R::words();
  }();

  Expansion(const Layout<W>& layout, const R& ring, const StateSampling& sampling, StateTables<W>& state_tables,
            ThreadPool& pool)
      : layout_(layout), ring_(ring), sampling_(sampling), state_tables_(state_tables), pool_(pool) {
    for (int t = 0; t < pool_.size(); ++t) workers_.push_back(std::make_unique<Worker>(state_tables_[t], pool_.size()));
  }

  // Begins with a place that has `count` states. A table that grows to half of `expected` states makes room for all.
  void begin(std::int32_t place, std::uint64_t count, std::uint64_t expected) {
    place_ = place;
    expected_ = expected;
    filter_.prepare(layout_, place_, count);
    single_threaded_ = pool_.size() == 1 || count < kMaxSingleThreaded;
    for (const auto& worker : workers_) {
      worker->at = 0;
      worker->scratch.resize(words());
      if (!worker->found) worker->sum.assign(words(), 0);
    }
  }

  // Expands about `budget` states; whether all of the place are done.
  bool round(std::uint64_t budget) {
    if (single_threaded_) {
      // The other threads rest, so their tables may be written to.
      Worker& worker = *workers_[0];
      std::uint64_t left = budget;
      const bool done = std::all_of(workers_.begin(), workers_.end(),
                                    [&](const auto& owner) { return expand(worker, *owner, left); });
      flush(worker);
      return done;
    }
    const std::uint64_t share = std::clamp<std::uint64_t>(budget / pool_.size(), 1024, kRound);
    pool_.run([&](int t) {
      Worker& worker = *workers_[t];
      std::uint64_t left = share;
      expand(worker, worker, left);
    });
    pool_.run([&](int t) {
      for (const auto& from : workers_) read(*workers_[t], from->outgoing[t]);
    });
    return std::all_of(workers_.begin(), workers_.end(), [&](const auto& worker) {
      return worker->at >= worker->thread_tables.tables[place_].capacity();
    });
  }

  // What the rounds since the last call took.
  ExpansionWork collect() {
    ExpansionWork sum;
    for (const auto& worker : workers_) {
      sum.states += worker->work.states, sum.children += worker->work.children,
          sum.infeasible += worker->work.infeasible;
      worker->work = {};
    }
    return sum;
  }

  // Adds what has come to the end to a result, which has no value while there is no solution.
  void add_sums_to(std::optional<std::vector<Word>>& result) {
    for (const auto& worker : workers_) {
      if (!worker->found) continue;
      if (result)
        ring_.add(result->data(), worker->sum.data());
      else
        result = worker->sum;
      worker->found = false;
    }
  }

  // Calls each(sum) for each sum that waits to be handed over.
  template <typename Each>
  void for_each_sum(Each each) {
    for (const auto& worker : workers_)
      if (worker->found) each(worker->sum);
  }

 private:
  static constexpr bool kSampled = std::is_same_v<R, Multiplicity>;
  static constexpr std::uint64_t kRound = 16384;  // states that a thread expands between two readings of letters
  static constexpr int kPrefetched = 16;          // children whose slots are being fetched
  static constexpr std::size_t kLetterWords = 2 + W;

  struct Child {
    Bits<W> key;
    std::uint64_t hash;
    const Word* value;
    std::int32_t place, option;  // option -1: the value as it is
  };

  // Children for one thread: the place and option of each, its key, and where the value of the state is that led to
  // it. States stay where they are while their place is expanded.
  class Letters {
   public:
    // Room for one more, of so many words. It is not filled: to zero it takes as long as to write it.
    TILEWRIGHT_INLINE Word* add(std::size_t count) {
      if (used_ + count > words_.size()) [[unlikely]]
        words_.resize(std::max<std::size_t>(2 * words_.size(), used_ + std::max<std::size_t>(count, 4096)));
      used_ += count;
      return words_.data() + used_ - count;
    }
    const Word* words() const { return words_.data(); }
    std::size_t size() const { return used_; }  // in words
    void clear() { used_ = 0; }

   private:
    std::vector<Word> words_;
    std::size_t used_ = 0;
  };

  // What one thread works with.
  struct Worker {
    Worker(ThreadTables<W>& thread_tables, int threads) : thread_tables(thread_tables), outgoing(threads) {}
    ThreadTables<W>& thread_tables;
    std::vector<Letters> outgoing;  // to each thread
    std::array<Child, kPrefetched> prefetched;
    int waiting = 0;       // in `prefetched`
    std::uint64_t at = 0;  // slot of the current table to look at next
    ExpansionWork work;
    std::vector<Word> scratch, sum;  // sum: of the solutions that ended with this thread
    bool found = false;
  };

  int words() const { return ring_.words(); }

  // Expands states of the table of `of`, at most `left` of them; whether it came to the end.
  bool expand(Worker& worker, Worker& of, std::uint64_t& left) {
    const Layout<W>& layout = layout_;
    const Table<W>& table = of.thread_tables.tables[place_];
    const std::uint64_t capacity = table.capacity();
    std::uint64_t k = of.at;
    for (; k < capacity; ++k) {
      const Word* slot = table.slot(k);
      if (Table<W>::empty(slot)) continue;
      if (!left) break;  // here, so that a budget of as many states as there are is enough
      const Bits<W> state = Table<W>::key(slot);
      if constexpr (kSampled) {
        if (!sampling_.selects(hash_of<W>(state))) continue;
      }
      --left;
      ++worker.work.states;
      for_each_child(layout, filter_, place_, state, [&](std::int32_t to, const Bits<W>& child, std::int32_t option) {
        if (layout.region_cuts && layout.infeasible(to, child)) {
          ++worker.work.infeasible;
          return;
        }
        push(worker, {child, 0, slot + W, to, option});
      });
    }
    of.at = k;
    return k >= capacity;
  }

  TILEWRIGHT_INLINE void push(Worker& worker, Child child) {
    ++worker.work.children;
    if (child.place == layout_.end) {
      add(worker, worker.sum.data(), child.value, child.option, !worker.found);
      worker.found = true;
      return;
    }
    child.hash = hash_of<W>(child.key);
    if (!single_threaded_) {
      write(worker, state_tables_.owner(child.hash), child);
      return;
    }
    tables_for(worker, child.hash).tables[child.place].prefetch(child.hash, W + words());
    Child& oldest = worker.prefetched[worker.waiting % kPrefetched];
    if (worker.waiting >= kPrefetched) enter(worker, oldest);
    oldest = child;
    ++worker.waiting;
  }

  void flush(Worker& worker) {
    const int count = std::min(worker.waiting, kPrefetched);
    for (int k = 0; k < count; ++k) enter(worker, worker.prefetched[(worker.waiting - count + k) % kPrefetched]);
    worker.waiting = 0;
  }

  // Where a thread enters a state with this hash.
  TILEWRIGHT_INLINE ThreadTables<W>& tables_for(Worker& worker, std::uint64_t hash) {
    return single_threaded_ && pool_.size() > 1 ? state_tables_[state_tables_.owner(hash)] : worker.thread_tables;
  }

  TILEWRIGHT_INLINE void enter(Worker& worker, const Child& child) {
    ThreadTables<W>& to = tables_for(worker, child.hash);
    bool fresh;
    Word* slot =
        to.tables[child.place].template enter<kWords>(child.key, child.hash, fresh, words(), to.blocks, expected_);
    add(worker, slot + W, child.value, child.option, fresh);
  }

  TILEWRIGHT_INLINE void add(Worker& worker, Word* into, const Word* value, std::int32_t option, bool fresh) {
    if (words() == 0) return;
    if (option < 0 && !kSampled) {
      if (fresh)
        std::copy_n(value, words(), into);
      else
        ring_.add(into, value);
      return;
    }
    const Contribution& contribution = layout_.contributions[std::max(option, 0)];
    if (fresh) {
      ring_.extend(into, value, contribution);
    } else {
      if constexpr (kWords >= 0 && kWords <= 2) {
        Word moved[kWords ? kWords : 1];
        ring_.extend(moved, value, contribution);
        ring_.add(into, moved);
      } else {
        ring_.extend(worker.scratch.data(), value, contribution);
        ring_.add(into, worker.scratch.data());
      }
    }
  }

  static void write(Worker& worker, int to, const Child& child) {
    Word* const letter = worker.outgoing[to].add(kLetterWords);
    letter[0] = static_cast<Word>(child.place) << 32 | static_cast<std::uint32_t>(child.option);
    for (int k = 0; k < W; ++k) letter[1 + k] = child.key.w[k];
    letter[1 + W] = std::bit_cast<std::uintptr_t>(child.value);
  }
  static Child read_letter(const Word* letter, std::uint64_t hash) {
    return {Table<W>::key(letter + 1), hash, std::bit_cast<const Word*>(static_cast<std::uintptr_t>(letter[1 + W])),
            static_cast<std::int32_t>(letter[0] >> 32), static_cast<std::int32_t>(letter[0])};
  }

  void read(Worker& worker, Letters& letters) {
    constexpr std::size_t stride = kLetterWords;
    const Word* const outgoing = letters.words();
    const auto hash_at = [&](std::size_t at) { return hash_of<W>(Table<W>::key(outgoing + at + 1)); };
    std::array<std::uint64_t, kPrefetched> hashes;
    const std::size_t ahead = stride * kPrefetched;
    for (std::size_t at = 0, n = 0; at < letters.size() + ahead; at += stride, ++n) {
      const std::size_t slot_number = n % kPrefetched;
      if (at >= ahead) {
        const std::size_t old = at - ahead;
        if (old < letters.size()) enter(worker, read_letter(outgoing + old, hashes[slot_number]));
      }
      if (at < letters.size()) {
        hashes[slot_number] = hash_at(at);
        worker.thread_tables.tables[outgoing[at] >> 32].prefetch(hashes[slot_number], W + words());
      }
    }
    letters.clear();
  }

  const Layout<W>& layout_;
  const R& ring_;
  const StateSampling& sampling_;
  StateTables<W>& state_tables_;
  ThreadPool& pool_;
  std::vector<std::unique_ptr<Worker>> workers_;
  OptionFilter<W> filter_;
  std::int32_t place_ = 0;
  std::uint64_t expected_ = 0;
  bool single_threaded_ = true;
};

}  // namespace tilewright::frontier
