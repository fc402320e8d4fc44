#include "families/assembly/batch.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tilewright::assembly {

Batch::Batch(Contacts& contacts, std::vector<PlacedPiece> pieces, std::vector<std::size_t> sizes, std::size_t max_bytes,
             bool keeps_locked)
    : contacts_(contacts),
      pieces_(std::move(pieces)),
      sizes_(std::move(sizes)),
      max_bytes_(max_bytes),
      keeps_locked_(keeps_locked) {
  if (std::accumulate(sizes_.begin(), sizes_.end(), std::size_t{0}) != pieces_.size()) {
    throw std::invalid_argument("the sizes of the assemblies do not add up to their pieces");
  }
}

bool Batch::advance(std::uint64_t budget) {
  kept_.reset();
  while (ended() < sizes_.size() && budget > 0) {
    if (!search_) {
      const auto first = pieces_.begin() + static_cast<std::ptrdiff_t>(begins_);
      begins_ += sizes_[ended()];
      const auto last = pieces_.begin() + static_cast<std::ptrdiff_t>(begins_);
      search_ = std::make_unique<Disassembly>(contacts_, std::vector<PlacedPiece>(first, last), max_bytes_);
    }
    const Ending ending = search_->advance(budget);
    if (ending == Ending::running) return false;
    states_.push_back(search_->states());
    if (ending != Ending::locked || keeps_locked_) {
      kept_ = std::move(search_);
      break;
    }
    search_.reset();
    budget -= std::min(budget, std::max(states_.back(), std::uint64_t{1}));
  }
  return ended() == sizes_.size();
}

}  // namespace tilewright::assembly
