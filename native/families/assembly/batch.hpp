// Many assemblies of one puzzle, taken apart one after another: most do not come apart, and of those only the end counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "families/assembly/disassembly.hpp"

namespace tilewright::assembly {

class Batch {
 public:
  // The pieces of the assemblies, one assembly after another, and of how many pieces each is. Searches of assemblies that
  // are locked are kept only where that is wanted. std::invalid_argument where the sizes do not add up.
  Batch(Contacts& contacts, std::vector<PlacedPiece> pieces, std::vector<std::size_t> sizes, std::size_t max_bytes,
        bool keeps_locked);

  // Expands up to about `budget` more states, until a search has ended that is kept: it may hold much memory, so that
  // there is one at a time. Whether all assemblies are searched.
  bool advance(std::uint64_t budget);

  // How many searches have ended, and how many states each of them reached.
  std::size_t ended() const { return states_.size(); }
  const std::vector<std::uint64_t>& states() const { return states_; }
  // The last search that has ended, once; none if it was not kept.
  std::unique_ptr<Disassembly> take() { return std::move(kept_); }

 private:
  Contacts& contacts_;
  std::vector<PlacedPiece> pieces_;
  std::vector<std::size_t> sizes_;
  std::size_t max_bytes_;
  bool keeps_locked_;
  std::size_t begins_ = 0;  // the first piece of the next assembly
  std::unique_ptr<Disassembly> search_, kept_;
  std::vector<std::uint64_t> states_;
};

}  // namespace tilewright::assembly
