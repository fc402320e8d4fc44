#include "families/gunport/dense.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <stdexcept>

#include "families/gunport/dense_kernels.hpp"
#include "simd/instruction_sets.hpp"

namespace tilewright::gunport {

namespace {

const Kernels& chosen_kernels() {
  static const Kernels chosen =
      simd::dispatch<simd::Baseline, simd::Avx2>("", [](auto set) { return kernels<decltype(set)>(); });
  return chosen;
}

std::size_t whole(std::size_t size, std::size_t unit) { return (size + unit - 1) / unit * unit; }

}  // namespace

DenseSweep::DenseSweep(int columns, bool no_slide, int threads)
    : columns_(columns),
      no_slide_(no_slide),
      rules_(row_rules(no_slide)),
      upper_length_((columns - 1) / 2),
      middle_(std::max<int>(rules_.letters, rules_.marked + 1)),
      pool_(threads) {
  if (columns < 1 || columns > 24) throw std::invalid_argument("the dense sweep takes 1 to 24 columns");
  const int lower_length = columns - upper_length_ - 1;
  upper_ = make_words(rules_, upper_length_);
  lower_ = make_words(rules_, lower_length);
  width_ = whole(lower_.all.size(), kLanes);
  stride_ = width_ * static_cast<std::size_t>(middle_);
  int before = -1;
  for (const Packed word : upper_.all) {
    const int letter = upper_length_ ? letter_at(word, upper_length_ - 1) : rules_.letters;
    if (letter != before) rows_ = whole(rows_, kLanes);
    before = letter;
    upper_row_.push_back(static_cast<std::uint32_t>(rows_));
    if (rows_ % kLanes == 0) row_class_.push_back(static_cast<std::uint8_t>(letter));
    ++rows_;
  }
  rows_ = whole(rows_, kLanes);

  filling_ = pass_of(rules_);
  pass_ = &filling_;
  for (int t = 0; t < threads; ++t) {
    auto slab = std::make_unique<Slab>();
    // One slot more than words: it has the infinite value.
    const std::size_t most = 1 + std::max({filling_.first.most, filling_.second.most,
                                           upper_.all.size() * static_cast<std::size_t>(middle_), stride_});
    for (auto* buffer : {&slab->a, &slab->b}) buffer->assign(most * kLanes, kInfinite);
    for (auto* buffer : {&slab->near, &slab->other})
      buffer->resize(std::max(filling_.first.max_in_block, filling_.second.max_in_block) * kLanes);
    slab_memory_.push_back(std::move(slab));
  }
  start();
}

void DenseSweep::start() {
  matrix_.assign(rows_ * stride_, kInfinite);
  matrix_[index_of(std::vector<std::uint8_t>(static_cast<std::size_t>(columns_), rules_.start))] = 0;
  base_ = lowest_ = row_ = phase_ = slab_ = 0;
}

DenseSweep::Pass DenseSweep::pass_of(const RowRules& rules) const {
  Pass made;
  const int lower_length = columns_ - upper_length_ - 1;
  // Between the two parts the middle letter is one of the row before, or marked.
  std::vector<Packed> words;
  for (const Packed word : upper_.all)
    for (int z = 0; z < middle_; ++z)
      if (upper_length_ == 0 ? z < rules.letters
                             : z < rules.letters && rules.adjacent[letter_at(word, upper_length_ - 1)][z])
        words.push_back(with_letter(word, upper_length_, static_cast<std::uint8_t>(z)));
  made.first =
      make_program(rules, words, upper_length_ + 1, upper_length_, {rules.letters},
                   upper_.all.size() * static_cast<std::size_t>(middle_), [&](Packed word) {
                     const Packed head = word & ((Packed{1} << (3 * upper_length_)) - 1);
                     return upper_.number.at(head) * static_cast<std::size_t>(middle_) + letter_at(word, upper_length_);
                   });
  words.clear();
  for (int z = 0; z < middle_; ++z)
    for (const Packed word : lower_.all)
      if (z == rules.marked || lower_length == 0 || rules.adjacent[z][letter_at(word, 0)])
        words.push_back(word << 3 | static_cast<Packed>(z));
  std::vector<int> lefts;
  for (int left = 0; left <= rules.letters; ++left) lefts.push_back(left);
  made.second = make_program(rules, words, lower_length + 1, lower_length + 1, lefts, stride_,
                             [&](Packed word) { return letter_at(word, 0) * width_ + lower_.number.at(word >> 3); });
  return made;
}

std::size_t DenseSweep::bytes_for(int columns, bool no_slide) {
  // Numbers of words by their last letters, as make_words makes them.
  const RowRules rules = row_rules(no_slide);
  const auto count = [&](int length) {
    std::vector<double> ending(static_cast<std::size_t>(rules.letters), 0.0);
    double sum = 1;
    for (int column = 0; column < length; ++column) {
      std::vector<double> next(ending.size(), 0.0);
      for (int b = 0; b < rules.letters; ++b)
        for (int a = 0; a < rules.letters; ++a)
          if (rules.adjacent[a][b]) next[b] += column == 0 ? (a == rules.start ? 1.0 : 0.0) : ending[a];
      if (column == 0)
        for (int b = 0; b < rules.letters; ++b)
          next[b] =
              std::any_of(rules.adjacent[b].begin(), rules.adjacent[b].end(), [](bool ok) { return ok; }) ? 1.0 : 0.0;
      ending = next;
      sum = 0;
      for (const double number : ending) sum += number;
    }
    return sum;
  };
  const int upper = (columns - 1) / 2;
  return static_cast<std::size_t>((count(upper) + 64.0 * rules.letters) * (count(columns - upper - 1) + 64) *
                                  std::max<int>(rules.letters, rules.marked + 1));
}

int DenseSweep::slabs(int phase) const { return static_cast<int>(phase == 0 ? width_ / kLanes : rows_ / kLanes); }

bool DenseSweep::advance(int slabs_wanted) {
  storing_ = StoredRow{};  // what was copied in part is of this row no more
  while (slabs_wanted > 0) {
    const int end = std::min(slab_ + slabs_wanted, slabs(phase_));
    std::atomic<int> next{slab_};
    pool_.run([&](int t) {
      Slab& slab = *slab_memory_[static_cast<std::size_t>(t)];
      for (int number; (number = next++) < end;) {
        if (phase_ == 0)
          process_upper(slab, number);
        else
          process_lower(slab, number);
      }
    });
    slabs_wanted -= end - slab_;
    slab_ = end;
    if (slab_ < slabs(phase_)) return false;
    slab_ = 0;
    if (phase_ == 1) {
      phase_ = 0;
      end_row();
      return true;
    }
    phase_ = 1;
  }
  return false;
}

void DenseSweep::run(const Program& program, std::size_t left, Slab& slab) const {
  const auto step_function = chosen_kernels().step;
  for (std::size_t g = 0; g < program.groups.size(); ++g) {
    const std::vector<Program::Step>& steps = program.groups[g].steps;
    const auto step_at = [&](std::size_t k) -> const Program::Step& {
      return g == 0 && k == 0 ? program.openings[left] : steps[k];
    };
    const std::size_t blocks = steps[0].blocks.size() - 1;
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::uint8_t* in = slab.a.data();
      for (std::size_t k = 0; k < steps.size(); ++k) {
        const Program::Step& step = step_at(k);
        const std::size_t begin = step.blocks[b], end = step.blocks[b + 1];
        std::uint8_t* const out = k + 1 == steps.size() ? slab.b.data() + begin * kLanes
                                  : k % 2               ? slab.other.data()
                                                        : slab.near.data();
        step_function(&step.begin[begin], &step.begin[end], step.sources.data(), in, out);
        in = out;
      }
    }
    std::swap(slab.a, slab.b);
  }
}

