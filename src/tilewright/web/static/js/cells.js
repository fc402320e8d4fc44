// Cells as coordinates, shapes of cells, and what is written on them: labels of colours, and costs.
import { taken } from "./surface.js";

/** The name of a cell, such as "1,0".
 *  @param {Cell} cell
 *  @returns {string} */
export const key = (cell) => cell.join(",");

/** @param {Cell} a
 *  @param {Cell} b */
const compare = (a, b) => {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
};

/** The cells in the order of Python.
 *  @param {Iterable<Cell>} cells
 *  @returns {Cell[]} */
export const sorted = (cells) => [...cells].sort(compare);

/** A text that is the same for all translates of these cells.
 *  @param {Cell[]} cells */
function shapeOf(cells) {
  const rows = sorted(cells);
  return rows.map((cell) => cell.map((value, i) => value - rows[0][i]).join(",")).join(" ");
}

/** Whether the colours of a cell of a piece and of the board match in a PuzzleView; "" matches any.
 *  @param {Pick<Api.PuzzleView, "colour_pairs">} view
 *  @param {string | undefined} own
 *  @param {string | undefined} ground
 *  @returns {boolean} */
export function coloursMatch(view, own, ground) {
  if (!own || !ground) return true;
  const pairs = view.colour_pairs;
  return pairs ? pairs.some(([a, b]) => a === own && b === ground) : own === ground;
}

/** @typedef {Pick<Api.PuzzleView, "cells" | "colours" | "colour_pairs" | "surface">} ColouredView */

/** @type {WeakMap<ColouredView, { cells: Map<string, Api.CellView>, colours: Map<string | undefined, Api.ColourView> }>} */
const indexes = new WeakMap();

/** The cells and the colours of a PuzzleView by their names.
 *  @param {ColouredView} view */
function indexOf(view) {
  let index = indexes.get(view);
  if (!index) {
    index = { cells: new Map(view.cells.map((cell) => [key(cell.at), cell])), colours: new Map(view.colours.map((colour) => [colour.name, colour])) };
    indexes.set(view, index);
  }
  return index;
}

/** A way in which a piece covers cells: the number of its orientation, and the cells in the order of this.
 *  @typedef {{ orientation: number, cells: Cell[] }} Covering */

/** The ways in which a piece covers exactly these cells, on the surface of the board if it has one.
 *  @param {Pick<Api.PuzzleView, "surface">} view
 *  @param {Pick<Api.PieceView, "orientations">} piece
 *  @param {Cell[]} cells
 *  @returns {Covering[]} */
export function coveringsOn({ surface }, piece, cells) {
  const rows = sorted(cells);
  if (!surface) {
    const shape = shapeOf(cells);
    return piece.orientations.flatMap((held, orientation) => (shapeOf(held) === shape ? [{ orientation, cells: rows }] : []));
  }
  if (new Set(rows.map(key)).size < rows.length) return []; // a piece that meets itself
  const all = rows.map(key).join(" ");
  return piece.orientations.flatMap((held, orientation) => rows.map((at) => {
    const moved = held.map((cell) => cell.map((value, i) => value + at[i] - held[0][i]));
    return { orientation, cells: taken(surface, moved) };
  }).filter((one) => sorted(one.cells).map(key).join(" ") === all));
}

/** The colours of a piece on the sorted cells that it covers; none for a piece without colours.
 *  @param {Pick<Api.PieceView, "colours">} piece
 *  @param {Covering} covering
 *  @returns {string[]} */
export function coloursOf({ colours }, { orientation, cells }) {
  if (!colours.length) return [];
  const on = new Map(cells.map((cell, i) => [key(cell), colours[orientation][i]]));
  return sorted(cells).map((cell) => on.get(key(cell)) ?? "");
}

/** What is written on cells, by their keys: {text, cost, ground, ink}. `colours` are those of a piece on the cells, in the
 *  order of the sorted cells; else the cells of the board are marked. A mark without a colour has no `ground`.
 *  @param {ColouredView} view
 *  @param {Cell[]} cells
 *  @param {string[]} [colours]
 *  @returns {Marks} */
export function marksOn(view, cells, colours = []) {
  const index = indexOf(view), marks = new Map();
  sorted(cells).forEach((cell, i) => {
    const on = index.cells.get(key(cell)), colour = index.colours.get(colours[i] || on?.colour), cost = on?.cost ? `${on.cost}` : "";
    if (colour || cost) marks.set(key(cell), { text: colour?.label ?? cost, cost: colour ? cost : "", ground: colour?.ground, ink: colour?.ink });
  });
  return marks;
}

/** The same for a piece on cells of the board; where several orientations have their shape, one whose colours match.
 *  @param {ColouredView} view
 *  @param {Api.PieceView} piece
 *  @param {Cell[]} cells
 *  @returns {Marks} */
export function marksOfPiece(view, piece, cells) {
  if (!piece.colours.length) return marksOn(view, cells);
  const ground = indexOf(view).cells, rows = sorted(cells), alike = coveringsOn(view, piece, cells).map((one) => coloursOf(piece, one));
  /** @param {string[]} colours */
  const fits = (colours) => rows.every((cell, k) => coloursMatch(view, colours[k], ground.get(key(cell))?.colour));
  return marksOn(view, cells, alike.find(fits) ?? alike[0]);
}

/** The marks of a piece off the board, in one of its orientations.
 *  @param {ColouredView} view
 *  @param {Api.PieceView} piece
 *  @param {number} number
 *  @returns {Marks} */
export function marksOfOrientation(view, piece, number) {
  if (!piece.colours.length) return new Map();
  return marksOn({ ...view, cells: [] }, piece.orientations[number], piece.colours[number]);
}
