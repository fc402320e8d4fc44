// Packings of dominoes in the n x n square into which no more fits (maximal matchings of the grid).
//
//   maximal N     prints "n a(n)" for n = 1 to N
//
// Cell by cell, each cell of the boundary is vacant (0), covered (1), or the upper half of an upright domino (2);
// the states are numbers in base 3, in an array. The cell that is next gets the lower half of a domino, if the cell
// above is 2. If not, it is vacant, if neither the cell above nor that to the left is; the upper half of a domino; or
// the right half of one, if the cell to the left has been kept for that: such states are in a second array, in which
// the last cell awaits its right half. Everything is calculated modulo four primes and put together at the end:
// the product of the primes is above 2^247, and there are fewer than 2^246 packings of any kind for N <= 16.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

static const std::uint64_t PRIMES[] = {4611686018427387847ULL, 4611686018427387817ULL, 4611686018427387787ULL,
                                       4611686018427387761ULL};
using Wide = unsigned __int128;

static std::uint64_t count(int size, std::uint64_t prime) {
  std::size_t states = 1;
  for (int column = 0; column < size; ++column) states *= 3;
  std::vector<std::uint64_t> now(states), open(states), next(states), waits(states);
  auto add = [prime](std::uint64_t& sum, std::uint64_t value) {
    sum = sum + value < prime ? sum + value : sum + value - prime;
  };
  now[(states - 1) / 2] = 1;  // above the first row all cells are covered
  for (int row = 0; row < size; ++row) {
    std::size_t place = 1, before = 0;  // 3^column, 3^(column - 1)
    for (int column = 0; column < size; ++column, before = place, place *= 3) {
      next.assign(states, 0);
      waits.assign(states, 0);
      for (std::size_t state = 0; state < states; ++state) {
        const std::size_t above = state / place % 3, rest = state - above * place;
        if (const std::uint64_t ways = now[state]) {
          if (above == 2) {
            add(next[rest + place], ways);
          } else {
            const bool left = column && state / before % 3 == 0;
            if (above == 1 && !left) add(next[rest], ways);
            if (row + 1 < size) add(next[rest + 2 * place], ways);
            if (column + 1 < size) add(waits[rest + place], ways);
          }
        }
        if (const std::uint64_t ways = open[state])
          if (above != 2) add(next[rest + place], ways);
      }
      now.swap(next);
      open.swap(waits);
    }
  }
  std::uint64_t total = 0;
  for (std::size_t state = 0; state < states; ++state) add(total, now[state]);
  return total;
}

static std::uint64_t power(std::uint64_t base, std::uint64_t exponent, std::uint64_t prime) {
  std::uint64_t result = 1;
  for (; exponent; exponent /= 2, base = static_cast<std::uint64_t>(Wide(base) * base % prime))
    if (exponent % 2) result = static_cast<std::uint64_t>(Wide(result) * base % prime);
  return result;
}

// The number below the product of the primes with these remainders, in decimal (Garner's algorithm).
static std::string together(const std::vector<std::uint64_t>& remainders) {
  std::vector<std::uint64_t> digits;  // in the mixed base of the primes
  for (std::size_t at = 0; at < remainders.size(); ++at) {
    const std::uint64_t prime = PRIMES[at];
    std::uint64_t value = 0, base = 1;
    for (std::size_t i = 0; i < at; ++i) {
      value = static_cast<std::uint64_t>((value + Wide(digits[i]) * base) % prime);
      base = static_cast<std::uint64_t>(Wide(base) * (PRIMES[i] % prime) % prime);
    }
    const std::uint64_t gap = remainders[at] >= value ? remainders[at] - value : remainders[at] + (prime - value);
    digits.push_back(static_cast<std::uint64_t>(Wide(gap) * power(base, prime - 2, prime) % prime));
  }
  std::vector<std::uint64_t> decimal{0};  // limbs of nine decimal digits
  for (std::size_t at = digits.size(); at-- > 0;) {
    Wide carry = digits[at];
    for (std::uint64_t& limb : decimal) {
      carry += Wide(limb) * PRIMES[at];
      limb = static_cast<std::uint64_t>(carry % 1000000000);
      carry /= 1000000000;
    }
    for (; carry; carry /= 1000000000) decimal.push_back(static_cast<std::uint64_t>(carry % 1000000000));
  }
  std::string text = std::to_string(decimal.back());
  for (std::size_t at = decimal.size() - 1; at-- > 0;) {
    const std::string limb = std::to_string(decimal[at]);
    text += std::string(9 - limb.size(), '0') + limb;
  }
  return text;
}

int main(int words, char** word) {
  const int most = words == 2 ? std::atoi(word[1]) : 0;
  if (most < 1 || most > 16) return std::fputs("usage: maximal N, with N from 1 to 16\n", stderr), 2;
  for (int size = 1; size <= most; ++size) {
    std::vector<std::uint64_t> remainders;
    for (const std::uint64_t prime : PRIMES) remainders.push_back(count(size, prime));
    std::printf("%d %s\n", size, together(remainders).c_str());
    std::fflush(stdout);
  }
}
