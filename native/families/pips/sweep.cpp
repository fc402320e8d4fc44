#include "families/pips/sweep.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "numbers.hpp"

namespace tilewright::pips {

namespace {

constexpr int kWord = 64;
constexpr int kUsedBits = 32;  // enough for the numbers of used dominoes of each kind: 32 dominoes in all
constexpr std::uint64_t kNumberBits = 3;
constexpr int kNumbersPerWord = 21;
constexpr std::uint64_t kCheckInterval = 256;  // states between looks at the memory

std::uint64_t below(int i) { return i == kWord ? ~std::uint64_t{0} : bit(i) - 1; }

int bits_of(const Region& region) {
  const int most = (kNumbers - 1) * region.cells;
  switch (region.rule) {
    case Rule::none: return 0;
    case Rule::equal: return kNumberBits;
    case Rule::different: return kNumbers;
    case Rule::sum:
    case Rule::less: return std::bit_width(static_cast<unsigned>(std::clamp(region.target, 0, most)));
    case Rule::greater: return std::bit_width(static_cast<unsigned>(std::clamp(region.target + 1, 0, most)));
  }
  return 0;
}

void check(Count& total, Count number) {
  if (__builtin_add_overflow(total, number, &total)) throw std::overflow_error("the count exceeds 128 bits");
}

}  // namespace

RegionFields::RegionFields(const Puzzle& puzzle, int first_bit) {
  int at = first_bit;
  for (const Region& region : puzzle.regions) {
    const int bits = bits_of(region);
    if (at % kWord + bits > kWord) at += kWord - at % kWord;
    fields_.push_back({region, at / kWord, at % kWord, bits});
    at += bits;
  }
  words_ = std::max(1, (at + kWord - 1) / kWord);
}

Filling RegionFields::get(const std::uint64_t* words, int region, int open) const {
  const Field& field = fields_[region];
  Filling filling{open, 0, 0};
  if (!field.bits) return filling;
  const auto code = static_cast<int>(words[field.word] >> field.shift & below(field.bits));
  switch (field.region.rule) {
    case Rule::none: break;
    case Rule::equal: filling.used = code ? static_cast<std::uint8_t>(1 << (code - 1)) : 0; break;
    case Rule::different: filling.used = static_cast<std::uint8_t>(code); break;
    case Rule::sum:
    case Rule::less:
    case Rule::greater: filling.sum = code; break;
  }
  return filling;
}

void RegionFields::set(std::uint64_t* words, int region, const Filling& filling) const {
  const Field& field = fields_[region];
  if (!field.bits) return;
  std::uint64_t code = 0;
  if (filling.open) {
    switch (field.region.rule) {
      case Rule::none: break;
      case Rule::equal: code = std::bit_width(filling.used); break;
      case Rule::different: code = filling.used; break;
      case Rule::sum:
      case Rule::less: code = static_cast<std::uint64_t>(filling.sum); break;
      case Rule::greater:  // what is more than enough makes no difference
        code = static_cast<std::uint64_t>(std::min(filling.sum, std::max(0, field.region.target + 1)));
        break;
    }
  }
  std::uint64_t& word = words[field.word];
  word = (word & ~(below(field.bits) << field.shift)) | code << field.shift;
}

void StateTable::add(const std::vector<std::uint64_t>& row, Count number) {
  if (2 * (size() + 1) > slots_.size()) grow();
  std::uint64_t hash = row.size();
  for (const std::uint64_t word : row) hash = (hash ^ hash >> 29 ^ word) * kHashFactor;
  for (std::size_t slot = (hash ^ hash >> 32) & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
    if (!slots_[slot]) {
      slots_[slot] = static_cast<std::uint32_t>(size() + 1);
      starts_.push_back(words_.size());
      words_.insert(words_.end(), row.begin(), row.end());
      counts_.push_back(number);
      return;
    }
    const std::size_t known = slots_[slot] - 1;
    if (length(known) == row.size() &&
        std::equal(row.begin(), row.end(), words_.begin() + static_cast<std::ptrdiff_t>(starts_[known]))) {
      check(counts_[known], number);
      return;
    }
  }
}

void StateTable::grow() {
  slots_.assign(std::max<std::size_t>(64, 2 * slots_.size()), 0);
  for (std::size_t i = 0; i < size(); ++i) {
    std::uint64_t hash = length(i);
    for (std::size_t k = 0; k < length(i); ++k) hash = (hash ^ hash >> 29 ^ row(i)[k]) * kHashFactor;
    std::size_t slot = (hash ^ hash >> 32) & (slots_.size() - 1);
    while (slots_[slot]) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<std::uint32_t>(i + 1);
  }
}

Sweep::Sweep(const Puzzle& puzzle, const std::vector<int>& order, std::size_t max_bytes, int first_bit)
    : board(reordered(puzzle, order)),
      region_cells(puzzle.regions.size(), 0),
      region_fields(puzzle, first_bit),
      is_tileable(board),
      fillings(puzzle.regions.size()),
      max_bytes_(max_bytes),
      layers_(puzzle.neighbours.size()) {
  for (int cell = 0; cell < board.cells(); ++cell) region_cells[board.region[cell]] |= bit(cell);
  if (!is_tileable(0)) current_layer = layers_.size();
}

bool Sweep::advance(std::uint64_t budget) {
  while (budget && current_layer < layers_.size()) {
    StateTable& table = layers_[current_layer];
    if (next_ == table.size()) {
      table = {};
      ++current_layer;
      next_ = 0;
      continue;
    }
    if (states_ % kCheckInterval == 0) {
      std::size_t bytes = 0;
      for (const StateTable& layer : layers_) bytes += layer.bytes();
      bytes_ = std::max(bytes_, bytes);
      if (bytes > max_bytes_) return true;
    }
    ++states_;
    --budget;
    expand(table.row(next_), table.length(next_), table.count(next_));
    ++next_;
  }
  return complete();
}

std::pair<std::uint64_t, std::uint64_t> Sweep::count() const {
  if (!complete()) return {0, 0};
  return {static_cast<std::uint64_t>(total_ >> kWord), static_cast<std::uint64_t>(total_)};
}

void Sweep::emit(std::size_t layer, const std::vector<std::uint64_t>& row, Count number) {
  if (layer < layers_.size())
    layers_[layer].add(row, number);
  else
    check(total_, number);
}

void Sweep::read_fillings(const std::uint64_t* words, std::uint64_t covered) {
  for (std::size_t r = 0; r < fillings.size(); ++r)
    fillings[r] = region_fields.get(words, static_cast<int>(r), std::popcount(region_cells[r] & ~covered));
}

namespace {

// Where the number of used dominoes of each kind is in a word.
void assign_bits(const Puzzle& puzzle, std::vector<int>& shifts, std::vector<int>& bits) {
  int at = 0;
  for (const Domino& domino : puzzle.dominoes) {
    shifts.push_back(at);
    bits.push_back(std::bit_width(static_cast<unsigned>(domino.count)));
    at += bits.back();
  }
}

}  // namespace

PlacementSweep::PlacementSweep(const Puzzle& puzzle, const std::vector<int>& order, std::size_t max_bytes)
    : Sweep(puzzle, order, max_bytes, kWord + kUsedBits) {
  assign_bits(board, shifts_, bits_);
  emit(0, std::vector<std::uint64_t>(std::max(2, region_fields.words()), 0), 1);
}

void PlacementSweep::expand(const std::uint64_t* row, std::size_t length, Count number) {
  const std::uint64_t covered = row[0];
  const int cell = static_cast<int>(current_layer);
  read_fillings(row, covered);
  std::array<int, kNumbers*(kNumbers + 1) / 2> left{};
  Tally halves = board.halves;
  for (std::size_t d = 0; d < board.dominoes.size(); ++d) {
    const Domino& domino = board.dominoes[d];
    const int used = static_cast<int>(row[1] >> shifts_[d] & below(bits_[d]));
    left[d] = domino.count - used;
    halves[domino.a] -= used;
    halves[domino.b] -= used;
  }
  const int r = board.region[cell];
  const Filling before = fillings[r];
  for (const int other : board.neighbours[cell]) {
    const std::uint64_t now = covered | bit(cell) | bit(other);
    if (covered >> other & 1 || !is_tileable(now)) continue;
    const int s = board.region[other];
    for (std::uint8_t numbers = allowed(board.regions[r], before); numbers; numbers &= numbers - 1) {
      const int a = std::countr_zero(numbers);
      fillings[r].put(a);
      const Filling between = fillings[s];
      for (std::uint8_t others = allowed(board.regions[s], between); others; others &= others - 1) {
        const int b = std::countr_zero(others), domino = board.domino_of[a][b];
        if (domino < 0 || !left[domino]) continue;
        fillings[s].put(b);
        --halves[a];
        --halves[b];
        if (may_fill(board.regions, fillings, halves)) {
          child_.assign(row, row + length);
          child_[0] = now;
          child_[1] += bit(shifts_[domino]);
          region_fields.set(child_.data(), r, fillings[r]);
          region_fields.set(child_.data(), s, fillings[s]);
          emit(std::countr_one(now), child_, number);
        }
        ++halves[a];
        ++halves[b];
        fillings[s] = between;
      }
      fillings[r] = before;
    }
  }
}

FillingSweep::FillingSweep(const Puzzle& puzzle, const std::vector<int>& order, std::size_t max_bytes)
    : Sweep(puzzle, order, max_bytes, 0), starting_(puzzle.neighbours.size()), edge_on_(puzzle.neighbours.size() + 1) {
  assign_bits(board, shifts_, bits_);
  for (std::size_t d = 0; d < board.dominoes.size(); ++d) {
    const Domino& domino = board.dominoes[d];
    with_[domino.a].push_back(static_cast<int>(d));
    if (domino.a != domino.b) with_[domino.b].push_back(static_cast<int>(d));
  }
  std::array<int, kWord> last{};  // the cell at which the edge on a slot ends
  for (int cell = 0; cell < board.cells(); ++cell) {
    for (const int other : board.neighbours[cell]) {
      if (other < cell) continue;
      const auto slot = std::find_if(last.begin(), last.end(), [cell](int end) { return end <= cell; });
      if (slot == last.end()) throw std::invalid_argument("too many edges cross this order of the cells");
      *slot = other;
      const auto index = static_cast<std::uint8_t>(slot - last.begin());
      const Edge edge{static_cast<std::uint8_t>(cell), static_cast<std::uint8_t>(other)};
      starting_[cell].push_back({index, edge.to});
      for (int layer = cell + 1; layer <= other; ++layer) edge_on_[layer][index] = edge;
    }
  }
  emit(0, std::vector<std::uint64_t>(region_fields.words() + kValues + 2, 0), 1);
}

void FillingSweep::expand(const std::uint64_t* row, std::size_t length, Count number) {
  const int cell = static_cast<int>(current_layer);
  const std::size_t head = region_fields.words() + kValues;
  read_fillings(row, below(cell));
  ways_.clear();
  for (std::size_t k = head; k < length; k += 2) ways_.push_back({row[k], row[k + 1]});
  const std::uint64_t sources = sources_of(ways_, cell);
  int index = 0;
  for (std::uint64_t rest = sources; rest; rest &= rest - 1, ++index)
    numbers_[std::countr_zero(rest)] = static_cast<std::uint8_t>(row[region_fields.words() + index / kNumbersPerWord] >>
                                                                     kNumberBits * (index % kNumbersPerWord) &
                                                                 below(kNumberBits));
  Tally halves = board.halves;  // all ways have put the same numbers on cells
  for (std::size_t d = 0; d < board.dominoes.size(); ++d) {
    const int used = static_cast<int>(ways_[0].used >> shifts_[d] & below(bits_[d]));
    halves[board.dominoes[d].a] -= used;
    halves[board.dominoes[d].b] -= used;
  }
  for (std::uint64_t rest = ways_[0].reaching; rest; rest &= rest - 1)
    --halves[numbers_[edge_on_[cell][std::countr_zero(rest)].from]];
  const int r = board.region[cell];
  const Filling before = fillings[r];
  for (std::uint8_t numbers = allowed(board.regions[r], before); numbers; numbers &= numbers - 1) {
    const int a = std::countr_zero(numbers);
    if (!halves[a]) continue;
    fillings[r].put(a);
    --halves[a];
    if (may_fill(board.regions, fillings, halves)) {
      numbers_[cell] = static_cast<std::uint8_t>(a);
      follow(cell);
      if (!next_ways_.empty()) {
        child_.assign(row, row + region_fields.words());
        region_fields.set(child_.data(), r, fillings[r]);
        child_.resize(head, 0);
        index = 0;
        for (std::uint64_t rest = sources_of(next_ways_, cell + 1); rest; rest &= rest - 1, ++index)
          child_[region_fields.words() + index / kNumbersPerWord] |= std::uint64_t{numbers_[std::countr_zero(rest)]}
                                                                     << kNumberBits * (index % kNumbersPerWord);
        for (const Way& way : next_ways_) {
          child_.push_back(way.reaching);
          child_.push_back(way.used);
        }
        emit(cell + 1, child_, number);
      }
    }
    ++halves[a];
    fillings[r] = before;
  }
}

// The cells without their other half in some way, before this cell has its number.
std::uint64_t FillingSweep::sources_of(const std::vector<Way>& ways, int cell) const {
  std::uint64_t reaching = 0, sources = 0;
  for (const Way& way : ways) reaching |= way.reaching;
  for (; reaching; reaching &= reaching - 1) sources |= bit(edge_on_[cell][std::countr_zero(reaching)].from);
  return sources;
}

bool FillingSweep::is_left(std::uint64_t used, int domino) const {
  return static_cast<int>(used >> shifts_[domino] & below(bits_[domino])) < board.dominoes[domino].count;
}

// The ways of a child, sorted: the cell has its number now.
void FillingSweep::follow(int cell) {
  next_ways_.clear();
  const int number = numbers_[cell];
  for (const Way& way : ways_) {
    std::uint64_t reached = 0, here = 0;
    int source = -1;
    for (std::uint64_t rest = way.reaching; rest; rest &= rest - 1) {
      const Edge& edge = edge_on_[cell][std::countr_zero(rest)];
      reached |= bit(edge.to);
      if (edge.to == cell) {
        here = rest & -rest;
        source = edge.from;
      }
    }
    if (source >= 0) {
      const int domino = board.domino_of[numbers_[source]][number];
      if (domino >= 0 && is_left(way.used, domino))
        next_ways_.push_back({way.reaching & ~here, way.used + bit(shifts_[domino])});
      continue;
    }
    const auto can_be_laid = [&](int domino) { return is_left(way.used, domino); };
    if (std::none_of(with_[number].begin(), with_[number].end(), can_be_laid)) continue;
    for (const auto& [slot, other] : starting_[cell])
      if (!(reached >> other & 1) && is_tileable(below(cell + 1) | reached | bit(other)))
        next_ways_.push_back({way.reaching | bit(slot), way.used});
  }
  std::sort(next_ways_.begin(), next_ways_.end());
  next_ways_.erase(std::unique(next_ways_.begin(), next_ways_.end()), next_ways_.end());
}

}  // namespace tilewright::pips
