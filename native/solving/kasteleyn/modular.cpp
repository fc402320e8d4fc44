#include "solving/kasteleyn/modular.hpp"

#include <stdexcept>

namespace tilewright::kasteleyn {

// Miller and Rabin with bases 2, 3, 5, 7: no composite below 3,215,031,751 passes (Jaeschke 1993).
bool is_prime(std::uint32_t n) {
  constexpr std::uint32_t bases[] = {2, 3, 5, 7};
  if (n < 2) return false;
  for (const std::uint32_t small : bases)
    if (n % small == 0) return n == small;
  std::uint32_t odd = n - 1;
  int twos = 0;
  for (; odd % 2 == 0; odd /= 2) ++twos;
  for (const std::uint32_t base : bases) {
    std::uint64_t x = 1, square = base;
    for (std::uint32_t e = odd; e; e >>= 1) {
      if (e & 1) x = x * square % n;
      square = square * square % n;
    }
    bool passes = x == 1 || x == n - 1;
    for (int k = 1; k < twos && !passes; ++k) {
      x = x * x % n;
      passes = x == n - 1;
    }
    if (!passes) return false;
  }
  return true;
}

std::uint32_t checked_prime(std::uint32_t n) {
  if (n <= (1u << 30) || n >= (1u << 31) || !is_prime(n))
    throw std::invalid_argument("the modulus must be a prime between 2^30 and 2^31");
  return n;
}

std::vector<std::uint32_t> primes(std::uint32_t skip, std::uint32_t count) {
  std::vector<std::uint32_t> found;
  for (std::uint32_t n = (1u << 31) - 1; found.size() < count && n > (1u << 30); n -= 2) {
    if (!is_prime(n)) continue;
    if (skip)
      --skip;
    else
      found.push_back(n);
  }
  return found;
}

}  // namespace tilewright::kasteleyn
