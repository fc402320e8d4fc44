// The picture of a board on which dominoes are laid and lifted, by pointer and by keys.
import { areAdjacent, layMove, liftMove, text } from "./domino_game.js";
import { ARROWS, s } from "./elements.js";
import { byId } from "./page.js";

export const square = ([x, y], kind) => s("rect", { class: kind, x, y, width: 1, height: 1 });

export class DominoBoard {
  #table; #pressed = null; #cursor = null;
  chosen = null; // the cell that was clicked, for the first half of a domino
  layers; // of the picture, by name: cells, bars, dominoes, marks, cursor
  svg;

  /** `table` has game(), make(move), show(), cellLabel(cell), what screen readers say at a cell, and mayChoose(cell):
   *  whether a free cell can be the first half of a domino. Where it has pairMove(a, b), that is the move at two free cells,
   *  in place of laying a domino. */
  constructor(table) {
    this.#table = table;
  }

  /** Draw a board without content. */
  draw(width, height, label) {
    this.layers = Object.fromEntries(["cells", "bars", "dominoes", "marks", "cursor"].map((name) => [name, s("g", {})]));
    this.svg = s("svg", {
      class: "board", viewBox: `-.15 -.15 ${width + 0.3} ${height + 0.3}`, tabindex: 0, role: "application", "aria-label": label,
    }, Object.values(this.layers));
    this.chosen = this.#cursor = null;
    this.svg.addEventListener("pointerdown", (event) => { this.#pressed = event.button === 0 ? this.#cellAt(event) : null; });
    this.svg.addEventListener("pointerup", (event) => this.#onRelease(event));
    this.svg.addEventListener("keydown", (event) => this.#onKey(event));
    this.svg.addEventListener("focus", () => { this.#cursor ??= this.#table.game().cells()[0]; this.showCursor(); });
    this.svg.addEventListener("blur", () => this.layers.cursor.replaceChildren());
    byId("board").replaceChildren(this.svg);
  }

  #moveAt(...pair) {
    return (this.#table.pairMove ?? layMove)(...pair);
  }

  isChosen(cell) {
    return this.chosen !== null && text(this.chosen) === text(cell);
  }

  showCursor() {
    this.layers.cursor.replaceChildren();
    if (!this.#cursor || document.activeElement !== this.svg) return;
    this.layers.cursor.append(square(this.#cursor, "mark"));
    this.svg.setAttribute("aria-label", this.#table.cellLabel(this.#cursor));
  }

  #cellAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const cell = [Math.floor(point.x), Math.floor(point.y)];
    return this.#table.game().contains(cell) ? cell : null;
  }

  #onRelease(event) {
    const cell = this.#cellAt(event), from = this.#pressed, game = this.#table.game();
    this.#pressed = null;
    if (!from || !cell) return;
    if (areAdjacent(from, cell) && game.isFree(from) && game.isFree(cell)) this.#table.make(this.#moveAt(from, cell));
    else if (text(from) === text(cell)) this.#choose(cell);
  }

  /** A cell was clicked: lift its domino, choose it, or place a domino on it and the chosen cell next to it. */
  #choose(cell) {
    if (!this.#table.game().isFree(cell)) this.#table.make(liftMove(cell));
    else if (this.chosen && areAdjacent(this.chosen, cell)) this.#table.make(this.#moveAt(this.chosen, cell));
    else {
      this.chosen = !this.isChosen(cell) && this.#table.mayChoose(cell) ? cell : null;
      this.#table.show();
    }
  }

  #onKey(event) {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const next = [this.#cursor[0] + arrow[0], this.#cursor[1] + arrow[1]];
      if (this.#table.game().contains(next)) this.#cursor = next;
      this.showCursor();
    } else if (event.key === "Enter" || event.key === " ") this.#choose(this.#cursor);
    else return;
    event.preventDefault();
  }
}
