#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <tuple>
#include <utility>

#include "exact_cover/item_order.hpp"
#include "solving/frontier/linear_order.hpp"

namespace tilewright::frontier {

namespace {

using Ranks = std::vector<std::int32_t>;

constexpr std::int32_t kMaxWithoutNear = 4096;  // items whose company is looked at, a square table
constexpr double kGreedyFrom = 45;              // in the logarithm of states, where boxes are good already
constexpr double kBoxMargin = 6;                // in the logarithm of states
constexpr std::int64_t kMaxGreedySteps = 4'000'000;
constexpr std::int64_t kManyTouches = 60'000;  // where boxes are known, no other orders are tried then: it takes long

// The graph that orders are made from, and which items belong on a line. Where neighbours are known these are
// the items that have some; else all but those that keep company with most others and have many options.
struct Scene {
  exact_cover::Adjacency graph;
  std::vector<std::int32_t> items;
  bool near_known = false;
};

Scene scene_of(const SweepQuery& query, const ResidualProblem& residual) {
  const Problem& problem = query.problem;
  Scene scene;
  scene.near_known =
      std::any_of(problem.near.begin(), problem.near.end(), [](const auto& list) { return !list.empty(); });
  const auto one_bit = [&](std::int32_t i) {
    return residual.kind[i] == Kind::exact || residual.kind[i] == Kind::exclusive;
  };
  if (scene.near_known) {
    scene.graph = problem.near;
    std::vector<char> island(problem.items, 1);  // shares no option with an item that has neighbours
    for (const auto& item_uses : residual.item_uses)
      if (std::any_of(item_uses.begin(), item_uses.end(),
                      [&](const ItemUse& t) { return !problem.near[t.item].empty(); }))
        for (const ItemUse& t : item_uses) island[t.item] = 0;
    for (std::int32_t i = 0; i < problem.items; ++i)
      if (one_bit(i) && (!problem.near[i].empty() || (island[i] && residual.kind[i] == Kind::exact)))
        scene.items.push_back(i);
    return scene;
  }
  if (problem.items > kMaxWithoutNear) {
    scene.graph.resize(problem.items);
    for (std::int32_t i = 0; i < problem.items; ++i)
      if (residual.kind[i] == Kind::exact) scene.items.push_back(i);
    return scene;
  }
  scene.graph = exact_cover::co_occurrence(problem);
  std::vector<std::int32_t> options(problem.items, 0);
  std::int64_t uses = 0;
  for (const auto& item_uses : residual.item_uses)
    for (const ItemUse& t : item_uses) ++options[t.item], ++uses;
  const double mean = problem.items ? double(uses) / problem.items : 0;
  for (std::int32_t i = 0; i < problem.items; ++i)
    if (residual.kind[i] == Kind::exact &&
        (3 * std::ssize(scene.graph[i]) <= 2 * problem.items || options[i] <= 2 * mean))
      scene.items.push_back(i);
  return scene;
}

Ranks ranks_of(std::int32_t items, const std::vector<std::int32_t>& order) {
  Ranks rank(items, -1);
  for (std::size_t k = 0; k < order.size(); ++k) rank[order[k]] = static_cast<std::int32_t>(k);
  return rank;
}

// One item after another, each time the one after which the fewest items are live: touched by an option
// that is decided and by one that is not. Ties go to the item that has been live longest.
class Greedy {
 public:
  Greedy(const ResidualProblem& residual, const Scene& scene) : residual_(residual), scene_(scene) {
    options_of_.resize(residual.kind.size());
    for (std::int32_t o = 0; o < residual.options(); ++o)
      for (const ItemUse& t : residual.item_uses[o]) options_of_[t.item].push_back(o);
    goals_by_state_.assign(residual.kind.size(), 0);
    for (const std::int32_t i : scene.items) goals_by_state_[i] = residual.kind[i] == Kind::exact;
  }

