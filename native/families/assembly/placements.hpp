// Assemblies as sets of options of a cover problem, made the pieces of a search.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "families/assembly/disassembly.hpp"

namespace tilewright::assembly {

// An assembly is turned by a symmetry of its board, which the placement of one of its pieces decides, and its pieces stand in
// the order of their keys. What each symmetry makes of each option is noted when it is first needed.
class PlacementTable {
 public:
  using Key = std::array<std::int32_t, 8>;
  static constexpr std::int32_t kNone = -1;

  // Options beyond so many place nothing. Without symmetries no option decides one. An assembly without such an option is
  // not turned: its symmetry has the number 0.
  PlacementTable(std::size_t options, bool has_symmetries);

  // The symmetry that an option decides, kNone where it decides none; std::invalid_argument for numbers that are none.
  void set_symmetry(std::int32_t option, std::int32_t symmetry);
  void set_placement(std::int32_t option, std::int32_t symmetry, const Key& key, const PlacedPiece& piece);

  // What is not noted yet.
  struct Missing {
    std::int32_t option, symmetry;  // kNone: which one the option decides
    auto operator<=>(const Missing&) const = default;
  };

  struct Assemblies {
    std::vector<PlacedPiece> pieces;  // of one assembly after another
    std::vector<std::size_t> sizes;
    std::vector<Missing> missing;  // each once; where there are any, the rest is worth nothing
  };
  Assemblies assemble(const std::vector<std::vector<std::int32_t>>& option_sets) const;

 private:
  struct Placement {
    Key key;
    PlacedPiece piece;
  };
  static constexpr std::int32_t kUnknown = -2, kNoPlacement = -1;

  std::int32_t symmetry_of(const std::vector<std::int32_t>& options, std::vector<Missing>& missing) const;

  std::vector<std::int32_t> symmetries_;            // by option, the one that it decides
  std::vector<std::vector<std::int32_t>> numbers_;  // by symmetry and option, of its placement
  std::vector<Placement> placements_;
};

}  // namespace tilewright::assembly
