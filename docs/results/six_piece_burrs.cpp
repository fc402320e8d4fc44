// Counts the solid six-piece burrs that come apart, from the definition. It uses nothing of Tilewright.
//
//   c++ -O2 -std=c++20 -o six_piece_burrs six_piece_burrs.cpp
//   ./six_piece_burrs LENGTH notchable|all|holes [FILE]
//
// Six sticks, 2 x 2 x LENGTH cubes, cross in three pairs. Every cube that two or three sticks could have belongs to
// exactly one of them ("solid"), and what each stick keeps is in one part. An assembly comes apart if its pieces can all
// be separated by moves: a move shifts a set of pieces, as a rigid whole, by whole cubes along an axis, and nothing is in
// the way. The first number is the least number of moves until some pieces are free.
//
// `holes`: the pieces that occur in solid burrs of notchable pieces, in burrs that may have holes. FILE gets, for each
// assembly that comes apart, up to rotation, what its sticks keep, as 12 bits each, a line for an assembly.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

using Cell = std::array<int, 3>;
using Assembly = std::array<std::uint16_t, 6>;  // of each stick, which of its shared cubes it keeps

int length;
bool may_have_holes = false;

struct Stick {
  std::vector<Cell> own;     // cubes that no other stick can have
  std::vector<Cell> shared;  // 12 cubes
};
std::array<Stick, 6> sticks;

bool in_stick(int stick, const Cell& cell) {
  const int axis = stick / 2, side = stick % 2, across = cell[(axis + 1) % 3], other = cell[(axis + 2) % 3];
  return -length / 2 <= cell[axis] && cell[axis] < length / 2 &&
         (side ? 0 <= across && across < 2 : -2 <= across && across < 0) && -1 <= other && other < 1;
}

std::vector<int> owners(const Cell& cell) {
  std::vector<int> which;
  for (int stick = 0; stick < 6; ++stick)
    if (in_stick(stick, cell)) which.push_back(stick);
  return which;
}

void lay_sticks() {
  for (int x = -length / 2; x < length / 2; ++x)
    for (int y = -length / 2; y < length / 2; ++y)
      for (int z = -length / 2; z < length / 2; ++z) {
        const Cell cell{x, y, z};
        const std::vector<int> which = owners(cell);
        for (const int stick : which) (which.size() == 1 ? sticks[stick].own : sticks[stick].shared).push_back(cell);
      }
  for (const Stick& stick : sticks)
    if (stick.shared.size() != 12) std::abort();
}

std::vector<Cell> cells_of(int stick, unsigned kept) {
  std::vector<Cell> cells = sticks[stick].own;
  for (int k = 0; k < 12; ++k)
    if (kept >> k & 1) cells.push_back(sticks[stick].shared[k]);
  return cells;
}

bool in_one_part(const std::vector<Cell>& cells) {
  std::set<Cell> left(cells.begin(), cells.end());
  std::vector<Cell> open{*left.begin()};
  left.erase(left.begin());
  while (!open.empty()) {
    const Cell cell = open.back();
    open.pop_back();
    for (int axis = 0; axis < 3; ++axis)
      for (const int step : {-1, 1}) {
        Cell near = cell;
        near[axis] += step;
        if (left.erase(near)) open.push_back(near);
      }
  }
  return left.empty();
}

// Whether a saw can make the piece: every missing cube is in a cut straight through the stick, at right angles to it.
bool is_notchable(int stick, unsigned kept) {
  const std::vector<Cell> cells = cells_of(stick, kept);
  const std::set<Cell> there(cells.begin(), cells.end());
  const int axis = stick / 2;
  for (const Cell& cell : sticks[stick].shared) {
    if (there.contains(cell)) continue;
    bool cut = false;
    for (const int along : {(axis + 1) % 3, (axis + 2) % 3}) {
      bool through = true;
      for (int at = -2; at < 2; ++at) {
        Cell other = cell;
        other[along] = at;
        through = through && !(in_stick(stick, other) && there.contains(other));
      }
      cut = cut || through;
    }
    if (!cut) return false;
  }
  return true;
}

