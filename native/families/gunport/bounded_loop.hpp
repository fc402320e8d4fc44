// The bounded sweep for one width of key and one kind of count; see bounded.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "concurrency/thread_pool.hpp"
#include "families/gunport/bounded.hpp"
#include "families/gunport/bounds.hpp"
#include "families/gunport/layer.hpp"

namespace tilewright::gunport {

template <class Key, class Ways>
class Sweep final : public BoundedSweep {
  using Profiles = Layer<Key, Ways>;
  using D = Digits<Key>;
  static constexpr Key kNone = ~Key{0};

 public:
  explicit Sweep(const BoundedQuery& query)
      : query_(query),
        bounds_(query.rows, query.columns),
        pool_(std::make_unique<ThreadPool>(query.threads)),
        layer_(first_layer()) {}

  bool advance(std::uint64_t states) override {
    while (step_ < cells()) {
      if (tasks_.empty()) divide();
      const std::uint64_t share = states / static_cast<std::uint64_t>(pool_->size()) + 1;
      std::atomic<std::size_t> next{0};
      std::atomic<std::uint64_t> done{0};
      pool_->run([&](int) {
        std::uint64_t left = share;
        for (std::size_t t; left > 0 && (t = next++) < tasks_.size();) done += work(tasks_[t], left);
      });
      states_ += done;
      finished_ += done;
      if (!std::all_of(tasks_.begin(), tasks_.end(), [](const Task& task) { return task.over; })) return false;
      gather();
      // While layers are kept each step is a place to forget some at.
      if (done >= states || step_ <= keep_to_) return step_ == cells();
      states -= done;
    }
    return true;
  }

  int step() const override { return step_; }
  std::uint64_t states() const override { return states_; }
  std::size_t front() const override { return layer_->size(); }
  double part() const override {
    return tasks_.empty() ? 0.0
                          : std::min(1.0, static_cast<double>(finished_) / static_cast<double>(layer_->size() + 1));
  }
  bool overflowed() const override {
    if constexpr (std::is_same_v<Ways, Exact>) return overflowed_ || (step_ == cells() && total().second.overflowed());
    return false;
  }
  bool thinned() const override { return thinned_; }
  double log2_at_most() const override { return static_cast<double>(std::log2(found().at_most)); }
  bool at_rest() const override { return tasks_.empty(); }

  std::size_t bytes() const override {
    std::size_t sum = stored_.contains(step_) ? 0 : layer_->bytes();
    for (const auto& [step, layer] : stored_) sum += layer->bytes();
    for (const Task& task : tasks_) sum += task.out.bytes();
    return sum;
  }

  void keep(int from, int to, int every) override {
    keep_from_ = from;
    keep_to_ = to;
    keep_every_ = every;
    remember();
  }
  void forget(int from, int to) override { stored_.erase(stored_.lower_bound(from), stored_.upper_bound(to)); }

  std::unique_ptr<BoundedSweep> from(int step, const Bound& bound) const override {
    if (!at_rest()) throw std::logic_error("another sweep begins between two steps");
    BoundedQuery query = query_;
    query.bound = bound;
    auto other = std::make_unique<Sweep>(query);
    other->layer_ = step == step_ ? layer_ : held_layer(step);
    other->step_ = step;
    other->overflowed_ = overflowed_;
    other->thinned_ = thinned_;
    return other;
  }

  void drop_below(int least_vertical) override {
    if (!at_rest()) throw std::logic_error("profiles are dropped between two steps");
    auto left = std::make_shared<Profiles>();
    for (std::size_t i = 0; i < layer_->size(); ++i)
      if (bounds_.misses(layer_->keys[i], place(step_), layer_->pieces[i]).vertical >= least_vertical)
        left->push(layer_->keys[i], layer_->pieces[i], layer_->number(i));
    layer_ = std::move(left);
    remember();
  }

