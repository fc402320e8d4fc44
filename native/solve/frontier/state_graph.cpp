#include "solve/frontier/state_graph_loop.hpp"
#include "solve/frontier/state_width.hpp"

namespace tilewright::frontier {

std::unique_ptr<Graph> make_graph(const Question& question, const Demand& demand, const Line& line,
                                  const Resources& resources) {
  return with_words(line, [&](auto W) -> std::unique_ptr<Graph> {
    return std::make_unique<GraphOf<W>>(question, demand, line, resources);
  });
}

}  // namespace tilewright::frontier
