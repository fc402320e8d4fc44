#include "solving/search/dancing.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "solving/search/dancing_lists.hpp"

namespace tilewright::search {

namespace {

// A primary item's size counts its options that are alive. Items that are done carry a flag above
// it, so that one comparison tells "nothing left" and one scan finds the smallest. Secondary items
// need no count; the size of one is 0, or `flag` once all its options left have one colour.
constexpr std::int32_t kDoneFlag = 1 << 30;

struct Level {
  std::int32_t item;
  std::int32_t degree;
  std::int32_t branch;  // the one taken, or, at the deepest level, the next to take
  std::int32_t first;   // where its options start in ways_
  std::int32_t ways;    // how many options it has
  std::int32_t mark;    // options gone before a branch is taken
  std::int32_t lists;   // which lists are in use
  std::int32_t option;  // chosen by the branch taken; -1: none of the rest
};

// Bounded: some primary item has bounds other than 1..1. Coloured: some use has a colour.
template <bool Bounded, bool Coloured>
class DancingCells final : public Search {
 public:
  DancingCells(const Remainder& rest, const Settings& settings)
      : Search(Sink(settings.symmetry, settings.capacity)),
        items_(rest.problem.items),
        primary_(rest.problem.primary),
        options_(rest.problem.options()),
        spans_(make_spans(rest.problem)),
        prefix_(settings.prefix),
        option_ids_(rest.option_ids),
        found_(rest.chosen),
        finished_(rest.dead) {
    const Problem& problem = rest.problem;
    uses_.reserve(problem.uses.size());
    for (const Use& use : problem.uses) uses_.push_back(use.item);
    if constexpr (Coloured)
      for (const Use& use : problem.uses) colours_.push_back(use.colour);
    const std::int32_t sizes = Coloured ? items_ : primary_;
    state_.assign(Bounded ? sizes + 2 * primary_ : sizes, 0);
    size_ = state_.data();
    for (const Use& use : problem.uses)
      if (use.item < primary_) ++size_[use.item];
    lists_ = make_lists<Coloured>(problem);
    if constexpr (Bounded) {
      least_ = size_ + sizes;
      most_ = least_ + primary_;
      std::copy(problem.least.begin(), problem.least.end(), least_);
      std::copy(problem.most.begin(), problem.most.end(), most_);
    }
    gone_.assign(options_, 0);
    trail_.assign(options_ + 1, 0);
    ways_.resize(uses_.size() + 1);
    levels_.reserve(primary_ + 1);
    fresh_ = state_;
  }

  Status advance(std::uint64_t budget) override {
    if (!started_ && !finished_) {
      if (sink.full()) return Status::full;
      if (budget == 0) return Status::running;
      --budget;
      ++nodes;
      start();
    }
    while (!finished_) {
      if (sink.full()) return Status::full;
      if (budget == 0) return Status::running;
      --budget;
      ++nodes;
      if (!take_branch()) {
        go_on();
        continue;
      }
      const std::int32_t item = pick();
      if (item >= 0) {
        push(item);
      } else {
        report();
        go_on();
      }
    }
    return Status::complete;
  }

  double progress() const override {
    if (finished_) return 1;
    double share = 0;
    // From the deepest level up: each step is monotone, so rounding cannot make the share fall.
    for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
      share = (level->branch + share) / level->degree;
    return share;
  }

  // Each number but the last is a branch that was taken, the last is the next to take. Empty: not
  // started. A finished search has one number, the degree of the root.
  std::vector<std::uint32_t> position() const override {
    if (finished_) return {static_cast<std::uint32_t>(root_degree_)};
    std::vector<std::uint32_t> position;
    for (const Level& level : levels_) position.push_back(level.branch);
    return position;
  }

  void restore(std::span<const std::uint32_t> position) override {
    if (position.empty()) return;
    if (finished_ || !follow(position)) {
      const bool at_end = finished_ && position.size() == 1 && position[0] == static_cast<std::uint32_t>(root_degree_);
      if (!at_end) {
        if (started_) reset();
        throw std::invalid_argument("the position is not one of this search");
      }
    }
  }

