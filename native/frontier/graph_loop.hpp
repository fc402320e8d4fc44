// The graph of states of W words.
#pragma once

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cover/search.hpp"
#include "frontier/graph.hpp"
#include "frontier/sweep_loop.hpp"

namespace tilewright::frontier {

// Forwards a sweep that keeps its tables; then backwards, from the end, the value of each state: what the
// options still to be taken add up to, over all ways to the end. A value is a cost, in the mode that minimises,
// and a count of as many limbs as the place needs; a count of 0 says that no way leads to the end. In the mode
// that only lists, a count is 0 or 1.
template <int W>
class GraphOf final : public Graph {
 public:
  enum class Mode { exists, count, least };

  GraphOf(const Question& question, const Demand& demand, const Line& line, Mode mode, const Resources& resources)
      : mode_(mode), sweep_(question.problem, demand, line, Exists{}, resources), chosen_(demand.chosen),
        fixed_(demand.fixed) {
    for (const Charge& charge : demand.charges)
      if (charge.weight != 1) throw std::invalid_argument("a graph of states takes no weights");
    sweep_.keep_tables = true;
    const std::int32_t end = sweep_.layout().end;
    limbs_.assign(end + 1, 0);
    longest_.assign(end + 1, 0);
    longest_[end] = 1;
    limbs_[end] = 1;
    values_.resize(end);
    for (auto& row : values_) row.assign(sweep_.threads(), nullptr);
    filters_.resize(end);
    root_.assign(2, 0);
  }
  ~GraphOf() override {
    for (std::int32_t p = 0; p < std::ssize(values_); ++p)
      for (int t = 0; t < sweep_.threads(); ++t)
        if (values_[p][t]) sweep_.blocks(t).give(values_[p][t], value_bytes(t, p));
  }

  Status advance(std::uint64_t budget) override {
    if (!forwards_done_) {
      const Status status = sweep_.advance(budget);
      if (status != Status::complete) return status;
      forwards_done_ = true;
      place_ = sweep_.layout().end - 1;
      if (sweep_.layout().dead || place_ < sweep_.layout().start_place) complete();
      return complete_ ? Status::complete : Status::running;
    }
    try {
      for (std::uint64_t left = budget; !complete_ && left;) {
        if (!begun_) begin();
        const std::uint64_t done = round(left);
        done_ += done;
        left -= std::min(left, done);
        if (begun_ || place_ >= sweep_.layout().start_place) continue;
        complete();
      }
    } catch (const OutOfMemory&) {
      return Status::memory;
    }
    return complete_ ? Status::complete : Status::running;
  }

  double share() const override {
    if (complete_) return 1;
    if (!forwards_done_)
      return sweep_.places() ? 0.5 * sweep_.place() / sweep_.places() : 0;
    return 0.5 + 0.5 * static_cast<double>(done_) / static_cast<double>(std::max<std::uint64_t>(1, sweep_.states));
  }
  std::uint64_t states() const override { return sweep_.states; }
  std::uint64_t bytes() const override { return sweep_.bytes(); }
  std::uint64_t peak() const override { return sweep_.peak(); }

  std::vector<Word> value() const override {
    if (!complete_) throw std::invalid_argument("the graph is not complete");
    return root_alive() ? root_ : std::vector<Word>{};
  }

  std::vector<std::vector<std::int32_t>> sample(std::uint64_t seed, std::size_t count) const override {
    std::vector<std::vector<std::int32_t>> drawn;
    if (!complete_ || !root_alive()) return drawn;
    if (mode_ == Mode::exists) throw std::invalid_argument("samples need the counts");
    std::uint64_t state = seed;
    for (std::size_t n = 0; n < count; ++n) {
      std::vector<std::int32_t> taken = chosen_;
      Node node{sweep_.layout().start_place, sweep_.layout().start};
      while (node.place < sweep_.layout().end) {
        std::vector<Child> children = children_of(node);
        std::vector<Word> pick = below(total(children), state);
        for (const Child& child : children) {
          if (!subtract(pick, child.count)) {
            if (child.option >= 0) taken.push_back(sweep_.layout().ids[child.option]);
            node = child.node;
            break;
          }
        }
      }
      std::sort(taken.begin(), taken.end());
      drawn.push_back(std::move(taken));
    }
    return drawn;
  }

