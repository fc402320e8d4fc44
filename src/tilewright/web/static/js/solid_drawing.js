// The geometry of puzzles in space: the lattice of a PuzzleView has the faces of its cells, and those between cells of one piece
// are left out. solid_painter.js paints them.
import { key, marksOfPiece } from "./cells.js";
import { sameClass } from "./flat_drawing.js";

/** @typedef {{ yaw: number, pitch: number }} Turn in radians */

/** An outer face of a cell.
 *  @typedef {{ cell: Cell, corners: Vector[], normal: Vector, inside: Vector }} OuterFace */

/** A face of a body; `soft` says of each side whether the cell behind it has a face in the same plane; a patch lies on a face.
 *  @typedef {Omit<OuterFace, "cell"> & { fill?: string, soft?: boolean[], isPatch?: boolean }} Face */

/** @typedef {{ middle: Vector, radius: number }} Bounds */

/** @typedef {Bounds & { fill: string }} Ball */

/** Something to be painted; `pull` is how far it moves when all is pulled apart, default: away from the middle.
 *  @typedef {Bounds & { faces: Face[], balls: Ball[], points: Vector[], isWall?: boolean, pull?: Vector }} Body */

/** @typedef {Bounds & { bodies: Body[] }} Scene */

/** What of a PuzzleView is needed in space.
 *  @typedef {object} SolidView
 *  @property {Api.LatticeView} lattice
 *  @property {Api.PieceView[]} pieces
 *  @property {Api.CellView[]} [cells]
 *  @property {Api.ColourView[]} [colours]
 *  @property {Api.PuzzleView["colour_pairs"]} [colour_pairs] */

/** @type {Vector} */
export const LIGHT = [0.36, 0.48, 0.8];

/** @param {number[]} values */
const least = (values) => values.reduce((a, b) => Math.min(a, b));
/** @param {number[]} values */
const greatest = (values) => values.reduce((a, b) => Math.max(a, b));
/** @param {Vector} a
 *  @param {Vector} b */
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** @param {Vector[]} points
 *  @returns {Vector} */
const mean = (points) => [0, 1, 2].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
/** @param {Vector} a
 *  @param {Vector} b
 *  @returns {Vector} */
const minus = (a, b) => a.map((value, i) => value - b[i]);

/** The unit vector at right angles to a face, away from a point inside.
 *  @param {Vector[]} corners
 *  @param {Vector} inside
 *  @returns {Vector} */
function normalOf(corners, inside) {
  const [[a, b, c], [d, e, f]] = [minus(corners[1], corners[0]), minus(corners[2], corners[0])];
  const across = [b * f - c * e, c * d - a * f, a * e - b * d];
  const length = Math.hypot(...across) * Math.sign(dot(across, minus(corners[0], inside)));
  return across.map((value) => value / length);
}

/** @type {WeakMap<Vector[][], Vector>} */
const middles = new WeakMap();

/** The mean of the different corners of a body; kept, as shapes have many cells of few classes.
 *  @param {Vector[][]} faces
 *  @returns {Vector} */
function middleOf(faces) {
  let middle = middles.get(faces);
  if (!middle) {
    middle = mean([...new Map(faces.flat().map((corner) => [corner.map((value) => value.toFixed(4)).join(), corner])).values()]);
    middles.set(faces, middle);
  }
  return middle;
}

/** The faces of a cell in space, and its middle: those of its class, moved.
 *  @param {Api.LatticeView} lattice
 *  @param {Cell} cell
 *  @returns {{ faces: Vector[][], middle: Vector }} */
export function bodyOf(lattice, cell) {
  for (const { cell: start, faces } of lattice.bodies) {
    const shift = minus(cell, start);
    if (!sameClass(lattice, shift)) continue;
    const by = [0, 1, 2].map((i) => shift.reduce((sum, value, axis) => sum + value * lattice.space[axis][i], 0));
    const placed = faces.map((face) => face.map((corner) => corner.map((value, i) => value + by[i])));
    return { faces: placed, middle: middleOf(faces).map((value, i) => value + by[i]) };
  }
  throw new Error(`no class for the cell ${cell}`);
}

/** The outer faces of cells; `inside` is the middle of the cell.
 *  @param {Api.LatticeView} lattice
 *  @param {Cell[]} cells
 *  @returns {OuterFace[]} */
export function outerFaces(lattice, cells) {
  const taken = new Set(cells.map(key)), steps = neighboursOf(lattice);
  return cells.flatMap((cell) => {
    const number = classOf(lattice, cell), isOuter = steps[number].map((shift) => !shift || !taken.has(key(cell.map((value, i) => value + shift[i]))));
    if (!isOuter.includes(true)) return [];
    const { faces, middle } = bodyOf(lattice, cell);
    return faces.flatMap((corners, i) => (isOuter[i] ? [{ cell, corners, normal: normalOf(corners, middle), inside: middle }] : []));
  });
}

