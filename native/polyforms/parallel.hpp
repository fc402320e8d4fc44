// Threads that search graphs for connected sets of cells, a share at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "concurrency/thread_pool.hpp"
#include "polyforms/search.hpp"

namespace tilewright::polyforms {

// A share of the sets of one graph.
struct Task {
  std::int32_t graph;
  Share share;
};

using Graphs = std::vector<std::shared_ptr<const Graph>>;

// The tasks for some graphs: those with many sets are split into shares.
std::vector<Task> make_tasks(const Graphs& graphs, std::int32_t size);

// How the sets of a graph are searched.
Kind kind_of(const Graph& graph, bool without_holes);

template <class Leaf>
class ParallelSearch {
 public:
  // Throws std::bad_alloc when there is no memory for so many threads.
  ParallelSearch(Graphs graphs, std::int32_t size, bool without_holes, int threads)
      : graphs_(std::move(graphs)),
        size_(size),
        without_holes_(without_holes),
        tasks_(make_tasks(graphs_, size)),
        running_(threads),
        pool_(threads) {}

  // Continues for about so many vertices a thread; whether that was all. `make_leaf()` is called for each task, and
  // `collect(graph, leaf)` when it is done, by one thread at a time.
  template <class MakeLeaf, class Collect>
  bool advance(std::uint64_t budget, const MakeLeaf& make_leaf, const Collect& collect) {
    pool_.run([&](int t) {
      auto& [graph, search] = running_[t];
      for (std::uint64_t visited = 0; visited < budget;) {
        if (!search) {
          const std::size_t number = next_++;
          if (number >= tasks_.size()) return;
          graph = tasks_[number].graph;
          const Kind kind = kind_of(*graphs_[graph], without_holes_);
          search = std::make_unique<Search<Leaf>>(*graphs_[graph], size_, kind, tasks_[number].share, make_leaf());
        }
        const std::uint64_t before = search->visited();
        const bool is_done = search->advance(budget - visited);
        visited += search->visited() - before + 1;
        if (!is_done) continue;
        const std::lock_guard lock(guard_);
        collect(graph, search->leaf());
        ++done_;
        search.reset();
      }
    });
    return done_ == tasks_.size();
  }

  const Graphs& graphs() const { return graphs_; }
  std::int32_t size() const { return size_; }
  double progress() const { return static_cast<double>(done_) / static_cast<double>(tasks_.size()); }
  // The leaves of the tasks that are under way.
  template <class Visit>
  void visit_leaves(const Visit& visit) {
    for (auto& [graph, search] : running_)
      if (search) visit(search->leaf());
  }

 private:
  struct Running {
    std::int32_t graph = 0;
    std::unique_ptr<Search<Leaf>> search;
  };

  Graphs graphs_;
  std::int32_t size_;
  bool without_holes_;
  std::vector<Task> tasks_;
  std::vector<Running> running_;  // one a thread
  std::atomic<std::size_t> next_ = 0;
  std::size_t done_ = 0;
  std::mutex guard_;
  ThreadPool pool_;
};

}  // namespace tilewright::polyforms
