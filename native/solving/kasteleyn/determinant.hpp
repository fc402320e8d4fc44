// The determinant of a sparse matrix modulo a prime, in steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "solving/kasteleyn/modular.hpp"
#include "solving/kasteleyn/sweep.hpp"
#include "solving/kasteleyn/vectors.hpp"

namespace tilewright::kasteleyn {

// One walk through a sweep modulo one prime. The parameter that a condition is solved for depends on
// the prime, since its coefficient must not be zero; so the sign is worked out for each.
class Residue {
 public:
  // `prime` is a prime between 2^30 and 2^31, or std::invalid_argument.
  Residue(std::shared_ptr<const Sweep> sweep, std::uint32_t prime, const std::string& instruction_set = "");

  // Goes on for about `budget` additions mod p; true once the determinant is known.
  bool advance(double budget);

  // The determinant modulo the prime, 0 to p - 1; std::logic_error before it is known.
  std::uint32_t value() const;

 private:
  std::uint32_t* at(std::int32_t vector) { return start_ + vector * stride_; }
  std::size_t padded() const { return (parameters_.size() + kLanes - 1) / kLanes * kLanes; }
  double step();
  void add_live(std::int32_t vector);
  void drop(std::int32_t vector);
  bool condition(std::int32_t row);
  void finish();

  std::shared_ptr<const Sweep> sweep_;
  Modulus modulus_;
  Kernels kernels_;
  std::size_t stride_;
  std::vector<std::uint32_t> memory_;
  std::uint32_t* start_;                  // aligned, in memory_; the last vector is for sums
  std::vector<std::uint32_t> factors_;    // of the sweep, in Montgomery form
  std::vector<std::int32_t> parameters_;  // the unknown that each place of the vectors stands for
  std::vector<std::int32_t> live_;        // vectors in use
  std::vector<std::int32_t> place_;       // of each vector: its place in live_
  std::vector<std::int32_t> pivot_of_;    // of each row: the unknown that it was solved for
  std::vector<Addend> addends_;
  std::size_t done_ = 0;
  std::uint32_t product_;  // of the pivots, in Montgomery form
  bool finished_ = false;
};

}  // namespace tilewright::kasteleyn
