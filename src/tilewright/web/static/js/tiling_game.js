// A tiling by hand, without a page: moves are texts, as in games/tiling.py, which knows the same ones.
//   place F on 1,0 0,1 1,1 2,1 1,2        lift 1,1
import { key } from "./drawing.js";

export class GameError extends Error {}

const compare = (a, b) => {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
};

/** The cells in the order in which Python sorts them. */
export const sorted = (cells) => [...cells].sort(compare);

/** Cells as a word that all translates of them share. */
export function shapeOf(cells) {
  const rows = sorted(cells);
  return rows.map((cell) => cell.map((value, i) => value - rows[0][i]).join(",")).join(" ");
}

/** The ways straight through junctions by the cells that they begin with: [the other cell, the junction]. */
function waysOf(junctions) {
  const found = new Map();
  for (const { at, ways } of junctions) {
    for (const [one, other] of ways) found.set(key(one), [...(found.get(key(one)) ?? []), [key(other), key(at)]]);
  }
  return found;
}

export class Tiling {
  /** `view` is a PuzzleView; `laid` are the player's placements in the order of laying. */
  constructor(view, laid = []) {
    this.view = view;
    this.laid = laid;
    this.cells = new Map(view.cells.map((cell, number) => [key(cell.at), { ...cell, number }]));
    this.pieces = new Map(view.pieces.map((piece, number) => [piece.name, { ...piece, number }]));
    this.owner = new Map();
    this.used = new Map();
    this.passed = new Map(); // the placements that pass junctions straight, where crossings are forbidden
    this.ways = waysOf(view.junctions);
    for (const placement of [...view.forced, ...laid]) this.#cover(placement);
    this.given = new Set(view.forced.flatMap((placement) => placement.cells.map(key)));
  }

  #cover(placement) {
    this.used.set(placement.piece, (this.used.get(placement.piece) ?? 0) + 1);
    for (const cell of placement.cells) this.owner.set(key(cell), placement);
    for (const point of this.#junctions(placement.cells)) this.passed.set(point, placement);
  }

  /** The junctions that a piece on these cells passes straight; no other piece may then. */
  #junctions(cells) {
    const held = new Set(cells.map(key));
    return [...new Set([...held].flatMap((cell) => (this.ways.get(cell) ?? []).filter(([other]) => held.has(other)).map(([, at]) => at)))];
  }

  /** How many more copies of a piece may be laid. */
  left(name) {
    return this.pieces.get(name).most - (this.used.get(name) ?? 0);
  }

  /** Whether a piece's cell of one colour may lie on a board's cell of another; "" fits any. */
  #agree(own, ground) {
    if (!own || !ground) return true;
    const pairs = this.view.colour_pairs;
    return pairs ? pairs.some(([a, b]) => a === own && b === ground) : own === ground;
  }

  /** The orientations in which a piece has the shape of these cells, and whether colours agree in one. */
  #lies(piece, cells) {
    const shape = shapeOf(cells), rows = sorted(cells);
    const alike = piece.orientations.flatMap((held, i) => (shapeOf(held) === shape ? [i] : []));
    const fits = (i) => !piece.colours.length
      || rows.every((cell, k) => this.#agree(piece.colours[i][k], this.cells.get(key(cell)).colour));
    return { shape: alike.length > 0, colours: alike.some(fits) };
  }

  /** Why a piece cannot lie on these cells, as a sentence; "" when it can. */
  fault(name, cells) {
    const piece = this.pieces.get(name);
    if (!piece) return `there is no piece named ${name}`;
    if (this.left(name) <= 0) return `no ${name} is left`;
    for (const cell of cells) {
      const there = this.cells.get(key(cell));
      if (!there) return `the cell ${key(cell)} is not on the board`;
      if (this.owner.has(key(cell))) return `the cell ${key(cell)} is covered by ${this.owner.get(key(cell)).piece}`;
    }
    const lies = this.#lies(piece, cells);
    if (!lies.shape) return `these cells do not have the shape of ${name}, as it may be turned`;
    if (!lies.colours) return `the colours of ${name} do not match those of the board there`;
    const point = this.#junctions(cells).find((at) => this.passed.has(at));
    return point === undefined ? "" : `${name} would cross ${this.passed.get(point).piece} at ${point}`;
  }

  /** The game after a move given as text; GameError when it is none. */
  play(text) {
    const place = /^place (.*) on ([-\d, ]+)$/.exec(text);
    if (place) {
      const cells = sorted(place[2].trim().split(/ +/).map((word) => word.split(",").map(Number)));
      const wrong = this.fault(place[1], cells);
      if (wrong) throw new GameError(wrong);
      return new Tiling(this.view, [...this.laid, { piece: place[1], cells }]);
    }
    const lift = /^lift ([-\d,]+)$/.exec(text);
    if (!lift) throw new GameError(`${text} is no move`);
    const placement = this.owner.get(lift[1]);
    if (!placement) throw new GameError(`the cell ${lift[1]} is covered by no piece`);
    if (this.given.has(lift[1])) throw new GameError(`${placement.piece} is given; it stays where it is`);
    return new Tiling(this.view, this.laid.filter((one) => one !== placement));
  }

  /** Whether every cell that must be is covered, and every piece that must be is used. */
  get full() {
    return this.view.cells.every((cell) => cell.optional || this.owner.has(key(cell.at)))
      && this.view.pieces.every((piece) => (this.used.get(piece.name) ?? 0) >= piece.least);
  }

  /** The position as the short text of games/tiling.py. */
  dumps() {
    return this.laid.map(({ piece, cells }) =>
      `${this.pieces.get(piece).number}-${cells.map((cell) => this.cells.get(key(cell)).number).join(".")}`).join("_");
  }

  /** The game of such a text; GameError when it is of another puzzle. */
  static loads(view, text) {
    let game = new Tiling(view);
    for (const word of text.split("_").filter(Boolean)) {
      const [which, numbers] = word.split("-");
      const piece = view.pieces[Number(which)];
      const cells = (numbers ?? "").split(".").map((number) => view.cells[Number(number)]?.at);
      if (!piece || cells.some((cell) => !cell)) throw new GameError("the position is of another puzzle");
      game = game.play(placing(piece.name, cells));
    }
    return game;
  }
}

/** The move that lays a piece. */
export const placing = (name, cells) => `place ${name} on ${sorted(cells).map(key).join(" ")}`;

/** The move that lifts what lies on a cell. */
export const lifting = (cell) => `lift ${key(cell)}`;
