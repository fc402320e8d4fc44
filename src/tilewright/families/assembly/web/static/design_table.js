// The table of the shapes of a design: how often each is used, its groups and weight, and what is remarkable about it.
import { MAX_COPIES } from "/static/js/drawing_page.js";
import { h } from "/static/js/elements.js";
import { t } from "/static/js/messages.js";
import { isPressed, released } from "/static/js/pressed.js";
import { isUnused, otherShapes } from "./design_problems.js";

/** @typedef {import("/static/js/drawn_puzzle.js").DrawnPiece} DrawnPiece
 *  @typedef {import("./design_problems.js").NamedShape} NamedShape */

const MAX_WEIGHT = 1_000_000, MAX_GROUP = 1_000_000;

/** @typedef {object} TablePage
 *  @property {(number: number, changes: Partial<DrawnPiece>) => void} change
 *  @property {(number: number, by: -1 | 1) => void} move changes the place of a piece in the list
 *  @property {(name: string) => void} choose
 *  @property {(shape: NamedShape) => void} add makes a shape of the file a piece of the problem
 *  @property {(shape: NamedShape) => void} asResult makes a shape of the file the result
 *  @property {(shape: NamedShape) => void} drop deletes a shape of the file that no problem uses
 *  @property {(message: string) => void} complain
 *  @property {(shape: { cells: import("/static/js/drawn_puzzle.js").Shape }, number: number) => SVGElement} icon */

/** The numbers of groups in a text; null if it has something else.
 *  @param {string} text
 *  @returns {number[] | null} */
function groupsIn(text) {
  const groups = text.split(/[\s,;]+/).filter(Boolean).map(Number);
  return groups.every((value) => Number.isInteger(value) && value > 0 && value <= MAX_GROUP) ? [...new Set(groups)] : null;
}

export class PieceTable {
  #box; #page; #next = ""; // the field that is to have the focus
  #shown = { drawn: /** @type {import("/static/js/drawn_puzzle.js").DrawnPuzzle | null} */ (null), status: /** @type {Api.DesignView | null} */ (null) };
  #waiting = /** @type {(() => void) | null} */ (null); // what is to be shown when the user has typed or clicked

