// Shapes that the server transforms: turned, mirrored, scaled, cut and joined, in the order in which the buttons are pressed.
import { backend } from "/static/js/backend.js";
import { key } from "/static/js/cells.js";
import { report } from "/static/js/drawing_page.js";
import { messageOf, t } from "/static/js/messages.js";
import { byId } from "/static/js/page.js";

/** @typedef {import("/static/js/drawn_puzzle.js").DrawnCell} DrawnCell
 *  @typedef {import("/static/js/drawn_puzzle.js").Shape} Shape */

const OF_TWO_SHAPES = ["union", "difference", "intersection"];

/** A shape as the API takes it.
 *  @param {Shape} shape */
function sentShape(shape) {
  /** @param {boolean} optional */
  const listed = (optional) => [...shape.values()].filter((cell) => cell.optional === optional).map(({ at, colour }) => ({ at, colour }));
  return { cells: listed(false), optional: listed(true) };
}

export class Transformations {
  #steps; #page; #last = Promise.resolve(); #underWay = 0;

  /** @param {import("/static/js/drawing_page.js").DrawingSteps} steps
   *  @param {{ size: () => [number, number, number], changeCells: (cells: Shape, name: string) => void }} page */
  constructor(steps, page) {
    this.#steps = steps;
    this.#page = page;
    byId("transformations").addEventListener("click", (event) => {
      const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-operation]"));
      if (button) this.#transform(button.dataset);
    });
  }

  /** Do something after the transformations that are under way, at once if there is none.
   *  @param {() => unknown} action */
  after(action) {
    if (this.#underWay) this.#add(async () => { action(); });
    else action();
  }

  /** Do something after what was added before it.
   *  @param {() => Promise<unknown>} action */
  #add(action) {
    this.#underWay += 1;
    this.#last = this.#last.then(action).then(() => {}, (error) => report({ message: messageOf(error) })).finally(() => {
      this.#underWay -= 1;
      byId("transformations").setAttribute("aria-busy", String(this.#underWay > 0));
    });
    byId("transformations").setAttribute("aria-busy", "true");
  }

  /** Transform the current shape, as a button says, after the transformations that were asked for before.
   *  @param {DOMStringMap} wanted */
  #transform({ operation, axis = "z", number = "1" }) {
    const name = this.#steps.current, [width, depth, layers] = this.#page.size(), text = byId("vector").value;
    const otherName = OF_TWO_SHAPES.includes(operation ?? "") ? byId("other").value : null;
    const vector = operation === "crop" ? [width - 1, depth - 1, layers - 1] : text.split(",").map(Number);
    if (vector.some((value) => !Number.isInteger(value))) { report({ message: t("design.vector_wrong", { text }) }); return; }
    const wanted = { operation: /** @type {any} */ (operation), axis, number: Number(number), low: [0, 0, 0], vector };
    this.#add(() => this.#changeShape(name, otherName, wanted));
  }

  /** Let the server change a shape; once more if the user draws in it meanwhile.
   *  @param {string} name
   *  @param {string | null} otherName the shape that it is joined with
   *  @param {Pick<Sent<Api.ChangeShapeRequest>, "operation" | "axis" | "number" | "low" | "vector">} wanted */
  async #changeShape(name, otherName, wanted) {
    const steps = this.#steps, { pieces: { length }, file: { at: problem } } = steps.drawn;
    for (;;) {
      const { drawn } = steps, shape = drawn.shape(name), other = otherName === null ? null : drawn.shape(otherName);
      const made = await backend.changeShape({ ...wanted, lattice: drawn.lattice, shape: sentShape(shape ?? new Map()), other: other ? sentShape(other) : null });
      if (steps.drawn.pieces.length !== length || steps.drawn.file.at !== problem) return;
      if (steps.drawn.shape(name) !== shape) continue;
      /** @param {Api.ShapeCell[]} cells
       *  @param {boolean} optional
       *  @returns {[string, DrawnCell][]} */
      const listed = (cells, optional) => cells.map(({ at, colour = "" }) => [key(at), { at, colour, optional }]);
      if (name !== "board" && made.optional?.length) report({ message: t("design.not_variable") });
      else this.#page.changeCells(new Map([...listed(made.cells, false), ...listed(made.optional ?? [], true)]), name);
      return;
    }
  }
}
