#include "cover/restarts.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <stdexcept>

#include "cover/bitmask_order.hpp"
#include "cover/lines.hpp"
#include "cover/regions.hpp"
#include "cover/restarts_line.hpp"
#include "cover/restarts_repair.hpp"

namespace tilewright::cover {

namespace {

// Tuned as the weights of awkward pieces are: see restarts_line.cpp.
constexpr double kByOpenBeside = 0.1;  // what an open place beside an option costs
constexpr double kPieceNoise = 0.1;    // of a piece in a whole run, either way
constexpr double kOptionNoise = 0.2;   // of an option at one node
constexpr std::uint64_t kRunNodes = 5'000;  // of a run, times 1, 1, 2, 1, 1, 2, 4, ... (Luby, Sinclair and Zuckerman, 1993)
constexpr std::uint64_t kMendShare = 8;  // nodes of repair for one of the sweep: they are so much quicker
constexpr std::uint64_t kMendNodes = 60'000'000;  // of one cover, before another is made
constexpr double kBySpent = 100;  // what a piece taken too often costs in a loose run: more than all else
constexpr double kScarce = 0.05;  // a piece with so many of the median's options is placed first

std::uint64_t luby(std::uint64_t n) {
  for (;;) {
    const int bits = std::bit_width(n);
    if (n == (std::uint64_t{1} << bits) - 1) return std::uint64_t{1} << (bits - 1);
    n -= (std::uint64_t{1} << (bits - 1)) - 1;
  }
}

template <int W>
class RestartsSearch final : public Restarts {
 public:
  RestartsSearch(const Remainder& rest, const RestartsLine& line, std::uint64_t seed)
      : chosen_(rest.chosen), ids_(rest.option_ids), base_(line.base), places_(line.places), random_(seed) {
    const Problem& problem = rest.problem;
    const Judged judged = judge_options(problem, line.place);
    repair_ = make_repair(problem, line.place, judged.live);
    add_pieces(problem, line, judged);
    add_options(rest, line, judged);
    add_surroundings(problem, line);
    add_scarce();
    begin();
  }

  Status advance(std::uint64_t budget) override {
    const std::uint64_t last = nodes + std::min(budget, UINT64_MAX - nodes);
    if (!solution.empty()) return Status::full;
    while (nodes < last) {
      if (finished_) return Status::complete;
      if (nodes >= run_end_) begin();
      if (turn_ == Turn::mend) {
        const std::uint64_t spent = repair_->step();
        nodes += spent, mended_ += spent;
        if (repair_->done()) return found(repair_->options());
        wrong = std::min(wrong, repair_->wrong());
        continue;
      }
      if (frames_.empty()) {
        finished_ = true;
        return Status::complete;
      }
      Frame& frame = frames_.back();
      if (frame.taken >= 0) put_back(frame);
      if (frame.next == frame.end) {
        waiting_.resize(frame.begin);
        frames_.pop_back();
        continue;
      }
      take(frame, waiting_[frame.next++].option);
      ++nodes;
      if (!go_on(frame.place < 0 ? 0 : frame.place + 1)) continue;
      std::vector<std::int32_t> taken;
      for (const Frame& each : frames_) taken.push_back(options_[each.taken].id);
      if (turn_ == Turn::sweep) return found(taken);
      repair_->begin(taken, next_random(random_));
      if (repair_->done()) return found(taken);
      mended_ = 0;
      turn_ = Turn::mend;
    }
    return Status::running;
  }

 private:
  struct Option {
    Bits<W> mask;  // bit k is place base + k
    std::int32_t base, piece, id;
  };
  struct Piece {
    std::int32_t least, most, options;
    double awkward;
  };
  struct Waiting {
    float key;
    std::int32_t option;
  };
  struct Frame {
    std::int32_t place;  // -1: of a scarce piece
    std::size_t begin, end, next;
    std::int32_t taken;
  };

  // A run of the sweep; then as long with a cover in which only the uses of pieces are wrong. There is none at first:
  // a loose run makes one, by taking pieces too often where no other fits.
  enum class Turn { sweep, loose, mend };

  void add_pieces(const Problem& problem, const RestartsLine& line, const Judged& judged) {
    piece_of_.assign(problem.items, -1);
    for (std::int32_t i = 0; i < problem.items; ++i) {
      if (line.place[i] >= 0) continue;
      piece_of_[i] = static_cast<std::int32_t>(pieces_.size());
      const bool primary = i < problem.primary;
      pieces_.push_back({primary ? problem.least[i] : 0, primary ? problem.most[i] : 1, judged.count[i],
                         judged.awkward[i]});
    }
    weights_.resize(pieces_.size());
  }

