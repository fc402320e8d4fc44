// Gunport by hand, without a page: moves are texts, as in games/gunport.py, which knows the same ones.
//   lay 3,1 4,1        lift 3,1
export class GameError extends Error {}

export const text = ([x, y]) => `${x},${y}`;
const beside = ([x, y], [u, v]) => Math.abs(x - u) + Math.abs(y - v) === 1;

export class Gunport {
  constructor(rows, columns, dominoes = []) {
    this.rows = rows;
    this.columns = columns;
    this.dominoes = dominoes;
    this.owner = new Map();
    for (const domino of dominoes) for (const cell of domino) this.owner.set(text(cell), domino);
  }

  inside([x, y]) {
    return x >= 0 && y >= 0 && x < this.columns && y < this.rows;
  }

  free(cell) {
    return this.inside(cell) && !this.owner.has(text(cell));
  }

  cells() {
    return Array.from({ length: this.rows * this.columns }, (_, i) => [i % this.columns, Math.floor(i / this.columns)]);
  }

  /** Vacant cells on which nothing can be laid any more. */
  ports() {
    return this.cells().filter((cell) => this.free(cell) && !this.near(cell).some((other) => this.free(other)));
  }

  near([x, y]) {
    return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].filter((cell) => this.inside(cell));
  }

  /** Whether no domino fits any more. */
  get full() {
    return this.cells().every((cell) => !this.free(cell) || !this.near(cell).some((other) => this.free(other)));
  }

  play(move) {
    const lay = /^lay (\d+),(\d+) (\d+),(\d+)$/.exec(move);
    if (lay) {
      const [, x, y, u, v] = lay.map(Number);
      const domino = [[x, y], [u, v]].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      if (!beside(...domino)) throw new GameError("a domino covers two cells, one beside the other");
      for (const cell of domino) if (!this.free(cell)) throw new GameError(`the cell ${text(cell)} is not free`);
      return new Gunport(this.rows, this.columns, [...this.dominoes, domino]);
    }
    const lift = /^lift (\d+,\d+)$/.exec(move);
    const domino = lift && this.owner.get(lift[1]);
    if (!domino) throw new GameError(lift ? `the cell ${lift[1]} is vacant, so nothing can be lifted there` : `${move} is no move`);
    return new Gunport(this.rows, this.columns, this.dominoes.filter((one) => one !== domino));
  }
}

export const laying = (a, b) => `lay ${text(a)} ${text(b)}`;
export const lifting = (cell) => `lift ${text(cell)}`;
export { beside };
