#include "solving/search/dense.hpp"

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "simd/instruction_sets.hpp"
#include "solving/search/dense_kernels.hpp"
#include "solving/search/dense_table.hpp"

namespace tilewright::search {

namespace {

using namespace dense;

constexpr std::uint32_t kFinishedMark = 0xffffffffu;

// The most levels that a path can have: each takes from what the items may still hold, or ends an
// item that has bounds.
std::size_t max_depth(const Problem& problem) {
  std::vector<std::size_t> count(problem.items, 0);
  for (const Use& use : problem.uses) ++count[use.item];
  std::size_t room = 0, bounded = 0, smallest = problem.items;
  for (std::int32_t i = 0; i < problem.primary; ++i) {
    room += std::min<std::size_t>(problem.most[i], count[i]);
    bounded += problem.least[i] != 1 || problem.most[i] != 1;
  }
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    std::size_t held = 0;
    for (const Use& use : problem.option(o)) held += use.item < problem.primary;
    smallest = std::min(smallest, held);
  }
  return room / std::max<std::size_t>(1, smallest) + bounded + 3;
}

class DenseSearch final : public Search {
 public:
  DenseSearch(const Problem& problem, const Settings& settings, bool forward_checking)
      : Search(Sink(settings.symmetry, settings.capacity)),
        prefix_(settings.prefix),
        rest_(reduce(problem, settings.prefix)),
        classes_(rest_.problem) {
    context_.count_only = !settings.symmetry && settings.capacity == 0;
    context_.bounded = !rest_.problem.plain();
    context_.forward_checking = forward_checking;
    kernels_ = simd::dispatch<simd::Baseline, simd::Neon, simd::Avx2, simd::Avx512>(
        settings.instruction_set, [](auto set) { return dense::kernels<decltype(set)>(); });
    if (rest_.dead) {
      state_ = State::finished;
      return;
    }
    allocate();
  }

  Status advance(std::uint64_t budget) override {
    if (state_ == State::finished) return Status::complete;
    if (sink.full()) return Status::full;
    if (budget == 0) return Status::running;
    context_.stop_at = nodes + budget;
    context_.nodes = nodes;
    if (state_ == State::fresh) {
      ++context_.nodes;
      if (!enter_root()) return finish();
      if (frames_[0].item < 0) {
        sink.found(rest_.chosen);
        return finish();
      }
    }
    for (;;) {
      const Event event = kernels_.run(context_);
      nodes = context_.nodes;
      sink.solutions += context_.counted;
      context_.counted = 0;
      switch (event) {
        case Event::shrink: shrink(); break;
        case Event::solution:
          report();
          if (sink.full()) return Status::full;
          break;
        case Event::budget: return Status::running;
        case Event::finished: return finish();
        case Event::other_width:  // never leaves the loop
          break;
      }
    }
  }

  double progress() const override {
    if (state_ == State::finished) return 1;
    double share = 0, unit = 1;
    for (std::int32_t k = 0; k <= context_.top; ++k) {
      const Frame& frame = frames_[k];
      unit /= std::max(1u, frame.branches);
      // The branch being searched is not done yet; that of the top frame is.
      const std::uint32_t begun = frame.branch;
      share += unit * (k == context_.top || begun == 0 ? begun : begun - 1);
    }
    return std::min(share, 1.0);
  }

  std::vector<std::uint32_t> position() const override {
    if (state_ == State::finished) return {kFinishedMark};
    std::vector<std::uint32_t> branches;
    for (std::int32_t k = 0; k <= context_.top; ++k) branches.push_back(frames_[k].branch);
    return branches;
  }

  void restore(std::span<const std::uint32_t> position) override {
    if (position.empty()) return;
    if (position[0] == kFinishedMark) {
      if (position.size() > 1) throw std::invalid_argument("the position goes on after its end");
      state_ = State::finished;
      return;
    }
    if (state_ == State::finished || !enter_root() || frames_[0].item < 0)
      throw std::invalid_argument("the position is deeper than the tree");
    for (std::size_t level = 0; level < position.size(); ++level) {
      Frame& frame = frames_[context_.top];
      Frame& child = frames_[context_.top + 1];
      if (frame.item < 0 || position[level] > frame.branches)
        throw std::invalid_argument("the position has a branch that the tree does not have");
      for (std::uint32_t k = 0; k < position[level]; ++k)
        if (!kernels_.branch(context_, frame, child))
          throw std::invalid_argument("the position has a branch that the tree does not have");
      if (level + 1 == position.size()) break;
      if (position[level] == 0 || !kernels_.choose_item(context_, child) || child.item < 0)
        throw std::invalid_argument("the position is deeper than the tree");
      ++context_.top;
      child.entered_at = 0;
      if (child.table->words > 1 && 2 * child.options_left <= 64 * child.table->words) shrink();
    }
    for (std::int32_t k = 0; k <= context_.top; ++k) frames_[k].entered_at = nodes;
  }