  // The live options by their first needed place, piece after piece; and the places.
  void add_options(const Remainder& rest, const RestartsLine& line, const Judged& judged) {
    const Problem& problem = rest.problem;
    const std::size_t words = places_ / 64 + W + 2;
    unfilled_.assign(words, 0);
    start_.assign(words, ~std::uint64_t{0});
    needed_.assign(places_, 0);
    for (std::int32_t i = 0; i < problem.items; ++i) {
      const std::int32_t p = line.place[i];
      if (p < 0) continue;
      start_[p / 64] &= ~(std::uint64_t{1} << (p & 63));
      needed_[p] = needed_once(problem, i);
      if (needed_[p]) unfilled_[p / 64] |= std::uint64_t{1} << (p & 63);
    }
    first_.assign(places_ + 1, 0);
    std::vector<char> sizes(64 * W + 1, 0);
    std::vector<std::pair<std::int32_t, Option>> found;
    for (std::int32_t o = 0; o < problem.options(); ++o) {
      std::int32_t first = INT32_MAX;
      int size = 0;
      Option option{Bits<W>::none(), 0, -1, o};
      for (const Use& use : problem.option(o)) {
        const std::int32_t p = line.place[use.item];
        if (p < 0) option.piece = piece_of_[use.item];
        if (p < 0) continue;
        ++size;
        if (needed_[p]) first = std::min(first, p);
      }
      sizes[size] = 1;
      smallest_ = std::min(smallest_, size);
      if (!judged.live[o]) continue;
      option.base = base_[first];
      for (const Use& use : problem.option(o))
        if (line.place[use.item] >= 0) option.mask |= Bits<W>::one(line.place[use.item] - option.base);
      ++first_[first + 1];
      found.emplace_back(first, option);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second.piece < b.second.piece;
    });
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    options_.reserve(found.size());
    for (const auto& [first, option] : found) options_.push_back(option);
    sum_up_to_.assign(64 * W + 1, 0);
    sums_of_sizes(sizes, sum_up_to_);
    cuts_ = judged.joined;
  }

  void add_surroundings(const Problem& problem, const RestartsLine& line) {
    const Graph later = later_neighbours(problem.near, line.place, places_);
    around_.resize(places_);
    steps_.resize(places_);
    for (std::int32_t p = 0; p < places_; ++p) {
      Surroundings<W>& around = around_[p];
      around.needed = around.escape = Bits<W>::none();
      if (first_[p] == first_[p + 1]) continue;
      for (int k = 0; k < 64 * W && base_[p] + k < places_; ++k)
        if (needed_[base_[p] + k]) around.needed |= Bits<W>::one(k);
      steps_[p] = steps_within<W>(later, base_[p], 64 * W, around.escape);
      around.steps = steps_[p].data();
      around.step_count = static_cast<int>(steps_[p].size());
    }
  }

  // Pieces that must be used and have few places to go: where they are left for later, most runs end without them.
  void add_scarce() {
    std::vector<std::int32_t> counts;
    for (const Piece& piece : pieces_) counts.push_back(piece.options);
    if (counts.empty()) return;
    std::nth_element(counts.begin(), counts.begin() + std::ssize(counts) / 2, counts.end());
    const double few = kScarce * counts[counts.size() / 2];
    for (std::size_t k = 0; k < pieces_.size(); ++k)
      if (pieces_[k].least == 1 && pieces_[k].most == 1 && pieces_[k].options < few)
        scarce_.push_back(static_cast<std::int32_t>(k));
    std::stable_sort(scarce_.begin(), scarce_.end(),
                     [&](std::int32_t a, std::int32_t b) { return pieces_[a].options < pieces_[b].options; });
    of_scarce_.resize(scarce_.size());
    for (std::size_t k = 0; k < scarce_.size(); ++k)
      for (std::size_t o = 0; o < options_.size(); ++o)
        if (options_[o].piece == scarce_[k]) of_scarce_[k].push_back(static_cast<std::int32_t>(o));
  }

  double chance() { return static_cast<double>(next_random(random_) >> 11) * 0x1p-53; }

  Status found(const std::vector<std::int32_t>& taken) {
    solution = chosen_;
    for (const std::int32_t o : taken) solution.push_back(ids_[o]);
    std::sort(solution.begin(), solution.end());
    return Status::full;
  }

  void begin() {
    if (turn_ != Turn::sweep) {
      turn_ = Turn::sweep;
      run_end_ = nodes + kRunNodes * luby(++runs);
    } else {
      run_end_ = nodes + kMendShare * kRunNodes * luby(runs);
      turn_ = mended_ < kMendNodes ? Turn::mend : Turn::loose;
      if (turn_ == Turn::mend) return;
    }
    covered_ = start_;
    frames_.clear(), waiting_.clear();
    left_.clear();
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      left_.push_back(pieces_[k].most);
      weights_[k] = pieces_[k].awkward + kPieceNoise * (2 * chance() - 1);
    }
    if (!go_on(0)) return;
    found({});  // nothing is to be filled: the chosen options are the solution
    finished_ = true;
  }