  std::vector<Part> remainder() const override {
    if (finished_) return {};
    if (!started_) return {{prefix_, 1.0}};
    std::vector<Fork> path;
    for (const Level& level : levels_) {
      Fork fork;
      fork.branches = level.degree;
      // More often than `leaves_out` says: what may be covered once from here on may have been covered before.
      if constexpr (Bounded) fork.several = fresh_[most_ - size_ + level.item] > 1;
      const bool deepest = &level == &levels_.back();
      const auto way = [&](std::int32_t k) { return option_ids_[ways_[level.first + k]]; };
      for (std::int32_t k = 0; k < std::min(level.ways, level.branch); ++k) fork.done.push_back(way(k));
      if (!deepest && level.option >= 0) fork.option = option_ids_[level.option];
      const std::int32_t next = level.branch + !deepest;
      for (std::int32_t k = next; k < std::min(level.ways, level.degree); ++k) fork.later.push_back(way(k));
      fork.none_later = next < level.degree && level.degree > level.ways;
      path.push_back(std::move(fork));
    }
    return remaining_parts(prefix_, path);
  }

  Probe probe(std::uint64_t seed) override {
    Probe probe{0, 0};
    if (finished_) return probe;
    double weight = 1;
    bool alive = true;
    probing_ = true;
    while (alive) {
      probe.nodes += weight;
      const std::int32_t item = pick();
      if (item == -1) probe.solutions += weight;
      if (item < 0) break;
      push(item);
      const std::int32_t degree = levels_.back().degree;
      const std::uint32_t branch = next_random(seed) % degree;
      // A branch that the ones before it leave no room for is not a node: it adds nothing.
      alive = skip_to(branch);
      weight *= degree;
      if (alive && !take_branch()) {
        probe.nodes += weight;
        alive = false;
      }
    }
    probing_ = false;
    reset();
    return probe;
  }

 private:
  // Makes shorter lists when half of the options that the present ones were made of are gone.
  void shorten_lists() {
    const std::int32_t alive = options_ - gone_count_;
    const Lists<Coloured>& from = lists_[lists_in_use_];
    if (alive < kMinCompacted || alive > from.alive / 2) return;
    Lists<Coloured>& to = lists_[++lists_in_use_];
    to.alive = alive;
    compact(from, to, gone_.data(),
            [&](std::int32_t i) { return i < primary_ ? (size_[i] & (kDoneFlag - 1)) == 0 : agreed(i); });
  }

  // Whether all options left of a secondary item have the one colour that it is to have.
  bool agreed(std::int32_t item) const {
    if constexpr (Coloured)
      return size_[item] == kDoneFlag;
    else
      return false;
  }

  // The item to branch on; -1 when none is left, -2 when one cannot be covered.
  std::int32_t pick() const {
    std::int32_t fewest = kDoneFlag;
    if constexpr (Bounded) {
      for (std::int32_t i = 0; i < primary_; ++i) {
        const std::int32_t key = (size_[i] | least_[i]) == 0 ? kDoneFlag : size_[i] + 1 - least_[i];
        fewest = std::min(fewest, key);
      }
      if (fewest <= 0) return -2;
      // Done items keep their flag: least never reaches up there.
      if (fewest >= kDoneFlag) return -1;
      for (std::int32_t i = 0;; ++i)
        if (size_[i] + 1 - least_[i] == fewest && (size_[i] | least_[i]) != 0) return i;
    } else {
      for (std::int32_t i = 0; i < primary_; ++i) fewest = std::min(fewest, size_[i]);
      if (fewest >= kDoneFlag) return -1;
      if (fewest == 0) return -2;
      for (std::int32_t i = 0;; ++i)
        if (size_[i] == fewest) return i;
    }
  }

  // Counts the options of the trail from `first` on out of their items; false at once when one of
  // them cannot be covered any more. Here the search spends most of its time.
  bool count_out(std::int32_t first) {
    std::int32_t* const size = size_;
    const std::int32_t* const least = least_;
    const Span* const spans = spans_.data();
    const std::int32_t* const uses = uses_.data();
    const std::int32_t* const end = trail_.data() + gone_count_;
    char* const gone = gone_.data();
    for (const std::int32_t* option = trail_.data() + first; option != end; ++option) {
      const std::int32_t o = *option;
      const std::int32_t* const last = uses + spans[o].primary_end;
      gone[o] = 1;
      for (const std::int32_t* use = uses + spans[o].begin; use != last; ++use) {
        if constexpr (Bounded) {
          if (--size[*use] < least[*use]) return false;
        } else {
          if (--size[*use] == 0) return false;
        }
      }
    }
    return true;
  }

