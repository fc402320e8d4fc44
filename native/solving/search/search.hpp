// The contract of every cover search: it steps, counts nodes, can be stored and restored.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "numbers.hpp"
#include "solving/search/problem.hpp"
#include "solving/search/remaining_parts.hpp"

namespace tilewright::search {

// A group of symmetries as permutations of the options of the whole problem, identity included.
// A solution is counted when no image of it that contains all of `must` comes before it.
struct Symmetry {
  std::vector<std::vector<std::int32_t>> group;  // group[g][o] is the image of option o
  std::vector<std::int32_t> must;

  // How many solutions a solution stands for: the size of its orbit. Throws std::invalid_argument for an unknown option.
  std::uint64_t orbit_size(std::span<const std::int32_t> solution) const;
};

// Receives solutions: counts them, drops all but one of each orbit, keeps them when asked to.
class Sink {
 public:
  Sink(std::shared_ptr<const Symmetry> symmetry, std::size_t capacity)
      : symmetry_(std::move(symmetry)), capacity_(capacity) {}

  // When false, a search may count up `solutions` itself instead of calling found.
  bool wants_options() const { return symmetry_ != nullptr || capacity_ != 0; }

  // `options` are ids of the whole problem, in any order.
  void found(std::span<const std::int32_t> options);

  // True when `capacity` solutions wait to be taken (never with capacity 0: then none are kept).
  bool full() const { return capacity_ != 0 && waiting_ >= capacity_; }
  std::vector<std::vector<std::int32_t>> take();

  std::uint64_t solutions = 0;  // seen; with a symmetry: orbits seen
  std::uint64_t images = 0;     // with a symmetry: the sizes of the orbits, added up

 private:
  std::shared_ptr<const Symmetry> symmetry_;
  std::size_t capacity_;
  std::size_t waiting_ = 0;
  std::vector<std::int32_t> kept_;  // length, options, length, options, ...
  std::vector<std::int32_t> sorted_, image_;
};

enum class Status { running, full, complete };

struct Settings {
  std::vector<Decision> prefix;
  std::shared_ptr<const Symmetry> symmetry;  // may be null
  std::size_t capacity = 0;                  // how many solutions may wait; 0: count only
  std::string instruction_set;               // the instruction set, "" for the widest: see simd/instruction_sets.hpp
};

class Search {
 public:
  explicit Search(Sink sink) : sink(std::move(sink)) {}
  virtual ~Search() = default;
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;

  // Visits up to `budget` more nodes. Returns full when the sink is (call again once it is taken
  // from), complete when the tree is done. The tree, its order and its nodes depend on the problem
  // and the prefix alone: not on budgets, vectors, or checkpoints.
  virtual Status advance(std::uint64_t budget) = 0;

  // The share of the tree that is done, 0 to 1, judged from the branches along the current path.
  virtual double progress() const = 0;

  // The branch taken at each level, root first: enough to take the search up again at the same
  // node. Call only between advances.
  virtual std::vector<std::uint32_t> position() const = 0;

  // Restores a search; call on a fresh search, before advance. Throws
  // std::invalid_argument when the position is not one of this tree.
  virtual void restore(std::span<const std::uint32_t> position) = 0;

  // What is left of the tree, depth first, as prefixes that begin with the search's own: their solutions and those
  // found (in the sink or taken from it) are all of the search's, each once. A part without solutions
  // may be among them. The shares and progress() add up to about 1. Call only between advances; the search may go
  // on afterwards.
  virtual std::vector<Part> remainder() const = 0;

  // One random dive (Knuth 1975): estimates of the number of nodes and of solutions below the root,
  // right on average. Call on a fresh search only. `seed` decides the dive.
  struct Probe {
    double nodes;
    double solutions;
  };
  virtual Probe probe(std::uint64_t seed) = 0;

  Sink sink;
  std::uint64_t nodes = 0;
};

// "dense", "ahead", "dancing", "bitmask". Throws std::invalid_argument, with the reason, when the engine does
// not take the problem; `unsupported` tells the same without building it ("" when it does).
std::unique_ptr<Search> make_search(const std::string& engine, const Problem& problem, const Settings& settings);
std::string unsupported(const std::string& engine, const Problem& problem);

// SplitMix64: small, seedable, the same everywhere.
inline std::uint64_t next_random(std::uint64_t& state) {
  std::uint64_t z = (state += kHashFactor);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace tilewright::search
