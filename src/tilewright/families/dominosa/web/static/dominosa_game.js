// A game of dominosa without a page.
import { DominoGame } from "/static/js/domino_game.js";

export class Dominosa extends DominoGame {
  /** `rows` are the numbers, null where a cell is missing. */
  constructor(rows, dominoes = []) {
    super(dominoes);
    this.rows = rows;
  }

  with(dominoes) {
    return new Dominosa(this.rows, dominoes);
  }

  contains(cell) {
    return this.number(cell) !== null;
  }

  number([x, y]) {
    return this.rows[y]?.[x] ?? null;
  }

  cells() {
    return this.rows.flatMap((row, y) => row.flatMap((number, x) => (number === null ? [] : [[x, y]])));
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
}
