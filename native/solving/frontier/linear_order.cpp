#include "solving/frontier/linear_order.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

namespace tilewright::frontier {

namespace {

constexpr std::int32_t kMaxPlaces = 4'000'000;

std::int32_t bits_of(const ResidualProblem& residual, std::int32_t item) {
  switch (residual.kind[item]) {
    case Kind::ignored: return 0;
    case Kind::exact:
    case Kind::exclusive: return 1;
    case Kind::coloured:  // bare, a colour, or covered without one: all ones
      return std::bit_width(static_cast<std::uint32_t>(residual.codes[item]) + 1);
    case Kind::counter: {  // all ones: no option touches it any more
      const std::int32_t most = residual.most[item] == INT32_MAX ? residual.least[item] : residual.most[item];
      return std::bit_width(static_cast<std::uint32_t>(most) + 1);
    }
  }
  return 0;
}

// The entries of a line before they have places.
struct Entry {
  std::int64_t key;
  std::int32_t item, option;
};

}  // namespace

// One line: which unranked items go to it is decided by `span`, those that options within so many ranks touch.
class LinearOrderBuilder::Line {
 public:
  Line(const ResidualProblem& residual, const std::vector<std::int32_t>& rank, bool gaps, std::int64_t span)
      : residual_(residual), rank_(rank), gaps_(gaps), span_(span), items_(static_cast<std::int32_t>(rank.size())) {
    line.place.assign(items_, -1);
    line.outside.assign(items_, -1);
    line.bits.assign(items_, 0);
    line.last.assign(items_, -1);
    key_.resize(residual.options());
    first_.assign(items_, INT64_MAX);
    last_.assign(items_, -1);
    for (std::int32_t i = 0; i < items_; ++i)
      if (ranked(i)) {
        entries_.push_back({4 * std::int64_t{rank_[i]} + 1, i, -1});
        end_ = std::max(end_, entries_.back().key + 3);
      }
  }

  // Each pass goes through all options, so that a budget ends it after any of them.
  bool advance(std::int64_t& budget) {
    while (budget > 0) {
      switch (pass_) {
        case Pass::keys:
          if (!each(residual_.options(), budget, [&](std::int32_t o) { return set_key(o); })) break;
          place_entries();
          pass_ = Pass::groups;
          break;
        case Pass::groups:
          if (!each(residual_.options(), budget, [&](std::int32_t o) { return join_group(o); })) break;
          top_.resize(line.size());
          for (std::int32_t p = 0; p < line.size(); ++p) line.places[p].base = top_[p] = p;
          pass_ = Pass::window;
          break;
        case Pass::window:
          if (!each(line.size(), budget, [&](std::int32_t p) { return widen_window(p); })) break;
          set_window();
          born_.assign(items_, INT32_MAX);
          pass_ = Pass::live;
          break;
        case Pass::live:
          if (!each(line.size(), budget, [&](std::int32_t p) { return find_born(p); })) break;
          count_live();
          pass_ = Pass::done;
          break;
        case Pass::done: return true;
      }
    }
    return pass_ == Pass::done;
  }

  LinearOrder line;

 private:
  enum class Pass { keys, groups, window, live, done };

  bool ranked(std::int32_t i) const { return rank_[i] >= 0 && residual_.kind[i] != Kind::ignored; }

  // Calls work(n), which says how many uses it looked at, from where the last call ended up to `end`; false when the
  // budget ends it before.
  template <typename Work>
  bool each(std::int32_t end, std::int64_t& budget, Work work) {
    for (; next_ < end; ++next_) {
      if (budget <= 0) return false;
      budget -= 1 + work(next_);
    }
    next_ = 0;
    return true;
  }

