// Boards and pieces as SVG on any flat lattice, from a PuzzleView of the API.
import { key, marksOfPiece, marksOn } from "./cells.js";
import { s } from "./elements.js";
import { t } from "./messages.js";

/** The corners of a cell: the outline of its class, moved; or what the lattice itself computes (layers.js).
 *  @param {Lattice} lattice
 *  @param {Cell} cell
 *  @returns {Point[]} */
export function outline(lattice, cell) {
  if (lattice.outline) return lattice.outline(cell);
  for (const [start, corners] of lattice.classes) {
    const shift = cell.map((value, i) => value - start[i]);
    if (!sameClass(lattice, shift)) continue;
    const [dx, dy] = moved(lattice, shift);
    return corners.map(([x, y]) => [x + dx, y + dy]);
  }
  throw new Error(`no class for the cell ${cell}`);
}

/** Whether a shift is a translation of the lattice; that depends on its coordinates modulo a number only.
 *  @param {Pick<Api.LatticeView, "translations" | "modulus">} lattice
 *  @param {Cell} shift
 *  @returns {boolean} */
export function sameClass(lattice, shift) {
  return !lattice.translations || lattice.translations.some((one) => one.every((value, i) => (shift[i] - value) % lattice.modulus === 0));
}

/** A translation of cells as a vector of the plane.
 *  @param {Lattice} lattice
 *  @param {Cell} shift
 *  @returns {Point} */
export function moved(lattice, shift) {
  let x = 0, y = 0;
  shift.forEach((value, i) => { x += value * lattice.basis[i][0]; y += value * lattice.basis[i][1]; });
  return [x, y];
}

/** A closed line through points as path data.
 *  @param {Point[]} corners
 *  @returns {string} */
export const path = (corners) => `M${corners.map(([x, y]) => `${round(x)} ${round(y)}`).join("L")}Z`;
/** @param {number} value */
const round = (value) => Math.round(value * 1000) / 1000;

/** The bounding box of outlines: [left, top, width, height], with a margin.
 *  @param {Point[][]} outlines
 *  @param {number} [margin]
 *  @returns {[number, number, number, number]} */
export function frame(outlines, margin = 0.15) {
  const xs = outlines.flat().map(([x]) => x), ys = outlines.flat().map(([, y]) => y);
  const left = Math.min(...xs) - margin, top = Math.min(...ys) - margin;
  return [left, top, Math.max(...xs) + margin - left, Math.max(...ys) + margin - top];
}

/** The sides of a piece that no two of its cells share: [from, to, the cell's outline].
 *  @param {Point[][]} outlines
 *  @returns {[Point, Point, Point[]][]} */
function borderSides(outlines) {
  const sides = new Map();
  /** @param {Point} point */
  const at = ([x, y]) => `${Math.round(x * 4096)},${Math.round(y * 4096)}`;
  for (const corners of outlines) {
    corners.forEach((a, i) => {
      const b = corners[(i + 1) % corners.length];
      const [ab, ba] = [`${at(a)} ${at(b)}`, `${at(b)} ${at(a)}`];
      if (sides.has(ba)) sides.delete(ba);
      else if (sides.has(ab)) sides.delete(ab);
      else sides.set(ab, [a, b, corners]);
    });
  }
  return [...sides.values()];
}

/** @type {(from: Point, to: Point) => string} */
const line = ([x, y], [u, v]) => `M${round(x)} ${round(y)}L${round(u)} ${round(v)}`;

/** The border of a piece as path data: the sides that no two of its cells share.
 *  @param {Point[][]} outlines
 *  @returns {string} */
export const border = (outlines) => borderSides(outlines).map(([a, b]) => line(a, b)).join("");

const RIM = 0.037, BEVEL = 0.08; // of a piece: half of its outline, and the width of the bevel inside
const LIGHT = [-0.45, -0.89]; // where the light comes from

/** The bevel along the border of a piece as path data, {light, shadow}: where light falls on a raised piece, and where not.
 *  @param {Point[][]} outlines */
