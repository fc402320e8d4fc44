// How far one piece can move before it meets another, for pieces of cells on any lattice.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "numbers.hpp"

namespace tilewright::assembly {

using Vector = std::array<std::int32_t, 3>;

inline Vector operator+(const Vector& a, const Vector& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Vector operator-(const Vector& a, const Vector& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

// Coordinates as one number, such that sums and differences of vectors are those of their numbers.
inline std::uint64_t packed(const Vector& at) {
  return static_cast<std::uint64_t>(at[0] + (std::int64_t{at[1]} << 16) + (std::int64_t{at[2]} << 32));
}

// A cell and its class: cells of one class are translates of each other.
struct Cell {
  Vector at;
  std::int32_t kind;
};

// Along what pieces move, and which cells a moving cell meets.
struct Motions {
  std::vector<Vector> directions;  // one of each two that are opposite; a step is the whole vector
  // By direction and class: the cells, relative to a cell of the class, that it meets during one step forwards.
  std::vector<std::vector<std::vector<Vector>>> met;
};

inline constexpr std::size_t kMostDirections = 32;
inline constexpr std::int32_t kMostCoordinate = 0x7FFF;  // of a cell, from the place of its piece
inline constexpr std::uint16_t kNever = 0xFFFF;          // it meets nothing, however far it moves
inline constexpr std::uint16_t kMostSteps = 0x7FFF;      // longer distances are refused

// Where a place lies on its line along a direction: the line, as one number, and how far along it, in coordinates of one
// axis. Both are linear, so to shift places is to add the same to all, which keeps their order.
struct OnLine {
  std::int64_t line;
  std::int32_t along;
  auto operator<=>(const OnLine&) const = default;
};

// How many steps the first of two pieces can move before it meets the other: along each direction forwards, then backwards,
// by eights.
inline constexpr std::size_t kWaysTogether = 8;
struct StepBlock {
  using Lanes [[gnu::vector_size(kWaysTogether * sizeof(std::uint16_t))]] = std::uint16_t;
  Lanes lanes;
};
inline constexpr StepBlock kNoSteps{{kNever, kNever, kNever, kNever, kNever, kNever, kNever, kNever}};

// The same of the second of the two: backwards is forwards for it.
inline StepBlock turned(const StepBlock& steps) {
  using Pairs [[gnu::vector_size(sizeof(StepBlock))]] = std::uint32_t;
  const auto pairs = (Pairs)steps.lanes;
  return {(StepBlock::Lanes)(pairs << 16 | pairs >> 16)};
}

// The shapes of pieces in all orientations, and the distances between them, which are kept once they are computed.
class Contacts {
 public:
  // std::invalid_argument for more directions than kMostDirections, or a list of met cells that is missing.
  explicit Contacts(Motions motions, std::size_t max_bytes = std::size_t{1} << 28);

  // The number of a new shape. Its cells are relative to the place of the piece.
  int add_shape(const std::vector<Cell>& cells);

  // Between shape a and shape b, which lies at `offset` from it: blocks() blocks, valid until the next call.
  const StepBlock* between(int a, int b, const Vector& offset);

  // The key of the distances between two shapes: a number for the first and one for the second of them, and how far the
  // second lies from the first.
  static constexpr std::int32_t kNear = 1 << 10;  // for places with smaller coordinates
  struct ShapeKey {
    bool is_known = false;
    std::uint64_t first = 0, second = 0;
  };
  static ShapeKey key(int shape);
  // As between(), from the table; null where they are not in it.
  const StepBlock* find(std::uint64_t key) {
    for (std::size_t at = slot(key);; at = (at + 1) & mask_) {
      StepBlock* const one = entry(at);
      if (key_in(*one) == key) return one + 1;
      if (key_in(*one) == kNoKey) return nullptr;
    }
  }
  std::size_t blocks() const { return entry_size_ - 1; }

  const Motions& motions() const { return motions_; }
  int shapes() const { return static_cast<int>(shapes_.size()); }

 private:
  // A direction, and the first axis along which it goes, by `size` in a step.
  struct Direction {
    Vector step;
    int axis;
    std::int32_t size;
    bool is_simple;  // each cell meets the place a step away, and no other

    OnLine place(const Vector& at) const;
    std::int32_t residue(const Vector& at) const;
  };

  // Places by their residue, sorted: those on one line that steps join have the same.
  using Places = std::vector<std::vector<OnLine>>;

  struct Shape {
    std::vector<Places> cells, met;  // by direction: the places of its cells, and those that they meet in a step
  };

  static void keep_faces(Places& cells, Places& met);

  // The steps that a shape can move forwards before it meets the other, which lies at `offset` from it.
  std::int32_t steps_until(const Shape& moving, const Shape& other, const Vector& offset, std::size_t direction) const;
  void compute(const Shape& a, const Shape& b, const Vector& offset, StepBlock* distances) const;

  static constexpr int kShapeBits = 14;
  static constexpr std::uint64_t kNoKey = ~std::uint64_t{0};

  // Of the product its highest bits: on them alone all parts of the key have influence.
  std::size_t slot(std::uint64_t key) const { return static_cast<std::size_t>(key * kHashFactor >> unused_bits_); }
  static std::uint64_t key_in(const StepBlock& block) {
    std::uint64_t key;
    std::memcpy(&key, &block, sizeof key);
    return key;
  }
  static std::uint64_t key_of(int a, int b, const Vector& offset);

  // An entry of the table: its key, then the distances, next to each other in memory.
  std::size_t entries() const { return mask_ + 1; }
  StepBlock* entry(std::size_t number) { return table_.data() + number * entry_size_; }
  void grow();

  Motions motions_;
  std::vector<Direction> directions_;
  std::vector<Shape> shapes_;
  std::vector<StepBlock> table_;  // open addressing; a power of two of entries
  std::size_t entry_size_, mask_ = (std::size_t{1} << 10) - 1;
  int unused_bits_ = 64 - 10;  // of the hash of a key: mask_ has the others
  std::size_t used_ = 0, max_entries_;
  std::vector<StepBlock> unkept_;
};

}  // namespace tilewright::assembly
