// A sweep whose states are all profiles: a table with a number for each, updated in place step by step.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "concurrency/thread_pool.hpp"
#include "solving/frontier/sweep.hpp"
#include "solving/profile/blocks.hpp"
#include "solving/profile/steps.hpp"

namespace tilewright::profile {

using frontier::Status;
using Word = std::uint64_t;

// Counts the solutions: a first pass in doubles gives a bound on their number, further ones give it modulo primes
// whose product is above 2^kSpareBits times the bound. Nothing depends on the number of threads, the memory and the
// budgets but the number of primes that one pass takes together, and so how many passes there are.
// With a modulus, one pass counts the solutions modulo that; where it leaves 0, one in doubles tells whether there are
// any. Numbers are only added, so the modulus need not be a prime.
class ProfileSweep {
 public:
  static constexpr int kSpareBits = 31;

  // `modulus` is below 2^63; 0: the primes. Throws std::invalid_argument with a sentence where there are no steps.
  ProfileSweep(std::shared_ptr<const Steps> steps, const frontier::Resources& resources,
               const std::string& instruction_set = "", std::uint64_t modulus = 0);
  ~ProfileSweep();
  ProfileSweep(const ProfileSweep&) = delete;
  ProfileSweep& operator=(const ProfileSweep&) = delete;

  // Updates about `budget` more numbers; `memory` when the table does not fit.
  Status advance(std::uint64_t budget);

  bool complete() const { return complete_; }
  bool full() const { return full_; }  // the bound of memory was reached: the sweep cannot go on
  // Once complete: two to this many is more than the number of solutions (not known with a modulus), and that number
  // modulo primes or the modulus, which come first. Without solutions there are none.
  double log2_bound() const { return bound_; }
  const std::vector<std::pair<std::uint64_t, std::uint64_t>>& residues() const { return residues_; }

  std::uint64_t states() const { return states_; }  // numbers updated; one modulo several primes counts as several
  double share() const;                             // of the work that is done, 0 to 1; a guess in the first pass
  std::uint64_t bytes() const { return capacity_; }
  std::uint64_t peak() const { return peak_; }

  // The sweep as words: a head, and parts of the table. They go to a fresh sweep of the same steps, the head first;
  // what does not fit is a std::invalid_argument.
  std::vector<Word> head() const;
  std::int32_t parts() const;
  std::vector<Word> part(std::int32_t number) const;
  void restore_head(const std::vector<Word>& head);
  void restore_part(const std::vector<Word>& part);

 private:
  struct Scratch;

  bool in_doubles() const { return lanes_ == 0; }
  bool in_words() const { return lanes_ > 0 && modulus_ > kLargestModulus; }
  int packed() const;
  std::size_t entry_bytes() const;
  std::uint64_t table_bytes() const;
  bool allocate();
  void begin_pass();
  void begin_block();
  void run_tiles(std::uint64_t first, std::uint64_t end);
  void run_tile(std::uint64_t tile, Scratch& scratch);
  void end_pass();
  void choose_lanes(std::int32_t most);
  std::uint64_t states_of_tile() const;
  std::uint64_t residue(const char* row, std::uint64_t number) const;

  std::shared_ptr<const Steps> steps_;
  std::vector<Block> blocks_;
  ThreadPool pool_;
  std::uint64_t memory_, modulus_;
  Kernels kernels_;
  std::vector<std::unique_ptr<Scratch>> scratch_;

  std::unique_ptr<char, void (*)(void*)> storage_;
  char* table_ = nullptr;
  std::uint64_t capacity_ = 0, peak_ = 0;

  int lanes_ = 0;                         // residues in an entry; 0: a double
  std::int32_t wanted_ = 0;               // primes in all, or the one modulus
  std::array<char, kRowBytes> moduli_{};  // of this pass, as a row
  std::size_t block_ = 0;
  std::uint64_t tile_ = 0;
  std::unique_ptr<TileLayout> layout_;  // of the block, once it has begun
  double largest_ = 1;                  // of the doubles, after the block before
  double scale_ = 1;                    // that doubles are multiplied with in this block: a power of two
  std::int64_t exponent_ = 0;           // doubles are to be multiplied with two to this many
  double bound_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> residues_;
  std::uint64_t states_ = 0;
  bool complete_ = false, full_ = false;
};

}  // namespace tilewright::profile