void DenseSweep::process_upper(Slab& slab, int number) {
  const std::size_t offset = static_cast<std::size_t>(number) * kLanes;
  const auto lowest = static_cast<std::uint8_t>(lowest_);
  bool high = false;
  for (std::size_t u = 0; u < upper_.all.size(); ++u)
    for (int z = 0; z < middle_; ++z) {
      const std::uint8_t* const from =
          matrix_.data() + upper_row_[u] * stride_ + static_cast<std::size_t>(z) * width_ + offset;
      std::uint8_t* const to =
          slab.a.data() + (u * static_cast<std::size_t>(middle_) + static_cast<std::size_t>(z)) * kLanes;
      std::uint8_t worst = 0;
      for (int l = 0; l < kLanes; ++l) {
        const auto value = static_cast<std::uint8_t>(from[l] - lowest);
        worst |= static_cast<std::uint8_t>(from[l] < kFinite && value >= kFinite - 24);
        to[l] = from[l] >= kFinite ? kInfinite : value;
      }
      high = high || worst;
    }
  // A row adds at most 24: what is below finite - 24 now will not be taken for infinite.
  if (high) throw std::logic_error("a profile exceeds the least by more than a byte can tell");
  if (upper_length_ > 0) run(pass_->first, 0, slab);
  const auto store = [&](std::size_t slot, const std::uint8_t* values) {
    const std::size_t u = slot / static_cast<std::size_t>(middle_), z = slot % static_cast<std::size_t>(middle_);
    std::uint8_t* const to = matrix_.data() + upper_row_[u] * stride_ + z * width_ + offset;
    if (values)
      std::memcpy(to, values, kLanes);
    else
      std::memset(to, kInfinite, kLanes);
  };
  if (upper_length_ == 0) {
    for (int z = 0; z < middle_; ++z)
      store(static_cast<std::size_t>(z), slab.a.data() + static_cast<std::size_t>(z) * kLanes);
    return;
  }
  for (std::size_t k = 0; k < pass_->first.last.size(); ++k) store(pass_->first.last[k], slab.a.data() + k * kLanes);
  for (const std::uint32_t slot : pass_->first.empty) store(slot, nullptr);
}