  std::vector<Part> remainder() const override {
    if (state_ == State::finished) return {};
    if (state_ == State::fresh) return {{prefix_, 1.0}};
    const Problem& problem = rest_.problem;
    Covered covered(problem);
    std::vector<char> left_out(problem.options(), 0);
    std::vector<Fork> path;
    for (std::int32_t k = 0; k <= context_.top; ++k) {
      const Frame& frame = frames_[k];
      const Table& table = *frame.table;
      const std::int32_t word = frame.item >> 6, bit = frame.item & 63;
      const bool bounded = table.bounded[word] >> bit & 1;
      Fork fork;
      fork.branches = frame.branches;
      fork.several = bounded && frame.capacity[frame.item] > 1;
      const u64* row = table.rows + static_cast<i64>(frame.item >> 3) * table.words * 8 + (frame.item & 7);
      const std::size_t to_come = frame.branches - frame.branch;
      std::int32_t option = -1;  // of the reduced problem, like those of `row`
      for (std::int32_t w = 0; w < table.words; ++w)
        for (u64 bits = row[8 * w]; bits; bits &= bits - 1) {
          const std::int32_t at = 64 * w + __builtin_ctzll(bits), o = table.ids[at];
          const u64 one = bits & -bits;
          if (frame.untried[w] & one) {
            if (fork.later.size() < to_come) fork.later.push_back(rest_.option_ids[o]);
          } else if (at == frame.option) {
            option = o;
          } else if (bounded && !(frame.active[w] & one) && !left_out[o] &&
                     covered.admits(problem, problem.option(o))) {
            // Tried, or found to be in no solution that is left: to be left out in either case.
            fork.done.push_back(rest_.option_ids[o]);
            left_out[o] = 1;
          }
        }
      fork.none_later = fork.later.size() < to_come;
      if (option >= 0) {
        fork.option = rest_.option_ids[option];
        left_out[option] = 1;
        for (const Use& use : problem.option(option)) covered.take(use);
      }
      path.push_back(std::move(fork));
    }
    return remaining_parts(prefix_, path);
  }

  Probe probe(std::uint64_t seed) override {
    if (state_ == State::finished) return {0, 0};
    Probe probe{1, 0};
    double weight = 1;
    context_.nodes = 0;
    if (!enter_root()) weight = 0;
    while (weight > 0 && frames_[context_.top].item >= 0) {
      Frame& frame = frames_[context_.top];
      Frame& child = frames_[context_.top + 1];
      weight *= frame.branches;
      probe.nodes += weight;
      const auto pick = static_cast<std::uint32_t>(next_random(seed) % frame.branches);
      for (std::uint32_t k = 0; k <= pick; ++k) kernels_.branch(context_, frame, child);
      if (!kernels_.choose_item(context_, child)) {
        weight = 0;
        break;
      }
      ++context_.top;
    }
    probe.solutions = weight;
    context_.top = -1;
    state_ = State::fresh;
    return probe;
  }

 private:
  enum class State { fresh, begun, finished };

  // The root's table, and room for every frame that a path can have.
  void allocate() {
    const Problem& problem = rest_.problem;
    TableStorage& root = storages_.emplace_back();
    root.forward_checking = context_.forward_checking;
    root.fill_from(problem, classes_);
    used_storages_ = 1;
    // Whole vectors are stored, so rows of words end with a vector.
    const std::size_t words = (root.table.words + 7) / 8 * 8, lanes = 8 * root.table.groups;
    const std::size_t bounded = context_.bounded ? lanes : 0;
    const std::size_t open = (root.table.open_words + 7) / 8 * 8;
    const std::size_t recorded = context_.forward_checking ? open + lanes : 0;
    const std::size_t stride = 2 * words + open + recorded + 2 * bounded;
    const std::size_t depth = max_depth(problem);
    memory_.assign(stride * depth, 0);
    frames_.resize(depth);
    u64* at = memory_.data();
    for (Frame& frame : frames_) {
      frame.table = &root.table;
      frame.active = at;
      frame.untried = at + words;
      frame.open = at + 2 * words;
      if (recorded) {
        frame.stale = frame.open + open;
        frame.option_counts = reinterpret_cast<i64*>(frame.stale + open);
      }
      if (bounded) {
        frame.bias = reinterpret_cast<i64*>(frame.open + open + recorded);
        frame.capacity = frame.bias + bounded;
      }
      at += stride;
    }
    word_bits_.assign(2 * (words + 8), 0);
    word_ats_.assign(words + 8, 0);
    word_places_.assign(2 * (words + 8), 0);
    context_.words.bits = word_bits_.data();
    context_.words.packed = word_bits_.data() + words + 8;
    context_.words.at = word_ats_.data();
    context_.words.place = word_places_.data();
    context_.words.shift = word_places_.data() + words + 8;
    context_.starts = classes_.starts.data();
    context_.uses = classes_.uses.data();
    context_.bound_starts = classes_.bound_starts.data();
    context_.bound = classes_.bound.data();
    context_.primary = problem.primary;
    context_.classes = static_cast<std::int32_t>(classes_.of.size());
    context_.frames = frames_.data();
    dead_groups_.resize(depth);
    subtree_stats_.resize(problem.options() / 8 + 1);
    context_.dead_groups = dead_groups_.data();
    context_.subtree_stats = subtree_stats_.data();
  }

