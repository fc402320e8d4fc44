// A game of dominosa without a page; the moves are those of play.py.
//   lay 3,1 4,1        lift 3,1        mark 3,1 4,1        clear
import { DominoGame, layMove } from "/static/js/domino_game.js";
import { joinMoves, splitMove } from "/static/js/move_notation.js";

/** The move that marks two neighbouring cells as no domino, or takes the mark away.
 *  @param {...Cell} cells
 *  @returns {string} */
export const markMove = (...cells) => layMove(...cells).replace("lay", "mark");

export class Dominosa extends DominoGame {
  /** `rows` are the numbers, null where a cell is missing; `marks` the pairs of cells that are marked.
   *  @param {(number | null)[][]} rows
   *  @param {Domino[]} [dominoes]
   *  @param {Domino[]} [marks] */
  constructor(rows, dominoes = [], marks = []) {
    super(dominoes);
    this.rows = rows;
    this.marks = marks;
  }

  /** @override
   *  @param {Domino[]} dominoes */
  with(dominoes) {
    return new Dominosa(this.rows, dominoes, this.marks);
  }

  /** @override
   *  @param {string} move
   *  @returns {DominoGame} */
  play(move) {
    const [verb, rest] = splitMove(move);
    if (verb === "clear" && !rest) return new Dominosa(this.rows); // all dominoes and marks, in one move
    if (verb !== "mark") return super.play(move);
    const pair = this.readPair(rest), name = markMove(...pair), others = this.marks.filter((one) => markMove(...one) !== name);
    return new Dominosa(this.rows, this.dominoes, others.length < this.marks.length ? others : [...others, pair]);
  }

  /** The position as the moves that lead to it, in one word, as in play.py. */
  dumps() {
    return joinMoves([...this.dominoes.map((domino) => layMove(...domino)), ...this.marks.map((pair) => markMove(...pair))]);
  }

  /** The marked pairs of cells that no domino covers. */
  markedPairs() {
    return this.marks.filter((pair) => pair.every((cell) => this.isFree(cell)));
  }

  /** @override
   *  @param {Cell} cell */
  contains(cell) {
    return this.number(cell) !== null;
  }

  /** @param {Cell} cell
   *  @returns {number | null} */
  number([x, y]) {
    return this.rows[y]?.[x] ?? null;
  }

  /** @returns {Cell[]} */
  cells() {
    return this.rows.flatMap((row, y) => row.flatMap((number, x) => (number === null ? [] : [[x, y]])));
  }

  /** The name of the domino that fits on two cells: its numbers, the smaller one first.
   *  @param {Domino} domino
   *  @returns {string} */
  name([a, b]) {
    return [this.number(a), this.number(b)].sort((one, other) => Number(one) - Number(other)).join("-");
  }

  /** How often each domino lies on the grid, by its name. */
  counts() {
    /** @type {Map<string, number>} */
    const found = new Map();
    for (const domino of this.dominoes) found.set(this.name(domino), (found.get(this.name(domino)) ?? 0) + 1);
    return found;
  }

  /** The pairs of free cells on which a domino fits.
   *  @param {string} name
   *  @returns {Domino[]} */
  places(name) {
    const pairs = this.cells().flatMap(([x, y]) => [[[x, y], [x + 1, y]], [[x, y], [x, y + 1]]]);
    return pairs.filter((pair) => pair.every((cell) => this.isFree(cell)) && this.name(pair) === name);
  }

  /** Whether all cells are covered, and no domino lies there twice. */
  get isSolved() {
    return this.cells().every((cell) => !this.isFree(cell)) && [...this.counts().values()].every((count) => count === 1);
  }
}