  std::unique_ptr<Edge> edge(int step, int most_vertical) const override {
    if (step % query_.columns) throw std::invalid_argument("an edge is at the end of a row");
    const Profiles& layer = held(step);
    auto made = std::make_unique<RowEdge>();
    for (std::size_t i = 0; i < layer.size(); ++i)
      if (bounds_.misses(layer.keys[i], place(step), layer.pieces[i]).vertical <= most_vertical)
        made->all.push_back({reaching(layer.keys[i]), ports(layer.keys[i]), layer.pieces[i], i});
    std::sort(made->all.begin(), made->all.end(), [](const Met& a, const Met& b) { return a.reaching < b.reaching; });
    return made;
  }

  std::pair<std::uint64_t, std::uint64_t> fit(const Edge& edge, std::uint64_t begin, std::uint64_t end,
                                              int pieces) const override {
    const auto& all = dynamic_cast<const RowEdge&>(edge).all;
    end = std::min<std::uint64_t>(end, layer_->size());
    for (std::uint64_t i = begin; i < end; ++i) {
      const Key across = reaching(layer_->keys[i]), above = ports(layer_->keys[i]);
      const int room = pieces - layer_->pieces[i] + ones(across);  // dominoes across are counted in both parts
      auto met =
          std::lower_bound(all.begin(), all.end(), across, [](const Met& a, Key key) { return a.reaching < key; });
      for (; met != all.end() && met->reaching == across; ++met)
        if (met->pieces <= room && !(met->ports & above)) return {i, met->profile};
    }
    return {end, 0};
  }

  Found found() const override {
    Found found;
    const auto [pieces, ways] = total();
    found.any = pieces != kFar;
    found.pieces = found.any ? pieces : 0;
    found.ways = words(ways);
    if constexpr (std::is_same_v<Ways, Estimate>) found.at_most = ways.value * 1.000001L;
    return found;
  }

  std::vector<Origin> ends() const override {
    std::vector<Origin> all;
    const Found best = found();
    for (std::size_t i = 0; i < layer_->size(); ++i)
      if (layer_->pieces[i] == best.pieces) all.push_back({i, 0, words(layer_->number(i))});
    return all;
  }

  std::vector<Origin> origins(int step, std::uint64_t profile) const override {
    const Profiles& here = held(step);
    const Profiles& before = held(step - 1);
    if (profile >= here.size()) throw std::out_of_range("there is no such profile");
    const Key key = here.keys[profile];
    const int count = here.pieces[profile];
    const int top = 2 * (query_.columns - 1);
    std::vector<Origin> all;
    const auto look = [&](Key candidate, int cost, Letter letter) {
      const auto it = std::lower_bound(before.keys.begin(), before.keys.end(), candidate);
      if (it == before.keys.end() || *it != candidate) return;
      const auto i = static_cast<std::size_t>(it - before.keys.begin());
      if (before.pieces[i] + cost == count) all.push_back({i, static_cast<int>(letter), words(before.number(i))});
    };
    const auto letter = static_cast<Letter>(static_cast<unsigned>(key & 3));
    const auto on_top = [&](Letter a, Key rest) { return (static_cast<Key>(a) << top) | rest; };
    if (static_cast<Letter>(static_cast<unsigned>(key >> top)) == Letter::open && query_.columns > 1) {
      const Key rest = (key >> 2) & D::lowest(query_.columns - 2);
      const auto second = [&](Letter a) { return static_cast<Key>(a) << (top - 2); };
      look(on_top(Letter::covered, second(Letter::covered) | rest), 1, Letter::open);
      look(on_top(Letter::covered, second(Letter::port) | rest), 1, Letter::open);
      look(on_top(Letter::port, second(Letter::covered) | rest), 1, Letter::open);
      return all;
    }
    const Key rest = key >> 2;
    switch (letter) {
      case Letter::covered:
        look(on_top(Letter::reaching, rest), 0, letter);
        look(on_top(Letter::open, rest), 0, letter);
        break;
      case Letter::reaching:
        look(on_top(Letter::covered, rest), 1, letter);
        look(on_top(Letter::port, rest), 1, letter);
        break;
      default: look(on_top(Letter::covered, rest), 0, letter);
    }
    return all;
  }

