// Puzzles of cubes on a canvas: it is turned by dragging, and a slider pulls the pieces apart. Cells are unit cubes; faces
// between cubes of one piece are left out, the others are painted from back to front.
import { key, marksOfPiece } from "./cells.js";
import { ARROWS, h } from "./elements.js";
import { t } from "./messages.js";

export const FACES = [
  { normal: [1, 0, 0], corners: [[1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]] },
  { normal: [-1, 0, 0], corners: [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]] },
  { normal: [0, 1, 0], corners: [[0, 1, 0], [0, 1, 1], [1, 1, 1], [1, 1, 0]] },
  { normal: [0, -1, 0], corners: [[0, 0, 0], [1, 0, 0], [1, 0, 1], [0, 0, 1]] },
  { normal: [0, 0, 1], corners: [[0, 0, 1], [1, 0, 1], [1, 1, 1], [0, 1, 1]] },
  { normal: [0, 0, -1], corners: [[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0]] },
];
const LIGHT = [0.36, 0.48, 0.8];

const least = (values) => values.reduce((a, b) => Math.min(a, b));
const greatest = (values) => values.reduce((a, b) => Math.max(a, b));
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The outer faces of placements: {corners, normal, fill, piece}, in space. */
export function facesOf(view, placements) {
  const looks = new Map(view.pieces.map((piece) => [piece.name, piece]));
  return placements.flatMap((placement, number) => {
    const held = new Set(placement.cells.map(key)), look = looks.get(placement.piece);
    const marks = look ? marksOfPiece(view, look, placement.cells) : new Map();
    const middle = [0, 1, 2].map((i) => placement.cells.reduce((sum, cell) => sum + cell[i] + 0.5, 0) / placement.cells.length);
    return placement.cells.flatMap((cell) => FACES
      .filter(({ normal }) => !held.has(key(cell.map((value, i) => value + normal[i]))))
      .map(({ normal, corners }) => ({
        normal, number, middle, fill: look?.fill ?? "#999999", mark: marks.get(key(cell))?.ground,
        corners: corners.map((corner) => corner.map((value, i) => value + cell[i])),
      })));
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

/** The walls of a box of cells: its outer faces seen from inside, behind the pieces. */
export function wallsOf(cells) {
  const held = new Set(cells.map(key));
  const middle = [0, 1, 2].map((i) => (least(cells.map((cell) => cell[i])) + greatest(cells.map((cell) => cell[i])) + 1) / 2);
  return cells.flatMap((cell) => FACES.filter(({ normal }) => !held.has(key(cell.map((value, i) => value + normal[i]))))
    .map(({ normal, corners }) => ({ normal, middle, wall: true, corners: corners.map((corner) => corner.map((value, i) => value + cell[i])) })));
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
  const placed = faces.map((face) => {
    const shift = face.middle.map((value, i) => (value - middle[i]) * apart * 1.6);
    return face.corners.map((corner) => turned(corner.map((value, i) => value - middle[i] + shift[i]), turn));
  });
  const reach = greatest(placed.flat().map((p) => Math.hypot(...p))) * 2.05;
  const scale = Math.min(width, height) / reach;
  const visible = faces.map((face, i) => ({ face, corners: placed[i], normal: turned(face.normal, turn) }))
    .filter(({ face, normal }) => (face.wall ? -normal[1] : normal[1]) > 1e-6);
  const depth = ({ corners }) => corners.reduce((sum, corner) => sum + corner[1], 0);
  visible.sort((a, b) => Boolean(b.face.wall) - Boolean(a.face.wall) || depth(a) - depth(b));
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
