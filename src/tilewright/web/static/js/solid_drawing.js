// Puzzles in space on a canvas: it is turned by dragging, and a slider pulls the pieces apart. The lattice of a PuzzleView has
// the faces of its cells; those between cells of one piece are left out, the others are painted from back to front.
import { key, marksOfPiece } from "./cells.js";
import { ARROWS, h } from "./elements.js";
import { sameClass } from "./flat_drawing.js";
import { t } from "./messages.js";

const LIGHT = [0.36, 0.48, 0.8];

const least = (values) => values.reduce((a, b) => Math.min(a, b));
const greatest = (values) => values.reduce((a, b) => Math.max(a, b));
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const mean = (points) => [0, 1, 2].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
const minus = (a, b) => a.map((value, i) => value - b[i]);

/** The unit vector at right angles to a face, away from a point inside. */
function normalOf(corners, inside) {
  const [[a, b, c], [d, e, f]] = [minus(corners[1], corners[0]), minus(corners[2], corners[0])];
  const across = [b * f - c * e, c * d - a * f, a * e - b * d];
  const length = Math.hypot(...across) * Math.sign(dot(across, minus(corners[0], inside)));
  return across.map((value) => value / length);
}

/** The faces of a cell in space, and its middle: those of its class, moved. */
export function bodyOf(lattice, cell) {
  for (const { cell: start, faces } of lattice.bodies) {
    const shift = minus(cell, start);
    if (!sameClass(lattice, shift)) continue;
    const by = [0, 1, 2].map((i) => shift.reduce((sum, value, axis) => sum + value * lattice.space[axis][i], 0));
    const placed = faces.map((face) => face.map((corner) => corner.map((value, i) => value + by[i])));
    const corners = new Map(placed.flat().map((corner) => [corner.map((value) => value.toFixed(4)).join(), corner]));
    return { faces: placed, middle: mean([...corners.values()]) };
  }
  throw new Error(`no class for the cell ${cell}`);
}

/** The outer faces of cells, {cell, corners, normal, inside}; `inside` is the middle of the cell. */
export function outerFaces(lattice, cells) {
  const held = new Map();
  for (const cell of cells) {
    const { faces, middle } = bodyOf(lattice, cell);
    for (const corners of faces) {
      const name = corners.map((corner) => corner.map((value) => Math.round(value * 4096)).join()).sort().join(" ");
      if (held.has(name)) held.set(name, null);
      else held.set(name, { cell, corners, normal: normalOf(corners, middle), inside: middle });
    }
  }
  return [...held.values()].filter(Boolean);
}

/** The outer faces of placements: {corners, normal, fill, piece}, in space. */
export function facesOf(view, placements) {
  const looks = new Map(view.pieces.map((piece) => [piece.name, piece]));
  return placements.flatMap((placement, number) => {
    const look = looks.get(placement.piece);
    const marks = look ? marksOfPiece(view, look, placement.cells) : new Map();
    const middle = mean(placement.cells.map((cell) => bodyOf(view.lattice, cell).middle));
    return outerFaces(view.lattice, placement.cells).map((face) => (
      { ...face, number, middle, fill: look?.fill ?? "#999999", mark: marks.get(key(face.cell))?.ground }));
  });
}

export function turned([x, y, z], { yaw, pitch }) {
  const [a, b] = [Math.cos(yaw), Math.sin(yaw)], [c, d] = [Math.cos(pitch), Math.sin(pitch)];
  const [u, v] = [a * x - b * y, b * x + a * y];
  return [u, c * v + d * z, c * z - d * v]; // right, towards the viewer, up
}

export function shade(fill, light) {
  const channels = [1, 3, 5].map((i) => Math.round(parseInt(fill.slice(i, i + 2), 16) * light));
  return `rgb(${channels.join(" ")})`;
}

/** The brightness of a face with this normal after turning. */
export const lightness = (normal) => 0.62 + 0.38 * Math.max(0, dot(normal, LIGHT));

