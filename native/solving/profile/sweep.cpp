#include "solving/profile/sweep.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "simd/instruction_sets.hpp"
#include "solving/kasteleyn/modular.hpp"

namespace tilewright::profile {

namespace {

constexpr std::size_t kHugePage = std::size_t{1} << 21;
constexpr std::uint64_t kPartBytes = std::uint64_t{1} << 25;
constexpr std::uint64_t kSingleThreaded = 1 << 15;  // updates of rows that one thread makes sooner than two
constexpr double kLargest = 0x1p1000;
constexpr double kLeast = 0x1p-900;   // what is left of a number that is not 0, however small it gets
constexpr double kPrimeBits = 30.99;  // of each prime below 2^31 that is taken; there are enough of them
constexpr std::int32_t kMaxPrimes = 1 << 16;
constexpr std::size_t kHeadWords = 13;

[[noreturn]] void reject() { throw std::invalid_argument("the checkpoint does not belong to this sweep"); }

template <bool In, std::size_t Bytes>
void copy_entries(const TileLayout& layout, char* base, char* tile) {
  const auto copy = [](char* table_entry, char* tile_entry) {
    if constexpr (In)
      std::memcpy(tile_entry, table_entry, Bytes);
    else
      std::memcpy(table_entry, tile_entry, Bytes);
  };
  const auto& entries = layout.entry_offsets();
  for (std::uint32_t r = 0; r < layout.rows(); ++r, tile += kRowBytes) {
    char* const row = base + layout.row_offsets()[r] * Bytes;
    for (std::size_t e = 0; e < entries.size(); ++e) copy(row + entries[e] * Bytes, tile + e * Bytes);
  }
}

// Between the table and a tile; `base` is where the tile's first entry is in the table.
template <bool In>
void copy_tile(const TileLayout& layout, char* base, char* tile, int packed) {
  if (layout.contiguous() && !layout.padded()) {
    const std::size_t bytes = kRowBytes >> packed;
    for (std::uint32_t r = 0; r < layout.rows(); ++r, tile += kRowBytes) {
      char* const row = base + layout.row_offsets()[r] * bytes;
      if constexpr (In)
        std::memcpy(tile, row, kRowBytes);
      else
        std::memcpy(row, tile, kRowBytes);
    }
    return;
  }
  switch (packed) {
    case 0: copy_entries<In, kRowBytes>(layout, base, tile); break;
    case 1: copy_entries<In, kRowBytes / 2>(layout, base, tile); break;
    case 2: copy_entries<In, kRowBytes / 4>(layout, base, tile); break;
    case 3: copy_entries<In, kRowBytes / 8>(layout, base, tile); break;
    default: copy_entries<In, kRowBytes / 16>(layout, base, tile);
  }
}

}  // namespace

struct ProfileSweep::Scratch {
  std::unique_ptr<char, void (*)(void*)> storage{nullptr, std::free};
  char* tile = nullptr;
  std::size_t bytes = 0;
  double largest = 0;

  void reserve(std::size_t size) {
    if (size <= bytes) return;
    storage.reset(static_cast<char*>(std::aligned_alloc(4096, (size + 4095) / 4096 * 4096)));
    if (!storage) throw std::bad_alloc();
    tile = storage.get();
    bytes = size;
  }
};

ProfileSweep::ProfileSweep(std::shared_ptr<const Steps> steps, const frontier::Resources& resources,
                           const std::string& instruction_set, std::uint64_t modulus)
    : steps_(std::move(steps)),
      blocks_(make_blocks(*steps_)),
      pool_(std::max(1, resources.threads)),
      memory_(resources.memory),
      modulus_(modulus),
      kernels_(simd::dispatch<simd::Baseline, simd::Avx2, simd::Avx512>(
          instruction_set, [](auto set) { return kernels<decltype(set)>(); })),
      storage_(nullptr, std::free) {
  if (!steps_->refusal.empty()) throw std::invalid_argument(steps_->refusal);
  if (modulus_ >= std::uint64_t{1} << 63) throw std::invalid_argument("the modulus is too large");
  if (modulus_) {
    wanted_ = 1;
    choose_lanes(1);
  }
  for (int t = 0; t < pool_.size(); ++t) scratch_.push_back(std::make_unique<Scratch>());
  complete_ = steps_->dead;
}

ProfileSweep::~ProfileSweep() = default;

int ProfileSweep::packed() const {
  return in_doubles() || in_words() ? std::countr_zero(kRowWords) : std::countr_zero(kRowResidues / lanes_);
}

std::size_t ProfileSweep::entry_bytes() const { return kRowBytes >> packed(); }

std::uint64_t ProfileSweep::table_bytes() const {
  return std::max<std::uint64_t>(sizeof(Word), (std::uint64_t{1} << steps_->bits) * entry_bytes());
}

std::uint64_t ProfileSweep::states_of_tile() const {
  const Block& block = blocks_[block_];
  const auto numbers = in_doubles() ? 1 : std::min<std::int32_t>(lanes_, wanted_ - std::ssize(residues_));
  return ((std::uint64_t{1} << std::popcount(block.live)) / layout_->tiles()) * (block.end - block.first) * numbers;
}

double ProfileSweep::share() const {
  if (complete_) return 1;
  double all = 0, done = 0;
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const double additions = blocks_[k].additions(*steps_);
    all += additions;
    if (k < block_) done += additions;
    if (k == block_ && layout_) done += additions * static_cast<double>(tile_) / static_cast<double>(layout_->tiles());
  }
  if (all == 0) return 0;
  if (modulus_) {  // the doubles are expected to be needed for one number in as many as the modulus
    const double first = in_words() || (in_doubles() && modulus_ > kLargestModulus) ? 2 : 1;
    if (in_doubles()) return (first + 2 * done / all) / (first + 2);
    return first * done / all / (first + 2 / static_cast<double>(modulus_));
  }
  // A double takes as long as two residues. Until the bound is known, a number has half as many bits as it might.
  const double primes = wanted_ ? wanted_ : (steps_->log2_bound() / 2 + kSpareBits) / kPrimeBits;
  const double passed = in_doubles() ? 0 : 2 + static_cast<double>(residues_.size());
  const double now = in_doubles() ? 2 : std::min<double>(lanes_, primes - static_cast<double>(residues_.size()));
  return (passed + now * done / all) / (2 + primes);
}

