// The 3-D view of a game in space, next to its layers.
import { h } from "./elements.js";
import { t } from "./messages.js";
import { facesOf, solidPanel, wallsOf } from "./solid_drawing.js";
import { solidIcon } from "./solid_icon.js";

export class GameSolid {
  #view; #walls; #panel; #heldPiece; #placed = []; #ghost = null;

  constructor(place, view) {
    this.#view = view;
    this.#walls = wallsOf(view);
    this.#panel = solidPanel(t("play.solid_view"));
    this.#heldPiece = h("div", { class: "held-piece", "aria-hidden": "true" });
    place.replaceChildren(this.#panel.box, this.#heldPiece);
    place.hidden = false;
  }

  /** Show these placements. */
  show(placements) {
    this.#placed = facesOf(this.#view, placements);
    this.#paint();
  }

  /** Show a placement that may follow, or none for null. */
  ghost(placement) {
    const same = JSON.stringify(placement);
    if (same === this.#ghost) return;
    this.#ghost = same;
    this.#paint();
  }

  /** Show the held piece in its orientation. */
  hold(cells, look, marks) {
    this.#heldPiece.replaceChildren(...(cells ? [solidIcon(this.#view.lattice, cells, look, { marks })] : []));
  }

  #paint() {
    const ghost = JSON.parse(this.#ghost);
    const faint = ghost ? facesOf(this.#view, [ghost]).map((face) => ({ ...face, alpha: 0.6 })) : [];
    this.#panel.show([...this.#walls, ...this.#placed, ...faint]);
  }
}
