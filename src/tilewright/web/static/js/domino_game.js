// A game in which dominoes are laid, without a page: moves are texts, the same as those of Python; cells are [column, row].
//   lay 3,1 4,1        lift 3,1
import { t } from "./messages.js";
import { GameError, notAMove, readCell, readCells, splitMove } from "./move_notation.js";

/** The name of a cell.
 *  @param {Cell} cell
 *  @returns {string} */
export const text = ([x, y]) => `${x},${y}`;
/** Whether two cells share a side.
 *  @param {Cell} one
 *  @param {Cell} other
 *  @returns {boolean} */
export const areAdjacent = ([x, y], [u, v]) => Math.abs(x - u) + Math.abs(y - v) === 1;
/** @param {Cell[]} cells
 *  @returns {Cell[]} */
const inOrder = (cells) => [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
/** The move that lays a domino on two cells.
 *  @param {...Cell} cells
 *  @returns {string} */
export const layMove = (...cells) => `lay ${inOrder(cells).map(text).join(" ")}`;
/** The move that lifts the domino on a cell.
 *  @param {Cell} cell
 *  @returns {string} */
export const liftMove = (cell) => `lift ${text(cell)}`;

/** A game of dominoes; a subclass has its own `contains` and `with`. */
export class DominoGame {
  /** @param {Domino[]} dominoes */
  constructor(dominoes) {
    this.dominoes = dominoes;
    this.owner = new Map(dominoes.flatMap((domino) => domino.map((cell) => [text(cell), domino])));
  }

  /** Whether a cell is one of the board.
   *  @param {Cell} cell
   *  @returns {boolean} */
  contains(cell) {
    return this.owner.has(text(cell));
  }

  /** The same game with other dominoes.
   *  @param {Domino[]} dominoes
   *  @returns {DominoGame} */
  with(dominoes) {
    return new DominoGame(dominoes);
  }

  /** @param {Cell} cell */
  isFree(cell) {
    return this.contains(cell) && !this.owner.has(text(cell));
  }

  /** The game after a move; GameError if it is against the rules.
   *  @param {string} move
   *  @returns {DominoGame} */
  play(move) {
    const [verb, rest] = splitMove(move);
    if (verb === "lay") {
      const domino = this.readPair(rest);
      for (const cell of domino) if (!this.isFree(cell)) throw new GameError(t("common.error_covered", { cell: text(cell) }));
      return this.with([...this.dominoes, domino]);
    }
    if (verb !== "lift") throw notAMove(move);
    const cell = readCell(rest, 2), domino = this.owner.get(text(cell));
    if (!domino) throw new GameError(t("common.error_not_covered", { cell: text(cell) }));
    return this.with(this.dominoes.filter((one) => one !== domino));
  }

  /** The two cells in a text, in order; GameError unless they are neighbours on the board.
   *  @param {string} words
   *  @returns {Domino} */
  readPair(words) {
    const cells = inOrder(readCells(words, 2));
    if (cells.length !== 2 || !areAdjacent(cells[0], cells[1]) || !cells.every((cell) => this.contains(cell))) throw new GameError(t("common.error_pair"));
    return cells;
  }
}
