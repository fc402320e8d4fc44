// The tables of the states of a sweep: one for each place and thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solving/frontier/state_table.hpp"

namespace tilewright::frontier {

// The tables of one thread, one a place, and the memory they are made of.
template <int W>
struct ThreadTables {
  ThreadTables(Budget& budget, std::int32_t places) : blocks(budget), tables(places) {}
  ~ThreadTables() {
    for (auto& table : tables) table.release(blocks);
  }
  Blocks blocks;
  std::vector<Table<W>> tables;
};

// All tables. The hash of a state determines the thread that owns it.
template <int W>
class StateTables {
 public:
  StateTables(int threads, std::int32_t places, std::uint64_t memory) {
    budget_.most = memory;
    for (int t = 0; t < threads; ++t) state_tables_.push_back(std::make_unique<ThreadTables<W>>(budget_, places));
  }

  int threads() const { return static_cast<int>(state_tables_.size()); }
  TILEWRIGHT_INLINE int owner(std::uint64_t hash) const {
    return static_cast<int>((hash & 0xffffffffu) * static_cast<std::uint64_t>(state_tables_.size()) >> 32);
  }
  ThreadTables<W>& operator[](int t) { return *state_tables_[t]; }
  const Table<W>& table(int t, std::int32_t place) const { return state_tables_[t]->tables[place]; }

  // The states at a place.
  std::uint64_t count(std::int32_t place) const {
    std::uint64_t sum = 0;
    for (const auto& thread_tables : state_tables_) sum += thread_tables->tables[place].count();
    return sum;
  }
  // Calls each(slot) for each of them.
  template <typename Each>
  void for_each(std::int32_t place, Each each) const {
    for (const auto& thread_tables : state_tables_) thread_tables->tables[place].for_each(each);
  }
  void release(std::int32_t place) {
    for (const auto& thread_tables : state_tables_) thread_tables->tables[place].release(thread_tables->blocks);
  }
  void release_all() {
    for (const auto& thread_tables : state_tables_)
      for (auto& table : thread_tables->tables) table.release(thread_tables->blocks);
  }
  // Gives back what is kept for the next tables.
  void drop_blocks() {
    for (const auto& thread_tables : state_tables_) thread_tables->blocks.drop();
  }
  // All values get `words` words, written by convert(into, from).
  template <typename Convert>
  void widen(int words, Convert convert) {
    for (const auto& thread_tables : state_tables_) {
      for (auto& table : thread_tables->tables) table.widen(words, thread_tables->blocks, convert);
      thread_tables->blocks.drop();
    }
  }

  std::uint64_t bytes() const { return budget_.held.load(); }
  std::uint64_t peak() const { return budget_.peak.load(); }

 private:
  Budget budget_;
  std::vector<std::unique_ptr<ThreadTables<W>>> state_tables_;
};

}  // namespace tilewright::frontier