  // Evaluates the root. False when an item cannot be covered; an item of -1 when the root is a solution.
  bool enter_root() {
    state_ = State::begun;
    Frame& root = frames_[0];
    TableStorage& store = storages_.front();
    root.table = &store.table;
    used_storages_ = 1;
    fill(root, store);
    if (context_.bounded)
      for (std::int32_t lane = 0; lane < store.table.items; ++lane) {
        const std::int32_t least = rest_.problem.least[lane];
        root.bias[lane] = 1 - least;
        root.capacity[lane] = rest_.problem.most[lane];
      }
    root.entered_at = context_.nodes;
    root.options_left = store.table.options;
    context_.top = 0;
    return kernels_.choose_item(context_, root);
  }

  // All options and items of a table.
  static void fill(Frame& frame, const TableStorage& store) {
    const Table& table = store.table;
    for (std::int32_t w = 0; w < table.words; ++w) frame.active[w] = bits_below(table.options - 64 * w);
    for (std::int32_t w = 0; w < table.open_words; ++w) frame.open[w] = bits_below(table.items - 64 * w);
    if (frame.bias)
      for (std::int32_t lane = 0; lane < 8 * table.groups; ++lane) frame.bias[lane] = frame.capacity[lane] = 0;
  }

  // Gives the top frame, which is fresh, a table of just what it has left.
  void shrink() {
    Frame& frame = frames_[context_.top];
    while (storages_[used_storages_ - 1].frame >= context_.top && used_storages_ > 1) --used_storages_;
    if (used_storages_ == storages_.size()) storages_.emplace_back().forward_checking = context_.forward_checking;
    TableStorage& store = storages_[used_storages_++];
    store.frame = context_.top;
    std::int32_t items = 0;
    for (std::int32_t w = 0; w < frame.table->open_words; ++w) items += __builtin_popcountll(frame.open[w]);
    store.resize(frame.options_left, items, classes_, rest_.problem.primary);
    kernels_.extract(context_, frame, store.table);
  }

  void report() {
    path_ = rest_.chosen;
    for (std::int32_t k = 0; k <= context_.top; ++k)
      if (frames_[k].option >= 0) path_.push_back(rest_.option_ids[frames_[k].table->ids[frames_[k].option]]);
    sink.found(path_);
  }

  Status finish() {
    nodes = context_.nodes;
    context_.top = -1;
    state_ = State::finished;
    return sink.full() ? Status::full : Status::complete;
  }

  std::vector<Decision> prefix_;
  Remainder rest_;
  Classes classes_;
  Context context_;
  Kernels kernels_{};
  State state_ = State::fresh;
  std::deque<TableStorage> storages_;  // the root's first; a deque, so that tables stay where they are
  std::size_t used_storages_ = 0;
  Lines memory_;  // all frames' arrays
  Lines word_bits_;
  std::vector<i64, LineAllocator<i64>> word_ats_;
  std::vector<std::int32_t> word_places_;
  std::vector<Frame> frames_;
  std::vector<std::int32_t> dead_groups_;
  std::vector<SubtreeStats> subtree_stats_;
  std::vector<std::int32_t> path_;
};

}  // namespace

std::unique_ptr<Search> make_dense(const Problem& problem, const Settings& settings) {
  return std::make_unique<DenseSearch>(problem, settings, false);
}

std::unique_ptr<Search> make_forward_checking(const Problem& problem, const Settings& settings) {
  return std::make_unique<DenseSearch>(problem, settings, true);
}

std::string dense_unsupported(const Problem& problem) {
  const std::size_t words = problem.options() / 64 + 1;
  // A row for each primary item, and one for each class of uses.
  const std::size_t classes = problem.coloured() ? Classes(problem).of.size() : problem.items;
  const std::size_t rows = words * (classes + problem.primary) * 8;
  const std::size_t frames = max_depth(problem) * (2 * words + problem.primary * 3) * 8;
  if (rows + frames <= (std::size_t{96} << 20)) return "";
  return "its bit rows would take " + std::to_string((rows + frames) >> 20) + " MB; at most 96 MB are accepted";
}

}  // namespace tilewright::search
