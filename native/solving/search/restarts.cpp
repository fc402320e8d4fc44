#include "solving/search/restarts.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "numbers.hpp"
#include "solving/search/restarts_order.hpp"
#include "solving/search/restarts_position.hpp"
#include "solving/search/restarts_repair.hpp"
#include "solving/search/restarts_table.hpp"

namespace tilewright::search {

namespace {

// Tuned as the weights of hard pieces are: see restarts_order.cpp.
constexpr double kOpenNeighbourCost = 0.1;  // what an open place beside an option costs
constexpr double kPieceNoise = 0.1;         // of a piece in a whole run, either way
constexpr double kOptionNoise = 0.2;        // of an option at one node
constexpr std::uint64_t kRunNodes =
    5'000;  // of a run, times 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman, 1993)
constexpr std::uint64_t kRepairShare = 8;           // nodes of repair for one of the sweep: they are so much quicker
constexpr std::uint64_t kRepairNodes = 60'000'000;  // of one cover, before another is made
constexpr std::uint64_t kMaxNodes = std::uint64_t{1} << 48;  // of a position: more than any search visits
constexpr double kUsedUpCost = 100;  // what a piece taken too often costs in a relaxed run: more than all else
constexpr double kScarce = 0.05;     // a piece with so many of the median's options is placed first

template <int W>
class RestartsSearch final : public Restarts {
 public:
  RestartsSearch(const Remainder& rest, const PlaceOrder& order, const OptionAssessment& assessment, std::uint64_t seed)
      : chosen_(rest.chosen), ids_(rest.option_ids), table_(rest.problem, order, assessment), random_(seed) {
    repair_ = make_repair(rest.problem, order.place, assessment.live);
    add_pieces(assessment);
    add_places();
    add_scarce();
    begin();
  }

  Status advance(std::uint64_t budget) override {
    const std::uint64_t last = nodes + std::min(budget, UINT64_MAX - nodes);
    if (!solution.empty()) return Status::full;
    while (nodes < last) {
      if (finished_) return Status::complete;
      if (nodes >= run_end_) begin();
      if (phase_ == Phase::repair) {
        const std::uint64_t visited = repair_->step();
        nodes += visited, repair_nodes_ += visited;
        if (repair_->done()) return found(repair_->options());
        violations = std::min(violations, repair_->violations());
        continue;
      }
      if (frames_.empty()) {
        finished_ = true;
        return Status::complete;
      }
      Frame& frame = frames_.back();
      if (frame.taken >= 0) undo(frame);
      if (frame.next == frame.end) {
        candidates_.resize(frame.begin);
        frames_.pop_back();
        continue;
      }
      take(frame, candidates_[frame.next++].option);
      ++nodes;
      if (!descend(frame.place < 0 ? 0 : frame.place + 1)) continue;
      std::vector<std::int32_t> taken;
      for (const Frame& each : frames_) taken.push_back(table_.options[each.taken].id);
      if (phase_ == Phase::sweep) return found(taken);
      repair_->begin(taken, next_random(random_));
      if (repair_->done()) return found(taken);
      repair_nodes_ = 0;
      phase_ = Phase::repair;
    }
    return Status::running;
  }

  std::vector<std::uint64_t> position() const override {
    PositionWriter out;
    out.put(nodes, runs, depth, violations, random_, phase_, repair_nodes_, run_end_, finished_);
    for (const double weight : weights_) out.put(weight);
    // What a sweep has left behind does not matter while a cover is repaired.
    const bool sweeping = phase_ != Phase::repair;
    out.put(sweeping ? frames_.size() : 0, sweeping ? candidates_.size() : 0);
    if (sweeping) {
      for (const Frame& frame : frames_) out.put(frame.place, frame.end, frame.next, frame.taken >= 0);
      for (const Candidate& each : candidates_) out.put(each.option);
    }
    out.put(repair_->position());
    out.put(solution);
    return std::move(out.held);
  }

