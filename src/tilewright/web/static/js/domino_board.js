// The picture of a board on which dominoes are laid and lifted, by pointer and by keys: a line from one cell to the next one, or one
// after the other, lays a domino; a tap on a domino lifts it; a right click or a long press marks the border that is nearest.
import { areAdjacent, layMove, liftMove, text } from "./domino_game.js";
import { ARROWS, s } from "./elements.js";
import { byId } from "./page.js";

/** @typedef {number[]} Cell column and row */

/** @typedef {object} DominoTable
 *  @property {() => import("./domino_game.js").DominoGame & { cells(): Cell[] }} game
 *  @property {(move: string) => void} make
 *  @property {() => void} show shows the position
 *  @property {(cell: Cell) => string} cellLabel what screen readers say at a cell
 *  @property {(cell: Cell) => boolean} mayChoose whether a free cell can be the first half of a domino
 *  @property {(cells: Cell[]) => SVGElement} ghost the domino that a release of the pointer lays
 *  @property {(a: Cell, b: Cell) => string} [pairMove] the move at two free cells, in place of laying a domino
 *  @property {(a: Cell, b: Cell) => string} [borderMove] the move at a border */

const LONG_PRESS = 450; // milliseconds
const TOLERANCE = 8; // pixels that a finger may move in a long press
const REACH = 0.6; // of a cell: how far from the middle of its first cell a line must go

/** @param {Cell} cell
 *  @param {string} kind
 *  @returns {SVGRectElement} */
export const square = ([x, y], kind) => s("rect", { class: kind, x, y, width: 1, height: 1 });

/** @typedef {{ id: number, cell: Cell, x: number, y: number, hasLeft: boolean, timer: ReturnType<typeof setTimeout> | undefined }} Press */

export class DominoBoard {
  #table;
  #pressed = /** @type {Press | null} */ (null);
  #cursor = /** @type {Cell | null} */ (null);
  #usesKeys = false; // the cursor is shown
  /** The cell that was clicked, for the first half of a domino.
   *  @type {Cell | null} */
  chosen = null;
  /** The layers of the picture, by name: cells, bars, dominoes, marks, ghost, cursor.
   *  @type {Record<string, SVGGElement>} */
  layers = {};
  /** @type {SVGSVGElement} */
  svg = s("svg", {});

  /** @param {DominoTable} table */
  constructor(table) {
    this.#table = table;
  }

