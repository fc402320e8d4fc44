// The states at one place with their values: an open-addressing table of keys compared in full.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include "numbers.hpp"
#include "solving/search/bits.hpp"

namespace tilewright::frontier {

using search::Bits;
using Word = std::uint64_t;

// Raised inside the core when a table would take more than the bound; the sweep turns it into a status.
struct OutOfMemory {};

// Bytes that all tables of a sweep hold together, against their bound.
struct Budget {
  std::uint64_t most = ~std::uint64_t{0};
  std::atomic<std::uint64_t> held{0}, peak{0};

  void take(std::uint64_t bytes) {
    const std::uint64_t now = held.fetch_add(bytes) + bytes;
    if (now > most) {
      held.fetch_sub(bytes);
      throw OutOfMemory{};
    }
    std::uint64_t seen = peak.load();
    while (now > seen && !peak.compare_exchange_weak(seen, now)) {
    }
  }
  void give(std::uint64_t bytes) { held.fetch_sub(bytes); }
};

// Blocks of memory of one thread. Some freed blocks are kept for the next table: fresh pages cost as much as
// what is done with them.
class Blocks {
 public:
  explicit Blocks(Budget& budget) : budget_(budget) {}
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
  ~Blocks() { drop(); }
  Word* take(std::uint64_t bytes) {
    const auto found = free_.find(bytes);
    if (found != free_.end()) {
      Word* block = found->second;
      free_.erase(found);
      kept_ -= bytes;
      return block;
    }
    try {
      budget_.take(bytes);
    } catch (const OutOfMemory&) {
      drop();
      budget_.take(bytes);
    }
    constexpr std::uint64_t huge = std::uint64_t{1} << 21;
    const std::uint64_t unit = bytes >= 2 * huge ? huge : 64;
    void* block = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit);
    if (!block) {
      budget_.give(bytes);
      throw OutOfMemory{};
    }
#if defined(__linux__)
    if (unit == huge) madvise(block, bytes, MADV_HUGEPAGE);
#endif
    return static_cast<Word*>(block);
  }
  void give(Word* block, std::uint64_t bytes) {
    if (kept_ + bytes > std::max(kKept, budget_.held.load() / 10)) {
      std::free(block);
      budget_.give(bytes);
      return;
    }
    free_.emplace(bytes, block);
    kept_ += bytes;
  }
  void drop() {
    for (const auto& [bytes, block] : free_) {
      std::free(block);
      budget_.give(bytes);
    }
    free_.clear();
    kept_ = 0;
  }

 private:
  static constexpr std::uint64_t kKept = 1 << 18;  // bytes that are kept in any case

  Budget& budget_;
  std::uint64_t kept_ = 0;
  std::multimap<std::uint64_t, Word*> free_;
};

