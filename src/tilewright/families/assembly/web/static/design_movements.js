// What can move in an assembly: each movement is a button that makes it, and what blocks the others is listed.
import { latestOnly } from "/static/js/api.js";
import { shapeOf } from "/static/js/drawn_puzzle.js";
import { h } from "/static/js/elements.js";
import { formatList, t } from "/static/js/messages.js";
import { toast, tryAction } from "/static/js/page.js";
import { solidScene } from "/static/js/solid_drawing.js";
import { solidPanel } from "/static/js/solid_panel.js";
import { assemblyBackend } from "./assembly_backend.js";

/** Where the pieces are: those that have left are not in it.
 *  @typedef {Map<number, Cell[]>} Position */

export class MovementBrowser {
  #page; #latest = latestOnly(); #number = 1;
  #panel = solidPanel(t("design.movements_view"));
  #moves = h("div", { class: "moves" }); #blocked = h("ul", { class: "blocked small" });
  #details = h("details", {}, h("summary", {}, t("design.what_blocks")), this.#blocked);
  #back = h("button", { class: "btn", type: "button", disabled: true, onclick: () => this.#goBack() }, t("design.back"));
  #sentence = h("p", { class: "small", role: "status" });
  #hint = h("p", { class: "small quiet" }, t("design.choose_assembly"));
  #result = h("div", { class: "stack", hidden: true });
  #view = /** @type {Api.PuzzleView | null} */ (null);
  #assembly = /** @type {Api.PlacedPiece[]} */ ([]);
  #history = /** @type {Position[]} */ ([]); #position = /** @type {Position} */ (new Map());

  /** @param {HTMLElement} box
   *  @param {{ addShape: (name: string, cells: import("/static/js/drawn_puzzle.js").Shape) => void }} page */
  constructor(box, page) {
    this.#page = page;
    /** @param {string} words
     *  @param {() => void} action */
    const button = (words, action) => h("button", { class: "btn", type: "button", onclick: action }, t(words));
    const asShape = button("design.as_shape", () => this.#asShape("design.assembly_name", this.#assembly.map(({ cells }) => cells)));
    const position = button("design.position_as_shape", () => this.#asShape("design.position_name", [...this.#position.values()]));
    this.#result.append(h("div", { class: "row" }, asShape, position, this.#back), this.#panel.canvas, h("h3", {}, t("design.can_move")), this.#moves, this.#sentence, this.#details);
    box.append(this.#hint, this.#result);
  }

  /** Show the movements of an assembly.
   *  @param {Api.PuzzleView} view
   *  @param {Api.PlacedPiece[]} assembly
   *  @param {number} number */
  async show(view, assembly, number) {
    [this.#view, this.#assembly, this.#number] = [view, assembly, number];
    this.#history = [];
    this.#position = new Map(assembly.map(({ cells }, i) => [i, cells]));
    this.#hint.hidden = true;
    this.#result.hidden = false;
    await this.#show();
  }

  /** Make pieces together a shape of the design.
   *  @param {string} name the key of its name
   *  @param {Cell[][]} pieces */
  #asShape(name, pieces) {
    this.#page.addShape(t(name, { n: this.#number, k: this.#history.length }), shapeOf(pieces.flat()));
  }

  #goBack() {
    const before = this.#history.pop();
    if (!before) return;
    this.#position = before;
    this.#show();
  }

  /** Show the position, and ask what can move in it. */
  async #show() {
    const view = this.#view, numbers = [...this.#position.keys()], position = this.#position;
    if (!view) return;
    this.#back.disabled = !this.#history.length;
    this.#paint(new Set());
    this.#moves.replaceChildren();
    this.#blocked.replaceChildren();
    if (numbers.length < 2) { this.#sentence.textContent = t("design.all_apart"); this.#details.hidden = true; return; }
    const answer = await tryAction(() => this.#latest((signal) => assemblyBackend.movements({ lattice: view.lattice.name, pieces: numbers.map((one) => position.get(one) ?? []) }, signal)), ({ message }) => toast(message));
    if (!answer || this.#position !== position) return;
    /** @param {number[]} pieces their positions in what was sent */
    const names = (pieces) => formatList(pieces.map((piece) => this.#assembly[numbers[piece]].label));
    this.#moves.replaceChildren(...answer.moves.map((move) => {
      const words = t(move.steps ? "design.goes" : "design.goes_free", { pieces: names(move.pieces), direction: move.direction.name, n: move.steps, stopped: names(move.stopped_by) });
      const moving = move.pieces.map((piece) => numbers[piece]);
      return h("button", { class: "btn", type: "button", onclick: () => this.#make(moving, move), onfocus: () => this.#paint(new Set(moving)), onmouseenter: () => this.#paint(new Set(moving)), onmouseleave: () => this.#paint(new Set()) }, words);
    }));
    this.#sentence.textContent = answer.moves.length ? "" : t("design.nothing_moves");
    this.#details.hidden = !answer.blocked.length;
    this.#blocked.replaceChildren(...answer.blocked.map(({ piece, direction, meets }) => h("li", {}, t("design.blocked", { piece: names([piece]), direction: direction.name, meets: names(meets) }))));
  }

  /** @param {number[]} moving
   *  @param {Api.MovementView} move */
  #make(moving, { steps, direction: { shift } }) {
    this.#history.push(this.#position);
    const next = new Map(this.#position);
    for (const piece of moving) {
      if (steps) next.set(piece, (next.get(piece) ?? []).map((cell) => cell.map((value, i) => value + steps * shift[i])));
      else next.delete(piece);
    }
    this.#position = next;
    this.#show();
  }

  /** @param {Set<number>} moving which stand out; none: all do */
  #paint(moving) {
    if (!this.#view) return;
    const parts = [...this.#position].map(([number, cells]) => ({ cells, fill: this.#assembly[number].fill, alpha: moving.size && !moving.has(number) ? 0.35 : 1 })).sort((a, b) => b.alpha - a.alpha);
    this.#panel.show(solidScene({ lattice: this.#view.lattice, pieces: [] }, parts), parts.map(({ alpha }) => ({ at: [0, 0, 0], alpha })));
  }
}