  /** @param {HTMLElement} box
   *  @param {TablePage} page */
  constructor(box, page) {
    this.#box = box;
    this.#page = page;
    box.addEventListener("change", ({ target }) => { if (target instanceof HTMLInputElement) target.defaultValue = target.value; }, true); // it is not typed any more
    box.addEventListener("focusout", () => setTimeout(() => this.#waiting?.()));
  }

  /** Whether the user is typing in the table; what is typed is taken when the field is left. */
  get #isTyped() {
    const field = document.activeElement;
    return field instanceof HTMLInputElement && this.#box.contains(field) && field.value !== field.defaultValue;
  }

  /** Show the pieces, with what a check found of them, and the other shapes of the file.
   *  @param {import("/static/js/drawn_puzzle.js").DrawnPuzzle} drawn
   *  @param {Api.DesignView | null} status */
  show(drawn, status) {
    this.#waiting = this.#isTyped || isPressed() ? () => this.show(drawn, status) : null;
    if (isPressed()) released().then(() => this.#waiting?.());
    if (this.#waiting || (this.#shown.drawn === drawn && this.#shown.status === status)) return;
    this.#shown = { drawn, status };
    const others = otherShapes(drawn);
    if (!drawn.pieces.length && !others.length) { this.#box.replaceChildren(h("p", { class: "small quiet" }, t("design.no_pieces"))); return; }
    const focused = this.#box.contains(document.activeElement) ? document.activeElement?.getAttribute("data-field") : null;
    const known = new Map(status?.pieces.map((piece) => [piece.name, piece]));
    const heads = ["shape", "piece", "size", "used", "least", "most", "groups", "weight", "places_column", "remark", "order"];
    this.#box.replaceChildren(h("table", {}, h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, t(`design.${head}`))))), h("tbody", {},
      drawn.pieces.map((piece, number) => this.#row(piece, number, drawn.pieces.length, known.get(piece.name))),
      others.map((shape, i) => this.#otherRow(shape, drawn.pieces.length + i, isUnused(drawn, shape))))));
    const wanted = this.#next || focused;
    this.#next = "";
    const next = wanted && /** @type {HTMLElement | null} */ (this.#box.querySelector(`[data-field="${wanted}"]`));
    if (!next) return;
    next.focus();
    if (next instanceof HTMLInputElement) next.select(); // as the Tab key does
  }

  /** @param {DrawnPiece} piece
   *  @param {number} number
   *  @param {number} count of pieces
   *  @param {Api.DesignPiece | undefined} known */
  #row(piece, number, count, known) {
    const { name, least, most, kept } = piece, placements = known && (known.placements ?? t("design.too_many"));
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
        const text = /** @type {HTMLInputElement} */ (event.target).value, wanted = groupsIn(text), { groups: _, ...others } = kept;
        if (wanted) this.#page.change(number, { kept: wanted.length ? { ...others, groups: wanted } : others });
        else this.#page.complain(t("design.groups_wrong", { text }));
      },
    });
    /** @param {"up" | "down"} direction
     *  @param {-1 | 1} by
     *  @param {string} sign */
    const mover = (direction, by, sign) => h("button", {
      class: "btn icon", type: "button", "data-field": `${direction}-${number}`, "aria-label": t(`design.move_${direction}`, { name }), title: t(`design.move_${direction}`, { name }),
      disabled: number + by < 0 || number + by >= count,
      onclick: () => {
        const isLast = number + 2 * by < 0 || number + 2 * by >= count;
        this.#next = `${isLast ? (by > 0 ? "up" : "down") : direction}-${number + by}`;
        this.#page.move(number, by);
      },
    }, sign);
    const { weight: _, ...withoutWeight } = kept;
    return h("tr", {},
      h("td", {}, piece.cells.size ? this.#page.icon(piece, number) : null),
      h("td", {}, h("button", { class: "btn", type: "button", "data-field": `name-${number}`, onclick: () => this.#page.choose(String(number)) }, name)),
      h("td", { class: "number" }, String(piece.cells.size)),
      h("td", {}, t(most ? "design.used_yes" : "design.used_no")),
      h("td", {}, field("least", least, [0, MAX_COPIES], (value) => ({ least: value, most: Math.max(value, most) }))),
      h("td", {}, field("most", most, [0, MAX_COPIES], (value) => ({ most: value, least: Math.min(value, least) }))),
      h("td", {}, groups),
      h("td", {}, field("weight", kept.weight ?? 0, [-MAX_WEIGHT, MAX_WEIGHT], (value) => ({ kept: value ? { ...withoutWeight, weight: value } : withoutWeight }))),
      h("td", { class: "number" }, placements === undefined ? "" : String(placements)),
      h("td", { class: "remark small" }, piece.cells.size ? known?.note ?? "" : t("design.nothing_drawn")),
      h("td", {}, h("span", { class: "row line" }, mover("up", -1, "↑"), mover("down", 1, "↓"))));
  }

  /** A shape of the file that the problem does not have.
   *  @param {NamedShape} shape
   *  @param {number} number
   *  @param {boolean} isDroppable whether no problem uses it */
  #otherRow(shape, number, isDroppable) {
    const { name, cells } = shape, isVariable = [...cells.values()].some(({ optional }) => optional);
    return h("tr", { class: "unused" },
      h("td", {}, this.#page.icon(shape, number)), h("td", {}, name), h("td", { class: "number" }, String(cells.size)), h("td", {}, t("design.used_no")),
      h("td", { colspan: 7 }, h("span", { class: "row line" },
        isVariable ? null : h("button", { class: "btn", type: "button", "data-field": `add-${number}`, "aria-label": t("design.add_shape_of", { name }), onclick: () => this.#page.add(shape) }, t("design.add_shape")),
        h("button", { class: "btn", type: "button", "data-field": `result-${number}`, "aria-label": t("design.as_result_of", { name }), onclick: () => this.#page.asResult(shape) }, t("design.as_result")),
        isDroppable ? h("button", { class: "btn danger", type: "button", "data-field": `drop-${number}`, "aria-label": t("design.drop_shape_of", { name }), onclick: () => this.#page.drop(shape) }, t("design.delete")) : null)));
  }
}
