#include "cover/dense.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "cover/dense_kernel.hpp"

namespace tilewright::cover {

namespace {

using namespace dense;

constexpr std::uint32_t finished_mark = 0xffffffffu;

// Shrinking a table costs about as much as judging this many nodes.
constexpr u64 shrink_pays_from = 1000;

// Joined rows are kept for tables of up to this many options: they stay in the second-level cache.
constexpr std::int32_t conflict_limit = 2560;

// A table and the memory that it points into.
struct Store {
  Table table;
  std::int32_t frame = 0;  // the frame that it was made for
  std::vector<u64> rows, clear, conflict, cover;
  std::vector<std::uint32_t> starts, uses, many_starts, many;
  std::vector<std::int32_t> ids;    // options of the problem
  std::vector<std::int32_t> lanes;  // lane -> item of the problem
};

// Builds tables for subsets of a problem's options and primary items.
class Builder {
 public:
  explicit Builder(const Problem& problem)
      : problem_(problem), lane_of_(problem.items, -1), coloured_(problem.coloured()) {
    // A class is an item with a colour: the uses that shut out the same options.
    std::vector<std::vector<std::pair<std::int32_t, std::int32_t>>> seen(problem.items);
    for (const Use& use : problem.uses) {
      auto& known = seen[use.item];
      auto at = std::find_if(known.begin(), known.end(),
                             [&](const auto& entry) { return entry.first == use.colour; });
      if (at == known.end()) {
        known.emplace_back(use.colour, static_cast<std::int32_t>(classes_.size()));
        classes_.push_back(use);
        at = known.end() - 1;
      }
      class_of_.push_back(at->second);
    }
    row_of_.assign(classes_.size(), -1);
    for (std::int32_t i = 0; i < problem.primary; ++i)
      many_.push_back(problem.least[i] != 1 || problem.most[i] != 1);
  }

  bool many(std::int32_t item) const { return many_[item]; }

  // `store.ids` and `store.lanes` say which options and items; the rest is made here.
  void build(Store& store) {
    Table& table = store.table;
    table.options = static_cast<std::int32_t>(store.ids.size());
    table.words = std::max(1, (table.options + 63) / 64);
    table.items = static_cast<std::int32_t>(store.lanes.size());
    table.groups = (table.items + 7) / 8;
    table.open_words = std::max(1, (table.items + 63) / 64);
    store.rows.assign(static_cast<std::size_t>(table.groups) * table.words * 8, 0);
    store.cover.assign(static_cast<std::size_t>(table.options) * table.open_words, 0);
    store.clear.clear();
    store.starts.assign(1, 0);
    store.uses.clear();
    store.many_starts.assign(1, 0);
    store.many.clear();
    touched_.clear();
    for (std::int32_t lane = 0; lane < table.items; ++lane) lane_of_[store.lanes[lane]] = lane;
    for (std::int32_t o = 0; o < table.options; ++o) {
      const std::int32_t first = problem_.offsets[store.ids[o]], last = problem_.offsets[store.ids[o] + 1];
      const std::int32_t word = o >> 6;
      const u64 bit = u64{1} << (o & 63);
      for (std::int32_t k = first; k < last; ++k) {
        const std::int32_t item = problem_.uses[k].item;
        if (item < problem_.primary) {
          const std::int32_t lane = lane_of_[item];
          if (lane < 0) continue;  // it has what it needs, and room left over is none of its bits
          store.rows[(static_cast<std::size_t>(lane >> 3) * table.words + word) * 8 + (lane & 7)] |= bit;
          if (many_[item]) {
            store.many.push_back(lane);
            continue;
          }
          store.cover[static_cast<std::size_t>(o) * table.open_words + (lane >> 6)] |= u64{1} << (lane & 63);
        }
        std::int32_t& row = row_of_[class_of_[k]];
        if (row < 0) {
          row = static_cast<std::int32_t>(touched_.size());
          touched_.push_back(class_of_[k]);
          store.clear.resize(store.clear.size() + table.words, 0);
        }
        store.clear[static_cast<std::size_t>(row) * table.words + word] |= bit;
        store.uses.push_back(row);
      }
      store.starts.push_back(static_cast<std::uint32_t>(store.uses.size()));
      store.many_starts.push_back(static_cast<std::uint32_t>(store.many.size()));
    }
    if (coloured_) except_own_colour(store);
    table.many_group = table.groups;
    for (std::int32_t lane = 0; lane < table.items; ++lane)
      if (many_[store.lanes[lane]]) {
        table.many_group = lane / 8;
        break;
      }
    store.conflict.clear();
    if (table.options <= conflict_limit) join_rows(store);
    for (const std::int32_t item : store.lanes) lane_of_[item] = -1;
    for (const std::int32_t c : touched_) row_of_[c] = -1;
    table.rows = store.rows.data();
    table.clear = store.clear.data();
    table.conflict = store.conflict.empty() ? nullptr : store.conflict.data();
    table.starts = store.starts.data();
    table.uses = store.uses.data();
    table.cover = store.cover.data();
    table.ids = store.ids.data();
    table.many_starts = store.many_starts.data();
    table.many = store.many.data();
  }

