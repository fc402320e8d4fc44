#include "solving/kasteleyn/sweep.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <numeric>
#include <queue>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace tilewright::kasteleyn {
namespace {

constexpr std::int32_t kNone = -1;
constexpr std::int32_t kManyRows = 20000;  // rows beyond which fewer orders are tried, to be quick

// The entries by row and by column: lines 0..size-1 are rows, size..2*size-1 are columns.
struct Matrix {
  std::int32_t size = 0;
  std::vector<std::int32_t> first;
  std::vector<std::int32_t> other;  // the line that crosses
  std::vector<std::int32_t> value;
};

Matrix make_matrix(std::int32_t size, const std::vector<Entry>& entries) {
  Matrix matrix;
  matrix.size = size;
  matrix.first.assign(2 * static_cast<std::size_t>(size) + 1, 0);
  for (const Entry& e : entries) {
    if (e.row < 0 || e.row >= size || e.column < 0 || e.column >= size)
      throw std::invalid_argument("an entry lies outside the matrix");
    if (e.value == 0 || std::abs(static_cast<std::int64_t>(e.value)) > (1 << 30))
      throw std::invalid_argument("an entry must be neither 0 nor above 2^30 in absolute value");
    ++matrix.first[e.row + 1];
    ++matrix.first[size + e.column + 1];
  }
  std::partial_sum(matrix.first.begin(), matrix.first.end(), matrix.first.begin());
  matrix.other.resize(2 * entries.size());
  matrix.value.resize(2 * entries.size());
  std::vector<std::int32_t> at(matrix.first.begin(), matrix.first.end() - 1);
  const auto put = [&](std::int32_t line, std::int32_t other, std::int32_t value) {
    matrix.other[at[line]] = other;
    matrix.value[at[line]++] = value;
  };
  for (const Entry& e : entries) {
    put(e.row, size + e.column, e.value);
    put(size + e.column, e.row, e.value);
  }
  std::vector<std::int32_t> seen(size, kNone);
  for (std::int32_t row = 0; row < size; ++row)
    for (std::int32_t k = matrix.first[row]; k < matrix.first[row + 1]; ++k) {
      std::int32_t& last = seen[matrix.other[k] - size];
      if (last == row) throw std::invalid_argument("an entry is given twice");
      last = row;
    }
  return matrix;
}

Matrix transposed(const Matrix& matrix) {
  Matrix turned;
  turned.size = matrix.size;
  turned.first.push_back(0);
  for (std::int32_t line = 0; line < 2 * matrix.size; ++line) {
    const std::int32_t from = (line + matrix.size) % (2 * matrix.size);
    for (std::int32_t k = matrix.first[from]; k < matrix.first[from + 1]; ++k) {
      turned.other.push_back((matrix.other[k] + matrix.size) % (2 * matrix.size));
      turned.value.push_back(matrix.value[k]);
    }
    turned.first.push_back(static_cast<std::int32_t>(turned.other.size()));
  }
  return turned;
}

// Breadth first from a line: the lines in order, and their distances. What hangs together with
// nothing so far is taken up in turn.
struct Search {
  std::vector<std::int32_t> order, distance;
};

Search search_from(const Matrix& matrix, std::int32_t start) {
  const std::int32_t lines = 2 * matrix.size;
  Search found;
  found.distance.assign(lines, kNone);
  const auto reach = [&](std::int32_t line, std::int32_t distance) {
    if (found.distance[line] != kNone) return;
    found.distance[line] = distance;
    found.order.push_back(line);
  };
  std::size_t k = 0;
  for (std::int32_t next = kNone; next < lines; ++next) {
    reach(next == kNone ? start : next, 0);
    for (; k < found.order.size(); ++k) {
      const std::int32_t line = found.order[k];
      for (std::int32_t i = matrix.first[line]; i < matrix.first[line + 1]; ++i)
        reach(matrix.other[i], found.distance[line] + 1);
    }
  }
  return found;
}

// The rank of each line in the order of (key, place in `search`).
std::vector<std::int32_t> ranks(const Search& search, const std::vector<std::int32_t>& key) {
  std::vector<std::int32_t> order = search.order;
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return key[a] < key[b]; });
  std::vector<std::int32_t> rank(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<std::int32_t>(k);
  return rank;
}