const REACH = [-3, -2, -1, 0, 1, 2, 3]; // along each coordinate, within which the neighbours of a cell are

/** @type {WeakMap<Api.LatticeView["bodies"], (Cell | null)[][]>} */
const neighbours = new WeakMap();

/** For the cells of each class the steps to the cells behind their faces; null where no cell has the same face.
 *  @param {Api.LatticeView} lattice
 *  @returns {(Cell | null)[][]} */
function neighboursOf(lattice) {
  const { bodies } = lattice;
  /** @param {Vector[]} corners */
  const nameOf = (corners) => corners.map((corner) => corner.map((value) => Math.round(value * 4096)).join()).sort().join(" ");
  const steps = neighbours.get(bodies) ?? bodies.map(({ cell: start, faces }) => {
    const around = REACH.flatMap((x) => REACH.flatMap((y) => REACH.map((z) => [x, y, z]))).filter((step) => step.some(Boolean) && classOf(lattice, start.map((value, i) => value + step[i])) >= 0);
    const behind = new Map(around.flatMap((step) => bodyOf(lattice, start.map((value, i) => value + step[i])).faces.map((corners) => /** @type {const} */ ([nameOf(corners), step]))));
    return faces.map((corners) => behind.get(nameOf(corners)) ?? null);
  });
  neighbours.set(bodies, steps);
  return steps;
}

/** The number of the class of a cell; -1: there is no such cell.
 *  @param {Api.LatticeView} lattice
 *  @param {Cell} cell */
const classOf = (lattice, cell) => lattice.bodies.findIndex(({ cell: start }) => sameClass(lattice, minus(cell, start)));

const PULLED_APART = 1.6; // how many times as far from the middle pieces are at the end of the slider

/** Bodies from a PuzzleView and placements, which may have a `fill` of their own, to be painted. With `walls` the first body is the
 *  board, of which the far side is painted.
 *  @param {SolidView} view
 *  @param {{ piece?: string, cells: Cell[], fill?: string }[]} placements
 *  @param {{ walls?: boolean }} [options]
 *  @returns {Scene} */
export function solidScene(view, placements, { walls = false } = {}) {
  const looks = new Map(view.pieces.map((piece) => [piece.name, piece]));
  const bodies = placements.map(({ piece, cells, fill }) => bodyOfPiece(view, looks.get(piece ?? ""), cells, fill));
  if (walls) bodies.unshift({ ...withBounds({ faces: outerFaces(view.lattice, (view.cells ?? []).map((cell) => cell.at)), balls: [] }), isWall: true });
  return { bodies, ...boundsOf(bodies.flatMap((body) => body.points)) };
}

/** @param {SolidView} view
 *  @param {Api.PieceView | undefined} look
 *  @param {Cell[]} cells
 *  @param {string} [fill] */
function bodyOfPiece(view, look, cells, fill = look?.fill ?? "#999999") {
  if (view.lattice.round) {
    return withBounds({ faces: [], balls: cells.map((cell) => ({ ...ballOf(view.lattice, cell), fill })) });
  }
  const { cells: board = [], colours = [], colour_pairs = null } = view;
  const marks = look ? marksOfPiece({ cells: board, colours, colour_pairs, surface: null }, look, cells) : new Map();
  const faces = outerFaces(view.lattice, cells), soft = softSides(faces);
  return withBounds({ balls: [], faces: faces.flatMap((face, i) => {
    const ground = marks.get(key(face.cell))?.ground;
    return [{ ...face, fill, soft: soft[i] }, ...(ground ? [{ ...face, corners: patch(face), fill: ground, isPatch: true }] : [])];
  }) });
}

/** A cell as a ball that touches its neighbours.
 *  @param {Api.LatticeView} lattice
 *  @param {Cell} cell
 *  @returns {Bounds} */
export function ballOf(lattice, cell) {
  const { faces: [face], middle } = bodyOf(lattice, cell);
  return { middle, radius: Math.abs(dot(minus(face[0], middle), normalOf(face, middle))) };
}

/** The corners of a patch in the middle of a face, a little above it.
 *  @param {Face} face */
function patch({ corners, normal }) {
  const middle = mean(corners);
  return corners.map((corner) => corner.map((value, i) => middle[i] + (value - middle[i]) * 0.6 + normal[i] * 0.004));
}

/** For each side of each face, whether a face in the same plane joins it.
 *  @param {OuterFace[]} faces */
