// Pictures of dominoes, for every game: one unit for each cell.
import { s } from "./elements.js";

/** @typedef {number[]} DominoCell column and row */

const SPOT = 0.23, INSET = 0.06, MOST_DRAWN = 9;
/** Where the spots of each number are, in steps from the middle of a half; the rows of a six lie along the domino. */
const SPOTS = [
  [], [[0, 0]], [[-1, -1], [1, 1]], [[-1, -1], [0, 0], [1, 1]], [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
  [[-1, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [1, 1]],
  [[-1, -1], [0, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
  [[-1, -1], [0, -1], [1, -1], [-1, 0], [0, 0], [1, 0], [-1, 1], [0, 1], [1, 1]],
];

/** A domino on two cells. A number above nine is written in digits.
 *  @param {DominoCell[]} cells
 *  @param {number[]} [numbers] of the two halves; none: a blank domino
 *  @param {string} [kind] more classes of the picture
 *  @returns {SVGGElement} */
export function dominoShape(cells, numbers = [], kind = "") {
  const [[x, y], [u, v]] = cells, isFlat = y === v, left = Math.min(x, u), top = Math.min(y, v);
  const box = { width: (isFlat ? 2 : 1) - 2 * INSET, height: (isFlat ? 1 : 2) - 2 * INSET, rx: 0.17 };
  const line = isFlat ? `M${left + 1} ${top + 0.2}v.6` : `M${left + 0.2} ${top + 1}h.6`;
  return s("g", { class: `domino ${kind}`.trim() },
    s("rect", { class: "depth", x: left + INSET, y: top + INSET + 0.045, ...box }),
    s("rect", { class: "tile", x: left + INSET, y: top + INSET, ...box }),
    s("path", { class: "middle light", d: line, transform: isFlat ? "translate(.03 0)" : "translate(0 .03)" }),
    s("path", { class: "middle", d: line }),
    numbers.flatMap((number, half) => halfShape(number, [cells[half][0] + 0.5, cells[half][1] + 0.5], isFlat)));
}

/** @param {number} number
 *  @param {number[]} middle
 *  @param {boolean} isFlat
 *  @returns {SVGElement[]} */
function halfShape(number, [x, y], isFlat) {
  if (number > MOST_DRAWN) return [s("text", { class: "digits", x, y, "text-anchor": "middle", "dominant-baseline": "central", "aria-hidden": "true" }, String(number))];
  const radius = number > 6 ? 0.075 : 0.085;
  return SPOTS[number].map(([a, b]) => s("circle", { class: "pip", cx: x + SPOT * (isFlat ? b : a), cy: y + SPOT * (isFlat ? a : b), r: radius }));
}

/** The cells of a domino that lies alone in one of four ways: its second half to the right, below, to the left, above. */
const WAYS = [[[0, 0], [1, 0]], [[0, 0], [0, 1]], [[1, 0], [0, 0]], [[0, 1], [0, 0]]];

/** A picture of one domino.
 *  @param {number[]} numbers
 *  @param {number} [way] from 0 to 3
 *  @returns {SVGSVGElement} */
export function dominoIcon(numbers, way = 0) {
  return s("svg", { class: "domino-icon", viewBox: way % 2 ? "0 0 1 2.05" : "0 0 2 1.05", "aria-hidden": "true" }, dominoShape(WAYS[way], numbers));
}

/** What each layer shows, by the names of its dominoes.
 *  @type {WeakMap<Element, Map<string, SVGElement>>} */
const shownIn = new WeakMap();

/** Show dominoes in a layer; those that are new there arrive in a movement, those that are there no more leave in one.
 *  @param {Element} layer
 *  @param {SVGElement[]} shapes each with a `data-name`
 *  @returns {void} */
export function showDominoes(layer, shapes) {
  const before = shownIn.get(layer), now = new Map(shapes.map((shape) => [shape.dataset.name ?? "", shape]));
  const isMoving = before && !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const leaving = isMoving ? [...before].filter(([name]) => !now.has(name)).map(([, shape]) => shape) : [];
  if (isMoving) for (const [name, shape] of now) shape.classList.toggle("arriving", !before.has(name));
  layer.replaceChildren(...shapes);
  shownIn.set(layer, now);
  for (const shape of leaving) {
    const picture = s("g", { class: "leaving", "aria-hidden": "true" }, [...shape.children].map((part) => part.cloneNode(true)));
    if (shape.classList.contains("upright")) picture.classList.add("upright");
    picture.addEventListener("animationend", () => picture.remove());
    layer.append(picture);
  }
}
