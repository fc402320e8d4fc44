// A game of vanishing dominoes without a page; the rules are those of board.py and conditions.py, the moves those of game.py.
//   remove 3,1        the domino on that square
import { key } from "/static/js/cells.js";
import { t } from "/static/js/messages.js";
import { GameError, notAMove, readCell, splitMove } from "/static/js/move_notation.js";

/** @typedef {"left" | "right" | "up" | "down"} Side */

/** From a half of a domino over `distance` empty squares; `fits` if that is its value.
 *  @typedef {{ start: Cell, value: number, distance: number, fits: boolean }} Arrow */

/** A side of a domino, with one or two arrows, whether it allows the removal, and why or why not.
 *  @typedef {{ side: Side, arrows: Arrow[], holds: boolean, sentence: string }} SideState */

/** A side allows the removal once all `removed` are gone and while all `present` are not; `impossible` says why it never does.
 *  @typedef {{ side: Side, halves: number[], removed: number[], present: number[], impossible: string }} Condition */

/** The step that leads away from each side. */
const STEPS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The sides of a domino, the short ones first, each with the halves that face it.
 *  @type {Record<"upright" | "level", [Side, number[]][]>} */
const SIDES = {
  upright: [["up", [0]], ["down", [1]], ["left", [0, 1]], ["right", [0, 1]]],
  level: [["left", [0]], ["right", [1]], ["up", [0, 1]], ["down", [0, 1]]],
};

/** The move that removes a domino.
 *  @param {Api.DominoView} piece
 *  @returns {string} */
export const removeMove = (piece) => `remove ${key(piece.squares[0])}`;

/** A board with all its dominoes, and what must be so that each can go. */
export class VanishingBoard {
  /** @param {Api.VanishingView} view */
  constructor(view) {
    this.text = view.board;
    this.width = view.width;
    this.height = view.height;
    this.pieces = view.pieces;
    this.pieceAt = new Map(view.pieces.flatMap((piece, number) => piece.squares.map((square) => /** @type {[string, number]} */ ([key(square), number]))));
    this.conditions = view.pieces.map(({ squares: [[x], [u]] }, number) => SIDES[x === u ? "upright" : "level"].map(([side, halves]) => this.#condition(number, side, halves)));
  }

  /** How many squares there are from a square to the edge.
   *  @param {Cell} square
   *  @param {Side} side */
  toEdge([x, y], side) {
    return { left: x, right: this.width - 1 - x, up: y, down: this.height - 1 - y }[side];
  }

  /** @param {number} number
   *  @param {Side} side
   *  @param {number[]} halves
   *  @returns {Condition} */
  #condition(number, side, halves) {
    const { squares, values } = this.pieces[number], [dx, dy] = STEPS[side], removed = new Set(), present = new Set();
    const result = (impossible = "") => ({ side, halves, removed: [...removed], present: [...present], impossible });
    for (const half of halves) {
      const [x, y] = squares[half], value = values[half], edge = this.toEdge([x, y], side);
      if (value > edge) return result(t("vanishing.edge_too_near", { n: edge, value }));
      for (let step = 1; step <= value; step++) {
        const between = this.pieceAt.get(key([x + dx * step, y + dy * step]));
        if (between !== undefined) removed.add(between);
      }
      const end = [x + dx * (value + 1), y + dy * (value + 1)], next = this.pieceAt.get(key(end));
      if (next !== undefined) present.add(next);
      else if (value < edge) return result(t("vanishing.nothing_there", { square: end.join(", ") }));
    }
    const both = [...removed].filter((other) => present.has(other));
    return result(both.length ? t("vanishing.removed_and_there", { number: Math.min(...both) + 1 }) : "");
  }
}

export class VanishingGame {
  #never = /** @type {Set<number> | null} */ (null);

  /** `removed` are the numbers of the dominoes that are gone, in the order of removal.
   *  @param {VanishingBoard} board
   *  @param {number[]} [removed] */
  constructor(board, removed = []) {
    this.board = board;
    this.removed = removed;
    this.gone = new Set(removed);
  }

  /** How many dominoes are left. */
  get left() {
    return this.board.pieces.length - this.removed.length;
  }

  /** Whether no domino can go any more. */
  get isOver() {
    return !this.board.pieces.some((_, number) => this.isRemovable(number));
  }

  /** Whether a domino is on the board and may go now.
   *  @param {number} number
   *  @returns {boolean} */
  isRemovable(number) {
    return !this.gone.has(number) && this.board.conditions[number].some((condition) => this.#holds(condition));
  }

  /** @param {Condition} condition */
  #holds({ removed, present, impossible }) {
    return !impossible && removed.every((other) => this.gone.has(other)) && !present.some((other) => this.gone.has(other));
  }

  /** The game after a move; GameError if it is against the rules.
   *  @param {string} move
   *  @returns {VanishingGame} */
  play(move) {
    const [verb, rest] = splitMove(move);
    if (verb !== "remove") throw notAMove(move);
    const number = this.board.pieceAt.get(key(readCell(rest, 2)));
    if (number === undefined || this.gone.has(number)) throw new GameError(t("vanishing.no_domino", { square: rest }));
    if (!this.isRemovable(number)) throw new GameError(t("vanishing.not_removable"));
    return new VanishingGame(this.board, [...this.removed, number]);
  }

  /** Dominoes that no removals from here can free: all but the least set in which a domino is when one of its sides needs only those
   *  that are gone or in the set to go. */
  get never() {
    if (this.#never) return this.#never;
    const { conditions } = this.board, goes = new Set(this.gone);
    for (let size = -1; size < goes.size;) {
      size = goes.size;
      conditions.forEach((own, number) => {
        const may = own.some(({ removed, present, impossible }) => !impossible && removed.every((other) => goes.has(other)) && !present.some((other) => this.gone.has(other)));
        if (may) goes.add(number);
      });
    }
    this.#never = new Set(conditions.map((_, number) => number).filter((number) => !goes.has(number)));
    return this.#never;
  }

  /** The sides of a domino on the board, the short ones first.
   *  @param {number} number
   *  @returns {SideState[]} */
  sides(number) {
    return this.board.conditions[number].map(({ side, halves, impossible }) => {
      const arrows = halves.map((half) => this.#arrow(number, half, side)), holds = arrows.every((arrow) => arrow.fits);
      const distances = arrows.map(({ distance, value }) => t("vanishing.distance_for", { distance, value })).join(t("vanishing.distances_joined"));
      const sentence = t(holds ? "vanishing.side_allows" : impossible ? "vanishing.side_never" : "vanishing.side_forbids", { side: t(`vanishing.side_${side}`), distances, reason: impossible });
      return { side, arrows, holds, sentence };
    });
  }

  /** @param {number} number
   *  @param {number} half
   *  @param {Side} side
   *  @returns {Arrow} */
  #arrow(number, half, side) {
    const { squares, values } = this.board.pieces[number], start = squares[half], value = values[half], [dx, dy] = STEPS[side];
    const edge = this.board.toEdge(start, side);
    let distance = 0;
    for (; distance < edge; distance++) {
      const next = this.board.pieceAt.get(key([start[0] + dx * (distance + 1), start[1] + dy * (distance + 1)]));
      if (next !== undefined && !this.gone.has(next)) break;
    }
    return { start, value, distance, fits: distance === value };
  }
}
