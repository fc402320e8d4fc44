#include "solving/search/restarts_repair.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "solving/search/bitmask_order.hpp"
#include "solving/search/restarts_position.hpp"
#include "solving/search/search.hpp"

namespace tilewright::search {

namespace {

// Tuned on the hexominoes and the heptominoes. Heat is how much worse a window may become, on average.
constexpr double kHot = 0.4, kCold = 0.2;                      // at the beginning of a round of cooling, and at its end
constexpr double kFirstRound = 1'000, kLongestRound = 16'000;  // windows; a round is twice as long as the one before
constexpr double kAtAny = 0.2, kAtMissing = 0.3;  // how often a window begins there; else at a piece used too often
constexpr int kLeastSlots = 2, kMaxSlots = 7;     // options taken up
constexpr std::uint64_t kWindowNodes = 3'000;     // at most
constexpr int kWindowCells = 64;

}  // namespace

Repair::Repair(const Problem& problem, const std::vector<std::int32_t>& place, const std::vector<char>& live)
    : near_(problem.near), needed_(problem.items, 0) {
  std::vector<std::int32_t> piece_of(problem.items, -1);
  for (std::int32_t i = 0; i < problem.items; ++i) {
    if (place[i] < 0) {
      piece_of[i] = static_cast<std::int32_t>(pieces_.size());
      const bool primary = i < problem.primary;
      pieces_.push_back({primary ? problem.least[i] : 0, primary ? problem.most[i] : 1});
    } else {
      order_.push_back(i);
      needed_[i] = needed_once(problem, i);
    }
  }
  std::sort(order_.begin(), order_.end(), [&](std::int32_t a, std::int32_t b) { return place[a] < place[b]; });
  rank_.assign(problem.items, -1);
  for (std::size_t k = 0; k < order_.size(); ++k) rank_[order_[k]] = static_cast<std::int32_t>(k);

  struct Kept {
    std::int32_t first, id, piece;
    std::vector<std::int32_t> cells;
  };
  std::vector<Kept> kept;
  std::vector<std::int32_t> held;
  std::vector<char> mark(problem.items, 0);
  for (std::int32_t o = 0; o < problem.options(); ++o) {
    if (!live[o]) continue;
    Kept option{INT32_MAX, o, -1, {}};
    std::int32_t needed = 0;
    held.clear();
    for (const Use& use : problem.option(o)) {
      if (place[use.item] < 0) {
        option.piece = piece_of[use.item];
        continue;
      }
      option.cells.push_back(rank_[use.item]);
      held.push_back(use.item);
      if (needed_[use.item]) option.first = std::min(option.first, rank_[use.item]), ++needed;
    }
    std::sort(option.cells.begin(), option.cells.end());
    connected_ = connected_ && is_connected(problem.near, held, mark);
    alike_ = alike_ && needed == std::ssize(held) && (kept.empty() || kept[0].cells.size() == held.size());
    smallest_ = std::min(smallest_, needed);
    kept.push_back(std::move(option));
  }
  std::sort(kept.begin(), kept.end(), [](const Kept& a, const Kept& b) {
    if (a.first != b.first) return a.first < b.first;
    return a.cells != b.cells ? a.cells < b.cells : a.id < b.id;
  });
  number_.assign(problem.options(), -1);
  first_.assign(order_.size() + 1, 0);
  of_piece_.resize(pieces_.size());
  offset_.push_back(0);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const Kept& option = kept[k];
    number_[option.id] = static_cast<std::int32_t>(k);
    ++first_[option.first + 1];
    std::size_t common = 0;
    if (k && kept[k - 1].first == option.first)
      while (common < option.cells.size() && common < kept[k - 1].cells.size() && common < 255 &&
             option.cells[common] == kept[k - 1].cells[common])
        ++common;
    common_.push_back(static_cast<std::uint8_t>(common));
    for (const std::int32_t cell : option.cells) cells_.push_back(order_[cell]);
    offset_.push_back(static_cast<std::int32_t>(cells_.size()));
    piece_.push_back(option.piece);
    id_.push_back(option.id);
    if (option.piece >= 0) of_piece_[option.piece].push_back(static_cast<std::int32_t>(k));
  }
  std::partial_sum(first_.begin(), first_.end(), first_.begin());
  bit_.assign(problem.items, -1);
  owner_.assign(problem.items, -1);
}