  // The key of a ranked item is 4 * rank + 1; of an option by itself, that of its lowest ranked item, less
  // one; of an item that is put in, that of the last option that touches it, plus one.
  std::int64_t set_key(std::int32_t o) {
    std::int64_t exact = INT64_MAX, any = INT64_MAX;
    for (const ItemUse& t : residual_.item_uses[o]) {
      if (!ranked(t.item)) continue;
      const std::int64_t at = 4 * std::int64_t{rank_[t.item]} + 1;
      any = std::min(any, at);
      if (residual_.kind[t.item] == Kind::exact) exact = std::min(exact, at);
    }
    key_[o] = exact;
    if (exact == INT64_MAX) {
      key_[o] = any == INT64_MAX ? end_ : any - 1;
      entries_.push_back({key_[o], -1, o});
    }
    for (const ItemUse& t : residual_.item_uses[o])
      first_[t.item] = std::min(first_[t.item], key_[o]), last_[t.item] = std::max(last_[t.item], key_[o]);
    return std::ssize(residual_.item_uses[o]);
  }

  void place_entries() {
    for (std::int32_t i = 0; i < items_; ++i) {
      if (residual_.kind[i] == Kind::ignored || ranked(i)) continue;
      line.bits[i] = bits_of(residual_, i);
      if (residual_.kind[i] != Kind::exact && last_[i] - first_[i] <= 4 * span_) {
        entries_.push_back({last_[i] + 1, i, -1});
      } else {
        line.outside[i] = line.outside_bits;
        line.outside_bits += line.bits[i];
      }
    }
    std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.key < b.key; });
    if (gaps_ && !gaps_fit()) gaps_ = false;
    group_.assign(residual_.options(), -1);
    for (std::size_t n = 0; n < entries_.size(); ++n) {
      const Entry& entry = entries_[n];
      for (std::int64_t k = gap_before(n); k > 0; --k) line.places.emplace_back();
      const std::int32_t at = line.size();
      LinearOrder::Place& here = line.places.emplace_back();
      if (entry.option >= 0) {
        here.option = entry.option;
        group_[entry.option] = at;
        continue;
      }
      here.item = entry.item;
      line.place[entry.item] = at;
      line.bits[entry.item] = bits_of(residual_, entry.item);
      for (std::int32_t k = 1; k < line.bits[entry.item]; ++k) line.places.emplace_back();
    }
  }

  // The empty places before an entry, for the ranks that no item has.
  std::int64_t gap_before(std::size_t n) const {
    if (!gaps_ || n == 0 || entries_[n].key % 4 != 1) return 0;
    return std::max<std::int64_t>(0, (entries_[n].key - 1) / 4 - (entries_[n - 1].key - 1) / 4 - 1);
  }
  bool gaps_fit() const {
    std::int64_t places = 0;
    for (std::size_t n = 0; n < entries_.size(); ++n) {
      places += gap_before(n) + (entries_[n].option >= 0 ? 1 : std::max(1, bits_of(residual_, entries_[n].item)));
      if (places > kMaxPlaces && gap_before(n) > 0) return false;
    }
    return true;
  }

  std::int64_t join_group(std::int32_t o) {
    if (group_[o] < 0) {
      group_[o] = INT32_MAX;
      for (const ItemUse& t : residual_.item_uses[o])
        if (residual_.kind[t.item] == Kind::exact && line.place[t.item] >= 0)
          group_[o] = std::min(group_[o], line.place[t.item]);
    }
    line.places[group_[o]].group.push_back(o);
    for (const ItemUse& t : residual_.item_uses[o]) line.last[t.item] = std::max(line.last[t.item], group_[o]);
    return std::ssize(residual_.item_uses[o]);
  }

  // The window at a place reaches from the lowest place that options decided there or later touch to the
  // highest that options decided there or earlier do.
  std::int64_t widen_window(std::int32_t p) {
    std::int64_t uses = 0;
    for (const std::int32_t o : line.places[p].group)
      for (const ItemUse& t : residual_.item_uses[o]) {
        ++uses;
        const std::int32_t at = line.place[t.item];
        if (at < 0) continue;
        line.places[p].base = std::min(line.places[p].base, at);
        top_[p] = std::max(top_[p], at + line.bits[t.item] - 1);
      }
    return uses;
  }
  void set_window() {
    for (std::int32_t p = line.size() - 1; p > 0; --p)
      line.places[p - 1].base = std::min(line.places[p - 1].base, line.places[p].base);
    for (std::int32_t p = 1; p < line.size(); ++p) top_[p] = std::max(top_[p], top_[p - 1]);
    line.window = 1;
    for (std::int32_t p = 0; p < line.size(); ++p)
      if (!line.places[p].group.empty()) line.window = std::max(line.window, top_[p] - line.places[p].base + 1);
  }

  // Live at a place: items that an option decided before touches and one decided there or later, too.
  std::int64_t find_born(std::int32_t p) {
    std::int64_t uses = 0;
    for (const std::int32_t o : line.places[p].group)
      for (const ItemUse& t : residual_.item_uses[o]) ++uses, born_[t.item] = std::min(born_[t.item], p);
    return uses;
  }
  void count_live() {
    std::vector<std::int32_t> change(line.size() + 1, 0);
    for (std::int32_t i = 0; i < items_; ++i) {
      if (born_[i] >= line.last[i]) continue;
      change[born_[i] + 1] += line.bits[i];
      change[line.last[i] + 1] -= line.bits[i];
    }
    line.live.resize(line.size());
    double sum = 0, scale = 0;  // sum of 2^(live - scale)
    for (std::int32_t p = 0, now = 0; p < line.size(); ++p) {
      now += change[p];
      const std::int32_t item = line.places[p].item;
      const bool counted = item >= 0 && residual_.kind[item] == Kind::exact && born_[item] < p && line.last[item] >= p;
      line.live[p] = now - counted;  // the item itself is open
      if (line.places[p].group.empty()) continue;
      if (line.live[p] > scale) sum *= std::exp2(scale - line.live[p]), scale = line.live[p];
      sum += std::exp2(line.live[p] - scale);
    }
    line.log_states = sum > 0 ? scale + std::log2(sum) : 0;
  }

  const ResidualProblem& residual_;
  const std::vector<std::int32_t>& rank_;
  bool gaps_;
  std::int64_t span_;
  std::int32_t items_;
  Pass pass_ = Pass::keys;
  std::int32_t next_ = 0;
  std::vector<std::int64_t> key_;  // per option
  std::vector<Entry> entries_;
  std::int64_t end_ = 0;
  std::vector<std::int64_t> first_, last_;  // per item: the keys of the options that touch it
  std::vector<std::int32_t> group_;         // per option: where it is decided
  std::vector<std::int32_t> top_;           // per place
  std::vector<std::int32_t> born_;          // per item: the place where the first option that touches it is decided
};

