// The graph of all states of a sweep, kept, with the value of what lies below each state: for fair samples,
// best solutions, and lists of solutions without dead ends.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "frontier/sweep.hpp"

namespace tilewright::frontier {

class Graph {
 public:
  virtual ~Graph() = default;

  // Enters about `budget` more states (forwards, from the start) or values (backwards, from the end).
  virtual Status advance(std::uint64_t budget) = 0;
  virtual double share() const = 0;  // of the work that is done, 0 to 1, roughly
  virtual std::uint64_t states() const = 0;
  virtual std::uint64_t bytes() const = 0;
  virtual std::uint64_t peak() const = 0;

  // What follows is for a complete graph.

  // The sum over all solutions; empty when there is none. With least_count the cost comes first.
  virtual std::vector<Word> value() const = 0;

  // `count` solutions drawn independently and uniformly from all (with "count") or from the best ones (with
  // "least_count"); none when there is no solution. Each is a list of options, ascending.
  virtual std::vector<std::vector<std::int32_t>> sample(std::uint64_t seed, std::size_t count) const = 0;

  // Up to `count` more solutions (with least_count: best ones) of a walk through the whole graph, each ascending;
  // fewer when the walk comes to its end. The order is the same for any number of threads.
  virtual std::vector<std::vector<std::int32_t>> walk(std::size_t count) = 0;
  // Goes past up to `count` solutions; how many there were.
  virtual std::uint64_t skip(std::uint64_t count) = 0;
};

// With "exists" (for lists), "count" (for samples) or "least_count" (for the best solutions).
std::unique_ptr<Graph> make_graph(const Question& question, const Demand& demand, const Line& line,
                                  const std::string& ring, const Resources& resources);

}  // namespace tilewright::frontier
