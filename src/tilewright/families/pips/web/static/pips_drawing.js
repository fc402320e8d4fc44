// Pictures of dominoes and of the board of Pips, one unit for each cell.
import { text } from "/static/js/domino_game.js";
import { s } from "/static/js/elements.js";

const STEP = 0.23, INSET = 0.07;
const SPOTS = [
  [], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
];

/** A domino on two cells; the rows of a six lie along it. */
export function dominoShape(numbers, cells, kind = "") {
  const [[x, y], [u, v]] = cells, flat = y === v, left = Math.min(x, u), top = Math.min(y, v);
  const middle = [(x + u + 1) / 2, (y + v + 1) / 2];
  return s("g", { class: `domino-shape ${kind}` },
    s("rect", { class: "body", x: left + INSET, y: top + INSET, width: (flat ? 2 : 1) - 2 * INSET, height: (flat ? 1 : 2) - 2 * INSET, rx: 0.16 }),
    s("path", { class: "bar", d: flat ? `M${middle[0]} ${y + 0.2}v.6` : `M${x + 0.2} ${middle[1]}h.6` }),
    numbers.flatMap((number, half) => SPOTS[number].map(([a, b]) => s("circle", {
      class: "pip", cx: cells[half][0] + 0.5 + STEP * (flat ? b : a), cy: cells[half][1] + 0.5 + STEP * (flat ? a : b), r: 0.085,
    }))));
}

/** A domino alone, lying in one of the four ways. */
export function dominoIcon(numbers, way) {
  const cells = [[[0, 0], [1, 0]], [[0, 0], [0, 1]], [[1, 0], [0, 0]], [[0, 1], [0, 0]]][way], flat = way % 2 === 0;
  return s("svg", { viewBox: `0 0 ${flat ? "2 1" : "1 2"}`, "aria-hidden": "true" }, dominoShape(numbers, cells));
}

/** The sides of cells that have no cell of the same set beyond, as a path. */
export function outlineOf(cells) {
  const own = new Set(cells.map(text));
  return cells.map(([x, y]) => [
    [[x, y - 1], `M${x} ${y}h1`], [[x, y + 1], `M${x} ${y + 1}h1`], [[x - 1, y], `M${x} ${y}v1`], [[x + 1, y], `M${x + 1} ${y}v1`],
  ].filter(([other]) => !own.has(text(other))).map(([, line]) => line).join("")).join("");
}

const SIGNS = { open: "", right: "✓", wrong: "✗" };

/** The rule of a region on a plate at its lower right corner, with a sign once the region is full. It hides no pips. */
export function ruleLabel(region, state) {
  const [x, y] = region.cells.reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] > a[0]) ? b : a));
  const words = region.label + SIGNS[state], width = Math.max(0.36, 0.17 * words.length + 0.17), across = x + 0.95 - Math.max(0, width - 0.36) / 2;
  const plate = s("g", { class: `rule ${state}` },
    s("rect", { x: across - width / 2, y: y + 0.82, width, height: 0.36, rx: 0.09 }),
    s("text", { x: across, y: y + 1.01, "text-anchor": "middle", "dominant-baseline": "central" }, words));
  plate.style.setProperty("--region", region.colour);
  return plate;
}
