#include "polyforms/corona.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tilewright::polyforms {
namespace {

constexpr std::int32_t kMaxLevels = 20;
constexpr std::int32_t kMargin = 2;  // cells around a set, by their coordinates: no step is longer

PlaneCell shifted(const PlaneCell& cell, std::int32_t x, std::int32_t y) { return {cell.kind, cell.x + x, cell.y + y}; }

}  // namespace

CoronaSearch::CoronaSearch(Plane plane, std::vector<PlaneCell> shape, std::int32_t levels, bool holes)
    : plane_(std::move(plane)), levels_(levels), may_have_holes_(holes) {
  if (shape.empty() || levels < 1 || levels > kMaxLevels) throw std::invalid_argument("1 to 20 coronas of a shape");
  shape = copy_of(plane_, shape, {});
  const PlaneCell first = shape.front();
  if (first.x != 0 || first.y != 0) throw std::invalid_argument("the first cell of a shape is at the origin");
  orientations_ = orientations_of(plane_, shape);
  for (const auto& orientation : orientations_) {
    cells_.push_back(copy_of(plane_, shape, orientation));
    halos_.push_back(halo_of(plane_, cells_.back()));
    auto& by_kind = anchors_.emplace_back(static_cast<std::size_t>(plane_.classes()));
    for (const auto& cell : cells_.back()) by_kind[static_cast<std::size_t>(cell.kind)].push_back(cell);
  }
  reach_ = (levels + 2) * (extent_of(plane_, shape) + 3) + kMargin;
  width_ = static_cast<std::size_t>(2 * reach_ + 1);
  owners_.assign(width_ * width_ * static_cast<std::size_t>(plane_.classes()), -1);
  place({0, 0, 0});
  is_done_ = !branch();
}

std::vector<CoronaSearch::Copy> CoronaSearch::copies() const {
  std::vector<Copy> copies;
  for (const auto& [option, level] : placed_)
    copies.push_back({{orientations_[static_cast<std::size_t>(option.orientation)].motion, option.x, option.y}, level});
  return copies;
}

bool CoronaSearch::fits(const Option& option) const {
  const auto& cells = cells_[static_cast<std::size_t>(option.orientation)];
  return std::all_of(cells.begin(), cells.end(),
                     [&](const auto& cell) { return owners_[index(shifted(cell, option.x, option.y))] < 0; });
}

// Place a copy. Levels of others can only become less.
void CoronaSearch::place(const Option& option) {
  const auto number = static_cast<std::int16_t>(placed_.size());
  const auto turn = static_cast<std::size_t>(option.orientation);
  std::uint8_t level = number == 0 ? 0 : UINT8_MAX;
  for (const auto& cell : cells_[turn]) owners_[index(shifted(cell, option.x, option.y))] = number;
  for (const auto& cell : halos_[turn]) {
    const auto owner = owners_[index(shifted(cell, option.x, option.y))];
    if (owner >= 0) level = std::min<std::uint8_t>(level, placed_[static_cast<std::size_t>(owner)].level + 1);
  }
  placed_.push_back({option, level});
  std::vector<std::size_t> todo{static_cast<std::size_t>(number)};
  while (!todo.empty()) {
    const Placed from = placed_[todo.back()];
    todo.pop_back();
    for (const auto& cell : halos_[static_cast<std::size_t>(from.option.orientation)]) {
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
  for (const auto& cell : cells_[static_cast<std::size_t>(option.orientation)])
    owners_[index(shifted(cell, option.x, option.y))] = -1;
  placed_.pop_back();
  for (std::size_t k = 0; k < levels.size(); ++k) placed_[k].level = levels[k];
}

std::vector<CoronaSearch::Option> CoronaSearch::options_at(const PlaneCell& cell) const {
  std::vector<Option> options;
  for (std::size_t turn = 0; turn < cells_.size(); ++turn)
    for (const auto& anchor : anchors_[turn][static_cast<std::size_t>(cell.kind)]) {
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
    for (const auto& near : halos_[static_cast<std::size_t>(option.orientation)]) {
      const PlaneCell cell = shifted(near, option.x, option.y);
      const auto at = index(cell);
      if (owners_[at] != -1) continue;
      std::size_t count = 0;
      for (std::size_t turn = 0; turn < cells_.size() && count < least; ++turn)
        for (const auto& anchor : anchors_[turn][static_cast<std::size_t>(cell.kind)])
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
    for (const auto& cell : cells_[static_cast<std::size_t>(option.orientation)]) {
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
      for (std::int32_t kind = 0; kind < plane_.classes(); ++kind) {
        todo.push_back({kind, x, y});
        is_closed[index(todo.back())] = 1;
      }
    }
  while (!todo.empty()) {
    const PlaneCell cell = todo.back();
    todo.pop_back();
    for (const auto& step : plane_.sides(cell.kind)) {
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
      for (std::int32_t kind = 0; kind < plane_.classes(); ++kind)
        if (is_closed[index({kind, x, y})] == 0) return true;
  return false;
}

// Whether a copy, the last one placed, has next to it an enclosed gap that copies cannot fill: its number of cells is no
// multiple of theirs. Large gaps are not examined.
bool CoronaSearch::encloses_gap(const Option& option) {
  const std::size_t size = cells_.front().size(), most = 3 * size;
  std::vector<std::size_t> seen;
  bool has_gap = false;
  for (const auto& start : halos_[static_cast<std::size_t>(option.orientation)]) {
    const PlaneCell first = shifted(start, option.x, option.y);
    if (owners_[index(first)] != -1) continue;
    std::vector<PlaneCell> part{first};
    owners_[index(first)] = -2;
    seen.push_back(index(first));
    bool is_enclosed = true;
    for (std::size_t k = 0; k < part.size() && is_enclosed; ++k)
      for (const auto& step : plane_.sides(part[k].kind)) {
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
  for (std::uint64_t spent = 0; !is_done_ && spent < budget; ++spent, ++nodes_) {
    if (frames_.empty()) {
      is_done_ = true;
    } else if (Frame& frame = frames_.back(); frame.next == frame.options.size()) {
      frames_.pop_back();
      if (!frames_.empty()) remove_last(frames_.back().levels);
    } else {
      const Option option = frame.options[frame.next++];
      place(option);
      if (!may_have_holes_ && encloses_gap(option)) {
        remove_last(frame.levels);
        continue;
      }
      if (branch()) continue;
      bool is_valid = true;
      for (std::int32_t level = 1; level <= levels_ && is_valid; ++level)
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
