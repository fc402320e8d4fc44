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

  // Expands up to about `budget` more states; whether all assemblies are searched.
  bool advance(std::uint64_t budget);

  // How many searches have ended, and how the first ones did.
  std::size_t ended() const { return endings_.size(); }
  Ending ending(std::size_t number) const { return endings_.at(number); }
  std::uint64_t states(std::size_t number) const { return states_.at(number); }
  // The search of an assembly that has ended, once; none of one that was not kept.
  std::unique_ptr<Disassembly> take(std::size_t number) { return std::move(searches_.at(number)); }

 private:
  Contacts& contacts_;
  std::vector<PlacedPiece> pieces_;
  std::vector<std::size_t> sizes_;
  std::size_t max_bytes_;
  bool keeps_locked_;
  std::size_t begins_ = 0;  // the first piece of the next assembly
  std::unique_ptr<Disassembly> search_;
  std::vector<std::unique_ptr<Disassembly>> searches_;
  std::vector<Ending> endings_;
  std::vector<std::uint64_t> states_;
};

}  // namespace tilewright::assembly
