// The list of pieces that are left, each in its present orientation, and all at one scale: the board's where there is space.
import { h } from "./elements.js";
import { iconSide, pieceIcon } from "./flat_drawing.js";
import { t } from "./messages.js";
import { solidIcon, solidIconSide } from "./solid_icon.js";

const MIN_CELL = 11; // pixels
const STRIP = 78; // pixels: the height of the largest piece where the list is a strip
const STRIP_SHARE = 0.1; // of the window, if that is less
const STRIP_MIN_CELL = 9;

export class PieceList {
  #sides; // of the square that has space for each piece in all its orientations, in cells

  /** `handlers` has press(name, event) for a pointerdown on a piece, and choose(name) for a choice by keyboard.
   *  @param {HTMLElement} box
   *  @param {Api.PuzzleView} view
   *  @param {{ press: (name: string, event: PointerEvent) => void, choose: (name: string) => void }} handlers */
  constructor(box, view, handlers) {
    this.box = box;
    this.view = view;
    const { lattice } = view, sideOf = lattice.dimension === 3 ? solidIconSide : iconSide;
    this.#sides = new Map(view.pieces.map((piece) => [piece.name, Math.max(...piece.orientations.map((cells) => sideOf(lattice, cells)))]));
    box.replaceChildren(...view.pieces.map((piece) => {
      const button = h("button", { type: "button", role: "option", "data-piece": piece.name, "aria-selected": "false" });
      button.addEventListener("pointerdown", (event) => handlers.press(piece.name, event));
      button.addEventListener("click", (event) => { if (event.detail === 0) handlers.choose(piece.name); });
      button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch starts to drag
      return button;
    }));
  }

  /** Draw all pieces at the scale of the board, in pixels of a cell, or at the largest one at which all of them can be seen.
   *  @param {number} scale */
  fit(scale) {
    /** @param {number} cell */
    const set = (cell) => this.box.style.setProperty("--cell", `${Math.round(cell * 10) / 10}px`);
    if (getComputedStyle(this.box).flexWrap === "nowrap") {
      set(Math.max(STRIP_MIN_CELL, Math.min(scale, Math.min(STRIP, STRIP_SHARE * innerHeight) / Math.max(...this.#sides.values()))));
      return;
    }
    for (let cell = scale; ; cell *= 0.93) {
      set(Math.max(MIN_CELL, cell));
      if (cell <= MIN_CELL || (this.box.scrollHeight <= this.box.clientHeight && this.box.scrollWidth <= this.box.clientWidth)) return;
    }
  }

  /** Show the pieces that are left, with their names if `labelled`; the number of them.
   *  @param {import("./tiling_game.js").Tiling} game
   *  @param {import("./held_piece.js").HeldPiece} held
   *  @param {boolean} labelled
   *  @returns {number} */
  show(game, held, labelled) {
    let sum = 0;
    this.view.pieces.forEach((piece, number) => {
      const button = /** @type {HTMLButtonElement} */ (this.box.children[number]), left = Math.max(0, game.left(piece.name));
      sum += left;
      button.disabled = left <= 0;
      button.setAttribute("aria-selected", String(held.name === piece.name));
      button.setAttribute("aria-label", t(piece.cost ? "play.piece_left_cost" : "play.piece_left", { name: piece.name, n: left, cost: piece.cost }));
      const caption = [
        labelled ? h("span", { class: "label" }, piece.name) : null,
        piece.most > 1 ? h("span", { class: "copies" }, `×${left}`) : null,
        piece.cost ? h("span", { class: "cost", title: t("play.cost", { cost: piece.cost }) }, `${piece.cost}`) : null,
      ].filter(Boolean);
      button.replaceChildren(this.#icon(piece, held), ...(caption.length ? [h("span", { class: "caption" }, ...caption)] : []));
    });
    return sum;
  }

  /** @param {Api.PieceView} piece
   *  @param {import("./held_piece.js").HeldPiece} held */
  #icon(piece, held) {
    const { lattice } = this.view, side = this.#sides.get(piece.name) ?? 3;
    const icon = (lattice.dimension === 3 ? solidIcon : pieceIcon)(lattice, held.cells(piece), piece, { marks: held.marks(piece), side });
    icon.style.width = icon.style.height = `calc(var(--cell, 18px) * ${side.toFixed(3)})`;
    return icon;
  }

  /** The picture of a piece.
   *  @param {string | null} name
   *  @returns {SVGElement | null} */
  iconOf(name) {
    return this.box.children[this.view.pieces.findIndex((piece) => piece.name === name)]?.querySelector("svg") ?? null;
  }
}
