// Playing a tiling by pointer and keyboard, without a page: the board, the list of pieces, and the solid in space.
import { BoardView } from "./board_view.js";
import { BoardZoom } from "./board_zoom.js";
import { key, marksOn } from "./cells.js";
import { Drag } from "./dragging.js";
import { ARROWS } from "./elements.js";
import { GameSolid } from "./game_solid.js";
import { historyKey } from "./history.js";
import { HeldPiece, centre, nextInDirection } from "./held_piece.js";
import { messageOf, t } from "./messages.js";
import { PieceList } from "./piece_list.js";
import { liftMove, placeMove } from "./tiling_game.js";

const DOUBLE_TAP = 400; // milliseconds between the taps

/** @typedef {object} Listeners
 *  @property {() => void} moved called when the position has changed
 *  @property {(left: number) => void} held with the number of pieces that are left
 *  @property {(text: string) => void} notify for messages
 *  @property {() => boolean} labelled whether names are written on pieces
 *  @property {() => unknown} hint for the key H */

/** @typedef {object} Help
 *  @property {Api.PlacementModel | null} hint
 *  @property {(cell: Cell | null) => boolean} isHintAt
 *  @property {() => void} paint draws on the board
 *  @property {(move: string) => void} placed called when the hint is placed */

/** @typedef {import("./history.js").History<import("./tiling_game.js").Tiling>} TilingHistory */

export class TilingPlayer {
  cursor = /** @type {Cell | null} */ (null); // the cell of the keyboard cursor
  usesKeys = false; // whether the keyboard is in use
  board = /** @type {BoardView} */ (/** @type {unknown} */ (null)); // set when it is drawn
  pieceList = /** @type {PieceList | null} */ (null);
  solid = /** @type {GameSolid | null} */ (null);
  #aim = /** @type {Point | null} */ (null); // the point of the board at which the held piece is shown, or null
  #scrolled = 0;
  #drawn = /** @type {Set<Api.PlacementModel> | null} */ (null); // the placements on the last picture
  #liftedAt = -1; // the number of moves after the lift by a touch that has not moved yet
  #tapped = /** @type {{ piece: string, at: string, time: number } | null} */ (null); // the piece on the board that a touch has lifted last

  /** `places` has the elements `board`, `pieces` and `solid`, and `floor`, to which a dragged piece is appended.
   *  @param {{ view: Api.PuzzleView, history: TilingHistory, places: { board: HTMLElement, pieces: HTMLElement, solid: HTMLElement, floor?: HTMLElement }, on: Listeners, help: Help }} parts */
  constructor({ view, history, places, on, help }) {
    this.view = view;
    this.history = history;
    this.on = on;
    this.help = help;
    this.held = new HeldPiece(view);
    this.drag = new Drag({
      over: (event) => {
        const cells = this.#near(this.board.pointOf(event));
        this.#showGhost(cells);
        return Boolean(cells);
      },
      drop: (event) => this.#place(this.#near(this.board.pointOf(event)), true),
      picture: () => this.board.pictureOf(this.held, /** @type {Api.PieceView} */ (this.held.piece)),
      ended: () => this.#showGhost(null),
    }, places.floor);
    new BoardView(places.board, view, (drawn) => this.#onDraw(drawn));
    if (this.board.isSolid) this.solid = new GameSolid(places.solid, view);
    this.pieceList = new PieceList(places.pieces, view, {
      press: (name, event) => this.#takeUp(name, event), choose: (name) => { this.choose(name); this.board.board.focus(); },
    });
    new ResizeObserver(() => this.fit()).observe(places.board);
    places.board.addEventListener("touchstart", (event) => { if (event.touches.length === 2) this.#putBack(); }, { passive: true });
    new BoardZoom(places.board, () => this.drag.isActive);
  }

  get game() {
    return this.history.game;
  }

  /** Whether a control changes no piece of the puzzle.
   *  @param {Control} control */
  isIdle(control) {
    return this.view.pieces.every((piece) => !changes(piece, control));
  }

  /** Whether a control changes the held piece.
   *  @param {Control} control */
  canChange(control) {
    return this.held.piece !== null && changes(this.held.piece, control);
  }

  /** @param {string} name */
  #lookOf(name) {
    return /** @type {Api.PieceView} */ (this.view.pieces.find((piece) => piece.name === name));
  }

  /** @param {string} name */
  #labelOf(name) {
    return this.on.labelled() && name.length <= 3 ? name : "";
  }

  /** @param {Cell[]} cells */
  #fits(cells) {
    return !this.game.errorOf(this.held.name ?? "", cells);
  }

  /** @param {Point} point */
  #near(point) {
    return this.held.near(point, (cells) => this.#fits(cells));
  }

