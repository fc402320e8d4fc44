#include "solving/random_tilings/coupling.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace tilewright::random_tilings {

namespace {

constexpr std::int32_t kFirstExponent = 4;
constexpr std::uint64_t kMaxWeight = std::uint64_t{1} << 30;
constexpr std::size_t kMaxWords = std::size_t{1} << 27;
constexpr std::array<Cell, 3> kSquareSteps{{{1, 0}, {0, 1}, {0, 0}}};
constexpr std::array<Cell, 3> kTriangleSteps{{{1, 0}, {-1, 1}, {0, -1}}};

}  // namespace

FlipBoard::FlipBoard(std::shared_ptr<const Region> region)
    : region_(std::move(region)), directions_(region_->grid() == Grid::squares ? 2 : 3) {
  if (!region_->simply_connected()) throw std::invalid_argument("the board is not simply connected");
  const auto& points = region_->points();
  if (points.empty()) throw std::invalid_argument("the board has no cells");
  Cell high = points[0];
  low_ = points[0];
  for (const auto& [x, y] : points) {
    low_ = {std::min(low_.first, x), std::min(low_.second, y)};
    high = {std::max(high.first, x), std::max(high.second, y)};
  }
  // A margin of a point on the left and on the right, and of two rows below and above.
  const auto width = static_cast<std::size_t>(high.first - low_.first + 3);
  const auto rows = static_cast<std::size_t>(high.second - low_.second + 5);
  row_ = (width + 63) / 64;
  words_ = row_ * rows;
  if (words_ > kMaxWords) throw std::invalid_argument("the board is too far-flung");
  const std::size_t classes = region_->grid() == Grid::squares ? 2 : 3;
  classes_.assign(classes, Bits(words_, 0));
  turned_.assign(words_, 0);
  for (std::size_t v = 0; v < points.size(); ++v) {
    if (!region_->interior(static_cast<std::int32_t>(v))) continue;
    const auto [x, y] = points[v];
    const std::int32_t colour = classes == 2 ? (x + y) & 1 : (((x - y) % 3) + 3) % 3;
    const std::size_t at = place(points[v]);
    classes_[static_cast<std::size_t>(colour)][at / 64] |= std::uint64_t{1} << (at % 64);
  }
}

std::size_t FlipBoard::place(Cell point) const {
  return static_cast<std::size_t>(point.second - low_.second + 2) * row_ * 64 +
         static_cast<std::size_t>(point.first - low_.first + 1);
}

bool FlipBoard::crossed(const Bits& bits, std::size_t direction, std::size_t place) const {
  return bits[direction * words_ + place / 64] >> (place % 64) & 1;
}

FlipBoard::Bits FlipBoard::bits(const std::vector<std::int32_t>& heights) const {
  Bits bits(directions_ * words_, 0);
  for (const auto& side : region_->sides()) {
    const std::int32_t rise = heights[static_cast<std::size_t>(side.to)] - heights[static_cast<std::size_t>(side.from)];
    if (rise == 1) continue;
    const std::size_t at = place(region_->points()[static_cast<std::size_t>(side.origin)]);
    bits[static_cast<std::size_t>(side.direction) * words_ + at / 64] |= std::uint64_t{1} << (at % 64);
  }
  return bits;
}

