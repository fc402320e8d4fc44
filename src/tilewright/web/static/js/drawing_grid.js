// The grid on which a board or a piece is drawn, by strokes of a pointer or by keys; in space one layer of it.
import { key } from "./cells.js";
import { ARROWS, s } from "./elements.js";
import { frame, outline, path, sameClass } from "./flat_drawing.js";
import { t } from "./messages.js";

/** @typedef {import("./drawn_puzzle.js").DrawnPuzzle} DrawnPuzzle
 *  @typedef {import("./drawn_puzzle.js").DrawnCell} DrawnCell */

/** The page around the grid.
 *  @typedef {object} GridPage
 *  @property {DrawnPuzzle} drawn which a stroke changes step by step
 *  @property {(next: DrawnPuzzle) => void} change takes another drawing, which can be undone, and shows it
 *  @property {Api.LatticeView} lattice
 *  @property {string} current the name of the shape on the grid: "board", or the number of a piece
 *  @property {string} tool "cell", "optional" or "erase"
 *  @property {string} colour that is drawn, or ""
 *  @property {[number, number]} size columns and rows
 *  @property {number[]} layer the coordinates that all cells of the grid have in common: none in the plane
 *  @property {(by: number) => void} changeLayer
 *  @property {(cell: DrawnCell | undefined) => string} fillOf the fill of a cell, "" for that of the style sheet
 *  @property {Brush} [brush] what a stroke draws; default: the cells that it passes
 *  @property {string} [label] the name of the grid; default: that of the board or of the piece
 *  @property {(cell: Cell) => Cell[]} [images] a cell and its mirror images, which are drawn with it */

/** A stroke draws the cells that it passes, a box between two cells, or all that is joined to a cell and like it.
 *  @typedef {"cell" | "box" | "joined"} Brush */

const MAX_SCALE = 130; // pixels of a unit in space, where few cells fill the grid

/** How far a row is shifted so that the grid is upright.
 *  @param {number} y
 *  @param {Point[]} basis
 *  @returns {number} */
export const rowShift = (y, basis) => Math.floor(y * basis[1][0] / basis[0][0]);

/** @param {DrawnCell | undefined} cell */
const classOf = (cell) => `grid-cell${cell ? " on" : ""}${cell?.optional ? " optional" : ""}`;

/** @param {PointerEvent} event */
const cellAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.getAttribute("data-cell") ?? null;

export class DrawingGrid {
  #page; #parent;
  #svg = s("svg");
  #cursor = /** @type {Cell | null} */ (null);
  #stroke = /** @type {{ erase: boolean, before: DrawnPuzzle, cells: Set<string>, from: string } | null} */ (null);
  #corner = /** @type {string | null} */ (null); // where a box begins that is drawn by keys

  /** @param {HTMLElement} parent
   *  @param {GridPage} page */
  constructor(parent, page) {
    this.#parent = parent;
    this.#page = page;
    document.addEventListener("pointerup", () => this.endStroke());
    document.addEventListener("pointercancel", () => this.endStroke());
  }

