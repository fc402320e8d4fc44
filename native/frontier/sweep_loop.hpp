// The sweep for one width of states and one semiring.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "frontier/children.hpp"
#include "frontier/sweep.hpp"
#include "frontier/table.hpp"
#include "frontier/team.hpp"

namespace tilewright::frontier {

// Thrown at rest, before a place whose sums might not fit in the words that a fixed number of limbs has.
struct Overflow {};

// Each state belongs to one thread, told by its hash, and lies in that thread's table of its place. Threads
// expand their own states; children of another thread go to it through a letter box, read between rounds.
template <int W, typename R>
class SweepOf final : public Sweep {
 public:
  SweepOf(const Problem& problem, const Demand& demand, const Line& line, R ring, const Resources& resources)
      : layout_(problem, demand, line), ring_(ring), team_(std::max(1, resources.threads)) {
    budget_.most = resources.memory;
    for (int t = 0; t < team_.size(); ++t) hands_.push_back(std::make_unique<Hand>(budget_, layout_.end, team_.size()));
    bits_.assign(layout_.end + 1, 0);
    place_ = layout_.dead ? layout_.end : layout_.start_place;
    farthest_ = std::min(place_, layout_.end - 1);
    if (layout_.dead) return;
    if constexpr (has_limbs()) ring_.n = std::max(ring_.n, demand.fixed_limbs());
    std::vector<Word> first(words()), next(words());
    ring_.one(first.data());
    for (const std::uint64_t weight : demand.weights) {
      ring_.extend(next.data(), first.data(), Charge{weight, 0, 0});
      first.swap(next);
    }
    ring_.extend(next.data(), first.data(), demand.fixed);
    first.swap(next);
    if (place_ == layout_.end) {
      result_ = first;
      found_ = true;
      return;
    }
    bits_[place_] = std::max(1, ring_.bits(first.data()));
    const std::uint64_t hash = hash_of<W>(layout_.start);
    Hand& hand = *hands_[owner(hash)];
    bool fresh;
    try {
      Word* slot = hand.tables[place_].template enter<kWords>(layout_.start, hash, fresh, words(), hand.blocks);
      std::copy_n(first.data(), words(), slot + W);
    } catch (const OutOfMemory&) {
      full_ = true;
    }
  }

  Status advance(std::uint64_t budget) override {
    if (full_) return Status::memory;
    const std::uint64_t goal = states + budget;
    try {
      while (place_ < std::min(until_, layout_.end)) {
        if (!begun_) begin();
        while (!rounds_done_) {
          round(std::max<std::uint64_t>(1, goal - std::min(goal, states)));
          if (!rounds_done_ && states >= goal) return Status::running;
        }
        finish_place();
        // After a place with many states, too, so that the sweep is seen at rest; where states are kept after
        // every place, as memory may have run low.
        if ((states >= goal || before_ >= kFew || keep_tables) && place_ < std::min(until_, layout_.end))
          return Status::running;
      }
    } catch (const OutOfMemory&) {
      full_ = true;
      return Status::memory;
    }
    return Status::complete;
  }

  std::vector<Word> value() const override {
    if (!found_) return {};
    return words() ? result_ : std::vector<Word>{1};
  }
  int limbs() const override {
    if constexpr (std::is_same_v<R, CountLong> || std::is_same_v<R, LeastCount> || std::is_same_v<R, ByMarks>)
      return ring_.n;
    else
      return words();
  }
  std::int32_t place() const override { return place_; }
  std::int32_t places() const override { return layout_.end; }
  bool at_rest() const override { return !begun_ && !full_; }
  std::uint64_t live() const override {
    std::uint64_t sum = 0;
    for (std::int32_t p = place_; p <= farthest_; ++p) sum += count_at(p);
    return sum;
  }
  std::uint64_t bytes() const override { return budget_.held.load(); }
  std::uint64_t peak() const override { return budget_.peak.load(); }
  int state_bits() const override { return layout_.window_bits + layout_.aside_bits; }
  int slot_bytes() const override { return static_cast<int>(sizeof(Word)) * (W + words()); }

