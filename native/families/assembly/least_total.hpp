// Taking an assembly apart with the least sum of moves over all its parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/disassembly.hpp"

namespace tilewright::assembly {

inline constexpr int kMostPiecesOfTotal = 64;

// Searches for a smaller sum than one that is known. As soon as some pieces of a part are free, the part is separated; but
// any way to such a state counts, not only the shortest, and any set of pieces that is free.
//
// The least sum of a part depends on its pieces and their relative positions alone, and is kept for the parts that were
// searched. A part with k pieces takes k - 1 moves or more (pieces of groups are counted once), so a part is left as
// soon as its moves and those bounds reach the best sum: depth-first branch and bound over parts, breadth first within each.
class LeastTotal {
 public:
  // `known`: the sum of a separation of all parts, so that the assembly does come apart. `max_bytes` bounds the memory,
  // about. std::invalid_argument for more than kMostPiecesOfTotal pieces.
  LeastTotal(Contacts& contacts, std::vector<PlacedPiece> pieces, std::size_t known, std::size_t max_bytes);
  ~LeastTotal();
  LeastTotal(const LeastTotal&) = delete;
  LeastTotal& operator=(const LeastTotal&) = delete;

  // Expands up to about `budget` more states. Ends `apart` when the least sum is proven, `full` when the memory is used up.
  Ending advance(std::uint64_t budget);

  std::size_t total() const;     // the least sum that was found, at most the known one
  std::size_t at_least() const;  // no sum is less; the same as the total when that is proven
  std::uint64_t states() const;  // that were reached, with repetitions
  // A separation with the total, in the order of Disassembly::separations(); none if that is the known one.
  const std::vector<Separation>& separations() const;

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace tilewright::assembly
