// The Pfaffian of a sparse skew matrix modulo a prime, two rows and columns at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "solving/kasteleyn/modular.hpp"
#include "solving/kasteleyn/vectors.hpp"

namespace tilewright::kasteleyn {

// The entry of a skew matrix in `row` and `column`, row < column; the one across the diagonal is its negative.
// What a matrix has there is `value` times the factor of `kind` that a residue is made with.
struct SkewEntry {
  std::int32_t row, column, value, kind;
};

// A skew matrix, its rows in the order in which they are eliminated.
struct SkewMatrix {
  std::int32_t size = 0;
  std::int32_t kinds = 0;
  std::int32_t width = 0;           // the most rows at a time, about
  double cost = 0;                  // additions mod p, about
  std::vector<std::int32_t> first;  // of each row: where its entries begin, both halves of the matrix
  std::vector<SkewEntry> entries;

  // Throws std::invalid_argument when an entry lies outside the upper half, is zero, or has an absolute value
  // above 2^30 or a negative kind. Entries in one place add up.
  SkewMatrix(std::int32_t size, const std::vector<SkewEntry>& upper);
};

// Rows are taken up when the first of their neighbours is eliminated, so that only a window of the matrix is
// ever written down. Row v is eliminated together with a row u where A[v][u] is not zero:
// Pf A = +-A[v][u] Pf A', and A'[x][y] = A[x][y] + (A[u][x] A[v][y] - A[v][x] A[u][y]) / A[v][u].
class PfaffianResidue {
 public:
  // The factors are residues, one for each kind.
  PfaffianResidue(std::shared_ptr<const SkewMatrix> matrix, std::uint32_t prime,
                  const std::vector<std::uint32_t>& factors, const std::string& instruction_set = "");

  // Goes on for about `budget` additions mod p; true once the Pfaffian is known.
  bool advance(double budget);

  // The Pfaffian modulo the prime, 0 to p - 1; std::logic_error before it is known.
  std::uint32_t value() const;

 private:
  std::uint32_t* row(std::int32_t slot) { return start_ + slot * stride_; }
  double step();
  void take_up(std::int32_t vertex);
  void take_up_neighbours(std::int32_t vertex);
  void reserve(std::size_t rows);
  void remove(std::int32_t slot);
  void finish();

  std::shared_ptr<const SkewMatrix> matrix_;
  Modulus modulus_;
  Kernels kernels_;
  std::vector<std::uint32_t> factors_;  // in Montgomery form
  std::size_t stride_ = 0;
  std::vector<std::uint32_t> memory_;
  std::uint32_t* start_ = nullptr;       // aligned, in memory_; zero outside the rows and columns in use
  std::vector<std::int32_t> slot_of_;    // of each vertex; -1 before it is taken up, -2 after its elimination
  std::vector<std::int32_t> vertex_of_;  // of each slot in use
  std::vector<std::int32_t> order_;      // the vertices, two at a time, as they were eliminated
  std::int32_t next_ = 0;
  std::uint32_t product_;  // in Montgomery form
  bool finished_ = false;
};

}  // namespace tilewright::kasteleyn