function softSides(faces) {
  /** @param {Vector} a
   *  @param {Vector} b */
  const name = (a, b) => [a, b].map((corner) => corner.map((value) => Math.round(value * 4096)).join()).sort().join(" ");
  const sides = faces.map(({ corners }) => corners.map((corner, i) => name(corner, corners[(i + 1) % corners.length])));
  /** @type {Map<string, Vector[]>} */
  const normals = new Map();
  faces.forEach(({ normal }, i) => sides[i].forEach((side) => normals.set(side, [...(normals.get(side) ?? []), normal])));
  return faces.map(({ normal }, i) => sides[i].map((side) => (normals.get(side) ?? []).filter((other) => dot(other, normal) > 0.999).length > 1));
}

/** @param {Pick<Body, "faces" | "balls">} body */
const pointsOf = ({ faces, balls }) => [
  ...faces.flatMap((face) => face.corners),
  ...balls.flatMap(({ middle, radius }) => [-radius, radius].map((by) => middle.map((value) => value + by)))];

/** The middle of the box around points, and the radius of the ball around them.
 *  @param {Vector[]} points
 *  @returns {Bounds} */
function boundsOf(points) {
  const middle = [0, 1, 2].map((i) => (points.length ? (least(points.map((p) => p[i])) + greatest(points.map((p) => p[i]))) / 2 : 0));
  return { middle, radius: points.reduce((radius, point) => Math.max(radius, Math.hypot(...minus(point, middle))), 0) };
}

/** @param {Pick<Body, "faces" | "balls">} body
 *  @returns {Body} */
const withBounds = (body) => { const points = pointsOf(body); return { ...body, points, ...boundsOf(points) }; };

/** How far a body is from its place when the pieces are pulled apart, as its `pull` says, else away from the middle; `apart` is 0
 *  to 1.
 *  @param {Scene} scene
 *  @param {Body} body
 *  @param {number} apart
 *  @returns {Vector} */
export const pulled = (scene, { isWall, pull, middle }, apart) => (
  isWall ? [0, 0, 0] : pull ? pull.map((value) => value * apart) : middle.map((value, i) => (value - scene.middle[i]) * apart * PULLED_APART));

/** A rotation as a unit quaternion: a vector, then a number.
 *  @typedef {number[]} Spin */

/** Where a body is: rotated about 0, then moved.
 *  @typedef {{ at: Vector, spin: Spin }} Place */

/** @type {Spin} */
export const NO_SPIN = [0, 0, 0, 1];

/** A vector after a rotation.
 *  @param {Vector} vector
 *  @param {Spin} spin
 *  @returns {Vector} */
export function spun([x, y, z], [a, b, c, w]) {
  const [u, v, t] = [b * z - c * y + w * x, c * x - a * z + w * y, a * y - b * x + w * z];
  return [x + 2 * (b * t - c * v), y + 2 * (c * u - a * t), z + 2 * (a * v - b * u)];
}

/** The distance from the middle of a scene within which everything is that is shown, with bodies in these places.
 *  @param {Scene} scene
 *  @param {number} apart
 *  @param {Place[]} [places]
 *  @returns {number} */
export const reachOf = (scene, apart, places = []) => scene.bodies.reduce((reach, body, number) => {
  const { at, spin } = places[number] ?? { at: [0, 0, 0], spin: NO_SPIN };
  const by = pulled(scene, body, apart).map((value, i) => value + at[i] - scene.middle[i]);
  return body.points.reduce((most, point) => Math.max(most, Math.hypot(...spun(point, spin).map((value, i) => value + by[i]))), reach);
}, 0);

/** A point as it is seen: to the right, towards the viewer, up.
 *  @param {Vector} point
 *  @param {Turn} turn
 *  @returns {Vector} */
export function turned([x, y, z], { yaw, pitch }) {
  const [a, b] = [Math.cos(yaw), Math.sin(yaw)], [c, d] = [Math.cos(pitch), Math.sin(pitch)];
  const [u, v] = [a * x - b * y, b * x + a * y];
  return [u, c * v + d * z, c * z - d * v]; // right, towards the viewer, up
}

/** A colour in some light.
 *  @param {string} fill such as "#51b0e8"
 *  @param {number} light 0 to 1
 *  @returns {string} */
export function shade(fill, light) {
  const channels = [1, 3, 5].map((i) => Math.round(parseInt(fill.slice(i, i + 2), 16) * light));
  return `rgb(${channels.join(" ")})`;
}

/** The brightness of a face with this normal after turning.
 *  @param {Vector} normal
 *  @returns {number} */
export const lightness = (normal) => 0.62 + 0.38 * Math.max(0, dot(normal, LIGHT));