std::uint64_t Repair::below(std::uint64_t bound) { return next_random(random_) % bound; }
double Repair::chance() { return static_cast<double>(next_random(random_) >> 11) * 0x1p-53; }

void Repair::begin(const std::vector<std::int32_t>& options, std::uint64_t seed) {
  random_ = seed;
  clear();
  windows_ = 0, round_ = kFirstRound;
  for (const std::int32_t o : options) place_option(number_[o]);
  add_up();
}

void Repair::clear() {
  placed_.clear();
  std::fill(owner_.begin(), owner_.end(), -1);
  for (Piece& piece : pieces_) piece.uses = 0;
}

// What follows from the options laid down.
void Repair::add_up() {
  in_window_.assign(placed_.size(), 0);
  violations_ = 0;
  for (const Piece& piece : pieces_) violations_ += piece.over() + piece.under();
}

std::vector<std::uint64_t> Repair::position() const {
  PositionWriter out;
  out.put(placed_, random_, windows_, round_);
  return std::move(out.held);
}

void Repair::restore(const std::vector<std::uint64_t>& position) {
  PositionReader in(position);
  std::vector<std::int32_t> placed;
  in.get(placed, random_, windows_, round_);
  in.check(in.at_end() && windows_ >= 0 && (placed.empty() || round_ >= 1));
  clear();
  for (const std::int32_t o : placed) {
    in.check(o >= 0 && o < std::ssize(piece_));
    for (std::int32_t k = offset_[o]; k < offset_[o + 1]; ++k) in.check(owner_[cells_[k]] < 0);
    place_option(o);
  }
  for (const std::int32_t item : order_) in.check(placed.empty() || !needed_[item] || owner_[item] >= 0);
  add_up();
}

std::vector<std::int32_t> Repair::options() const {
  std::vector<std::int32_t> ids;
  for (const std::int32_t o : placed_) ids.push_back(id_[o]);
  return ids;
}

void Repair::place_option(std::int32_t o) {
  for (std::int32_t k = offset_[o]; k < offset_[o + 1]; ++k)
    owner_[cells_[k]] = static_cast<std::int32_t>(placed_.size());
  placed_.push_back(o);
  if (piece_[o] >= 0) ++pieces_[piece_[o]].uses;
}

// The last slot moves to where this one was.
void Repair::remove_slot(std::int32_t slot) {
  const std::int32_t o = placed_[slot], last = placed_.back();
  for (std::int32_t k = offset_[o]; k < offset_[o + 1]; ++k) owner_[cells_[k]] = -1;
  if (slot + 1 != std::ssize(placed_))
    for (std::int32_t k = offset_[last]; k < offset_[last + 1]; ++k) owner_[cells_[k]] = slot;
  placed_[slot] = last;
  placed_.pop_back();
  if (piece_[o] >= 0) --pieces_[piece_[o]].uses;
}

void Repair::add_slot(std::int32_t slot) {
  const std::int32_t o = placed_[slot];
  if (in_window_[slot] || std::ssize(window_) + offset_[o + 1] - offset_[o] > kWindowCells) return;
  in_window_[slot] = 1;
  slots_.push_back(slot);
  for (std::int32_t k = offset_[o]; k < offset_[o + 1]; ++k) window_.push_back(cells_[k]);
}

