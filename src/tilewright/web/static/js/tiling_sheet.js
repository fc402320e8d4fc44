// The board and the pieces of a tiling, for a printed sheet.
import { s } from "./elements.js";
import { boardPicture, frame, outline, patterns, pieceShape, placementShapes, shortName } from "./flat_drawing.js";
import { columnsFor, layered, layeredShape, nameLayers } from "./layers.js";
import { marksOfOrientation } from "./cells.js";

/** @type {Point} */
const PAPER = [180, 250]; // millimetres between the margins
const MAX_COPIES = 40; // of a piece that are drawn; of more, their number is written

/** The sheet of a PuzzleView, with all its pieces; those of a solid are drawn layer by layer, as its board is.
 *  @param {Api.PuzzleView} view
 *  @param {string} rule
 *  @returns {import("./print_sheet.js").Sheet} */
export function sheetOf(view, rule) {
  const isSolid = view.lattice.dimension === 3;
  const shown = isSolid ? layered(view, columnsFor(view, ...PAPER)) : null;
  const board = boardPicture(shown ?? view, { extra: [s("g", {}, isSolid ? [] : placementShapes(view, view.forced, shortName))] });
  if (shown) nameLayers(board, shown.lattice);
  board.style.maxWidth = "";
  const given = new Map();
  for (const { piece } of view.forced) given.set(piece, (given.get(piece) ?? 0) + 1);
  const pieces = view.pieces.flatMap((piece) => {
    const copies = Math.max(0, piece.most - (given.get(piece.name) ?? 0));
    return Array.from({ length: Math.min(copies, MAX_COPIES) }, (_, i) => ({
      svg: isSolid ? layersOf(view, piece) : flatPiece(view, piece), label: copies > MAX_COPIES && !i ? `${piece.name} × ${copies}` : piece.name,
    }));
  });
  return { title: view.title, rule, board: { svg: board }, pieces, files: view };
}

/** @param {Api.PuzzleView} view
 *  @param {Api.PieceView} piece
 *  @returns {SVGSVGElement} */
function flatPiece(view, piece) {
  const { lattice } = view, [cells] = piece.orientations, [x, y, width, height] = frame(cells.map((cell) => outline(lattice, cell)), 0.05);
  return s("svg", { class: "board", viewBox: `${x} ${y} ${width} ${height}` }, patterns([piece]),
    pieceShape(lattice, cells, piece, { marks: marksOfOrientation(view, piece, 0) }));
}

/** @param {Api.PuzzleView} view
 *  @param {Api.PieceView} piece
 *  @returns {SVGSVGElement} */
function layersOf(view, piece) {
  const [cells] = piece.orientations, cellViews = cells.map((at) => ({ at, colour: "", optional: false, cost: 0, ground: "", outline: [] }));
  const alone = layered({ ...view, cells: cellViews, labels: [] }, columnsFor({ ...view, cells: cellViews }, 600, 60));
  const picture = boardPicture(alone, { extra: [layeredShape(alone.lattice, cells, piece)] });
  picture.querySelector(".edge")?.remove();
  return picture;
}