  get #shape() {
    return this.#page.drawn.shape(this.#page.current) ?? new Map();
  }

  get #isSolid() {
    return this.#page.layer.length > 0;
  }

  /** The cells of the grid, and those that are drawn outside of it; in space those of a layer.
   *  @param {number[]} [layer]
   *  @returns {Cell[]} */
  cells(layer = this.#page.layer) {
    const { lattice, size: [columns, rows] } = this.#page, cells = /** @type {Cell[]} */ ([]);
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) cells.push([x - rowShift(y, lattice.basis), y, ...layer]);
    const inGrid = new Set(cells.map(key));
    for (const { at } of this.#shape.values()) if (layer.every((height) => at[2] === height) && !inGrid.has(key(at))) cells.push(at);
    return cells.filter((cell) => lattice.classes.some(([start]) => sameClass(lattice, cell.map((value, i) => value - start[i]))));
  }

  /** Show what is drawn. */
  show() {
    const { lattice, current, drawn } = this.#page, cells = this.cells(), shape = this.#shape;
    const outlines = new Map(cells.map((cell) => [key(cell), outline(lattice, cell)]));
    if (this.#cursor && !outlines.has(key(this.#cursor))) this.#cursor = null;
    const [x, y, width, height] = this.#frame([...outlines.values()]);
    const parts = cells.flatMap((at) => {
      const cell = shape.get(key(at)), corners = outlines.get(key(at)) ?? [];
      const element = s("path", { class: classOf(cell), d: path(corners), "data-cell": key(at) });
      element.style.fill = this.#page.fillOf(cell);
      if (!cell?.colour) return [element];
      const [cx, cy] = [0, 1].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
      return [element, s("text", { x: cx, y: cy, "text-anchor": "middle", "dominant-baseline": "central" }, cell.colour)];
    });
    const hadFocus = document.activeElement === this.#svg;
    this.#svg = s("svg", {
      class: "board", viewBox: `${x} ${y} ${width} ${height}`, tabindex: 0, role: "application",
      "aria-label": this.#page.label ?? (current === "board" ? t("edit.board_grid") : t("edit.piece_grid", { name: drawn.pieces[Number(current)]?.name })),
    }, parts, this.#cellsBelow().map((at) => s("path", { class: "below", d: path(outline(lattice, at)) })), s("g", { id: "cursor" }));
    if (this.#isSolid) this.#svg.style.maxWidth = `${Math.round(width * MAX_SCALE)}px`;
    this.#svg.addEventListener("pointerdown", (event) => this.#startStroke(event));
    this.#svg.addEventListener("pointermove", (event) => this.#continueStroke(event));
    this.#svg.addEventListener("keydown", (event) => this.#onKey(event));
    this.#svg.addEventListener("focus", () => { this.#cursor ??= cells[0] ?? null; this.#showCursor(); });
    this.#parent.replaceChildren(this.#svg);
    if (hadFocus) this.#svg.focus();
  }

  /** Mark cells that a check found to be wrong, until the grid is shown again.
   *  @param {Cell[]} cells
   *  @returns {void} */
  markWrong(cells) {
    for (const cell of cells) this.#svg.querySelector(`[data-cell="${key(cell)}"]`)?.classList.add("bad");
  }

  /** Put the cursor of the keyboard nowhere, as another shape is on the grid. */
  leaveCursor() {
    this.#cursor = null;
    this.#corner = null;
  }

  /** End a stroke; its cells become one change. */
  endStroke() {
    if (!this.#stroke) return;
    const next = this.#page.drawn;
    this.#page.drawn = this.#stroke.before;
    this.#stroke = null;
    this.#page.change(next);
  }

  /** The drawing with all cells of the grid drawn by the tool.
   *  @returns {DrawnPuzzle} */
  filled() {
    return this.#changed(this.cells().map(key), this.#page.tool === "erase");
  }

  /** The box around the cells of the grid; in space around those of all layers, so that nothing jumps from layer to layer.
   *  @param {Point[][]} outlines */
  #frame(outlines) {
    if (!this.#isSolid) return outlines.length ? frame(outlines, 0.1) : [0, 0, 1, 1];
    const { lattice, layer: [z] } = this.#page, layers = Array.from({ length: lattice.modulus }, (_, i) => this.cells([z + i]));
    return frame([...outlines, ...layers.flat().map((cell) => outline(lattice, cell))], 0.1);
  }

  /** What is drawn in the layer below, seen through the grid.
   *  @returns {Cell[]} */
  #cellsBelow() {
    if (!this.#isSolid) return [];
    const [lowest] = this.#page.layer, cells = [...this.#shape.values()].map(({ at }) => at).filter((at) => at[2] < lowest);
    const below = cells.reduce((most, at) => Math.max(most, at[2]), -Infinity);
    return cells.filter((at) => at[2] === below);
  }

  /** The drawing with cells drawn or erased by the tool.
   *  @param {Iterable<string>} names
   *  @param {boolean} erase */
  #changed(names, erase) {
    const { current, tool, colour, drawn } = this.#page, optional = tool === "optional" && current === "board";
    return drawn.changed(current, (cells) => {
      for (const name of names) {
        if (erase) cells.delete(name);
        else cells.set(name, { at: name.split(",").map(Number), optional, colour });
      }
    });
  }

  /** Whether the tool erases this cell; it does so for a cell that already is what it draws.
   *  @param {string} cell */
  #erases(cell) {
    const { tool, current, colour } = this.#page, held = this.#shape.get(cell);
    return tool === "erase" || Boolean(held && held.optional === (tool === "optional" && current === "board") && held.colour === colour);
  }

  /** @param {PointerEvent} event */
  #startStroke(event) {
    const cell = cellAt(event);
    if (event.button !== 0 || !event.isPrimary || this.#stroke || !cell) return;
    this.#stroke = { erase: this.#erases(cell), before: this.#page.drawn, cells: new Set(), from: cell };
    this.#draw(cell);
  }

  /** @param {PointerEvent} event */
  #continueStroke(event) {
    const cell = this.#stroke && cellAt(event);
    if (cell && this.#page.brush !== "joined" && !this.#stroke?.cells.has(cell)) this.#draw(cell);
  }

  /** Draw what belongs to one cell and show it at once; the rest of the page follows at the end of the stroke.
   *  @param {string} cell */
  #draw(cell) {
    const stroke = this.#stroke;
    if (!stroke) return;
    if (this.#page.brush === "box") this.#page.drawn = stroke.before;
    const names = this.#covered(stroke.from, cell);
    for (const name of names) stroke.cells.add(name);
    this.#apply(names, stroke.erase);
    for (const name of this.#page.brush === "box" ? this.cells().map(key) : names) this.#refresh(name);
    if (this.#page.brush === "box") stroke.cells.clear();
  }

  /** Show a cell as it is now.
   *  @param {string} name */
  #refresh(name) {
    const element = /** @type {SVGElement | null} */ (this.#svg.querySelector(`[data-cell="${name}"]`)), held = this.#shape.get(name);
    if (!element) return;
    element.setAttribute("class", classOf(held));
    element.style.fill = this.#page.fillOf(held);
  }

  /** Draw or erase cells.
   *  @param {Iterable<string>} names
   *  @param {boolean} erase */
  #apply(names, erase) {
    this.#page.drawn = this.#changed(names, erase);
  }

  /** The cells that the brush draws from one cell to another, with their mirror images.
   *  @param {string} from
   *  @param {string} to
   *  @returns {string[]} */
  #covered(from, to) {
    const { brush = "cell", images = (cell) => [cell] } = this.#page;
    const names = brush === "box" ? this.#box(from, to) : brush === "joined" ? this.#joined(to) : [to];
    return [...new Set(names.flatMap((name) => images(name.split(",").map(Number)).map(key)))];
  }

  /** The cells of the grid with coordinates between those of two cells.
   *  @param {string} from
   *  @param {string} to */
  #box(from, to) {
    const [a, b] = [from, to].map((name) => name.split(",").map(Number));
    return this.cells().filter((cell) => cell.every((value, i) => value >= Math.min(a[i], b[i]) && value <= Math.max(a[i], b[i]))).map(key);
  }

  /** The cells of the grid that are joined to a cell by sides, and drawn or empty as it is.
   *  @param {string} start */
  #joined(start) {
    const { lattice } = this.#page, wanted = this.#shape.get(start);
    /** @type {Map<string, string[]>} */
    const sides = new Map();
    /** @type {Map<string, string[]>} */
    const own = new Map();
    for (const cell of this.cells()) {
      const held = this.#shape.get(key(cell));
      if (Boolean(held) !== Boolean(wanted) || held?.colour !== wanted?.colour || held?.optional !== wanted?.optional) continue;
      const corners = outline(lattice, cell).map((corner) => corner.map((value) => value.toFixed(3)).join());
      const names = corners.map((corner, i) => [corner, corners[(i + 1) % corners.length]].sort().join(" "));
      own.set(key(cell), names);
      for (const name of names) sides.set(name, [...(sides.get(name) ?? []), key(cell)]);
    }
    const joined = new Set([start]);
    for (const cell of joined) for (const side of own.get(cell) ?? []) for (const other of sides.get(side) ?? []) joined.add(other);
    return [...joined];
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const arrow = ARROWS[event.key], up = event.key === "PageUp" ? 1 : event.key === "PageDown" ? -1 : 0;
    if (up && this.#isSolid) {
      event.preventDefault();
      if (this.#cursor) this.#cursor = [...this.#cursor.slice(0, 2), this.#page.layer[0] + up]; // if that is a cell
      this.#page.changeLayer(up);
      return;
    }
    if (!this.#cursor) return;
    if (arrow) {
      this.#cursor = this.#nextCell(this.#cursor, arrow) ?? this.#cursor;
    } else if (event.key === "Enter" || event.key === " ") {
      this.#press(key(this.#cursor));
    } else if (event.key === "Escape" && this.#corner) {
      this.#corner = null;
    } else return;
    event.preventDefault();
    this.#showCursor();
  }

  /** Draw at the cursor; a box begins at its first corner and is drawn at the second.
   *  @param {string} cell */
  #press(cell) {
    if (this.#page.brush === "box" && !this.#corner) {
      this.#corner = cell;
      return;
    }
    const from = this.#corner ?? cell, erase = this.#erases(from), before = this.#page.drawn;
    this.#corner = null;
    this.#apply(this.#covered(from, cell), erase);
    const next = this.#page.drawn;
    this.#page.drawn = before;
    this.#page.change(next);
  }

  /** The next cell of the grid from the cursor: in its row, or the nearest one in the next row that has cells.
   *  @param {Cell} from
   *  @param {Point} direction
   *  @returns {Cell | undefined} */
  #nextCell(from, [right, down]) {
    const cells = this.cells(), next = [from[0] + right, from[1] + down, ...from.slice(2)];
    const exact = cells.find((cell) => key(cell) === key(next));
    if (exact || !this.#isSolid) return exact;
    /** @param {Cell} cell */
    const away = ([x, y]) => (right ? (x - from[0]) * right : (y - from[1]) * down);
    /** @param {Cell} cell */
    const aside = ([x, y]) => Math.abs(right ? y - from[1] : x - from[0]);
    const ahead = cells.filter((cell) => away(cell) > 0 && (down || !aside(cell)));
    return ahead.sort((a, b) => away(a) - away(b) || aside(a) - aside(b))[0];
  }

  #showCursor() {
    const group = this.#svg.querySelector("#cursor");
    group?.replaceChildren();
    if (!group || !this.#cursor || document.activeElement !== this.#svg) return;
    const marked = [this.#cursor, ...(this.#corner ? [this.#corner.split(",").map(Number)] : [])];
    group.append(...marked.map((cell) => s("path", { class: "mark", d: path(outline(this.#page.lattice, cell)) })));
  }
}