  // The order from a start; empty when it takes too long.
  std::vector<std::int32_t> from(std::int32_t start) {
    const auto items = static_cast<std::int32_t>(residual_.kind.size());
    std::vector<std::int32_t> left(items), age(items, 0), order, live;
    for (std::int32_t i = 0; i < items; ++i) left[i] = static_cast<std::int32_t>(options_of_[i].size());
    std::vector<char> decided(residual_.options(), 0), done(items, 0), in(items, 0);
    std::vector<std::int32_t> fresh(items, 0);  // options of the trial that touch an item
    steps = 0;
    std::size_t next_natural = 0;
    std::int32_t next = start;
    while (next >= 0) {
      order.push_back(next);
      done[next] = 1;
      for (const std::int32_t o : options_of_[next]) {
        if (decided[o]) continue;
        decided[o] = 1;
        for (const ItemUse& t : residual_.item_uses[o]) {
          --left[t.item];
          if (!in[t.item])
            in[t.item] = 1, age[t.item] = static_cast<std::int32_t>(order.size()), live.push_back(t.item);
        }
      }
      std::erase_if(live, [&](std::int32_t i) { return done[i] || left[i] == 0; });
      // The best of the live items; when none is live, the next one in the natural order.
      next = -1;
      std::tuple<std::int64_t, std::int32_t, std::int32_t> best;
      for (const std::int32_t i : live) {
        if (!goals_by_state_[i]) continue;
        std::int64_t change = -1;
        std::vector<std::int32_t> touched;
        for (const std::int32_t o : options_of_[i]) {
          if (decided[o]) continue;
          for (const ItemUse& t : residual_.item_uses[o]) {
            ++steps;
            if (fresh[t.item]++ == 0) touched.push_back(t.item);
          }
        }
        for (const std::int32_t j : touched) {
          const bool ends = fresh[j] == left[j];
          if (j != i) change += (in[j] ? 0 : 1) - (ends ? 1 : 0);
          fresh[j] = 0;
        }
        const std::tuple value(change, age[i], i);
        if (next < 0 || value < best) best = value, next = i;
      }
      if (steps > kMaxGreedySteps) return {};
      while (next < 0 && next_natural < scene_.items.size()) {
        const std::int32_t i = scene_.items[next_natural++];
        if (goals_by_state_[i] && !done[i]) next = i;
      }
    }
    return order;
  }

  std::int64_t steps = 0;  // uses of items that were looked at for the last order

 private:
  const ResidualProblem& residual_;
  const Scene& scene_;
  std::vector<std::vector<std::int32_t>> options_of_;
  std::vector<char> goals_by_state_;
};

int words(const LinearOrder& linear_order) { return (linear_order.window + linear_order.outside_bits + 1 + 63) / 64; }

// Words of a state cost time each; states count for more.
double value(const LinearOrder& line) { return line.log_states + 0.3 * std::max(0, words(line) - 1); }

}  // namespace

// The orders that are tried, one after another; which ones depends on those before.
class OrderChooser::Candidates {
 public:
  Candidates(const SweepQuery& query, const ResidualProblem& residual)
      : query_(query), residual_(residual), items_(static_cast<std::int32_t>(residual.kind.size())) {
    for (const auto& item_uses : residual.item_uses) uses_ += std::ssize(item_uses);
  }

  bool advance(std::int64_t budget, OrderChoice& best) {
    while (budget > 0) {
      if (!builder_) {
        if (stage_ == Stage::done) return true;
        budget -= next(best);
        continue;
      }
      if (!builder_->advance(budget)) return false;
      if (!*best.name || value(builder_->best) < value(best.linear_order) - margin_)
        best = {std::move(builder_->best), name_};
      builder_.reset();
    }
    return stage_ == Stage::done && !builder_;
  }

 private:
  enum class Stage { natural, boxes, diagonals, breadth_first, greedy, done };

  // Makes the next order, or goes on to the next stage; the uses of items that it looked at.
  std::int64_t next(const OrderChoice& best) {
    switch (stage_) {
      case Stage::natural: return natural();
      case Stage::boxes: return box();
      case Stage::diagonals: return diagonal();
      case Stage::breadth_first: return breadth_first();
      case Stage::greedy: return greedy(best);
      case Stage::done: return 0;
    }
    return 0;
  }
  // `margin`: how much better a line must be than the best one.
  void offer(Ranks rank, bool gaps, const char* name, double margin) {
    builder_ = std::make_unique<LinearOrderBuilder>(residual_, std::move(rank), gaps);
    name_ = name;
    margin_ = margin;
  }
  void offer_order(const std::vector<std::int32_t>& order, const char* name, double margin) {
    offer(ranks_of(items_, order), false, name, margin);
  }
  void go_to(Stage stage) { stage_ = stage, tried_ = 0; }

  std::int64_t natural() {
    scene_ = scene_of(query_, residual_);
    go_to(query_.order.empty() ? Stage::boxes : Stage::done);
    if (query_.order.empty()) {
      offer_order(scene_.items, "natural", 0);
      return uses_;
    }
    std::vector<std::int32_t> order = query_.order;
    std::vector<char> named(items_, 0);
    for (const std::int32_t i : order) named[i] = 1;
    for (const std::int32_t i : scene_.items)
      if (!named[i]) order.push_back(i);
    offer_order(order, "as given", 0);
    return uses_;
  }

