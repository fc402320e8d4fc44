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
struct ExpansionWork {
  std::uint64_t states = 0, children = 0, infeasible = 0;
};

// Threads expand their own states, in rounds; children of another thread go to it as letters, read between two
// rounds. Where a place has few states one thread expands all of them.
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
    for (int t = 0; t < pool_.size(); ++t)
      workers_.push_back(std::make_unique<Worker>(t, state_tables_[t], pool_.size()));
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
      flush(worker);
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
  static constexpr std::uint64_t kRound = 65536;  // states that a thread expands between two readings of letters
  static constexpr int kPrefetched = 16;          // children whose slots are being fetched

  struct Child {
    Bits<W> key;
    std::uint64_t hash;
    const Word* value;
    std::int32_t place, option;  // option -1: the value as it is
  };

  // What one thread works with.
  struct Worker {
    Worker(int number, ThreadTables<W>& thread_tables, int threads)
        : number(number), thread_tables(thread_tables), outgoing(threads) {}
    int number;
    ThreadTables<W>& thread_tables;
    std::vector<std::vector<Word>> outgoing;  // to each other thread: place, key, value
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
    if (pool_.size() > 1) {
      const int to = state_tables_.owner(child.hash);
      if (!single_threaded_ && to != worker.number) {
        write(worker, to, child);
        return;
      }
      state_tables_[to].tables[child.place].prefetch(child.hash, W + words());
    } else {
      worker.thread_tables.tables[child.place].prefetch(child.hash, W + words());
    }
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

  TILEWRIGHT_INLINE void enter(Worker& worker, const Child& child) {
    ThreadTables<W>& to =
        single_threaded_ && pool_.size() > 1 ? state_tables_[state_tables_.owner(child.hash)] : worker.thread_tables;
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

  void write(Worker& worker, int to, const Child& child) {
    auto& outgoing = worker.outgoing[to];
    const std::size_t at = outgoing.size();
    outgoing.resize(at + 1 + W + words());
    outgoing[at] = static_cast<Word>(child.place);
    for (int k = 0; k < W; ++k) outgoing[at + 1 + k] = child.key.w[k];
    add(worker, outgoing.data() + at + 1 + W, child.value, child.option, true);
  }

  void read(Worker& worker, std::vector<Word>& outgoing) {
    const std::size_t stride = 1 + W + words();
    const auto hash_at = [&](std::size_t at) { return hash_of<W>(Table<W>::key(outgoing.data() + at + 1)); };
    std::array<std::uint64_t, kPrefetched> hashes;
    const std::size_t ahead = stride * kPrefetched;
    for (std::size_t at = 0, n = 0; at < outgoing.size() + ahead; at += stride, ++n) {
      const std::size_t slot_number = n % kPrefetched;
      if (at >= ahead) {
        const std::size_t old = at - ahead;
        if (old < outgoing.size()) {
          const Child child{Table<W>::key(outgoing.data() + old + 1), hashes[slot_number],
                            outgoing.data() + old + 1 + W, static_cast<std::int32_t>(outgoing[old]), -1};
          enter(worker, child);
        }
      }
      if (at < outgoing.size()) {
        hashes[slot_number] = hash_at(at);
        worker.thread_tables.tables[outgoing[at]].prefetch(hashes[slot_number], W + words());
      }
    }
    outgoing.clear();
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
