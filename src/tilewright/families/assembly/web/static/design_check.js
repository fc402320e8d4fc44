// The status of a design: what the server says of its volumes, its pieces, and whether it can be assembled.
import { backend } from "/static/js/backend.js";
import { DrawingCheck, showFindings } from "/static/js/drawing_page.js";
import { t } from "/static/js/messages.js";
import { byId } from "/static/js/page.js";

/** @typedef {import("/static/js/drawn_puzzle.js").DrawnPuzzle} DrawnPuzzle */

export class DesignCheck extends DrawingCheck {
  #drawn;
  /** What was found of the pieces.
   *  @type {{ drawn: DrawnPuzzle, view: Api.DesignView } | null} */
  #status = null;

  /** @param {() => DrawnPuzzle} drawn
   *  @param {(puzzle: Api.PuzzleView, status: Api.DesignView) => void} show is called with what is known of the pieces */
  constructor(drawn, show) {
    super({
      drawn, checkEmpty: ({ board }) => { if (!board.size) this.#showVolume(t("design.no_cells")); },
      async check(puzzle, leftOut, signal, isCurrent) {
        const sent = { puzzle: { text: puzzle.toml, format: "toml" } }, notes = leftOut.map((sentence) => ({ kind: "note", sentence })), mine = drawn();
        const view = await backend.designStatus(sent, signal);
        if (!await isCurrent()) return;
        take({ drawn: mine, view });
        show(puzzle, view);
        showFindings([...notes, { kind: "note", sentence: t("design.checking") }]);
        const { findings } = await backend.check(sent, signal);
        if (await isCurrent()) showFindings([...notes, ...findings]);
      },
      fail(message, isRead) {
        if (!isRead) byId("volume").textContent = "";
        showFindings([{ kind: isRead ? "note" : "wrong", sentence: message }]);
      },
    });
    this.#drawn = drawn;
    /** @param {{ drawn: DrawnPuzzle, view: Api.DesignView }} status */
    const take = (status) => {
      this.#status = status;
      this.#showVolume(status.view.volume, status.view.parity);
    };
  }

  /** What is known of the pieces; null if the design was changed since. */
  get status() {
    return this.#status?.drawn === this.#drawn() ? this.#status.view : null;
  }

  /** Show that nothing is known yet of another design. */
  clear() {
    this.#showVolume(t("design.checking"));
    showFindings([]);
  }

  /** @param {string} sentence
   *  @param {number[] | null} [parity] */
  #showVolume(sentence, parity = null) {
    byId("volume").textContent = sentence;
    byId("parity").hidden = !parity;
    if (parity) byId("parity").textContent = t("design.parity", { black: parity[0], white: parity[1] });
  }
}