void DenseSweep::process_lower(Slab& slab, int number) {
  std::uint8_t* const rows = matrix_.data() + static_cast<std::size_t>(number) * kLanes * stride_;
  const auto transpose = chosen_kernels().transpose;
  for (std::size_t c = 0; c < stride_; c += kLanes) transpose(rows + c, stride_, slab.a.data() + c * kLanes, kLanes);
  std::memset(slab.a.data() + stride_ * kLanes, kInfinite, kLanes);
  run(pass_->second, row_class_[static_cast<std::size_t>(number)], slab);
  // The values after the last step to their slots, in the other buffer.
  for (std::size_t k = 0; k < pass_->second.last.size(); ++k) {
    std::uint8_t* const to = slab.b.data() + std::size_t{pass_->second.last[k]} * kLanes;
    std::memcpy(to, slab.a.data() + k * kLanes, kLanes);
  }
  for (const std::uint32_t slot : pass_->second.empty)
    std::memset(slab.b.data() + std::size_t{slot} * kLanes, kInfinite, kLanes);
  std::uint8_t lowest[kLanes];
  std::memset(lowest, kInfinite, kLanes);
  for (std::size_t i = 0; i < stride_ * kLanes; i += kLanes)
    for (int l = 0; l < kLanes; ++l) lowest[l] = std::min(lowest[l], slab.b[i + static_cast<std::size_t>(l)]);
  slab.lowest = std::min(slab.lowest, *std::min_element(lowest, lowest + kLanes));
  for (std::size_t c = 0; c < stride_; c += kLanes) transpose(slab.b.data() + c * kLanes, kLanes, rows + c, stride_);
}

void DenseSweep::end_row() {
  base_ += lowest_;  // it was taken off when the row's first part read the matrix
  lowest_ = kInfinite;
  for (const auto& slab : slab_memory_) {
    lowest_ = std::min<int>(lowest_, slab->lowest);
    slab->lowest = kInfinite;
  }
  if (pass_ == &filling_) ++row_;
}

void DenseSweep::begin_meeting(int row) {
  if (!at_rest() || !stored_.contains(row) || !stored_.contains(row_))
    throw std::logic_error("both rows are to be kept first");
  if (meeting_.second.groups.empty()) {
    meeting_ = pass_of(meeting_rules(no_slide_));
    // Buffers for the words of this pass too.
    const std::size_t most = 1 + std::max(meeting_.first.most, meeting_.second.most);
    const std::size_t near = std::max(meeting_.first.max_in_block, meeting_.second.max_in_block);
    for (const auto& slab : slab_memory_) {
      for (auto* buffer : {&slab->a, &slab->b}) buffer->resize(std::max(buffer->size(), most * kLanes), kInfinite);
      for (auto* buffer : {&slab->near, &slab->other}) buffer->resize(std::max(buffer->size(), near * kLanes));
    }
  }
  pass_ = &meeting_;
  meeting_row_ = row;
}

