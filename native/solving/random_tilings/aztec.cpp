#include "solving/random_tilings/aztec.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace tilewright::random_tilings {

namespace {

constexpr std::int32_t kMaxOrder = 20'000;
constexpr std::uint64_t kMaxWeight = std::uint64_t{1} << 30;

}  // namespace

AztecShuffle::AztecShuffle(std::int32_t order, std::uint64_t horizontal, std::uint64_t vertical, std::uint64_t seed,
                           std::uint64_t sample)
    : order_(order),
      part_(horizontal * horizontal),
      whole_(horizontal * horizontal + vertical * vertical),
      coins_(seed, sample, 0) {
  if (order < 1 || order > kMaxOrder) throw std::invalid_argument("the order is out of range");
  if (horizontal < 1 || horizontal > kMaxWeight || vertical < 1 || vertical > kMaxWeight)
    throw std::invalid_argument("a weight is out of range");
  stride_ = static_cast<std::size_t>(order) / 64 + 1;
  for (Plane& plane : planes_) plane.assign(stride_ * static_cast<std::size_t>(order), 0);
  for (Plane& plane : moved_) plane.assign(stride_ * static_cast<std::size_t>(order), 0);
}

AztecShuffle::AztecShuffle(std::shared_ptr<const AztecWeights> weights, std::uint64_t seed, std::uint64_t sample)
    : AztecShuffle(weights->order(), 1, 1, seed, sample) {
  if (!weights->tileable()) throw std::invalid_argument("the weights have no tiling, or are not computed");
  weights_ = std::move(weights);
}

std::uint64_t AztecShuffle::filled_horizontally(std::uint64_t empty, std::size_t first) {
  if (!weights_) return part_ * 2 == whole_ ? coins_.next() : biased_word(coins_, part_, whole_);
  std::uint64_t filled = 0;
  for (; empty != 0; empty &= empty - 1) {
    const auto k = static_cast<std::size_t>(std::countr_zero(empty));
    if (coins_.next() >> 1 < weights_->horizontal(reached_, first + k)) filled |= std::uint64_t{1} << k;
  }
  return filled;
}

bool AztecShuffle::advance(std::int64_t budget) {
  while (reached_ < order_) {
    step();
    budget -= static_cast<std::int64_t>(reached_) * reached_;
    if (budget <= 0) break;
  }
  return reached_ == order_;
}

void AztecShuffle::step() {
  const auto size = static_cast<std::size_t>(++reached_);
  const std::size_t words = (size + 63) / 64;
  const std::uint64_t last = ~std::uint64_t{0} >> (64 * words - size);
  // North-going dominoes are one row further on, seen from the blocks of this order, east-going ones a row and a column.
  for (std::size_t row = 0; row < size; ++row) {
    const bool has_own = row + 1 < size, has_previous = row > 0;
    std::uint64_t carry_south = 0, carry_east = 0;
    for (std::size_t k = 0; k < words; ++k) {
      const std::size_t at = row * stride_ + k, before = at - stride_;
      const std::uint64_t s = has_own ? planes_[south][at] : 0, e = has_previous ? planes_[east][before] : 0;
      moved_[north][at] = has_previous ? planes_[north][before] : 0;
      moved_[west][at] = has_own ? planes_[west][at] : 0;
      moved_[south][at] = s << 1 | carry_south;
      moved_[east][at] = e << 1 | carry_east;
      carry_south = s >> 63;
      carry_east = e >> 63;
    }
  }
  for (std::size_t row = 0; row < size; ++row)
    for (std::size_t k = 0; k < words; ++k) {
      const std::size_t at = row * stride_ + k;
      const std::uint64_t n = moved_[north][at], s = moved_[south][at], e = moved_[east][at], w = moved_[west][at];
      const std::uint64_t created = ~(n | s | e | w) & (k + 1 == words ? last : ~std::uint64_t{0});
      const std::uint64_t coin = filled_horizontally(created, row * size + 64 * k);
      planes_[north][at] = (n & ~s) | (created & coin);
      planes_[south][at] = (s & ~n) | (created & coin);
      planes_[east][at] = (e & ~w) | (created & ~coin);
      planes_[west][at] = (w & ~e) | (created & ~coin);
    }
}

