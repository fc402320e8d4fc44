// The board of Pips and the dominoes next to it, played by pointer and keyboard.
import { text } from "/static/js/domino_game.js";
import { dominoIcon, dominoShape, showDominoes } from "/static/js/domino_drawing.js";
import { Drag } from "/static/js/dragging.js";
import { ARROWS, h, s } from "/static/js/elements.js";
import { t } from "/static/js/messages.js";
import { byId, toast } from "/static/js/page.js";
import { outlineOf, ruleLabel } from "./pips_drawing.js";
import { Hand, layMove, liftMove } from "./pips_game.js";

/** @typedef {object} TableListeners
 *  @property {() => import("./pips_game.js").PipsGame} game
 *  @property {(move: string) => void} make
 *  @property {() => void} changed called when another domino is in hand */

const LAYERS = ["cells", "regions", "dominoes", "hints", "ghost", "rules", "cursor"];
/** @param {Cell} cell
 *  @param {Attributes} attributes */
const square = ([x, y], attributes) => s("rect", { x, y, width: 1, height: 1, ...attributes });

export class PipsTable {
  hand = new Hand();
  #layers = /** @type {Record<string, SVGGElement>} */ ({});
  #svg = s("svg");
  #cursor = /** @type {Cell | null} */ (null);
  #moving = /** @type {number | null} */ (null); // the domino of the board that is dragged
  #usesKeys = false;

