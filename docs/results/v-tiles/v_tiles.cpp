// Tilings of the n x n square by V-shaped polyominoes of 1, 3, 5, ... cells, all in one orientation.
//
//   v_tiles N     prints "n a(n)" for n = 0 to N
//
// Cells are covered row by row. A tile of 2 m + 1 cells has its corner at the first vacant cell, covers the m cells to
// the right of it, and the m cells of the same column in the next rows. The state has, for each column, how many
// cells of the next rows are covered; columns that are done in a row are counted from the next row on.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

using State = std::uint64_t;  // 4 bits for each column
using Ways = unsigned __int128;

class Table {  // open addressing; the key 0 is stored as ~0
 public:
  void add(State state, Ways ways) {
    if (2 * (count_ + 1) > keys_.size()) grow();
    const std::size_t at = place(state ? state : ~State{0});
    if (!keys_[at]) ++count_, keys_[at] = state ? state : ~State{0};
    ways_[at] += ways;
  }
  template <typename Visit>
  void each(Visit visit) const {
    for (std::size_t at = 0; at < keys_.size(); ++at)
      if (keys_[at]) visit(~keys_[at] ? keys_[at] : 0, ways_[at]);
  }
  std::size_t count() const { return count_; }
  void clear() { *this = Table(); }

 private:
  std::size_t place(State key) const {
    State mixed = key ^ key >> 30;
    mixed *= 0xbf58476d1ce4e5b9ULL;
    std::size_t at = (mixed ^ mixed >> 27) & (keys_.size() - 1);
    while (keys_[at] && keys_[at] != key) at = (at + 1) & (keys_.size() - 1);
    return at;
  }
  void grow() {
    Table wider;
    wider.keys_.resize(keys_.empty() ? 64 : 2 * keys_.size());
    wider.ways_.resize(wider.keys_.size());
    each([&](State state, Ways ways) { wider.add(state, ways); });
    *this = std::move(wider);
  }
  std::vector<State> keys_;
  std::vector<Ways> ways_;
  std::size_t count_ = 0;
};

static std::string decimal(Ways value) {
  std::string digits;
  do digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
  while (value /= 10);
  return digits;
}

static Ways count(int size) {
  std::vector<Table> at(size + 1);  // states in which the columns before the index are done
  at[size].add(0, 1);
  for (int left = size - 1; left >= 0; --left) {  // rows below this one
    std::swap(at[0], at[size]);
    for (int column = 0; column < size; ++column) {
      at[column].each([&](State state, Ways ways) {
        if (state >> 4 * column & 15) return at[column + 1].add(state - (State{1} << 4 * column), ways);
        for (int arm = 0; arm <= left && column + arm < size; ++arm) {
          if (state >> 4 * (column + arm) & 15) break;
          at[column + arm + 1].add(state | State(arm) << 4 * column, ways);
        }
      });
      at[column].clear();
    }
  }
  Ways total = 0;
  at[size].each([&](State, Ways ways) { total += ways; });
  return total;
}

int main(int words, char** word) {
  const int most = words == 2 ? std::atoi(word[1]) : -1;
  if (most < 0 || most > 15) return std::fputs("usage: v_tiles N, with N from 0 to 15\n", stderr), 2;
  for (int size = 0; size <= most; ++size) {
    std::printf("%d %s\n", size, decimal(count(size)).c_str());
    std::fflush(stdout);
  }
}
