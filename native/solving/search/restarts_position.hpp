// Where a search with restarts stands, as a list of numbers.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace tilewright::search {

struct PositionWriter {
  std::vector<std::uint64_t> held;

  template <typename... T>
  void put(const T&... values) {
    (one(values), ...);
  }

 private:
  template <typename T>
  void one(const T& value) {
    if constexpr (std::is_floating_point_v<T>)
      held.push_back(std::bit_cast<std::uint64_t>(value));
    else
      held.push_back(static_cast<std::uint64_t>(value));
  }
  template <typename T>
  void one(const std::vector<T>& list) {
    one(list.size());
    for (const T& value : list) one(value);
  }
};

// Reads what was written, in the same order; std::invalid_argument when it does not fit.
class PositionReader {
 public:
  explicit PositionReader(const std::vector<std::uint64_t>& position) : position_(position) {}

  template <typename... T>
  void get(T&... values) {
    (one(values), ...);
  }
  void check(bool right) const {
    if (!right) throw std::invalid_argument("this is no position of a search with restarts");
  }
  bool at_end() const { return next_ == position_.size(); }

 private:
  template <typename T>
  void one(T& value) {
    check(next_ < position_.size());
    const std::uint64_t held = position_[next_++];
    if constexpr (std::is_floating_point_v<T>) {
      value = std::bit_cast<T>(held);
      check(std::isfinite(value));
    } else {
      value = static_cast<T>(held);
      check(static_cast<std::uint64_t>(value) == held);
    }
  }
  template <typename T>
  void one(std::vector<T>& list) {
    std::size_t size = 0;
    one(size);
    check(size <= position_.size() - next_);
    list.assign(size, T{});
    for (T& value : list) one(value);
  }

  const std::vector<std::uint64_t>& position_;
  std::size_t next_ = 0;
};

}  // namespace tilewright::search