// From a piece that is used too often, where a piece that is missing may go, or from anywhere.
void Repair::start_window() {
  slots_.clear(), window_.clear();
  const double where = chance();
  if (where < kAtAny) {
    add_slot(static_cast<std::int32_t>(below(placed_.size())));
  } else if (where < kAtAny + kAtMissing) {
    std::int32_t wanted = -1;
    std::uint64_t seen = 0;
    for (std::size_t p = 0; p < pieces_.size(); ++p)
      if (pieces_[p].under() && !of_piece_[p].empty() && below(++seen) == 0) wanted = static_cast<std::int32_t>(p);
    if (wanted >= 0) {
      const std::int32_t o = of_piece_[wanted][below(of_piece_[wanted].size())];
      for (std::int32_t k = offset_[o]; k < offset_[o + 1]; ++k)
        if (owner_[cells_[k]] >= 0) add_slot(owner_[cells_[k]]);
    }
  } else {
    std::int32_t from = -1;
    std::uint64_t seen = 0;
    for (std::size_t s = 0; s < placed_.size(); ++s)
      if (piece_[placed_[s]] >= 0 && pieces_[piece_[placed_[s]]].over() && below(++seen) == 0)
        from = static_cast<std::int32_t>(s);
    if (from >= 0) add_slot(from);
  }
  if (slots_.empty()) add_slot(static_cast<std::int32_t>(below(placed_.size())));
}

void Repair::grow_window() {
  const auto wanted = kLeastSlots + static_cast<std::ptrdiff_t>(below(kMaxSlots - kLeastSlots + 1));
  for (int tries = 0; tries < 8 * kMaxSlots && std::ssize(slots_) < wanted && !window_.empty(); ++tries) {
    const std::int32_t cell = window_[below(window_.size())];
    if (near_[cell].empty()) continue;
    const std::int32_t beside = near_[cell][below(near_[cell].size())];
    if (owner_[beside] >= 0) add_slot(owner_[beside]);
  }
  // Open cells beside it, which need not be filled, may be.
  const std::size_t held = window_.size();
  for (std::size_t k = 0; k < held; ++k)
    for (const std::int32_t beside : near_[window_[k]])
      if (owner_[beside] < 0 && rank_[beside] >= 0 && std::ssize(window_) < kWindowCells &&
          std::find(window_.begin() + static_cast<std::ptrdiff_t>(held), window_.end(), beside) == window_.end())
        window_.push_back(beside);
}

// The options that lie in the window, by the first cell that must be filled.
void Repair::gather() {
  std::sort(window_.begin(), window_.end(), [&](std::int32_t a, std::int32_t b) { return rank_[a] < rank_[b]; });
  needed_bits_ = 0;
  for (std::size_t k = 0; k < window_.size(); ++k) {
    bit_[window_[k]] = static_cast<std::int8_t>(k);
    if (needed_[window_[k]]) needed_bits_ |= std::uint64_t{1} << k;
  }
  candidates_.clear();
  first_candidate_.assign(1, 0);
  for (const std::int32_t cell : window_) {
    const std::int32_t rank = rank_[cell];
    if (needed_[cell]) {
      std::int32_t fails = INT32_MAX;  // cells from this one on, with those before it as in the option before, fail
      for (std::int32_t o = first_[rank]; o < first_[rank + 1]; ++o) {
        if (common_[o] > fails) continue;
        fails = INT32_MAX;
        std::uint64_t mask = 0;
        for (std::int32_t k = offset_[o]; k < offset_[o + 1]; ++k) {
          const std::int8_t bit = bit_[cells_[k]];
          if (bit < 0) {
            fails = k - offset_[o];
            break;
          }
          mask |= std::uint64_t{1} << bit;
        }
        if (fails == INT32_MAX) candidates_.push_back({mask, o, piece_[o]});
      }
      for (auto begin = candidates_.begin() + first_candidate_.back(), at = candidates_.end(); at - begin > 1; --at)
        std::swap(*(at - 1), begin[static_cast<std::ptrdiff_t>(below(static_cast<std::uint64_t>(at - begin)))]);
    }
    first_candidate_.push_back(static_cast<std::int32_t>(candidates_.size()));
  }
  for (std::size_t k = 0; k < window_.size(); ++k) {
    beside_[k] = 0;
    for (const std::int32_t cell : near_[window_[k]])
      if (bit_[cell] >= 0) beside_[k] |= std::uint64_t{1} << bit_[cell];
  }
  for (const std::int32_t cell : window_) bit_[cell] = -1;
}

