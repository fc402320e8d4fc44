// Puzzles of cubes on a flat board: their layers side by side, the lowest first, each from above. `layered` returns a view
// that is drawn and played like that of a flat puzzle; only the outlines depend on the layers.
import { s } from "./elements.js";
import { pieceShape } from "./flat_drawing.js";
import { t } from "./messages.js";

const GAP = 0.75, HEAD = 0.7; // between layers, and for the name of one; in sides of a cell
const AMPLE = 40, MAX_SIDE = 76; // pixels of a cell's side

/** The lowest coordinates of the board, and its size along each axis. */
function box(view) {
  const along = [0, 1, 2].map((axis) => view.cells.map((cell) => cell.at[axis]));
  const low = along.map((values) => values.reduce((a, b) => Math.min(a, b)));
  return { low, size: along.map((values, axis) => values.reduce((a, b) => Math.max(a, b)) - low[axis] + 1) };
}

const extent = ([wide, deep, high], columns) => [
  columns * (wide + GAP) - GAP + 0.3, Math.ceil(high / columns) * (deep + GAP + HEAD) - GAP + 0.3];

/** The number of columns for a width and height in pixels: one row if it fits, else what makes the layers largest. */
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

/** The view of a puzzle of cubes as that of a flat puzzle, its layers in so many columns. */
export function layered(view, columns) {
  const { low, size } = box(view);
  const corner = (z) => {
    const layer = z - low[2];
    return [(layer % columns) * (size[0] + GAP), Math.floor(layer / columns) * (size[1] + GAP + HEAD)];
  };
  const outline = ([x, y, z]) => {
    const [dx, dy] = corner(z), left = x - low[0] + dx, top = y - low[1] + dy;
    return [[left, top], [left + 1, top], [left + 1, top + 1], [left, top + 1]];
  };
  const within = (cell) => cell.every((value, axis) => value >= low[axis] && value < low[axis] + size[axis]);
  const layers = Array.from({ length: size[2] }, (_, number) => ({ z: low[2] + number, corner: corner(low[2] + number) }));
  return {
    ...view, lattice: { ...view.lattice, outline, within, layers, columns, size },
    cells: view.cells.map((cell) => ({ ...cell, outline: outline(cell.at) })),
  };
}

/** Add the names of the layers to the picture of a board. */
export function nameLayers(picture, { layers, columns, size }) {
  const [width, height] = extent(size, columns);
  picture.setAttribute("viewBox", `-0.15 ${-HEAD - 0.15} ${width} ${height}`);
  picture.style.maxWidth = `${Math.round(width * MAX_SIDE)}px`;
  picture.querySelector(".cells").before(...layers.map(({ z, corner: [x, y] }, number) => s("g", { class: "layer" },
    s("rect", { x, y, width: size[0], height: size[1] }),
    s("text", { x: x + 0.04, y: y - 0.22 }, size[0] > 2 ? t("play.layer", { n: number + 1, count: layers.length }) : `${number + 1}`,
      size[0] > 3 ? s("tspan", {}, `  z = ${z}`) : null))));
}

/** A piece on the layers of the board; small arrows show where it continues above and below. */
export function layeredShape(lattice, cells, look, { label = "", marks } = {}) {
  const held = new Set(cells.map(String));
  const group = s("g", { class: "piece" });
  for (const { z } of lattice.layers) {
    const here = cells.filter((cell) => cell[2] === z && lattice.within(cell));
    if (!here.length) continue;
    group.append(...pieceShape(lattice, here, look, { label, marks }).childNodes);
    for (const cell of here) {
      const [[x, y]] = lattice.outline(cell);
      if (held.has(String([cell[0], cell[1], z + 1]))) group.append(s("path", { d: `M${x + 0.7} ${y + 0.27}h.2l-.1 -.16z`, fill: look.ink }));
      if (held.has(String([cell[0], cell[1], z - 1]))) group.append(s("path", { d: `M${x + 0.7} ${y + 0.75}h.2l-.1 .16z`, fill: look.ink }));
    }
  }
  return group;
}
