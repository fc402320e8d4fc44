#include "solving/search/sequential_monte_carlo.hpp"

#include <cmath>
#include <stdexcept>

#include "solving/search/bitmask_order.hpp"
#include "solving/search/restarts_order.hpp"
#include "solving/search/restarts_table.hpp"
#include "solving/search/weighted_sample.hpp"

namespace tilewright::search {

namespace {

constexpr double kMaxWorth = 300;  // of a worth's logarithm, either way: products with weights stay finite
constexpr int kScale = 200;        // weights above two to this power are all made smaller by it

std::vector<double> item_difficulty(const Problem& whole, const Remainder& rest, const OptionAssessment& assessment) {
  std::vector<double> difficulty(whole.items, 0.0);
  for (std::size_t i = 0; i < rest.item_ids.size(); ++i) difficulty[rest.item_ids[i]] = assessment.difficulty[i];
  return difficulty;
}

template <int W>
class SequentialMonteCarloSweep final : public SequentialMonteCarlo {
 public:
  SequentialMonteCarloSweep(const Problem& whole, const Remainder& rest, const PlaceOrder& order, const Guide& guide,
                            const OptionAssessment& assessment)
      : table_(rest.problem, order, assessment), border_(guide.border), stride_(W + table_.piece_words + 1) {
    difficulty = item_difficulty(whole, rest, assessment);
    for (const std::int32_t item : table_.item_of_piece) pieces_.push_back(guide.pieces[rest.item_ids[item]]);
    at_.resize(stride_);
    child_.resize(stride_);
  }

  void begin(std::size_t size, std::uint64_t seed) override {
    if (size < 1 || size > kMaxStates) throw std::invalid_argument("a population has 1 to 10,000,000 states");
    size_ = size;
    random_ = seed;
    nodes = 0, share = 0, solutions = 0, exponent = 0, sampled = false;
    levels_.clear();
    levels_.resize(table_.needed_count + 1);
    level_ = 0;
    next_ = 0;
    ready_ = false;
    std::fill(at_.begin(), at_.end(), 0);
    add_state(at_, Bits<W>::none(), 0, table_.next_needed(0), 1.0, 0);
  }

  Status advance(std::uint64_t budget) override {
    if (levels_.empty()) throw std::logic_error("a population is begun before it goes on");
    while (budget) {
      if (level_ == std::ssize(levels_)) return Status::complete;
      WeightedSample* sample = levels_[level_].get();
      if (sample && !ready_) prepare(*sample);
      if (sample && next_ < sample->count()) {
        descend(*sample, next_++);
        ++nodes;
        --budget;
        continue;
      }
      if (sample) sampled = sampled || sample->sampled();
      levels_[level_].reset();
      ++level_;
      next_ = 0;
      ready_ = false;
      share = static_cast<double>(level_) / static_cast<double>(levels_.size());
    }
    return level_ == std::ssize(levels_) ? Status::complete : Status::running;
  }

 private:
  static constexpr std::size_t kMaxStates = 10'000'000;
  using State = std::vector<std::uint64_t>;  // the window, how often each piece was used, the place to fill next

  void prepare(WeightedSample& sample) {
    sample.thin(random_);
    if (sample.greatest() > std::ldexp(1.0, kScale)) {
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

  void descend(const WeightedSample& sample, std::size_t k) {
    std::copy_n(sample.state(k), stride_, at_.begin());
    const double weight = sample.weight(k);
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
      add_state(child_, now, place, to, weight, level_ + option.needed);
    }
  }

  // A state that has come to the place `to`, with its window as seen from `place`.
  void add_state(State& state, const Bits<W>& covered, std::int32_t place, std::int32_t to, double weight,
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
    if (table_.has_unfillable_region(to, window)) return;
    double worth = -border_ * table_.border(to, window);
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      worth += pieces_[k] * static_cast<double>(used(state, table_.pieces[k]));
    std::copy_n(window.w, W, state.begin());
    state[stride_ - 1] = static_cast<std::uint64_t>(to);
    auto& sample = levels_[level];
    if (!sample) sample = std::make_unique<WeightedSample>(stride_, size_);
    sample->add(state.data(), weight, std::exp(std::clamp(worth, -kMaxWorth, kMaxWorth)), random_);
  }

  SweepTable<W> table_;
  std::vector<double> pieces_;
  double border_;
  std::size_t stride_, size_ = 0;
  std::uint64_t random_ = 0;
  std::vector<std::unique_ptr<WeightedSample>> levels_;
  std::ptrdiff_t level_ = 0;
  std::size_t next_ = 0;
  bool ready_ = false;
  State at_, child_;
};

// The decisions leave no solution.
class EmptySequentialMonteCarlo final : public SequentialMonteCarlo {
 public:
  explicit EmptySequentialMonteCarlo(const Problem& problem) { difficulty.assign(problem.items, 0.0); }
  void begin(std::size_t, std::uint64_t) override { share = 1; }
  Status advance(std::uint64_t) override { return Status::complete; }
};

}  // namespace

std::unique_ptr<SequentialMonteCarlo> make_sequential_monte_carlo(const Problem& problem, std::vector<Decision> prefix,
                                                                  Guide guide) {
  guide.pieces.resize(problem.items, 0.0);
  const Remainder rest = reduce(problem, prefix);
  if (rest.dead) return std::make_unique<EmptySequentialMonteCarlo>(problem);
  const PlaceOrder order = place_order(rest.problem);
  if (!order.refusal.empty()) throw std::invalid_argument(order.refusal);
  const OptionAssessment assessment = assess_options(rest.problem, order.place);
  if (order.reach <= 64) return std::make_unique<SequentialMonteCarloSweep<1>>(problem, rest, order, guide, assessment);
  if (order.reach <= 128)
    return std::make_unique<SequentialMonteCarloSweep<2>>(problem, rest, order, guide, assessment);
  if (order.reach <= 256)
    return std::make_unique<SequentialMonteCarloSweep<4>>(problem, rest, order, guide, assessment);
  return std::make_unique<SequentialMonteCarloSweep<8>>(problem, rest, order, guide, assessment);
}

}  // namespace tilewright::search
