#include "polyforms/transfer_matrix.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

namespace tilewright::polyforms {
namespace {

// A state is the boundary between the cells that are decided and the others, one cell a column. Codes of cells:
// 0 empty, 1 alone in its component, 2 the first, 3 between, 4 the last of its component from left to right.
using Key = std::uint64_t;
constexpr Key kLeft = Key{1} << 62, kRight = Key{1} << 63;  // whether the left and the right side are touched
constexpr std::int32_t kMaxWidth = (kMaxTransferSize + 1) / 2;
constexpr std::int32_t kWordsAreEnough = 34;  // up to this size, counts fit into 64 bits

// The components of a boundary, numbered from 1; 0 is an empty cell.
struct Boundary {
  std::array<std::int8_t, kMaxWidth> component{};
  std::int8_t components = 0;

  Boundary(Key key, std::int32_t width) {
    std::array<std::int8_t, kMaxWidth> open;
    std::int32_t depth = 0;
    for (std::int32_t k = 0; k < width; ++k) {
      switch (key >> (3 * k) & 7) {
        case 0: break;
        case 1: component[k] = ++components; break;
        case 2: component[k] = open[depth++] = ++components; break;
        case 3: component[k] = open[depth - 1]; break;
        default: component[k] = open[--depth];
      }
    }
  }

  Key encode(std::int32_t width) const {
    std::array<std::int8_t, kMaxWidth + 2> last{};
    for (std::int32_t k = 0; k < width; ++k) last[component[k]] = static_cast<std::int8_t>(k);
    std::array<bool, kMaxWidth + 2> seen{};
    Key key = 0;
    for (std::int32_t k = 0; k < width; ++k) {
      const std::int8_t c = component[k];
      if (!c) continue;
      const bool is_last = last[c] == k;
      const Key code = seen[c] ? (is_last ? 4 : 3) : (is_last ? 1 : 2);
      seen[c] = true;
      key |= code << (3 * k);
    }
    return key;
  }
};

// Counts by the number of cells, for each state; the counts of a state are from the number of rows on.
template <class Value>
class Table {
 public:
  void reset(std::int32_t stride) {
    stride_ = stride;
    keys_.clear();
    values_.clear();
    places_.assign(std::max<std::size_t>(places_.size(), 1024), 0);
  }
  std::size_t size() const { return keys_.size(); }
  Key key(std::size_t k) const { return keys_[k]; }
  const Value* values(std::size_t k) const { return &values_[k * stride_]; }

  Value* at(Key key) {
    std::size_t place = hash(key);
    while (places_[place]) {
      if (keys_[places_[place] - 1] == key) return &values_[(places_[place] - 1) * stride_];
      place = (place + 1) & (places_.size() - 1);
    }
    keys_.push_back(key);
    values_.resize(values_.size() + stride_);
    places_[place] = static_cast<std::uint32_t>(keys_.size());
    if (keys_.size() * 2 > places_.size()) grow();
    return &values_[(keys_.size() - 1) * stride_];
  }
  void swap(Table& other) noexcept {
    std::swap(stride_, other.stride_);
    keys_.swap(other.keys_);
    values_.swap(other.values_);
    places_.swap(other.places_);
  }
  std::uint64_t memory_bytes() const {
    return keys_.capacity() * sizeof(Key) + values_.capacity() * sizeof(Value) +
           places_.capacity() * sizeof(std::uint32_t);
  }

 private:
  std::size_t hash(Key key) const {
    key *= 0x9E3779B97F4A7C15u;
    key ^= key >> 32;
    return key & (places_.size() - 1);
  }
  void grow() {
    places_.assign(places_.size() * 2, 0);
    for (std::size_t k = 0; k < keys_.size(); ++k) {
      std::size_t place = hash(keys_[k]);
      while (places_[place]) place = (place + 1) & (places_.size() - 1);
      places_[place] = static_cast<std::uint32_t>(k + 1);
    }
  }

  std::size_t stride_ = 1;
  std::vector<Key> keys_;
  std::vector<Value> values_;
  std::vector<std::uint32_t> places_;  // numbers of states plus 1, or 0
};

template <class Value>
class Sweep final : public TransferMatrix {
 public:
  explicit Sweep(std::int32_t size) : size_(size) { begin_width(); }

  bool advance(std::uint64_t budget) override {
    while (budget && !is_done()) {
      const std::size_t end = std::min<std::uint64_t>(states_.size(), cursor_ + budget);
      budget -= end - cursor_;
      for (; cursor_ < end; ++cursor_) expand(states_.key(cursor_), states_.values(cursor_));
      if (cursor_ == states_.size()) end_cell();
    }
    return is_done();
  }
  std::pair<std::uint64_t, std::uint64_t> count() const override {
    if constexpr (sizeof(Value) > 8)
      return {static_cast<std::uint64_t>(total_ >> 64), static_cast<std::uint64_t>(total_)};
    else
      return {0, total_};
  }
  double progress() const override {
    double before = 0, all = 0;
    for (std::int32_t width = 1; 2 * width - 1 <= size_; ++width) {
      const double one = work(width), rows = size_ - width + 1;
      all += one;
      if (width < width_) before += one;
      if (width == width_) before += one * row_ / rows;
    }
    return before / all;
  }
  std::uint64_t memory_bytes() const override { return states_.memory_bytes() + next_.memory_bytes(); }

 private:
  bool is_done() const { return 2 * width_ - 1 > size_; }

