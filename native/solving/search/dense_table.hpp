// The tables of the dense search: the whole problem as bit rows, and room for what is left of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

#include "solving/search/dense_kernels.hpp"
#include "solving/search/problem.hpp"

namespace tilewright::search::dense {

// Memory that begins with a cache line: a vector of 64 bytes that straddles two costs twice.
template <class T>
struct LineAllocator {
  using value_type = T;
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{64})); }
  void deallocate(T* at, std::size_t) { ::operator delete(at, std::align_val_t{64}); }
  bool operator==(const LineAllocator&) const { return true; }
};
using Lines = std::vector<u64, LineAllocator<u64>>;

// The uses of a problem by classes: an item with a colour. Uses of one class excluded the same options.
struct Classes {
  explicit Classes(const Problem& problem);

  std::vector<Use> of;  // per class; the first are those of the primary items
  // Per option: the classes of items covered once, and the items with other bounds.
  std::vector<std::uint32_t> starts, uses, bound_starts, bound;
};

// A table and the memory that it points into.
struct TableStorage {
  Table table;
  std::int32_t frame = 0;         // the frame that it was made for
  bool forward_checking = false;  // whether the search checks forward
  Lines rows, class_conflicts, cover, bounded, conflicts;
  std::vector<std::int32_t> ids, lanes, lane_of;

  // Allocates a table of this size; the caller fills it.
  void resize(std::int32_t options, std::int32_t items, const Classes& classes, std::int32_t primary);

  // Fills it with the whole problem.
  void fill_from(const Problem& problem, const Classes& classes);
};

}  // namespace tilewright::search::dense