 private:
  // Blocks of the layer that are merged into one sorted run of the next. `opening`: the blocks are those of
  // (covered, covered), (covered, port) and (port, covered) cells that a horizontal domino is laid on; else those of
  // the next cell's four letters.
  struct Task {
    bool opening = false, over = false;
    std::array<std::size_t, 4> at{}, end{};
    Profiles out;
  };

  static std::shared_ptr<const Profiles> first_layer() {
    auto layer = std::make_shared<Profiles>();
    layer->push(0, 0, Ways::one());
    return layer;
  }

  struct Met {
    Key reaching, ports;
    int pieces;
    std::uint64_t profile;
  };
  struct RowEdge final : Edge {
    std::vector<Met> all;  // by the dominoes that reach across
  };
  static Key reaching(Key key) { return key & ~(key >> 1) & D::kLow; }
  static Key ports(Key key) { return (key >> 1) & ~key & D::kLow; }

  int cells() const { return query_.rows * query_.columns; }
  Place place(int step) const { return {step / query_.columns, step % query_.columns}; }

  const Profiles& held(int step) const { return step == step_ ? *layer_ : *held_layer(step); }

  std::shared_ptr<const Profiles> held_layer(int step) const {
    const auto it = stored_.find(step);
    if (it == stored_.end()) throw std::logic_error("the layer of this step is not kept");
    return it->second;
  }

  // The least number of dominoes in the layer, and all ways that have it.
  std::pair<int, Ways> total() const {
    int least = kFar;
    Ways sum{};
    for (std::size_t i = 0; i < layer_->size(); ++i) {
      const int count = layer_->pieces[i];
      if (count < least) {
        least = count;
        sum = layer_->number(i);
      } else if (count == least) {
        sum.add(layer_->number(i), query_.modulus);
      }
    }
    return {least, sum};
  }

  void remember() {
    if (step_ >= keep_from_ && step_ <= keep_to_ && step_ % keep_every_ == 0) stored_[step_] = layer_;
  }

  static std::array<std::uint64_t, 2> words(Ways number) {
    if constexpr (std::is_same_v<Ways, Exact>)
      return {static_cast<std::uint64_t>(number.value), static_cast<std::uint64_t>(number.value >> 64)};
    else if constexpr (std::is_same_v<Ways, Residue>)
      return {number.value, 0};
    else
      return {0, 0};
  }

  std::size_t first_from(Key key, std::size_t begin, std::size_t end) const {
    const auto from = layer_->keys.begin();
    return static_cast<std::size_t>(
        std::lower_bound(from + static_cast<std::ptrdiff_t>(begin), from + static_cast<std::ptrdiff_t>(end), key) -
        from);
  }

  void divide() {
    finished_ = 0;
    const int n = query_.columns, top = 2 * (n - 1);
    const auto starts = [&](Letter a, Key rest) { return (static_cast<Key>(a) << top) | rest; };
    const std::size_t size = layer_->size();
    std::array<std::size_t, 5> block{};
    for (unsigned a = 1; a < 4; ++a) block[a] = first_from(starts(static_cast<Letter>(a), 0), 0, size);
    block[4] = size;
    std::vector<std::array<Key, 4>> heads;  // what the blocks' keys begin with
    std::array<std::size_t, 4> begin{}, end{};
    for (unsigned a = 0; a < 4; ++a) begin[a] = block[a], end[a] = block[a + 1];
    cut(false, begin, end, {starts(Letter{0}, 0), starts(Letter{1}, 0), starts(Letter{2}, 0), starts(Letter{3}, 0)});
    if (step_ % n + 1 < n) {
      const auto second = [&](Letter a) { return static_cast<Key>(a) << (top - 2); };
      const std::array<Key, 4> keys{starts(Letter::covered, second(Letter::covered)),
                                    starts(Letter::covered, second(Letter::port)),
                                    starts(Letter::port, second(Letter::covered)), 0};
      const Key after = Key{1} << (top - 2);
      for (int b = 0; b < 3; ++b) {
        begin[b] = first_from(keys[b], 0, size);
        end[b] = first_from(keys[b] + after, 0, size);
      }
      begin[3] = end[3] = 0;
      cut(true, begin, end, keys);
    }
  }

