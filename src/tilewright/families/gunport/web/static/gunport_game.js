// A gunport game without a page: moves are texts, the same as those of play.py.
//   lay 3,1 4,1        lift 3,1
import { t } from "/static/js/messages.js";

export class GameError extends Error {}

export const text = ([x, y]) => `${x},${y}`;
export const areAdjacent = ([x, y], [u, v]) => Math.abs(x - u) + Math.abs(y - v) === 1;

export class Gunport {
  constructor(rows, columns, dominoes = []) {
    this.rows = rows;
    this.columns = columns;
    this.dominoes = dominoes;
    this.owner = new Map();
    for (const domino of dominoes) for (const cell of domino) this.owner.set(text(cell), domino);
  }

  contains([x, y]) {
    return x >= 0 && y >= 0 && x < this.columns && y < this.rows;
  }

  isFree(cell) {
    return this.contains(cell) && !this.owner.has(text(cell));
  }

  cells() {
    return Array.from({ length: this.rows * this.columns }, (_, i) => [i % this.columns, Math.floor(i / this.columns)]);
  }

  /** Empty cells that no domino can cover any more. */
  ports() {
    return this.cells().filter((cell) => this.isFree(cell) && !this.neighbours(cell).some((other) => this.isFree(other)));
  }

  neighbours([x, y]) {
    return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].filter((cell) => this.contains(cell));
  }

  /** Whether no domino fits any more. */
  get isFull() {
    return this.cells().every((cell) => !this.isFree(cell) || !this.neighbours(cell).some((other) => this.isFree(other)));
  }

  play(move) {
    const lay = /^lay (\d+),(\d+) (\d+),(\d+)$/.exec(move);
    if (lay) {
      const [, x, y, u, v] = lay.map(Number);
      const domino = [[x, y], [u, v]].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      if (!areAdjacent(...domino)) throw new GameError(t("gunport.error_adjacent"));
      for (const cell of domino) if (!this.isFree(cell)) throw new GameError(t("gunport.error_occupied", { cell: text(cell) }));
      return new Gunport(this.rows, this.columns, [...this.dominoes, domino]);
    }
    const lift = /^lift (\d+,\d+)$/.exec(move);
    const domino = lift && this.owner.get(lift[1]);
    if (!domino) throw new GameError(lift ? t("gunport.error_nothing_there", { cell: lift[1] }) : t("gunport.error_no_move", { move }));
    return new Gunport(this.rows, this.columns, this.dominoes.filter((one) => one !== domino));
  }
}

export const layMove = (a, b) => `lay ${text(a)} ${text(b)}`;
export const liftMove = (cell) => `lift ${text(cell)}`;