function bevel(outlines) {
  const parts = { light: "", shadow: "" };
  const sides = borderSides(outlines).map(([a, b, corners]) => {
    const along = [b[0] - a[0], b[1] - a[1]], length = Math.hypot(...along), way = along.map((value) => value / length);
    const [x, y] = corners.reduce(([u, v], [p, q]) => [u + p / corners.length, v + q / corners.length], [0, 0]);
    const side = (x - a[0]) * -way[1] + (y - a[1]) * way[0] > 0 ? 1 : -1;
    return { a, b, way, inward: [-way[1] * side, way[0] * side] };
  });
  /** @type {(a: number[], b: number[]) => number} */
  const dot = (one, other) => one[0] * other[0] + one[1] * other[1];
  /** @type {(a: number[], b: number[]) => boolean} */
  const isSame = ([x, y], [u, v]) => Math.hypot(x - u, y - v) < 1e-3;
  /** How far a line at a distance of 1 from a side ends before the corner: the cotangent of half the angle inside.
   *  @type {(side: (typeof sides)[number], point: Point, away: number[]) => number} */
  const mitre = (side, point, away) => {
    const next = sides.find((other) => other !== side && (isSame(other.a, point) || isSame(other.b, point)));
    if (!next) return 0;
    const on = isSame(next.a, point) ? next.way : next.way.map((value) => -value), turn = dot(on, side.inward);
    if (Math.abs(turn) < 1e-6) return 0;
    const angle = Math.acos(Math.max(-1, Math.min(1, dot(on, away))));
    return 1 / Math.tan((turn > 0 ? angle : 2 * Math.PI - angle) / 2);
  };
  for (const side of sides) {
    const { a, b, way, inward } = side, back = way.map((value) => -value);
    const starts = mitre(side, a, way), ends = mitre(side, b, back);
    /** @type {(point: Point, ahead: number[], cut: number, inset: number) => Point} */
    const corner = ([x, y], ahead, cut, inset) => [x + inward[0] * inset + ahead[0] * cut * inset, y + inward[1] * inset + ahead[1] * cut * inset];
    const strip = [corner(a, way, starts, RIM), corner(b, back, ends, RIM), corner(b, back, ends, RIM + BEVEL), corner(a, way, starts, RIM + BEVEL)];
    parts[dot(inward, LIGHT) < -1e-6 ? "light" : "shadow"] += path(strip);
  }
  return parts;
}

/** A piece on cells, as a group; `look` is a PieceView. Patterns distinguish pieces without colours. `marks` are what is
 *  written on its cells (see cells.js), instead of a label.
 *  @param {Lattice} lattice
 *  @param {Cell[]} cells
 *  @param {Look} look
 *  @param {{ label?: string, marks?: Marks }} [options] */
export function pieceShape(lattice, cells, look, { label = "", marks = new Map() } = {}) {
  const outlines = cells.map((cell) => outline(lattice, cell));
  const covered = lattice.can_cross ? [...outlines, ...joints(lattice, cells)] : outlines;
  const shape = covered.map(path).join("");
  const group = s("g", { class: "piece" });
  group.append(s("path", { d: shape, fill: look.fill, stroke: look.fill, "stroke-width": 0.02 }));
  if (look.pattern !== "plain") group.append(s("path", { d: shape, fill: `url(#${patternName(look)})` }));
  const { light, shadow } = bevel(covered);
  group.append(
    s("path", { class: "shine", d: light, fill: "#ffffff", "fill-opacity": 0.42 }),
    s("path", { class: "shade", d: shadow, fill: "#000000", "fill-opacity": 0.24 }),
    s("path", { class: "outline", d: border(covered) }));
  const marked = cells.flatMap((cell, i) => markShapes(outlines[i], marks.get(key(cell)), look.ink));
  group.append(...marked);
  if (label && !marked.length) {
    const [x, y] = middle(outlines);
    group.append(s("text", {
      x, y, fill: look.ink, "font-size": labelSize(outlines[0]) * (label.length > 2 ? 0.74 : 1), "text-anchor": "middle", "dominant-baseline": "central",
    }, label));
  }
  return group;
}

/** What is written on a cell with these corners, on a patch of its colour if it has one. `ink` is for a mark without.
 *  @param {Point[]} corners
 *  @param {Mark | undefined} mark
 *  @param {string | null} [ink]
 *  @returns {SVGElement[]} */
export function markShapes(corners, mark, ink = null) {
  if (!mark) return [];
  const [x, y] = middle([corners]), size = labelSize(corners) * (mark.text.length > 1 ? 0.82 : 1);
  const patch = corners.map(([u, v]) => /** @type {Point} */ ([x + (u - x) * 0.68, y + (v - y) * 0.68]));
  return [
    ...(mark.ground ? [s("path", { class: "patch", d: path(patch), fill: mark.ground })] : []),
    ...markTexts([x, y], size, mark, ink),
  ];
}

