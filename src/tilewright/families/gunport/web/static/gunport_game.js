// A gunport game without a page, and its moves.
import { DominoGame, layMove } from "/static/js/domino_game.js";
import { History } from "/static/js/history.js";

export class Gunport extends DominoGame {
  /** @param {number} rows
   *  @param {number} columns
   *  @param {Domino[]} [dominoes] */
  constructor(rows, columns, dominoes = []) {
    super(dominoes);
    this.rows = rows;
    this.columns = columns;
  }

  /** @override
   *  @param {Domino[]} dominoes */
  with(dominoes) {
    return new Gunport(this.rows, this.columns, dominoes);
  }

  /** @override
   *  @param {Cell} cell */
  contains([x, y]) {
    return x >= 0 && y >= 0 && x < this.columns && y < this.rows;
  }

  /** @returns {Cell[]} */
  cells() {
    return Array.from({ length: this.rows * this.columns }, (_, i) => [i % this.columns, Math.floor(i / this.columns)]);
  }

  /** Empty cells that no domino can cover any more. */
  ports() {
    return this.cells().filter((cell) => this.isFree(cell) && !this.neighbours(cell).some((other) => this.isFree(other)));
  }

  /** The board as a text: a letter for each cell (left, right, upper, lower half of a domino, or empty), a dot between rows. */
  get letters() {
    const rows = Array.from({ length: this.rows }, () => Array(this.columns).fill("E"));
    for (const [[x, y], [u, v]] of this.dominoes) [rows[y][x], rows[v][u]] = x === u ? ["U", "D"] : ["L", "R"];
    return rows.map((row) => row.join("")).join(".");
  }

  /** @param {Cell} cell
   *  @returns {Cell[]} */
  neighbours([x, y]) {
    return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].filter((cell) => this.contains(cell));
  }

  /** Whether no domino fits any more. */
  get isFull() {
    return this.cells().every((cell) => !this.isFree(cell) || !this.neighbours(cell).some((other) => this.isFree(other)));
  }
}

/** Moves on a board.
 *  @extends {History<Gunport>} */
export class BoardHistory extends History {
  /** Whether a domino on the board was not found by the player. */
  get hasHelp() {
    const last = new Map(this.moves.map((move, i) => [move, i]));
    /** @param {Domino} domino */
    const number = (domino) => last.get(layMove(...domino)) ?? -1;
    return this.game.dominoes.some((domino) => this.spans.some(({ from, to, isHelp }) => isHelp && from <= number(domino) && number(domino) < to));
  }
}

/** Whether two lists of dominoes are the same, in any order.
 *  @param {Domino[]} a
 *  @param {Domino[]} b
 *  @returns {boolean} */
export const areSame = (a, b) => {
  const names = new Set(a.map((domino) => layMove(...domino)));
  return a.length === b.length && b.every((domino) => names.has(layMove(...domino)));
};
