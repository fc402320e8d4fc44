// Taking an assembly apart with the fewest moves until something is free: breadth first over relative positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "families/assembly/contacts.hpp"

namespace tilewright::assembly {

inline constexpr int kMostPieces = 128;

struct PlacedPiece {
  std::int32_t shape;
  Vector at;
  std::uint32_t groups;  // a bit for each; pieces of one group need not be separated from each other
};

// A part of the assembly, how it moves until some of its pieces are free, and which they are.
struct Separation {
  std::vector<std::int32_t> pieces;       // of the assembly, ascending
  std::vector<std::vector<Vector>> path;  // positions of these pieces, from the first to the one where some are free
  std::vector<std::int32_t> removed;      // the pieces that are free then; those that stay are the others
  Vector direction{};                     // in which they leave
  std::int32_t removed_part = -1;         // the separation of the removed pieces and of the others; -1 if there
  std::int32_t remaining_part = -1;       // is nothing to separate
  std::size_t moves() const { return path.size(); }  // the last one takes the removed pieces away
};

enum class Ending : std::uint8_t {
  running,
  apart,   // every part is separated
  locked,  // some part cannot be separated, and so the assembly cannot
  full,    // the memory is used up: it is not known how the last part is separated, or whether it can be
};

// Searches the parts of one assembly, one after another. A part that cannot be separated on its own cannot be within
// the assembly either, so the first separation that is found need not be undone.
class Disassembly {
 public:
  // std::invalid_argument for more than kMostPieces pieces.
  Disassembly(Contacts& contacts, std::vector<PlacedPiece> pieces, std::size_t max_bytes);
  ~Disassembly();
  Disassembly(const Disassembly&) = delete;
  Disassembly& operator=(const Disassembly&) = delete;

  // Expands up to about `budget` more states.
  Ending advance(std::uint64_t budget);

  Ending ending() const { return ending_; }
  std::uint64_t states() const { return states_; }  // that were reached, over all parts
  // In the order of the search: a part, then its removed pieces, then the others. Where the assembly is locked
  // or the memory is used up, the last one has no path.
  const std::vector<Separation>& separations() const { return separations_; }
  // The numbers of moves of all separations found: of a part, then of what remains of it, then of what is removed.
  std::vector<std::int32_t> levels() const;
  // Where the memory is used up: separating the last part takes so many moves or more, if it can be done at all.
  std::size_t at_least() const { return at_least_; }
  // The states that the last part reaches, each as the positions of its pieces; at most `most`, the first ones.
  std::vector<std::vector<Vector>> reached(std::size_t most) const;

 private:
  class Search;
  template <class Mask>
  class SearchWith;

  bool needs_separation(const std::vector<std::int32_t>& pieces) const;
  std::int32_t add_part(const std::vector<std::int32_t>& pieces, const std::vector<Vector>& at);
  void start();

  Contacts& contacts_;
  std::vector<PlacedPiece> pieces_;
  std::size_t max_bytes_;
  std::vector<Separation> separations_;
  std::vector<std::int32_t> waiting_;  // parts yet to be searched; the last is next
  std::unique_ptr<Search> search_;     // of the part at the end of waiting_
  std::uint64_t states_ = 0;
  std::size_t at_least_ = 0;
  Ending ending_ = Ending::running;
};

}  // namespace tilewright::assembly
