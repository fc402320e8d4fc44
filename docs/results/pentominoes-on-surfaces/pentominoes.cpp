// Tilings of rectangles whose sides are joined by the twelve pentominoes, from the definition.
//
// Usage: pentominoes ROWS COLUMNS cylinder|torus|moebius|klein
//
// The plane covers the surface. A placement is the image of a pentomino in the plane, if it has five cells; it
// counts once for each piece. Symmetries are the motions of the plane that carry cells of one image to cells of
// one image. One placement of X of each orbit is laid, and each tiling counts for the whole orbit.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace {

using Mask = std::uint64_t;
using Cells = std::vector<std::pair<int, int>>;

int rows, columns;
bool columns_joined, reversed;

int floor_div(int a, int b) { return a >= 0 ? a / b : -((-a + b - 1) / b); }

// The cell that a cell of the plane lies over, or -1.
int project(int r, int c) {
  if (columns_joined) {
    r -= floor_div(r, rows) * rows;
  } else if (r < 0 || r >= rows) {
    return -1;
  }
  const int round = floor_div(c, columns);
  c -= round * columns;
  if (reversed && round % 2 != 0) r = rows - 1 - r;
  // The search goes along the longer side; where it is reversed, from both of its ends.
  if (rows < columns) return c * rows + r;
  if (reversed) r = 2 * r < rows ? 2 * r : 2 * (rows - 1 - r) + 1;
  return r * columns + c;
}

std::pair<int, int> turned(int r, int c, int motion) {
  if (motion & 4) c = -c;
  for (int i = 0; i < (motion & 3); ++i) {
    const int old = r;
    r = c;
    c = -old;
  }
  return {r, c};
}

std::vector<std::vector<int>> symmetries() {
  std::set<std::vector<int>> all;
  for (int motion = 0; motion < 8; ++motion)
    for (int dr = 0; dr < 2 * rows; ++dr)
      for (int dc = 0; dc < 2 * columns; ++dc) {
        std::vector<int> image(static_cast<std::size_t>(rows * columns), -1);
        bool good = true;
        for (int r = -2 * rows; r < 2 * rows && good; ++r)
          for (int c = -2 * columns; c < 2 * columns && good; ++c) {
            const int from = project(r, c);
            if (from < 0) continue;
            const auto [tr, tc] = turned(r, c, motion);
            const int to = project(tr + dr, tc + dc);
            int& kept = image[static_cast<std::size_t>(from)];
            good = to >= 0 && (kept < 0 || kept == to);
            kept = to;
          }
        if (!good) continue;
        auto sorted = image;
        std::ranges::sort(sorted);
        if (std::ranges::adjacent_find(sorted) == sorted.end()) all.insert(image);
      }
  return {all.begin(), all.end()};
}

// The pentominoes: all sets of five connected cells, one of each class under the eight motions.
std::vector<Cells> pentominoes() {
  std::set<Cells> sets = {{{0, 0}}};
  const auto canonical = [](const Cells& cells) {
    Cells best;
    for (int motion = 0; motion < 8; ++motion) {
      Cells image;
      int low_r = 99, low_c = 99;
      for (const auto& [r, c] : cells) {
        image.push_back(turned(r, c, motion));
        low_r = std::min(low_r, image.back().first);
        low_c = std::min(low_c, image.back().second);
      }
      for (auto& [r, c] : image) r -= low_r, c -= low_c;
      std::ranges::sort(image);
      if (best.empty() || image < best) best = image;
    }
    return best;
  };
  for (int size = 1; size < 5; ++size) {
    std::set<Cells> larger;
    for (const auto& cells : sets)
      for (const auto& [r, c] : cells)
        for (const auto& [dr, dc] : Cells{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}) {
          Cells next = cells;
          const std::pair<int, int> cell{r + dr, c + dc};
          if (std::ranges::find(next, cell) != next.end()) continue;
          next.push_back(cell);
          larger.insert(canonical(next));
        }
    sets = larger;
  }
  return {sets.begin(), sets.end()};
}

