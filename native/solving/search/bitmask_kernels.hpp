// The table of the bitmask engine's kernels.
#pragma once

#include <cstdint>
#include <vector>

#include "solving/search/bitmask_sweep.hpp"
#include "solving/search/search.hpp"

namespace tilewright::search::bitmask {

// Passes solutions on to the sink of the search.
template <int W>
struct SolutionSink {
  Sink& sink;
  std::int32_t head = -1;
  std::vector<std::int32_t> options;

  // The solution that the options taken in frames 0..last make; true when the sink is full.
  bool found(const Sweep<W>& sweep, std::int32_t last) {
    if (sink.wants_options()) return store(sweep, last);
    ++sink.solutions;
    return false;
  }
  bool store(const Sweep<W>& sweep, std::int32_t last);
};

extern template struct SolutionSink<1>;
extern template struct SolutionSink<2>;
extern template struct SolutionSink<4>;

// Goes on in the current part of the tree until `budget` nodes are entered (then running), a
// solution fills the sink (full), or the part is done (complete).
template <int W>
using Walk = Status (*)(Sweep<W>& sweep, std::uint64_t budget, std::uint64_t& nodes, SolutionSink<W>& sink);

template <int W>
struct Kernels {
  // The options of the list's chunk of up to 8 groups that fit a state.
  std::uint64_t (*fitting)(const List<W>& list, std::uint32_t chunk, const Bits<W>& state);
  Walk<W> walk, walk_counted;  // where no piece has a counter, where some have one
};

template <class Set, int W>
Kernels<W> kernels();

}  // namespace tilewright::search::bitmask
