#include "solve/search/sequential_monte_carlo.hpp"

#include <cmath>
#include <stdexcept>

#include "solve/search/bitmask_order.hpp"
#include "solve/search/restarts_order.hpp"
#include "solve/search/restarts_table.hpp"
#include "solve/search/weighted_sample.hpp"

namespace tilewright::search {

namespace {

constexpr double kMostWorth = 300;  // of a worth's logarithm, either way: products with weights stay finite
constexpr int kScale = 200;         // weights above two to this power are all made smaller by it

std::vector<double> awkward_items(const Problem& whole, const Remainder& rest, const Judged& judged) {
  std::vector<double> awkward(whole.items, 0.0);
  for (std::size_t i = 0; i < rest.item_ids.size(); ++i) awkward[rest.item_ids[i]] = judged.awkward[i];
  return awkward;
}

template <int W>
class PopulationSweep final : public Population {
 public:
  PopulationSweep(const Problem& whole, const Remainder& rest, const RestartsLine& line, const Guide& guide,
                  const Judged& judged)
      : table_(rest.problem, line, judged), border_(guide.border), stride_(W + table_.piece_words + 1) {
    awkward = awkward_items(whole, rest, judged);
    for (const std::int32_t item : table_.item_of_piece) pieces_.push_back(guide.pieces[rest.item_ids[item]]);
    at_.resize(stride_);
    child_.resize(stride_);
  }

  void begin(std::size_t size, std::uint64_t seed) override {
    if (size < 1 || size > kMostStates) throw std::invalid_argument("a population has 1 to 10,000,000 states");
    size_ = size;
    random_ = seed;
    nodes = 0, share = 0, solutions = 0, exponent = 0, sampled = false;
    levels_.clear();
    levels_.resize(table_.needed_count + 1);
    level_ = 0;
    next_ = 0;
    ready_ = false;
    std::fill(at_.begin(), at_.end(), 0);
    arrive(at_, Bits<W>::none(), 0, table_.next_needed(0), 1.0, 0);
  }

  Status advance(std::uint64_t budget) override {
    if (levels_.empty()) throw std::logic_error("a population is begun before it goes on");
    while (budget) {
      if (level_ == std::ssize(levels_)) return Status::complete;
      Pool* pool = levels_[level_].get();
      if (pool && !ready_) get_ready(*pool);
      if (pool && next_ < pool->count()) {
        go_on(*pool, next_++);
        ++nodes;
        --budget;
        continue;
      }
      if (pool) sampled = sampled || pool->sampled();
      levels_[level_].reset();
      ++level_;
      next_ = 0;
      ready_ = false;
      share = static_cast<double>(level_) / static_cast<double>(levels_.size());
    }
    return level_ == std::ssize(levels_) ? Status::complete : Status::running;
  }

 private:
  static constexpr std::size_t kMostStates = 10'000'000;
  using State = std::vector<std::uint64_t>;  // the window, how often each piece was used, the place to fill next

  void get_ready(Pool& pool) {
    pool.thin(random_);
    if (pool.greatest() > std::ldexp(1.0, kScale)) {
      const double by = std::ldexp(1.0, -kScale);
      for (auto& level : levels_)
        if (level) level->scale(by);
      solutions *= by;
      exponent += kScale;
    }
    ready_ = true;
  }

  std::uint64_t used(const State& state, const PieceField& piece) const {
    return state[W + piece.word] >> piece.shift & piece.mask;
  }

  void go_on(const Pool& pool, std::size_t k) {
    std::copy_n(pool.state(k), stride_, at_.begin());
    const double weight = pool.weight(k);
    const auto place = static_cast<std::int32_t>(at_[stride_ - 1]);
    Bits<W> covered;
    std::copy_n(at_.begin(), W, covered.w);
    for (std::int32_t o = table_.first[place]; o < table_.first[place + 1]; ++o) {
      const auto& option = table_.options[o];
      if ((option.mask & covered).any()) continue;
      const PieceField* piece = option.piece < 0 ? nullptr : &table_.pieces[option.piece];
      if (piece && used(at_, *piece) == static_cast<std::uint64_t>(piece->most)) continue;
      child_ = at_;
      if (piece) child_[W + piece->word] += std::uint64_t{1} << piece->shift;
      const Bits<W> now = covered | option.mask;
      const Bits<W> open = table_.needed_here[place] & ~now;
      const std::int32_t to = open.any() ? table_.base[place] + open.first()
                                         : table_.next_needed(std::min(table_.places, table_.base[place] + 64 * W));
      arrive(child_, now, place, to, weight, level_ + option.needed);
    }
  }

  // A state that has come to the place `to`, with its window as seen from `place`.
  void arrive(State& state, const Bits<W>& covered, std::int32_t place, std::int32_t to, double weight,
              std::ptrdiff_t level) {
    if (to < 0) {
      for (const PieceField& piece : table_.pieces)
        if (used(state, piece) < static_cast<std::uint64_t>(piece.least)) return;
      solutions += weight;
      return;
    }
    if (table_.first[to] == table_.first[to + 1]) return;
    const std::int32_t shift = table_.base[to] - table_.base[place];
    const Bits<W> window = shift < 64 * W ? table_.start[to] | covered.down(shift) : table_.start[to];
    if (table_.shut_in(to, window)) return;
    double worth = -border_ * table_.border(to, window);
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      worth += pieces_[k] * static_cast<double>(used(state, table_.pieces[k]));
    std::copy_n(window.w, W, state.begin());
    state[stride_ - 1] = static_cast<std::uint64_t>(to);
    auto& pool = levels_[level];
    if (!pool) pool = std::make_unique<Pool>(stride_, size_);
    pool->add(state.data(), weight, std::exp(std::clamp(worth, -kMostWorth, kMostWorth)), random_);
  }

  SweepTable<W> table_;
  std::vector<double> pieces_;
  double border_;
  std::size_t stride_, size_ = 0;
  std::uint64_t random_ = 0;
  std::vector<std::unique_ptr<Pool>> levels_;
  std::ptrdiff_t level_ = 0;
  std::size_t next_ = 0;
  bool ready_ = false;
  State at_, child_;
};

// The decisions leave no solution.
class NoPopulation final : public Population {
 public:
  explicit NoPopulation(const Problem& problem) { awkward.assign(problem.items, 0.0); }
  void begin(std::size_t, std::uint64_t) override { share = 1; }
  Status advance(std::uint64_t) override { return Status::complete; }
};

}  // namespace

std::unique_ptr<Population> make_population(const Problem& problem, std::vector<Decision> prefix, Guide guide) {
  guide.pieces.resize(problem.items, 0.0);
  const Remainder rest = reduce(problem, prefix);
  if (rest.dead) return std::make_unique<NoPopulation>(problem);
  const RestartsLine line = restarts_line(rest.problem);
  if (!line.refusal.empty()) throw std::invalid_argument(line.refusal);
  const Judged judged = judge_options(rest.problem, line.place);
  if (line.reach <= 64) return std::make_unique<PopulationSweep<1>>(problem, rest, line, guide, judged);
  if (line.reach <= 128) return std::make_unique<PopulationSweep<2>>(problem, rest, line, guide, judged);
  if (line.reach <= 256) return std::make_unique<PopulationSweep<4>>(problem, rest, line, guide, judged);
  return std::make_unique<PopulationSweep<8>>(problem, rest, line, guide, judged);
}

}  // namespace tilewright::search
