#include "families/assembly/position_graph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "families/assembly/moves.hpp"
#include "families/assembly/states.hpp"

namespace tilewright::assembly {

namespace {

constexpr double kGoodError = 1e-9;
constexpr std::uint64_t kStepsToCheck = 50;  // between two looks at the error

}  // namespace

class PositionGraph::Search {
 public:
  virtual ~Search() = default;
  virtual std::size_t width() const = 0;
  virtual std::uint32_t size() const = 0;
  // The positions one move away from one, new ones with the next numbers; false when they would be more than `most`.
  virtual bool expand(std::uint32_t position, std::size_t most, std::vector<std::uint32_t>& targets, bool& is_free) = 0;
  virtual std::vector<Vector> places(std::uint32_t position) const = 0;
  virtual std::vector<Group> groups(std::uint32_t position) = 0;
};

template <class Mask>
class PositionGraph::SearchWith final : public PositionGraph::Search {
 public:
  SearchWith(Contacts& contacts, std::vector<std::int32_t> shapes, const std::vector<Vector>& at)
      : moves_(contacts, std::move(shapes), at), states_(moves_.width()) {
    states_.add(moves_.start().data(), states_.hash_of(moves_.start().data()));
  }

  std::size_t width() const override { return moves_.width(); }
  std::uint32_t size() const override { return states_.size(); }

  bool expand(std::uint32_t position, std::size_t most, std::vector<std::uint32_t>& targets, bool& is_free) override {
    bool has_room = true;
    const State from = states_.copy(position);
    is_free = moves_.expand(from.data(), Moves<Mask>::kNoMove,
                            [&](const Coordinate* state, std::uint64_t hash, const Moves<Mask>::Move&) {
                              std::uint32_t number = states_.number_of(state, hash);
                              if (number == kNone) {
                                has_room = states_.size() < most;
                                if (!has_room) return false;
                                number = states_.size();
                                states_.add(state, hash);
                              }
                              targets.push_back(number);
                              return true;
                            });
    std::sort(targets.begin(), targets.end());
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    return has_room;
  }

  std::vector<Vector> places(std::uint32_t position) const override { return moves_.positions(states_.copy(position)); }

  std::vector<Group> groups(std::uint32_t position) override {
    std::vector<Group> found;
    const State state = states_.copy(position);
    if (!moves_.is_free(state.data())) return found;
    for (const auto& [set, direction] : moves_.free_groups()) {
      Group group{{}, direction};
      for (Mask rest = set; rest; rest &= static_cast<Mask>(rest - 1)) group.pieces.push_back(lowest(rest));
      found.push_back(std::move(group));
    }
    return found;
  }