std::vector<std::vector<std::int32_t>> orders(const Matrix& matrix) {
  // Two ends: far from anywhere, and far from there.
  const Search somewhere = search_from(matrix, 0);
  const Search one = search_from(matrix, somewhere.order.back());
  const Search two = search_from(matrix, one.order.back());
  std::vector<std::int32_t> between(one.distance.size());
  for (std::size_t k = 0; k < between.size(); ++k) between[k] = one.distance[k] - two.distance[k];
  return {ranks(one, one.distance), ranks(two, two.distance), ranks(one, between)};
}

// Takes the rows by the number of their new unknowns (0, 1, more; with `exact`, 0, 1, 2, 3, ...), then
// by rank, and writes down what is done. Gives up when the cost comes to `limit`.
class Planner {
 public:
  Planner(const Matrix& matrix, const std::vector<std::int32_t>& rank, bool exact)
      : matrix_(matrix), rank_(rank), exact_(exact) {}

  bool run(double limit) {
    const std::int32_t n = matrix_.size;
    sweep_.size = n;
    untouched_.resize(n);
    left_.resize(n);
    holder_.assign(n, kNone);
    touched_.assign(n, 0);
    done_.assign(n, 0);
    for (std::int32_t k = 0; k < n; ++k) {
      untouched_[k] = matrix_.first[k + 1] - matrix_.first[k];
      left_[k] = matrix_.first[n + k + 1] - matrix_.first[n + k];
      queue_.push(key(k));
    }
    while (!queue_.empty()) {
      const auto [news, rank, row] = queue_.top();
      queue_.pop();
      if (done_[row] || news != std::get<0>(key(row))) continue;
      done_[row] = 1;
      take(row);
      if (sweep_.cost >= limit) return false;
    }
    return true;
  }

  Sweep& sweep() { return sweep_; }

 private:
  using Key = std::tuple<std::int32_t, std::int32_t, std::int32_t>;

  Key key(std::int32_t row) const { return {exact_ ? untouched_[row] : std::min(untouched_[row], 2), rank_[row], row}; }

  std::int32_t new_vector() {
    if (free_.empty()) free_.push_back(sweep_.vectors++);
    const std::int32_t vector = free_.back();
    free_.pop_back();
    ++live_;
    return vector;
  }

  void touch(std::int32_t column) {
    touched_[column] = 1;
    const std::int32_t line = matrix_.size + column;
    for (std::int32_t k = matrix_.first[line]; k < matrix_.first[line + 1]; ++k) {
      const std::int32_t row = matrix_.other[k];
      --untouched_[row];
      if (!done_[row] && (exact_ || untouched_[row] < 2)) queue_.push(key(row));
    }
  }

  std::int32_t factor(std::int32_t numerator, std::int32_t denominator) {
    if (denominator < 0) numerator = -numerator, denominator = -denominator;
    const std::int32_t common = std::gcd(numerator, denominator);
    numerator /= common, denominator /= common;
    if (denominator == 1 && (numerator == 1 || numerator == -1)) return numerator < 0;
    const auto [place, added] =
        factor_.try_emplace({numerator, denominator}, static_cast<std::int32_t>(sweep_.factors.size()));
    if (added) sweep_.factors.push_back({numerator, denominator});
    return place->second;
  }

  // Of a row's new unknowns, the one to solve for: with an entry of +-1 if there is one, and the last.
  std::int32_t pivot_place(std::int32_t row) const {
    std::int32_t best = kNone;
    const auto worth = [&](std::int32_t k) {
      return std::pair(std::abs(matrix_.value[k]) == 1, rank_[matrix_.other[k]]);
    };
    for (std::int32_t k = matrix_.first[row]; k < matrix_.first[row + 1]; ++k)
      if (!touched_[matrix_.other[k] - matrix_.size] && (best == kNone || worth(best) < worth(k))) best = k;
    return best;
  }

