#include "frontier/graph_loop.hpp"

namespace tilewright::frontier {

template std::unique_ptr<Graph> make_graph_of<1>(const Question&, const Demand&, const Line&, const std::string&,
                                                 const Resources&);
template std::unique_ptr<Graph> make_graph_of<2>(const Question&, const Demand&, const Line&, const std::string&,
                                                 const Resources&);
template std::unique_ptr<Graph> make_graph_of<4>(const Question&, const Demand&, const Line&, const std::string&,
                                                 const Resources&);
template std::unique_ptr<Graph> make_graph_of<16>(const Question&, const Demand&, const Line&, const std::string&,
                                                  const Resources&);

std::unique_ptr<Graph> make_graph(const Question& question, const Demand& demand, const Line& line,
                                  const std::string& ring, const Resources& resources) {
  if (ring != "exists" && ring != "count" && ring != "least_count")
    throw std::invalid_argument("a graph of states takes exists, count or least_count");
  if (const std::string reason = refusal(line); !reason.empty()) throw std::invalid_argument(reason);
  const int need = line.window + line.aside_bits + 1;
  if (need <= 64) return make_graph_of<1>(question, demand, line, ring, resources);
  if (need <= 128) return make_graph_of<2>(question, demand, line, ring, resources);
  if (need <= 256) return make_graph_of<4>(question, demand, line, ring, resources);
  return make_graph_of<16>(question, demand, line, ring, resources);
}

}  // namespace tilewright::frontier