  void restore(const std::vector<std::uint64_t>& position) override {
    PositionReader in(position);
    in.get(nodes, runs, depth, violations, random_, phase_, repair_nodes_, run_end_, finished_);
    in.check(nodes < kMaxNodes && runs >= 1 && runs <= nodes + 1 && phase_ <= Phase::repair);
    for (double& weight : weights_) in.get(weight);
    clear();
    std::size_t frames = 0, candidates = 0;
    in.get(frames, candidates);
    in.check(frames <= position.size() && candidates <= position.size());
    std::vector<bool> taken;
    for (std::size_t k = 0; k < frames; ++k) {
      Frame frame{0, k ? frames_.back().end : 0, 0, 0, -1};
      bool held = false;
      in.get(frame.place, frame.end, frame.next, held);
      in.check(frame.place >= -1 && frame.place < table_.places && frame.begin <= frame.next &&
               frame.next <= frame.end && frame.end <= candidates && frame.next >= frame.begin + held);
      in.check(held || k + 1 == frames);
      frames_.push_back(frame);
      taken.push_back(held);
    }
    in.check(frames ? frames_.back().end == candidates : !candidates);
    for (std::size_t k = 0; k < candidates; ++k) {
      candidates_.push_back({0, 0});
      in.get(candidates_.back().option);
      in.check(candidates_.back().option >= 0 && candidates_.back().option < std::ssize(table_.options));
    }
    for (std::size_t k = 0; k < frames; ++k) {
      if (!taken[k]) continue;
      const std::int32_t option = candidates_[frames_[k].next - 1].option;
      in.check(fits(table_.options[option]));
      take(frames_[k], option);
    }
    std::vector<std::uint64_t> cover;
    in.get(cover);
    repair_->restore(cover);
    in.check(!repair_->options().empty() || (phase_ != Phase::repair && repair_nodes_ >= kRepairNodes));
    in.get(solution);
    for (const std::int32_t o : solution)
      in.check(std::binary_search(ids_.begin(), ids_.end(), o) ||
               std::find(chosen_.begin(), chosen_.end(), o) != chosen_.end());
    in.check(in.at_end());
  }

 private:
  using Option = typename SweepTable<W>::Option;
  struct Candidate {
    float key;
    std::int32_t option;
  };
  struct Frame {
    std::int32_t place;  // -1: of a scarce piece
    std::size_t begin, end, next;
    std::int32_t taken;
  };

  // A run of the sweep; then as long with a cover in which only the uses of pieces are wrong. There is none at first:
  // a relaxed run makes one, by taking pieces too often where no other fits.
  enum class Phase : std::uint8_t { sweep, relaxed, repair };

  void add_pieces(const OptionAssessment& assessment) {
    for (const std::int32_t item : table_.item_of_piece) {
      option_counts_.push_back(assessment.count[item]);
      difficulty_.push_back(assessment.difficulty[item]);
    }
    weights_.resize(difficulty_.size());
  }

  void add_places() {
    const std::size_t words = table_.places / 64 + W + 2;
    unfilled_.assign(words, 0);
    start_.assign(words, ~std::uint64_t{0});
    for (std::int32_t p = 0; p < table_.places; ++p) {
      const std::uint64_t bit = std::uint64_t{1} << (p & 63);
      if (table_.used[p]) start_[p / 64] &= ~bit;
      if (table_.needed[p]) unfilled_[p / 64] |= bit;
    }
  }

  // Pieces that must be used and have few places to go: where they are left for later, most runs end without them.
  void add_scarce() {
    std::vector<std::int32_t> counts = option_counts_;
    if (counts.empty()) return;
    std::nth_element(counts.begin(), counts.begin() + std::ssize(counts) / 2, counts.end());
    const double few = kScarce * counts[counts.size() / 2];
    for (std::size_t k = 0; k < option_counts_.size(); ++k)
      if (table_.pieces[k].least == 1 && table_.pieces[k].most == 1 && option_counts_[k] < few)
        scarce_.push_back(static_cast<std::int32_t>(k));
    std::stable_sort(scarce_.begin(), scarce_.end(),
                     [&](std::int32_t a, std::int32_t b) { return option_counts_[a] < option_counts_[b]; });
    of_scarce_.resize(scarce_.size());
    for (std::size_t k = 0; k < scarce_.size(); ++k)
      for (std::size_t o = 0; o < table_.options.size(); ++o)
        if (table_.options[o].piece == scarce_[k]) of_scarce_[k].push_back(static_cast<std::int32_t>(o));
  }

