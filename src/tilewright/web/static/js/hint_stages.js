// Hints in stages, for every game: where to look, why, and what to do; once more, and it is done. A move starts again. The button
// says what it shows next.
import { t } from "./messages.js";
import { byId, hideMessage, showMessage, tryAction } from "./page.js";

/** @template Hint
 *  @typedef {object} HintStage
 *  @property {(hint: Hint) => string | Promise<string | null>} sentence what is said; null: nothing, as the position has changed
 *  @property {(hint: Hint) => void} [show] marks the board
 *  @property {(hint: Hint) => "" | "good" | "warn" | "bad"} [kind] of the message */

/** @template Hint */
export class HintStages {
  #request; #stages; #perform; #action;
  #hint = /** @type {Hint | null} */ (null);
  #number = 0; // of stages that are shown
  #session = 0; // grows with each move, so that a late answer is ignored
  #isBusy = false;

  /** `request` returns a hint, or null where the position has changed since or there is no answer; `stages` are usually three: where,
   *  why and what; `perform` makes the move of the hint, and returns false where there is none; `action` is the key of what the button
   *  says before that.
   *  @param {{ request: () => Promise<Hint | null>, stages: HintStage<Hint>[], perform: (hint: Hint) => boolean | void, action: (hint: Hint) => string }} parts */
  constructor({ request, stages, perform, action }) {
    this.#request = request;
    this.#stages = stages;
    this.#perform = perform;
    this.#action = action;
  }

  /** The number of stages that are shown of the hint: 0 to that of all. */
  get stage() {
    return this.#number;
  }

  /** The hint, once its last stage is shown; else null.
   *  @returns {Hint | null} */
  get shown() {
    return this.#number === this.#stages.length ? this.#hint : null;
  }

  /** The position has changed: the next hint starts at the first stage. */
  reset() {
    this.#session += 1;
    this.#hint = null;
    this.#number = 0;
    this.#isBusy = false;
    this.#showNext();
  }

  /** Show the next stage; after the last one, make the move.
   *  @returns {Promise<void>} */
  async next() {
    if (this.#isBusy) return;
    if (this.shown) { this.#perform(this.shown); return; }
    const session = this.#session;
    this.#isBusy = true;
    try {
      if (!this.#hint) {
        showMessage(t("common.thinking"));
        const found = await tryAction(this.#request);
        if (session !== this.#session) return;
        if (!found) return;
        this.#hint = found;
      }
      const stage = this.#stages[this.#number], sentence = await tryAction(async () => stage.sentence(/** @type {Hint} */ (this.#hint)));
      if (session !== this.#session || sentence === null) return;
      this.#number += 1;
      showMessage(sentence, stage.kind?.(this.#hint) ?? "good");
      stage.show?.(this.#hint);
      this.#showNext();
    } finally {
      if (session === this.#session) this.#isBusy = false;
    }
  }

  /** Let the button say what it shows or does next. */
  #showNext() {
    const next = ["common.hint", "hint.why", "hint.what"][this.#number] ?? "";
    byId("hint").textContent = t(this.shown ? this.#action(this.shown) : next);
  }

  /** Show again what is shown of the hint, on a new picture of the board. */
  repaint() {
    if (this.#hint && this.#number) this.#stages[this.#number - 1].show?.(this.#hint);
  }

  /** Forget the hint and its message. */
  dismiss() {
    this.reset();
    hideMessage();
  }
}
