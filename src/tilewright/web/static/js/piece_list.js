// The list of pieces that are left, each in its present orientation.
import { h } from "./elements.js";
import { pieceIcon } from "./flat_drawing.js";
import { t } from "./messages.js";
import { solidIcon } from "./solid_icon.js";

export class PieceList {
  /** `handlers` has press(name, event) for a pointerdown on a piece, and choose(name) for a choice by keyboard.
   *  @param {HTMLElement} box
   *  @param {Api.PuzzleView} view
   *  @param {{ press: (name: string, event: PointerEvent) => void, choose: (name: string) => void }} handlers */
  constructor(box, view, handlers) {
    this.box = box;
    this.view = view;
    box.classList.toggle("coloured", view.colours.length > 0);
    box.replaceChildren(...view.pieces.map((piece) => {
      const button = h("button", { type: "button", role: "option", "data-piece": piece.name, "aria-selected": "false" });
      button.addEventListener("pointerdown", (event) => handlers.press(piece.name, event));
      button.addEventListener("click", (event) => { if (event.detail === 0) handlers.choose(piece.name); });
      button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch starts to drag
      return button;
    }));
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
      button.replaceChildren(...this.#icon(piece, held.cells(piece), held.marks(piece), labelled ? piece.name : ""));
      if (piece.cost) button.append(h("span", { class: "cost", title: t("play.cost", { cost: piece.cost }) }, `${piece.cost}`));
      if (piece.most > 1) button.append(h("span", { class: "copies" }, `×${left}`));
    });
    return sum;
  }

  /** @param {Api.PieceView} piece
   *  @param {Cell[]} cells
   *  @param {Marks} marks
   *  @param {string} label */
  #icon(piece, cells, marks, label) {
    const { lattice } = this.view;
    return [(lattice.dimension === 3 ? solidIcon : pieceIcon)(lattice, cells, piece, { marks }), label ? h("span", { class: "label" }, label) : ""];
  }
}