template <int W>
TILEWRIGHT_INLINE std::uint64_t hash_of(const Bits<W>& key) {
  const auto fold = [](std::uint64_t a, std::uint64_t b) {
    const auto product = static_cast<unsigned __int128>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  std::uint64_t h = kHashFactor;
  for (int k = 0; k < W; ++k) h = fold(key.w[k] ^ h, 0xd6e8feb86659fd93u + 2 * k);
  return fold(h ^ 0xa0761d6478bd642fu, 0xe7037ed1a0b428dbu);
}

// Slots of W key words and `values` value words; a slot whose last key word is all ones is empty. The slot of
// a key is its hash scaled to the capacity, or the next empty one, so a growing table moves its entries
// in order.
template <int W>
class Table {
 public:
  static constexpr Word kEmpty = ~Word{0};
  static constexpr std::uint64_t kSmall = 1 << 16;  // slots below which a table doubles

  Table() = default;
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;
  Table(Table&& other) noexcept { *this = std::move(other); }
  Table& operator=(Table&& other) noexcept {
    std::swap(slots_, other.slots_);
    std::swap(capacity_, other.capacity_);
    std::swap(count_, other.count_);
    std::swap(stride_, other.stride_);
    return *this;
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t capacity() const { return capacity_; }
  Word* slot(std::uint64_t k) { return slots_ + k * stride_; }
  const Word* slot(std::uint64_t k) const { return slots_ + k * stride_; }
  static bool empty(const Word* slot) { return slot[W - 1] == kEmpty; }
  static Bits<W> key(const Word* slot) {
    Bits<W> bits;
    for (int k = 0; k < W; ++k) bits.w[k] = slot[k];
    return bits;
  }
  std::uint64_t bytes() const { return capacity_ * stride_ * sizeof(Word); }
  // Calls each(slot) for each slot with a key.
  template <typename Each>
  void for_each(Each each) const {
    for (std::uint64_t k = 0; k < capacity_; ++k)
      if (!empty(slot(k))) each(slot(k));
  }

  // Makes room in a table that has none yet. Entries that come in the order of their hashes, as they do from
  // another table, would all crowd at the front of one that grows.
  void reserve(std::uint64_t count, int values, Blocks& blocks) {
    if (!slots_) set(rounded(count / 3 * 4 + 32), W + values, blocks);
  }
  void release(Blocks& blocks) {
    if (slots_) blocks.give(slots_, bytes());
    slots_ = nullptr;
    capacity_ = count_ = 0;
  }

  TILEWRIGHT_INLINE std::uint64_t home(std::uint64_t hash) const {
    return static_cast<std::uint64_t>(static_cast<unsigned __int128>(hash) * capacity_ >> 64);
  }
  TILEWRIGHT_INLINE void prefetch(std::uint64_t hash, int stride) const {
    if (slots_) __builtin_prefetch(slots_ + home(hash) * stride, 1);
  }
  // The slot of a key; null when there is none.
  TILEWRIGHT_INLINE const Word* find(const Bits<W>& key, std::uint64_t hash) const {
    if (!slots_) return nullptr;
    for (std::uint64_t k = home(hash);;) {
      const Word* slot = slots_ + k * stride_;
      if (same(slot, key)) return slot;
      if (empty(slot)) return nullptr;
      if (++k == capacity_) k = 0;
    }
  }
  // The slot of a key, entered when it was not there (`fresh`; its value is then up to the caller).
  // `expected`: how many keys there may be in the end; a table that has grown to half of that makes room for all.
  template <int V>  // values, when they are known when compiling; else -1
  TILEWRIGHT_INLINE Word* enter(const Bits<W>& key, std::uint64_t hash, bool& fresh, int values, Blocks& blocks,
                                std::uint64_t expected = 0) {
    if (count_ * 5 >= capacity_ * 4) [[unlikely]]
      grow(values, blocks, expected);
    const int stride = V >= 0 ? W + V : stride_;
    for (std::uint64_t k = home(hash);;) {
      Word* slot = slots_ + k * stride;
      if (same(slot, key)) {
        fresh = false;
        return slot;
      }
      if (empty(slot)) {
        for (int w = 0; w < W; ++w) slot[w] = key.w[w];
        ++count_;
        fresh = true;
        return slot;
      }
      if (++k == capacity_) k = 0;
    }
  }

  // A table with the same keys whose values have `values` words, written by convert(into, from).
  template <typename Convert>
  void widen(int values, Blocks& blocks, Convert convert) {
    if (!slots_) return;
    Table wide;
    wide.set(capacity_, W + values, blocks);
    for (std::uint64_t k = 0; k < capacity_; ++k) {
      const Word* from = slot(k);
      if (empty(from)) continue;
      std::copy_n(from, W, wide.slot(k));
      convert(wide.slot(k) + W, from + W);
    }
    wide.count_ = count_;
    release(blocks);
    *this = std::move(wide);
  }

 private:
  TILEWRIGHT_INLINE static bool same(const Word* slot, const Bits<W>& key) {
    Word differ = 0;
    for (int k = 0; k < W; ++k) differ |= slot[k] ^ key.w[k];
    return differ == 0;
  }
  // Few sizes, so that blocks can be used again: 4, 5, 6 and 7 times a power of two.
  static std::uint64_t rounded(std::uint64_t capacity) {
    const std::uint64_t quarter = std::bit_ceil(std::max<std::uint64_t>(capacity, 32) + 1) / 8;
    return (std::max<std::uint64_t>(capacity, 32) + quarter - 1) / quarter * quarter;
  }
  void set(std::uint64_t capacity, int stride, Blocks& blocks) {
    stride_ = stride;
    slots_ = blocks.take(capacity * stride * sizeof(Word));
    capacity_ = capacity;
    count_ = 0;
    if (stride == W)
      std::memset(slots_, 0xff, bytes());
    else
      for (std::uint64_t k = 0; k < capacity; ++k) slots_[k * stride + W - 1] = kEmpty;
  }
  void grow(int values, Blocks& blocks, std::uint64_t expected) {
    if (!slots_) {
      set(32, W + values, blocks);
      return;
    }
    const std::uint64_t more = capacity_ < kSmall ? 2 * capacity_ : capacity_ + capacity_ / 4;
    const std::uint64_t enough = expected / 3 * 4;
    Table wide;
    wide.set(rounded(enough > more && 2 * count_ > expected ? enough : more), stride_, blocks);
    for_each([&](const Word* from) {
      std::uint64_t to = wide.home(hash_of<W>(key(from)));
      while (!empty(wide.slot(to)))
        if (++to == wide.capacity_) to = 0;
      std::copy_n(from, stride_, wide.slot(to));
    });
    wide.count_ = count_;
    release(blocks);
    *this = std::move(wide);
  }

  Word* slots_ = nullptr;
  std::uint64_t capacity_ = 0, count_ = 0;
  int stride_ = W;
};

}  // namespace tilewright::frontier