 private:
  // A use with a colour shuts out the uses of its item in all other colours, and not its own.
  void except_own_colour(Store& store) {
    const std::size_t words = store.table.words;
    const std::vector<u64> own = store.clear;
    for (std::size_t r = 0; r < touched_.size(); ++r) {
      const Use& mine = classes_[touched_[r]];
      if (mine.item < problem_.primary) continue;
      u64* row = store.clear.data() + r * words;
      for (std::size_t q = 0; q < touched_.size(); ++q)
        if (q != r && classes_[touched_[q]].item == mine.item)
          for (std::size_t w = 0; w < words; ++w) row[w] |= own[q * words + w];
      if (mine.colour)
        for (std::size_t w = 0; w < words; ++w) row[w] &= ~own[r * words + w];
    }
  }

  // The clear rows of each option, joined.
  static void join_rows(Store& store) {
    const std::size_t words = store.table.words;
    store.conflict.assign(store.table.options * words, 0);
    for (std::int32_t o = 0; o < store.table.options; ++o) {
      u64* joined = store.conflict.data() + o * words;
      for (std::uint32_t k = store.starts[o]; k < store.starts[o + 1]; ++k) {
        const u64* row = store.clear.data() + store.uses[k] * words;
        for (std::size_t w = 0; w < words; ++w) joined[w] |= row[w];
      }
    }
  }

  const Problem& problem_;
  std::vector<Use> classes_;
  std::vector<std::int32_t> class_of_;  // per use of the problem
  std::vector<std::int32_t> row_of_;    // per class, while building
  std::vector<std::int32_t> touched_;   // classes with a row, while building
  std::vector<std::int32_t> lane_of_;   // per item, while building
  std::vector<char> many_;              // per primary item
  bool coloured_;
};

// The most levels that a path can have: each takes from what the items may still hold, or ends an
// item that has bounds.
std::size_t deepest(const Problem& problem) {
  std::vector<std::size_t> count(problem.items, 0);
  for (const Use& use : problem.uses) ++count[use.item];
  std::size_t room = 0, many = 0, smallest = problem.items;
  for (std::int32_t i = 0; i < problem.primary; ++i) {
    room += std::min<std::size_t>(problem.most[i], count[i]);
    many += problem.least[i] != 1 || problem.most[i] != 1;
  }
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    std::size_t held = 0;
    for (const Use& use : problem.option(o)) held += use.item < problem.primary;
    smallest = std::min(smallest, held);
  }
  return room / std::max<std::size_t>(1, smallest) + many + 3;
}

class DenseSearch final : public Search {
 public:
  DenseSearch(const Problem& problem, const Settings& settings)
      : Search(Sink(settings.symmetry, settings.capacity)),
        rest_(reduce(problem, settings.prefix)),
        builder_(rest_.problem) {
    machine_.count_only = !settings.symmetry && settings.capacity == 0;
    machine_.shrink_nodes = shrink_pays_from;
    machine_.many = !rest_.problem.plain();
    choose_unit(settings.vectors);
    if (rest_.dead) {
      state_ = State::finished;
      return;
    }
    lay_out();
  }

