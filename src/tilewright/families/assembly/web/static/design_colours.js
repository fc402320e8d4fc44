// The rules of colours: which colours of pieces may lie on which colours of the result, as a table to tick.
import { h } from "/static/js/elements.js";
import { t } from "/static/js/messages.js";

/** @typedef {import("/static/js/drawn_puzzle.js").Shape} Shape
 *  @typedef {[string, string]} Pair a colour of a piece, and one of the result on which it may lie */

/** @param {Iterable<Shape>} shapes
 *  @returns {string[]} */
const coloursOf = (shapes) => [...new Set([...shapes].flatMap((shape) => [...shape.values()].map(({ colour }) => colour)))].filter(Boolean);

/** @param {Iterable<string>} names */
const sorted = (names) => [...new Set(names)].sort((a, b) => Number(a) - Number(b) || a.localeCompare(b));

export class ColourTable {
  #box; #change; #shown = "";

  /** @param {HTMLElement} box
   *  @param {(fits: Pair[] | null) => void} change takes the pairs; null: equal colours fit */
  constructor(box, change) {
    this.#box = box;
    this.#change = change;
  }

  /** @param {import("/static/js/drawn_puzzle.js").DrawnPuzzle} drawn */
  show({ board, pieces, kept }) {
    const pairs = /** @type {Pair[] | undefined} */ (kept.fits);
    const own = sorted([...coloursOf(pieces.map(({ cells }) => cells)), ...(pairs ?? []).map(([colour]) => colour)]);
    const there = sorted([...coloursOf([board]), ...(pairs ?? []).map(([, colour]) => colour)]);
    const state = JSON.stringify([own, there, pairs]);
    if (state === this.#shown) return;
    this.#shown = state;
    if (!own.length || !there.length) { this.#box.replaceChildren(h("p", { class: "small quiet" }, t("design.no_rules"))); return; }
    const allowed = new Set((pairs ?? own.map((colour) => /** @type {Pair} */ ([colour, colour]))).map((pair) => JSON.stringify(pair)));
    const focused = this.#box.contains(document.activeElement) ? document.activeElement?.getAttribute("data-field") : null;
    /** @param {Pair} pair */
    const box = (pair) => h("input", {
      type: "checkbox", checked: allowed.has(JSON.stringify(pair)), "data-field": pair.join("-"), "aria-label": t("design.rule_of", { own: pair[0], there: pair[1] }),
      onchange: (/** @type {Event} */ event) => {
        const isAllowed = /** @type {HTMLInputElement} */ (event.target).checked, name = JSON.stringify(pair);
        if (isAllowed) allowed.add(name); else allowed.delete(name);
        this.#change(own.flatMap((a) => there.map((b) => /** @type {Pair} */ ([a, b]))).filter((one) => allowed.has(JSON.stringify(one))));
      },
    });
    this.#box.replaceChildren(
      h("div", { class: "scroll" }, h("table", { class: "rules" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("design.rules_corner")), there.map((colour) => h("th", { scope: "col" }, colour)))),
        h("tbody", {}, own.map((colour) => h("tr", {}, h("th", { scope: "row" }, colour), there.map((other) => h("td", {}, h("label", {}, box([colour, other]))))))))),
      h("button", { class: "btn", type: "button", disabled: !pairs, "data-field": "same", onclick: () => this.#change(null) }, t("design.fits_same")));
    if (focused) /** @type {HTMLElement | null} */ (this.#box.querySelector(`[data-field="${focused}"]`))?.focus();
  }
}
