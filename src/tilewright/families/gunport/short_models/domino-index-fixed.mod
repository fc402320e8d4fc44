// Gunports: exactly p dominoes on rows x columns cells such that no more fits.
// Model 2 of Chlond and Bosch (2006): each domino has a number.

int rows = ...;
int columns = ...;
int p = ...;          // the number of dominoes
int no_slide = ...;   // 1: no domino may slide lengthwise, 0: they may

range Rows = 1..rows;
range Columns = 1..columns;
range Dominoes = 1..p;

dvar boolean x[Rows][Columns][Dominoes];   // domino k covers the cell

subject to {
  // no cell is covered twice
  forall(i in Rows, j in Columns)
    sum(k in Dominoes) x[i][j][k] <= 1;

  // a domino covers two cells
  forall(k in Dominoes)
    sum(i in Rows, j in Columns) x[i][j][k] == 2;

  // which are adjacent
  forall(i in Rows, j in Columns, k in Dominoes)
    x[i][j][k] <= sum(a in Rows, b in Columns: abs(a - i) + abs(b - j) == 1) x[a][b][k];

  // one of two adjacent cells is covered
  forall(i in Rows, j in Columns, a in Rows, b in Columns:
         (a == i && b == j + 1) || (a == i + 1 && b == j))
    sum(k in Dominoes) (x[i][j][k] + x[a][b][k]) >= 1;

  // beyond the end of a domino on (i,j) and (a,b) is no port (e,f)
  if (no_slide == 1) {
    forall(i in Rows, j in Columns, a in Rows, b in Columns, e in Rows, f in Columns, k in Dominoes:
           abs(a - i) + abs(b - j) == 1 && e == 2 * a - i && f == 2 * b - j)
      x[i][j][k] + x[a][b][k] <= 1 + sum(l in Dominoes) x[e][f][l];
  }
}
