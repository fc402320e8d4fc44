#include "polyforms/corona.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

namespace tilewright::polyforms {
namespace {

constexpr std::int32_t kMaxLevels = 20;
constexpr std::uint64_t kPlainNodes = 1000;  // before pairs are examined: most searches end earlier
constexpr std::uint64_t kPairNodes = 5000;   // for a pair; one that needs more is not left out
constexpr std::int32_t kMargin = 2;          // cells around a set, by their coordinates: no step is longer

PlaneCell shifted(const PlaneCell& cell, std::int32_t x, std::int32_t y) { return {cell.kind, cell.x + x, cell.y + y}; }

}  // namespace

// The copies of a shape up to translations, and what is known of pairs of them.
class CoronaCopies {
 public:
  using Option = CoronaSearch::Option;
  struct Pair {
    std::int8_t possible = 0;                 // coronas that are not excluded
    std::int8_t impossible = kMaxLevels + 1;  // coronas that are excluded
  };

  CoronaCopies(Plane lattice, const std::vector<PlaneCell>& cells_of_shape, bool holes)
      : plane(std::move(lattice)),
        orientations(orientations_of(plane, cells_of_shape)),
        extent(extent_of(plane, cells_of_shape)),
        may_have_holes(holes),
        reach_(4 * extent + 8),
        width_(static_cast<std::size_t>(2 * reach_ + 1)) {
    for (const auto& orientation : orientations) {
      cells.push_back(copy_of(plane, cells_of_shape, orientation));
      halos.push_back(halo_of(plane, cells.back()));
      auto& by_kind = anchors.emplace_back(static_cast<std::size_t>(plane.classes()));
      for (const auto& cell : cells.back()) by_kind[static_cast<std::size_t>(cell.kind)].push_back(cell);
    }
  }

  // Where a copy is as seen from another one, which a motion carries to the shape at the origin.
  Option seen_from(const Option& one, const Option& other) const {
    const View& view = views_[static_cast<std::size_t>(one.orientation)];
    const Option& at = view.turned[static_cast<std::size_t>(other.orientation)];
    const std::int32_t x = other.x - one.x, y = other.y - one.y;
    return {at.orientation, at.x + view.matrix[0] * x + view.matrix[1] * y,
            at.y + view.matrix[2] * x + view.matrix[3] * y};
  }

  // Make the table of pairs, once.
  void prepare_pairs() {
    if (!views_.empty()) return;
    for (const auto& one : orientations) {
      const Isometry back = plane.inverse(one);
      const Isometry right = plane.compose(back, {0, 1, 0}), down = plane.compose(back, {0, 0, 1});
      View& view = views_.emplace_back();
      view.matrix = {right.x - back.x, down.x - back.x, right.y - back.y, down.y - back.y};
      for (const auto& other : orientations) view.turned.push_back(option_of(plane.compose(back, other)));
    }
    pairs_.resize(orientations.size() * width_ * width_);
  }
  Pair& pair(const Option& second) {
    return pairs_[(static_cast<std::size_t>(second.orientation) * width_ +
                   static_cast<std::size_t>(second.x + reach_)) *
                      width_ +
                  static_cast<std::size_t>(second.y + reach_)];
  }

  const Plane plane;
  const std::vector<Isometry> orientations;
  std::vector<std::vector<PlaneCell>> cells, halos;          // by orientation
  std::vector<std::vector<std::vector<PlaneCell>>> anchors;  // by orientation and class: its cells of the class
  const std::int32_t extent;
  const bool may_have_holes;  // the last corona of the shape, and so one around a pair that needs no more

 private:
  struct View {  // from a copy of an orientation
    std::array<std::int32_t, 4> matrix;
    std::vector<Option> turned;  // the copies of each orientation at the same place
  };

  // The option of a copy: translations keep the order of cells.
  Option option_of(const Isometry& isometry) const {
    const auto image = copy_of(plane, cells.front(), isometry);
    for (std::size_t turn = 0; turn < cells.size(); ++turn) {
      const auto& own = cells[turn];
      const std::int32_t x = image.front().x - own.front().x, y = image.front().y - own.front().y;
      if (std::equal(image.begin(), image.end(), own.begin(),
                     [&](const auto& p, const auto& q) { return p == shifted(q, x, y); }))
        return {static_cast<std::int32_t>(turn), x, y};
    }
    throw std::logic_error("a copy has an orientation");
  }