  /** The board was drawn: at the start, or in other columns.
   *  @param {BoardView} drawn */
  #onDraw(drawn) {
    this.board = drawn;
    this.held.setView(drawn.view);
    const picture = drawn.board;
    picture.addEventListener("pointerdown", (event) => this.#press(event));
    picture.addEventListener("pointermove", (event) => this.#hover(event));
    picture.addEventListener("pointerleave", () => { this.#aim = null; this.preview(); });
    picture.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    picture.addEventListener("keydown", (event) => this.#onBoardKey(event));
    picture.addEventListener("focus", () => {
      this.usesKeys = picture.matches(":focus-visible");
      if (this.usesKeys) this.#moveTo(this.cursor ?? this.view.cells[0].at);
    });
    picture.addEventListener("blur", () => {
      if (this.usesKeys) this.#aim = null;
      this.usesKeys = false;
      drawn.showCursor(null);
      this.preview();
    });
    this.#aim = this.usesKeys && this.cursor ? centre(drawn.outlineOf(this.cursor)) : null;
    if (this.pieceList) { this.paint(); this.showHeld(); }
  }

  /** Draw the pieces in the list at the scale of the board, as far as there is space. */
  fit() {
    this.pieceList?.fit(this.board.scale);
  }

  /** Show the held piece, and the pieces that are left. */
  showHeld() {
    const { held } = this;
    if (!this.pieceList) return;
    this.on.held(this.pieceList.show(this.game, held, this.on.labelled()));
    this.board.board.classList.toggle("aimed", Boolean(held.piece));
    this.solid?.hold(held.piece && held.cells(), held.piece, held.marks());
    this.preview();
  }

  /** Draw the placements. */
  paint() {
    const placed = [...this.view.forced, ...this.game.placed];
    this.board.groups.pieces.replaceChildren(...placed.map((placement) => {
      const shape = this.board.shape(placement.cells, this.#lookOf(placement.piece), { label: this.#labelOf(placement.piece) });
      shape.classList.toggle("given", this.view.forced.includes(placement));
      shape.classList.toggle("placed-now", Boolean(this.#drawn && !this.#drawn.has(placement)));
      return shape;
    }));
    this.#drawn = new Set(placed);
    this.board.groups.marks.replaceChildren();
    this.help.paint();
    this.board.showCursor(this.usesKeys ? this.cursor : null);
    this.solid?.show(placed);
    this.preview();
  }

  /** Show the position: call after every move. */
  show() {
    this.on.moved();
    if (this.held.name !== null && this.game.left(this.held.name) <= 0) this.held.take(null);
    this.paint();
    this.showHeld();
  }

  /** @param {string} move */
  #make(move) {
    try {
      this.history.play(move);
    } catch (error) {
      this.on.notify(messageOf(error));
      return false;
    }
    this.show();
    return true;
  }

  /** Undo or redo a move.
   *  @param {"undo" | "redo"} direction */
  step(direction) {
    this.drag.cancel();
    if (this.history[direction]()) this.show();
  }

  /** Lift all pieces. */
  clear() {
    if (!this.game.placed.length) return;
    this.playAll([...this.game.placed].reverse().map((placement) => liftMove(placement.cells[0])));
  }

  /** Make moves that are undone at once.
   *  @param {string[]} moves */
  playAll(moves) {
    this.drag.cancel();
    this.history.playAll(moves);
    this.show();
  }

  /** Hold another piece.
   *  @param {string} name */
  choose(name) {
    if (this.game.left(name) > 0 && this.held.name !== name) this.held.take(name);
    this.showHeld();
  }

  /** A pointerdown on a piece of the list. On a touch screen, which has no keys, a second tap turns the piece.
   *  @param {string} name
   *  @param {PointerEvent} event */
  #takeUp(name, event) {
    const again = this.held.name === name && event.pointerType === "touch";
    this.choose(name);
    if (this.held.piece) this.drag.start(event, { tap: again ? () => this.change("turn") : null });
  }

  /** @param {Cell[] | null} cells */
  #showGhost(cells) {
    const { piece } = this.held, shown = piece ? cells : null, fits = shown !== null && this.#fits(shown);
    this.board.showGhost(shown, piece, !fits);
    this.board.board.classList.toggle("fits", fits);
    this.board.board.classList.toggle("fits-not", shown !== null && !fits);
    this.solid?.ghost(piece && shown && fits ? { piece: piece.name, cells: shown } : this.help.hint);
  }

  /** Show where the held piece would be placed. */
  preview() {
    if (this.drag.isActive) return;
    const at = this.#aim && this.board.cellAt(this.#aim);
    this.#showGhost(this.held.piece && this.#aim && !(at && this.game.owner.has(key(at))) ? this.#near(this.#aim) : null);
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    if (event.pointerType === "touch") return;
    this.#aim = this.board.pointOf(event);
    this.preview();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const point = this.board.pointOf(event), at = this.board.cellAt(point), placement = at && this.game.owner.get(key(at));
    this.usesKeys = false;
    this.board.showCursor(null);
    if (at) this.cursor = at;
    if (at && placement) {
      if (this.game.given.has(key(at))) { this.on.notify(t("play.given", { piece: placement.piece })); return; }
      this.held.takeFrom(placement, at);
      const tap = event.pointerType === "touch" ? () => { this.#tapped = { piece: placement.piece, at: key(at), time: event.timeStamp }; } : null;
      if (this.#make(liftMove(at))) {
        this.#liftedAt = this.history.moves.length;
        this.drag.start(event, { tap });
      }
      return;
    }
    if (at && this.#isSecondTap(event, at)) { event.preventDefault(); this.#turnOn(at); return; }
    if (this.#canPlaceHint(at)) { this.placeHint(); return; }
    if (!this.held.piece) { if (event.pointerType !== "touch") this.on.notify(t("play.choose_piece")); return; }
    // A finger hides what it points at: the piece follows it, and is placed where it leaves the board.
    if (event.pointerType === "touch") this.drag.start(event, { atOnce: true });
    else this.#place(this.#near(point));
  }

  /** Put a piece back that the first of two fingers has lifted. */
  #putBack() {
    if (!this.drag.isActive || this.drag.picture || this.#liftedAt !== this.history.moves.length) return;
    this.step("undo");
    this.held.take(null);
    this.showHeld();
  }

  /** Whether a piece was lifted from this cell by a tap just before.
   *  @param {PointerEvent} event
   *  @param {Cell} at */
  #isSecondTap(event, at) {
    const tapped = this.#tapped;
    this.#tapped = null;
    return tapped?.piece === this.held.name && tapped.at === key(at) && event.pointerType === "touch" && event.timeStamp - tapped.time < DOUBLE_TAP;
  }

  /** Turn the held piece until it fits on a cell, and place it there.
   *  @param {Cell} at */
  #turnOn(at) {
    const point = centre(this.board.outlineOf(at)), length = this.held.piece?.orientations.length ?? 0;
    for (let turns = 0; turns < length; turns++) {
      this.change("turn");
      const cells = this.#near(point);
      if (cells && this.#fits(cells)) { this.#place(cells); return; }
    }
  }

  /** Place the held piece on cells; off the board it remains held.
   *  @param {Cell[] | null} cells
   *  @param {boolean} [quietly] */
  #place(cells, quietly = false) {
    const { piece } = this.held;
    if (!cells || !piece) return;
    const error = this.game.errorOf(piece.name, cells);
    if (!error) this.#make(placeMove(piece.name, cells));
    else if (!quietly || cells.some((cell) => this.game.cells.has(key(cell)))) this.on.notify(`${error[0].toUpperCase()}${error.slice(1)}.`);
  }

  /** Change the orientation of the held piece.
   *  @param {Control} control */
  change(control) {
    if (!this.held.piece) { this.on.notify(t("play.choose_piece_first")); return; }
    this.held.change(control);
    this.showHeld();
    this.drag.refresh();
    this.#showTurn(control);
  }

  /** Let the pictures of the held piece turn or flip into their new orientation.
   *  @param {Control} control */
  #showTurn(control) {
    if (this.board.isSolid) return;
    const [[a, b], [c, d]] = this.view.lattice.basis.length > 1 ? this.view.lattice.basis : [[1, 0], [0, 1]];
    const angle = Math.abs(a * c + b * d) < 1e-6 ? 90 : 60; // a turn of the lattice, in degrees
    for (const picture of [this.pieceList?.iconOf(this.held.name ?? ""), this.board.groups.ghost, this.drag.picture]) {
      const shape = /** @type {SVGElement | null | undefined} */ (picture?.querySelector(".piece"));
      if (!shape) continue;
      shape.style.setProperty("--from-turn", `${control === "turn" ? -angle : control === "back" ? angle : 0}deg`);
      shape.style.setProperty("--from-flip", control === "flip" ? "-1" : "1");
      shape.classList.add("turned");
    }
  }

  /** One notch of a mouse wheel is a step; a touchpad sends many small ones.
   *  @param {WheelEvent} event */
  #wheel(event) {
    if (!this.held.piece || event.ctrlKey) return;
    event.preventDefault();
    const way = event.deltaY || event.deltaX;
    if (this.#scrolled * way < 0) this.#scrolled = 0;
    this.#scrolled += event.deltaMode === 0 ? way : way * 40;
    if (Math.abs(this.#scrolled) < 60) return;
    this.#scrolled = 0;
    if (!event.shiftKey) this.change(way > 0 ? "turn" : "back");
    else if (this.board.isSolid) this.change(way > 0 ? "tip" : "tip_back");
    else this.change("flip");
  }

  /** @param {KeyboardEvent} event */
  #onBoardKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS[event.key], layer = event.key === "PageUp" ? 1 : event.key === "PageDown" ? -1 : 0;
    const at = this.cursor ?? this.view.cells[0].at;
    if (arrow) this.#moveTo(nextInDirection(this.held.centres, centre(this.board.outlineOf(at)), arrow) ?? at);
    else if (layer && this.board.isSolid) this.#moveTo(this.#inLayer(at, at[2] + layer));
    else if (event.key === "Enter" || event.key === " ") {
      const point = this.#moveTo(at);
      if (this.#canPlaceHint(at)) this.placeHint();
      else if (!this.held.piece) this.on.notify(t("play.choose_piece_key"));
      else this.#place(this.#near(point));
    } else if (event.key === "Delete" || event.key === "Backspace") {
      const placement = this.game.owner.get(key(at));
      if (!placement) return;
      if (!this.game.given.has(key(at))) this.held.takeFrom(placement, at);
      this.#make(liftMove(at));
    } else return;
    event.preventDefault();
  }

  /** The cell of a layer that is nearest to another cell; that cell itself if there is no such layer.
   *  @param {Cell} cell
   *  @param {number} layer
   *  @returns {Cell} */
  #inLayer([x, y, z], layer) {
    /** @param {Cell} other */
    const distance = ([a, b]) => Math.hypot(a - x, b - y);
    return this.view.cells.map((cell) => cell.at).filter((at) => at[2] === layer).sort((a, b) => distance(a) - distance(b))[0] ?? [x, y, z];
  }

  /** Move the cursor of the keyboard; the point where it is.
   *  @param {Cell} cell */
  #moveTo(cell) {
    [this.cursor, this.usesKeys] = [cell, true];
    const middle = this.#aim = centre(this.board.outlineOf(cell));
    this.board.showCursor(cell);
    this.board.board.setAttribute("aria-label", t("play.board_at", { cell: key(cell), content: this.#contentOf(cell) }));
    this.preview();
    return middle;
  }

  /** What lies on a cell, its colour and its cost, in words.
   *  @param {Cell} cell */
  #contentOf(cell) {
    const mark = marksOn(this.view, [cell]).get(key(cell)), on = this.view.cells.find((one) => key(one.at) === key(cell));
    const words = [this.game.owner.get(key(cell))?.piece ?? t("play.empty_cell")];
    if (mark?.ground && on) words.push(on.colour);
    if (on?.cost) words.push(t("play.cost", { cost: on.cost }));
    return words.join(", ");
  }

  #nextPiece() {
    const available = this.view.pieces.filter((piece) => this.game.left(piece.name) > 0);
    if (available.length) this.choose(available[(available.findIndex((piece) => piece.name === this.held.name) + 1) % available.length].name);
  }

  /** A key that was pressed anywhere outside of fields.
   *  @param {KeyboardEvent} event */
  onKey(event) {
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const back = event.shiftKey || (letter !== event.key && !event.getModifierState("CapsLock"));
    const direction = historyKey(event);
    if (direction) { this.step(direction); event.preventDefault(); return; }
    if (event.ctrlKey || event.metaKey) return;
    if (event.altKey) return;
    /** @type {Record<string, (() => unknown) | undefined>} */
    const actions = {
      r: () => this.change(back ? "back" : "turn"), f: () => this.change("flip"), u: () => this.step(back ? "redo" : "undo"), h: this.on.hint,
      n: () => { this.drag.cancel(); this.#nextPiece(); }, Escape: () => { this.drag.cancel(); this.held.take(null); this.showHeld(); },
      ...(this.board.isSolid && { t: () => this.change(back ? "tip_back" : "tip"), e: () => this.change(back ? "roll_back" : "roll") }),
    };
    const action = actions[letter];
    if (action) { action(); event.preventDefault(); }
  }

  /** Place the piece of the hint. */
  placeHint() {
    if (!this.help.hint) return;
    const { piece, cells } = this.help.hint;
    this.drag.cancel();
    this.held.take(null);
    this.help.placed(placeMove(piece, cells));
    this.#make(placeMove(piece, cells));
  }

  /** @param {Cell | null} at */
  #canPlaceHint(at) {
    return this.help.isHintAt(at) && [null, this.help.hint?.piece].includes(this.held.name);
  }
}

/** @param {Api.PieceView} piece
 *  @param {Control} control */
const changes = (piece, control) => piece[control].some((to, from) => to !== from);
