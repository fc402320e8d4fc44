// Cells as coordinates, shapes of cells, and what is written on them: labels of colours, and costs.

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

/** @typedef {Pick<Api.PuzzleView, "cells" | "colours" | "colour_pairs">} ColouredView */

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

/** The orientations of a piece that have the shape of these cells.
 *  @param {Pick<Api.PieceView, "orientations">} piece
 *  @param {Cell[]} cells
 *  @returns {number[]} */
export function orientationsOn(piece, cells) {
  const shape = shapeOf(cells);
  return piece.orientations.flatMap((held, i) => (shapeOf(held) === shape ? [i] : []));
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
  const ground = indexOf(view).cells, rows = sorted(cells), alike = orientationsOn(piece, cells);
  /** @param {number} i */
  const fits = (i) => rows.every((cell, k) => coloursMatch(view, piece.colours[i][k], ground.get(key(cell))?.colour));
  return marksOn(view, cells, piece.colours[alike.find(fits) ?? alike[0]]);
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