  std::int32_t reach_;
  std::size_t width_;
  std::vector<View> views_;
  std::vector<Pair> pairs_;  // by orientation and place of the second copy
};

CoronaSearch::CoronaSearch(Plane plane, std::vector<PlaneCell> shape, std::int32_t levels, bool holes)
    : levels_(levels), depth_(levels), may_have_holes_(holes) {
  if (shape.empty() || levels < 1 || levels > kMaxLevels) throw std::invalid_argument("1 to 20 coronas of a shape");
  shape = copy_of(plane, shape, {});
  const PlaneCell first = shape.front();
  if (first.x != 0 || first.y != 0) throw std::invalid_argument("the first cell of a shape is at the origin");
  shape_ = std::make_shared<CoronaCopies>(std::move(plane), shape, holes);
  classes_ = static_cast<std::size_t>(shape_->plane.classes());
  reach_ = (levels + 2) * (shape_->extent + 3) + kMargin;
  width_ = static_cast<std::size_t>(2 * reach_ + 1);
  owners_.assign(width_ * width_ * classes_, -1);
  place({0, 0, 0}, true);
  is_done_ = !branch();
}

CoronaSearch::CoronaSearch(std::shared_ptr<CoronaCopies> copies, const Option& second, std::int32_t depth, bool holes)
    : shape_(std::move(copies)),
      levels_(1),
      depth_(depth),
      reach_(4 * (shape_->extent + 3) + kMargin),
      width_(static_cast<std::size_t>(2 * reach_ + 1)),
      classes_(static_cast<std::size_t>(shape_->plane.classes())),
      may_have_holes_(holes),
      is_around_pair_(true),
      uses_pairs_(depth > 1) {
  owners_.assign(width_ * width_ * classes_, -1);
  place({0, 0, 0}, true);
  place(second, true);
  if (!may_have_holes_ && encloses_gap(second))
    is_done_ = true;
  else if (!branch())
    is_done_ = has_coronas_ = true;
}

std::vector<CoronaSearch::Copy> CoronaSearch::copies() const {
  std::vector<Copy> copies;
  for (const auto& [option, level] : placed_)
    copies.push_back(
        {{shape_->orientations[static_cast<std::size_t>(option.orientation)].motion, option.x, option.y}, level});
  return copies;
}

bool CoronaSearch::is_free(const Option& option) const {
  const auto& cells = shape_->cells[static_cast<std::size_t>(option.orientation)];
  return std::all_of(cells.begin(), cells.end(),
                     [&](const auto& cell) { return owners_[index(shifted(cell, option.x, option.y))] < 0; });
}

// Whether no pair of an option and a copy next to it is known to be impossible. Levels are upper bounds.
bool CoronaSearch::fits_neighbours(const Option& option) {
  near_.clear();
  std::int32_t level = UINT8_MAX;
  for (const auto& cell : shape_->halos[static_cast<std::size_t>(option.orientation)]) {
    const auto owner = owners_[index(shifted(cell, option.x, option.y))];
    if (owner < 0 || std::find(near_.begin(), near_.end(), owner) != near_.end()) continue;
    near_.push_back(owner);
    level = std::min(level, placed_[static_cast<std::size_t>(owner)].level + 1);
  }
  return std::all_of(near_.begin(), near_.end(), [&](auto owner) {
    const Placed& other = placed_[static_cast<std::size_t>(owner)];
    const std::int32_t most = std::max(level, std::min<std::int32_t>(other.level, level + 1));
    return most >= depth_ || can_surround(other.option, option, depth_ - most);
  });
}

// Whether two copies that touch may both have so many coronas around them.
bool CoronaSearch::can_surround(const Option& one, const Option& other, std::int32_t depth) {
  const Option second = shape_->seen_from(one, other);
  auto& pair = shape_->pair(second);
  for (std::int32_t more = pair.possible + 1; more <= depth && more < pair.impossible; ++more) {
    CoronaSearch search(shape_, second, more, shape_->may_have_holes && more == 1);
    const bool is_done = search.advance(kPairNodes);
    nodes_ += search.nodes_;
    auto& inverse = shape_->pair(shape_->seen_from(second, {0, 0, 0}));  // the same two copies
    if (is_done && !search.has_coronas_)
      pair.impossible = inverse.impossible = static_cast<std::int8_t>(more);
    else
      pair.possible = inverse.possible = static_cast<std::int8_t>(more);
  }
  return depth < pair.impossible;
}

// Place a copy. Levels of others can only become less.
void CoronaSearch::place(const Option& option, bool is_first) {
  const auto number = static_cast<std::int16_t>(placed_.size());
  const auto turn = static_cast<std::size_t>(option.orientation);
  std::uint8_t level = is_first ? 0 : UINT8_MAX;
  for (const auto& cell : shape_->cells[turn]) owners_[index(shifted(cell, option.x, option.y))] = number;
  for (const auto& cell : shape_->halos[turn]) {
    const auto owner = owners_[index(shifted(cell, option.x, option.y))];
    if (owner >= 0) level = std::min<std::uint8_t>(level, placed_[static_cast<std::size_t>(owner)].level + 1);
  }
  placed_.push_back({option, level});
  std::vector<std::size_t> todo{static_cast<std::size_t>(number)};
  while (!todo.empty()) {
    const Placed from = placed_[todo.back()];
    todo.pop_back();
    for (const auto& cell : shape_->halos[static_cast<std::size_t>(from.option.orientation)]) {
      const auto owner = owners_[index(shifted(cell, from.option.x, from.option.y))];
      if (owner < 0) continue;
      auto& near = placed_[static_cast<std::size_t>(owner)];
      if (near.level > from.level + 1) {
        near.level = from.level + 1;
        todo.push_back(static_cast<std::size_t>(owner));
      }
    }
  }
}

void CoronaSearch::remove_last(const std::vector<std::uint8_t>& levels) {
  const Option option = placed_.back().option;
  for (const auto& cell : shape_->cells[static_cast<std::size_t>(option.orientation)])
    owners_[index(shifted(cell, option.x, option.y))] = -1;
  placed_.pop_back();
  for (std::size_t k = 0; k < levels.size(); ++k) placed_[k].level = levels[k];
}

std::vector<CoronaSearch::Option> CoronaSearch::options_at(const PlaneCell& cell) {
  std::vector<Option> options;
  for (std::size_t turn = 0; turn < shape_->cells.size(); ++turn)
    for (const auto& anchor : shape_->anchors[turn][static_cast<std::size_t>(cell.kind)]) {
      const Option option{static_cast<std::int32_t>(turn), cell.x - anchor.x, cell.y - anchor.y};
      if (fits(option)) options.push_back(option);
    }
  return options;
}

// Open the choice for a cell that must be covered and has the fewest options; false where there is no such cell.
bool CoronaSearch::branch() {
  std::vector<std::size_t> seen;
  std::size_t least = SIZE_MAX;
  PlaneCell best;
  for (const auto& [option, level] : placed_) {
    if (level >= levels_) continue;
    for (const auto& near : shape_->halos[static_cast<std::size_t>(option.orientation)]) {
      const PlaneCell cell = shifted(near, option.x, option.y);
      const auto at = index(cell);
      if (owners_[at] != -1) continue;
      std::size_t count = 0;
      for (std::size_t turn = 0; turn < shape_->cells.size() && count < least; ++turn)
        for (const auto& anchor : shape_->anchors[turn][static_cast<std::size_t>(cell.kind)])
          if (fits({static_cast<std::int32_t>(turn), cell.x - anchor.x, cell.y - anchor.y}) && ++count >= least) break;
      if (count < least) least = count, best = cell;
      owners_[at] = -2;  // counted: each cell once
      seen.push_back(at);
      if (least == 0) break;
    }
    if (least == 0) break;
  }
  for (const auto at : seen) owners_[at] = -1;
  if (least == SIZE_MAX) return false;
  Frame frame{options_at(best), 0, {}};
  for (const auto& copy : placed_) frame.levels.push_back(copy.level);
  frames_.push_back(std::move(frame));
  return true;
}

// Whether the union of the copies up to a level has a hole: a cell that no way across sides joins to the outside.
bool CoronaSearch::has_hole(std::int32_t level) const {
  std::vector<char> is_closed(owners_.size(), 0);
  std::int32_t least_x = reach_, least_y = reach_, most_x = -reach_, most_y = -reach_;
  for (const auto& [option, own_level] : placed_) {
    if (own_level > level) continue;
    for (const auto& cell : shape_->cells[static_cast<std::size_t>(option.orientation)]) {
      const PlaneCell at = shifted(cell, option.x, option.y);
      is_closed[index(at)] = 1;
      least_x = std::min(least_x, at.x), most_x = std::max(most_x, at.x);
      least_y = std::min(least_y, at.y), most_y = std::max(most_y, at.y);
    }
  }
  least_x -= kMargin, least_y -= kMargin, most_x += kMargin, most_y += kMargin;
  std::vector<PlaneCell> todo;  // all cells of the frame, some of which are joined to others beyond it alone
  for (std::int32_t x = least_x; x <= most_x; ++x)
    for (std::int32_t y = least_y; y <= most_y; ++y) {
      if (x >= least_x + kMargin && x <= most_x - kMargin && y >= least_y + kMargin && y <= most_y - kMargin) continue;
      for (std::int32_t kind = 0; kind < shape_->plane.classes(); ++kind) {
        todo.push_back({kind, x, y});
        is_closed[index(todo.back())] = 1;
      }
    }
  while (!todo.empty()) {
    const PlaneCell cell = todo.back();
    todo.pop_back();
    for (const auto& step : shape_->plane.sides(cell.kind)) {
      const PlaneCell near{step.kind, cell.x + step.x, cell.y + step.y};
      if (near.x < least_x || near.x > most_x || near.y < least_y || near.y > most_y) continue;
      auto& closed = is_closed[index(near)];
      if (closed != 0) continue;
      closed = 1;
      todo.push_back(near);
    }
  }
  for (std::int32_t x = least_x + kMargin; x <= most_x - kMargin; ++x)
    for (std::int32_t y = least_y + kMargin; y <= most_y - kMargin; ++y)
      for (std::int32_t kind = 0; kind < shape_->plane.classes(); ++kind)
        if (is_closed[index({kind, x, y})] == 0) return true;
  return false;
}

// Whether a copy, the last one placed, has next to it an enclosed gap that copies cannot fill: its number of cells is no
// multiple of theirs. Large gaps are not examined.
bool CoronaSearch::encloses_gap(const Option& option) {
  const std::size_t size = shape_->cells.front().size(), most = 3 * size;
  std::vector<std::size_t> seen;
  bool has_gap = false;
  for (const auto& start : shape_->halos[static_cast<std::size_t>(option.orientation)]) {
    const PlaneCell first = shifted(start, option.x, option.y);
    if (owners_[index(first)] != -1) continue;
    std::vector<PlaneCell> part{first};
    owners_[index(first)] = -2;
    seen.push_back(index(first));
    bool is_enclosed = true;
    for (std::size_t k = 0; k < part.size() && is_enclosed; ++k)
      for (const auto& step : shape_->plane.sides(part[k].kind)) {
        const PlaneCell near{step.kind, part[k].x + step.x, part[k].y + step.y};
        auto& owner = owners_[index(near)];
        if (owner == -2) is_enclosed = is_enclosed && std::find(part.begin(), part.end(), near) != part.end();
        if (owner != -1) continue;
        owner = -2;
        seen.push_back(index(near));
        part.push_back(near);
        is_enclosed = is_enclosed && part.size() <= most;
      }
    if (is_enclosed && part.size() % size != 0) {
      has_gap = true;
      break;
    }
  }
  for (const auto at : seen) owners_[at] = -1;
  return has_gap;
}

bool CoronaSearch::advance(std::uint64_t budget) {
  for (std::uint64_t end = nodes_ + budget; !is_done_ && nodes_ < end; ++nodes_) {
    if (!uses_pairs_ && !is_around_pair_ && nodes_ >= kPlainNodes) {
      shape_->prepare_pairs();
      uses_pairs_ = true;
    }
    if (frames_.empty()) {
      is_done_ = true;
    } else if (Frame& frame = frames_.back(); frame.next == frame.options.size()) {
      frames_.pop_back();
      if (!frames_.empty()) remove_last(frames_.back().levels);
    } else {
      const Option option = frame.options[frame.next++];
      if (uses_pairs_ && !fits_neighbours(option)) continue;  // excluded since the frame was made
      place(option, false);
      if (!may_have_holes_ && encloses_gap(option)) {
        remove_last(frame.levels);
        continue;
      }
      if (branch()) continue;
      bool is_valid = true;
      for (std::int32_t level = 1; level <= levels_ && is_valid && !is_around_pair_; ++level)
        is_valid = (level == levels_ && may_have_holes_) || !has_hole(level);
      if (is_valid)
        has_coronas_ = is_done_ = true;
      else
        remove_last(frame.levels);
    }
  }
  return is_done_;
}

}  // namespace tilewright::polyforms
