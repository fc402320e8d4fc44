// What is laid, in space: beside the layers of a solid, to be turned by dragging.
import { facesOf, panel, wallsOf } from "./solid.js";
import { h } from "./shell.js";
import { cubeIcon } from "./cube_icon.js";

export class Space {
  #view; #walls; #panel; #held; #laid = []; #ghost = null;

  constructor(place, view) {
    this.#view = view;
    this.#walls = wallsOf(view.cells.map((cell) => cell.at));
    this.#panel = panel("What is laid, in space; drag or use the arrows to turn it");
    this.#held = h("div", { class: "held", "aria-hidden": "true" });
    place.replaceChildren(this.#panel.box, this.#held);
    place.hidden = false;
  }

  /** The placements that lie there, the given ones too. */
  show(laid) {
    this.#laid = facesOf(this.#view, laid);
    this.#paint();
  }

  /** A placement that would lie there, or null. */
  ghost(placement) {
    const same = JSON.stringify(placement);
    if (same === this.#ghost) return;
    this.#ghost = same;
    this.#paint();
  }

  /** The piece in the hand, as it is held. */
  hold(cells, look) {
    this.#held.replaceChildren(...(cells ? [cubeIcon(cells, look)] : []));
  }

  #paint() {
    const ghost = JSON.parse(this.#ghost);
    const faint = ghost ? facesOf(this.#view, [ghost]).map((face) => ({ ...face, alpha: 0.6 })) : [];
    this.#panel.show([...this.#walls, ...this.#laid, ...faint]);
  }
}
