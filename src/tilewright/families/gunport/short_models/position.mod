// Gunports: dominoes on rows x columns cells such that no more fits, as few as possible.
// Model 3 of Chlond and Bosch (2006): a variable for each position of a domino.

int rows = ...;
int columns = ...;
int p = ...;          // the number of dominoes, -1: as few as possible
int no_slide = ...;   // 1: no domino may slide lengthwise, 0: they may

range Rows = 1..rows;
range Columns = 1..columns;

tuple Position { int i; int j; int a; int b; }   // the cells (i,j) and (a,b)
{Position} Positions =
  { <i, j, i, j + 1> | i in Rows, j in Columns: j < columns } union
  { <i, j, i + 1, j> | i in Rows, j in Columns: i < rows };

dvar boolean x[Positions];       // a domino lies on this position
dvar boolean y[Rows][Columns];   // the cell is covered

minimize sum(k in Positions) x[k];

subject to {
  // covered, and by one domino only
  forall(i in Rows, j in Columns)
    sum(k in Positions: (k.i == i && k.j == j) || (k.a == i && k.b == j)) x[k] == y[i][j];

  // one of two adjacent cells is covered
  forall(k in Positions)
    y[k.i][k.j] + y[k.a][k.b] >= 1;

  if (p >= 0) {
    sum(k in Positions) x[k] == p;
  }

  // beyond the ends of a domino is no port (i,j)
  if (no_slide == 1) {
    forall(k in Positions, i in Rows, j in Columns:
           (i == 2 * k.i - k.a && j == 2 * k.j - k.b) || (i == 2 * k.a - k.i && j == 2 * k.b - k.j))
      x[k] <= y[i][j];
  }
}