  std::vector<Word> head() const override {
    if (!at_rest()) throw std::invalid_argument("a sweep can be kept between two places only");
    std::vector<Word> head{static_cast<Word>(place_), static_cast<Word>(limbs()), states, children, hopeless,
                           most_live, static_cast<Word>(std::ceil(end_bits_)), static_cast<Word>(found_)};
    if (found_) head.insert(head.end(), result_.begin(), result_.end());
    return head;
  }
  std::vector<std::int32_t> kept_places() const override {
    std::vector<std::int32_t> kept;
    for (std::int32_t p = place_; p <= farthest_; ++p)
      if (count_at(p)) kept.push_back(p);
    return kept;
  }
  std::vector<Word> part(std::int32_t p) const override {
    std::vector<Word> part{static_cast<Word>(p), static_cast<Word>(std::ceil(bits_[p]))};
    part.reserve(2 + count_at(p) * (W + words()));
    for (const auto& hand : hands_) {
      const Table<W>& table = hand->tables[p];
      for (std::uint64_t k = 0; k < table.capacity(); ++k)
        if (!Table<W>::empty(table.slot(k))) part.insert(part.end(), table.slot(k), table.slot(k) + W + words());
    }
    return part;
  }
  void forget(std::int32_t p) override {
    for (const auto& hand : hands_) {
      hand->tables[p].release(hand->blocks);
      hand->blocks.drop();
    }
  }

  void restore_head(const std::vector<Word>& head) override {
    if (head.size() < 8 || states != 0 || begun_ || head[0] > static_cast<Word>(layout_.end)) misfit();
    for (const auto& hand : hands_)
      for (auto& table : hand->tables) table.release(hand->blocks);
    if constexpr (has_limbs()) {
      if (head[1] < 1 || head[1] > 1 << 20) misfit();
      ring_.n = static_cast<int>(head[1]);
    } else if (head[1] != static_cast<Word>(limbs())) {
      misfit();
    }
    place_ = static_cast<std::int32_t>(head[0]);
    farthest_ = std::min(place_, layout_.end - 1);
    states = head[2], children = head[3], hopeless = head[4], most_live = head[5];
    end_bits_ = static_cast<double>(head[6]);
    found_ = head[7] != 0;
    if (head.size() != 8 + (found_ ? static_cast<std::size_t>(words()) : 0)) misfit();
    if (found_) result_.assign(head.begin() + 8, head.end());
  }
  void restore_part(const std::vector<Word>& part) override {
    const std::size_t stride = W + words();
    if (part.size() < 2 || (part.size() - 2) % stride || part[0] >= static_cast<Word>(layout_.end) ||
        part[0] < static_cast<Word>(place_))
      misfit();
    const auto p = static_cast<std::int32_t>(part[0]);
    farthest_ = std::max(farthest_, p);
    bits_[p] = static_cast<double>(part[1]);
    const std::uint64_t share = (part.size() - 2) / stride / hands_.size();
    try {
      for (const auto& hand : hands_) hand->tables[p].reserve(share + share / 8, words(), hand->blocks);
      for (std::size_t at = 2; at < part.size() && !full_; at += stride) {
        const Bits<W> key = Table<W>::key(part.data() + at);
        if (key.w[W - 1] >> 63) misfit();
        const std::uint64_t hash = hash_of<W>(key);
        Hand& hand = *hands_[owner(hash)];
        bool fresh;
        Word* slot = hand.tables[p].template enter<kWords>(key, hash, fresh, words(), hand.blocks);
        std::copy_n(part.data() + at + W, words(), slot + W);
      }
    } catch (const OutOfMemory&) {
      full_ = true;
    }
  }

  void keep_states(std::int32_t until) override {
    keep_tables = true;
    until_ = until;
    since_ = place_;
  }

  void begin_trace(std::vector<Goal> goals) override {
    if constexpr (!kTraced) {
      throw std::invalid_argument("this semiring does not tell the ways back");
    } else {
      for (const Charge& charge : layout_.charges)
        if (charge.weight != 1) throw std::invalid_argument("there are no ways back where options have weights");
      goals_ = std::move(goals);
      wanted_.clear();
      trace_place_ = since_ - 1;
      for (std::size_t n = 0; n < goals_.size(); ++n) want(n);
      trace_next();
    }
  }

