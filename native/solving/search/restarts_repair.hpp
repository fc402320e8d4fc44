// Local search: repairs a cover that uses some pieces too often and others too seldom, window by window.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "solving/search/problem.hpp"

namespace tilewright::search {

// All places that must be filled are filled once, by options of the problem; only how often pieces are used may be
// wrong. A step takes a few options up that lie side by side and fills their places in another way, one that makes
// the uses of pieces better, or as good, or now and then a little worse. So missing pieces move towards places where
// they fit.
class Repair {
 public:
  // `place` tells where on a line each item is (-1: a piece); only options that are `live` are used.
  Repair(const Problem& problem, const std::vector<std::int32_t>& place, const std::vector<char>& live);

  // Takes up a cover: options that fill each place at most once, and once where that is needed.
  void begin(const std::vector<std::int32_t>& options, std::uint64_t seed);

  // Where it stands between two steps, and how another one of the same problem gets there. Throws std::invalid_argument
  // for what is no position.
  std::vector<std::uint64_t> position() const;
  void restore(const std::vector<std::uint64_t>& position);

  // One window; returns how many nodes it took: at least 1.
  std::uint64_t step();

  // Whether each piece is used as often as it is to be.
  bool done() const { return violations_ == 0; }
  std::int32_t violations() const { return violations_; }  // uses too many and too few
  std::vector<std::int32_t> options() const;               // of the problem

 private:
  struct Piece {
    std::int32_t least = 0, most = 0, uses = 0;
    std::int32_t over() const { return uses > most ? uses - most : 0; }
    std::int32_t under() const { return uses < least ? least - uses : 0; }
  };
  struct Candidate {
    std::uint64_t mask;
    std::int32_t option, piece;
  };

  std::uint64_t below(std::uint64_t bound);
  double chance();
  void clear();
  void place_option(std::int32_t option);
  void add_up();
  void remove_slot(std::int32_t slot);
  void add_slot(std::int32_t slot);
  void start_window();
  void grow_window();
  void gather();
  void refill(std::uint64_t open);
  bool has_unfillable_region(std::uint64_t open) const;

  // Options, by their first needed place, then by their places one after another.
  std::vector<std::int32_t> cells_, offset_, piece_, id_;
  std::vector<std::uint8_t> common_;  // how many first cells an option has in common with the one before
  std::vector<std::int32_t> first_;   // per item its first option, and one more
  std::vector<std::int32_t> number_;  // of an option of the problem here; -1: not live
  std::vector<std::vector<std::int32_t>> of_piece_;
  std::vector<std::vector<std::int32_t>> near_;
  std::vector<std::int32_t> order_;  // items by their places
  std::vector<std::int32_t> rank_;   // and where they are there
  std::vector<char> needed_;
  std::int32_t smallest_ = INT32_MAX;  // needed cells of an option
  bool connected_ = true;              // each option's cells are joined by steps between neighbours
  bool alike_ = true;                  // all options have equally many cells, all of them needed

  std::vector<Piece> pieces_;
  std::vector<std::int32_t> placed_;  // by slots
  std::vector<std::int32_t> owner_;   // per item: its slot; -1: open
  std::int32_t violations_ = 0;
  std::uint64_t random_ = 0;
  double windows_ = 0, round_ = 0;

  // The current window.
  std::vector<std::int32_t> slots_, window_;  // window_: items
  std::vector<char> in_window_;               // per slot
  std::vector<std::int8_t> bit_;              // per item; -1: not in the window
  std::vector<Candidate> candidates_;
  std::vector<std::int32_t> first_candidate_;  // per bit, and one more
  std::uint64_t needed_bits_ = 0;
  std::array<std::uint64_t, 64> beside_{};                    // per bit: those beside it
  std::int32_t over_ = 0, under_ = 0, limit_ = 0, best_ = 0;  // uses of pieces
  std::uint64_t seen_ = 0, nodes_ = 0;
  std::vector<std::int32_t> chosen_, kept_;
};

// Behind a pointer, as few need to know what is inside.
std::unique_ptr<Repair> make_repair(const Problem& problem, const std::vector<std::int32_t>& place,
                                    const std::vector<char>& live);

}  // namespace tilewright::search