std::string AztecShuffle::letters() const {
  const std::int32_t m = reached_;
  const auto width = static_cast<std::size_t>(2 * m);
  std::string text(width * width, '.');
  // The cell whose lower left corner is (x, y); rows come from the top.
  const auto put = [&](std::int32_t x, std::int32_t y, char letter) {
    text[static_cast<std::size_t>(m - 1 - y) * width + static_cast<std::size_t>(x + m)] = letter;
  };
  for (std::int32_t i = 0; i < m; ++i)
    for (std::int32_t j = 0; j < m; ++j) {
      const std::int32_t x = i + j - m + 1, y = i - j;
      const auto has = [&](Direction direction) {
        return planes_[direction][static_cast<std::size_t>(i) * stride_ + static_cast<std::size_t>(j) / 64] >>
                   (j % 64) &
               1;
      };
      if (has(north)) put(x - 1, y, 'N'), put(x, y, 'N');
      if (has(south)) put(x - 1, y - 1, 'S'), put(x, y - 1, 'S');
      if (has(east)) put(x, y - 1, 'E'), put(x, y, 'E');
      if (has(west)) put(x - 1, y - 1, 'W'), put(x - 1, y, 'W');
    }
  return text;
}

std::string AztecShuffle::blocks() const {
  const auto size = static_cast<std::size_t>(reached_);
  std::string text(size * size, ' ');
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      const std::size_t at = i * stride_ + j / 64;
      const auto has = [&](const Plane& plane) { return (plane[at] >> (j % 64) & 1) != 0; };
      char& letter = text[i * size + j];
      for (const Direction direction : {north, south, east, west})
        if (has(moved_[direction])) letter = "NSEW"[direction];
      if (has(moved_[north]) && has(moved_[south]))
        letter = 'H';
      else if (has(moved_[east]) && has(moved_[west]))
        letter = 'V';
      else if (letter == ' ')
        letter = has(planes_[north]) ? 'h' : 'v';
    }
  return text;
}

std::vector<std::int32_t> aztec_heights(std::int32_t order, const std::string& letters) {
  const std::int32_t side = 2 * order;
  if (order < 1 || order > kMaxOrder ||
      letters.size() != static_cast<std::size_t>(side) * static_cast<std::size_t>(side))
    throw std::invalid_argument("the letters are those of another order");
  std::vector<std::int32_t> heights(static_cast<std::size_t>(side + 1) * static_cast<std::size_t>(side + 1), kOutside);
  const auto letter = [&](std::int32_t x, std::int32_t y) {
    return x < 0 || y < 0 || x >= side || y >= side ? '.' : letters[static_cast<std::size_t>(y * side + x)];
  };
  const auto height = [&](std::int32_t x, std::int32_t y) -> std::int32_t& {
    return heights[static_cast<std::size_t>(y * (side + 1) + x)];
  };
  // Whether the letter is that of the left or upper square of its domino: see letters().
  const auto is_first = [&](std::int32_t x, std::int32_t y, char c) {
    return ((x + y + order) & 1) == (c == 'N' || c == 'W' ? 1 : 0);
  };
  // The rise from the corner (x, y) to the right and upwards; a domino may lie across.
  const auto right = [&](std::int32_t x, std::int32_t y) {
    const char c = letter(x, y - 1);
    const bool across = (c == 'E' || c == 'W') && is_first(x, y - 1, c);
    return (((x + y) & 1) != 0 ? 1 : -1) * (across ? -3 : 1);
  };
  const auto up = [&](std::int32_t x, std::int32_t y) {
    const char c = letter(x - 1, y - 1);
    const bool across = (c == 'N' || c == 'S') && is_first(x - 1, y - 1, c);
    return (((x + y) & 1) == 0 ? 1 : -1) * (across ? -3 : 1);
  };
  const auto first = [&](std::int32_t y) { return std::max(0, y < order ? order - 1 - y : y - 1 - order); };
  height(first(side), side) = 0;
  for (std::int32_t y = side; y >= 0; --y) {
    const std::int32_t left = first(y);
    for (std::int32_t x = left; x < side - left; ++x) height(x + 1, y) = height(x, y) + right(x, y);
    if (y == 0) break;
    const std::int32_t next = first(y - 1), both = std::max(left, next);
    height(next, y - 1) = height(both, y) + up(both, y) - (next < both ? right(next, y - 1) : 0);
  }
  return heights;
}

}  // namespace tilewright::random_tilings