// Room for the table of this pass, all zeros; false when it is beyond the bound of memory.
bool ProfileSweep::allocate() {
  const std::uint64_t size = table_bytes();
  if (size > memory_) return false;
  if (size <= capacity_) return true;
  storage_.reset();
  capacity_ = 0;
  // Zeros from the system cost nothing until they are touched; pages are huge where they can be.
  storage_.reset(static_cast<char*>(std::calloc(size + kHugePage, 1)));
  if (!storage_) return false;
  const auto at = reinterpret_cast<std::uintptr_t>(storage_.get());
  table_ = storage_.get() + (kHugePage - at % kHugePage) % kHugePage;
#ifdef __linux__
  if (size >= kHugePage) madvise(table_, size, MADV_HUGEPAGE);  // where it is refused the sweep is only slower
#endif
  capacity_ = size;
  peak_ = std::max(peak_, size);
  return true;
}

Status ProfileSweep::advance(std::uint64_t budget) {
  if (full_) return Status::memory;
  const std::uint64_t goal = states_ + budget;
  while (!complete_) {
    if (block_ == 0 && tile_ == 0 && !layout_) {
      if (!allocate()) {
        full_ = true;
        return Status::memory;
      }
      begin_pass();
    }
    while (block_ < blocks_.size()) {
      if (!layout_) begin_block();
      const std::uint64_t each = states_of_tile(), left = layout_->tiles() - tile_;
      const std::uint64_t affordable = states_ < goal ? (goal - states_) / each : 0;
      const std::uint64_t now = std::min(left, std::max<std::uint64_t>(affordable, 1));
      run_tiles(tile_, tile_ + now);
      tile_ += now;
      states_ += each * now;
      if (tile_ == layout_->tiles()) {
        layout_.reset();
        tile_ = 0;
        largest_ = 0;
        for (const auto& scratch : scratch_) largest_ = std::max(largest_, scratch->largest);
        ++block_;
      }
      if (states_ >= goal) break;
    }
    if (block_ == blocks_.size()) end_pass();
    if (states_ >= goal) break;
  }
  return complete_ ? Status::complete : Status::running;
}

// One solution so far: the empty one.
void ProfileSweep::begin_pass() {
  if (in_doubles()) {
    const double one = 1;
    std::memcpy(table_, &one, sizeof one);
  } else if (in_words()) {
    const std::uint64_t one = 1;
    std::memcpy(table_, &one, sizeof one);
  } else {
    const std::vector<std::uint32_t> ones(lanes_, modulus_ != 1);
    std::memcpy(table_, ones.data(), entry_bytes());
  }
}

void ProfileSweep::begin_block() {
  const Block& block = blocks_[block_];
  layout_ = std::make_unique<TileLayout>(*steps_, block, packed());
  for (const auto& scratch : scratch_) scratch->reserve(std::size_t{layout_->rows()} * kRowBytes);
  if (!in_doubles() || tile_ > 0) return;
  scale_ = 1;
  if (largest_ > 0 && std::log2(largest_) + block.growth > std::log2(kLargest)) {
    const int bits = std::ilogb(largest_);
    scale_ = std::ldexp(1.0, -bits);
    exponent_ += bits;
  }
  for (const auto& scratch : scratch_) scratch->largest = 0;
}

