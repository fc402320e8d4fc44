// Gunports: dominoes on rows x columns cells such that no more fits, as few as possible.
// Model 1 of Chlond and Bosch (2006): each domino has a number.

int rows = ...;
int columns = ...;
int p = ...;          // the number of dominoes, -1: as few as possible
int no_slide = ...;   // 1: no domino may slide lengthwise, 0: they may

range Rows = 1..rows;
range Columns = 1..columns;
range Dominoes = 1..(rows * columns) div 2;

dvar boolean x[Rows][Columns][Dominoes];   // domino k covers the cell
dvar boolean d[Dominoes];                  // domino k is used

minimize sum(k in Dominoes) d[k];

subject to {
  // no cell is covered twice
  forall(i in Rows, j in Columns)
    sum(k in Dominoes) x[i][j][k] <= 1;

  // a domino that is used covers two cells
  forall(k in Dominoes)
    sum(i in Rows, j in Columns) x[i][j][k] == 2 * d[k];

  // which are adjacent
  forall(i in Rows, j in Columns, k in Dominoes)
    x[i][j][k] <= sum(a in Rows, b in Columns: abs(a - i) + abs(b - j) == 1) x[a][b][k];

  // one of two adjacent cells is covered
  forall(i in Rows, j in Columns, a in Rows, b in Columns:
         (a == i && b == j + 1) || (a == i + 1 && b == j))
    sum(k in Dominoes) (x[i][j][k] + x[a][b][k]) >= 1;

  if (p >= 0) {
    sum(k in Dominoes) d[k] == p;
  }

  // beyond the end of a domino on (i,j) and (a,b) is no port (e,f)
  if (no_slide == 1) {
    forall(i in Rows, j in Columns, a in Rows, b in Columns, e in Rows, f in Columns, k in Dominoes:
           abs(a - i) + abs(b - j) == 1 && e == 2 * a - i && f == 2 * b - j)
      x[i][j][k] + x[a][b][k] <= 1 + sum(l in Dominoes) x[e][f][l];
  }
}
