#include "families/assembly/contacts.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

#include "numbers.hpp"

namespace tilewright::assembly {

namespace {

constexpr std::int32_t kUnmet = std::numeric_limits<std::int32_t>::max();
constexpr std::int32_t kMostStep = 1 << 10;  // so that lines are different numbers

StepBlock with_key(std::uint64_t key) {
  StepBlock block = kNoSteps;
  std::memcpy(&block, &key, sizeof key);
  return block;
}

// The distance as it is kept; std::invalid_argument for pieces that are too far apart.
std::uint16_t kept(std::int32_t steps) {
  if (steps == kUnmet) return kNever;
  if (steps > kMostSteps) throw std::invalid_argument("pieces are too far apart");
  return static_cast<std::uint16_t>(steps);
}

}  // namespace

OnLine Contacts::Direction::place(const Vector& at) const {
  OnLine found{0, step[axis] > 0 ? at[axis] : -at[axis]};
  for (int k = 0; k < 3; ++k) {
    if (k == axis) continue;
    found.line =
        found.line * (std::int64_t{1} << 32) + std::int64_t{at[k]} * step[axis] - std::int64_t{at[axis]} * step[k];
  }
  return found;
}

std::int32_t Contacts::Direction::residue(const Vector& at) const {
  const std::int32_t rest = (step[axis] > 0 ? at[axis] : -at[axis]) % size;
  return rest < 0 ? rest + size : rest;
}

// The offset takes 12 bits of 16 for each coordinate, once half of its range is added so that no part of it is negative.
// The bits of the second shape are between these, those of the first above all.
Contacts::ShapeKey Contacts::key(int shape) {
  constexpr std::uint64_t halves = 2 * kNear * std::uint64_t{0x0001'0001'0001};
  const auto number = static_cast<std::uint64_t>(shape);
  if ((number + 1) >> kShapeBits) return {};  // the last number could be that of no key
  const std::uint64_t between =
      (number & 0xF) << 12 | (number >> 4 & 0xF) << 28 | (number >> 8 & 0xF) << 44 | number >> 12 << 48;
  return {true, number << (64 - kShapeBits), between + halves};
}

// One number for two shapes and an offset; kNoKey for those too large to be kept.
std::uint64_t Contacts::key_of(int a, int b, const Vector& offset) {
  const ShapeKey first = key(a), second = key(b);
  const auto is_far = [](std::int32_t part) { return part < -2 * kNear || part >= 2 * kNear; };
  if (!first.is_known || !second.is_known || std::any_of(offset.begin(), offset.end(), is_far)) return kNoKey;
  return first.first + second.second + packed(offset);
}

Contacts::Contacts(Motions motions, std::size_t max_bytes) : motions_(std::move(motions)) {
  if (motions_.directions.empty() || motions_.directions.size() > kMostDirections ||
      motions_.met.size() != motions_.directions.size()) {
    throw std::invalid_argument("the directions and what is met along them do not fit together");
  }
  for (const Vector& direction : motions_.directions) {
    if (direction == Vector{0, 0, 0}) throw std::invalid_argument("a direction is zero");
    int axis = 0;
    while (direction[axis] == 0) ++axis;
    for (const std::int32_t part : direction) {
      if (std::abs(part) > kMostStep) throw std::invalid_argument("a direction is too long");
    }
    directions_.push_back({direction, axis, std::abs(direction[axis]), false});
  }
  for (const auto& by_kind : motions_.met) {
    if (by_kind.empty() || by_kind.size() != motions_.met[0].size()) {
      throw std::invalid_argument("what is met is not given for each class of cells");
    }
  }
  for (std::size_t d = 0; d < directions_.size(); ++d) {
    directions_[d].is_simple = std::ranges::all_of(
        motions_.met[d], [&](const auto& met) { return met == std::vector<Vector>{motions_.directions[d]}; });
  }
  entry_size_ = 1 + (2 * directions_.size() + kWaysTogether - 1) / kWaysTogether;
  max_entries_ = max_bytes / (entry_size_ * sizeof(StepBlock));
  table_.assign(entries() * entry_size_, with_key(kNoKey));
  unkept_.resize(blocks());
}

// Where each cell meets its next place and no other, of a row of cells the first one is met by others, and the last one meets
// them: pieces do not overlap.
void Contacts::keep_faces(Places& cells, Places& met) {
  for (std::size_t residue = 0; residue < cells.size(); ++residue) {
    std::vector<OnLine> first, next;
    std::ranges::set_difference(cells[residue], met[residue], std::back_inserter(first));
    std::ranges::set_difference(met[residue], cells[residue], std::back_inserter(next));
    cells[residue] = std::move(first);
    met[residue] = std::move(next);
  }
}

int Contacts::add_shape(const std::vector<Cell>& cells) {
  const auto kinds = static_cast<std::int32_t>(motions_.met[0].size());
  for (const Cell& cell : cells) {
    for (const std::int32_t part : cell.at) {
      if (std::abs(part) > kMostCoordinate) throw std::invalid_argument("a shape is too large");
    }
    if (cell.kind < 0 || cell.kind >= kinds) throw std::invalid_argument("a cell is of no class");
  }
  if (cells.empty()) throw std::invalid_argument("a shape has no cell");
  Shape shape;
  for (std::size_t d = 0; d < directions_.size(); ++d) {
    const Direction& direction = directions_[d];
    Places& held = shape.cells.emplace_back(direction.size);
    Places& met = shape.met.emplace_back(direction.size);
    for (const Cell& cell : cells) {
      held[direction.residue(cell.at)].push_back(direction.place(cell.at));
      for (const Vector& next : motions_.met[d][cell.kind]) {
        met[direction.residue(cell.at + next)].push_back(direction.place(cell.at + next));
      }
    }
    for (auto& places : held) std::sort(places.begin(), places.end());
    for (auto& places : met) {  // several cells meet the same place
      std::sort(places.begin(), places.end());
      places.erase(std::unique(places.begin(), places.end()), places.end());
    }
    if (direction.is_simple) keep_faces(held, met);
  }
  shapes_.push_back(std::move(shape));
  return static_cast<int>(shapes_.size()) - 1;
}

const StepBlock* Contacts::between(int a, int b, const Vector& offset) {
  const std::uint64_t key = key_of(a, b, offset);
  const auto uncached = [&]() -> const StepBlock* {
    compute(shapes_[a], shapes_[b], offset, unkept_.data());
    return unkept_.data();
  };
  if (key == kNoKey) return uncached();
  std::size_t at = slot(key);
  for (; key_in(*entry(at)) != key; at = (at + 1) & mask_) {
    if (key_in(*entry(at)) != kNoKey) continue;
    if (4 * (used_ + 1) > entries()) {
      if (2 * entries() > max_entries_) return uncached();
      grow();
      return between(a, b, offset);
    }
    compute(shapes_[a], shapes_[b], offset, entry(at) + 1);
    *entry(at) = with_key(key);
    ++used_;
    break;
  }
  return entry(at) + 1;
}

void Contacts::grow() {
  std::vector<StepBlock> smaller(2 * table_.size(), with_key(kNoKey));
  smaller.swap(table_);
  mask_ = 2 * mask_ + 1;
  --unused_bits_;
  for (std::size_t number = 0; number < entries() / 2; ++number) {
    const StepBlock* from = smaller.data() + number * entry_size_;
    if (key_in(*from) == kNoKey) continue;
    std::size_t at = slot(key_in(*from));
    while (key_in(*entry(at)) != kNoKey) at = (at + 1) & mask_;
    std::copy_n(from, entry_size_, entry(at));
  }
}

std::int32_t Contacts::steps_until(const Shape& moving, const Shape& other, const Vector& offset, std::size_t d) const {
  const Direction& direction = directions_[d];
  const OnLine shift = direction.place(offset);
  const std::int32_t turned = direction.residue(offset);
  std::int32_t least = kUnmet;
  for (std::int32_t residue = 0; residue < direction.size; ++residue) {
    const auto& places = other.cells[d][residue];
    auto first = places.begin();
    for (const OnLine& met : moving.met[d][(residue + turned) % direction.size]) {
      const OnLine target{met.line - shift.line, met.along - shift.along};
      while (first != places.end() && *first < target) ++first;
      if (first == places.end()) break;
      if (first->line == target.line) least = std::min(least, (first->along - target.along) / direction.size);
      if (least == 0) return 0;
    }
  }
  return least;
}

void Contacts::compute(const Shape& a, const Shape& b, const Vector& offset, StepBlock* distances) const {
  std::fill_n(distances, blocks(), kNoSteps);
  for (std::size_t d = 0; d < directions_.size(); ++d) {
    auto& block = distances[2 * d / kWaysTogether].lanes;
    const std::size_t lane = 2 * d % kWaysTogether;
    // Forwards the cells of a run into those of b; backwards is the same as those of b running into those of a.
    block[lane] = kept(steps_until(a, b, offset, d));
    block[lane + 1] = kept(steps_until(b, a, Vector{0, 0, 0} - offset, d));
  }
}

}  // namespace tilewright::assembly
