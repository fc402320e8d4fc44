// The 3-D view of a game in space, next to its layers.
import { h } from "./elements.js";
import { t } from "./messages.js";
import { solidScene } from "./solid_drawing.js";
import { solidIcon } from "./solid_icon.js";
import { solidPanel } from "./solid_panel.js";

export class GameSolid {
  #view; #panel; #heldPiece;
  #placed = /** @type {Api.PlacementModel[]} */ ([]);
  #ghost = "null"; // as JSON

  /** @param {HTMLElement} place
   *  @param {Api.PuzzleView} view */
  constructor(place, view) {
    this.#view = view;
    this.#panel = solidPanel(t("play.solid_view"));
    this.#heldPiece = h("div", { class: "held-piece", "aria-hidden": "true" });
    place.replaceChildren(this.#panel.box, this.#heldPiece);
    place.hidden = false;
  }

  /** Show these placements.
   *  @param {Api.PlacementModel[]} placements */
  show(placements) {
    this.#placed = placements;
    this.#paint();
  }

  /** Show a placement that may follow, or none for null.
   *  @param {Api.PlacementModel | null} placement */
  ghost(placement) {
    const same = JSON.stringify(placement);
    if (same === this.#ghost) return;
    this.#ghost = same;
    this.#paint();
  }

  /** Show the held piece in its orientation; nothing for null.
   *  @param {Cell[] | null} cells
   *  @param {Look | null} look
   *  @param {Marks} [marks] */
  hold(cells, look, marks) {
    this.#heldPiece.replaceChildren(...(cells && look ? [solidIcon(this.#view.lattice, cells, look, { marks })] : []));
  }

  #paint() {
    const ghost = /** @type {Api.PlacementModel | null} */ (JSON.parse(this.#ghost)), shown = ghost ? [...this.#placed, ghost] : this.#placed;
    const scene = solidScene(this.#view, shown, { walls: true });
    this.#panel.show(scene, scene.bodies.map((_, i) => ({ at: [0, 0, 0], alpha: ghost && i === scene.bodies.length - 1 ? 0.6 : 1 })));
  }
}