  Status trace(std::uint64_t budget) override {
    if constexpr (kTraced) {
      while (trace_place_ >= since_) {
        const Table<W>& table = hands_[trace_hand_]->tables[trace_place_];
        for (; trace_at_ < table.capacity() && budget; ++trace_at_) {
          const Word* slot = table.slot(trace_at_);
          if (Table<W>::empty(slot)) continue;
          --budget;
          const Bits<W> state = Table<W>::key(slot);
          for_each_child(layout_, filter_, trace_place_, state,
                         [&](std::int32_t to, const Bits<W>& child, std::int32_t option) {
                           follow(state, slot + W, to, child, option);
                         });
        }
        if (trace_at_ < table.capacity()) return Status::running;
        trace_at_ = 0;
        if (++trace_hand_ == team_.size()) {
          move_goals();
          trace_next();
        }
      }
    }
    return Status::complete;
  }

  std::vector<Goal> goals() const override { return goals_; }

 private:
  static constexpr bool kTraced = std::is_same_v<R, CountLong> || std::is_same_v<R, LeastCount>;

  // Where a goal is looked up: the end has no key.
  static std::uint64_t sign(std::int32_t place, std::uint64_t hash) {
    return hash ^ static_cast<std::uint64_t>(place) * 0x9e3779b97f4a7c15u;
  }
  static Bits<W> key_of(const Goal& goal) {
    Bits<W> key = Bits<W>::none();
    for (std::size_t k = 0; k < goal.key.size() && k < W; ++k) key.w[k] = goal.key[k];
    return key;
  }
  void want(std::size_t n) {
    const Goal& goal = goals_[n];
    const std::uint64_t hash = goal.place == layout_.end ? 0 : hash_of<W>(key_of(goal));
    wanted_.emplace(sign(goal.place, hash), n);
  }
  // On to the next lower place that has states and goals above it; the first time to the highest.
  void trace_next() {
    std::int32_t highest = -1;
    for (const auto& [_, n] : wanted_) highest = std::max(highest, goals_[n].place);
    const std::int32_t from = std::min(until_, layout_.end);
    trace_place_ = trace_place_ < since_ ? from - 1 : trace_place_ - 1;
    while (trace_place_ >= since_ && (trace_place_ >= highest || count_at(trace_place_) == 0)) --trace_place_;
    trace_hand_ = 0;
    trace_at_ = 0;
    if (trace_place_ >= since_) filter_.prepare(layout_, trace_place_, count_at(trace_place_));
    if (trace_place_ < since_) trace_place_ = -1;
  }
  // When a child is a goal, ways to it go through the state.
  TILEWRIGHT_INLINE void follow(const Bits<W>& state, const Word* value, std::int32_t to, const Bits<W>& child,
                                std::int32_t option) {
    const auto range = wanted_.equal_range(sign(to, to == layout_.end ? 0 : hash_of<W>(child)));
    for (auto it = range.first; it != range.second; ++it) {
      const Goal& goal = goals_[it->second];
      if (goal.place == to && (to == layout_.end || key_of(goal) == child))
        steps_.push_back({it->second, option, state, std::vector<Word>(value, value + words())});
    }
  }
  // Moves each goal to the state of this place that its way goes through, if there is one. Ways are told in
  // the order of options and states, whatever the tables look like.
  void move_goals() {
    std::sort(steps_.begin(), steps_.end(), [](const Back& a, const Back& b) {
      return std::tie(a.goal, a.option, a.state) < std::tie(b.goal, b.option, b.state);
    });
    for (std::size_t k = 0; k < steps_.size();) {
      const std::size_t n = steps_[k].goal;
      Goal& goal = goals_[n];
      bool moved = false;
      for (; k < steps_.size() && steps_[k].goal == n; ++k) {
        if (moved || !passes(goal, steps_[k].value.data(), steps_[k].option)) continue;
        moved = true;
        const std::uint64_t hash = goal.place == layout_.end ? 0 : hash_of<W>(key_of(goal));
        const auto range = wanted_.equal_range(sign(goal.place, hash));
        wanted_.erase(std::find_if(range.first, range.second, [n](const auto& entry) { return entry.second == n; }));
        if (steps_[k].option >= 0) goal.taken.push_back(layout_.ids[steps_[k].option]);
        goal.place = trace_place_;
        goal.key.assign(steps_[k].state.w, steps_[k].state.w + W);
        want(n);
      }
    }
    steps_.clear();
  }
  // Whether the way that the goal asks for goes through a state with this value; if not, goes past its ways.
  bool passes(Goal& goal, const Word* value, std::int32_t option) const {
    if constexpr (kTraced) {
      int head = 0;
      if constexpr (std::is_same_v<R, LeastCount>) {
        head = 1;
        const std::int64_t cost = option < 0 ? 0 : layout_.charges[option].cost;
        if (static_cast<std::int64_t>(value[0]) + cost != static_cast<std::int64_t>(goal.left[0])) return false;
      }
      std::vector<Word> other(value + head, value + words());
      other.resize(std::max(other.size(), goal.left.size() - head), 0);
      goal.left.resize(other.size() + head, 0);
      if (std::lexicographical_compare(goal.left.rbegin(), goal.left.rend() - head, other.rbegin(), other.rend())) {
        if (head) goal.left[0] = value[0];
        return true;
      }
      Word borrow = 0;
      for (std::size_t k = 0; k < other.size(); ++k) {
        Word& word = goal.left[k + head];
        const Word less = word - other[k], least = less - borrow;
        borrow = (word < other[k]) | (less < borrow);
        word = least;
      }
    }
    return false;
  }

