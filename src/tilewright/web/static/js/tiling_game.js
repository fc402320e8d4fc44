// A tiling game without a page: moves are texts, the same as those of play/tiling.py.
//   place F on 1,0 0,1 1,1 2,1 1,2        lift 1,1
import { coloursMatch, coloursOf, coveringsOn, key, sorted } from "./cells.js";
import { t } from "./messages.js";
import { GameError, notAMove, readCell, readCells, splitMove } from "./move_notation.js";

/** The ways straight through junctions by their first cells: [the other cell, the junction].
 *  @param {Api.JunctionView[]} junctions */
function waysOf(junctions) {
  /** @type {Map<string, [string, string][]>} */
  const found = new Map();
  for (const { at, ways } of junctions) {
    for (const [one, other] of ways) found.set(key(one), [...(found.get(key(one)) ?? []), [key(other), key(at)]]);
  }
  return found;
}

export class Tiling {
  /** `placed` are the player's placements in their order.
   *  @param {Api.PuzzleView} view
   *  @param {Api.PlacementModel[]} [placed] */
  constructor(view, placed = []) {
    this.view = view;
    this.placed = placed;
    this.cells = new Map(view.cells.map((cell, number) => [key(cell.at), { ...cell, number }]));
    this.pieces = new Map(view.pieces.map((piece, number) => [piece.name, { ...piece, number }]));
    /** @type {Map<string, Api.PlacementModel>} */
    this.owner = new Map();
    /** @type {Map<string, number>} */
    this.used = new Map();
    /** @type {Map<string, Api.PlacementModel>} */
    this.passed = new Map(); // the placements that pass junctions straight, where crossings are forbidden
    this.ways = waysOf(view.junctions);
    for (const placement of [...view.forced, ...placed]) this.#cover(placement);
    this.given = new Set(view.forced.flatMap((placement) => placement.cells.map(key)));
  }

  /** @param {Api.PlacementModel} placement */
  #cover(placement) {
    this.used.set(placement.piece, (this.used.get(placement.piece) ?? 0) + 1);
    for (const cell of placement.cells) this.owner.set(key(cell), placement);
    for (const point of this.#junctions(placement.cells)) this.passed.set(point, placement);
  }

