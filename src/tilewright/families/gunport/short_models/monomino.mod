// Gunports: dominoes and monominoes cover rows x columns cells, no two monominoes touch; as many
// monominoes, which are the ports, as possible. Model 4 of Chlond and Bosch (2006).

int rows = ...;
int columns = ...;
int p = ...;          // the number of monominoes, -1: as many as possible
int no_slide = ...;   // 1: no domino may slide lengthwise, 0: they may
int symmetry = ...;   // 1: no more monominoes in the top and left halves than in the others, 0: any

range Rows = 1..rows;
range Columns = 1..columns;

dvar boolean h[Rows][1..columns - 1];   // the left half of a horizontal domino lies here
dvar boolean v[1..rows - 1][Columns];   // the upper half of a vertical domino lies here
dvar boolean m[Rows][Columns];          // a monomino lies here

maximize sum(i in Rows, j in Columns) m[i][j];

subject to {
  // each cell is covered exactly once
  forall(i in Rows, j in Columns)
    (sum(l in 1..columns - 1: l == j || l == j - 1) h[i][l]) +
    (sum(k in 1..rows - 1: k == i || k == i - 1) v[k][j]) + m[i][j] == 1;

  // no two monominoes are adjacent
  forall(i in Rows, j in 1..columns - 1)
    m[i][j] + m[i][j + 1] <= 1;
  forall(i in 1..rows - 1, j in Columns)
    m[i][j] + m[i + 1][j] <= 1;

  if (p >= 0) {
    sum(i in Rows, j in Columns) m[i][j] == p;
  }

  // beyond the ends of a domino is no monomino
  if (no_slide == 1) {
    forall(i in Rows, j in 1..columns - 1, l in Columns: l == j - 1 || l == j + 2)
      h[i][j] + m[i][l] <= 1;
    forall(i in 1..rows - 1, j in Columns, k in Rows: k == i - 1 || k == i + 2)
      v[i][j] + m[k][j] <= 1;
  }

  if (symmetry == 1) {
    (sum(i in Rows, j in Columns: 2 * i > rows + 1) m[i][j]) >=
      (sum(i in Rows, j in Columns: 2 * i < rows + 1) m[i][j]);
    (sum(i in Rows, j in Columns: 2 * j > columns + 1) m[i][j]) >=
      (sum(i in Rows, j in Columns: 2 * j < columns + 1) m[i][j]);
  }
}