std::vector<std::vector<int>> group;
std::vector<std::vector<Mask>> placements;           // of each piece
std::vector<std::vector<std::vector<Mask>>> starts;  // of each first cell, of each piece
std::array<Mask, 12> laid;
std::uint64_t tilings, fixed_pairs;

Mask moved(Mask mask, const std::vector<int>& image) {
  Mask to = 0;
  for (; mask != 0; mask &= mask - 1) to |= Mask{1} << image[static_cast<std::size_t>(std::countr_zero(mask))];
  return to;
}

void search(Mask vacant, unsigned remaining) {
  if (vacant == 0) {
    ++tilings;
    for (const auto& image : group)
      fixed_pairs += std::ranges::all_of(laid, [&](Mask mask) { return moved(mask, image) == mask; });
    return;
  }
  const auto& lists = starts[static_cast<std::size_t>(std::countr_zero(vacant))];
  for (unsigned rest = remaining; rest != 0; rest &= rest - 1) {
    const auto piece = static_cast<std::size_t>(std::countr_zero(rest));
    for (const Mask mask : lists[piece])
      if ((mask & ~vacant) == 0) {
        laid[piece] = mask;
        search(vacant & ~mask, remaining & ~(1U << piece));
      }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string surface = argc == 4 ? argv[3] : "";
  rows = argc == 4 ? std::atoi(argv[1]) : 0;
  columns = argc == 4 ? std::atoi(argv[2]) : 0;
  columns_joined = surface == "torus" || surface == "klein";
  reversed = surface == "moebius" || surface == "klein";
  if (rows * columns != 60 || !(columns_joined || reversed || surface == "cylinder")) {
    std::fputs("Usage: pentominoes ROWS COLUMNS cylinder|torus|moebius|klein (60 cells)\n", stderr);
    return 2;
  }
  group = symmetries();
  const auto pieces = pentominoes();
  const Cells cross = {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}};
  starts.assign(60, std::vector<std::vector<Mask>>(12));
  std::size_t x = 0;
  for (std::size_t piece = 0; piece < pieces.size(); ++piece) {
    if (pieces[piece] == cross) x = piece;
    std::set<Mask> masks;
    for (int motion = 0; motion < 8; ++motion)
      for (int dr = -5; dr < rows + 5; ++dr)
        for (int dc = -5; dc < columns + 5; ++dc) {
          Mask mask = 0;
          bool inside = true;
          for (const auto& [r, c] : pieces[piece]) {
            const auto [tr, tc] = turned(r, c, motion);
            const int cell = project(tr + dr, tc + dc);
            inside = inside && cell >= 0;
            if (inside) mask |= Mask{1} << cell;
          }
          if (inside && std::popcount(mask) == 5) masks.insert(mask);
        }
    placements.emplace_back(masks.begin(), masks.end());
    for (const Mask mask : masks) starts[static_cast<std::size_t>(std::countr_zero(mask))][piece].push_back(mask);
  }
  std::uint64_t total = 0, pairs = 0;
  std::set<Mask> done;
  for (const Mask mask : placements[x]) {
    if (done.contains(mask)) continue;
    std::set<Mask> orbit;
    for (const auto& image : group) orbit.insert(moved(mask, image));
    done.insert(orbit.begin(), orbit.end());
    tilings = fixed_pairs = 0;
    laid[x] = mask;
    search(((Mask{1} << 60) - 1) & ~mask, 0xFFFU & ~(1U << x));
    total += tilings * orbit.size();
    pairs += fixed_pairs * orbit.size();
  }
  std::printf("%d x %d %s: %llu tilings, %llu up to %zu symmetries\n", rows, columns, surface.c_str(),
              static_cast<unsigned long long>(total), static_cast<unsigned long long>(pairs / group.size()),
              group.size());
}