 private:
  Moves<Mask> moves_;
  StateSet states_;
};

PositionGraph::PositionGraph(Contacts& contacts, const std::vector<PlacedPiece>& pieces, std::size_t max_positions,
                             std::size_t max_bytes)
    : max_positions_(std::min<std::size_t>(max_positions, kNone - 1)), max_bytes_(max_bytes) {
  if (pieces.size() > kMostPieces) throw std::invalid_argument("too many pieces to take apart");
  if (pieces.size() < 2) throw std::invalid_argument("a single piece does not come apart");
  std::vector<std::int32_t> shapes;
  std::vector<Vector> at;
  for (const PlacedPiece& piece : pieces) {
    if (piece.shape < 0 || piece.shape >= contacts.shapes()) throw std::invalid_argument("a piece has no shape");
    shapes.push_back(piece.shape);
    at.push_back(piece.at);
  }
  const auto with = [&]<class Mask>(Mask) { search_ = std::make_unique<SearchWith<Mask>>(contacts, shapes, at); };
  if (pieces.size() <= kRoom<std::uint16_t>) {
    with(std::uint16_t{});
  } else if (pieces.size() <= kRoom<std::uint32_t>) {
    with(std::uint32_t{});
  } else if (pieces.size() <= kRoom<std::uint64_t>) {
    with(std::uint64_t{});
  } else {
    with(Wide{});
  }
  position_bytes_ = state_bytes(search_->width()) + sizeof(std::uint64_t) + sizeof(std::uint8_t);
}

PositionGraph::~PositionGraph() = default;

bool PositionGraph::advance(std::uint64_t budget) {
  std::vector<std::uint32_t> targets;
  for (; budget > 0 && !is_full_ && expanded() < size(); --budget) {
    const std::uint32_t position = expanded();
    if (position == level_starts_.back()) level_starts_.push_back(size());
    targets.clear();
    bool is_free = false;
    const std::uint32_t known = size();
    is_full_ = !search_->expand(position, max_positions_, targets, is_free);
    parents_.resize(search_->size(), position);
    const std::size_t bytes =
        parents_.size() * position_bytes_ + (targets_.size() + targets.size()) * sizeof(targets[0]);
    if (bytes > max_bytes_ && search_->size() > known) is_full_ = true;
    if (is_full_) break;  // what this position leads to is not all known
    targets_.insert(targets_.end(), targets.begin(), targets.end());
    first_.push_back(targets_.size());
    is_free_.push_back(is_free);
  }
  return is_full_ || expanded() == size();
}

bool PositionGraph::is_complete() const { return !is_full_ && expanded() == size(); }
std::uint32_t PositionGraph::size() const { return search_->size(); }
std::uint32_t PositionGraph::expanded() const { return static_cast<std::uint32_t>(is_free_.size()); }

std::vector<std::uint32_t> PositionGraph::level_starts() const {
  std::vector<std::uint32_t> starts = level_starts_;
  if (starts.back() < size()) starts.push_back(size());
  return starts;
}

std::vector<std::uint32_t> PositionGraph::ways_out(std::uint32_t first, std::uint32_t last) const {
  std::vector<std::uint32_t> found;
  for (std::uint32_t position = first; position < std::min(last, expanded()); ++position) {
    if (is_free_[position]) found.push_back(position);
  }
  return found;
}

std::vector<std::uint32_t> PositionGraph::neighbours(std::uint32_t position) const {
  if (position >= expanded()) return {};
  return {targets_.begin() + static_cast<std::ptrdiff_t>(first_[position]),
          targets_.begin() + static_cast<std::ptrdiff_t>(first_[position + 1])};
}

std::uint64_t PositionGraph::moves() const {
  std::uint64_t pairs = 0;  // those to positions with free pieces are kept in one direction only, all others in both
  for (std::uint32_t position = 0; position < expanded(); ++position) {
    for (std::uint64_t k = first_[position]; k < first_[position + 1]; ++k) {
      const std::uint32_t target = targets_[k];
      pairs += target > position || is_free_[target];
    }
  }
  return pairs;
}

std::vector<Vector> PositionGraph::places(std::uint32_t position) const {
  if (position >= size()) throw std::invalid_argument("there is no such position");
  return search_->places(position);
}

std::vector<PositionGraph::Group> PositionGraph::groups(std::uint32_t position) {
  if (position >= size()) throw std::invalid_argument("there is no such position");
  return search_->groups(position);
}

std::uint32_t PositionGraph::level_of(std::uint32_t position) const {
  const auto above = std::upper_bound(level_starts_.begin(), level_starts_.end(), position);
  return static_cast<std::uint32_t>(above - level_starts_.begin()) - 1;
}

std::vector<std::uint32_t> PositionGraph::distances_out() const {
  // Moves to positions with free pieces are kept in one direction only, all others in both.
  std::vector<std::uint32_t> distances(size(), kNone), queue;
  for (std::uint32_t position = 0; position < expanded(); ++position) {
    if (is_free_[position]) distances[position] = 0;
  }
  for (std::uint32_t position = 0; position < expanded(); ++position) {
    if (is_free_[position]) continue;
    for (std::uint64_t k = first_[position]; k < first_[position + 1]; ++k) {
      if (distances[targets_[k]] != 0) continue;
      distances[position] = 1;
      queue.push_back(position);
      break;
    }
  }
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const std::uint32_t position = queue[next];
    for (std::uint64_t k = first_[position]; k < first_[position + 1]; ++k) {
      if (distances[targets_[k]] != kNone) continue;
      distances[targets_[k]] = distances[position] + 1;
      queue.push_back(targets_[k]);
    }
  }
  return distances;
}