  // How long the rectangles of a width take, as measured up to 28 cells: wide ones have few states that are possible.
  double work(std::int32_t width) const { return std::pow(4.0, width) * std::pow(size_ - 2 * width + 1.2, 2); }

  void begin_width() {
    row_ = column_ = 0;
    states_.reset(size_ + 1);
    states_.at(0)[0] = 1;
    begin_cell();
  }
  void begin_cell() {
    cursor_ = 0;
    base_ = std::max(0, column_ ? row_ : row_ - 1);
    next_.reset(size_ + 1 - row_);
  }

  // A cell is decided: both for each state.
  void expand(Key key, const Value* values) {
    Boundary boundary(key, width_);
    if (row_ && !boundary.components) return;  // each row has a cell
    const std::int8_t up = boundary.component[column_], left = column_ ? boundary.component[column_ - 1] : 0;
    bool is_cut = up != 0;
    for (std::int32_t k = 0; k < width_ && is_cut; ++k) is_cut = k == column_ || boundary.component[k] != up;
    const Key sides = key & (kLeft | kRight);
    if (!is_cut) {
      Boundary empty = boundary;
      empty.component[column_] = 0;
      add(empty, sides, values, 0);
    }
    if (up && left && up != left) {
      for (std::int32_t k = 0; k < width_; ++k)
        if (boundary.component[k] == up) boundary.component[k] = left;
    }
    boundary.component[column_] = left ? left : up ? up : ++boundary.components;
    add(boundary, sides | (column_ ? 0 : kLeft) | (column_ == width_ - 1 ? kRight : 0), values, 1);
  }

  void add(const Boundary& boundary, Key sides, const Value* values, std::int32_t cells) {
    // In counts from base_ on, those that can still become polyominoes of the size.
    const std::int32_t most = size_ - missing(boundary, sides) - cells;
    std::int32_t first = base_;
    while (first <= most && !values[first - base_]) ++first;
    if (first > most) return;
    Value* const sums = next_.at(boundary.encode(width_) | sides);
    for (std::int32_t d = std::max(first, row_ - cells); d <= most; ++d) sums[d + cells - row_] += values[d - base_];
  }

  // At least so many cells are missing: they connect the components, touch both sides and reach the rows needed.
  std::int32_t missing(const Boundary& boundary, Key sides) const {
    std::int32_t first = -1, last = -1, gaps = 0;
    struct Gap {
      std::int32_t cells;
      std::int8_t left, right;
    };
    std::array<Gap, kMaxWidth> gap;
    for (std::int32_t k = 0; k < width_; ++k) {
      if (!boundary.component[k]) continue;
      if (first < 0) {
        first = k;
      } else if (boundary.component[k] != boundary.component[last]) {
        // The columns between, and below or beside the cell on the right.
        gap[gaps++] = {k - last, boundary.component[last], boundary.component[k]};
      }
      last = k;
    }
    if (first < 0) return 0;  // nothing yet
    std::int32_t across = (sides & kLeft ? 0 : first + 1) + (sides & kRight ? 0 : width_ - 1 - last);
    if (gaps) {  // a minimum spanning tree (Kruskal)
      std::sort(gap.begin(), gap.begin() + gaps, [](const Gap& a, const Gap& b) { return a.cells < b.cells; });
      std::array<std::int8_t, kMaxWidth + 2> set;
      for (std::size_t k = 0; k < set.size(); ++k) set[k] = static_cast<std::int8_t>(k);
      for (std::int32_t k = 0; k < gaps; ++k) {
        const std::int8_t a = set[gap[k].left], b = set[gap[k].right];
        if (a == b) continue;
        across += gap[k].cells;
        for (std::int8_t& one : set)
          if (one == a) one = b;
      }
    }
    const std::int32_t rows = width_ - 1 - row_;
    return rows > 0 ? std::max(across, 1) + rows - 1 : across;
  }

  void end_cell() {
    states_.swap(next_);
    if (++column_ < width_) {
      begin_cell();
      return;
    }
    // A row is complete. Of the rectangles wider than high, the counts are those of the others, turned.
    const std::int32_t height = row_ + 1;
    for (std::size_t k = 0; k < states_.size(); ++k) {
      const Key key = states_.key(k);
      if (height < width_ || (key & (kLeft | kRight)) != (kLeft | kRight)) continue;
      if (Boundary(key, width_).components != 1) continue;
      total_ += states_.values(k)[size_ - row_] * static_cast<Value>(height == width_ ? 1 : 2);
    }
    column_ = 0;
    if (++row_ < size_ - width_ + 1) {
      begin_cell();
      return;
    }
    ++width_;
    if (!is_done()) begin_width();
  }

  const std::int32_t size_;
  std::int32_t width_ = 1, row_ = 0, column_ = 0;
  std::int32_t base_ = 0;  // cells of the first count of a state
  std::size_t cursor_ = 0;
  Value total_ = 0;
  Table<Value> states_, next_;
};

}  // namespace

std::unique_ptr<TransferMatrix> TransferMatrix::make(std::int32_t size) {
  if (size < 1 || size > kMaxTransferSize) throw std::invalid_argument("the size is out of range");
  if (size <= kWordsAreEnough) return std::make_unique<Sweep<std::uint64_t>>(size);
  return std::make_unique<Sweep<unsigned __int128>>(size);
}

}  // namespace tilewright::polyforms