  std::vector<std::vector<std::int32_t>> walk(std::size_t count) override {
    std::vector<std::vector<std::int32_t>> found;
    while (found.size() < count && step()) {
      std::vector<std::int32_t> taken = chosen_;
      for (const Frame& frame : path_) {
        const std::int32_t option = frame.children[frame.at].option;
        if (option >= 0) taken.push_back(sweep_.layout().ids[option]);
      }
      std::sort(taken.begin(), taken.end());
      found.push_back(std::move(taken));
    }
    return found;
  }

  std::uint64_t skip(std::uint64_t count) override {
    std::uint64_t passed = 0;
    while (passed < count && step()) ++passed;
    return passed;
  }

 private:
  struct Node {
    std::int32_t place;
    Bits<W> state;
  };
  struct Child {
    Node node;
    std::int32_t option;
    std::vector<Word> count;
  };
  struct Frame {
    std::vector<Child> children;
    std::size_t at = 0;
  };
  // A state whose children's slots are being fetched.
  struct Reach {
    std::int32_t place, option;
    Bits<W> key;
    std::uint64_t hash;
  };
  struct Job {
    std::uint64_t slot = 0;
    std::vector<Reach> reached;
  };
  static constexpr int kAhead = 6;

  int head() const { return mode_ == Mode::least ? 1 : 0; }
  int words(std::int32_t place) const { return head() + limbs_[place]; }
  std::uint64_t value_bytes(int t, std::int32_t place) const {
    return sweep_.table(t, place).capacity() * words(place) * sizeof(Word);
  }
  static bool zero(const Word* count, int n) {
    return std::all_of(count, count + n, [](Word w) { return w == 0; });
  }
  bool root_alive() const { return !zero(root_.data() + head(), static_cast<int>(root_.size()) - head()); }

  // The value of a state of a place that is done; null when it was never entered.
  const Word* value_at(std::int32_t place, const Bits<W>& key, std::uint64_t hash) const {
    const int t = sweep_.owner(hash);
    const Table<W>& table = sweep_.table(t, place);
    const Word* slot = table.find(key, hash);
    if (!slot) return nullptr;
    return values_[place][t] + static_cast<std::uint64_t>(slot - table.slot(0)) / W * words(place);
  }

  void begin() {
    const Layout<W>& layout = sweep_.layout();
    std::uint64_t count = 0;
    for (int t = 0; t < sweep_.threads(); ++t) count += sweep_.table(t, place_).count();
    if (mode_ == Mode::exists) {
      limbs_[place_] = 1;
    } else {
      const std::int32_t last = std::min(layout.farthest(place_), layout.end);
      int longest = longest_[layout.end];
      for (std::int32_t p = place_ + 1; p <= last; ++p) longest = std::max(longest, longest_[p]);
      limbs_[place_] = static_cast<int>((longest + std::log2(layout.stages[place_].count + 1.0) + 0.01) / 64) + 1;
    }
    for (int t = 0; t < sweep_.threads(); ++t)
      if (sweep_.table(t, place_).capacity()) values_[place_][t] = sweep_.blocks(t).take(value_bytes(t, place_));
    filter_.prepare(layout, place_, count);
    at_.assign(sweep_.threads(), 0);
    longest_of_.assign(sweep_.threads(), 0);
    begun_ = true;
  }

  // Values of up to `budget` states of the place; how many there were.
  std::uint64_t round(std::uint64_t budget) {
    std::vector<std::uint64_t> done(sweep_.threads(), 0);
    const std::uint64_t share = std::max<std::uint64_t>(256, budget / sweep_.threads());
    sweep_.team().run([&](int t) { done[t] = values(t, share); });
    const bool over = [&] {
      for (int t = 0; t < sweep_.threads(); ++t)
        if (at_[t] < sweep_.table(t, place_).capacity()) return false;
      return true;
    }();
    std::uint64_t sum = 0;
    for (const std::uint64_t d : done) sum += d;
    if (over) {
      longest_[place_] = *std::max_element(longest_of_.begin(), longest_of_.end());
      --place_;
      begun_ = false;
    }
    return sum;
  }