std::vector<std::vector<std::uint32_t>> PositionGraph::dead_ends() const {
  std::vector<std::uint32_t> root(expanded());
  std::iota(root.begin(), root.end(), 0u);
  const auto find = [&](std::uint32_t position) {
    while (root[position] != position) position = root[position] = root[root[position]];
    return position;
  };
  std::vector<std::uint8_t> leads_on(expanded());
  for (std::size_t level = 0; level + 1 < level_starts_.size(); ++level) {
    for (std::uint32_t position = level_starts_[level]; position < level_starts_[level + 1]; ++position) {
      if (is_free_[position]) continue;
      for (std::uint64_t k = first_[position]; k < first_[position + 1]; ++k) {
        const std::uint32_t target = targets_[k];
        if (is_free_[target] || target >= level_starts_[level + 1]) {
          leads_on[position] = 1;
        } else if (target >= level_starts_[level]) {
          const std::uint32_t a = find(position), b = find(target);
          root[std::max(a, b)] = std::min(a, b);
        }
      }
    }
  }
  for (std::uint32_t position = 0; position < expanded(); ++position) leads_on[find(position)] |= leads_on[position];
  std::vector<std::vector<std::uint32_t>> found;
  std::vector<std::uint32_t> number(expanded(), kNone);
  for (std::uint32_t position = 1; position < expanded(); ++position) {
    const std::uint32_t lowest_one = find(position);
    if (leads_on[lowest_one] || is_free_[position]) continue;
    if (number[lowest_one] == kNone) {
      number[lowest_one] = static_cast<std::uint32_t>(found.size());
      found.emplace_back();
    }
    found[number[lowest_one]].push_back(position);
  }
  return found;
}

RandomWalk::RandomWalk(const PositionGraph& graph) : graph_(graph) {
  if (!graph.is_complete()) throw std::invalid_argument("the graph is not complete");
  const std::uint32_t size = graph.size();
  if (std::find(graph.is_free_.begin(), graph.is_free_.end(), 1) == graph.is_free_.end()) {
    throw std::invalid_argument("no pieces are free in any position");
  }
  for (std::uint32_t position = 0; position < size; ++position) {
    degrees_.push_back(static_cast<double>(graph.first_[position + 1] - graph.first_[position]));
  }
  solution_.assign(size, 0);
  product_.assign(size, 0);
  residual_ = degrees_;
  direction_.assign(size, 0);
  for (std::uint32_t position = 0; position < size; ++position) {
    if (degrees_[position] == 0) continue;  // pieces are free
    direction_[position] = residual_[position] / degrees_[position];
    square_ += residual_[position] * direction_[position];
  }
  is_over_ = square_ == 0;
  if (is_over_) error_ = 0;
}

void RandomWalk::multiply(const std::vector<double>& by, std::vector<double>& product) const {
  for (std::uint32_t position = 0; position < graph_.size(); ++position) {
    double sum = degrees_[position] * by[position];
    for (std::uint64_t k = graph_.first_[position]; k < graph_.first_[position + 1]; ++k) sum -= by[graph_.targets_[k]];
    product[position] = sum;
  }
}

double RandomWalk::residual_error() {
  multiply(solution_, product_);
  double error = 0;
  for (std::uint32_t position = 0; position < graph_.size(); ++position) {
    if (degrees_[position] == 0) continue;
    error = std::max(error, std::abs(degrees_[position] - product_[position]) / degrees_[position]);
  }
  return error;
}

bool RandomWalk::advance(std::uint64_t budget) {
  const std::uint64_t cost = graph_.targets_.size() + 4 * std::uint64_t{graph_.size()};
  const std::uint64_t most = 20 * std::uint64_t{graph_.size()} + 10 * kStepsToCheck;
  for (std::uint64_t used = 0; !is_over_ && used < budget; used += cost) {
    multiply(direction_, product_);
    double along = 0;
    for (std::size_t k = 0; k < product_.size(); ++k) along += direction_[k] * product_[k];
    if (!(along > 0)) {
      error_ = residual_error();
      is_over_ = true;
      break;
    }
    const double length = square_ / along;
    double square = 0;
    for (std::size_t k = 0; k < product_.size(); ++k) {
      if (degrees_[k] == 0) continue;
      solution_[k] += length * direction_[k];
      residual_[k] -= length * product_[k];
      square += residual_[k] * residual_[k] / degrees_[k];
    }
    const double share = square / square_;
    square_ = square;
    for (std::size_t k = 0; k < product_.size(); ++k) {
      if (degrees_[k] != 0) direction_[k] = residual_[k] / degrees_[k] + share * direction_[k];
    }
    ++steps_;
    if (steps_ % kStepsToCheck == 0 || square == 0) {
      error_ = residual_error();
      is_over_ = error_ <= kGoodError || steps_ >= most || square == 0;
    }
  }
  return is_over_;
}

}  // namespace tilewright::assembly