void ProfileSweep::run_tiles(std::uint64_t first, std::uint64_t end) {
  const Block& block = blocks_[block_];
  const std::uint64_t count = end - first;
  const std::uint64_t rows = count * layout_->rows() * (block.end - block.first);
  if (rows < kSingleThreaded || count == 1) {
    for (std::uint64_t tile = first; tile < end; ++tile) run_tile(tile, *scratch_[0]);
    return;
  }
  const auto threads = static_cast<std::uint64_t>(pool_.size());
  pool_.run([&](int t) {
    const auto number = static_cast<std::uint64_t>(t);
    for (std::uint64_t tile = first + count * number / threads; tile < first + count * (number + 1) / threads; ++tile)
      run_tile(tile, *scratch_[t]);
  });
}

void ProfileSweep::run_tile(std::uint64_t tile, Scratch& scratch) {
  const TileLayout& layout = *layout_;
  char* const base = table_ + layout.base(tile) * entry_bytes();
  if (layout.padded()) std::memset(scratch.tile, 0, std::size_t{layout.rows()} * kRowBytes);
  copy_tile<true>(layout, base, scratch.tile, packed());
  auto* const doubles = reinterpret_cast<double*>(scratch.tile);
  const std::size_t numbers = std::size_t{layout.rows()} * kRowBytes / sizeof(double);
  if (in_doubles() && scale_ != 1)
    for (std::size_t k = 0; k < numbers; ++k)
      if (doubles[k] != 0) doubles[k] = std::max(doubles[k] * scale_, kLeast);
  const auto kernel = in_doubles() ? kernels_.doubles : in_words() ? kernels_.words : kernels_.residues;
  for (const TileStep& step : layout.steps()) kernel(step, scratch.tile, moduli_.data());
  if (in_doubles()) scratch.largest = std::max(scratch.largest, *std::max_element(doubles, doubles + numbers));
  copy_tile<false>(layout, base, scratch.tile, packed());
}

// At the end only the empty profile is left: its number is what the pass was for.
void ProfileSweep::end_pass() {
  if (in_doubles()) {
    double number;
    std::memcpy(&number, table_, sizeof number);
    std::memset(table_, 0, sizeof number);
    if (number == 0) {
      residues_.clear();
      complete_ = true;
    } else if (modulus_) {
      complete_ = true;
    } else {
      // Each addition is off by a factor of 1 + 2^-53 at most; all of them together by far less than 2.
      bound_ = std::log2(number) + static_cast<double>(exponent_) + 1;
      wanted_ =
          static_cast<std::int32_t>(std::min<double>(kMaxPrimes + 1, std::ceil((bound_ + kSpareBits) / kPrimeBits)));
      if (wanted_ > kMaxPrimes) throw std::overflow_error("the number of solutions has too many digits");
    }
  } else {
    for (int k = 0; k < lanes_; ++k) residues_.emplace_back(residue(moduli_.data(), k), residue(table_, k));
    std::memset(table_, 0, entry_bytes());
    complete_ = std::ssize(residues_) >= wanted_;
    if (modulus_ && residues_[0].second == 0) {
      complete_ = false;
      lanes_ = 0;
      largest_ = 1;
    }
  }
  block_ = 0;
  if (!complete_ && !modulus_)
    choose_lanes(std::min<std::int32_t>(kRowResidues, std::max<std::int32_t>(4, wanted_ - std::ssize(residues_))));
}

// The next pass takes up to so many primes, fewer where its table would be too large; or the modulus.
void ProfileSweep::choose_lanes(std::int32_t most) {
  lanes_ = static_cast<int>(std::bit_ceil(static_cast<std::uint32_t>(most)));
  if (in_words()) {
    for (std::size_t k = 0; k < kRowWords; ++k) std::memcpy(&moduli_[k * sizeof modulus_], &modulus_, sizeof modulus_);
    return;
  }
  while (lanes_ > 4 && table_bytes() > memory_) lanes_ /= 2;
  const auto moduli = modulus_ ? std::vector{static_cast<std::uint32_t>(modulus_)}
                               : kasteleyn::primes(static_cast<std::uint32_t>(residues_.size()), lanes_);
  for (std::size_t k = 0; k < kRowResidues; ++k)
    std::memcpy(&moduli_[k * sizeof moduli[0]], &moduli[k % lanes_], sizeof moduli[0]);
}

// A number of a row or table of residues.
std::uint64_t ProfileSweep::residue(const char* row, std::uint64_t number) const {
  if (!in_words()) {
    std::uint32_t found;
    std::memcpy(&found, row + number * sizeof found, sizeof found);
    return found;
  }
  std::uint64_t found;
  std::memcpy(&found, row + number * sizeof found, sizeof found);
  return found;
}

