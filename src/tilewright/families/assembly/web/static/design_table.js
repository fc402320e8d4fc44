// The table of the pieces of a design: how many there are, their groups and weights, and what is remarkable about them.
import { h } from "/static/js/elements.js";
import { t } from "/static/js/messages.js";

/** @typedef {import("/static/js/drawn_puzzle.js").DrawnPiece} DrawnPiece */

const MAX_COPIES = 10_000, MAX_WEIGHT = 1_000_000;

/** @typedef {object} TablePage
 *  @property {(number: number, changes: Partial<DrawnPiece>) => void} change
 *  @property {(name: string) => void} choose
 *  @property {(piece: DrawnPiece, number: number) => SVGElement} icon */

export class PieceTable {
  #box; #page;

  /** @param {HTMLElement} box
   *  @param {TablePage} page */
  constructor(box, page) {
    this.#box = box;
    this.#page = page;
  }

  /** Show the pieces, with what a check found of them.
   *  @param {import("/static/js/drawn_puzzle.js").DrawnPuzzle} drawn
   *  @param {Api.DesignView | null} status */
  show(drawn, status) {
    if (!drawn.pieces.length) { this.#box.replaceChildren(h("p", { class: "small quiet" }, t("design.no_pieces"))); return; }
    const focused = this.#box.contains(document.activeElement) ? document.activeElement?.getAttribute("data-field") : null;
    const known = new Map(status?.pieces.map((piece) => [piece.name, piece]));
    const heads = ["shape", "piece", "size", "least", "most", "groups", "weight", "places_column", "remark"];
    this.#box.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, t(`design.${head}`))))),
      h("tbody", {}, drawn.pieces.map((piece, number) => this.#row(piece, number, known.get(piece.name))))));
    if (focused) /** @type {HTMLElement | null} */ (this.#box.querySelector(`[data-field="${focused}"]`))?.focus();
  }

  /** @param {DrawnPiece} piece
   *  @param {number} number
   *  @param {Api.DesignPiece | undefined} known */
  #row(piece, number, known) {
    const { name, least, most, kept } = piece, count = known && (known.placements ?? t("design.too_many"));
    /** @param {string} id
     *  @param {number} value
     *  @param {[number, number]} range
     *  @param {(value: number) => Partial<DrawnPiece>} changes */
    const field = (id, value, [low, high], changes) => h("input", {
      type: "number", min: low, max: high, value, "aria-label": t(`design.${id}_of`, { name }), "data-field": `${id}-${number}`,
      onchange: (/** @type {Event} */ event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        this.#page.change(number, changes(Math.min(high, Math.max(low, Math.trunc(Number(input.value)) || 0))));
      },
    });
    const groups = h("input", {
      type: "text", class: "groups", value: (kept.groups ?? []).join(", "), "aria-label": t("design.groups_of", { name }), "data-field": `groups-${number}`,
      onchange: (/** @type {Event} */ event) => {
        const words = /** @type {HTMLInputElement} */ (event.target).value.split(/[\s,;]+/).map(Number).filter((value) => Number.isInteger(value) && value > 0);
        const { groups: _, ...others } = kept;
        this.#page.change(number, { kept: words.length ? { ...others, groups: [...new Set(words)] } : others });
      },
    });
    const { weight: _, ...withoutWeight } = kept;
    return h("tr", {},
      h("td", {}, piece.cells.size ? this.#page.icon(piece, number) : null),
      h("td", {}, h("button", { class: "btn", type: "button", onclick: () => this.#page.choose(String(number)) }, name)),
      h("td", { class: "number" }, String(piece.cells.size)),
      h("td", {}, field("least", least, [0, MAX_COPIES], (value) => ({ least: value, most: Math.max(value, most) }))),
      h("td", {}, field("most", most, [0, MAX_COPIES], (value) => ({ most: value, least: Math.min(value, least) }))),
      h("td", {}, groups),
      h("td", {}, field("weight", kept.weight ?? 0, [-MAX_WEIGHT, MAX_WEIGHT], (value) => ({ kept: value ? { ...withoutWeight, weight: value } : withoutWeight }))),
      h("td", { class: "number" }, count === undefined ? "" : String(count)),
      h("td", { class: "remark small" }, piece.cells.size ? known?.note ?? "" : t("design.nothing_drawn")));
  }
}
