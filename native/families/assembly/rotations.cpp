#include "families/assembly/rotations.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "families/assembly/states.hpp"

namespace tilewright::assembly {

namespace {

using Mask = std::uint64_t;

Mask bit(int piece) { return Mask{1} << piece; }

// A piece in one of its orientations: its cells from the lowest corner of the box around it, and the size of the box.
struct Oriented {
  std::vector<Vector> cells;
  Vector size{};
  std::array<std::int32_t, 3> turned{};  // the orientation after a quarter turn about each axis
};

Oriented oriented(std::vector<Vector> cells, Vector* corner = nullptr) {
  Vector low = cells[0], high = cells[0];
  for (const Vector& cell : cells) {
    for (int axis = 0; axis < 3; ++axis) {
      low[axis] = std::min(low[axis], cell[axis]);
      high[axis] = std::max(high[axis], cell[axis]);
    }
  }
  for (Vector& cell : cells) cell = cell - low;
  std::sort(cells.begin(), cells.end());
  if (corner != nullptr) *corner = low;
  return {std::move(cells), high - low + Vector{1, 1, 1}, {}};
}

std::vector<Oriented> orientations(Oriented first) {
  std::vector<Oriented> found{std::move(first)};
  for (std::size_t k = 0; k < found.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      std::vector<Vector> cells;
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      for (const Vector& cell : found[k].cells) {
        Vector turned = cell;
        turned[a] = -cell[b];
        turned[b] = cell[a];
        cells.push_back(turned);
      }
      Oriented image = oriented(std::move(cells));
      const auto same = std::ranges::find(found, image.cells, &Oriented::cells);
      found[k].turned[axis] = static_cast<std::int32_t>(same - found.begin());
      if (same == found.end()) found.push_back(std::move(image));
    }
  }
  return found;
}

// What moves together: by piece the pieces that it takes along.
void close(std::vector<Mask>& along) {
  const std::size_t pieces = along.size();
  for (std::size_t k = 0; k < pieces; ++k) {  // Warshall 1962
    for (std::size_t i = 0; i < pieces; ++i) {
      if (along[i] >> k & 1) along[i] |= along[k];
    }
  }
}

// All sets of pieces without the first one that take nothing else along.
void list_sets(const std::vector<Mask>& closed, std::vector<Mask>& sets) {
  sets.clear();
  for (std::size_t piece = 1; piece < closed.size(); ++piece) {
    const Mask own = closed[piece];
    if (own & 1 || std::ranges::find(sets, own) != sets.end()) continue;
    const std::size_t before = sets.size();
    sets.push_back(own);
    for (std::size_t k = 0; k < before; ++k) {
      const Mask both = sets[k] | own;
      if (std::ranges::find(sets, both) == sets.end()) sets.push_back(both);
    }
  }
}

constexpr std::size_t kWidth = 4;    // of a piece in a state: its orientation and its place
constexpr std::int32_t kAround = 1;  // axes pass within so many cells of the box around a part

}  // namespace

class TurningSearch::Search {
 public:
  Search(Turns& turns, const std::vector<std::vector<Vector>>& pieces, std::size_t max_bytes)
      : turns_(turns),
        count_(static_cast<int>(pieces.size())),
        all_(~Mask{0} >> (64 - pieces.size())),
        states_(kWidth * (pieces.size() - 1)),
        max_states_(std::min<std::size_t>(
            max_bytes / (state_bytes(kWidth * (pieces.size() - 1)) + sizeof(std::uint32_t)), kNone - 1)),
        orientation_(pieces.size()),
        at_(pieces.size()),
        along_(pieces.size()) {
    State start;
    for (int piece = 0; piece < count_; ++piece) {
      Vector corner{};
      shapes_.push_back(orientations(oriented(pieces[static_cast<std::size_t>(piece)], &corner)));
      if (piece == 0) {
        origin_ = corner;
        continue;
      }
      start.push_back(0);
      for (int axis = 0; axis < 3; ++axis) start.push_back(narrow(corner[axis] - origin_[axis]));
    }
    next_state_ = start;
    states_.add(start.data(), states_.hash_of(start.data()));
    parents_.push_back(kNone);
  }

