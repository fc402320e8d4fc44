#include "solving/kasteleyn/pfaffian.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "simd/instruction_sets.hpp"

namespace tilewright::kasteleyn {
namespace {

constexpr std::size_t kAlignment = 4 * kLanes;
constexpr std::int32_t kLater = -1, kGone = -2;

std::size_t padded(std::size_t length) { return (length + kLanes - 1) / kLanes * kLanes; }

}  // namespace

SkewMatrix::SkewMatrix(std::int32_t rows, const std::vector<SkewEntry>& upper) : size(rows) {
  if (size < 0 || size > (1 << 29)) throw std::invalid_argument("the matrix's size is out of range");
  first.assign(static_cast<std::size_t>(size) + 1, 0);
  for (const SkewEntry& e : upper) {
    if (e.row < 0 || e.row >= e.column || e.column >= size)
      throw std::invalid_argument("an entry lies outside the upper half of the matrix");
    if (e.value == 0 || std::abs(static_cast<std::int64_t>(e.value)) > (1 << 30))
      throw std::invalid_argument("an entry must be neither 0 nor above 2^30 in absolute value");
    if (e.kind < 0 || e.kind > (1 << 10)) throw std::invalid_argument("the kind of an entry is out of range");
    kinds = std::max(kinds, e.kind + 1);
    ++first[e.row + 1];
    ++first[e.column + 1];
  }
  std::partial_sum(first.begin(), first.end(), first.begin());
  entries.resize(2 * upper.size());
  std::vector<std::int32_t> at(first.begin(), first.end() - 1);
  for (const SkewEntry& e : upper) {
    entries[at[e.row]++] = e;
    entries[at[e.column]++] = {e.column, e.row, -e.value, e.kind};
  }

  // What elimination takes if no entry that may be there turns out to be zero.
  std::vector<char> taken_up(size, 0), gone(size, 0);
  std::vector<std::int32_t> live;  // a heap, the least row first, with some rows that are gone
  std::int32_t rows_now = 0;
  const auto take_up = [&](std::int32_t vertex) {
    if (std::exchange(taken_up[vertex], 1)) return;
    ++rows_now;
    live.push_back(vertex);
    std::push_heap(live.begin(), live.end(), std::greater<>());
  };
  const auto take_up_neighbours = [&](std::int32_t vertex) {
    take_up(vertex);
    for (std::int32_t k = first[vertex]; k < first[vertex + 1]; ++k) take_up(entries[k].column);
    gone[vertex] = 1;
  };
  for (std::int32_t next = 0; next < size; ++next) {
    if (gone[next]) continue;
    take_up_neighbours(next);
    while (!live.empty() && gone[live.front()]) {
      std::pop_heap(live.begin(), live.end(), std::greater<>());
      live.pop_back();
    }
    if (!live.empty()) take_up_neighbours(live.front());
    width = std::max(width, rows_now);
    cost += 16 + 2.0 * rows_now * static_cast<double>(padded(rows_now));
    rows_now -= std::min(rows_now, 2);
  }
}

PfaffianResidue::PfaffianResidue(std::shared_ptr<const SkewMatrix> matrix, std::uint32_t prime,
                                 const std::vector<std::uint32_t>& factors, const std::string& instruction_set)
    : matrix_(std::move(matrix)),
      modulus_(checked_prime(prime)),
      kernels_(simd::dispatch<simd::Baseline, simd::Avx2>(instruction_set,
                                                          [](auto set) { return kernels<decltype(set)>(); })),
      slot_of_(matrix_->size, kLater),
      product_(modulus_.one) {
  if (factors.size() < static_cast<std::size_t>(matrix_->kinds))
    throw std::invalid_argument("there must be a factor for each kind of entry");
  for (const std::uint32_t factor : factors) factors_.push_back(modulus_.into(factor));
  reserve(static_cast<std::size_t>(matrix_->width) + 2);
}

bool PfaffianResidue::advance(double budget) {
  while (!finished_) {
    while (next_ < matrix_->size && slot_of_[next_] == kGone) ++next_;
    if (next_ == matrix_->size)
      finish();
    else if (budget <= 0)
      return false;
    else
      budget -= step();
  }
  return true;
}

std::uint32_t PfaffianResidue::value() const {
  if (!finished_) throw std::logic_error("the Pfaffian is not known yet: go on");
  return modulus_.out_of(product_);
}

// Room for so many rows; those in use keep their slots.
void PfaffianResidue::reserve(std::size_t rows) {
  if (rows <= stride_) return;
  const std::size_t stride = padded(std::max(rows, stride_ + stride_ / 2));
  std::vector<std::uint32_t> memory(stride * (stride + 2) + kLanes);  // and two vectors for sums
  const auto address = reinterpret_cast<std::uintptr_t>(memory.data());
  std::uint32_t* start = &memory[(kAlignment - address % kAlignment) % kAlignment / sizeof(std::uint32_t)];
  for (std::size_t k = 0; k < vertex_of_.size(); ++k)
    std::copy_n(start_ + k * stride_, vertex_of_.size(), start + k * stride);
  memory_ = std::move(memory);
  start_ = start;
  stride_ = stride;
}

void PfaffianResidue::take_up(std::int32_t vertex) {
  if (slot_of_[vertex] != kLater) return;
  const auto slot = static_cast<std::int32_t>(vertex_of_.size());
  reserve(static_cast<std::size_t>(slot) + 1);
  slot_of_[vertex] = slot;
  vertex_of_.push_back(vertex);
  for (std::int32_t k = matrix_->first[vertex]; k < matrix_->first[vertex + 1]; ++k) {
    const SkewEntry& entry = matrix_->entries[k];
    const std::int32_t other = slot_of_[entry.column];
    if (other < 0) continue;
    const std::uint32_t value = modulus_.multiply(modulus_.into(entry.value), factors_[entry.kind]);
    std::uint32_t& here = row(slot)[other];
    here = static_cast<std::uint32_t>((static_cast<std::uint64_t>(here) + value) % modulus_.p);
    row(other)[slot] = modulus_.negate(here);
  }
}

void PfaffianResidue::take_up_neighbours(std::int32_t vertex) {
  take_up(vertex);
  for (std::int32_t k = matrix_->first[vertex]; k < matrix_->first[vertex + 1]; ++k)
    take_up(matrix_->entries[k].column);
}

void PfaffianResidue::remove(std::int32_t slot) {
  const auto last = static_cast<std::int32_t>(vertex_of_.size()) - 1;
  if (slot != last) {
    std::copy_n(row(last), stride_, row(slot));
    for (std::int32_t k = 0; k <= last; ++k) row(k)[slot] = row(k)[last];
  }
  for (std::int32_t k = 0; k <= last; ++k) row(k)[last] = 0;
  std::fill_n(row(last), stride_, 0u);
  slot_of_[vertex_of_[slot]] = kGone;
  if (slot != last) slot_of_[vertex_of_[last]] = slot;
  vertex_of_[slot] = vertex_of_[last];
  vertex_of_.pop_back();
}

double PfaffianResidue::step() {
  take_up_neighbours(next_);
  const std::int32_t mine = slot_of_[next_];
  std::int32_t partner = -1;
  const std::uint32_t* entries = row(mine);
  for (std::size_t k = 0; k < vertex_of_.size(); ++k)
    if (entries[k] && (partner < 0 || vertex_of_[k] < partner)) partner = vertex_of_[k];
  if (partner < 0) {  // a row of zeros
    product_ = 0;
    finished_ = true;
    return 16;
  }
  take_up_neighbours(partner);
  const std::int32_t other = slot_of_[partner];
  const auto rows = static_cast<std::int32_t>(vertex_of_.size());
  const std::size_t length = padded(rows);
  std::uint32_t* mine_row = row(static_cast<std::int32_t>(stride_));
  std::uint32_t* other_row = row(static_cast<std::int32_t>(stride_) + 1);
  std::copy_n(row(mine), length, mine_row);
  std::copy_n(row(other), length, other_row);
  const std::uint32_t pivot = mine_row[other];
  const std::uint32_t inverse = modulus_.inverse(pivot);
  product_ = modulus_.multiply(product_, pivot);
  order_.push_back(next_);
  order_.push_back(partner);
  for (std::int32_t k = 0; k < rows; ++k) {
    if (k == mine || k == other) continue;
    const std::uint32_t by_mine = mine_row[k], by_other = other_row[k];
    if (by_other) kernels_.add_multiple(row(k), length, mine_row, modulus_.multiply(by_other, inverse), modulus_);
    if (by_mine)
      kernels_.add_multiple(row(k), length, other_row, modulus_.negate(modulus_.multiply(by_mine, inverse)), modulus_);
  }
  remove(std::max(mine, other));
  remove(std::min(mine, other));
  return 16 + 2.0 * rows * static_cast<double>(length);
}

// The product of the pivots, with the sign of the order in which the rows were eliminated.
void PfaffianResidue::finish() {
  if (order_.size() != static_cast<std::size_t>(matrix_->size)) product_ = 0;
  std::vector<char> seen(order_.size(), 0);
  bool odd = false;
  for (std::size_t row = 0; row < order_.size(); ++row)
    for (std::size_t at = row; !seen[at]; at = order_[at]) {
      seen[at] = 1;
      odd ^= static_cast<std::size_t>(order_[at]) != row;
    }
  if (odd) product_ = modulus_.negate(product_);
  finished_ = true;
}

}  // namespace tilewright::kasteleyn