  bool drop(std::int32_t o) {
    trail_[gone_count_++] = o;
    return count_out(gone_count_ - 1);
  }

  // Drops the options of an item; given a colour, only those of other colours.
  bool drop_list(std::int32_t item, std::int32_t colour) {
    const Lists<Coloured>& lists = lists_[lists_in_use_];
    const Entry<Coloured>* at = lists.entries.data() + lists.begin[item];
    const Entry<Coloured>* const end = lists.entries.data() + lists.begin[item + 1];
    const char* const gone = gone_.data();
    const std::int32_t first = gone_count_;
    std::int32_t* next = trail_.data() + first;
    for (; at != end; ++at) {
      *next = at->option;
      if constexpr (Coloured)
        next += !gone[at->option] & (colour == 0 || at->colour != colour);
      else
        next += !gone[at->option];
    }
    gone_count_ = static_cast<std::int32_t>(next - trail_.data());
    return count_out(first);
  }

  // Chooses an option; false when an item cannot be covered any more: then the state is half done.
  bool choose(std::int32_t o) {
    const auto [begin, primary_end, end] = spans_[o];
    if constexpr (Bounded) {
      for (std::int32_t u = begin; u < primary_end; ++u) {
        const std::int32_t i = uses_[u];
        if (least_[i] > 0) --least_[i];
        if (--most_[i] == 0) size_[i] |= kDoneFlag;
      }
    } else {
      for (std::int32_t u = begin; u < primary_end; ++u) size_[uses_[u]] |= kDoneFlag;
    }
    if constexpr (Bounded || Coloured)
      if (!drop(o)) return false;
    for (std::int32_t u = begin; u < end; ++u) {
      const std::int32_t i = uses_[u];
      std::int32_t colour = 0;
      if constexpr (Bounded)
        if (u < primary_end && !(size_[i] & kDoneFlag)) continue;
      if constexpr (Coloured) {
        colour = colours_[u];
        if (u >= primary_end) {
          if (agreed(i)) continue;
          if (colour) size_[i] = kDoneFlag;
        }
      }
      if (!drop_list(i, colour)) return false;
    }
    return true;
  }

  // Whether the branches of a level leave out the options before theirs. An item that is covered
  // once at most has no need: its options exclude each other.
  bool leaves_out(const Level& level) const {
    if constexpr (Bounded)
      return most_[level.item] > 1;
    else
      return false;
  }

  void push(std::int32_t item) {
    shorten_lists();
    const std::size_t depth = levels_.size();
    std::int32_t first = 0;
    if (depth) first = levels_.back().first + levels_.back().ways;
    Level level{item, size_[item], 0, first, size_[item], gone_count_, lists_in_use_, -1};
    if constexpr (Bounded) {
      level.degree = size_[item] + 1 - least_[item];
      if (ways_.size() < static_cast<std::size_t>(first + level.ways) + 1) ways_.resize(2 * (first + level.ways) + 1);
    }
    const Lists<Coloured>& lists = lists_[lists_in_use_];
    std::int32_t n = first;
    for (std::int32_t at = lists.begin[item]; at < lists.begin[item + 1]; ++at) {
      ways_[n] = lists.entries[at].option;
      n += !gone_[lists.entries[at].option];
    }
    levels_.push_back(level);
    if (saved_.size() <= depth) saved_.emplace_back();
    save();
  }

  void save() {
    // What is never gone back to need not be kept: many levels of a large board take no memory.
    const Level& level = levels_.back();
    if (probing_ || level.branch + 1 >= level.degree) return;
    saved_[levels_.size() - 1] = state_;
  }

  // Back to the state before the branch of the deepest level was taken.
  void undo() {
    const Level& level = levels_.back();
    while (gone_count_ > level.mark) gone_[trail_[--gone_count_]] = 0;
    lists_in_use_ = level.lists;
    std::memcpy(state_.data(), saved_[levels_.size() - 1].data(), state_.size() * sizeof(std::int32_t));
  }

  // Takes the next branch of the deepest level; false when it is seen to be hopeless.
  bool take_branch() {
    Level& level = levels_.back();
    level.option = level.branch < level.ways ? ways_[level.first + level.branch] : -1;
    if (level.option >= 0) return choose(level.option);
    return leaves_out(level) || drop_list(level.item, 0);
  }

