// The notation of moves, the same as that of play/notation.py: a verb, then what it is about; cells are written 3,1.
import { t } from "./messages.js";

/** A move, or a position, that the rules do not allow; the message says why. */
export class GameError extends Error {}

const CELL = /^-?\d{1,9}(,-?\d{1,9})*$/;

/** The first word of a move, and the rest.
 *  @param {string} move
 *  @returns {[verb: string, rest: string]} */
export function splitMove(move) {
  const words = move.trim(), at = words.indexOf(" ");
  return at < 0 ? [words, ""] : [words.slice(0, at), words.slice(at + 1)];
}

/** The words of a text.
 *  @param {string} text
 *  @returns {string[]} */
export const wordsOf = (text) => text.split(/\s+/).filter(Boolean);

/** The cells in a text such as "0,0 1,0"; GameError if there are none, or if something else is there.
 *  @param {string} text
 *  @param {number} dimension
 *  @returns {Cell[]} */
export function readCells(text, dimension) {
  const cells = wordsOf(text).map((word) => {
    const cell = CELL.test(word) ? word.split(",").map(Number) : [];
    if (cell.length !== dimension) throw new GameError(t("common.error_no_cell", { word }));
    return cell;
  });
  if (!cells.length) throw new GameError(t("common.error_cells_missing"));
  return cells;
}

/** The only cell in a text; GameError if there is none, or several.
 *  @param {string} text
 *  @param {number} dimension
 *  @returns {Cell} */
export function readCell(text, dimension) {
  const [cell, ...others] = readCells(text, dimension);
  if (others.length) throw new GameError(t("common.error_one_cell"));
  return cell;
}

/** The error for a text that is no move.
 *  @param {string} move
 *  @returns {GameError} */
export const notAMove = (move) => new GameError(t("common.error_no_move", { move }));

/** Moves as one word, which an address takes as it is: "lay.0,0.1,0_lay.2,0.2,1".
 *  @param {string[]} moves
 *  @returns {string} */
export const joinMoves = (moves) => moves.map((move) => move.replaceAll(" ", ".")).join("_");

/** The moves in such a word.
 *  @param {string} text
 *  @returns {string[]} */
export const splitMoves = (text) => text.split("_").filter(Boolean).map((word) => word.replaceAll(".", " "));
