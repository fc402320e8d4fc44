// Puzzles of cubes on a flat board: their layers side by side, the lowest first, each as it is seen from above.
// `layered` gives a view that is drawn and played like that of a flat puzzle; only the outlines know of layers.
import { pieceShape } from "./drawing.js";
import { s } from "./shell.js";

const GAP = 0.75, HEAD = 0.7; // between layers, and for the name of one; in sides of a cell
const AMPLE = 40, MOST = 76; // pixels of a cell's side

/** Where the board begins, and how many cells it has along each axis. */
function box(view) {
  const along = [0, 1, 2].map((axis) => view.cells.map((cell) => cell.at[axis]));
  const low = along.map((values) => values.reduce((a, b) => Math.min(a, b)));
  return { low, size: along.map((values, axis) => values.reduce((a, b) => Math.max(a, b)) - low[axis] + 1) };
}

const extent = ([wide, deep, high], columns) => [
  columns * (wide + GAP) - GAP + 0.3, Math.ceil(high / columns) * (deep + GAP + HEAD) - GAP + 0.3];

/** In how many columns the layers are drawn in so many pixels: in one row where that is ample, else so that they are largest. */
export function columnsFor(view, width, height) {
  const { size } = box(view);
  if (Math.min(width / extent(size, size[2])[0], height / extent(size, size[2])[1]) >= AMPLE) return size[2];
  let best = 1, largest = 0;
  for (let columns = 1; columns <= size[2]; columns++) {
    const [wide, tall] = extent(size, columns);
    const side = Math.min(MOST, width / wide, height / tall);
    if (side > largest * 1.001) [best, largest] = [columns, side];
  }
  return best;
}

/** The view of a puzzle of cubes as that of a flat one, its layers in so many columns. */
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

/** Give a board's picture room for the names of its layers, and write them there. */
export function nameLayers(picture, { layers, columns, size }) {
  const [width, height] = extent(size, columns);
  picture.setAttribute("viewBox", `-0.15 ${-HEAD - 0.15} ${width} ${height}`);
  picture.style.maxWidth = `${Math.round(width * MOST)}px`;
  picture.querySelector(".cells").before(...layers.map(({ z, corner: [x, y] }, number) => s("g", { class: "layer" },
    s("rect", { x, y, width: size[0], height: size[1] }),
    s("text", { x: x + 0.04, y: y - 0.22 }, size[0] > 2 ? `layer ${number + 1} of ${layers.length}` : `${number + 1}`,
      size[0] > 3 ? s("tspan", {}, `  z = ${z}`) : null))));
}

/** A piece on its layers, as far as these are on the board: small arrows tell where it goes on above and below. */
export function layeredShape(lattice, cells, look, { label = "" } = {}) {
  const held = new Set(cells.map(String));
  const group = s("g", { class: "piece" });
  for (const { z } of lattice.layers) {
    const here = cells.filter((cell) => cell[2] === z && lattice.within(cell));
    if (!here.length) continue;
    group.append(...pieceShape(lattice, here, look, { label }).childNodes);
    for (const cell of here) {
      const [[x, y]] = lattice.outline(cell);
      if (held.has(String([cell[0], cell[1], z + 1]))) group.append(s("path", { d: `M${x + 0.7} ${y + 0.27}h.2l-.1 -.16z`, fill: look.ink }));
      if (held.has(String([cell[0], cell[1], z - 1]))) group.append(s("path", { d: `M${x + 0.7} ${y + 0.75}h.2l-.1 .16z`, fill: look.ink }));
    }
  }
  return group;
}
