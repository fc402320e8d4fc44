// A game of dominosa without a page: moves are texts, and cells are [column, row].
//   lay 3,1 4,1        lift 3,1
import { t } from "/static/js/messages.js";

export class GameError extends Error {}

export const text = ([x, y]) => `${x},${y}`;
export const areAdjacent = ([x, y], [u, v]) => Math.abs(x - u) + Math.abs(y - v) === 1;

export class Dominosa {
  /** `rows` are the numbers, null where a cell is missing. */
  constructor(rows, dominoes = []) {
    this.rows = rows;
    this.dominoes = dominoes;
    this.owner = new Map(dominoes.flatMap((domino) => domino.map((cell) => [text(cell), domino])));
  }

  number([x, y]) {
    return this.rows[y]?.[x] ?? null;
  }

  cells() {
    return this.rows.flatMap((row, y) => row.flatMap((number, x) => (number === null ? [] : [[x, y]])));
  }

  isFree(cell) {
    return this.number(cell) !== null && !this.owner.has(text(cell));
  }

  /** The name of the domino that fits on two cells: its numbers, the smaller one first. */
  name([a, b]) {
    return [this.number(a), this.number(b)].sort((one, other) => one - other).join("-");
  }

  /** How often each domino lies on the grid, by its name. */
  counts() {
    const found = new Map();
    for (const domino of this.dominoes) found.set(this.name(domino), (found.get(this.name(domino)) ?? 0) + 1);
    return found;
  }

  /** The pairs of free cells on which a domino fits. */
  places(name) {
    const pairs = this.cells().flatMap(([x, y]) => [[[x, y], [x + 1, y]], [[x, y], [x, y + 1]]]);
    return pairs.filter((pair) => pair.every((cell) => this.isFree(cell)) && this.name(pair) === name);
  }

  /** Whether all cells are covered, and no domino lies there twice. */
  get isSolved() {
    return this.cells().every((cell) => !this.isFree(cell)) && [...this.counts().values()].every((count) => count === 1);
  }

  play(move) {
    const lay = /^lay (\d+),(\d+) (\d+),(\d+)$/.exec(move);
    if (lay) {
      const [, x, y, u, v] = lay.map(Number);
      const domino = [[x, y], [u, v]].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      if (!areAdjacent(...domino) || domino.some((cell) => this.number(cell) === null)) throw new GameError(t("dominosa.error_pair"));
      for (const cell of domino) if (!this.isFree(cell)) throw new GameError(t("dominosa.error_covered", { cell: text(cell) }));
      return new Dominosa(this.rows, [...this.dominoes, domino]);
    }
    const lift = /^lift (\d+,\d+)$/.exec(move);
    const domino = lift && this.owner.get(lift[1]);
    if (!domino) throw new GameError(lift ? t("dominosa.error_nothing_there", { cell: lift[1] }) : t("dominosa.error_no_move", { move }));
    return new Dominosa(this.rows, this.dominoes.filter((one) => one !== domino));
  }
}

export const layMove = (a, b) => `lay ${text(a)} ${text(b)}`;
export const liftMove = (cell) => `lift ${text(cell)}`;
