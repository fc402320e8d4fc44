#include "families/assembly/contacts.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <utility>

namespace tilewright::assembly {

namespace {

constexpr std::uint64_t kNoKey = ~std::uint64_t{0};
constexpr std::int32_t kUnmet = std::numeric_limits<std::int32_t>::max();
constexpr int kShapeBits = 14, kOffsetBits = 12;
constexpr std::int32_t kHalf = 1 << (kOffsetBits - 1);

// One number for two shapes and an offset; kNoKey for those too large to be kept.
std::uint64_t key_of(int a, int b, const Vector& offset) {
  std::uint64_t key = static_cast<std::uint64_t>(a) << kShapeBits | static_cast<std::uint64_t>(b);
  if (a >= 1 << kShapeBits || b >= 1 << kShapeBits) return kNoKey;
  for (const std::int32_t part : offset) {
    if (part < -kHalf || part >= kHalf) return kNoKey;
    key = key << kOffsetBits | static_cast<std::uint64_t>(part + kHalf);
  }
  return key;
}

std::size_t scattered(std::uint64_t key) {
  key *= 0x9E3779B97F4A7C15u;
  return static_cast<std::size_t>(key ^ key >> 32);
}

OnLine on_line(const Vector& at, const Vector& step) {
  int axis = 0;
  while (step[axis] == 0) ++axis;
  std::int32_t steps = at[axis] / step[axis];
  if (at[axis] - steps * step[axis] < 0) steps += step[axis] > 0 ? -1 : 1;
  OnLine found{0, steps};
  for (int k = 0; k < 3; ++k) {
    const std::int32_t rest = at[k] - steps * step[k];
    found.line = found.line << 21 | (static_cast<std::uint64_t>(rest) & 0x1FFFFF);
  }
  return found;
}

// The distance as it is kept; std::invalid_argument for pieces that are too far apart.
std::uint16_t kept(std::int32_t steps) {
  if (steps == kUnmet) return kNever;
  if (steps > kMostSteps) throw std::invalid_argument("pieces are too far apart");
  return static_cast<std::uint16_t>(steps);
}

}  // namespace

Contacts::Contacts(Motions motions, std::size_t max_bytes)
    : motions_(std::move(motions)), entries_(1 << 10, Entry{kNoKey, {}}), max_entries_(max_bytes / sizeof(Entry)) {
  if (motions_.directions.empty() || motions_.directions.size() > kMostDirections ||
      motions_.met.size() != motions_.directions.size()) {
    throw std::invalid_argument("the directions and what is met along them do not fit together");
  }
  for (const Vector& direction : motions_.directions) {
    if (direction == Vector{0, 0, 0}) throw std::invalid_argument("a direction is zero");
  }
  for (const auto& by_kind : motions_.met) {
    if (by_kind.empty() || by_kind.size() != motions_.met[0].size()) {
      throw std::invalid_argument("what is met is not given for each class of cells");
    }
  }
}

int Contacts::add_shape(std::vector<Cell> cells) {
  const auto kinds = static_cast<std::int32_t>(motions_.met[0].size());
  for (const Cell& cell : cells) {
    for (const std::int32_t part : cell.at) {
      if (std::abs(part) > kMostCoordinate) throw std::invalid_argument("a shape is too large");
    }
    if (cell.kind < 0 || cell.kind >= kinds) throw std::invalid_argument("a cell is of no class");
  }
  if (cells.empty()) throw std::invalid_argument("a shape has no cell");
  Shape shape{std::move(cells), {}};
  for (const Vector& direction : motions_.directions) {
    auto& lines = shape.lines.emplace_back();
    for (const Cell& cell : shape.cells) lines.push_back(on_line(cell.at, direction));
    std::sort(lines.begin(), lines.end());
  }
  shapes_.push_back(std::move(shape));
  return static_cast<int>(shapes_.size()) - 1;
}

const Distances& Contacts::between(int a, int b, const Vector& offset) {
  const std::uint64_t key = key_of(a, b, offset);
  if (key == kNoKey) return unkept_ = computed(shapes_[a], shapes_[b], offset);
  const std::size_t mask = entries_.size() - 1;
  std::size_t at = scattered(key) & mask;
  while (entries_[at].key != key) {
    if (entries_[at].key == kNoKey) {
      const Distances found = computed(shapes_[a], shapes_[b], offset);
      if (2 * (used_ + 1) > entries_.size()) {
        if (2 * entries_.size() > max_entries_) return unkept_ = found;
        grow();
        return between(a, b, offset);
      }
      entries_[at] = {key, found};
      ++used_;
      break;
    }
    at = (at + 1) & mask;
  }
  return entries_[at].distances;
}

void Contacts::grow() {
  std::vector<Entry> larger(2 * entries_.size(), Entry{kNoKey, {}});
  for (const Entry& entry : entries_) {
    if (entry.key == kNoKey) continue;
    std::size_t at = scattered(entry.key) & (larger.size() - 1);
    while (larger[at].key != kNoKey) at = (at + 1) & (larger.size() - 1);
    larger[at] = entry;
  }
  entries_.swap(larger);
}

Distances Contacts::computed(const Shape& a, const Shape& b, const Vector& offset) const {
  Distances found;
  found.forwards.fill(kNever);
  found.backwards.fill(kNever);
  for (std::size_t d = 0; d < motions_.directions.size(); ++d) {
    const Vector& step = motions_.directions[d];
    // Forwards the cells of a run into those of b; backwards is the same as those of b running into those of a.
    const auto steps_until = [&](const Shape& moving, const Shape& other, const Vector& apart) {
      std::int32_t least = kUnmet;
      for (const Cell& cell : moving.cells) {
        for (const Vector& met : motions_.met[d][cell.kind]) {
          const OnLine target = on_line(cell.at + met - apart, step);
          const auto first = std::lower_bound(other.lines[d].begin(), other.lines[d].end(), target);
          if (first != other.lines[d].end() && first->line == target.line) {
            least = std::min(least, first->steps - target.steps);
          }
        }
      }
      return least;
    };
    const std::int32_t forwards = steps_until(a, b, offset), backwards = steps_until(b, a, Vector{0, 0, 0} - offset);
    found.forwards[d] = kept(forwards);
    found.backwards[d] = kept(backwards);
  }
  return found;
}

}  // namespace tilewright::assembly