  Ending advance(std::uint64_t budget) {
    for (; next_ < states_.size(); ++next_) {
      if (next_ == level_end_) {
        level_end_ = states_.size();
        ++depth_;
      }
      if (budget == 0) return Ending::running;
      --budget;
      load(states_[next_]);
      if (find_free()) return Ending::apart;
      // States that did not fit come after all that are held, so of these the first with free pieces is the first of all.
      if (is_full_) continue;
      list_moves([&](const Coordinate* reached) {
        const std::uint64_t hash = states_.hash_of(reached);
        if (states_.size() >= max_states_ && !states_.contains(reached, hash)) {
          is_full_ = true;
          locked_depth_ = depth_;
          return false;
        }
        if (states_.add(reached, hash)) parents_.push_back(next_);
        return true;
      });
    }
    return is_full_ ? Ending::full : Ending::locked;
  }

  std::uint64_t states() const { return states_.size(); }
  std::size_t at_least() const { return locked_depth_ + 2; }

  std::vector<RigidMove> moves() {
    std::vector<std::uint32_t> way;
    for (std::uint32_t state = next_; state != kNone; state = parents_[state]) way.push_back(state);
    std::ranges::reverse(way);
    std::vector<RigidMove> found;
    for (std::size_t k = 1; k < way.size(); ++k) {
      const State goal = states_.copy(way[k]);
      load(states_[way[k - 1]]);
      list_moves([&](const Coordinate* reached) { return !std::equal(goal.begin(), goal.end(), reached); });
      found.push_back(move_);
      found.back().pieces = pieces_of(moving_);
      if (move_.turns) {
        const int a = (move_.axis + 1) % 3, b = (move_.axis + 2) % 3;
        found.back().centre = {move_.centre[0] + 2 * origin_[a], move_.centre[1] + 2 * origin_[b]};
      }
    }
    found.push_back(leaving_);
    found.back().pieces = pieces_of(removed_);
    return found;
  }

  std::vector<std::vector<Vector>> unturned(std::size_t most) const {
    std::vector<std::vector<Vector>> found;
    const Coordinate* start = states_[0];
    for (std::uint32_t number = 0; number < std::min<std::size_t>(most, states_.size()); ++number) {
      const Coordinate* state = states_[number];
      std::vector<Vector> shifts{{0, 0, 0}};
      bool is_turned = false;
      for (std::size_t k = 0; k < next_state_.size(); k += kWidth) {
        is_turned = is_turned || state[k] != 0;
        shifts.push_back({state[k + 1] - start[k + 1], state[k + 2] - start[k + 2], state[k + 3] - start[k + 3]});
      }
      if (!is_turned) found.push_back(std::move(shifts));
    }
    return found;
  }

 private:
  // A cell of a piece and a neighbour of it that is another piece's, in a plane across an axis.
  struct Contact {
    std::int32_t a, b;
    std::uint8_t side, piece, other;
    auto operator<=>(const Contact&) const = default;
  };

  const Oriented& shape(int piece) const { return shapes_[static_cast<std::size_t>(piece)][orientation_[piece]]; }

  std::vector<std::int32_t> pieces_of(Mask set) const {
    std::vector<std::int32_t> found;
    for (; set; set &= set - 1) found.push_back(std::countr_zero(set));
    return found;
  }

  // Lays the pieces of a state on the grid.
  void load(const Coordinate* state) {
    std::copy_n(state, next_state_.size(), next_state_.data());
    current_ = next_state_;
    low_ = {0, 0, 0};
    high_ = shape_size(0);
    orientation_[0] = 0;
    at_[0] = {0, 0, 0};
    for (int piece = 1; piece < count_; ++piece) {
      const Coordinate* own = state + kWidth * (static_cast<std::size_t>(piece) - 1);
      orientation_[piece] = static_cast<std::uint32_t>(own[0]);
      at_[piece] = {own[1], own[2], own[3]};
      const Vector& size = shape(piece).size;
      for (int axis = 0; axis < 3; ++axis) {
        low_[axis] = std::min(low_[axis], at_[piece][axis]);
        high_[axis] = std::max(high_[axis], at_[piece][axis] + size[axis]);
      }
    }
    const Vector size = high_ - low_;
    strides_ = {std::ptrdiff_t{size[1]} * size[2], size[2], 1};
    owners_.assign(static_cast<std::size_t>(strides_[0]) * static_cast<std::size_t>(size[0]), kNobody);
    for (int piece = 0; piece < count_; ++piece) {
      for (const Vector& cell : shape(piece).cells)
        owners_[index(cell + at_[piece])] = static_cast<std::uint8_t>(piece);
    }
  }

