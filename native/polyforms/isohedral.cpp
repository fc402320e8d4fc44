#include "polyforms/isohedral.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <utility>

namespace tilewright::polyforms {
namespace {

enum class Relation : std::uint8_t { apart, touching, overlapping };

// The basis (a, b), (0, d) of the translations that vectors span; zeros where they do not span the plane.
PeriodicTiling spanned(const std::vector<std::array<std::int32_t, 2>>& vectors) {
  std::int32_t d = 0;
  std::array<std::int32_t, 2> row{0, 0};
  for (auto vector : vectors) {
    while (vector[0] != 0) {  // Euclid's algorithm on the first coordinates
      const std::int32_t times = row[0] / vector[0];
      row = {row[0] - times * vector[0], row[1] - times * vector[1]};
      std::swap(row, vector);
    }
    d = std::gcd(d, vector[1]);
    if (d != 0) row[1] %= d;
  }
  if (row[0] == 0 || d == 0) return {};
  if (row[0] < 0) row = {-row[0], -row[1]};
  return {row[0], ((row[1] % d) + d) % d, d, {}};
}

class Search {
 public:
  Search(const Plane& plane, const std::vector<PlaneCell>& shape, const std::vector<std::int32_t>& motions,
         std::int32_t required)
      : plane_(plane), shape_(copy_of(plane, shape, {})), required_(required), reach_(4 * extent_of(plane, shape) + 8) {
    const auto width = static_cast<std::size_t>(2 * reach_ + 1);
    relations_.assign(static_cast<std::size_t>(plane.motions()) * width * width, Relation::apart);
    is_chosen_.assign(relations_.size(), 0);
    const auto halo = halo_of(plane, shape_);
    covering_.resize(halo.size());
    for (const auto motion : motions) {
      const auto at_origin = copy_of(plane, shape_, {motion, 0, 0});
      for (const auto& target : shape_)
        for (const auto& cell : at_origin)
          if (cell.kind == target.kind)
            relations_[index({motion, target.x - cell.x, target.y - cell.y})] = Relation::overlapping;
      for (std::size_t k = 0; k < halo.size(); ++k)
        for (const auto& cell : at_origin)
          if (cell.kind == halo[k].kind) {
            const Isometry g{motion, halo[k].x - cell.x, halo[k].y - cell.y};
            auto& relation = relations_[index(g)];
            if (relation == Relation::overlapping) continue;
            relation = Relation::touching;
            covering_[k].push_back(g);
          }
      for (const auto& target : shape_) {  // symmetries carry the first cell to a cell
        const Isometry g{motion, target.x - at_origin.front().x, target.y - at_origin.front().y};
        if (at_origin.front().kind == target.kind && copy_of(plane, shape_, g) == shape_) symmetries_.push_back(g);
      }
    }
    for (std::size_t k = 0; k < halo.size(); ++k) numbers_.push_back({halo[k], k});
  }

  std::optional<PeriodicTiling> run() {
    for (const auto& group : subgroups()) {
      kept_ = group;
      chosen_.clear();
      std::fill(is_chosen_.begin(), is_chosen_.end(), 0);
      covered_.assign(covering_.size(), 0);
      if (cover()) return tiling_;
    }
    return std::nullopt;
  }

 private:
  std::size_t index(const Isometry& g) const {
    const auto width = static_cast<std::size_t>(2 * reach_ + 1);
    return (static_cast<std::size_t>(g.motion) * width + static_cast<std::size_t>(g.x + reach_)) * width +
           static_cast<std::size_t>(g.y + reach_);
  }
  bool is_near(const Isometry& g) const { return std::abs(g.x) <= reach_ && std::abs(g.y) <= reach_; }
  Relation relation(const Isometry& g) const { return is_near(g) ? relations_[index(g)] : Relation::apart; }
  bool is_kept(const Isometry& g) const { return std::find(kept_.begin(), kept_.end(), g) != kept_.end(); }

  // The groups of symmetries of the shape: two isometries generate each.
  std::vector<std::vector<Isometry>> subgroups() const {
    std::set<std::vector<std::size_t>> groups;
    std::vector<std::vector<Isometry>> result;
    for (const auto& one : symmetries_)
      for (const auto& other : symmetries_) {
        std::vector<Isometry> group{Isometry{}};
        for (std::size_t k = 0; k < group.size(); ++k)
          for (const auto& factor : {one, other}) {
            const auto product = plane_.compose(group[k], factor);
            if (std::find(group.begin(), group.end(), product) == group.end()) group.push_back(product);
          }
        std::vector<std::size_t> key;
        for (const auto& g : group) key.push_back(index(g));
        std::sort(key.begin(), key.end());
        if (groups.insert(key).second) result.push_back(group);
      }
    std::stable_sort(result.begin(), result.end(), [](const auto& p, const auto& q) { return p.size() < q.size(); });
    return result;
  }

