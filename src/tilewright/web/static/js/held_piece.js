// The held piece of a player: its orientation, and where it would be placed.
import { coveringsOn, key, marksOfOrientation } from "./cells.js";
import { outline, sameClass } from "./flat_drawing.js";
import { taken } from "./surface.js";

/** The middle of an outline.
 *  @param {Point[]} corners
 *  @returns {Point} */
const centre = (corners) => [
  corners.reduce((sum, [x]) => sum + x, 0) / corners.length,
  corners.reduce((sum, [, y]) => sum + y, 0) / corners.length,
];

/** @param {Vector} a
 *  @param {Vector} b */
const apart = (a, b) => Math.hypot(...a.map((value, i) => value - b[i]));

export class HeldPiece {
  name = /** @type {string | null} */ (null);
  grip = 0; // the number of the cell by which it is held
  boardCells = /** @type {Set<string>} */ (new Set());
  centres = /** @type {[cell: Cell, centre: Point][]} */ ([]);

  /** @param {View} view */
  constructor(view) {
    this.orientations = new Map(view.pieces.map((piece) => [piece.name, 0]));
    this.view = view;
    this.setView(view);
  }

  /** Use another view of the same puzzle.
   *  @param {View} view */
  setView(view) {
    this.view = view;
    this.centres = view.cells.map((cell) => [cell.at, centre(cell.outline)]);
    this.boardCells = new Set(view.cells.map((cell) => key(cell.at)));
  }

  get piece() {
    return this.view.pieces.find((piece) => piece.name === this.name) ?? null;
  }

  /** The cells of a piece in its present orientation, near the origin; none without a piece.
   *  @param {Api.PieceView | null} [piece]
   *  @returns {Cell[]} */
  cells(piece = this.piece) {
    return piece ? piece.orientations[this.#orientation(piece)] : [];
  }

  /** @param {Api.PieceView} piece */
  #orientation(piece) {
    return this.orientations.get(piece.name) ?? 0;
  }

  /** What is written on the cells of a piece in its present orientation: see cells.js.
   *  @param {Api.PieceView | null} [piece]
   *  @returns {Marks} */
  marks(piece = this.piece) {
    return piece ? marksOfOrientation(this.view, piece, this.#orientation(piece)) : new Map();
  }

  /** Hold a piece, or nothing for null.
   *  @param {string | null} name
   *  @param {number | null} [grip] the number of the cell by which it is held; default: in the middle */
  take(name, grip = null) {
    this.name = name;
    this.grip = grip ?? (name === null ? 0 : this.middle());
  }

  /** The cell nearest to the middle of the piece. */
  middle() {
    const spots = this.cells().map((cell) => this.#spot(cell));
    const mean = spots[0].map((_, i) => spots.reduce((sum, spot) => sum + spot[i], 0) / spots.length);
    const far = spots.map((spot) => apart(spot, mean));
    return far.indexOf(far.reduce((a, b) => Math.min(a, b)));
  }

  /** The position of a cell, in the plane or in 3-D.
   *  @param {Cell} cell
   *  @returns {Vector} */
  #spot(cell) {
    return this.view.lattice.layers ? cell : centre(outline(this.view.lattice, cell));
  }

  /** Change the orientation by a control of PieceView: turn, back, flip; in 3-D also tip and roll.
   *  @param {Control} control */
  change(control) {
    const piece = this.piece;
    if (!piece) return;
    this.orientations.set(piece.name, piece[control][this.#orientation(piece)]);
    if (this.view.lattice.layers) this.grip = this.middle();
  }

  /** Hold a piece as it was placed; the grip is the cell `at`.
   *  @param {Api.PlacementModel} placement
   *  @param {Cell} at */
  takeFrom(placement, at) {
    const piece = this.view.pieces.find((one) => one.name === placement.piece);
    if (!piece) return;
    const { orientation, cells } = coveringsOn(this.view, piece, placement.cells)[0] ?? { orientation: 0, cells: placement.cells };
    this.orientations.set(piece.name, orientation);
    this.take(piece.name, Math.max(0, cells.findIndex((cell) => key(cell) === key(at))));
  }

  /** The cells of the piece with its grip nearest to a point of the board, or null. In 3-D it is held by another cell if
   *  it `fits` only so.
   *  @param {Point} point
   *  @param {(cells: Cell[]) => boolean} fits
   *  @returns {Cell[] | null} */
  near([x, y], fits) {
    const cells = this.cells();
    let best = /** @type {{ at: Cell, cells: Cell[] } | null} */ (null), least = Infinity;
    for (const [at, [cx, cy]] of this.centres) {
      const far = Math.hypot(cx - x, cy - y);
      if (far >= least) continue;
      const grip = this.#gripFor(cells, at);
      if (grip === null) continue;
      least = far;
      best = { at, cells: cells.map((cell) => cell.map((value, i) => value + at[i] - grip[i])) };
    }
    if (!best) return null;
    if (this.view.lattice.layers) return least < 0.8 ? this.#placementOn(best.at, fits) : null;
    return least < 1.2 ? taken(this.view.surface, best.cells) : null;
  }

  /** The placement on a cell of a layer that fits, with the nearest grip; else one on the board.
   *  @param {Cell} at
   *  @param {(cells: Cell[]) => boolean} fits */
  #placementOn(at, fits) {
    const cells = this.cells();
    const grips = cells.filter((grip) => sameClass(this.view.lattice, at.map((value, i) => value - grip[i])));
    const ways = grips.map((grip) => ({ far: apart(grip, cells[this.grip]), lies: cells.map((cell) => cell.map((value, i) => value + at[i] - grip[i])) }));
    ways.sort((a, b) => a.far - b.far);
    /** @param {Cell[]} lies */
    const inside = (lies) => lies.every((cell) => this.boardCells.has(key(cell)));
    return (ways.find(({ lies }) => fits(lies)) ?? ways.find(({ lies }) => inside(lies)) ?? ways[0]).lies;
  }

  /** The cell to hold the piece by so that a translation carries it there: the grip, or the nearest of the same class.
   *  @param {Cell[]} cells
   *  @param {Cell} at
   *  @returns {Cell | null} */
  #gripFor(cells, at) {
    /** @param {Cell} cell */
    const fits = (cell) => sameClass(this.view.lattice, at.map((value, i) => value - cell[i]));
    if (fits(cells[this.grip])) return cells[this.grip];
    const [x, y] = centre(outline(this.view.lattice, cells[this.grip]));
    const others = cells.filter(fits).map((cell) => /** @type {const} */ ([cell, centre(outline(this.view.lattice, cell))]));
    others.sort((a, b) => Math.hypot(a[1][0] - x, a[1][1] - y) - Math.hypot(b[1][0] - x, b[1][1] - y));
    return others[0]?.[0] ?? null;
  }
}

/** The next cell from a point in a direction, of [cell, centre] pairs; null if there is none.
 *  @param {[cell: Cell, centre: Point][]} centres
 *  @param {Point} point
 *  @param {Point} direction
 *  @returns {Cell | null} */
export function nextInDirection(centres, [x, y], [dx, dy]) {
  let best = null, least = Infinity;
  for (const [at, [cx, cy]] of centres) {
    const along = (cx - x) * dx + (cy - y) * dy, across = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
    const far = along + 2.5 * across;
    if (along > 0.2 && across < along * 1.8 && far < least) { least = far; best = at; }
  }
  return best;
}

export { centre };