// A piece as lines of cubes along each axis, for finding what is in the way.
constexpr int kWide = 16;  // coordinates -8 to 7
struct Body {
  std::vector<Cell> cells;
  std::array<std::array<std::uint16_t, kWide * kWide>, 3> lines{};

  explicit Body(std::vector<Cell> of) : cells(std::move(of)) {
    for (const Cell& cell : cells)
      for (int axis = 0; axis < 3; ++axis)
        lines[axis][line(cell[(axis + 1) % 3], cell[(axis + 2) % 3])] |=
            static_cast<std::uint16_t>(1u << (cell[axis] + 8));
  }
  static int line(int a, int b) { return (a + 8) * kWide + b + 8; }
};

constexpr int kForEver = 1000;

// How many cubes `mover` can go along an axis before it meets `other`, which is shifted by `by` against it.
int free_way(const Body& mover, const Body& other, const Cell& by, int axis, int sign) {
  int least = kForEver;
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  for (const Cell& cell : mover.cells) {
    const int u = cell[a] - by[a], v = cell[b] - by[b];
    if (u < -8 || u > 7 || v < -8 || v > 7) continue;
    const std::uint32_t line = other.lines[axis][Body::line(u, v)];
    if (!line) continue;
    for (int at = -8; at < 8; ++at) {
      if (!(line >> (at + 8) & 1)) continue;
      const int ahead = (at + by[axis] - cell[axis]) * sign;
      if (ahead > 0) least = std::min(least, ahead - 1);
    }
  }
  return least;
}

using Places = std::vector<Cell>;  // of each piece of a part, how far it has been shifted

// The numbers of moves of a part and of all that it falls into; false where it does not come apart.
bool take_apart(const std::vector<const Body*>& pieces, const Places& start, std::vector<int>& moves) {
  const int count = static_cast<int>(pieces.size());
  if (count < 2) return true;
  std::set<Places> known{start};
  std::deque<std::pair<Places, int>> open{{start, 1}};
  while (!open.empty()) {
    const auto [places, depth] = open.front();
    open.pop_front();
    for (int axis = 0; axis < 3; ++axis)
      for (const int sign : {1, -1}) {
        std::vector<int> way(count * count, kForEver);
        for (int i = 0; i < count; ++i)
          for (int j = 0; j < count; ++j) {
            if (i == j) continue;
            const Cell by{places[j][0] - places[i][0], places[j][1] - places[i][1], places[j][2] - places[i][2]};
            way[i * count + j] = free_way(*pieces[i], *pieces[j], by, axis, sign);
          }
        for (unsigned set = 2; set < 1u << count; set += 2) {  // the first piece rests
          int steps = kForEver;
          for (int i = 0; i < count; ++i)
            for (int j = 0; j < count; ++j)
              if ((set >> i & 1) && !(set >> j & 1)) steps = std::min(steps, way[i * count + j]);
          if (steps == kForEver) {
            moves.push_back(depth);
            for (const bool leaves : {false, true}) {
              std::vector<const Body*> side;
              Places at;
              for (int i = 0; i < count; ++i)
                if ((set >> i & 1) == leaves) {
                  side.push_back(pieces[i]);
                  at.push_back(places[i]);
                }
              const Cell origin = at[0];
              for (Cell& place : at)
                for (int k = 0; k < 3; ++k) place[k] -= origin[k];
              if (!take_apart(side, at, moves)) return false;
            }
            return true;
          }
          for (int by = 1; by <= steps; ++by) {
            Places now = places;
            for (int i = 0; i < count; ++i)
              if (set >> i & 1) now[i][axis] += sign * by;
            if (known.insert(now).second) open.emplace_back(std::move(now), depth + 1);
          }
        }
      }
  }
  return false;
}

// What is known of two sticks and what they keep: whether they can lie together and come apart from each other, and
// along which ways (+x, -x, +y, ...) the first meets the second at once.
struct Pair {
  bool fits;
  std::uint8_t met;
};

std::array<std::vector<std::uint16_t>, 6> kept;         // of each stick, what it may keep
std::array<std::vector<Body>, 6> bodies;                // the same, as bodies
std::array<std::array<std::vector<Pair>, 6>, 6> pairs;  // by the position in `kept` of the first, then of the second

