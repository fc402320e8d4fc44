// The data that the dense search works on, and the table of its kernels. It holds plain data and constants only: see
// simd/instruction_sets.hpp.
#pragma once

#include <cstdint>

namespace tilewright::search::dense {

using u64 = std::uint64_t;
using i64 = std::int64_t;

// A dense (sub-)problem: options are bits, items come in groups of 8 lanes. A class is an item with
// a colour, numbered in the problem searched; the class of a primary item has the item's number.
struct Table {
  std::int32_t options = 0;
  std::int32_t words = 0;       // of 64 options each
  std::int32_t stride = 0;      // words of a clear row: 1, 2, 4 or a multiple of 8, so that none straddles
  std::int32_t items = 0;       // primary items, lanes 0..items-1
  std::int32_t groups = 0;      // of 8 lanes each
  std::int32_t open_words = 0;  // of 64 lanes each
  // Items with bounds other than 1..1 all lie in groups first_bounded_group and after.
  std::int32_t first_bounded_group = 0;
  // rows[(group * words + word) * 8 + lane]: which options of a word cover the item.
  u64* rows = nullptr;
  // class_conflicts[class * stride + word]: the options that a use excludes. Rows of classes that no option of
  // the table has are never read, and hold anything.
  u64* class_conflicts = nullptr;
  // cover[class * open_words + word]: the lane of an item that is covered exactly once, as a bit.
  u64* cover = nullptr;
  // conflicts[option * stride + word]: the options that an option excludes, itself among them; null where that
  // would be large, or there is no forward checking. Made when it is first asked for.
  u64* conflicts = nullptr;
  bool conflicts_ready = false;
  u64* bounded = nullptr;           // the lanes of the other items
  std::int32_t* lane_of = nullptr;  // primary item of the problem -> lane
  std::int32_t* ids = nullptr;      // option ids of the problem searched
  std::int32_t* lanes = nullptr;    // lane -> item of the problem searched
};

// The stride of rows with so many words.
static constexpr std::int32_t stride_of(std::int32_t words) {
  return words <= 2 ? words : words <= 4 ? 4 : (words + 7) / 8 * 8;
}

// The lowest n bits of a word; none when n is negative, all when it is more than 64.
static constexpr u64 bits_below(std::int32_t n) { return n >= 64 ? ~u64{0} : n <= 0 ? 0 : (u64{1} << n) - 1; }

// The words of a node's active options that are not zero: few, once some options are chosen.
struct Words {
  u64* bits = nullptr;            // with room for 8 more than a table's words, like the others
  i64* at = nullptr;              // 8 * the word's number
  std::int32_t* place = nullptr;  // the word that its bits are packed into
  std::int32_t* shift = nullptr;  // and where in it they begin
  u64* packed = nullptr;          // one row, packed
  std::int32_t count = 0;
};

// A node on the current path. Arrays have the table's sizes; active and untried end with a whole vector of 8
// words, and what they hold after the table's words means nothing.
struct Frame {
  Table* table = nullptr;
  u64* active = nullptr;          // options that can still be chosen
  u64* untried = nullptr;         // options of the branch item that are still to be tried
  u64* open = nullptr;            // items still to be covered, 64 lanes a word
  u64* stale = nullptr;           // items whose options have changed since they were checked (forward checking only)
  i64* option_counts = nullptr;   // per lane: options left of an open item (forward checking only)
  i64* bias = nullptr;            // per lane: 1 - how often it must still be covered (bounded only)
  i64* capacity = nullptr;        // per lane: how often it may still be covered (bounded only)
  u64 entered_at = 0;             // node count when this frame was pushed
  std::int32_t options_left = 0;  // options that can still be chosen, when the frame was pushed
  bool unchecked = false;         // forward checking has not been done here yet
  std::int32_t item = -1;
  std::int32_t option = -1;  // the option being tried, -1 before the first and for "none"
  std::uint32_t branch = 0;  // branches begun
  std::uint32_t branches = 0;
};

enum class Event : std::int32_t { budget, solution, finished, shrink, other_width };

// Nodes below those with so many options left, in eights: whether a table of their own pays is
// learnt while searching.
struct SubtreeStats {
  u64 visits = 0;
  u64 nodes = 0;
};

struct Context {
  // Of the problem searched: uses[starts[o]] .. uses[starts[o + 1] - 1] are the classes of option o,
  // but for items with bounds other than 1..1; those are bound[bound_starts[o]] ..
  const std::uint32_t* starts = nullptr;
  const std::uint32_t* uses = nullptr;
  const std::uint32_t* bound_starts = nullptr;
  const std::uint32_t* bound = nullptr;
  std::int32_t primary = 0;  // classes of primary items come first
  std::int32_t classes = 0;
  Frame* frames = nullptr;
  std::int32_t* dead_groups = nullptr;    // per depth, where the last dead end was: the first place to look
  SubtreeStats* subtree_stats = nullptr;  // by options left, in eights
  Words words;                            // of the node being evaluated
  std::int32_t top = -1;                  // of frames; -1 when finished
  bool forward_checking = false;          // take out options that leave an item without any
  bool bounded = false;                   // some item has bounds other than 1..1
  bool count_only = false;
  u64 nodes = 0;
  u64 stop_at = 0;  // nodes
  u64 counted = 0;  // solutions counted, with count_only
};

// The loop and its parts, compiled for one instruction set.
struct Kernels {
  // Runs until an event. On `solution` the options tried by frames 0..top are one (with `top` frames
  // on the path). On `shrink` the top frame is fresh and worth a table of its own. `other_width` is the
  // loop's own.
  Event (*run)(Context&);
  // Evaluates a frame alone: sets item, untried, branches. False when some item cannot be covered.
  // An item of -1 means that nothing is left to cover.
  bool (*choose_item)(Context&, Frame&);
  // Moves a frame to its next branch and lays the state below it into `child`. False at the end.
  bool (*branch)(Context&, Frame& frame, Frame& child);
  // Fills `table`, whose sizes are set and whose arrays are there, with what the fresh frame has left of
  // its own table, and moves the frame to it. The order of options and items is kept, so the tree stays
  // the same.
  void (*extract)(Context&, Frame& frame, Table& table);
};

template <class Set>
Kernels kernels();

}  // namespace tilewright::search::dense
