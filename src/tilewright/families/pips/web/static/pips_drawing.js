// Pictures of the board of Pips, one unit for each cell.
import { text } from "/static/js/domino_game.js";
import { s } from "/static/js/elements.js";

/** The sides of cells that have no cell of the same set beyond, as a path.
 *  @param {Cell[]} cells
 *  @returns {string} */
export function outlineOf(cells) {
  const own = new Set(cells.map(text));
  return cells.map(([x, y]) => /** @type {[Cell, string][]} */ ([
    [[x, y - 1], `M${x} ${y}h1`], [[x, y + 1], `M${x} ${y + 1}h1`], [[x - 1, y], `M${x} ${y}v1`], [[x + 1, y], `M${x + 1} ${y}v1`],
  ]).filter(([other]) => !own.has(text(other))).map(([, line]) => line).join("")).join("");
}

/** @type {Record<string, string>} */
const SIGNS = { open: "", right: "✓", wrong: "✗" };

/** The rule of a region on a plate at its lower right corner, with a sign once the region is full. It hides no pips.
 *  @param {Api.RegionView} region
 *  @param {string} state "open", "right" or "wrong"
 *  @returns {SVGGElement} */
export function ruleLabel(region, state) {
  const [x, y] = region.cells.reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] > a[0]) ? b : a));
  const words = region.label + SIGNS[state], width = Math.max(0.36, 0.17 * words.length + 0.17), across = x + 0.95 - Math.max(0, width - 0.36) / 2;
  const plate = s("g", { class: `rule ${state}` },
    s("rect", { x: across - width / 2, y: y + 0.82, width, height: 0.36, rx: 0.09 }),
    s("text", { x: across, y: y + 1.01, "text-anchor": "middle", "dominant-baseline": "central" }, words));
  plate.style.setProperty("--region", region.colour);
  return plate;
}