void compare_pairs(int first, int second) {
  std::vector<std::pair<int, int>> common;  // cubes of both, and whether no third stick can have them
  std::vector<bool> of_two;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j)
      if (sticks[first].shared[i] == sticks[second].shared[j]) {
        common.emplace_back(i, j);
        of_two.push_back(owners(sticks[first].shared[i]).size() == 2);
      }
  auto& table = pairs[first][second];
  table.resize(kept[first].size() * kept[second].size());
  for (std::size_t p = 0; p < kept[first].size(); ++p)
    for (std::size_t q = 0; q < kept[second].size(); ++q) {
      Pair& pair = table[p * kept[second].size() + q] = {true, 0};
      for (std::size_t k = 0; k < common.size(); ++k) {
        const int times = (kept[first][p] >> common[k].first & 1) + (kept[second][q] >> common[k].second & 1);
        pair.fits = pair.fits && times < 2 && (times == 1 || !of_two[k] || may_have_holes);
      }
      if (!pair.fits) continue;
      const Body &one = bodies[first][p], &other = bodies[second][q];
      std::vector<int> moves;
      pair.fits = take_apart({&one, &other}, {Cell{}, Cell{}}, moves);
      for (int way = 0; way < 6; ++way)
        if (free_way(one, other, Cell{}, way / 2, way % 2 ? -1 : 1) == 0)
          pair.met |= static_cast<std::uint8_t>(1 << way);
    }
}

std::uint64_t tried = 0, stuck = 0;
std::vector<std::pair<Assembly, int>> apart;  // with the first number of moves
std::array<int, 6> chosen;

// Whether some set of pieces can make a step where they lie at first.
bool can_begin() {
  for (int way = 0; way < 6; ++way) {
    std::array<unsigned, 6> met{};
    for (int i = 0; i < 6; ++i)
      for (int j = i + 1; j < 6; ++j) {
        const std::uint8_t ways = pairs[i][j][chosen[i] * kept[j].size() + chosen[j]].met;
        if (ways >> way & 1) met[i] |= 1u << j;
        if (ways >> (way ^ 1) & 1) met[j] |= 1u << i;
      }
    for (unsigned set = 1; set < 63; ++set) {
      unsigned all = 0;
      for (int i = 0; i < 6; ++i)
        if (set >> i & 1) all |= met[i];
      if (!(all & ~set)) return true;
    }
  }
  return false;
}

void finish() {
  ++tried;
  if (!can_begin()) {
    ++stuck;
    return;
  }
  std::vector<const Body*> pieces;
  Assembly assembly;
  for (int stick = 0; stick < 6; ++stick) {
    pieces.push_back(&bodies[stick][chosen[stick]]);
    assembly[stick] = kept[stick][chosen[stick]];
  }
  std::vector<int> moves;
  if (take_apart(pieces, Places(6), moves)) apart.emplace_back(assembly, moves[0]);
}

// The motions that carry the burr onto itself: signed permutations of the axes about the middle.
struct Motion {
  std::array<int, 3> axes, signs;
  bool proper;
  std::array<int, 6> to;                   // where each stick goes
  std::array<std::array<int, 12>, 6> bit;  // and each of its shared cubes

  Cell operator()(const Cell& cell) const {
    Cell image;
    for (int k = 0; k < 3; ++k) image[k] = (signs[k] * (2 * cell[axes[k]] + 1) - 1) / 2;
    return image;
  }
};