  std::uint64_t values(int t, std::uint64_t share) {
    const Layout<W>& layout = sweep_.layout();
    const Table<W>& table = sweep_.table(t, place_);
    const int n = words(place_);
    std::vector<Job> jobs(kAhead);
    std::uint64_t done = 0, k = at_[t];
    std::size_t first = 0, waiting = 0;
    const auto settle = [&] {
      Job& job = jobs[first % kAhead];
      Word* value = values_[place_][t] + job.slot * n;
      std::fill_n(value, n, 0);
      for (const Reach& r : job.reached) gather(value, r);
      longest_of_[t] = std::max(longest_of_[t], limbs::length(value + head(), limbs_[place_]));
      ++first, --waiting;
    };
    for (; k < table.capacity() && done < share; ++k) {
      const Word* slot = table.slot(k);
      if (Table<W>::empty(slot)) continue;
      ++done;
      if (waiting == kAhead) settle();
      Job& job = jobs[(first + waiting) % kAhead];
      ++waiting;
      job.slot = k;
      job.reached.clear();
      for_each_child(layout, filter_, place_, Table<W>::key(slot),
                     [&](std::int32_t to, const Bits<W>& child, std::int32_t option) {
                       if (to == layout.end) {
                         job.reached.push_back({to, option, child, 0});
                         return;
                       }
                       const std::uint64_t hash = hash_of<W>(child);
                       sweep_.table(sweep_.owner(hash), to).prefetch(hash, W);
                       job.reached.push_back({to, option, child, hash});
                     });
    }
    while (waiting) settle();
    at_[t] = k;
    return done;
  }

  // Adds what lies below a child to the value of a state of place_.
  void gather(Word* value, const Reach& r) const {
    static constexpr Word kOne[2] = {0, 1};
    const Word* from;
    int n = 1;
    if (r.place == sweep_.layout().end) {
      from = mode_ == Mode::least ? kOne : kOne + 1;
    } else {
      from = value_at(r.place, r.key, r.hash);
      n = limbs_[r.place];
    }
    // Not entered: cut off as hopeless.
    if (!from || zero(from + head(), n)) return;
    const int mine = limbs_[place_];
    if (mode_ == Mode::exists) {
      value[0] = 1;
      return;
    }
    if (mode_ == Mode::least) {
      const auto cost = static_cast<std::int64_t>(from[0]) + cost_of(r.option);
      const bool none = zero(value + 1, mine);
      if (!none && cost > static_cast<std::int64_t>(value[0])) return;
      if (none || cost < static_cast<std::int64_t>(value[0])) {
        std::fill_n(value + 1, mine, 0);
        value[0] = static_cast<Word>(cost);
      }
    }
    add_short(value + head(), mine, from + head(), n);
  }

  std::int64_t cost_of(std::int32_t option) const { return option < 0 ? 0 : sweep_.layout().charges[option].cost; }

  // into += from, with perhaps fewer limbs (those above are 0).
  static void add_short(Word* into, int n, const Word* from, int from_n) {
    unsigned char carry = 0;
    for (int k = 0; k < n; ++k) {
      const Word other = k < from_n ? from[k] : 0;
      const Word sum = into[k] + other, more = sum + carry;
      carry = static_cast<unsigned char>((sum < into[k]) | (more < sum));
      into[k] = more;
    }
  }

  void complete() {
    complete_ = true;
    const Layout<W>& layout = sweep_.layout();
    root_.assign(1 + head(), 0);
    if (layout.dead) return;
    if (layout.start_place == layout.end) {
      root_[head()] = 1;
    } else {
      const Word* value = value_at(layout.start_place, layout.start, hash_of<W>(layout.start));
      root_.assign(value, value + words(layout.start_place));
    }
    if (mode_ == Mode::least) root_[0] += static_cast<Word>(fixed_.cost);
  }

  // The children of a node that lead to solutions (to best ones, when minimising), with their counts.
  std::vector<Child> children_of(const Node& node) const {
    const Layout<W>& layout = sweep_.layout();
    if (!filters_[node.place]) {
      filters_[node.place] = std::make_unique<Filter<W>>();
      filters_[node.place]->prepare(layout, node.place, layout.end <= kManyPlaces ? ~std::uint32_t{0} : 0);
    }
    std::vector<Child> children;
    std::int64_t best = 0;
    for_each_child(layout, *filters_[node.place], node.place, node.state,
                   [&](std::int32_t to, const Bits<W>& state, std::int32_t option) {
                     Child child{{to, state}, option, {}};
                     std::int64_t cost = cost_of(option);
                     if (to == layout.end) {
                       child.count = {1};
                     } else {
                       const Word* value = value_at(to, state, hash_of<W>(state));
                       if (!value || zero(value + head(), limbs_[to])) return;
                       if (mode_ == Mode::least) cost += static_cast<std::int64_t>(value[0]);
                       if (mode_ != Mode::exists) child.count.assign(value + head(), value + words(to));
                     }
                     if (mode_ == Mode::least) {
                       if (!children.empty() && cost > best) return;
                       if (cost < best) children.clear();
                       best = cost;
                     }
                     children.push_back(std::move(child));
                   });
    return children;
  }