  [[noreturn]] static void misfit() { throw std::invalid_argument("what was kept is not of this sweep"); }
  static constexpr bool has_limbs() { return requires(R r) { r.n; }; }
  static constexpr int fixed_words() {
    if constexpr (has_limbs())
      return -1;
    else
      return R::words();
  }
  static constexpr int kWords = fixed_words();
  static constexpr std::uint64_t kFew = 4096;     // states at a place that one thread expands alone
  static constexpr std::uint64_t kRound = 65536;  // states that a thread expands between two readings of letters
  static constexpr int kAhead = 16;               // children whose slots are being fetched

 public:
  // For forecasts: at each place about this many states are expanded, each standing for others.
  std::uint64_t most_expanded = ~std::uint64_t{0};
  double forecast_states = 0, forecast_live = 0;

  // For the graph of all states: tables of places that are done stay, and can be read.
  bool keep_tables = false;
  const Layout<W>& layout() const { return layout_; }
  Team& team() { return team_; }
  int threads() const { return team_.size(); }
  Blocks& blocks(int t) { return hands_[t]->blocks; }
  const Table<W>& table(int t, std::int32_t place) const { return hands_[t]->tables[place]; }
  int owner(std::uint64_t hash) const {
    return static_cast<int>((hash & 0xffffffffu) * static_cast<std::uint64_t>(team_.size()) >> 32);
  }

 private:
  TILEWRIGHT_INLINE int words() const {
    if constexpr (kWords >= 0)
      return kWords;
    else
      return ring_.words();
  }

  struct Child {
    Bits<W> key;
    std::uint64_t hash;
    const Word* value;
    std::int32_t place, option;  // option -1: the value as it is
  };

  // What one thread has.
  struct Hand {
    Hand(Budget& budget, std::int32_t places, int threads) : blocks(budget), tables(places), letters(threads) {}
    ~Hand() {
      for (auto& table : tables) table.release(blocks);
    }
    Blocks blocks;
    std::vector<Table<W>> tables;             // per place
    std::vector<std::vector<Word>> letters;   // to each other thread: place, key, value
    std::array<Child, kAhead> ahead;
    int waiting = 0;                          // in `ahead`
    std::uint64_t at = 0;                     // slot of the current table to look at next
    std::uint64_t states = 0, children = 0, hopeless = 0;
    std::vector<Word> scratch, sum;           // sum: of the solutions that ended with this thread
    bool found = false;
    int longest = 0;
  };

  std::uint64_t count_at(std::int32_t p) const {
    std::uint64_t sum = 0;
    for (const auto& hand : hands_) sum += hand->tables[p].count();
    return sum;
  }

  void begin() {
    const std::uint64_t count = count_at(place_);
    if (count == 0) {  // nothing to do here
      begun_ = rounds_done_ = true;
      return;
    }
    widen_for(count);
    if constexpr (std::is_same_v<R, Scale>) thin(count);
    filter_.prepare(layout_, place_, count);
    alone_ = team_.size() == 1 || count < kFew;
    for (const auto& hand : hands_) {
      hand->at = 0;
      hand->scratch.resize(words());
      if (!hand->found) hand->sum.assign(words(), 0);
    }
    // The next places are taken to have as many states as this one, and as many more as this one has.
    expected_ = (before_ ? std::min(2 * count, count * count / before_ + 1) : count) / team_.size();
    before_ = count;
    begun_ = true;
    rounds_done_ = false;
  }

