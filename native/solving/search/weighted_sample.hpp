// A sample of states with weights that are right on average.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "numbers.hpp"
#include "solving/search/search.hpp"

namespace tilewright::search {

// States of `stride` words each, no two alike. Once there are twice `size` of them they are thinned to about `size`,
// and from then on a newcomer has the chance that the others had.
class WeightedSample {
 public:
  WeightedSample(std::size_t stride, std::size_t size) : stride_(stride), size_(size), index_(64, kNone) {}

  std::size_t count() const { return weights_.size(); }
  const std::uint64_t* state(std::size_t k) const { return words_.data() + k * stride_; }
  double weight(std::size_t k) const { return weights_[k]; }
  bool sampled() const { return sampled_; }

  // `worth` is the guide's: the chances are proportional to weight times worth.
  void add(const std::uint64_t* state, double weight, double worth, std::uint64_t& random) {
    std::size_t slot = slot_of(state);
    if (index_[slot] != kNone) {  // all of the weight, whatever the chances: right on average, too
      weights_[index_[slot]] += weight;
      return;
    }
    if (weight * worth < threshold_) {
      owed_ += weight * worth / threshold_;
      if (owed_ < 1) return;
      owed_ -= 1;
      weight = threshold_ / worth;
    }
    index_[slot] = static_cast<std::uint32_t>(weights_.size());
    words_.insert(words_.end(), state, state + stride_);
    weights_.push_back(weight);
    worths_.push_back(worth);
    if (weights_.size() >= 2 * size_)
      thin(random);
    else if (2 * weights_.size() > index_.size())
      rebuild(2 * index_.size());
  }

  // Leaves about `size` states at most. The states lie in the order in which they came, relatives side by side, and
  // one random number draws from all of them, so that relatives do not fall or stay together.
  void thin(std::uint64_t& random) {
    if (weights_.size() <= size_) return;
    sampled_ = true;
    threshold_ = threshold();
    const double offset = static_cast<double>(next_random(random) >> 11) * 0x1p-53;
    double sum = offset;
    std::size_t kept = 0;
    for (std::size_t k = 0; k < weights_.size(); ++k) {
      const double value = weights_[k] * worths_[k];
      double weight = weights_[k];
      if (value < threshold_) {
        sum += value / threshold_;
        if (sum < 1) continue;
        sum -= 1;
        weight = threshold_ / worths_[k];
      }
      if (kept != k) std::memcpy(&words_[kept * stride_], &words_[k * stride_], stride_ * sizeof(std::uint64_t));
      weights_[kept] = weight;
      worths_[kept] = worths_[k];
      ++kept;
    }
    words_.resize(kept * stride_);
    weights_.resize(kept);
    worths_.resize(kept);
    owed_ = static_cast<double>(next_random(random) >> 11) * 0x1p-53;
    rebuild(index_.size());
  }

  void scale(double by) {
    for (double& weight : weights_) weight *= by;
    threshold_ *= by;
  }
  double greatest() const { return weights_.empty() ? 0 : *std::max_element(weights_.begin(), weights_.end()); }

 private:
  static constexpr std::uint32_t kNone = UINT32_MAX;

  // The value from which states are kept for sure; those below it are kept with the chance value / threshold, and
  // the chances of all add up to `size`. Each round lowers it, so that more states lie above.
  double threshold() const {
    std::vector<double> values(weights_.size());
    double rest = 0;
    for (std::size_t k = 0; k < values.size(); ++k) rest += values[k] = weights_[k] * worths_[k];
    for (std::size_t sure = 0;;) {
      const double at = rest / static_cast<double>(size_ - sure);
      std::size_t above = 0;
      rest = 0;
      for (const double value : values)
        if (value >= at)
          ++above;
        else
          rest += value;
      if (above == sure || above >= size_) return at;
      sure = above;
    }
  }

  std::size_t slot_of(const std::uint64_t* state) const {
    std::uint64_t hash = 0;
    for (std::size_t k = 0; k < stride_; ++k) {
      hash = (hash ^ state[k]) * kHashFactor;
      hash ^= hash >> 29;
    }
    hash *= 0xbf58476d1ce4e5b9u;
    hash ^= hash >> 32;
    const std::size_t mask = index_.size() - 1;
    std::size_t slot = hash & mask;
    while (index_[slot] != kNone && std::memcmp(this->state(index_[slot]), state, stride_ * sizeof(std::uint64_t)) != 0)
      slot = (slot + 1) & mask;
    return slot;
  }

  void rebuild(std::size_t slots) {
    index_.assign(slots, kNone);
    for (std::size_t k = 0; k < weights_.size(); ++k) index_[slot_of(state(k))] = static_cast<std::uint32_t>(k);
  }

  std::size_t stride_, size_;
  std::vector<std::uint64_t> words_;
  std::vector<double> weights_, worths_;
  std::vector<std::uint32_t> index_;
  double threshold_ = 0, owed_ = 0;
  bool sampled_ = false;
};

}  // namespace tilewright::search