  double chance() { return static_cast<double>(next_random(random_) >> 11) * 0x1p-53; }

  Status found(const std::vector<std::int32_t>& taken) {
    solution = chosen_;
    for (const std::int32_t o : taken) solution.push_back(ids_[o]);
    std::sort(solution.begin(), solution.end());
    return Status::full;
  }

  void begin() {
    if (phase_ != Phase::sweep) {
      phase_ = Phase::sweep;
      run_end_ = nodes + kRunNodes * luby(++runs);
    } else {
      run_end_ = nodes + kRepairShare * kRunNodes * luby(runs);
      phase_ = repair_nodes_ < kRepairNodes ? Phase::repair : Phase::relaxed;
      if (phase_ == Phase::repair) return;
    }
    clear();
    for (std::size_t k = 0; k < weights_.size(); ++k) weights_[k] = difficulty_[k] + kPieceNoise * (2 * chance() - 1);
    if (!descend(0)) return;
    found({});  // nothing is to be filled: the chosen options are the solution
    finished_ = true;
  }

  void clear() {
    covered_ = start_;
    frames_.clear(), candidates_.clear();
    left_.clear();
    for (const PieceField& piece : table_.pieces) left_.push_back(piece.most);
  }

  // From a state whose places before `from` are filled; true when that is a solution.
  bool descend(std::int32_t from) {
    const std::int32_t to = next_open(from);
    const bool relaxed = phase_ == Phase::relaxed;
    if (!relaxed) depth = std::max(depth, static_cast<std::int32_t>(frames_.size()));
    if (to < 0) {
      for (std::size_t k = 0; k < left_.size() && !relaxed; ++k)
        if (table_.pieces[k].most - left_[k] < table_.pieces[k].least) return false;
      return true;
    }
    if (!frames_.empty() && table_.has_unfillable_region(to, window(table_.base[to]))) return false;
    if (frames_.size() < scarce_.size())
      push_scarce(frames_.size());
    else
      push(to);
    return false;
  }

  std::int32_t next_open(std::int32_t from) const {
    std::uint64_t here = ~std::uint64_t{0} << (from & 63);
    for (std::size_t w = from / 64; w < covered_.size(); ++w, here = ~std::uint64_t{0})
      if (const std::uint64_t open = unfilled_[w] & ~covered_[w] & here)
        return static_cast<std::int32_t>(64 * w) + std::countr_zero(open);
    return -1;
  }

  Bits<W> window(std::int32_t base) const {
    Bits<W> seen;
    const int word = base / 64, bits = base & 63;
    for (int k = 0; k < W; ++k) {
      seen.w[k] = covered_[word + k] >> bits;
      if (bits) seen.w[k] |= covered_[word + k + 1] << (64 - bits);
    }
    return seen;
  }

  bool fits(const Option& option) const { return !(window(option.base) & option.mask).any(); }

  void flip(const Option& option) {
    const int word = option.base / 64, bits = option.base & 63;
    for (int k = 0; k < W; ++k) {
      covered_[word + k] ^= option.mask.w[k] << bits;
      if (bits) covered_[word + k + 1] ^= option.mask.w[k] >> (64 - bits);
    }
  }

  void take(Frame& frame, std::int32_t o) {
    frame.taken = o;
    flip(table_.options[o]);
    if (table_.options[o].piece >= 0) --left_[table_.options[o].piece];
  }

  void undo(Frame& frame) {
    flip(table_.options[frame.taken]);
    if (table_.options[frame.taken].piece >= 0) ++left_[table_.options[frame.taken].piece];
    frame.taken = -1;
  }