  // Choose an isometry and all that follow from it; false where copies would overlap.
  bool choose(const Isometry& start) {
    std::vector<Isometry> todo{start};
    const auto demand = [&](const Isometry& g) {
      const auto how = relation(g);
      if (how == Relation::overlapping) return is_kept(g);
      if (how == Relation::touching && is_chosen_[index(g)] == 0) todo.push_back(g);
      return true;
    };
    while (!todo.empty()) {
      const Isometry g = todo.back();
      todo.pop_back();
      if (is_chosen_[index(g)] != 0) continue;
      is_chosen_[index(g)] = 1;
      chosen_.push_back(g);
      for (const auto& cell : shape_) {
        const auto place = plane_.apply(g, cell);
        const auto known = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair{place, std::size_t{0}});
        if (known != numbers_.end() && known->first == place) ++covered_[known->second];
      }
      const Isometry back = plane_.inverse(g);
      if (!demand(back)) return false;
      for (const auto& h : kept_)
        if (!demand(plane_.compose(h, g)) || !demand(plane_.compose(g, h))) return false;
      for (std::size_t k = 0; k < chosen_.size(); ++k) {
        const Isometry other = chosen_[k];
        if (!demand(plane_.compose(back, other)) || !demand(plane_.compose(plane_.inverse(other), g))) return false;
      }
    }
    return true;
  }

  void undo(std::size_t size) {
    for (; chosen_.size() > size; chosen_.pop_back()) {
      is_chosen_[index(chosen_.back())] = 0;
      for (const auto& cell : shape_) {
        const auto place = plane_.apply(chosen_.back(), cell);
        const auto known = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair{place, std::size_t{0}});
        if (known != numbers_.end() && known->first == place) --covered_[known->second];
      }
    }
  }

  bool cover() {
    const auto open = std::find(covered_.begin(), covered_.end(), 0);
    if (open == covered_.end()) return generate();
    for (const auto& g : covering_[static_cast<std::size_t>(open - covered_.begin())]) {
      const auto size = chosen_.size();
      if (choose(g) && cover()) return true;
      undo(size);
    }
    return false;
  }

  // Make the tiling of the group that the chosen isometries generate, whose translations Schreier's lemma gives.
  bool generate() {
    std::vector<Isometry> generators(kept_);
    generators.insert(generators.end(), chosen_.begin(), chosen_.end());
    std::vector<std::optional<Isometry>> first(static_cast<std::size_t>(plane_.motions()));
    first[0] = Isometry{};
    std::vector<Isometry> order{Isometry{}};
    for (std::size_t k = 0; k < order.size(); ++k)
      for (const auto& g : generators) {
        const auto product = plane_.compose(order[k], g);
        if (!first[static_cast<std::size_t>(product.motion)]) {
          first[static_cast<std::size_t>(product.motion)] = product;
          order.push_back(product);
        }
      }
    if (required_ >= 0 && !first[static_cast<std::size_t>(required_)]) return false;
    std::vector<std::array<std::int32_t, 2>> translations;
    for (const auto& start : order)
      for (const auto& g : generators) {
        const auto product = plane_.compose(start, g);
        // Each motion that the generators make is among the first ones.
        if (const auto& same = first[static_cast<std::size_t>(product.motion)])
          translations.push_back({product.x - same->x, product.y - same->y});
      }
    PeriodicTiling tiling = spanned(translations);
    if (tiling.a == 0) return false;
    std::set<PlaneCell> cells;
    for (const auto& g : order) {
      std::size_t fresh = 0;
      for (const auto& cell : shape_)
        fresh += cells.insert(reduced(plane_.apply(g, cell), tiling.a, tiling.b, tiling.d)).second ? 1 : 0;
      if (fresh == shape_.size())
        tiling.copies.push_back(g);
      else if (fresh != 0)
        return false;
    }
    const auto all = static_cast<std::size_t>(tiling.a) * static_cast<std::size_t>(tiling.d) *
                     static_cast<std::size_t>(plane_.classes());
    if (cells.size() != all) return false;
    tiling_ = std::move(tiling);
    return true;
  }

  const Plane& plane_;
  std::vector<PlaneCell> shape_;
  std::int32_t required_, reach_;
  std::vector<Relation> relations_;
  std::vector<char> is_chosen_;
  std::vector<std::vector<Isometry>>
      covering_;  // by cell around the shape: the copies that touch it and cover the cell
  std::vector<std::pair<PlaneCell, std::size_t>> numbers_;
  std::vector<Isometry> symmetries_, kept_, chosen_;
  std::vector<std::int32_t> covered_;
  PeriodicTiling tiling_;
};

}  // namespace

std::optional<PeriodicTiling> find_isohedral(const Plane& plane, const std::vector<PlaneCell>& shape,
                                             const std::vector<std::int32_t>& motions, std::int32_t required) {
  return Search(plane, shape, motions, required).run();
}

}  // namespace tilewright::polyforms