DenseSweep::Meeting DenseSweep::meeting() const {
  if (!at_rest() || pass_ != &meeting_) throw std::logic_error("no two parts were put together");
  const StoredRow& above = stored_.at(meeting_row_);
  int least = 2 * kInfinite;
  std::size_t best = 0;
  for (std::size_t begin = 0; begin < matrix_.size(); begin += kLanes) {
    std::uint8_t low = 255;
    for (std::size_t i = begin; i < begin + kLanes; ++i) {
      const auto sum = static_cast<std::uint8_t>(
          matrix_[i] >= kFinite || above.matrix[i] >= kFinite ? 255 : matrix_[i] + above.matrix[i]);
      low = std::min(low, sum);
    }
    if (low >= least || low == 255) continue;
    least = low;
    for (best = begin;
         matrix_[best] >= kFinite || above.matrix[best] >= kFinite || matrix_[best] + above.matrix[best] != least;)
      ++best;
  }
  Meeting found;
  if (least >= 2 * kInfinite) return found;
  found.pieces = above.base + base_ + least - columns_;
  found.above = letters_at(best);
  found.value_above = above.base + above.matrix[best];
  found.below.resize(found.above.size());
  // Which letters come up to these: the value says it.
  const StoredRow& below = stored_.at(row_);
  const RowRules rules = meeting_rules(no_slide_);
  const int value = base_ + matrix_[best];
  const auto go = [&](const auto& self, std::size_t column, int spent) -> bool {
    if (column == found.above.size()) {
      const std::uint8_t raw = below.matrix[index_of(found.below)];
      found.value_below = below.base + raw;
      return raw < kFinite && found.value_below + spent == value;
    }
    const int left = column == 0 ? rules.letters : found.above[column - 1];
    for (int letter = 0; letter < rules.letters; ++letter) {
      if (column > 0 && !rules.adjacent[found.below[column - 1]][letter]) continue;
      found.below[column] = static_cast<std::uint8_t>(letter);
      for (const Filling& filling : rules.fillings[letter][left])
        if (filling.made == found.above[column] && self(self, column + 1, spent + filling.cost)) return true;
    }
    return false;
  };
  if (!go(go, 0, 0)) throw std::logic_error("nothing comes up to these letters");
  return found;
}

std::vector<std::uint8_t> DenseSweep::letters_at(std::size_t index) const {
  const std::size_t row = index / stride_, column = index % stride_;
  const auto u =
      static_cast<std::size_t>(std::lower_bound(upper_row_.begin(), upper_row_.end(), row) - upper_row_.begin());
  std::vector<std::uint8_t> letters;
  for (int c = 0; c < upper_length_; ++c) letters.push_back(letter_at(upper_.all[u], c));
  letters.push_back(static_cast<std::uint8_t>(column / width_));
  for (int c = 0; c < lower_.length; ++c) letters.push_back(letter_at(lower_.all[column % width_], c));
  return letters;
}

double DenseSweep::part() const {
  const double done = phase_ == 0 ? 0.5 * slab_ / slabs(0) : 0.5 + 0.5 * slab_ / slabs(1);
  return done;
}

std::size_t DenseSweep::index_of(const std::vector<std::uint8_t>& letters) const {
  Packed head = 0, tail = 0;
  for (int c = 0; c < upper_length_; ++c) head = with_letter(head, c, letters[static_cast<std::size_t>(c)]);
  for (int c = upper_length_ + 1; c < columns_; ++c)
    tail = with_letter(tail, c - upper_length_ - 1, letters[static_cast<std::size_t>(c)]);
  return upper_row_[upper_.number.at(head)] * stride_ + letters[static_cast<std::size_t>(upper_length_)] * width_ +
         lower_.number.at(tail);
}

int DenseSweep::value_of(const std::vector<std::uint8_t>& letters) const {
  const std::uint8_t raw = matrix_[index_of(letters)];
  return raw >= kFinite ? -1 : base_ + raw;
}

int DenseSweep::least() const {
  const std::vector<std::uint8_t> letters = ending();
  return letters.empty() ? -1 : value_of(letters);
}