Pairs FlipBoard::pairs(const Bits& bits) const {
  Pairs pairs;
  for (const auto& side : region_->sides()) {
    if (side.first < 0 || side.second < 0) continue;
    const std::size_t at = place(region_->points()[static_cast<std::size_t>(side.origin)]);
    if (crossed(bits, static_cast<std::size_t>(side.direction), at))
      pairs.emplace_back(std::min(side.first, side.second), std::max(side.first, side.second));
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

void FlipBoard::sweep(Bits& bits, const Bits& coins) {
  if (region_->grid() == Grid::squares)
    sweep_squares(bits, coins);
  else
    sweep_triangles(bits, coins);
}

void FlipBoard::sweep_squares(Bits& bits, const Bits& coins) {
  const std::size_t row = row_, begin = row, end = words_ - row;
  std::uint64_t* __restrict const across = bits.data();  // sides (1, 0), which vertical dominoes lie across
  std::uint64_t* __restrict const along = bits.data() + words_;
  std::uint64_t* __restrict const turned = turned_.data();
  for (std::size_t colour = 0; colour < 2; ++colour) {
    const std::uint64_t* __restrict const here = classes_[colour].data();
    const std::uint64_t* __restrict const coin = coins.data();
    // A vertex (x, y), x + y even: its sides to the right and to the left have a cell of the first colour on the left as
    // they lead away from it; crossed, they make it high.
    const std::uint64_t inverse = colour == 0 ? 0 : ~std::uint64_t{0};
    for (std::size_t w = begin; w < end; ++w) {
      const std::uint64_t before = across[w] << 1 | across[w - 1] >> 63;
      const std::uint64_t high = across[w] & before, low = along[w] & along[w - row];
      const std::uint64_t up = coin[w] ^ inverse;
      turned[w] = here[w] & ((high & ~up) | (low & up));
    }
    for (std::size_t w = begin - 1; w < end; ++w) across[w] ^= turned[w] ^ (turned[w] >> 1 | turned[w + 1] << 63);
    for (std::size_t w = begin - row; w < end; ++w) along[w] ^= turned[w] ^ turned[w + row];
  }
}

void FlipBoard::sweep_triangles(Bits& bits, const Bits& coins) {
  const std::size_t row = row_, begin = row + 1, end = words_ - row - 1;
  std::uint64_t* __restrict const a = bits.data();               // sides (1, 0)
  std::uint64_t* __restrict const b = bits.data() + words_;      // sides (-1, 1)
  std::uint64_t* __restrict const c = bits.data() + 2 * words_;  // sides (0, -1)
  std::uint64_t* __restrict const turned = turned_.data();
  for (const Bits& vertices : classes_) {
    const std::uint64_t* __restrict const here = vertices.data();
    const std::uint64_t* __restrict const coin = coins.data();
    for (std::size_t w = begin; w < end; ++w) {
      // Sides that lead away go up by 1 where they are not crossed, and down by 2 where they are: the vertex is high.
      const std::uint64_t high = a[w] & b[w] & c[w];
      const std::uint64_t into_a = a[w] << 1 | a[w - 1] >> 63;
      const std::uint64_t into_b = b[w - row] >> 1 | b[w - row + 1] << 63;
      const std::uint64_t low = into_a & into_b & c[w + row];
      turned[w] = here[w] & ((high & ~coin[w]) | (low & coin[w]));
    }
    for (std::size_t w = begin - 1; w < end; ++w) a[w] ^= turned[w] ^ (turned[w] >> 1 | turned[w + 1] << 63);
    for (std::size_t w = 1; w + row < words_; ++w)
      b[w] ^= turned[w] ^ (turned[w + row] << 1 | turned[w + row - 1] >> 63);
    for (std::size_t w = row; w < words_; ++w) c[w] ^= turned[w] ^ turned[w - row];
  }
}

std::vector<std::int32_t> FlipBoard::flippable(const Bits& bits) const {
  const auto& points = region_->points();
  const auto& steps = directions_ == 2 ? kSquareSteps : kTriangleSteps;
  std::vector<std::int32_t> vertices;
  for (std::size_t v = 0; v < points.size(); ++v) {
    if (!region_->interior(static_cast<std::int32_t>(v))) continue;
    std::array<bool, 3> out{}, in{};
    for (std::size_t k = 0; k < directions_; ++k) {
      const auto [x, y] = points[v];
      out[k] = crossed(bits, k, place(points[v]));
      in[k] = crossed(bits, k, place({x - steps[k].first, y - steps[k].second}));
    }
    const bool possible = directions_ == 2 ? (out[0] && in[0]) || (out[1] && in[1])
                                           : (out[0] && out[1] && out[2]) || (in[0] && in[1] && in[2]);
    if (possible) vertices.push_back(static_cast<std::int32_t>(v));
  }
  return vertices;
}

void FlipBoard::flip(Bits& bits, std::int32_t vertex) const {
  const auto& steps = directions_ == 2 ? kSquareSteps : kTriangleSteps;
  const Cell point = region_->points()[static_cast<std::size_t>(vertex)];
  for (std::size_t k = 0; k < directions_; ++k)
    for (const std::size_t at : {place(point), place({point.first - steps[k].first, point.second - steps[k].second})})
      bits[k * words_ + at / 64] ^= std::uint64_t{1} << (at % 64);
}

Coupling::Coupling(const std::shared_ptr<const Region>& region, std::uint64_t seed, std::uint64_t sample,
                   std::uint64_t up, std::uint64_t down)
    : board_(region), seed_(seed), sample_(sample), part_(up), whole_(up + down), coins_(seed, sample, 0) {
  if (up < 1 || up > kMaxWeight || down < 1 || down > kMaxWeight)
    throw std::invalid_argument("a weight is out of range");
  const std::vector<std::int32_t> least = region->extreme(false), greatest = region->extreme(true);
  exists_ = !least.empty() && !greatest.empty();
  if (!exists_) {
    done_ = true;
    return;
  }
  least_ = low_ = board_.bits(least);
  greatest_ = high_ = board_.bits(greatest);
  words_.resize(board_.words());
  met_ = done_ = low_ == high_;
  longest_ = kFirstExponent;
  start_block(longest_);
}

// The block 0 is the time -1; the block k > 0 has the times -2^k, ..., -2^(k - 1) - 1.
void Coupling::start_block(std::int32_t block) {
  block_ = block;
  left_ = block == 0 ? 1 : std::int64_t{1} << (block - 1);
  coins_ = Coins(seed_, sample_, static_cast<std::uint64_t>(block) + 1);
}

void Coupling::sweep_both() {
  if (2 * part_ == whole_)
    coins_.fill(words_.data(), words_.size());
  else
    for (std::uint64_t& word : words_) word = biased_word(coins_, part_, whole_);
  board_.sweep(low_, words_);
  if (!met_) board_.sweep(high_, words_);
  --left_;
}

std::int64_t Coupling::length() const { return least_ == greatest_ ? 0 : std::int64_t{1} << longest_; }

void Coupling::rewind() {
  if (!done_ || !exists_) throw std::logic_error("no tiling is drawn");
  low_ = least_;
  high_ = greatest_;
  met_ = false;
  if (length() > 0) start_block(longest_);
}

bool Coupling::sweep() {
  if (length() == 0) return false;
  while (left_ == 0) {
    if (block_ == 0) return false;
    start_block(block_ - 1);
  }
  sweep_both();
  return true;
}

bool Coupling::advance(std::int64_t budget) {
  while (!done_ && budget > 0) {
    if (left_ > 0) {
      sweep_both();
      ++sweeps_;
      budget -= static_cast<std::int64_t>(words_.size());
      if (!met_ && left_ % 16 == 0) met_ = low_ == high_;
      continue;
    }
    if (block_ > 0) {
      start_block(block_ - 1);
    } else if (met_) {
      done_ = true;
    } else {
      low_ = least_;
      high_ = greatest_;
      start_block(++longest_);
    }
  }
  return done_;
}

Pairs Coupling::pairs() const {
  if (!done_ || !exists_) throw std::logic_error("no tiling is drawn");
  return board_.pairs(low_);
}

FlipGraph::FlipGraph(const std::shared_ptr<const Region>& region) : board_(region), table_(1024, 0) {
  const std::vector<std::int32_t> least = region->extreme(false), greatest = region->extreme(true);
  if (least.empty() || greatest.empty()) return;
  diameter_ = 0;
  for (std::size_t v = 0; v < least.size(); ++v) diameter_ += (greatest[v] - least[v]) / region->period();
  add(board_.bits(least));
}

void FlipGraph::add(const FlipBoard::Bits& bits) {
  const auto slot_of = [&](const FlipBoard::Bits& key) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : key) {
      hash ^= word;
      hash = mix(hash);
    }
    std::size_t slot = hash & (table_.size() - 1);
    while (table_[slot] != 0 && seen_[table_[slot] - 1] != key) slot = (slot + 1) & (table_.size() - 1);
    return slot;
  };
  const std::size_t slot = slot_of(bits);
  if (table_[slot] != 0) return;
  seen_.push_back(bits);
  table_[slot] = seen_.size();
  if (2 * seen_.size() < table_.size()) return;
  table_.assign(2 * table_.size(), 0);
  for (std::size_t k = 0; k < seen_.size(); ++k) table_[slot_of(seen_[k])] = k + 1;
}

bool FlipGraph::advance(std::int64_t budget) {
  for (; next_ < seen_.size() && budget > 0; ++next_, --budget) {
    const std::vector<std::int32_t> vertices = board_.flippable(seen_[next_]);
    ends_ += static_cast<std::int64_t>(vertices.size());
    for (const std::int32_t vertex : vertices) {
      FlipBoard::Bits bits = seen_[next_];
      board_.flip(bits, vertex);
      add(bits);
    }
  }
  return next_ == seen_.size();
}

}  // namespace tilewright::random_tilings