  // Blocks cut across into tasks of about the same size: all keys with the same rest are in one of them.
  void cut(bool opening, const std::array<std::size_t, 4>& begin, const std::array<std::size_t, 4>& end,
           const std::array<Key, 4>& heads) {
    std::size_t longest = 0, sum = 0;
    for (std::size_t b = 0; b < 4; ++b) {
      sum += end[b] - begin[b];
      if (end[b] - begin[b] > end[longest] - begin[longest]) longest = b;
    }
    const std::size_t pieces = pool_->size() == 1 || sum < 4096 ? 1 : 4 * static_cast<std::size_t>(pool_->size());
    std::array<std::size_t, 4> from = begin;
    for (std::size_t piece = 1; piece <= pieces; ++piece) {
      Task task;
      task.opening = opening;
      task.at = from;
      task.end = end;
      if (piece < pieces) {
        const std::size_t mark = begin[longest] + (end[longest] - begin[longest]) * piece / pieces;
        const Key rest = layer_->keys[mark] - heads[longest];
        for (std::size_t b = 0; b < 4; ++b) task.end[b] = first_from(heads[b] + rest, from[b], end[b]);
      }
      from = task.end;
      tasks_.push_back(std::move(task));
    }
  }

  // Merge up to about `left` profiles; how many were read.
  std::uint64_t work(Task& task, std::uint64_t& left) {
    if (task.over) return 0;
    std::uint64_t read = 0;
    const Place next = place(step_ + 1);
    const bool last = step_ / query_.columns + 1 == query_.rows;
    const int top = 2 * (query_.columns - 1);
    const Key rest_of = D::lowest(query_.columns - (task.opening ? 2 : 1));
    const Profiles& in = *layer_;
    const auto head = [&](std::size_t b) {
      return task.at[b] < task.end[b] ? static_cast<Key>(in.keys[task.at[b]] & rest_of) : kNone;
    };
    std::array<Key, 4> heads{head(0), head(1), head(2), head(3)};
    const auto emit = [&](Key key, int pieces, Ways ways) {
      const Misses misses = bounds_.misses(key, next, pieces);
      if (misses.vertical <= query_.bound.vertical && misses.horizontal <= query_.bound.horizontal)
        task.out.push(key, pieces, ways);
    };
    while (read < left) {
      const Key rest = std::min(std::min(heads[0], heads[1]), std::min(heads[2], heads[3]));
      if (rest == kNone) {
        task.over = true;
        break;
      }
      std::array<int, 4> pieces{kFar, kFar, kFar, kFar};
      std::array<Ways, 4> ways{};
      for (std::size_t b = 0; b < 4; ++b) {
        if (heads[b] != rest) continue;
        const std::size_t i = task.at[b]++;
        pieces[b] = in.pieces[i];
        if constexpr (Profiles::kCounted) ways[b] = in.number(i);
        heads[b] = head(b);
        ++read;
      }
      const auto better = [&](std::size_t a, std::size_t b) {  // b's into a's, where it is as good
        if (pieces[b] < pieces[a]) {
          pieces[a] = pieces[b];
          ways[a] = ways[b];
        } else if (pieces[b] == pieces[a] && pieces[b] != kFar) {
          ways[a].add(ways[b], query_.modulus);
        }
      };
      if (task.opening) {
        better(0, 1);
        better(0, 2);
        emit((static_cast<Key>(Letter::open) << top) | (rest << 2), pieces[0] + 1, ways[0]);
        continue;
      }
      better(1, 3);  // the cell is covered already: by the lower half of a vertical domino, or a right half
      const Key key = rest << 2;
      if (pieces[1] != kFar) emit(key | static_cast<Key>(Letter::covered), pieces[1], ways[1]);
      const int above_covered = pieces[0];
      const Ways ways_above = ways[0];
      better(0, 2);
      if (!last && pieces[0] != kFar) emit(key | static_cast<Key>(Letter::reaching), pieces[0] + 1, ways[0]);
      const bool beside_port =
          step_ % query_.columns != 0 && static_cast<Letter>(static_cast<unsigned>(rest & 3)) == Letter::port;
      if (above_covered != kFar && !beside_port) emit(key | static_cast<Key>(Letter::port), above_covered, ways_above);
    }
    left -= std::min(left, read);
    return read;
  }