  // Decides which states of the place are expanded, and adds up what all of them stand for. A place's
  // share depends on the keys alone.
  void thin(std::uint64_t count) {
    const auto sum = [&](std::int32_t place) {
      double total = 0;
      for (const auto& hand : hands_) {
        const Table<W>& table = hand->tables[place];
        for (std::uint64_t k = 0; k < table.capacity(); ++k)
          if (!Table<W>::empty(table.slot(k))) total += std::bit_cast<double>(table.slot(k)[W]);
      }
      return total;
    };
    double live = 0;
    for (std::int32_t p = place_ + 1; p <= farthest_; ++p) live += sum(p);
    const double seen = sum(place_), here = std::min(seen, layout_.stages[place_].most_states);
    forecast_states += here;
    forecast_live = std::max(forecast_live, live + here);
    const double share = std::min(1.0, static_cast<double>(most_expanded) / static_cast<double>(count));
    kept_below_ = share < 1 ? static_cast<std::uint64_t>(share * 0x1p64) : ~std::uint64_t{0};
    ring_.factor = here / seen / share;
  }

  // Makes room for the sums that expanding this place may bring. A value that is added to from here gets at
  // most the sum of all values here, times options and weights.
  void widen_for(std::uint64_t count) {
    if constexpr (R::counts) {
      team_.run([this](int t) {
        Hand& hand = *hands_[t];
        const Table<W>& table = hand.tables[place_];
        hand.longest = 0;
        for (std::uint64_t k = 0; k < table.capacity(); ++k)
          if (!Table<W>::empty(table.slot(k)))
            hand.longest = std::max(hand.longest, ring_.bits(table.slot(k) + W));
      });
      int longest = 0;
      for (const auto& hand : hands_) longest = std::max(longest, hand->longest);
      const Stage<W>& stage = layout_.stages[place_];
      double weight = 1;
      for (std::int32_t k = stage.first; k < stage.first + stage.count; ++k)
        weight += static_cast<double>(layout_.charges[k].weight);
      const double more = longest + std::log2(static_cast<double>(count)) + std::log2(weight) + 0.01;
      double need = more;
      const auto raise = [&](double& bits) {
        const double high = std::max(bits, more), low = std::min(bits, more);
        bits = high + std::log2(1 + std::exp2(low - high)) + 1e-6;
        need = std::max(need, bits);
      };
      const std::int32_t last = std::min(layout_.farthest(place_), layout_.end - 1);
      if constexpr (!has_limbs()) {  // look before any bound is raised: another sweep goes on from here
        for (std::int32_t p = place_ + 1; p <= last; ++p) need = std::max(need, bits_[p]);
        if (std::max(need, end_bits_) + 1 + 1e-6 >= 64 * R::words()) throw Overflow{};
      }
      for (std::int32_t p = place_ + 1; p <= last; ++p) raise(bits_[p]);
      raise(end_bits_);
      if constexpr (has_limbs()) {
        const int n = static_cast<int>(need / 64) + 1;
        if (n > ring_.n) widen(std::max(n, ring_.n + ring_.n / 4));
      }
    }
  }

  void widen(int n) {
    if constexpr (has_limbs()) {
      R wide = ring_;
      wide.n = n;
      const auto convert = [&](Word* into, const Word* from) { widened(wide, into, from); };
      for (const auto& hand : hands_) {
        for (auto& table : hand->tables) table.widen(wide.words(), hand->blocks, convert);
        hand->blocks.drop();
        if (hand->found) {
          std::vector<Word> sum(wide.words());
          convert(sum.data(), hand->sum.data());
          hand->sum = std::move(sum);
        }
      }
      if (found_) {
        std::vector<Word> sum(wide.words());
        convert(sum.data(), result_.data());
        result_ = std::move(sum);
      }
      ring_ = wide;
    }
  }

