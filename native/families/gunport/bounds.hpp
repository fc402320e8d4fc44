// Proven bounds on the excess of a gunport arrangement, known from a part of it.
//
// Let an arrangement on m x n cells have d dominoes and p ports; its excess is e = d - p, so 3d = mn + e.
// The cells are processed row by row, from the left. P is the processed part together with the cells that its
// dominoes reach into, R the rest; d_P + d_R = d, where a domino belongs to P when one of its cells is processed.
//
// 1. Upwards. A domino has at most one port directly above it: two would be adjacent, or one above the other in
//    a vertical domino. The cell below a port is no port, so unless the port is in the bottom row a domino lies there.
//    So the dominoes of R are those with no port above, and as many as there are ports directly above them: the
//    ports of R outside the bottom row, and the ports of P whose cell below is in R. Call the latter H:
//       d_R = missed_up(R) + H + p_R - bottom_ports(R).
// 2. Downwards. A port of R that is not in the top row has a domino directly above it: one of R, one of the
//    dominoes that reach into R from above (V of them), or one that ends above R (an open domino does). No two ports are adjacent, so
//    of a run of k cells that dominoes of P end in at most (k + 1) / 2 have a port below: together at most K. So
//       p_R - top_ports(R) <= d_R - bottom_pieces(R) + V + K.
//    Dominoes in the bottom row have no port below, whence bottom_pieces.
// Adding both, with missed_up(R) >= top_pieces(R):
//       2 (d_R - p_R) >= H - V - K + [bottom_pieces - bottom_ports](R) + [top_pieces - top_ports](R).
//    Along a side of the board, between two ports there is a piece: pieces - ports >= -1, and >= 0 when the part of the
//    side that is left begins below or beside a port.
// 3. To the left and to the right, in the same way: with nl dominoes that reach into R, are not in the left column
//    and have no port to the left of their upper half, nr likewise, and t for the cell processed last:
//       2 (d_R - p_R) >= t - nl - nr + [left_pieces - left_ports](R) + [right_pieces - right_ports](R),
//    t = 1 when that cell is a port: it lies left of a domino of R, or of one that reaches into R; t = -1 when a domino
//    ends there, or covers the next cell too: a port of R may lie to the right of it.
//
// So 2e >= 2 (d_P - p_P) + each of the two right-hand sides: that is what `vertical` and `horizontal` return, plus 2, so
// that they start from about 0: "misses". An arrangement of excess e has at most 2e + 2 of either kind, at each step.
//
// Vertical misses at the ends of rows never fall from row to row. Let P grow by the rows A, d' dominoes that are
// new and p' ports, and call H', V', K' what H, V, K become. Each port of P whose cell below is in A, and each port of
// A that is not in its last row, has a new domino below it: d' >= H + p' - H'. Each port of A has above it one of K, one
// of the V dominoes, or a new one that does not reach out of A; and of the dominoes that end in the last row, which
// have no port below them in A, there are at least K': p' <= K + V + d' - V' - K'. The sum says that
// 2 (d' - p') + (H' - V' - K') - (H - V - K) >= 0.
//
// Nor do they fall from cell to cell. Let a run of k covered cells count A(k) = (k + 1) / 2, and look at a cell in the
// middle: below a vertical domino's upper half it becomes covered, 1 - (A(k + 1) - A(k)) >= 0; a covered cell becomes a
// port, -2 + 1 + 1 = 0; a vertical domino begins, 2 - 1 - 1 >= 0 below a port, more otherwise; a horizontal one is laid,
// 2 - 1 - 1 >= 0, as two more cells make A grow by 1. In the first and the last row, and at the end, the side terms
// lose at most the 1 that is gained elsewhere.
//
// Two parts that fit together at the end of a row, P from the top and R turned upside down, have together at most
// 2e + 2 vertical misses: the dominoes across are counted in both parts, and subtracted in both as V; and H of the one
// is at most K of the other, for ports of R below cells of P are no two adjacent.
#pragma once

#include "families/gunport/profile_key.hpp"

namespace tilewright::gunport {

// After a step: `row` and `column` of the next cell. At the end of a row the next cell is the first of the next
// row; row == rows is the end of all.
struct Place {
  int row = 0, column = 0;
};

struct Misses {
  int vertical = 0, horizontal = 0;
};

template <class Key>
class Bounds {
 public:
  Bounds(int rows, int columns) : rows_(rows), columns_(columns) {}

  // The misses that are certain in a part with this profile and this many dominoes, those that reach out included.
  Misses misses(Key key, Place next, int pieces) const {
    using D = Digits<Key>;
    const int n = columns_, j = next.column;
    const Key low = key & D::kLow, high = (key >> 1) & D::kLow;
    const Key all = D::lowest(n) & D::kLow, processed = D::lowest(j) & D::kLow;  // of this row
    Key reaching = low & ~high, ports = high & ~low;
    const Key covered = all & ~low & ~high;
    const bool open = n > 0 && ((low & high) >> (2 * (n - 1))) != 0;
    const int cells = next.row * n + j + ones(reaching) + (open ? 1 : 0);
    const int excess = 2 * (3 * pieces - cells);  // 2 (d_P - p_P), for p_P = cells - 2 d_P
    if (next.row == rows_) return {excess + 2, excess + 2};
    const bool after_port = j > 0 && (ports & 1) != 0;
    const bool last = next.row + 1 == rows_;
    const Key below = last ? all & ~processed : all;  // columns that still have a cell of R
    int hidden = 0;                                   // K
    if (!last) {
      const Key run = covered & processed;
      hidden += D::alternate(open ? (run << 2) | 1 : run);  // an open domino ends one cell further
    }
    const Key top = Key{1} << (2 * (n - 1));  // the next cell's column
    if (next.row > 0) {
      const Key run = covered & ~processed;
      hidden += D::alternate(after_port ? run & ~top : run);
    } else if (!(open && j + 1 == n)) {
      hidden += after_port ? 0 : 1;  // the rest of the top row
    }
    const Key first = j > 0 ? Key{1} << (2 * (j - 1)) : top;  // the letter of column 0
    const Key final = Key{1} << (2 * j);                      // of the last column
    const int bottom = last && after_port ? 0 : -1;
    // H, V: in the last row only what has its cell below in R.
    reaching &= below;
    const int vertical = excess + ones(static_cast<Key>(ports & below)) - ones(reaching) - hidden + bottom;
    const int left_missed = ones(static_cast<Key>(reaching & ~(ports >> 2) & ~first));
    const int right_missed = ones(static_cast<Key>(reaching & ~(ports << 2) & ~final));
    int adjacent = 0;
    if (j > 0) adjacent = after_port ? 1 : (open || (covered & 1) != 0) ? -1 : 0;
    const int left = (last && j > 0) || (ports & first) != 0 ? 0 : -1;
    const int right = (ports & final) != 0 ? 0 : -1;
    const int horizontal = excess + adjacent - left_missed - right_missed + left + right;
    return {vertical + 2, horizontal + 2};
  }

 private:
  int rows_, columns_;
};

}  // namespace tilewright::gunport
