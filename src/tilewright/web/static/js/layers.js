// Puzzles in space on a flat board: their layers side by side, the lowest first, each from above. `layered` returns a view
// that is drawn and played like that of a flat puzzle; only the outlines depend on the layers.
import { s } from "./elements.js";
import { outline as outlineInLayer, pieceShape } from "./flat_drawing.js";
import { centre } from "./held_piece.js";
import { t } from "./messages.js";

const GAP = 0.75, HEAD = 0.7; // between layers, and for the name of one; in sides of a cell
const AMPLE = 60, MAX_SIDE = 76; // pixels of a cell's side

/** The least and the greatest coordinates of the board, the upper left corner of its layers, and their size and number.
 *  @param {Pick<View, "cells" | "lattice">} view
 *  @returns {{ range: Point[], left: number, top: number, size: Point3 }} */
function box(view) {
  /** @param {number[]} values
   *  @returns {Point} */
  const bounds = (values) => values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
  const range = [0, 1, 2].map((axis) => bounds(view.cells.map((cell) => cell.at[axis])));
  const points = view.cells.flatMap((cell) => outlineInLayer(view.lattice, cell.at));
  const [[left, right], [top, bottom]] = [0, 1].map((axis) => bounds(points.map((point) => point[axis])));
  return { range, left, top, size: [right - left, bottom - top, range[2][1] - range[2][0] + 1] };
}

/** The width and height of layers of a size in so many columns.
 *  @param {Point3} size
 *  @param {number} columns
 *  @returns {Point} */
const extent = ([wide, deep, high], columns) => [
  columns * (wide + GAP) - GAP + 0.3, Math.ceil(high / columns) * (deep + GAP + HEAD) - GAP + 0.3];

/** The number of columns for a width and height in pixels: one row if it fits, else what makes the layers largest.
 *  @param {Pick<View, "cells" | "lattice">} view
 *  @param {number} width
 *  @param {number} height
 *  @returns {number} */
export function columnsFor(view, width, height) {
  const { size } = box(view);
  if (Math.min(width / extent(size, size[2])[0], height / extent(size, size[2])[1]) >= AMPLE) return size[2];
  let best = 1, largest = 0;
  for (let columns = 1; columns <= size[2]; columns++) {
    const [wide, tall] = extent(size, columns);
    const side = Math.min(MAX_SIDE, width / wide, height / tall);
    if (side > largest * 1.001) [best, largest] = [columns, side];
  }
  return best;
}

/** The side of a cell in pixels where the layers stand in so many columns of this width together.
 *  @param {Pick<View, "cells" | "lattice">} view
 *  @param {number} columns
 *  @param {number} width
 *  @returns {number} */
export const sideIn = (view, columns, width) => Math.min(MAX_SIDE, width / extent(box(view).size, columns)[0]);

/** The view of a puzzle in space as that of a flat puzzle, its layers in so many columns.
 *  @param {Omit<Api.PuzzleView, "lattice"> & { lattice: Api.LatticeView }} view
 *  @param {number} columns
 *  @returns {LayeredView} */
export function layered(view, columns) {
  const { range, left, top, size } = box(view);
  const lowest = range[2][0];
  /** @param {number} z
   *  @returns {Point} */
  const corner = (z) => {
    const layer = z - lowest;
    return [(layer % columns) * (size[0] + GAP), Math.floor(layer / columns) * (size[1] + GAP + HEAD)];
  };
  /** @param {Cell} cell
   *  @returns {Point[]} */
  const outline = (cell) => {
    const [dx, dy] = corner(cell[2]);
    return outlineInLayer(view.lattice, cell).map(([x, y]) => [x - left + dx, y - top + dy]);
  };
  /** @param {Cell} cell */
  const within = (cell) => cell.every((value, axis) => value >= range[axis][0] && value <= range[axis][1]);
  const layers = Array.from({ length: size[2] }, (_, number) => ({ z: lowest + number, corner: corner(lowest + number) }));
  return {
    ...view, lattice: { ...view.lattice, outline, within, layers, columns, size },
    cells: view.cells.map((cell) => ({ ...cell, outline: outline(cell.at) })),
  };
}

/** Add the names of the layers to the picture of a board.
 *  @param {SVGSVGElement} picture
 *  @param {LayeredLattice} lattice */
export function nameLayers(picture, { layers, columns, size }) {
  const [width, height] = extent(size, columns);
  picture.setAttribute("viewBox", `-0.15 ${-HEAD - 0.15} ${width} ${height}`);
  picture.style.maxWidth = `${Math.round(width * MAX_SIDE)}px`;
  picture.querySelector(".cells")?.before(...layers.map(({ z, corner: [x, y] }, number) => s("g", { class: "layer" },
    s("rect", { x, y, width: size[0], height: size[1] }),
    s("text", { x: x + 0.04, y: y - 0.22 }, size[0] > 2 ? t("play.layer", { n: number + 1, count: layers.length }) : `${number + 1}`,
      size[0] > 3 ? s("tspan", {}, `  z = ${z}`) : null))));
}

/** How far a point in a cell is from its nearest side; half a unit in the middle of a square.
 *  @param {Point[]} corners
 *  @param {Point} point */
const clearance = (corners, [x, y]) => Math.min(...corners.map(([a, b], i) => {
  const [c, d] = corners[(i + 1) % corners.length];
  return Math.abs((c - a) * (y - b) - (d - b) * (x - a)) / Math.hypot(c - a, d - b);
}));

/** A piece on the layers of the board; small arrows show where it continues above and below.
 *  @param {LayeredLattice} lattice
 *  @param {Cell[]} cells
 *  @param {Look} look
 *  @param {{ label?: string, marks?: Marks }} [options] */
export function layeredShape(lattice, cells, look, { label = "", marks } = {}) {
  const held = new Set(cells.map(String));
  const group = s("g", { class: "piece" });
  for (const { z } of lattice.layers) {
    const here = cells.filter((cell) => cell[2] === z && lattice.within(cell));
    if (!here.length) continue;
    group.append(...pieceShape(lattice, here, look, { label, marks }).childNodes);
    for (const cell of here) {
      const corners = lattice.outline(cell), [x, y] = centre(corners), k = 2 * clearance(corners, [x, y]);
      /** @param {number} up */
      const arrow = (up) => s("path", { d: `M${x + 0.2 * k} ${y - up * 0.24 * k}h${0.2 * k}l${-0.1 * k} ${-up * 0.16 * k}z`, fill: look.ink });
      for (const up of [1, -1]) if (held.has(String([cell[0], cell[1], z + up]))) group.append(arrow(up));
    }
  }
  return group;
}