  /** Draw a board without content.
   *  @param {number} width
   *  @param {number} height
   *  @param {string} label */
  draw(width, height, label) {
    this.#forget();
    this.layers = Object.fromEntries(["cells", "bars", "dominoes", "marks", "ghost", "cursor"].map((name) => [name, s("g", { class: `${name}-layer` })]));
    this.svg = s("svg", {
      class: "board", viewBox: `-.15 -.15 ${width + 0.3} ${height + 0.3}`, tabindex: 0, role: "application", "aria-label": label,
    }, Object.values(this.layers));
    this.chosen = this.#cursor = null;
    this.svg.addEventListener("pointerdown", (event) => this.#onPress(event));
    this.svg.addEventListener("pointermove", (event) => this.#onMove(event));
    this.svg.addEventListener("pointerup", (event) => this.#onRelease(event));
    this.svg.addEventListener("pointercancel", () => this.#forget());
    this.svg.addEventListener("pointerleave", () => { if (!this.#pressed) this.#showGhost(null); });
    this.svg.addEventListener("contextmenu", (event) => event.preventDefault()); // it marks, or nothing
    this.svg.addEventListener("keydown", (event) => this.#onKey(event));
    this.svg.addEventListener("focus", () => {
      this.#cursor ??= this.#table.game().cells()[0];
      this.#usesKeys = this.svg.matches(":focus-visible");
      this.showCursor();
    });
    this.svg.addEventListener("blur", () => this.layers.cursor.replaceChildren());
    byId("board").replaceChildren(this.svg);
  }

  /** @param {Cell} a
   *  @param {Cell} b */
  #moveAt(a, b) {
    return (this.#table.pairMove ?? layMove)(a, b);
  }

  /** @param {Cell} cell */
  isChosen(cell) {
    return this.chosen !== null && text(this.chosen) === text(cell);
  }

  showCursor() {
    this.layers.cursor.replaceChildren();
    if (!this.#cursor || !this.#usesKeys || document.activeElement !== this.svg) return;
    this.layers.cursor.append(square(this.#cursor, "mark"));
    this.svg.setAttribute("aria-label", this.#table.cellLabel(this.#cursor));
  }

  /** @param {{ clientX: number, clientY: number }} event */
  #pointAt(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
  }

  /** @param {{ clientX: number, clientY: number }} event
   *  @returns {Cell | null} */
  #cellAt(event) {
    const point = this.#pointAt(event), cell = [Math.floor(point.x), Math.floor(point.y)];
    return this.#table.game().contains(cell) ? cell : null;
  }

  #forget() {
    clearTimeout(this.#pressed?.timer);
    this.#pressed = null;
    this.layers.ghost?.replaceChildren();
  }

  /** @param {PointerEvent} event */
  #onPress(event) {
    if (!event.isPrimary) { this.#forget(); return; } // a second finger
    const cell = this.#cellAt(event);
    this.#forget();
    if (event.button === 2) { this.#markBorder(event); return; }
    if (event.button !== 0 || !cell) return;
    this.#usesKeys = false;
    this.#cursor = cell;
    this.showCursor();
    const { clientX: x, clientY: y } = event;
    this.#pressed = { id: event.pointerId, cell, x, y, hasLeft: false, timer: undefined };
    if (event.pointerType !== "mouse" && this.#table.borderMove) {
      this.#pressed.timer = setTimeout(() => { this.#forget(); this.#markBorder({ clientX: x, clientY: y }); }, LONG_PRESS);
    }
    if (event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    try { this.svg.setPointerCapture(event.pointerId); } catch { /* the pointer is gone already */ }
  }

  /** The neighbour to which a line from the pressed cell leads; null while it stays there.
   *  @param {PointerEvent} event
   *  @returns {Cell | null} */
  #lineTo(event) {
    if (!this.#pressed) return null;
    const point = this.#pointAt(event), [x, y] = this.#pressed.cell, dx = point.x - x - 0.5, dy = point.y - y - 0.5;
    if (Math.max(Math.abs(dx), Math.abs(dy)) < REACH) return null;
    return Math.abs(dx) > Math.abs(dy) ? [x + Math.sign(dx), y] : [x, y + Math.sign(dy)];
  }

  /** @param {PointerEvent} event */
  #onMove(event) {
    const pressed = this.#pressed;
    if (!pressed) { if (event.pointerType === "mouse") this.#hover(this.#cellAt(event)); return; }
    if (event.pointerId !== pressed.id) return;
    if (Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > TOLERANCE) clearTimeout(pressed.timer);
    const to = this.#lineTo(event);
    if (to) pressed.hasLeft = true;
    this.#showGhost(to && [pressed.cell, to]);
  }

  /** Show the domino that a click on a cell lays with the chosen one.
   *  @param {Cell | null} cell */
  #hover(cell) {
    this.#showGhost(cell && this.chosen && areAdjacent(this.chosen, cell) ? [this.chosen, cell] : null);
  }

  /** @param {Cell[] | null} pair */
  #showGhost(pair) {
    const game = this.#table.game();
    if (!pair || !pair.every((cell) => game.isFree(cell))) { this.layers.ghost.replaceChildren(); return; }
    const shape = this.#table.ghost(pair);
    shape.classList.add("ghost");
    this.layers.ghost.replaceChildren(shape);
  }

  /** @param {PointerEvent} event */
  #onRelease(event) {
    const pressed = this.#pressed, game = this.#table.game();
    if (!pressed || event.pointerId !== pressed.id) return;
    const to = this.#lineTo(event);
    this.#forget();
    if (to) this.#joinCells(pressed.cell, to);
    else if (!pressed.hasLeft && game.contains(pressed.cell)) this.#choose(pressed.cell);
  }

  /** A line was drawn between two cells: lay a domino, or lift the one that lies there.
   *  @param {Cell} from
   *  @param {Cell} to */
  #joinCells(from, to) {
    const game = this.#table.game();
    if (game.isFree(from) && game.isFree(to)) this.#table.make(this.#moveAt(from, to));
    else if (game.owner.has(text(from)) && game.owner.get(text(from)) === game.owner.get(text(to))) this.#table.make(liftMove(from));
  }

  /** Mark the border that is nearest to a point.
   *  @param {{ clientX: number, clientY: number }} event */
  #markBorder(event) {
    const cell = this.#cellAt(event), game = this.#table.game();
    if (!cell || !this.#table.borderMove) return;
    const point = this.#pointAt(event), [x, y] = cell, dx = point.x - x - 0.5, dy = point.y - y - 0.5;
    const other = Math.abs(dx) > Math.abs(dy) ? [x + (dx < 0 ? -1 : 1), y] : [x, y + (dy < 0 ? -1 : 1)];
    if (game.isFree(cell) && game.isFree(other)) this.#table.make(this.#table.borderMove(cell, other));
  }

  /** A cell was clicked: lift its domino, choose it, or place a domino on it and the chosen cell next to it.
   *  @param {Cell} cell */
  #choose(cell) {
    if (!this.#table.game().isFree(cell)) this.#table.make(liftMove(cell));
    else if (this.chosen && areAdjacent(this.chosen, cell)) this.#table.make(this.#moveAt(this.chosen, cell));
    else {
      this.chosen = !this.isChosen(cell) && this.#table.mayChoose(cell) ? cell : null;
      this.#table.show();
    }
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.#cursor) return;
    const arrow = ARROWS[event.key];
    this.#usesKeys = true;
    if (arrow) {
      const next = [this.#cursor[0] + arrow[0], this.#cursor[1] + arrow[1]];
      if (event.shiftKey) this.#joinCells(this.#cursor, next);
      else if (this.#table.game().contains(next)) this.#cursor = next;
      this.showCursor();
    } else if (event.key === "Enter" || event.key === " ") this.#choose(this.#cursor);
    else if ((event.key === "Delete" || event.key === "Backspace") && !this.#table.game().isFree(this.#cursor)) this.#table.make(liftMove(this.#cursor));
    else if (event.key === "Escape" && this.chosen) { this.chosen = null; this.#table.show(); }
    else return;
    event.preventDefault();
  }
}