  void take(std::int32_t row) {
    const std::int32_t n = matrix_.size;
    const std::int32_t pivot = pivot_place(row);
    Sweep::Step step{row, kNone, 1, kNone, 0, 0, 0};
    if (pivot != kNone) {
      step.pivot = matrix_.other[pivot] - n;
      step.value = matrix_.value[pivot];
    }
    for (std::int32_t k = matrix_.first[row]; k < matrix_.first[row + 1]; ++k) {
      const std::int32_t column = matrix_.other[k] - n;
      if (touched_[column] || column == step.pivot) continue;
      holder_[column] = new_vector();
      sweep_.fresh.push_back({column, holder_[column]});
      ++width_;
      touch(column);
    }
    sweep_.width = std::max(sweep_.width, width_);
    const bool needed = pivot == kNone || left_[step.pivot] > 1;
    std::int32_t count = 0;
    for (std::int32_t k = matrix_.first[row]; k < matrix_.first[row + 1] && needed; ++k) {
      if (k == pivot) continue;
      const std::int32_t value = matrix_.value[k];
      sweep_.terms.push_back(
          {holder_[matrix_.other[k] - n], pivot == kNone ? factor(value, 1) : factor(-value, step.value)});
      ++count;
    }
    sweep_.cost += 16 + static_cast<double>(count + 1) * width_;
    if (pivot != kNone) {
      if (needed) holder_[step.pivot] = step.vector = new_vector();
      touch(step.pivot);
    }
    for (std::int32_t k = matrix_.first[row]; k < matrix_.first[row + 1]; ++k) {
      const std::int32_t column = matrix_.other[k] - n;
      if (--left_[column] > 0 || holder_[column] == kNone) continue;
      sweep_.dropped.push_back(holder_[column]);
      free_.push_back(holder_[column]);
      --live_;
    }
    if (pivot == kNone) {
      sweep_.cost += 4.0 * live_ * width_;
      width_ = std::max(width_ - 1, 0);
    }
    step.fresh = static_cast<std::int32_t>(sweep_.fresh.size());
    step.terms = static_cast<std::int32_t>(sweep_.terms.size());
    step.dropped = static_cast<std::int32_t>(sweep_.dropped.size());
    sweep_.steps.push_back(step);
  }

  const Matrix& matrix_;
  const std::vector<std::int32_t>& rank_;
  bool exact_;
  Sweep sweep_;
  std::priority_queue<Key, std::vector<Key>, std::greater<>> queue_;
  std::vector<std::int32_t> untouched_;  // of each row: unknowns that no row has named so far
  std::vector<std::int32_t> left_;       // of each column: rows that are still to come
  std::vector<std::int32_t> holder_;     // of each column: its vector
  std::vector<char> touched_, done_;     // of each column; of each row
  std::vector<std::int32_t> free_;
  std::int32_t live_ = 0, width_ = 0;
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> factor_;
};

}  // namespace

Sweep plan_sweep(std::int32_t size, const std::vector<Entry>& entries) {
  if (size < 0 || size > (1 << 29)) throw std::invalid_argument("the matrix's size is out of range");
  const Matrix matrix = make_matrix(size, entries);
  if (size == 0) return {};
  Sweep best;
  bool found = false;
  const auto try_orders = [&](const Matrix& sides, bool exact) {
    for (const auto& rank : orders(sides)) {
      Planner planner(sides, rank, exact);
      if (!planner.run(found ? best.cost : std::numeric_limits<double>::infinity())) continue;
      best = std::move(planner.sweep());
      found = true;
    }
  };
  try_orders(matrix, false);
  if (size > kManyRows) return best;
  try_orders(matrix, true);
  const Matrix turned = transposed(matrix);
  try_orders(turned, false);
  try_orders(turned, true);
  return best;
}

}  // namespace tilewright::kasteleyn