/** The texts of a mark in the middle of a cell; its cost is below its colour.
 *  @param {Point} middle
 *  @param {number} size
 *  @param {Mark} mark
 *  @param {string | null} [ink] */
function markTexts([x, y], size, { text, cost, ink: own }, ink = null) {
  /** @param {number} dy
   *  @param {number} scale
   *  @param {string | number} words */
  const at = (dy, scale, words) => s("text", {
    class: `cell-mark${(own ?? ink) ? "" : " bare"}`, x, y: y + dy * size, fill: own ?? ink, "font-size": size * scale, "text-anchor": "middle", "dominant-baseline": "central", "aria-hidden": "true",
  }, words);
  return cost ? [at(-0.28, 0.85, text), at(0.5, 0.6, cost)] : [at(0, 1, text)];
}

/** The size of a label that fits into a cell.
 *  @param {Point[]} corners */
function labelSize(corners) {
  const doubled = corners.reduce((sum, [x, y], i) => { const [u, v] = corners[(i + 1) % corners.length]; return sum + x * v - u * y; }, 0);
  return Math.min(0.46, 0.5 * Math.sqrt(Math.abs(doubled) / 2));
}

/** The triangles that join the sticks of a piece where it passes a vertex straight.
 *  @param {Lattice} lattice
 *  @param {Cell[]} cells
 *  @returns {Point[][]} */
function joints(lattice, cells) {
  const held = new Set(cells.map(key));
  const [[start], [along]] = [lattice.classes[0][1], lattice.classes[0][1].slice(1)];
  const wide = Math.abs(along[1] - start[1]); // half the width of a stick
  const vertices = new Map(cells.flatMap(([x, y]) => (x % 2 ? [[x - 1, y], [x + 1, y]] : [[x, y - 1], [x, y + 1]])).map((at) => [key(at), at]));
  return [...vertices.values()].flatMap(([x, y]) => {
    /** @param {Cell} way */
    const there = ([dx, dy]) => held.has(key([x + dx, y + dy]));
    if (![[1, 0], [0, 1]].some(([dx, dy]) => there([dx, dy]) && there([-dx, -dy]))) return [];
    return [[1, 0], [0, 1], [-1, 0], [0, -1]].filter((way) => !there(way)).map(([dx, dy]) => /** @type {Point[]} */ ([
      [x / 2, y / 2], [x / 2 + (dx + dy) * wide, y / 2 + (dy - dx) * wide], [x / 2 + (dx - dy) * wide, y / 2 + (dy + dx) * wide]]));
  });
}

const ICON_MARGIN = 0.12;

/** The side of the square around a piece.
 *  @param {Lattice} lattice
 *  @param {Cell[]} cells
 *  @returns {number} */
export function iconSide(lattice, cells) {
  const [, , width, height] = frame(cells.map((cell) => outline(lattice, cell)), ICON_MARGIN);
  return Math.max(width, height);
}

/** A small picture of a piece, in a square with this side, by default of at least three cells.
 *  @param {Lattice} lattice
 *  @param {Cell[]} cells
 *  @param {Look} look
 *  @param {{ label?: string, marks?: Marks, side?: number }} [options] */
export function pieceIcon(lattice, cells, look, { label = "", marks, side = Math.max(3, iconSide(lattice, cells)) } = {}) {
  const [x, y, width, height] = frame(cells.map((cell) => outline(lattice, cell)), ICON_MARGIN);
  return s("svg", { viewBox: `${x - (side - width) / 2} ${y - (side - height) / 2} ${side} ${side}`, class: "board", "aria-hidden": "true" },
    patterns([look]), pieceShape(lattice, cells, look, { label, marks }));
}

/** The middle of the cell that is nearest to the middle of all.
 *  @param {Point[][]} outlines
 *  @returns {Point} */
function middle(outlines) {
  const centres = outlines.map((corners) => /** @type {Point} */ ([
    corners.reduce((sum, [x]) => sum + x, 0) / corners.length, corners.reduce((sum, [, y]) => sum + y, 0) / corners.length]));
  const x = centres.reduce((sum, c) => sum + c[0], 0) / centres.length, y = centres.reduce((sum, c) => sum + c[1], 0) / centres.length;
  return centres.reduce((best, c) => (Math.hypot(c[0] - x, c[1] - y) < Math.hypot(best[0] - x, best[1] - y) - 1e-6 ? c : best));
}

/** @param {Look} look */
const patternName = (look) => `${look.pattern}-${look.mark.slice(1)}`;

