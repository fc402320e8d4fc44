// A game of Pips without a page: moves are texts, those of play.py; cells are [column, row], dominoes are named by their place in the list.
//   lay 3 1,2 2,2      the first number of domino 3 on 1,2, the second one on 2,2; a domino that lies elsewhere moves
//   lift 3
//   clear              lift all
import { areAdjacent, text } from "/static/js/domino_game.js";
import { t } from "/static/js/messages.js";
import { GameError, joinMoves, notAMove, readCells, splitMove, wordsOf } from "/static/js/move_notation.js";

const NUMBER = /^\d{1,6}$/;

/** The move that lays a domino on two cells.
 *  @param {number} index
 *  @param {Cell[]} cells
 *  @returns {string} */
export const layMove = (index, [first, second]) => `lay ${index} ${text(first)} ${text(second)}`;
/** @param {number} index
 *  @returns {string} */
export const liftMove = (index) => `lift ${index}`;

/** The four ways of a domino: where its second number lies, seen from the first one. */
const WAYS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

export class PipsGame {
  /** `laid` has the two cells of each domino that lies on the board, by its index, in the order in which they were laid.
   *  @param {Api.PipsView} puzzle
   *  @param {Map<number, Cell[]>} [laid] */
  constructor(puzzle, laid = new Map()) {
    this.puzzle = puzzle;
    this.laid = laid;
    this.region = new Map(puzzle.regions.flatMap((region, k) => region.cells.map((cell) => [text(cell), k])));
    this.owner = new Map([...laid].flatMap(([index, cells]) => cells.map((cell) => [text(cell), index])));
  }

  /** The cells, row by row. */
  cells() {
    return this.puzzle.regions.flatMap((region) => region.cells).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  }

  /** @param {Cell} cell */
  contains(cell) {
    return this.region.has(text(cell));
  }

  /** The number on a cell; null where none is.
   *  @param {Cell} cell */
  number(cell) {
    const index = this.owner.get(text(cell));
    return index === undefined ? null : this.puzzle.dominoes[index][text(this.cellsOf(index)[0]) === text(cell) ? 0 : 1];
  }

  /** Whether a domino lies on the board.
   *  @param {number | null} index
   *  @returns {boolean} */
  isLaid(index) {
    return index !== null && this.laid.has(index);
  }

  /** The cells of a domino that lies on the board.
   *  @param {number} index
   *  @returns {Cell[]} */
  cellsOf(index) {
    return this.laid.get(index) ?? [];
  }

  /** Whether a domino can lie on two cells, where it may lie already.
   *  @param {number} index
   *  @param {Cell[]} cells */
  fits(index, cells) {
    return cells.length === 2 && areAdjacent(cells[0], cells[1]) && cells.every((cell) => this.contains(cell) && [undefined, index].includes(this.owner.get(text(cell))));
  }

  /** The game after a move; GameError if it is against the rules.
   *  @param {string} move
   *  @returns {PipsGame} */
  play(move) {
    const [verb, rest] = splitMove(move), [number, ...places] = wordsOf(rest), index = Number(number);
    if (verb === "clear" && !rest) return new PipsGame(this.puzzle);
    if (!["lay", "lift"].includes(verb) || !NUMBER.test(number) || (verb === "lift" && places.length)) throw notAMove(move);
    const cells = verb === "lay" ? readCells(places.join(" "), 2) : [], laid = new Map(this.laid);
    if (!(index in this.puzzle.dominoes)) throw new GameError(t("pips.no_domino", { number: index }));
    if (verb === "lay" ? !this.fits(index, cells) : !laid.has(index)) throw new GameError(t(verb === "lay" ? "pips.does_not_fit" : "pips.not_laid"));
    laid.delete(index);
    if (verb === "lay") laid.set(index, cells);
    return new PipsGame(this.puzzle, laid);
  }

  /** The position as the moves that lead to it, in one word, as in play.py. */
  dumps() {
    return joinMoves([...this.laid].map(([index, cells]) => layMove(index, cells)));
  }