  /** @param {TableListeners} on */
  constructor(on) {
    this.on = on;
    this.drag = new Drag({
      over: (event) => this.#dragOver(event),
      drop: (event) => this.#drop(event),
      picture: () => this.#picture(),
      ended: () => { this.#moving = null; this.show(); queueMicrotask(() => this.settle()); }, // after drop and tap
    });
  }

  get game() {
    return this.on.game();
  }

  /** Draw the board of another puzzle. */
  draw() {
    const cells = this.game.cells(), [width, height] = [0, 1].map((axis) => 1 + Math.max(...cells.map((cell) => cell[axis])));
    this.drag.cancel();
    this.hand = new Hand();
    this.#cursor = null;
    this.#layers = Object.fromEntries(LAYERS.map((name) => [name, s("g", { class: name })]));
    this.#svg = s("svg", {
      class: "board", viewBox: `-.1 -.1 ${width + 0.4} ${height + 0.4}`, tabindex: 0, role: "application", "aria-label": t("pips.board", { width, height }),
    }, Object.values(this.#layers));
    this.#svg.style.maxWidth = `${(width + 0.4) * 130}px`;
    for (const region of this.game.puzzle.regions) {
      const owner = this.game.region.get(text(region.cells[0]));
      this.#layers.cells.append(...region.cells.map((cell) => square(cell, { class: `cell rule-${region.rule}`, fill: region.colour, "data-cell": text(cell), "data-region": owner })));
    }
    this.#svg.addEventListener("pointerdown", (event) => this.#press(event));
    this.#svg.addEventListener("pointermove", (event) => this.#hover(event));
    this.#svg.addEventListener("pointerleave", () => this.#ghost(null));
    this.#svg.addEventListener("keydown", (event) => this.#onKey(event));
    this.#svg.addEventListener("focus", () => { this.#usesKeys = this.#svg.matches(":focus-visible"); this.#cursor ??= cells[0]; this.#showCursor(); });
    this.#svg.addEventListener("blur", () => { this.#usesKeys = false; this.#showCursor(); });
    byId("board").replaceChildren(this.#svg);
    byId("tray").replaceChildren(...this.game.puzzle.dominoes.map((_, index) => this.#trayButton(index)));
    this.show();
  }

  /** @param {number} index */
  #trayButton(index) {
    const button = h("button", { type: "button", role: "option", "data-domino": index, "aria-selected": "false" });
    button.addEventListener("pointerdown", (event) => {
      const again = this.hand.index === index;
      this.hand.take(index, { way: again ? this.hand.way : 0, grip: gripOf(event, button, again ? this.hand.way : 0) });
      this.changed();
      this.drag.start(event, { tap: () => { this.hand.grip = 0; if (again) this.turn(); } });
    });
    button.addEventListener("click", (event) => { if (event.detail === 0) { this.choose(index); this.#svg.focus(); } });
    button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch starts to drag
    return button;
  }

  /** Show the position. */
  show() {
    const { game, hand } = this, states = game.regionStates(), { dominoes } = game.puzzle;
    this.#layers.regions.replaceChildren(...game.puzzle.regions.map((region, k) => s("path", { class: `region ${region.rule === "none" ? "" : states[k]}`, d: outlineOf(region.cells) })));
    showDominoes(this.#layers.dominoes, [...game.laid].filter(([index]) => index !== this.#moving).map(([index, cells]) => {
      const shape = dominoShape(cells, dominoes[index], "laid");
      shape.dataset.domino = String(index);
      shape.dataset.name = `${index} ${cells.map(text).join(" ")}`;
      return shape;
    }));
    this.#layers.rules.replaceChildren(...game.puzzle.regions.flatMap((region, k) => (region.label ? [ruleLabel(region, states[k])] : [])));
    dominoes.forEach((pair, index) => {
      const button = /** @type {HTMLButtonElement} */ (byId("tray").children[index]), isHeld = hand.index === index;
      button.disabled = game.laid.has(index);
      button.setAttribute("aria-selected", String(isHeld));
      button.setAttribute("aria-label", t(button.disabled ? "pips.domino_laid" : "pips.domino", { name: pair.join("-") }));
      button.replaceChildren(dominoIcon(pair, isHeld ? hand.way : 0));
    });
    this.#showCursor();
    if (!this.drag.isActive && !this.#usesKeys) this.#ghost(null);
  }

  /** After a move: what lies on the board is in hand no more. */
  settle() {
    if (this.drag.isActive || !this.game.isLaid(this.hand.index)) this.show();
    else this.putBack();
  }

  /** Another domino is in hand, or turned. */
  changed() {
    this.show();
    this.on.changed();
    this.#svg.classList.toggle("aimed", this.hand.index !== null);
  }

  /** Mark cells that a hint names.
   *  @param {Cell[]} [cells]
   *  @param {[index: number, cells: Cell[]] | null} [domino]
   *  @param {string} [kind] */
  mark(cells = [], domino = null, kind = "") {
    this.#layers.hints.replaceChildren(...cells.map((cell) => square(cell, { class: "hinted" })));
    if (domino) this.#layers.hints.append(dominoShape(domino[1], this.game.puzzle.dominoes[domino[0]], `shown ${kind}`));
  }

  /** Take a domino that is left.
   *  @param {number} index */
  choose(index) {
    if (!this.game.laid.has(index) && index in this.game.puzzle.dominoes) this.hand.take(index, { way: 0 });
    this.changed();
  }

  /** Take the next domino that is left, or the one before.
   *  @param {1 | -1} step */
  chooseNext(step) {
    const left = this.game.puzzle.dominoes.map((_, index) => index).filter((index) => !this.game.laid.has(index));
    if (!left.length) return;
    const at = this.hand.index === null ? -1 : left.indexOf(this.hand.index);
    this.choose(left[at < 0 ? (step > 0 ? 0 : left.length - 1) : (at + step + left.length) % left.length]);
  }

  /** Take a domino with these two numbers.
   *  @param {number} a
   *  @param {number} b */
  chooseByNumbers(a, b) {
    const index = this.game.puzzle.dominoes.findIndex((pair, k) => !this.game.laid.has(k) && [[a, b].join(), [b, a].join()].includes(pair.join()));
    if (index < 0) toast(t("pips.no_domino_left", { name: `${a}-${b}` }));
    else this.choose(index);
  }

  putBack() {
    this.drag.cancel();
    this.hand.take(null);
    this.changed();
  }

  /** Turn the domino in hand. */
  turn(steps = 1) {
    if (this.hand.index === null) { toast(t("pips.choose_first")); return; }
    this.hand.turn(steps);
    this.changed();
    byId("tray").children[this.hand.index].firstElementChild?.classList.add(steps > 0 ? "turning" : "turning-back");
    this.drag.refresh();
  }

  /** The board without dominoes, for paper. */
  picture() {
    const picture = /** @type {SVGSVGElement} */ (this.#svg.cloneNode(true));
    for (const name of LAYERS) if (!["cells", "regions", "rules"].includes(name)) picture.querySelector(`:scope > .${name}`)?.remove();
    return picture;
  }

  /** @param {MouseEvent} event */
  #cellAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.#svg.getScreenCTM()?.inverse());
    const cell = [Math.floor(point.x), Math.floor(point.y)];
    return this.game.contains(cell) ? cell : null;
  }

  /** @param {PointerEvent} event */
  #dragOver(event) {
    const cell = this.#cellAt(event);
    if (this.#moving === null && this.game.isLaid(this.hand.index)) {
      this.#moving = this.hand.index;
      this.show();
    }
    this.#ghost(cell);
    return cell !== null;
  }

  /** @param {PointerEvent} event */
  #drop(event) {
    const { hand, game } = this, { index } = hand, cell = this.#cellAt(event), cells = cell && hand.placeAt(game, cell);
    if (index === null) return;
    if (cells) this.on.make(layMove(index, cells));
    else if (cell) toast(t("pips.does_not_fit"));
    else if (game.isLaid(index)) this.on.make(liftMove(index));
    else this.putBack();
  }

  #picture() {
    const { hand } = this, unit = this.#svg.getScreenCTM()?.a ?? 1, icon = dominoIcon(this.game.puzzle.dominoes[hand.index ?? 0], hand.way);
    icon.classList.add("dragged", "board");
    icon.style.width = `${unit * (hand.way % 2 ? 1 : 2)}px`;
    const [first, second] = hand.cellsAt([0, 0]);
    const [x, y] = [0, 1].map((axis) => (0.5 - Math.min(first[axis], second[axis])) * unit);
    return Object.assign(icon, { grip: /** @type {Point} */ ([x, y]) });
  }

  /** @param {Cell | null} cell */
  #ghost(cell) {
    const { hand, game } = this;
    this.#layers.ghost.replaceChildren();
    if (!cell || hand.index === null || (!this.drag.isActive && game.owner.has(text(cell)))) return;
    const cells = hand.placeAt(game, cell, !this.drag.isActive);
    this.#layers.ghost.append(dominoShape(cells ?? hand.cellsAt(cell), game.puzzle.dominoes[hand.index], cells ? "" : "wrong"));
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType !== "touch" && !this.drag.isActive) this.#ghost(this.#cellAt(event));
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const cell = this.#cellAt(event);
    if (event.button !== 0 || !event.isPrimary || !cell) return;
    this.#usesKeys = false;
    this.#cursor = cell;
    const index = this.game.owner.get(text(cell));
    if (index === undefined) {
      // A finger hides what it points at: the domino follows it.
      if (event.pointerType === "touch" && this.hand.index !== null) this.drag.start(event, { tap: () => this.#layOn(cell) });
      else if (event.pointerType !== "touch" || this.hand.index !== null) this.#layOn(cell);
      return;
    }
    this.hand.takeFrom(index, this.game.cellsOf(index), cell);
    this.drag.start(event, { tap: () => this.#lift(index) });
  }

  /** Lift a domino into the hand.
   *  @param {number} index */
  #lift(index) {
    const { way, grip } = this.hand;
    this.on.make(liftMove(index));
    this.hand.take(index, { way, grip });
    this.changed();
  }

  /** @param {Cell} cell */
  #layOn(cell) {
    if (this.hand.index === null) { toast(t("pips.choose_first")); return; }
    const cells = this.hand.placeAt(this.game, cell, true);
    if (cells) this.on.make(layMove(this.hand.index, cells));
    else toast(t("pips.does_not_fit"));
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const cursor = this.#cursor;
    if (event.ctrlKey || event.metaKey || event.altKey || !cursor) return;
    const arrow = ARROWS[event.key], index = this.game.owner.get(text(cursor));
    this.#usesKeys = true;
    if (arrow) this.#cursor = this.#next(cursor, arrow);
    else if (event.key === "Enter" || event.key === " ") {
      if (index === undefined) this.#layOn(cursor);
      else { this.hand.takeFrom(index, this.game.cellsOf(index), cursor); this.#lift(index); }
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (index !== undefined) this.on.make(liftMove(index));
    } else return;
    event.preventDefault();
    this.#showCursor();
  }

  /** The next cell in a direction; gaps are skipped.
   *  @param {Cell} from
   *  @param {Point} direction
   *  @returns {Cell} */
  #next(from, [dx, dy]) {
    let [x, y] = from;
    for (let far = 0; far < 64; far++) {
      [x, y] = [x + dx, y + dy];
      if (this.game.contains([x, y])) return [x, y];
    }
    return from;
  }

  #showCursor() {
    this.#layers.cursor.replaceChildren();
    const { game } = this, cell = this.#cursor;
    if (!this.#usesKeys || !cell || document.activeElement !== this.#svg) return;
    const region = game.puzzle.regions[game.region.get(text(cell)) ?? 0], owner = game.owner.get(text(cell));
    this.#layers.cursor.append(square(cell, { class: "mark" }));
    this.#ghost(cell);
    const content = owner === undefined ? t("pips.free") : t("pips.covered", { number: game.number(cell), name: game.puzzle.dominoes[owner].join("-") });
    this.#svg.setAttribute("aria-label", t("pips.board_at", { column: cell[0] + 1, row: cell[1] + 1, rule: region.words, content }));
  }
}

/** The half of a picture of a domino at which a pointer is: 0 for the first number.
 *  @param {PointerEvent} event
 *  @param {HTMLElement} element
 *  @param {number} way */
function gripOf(event, element, way) {
  const box = element.getBoundingClientRect();
  const isLate = way % 2 ? event.clientY > box.y + box.height / 2 : event.clientX > box.x + box.width / 2;
  return Number(isLate !== way > 1);
}