  void gather() {
    auto next = std::make_shared<Profiles>();
    if (tasks_.size() == 1) {
      *next = std::move(tasks_[0].out);
    } else {
      std::size_t size = 0;
      for (const Task& task : tasks_) size += task.out.size();
      next->reserve(size);
      for (Task& task : tasks_) next->append(std::move(task.out));
    }
    if constexpr (std::is_same_v<Ways, Exact>)
      for (const Ways& number : next->ways) overflowed_ = overflowed_ || number.overflowed();
    tasks_.clear();
    layer_ = std::move(next);
    ++step_;
    // The profiles with the fewest misses are often such that no last row fits below: near the end all stay.
    const bool near_end = step_ > (query_.rows - 2) * query_.columns && step_ > query_.columns;
    if (query_.width && layer_->size() > query_.width * (near_end ? kLastWidth : 1))
      thin(query_.width * (near_end ? kLastWidth : 1));
    remember();
  }

  // Keep the profiles with the fewest misses, about as many as the width says: whole classes of equal misses.
  void thin(std::size_t width) {
    const Place next = place(step_);
    const auto sum = [&](std::size_t i) {
      const Misses misses = bounds_.misses(layer_->keys[i], next, layer_->pieces[i]);
      return static_cast<std::size_t>(std::max(0, misses.vertical + misses.horizontal));
    };
    std::vector<std::size_t> count_mode(static_cast<std::size_t>(query_.bound.vertical + query_.bound.horizontal) + 2);
    for (std::size_t i = 0; i < layer_->size(); ++i) ++count_mode[sum(i)];
    std::size_t most = 0;
    for (std::size_t total = count_mode[0]; most + 1 < count_mode.size() && total + count_mode[most + 1] <= width;
         total += count_mode[++most]) {
    }
    auto thin = std::make_shared<Profiles>();
    std::size_t spare = width;  // of the first class that does not fit as a whole, a part
    for (std::size_t s = 0; s <= most; ++s) spare -= std::min(spare, count_mode[s]);
    const std::size_t all = most + 1 < count_mode.size() ? count_mode[most + 1] : 0;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < layer_->size(); ++i) {
      const std::size_t misses = sum(i);
      bool stays = misses <= most;
      if (misses == most + 1 && spare > 0) {  // evenly from all over the layer
        stays = seen * spare / all != (seen + 1) * spare / all;
        ++seen;
      }
      if (stays) thin->push(layer_->keys[i], layer_->pieces[i], layer_->number(i));
    }
    thinned_ = thinned_ || thin->size() < layer_->size();
    layer_ = std::move(thin);
  }

  static constexpr std::size_t kLastWidth = 100;  // times as many profiles stay in the last two rows
  static constexpr int kFar = std::numeric_limits<int>::max() / 2;

  BoundedQuery query_;
  Bounds<Key> bounds_;
  std::unique_ptr<ThreadPool> pool_;
  std::shared_ptr<const Profiles> layer_;
  std::map<int, std::shared_ptr<const Profiles>> stored_;
  int keep_from_ = 0, keep_to_ = -1, keep_every_ = 1;
  std::vector<Task> tasks_;
  std::uint64_t states_ = 0, finished_ = 0;
  int step_ = 0;
  bool overflowed_ = false, thinned_ = false;
};

}  // namespace tilewright::gunport