  Status advance(std::uint64_t budget) override {
    if (state_ == State::finished) return Status::complete;
    if (sink.full()) return Status::full;
    if (budget == 0) return Status::running;
    machine_.stop_at = nodes + budget;
    machine_.nodes = nodes;
    if (state_ == State::fresh) {
      ++machine_.nodes;
      if (!enter_root()) return finish();
      if (frames_[0].item < 0) {
        sink.found(rest_.chosen);
        return finish();
      }
    }
    for (;;) {
      const Event event = run_(machine_);
      nodes = machine_.nodes;
      sink.solutions += machine_.counted;
      machine_.counted = 0;
      switch (event) {
        case Event::shrink:
          shrink();
          break;
        case Event::solution:
          report();
          if (sink.full()) return Status::full;
          break;
        case Event::budget:
          return Status::running;
        case Event::finished:
          return finish();
      }
    }
  }

  double progress() const override {
    if (state_ == State::finished) return 1;
    double share = 0, unit = 1;
    for (std::int32_t k = 0; k <= machine_.top; ++k) {
      const Frame& frame = frames_[k];
      unit /= std::max(1u, frame.branches);
      // The branch being searched is not done yet; that of the top frame is.
      const std::uint32_t begun = frame.branch;
      share += unit * (k == machine_.top || begun == 0 ? begun : begun - 1);
    }
    return std::min(share, 1.0);
  }

  std::vector<std::uint32_t> position() const override {
    if (state_ == State::finished) return {finished_mark};
    std::vector<std::uint32_t> branches;
    for (std::int32_t k = 0; k <= machine_.top; ++k) branches.push_back(frames_[k].branch);
    return branches;
  }

  void restore(std::span<const std::uint32_t> position) override {
    if (state_ != State::fresh && !position.empty() && position[0] == finished_mark) return;
    if (position.empty()) return;
    if (position[0] == finished_mark) {
      if (position.size() > 1) throw std::invalid_argument("the position goes on after its end");
      state_ = State::finished;
      return;
    }
    if (state_ == State::finished || !enter_root() || frames_[0].item < 0)
      throw std::invalid_argument("the position is deeper than the tree");
    for (std::size_t level = 0; level < position.size(); ++level) {
      Frame& frame = frames_[machine_.top];
      Frame& child = frames_[machine_.top + 1];
      if (frame.item < 0 || position[level] > frame.branches)
        throw std::invalid_argument("the position has a branch that the tree does not have");
      for (std::uint32_t k = 0; k < position[level]; ++k)
        if (!branch_(machine_, frame, child))
          throw std::invalid_argument("the position has a branch that the tree does not have");
      if (level + 1 == position.size()) break;
      if (position[level] == 0 || !judge_(machine_, child) || child.item < 0)
        throw std::invalid_argument("the position is deeper than the tree");
      ++machine_.top;
      child.entered = 0;
      if (child.table->words > 1 && 2 * options_left(child) <= 64 * child.table->words) shrink();
    }
    for (std::int32_t k = 0; k <= machine_.top; ++k) frames_[k].entered = nodes;
  }

  Probe probe(std::uint64_t seed) override {
    if (state_ == State::finished) return {0, 0};
    Probe probe{1, 0};
    double weight = 1;
    machine_.nodes = 0;
    if (!enter_root()) weight = 0;
    while (weight > 0 && frames_[machine_.top].item >= 0) {
      Frame& frame = frames_[machine_.top];
      Frame& child = frames_[machine_.top + 1];
      weight *= frame.branches;
      probe.nodes += weight;
      const auto pick = static_cast<std::uint32_t>(next_random(seed) % frame.branches);
      for (std::uint32_t k = 0; k <= pick; ++k) branch_(machine_, frame, child);
      if (!judge_(machine_, child)) {
        weight = 0;
        break;
      }
      ++machine_.top;
    }
    probe.solutions = weight;
    machine_.top = -1;
    state_ = State::fresh;
    return probe;
  }

