// Arithmetic modulo an odd prime below 2^31, in Montgomery form.
#pragma once

#include <cstdint>
#include <vector>

namespace tilewright::kasteleyn {

struct Modulus {
  std::uint32_t p;
  std::uint32_t negative_inverse;  // -1/p mod 2^32
  std::uint32_t one;               // 2^32 mod p: 1 in Montgomery form
  std::uint32_t square;            // 2^64 mod p

  explicit Modulus(std::uint32_t prime) : p(prime), negative_inverse(0) {
    std::uint32_t inverse = p;  // right to 3 bits; each round doubles them
    for (int k = 0; k < 4; ++k) inverse *= 2 - p * inverse;
    negative_inverse = -inverse;
    one = static_cast<std::uint32_t>((std::uint64_t{1} << 32) % p);
    square = static_cast<std::uint32_t>(static_cast<std::uint64_t>(one) * one % p);
  }

  // x / 2^32 mod p, for x < p * 2^32.
  std::uint32_t reduce(std::uint64_t x) const {
    const std::uint32_t m = static_cast<std::uint32_t>(x) * negative_inverse;
    const std::uint32_t r = static_cast<std::uint32_t>((x + static_cast<std::uint64_t>(m) * p) >> 32);
    return r < p ? r : r - p;
  }
  std::uint32_t multiply(std::uint32_t a, std::uint32_t b) const { return reduce(static_cast<std::uint64_t>(a) * b); }
  std::uint32_t negate(std::uint32_t a) const { return a ? p - a : 0; }
  std::uint32_t into(std::int64_t value) const {
    std::int64_t rest = value % static_cast<std::int64_t>(p);
    if (rest < 0) rest += p;
    return multiply(static_cast<std::uint32_t>(rest), square);
  }
  std::uint32_t out_of(std::uint32_t a) const { return reduce(a); }
  std::uint32_t inverse(std::uint32_t a) const {  // Fermat
    std::uint32_t power = one;
    for (std::uint32_t e = p - 2; e; e >>= 1) {
      if (e & 1) power = multiply(power, a);
      a = multiply(a, a);
    }
    return power;
  }
};

bool is_prime(std::uint32_t n);

// The number itself; std::invalid_argument unless it is a prime between 2^30 and 2^31.
std::uint32_t checked_prime(std::uint32_t n);

// The `count` largest primes below 2^31 after leaving out the `skip` largest, downwards.
std::vector<std::uint32_t> primes(std::uint32_t skip, std::uint32_t count);

}  // namespace tilewright::kasteleyn
