// Shifts of sets of bits, against a loop over all bits.
#include "check.hpp"
#include "problems.hpp"
#include "solving/search/bits.hpp"

namespace tilewright::tests {
namespace {

template <int W>
void shifts() {
  using Set = search::Bits<W>;
  Random random{W};
  for (int round = 0; round < 50; ++round) {
    Set set = Set::none();
    for (int k = 0; k < 64 * W; ++k)
      if (random.below(3) == 0) set |= Set::one(k);
    for (int n = 0; n < 64 * W; ++n) {
      Set up = Set::none(), down = Set::none();
      for (int k = 0; k < 64 * W; ++k) {
        if (!set.has(k)) continue;
        if (k + n < 64 * W) up |= Set::one(k + n);
        if (k >= n) down |= Set::one(k - n);
      }
      CHECK(set.up(n) == up);
      CHECK(set.down(n) == down);
    }
  }
}

TEST("shifts of sets of bits") {
  shifts<1>();
  shifts<2>();
  shifts<4>();
}

}  // namespace
}  // namespace tilewright::tests