 private:
  enum class State { fresh, begun, finished };

  void choose_unit(const std::string& wanted) {
    const std::vector<std::string> units = vector_units();
    if (!wanted.empty() && std::find(units.begin(), units.end(), wanted) == units.end())
      throw std::invalid_argument("this machine has no vector unit " + wanted);
    const std::string unit = wanted.empty() ? units.back() : wanted;
    run_ = run_baseline, judge_ = judge_baseline, branch_ = branch_baseline;
#if defined(TILEWRIGHT_X86)
    if (unit == "avx2") run_ = run_avx2, judge_ = judge_avx2, branch_ = branch_avx2;
    if (unit == "avx512") run_ = run_avx512, judge_ = judge_avx512, branch_ = branch_avx512;
#endif
  }

  // The root's table, and room for every frame that a path can have.
  void lay_out() {
    const Problem& problem = rest_.problem;
    Store& root = stores_.emplace_back();
    for (std::int32_t o = 0; o < problem.options(); ++o) root.ids.push_back(o);
    for (std::int32_t i = 0; i < problem.primary; ++i) root.lanes.push_back(i);
    builder_.build(root);
    used_stores_ = 1;
    const std::size_t words = root.table.words, lanes = 8 * root.table.groups;
    const std::size_t many = machine_.many ? lanes : 0;
    const std::size_t stride = 2 * words + root.table.open_words + 2 * many;
    const std::size_t depth = deepest(problem);
    memory_.assign(stride * depth, 0);
    frames_.resize(depth);
    depths_.resize(depth);
    u64* at = memory_.data();
    for (Frame& frame : frames_) {
      frame.table = &root.table;
      frame.active = at;
      frame.rest = at + words;
      frame.open = at + 2 * words;
      if (many) {
        frame.bias = reinterpret_cast<i64*>(frame.open + root.table.open_words);
        frame.room = frame.bias + many;
      }
      at += stride;
    }
    word_bits_.assign(words + 8, 0);
    word_places_.assign(words + 8, 0);
    machine_.words = {word_bits_.data(), word_places_.data(), 0};
    machine_.frames = frames_.data();
    machine_.depths = depths_.data();
  }

  // Judges the root. False when an item cannot be covered; an item of -1 when the root is a solution.
  bool enter_root() {
    state_ = State::begun;
    Frame& root = frames_[0];
    const Store& store = stores_.front();
    root.table = &store.table;
    used_stores_ = 1;
    fill(root, store);
    if (machine_.many)
      for (std::int32_t lane = 0; lane < store.table.items; ++lane) {
        const std::int32_t least = rest_.problem.least[lane];
        root.bias[lane] = 1 - least;
        root.room[lane] = rest_.problem.most[lane];
      }
    root.entered = machine_.nodes;
    machine_.top = 0;
    return judge_(machine_, root);
  }

  // All options and items of a table.
  static void fill(Frame& frame, const Store& store) {
    const Table& table = store.table;
    for (std::int32_t w = 0; w < table.words; ++w)
      frame.active[w] = bits_below(table.options - 64 * w);
    for (std::int32_t w = 0; w < table.open_words; ++w)
      frame.open[w] = bits_below(table.items - 64 * w);
    if (frame.bias)
      for (std::int32_t lane = 0; lane < 8 * table.groups; ++lane) frame.bias[lane] = frame.room[lane] = 0;
  }

  static u64 bits_below(std::int32_t n) {
    return n >= 64 ? ~u64{0} : n <= 0 ? 0 : (u64{1} << n) - 1;
  }

  static std::int32_t options_left(const Frame& frame) {
    std::int32_t left = 0;
    for (std::int32_t w = 0; w < frame.table->words; ++w) left += __builtin_popcountll(frame.active[w]);
    return left;
  }