LinearOrderBuilder::LinearOrderBuilder(const ResidualProblem& residual, std::vector<std::int32_t> rank, bool gaps)
    : residual_(residual), rank_(std::move(rank)), gaps_(gaps) {
  line_ = std::make_unique<Line>(residual_, rank_, gaps_, 0);
}
LinearOrderBuilder::~LinearOrderBuilder() = default;

bool LinearOrderBuilder::advance(std::int64_t& budget) {
  while (line_) {
    if (!line_->advance(budget)) return false;
    next_line();
  }
  return true;
}

// An item outside costs a bit all along; one on the line may stretch the window.
void LinearOrderBuilder::next_line() {
  const auto value = [](const LinearOrder& l) { return std::tuple(l.window + l.outside_bits, l.log_states); };
  if (made_ == 0) {
    best = std::move(line_->line);
    first_window_ = best.window;
  } else if (value(line_->line) < value(best)) {
    best = std::move(line_->line);
  }
  line_.reset();
  const std::int64_t spans[] = {std::int64_t{first_window_}, std::int64_t{2} * first_window_, std::int64_t{INT32_MAX}};
  if (best.outside_bits == 0 || made_ == std::ssize(spans)) return;
  line_ = std::make_unique<Line>(residual_, rank_, gaps_, spans[made_++]);
}

}  // namespace tilewright::frontier
