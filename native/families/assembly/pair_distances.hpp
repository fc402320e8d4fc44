// How far each piece of an assembly can move before it meets each other one, for one state after another.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "families/assembly/contacts.hpp"
#include "families/assembly/piece_sets.hpp"
#include "families/assembly/states.hpp"

namespace tilewright::assembly {

template <class Mask>
class PairDistances {
 public:
  PairDistances(Contacts& contacts, std::vector<std::int32_t> shapes)
      : contacts_(contacts),
        shapes_(std::move(shapes)),
        pieces_(static_cast<int>(shapes_.size())),
        all_(static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (kRoom<Mask> - shapes_.size()))),
        blocks_(contacts.blocks()),
        steps_(blocks_ * shapes_.size() * shapes_.size(), kNoSteps),
        met_at_once_(blocks_ * shapes_.size()),
        state_(chunks_of(shapes_.size()) + 1) {
    for (std::size_t block = 0; block < blocks_; ++block) {
      for (int piece = 0; piece < pieces_; ++piece) row(block, piece).set(piece, ~StepBlock::Lanes{});
    }
    for (int piece = 0; piece < pieces_; ++piece) {
      const Contacts::ShapeKey key = Contacts::key(shapes_[piece]);
      are_keys_known_ = are_keys_known_ && key.is_known;
      keys_[piece] = key;
    }
    places_.fill(kOrigin);
  }

  int pieces() const { return pieces_; }
  Mask all() const { return all_; }
  std::size_t blocks() const { return blocks_; }

  // Of the state that was measured last: its coordinates, filled up to whole groups of chunks with zeros, their sum for
  // hashes, and whether all of them are near 0.
  const Chunk* state() const { return state_.data(); }
  const Coordinate* coordinates() const { return reinterpret_cast<const Coordinate*>(state_.data()); }
  std::uint64_t sum() const { return sum_; }
  bool is_near() const { return is_near_; }

  // The steps that piece i can move along each way of a block before it meets each piece, or along one way before it meets
  // piece j.
  const StepBlock* steps(std::size_t block, int i) const { return &steps_[(block * pieces_ + i) * pieces_]; }
  std::uint16_t steps_along(std::size_t way, int i, int j) const {
    return steps(way / kWaysTogether, i)[j].lanes[way % kWaysTogether];
  }

  // By piece: it, and those that it meets within a step along each way of a block.
  const SetBlock<Mask>* met_at_once(std::size_t block) const { return &met_at_once_[block * pieces_]; }

  Vector relative(int piece) const {
    if (piece == 0) return {0, 0, 0};
    const Coordinate* at = coordinates() + 3 * (piece - 1);
    return {at[0], at[1], at[2]};
  }

  // Computes all of this for a state. Pairs that lie as they did in the state before have their distances already: those of
  // pieces that shifted alike, most of them as the piece `hub` did.
  void measure(const Coordinate* state, int hub) {
    auto* const own = reinterpret_cast<Coordinate*>(state_.data());
    std::memcpy(own, state, 3 * sizeof(Coordinate) * (pieces_ - 1));
    std::array<std::uint64_t, kRoom<Mask>> shifts;  // of each piece since then
    shifts[0] = 0;
    std::uint64_t far = 0;
    for (int piece = 1; piece < pieces_; ++piece) {
      std::uint64_t at = 0;
      std::memcpy(&at, own + 3 * (piece - 1), sizeof at);  // there is room behind the last one
      at = (at & kThreeLanes) ^ kOrigin;
      far |= (at - kLeastNear) & ~kNearLanes;
      const std::uint64_t shift = at - places_[piece];
      places_[piece] = at;
      shifts[piece] = shift;
      sum_ += kFactors[piece] * shift;
    }
    // Where pieces are far apart, equal differences need not be equal shifts.
    const bool is_comparable = is_near_ && is_measured_;
    is_near_ = far == 0;
    is_measured_ = true;
    for (int piece = 0; piece < pieces_; ++piece) {
      first_keys_[piece] = keys_[piece].first - places_[piece];
      second_keys_[piece] = keys_[piece].second + places_[piece];
    }
    if (!is_near_ || !is_comparable) {
      for (Mask rest = all_; rest; rest &= static_cast<Mask>(rest - 1)) {
        look_up(bit<Mask>(lowest(rest)), static_cast<Mask>(rest & (rest - 1)));
      }
      return;
    }
    Mask changed = 0;
    for (int piece = 0; piece < pieces_; ++piece) {
      changed |= static_cast<Mask>(static_cast<Mask>(shifts[piece] != shifts[hub]) << piece);
    }
    auto others = static_cast<Mask>(all_ & ~changed);
    while (changed) {
      const std::uint64_t shift = shifts[lowest(changed)];
      Mask alike = 0;
      for (Mask rest = changed; rest; rest &= static_cast<Mask>(rest - 1)) {
        const int piece = lowest(rest);
        alike |= static_cast<Mask>(static_cast<Mask>(shifts[piece] == shift) << piece);
      }
      changed ^= alike;
      look_up(alike, others | changed);
    }
  }

 private:
  // Coordinates of a piece as one number, 16 bits for each, from a number that makes them positive.
  static constexpr std::uint64_t kThreeLanes = 0xFFFF'FFFF'FFFF;
  static constexpr std::uint64_t kEachLane = 0x0001'0001'0001;
  static constexpr std::uint64_t kOrigin = 0x8000 * kEachLane;
  static constexpr std::uint64_t kLeastNear = kOrigin - Contacts::kNear * kEachLane;
  static constexpr std::uint64_t kNearLanes = (2 * Contacts::kNear - 1) * kEachLane;

  SetBlock<Mask>& row(std::size_t block, int piece) { return met_at_once_[block * pieces_ + piece]; }

  // The distances between each of some pieces and each of some others.
  void look_up(Mask pieces, Mask others) {
    for (; pieces; pieces &= static_cast<Mask>(pieces - 1)) {
      const int piece = lowest(pieces);
      for (Mask rest = others; rest; rest &= static_cast<Mask>(rest - 1)) {
        const int other = lowest(rest);
        const int i = std::min(piece, other), j = std::max(piece, other);
        const StepBlock* found = nullptr;
        if (is_near_ && are_keys_known_) found = contacts_.find(first_keys_[i] + second_keys_[j]);
        if (!found) found = contacts_.between(shapes_[i], shapes_[j], relative(j) - relative(i));
        for (std::size_t block = 0; block < blocks_; ++block) {
          const StepBlock back = turned(found[block]);
          steps_[(block * pieces_ + i) * pieces_ + j] = found[block];
          steps_[(block * pieces_ + j) * pieces_ + i] = back;
          row(block, i).set(j, (StepBlock::Lanes)(found[block].lanes == 0));
          row(block, j).set(i, (StepBlock::Lanes)(back.lanes == 0));
        }
      }
    }
  }

  Contacts& contacts_;
  std::vector<std::int32_t> shapes_;
  int pieces_;
  Mask all_;
  std::size_t blocks_;
  std::vector<StepBlock> steps_;
  std::vector<SetBlock<Mask>> met_at_once_;
  std::vector<Chunk> state_;
  std::array<std::uint64_t, kRoom<Mask>> places_;  // of the pieces
  std::array<Contacts::ShapeKey, kRoom<Mask>> keys_;
  std::array<std::uint64_t, kRoom<Mask>> first_keys_, second_keys_;  // with the places
  std::uint64_t sum_ = 0;
  bool are_keys_known_ = true, is_near_ = true, is_measured_ = false;
};

}  // namespace tilewright::assembly