  std::int64_t box() {
    if (tried_ == 0)
      squares_ = scene_.near_known && exact_cover::square_coordinates(query_.problem, scene_.items, parts_);
    if (!squares_ || tried_ == 2) {
      // Along lines all steps between neighbours are alike, which makes region cuts quick and leaves fewer
      // states than the live items say.
      go_to(Stage::diagonals);
      line_margin_ = boxes_ && least_on_line() > 2 ? kBoxMargin : 1e-9;
      return uses_;
    }
    const bool across = tried_++ == 0;
    std::int64_t places;
    Ranks rank = exact_cover::box_places(query_.problem, parts_, across, places);
    if (places < 0) return items_;
    offer(std::move(rank), true, across ? "line by line" : "column by column", boxes_ ? 1e-9 : -0.1);
    boxes_ = true;
    return items_;
  }

  // The fewest items on a line that an option covers.
  int least_on_line() const {
    int smallest = INT32_MAX;
    std::vector<char> on_line(items_, 0);
    for (const std::int32_t i : scene_.items) on_line[i] = 1;
    for (const auto& item_uses : residual_.item_uses)
      smallest = std::min<int>(smallest, std::count_if(item_uses.begin(), item_uses.end(),
                                                       [&](const ItemUse& t) { return on_line[t.item]; }));
    return smallest;
  }

  // Best for boards whose rim runs along diagonals.
  std::int64_t diagonal() {
    if (!boxes_ || tried_ == 2) {
      go_to(boxes_ && uses_ > kManyTouches ? Stage::done : Stage::breadth_first);
      return 0;
    }
    const int slope = tried_++ == 0 ? 1 : -1;
    std::vector<std::array<std::int64_t, 3>> cells;  // part and diagonal, along it, item
    for (std::size_t k = 0; k < parts_.size(); ++k)
      for (const auto& [x, y, item] : parts_[k])
        cells.push_back({static_cast<std::int64_t>(k) << 40 | (x + slope * y + (std::int64_t{1} << 33)), x, item});
    std::sort(cells.begin(), cells.end());
    std::vector<std::int32_t> order;
    for (const auto& cell : cells) order.push_back(static_cast<std::int32_t>(cell[2]));
    offer_order(order, "diagonal by diagonal", line_margin_);
    return items_;
  }

  std::int64_t breadth_first() {
    if (tried_ == 2) {
      go_to(Stage::greedy);
      return 0;
    }
    const bool far = tried_++ == 1;
    offer_order(exact_cover::breadth_first_order(scene_.graph, scene_.items, far),
                far ? "breadth first from afar" : "breadth first", line_margin_);
    return uses_;
  }

  std::int64_t greedy(const OrderChoice& best) {
    if (tried_ == 0) {
      if (scene_.items.empty() || (line_margin_ >= kBoxMargin && best.linear_order.log_states <= kGreedyFrom)) {
        go_to(Stage::done);
        return 0;
      }
      greedy_ = std::make_unique<Greedy>(residual_, scene_);
      const auto far = exact_cover::breadth_first_order(scene_.graph, scene_.items, true);
      starts_ = {scene_.items.front(), scene_.items.back(), far.front(), far.back()};
      std::sort(starts_.begin(), starts_.end());
      starts_.erase(std::unique(starts_.begin(), starts_.end()), starts_.end());
    }
    if (tried_ == starts_.size()) {
      go_to(Stage::done);
      return 0;
    }
    const std::int32_t start = starts_[tried_++];
    if (residual_.kind[start] != Kind::exact) return 0;
    const auto order = greedy_->from(start);
    if (order.empty())
      go_to(Stage::done);  // it takes too long
    else
      offer_order(order, "fewest live items", line_margin_);
    return greedy_->steps;
  }

  const SweepQuery& query_;
  const ResidualProblem& residual_;
  std::int32_t items_;
  std::int64_t uses_ = 0;
  Scene scene_;
  exact_cover::ComponentCells parts_;
  bool squares_ = false, boxes_ = false;
  double line_margin_ = 0;
  std::unique_ptr<Greedy> greedy_;
  std::vector<std::int32_t> starts_;
  Stage stage_ = Stage::natural;
  std::size_t tried_ = 0;  // orders in this stage
  std::unique_ptr<LinearOrderBuilder> builder_;
  const char* name_ = "";
  double margin_ = 0;
};

OrderChooser::OrderChooser(const SweepQuery& query, const ResidualProblem& residual)
    : candidates_(std::make_unique<Candidates>(query, residual)) {}
OrderChooser::~OrderChooser() = default;

bool OrderChooser::advance(std::int64_t budget) { return candidates_->advance(budget, best); }

OrderChoice choose_linear_order(const SweepQuery& query, const ResidualProblem& residual) {
  OrderChooser chooser(query, residual);
  while (!chooser.advance(INT64_MAX)) {
  }
  return std::move(chooser.best);
}

}  // namespace tilewright::frontier