  const Vector& shape_size(int piece) const { return shapes_[static_cast<std::size_t>(piece)][0].size; }

  std::size_t index(const Vector& cell) const {
    return static_cast<std::size_t>((cell[0] - low_[0]) * strides_[0] + (cell[1] - low_[1]) * strides_[1] + cell[2] -
                                    low_[2]);
  }

  // The piece at a place.
  std::uint8_t owner(const Vector& cell) const {
    for (int axis = 0; axis < 3; ++axis) {
      if (cell[axis] < low_[axis] || cell[axis] >= high_[axis]) return kNobody;
    }
    return owners_[index(cell)];
  }

  // By axis and piece, the pieces that lie next before it along a line, and those that touch it there.
  void look_along(int axis, std::vector<Mask>& ahead, std::vector<Mask>& touched) const {
    std::ranges::fill(ahead, 0);
    std::ranges::fill(touched, 0);
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    Vector cell{};
    for (cell[a] = low_[a]; cell[a] < high_[a]; ++cell[a]) {
      for (cell[b] = low_[b]; cell[b] < high_[b]; ++cell[b]) {
        std::uint8_t last = kNobody;
        std::int32_t place = 0;
        for (cell[axis] = low_[axis]; cell[axis] < high_[axis]; ++cell[axis]) {
          const std::uint8_t here = owners_[index(cell)];
          if (here == kNobody) continue;
          if (last != kNobody && last != here) {
            ahead[last] |= bit(here);
            if (cell[axis] == place + 1) touched[last] |= bit(here);
          }
          last = here;
          place = cell[axis];
        }
      }
    }
  }

  static void reverse(const std::vector<Mask>& graph, std::vector<Mask>& reversed) {
    std::ranges::fill(reversed, 0);
    for (std::size_t i = 0; i < graph.size(); ++i) {
      for (Mask rest = graph[i]; rest; rest &= rest - 1)
        reversed[static_cast<std::size_t>(std::countr_zero(rest))] |= bit(static_cast<int>(i));
    }
  }

  // The smallest set of pieces that can leave along an axis; of equal ones that of the first direction, then of the first
  // piece.
  bool find_free() {
    int least = count_;
    std::vector<Mask> ahead(along_.size()), touched(along_.size());
    for (int axis = 0; axis < 3; ++axis) {
      look_along(axis, ahead, touched);
      for (const int sign : {1, -1}) {
        if (sign > 0) {
          along_ = ahead;
        } else {
          reverse(ahead, along_);
        }
        for (int piece = 0; piece < count_; ++piece) along_[static_cast<std::size_t>(piece)] |= bit(piece);
        close(along_);
        for (const Mask set : along_) {
          if (std::popcount(set) >= least) continue;
          least = std::popcount(set);
          removed_ = set;
          leaving_ = {{}, false, axis, 0, sign, {}};
        }
      }
    }
    return least < count_;
  }

  // Calls `visit` with each state that one move leads to, some of them several times, until it returns false. move_ and
  // moving_ say which move it is.
  template <class Visit>
  void list_moves(Visit visit) {
    std::vector<Mask> ahead(along_.size()), touched(along_.size()), sets;
    for (int axis = 0; axis < 3; ++axis) {
      look_along(axis, ahead, touched);
      for (const int sign : {1, -1}) {
        if (sign > 0) {
          along_ = touched;
        } else {
          reverse(touched, along_);
        }
        for (int piece = 0; piece < count_; ++piece) along_[static_cast<std::size_t>(piece)] |= bit(piece);
        close(along_);
        list_sets(along_, sets);
        for (const Mask set : sets) {
          if (!shift(set, axis, sign, visit)) return;
        }
      }
    }
    for (int axis = 0; axis < 3; ++axis) {
      if (!turn_about(axis, visit)) return;
    }
  }

