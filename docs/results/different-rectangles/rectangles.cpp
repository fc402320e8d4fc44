// In how many ways different rectangles tile the n x n square, by laying one after the other into the first free cell.
//
//   rectangles N KIND     KIND: sizes, oblongs, shapes, oblong-shapes or areas, see the page
//
// A mirror image exchanges the rectangles in the two upper corners, which differ unless they are one. So of tilings with
// two only those are gone through whose left one has the lower number, and each counts twice.
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

namespace {

constexpr int kMost = 11;
int side, number[kMost + 1][kMost + 1];  // of the rectangle of this height and width; -1: it is not allowed
std::uint32_t rows[kMost];               // the cells that are covered
std::uint64_t used[2];                   // the numbers of rectangles
std::uint64_t tilings, twice;

void lay(int y, int left_corner) {
  const std::uint32_t full = (1u << side) - 1;
  while (y < side && rows[y] == full) ++y;
  if (y == side) {
    ++(left_corner < 0 ? tilings : twice);
    return;
  }
  const int x = std::countr_one(rows[y]);
  const std::uint32_t beyond = rows[y] >> x;
  const int widest = beyond ? std::countr_zero(beyond) : side - x;
  for (int width = 1; width <= widest; ++width) {
    const std::uint32_t cells = ((1u << width) - 1) << x;
    const bool is_corner = y == 0 && x + width == side && x > 0;
    for (int height = 1; height <= side - y; ++height) {
      rows[y + height - 1] |= cells;
      const int n = number[height][width];
      if (n < 0 || used[n / 64] >> n % 64 & 1 || (is_corner && n < left_corner)) continue;
      used[n / 64] |= std::uint64_t{1} << n % 64;
      lay(y, y == 0 && x == 0 && width < side ? n : left_corner);
      used[n / 64] &= ~(std::uint64_t{1} << n % 64);
    }
    for (int height = 1; height <= side - y; ++height) rows[y + height - 1] &= ~cells;
  }
}

}  // namespace

int main(int count, char** words) {
  const std::string kind = count == 3 ? words[2] : "";
  side = count == 3 ? std::atoi(words[1]) : 0;
  const bool oblong = kind.starts_with("oblong"), turned = kind == "sizes" || kind == "oblongs",
             areas = kind == "areas";
  if (side < 1 || side > kMost || !(turned || areas || kind == "shapes" || kind == "oblong-shapes")) {
    std::fprintf(stderr,
                 "usage: rectangles N KIND, with N from 1 to %d and KIND one of sizes, oblongs, shapes, "
                 "oblong-shapes, areas\n",
                 kMost);
    return 2;
  }
  std::map<std::pair<int, int>, int> numbers;
  for (int height = 1; height <= side; ++height)
    for (int width = 1; width <= side; ++width) {
      std::pair<int, int> alike{height, width};
      if (turned && height > width) alike = {width, height};
      if (areas) alike = {0, height * width};
      number[height][width] = oblong && height == width ? -1 : numbers.emplace(alike, numbers.size()).first->second;
    }
  lay(0, -1);
  std::printf("%llu\n", static_cast<unsigned long long>(tilings + 2 * twice));
}