  // Leaves out the options before a branch of a level that was just pushed; false when that leaves
  // no room for it.
  bool skip_to(std::uint32_t branch) {
    Level& level = levels_.back();
    level.branch = branch;
    if (leaves_out(level)) {
      bool well = true;
      for (std::uint32_t b = 0; b < branch && well; ++b) well = drop(ways_[level.first + b]);
      level.mark = gone_count_;
      if (!well) return false;
      save();
    }
    return true;
  }

  // Goes to the next branch to take, wherever it is, or to the end.
  void go_on() {
    while (!levels_.empty()) {
      Level& level = levels_.back();
      if (++level.branch < level.degree) {
        undo();
        if (!leaves_out(level)) return;
        const bool well = drop(ways_[level.first + level.branch - 1]);
        level.mark = gone_count_;
        save();
        if (well) return;
      }
      levels_.pop_back();
    }
    finished_ = true;
  }

  // Enters the root.
  void start() {
    started_ = true;
    const std::int32_t item = pick();
    if (item >= 0) {
      push(item);
      root_degree_ = levels_[0].degree;
      return;
    }
    if (item == -1 && !replaying_) report();
    finished_ = true;
  }

  bool follow(std::span<const std::uint32_t> position) {
    replaying_ = true;
    start();
    replaying_ = false;
    if (finished_) return false;
    if (position.size() == 1 && position[0] == static_cast<std::uint32_t>(root_degree_)) {
      levels_.clear();
      finished_ = true;
      return true;
    }
    for (std::size_t depth = 0; depth < position.size(); ++depth) {
      if (position[depth] >= static_cast<std::uint32_t>(levels_.back().degree)) return false;
      if (!skip_to(position[depth])) return false;
      if (depth + 1 == position.size()) break;
      if (!take_branch()) return false;
      const std::int32_t item = pick();
      if (item < 0) return false;
      push(item);
    }
    return true;
  }

  void reset() {
    std::fill(gone_.begin(), gone_.end(), 0);
    gone_count_ = lists_in_use_ = root_degree_ = 0;
    std::copy(fresh_.begin(), fresh_.end(), state_.begin());
    levels_.clear();
    started_ = finished_ = false;
  }

  void report() {
    if (!sink.wants_options()) {
      ++sink.solutions;
      return;
    }
    const std::size_t chosen = found_.size();
    for (const Level& level : levels_)
      if (level.option >= 0) found_.push_back(option_ids_[level.option]);
    sink.found(found_);
    found_.resize(chosen);
  }

  std::int32_t items_, primary_, options_;
  std::vector<Span> spans_;
  std::vector<std::int32_t> uses_, colours_;
  std::vector<Decision> prefix_;
  std::vector<std::int32_t> option_ids_;
  std::vector<std::int32_t> found_;  // the options that the prefix chose; while reporting, all
  std::vector<std::int32_t> state_;  // sizes, then (Bounded) what is left of least and most
  std::int32_t *size_ = nullptr, *least_ = nullptr, *most_ = nullptr;  // into state_
  std::vector<std::int32_t> fresh_;                                    // state_ at the root
  std::vector<char> gone_;                                             // per option: no longer to be chosen
  std::vector<std::int32_t> trail_;  // the options that are gone, in the order they went
  std::int32_t gone_count_ = 0;
  std::vector<Lists<Coloured>> lists_;
  std::int32_t lists_in_use_ = 0;
  std::vector<std::int32_t> ways_;  // the options of each level's item, level by level
  std::vector<Level> levels_;
  std::vector<std::vector<std::int32_t>> saved_;  // per level: the state before a branch is taken
  std::int32_t root_degree_ = 0;
  bool started_ = false, finished_ = false, replaying_ = false, probing_ = false;
};

template <bool Bounded>
std::unique_ptr<Search> make(const Remainder& rest, const Settings& settings) {
  if (rest.problem.coloured()) return std::make_unique<DancingCells<Bounded, true>>(rest, settings);
  return std::make_unique<DancingCells<Bounded, false>>(rest, settings);
}

}  // namespace

std::unique_ptr<Search> make_dancing(const Problem& problem, const Settings& settings) {
  const Remainder rest = reduce(problem, settings.prefix);
  return rest.problem.plain() ? make<false>(rest, settings) : make<true>(rest, settings);
}

}  // namespace tilewright::search