std::vector<Motion> motions() {
  std::vector<Motion> group;
  std::array<int, 3> axes{0, 1, 2};
  do {
    for (int bits = 0; bits < 8; ++bits) {
      Motion motion{axes, {bits & 1 ? -1 : 1, bits & 2 ? -1 : 1, bits & 4 ? -1 : 1}, false, {}, {}};
      int inversions = (axes[0] > axes[1]) + (axes[0] > axes[2]) + (axes[1] > axes[2]);
      motion.proper = (inversions + std::popcount(static_cast<unsigned>(bits))) % 2 == 0;
      bool carries = true;
      for (int stick = 0; stick < 6 && carries; ++stick) {
        for (int cube = 0; cube < 12 && carries; ++cube) {
          const Cell image = motion(sticks[stick].shared[cube]);
          carries = !owners(image).empty();
        }
        int to = -1;
        for (int other = 0; other < 6; ++other) {
          bool all = true;
          for (const auto* cells : {&sticks[stick].own, &sticks[stick].shared})
            for (const Cell& cell : *cells) all = all && in_stick(other, motion(cell));
          if (all) to = other;
        }
        carries = carries && to >= 0;
        if (!carries) break;
        motion.to[stick] = to;
        for (int cube = 0; cube < 12; ++cube) {
          const auto& shared = sticks[to].shared;
          motion.bit[stick][cube] = static_cast<int>(
              std::find(shared.begin(), shared.end(), motion(sticks[stick].shared[cube])) - shared.begin());
        }
      }
      if (carries) group.push_back(motion);
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
  return group;
}

Assembly image_of(const Assembly& assembly, const Motion& motion) {
  Assembly image{};
  for (int stick = 0; stick < 6; ++stick)
    for (int cube = 0; cube < 12; ++cube)
      if (assembly[stick] >> cube & 1)
        image[motion.to[stick]] |= static_cast<std::uint16_t>(1u << motion.bit[stick][cube]);
  return image;
}

// Sets of what a stick may keep, a bit for each.
constexpr int kWords = 35;
using Set = std::array<std::uint64_t, kWords>;

void operator&=(Set& set, const Set& other) {
  for (int word = 0; word < kWords; ++word) set[word] &= other[word];
}
bool is_empty(const Set& set) {
  std::uint64_t any = 0;
  for (const std::uint64_t word : set) any |= word;
  return !any;
}

std::array<std::array<std::vector<Set>, 6>, 6> fitting;  // of a stick, for what another one keeps
std::array<std::array<Set, 12>, 6> keeping;              // of a stick, that keep this cube

struct Third {  // a cube that three sticks can have: the other two, and its number there
  int cube, first, first_cube, second, second_cube;
};
std::array<std::vector<Third>, 6> thirds;

// What a stick keeps, brought to the first stick by a rotation of the burr, the least: some rotation of each assembly has
// the least of its six numbers at the first stick, and only such assemblies are looked at.
std::array<std::vector<std::uint16_t>, 6> least_at_first;
std::array<std::vector<Set>, 6>
    not_less;  // by the least number of the first stick: those of another stick that are not less

void compare_sticks(const std::vector<Motion>& group) {
  for (int stick = 0; stick < 6; ++stick) {
    for (const std::uint16_t keeps : kept[stick]) {
      std::uint16_t least = 4095;
      for (const Motion& motion : group) {
        if (!motion.proper || motion.to[stick] != 0) continue;
        Assembly one{};
        one[stick] = keeps;
        least = std::min(least, image_of(one, motion)[0]);
      }
      least_at_first[stick].push_back(least);
    }
    not_less[stick].assign(kept[0].size(), Set{});
    for (std::size_t p = 0; p < kept[0].size(); ++p)
      for (std::size_t q = 0; q < kept[stick].size(); ++q)
        if (least_at_first[stick][q] >= least_at_first[0][p]) not_less[stick][p][q / 64] |= std::uint64_t{1} << q % 64;
  }
}

void tabulate() {
  for (int stick = 0; stick < 6; ++stick) {
    for (int cube = 0; cube < 12; ++cube) {
      keeping[stick][cube] = {};
      for (std::size_t p = 0; p < kept[stick].size(); ++p)
        if (kept[stick][p] >> cube & 1) keeping[stick][cube][p / 64] |= std::uint64_t{1} << p % 64;
      std::vector<int> others;
      for (const int owner : owners(sticks[stick].shared[cube]))
        if (owner != stick) others.push_back(owner);
      if (others.size() != 2) continue;
      const auto number = [&](int owner) {
        const auto& shared = sticks[owner].shared;
        return static_cast<int>(std::find(shared.begin(), shared.end(), sticks[stick].shared[cube]) - shared.begin());
      };
      thirds[stick].push_back({cube, others[0], number(others[0]), others[1], number(others[1])});
    }
    for (int other = 0; other < 6; ++other) {
      if (stick == other) continue;
      fitting[stick][other].assign(kept[other].size(), Set{});
      for (std::size_t q = 0; q < kept[other].size(); ++q)
        for (std::size_t p = 0; p < kept[stick].size(); ++p) {
          const bool fits = stick < other ? pairs[stick][other][p * kept[other].size() + q].fits
                                          : pairs[other][stick][q * kept[stick].size() + p].fits;
          if (fits) fitting[stick][other][q][p / 64] |= std::uint64_t{1} << p % 64;
        }
    }
  }
}

// One stick of each axis first, then the others: these cross each other.
constexpr std::array<int, 6> kOrder{0, 2, 4, 1, 3, 5}, kTurn{0, 3, 1, 4, 2, 5};

void choose(int number, const std::array<Set, 6>& open) {
  if (number == 6) return finish();
  const int stick = kOrder[number];
  for (std::size_t candidate = 0; candidate < kept[stick].size(); ++candidate) {
    const std::uint64_t rest = open[stick][candidate / 64] >> candidate % 64;
    if (!rest) {
      candidate |= 63;
      continue;
    }
    candidate += std::countr_zero(rest);
    if (number == 0 && kept[0][candidate] != least_at_first[0][candidate]) continue;
    chosen[stick] = static_cast<int>(candidate);
    if (number == 0) {
      std::fprintf(stderr, "%zu of %zu: %llu tried, %llu stuck, %zu come apart\n", candidate, kept[0].size(),
                   static_cast<unsigned long long>(tried), static_cast<unsigned long long>(stuck), apart.size());
    }
    std::array<Set, 6> left;
    bool possible = true;
    const auto is_chosen = [number](int other) { return kTurn[other] <= number; };
    for (int later = number + 1; later < 6 && possible; ++later) {
      const int other = kOrder[later];
      left[other] = open[other];
      left[other] &= fitting[other][stick][candidate];
      if (number == 0) left[other] &= not_less[other][candidate];
      // A cube that three sticks can have, and the two before do not keep, is kept by the last.
      for (const Third& third : thirds[other]) {
        if (!may_have_holes && is_chosen(third.first) && is_chosen(third.second) &&
            !(kept[third.first][chosen[third.first]] >> third.first_cube & 1) &&
            !(kept[third.second][chosen[third.second]] >> third.second_cube & 1)) {
          left[other] &= keeping[other][third.cube];
        }
      }
      possible = !is_empty(left[other]);
    }
    if (possible) choose(number + 1, left);
  }
}

// Of each class, its least assembly and the first number of moves.
std::map<Assembly, int> classes(const std::vector<Motion>& group, bool mirrors) {
  std::map<Assembly, int> least;
  for (const auto& [assembly, moves] : apart) {
    Assembly best = assembly;
    for (const Motion& motion : group)
      if (motion.proper || mirrors) best = std::min(best, image_of(assembly, motion));
    least[best] = moves;
  }
  return least;
}

// The same for all ways to turn a piece by itself: its cubes turned in all 24 ways, the least.
std::vector<Cell> shape_of(int stick, unsigned keeps) {
  const std::vector<Cell> cells = cells_of(stick, keeps);
  std::vector<Cell> best;
  std::array<int, 3> axes{0, 1, 2};
  do {
    for (int bits = 0; bits < 8; ++bits) {
      const int inversions = (axes[0] > axes[1]) + (axes[0] > axes[2]) + (axes[1] > axes[2]);
      if ((inversions + std::popcount(static_cast<unsigned>(bits))) % 2) continue;
      std::vector<Cell> turned;
      Cell low{100, 100, 100};
      for (const Cell& cell : cells) {
        Cell image;
        for (int k = 0; k < 3; ++k) {
          image[k] = (bits >> k & 1 ? -1 : 1) * cell[axes[k]];
          low[k] = std::min(low[k], image[k]);
        }
        turned.push_back(image);
      }
      for (Cell& cell : turned)
        for (int k = 0; k < 3; ++k) cell[k] -= low[k];
      std::sort(turned.begin(), turned.end());
      if (best.empty() || turned < best) best = turned;
    }
  } while (std::next_permutation(axes.begin(), axes.end()));
  return best;
}

using Shape = std::vector<Cell>;

// Looks through all assemblies whose pieces are allowed; prints the counts and returns the pieces that occur.
std::set<Shape> look_through(const std::function<bool(int stick, unsigned keeps)>& is_allowed, const char* path) {
  std::set<Shape> shapes, used;
  std::array<Set, 6> open{};
  tried = stuck = 0;
  apart.clear();
  for (int stick = 0; stick < 6; ++stick) {
    kept[stick].clear();
    bodies[stick].clear();
    thirds[stick].clear();
    least_at_first[stick].clear();
    for (unsigned keeps = 0; keeps < 4096; ++keeps) {
      std::vector<Cell> cells = cells_of(stick, keeps);
      if (!in_one_part(cells) || !is_allowed(stick, keeps)) continue;
      if (stick == 0) shapes.insert(shape_of(stick, keeps));
      open[stick][kept[stick].size() / 64] |= std::uint64_t{1} << kept[stick].size() % 64;
      kept[stick].push_back(static_cast<std::uint16_t>(keeps));
      bodies[stick].emplace_back(std::move(cells));
    }
  }
  std::printf("pieces: %zu, in %zu ways each\n", shapes.size(), kept[0].size());
  for (int first = 0; first < 6; ++first)
    for (int second = first + 1; second < 6; ++second) compare_pairs(first, second);
  const std::vector<Motion> group = motions();
  tabulate();
  compare_sticks(group);
  choose(0, open);
  std::printf("assemblies of which no two pieces are locked: %llu, %llu of which cannot begin to move\n",
              static_cast<unsigned long long>(tried), static_cast<unsigned long long>(stuck));
  const auto proper = std::count_if(group.begin(), group.end(), [](const Motion& motion) { return motion.proper; });
  const std::map<Assembly, int> turned = classes(group, false);
  std::size_t laid = 0;  // in all ways
  std::map<int, int> levels;
  std::array<std::map<std::uint16_t, Shape>, 6> known;
  std::map<std::multiset<Shape>, int> sets;
  for (const auto& [assembly, moves] : turned) {
    std::set<Assembly> images;
    for (const Motion& motion : group)
      if (motion.proper) images.insert(image_of(assembly, motion));
    laid += images.size();
    ++levels[moves];
    std::multiset<Shape> pieces;
    for (int stick = 0; stick < 6; ++stick) {
      Shape& shape = known[stick][assembly[stick]];
      if (shape.empty()) shape = shape_of(stick, assembly[stick]);
      pieces.insert(shape);
      used.insert(shape);
    }
    ++sets[pieces];
  }
  std::printf("come apart: %zu; up to the %td rotations of the burr %zu; up to its %zu rotations and reflections %zu\n",
              laid, proper, turned.size(), group.size(), classes(group, true).size());
  for (const auto& [level, times] : levels) std::printf("first number %d: %d up to rotations\n", level, times);
  std::printf("pieces that occur: %zu, in %zu sets\n", used.size(), sets.size());
  std::fflush(stdout);
  if (path) {
    std::ofstream file(path);
    for (const auto& [assembly, moves] : turned) {
      for (const std::uint16_t keeps : assembly) file << keeps << ' ';
      file << '\n';
    }
  }
  return used;
}

}  // namespace

int main(int count, char** arguments) {
  length = count > 1 ? std::atoi(arguments[1]) : 0;
  const std::string pieces = count > 2 ? arguments[2] : "";
  if (length < 6 || length > 14 || length % 2 || (pieces != "notchable" && pieces != "all" && pieces != "holes")) {
    std::fprintf(stderr, "usage: six_piece_burrs LENGTH notchable|all|holes [FILE]; the length is even, 6 to 14\n");
    return 2;
  }
  lay_sticks();
  const char* path = count > 3 ? arguments[3] : nullptr;
  if (pieces == "all") {
    look_through([](int, unsigned) { return true; }, path);
    return 0;
  }
  const std::set<Shape> used = look_through(is_notchable, pieces == "holes" ? nullptr : path);
  if (pieces == "holes") {
    may_have_holes = true;
    look_through([&](int stick, unsigned keeps) { return used.contains(shape_of(stick, keeps)); }, path);
  }
  return 0;
}
