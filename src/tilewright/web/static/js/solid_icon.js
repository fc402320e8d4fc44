// A small picture of a piece in space, as SVG from a fixed viewpoint: from above and from the front.
import { key } from "./cells.js";
import { s } from "./elements.js";
import { frame, markShapes, path, patterns } from "./flat_drawing.js";
import { ballOf, bodyOf, lightness, outerFaces, shade, turned } from "./solid_drawing.js";

const SIDE = { yaw: 0.5, pitch: 0.62 };

/** The position of a point in the picture, and its distance from the viewer.
 *  @param {Vector} point
 *  @returns {{ at: Point, near: number }} */
function drawn(point) {
  const [right, near, up] = turned(point, SIDE);
  return { at: [right, -up], near };
}

/** The visible faces from back to front; of balls the squares around them, with their radius.
 *  @param {Api.LatticeView} lattice
 *  @param {Cell[]} cells
 *  @returns {{ cell: Cell, corners: Point[], light: number, radius?: number }[]} */
function seen(lattice, cells) {
  if (lattice.round) {
    return cells.map((cell) => ({ cell, ...ballOf(lattice, cell) })).sort((a, b) => drawn(a.middle).near - drawn(b.middle).near).map(({ cell, middle, radius }) => {
      const [x, y] = drawn(middle).at;
      return { cell, radius, light: 0.86, corners: [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([dx, dy]) => /** @type {Point} */ ([x + dx * radius, y + dy * radius])) };
    });
  }
  return outerFaces(lattice, cells).filter(({ normal }) => turned(normal, SIDE)[1] > 1e-6)
    .sort((a, b) => drawn(a.inside).near - drawn(b.inside).near)
    .map(({ cell, normal, corners }) => ({ cell, light: lightness(turned(normal, SIDE)), corners: corners.map((corner) => drawn(corner).at) }));
}

/** A face, or for a radius the disc in the middle of these corners.
 *  @param {Point[]} corners
 *  @param {number | undefined} radius
 *  @param {Attributes} looks */
function shape(corners, radius, looks) {
  if (!radius) return s("path", { d: path(corners), ...looks });
  const [cx, cy] = [0, 1].map((i) => (corners[0][i] + corners[2][i]) / 2);
  return s("circle", { cx, cy, r: radius, ...looks });
}

const MARGIN = 0.08;

/** Several pieces as they lie together, each in its own colour.
 *  @param {Api.LatticeView} lattice
 *  @param {{ cells: Cell[], fill: string }[]} parts
 *  @returns {SVGSVGElement} */
export function solidPicture(lattice, parts) {
  const fills = new Map(parts.flatMap(({ cells, fill }) => cells.map((cell) => [key(cell), fill])));
  const faces = seen(lattice, parts.flatMap(({ cells }) => cells));
  const [x, y, width, height] = frame(faces.map(({ corners }) => corners), MARGIN), side = Math.max(width, height);
  return s("svg", { viewBox: `${x - (side - width) / 2} ${y - (side - height) / 2} ${side} ${side}`, class: "board cubes", "aria-hidden": "true" },
    faces.map(({ cell, corners, light, radius }) => shape(corners, radius, { class: "face", fill: shade(fills.get(key(cell)) ?? "#999999", light) })));
}

/** The side of the square around a picture of a piece.
 *  @param {Api.LatticeView} lattice
 *  @param {Cell[]} cells
 *  @returns {number} */
export function solidIconSide(lattice, cells) {
  const outlines = cells.flatMap((cell) => {
    if (!lattice.round) return bodyOf(lattice, cell).faces.map((face) => face.map((corner) => drawn(corner).at));
    const { middle, radius } = ballOf(lattice, cell), [x, y] = drawn(middle).at;
    return [/** @type {Point[]} */ ([[x - radius, y - radius], [x + radius, y + radius]])];
  });
  const [, , width, height] = frame(outlines, MARGIN);
  return Math.max(width, height);
}

/** A piece in a square with this `side`, by default of at least three cells; with `scale` (pixels per cell) the picture has its
 *  natural size and a `grip`.
 *  @param {Api.LatticeView} lattice
 *  @param {Cell[]} cells
 *  @param {Look} look
 *  @param {{ scale?: number, grip?: number, marks?: Marks, side?: number }} [options]
 *  @returns {DraggedPicture} */
export function solidIcon(lattice, cells, look, { scale = 0, grip = 0, marks = new Map(), side: own = 0 } = {}) {
  const faces = seen(lattice, cells);
  const [x, y, width, height] = frame(faces.map(({ corners }) => corners), MARGIN);
  const side = scale ? 0 : own || Math.max(width, height, 3);
  const [wide, tall] = [Math.max(width, side), Math.max(height, side)];
  const [left, top] = [x - (wide - width) / 2, y - (tall - height) / 2];
  const picture = Object.assign(s("svg", { viewBox: `${left} ${top} ${wide} ${tall}`, class: "board cubes", "aria-hidden": "true" }, patterns([look]),
    faces.flatMap(({ cell, corners, light, radius }) => [
      shape(corners, radius, { class: "face", fill: shade(look.fill, light) }),
      look.pattern === "plain" ? null : shape(corners, radius, { class: "pattern", fill: `url(#${look.pattern}-${look.mark.slice(1)})` }),
      radius ? shape(corners.map(([u, v]) => [u + radius * 0.12, v - radius * 0.16]), radius * 0.55, { fill: look.fill, "fill-opacity": 0.7 }) : null,
      ...markShapes(corners, marks.get(key(cell))),
    ])), { grip: /** @type {Point} */ ([0, 0]) });
  if (scale) {
    picture.style.width = `${wide * scale}px`;
    picture.style.height = `${tall * scale}px`;
    const { at } = drawn(bodyOf(lattice, cells[grip]).middle);
    picture.grip = [(at[0] - left) * scale, (at[1] - top) * scale];
  }
  return picture;
}