  // From a state whose places before `from` are filled; true when that is a solution.
  bool go_on(std::int32_t from) {
    const std::int32_t to = next_open(from);
    const bool loose = turn_ == Turn::loose;
    if (!loose) depth = std::max(depth, static_cast<std::int32_t>(frames_.size()));
    if (to < 0) {
      for (std::size_t k = 0; k < pieces_.size() && !loose; ++k)
        if (pieces_[k].most - left_[k] < pieces_[k].least) return false;
      return true;
    }
    const Surroundings<W>& around = around_[to];
    if (cuts_ && !frames_.empty() && around.step_count <= kMostSteps &&
        around.shut_in(~window(base_[to]), smallest_, [&](int least, int most) { return least > sum_up_to_[most]; }))
      return false;
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

  void flip(const Option& option) {
    const int word = option.base / 64, bits = option.base & 63;
    for (int k = 0; k < W; ++k) {
      covered_[word + k] ^= option.mask.w[k] << bits;
      if (bits) covered_[word + k + 1] ^= option.mask.w[k] >> (64 - bits);
    }
  }

  void take(Frame& frame, std::int32_t o) {
    frame.taken = o;
    flip(options_[o]);
    if (options_[o].piece >= 0) --left_[options_[o].piece];
  }

  void put_back(Frame& frame) {
    flip(options_[frame.taken]);
    if (options_[frame.taken].piece >= 0) ++left_[options_[frame.taken].piece];
    frame.taken = -1;
  }

  void push_scarce(std::size_t which) {
    const std::size_t begin = waiting_.size();
    for (const std::int32_t o : of_scarce_[which])
      if (!(window(options_[o].base) & options_[o].mask).any()) waiting_.push_back({static_cast<float>(chance()), o});
    lay_down(-1, begin);
  }

  void push(std::int32_t place) {
    const std::size_t begin = waiting_.size();
    const Bits<W> covered = window(base_[place]), open = ~covered;
    const Surroundings<W>& around = around_[place];
    for (std::int32_t o = first_[place]; o < first_[place + 1]; ++o) {
      const Option& option = options_[o];
      const bool spent = option.piece >= 0 && left_[option.piece] <= 0;
      if ((spent && turn_ != Turn::loose) || (option.mask & covered).any()) continue;
      Bits<W> beside = Bits<W>::none();
      for (int k = 0; k < around.step_count; ++k) {
        const Step<W>& step = around.steps[k];
        beside |= (option.mask & step.from).up(step.distance) | (option.mask.down(step.distance) & step.from);
      }
      const double awkward = option.piece >= 0 ? weights_[option.piece] : 0;
      double key = kByOpenBeside * (beside & open & ~option.mask).size() + kOptionNoise * chance() - awkward;
      if (spent) key += kBySpent * (1 - left_[option.piece]);
      waiting_.push_back({static_cast<float>(key), o});
    }
    lay_down(place, begin);
  }

  void lay_down(std::int32_t place, std::size_t begin) {
    std::sort(waiting_.begin() + static_cast<std::ptrdiff_t>(begin), waiting_.end(),
              [](const Waiting& a, const Waiting& b) {
                return a.key != b.key ? a.key < b.key : a.option < b.option;
              });
    frames_.push_back({place, begin, waiting_.size(), begin, -1});
  }

  std::vector<std::int32_t> chosen_, ids_, base_;
  std::int32_t places_;
  std::uint64_t random_;
  std::vector<std::int32_t> piece_of_;
  std::vector<Piece> pieces_;
  std::vector<double> weights_;  // of pieces, in this run
  std::vector<char> needed_;
  std::vector<std::uint64_t> unfilled_, start_, covered_;  // by places: to be filled, covered or no place at all
  std::vector<std::int32_t> first_;                        // per place its first option, and one more
  std::vector<Option> options_;
  std::vector<int> sum_up_to_;
  int smallest_ = INT32_MAX;
  bool cuts_ = false;
  std::vector<Surroundings<W>> around_;
  std::vector<std::vector<Step<W>>> steps_;
  std::vector<std::int32_t> scarce_;
  std::vector<std::vector<std::int32_t>> of_scarce_;

  std::unique_ptr<Repair> repair_;
  Turn turn_ = Turn::loose;  // the last one, before the first
  std::uint64_t mended_ = kMendNodes;

  std::uint64_t run_end_ = 0;
  std::vector<std::int32_t> left_;
  std::vector<Frame> frames_;
  std::vector<Waiting> waiting_;
  bool finished_ = false;
};

// Nothing is left to search.
class NoSearch final : public Restarts {
 public:
  Status advance(std::uint64_t) override { return Status::complete; }
};

}  // namespace

std::string restarts_unsupported(const Problem& problem) { return restarts_line(problem).refusal; }

std::unique_ptr<Restarts> make_restarts(const Problem& problem, std::vector<Decision> prefix, std::uint64_t seed) {
  const Remainder rest = reduce(problem, prefix);
  if (rest.dead) return std::make_unique<NoSearch>();
  const RestartsLine line = restarts_line(rest.problem);
  if (!line.refusal.empty()) throw std::invalid_argument(line.refusal);
  if (line.reach <= 64) return std::make_unique<RestartsSearch<1>>(rest, line, seed);
  if (line.reach <= 128) return std::make_unique<RestartsSearch<2>>(rest, line, seed);
  if (line.reach <= 256) return std::make_unique<RestartsSearch<4>>(rest, line, seed);
  return std::make_unique<RestartsSearch<8>>(rest, line, seed);
}

}  // namespace tilewright::cover
