#include "polyforms/lister.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace tilewright::polyforms {

Canon::Canon(std::vector<MovedCells> motions, std::vector<MovedCells> excluded, Anchors anchors, std::int32_t size)
    : anchors_(std::move(anchors)) {
  if (motions.empty() || size < 1) throw std::invalid_argument("the first motion is the identity");
  std::size_t residues = 1;
  for (std::size_t k = 0; k < anchors_.basis.size(); ++k) residues *= anchors_.basis[k][k];
  if (residues != anchors_.shifts.size()) throw std::invalid_argument("each residue has a shift");
  std::int64_t widest = 0;
  for (auto* from : {&motions, &excluded})
    for (MovedCells& moved : *from) {
      if (moved.cells.size() != motions[0].cells.size()) throw std::invalid_argument("motions have one length");
      Motion motion{moved.divisor, {}};
      for (std::size_t k = 0; k < 3; ++k) {
        std::int64_t least = std::numeric_limits<std::int32_t>::max(), most = -least;
        for (const Vector& cell : moved.cells) {
          motion.coordinates[k].push_back(cell[k]);
          least = std::min<std::int64_t>(least, cell[k]);
          most = std::max<std::int64_t>(most, cell[k]);
        }
        widest = std::max(widest, (most - least) / moved.divisor);
      }
      (from == &motions ? motions_ : excluded_).push_back(std::move(motion));
    }
  // The canonical place is near the origin: how near, the shifts of the residues tell.
  std::int64_t margin = 0;
  for (std::size_t residue = 0; residue < residues; ++residue) {
    std::size_t rest = residue;
    for (std::size_t k = anchors_.basis.size(); k-- > 0;) {
      const auto digit = static_cast<std::int64_t>(rest % anchors_.basis[k][k]);
      rest /= anchors_.basis[k][k];
      margin = std::max(margin, std::abs(digit - anchors_.shifts[residue][k]));
    }
  }
  const std::int64_t radix = widest + 2 * margin + 1;
  if (radix > 1625) throw std::invalid_argument("cells are too far apart");  // radix^3 < 2^32
  origin_ = static_cast<std::int32_t>(-margin);
  radix_ = static_cast<std::int32_t>(radix);
}

Vector Canon::shift_of(const Vector& least) const {
  Vector residue = least;
  std::size_t number = 0;
  for (std::size_t k = 0; k < anchors_.basis.size(); ++k) {
    const Vector& row = anchors_.basis[k];
    const std::int32_t pivot = row[k];
    const std::int32_t times = (residue[k] >= 0 ? residue[k] : residue[k] - pivot + 1) / pivot;
    for (std::size_t j = k; j < 3; ++j) residue[j] -= times * row[j];
    number = number * pivot + residue[k];
  }
  const Vector& shift = anchors_.shifts[number];
  return {shift[0] + least[0] - residue[0], shift[1] + least[1] - residue[1], shift[2] + least[2] - residue[2]};
}

bool Canon::carries(const Motion& motion, std::span<const std::int32_t> vertices) {
  for (const auto& coordinates : motion.coordinates)
    for (const std::int32_t v : vertices)
      if ((coordinates[v] - coordinates[vertices[0]]) % motion.divisor) return false;
  return true;
}

bool Canon::place(const Motion& motion, std::span<const std::int32_t> vertices, std::span<std::uint32_t> codes) const {
  if (motion.divisor > 1 && !carries(motion, vertices)) return false;
  const auto& [xs, ys, zs] = motion.coordinates;
  Vector start{0, 0, 0};  // where whole coordinates begin
  if (motion.divisor > 1) start = {xs[vertices[0]], ys[vertices[0]], zs[vertices[0]]};
  const auto at = [&](std::int32_t v) {
    Vector cell{xs[v] - start[0], ys[v] - start[1], zs[v] - start[2]};
    if (motion.divisor > 1)
      for (std::int32_t& x : cell) x /= motion.divisor;
    return cell;
  };
  Vector least = at(vertices[0]);
  for (const std::int32_t v : vertices) {
    const Vector cell = at(v);
    for (std::size_t k = 0; k < 3; ++k) least[k] = std::min(least[k], cell[k]);
  }
  const Vector shift = shift_of(least);
  const std::int32_t base = ((shift[0] + origin_) * radix_ + shift[1] + origin_) * radix_ + shift[2] + origin_;
  for (std::size_t k = 0; k < vertices.size(); ++k) {
    const Vector cell = at(vertices[k]);
    const auto code = static_cast<std::uint32_t>((cell[0] * radix_ + cell[1]) * radix_ + cell[2] - base);
    std::size_t place = k;
    for (; place && codes[place - 1] > code; --place) codes[place] = codes[place - 1];
    codes[place] = code;
  }
  return true;
}