  // Shifts a set by one step after another, until it meets something: no piece is free, so it does.
  template <class Visit>
  bool shift(Mask set, int axis, int sign, Visit& visit) {
    next_state_ = current_;
    for (std::int32_t steps = 1;; ++steps) {
      for (Mask rest = set; rest; rest &= rest - 1) {
        const int piece = std::countr_zero(rest);
        for (const Vector& cell : shape(piece).cells) {
          Vector there = cell + at_[piece];
          there[axis] += sign * steps;
          const std::uint8_t other = owner(there);
          if (other != kNobody && !(set >> other & 1)) return true;
        }
      }
      for (Mask rest = set; rest; rest &= rest - 1) {
        Coordinate& at = next_state_[kWidth * (static_cast<std::size_t>(std::countr_zero(rest)) - 1) + 1 +
                                     static_cast<std::size_t>(axis)];
        at = narrow(at + sign);
      }
      moving_ = set;
      move_ = {{}, false, axis, sign * steps, sign, {}};
      if (!visit(next_state_.data())) return false;
    }
  }

  template <class Visit>
  bool turn_about(int axis, Visit& visit) {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    list_contacts(axis);
    for (std::int32_t p = 2 * (low_[a] - kAround) - 1; p < 2 * (high_[a] + kAround); ++p) {
      for (std::int32_t q = 2 * (low_[b] - kAround) - 1; q < 2 * (high_[b] + kAround); ++q) {
        for (const bool clockwise : {false, true}) {
          if (!turn_about(axis, {p, q}, clockwise, visit)) return false;
        }
      }
    }
    return true;
  }

  void list_contacts(int axis) {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    contacts_.clear();
    for (int piece = 0; piece < count_; ++piece) {
      for (const Vector& own : shape(piece).cells) {
        const Vector cell = own + at_[piece];
        for (unsigned side = 0; side < 4; ++side) {
          Vector near = cell;
          near[side % 2 ? b : a] += side < 2 ? 1 : -1;
          const std::uint8_t other = owner(near);
          if (other == kNobody || other == piece) continue;
          contacts_.push_back(
              {cell[a], cell[b], static_cast<std::uint8_t>(side), static_cast<std::uint8_t>(piece), other});
        }
      }
    }
    std::ranges::sort(contacts_);
    contacts_.erase(std::unique(contacts_.begin(), contacts_.end()), contacts_.end());
  }