  void push_scarce(std::size_t which) {
    const std::size_t begin = candidates_.size();
    for (const std::int32_t o : of_scarce_[which])
      if (fits(table_.options[o])) candidates_.push_back({static_cast<float>(chance()), o});
    push_frame(-1, begin);
  }

  void push(std::int32_t place) {
    const std::size_t begin = candidates_.size();
    const Bits<W> covered = window(table_.base[place]), open = ~covered;
    const Surroundings<W>& around = table_.around(place);
    for (std::int32_t o = table_.first[place]; o < table_.first[place + 1]; ++o) {
      const Option& option = table_.options[o];
      const bool used_up = option.piece >= 0 && left_[option.piece] <= 0;
      if ((used_up && phase_ != Phase::relaxed) || (option.mask & covered).any()) continue;
      Bits<W> beside = Bits<W>::none();
      for (int k = 0; k < around.step_count; ++k) {
        const Step<W>& step = around.steps[k];
        beside |= (option.mask & step.from).up(step.distance) | (option.mask.down(step.distance) & step.from);
      }
      const double difficulty = option.piece >= 0 ? weights_[option.piece] : 0;
      double key = kOpenNeighbourCost * (beside & open & ~option.mask).size() + kOptionNoise * chance() - difficulty;
      if (used_up) key += kUsedUpCost * (1 - left_[option.piece]);
      candidates_.push_back({static_cast<float>(key), o});
    }
    push_frame(place, begin);
  }

  void push_frame(std::int32_t place, std::size_t begin) {
    std::sort(
        candidates_.begin() + static_cast<std::ptrdiff_t>(begin), candidates_.end(),
        [](const Candidate& a, const Candidate& b) { return a.key != b.key ? a.key < b.key : a.option < b.option; });
    frames_.push_back({place, begin, candidates_.size(), begin, -1});
  }

  std::vector<std::int32_t> chosen_, ids_;
  SweepTable<W> table_;
  std::uint64_t random_;
  std::vector<std::int32_t> option_counts_;                // of pieces
  std::vector<double> difficulty_, weights_;               // and in this run
  std::vector<std::uint64_t> unfilled_, start_, covered_;  // by places: to be filled, covered or no place at all
  std::vector<std::int32_t> scarce_;
  std::vector<std::vector<std::int32_t>> of_scarce_;

  std::unique_ptr<Repair> repair_;
  Phase phase_ = Phase::relaxed;  // the last one, before the first
  std::uint64_t repair_nodes_ = kRepairNodes;

  std::uint64_t run_end_ = 0;
  std::vector<std::int32_t> left_;
  std::vector<Frame> frames_;
  std::vector<Candidate> candidates_;
  bool finished_ = false;
};

// Nothing is left to search.
class CompletedSearch final : public Restarts {
 public:
  Status advance(std::uint64_t) override { return Status::complete; }
  std::vector<std::uint64_t> position() const override { return {}; }
  void restore(const std::vector<std::uint64_t>& position) override {
    PositionReader(position).check(position.empty());
  }
};

}  // namespace

std::string restarts_unsupported(const Problem& problem) { return place_order(problem).refusal; }

std::unique_ptr<Restarts> make_restarts(const Problem& problem, std::vector<Decision> prefix, std::uint64_t seed) {
  const Remainder rest = reduce(problem, prefix);
  if (rest.dead) return std::make_unique<CompletedSearch>();
  const PlaceOrder order = place_order(rest.problem);
  if (!order.refusal.empty()) throw std::invalid_argument(order.refusal);
  const OptionAssessment assessment = assess_options(rest.problem, order.place);
  if (order.reach <= 64) return std::make_unique<RestartsSearch<1>>(rest, order, assessment, seed);
  if (order.reach <= 128) return std::make_unique<RestartsSearch<2>>(rest, order, assessment, seed);
  if (order.reach <= 256) return std::make_unique<RestartsSearch<4>>(rest, order, assessment, seed);
  return std::make_unique<RestartsSearch<8>>(rest, order, assessment, seed);
}

}  // namespace tilewright::search
