// Embeddings, orientations and determinants against what they are by definition.
#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "solving/kasteleyn/determinant.hpp"
#include "solving/kasteleyn/orientation.hpp"
#include "solving/kasteleyn/pfaffian.hpp"
#include "solving/search/search.hpp"

namespace tilewright::tests {
namespace {

using namespace tilewright::kasteleyn;

std::int32_t below(std::uint64_t& dice, std::int32_t n) {
  return static_cast<std::int32_t>(search::next_random(dice) % static_cast<std::uint64_t>(n));
}

// Vertices put into faces one after another: a triangulation, its vertices renumbered.
std::vector<Edge> triangulation(std::int32_t vertices, std::uint64_t& dice) {
  std::vector<std::int32_t> name(vertices);
  for (std::int32_t v = 0; v < vertices; ++v) name[v] = v;
  for (std::int32_t v = vertices - 1; v > 0; --v) std::swap(name[v], name[below(dice, v + 1)]);
  std::vector<std::array<std::int32_t, 3>> triangles{{0, 1, 2}, {0, 1, 2}};
  std::vector<Edge> edges{{0, 1}, {1, 2}, {2, 0}};
  for (std::int32_t v = 3; v < vertices; ++v) {
    const std::int32_t chosen = below(dice, static_cast<std::int32_t>(triangles.size()));
    const auto [a, b, c] = triangles[chosen];
    triangles[chosen] = {a, b, v};
    triangles.push_back({b, c, v});
    triangles.push_back({c, a, v});
    for (const std::int32_t u : {a, b, c}) edges.emplace_back(u, v);
  }
  for (Edge& edge : edges) edge = {name[edge.first], name[edge.second]};
  return edges;
}

// Whether each vertex's half-edges form one cycle, and each component has Euler's characteristic 2.
void check_embedding(const Embedding& drawing, std::int32_t components) {
  const std::int32_t halves = static_cast<std::int32_t>(drawing.next.size());
  std::vector<std::int32_t> degree(drawing.vertices, 0);
  for (std::int32_t h = 0; h < halves; ++h) ++degree[drawing.tail(h)];
  std::int32_t alone = 0;
  for (const std::int32_t d : degree) alone += d == 0;
  for (std::int32_t h = 0; h < halves; ++h) {
    std::int32_t around = 0, k = h;
    do {
      k = drawing.next[k];
      ++around;
    } while (k != h && drawing.tail(k) == drawing.tail(h) && around <= halves);
    CHECK_SAME(around, degree[drawing.tail(h)]);
  }
  CHECK_SAME(drawing.vertices - halves / 2 + faces(drawing).count, 2 * components - alone);
}

void check_signs(const Embedding& drawing) {
  const std::vector<std::int8_t> sign = pfaffian_signs(drawing);
  const Faces face = faces(drawing);
  std::vector<std::int32_t> along(face.count, 0);
  for (std::size_t h = 0; h < drawing.next.size(); ++h) along[face.of[h]] += (sign[h >> 1] == 1) == !(h & 1);
  std::int32_t even = 0;
  for (const std::int32_t n : along) even += n % 2 == 0;
  CHECK(even <= 1);
}

TEST("kasteleyn/planar graphs") {
  std::uint64_t dice = 1;
  for (std::int32_t round = 0; round < 300; ++round) {
    subject = "triangulation " + std::to_string(round);
    const std::int32_t vertices = 3 + below(dice, 40);
    std::vector<Edge> edges = triangulation(vertices, dice);
    const auto whole = embed(vertices, edges);
    CHECK(whole.has_value());
    if (!whole) continue;
    check_embedding(*whole, 1);
    check_signs(*whole);
    // One more edge than a triangulation has: never planar. Subdivided edges change nothing.
    std::vector<Edge> more = edges;
    std::int32_t u = 0, v = 0;
    for (std::int32_t k = 0; k < 50 && u == v; ++k) {
      u = below(dice, vertices), v = below(dice, vertices);
      for (const Edge& e : edges)
        if (e == Edge{u, v} || e == Edge{v, u}) u = v;
    }
    if (u != v) {
      more.emplace_back(u, v);
      CHECK(!embed(vertices, more).has_value());
      std::vector<Edge> halved;
      std::int32_t next = vertices;
      for (const auto& [a, b] : more) {
        halved.emplace_back(a, next);
        halved.emplace_back(next++, b);
      }
      CHECK(!embed(next, halved).has_value());
    }
    // Some of the edges: several components, cut vertices, bridges.
    std::vector<Edge> some;
    for (const Edge& e : edges)
      if (below(dice, 2)) some.push_back(e);
    std::vector<std::int32_t> root(vertices);
    for (std::int32_t k = 0; k < vertices; ++k) root[k] = k;
    std::int32_t components = vertices;
    for (const auto& [a, b] : some) {
      const std::int32_t from = root[a], to = root[b];
      components -= from != to;
      std::replace(root.begin(), root.end(), from, to);
    }
    const auto part = embed(vertices, some);
    CHECK(part.has_value());
    if (!part) continue;
    check_embedding(*part, components);
    if (components == 1) check_signs(*part);
    if (components > 1 && !some.empty()) {
      bool refused = false;
      try {
        pfaffian_signs(*part);
      } catch (const std::logic_error&) {
        refused = true;
      }
      CHECK(refused);
    }
  }
  subject = "a long path";
  std::vector<Edge> path;
  for (std::int32_t v = 1; v < 200000; ++v) path.emplace_back(v - 1, v);
  const auto line = embed(200000, path);
  CHECK(line.has_value());
  if (line) CHECK_SAME(faces(*line).count, 1);
}

std::uint32_t eliminated(std::int32_t size, const std::vector<Entry>& entries, std::uint32_t prime) {
  const std::uint64_t p = prime;
  const auto power = [p](std::uint64_t base, std::uint64_t e) {
    std::uint64_t result = 1;
    for (; e; e >>= 1, base = base * base % p)
      if (e & 1) result = result * base % p;
    return result;
  };
  std::vector<std::vector<std::uint64_t>> a(size, std::vector<std::uint64_t>(size, 0));
  for (const Entry& e : entries) a[e.row][e.column] = e.value < 0 ? p - -e.value : e.value;
  std::uint64_t product = 1;
  for (std::int32_t k = 0; k < size; ++k) {
    std::int32_t from = k;
    while (from < size && a[from][k] == 0) ++from;
    if (from == size) return 0;
    if (from != k) std::swap(a[from], a[k]), product = p - product;
    product = product * a[k][k] % p;
    const std::uint64_t inverse = power(a[k][k], p - 2);
    for (std::int32_t i = k + 1; i < size; ++i) {
      const std::uint64_t factor = a[i][k] * inverse % p;
      for (std::int32_t j = k; j < size; ++j) a[i][j] = (a[i][j] + (p - factor) * a[k][j]) % p;
    }
  }
  return static_cast<std::uint32_t>(product);
}

TEST("kasteleyn/residues") {
  std::uint64_t dice = 2;
  std::int32_t zeros = 0;
  const std::vector<std::uint32_t> list = primes(0, 3);
  CHECK_SAME(list[0], (1u << 31) - 1);
  for (std::int32_t round = 0; round < 400; ++round) {
    subject = "matrix " + std::to_string(round);
    const std::int32_t size = below(dice, 45), spread = 1 + below(dice, 12);
    const bool plain = below(dice, 2);
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> value;
    for (std::int32_t k = 0; k < size * 4; ++k) {  // most rows begin with the entry on the diagonal
      const bool first = k < size && below(dice, 32);
      const std::int32_t row = first ? k : below(dice, size);
      const std::int32_t column = first ? k : row + below(dice, 2 * spread + 1) - spread;
      if (column < 0 || column >= size) continue;
      const std::int32_t v = plain ? 1 : 1 + below(dice, 5);
      value[{row, column}] = below(dice, 2) ? v : -v;
    }
    std::vector<Entry> entries;
    for (const auto& [place, v] : value) entries.push_back({place.first, place.second, v});
    const auto sweep = std::make_shared<const Sweep>(plan_sweep(size, entries));
    for (const std::uint32_t prime : list) {
      const std::uint32_t expected = eliminated(size, entries, prime);
      zeros += expected == 0;
      for (const char* unit : {"baseline", ""}) {
        Residue residue(sweep, prime, unit);
        while (!residue.advance(1 + below(dice, 300))) continue;
        CHECK_SAME(residue.value(), expected);
      }
    }
  }
  CHECK(zeros > 100 && zeros < 1100);  // the cases are of both kinds
  subject = "bad input";
  CHECK_THROWS(plan_sweep(2, {{0, 2, 1}}));
  CHECK_THROWS(plan_sweep(2, {{0, 1, 0}}));
  CHECK_THROWS(plan_sweep(2, {{0, 1, 1}, {0, 1, 1}}));
  const auto sweep = std::make_shared<const Sweep>(plan_sweep(1, {{0, 0, 1}}));
  CHECK_THROWS(Residue(sweep, (1u << 31) - 3));
  CHECK_THROWS(Residue(sweep, 7));
  CHECK_THROWS(Residue(sweep, list[0], "none"));
  CHECK_THROWS(embed(2, {{0, 0}}));
  CHECK_THROWS(embed(2, {{0, 1}, {1, 0}}));
  CHECK_THROWS(embed(2, {{0, 2}}));
}

// The Pfaffian mod p by its definition: the first row is paired with each other one.
std::uint64_t expanded(const std::vector<std::vector<std::uint64_t>>& a, const std::vector<std::int32_t>& rows,
                       std::uint64_t p) {
  if (rows.empty()) return 1;
  std::uint64_t sum = 0;
  for (std::size_t k = 1; k < rows.size(); ++k) {
    const std::uint64_t entry = a[rows[0]][rows[k]];
    if (!entry) continue;
    std::vector<std::int32_t> others(rows.begin() + 1, rows.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(k) - 1);
    const std::uint64_t product = entry * expanded(a, others, p) % p;
    sum = (sum + (k % 2 ? product : p - product)) % p;
  }
  return sum;
}

TEST("kasteleyn/pfaffians") {
  std::uint64_t dice = 3;
  std::int32_t zeros = 0;
  const std::vector<std::uint32_t> list = primes(5, 2);
  for (std::int32_t round = 0; round < 400; ++round) {
    subject = "skew matrix " + std::to_string(round);
    const std::int32_t size = below(dice, round % 2 ? 9 : 60), spread = 1 + below(dice, 12);
    std::vector<SkewEntry> entries;
    for (std::int32_t k = 0; k < size * 3; ++k) {
      const std::int32_t row = below(dice, size), column = row + 1 + below(dice, spread);
      const std::int32_t v = 1 + below(dice, 5);
      if (column < size) entries.push_back({row, column, below(dice, 2) ? v : -v, below(dice, 2)});
    }
    const auto matrix = std::make_shared<const SkewMatrix>(size, entries);
    CHECK(matrix->width <= size);
    for (const std::uint32_t prime : list) {
      const std::vector<std::uint32_t> factors{1, prime - 2};
      std::vector<std::vector<std::uint64_t>> full(size, std::vector<std::uint64_t>(size, 0));
      for (const SkewEntry& e : entries) {
        const std::uint64_t v = (e.value + std::int64_t{prime}) * factors[e.kind] % prime;
        full[e.row][e.column] = (full[e.row][e.column] + v) % prime;
        full[e.column][e.row] = (full[e.column][e.row] + prime - v) % prime;
      }
      std::vector<Entry> whole;
      for (std::int32_t row = 0; row < size; ++row)
        for (std::int32_t column = 0; column < size; ++column)
          if (full[row][column]) whole.push_back({row, column, static_cast<std::int32_t>(full[row][column])});
      for (const char* unit : {"baseline", ""}) {
        PfaffianResidue residue(matrix, prime, factors, unit);
        while (!residue.advance(1 + below(dice, 300))) continue;
        const std::uint64_t value = residue.value();
        zeros += value == 0;
        if (size <= 8) {
          std::vector<std::int32_t> rows(size);
          for (std::int32_t k = 0; k < size; ++k) rows[k] = k;
          CHECK_SAME(value, expanded(full, rows, prime));
        }
        CHECK_SAME(value * value % prime, std::uint64_t{eliminated(size, whole, prime)});
      }
    }
  }
  CHECK(zeros > 100 && zeros < 1500);  // the cases are of both kinds
  subject = "bad input";
  CHECK_THROWS(SkewMatrix(2, {{1, 0, 1, 0}}));
  CHECK_THROWS(SkewMatrix(2, {{0, 2, 1, 0}}));
  CHECK_THROWS(SkewMatrix(2, {{0, 1, 0, 0}}));
  CHECK_THROWS(SkewMatrix(2, {{0, 1, 1, -1}}));
  const auto matrix = std::make_shared<const SkewMatrix>(2, std::vector<SkewEntry>{{0, 1, 1, 0}});
  CHECK_THROWS(PfaffianResidue(matrix, 7, {1}));
  CHECK_THROWS(PfaffianResidue(matrix, list[0], {}));
  CHECK_THROWS(PfaffianResidue(matrix, list[0], {1}, "none"));
}

}  // namespace

}  // namespace tilewright::tests
