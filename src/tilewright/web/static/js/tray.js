// The tray: the pieces that are left, each as it is held.
import { pieceIcon } from "./drawing.js";
import { cubeIcon } from "./cube_icon.js";
import { h } from "./shell.js";

export class Tray {
  /** `does` has press(name, event), when a pointer goes down on a piece, and choose(name), when it is chosen by keys. */
  constructor(box, view, does) {
    this.box = box;
    this.view = view;
    box.replaceChildren(...view.pieces.map((piece) => {
      const button = h("button", { type: "button", role: "option", "data-piece": piece.name, "aria-selected": "false" });
      button.addEventListener("pointerdown", (event) => does.press(piece.name, event));
      button.addEventListener("click", (event) => { if (event.detail === 0) does.choose(piece.name); });
      button.addEventListener("contextmenu", (event) => event.preventDefault()); // a finger that rests on a piece wants to drag it
      return button;
    }));
  }

  /** Show what is left of a game; `lettered` with their names. */
  show(game, hand, lettered) {
    let sum = 0;
    this.view.pieces.forEach((piece, number) => {
      const button = this.box.children[number], left = Math.max(0, game.left(piece.name));
      sum += left;
      button.disabled = left <= 0;
      button.setAttribute("aria-selected", String(hand.name === piece.name));
      button.setAttribute("aria-label", `${piece.name}, ${left} left`);
      button.replaceChildren(...this.#icon(piece, hand.cells(piece), lettered ? piece.name : ""));
      if (piece.most > 1) button.append(h("span", { class: "copies" }, `×${left}`));
    });
    return sum;
  }

  #icon(piece, cells, label) {
    const { lattice } = this.view;
    return [lattice.name === "cube" ? cubeIcon(cells, piece) : pieceIcon(lattice, cells, piece), label ? h("span", { class: "letter" }, label) : ""];
  }
}