  // A value with more limbs; numbers before the counts (a cost) stay.
  void widened(const R& wide, Word* into, const Word* from) const {
    if constexpr (has_limbs()) {
      const int old_words = ring_.words(), new_words = wide.words();
      const int head = old_words % ring_.n == 0 && !std::is_same_v<R, LeastCount> ? 0 : 1;
      std::fill_n(into, new_words, 0);
      std::copy_n(from, head, into);
      for (int k = 0; k < (old_words - head) / ring_.n; ++k)
        std::copy_n(from + head + k * ring_.n, ring_.n, into + head + k * wide.n);
    }
  }

  void round(std::uint64_t budget) {
    if (alone_) {
      // One thread for all tables; the others rest, so it may write to their tables, too.
      Hand& hand = *hands_[0];
      std::uint64_t left = budget;
      rounds_done_ = true;
      for (int t = 0; t < team_.size(); ++t) {
        if (!expand(hand, *hands_[t], left)) {
          rounds_done_ = false;
          break;
        }
      }
      flush(hand);
      collect();
      return;
    }
    const std::uint64_t share = std::clamp<std::uint64_t>(budget / team_.size(), 1024, kRound);
    team_.run([&](int t) {
      Hand& hand = *hands_[t];
      std::uint64_t left = share;
      expand(hand, hand, left);
      flush(hand);
    });
    team_.run([&](int t) {
      for (const auto& from : hands_) read(*hands_[t], from->letters[t]);
    });
    collect();
    rounds_done_ = std::all_of(hands_.begin(), hands_.end(), [&](const auto& hand) {
      return hand->at >= hand->tables[place_].capacity();
    });
  }

  // Expands states of the table of `of`, at most `left` of them; whether it came to the end.
  bool expand(Hand& hand, Hand& of, std::uint64_t& left) {
    const Table<W>& table = of.tables[place_];
    const std::uint64_t capacity = table.capacity();
    std::uint64_t k = of.at;
    for (; k < capacity; ++k) {
      const Word* slot = table.slot(k);
      if (Table<W>::empty(slot)) continue;
      if (!left) break;  // here, so that a budget of as many states as there are is enough
      const Bits<W> state = Table<W>::key(slot);
      if constexpr (std::is_same_v<R, Scale>) {
        if (hash_of<W>(state) * 0x9e3779b97f4a7c15u > kept_below_) continue;
      }
      --left;
      ++hand.states;
      for_each_child(layout_, filter_, place_, state,
                     [&](std::int32_t to, const Bits<W>& child, std::int32_t option) {
                       if (layout_.region_cuts && layout_.hopeless(to, child)) {
                         ++hand.hopeless;
                         return;
                       }
                       push(hand, {child, 0, slot + W, to, option});
                     });
    }
    of.at = k;
    return k >= capacity;
  }

  TILEWRIGHT_INLINE void push(Hand& hand, Child child) {
    ++hand.children;
    if (child.place == layout_.end) {
      finish(hand, child);
      return;
    }
    child.hash = hash_of<W>(child.key);
    if (team_.size() > 1) {
      const int to = owner(child.hash);
      if (!alone_ && hands_[to].get() != &hand) {
        write(hand, to, child);
        return;
      }
      hands_[to]->tables[child.place].prefetch(child.hash, W + words());
    } else {
      hand.tables[child.place].prefetch(child.hash, W + words());
    }
    Child& oldest = hand.ahead[hand.waiting % kAhead];
    if (hand.waiting >= kAhead) enter(hand, oldest);
    oldest = child;
    ++hand.waiting;
  }

  void flush(Hand& hand) {
    const int count = std::min(hand.waiting, kAhead);
    for (int k = 0; k < count; ++k) enter(hand, hand.ahead[(hand.waiting - count + k) % kAhead]);
    hand.waiting = 0;
  }

  TILEWRIGHT_INLINE void enter(Hand& hand, const Child& child) {
    Hand& to = alone_ && team_.size() > 1 ? *hands_[owner(child.hash)] : hand;
    Table<W>& table = to.tables[child.place];
    bool fresh;
    Word* slot = table.template enter<kWords>(child.key, child.hash, fresh, words(), to.blocks, expected_);
    add(hand, slot + W, child.value, child.option, fresh);
  }

