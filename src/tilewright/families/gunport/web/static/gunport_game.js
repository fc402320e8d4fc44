// A gunport game without a page, and its moves.
import { DominoGame, layMove } from "/static/js/domino_game.js";
import { History } from "/static/js/history.js";

export class Gunport extends DominoGame {
  constructor(rows, columns, dominoes = []) {
    super(dominoes);
    this.rows = rows;
    this.columns = columns;
  }

  with(dominoes) {
    return new Gunport(this.rows, this.columns, dominoes);
  }

  contains([x, y]) {
    return x >= 0 && y >= 0 && x < this.columns && y < this.rows;
  }

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

  neighbours([x, y]) {
    return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].filter((cell) => this.contains(cell));
  }

  /** Whether no domino fits any more. */
  get isFull() {
    return this.cells().every((cell) => !this.isFree(cell) || !this.neighbours(cell).some((other) => this.isFree(other)));
  }
}

/** Moves on a board. Those that were made at once, as by Clear, are undone at once. */
export class BoardHistory extends History {
  /** `spans` are those of moves made at once: {from, to, isHelp}; `isHelp`: the player did not find them. */
  constructor(start, moves = [], spans = []) {
    super(start, moves);
    this.spans = spans.filter(({ to }) => to <= moves.length);
  }

  /** Make a move of the player. */
  make(move) {
    this.play(move);
    this.#forgetUndone(1);
  }

  /** Make moves at once; when one of them is wrong, none. */
  makeAll(moves, isHelp) {
    if (!moves.length) return;
    moves.reduce((game, move) => game.play(move), this.game);
    for (const move of moves) this.play(move);
    this.#forgetUndone(moves.length);
    this.spans.push({ from: this.moves.length - moves.length, to: this.moves.length, isHelp });
  }

  undo() {
    const span = this.spans.find(({ to }) => to === this.moves.length);
    if (!super.undo()) return false;
    while (span && this.moves.length > span.from) super.undo();
    return true;
  }

  redo() {
    const span = this.spans.find(({ from }) => from === this.moves.length);
    if (!super.redo()) return false;
    while (span && this.moves.length < span.to && super.redo());
    return true;
  }

  /** Whether a domino on the board was not found by the player. */
  get hasHelp() {
    const last = new Map(this.moves.map((move, i) => [move, i]));
    const number = (domino) => last.get(layMove(...domino));
    return this.game.dominoes.some((domino) => this.spans.some(({ from, to, isHelp }) => isHelp && from <= number(domino) && number(domino) < to));
  }

  #forgetUndone(made) {
    this.spans = this.spans.filter(({ to }) => to <= this.moves.length - made);
  }
}

/** Whether two lists of dominoes are the same, in any order. */
export const areSame = (a, b) => {
  const names = new Set(a.map((domino) => layMove(...domino)));
  return a.length === b.length && b.every((domino) => names.has(layMove(...domino)));
};