// Whether the region around the first open cell is too small for any option, or no multiple of their size.
bool Repair::has_unfillable_region(std::uint64_t open) const {
  const std::uint64_t must = open & needed_bits_;
  if (!must || !connected_) return false;
  std::uint64_t region = must & (~must + 1), fresh = region;
  while (fresh && (alike_ || std::popcount(region) < smallest_)) {
    const std::uint64_t more = beside_[std::countr_zero(fresh)] & open & ~region;
    fresh &= fresh - 1;
    region |= more, fresh |= more;
  }
  if (std::popcount(region) < smallest_) return true;
  return alike_ && !(region & ~needed_bits_) && std::popcount(region) % smallest_ != 0;
}

void Repair::refill(std::uint64_t open) {
  const std::uint64_t must = open & needed_bits_;
  if (!must) {
    const std::int32_t cost = over_ + under_;
    if (cost > best_ || cost > limit_) return;
    const auto stays = [&](std::int32_t o) {
      const std::int32_t slot = owner_[cells_[offset_[o]]];
      return slot >= 0 && placed_[slot] == o;
    };
    if (std::all_of(chosen_.begin(), chosen_.end(), stays) && chosen_.size() == slots_.size()) return;
    if (cost < best_) best_ = cost, seen_ = 0;
    if (below(++seen_) == 0) kept_ = chosen_;
    return;
  }
  const int bit = std::countr_zero(must);
  for (std::int32_t k = first_candidate_[bit]; k < first_candidate_[bit + 1]; ++k) {
    const Candidate& inside = candidates_[k];
    if (inside.mask & ~open) continue;
    if (nodes_ >= kWindowNodes) return;
    if (inside.piece < 0) {
      ++nodes_;
      chosen_.push_back(inside.option);
      refill(open & ~inside.mask);
      chosen_.pop_back();
      continue;
    }
    Piece& piece = pieces_[inside.piece];
    const int over = piece.uses >= piece.most, under = piece.uses < piece.least;
    if (over_ + over + under_ - under - std::popcount(must & ~inside.mask) / smallest_ > limit_) continue;
    ++nodes_;
    over_ += over, under_ -= under, ++piece.uses;
    if (!has_unfillable_region(open & ~inside.mask)) {
      chosen_.push_back(inside.option);
      refill(open & ~inside.mask);
      chosen_.pop_back();
    }
    over_ -= over, under_ += under, --piece.uses;
  }
}

std::uint64_t Repair::step() {
  if (placed_.empty()) return 1;
  start_window();
  grow_window();
  gather();
  if (++windows_ > round_) windows_ = 0, round_ = std::min(2 * round_, kLongestRound);
  const double heat = kHot * std::pow(kCold / kHot, windows_ / round_);
  limit_ = violations_ + static_cast<std::int32_t>(-heat * std::log(1 - chance()));
  for (const std::int32_t s : slots_)
    if (piece_[placed_[s]] >= 0) --pieces_[piece_[placed_[s]]].uses;
  over_ = under_ = 0;
  for (const Piece& piece : pieces_) over_ += piece.over(), under_ += piece.under();
  best_ = INT32_MAX;
  seen_ = nodes_ = 0;
  chosen_.clear(), kept_.clear();
  refill(window_.size() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << window_.size()) - 1);
  for (const std::int32_t s : slots_)
    if (piece_[placed_[s]] >= 0) ++pieces_[piece_[placed_[s]]].uses;
  for (const std::int32_t s : slots_) in_window_[s] = 0;
  if (!kept_.empty()) {
    std::sort(slots_.begin(), slots_.end(), std::greater<>());
    for (const std::int32_t s : slots_) remove_slot(s);
    for (const std::int32_t o : kept_) place_option(o);
    add_up();
  }
  return nodes_ + 1;
}

std::unique_ptr<Repair> make_repair(const Problem& problem, const std::vector<std::int32_t>& place,
                                    const std::vector<char>& live) {
  return std::make_unique<Repair>(problem, place, live);
}

}  // namespace tilewright::search
