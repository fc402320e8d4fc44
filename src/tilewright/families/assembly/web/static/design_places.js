// Where a piece can go in the result: its places one after another, or all ways to cover a cell, with why some of them do not fit.
import { key } from "/static/js/cells.js";
import { backend } from "/static/js/backend.js";
import { latestOnly } from "/static/js/api.js";
import { shapeOf } from "/static/js/drawn_puzzle.js";
import { h } from "/static/js/elements.js";
import { t } from "/static/js/messages.js";
import { options, toast, tryAction } from "/static/js/page.js";
import { solidScene } from "/static/js/solid_drawing.js";
import { solidPanel } from "/static/js/solid_panel.js";

const GROUND = "#9db4cf", WRONG = "#ce3505";

export class PlaceBrowser {
  #page; #latest = latestOnly();
  #panel = solidPanel(t("design.places_view"));
  #piece = h("select"); #cell = h("select");
  #slider = h("input", { type: "range", min: 1, max: 1, value: 1, "aria-label": t("design.place") });
  #sentence = h("p", { class: "small", role: "status" }); #counts = h("p", { class: "small quiet" });
  #asShape = h("button", { class: "btn", type: "button", onclick: () => this.#addShape() }, t("design.place_as_shape"));
  #result = h("div", { class: "stack", hidden: true });
  #view = /** @type {Api.PuzzleView | null} */ (null);
  #places = /** @type {Api.PlaceView[]} */ ([]); #name = ""; // of the piece that they are of

  /** @param {HTMLElement} box
   *  @param {{ puzzle: () => Promise<Api.PuzzleView | null>, fillOf: (number: number) => string, addShape: (name: string, cells: import("/static/js/drawn_puzzle.js").Shape) => void }} page */
  constructor(box, page) {
    this.#page = page;
    this.#slider.addEventListener("input", () => this.#showPlace());
    this.#result.append(this.#counts, this.#panel.canvas, this.#slider, this.#sentence, h("div", { class: "row" }, this.#asShape));
    const show = h("button", { class: "btn", type: "button", onclick: () => this.#look() }, t("design.look_up"));
    box.append(h("div", { class: "row" }, h("label", { class: "field" }, t("design.piece"), this.#piece), h("label", { class: "field" }, t("design.on_cell"), this.#cell), show), this.#result);
  }

  /** Offer the pieces and the cells of a puzzle.
   *  @param {Api.PuzzleView} view */
  show(view) {
    this.#view = view;
    const [piece, cell] = [this.#piece.value, this.#cell.value];
    this.#piece.replaceChildren(...options(view.pieces.map(({ name }) => [name, name])));
    this.#cell.replaceChildren(...options([["", t("design.on_any")], ...view.cells.map(({ at }) => /** @type {const} */ ([key(at), key(at)]))]));
    if (view.pieces.some(({ name }) => name === piece)) this.#piece.value = piece;
    if (view.cells.some(({ at }) => key(at) === cell)) this.#cell.value = cell;
    this.#result.hidden = true;
  }

  async #look() {
    const view = await this.#page.puzzle(), piece = this.#piece.value;
    if (!view || !piece) return;
    const cell = this.#cell.value ? this.#cell.value.split(",").map(Number) : [];
    const answer = await tryAction(() => this.#latest((signal) => backend.designPlaces({ puzzle: { text: view.toml, format: "toml" }, piece, cell }, signal)), ({ message }) => toast(message));
    if (!answer) return;
    [this.#view, this.#name] = [view, piece];
    this.#places = answer.places;
    const fitting = t("design.places_count", { n: answer.fitting });
    this.#counts.textContent = cell.length ? t("design.places_sentence", { fitting, refused: t("design.refused_count", { n: answer.refused }) }) : `${fitting}.`;
    this.#slider.max = String(Math.max(1, answer.places.length));
    this.#slider.value = "1";
    this.#result.hidden = false;
    this.#showPlace();
  }

  get #place() {
    return this.#places[Number(this.#slider.value) - 1];
  }

  /** Make the piece, where it lies, a shape of the design. */
  #addShape() {
    this.#page.addShape(t("design.place_name", { name: this.#name, k: this.#slider.value }), shapeOf(this.#place.cells));
  }

  #showPlace() {
    const view = this.#view, k = Number(this.#slider.value), place = this.#place;
    if (!view) return;
    this.#asShape.disabled = !place;
    const number = view.pieces.findIndex(({ name }) => name === this.#name), taken = new Set((place?.cells ?? []).map(key)), wrong = new Set((place?.wrong ?? []).map(key));
    const parts = [
      { cells: (place?.cells ?? []).filter((at) => !wrong.has(key(at))), fill: this.#page.fillOf(number), alpha: 1 },
      { cells: place?.wrong ?? [], fill: WRONG, alpha: 1 },
      { cells: view.cells.map(({ at }) => at).filter((at) => !taken.has(key(at))), fill: GROUND, alpha: 0.22 },
    ].filter(({ cells }) => cells.length);
    this.#panel.show(solidScene({ lattice: view.lattice, pieces: [] }, parts), parts.map(({ alpha }) => ({ at: [0, 0, 0], alpha })));
    const values = { k, n: this.#places.length, reason: place?.reason ?? "" };
    this.#sentence.textContent = place ? t(place.reason ? "design.place_refused" : "design.place_fits", values) : "";
  }
}
