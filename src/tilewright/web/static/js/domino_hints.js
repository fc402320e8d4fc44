// Hints of the domino games on a page: a list has the reasons.
import { h } from "./elements.js";
import { HintStages } from "./hint_stages.js";
import { byId } from "./page.js";

/** @template Given
 *  @typedef {object} DominoHint
 *  @property {string} where where to look
 *  @property {string[]} reasons
 *  @property {string} what the move in words
 *  @property {boolean} [isLift] whether something is wrong, and is to be lifted
 *  @property {Given} given what the page needs to mark and to perform it */

/** @template Given */
export class DominoHints {
  #stages; #mark; #perform;

  /** `mark(hint, stage)` marks the board: at stage 1 where, at 2 why, at 3 the move; at 0 nothing. `perform` makes the move.
   *  @param {{ request: () => Promise<DominoHint<Given> | null>, mark: (hint: DominoHint<Given> | null, stage: number) => void, perform: (hint: DominoHint<Given>) => void, label?: string }} parts
   *    `label`: the key of what the button says before it makes the move */
  constructor({ request, mark, perform, label = "hint.lay" }) {
    this.#mark = mark;
    this.#perform = perform;
    const kind = (/** @type {DominoHint<Given>} */ hint) => (hint.isLift ? "warn" : "good");
    this.#stages = new HintStages({ request, perform: (/** @type {DominoHint<Given>} */ hint) => this.#perform(hint), action: ({ isLift }) => (isLift ? "hint.lift" : label), stages: [
      { sentence: (hint) => hint.where, show: (hint) => this.#show(hint, 1), kind },
      { sentence: (hint) => hint.where, show: (hint) => this.#show(hint, 2), kind },
      { sentence: (hint) => hint.what, show: (hint) => this.#show(hint, 3), kind },
    ] });
  }

  /** Show the next stage; after the last one, make the move.
   *  @returns {Promise<void>} */
  next() {
    return this.#stages.next();
  }

  /** The position has changed: nothing is shown of a hint. */
  reset() {
    this.#stages.reset();
    byId("steps").hidden = true;
    this.#mark(null, 0);
  }

  /** Show it again, on a new picture of the board. */
  repaint() {
    this.#stages.repaint();
  }

  /** @param {DominoHint<Given>} hint
   *  @param {number} stage */
  #show(hint, stage) {
    byId("steps").replaceChildren(...hint.reasons.map((sentence) => h("li", {}, sentence)));
    byId("steps").hidden = stage < 2 || !hint.reasons.length;
    this.#mark(hint, stage);
  }
}