  TILEWRIGHT_INLINE void add(Hand& hand, Word* into, const Word* value, std::int32_t option, bool fresh) {
    if (words() == 0) return;
    if (option < 0 && !std::is_same_v<R, Scale>) {
      if (fresh)
        std::copy_n(value, words(), into);
      else
        ring_.add(into, value);
      return;
    }
    const Charge& charge = layout_.charges[std::max(option, 0)];
    if (fresh) {
      ring_.extend(into, value, charge);
    } else {
      if constexpr (kWords >= 0 && kWords <= 2) {
        Word moved[kWords ? kWords : 1];
        ring_.extend(moved, value, charge);
        ring_.add(into, moved);
      } else {
        ring_.extend(hand.scratch.data(), value, charge);
        ring_.add(into, hand.scratch.data());
      }
    }
  }

  void finish(Hand& hand, const Child& child) {
    add(hand, hand.sum.data(), child.value, child.option, !hand.found);
    hand.found = true;
  }

  void write(Hand& hand, int to, const Child& child) {
    auto& letters = hand.letters[to];
    const std::size_t at = letters.size();
    letters.resize(at + 1 + W + words());
    letters[at] = static_cast<Word>(child.place);
    for (int k = 0; k < W; ++k) letters[at + 1 + k] = child.key.w[k];
    add(hand, letters.data() + at + 1 + W, child.value, child.option, true);
  }

  void read(Hand& hand, std::vector<Word>& letters) {
    const std::size_t stride = 1 + W + words();
    const auto hash_at = [&](std::size_t at) { return hash_of<W>(Table<W>::key(letters.data() + at + 1)); };
    std::array<std::uint64_t, kAhead> hashes;
    const std::size_t ahead = stride * kAhead;
    for (std::size_t at = 0, n = 0; at < letters.size() + ahead; at += stride, ++n) {
      const std::size_t slot_number = n % kAhead;
      if (at >= ahead) {
        const std::size_t old = at - ahead;
        if (old < letters.size()) {
          const Child child{Table<W>::key(letters.data() + old + 1), hashes[slot_number],
                            letters.data() + old + 1 + W, static_cast<std::int32_t>(letters[old]), -1};
          enter(hand, child);
        }
      }
      if (at < letters.size()) {
        hashes[slot_number] = hash_at(at);
        hand.tables[letters[at]].prefetch(hashes[slot_number], W + words());
      }
    }
    letters.clear();
  }

  void collect() {
    for (const auto& hand : hands_) {
      states += hand->states, children += hand->children, hopeless += hand->hopeless;
      hand->states = hand->children = hand->hopeless = 0;
    }
  }

  void finish_place() {
    for (const auto& hand : hands_) {
      if (!keep_tables) hand->tables[place_].release(hand->blocks);
      if (!hand->found) continue;
      if (found_) {
        ring_.add(result_.data(), hand->sum.data());
      } else {
        result_ = hand->sum;
        found_ = true;
      }
      hand->found = false;
    }
    farthest_ = std::max(farthest_, std::min(layout_.farthest(place_), layout_.end - 1));
    ++place_;
    begun_ = false;
    while (place_ < layout_.end && count_at(place_) == 0) ++place_;
    most_live = std::max(most_live, live());
  }

  Layout<W> layout_;
  R ring_;
  Budget budget_;
  Team team_;
  std::vector<std::unique_ptr<Hand>> hands_;
  Filter<W> filter_;
  std::vector<double> bits_;  // per place, an upper bound of the length of its counts
  double end_bits_ = 0;
  std::vector<Word> result_;
  bool found_ = false;
  std::int32_t place_ = 0;
  std::int32_t farthest_ = 0;  // no place beyond it has states; below layout_.end
  std::int32_t until_ = INT32_MAX, since_ = 0;  // states are kept from here to there
  std::vector<Goal> goals_;
  std::unordered_multimap<std::uint64_t, std::size_t> wanted_;  // goals by place and key
  struct Back {
    std::size_t goal;
    std::int32_t option;
    Bits<W> state;
    std::vector<Word> value;
  };
  std::vector<Back> steps_;                     // from goals to states of the place that is looked at
  std::int32_t trace_place_ = -1;
  int trace_hand_ = 0;
  std::uint64_t trace_at_ = 0;
  bool begun_ = false, rounds_done_ = false, alone_ = true;
  bool full_ = false;  // the bound of memory was reached: tables may be half made
  std::uint64_t expected_ = 0, before_ = 0;  // states of a place and a thread; of the place before
  std::uint64_t kept_below_ = ~std::uint64_t{0};
};

}  // namespace tilewright::frontier