  /** The junctions that a piece on these cells passes straight; no other piece may then.
   *  @param {Cell[]} cells */
  #junctions(cells) {
    const held = new Set(cells.map(key));
    return [...new Set([...held].flatMap((cell) => (this.ways.get(cell) ?? []).filter(([other]) => held.has(other)).map(([, at]) => at)))];
  }

  /** How many copies of a piece are left.
   *  @param {string} name
   *  @returns {number} */
  left(name) {
    return (this.pieces.get(name)?.most ?? 0) - (this.used.get(name) ?? 0);
  }

  /** Whether a piece has the shape of these cells in some orientation, and whether the colours match in one.
   *  @param {Api.PieceView} piece
   *  @param {Cell[]} cells */
  #matches(piece, cells) {
    const rows = sorted(cells), alike = coveringsOn(this.view, piece, cells).map((one) => coloursOf(piece, one));
    /** @param {string[]} colours */
    const fits = (colours) => rows.every((cell, k) => coloursMatch(this.view, colours[k], this.cells.get(key(cell))?.colour));
    return { shape: alike.length > 0, colours: alike.some(fits) };
  }

  /** Why a piece cannot be placed on these cells, as a sentence; "" if it can.
   *  @param {string} name
   *  @param {Cell[]} cells
   *  @returns {string} */
  errorOf(name, cells) {
    const piece = this.pieces.get(name);
    if (!piece) return t("play.error_no_piece", { name });
    if (this.left(name) <= 0) return t("play.error_none_left", { name });
    for (const cell of cells) {
      const owner = this.owner.get(key(cell));
      if (!this.cells.has(key(cell))) return t("play.error_off_board", { cell: key(cell) });
      if (owner) return t("play.error_covered", { cell: key(cell), piece: owner.piece });
    }
    const matches = this.#matches(piece, cells);
    if (!matches.shape) return t("play.error_shape", { name });
    if (!matches.colours) return t("play.error_colours", { name });
    const point = this.#junctions(cells).find((at) => this.passed.has(at));
    return point === undefined ? "" : t("play.error_crosses", { name, other: this.passed.get(point)?.piece, cell: point });
  }

  /** The game after a move; GameError if it is not valid.
   *  @param {string} text
   *  @returns {Tiling} */
  play(text) {
    const [verb, rest] = splitMove(text), { dimension } = this.view.lattice, at = rest.lastIndexOf(" on ");
    if (verb === "lift") {
      const cell = key(readCell(rest, dimension)), placement = this.owner.get(cell);
      if (!placement) throw new GameError(t("common.error_not_covered", { cell }));
      if (this.given.has(cell)) throw new GameError(t("play.error_given", { piece: placement.piece }));
      return new Tiling(this.view, this.placed.filter((one) => one !== placement));
    }
    if (verb !== "place" || at < 0) throw notAMove(text);
    const name = rest.slice(0, at), piece = this.pieces.has(name) ? name : name.trim();
    const cells = sorted(readCells(rest.slice(at + " on ".length), dimension)), wrong = this.errorOf(piece, cells);
    if (wrong) throw new GameError(wrong);
    return new Tiling(this.view, [...this.placed, { piece, cells }]);
  }

  /** Whether all required cells are covered, few enough optional ones empty, and all required pieces are used. */
  get isFull() {
    const empty = this.view.cells.filter((cell) => !this.owner.has(key(cell.at)));
    return empty.every((cell) => cell.optional) && empty.length <= (this.view.max_holes ?? Infinity)
      && this.view.pieces.every((piece) => (this.used.get(piece.name) ?? 0) >= piece.least);
  }

  /** What the placements cost, the given ones included: their pieces, the cells that they cover, and extra costs. */
  get cost() {
    const listed = new Map(this.view.placement_costs.map(({ piece, cells, cost }) => [`${piece} ${sorted(cells).map(key).join(" ")}`, cost]));
    /** @param {Api.PlacementModel} placement */
    const extra = ({ piece, cells }) => listed.get(`${piece} ${sorted(cells).map(key).join(" ")}`) ?? 0;
    /** @param {Api.PlacementModel} placement */
    const covered = ({ cells }) => cells.reduce((sum, cell) => sum + (this.cells.get(key(cell))?.cost ?? 0), 0);
    return [...this.view.forced, ...this.placed].reduce((sum, placed) => sum + (this.pieces.get(placed.piece)?.cost ?? 0) + covered(placed) + extra(placed), 0);
  }

  /** The position as the short text of play/tiling.py. */
  dumps() {
    return this.placed.map(({ piece, cells }) =>
      `${this.pieces.get(piece)?.number}-${cells.map((cell) => this.cells.get(key(cell))?.number).join(".")}`).join("_");
  }

  /** The game of such a text; GameError if it belongs to another puzzle.
   *  @param {Api.PuzzleView} view
   *  @param {string} text
   *  @returns {Tiling} */
  static loads(view, text) {
    let game = new Tiling(view);
    for (const word of text.split("_").filter(Boolean)) {
      const [which, numbers] = word.split("-");
      const piece = view.pieces[Number(which)];
      const cells = (numbers ?? "").split(".").map((number) => view.cells[Number(number)]?.at);
      if (!piece || cells.some((cell) => !cell)) throw new GameError(t("play.error_other_puzzle"));
      game = game.play(placeMove(piece.name, cells));
    }
    return game;
  }
}

/** The move that places a piece.
 *  @param {string} name
 *  @param {Cell[]} cells
 *  @returns {string} */
export const placeMove = (name, cells) => `place ${name} on ${sorted(cells).map(key).join(" ")}`;

/** The move that lifts the piece on a cell.
 *  @param {Cell} cell
 *  @returns {string} */
export const liftMove = (cell) => `lift ${key(cell)}`;