  // Gives the top frame, which is fresh, a table of just what it has left. The order of options and
  // items is kept, so the tree stays the same.
  void shrink() {
    Frame& frame = frames_[machine_.top];
    const Table& wide = *frame.table;
    while (stores_[used_stores_ - 1].frame >= machine_.top && used_stores_ > 1) --used_stores_;
    const Store& from = store_of(wide);
    if (used_stores_ == stores_.size()) stores_.emplace_back();
    Store& store = stores_[used_stores_++];
    store.frame = machine_.top;
    store.ids.clear();
    store.lanes.clear();
    new_rest_.clear();
    for (std::int32_t w = 0; w < wide.words; ++w)
      for (u64 bits = frame.active[w]; bits; bits &= bits - 1) {
        const int o = 64 * w + __builtin_ctzll(bits);
        if (frame.rest[w] >> (o & 63) & 1) new_rest_.push_back(static_cast<std::int32_t>(store.ids.size()));
        store.ids.push_back(from.ids[o]);
      }
    std::int32_t new_item = -1;
    new_bias_.clear();
    new_room_.clear();
    for (std::int32_t w = 0; w < wide.open_words; ++w)
      for (u64 bits = frame.open[w]; bits; bits &= bits - 1) {
        const int lane = 64 * w + __builtin_ctzll(bits);
        if (lane == frame.item) new_item = static_cast<std::int32_t>(store.lanes.size());
        store.lanes.push_back(from.lanes[lane]);
        if (frame.bias) {
          // Frames carry these from the first group with bounds on only: for the rest, what every
          // open item has that is covered once.
          const bool many = builder_.many(from.lanes[lane]);
          new_bias_.push_back(many ? frame.bias[lane] : 0);
          new_room_.push_back(many ? frame.room[lane] : 1);
        }
      }
    builder_.build(store);
    frame.table = &store.table;
    frame.item = new_item;
    fill(frame, store);
    for (std::int32_t w = 0; w < store.table.words; ++w) frame.rest[w] = 0;
    for (const std::int32_t o : new_rest_) frame.rest[o >> 6] |= u64{1} << (o & 63);
    if (frame.bias) {
      std::copy(new_bias_.begin(), new_bias_.end(), frame.bias);
      std::copy(new_room_.begin(), new_room_.end(), frame.room);
    }
  }

  const Store& store_of(const Table& table) const {
    for (std::size_t k = used_stores_; k-- > 0;)
      if (&stores_[k].table == &table) return stores_[k];
    throw std::logic_error("a frame whose table is gone");
  }

  void report() {
    path_ = rest_.chosen;
    for (std::int32_t k = 0; k <= machine_.top; ++k)
      if (frames_[k].option >= 0)
        path_.push_back(rest_.option_ids[frames_[k].table->ids[frames_[k].option]]);
    sink.found(path_);
  }

  Status finish() {
    nodes = machine_.nodes;
    machine_.top = -1;
    state_ = State::finished;
    return sink.full() ? Status::full : Status::complete;
  }

  Remainder rest_;
  Builder builder_;
  Machine machine_;
  Run run_ = nullptr;
  Judge judge_ = nullptr;
  Branch branch_ = nullptr;
  State state_ = State::fresh;
  std::deque<Store> stores_;      // the root's first; a deque, so that tables stay where they are
  std::size_t used_stores_ = 0;
  std::vector<u64> memory_;       // all frames' arrays
  std::vector<u64> word_bits_;
  std::vector<i64> word_places_;
  std::vector<Frame> frames_;
  std::vector<Depth> depths_;
  std::vector<std::int32_t> path_, new_rest_;
  std::vector<i64> new_bias_, new_room_;
};

}  // namespace

std::unique_ptr<Search> make_dense(const Problem& problem, const Settings& settings) {
  return std::make_unique<DenseSearch>(problem, settings);
}

std::string dense_unsupported(const Problem& problem) {
  const std::size_t words = problem.options() / 64 + 1;
  const std::size_t rows = words * (problem.items + problem.primary) * 8;
  const std::size_t frames = deepest(problem) * (2 * words + problem.primary * 3) * 8;
  if (rows + frames <= (std::size_t{96} << 20)) return "";
  return "its bit rows would take " + std::to_string((rows + frames) >> 20) +
         " MB; at most 96 MB are accepted";
}

}  // namespace tilewright::cover