  /** For each region "open", or "right" or "wrong" when it is full. */
  regionStates() {
    return this.puzzle.regions.map((region) => {
      const numbers = region.cells.map((cell) => this.number(cell));
      if (numbers.includes(null)) return "open";
      return isRight(region, numbers) ? "right" : "wrong";
    });
  }

  get isFull() {
    return this.laid.size === this.puzzle.dominoes.length;
  }

  get isSolved() {
    return this.isFull && this.regionStates().every((state) => state === "right");
  }

  /** The dominoes as the server takes them. */
  position() {
    return [...this.laid].map(([index, cells]) => ({ cells, numbers: this.puzzle.dominoes[index] }));
  }

  /** A domino of the server as [index, cells]: one that is left, else one that lies there; null for neither.
   *  @param {Api.LaidModel} domino
   *  @returns {[index: number, cells: Cell[]] | null} */
  identify({ cells, numbers }) {
    const [low, high] = [...numbers].sort();
    const same = this.puzzle.dominoes.flatMap((pair, index) => (Math.min(...pair) === low && Math.max(...pair) === high ? [index] : []));
    const index = same.find((one) => this.laid.has(one) && this.cellsOf(one).every((cell) => cells.some((other) => text(cell) === text(other))))
      ?? same.find((one) => !this.laid.has(one));
    if (index === undefined) return null;
    return [index, this.puzzle.dominoes[index][0] === numbers[0] ? cells : [...cells].reverse()];
  }
}

/** @param {Api.RegionView} region
 *  @param {(number | null)[]} numbers */
function isRight({ rule, target }, numbers) {
  const sum = numbers.reduce((/** @type {number} */ total, number) => total + Number(number), 0), distinct = new Set(numbers).size, limit = Number(target);
  /** @type {Record<string, boolean>} */
  const states = { none: true, equal: distinct === 1, different: distinct === numbers.length, sum: sum === limit, less: sum < limit, greater: sum > limit };
  return states[rule];
}

/** The domino that the player has in hand: its index or null, the way it lies, and the half by which it is held. */
export class Hand {
  index = /** @type {number | null} */ (null);
  way = 0;
  grip = 0;

  /** @param {number | null} index
   *  @param {{ way?: number, grip?: number }} [options] */
  take(index, { way = this.way, grip = 0 } = {}) {
    Object.assign(this, { index, way, grip });
  }

  /** Take a domino as it lies on two cells, by the half on one of them.
   *  @param {number} index
   *  @param {Cell[]} cells
   *  @param {Cell} at */
  takeFrom(index, [first, second], at) {
    const way = WAYS.findIndex(([dx, dy]) => first[0] + dx === second[0] && first[1] + dy === second[1]);
    this.take(index, { way, grip: text(at) === text(first) ? 0 : 1 });
  }

  /** @param {number} [steps] */
  turn(steps = 1) {
    this.way = (this.way + steps + WAYS.length) % WAYS.length;
  }

  /** The cells of the domino with one half on a cell.
   *  @param {Cell} cell
   *  @param {number} [grip]
   *  @param {number} [way]
   *  @returns {Cell[]} */
  cellsAt([x, y], grip = this.grip, way = this.way) {
    const [dx, dy] = WAYS[way];
    return grip ? [[x - dx, y - dy], [x, y]] : [[x, y], [x + dx, y + dy]];
  }

  /** The cells on which it fits with a half on this cell: as it is held, or by the other half; with `mayTurn` also
   *  turned; null where it does not fit.
   *  @param {PipsGame} game
   *  @param {Cell} cell
   *  @param {boolean} [mayTurn]
   *  @returns {Cell[] | null} */
  placeAt(game, cell, mayTurn = false) {
    const { index } = this;
    if (index === null) return null;
    const ways = mayTurn ? WAYS.map((_, steps) => (this.way + steps) % WAYS.length) : [this.way];
    const places = ways.flatMap((way) => [this.grip, 1 - this.grip].map((grip) => this.cellsAt(cell, grip, way)));
    return places.find((cells) => game.fits(index, cells)) ?? null;
  }
}