/** The walls of the board: its outer faces seen from inside, behind the pieces. */
export function wallsOf(view) {
  const walls = outerFaces(view.lattice, view.cells.map((cell) => cell.at)), points = walls.flatMap((face) => face.corners);
  const middle = [0, 1, 2].map((i) => (least(points.map((p) => p[i])) + greatest(points.map((p) => p[i]))) / 2);
  return walls.map((face) => ({ ...face, middle, wall: true }));
}

/** Paint a solution; `turn` is {yaw, pitch} in radians, `apart` 0 to 1. */
export function paint(canvas, faces, turn, apart) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth || 200, canvas.clientHeight || 130];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext("2d");
  context.scale(ratio, ratio);
  context.lineJoin = "round";
  const points = faces.flatMap((face) => face.corners);
  const middle = [0, 1, 2].map((i) => (least(points.map((p) => p[i])) + greatest(points.map((p) => p[i]))) / 2);
  const place = (face, point) => turned(point.map((value, i) => value - middle[i] + (face.middle[i] - middle[i]) * apart * 1.6), turn);
  const placed = faces.map((face) => face.corners.map((corner) => place(face, corner)));
  const reach = greatest(placed.flat().map((p) => Math.hypot(...p))) * 2.05;
  const scale = Math.min(width, height) / reach;
  const visible = faces.map((face, i) => ({ face, corners: placed[i], normal: turned(face.normal, turn), depth: place(face, face.inside)[1] }))
    .filter(({ face, normal }) => (face.wall ? -normal[1] : normal[1]) > 1e-6);
  visible.sort((a, b) => Boolean(b.face.wall) - Boolean(a.face.wall) || a.depth - b.depth);
  for (const { face, corners, normal } of visible) {
    context.beginPath();
    corners.forEach(([x, , z], i) => context[i ? "lineTo" : "moveTo"](width / 2 + x * scale, height / 2 - z * scale));
    context.closePath();
    context.globalAlpha = face.wall ? 0.4 : face.alpha ?? 1;
    context.fillStyle = face.wall ? "rgb(140 145 155 / 25%)" : shade(face.fill, lightness(normal));
    context.fill();
    context.strokeStyle = face.wall ? "#8a909c" : "#20242a";
    context.lineWidth = Math.max(0.6, scale * 0.035);
    context.stroke();
    if (!face.mark) continue;
    const [x, z] = [0, 2].map((axis) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length);
    context.beginPath();
    corners.forEach(([u, , w], i) => context[i ? "lineTo" : "moveTo"](width / 2 + (x + (u - x) * 0.6) * scale, height / 2 - (z + (w - z) * 0.6) * scale));
    context.closePath();
    context.fillStyle = shade(face.mark, lightness(normal));
    context.fill();
  }
}

export const DEFAULT_VIEW = { yaw: 0.7, pitch: 0.5 };

/** A panel with a solution that can be turned and pulled apart; `show(faces)` replaces it. */
export function solidPanel(label = t("solve.solid_view")) {
  const canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": label });
  const slider = h("input", { type: "range", min: 0, max: 100, value: 0, "aria-label": t("solve.pull_apart") });
  const turn = { ...DEFAULT_VIEW };
  let faces = [], from = null;
  const again = () => { if (faces.length) paint(canvas, faces, turn, slider.value / 100); };
  canvas.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; canvas.setPointerCapture(event.pointerId); });
  canvas.addEventListener("pointermove", (event) => {
    if (!from) return;
    turn.yaw += (event.clientX - from[0]) * 0.01;
    turn.pitch = Math.max(-1.55, Math.min(1.55, turn.pitch + (event.clientY - from[1]) * 0.01));
    from = [event.clientX, event.clientY];
    again();
  });
  for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => { from = null; });
  canvas.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    turn.yaw += arrow[0] * 0.15;
    turn.pitch = Math.max(-1.55, Math.min(1.55, turn.pitch + arrow[1] * 0.15));
    again();
  });
  slider.addEventListener("input", again);
  new ResizeObserver(again).observe(canvas);
  const box = h("div", { class: "stack" }, canvas, h("label", { class: "field" }, t("solve.pull_apart"), slider));
  return { box, show(shown) { faces = shown; again(); } };
}
