// The inner loop of the dense search. This header is compiled several times with different vector
// flags, so it holds plain data only: no inline function, nothing of the standard library that could
// be shared between those compilations.
#pragma once

#include <cstdint>

namespace tilewright::cover::dense {

using u64 = std::uint64_t;
using i64 = std::int64_t;

// A dense (sub-)problem: options are bits, items come in groups of 8 lanes.
struct Table {
  std::int32_t options = 0;
  std::int32_t words = 0;       // of 64 options each
  std::int32_t items = 0;       // primary items, lanes 0..items-1
  std::int32_t groups = 0;      // of 8 lanes each
  std::int32_t open_words = 0;  // of 64 lanes each
  // rows[(group * words + word) * 8 + lane]: which options of a word cover the item.
  const u64* rows = nullptr;
  // clear[row * words + word]: the options that a use shuts out.
  const u64* clear = nullptr;
  // conflict[option * words + word]: the options that an option shuts out, where that is small
  // enough to be kept; else null.
  const u64* conflict = nullptr;
  // uses[starts[o]] .. uses[starts[o + 1] - 1]: the clear rows of option o.
  const std::uint32_t* starts = nullptr;
  const std::uint32_t* uses = nullptr;
  // cover[o * open_words + word]: the items covered exactly once that option o covers.
  const u64* cover = nullptr;
  const std::int32_t* ids = nullptr;  // option ids of the problem searched
  // Items with bounds other than 1..1, as lanes per option: many[many_starts[o]] ..
  // All of them lie in groups many_group and after.
  std::int32_t many_group = 0;
  const std::uint32_t* many_starts = nullptr;
  const std::uint32_t* many = nullptr;
};

// The words of a node's active options that are not zero: few, once some options are chosen.
struct Words {
  u64* bits = nullptr;            // with room for 8 more than a table's words
  std::int64_t* at = nullptr;     // 8 * the word's number
  std::int32_t count = 0;
};

// A node on the current path. Arrays have the table's sizes.
struct Frame {
  const Table* table = nullptr;
  u64* active = nullptr;  // options that can still be chosen
  u64* rest = nullptr;    // options of the branch item that are still to be tried
  u64* open = nullptr;    // items still to be covered, 64 lanes a word
  i64* bias = nullptr;    // per lane: 1 - how often it must still be covered (many only)
  i64* room = nullptr;    // per lane: how often it may still be covered (many only)
  u64 entered = 0;        // node count when this frame was pushed
  std::int32_t item = -1;
  std::int32_t option = -1;   // the option being tried, -1 before the first and for "none"
  std::uint32_t branch = 0;   // branches begun
  std::uint32_t branches = 0;
};

enum class Event : std::int32_t { budget, solution, finished, shrink };

// Whether a shrunk table pays at a depth: learnt while searching, from the nodes below.
struct Depth {
  u64 visits = 0;
  u64 nodes = 0;
  std::int32_t dead_group = 0;  // where the last dead end was seen: the first place to look
};

struct Machine {
  Frame* frames = nullptr;
  Depth* depths = nullptr;
  Words words;            // of the node being judged
  std::int32_t top = -1;  // of frames; -1 when finished
  bool many = false;      // some item has bounds other than 1..1
  bool count_only = false;
  u64 nodes = 0;
  u64 stop_at = 0;        // nodes
  u64 counted = 0;        // solutions counted, with count_only
  u64 shrink_nodes = 0;   // expected nodes below from which shrinking pays
};

// Runs until an event. On `solution` the options tried by frames 0..top are one (with `top` frames
// on the path). On `shrink` the top frame is fresh and worth a table of its own.
using Run = Event (*)(Machine&);
// Judges the top frame alone: sets item, rest, branches. False when some item cannot be covered.
// An item of -1 means that nothing is left to cover.
using Judge = bool (*)(Machine&, Frame&);
// Moves a frame to its next branch and lays the state below it into `child`. False at the end.
using Branch = bool (*)(Machine&, Frame& frame, Frame& child);

Event run_baseline(Machine&);
bool judge_baseline(Machine&, Frame&);
bool branch_baseline(Machine&, Frame&, Frame&);
#if defined(TILEWRIGHT_X86)
Event run_avx2(Machine&);
bool judge_avx2(Machine&, Frame&);
bool branch_avx2(Machine&, Frame&, Frame&);
Event run_avx512(Machine&);
bool judge_avx512(Machine&, Frame&);
bool branch_avx512(Machine&, Frame&, Frame&);
#endif

}  // namespace tilewright::cover::dense
