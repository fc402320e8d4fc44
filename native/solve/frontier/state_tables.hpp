// Where the states of a sweep lie: a table for each place and thread.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "solve/frontier/state_table.hpp"

namespace tilewright::frontier {

// The tables of one thread, one a place, and the memory they are made of.
template <int W>
struct Shelf {
  Shelf(Budget& budget, std::int32_t places) : blocks(budget), tables(places) {}
  ~Shelf() {
    for (auto& table : tables) table.release(blocks);
  }
  Blocks blocks;
  std::vector<Table<W>> tables;
};

// All tables. Each state belongs to one thread, told by its hash, and lies on that thread's shelf.
template <int W>
class Shelves {
 public:
  Shelves(int threads, std::int32_t places, std::uint64_t memory) {
    budget_.most = memory;
    for (int t = 0; t < threads; ++t) shelves_.push_back(std::make_unique<Shelf<W>>(budget_, places));
  }

  int threads() const { return static_cast<int>(shelves_.size()); }
  TILEWRIGHT_INLINE int owner(std::uint64_t hash) const {
    return static_cast<int>((hash & 0xffffffffu) * static_cast<std::uint64_t>(shelves_.size()) >> 32);
  }
  Shelf<W>& operator[](int t) { return *shelves_[t]; }
  const Table<W>& table(int t, std::int32_t place) const { return shelves_[t]->tables[place]; }

  // The states at a place.
  std::uint64_t count(std::int32_t place) const {
    std::uint64_t sum = 0;
    for (const auto& shelf : shelves_) sum += shelf->tables[place].count();
    return sum;
  }
  // Calls each(slot) for each of them.
  template <typename Each>
  void for_each(std::int32_t place, Each each) const {
    for (const auto& shelf : shelves_) shelf->tables[place].for_each(each);
  }
  void release(std::int32_t place) {
    for (const auto& shelf : shelves_) shelf->tables[place].release(shelf->blocks);
  }
  void release_all() {
    for (const auto& shelf : shelves_)
      for (auto& table : shelf->tables) table.release(shelf->blocks);
  }
  // Gives back what is kept for the next tables.
  void drop_blocks() {
    for (const auto& shelf : shelves_) shelf->blocks.drop();
  }
  // All values get `words` words, written by convert(into, from).
  template <typename Convert>
  void widen(int words, Convert convert) {
    for (const auto& shelf : shelves_) {
      for (auto& table : shelf->tables) table.widen(words, shelf->blocks, convert);
      shelf->blocks.drop();
    }
  }

  std::uint64_t bytes() const { return budget_.held.load(); }
  std::uint64_t peak() const { return budget_.peak.load(); }

 private:
  Budget budget_;
  std::vector<std::unique_ptr<Shelf<W>>> shelves_;
};

}  // namespace tilewright::frontier