std::vector<Word> ProfileSweep::head() const {
  double largest = 0;
  for (const auto& scratch : scratch_) largest = std::max(largest, scratch->largest);
  std::vector<Word> words{static_cast<Word>(steps_->bits),
                          static_cast<Word>(lanes_),
                          static_cast<Word>(block_),
                          tile_,
                          states_,
                          static_cast<Word>(exponent_),
                          std::bit_cast<Word>(largest_),
                          std::bit_cast<Word>(largest),
                          std::bit_cast<Word>(scale_),
                          std::bit_cast<Word>(bound_),
                          static_cast<Word>(wanted_),
                          static_cast<Word>(complete_),
                          modulus_};
  for (const auto& [modulus, residue] : residues_) words.insert(words.end(), {modulus, residue});
  return words;
}

std::int32_t ProfileSweep::parts() const {
  return capacity_ == 0 || complete_ ? 0 : static_cast<std::int32_t>((table_bytes() + kPartBytes - 1) / kPartBytes);
}

std::vector<Word> ProfileSweep::part(std::int32_t number) const {
  const std::uint64_t first = kPartBytes * static_cast<std::uint64_t>(number);
  const std::uint64_t size = std::min(kPartBytes, table_bytes() - first);
  std::vector<Word> words(1 + size / sizeof(Word));
  words[0] = static_cast<Word>(number);
  std::memcpy(words.data() + 1, table_ + first, size);
  return words;
}

void ProfileSweep::restore_head(const std::vector<Word>& words) {
  if (states_ != 0 || steps_->dead || words.size() < kHeadWords || words[0] != static_cast<Word>(steps_->bits))
    reject();
  if (words[2] >= std::max<Word>(1, blocks_.size()) || words[10] > kMaxPrimes || words[11] > 1) reject();
  if (words[12] != modulus_ || (words.size() - kHeadWords) % 2) reject();
  const std::size_t count = (words.size() - kHeadWords) / 2;
  if (count > kMaxPrimes + kRowResidues || (modulus_ && count > 1)) reject();
  const auto primes = kasteleyn::primes(0, static_cast<std::uint32_t>(count));
  residues_.clear();
  for (std::size_t k = 0; k < count; ++k) {
    const Word modulus = words[kHeadWords + 2 * k], residue = words[kHeadWords + 2 * k + 1];
    if (modulus != (modulus_ ? modulus_ : primes[k]) || residue >= modulus) reject();
    residues_.emplace_back(modulus, residue);
  }
  wanted_ = static_cast<std::int32_t>(words[10]);
  complete_ = words[11] == 1;
  if (modulus_) {
    if (words[1] > 1 || wanted_ != 1 || (!complete_ && (words[1] == 0) != (count == 1))) reject();
    lanes_ = static_cast<int>(words[1]);
  } else {
    if (words[1] != 0 && words[1] != 4 && words[1] != 8 && words[1] != kRowResidues) reject();
    if ((words[1] != 0 || !residues_.empty()) != (wanted_ > 0)) reject();
    if (!complete_ && wanted_ > 0 && std::ssize(residues_) >= wanted_) reject();
    if (words[1] != 0) choose_lanes(static_cast<std::int32_t>(words[1]));
  }
  if (static_cast<Word>(lanes_) != words[1]) {
    full_ = true;  // the table was made where there was more memory
    return;
  }
  states_ = words[4];
  exponent_ = static_cast<std::int64_t>(words[5]);
  largest_ = std::bit_cast<double>(words[6]);
  scratch_[0]->largest = std::bit_cast<double>(words[7]);
  scale_ = std::bit_cast<double>(words[8]);
  bound_ = std::bit_cast<double>(words[9]);
  block_ = static_cast<std::size_t>(words[2]);
  tile_ = words[3];
  if (complete_) return;
  if (!allocate()) full_ = true;
  if (tile_ == 0) return;
  if (blocks_.empty()) reject();
  begin_block();
  if (tile_ >= layout_->tiles()) reject();
}

void ProfileSweep::restore_part(const std::vector<Word>& words) {
  if (full_) return;
  if (words.empty() || words[0] >= static_cast<Word>(parts())) reject();
  const std::uint64_t first = kPartBytes * words[0], size = (words.size() - 1) * sizeof(Word);
  if (size != std::min(kPartBytes, table_bytes() - first)) reject();
  std::memcpy(table_ + first, words.data() + 1, size);
  if (in_doubles()) return;
  const std::size_t in_row = in_words() ? kRowWords : kRowResidues;
  for (std::uint64_t k = 0; k < size * in_row / kRowBytes; ++k)
    if (residue(table_ + first, k) >= residue(moduli_.data(), k % in_row)) reject();
}

}  // namespace tilewright::profile