/** The <defs> with the patterns of pieces.
 *  @param {Look[]} pieces */
export function patterns(pieces) {
  const made = new Map();
  for (const look of pieces) if (look.pattern !== "plain") made.set(patternName(look), pattern(look));
  return s("defs", {}, [...made.values()]);
}

/** @type {Record<string, string[]>} */
const LINES = { hatch: ["M0 .3L.3 0"], backhatch: ["M0 0L.3 .3"], cross: ["M0 .3L.3 0", "M0 0L.3 .3"] };

/** @param {Look} look */
function pattern(look) {
  const marks = look.pattern === "dots"
    ? [s("circle", { cx: 0.15, cy: 0.15, r: 0.06, fill: look.mark })]
    : LINES[look.pattern].map((d) => s("path", { d, stroke: look.mark, "stroke-width": 0.05, fill: "none" }));
  return s("pattern", { id: patternName(look), width: 0.3, height: 0.3, patternUnits: "userSpaceOnUse" }, marks);
}

/** The empty board of a PuzzleView as SVG: cells have data-cell; `extra` are groups on top of it.
 *  @param {View} view
 *  @param {{ label?: string, extra?: SVGElement[] }} [options] */
export function boardPicture(view, { label = "", extra = [] } = {}) {
  const labels = view.labels ?? []; // a view of layers has none
  const arrows = view.surface?.arrows ?? [];
  const [x, y, width, height] = frame([...[...view.cells, ...labels].map((cell) => cell.outline), ...arrows]);
  const cells = view.cells.map((cell) => s("path", {
    class: `cell${cell.colour ? "" : " plain"}${cell.optional ? " optional" : ""}`,
    d: path(cell.outline), "data-cell": key(cell.at), fill: cell.colour ? cell.ground : null,
  }));
  const marks = marksOn(view, view.cells.map((cell) => cell.at));
  const marked = view.cells.flatMap(({ at, outline: corners }) => {
    const mark = marks.get(key(at));
    return mark ? markTexts(middle([corners]), labelSize(corners), mark) : [];
  });
  return s("svg", { class: "board", viewBox: `${x} ${y} ${width} ${height}`, role: "img", "aria-label": label || view.title || t("common.board") },
    patterns(view.pieces), s("g", { class: "cells" }, cells), s("g", { class: "cell-marks" }, marked), s("g", { class: "labels" }, labels.map((one) => labelText(one, view))), s("path", { class: "edge", d: border(view.cells.map((cell) => cell.outline)) }), arrows.map((arrow) => s("polyline", { class: "join", points: arrow.map((point) => point.map(round).join(",")).join(" ") })), extra);
}

/** A word on a cell; one whose cell is left free stands out.
 *  @param {Api.LabelView} label
 *  @param {View} view */
function labelText({ at, outline: corners, text: words }, view) {
  const [x, y] = middle([corners]), isFree = view.cells.every((cell) => key(cell.at) !== key(at));
  return s("text", {
    class: `cell-label${isFree ? " free" : ""}`, x, y, "font-size": labelSize(corners) * (words.length > 2 ? 0.72 : 0.85), "text-anchor": "middle", "dominant-baseline": "central",
  }, words);
}

/** The name of a piece where it is short enough to be written on it.
 *  @param {{ name: string }} piece
 *  @returns {string} */
export const shortName = ({ name }) => (name.length <= 3 ? name : "");

/** The placements of a solution, as groups; labelOf(piece) is written on each.
 *  @param {View} view
 *  @param {Api.PlacementModel[]} placements
 *  @param {(piece: Api.PieceView) => string} [labelOf] */
export function placementShapes(view, placements, labelOf = () => "") {
  const looks = new Map(view.pieces.map((piece) => [piece.name, piece]));
  return placements.map(({ piece, cells }) => {
    const look = /** @type {Api.PieceView} */ (looks.get(piece));
    return pieceShape(view.lattice, cells, look, { label: labelOf(look), marks: marksOfPiece(view, look, cells) });
  });
}

/** A solution on its board; labelOf(piece) is written on each piece.
 *  @param {View} view
 *  @param {Api.PlacementModel[]} placements
 *  @param {number} number
 *  @param {(piece: Api.PieceView) => string} [labelOf] */
export function solutionPicture(view, placements, number, labelOf) {
  return boardPicture(view, { label: t("common.solution", { n: number }), extra: [s("g", {}, placementShapes(view, placements, labelOf))] });
}
