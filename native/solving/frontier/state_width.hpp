// How many words the states of a line take.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>

#include "solving/frontier/linear_order.hpp"

namespace tilewright::frontier {

constexpr int kMaxBits = 64 * 16 - 1;  // of a state; one more is always 0, and tells states from empty slots

// "" or why no sweep can go along this line.
inline std::string refusal(const LinearOrder& linear_order) {
  if (linear_order.state_bits() <= kMaxBits) return "";
  return "frontier takes states of up to " + std::to_string(kMaxBits) + " bits; this problem needs " +
         std::to_string(linear_order.state_bits());
}

// Calls call(W) with the number of words, a constant; std::invalid_argument when states would be too long.
template <typename Call>
auto with_words(const LinearOrder& linear_order, Call call) {
  if (const std::string reason = refusal(linear_order); !reason.empty()) throw std::invalid_argument(reason);
  const int need = linear_order.state_bits() + 1;
  if (need <= 64) return call(std::integral_constant<int, 1>{});
  if (need <= 128) return call(std::integral_constant<int, 2>{});
  if (need <= 256) return call(std::integral_constant<int, 4>{});
  return call(std::integral_constant<int, 16>{});
}

}  // namespace tilewright::frontier