  // Adds the pieces that take pieces along that stay to these.
  void grow(Mask& staying) const {
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (Mask rest = all_ & ~staying; rest; rest &= rest - 1) {
        const int piece = std::countr_zero(rest);
        if (along_[static_cast<std::size_t>(piece)] & staying) {
          staying |= bit(piece);
          is_new = true;
        }
      }
    }
  }

  template <class Visit>
  bool turn_about(int axis, PlanePoint centre, bool clockwise, Visit& visit) {
    // Most turns are stopped by what touches: that is looked at first.
    for (int piece = 0; piece < count_; ++piece) along_[static_cast<std::size_t>(piece)] = bit(piece);
    for (const Contact& contact : contacts_) {
      const auto& sweep = turns_.sweep({2 * contact.a - centre[0], 2 * contact.b - centre[1]}, clockwise);
      if (sweep.neighbours >> contact.side & 1) along_[contact.piece] |= bit(contact.other);
    }
    Mask staying = 1;
    grow(staying);
    for (Mask rest = all_ & ~staying; rest; rest &= (rest - 1) & ~staying) {
      const int piece = std::countr_zero(rest);
      along_[static_cast<std::size_t>(piece)] |= met_by(piece, axis, centre, clockwise);
      grow(staying);
    }
    if (staying == all_) return true;
    for (Mask rest = staying; rest; rest &= rest - 1) along_[static_cast<std::size_t>(std::countr_zero(rest))] = 1;
    close(along_);
    std::vector<Mask> sets;
    list_sets(along_, sets);
    const int each = quarters_about(centre);
    for (const Mask set : sets) {
      next_state_ = current_;
      auto orientation = orientation_;
      auto at = at_;
      bool is_stopped = false;
      for (int quarters = each; quarters < 4 && !is_stopped; quarters += each) {
        for (Mask rest = set; rest; rest &= rest - 1) {
          const int piece = std::countr_zero(rest);
          turn(piece, axis, centre, clockwise);
          Coordinate* own = next_state_.data() + kWidth * (static_cast<std::size_t>(piece) - 1);
          own[0] = static_cast<Coordinate>(orientation_[piece]);
          for (int k = 0; k < 3; ++k) own[1 + k] = narrow(at_[piece][k]);
        }
        moving_ = set;
        move_ = {{}, true, axis, clockwise ? -quarters : quarters, 1, centre};
        if (!visit(next_state_.data())) return false;
        for (Mask rest = set; rest && !is_stopped; rest &= rest - 1) {
          is_stopped = met_by(std::countr_zero(rest), axis, centre, clockwise) & ~set;
        }
      }
      orientation_ = std::move(orientation);
      at_ = std::move(at);
    }
    return true;
  }

  // The pieces that a piece meets as it turns by the least turn about an axis.
  Mask met_by(int piece, int axis, PlanePoint centre, bool clockwise) {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    Mask met = 0;
    for (const Vector& own : shape(piece).cells) {
      const Vector cell = own + at_[piece];
      for (const PlanePoint& offset :
           turns_.sweep({2 * cell[a] - centre[0], 2 * cell[b] - centre[1]}, clockwise).offsets) {
        Vector there = cell;
        there[a] += offset[0];
        there[b] += offset[1];
        const std::uint8_t other = owner(there);
        if (other != kNobody) met |= bit(other);
      }
    }
    return met & ~bit(piece);
  }

  void turn(int piece, int axis, PlanePoint centre, bool clockwise) {
    const int a = (axis + 1) % 3, b = (axis + 2) % 3;
    const auto [p, q] = centre;
    const int each = quarters_about(centre);
    const Vector size = shape(piece).size, at = at_[piece];
    auto& orientation = orientation_[piece];
    for (int k = 0; k < (each == 2 ? 2 : clockwise ? 3 : 1); ++k) {
      orientation = static_cast<std::uint32_t>(shape(piece).turned[axis]);
    }
    if (each == 2) {
      at_[piece][a] = p - (at[a] + size[a] - 1);
      at_[piece][b] = q - (at[b] + size[b] - 1);
    } else if (clockwise) {
      at_[piece][a] = (p - q) / 2 + at[b];
      at_[piece][b] = (p + q) / 2 - (at[a] + size[a] - 1);
    } else {
      at_[piece][a] = (p + q) / 2 - (at[b] + size[b] - 1);
      at_[piece][b] = (q - p) / 2 + at[a];
    }
  }

  static constexpr std::uint8_t kNobody = 0xFF;

  Turns& turns_;
  int count_;
  Mask all_;
  std::vector<std::vector<Oriented>> shapes_;
  Vector origin_{};  // where the first piece lies; states are relative to it
  StateSet states_;
  std::size_t max_states_;
  std::vector<std::uint32_t> parents_;
  std::uint32_t next_ = 0, level_end_ = 1;
  std::uint32_t depth_ = 0, locked_depth_ = 0;
  bool is_full_ = false;

  // The state that is expanded, and one that a move leads to.
  State current_, next_state_;
  std::vector<std::uint32_t> orientation_;
  std::vector<Vector> at_;
  Vector low_{}, high_{};  // the box around it; `high_` is outside
  std::array<std::ptrdiff_t, 3> strides_{};
  std::vector<std::uint8_t> owners_;
  std::vector<Contact> contacts_;
  std::vector<Mask> along_;
  Mask moving_ = 0, removed_ = 0;
  RigidMove move_, leaving_;
};

TurningSearch::TurningSearch(Turns& turns, const std::vector<std::vector<Vector>>& pieces, std::size_t max_bytes) {
  if (pieces.size() < 2 || pieces.size() > kMostTurningPieces) {
    throw std::invalid_argument("so many pieces cannot be taken apart with turns");
  }
  for (const auto& cells : pieces) {
    if (cells.empty()) throw std::invalid_argument("a piece has no cells");
  }
  search_ = std::make_unique<Search>(turns, pieces, max_bytes);
}

TurningSearch::~TurningSearch() = default;

Ending TurningSearch::advance(std::uint64_t budget) { return search_->advance(budget); }
std::uint64_t TurningSearch::states() const { return search_->states(); }
std::size_t TurningSearch::at_least() const { return search_->at_least(); }
std::vector<RigidMove> TurningSearch::moves() { return search_->moves(); }
std::vector<std::vector<Vector>> TurningSearch::unturned(std::size_t most) const { return search_->unturned(most); }

}  // namespace tilewright::assembly
