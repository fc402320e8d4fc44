// The options that a sweep over places goes through, as masks of a window that moves along.
#pragma once

#include <cstdint>
#include <vector>

#include "solving/search/bitmask_order.hpp"
#include "solving/search/regions.hpp"
#include "solving/search/restarts_order.hpp"

namespace tilewright::search {

// How often a piece has been used, as a field of a state's words.
struct PieceField {
  std::int32_t least, most;
  std::uint32_t word, shift;
  std::uint64_t mask;  // of the field, once it has been shifted down
};

template <int W>
class SweepTable {
 public:
  struct Option {
    Bits<W> mask;                          // bit k is place base + k
    std::int32_t base, piece, needed, id;  // `base` of its first needed place
  };

  SweepTable(const Problem& problem, const PlaceOrder& order, const OptionAssessment& assessment)
      : base(order.base), places(order.places), cuts_(assessment.connected) {
    add_pieces(problem, order);
    add_options(problem, order, assessment);
    add_surroundings(problem, order);
  }

  // The first place from `from` on that is to be filled, among places that no option so far has reached; -1: none.
  std::int32_t next_needed(std::int32_t from) const {
    for (std::int32_t p = from; p < places; ++p)
      if (needed[p]) return p;
    return -1;
  }

  const Surroundings<W>& around(std::int32_t place) const { return around_[place]; }

  // Whether open places beside the front, as seen from `place`, can never be filled.
  bool has_unfillable_region(std::int32_t place, const Bits<W>& covered) const;

  // How many open places lie beside covered ones.
  int border(std::int32_t place, const Bits<W>& covered) const {
    const Surroundings<W>& around = around_[place];
    Bits<W> beside = Bits<W>::none();
    for (int k = 0; k < around.step_count; ++k) {
      const Step<W>& step = around.steps[k];
      beside |= (covered & step.from).up(step.distance) | (covered.down(step.distance) & step.from);
    }
    return (beside & ~covered).size();
  }

  std::vector<std::int32_t> base;  // see sweep_bases
  std::int32_t places;
  std::int32_t needed_count = 0;
  std::vector<char> used, needed;    // per place: an item lies there; it is to be filled
  std::vector<Bits<W>> needed_here;  // per place: those of its window
  std::vector<Bits<W>> start;        // per place: its window when nothing is filled: covered are those that are none
  std::vector<std::int32_t> first;   // per place its first option, and one more
  std::vector<Option> options;
  std::vector<PieceField> pieces;
  std::vector<std::int32_t> item_of_piece;
  std::uint32_t piece_words = 0;

 private:
  void add_pieces(const Problem& problem, const PlaceOrder& order);
  // The live options by their first needed place.
  void add_options(const Problem& problem, const PlaceOrder& order, const OptionAssessment& assessment);
  void add_surroundings(const Problem& problem, const PlaceOrder& order);

  std::vector<std::int32_t> piece_of_;
  std::vector<int> sum_up_to_;
  int smallest_ = INT32_MAX;
  bool cuts_;
  std::vector<Surroundings<W>> around_;
  std::vector<std::vector<Step<W>>> steps_;
};

extern template class SweepTable<1>;
extern template class SweepTable<2>;
extern template class SweepTable<4>;
extern template class SweepTable<8>;

}  // namespace tilewright::search
