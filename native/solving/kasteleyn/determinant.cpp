#include "solving/kasteleyn/determinant.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "simd/instruction_sets.hpp"

namespace tilewright::kasteleyn {
namespace {

constexpr std::size_t kAlignment = 4 * kLanes;

std::size_t stride_of(const Sweep& sweep) {
  return (static_cast<std::size_t>(sweep.width) + kLanes - 1) / kLanes * kLanes;
}

}  // namespace

Residue::Residue(std::shared_ptr<const Sweep> sweep, std::uint32_t prime, const std::string& instruction_set)
    : sweep_(std::move(sweep)),
      modulus_(checked_prime(prime)),
      kernels_(simd::dispatch<simd::Baseline, simd::Avx2>(instruction_set,
                                                          [](auto set) { return kernels<decltype(set)>(); })),
      stride_(stride_of(*sweep_)),
      memory_((static_cast<std::size_t>(sweep_->vectors) + 1) * stride_ + kLanes),
      place_(sweep_->vectors),
      pivot_of_(sweep_->size),
      product_(modulus_.one) {
  const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
  const std::size_t padding_bytes = (kAlignment - address % kAlignment) % kAlignment;
  start_ = &memory_[padding_bytes / sizeof(std::uint32_t)];
  for (const Sweep::Ratio& ratio : sweep_->factors)
    factors_.push_back(
        modulus_.multiply(modulus_.into(ratio.numerator), modulus_.inverse(modulus_.into(ratio.denominator))));
}

bool Residue::advance(double budget) {
  while (!finished_) {
    if (done_ == sweep_->steps.size())
      finish();
    else if (budget <= 0)
      return false;
    else
      budget -= step();
  }
  return true;
}

std::uint32_t Residue::value() const {
  if (!finished_) throw std::logic_error("the determinant is not known yet: go on");
  return modulus_.out_of(product_);
}

void Residue::add_live(std::int32_t vector) {
  place_[vector] = static_cast<std::int32_t>(live_.size());
  live_.push_back(vector);
}

void Residue::drop(std::int32_t vector) {
  live_[place_[vector]] = live_.back();
  place_[live_.back()] = place_[vector];
  live_.pop_back();
}

// Everywhere a vector in use is zero from place parameters_.size() on.
double Residue::step() {
  const Sweep::Step nothing{0, 0, 0, 0, 0, 0, 0};
  const Sweep::Step& before = done_ ? sweep_->steps[done_ - 1] : nothing;
  const Sweep::Step& step = sweep_->steps[done_++];
  for (std::int32_t k = before.fresh; k < step.fresh; ++k) {
    const auto [column, vector] = sweep_->fresh[k];
    std::fill_n(at(vector), stride_, 0u);
    at(vector)[parameters_.size()] = modulus_.one;
    parameters_.push_back(column);
    add_live(vector);
  }
  const bool conditional = step.pivot < 0;
  double cost = 16;
  if (conditional || step.vector >= 0) {
    addends_.clear();
    for (std::int32_t k = before.terms; k < step.terms; ++k) {
      const auto [vector, factor] = sweep_->terms[k];
      addends_.push_back({at(vector), factors_[factor], factor == 0 ? 1 : factor == 1 ? -1 : 0});
    }
    std::uint32_t* sum = at(conditional ? sweep_->vectors : step.vector);
    const std::size_t length = padded();
    kernels_.sum(sum, length, addends_.data(), addends_.size(), modulus_);
    std::fill(sum + length, sum + stride_, 0u);
    cost += static_cast<double>((addends_.size() + 1) * length);
  }
  if (!conditional) {
    if (step.vector >= 0) add_live(step.vector);
    pivot_of_[step.row] = step.pivot;
    product_ = modulus_.multiply(product_, modulus_.into(step.value));
  }
  for (std::int32_t k = before.dropped; k < step.dropped; ++k) drop(sweep_->dropped[k]);
  if (conditional) {
    cost += 4.0 * static_cast<double>(live_.size() * padded());
    if (!condition(step.row)) {  // the rows are dependent
      product_ = 0;
      finished_ = true;
    }
  }
  return cost;
}

// The sum of all parameters with the coefficients in the last vector is zero: solves for the last
// parameter that it names, and puts it into the vectors in use. False when it names none.
bool Residue::condition(std::int32_t row) {
  std::uint32_t* sum = at(sweep_->vectors);
  std::size_t place = parameters_.size();
  while (place > 0 && sum[place - 1] == 0) --place;
  if (place-- == 0) return false;
  const std::size_t last = parameters_.size() - 1, length = padded();
  product_ = modulus_.multiply(product_, sum[place]);
  pivot_of_[row] = parameters_[place];
  const std::uint32_t factor = modulus_.negate(modulus_.inverse(sum[place]));
  for (const std::int32_t vector : live_) {
    std::uint32_t* to = at(vector);
    if (to[place]) kernels_.add_multiple(to, length, sum, modulus_.multiply(to[place], factor), modulus_);
    to[place] = to[last];
    to[last] = 0;
  }
  parameters_[place] = parameters_[last];
  parameters_.pop_back();
  return true;
}

// The product of the pivots, with the sign of the permutation from rows to their unknowns.
void Residue::finish() {
  std::vector<char> seen(pivot_of_.size(), 0);
  bool odd = false;
  for (std::size_t row = 0; row < pivot_of_.size(); ++row)
    for (std::size_t at = row; !seen[at]; at = pivot_of_[at]) {
      seen[at] = 1;
      odd ^= static_cast<std::size_t>(pivot_of_[at]) != row;  // a cycle of n rows is n - 1 swaps
    }
  if (odd) product_ = modulus_.negate(product_);
  finished_ = true;
}

}  // namespace tilewright::kasteleyn
