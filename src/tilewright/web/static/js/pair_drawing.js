// Tilings by dominoes or lozenges on a canvas: pieces by direction, heights as shades, the corners that can flip.
import { DIRECTION_COLOURS, heightColour, heightRange } from "./aztec_drawing.js";

const INK = "#20242a";
/** @type {Record<string, readonly [x: number, y: number]>} */
const SIDES = { r: [1, 0], l: [-1, 0], u: [0, -1], d: [0, 1] };
/** @type {Record<string, string>} */
const COLOURS = { r: DIRECTION_COLOURS.N, l: DIRECTION_COLOURS.E, u: DIRECTION_COLOURS.W, d: DIRECTION_COLOURS.S };
const MARGIN = 0.5;

/** What is drawn of a tiling.
 *  @typedef {object} PairScene
 *  @property {Api.TilingBoardView} board
 *  @property {string} tiling
 *  @property {readonly number[]} heights of the corners of the board
 *  @property {boolean} shaded by heights, not by directions
 *  @property {readonly (readonly number[])[]} [marks] corners that can flip
 *  @property {readonly number[] | null} [cursor] a corner */

/** Where the corners of a board are on a canvas: the scale, and what is at the left and at the top.
 *  @param {Api.TilingBoardView} board
 *  @returns {{ width: number, height: number, place: (corner: readonly number[]) => [number, number] }} in cell sides */
export function layout({ triangles, corners }) {
  const columns = corners.map(([x]) => x), rows = corners.map(([, y]) => y), [across, down] = triangles ? [0.5, Math.sqrt(3) / 2] : [1, 1];
  const left = Math.min(...columns), top = Math.min(...rows);
  return {
    width: (Math.max(...columns) - left) * across + 2 * MARGIN, height: (Math.max(...rows) - top) * down + 2 * MARGIN,
    place: ([x, y]) => [(x - left) * across + MARGIN, (y - top) * down + MARGIN],
  };
}

/** The corners of a cell in order. @param {readonly number[]} cell
 *  @param {boolean} triangles */
function cornersOf([x, y], triangles) {
  if (!triangles) return [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
  return (x + y) % 2 === 0 ? [[x, y + 1], [x + 2, y + 1], [x + 1, y]] : [[x, y], [x + 2, y], [x + 1, y + 1]];
}

/** Draw a tiling; the canvas has the width that its style gives, and the height that the board needs.
 *  @param {HTMLCanvasElement} canvas
 *  @param {PairScene} scene
 *  @returns {void} */
export function drawPairs(canvas, { board, tiling, heights, shaded, marks = [], cursor = null }) {
  const { width, height, place } = layout(board), scale = (canvas.clientWidth * devicePixelRatio) / width;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.setTransform(scale, 0, 0, scale, 0, 0);
  const [least, greatest] = heightRange(heights), span = Math.max(1, greatest - least);
  const heightAt = new Map(board.corners.map((corner, k) => [String(corner), heights[k]]));
  const cellAt = new Map(board.cells.map((cell, k) => [String(cell), k]));
  const seam = new Path2D(); // lines round the pieces
  board.cells.forEach((cell, k) => {
    const corners = cornersOf(cell, board.triangles), isFirst = (cell[0] + cell[1]) % 2 === 0;
    const [right, down] = SIDES[tiling[k]], other = [cell[0] + right, cell[1] + down];
    const shape = new Path2D();
    corners.forEach((corner, n) => shape[n ? "lineTo" : "moveTo"](...place(corner)));
    shape.closePath();
    let sum = 0;
    for (const corner of corners) sum += heightAt.get(String(corner)) ?? 0;
    const of = isFirst ? tiling[k] : tiling[cellAt.get(String(other)) ?? k];
    context.fillStyle = shaded ? heightColour((sum / corners.length - least) / span) : COLOURS[of];
    context.fill(shape);
    context.strokeStyle = context.fillStyle; // so that the halves of a piece meet without a seam
    context.lineWidth = 1.5 / scale;
    context.stroke(shape);
    const others = new Set(cornersOf(other, board.triangles).map(String));
    corners.forEach((corner, n) => {
      const next = corners[(n + 1) % corners.length];
      if (others.has(String(corner)) && others.has(String(next))) return; // between the two halves
      seam.moveTo(...place(corner));
      seam.lineTo(...place(next));
    });
  });
  context.strokeStyle = INK;
  context.lineWidth = Math.max(0.05, 1 / scale);
  context.lineCap = "round";
  context.stroke(seam);
  for (const corner of marks) drawDot(context, place(corner), "#ffffff", 0.14);
  if (cursor) {
    context.strokeStyle = "#ffffff";
    context.lineWidth = 0.2;
    context.beginPath();
    context.arc(...place(cursor), 0.32, 0, 2 * Math.PI);
    context.stroke();
    context.strokeStyle = INK;
    context.lineWidth = 0.08;
    context.stroke();
  }
}

/** @param {CanvasRenderingContext2D} context
 *  @param {[number, number]} at
 *  @param {string} colour
 *  @param {number} radius */
function drawDot(context, at, colour, radius) {
  context.fillStyle = colour;
  context.strokeStyle = INK;
  context.lineWidth = 0.05;
  context.beginPath();
  context.arc(...at, radius, 0, 2 * Math.PI);
  context.fill();
  context.stroke();
}
