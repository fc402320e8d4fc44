#include "families/assembly/placements.hpp"

#include <algorithm>
#include <stdexcept>

namespace tilewright::assembly {

namespace {

void check_option(std::int32_t option, std::size_t options) {
  if (static_cast<std::size_t>(option) >= options) throw std::invalid_argument("there is no such option");
}

}  // namespace

PlacementTable::PlacementTable(std::size_t options, bool has_symmetries)
    : symmetries_(options, has_symmetries ? kUnknown : kNone) {}

void PlacementTable::set_symmetry(std::int32_t option, std::int32_t symmetry) {
  check_option(option, symmetries_.size());
  symmetries_[static_cast<std::size_t>(option)] = symmetry;
}

void PlacementTable::set_placement(std::int32_t option, std::int32_t symmetry, const Key& key,
                                   const PlacedPiece& piece) {
  check_option(option, symmetries_.size());
  if (symmetry < 0) throw std::invalid_argument("there is no such symmetry");
  const auto row = static_cast<std::size_t>(symmetry);
  if (numbers_.size() <= row) numbers_.resize(row + 1);
  numbers_[row].resize(symmetries_.size(), kNoPlacement);
  numbers_[row][static_cast<std::size_t>(option)] = static_cast<std::int32_t>(placements_.size());
  placements_.push_back({key, piece});
}

std::int32_t PlacementTable::symmetry_of(const std::vector<std::int32_t>& options,
                                         std::vector<Missing>& missing) const {
  std::int32_t decided = 0;
  for (const std::int32_t option : options) {
    const auto number = static_cast<std::size_t>(option);
    if (number >= symmetries_.size() || symmetries_[number] == kNone) continue;
    if (symmetries_[number] != kUnknown) return symmetries_[number];
    missing.push_back({option, kNone});
    decided = kUnknown;
  }
  return decided;
}

PlacementTable::Assemblies PlacementTable::assemble(const std::vector<std::vector<std::int32_t>>& option_sets) const {
  Assemblies made;
  std::vector<const Placement*> standing;
  for (const auto& options : option_sets) {
    const std::int32_t symmetry = symmetry_of(options, made.missing);
    if (symmetry == kUnknown) continue;
    const auto row = static_cast<std::size_t>(symmetry);
    standing.clear();
    for (const std::int32_t option : options) {
      const auto number = static_cast<std::size_t>(option);
      if (number >= symmetries_.size()) continue;
      const std::int32_t at = row < numbers_.size() && !numbers_[row].empty() ? numbers_[row][number] : kNoPlacement;
      if (at == kNoPlacement) {
        made.missing.push_back({option, symmetry});
      } else {
        standing.push_back(&placements_[static_cast<std::size_t>(at)]);
      }
    }
    if (!made.missing.empty()) continue;
    std::sort(standing.begin(), standing.end(), [](const Placement* a, const Placement* b) { return a->key < b->key; });
    for (const Placement* one : standing) made.pieces.push_back(one->piece);
    made.sizes.push_back(standing.size());
  }
  std::sort(made.missing.begin(), made.missing.end());
  made.missing.erase(std::unique(made.missing.begin(), made.missing.end()), made.missing.end());
  return made;
}

}  // namespace tilewright::assembly