  static std::vector<Word> total(const std::vector<Child>& children) {
    std::size_t n = 0;
    for (const Child& child : children) n = std::max(n, child.count.size());
    std::vector<Word> sum(n + 1, 0);
    for (const Child& child : children)
      add_short(sum.data(), static_cast<int>(sum.size()), child.count.data(), static_cast<int>(child.count.size()));
    return sum;
  }

  // A number below `total`, each equally likely: as many random bits as it has, again until they are below.
  static std::vector<Word> below(const std::vector<Word>& total, std::uint64_t& state) {
    const int bits = limbs::length(total.data(), static_cast<int>(total.size()));
    std::vector<Word> number(total.size());
    do {
      for (std::size_t k = 0; k < number.size(); ++k) {
        const int here = std::clamp(bits - 64 * static_cast<int>(k), 0, 64);
        number[k] = here ? cover::next_random(state) >> (64 - here) : 0;
      }
    } while (!std::lexicographical_compare(number.rbegin(), number.rend(), total.rbegin(), total.rend()));
    return number;
  }

  // number -= amount if it is not less; otherwise false and the number stays.
  static bool subtract(std::vector<Word>& number, const std::vector<Word>& amount) {
    std::vector<Word> other = amount;
    other.resize(number.size(), 0);
    if (std::lexicographical_compare(number.rbegin(), number.rend(), other.rbegin(), other.rend())) return false;
    Word borrow = 0;
    for (std::size_t k = 0; k < number.size(); ++k) {
      const Word less = number[k] - other[k], least = less - borrow;
      borrow = (number[k] < other[k]) | (less < borrow);
      number[k] = least;
    }
    return true;
  }

  // On to the next solution: `path_` then tells it.
  bool step() {
    if (!complete_ || !root_alive() || walked_) return false;
    Node node{sweep_.layout().start_place, sweep_.layout().start};
    if (started_) {
      while (!path_.empty() && ++path_.back().at == path_.back().children.size()) path_.pop_back();
      if (path_.empty()) {
        walked_ = true;
        return false;
      }
      node = path_.back().children[path_.back().at].node;
    }
    started_ = true;
    while (node.place < sweep_.layout().end) {
      path_.push_back({children_of(node), 0});
      node = path_.back().children[0].node;
    }
    return true;
  }

  static constexpr std::int32_t kManyPlaces = 2000;  // with more no filters are kept for walks

  Mode mode_;
  SweepOf<W, Exists> sweep_;
  std::vector<std::int32_t> chosen_;
  Charge fixed_;
  Filter<W> filter_;
  mutable std::vector<std::unique_ptr<Filter<W>>> filters_;
  std::vector<int> limbs_, longest_;          // per place: of a count; of the longest count in bits
  std::vector<std::vector<Word*>> values_;    // per place and thread, by slot of its table
  std::vector<std::uint64_t> at_;             // per thread: the next slot
  std::vector<int> longest_of_;
  std::vector<Word> root_;
  std::vector<Frame> path_;
  std::uint64_t done_ = 0;
  std::int32_t place_ = 0;
  bool forwards_done_ = false, begun_ = false, complete_ = false, started_ = false, walked_ = false;
};

template <int W>
std::unique_ptr<Graph> make_graph_of(const Question& question, const Demand& demand, const Line& line,
                                     const std::string& ring, const Resources& resources) {
  using Of = GraphOf<W>;
  const auto mode = ring == "exists" ? Of::Mode::exists : ring == "count" ? Of::Mode::count : Of::Mode::least;
  return std::make_unique<Of>(question, demand, line, mode, resources);
}

extern template std::unique_ptr<Graph> make_graph_of<1>(const Question&, const Demand&, const Line&,
                                                        const std::string&, const Resources&);
extern template std::unique_ptr<Graph> make_graph_of<2>(const Question&, const Demand&, const Line&,
                                                        const std::string&, const Resources&);
extern template std::unique_ptr<Graph> make_graph_of<4>(const Question&, const Demand&, const Line&,
                                                        const std::string&, const Resources&);
extern template std::unique_ptr<Graph> make_graph_of<16>(const Question&, const Demand&, const Line&,
                                                         const std::string&, const Resources&);

}  // namespace tilewright::frontier