bool Canon::is_canonical(std::span<const std::int32_t> vertices, std::span<std::uint32_t> codes) const {
  for (const Motion& motion : excluded_)
    if (carries(motion, vertices)) return false;
  place(motions_[0], vertices, codes);
  std::vector<std::uint32_t>& image = [&]() -> std::vector<std::uint32_t>& {
    thread_local std::vector<std::uint32_t> buffer;
    buffer.resize(codes.size());
    return buffer;
  }();
  for (std::size_t k = 1; k < motions_.size(); ++k) {
    if (!place(motions_[k], vertices, image)) continue;
    if (std::lexicographical_compare(image.begin(), image.end(), codes.begin(), codes.end())) return false;
  }
  return true;
}

void ListLeaf::full(const Search<ListLeaf>& search) {
  if (!canon_->is_canonical(search.chosen(), codes_)) return;
  ++count;
  if (keeps_) forms.insert(forms.end(), codes_.begin(), codes_.end());
}

Lister::Lister(std::shared_ptr<const Graph> graph, std::int32_t size, bool without_holes, Canon canon, bool keeps,
               int threads)
    : canon_(std::move(canon)), keeps_(keeps), search_({std::move(graph)}, size, without_holes, threads) {
  if (!search_.graphs()[0]->is_plain) throw std::invalid_argument("each vertex is one cell");
}

bool Lister::advance(std::uint64_t budget) {
  const bool is_done = search_.advance(
      budget, [this] { return ListLeaf(canon_, search_.size(), keeps_); },
      [this](std::int32_t, const ListLeaf& leaf) {
        count_ += leaf.count;
        if (!leaf.forms.empty()) runs_.push_back({sorted(leaf.forms), 0});
      });
  if (is_done && heads_.empty() && !is_merging_) {
    is_merging_ = true;
    for (std::uint32_t k = 0; k < runs_.size(); ++k) heads_.push_back(k);
    std::make_heap(heads_.begin(), heads_.end(), after());
  }
  return is_done;
}

std::vector<std::uint32_t> Lister::sorted(const std::vector<std::uint32_t>& forms) const {
  const auto size = static_cast<std::size_t>(search_.size());
  std::vector<std::uint32_t> order(forms.size() / size), value;
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto* one = &forms[a * size];
    const auto* other = &forms[b * size];
    return std::lexicographical_compare(one, one + size, other, other + size);
  });
  value.reserve(forms.size());
  for (const std::uint32_t k : order) value.insert(value.end(), &forms[k * size], &forms[k * size] + size);
  return value;
}

std::uint64_t Lister::memory_bytes() {
  std::uint64_t codes = 0;
  for (const Run& run : runs_) codes += run.forms.capacity();
  search_.visit_leaves([&](const ListLeaf& leaf) { codes += leaf.forms.capacity(); });
  return codes * sizeof(std::uint32_t);
}

std::vector<std::uint32_t> Lister::take(std::uint64_t sets) {
  const auto size = static_cast<std::size_t>(search_.size());
  std::vector<std::uint32_t> codes;
  for (; sets && !heads_.empty(); --sets) {
    std::pop_heap(heads_.begin(), heads_.end(), after());
    Run& run = runs_[heads_.back()];
    const auto* first = &run.forms[run.next];
    codes.insert(codes.end(), first, first + size);
    run.next += size;
    if (run.next == run.forms.size()) {
      run = {};
      heads_.pop_back();
    } else {
      std::push_heap(heads_.begin(), heads_.end(), after());
    }
  }
  return codes;
}

}  // namespace tilewright::polyforms