std::vector<std::uint8_t> DenseSweep::ending() const {
  if (!at_rest()) throw std::logic_error("a row is under way");
  // WordSet that no vertical domino reaches out of are few: all of them are looked at.
  std::vector<std::uint8_t> letters(static_cast<std::size_t>(columns_)), best;
  int least = kInfinite;
  const auto go = [&](const auto& self, int column) -> void {
    if (column == columns_) {
      const std::uint8_t raw = matrix_[index_of(letters)];
      if (raw < kFinite && raw < least) {
        least = raw;
        best = letters;
      }
      return;
    }
    for (int letter = 0; letter < rules_.letters; ++letter) {
      if (!rules_.closes[letter]) continue;
      if (column > 0 && !rules_.adjacent[letters[static_cast<std::size_t>(column - 1)]][letter]) continue;
      letters[static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(letter);
      self(self, column + 1);
    }
  };
  go(go, 0);
  return best;
}

bool DenseSweep::keep(std::size_t bytes) {
  if (!at_rest()) throw std::logic_error("a row is under way");
  if (stored_.contains(row_)) return true;
  storing_.matrix.reserve(matrix_.size());
  const auto begin = matrix_.begin() + static_cast<std::ptrdiff_t>(storing_.matrix.size());
  const auto count = std::min(bytes, matrix_.size() - storing_.matrix.size());
  storing_.matrix.insert(storing_.matrix.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
  if (storing_.matrix.size() < matrix_.size()) return false;
  storing_.base = base_;
  storing_.lowest = lowest_;
  stored_[row_] = std::move(storing_);
  storing_ = StoredRow{};
  return true;
}

void DenseSweep::restore(int row) {
  storing_ = StoredRow{};
  pass_ = &filling_;
  if (row == 0) return start();
  const StoredRow& kept = stored_.at(row);
  matrix_ = kept.matrix;
  base_ = kept.base;
  lowest_ = kept.lowest;
  row_ = row;
  phase_ = slab_ = 0;
}

bool DenseSweep::same_as(int row) const {
  const StoredRow& kept = stored_.at(row);
  const auto here = static_cast<std::uint8_t>(lowest_), there = static_cast<std::uint8_t>(kept.lowest);
  for (std::size_t begin = 0; begin < matrix_.size(); begin += 4096) {
    const std::size_t end = std::min(matrix_.size(), begin + 4096);
    std::uint8_t differs = 0;
    for (std::size_t i = begin; i < end; ++i) {
      const auto a = static_cast<std::uint8_t>(matrix_[i] >= kFinite ? kInfinite : matrix_[i] - here);
      const auto b = static_cast<std::uint8_t>(kept.matrix[i] >= kFinite ? kInfinite : kept.matrix[i] - there);
      differs |= static_cast<std::uint8_t>(a ^ b);
    }
    if (differs) return false;
  }
  return true;
}

std::size_t DenseSweep::bytes() const {
  std::size_t sum = matrix_.capacity();
  for (const auto& [row, kept] : stored_) sum += kept.matrix.capacity();
  for (const auto& slab : slab_memory_) sum += slab->a.capacity() + slab->b.capacity();
  return sum;
}

DenseSweep::Way DenseSweep::way_to(int row, const std::vector<std::uint8_t>& letters, int value) const {
  if (static_cast<int>(letters.size()) != columns_) throw std::invalid_argument("one letter a column is expected");
  const auto n = static_cast<std::size_t>(columns_);
  const StoredRow* const kept = row == 1 ? nullptr : &stored_.at(row - 1);
  const int least_before = kept ? kept->base + kept->lowest : 0;
  const std::vector<std::uint8_t> start(n, rules_.start);
  Way way;
  way.above.resize(n);
  way.cells.resize(n);
  const auto kind = [&](const Filling& filling, bool marked, std::uint8_t above) -> std::uint8_t {
    if (marked) return 4;
    if (filling.opens) return 3;
    if (filling.cost) return 2;
    const bool reached = !rules_.closes[above];
    return reached ? 1 : 0;
  };
  // All rows above that these letters may come from, with a bound on what they cost; the first that fits is taken.
  const auto go = [&](const auto& self, std::size_t column, bool marked, int spent) -> bool {
    if (spent + least_before > value) return false;
    if (column == n) {
      const int before = value - spent;
      if (!kept) {
        if (before != 0 || way.above != start) return false;
      } else {
        const std::uint8_t raw = kept->matrix[index_of(way.above)];
        if (raw >= kFinite || kept->base + raw != before) return false;
      }
      way.value = before;
      return true;
    }
    const int left = column == 0 ? rules_.letters : letters[column - 1];
    const auto fill = [&](std::uint8_t above, std::uint8_t seen) {  // seen: the mark, or the letter above itself
      for (const Filling& filling : rules_.fillings[seen][static_cast<std::size_t>(left)]) {
        if (filling.made != letters[column] || (filling.opens && column + 1 == n)) continue;
        way.above[column] = above;
        way.cells[column] = kind(filling, marked, above);
        if (self(self, column + 1, filling.opens, spent + filling.cost)) return true;
      }
      return false;
    };
    for (int a = 0; a < rules_.letters; ++a) {
      const auto above = static_cast<std::uint8_t>(a);
      if (!kept && above != rules_.start) continue;
      if (column > 0 && !rules_.adjacent[way.above[column - 1]][a]) continue;
      if (marked ? rules_.spans[a] && fill(above, rules_.marked) : fill(above, above)) return true;
    }
    return false;
  };
  if (!go(go, 0, false, 0)) throw std::logic_error("no way leads to these letters");
  return way;
}

}  // namespace tilewright::gunport
