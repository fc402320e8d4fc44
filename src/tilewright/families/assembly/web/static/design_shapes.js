// The shapes of a design: their pictures, the solid next to the grid, and shapes that are added, copied, deleted and changed.
import { key } from "/static/js/cells.js";
import { BOARD_FILL, fillOfPiece, OTHER_COLOUR } from "/static/js/drawing_page.js";
import { t } from "/static/js/messages.js";
import { byId, toast } from "/static/js/page.js";
import { solidScene } from "/static/js/solid_drawing.js";
import { solidIcon } from "/static/js/solid_icon.js";
import { solidPanel } from "/static/js/solid_panel.js";
import { fileWithout, shapeDropped } from "./design_problems.js";

/** @typedef {import("/static/js/drawn_puzzle.js").DrawnPiece} DrawnPiece
 *  @typedef {import("/static/js/drawn_puzzle.js").DrawnCell} DrawnCell
 *  @typedef {import("/static/js/drawn_puzzle.js").Shape} Shape */

/** @type {Record<string, string | undefined>} */
const FILLS = { 1: "#faaf26", 2: "#51b0e8", 3: "#24a06c", 4: "#ce3505", 5: "#d081ab", 6: "#8c9642", 7: "#7b1f45", 8: "#c8cfe1" };
export const COLOURS = Object.keys(FILLS);

/** @param {string} colour
 *  @returns {string} */
const fillOfColour = (colour) => FILLS[colour] ?? OTHER_COLOUR;

/** What the shapes need of the page.
 *  @typedef {object} ShapesPage
 *  @property {() => Api.LatticeView} lattice
 *  @property {() => number} layer
 *  @property {() => void} leaveCursor
 *  @property {(shape: Shape) => void} goToCells
 *  @property {() => Cell[]} gridCells of all layers */

export class DesignShapes {
  #steps; #page;
  #panel = solidPanel(t("edit.solid_view")); #frame = 0;
  #painted = { shape: /** @type {Shape | undefined} */ (undefined), look: "" }; // what the panel shows
  /** @type {WeakMap<Shape, { number: number, picture: SVGElement, inTable: SVGElement }>} */
  #icons = new WeakMap();

  /** @param {import("/static/js/drawing_page.js").DrawingSteps} steps
   *  @param {ShapesPage} page */
  constructor(steps, page) {
    this.#steps = steps;
    this.#page = page;
    byId("solid").append(this.#panel.canvas);
  }

  /** The fill of a cell of the shape on the grid; "" is that of the style sheet.
   *  @param {DrawnCell | undefined} cell */
  fillOf(cell) {
    if (!cell) return "";
    if (cell.colour) return fillOfColour(cell.colour);
    return this.#steps.isBoard ? "" : fillOfPiece(Number(this.#steps.current));
  }

  /** The picture of a piece for its tab, or for the table, which are drawn once.
   *  @param {{ cells: Shape }} piece
   *  @param {number} number
   *  @param {"picture" | "inTable"} [place]
   *  @returns {SVGElement} */
  icon(piece, number, place = "picture") {
    let kept = this.#icons.get(piece.cells);
    if (kept?.number !== number) {
      const picture = this.#iconOf(piece, number);
      kept = { number, picture, inTable: /** @type {SVGElement} */ (picture.cloneNode(true)) };
      this.#icons.set(piece.cells, kept);
    }
    return kept[place];
  }

  /** @param {{ cells: Shape }} piece
   *  @param {number} number */
  #iconOf(piece, number) {
    const cells = [...piece.cells.values()];
    const marks = new Map(cells.filter((cell) => cell.colour).map((cell) => [key(cell.at), { text: cell.colour.slice(0, 2), cost: "", ground: fillOfColour(cell.colour), ink: "#000000" }]));
    return solidIcon(this.#page.lattice(), cells.map((cell) => cell.at), { fill: fillOfPiece(number), pattern: "plain", mark: "#000000", ink: "#000000" }, { marks });
  }

  /** Show the shape in space; the layer of the grid stands out, and variable cells are paler. */
  showSolid() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => { this.#frame = 0; this.#paintSolid(); });
  }

  #paintSolid() {
    const shape = this.#steps.drawn.shape(this.#steps.current), look = `${this.#steps.drawn.lattice} ${this.#steps.current} ${this.#page.layer()}`;
    if (shape === this.#painted.shape && look === this.#painted.look) return;
    this.#painted = { shape, look };
    const { drawn, current, isBoard } = this.#steps, cells = [...(drawn.shape(current)?.values() ?? [])], z = this.#page.layer();
    /** @type {Map<string, { cells: Cell[], fill: string, alpha: number }>} */
    const parts = new Map();
    for (const { at, colour, optional } of cells) {
      const alpha = (at[2] === z ? 1 : 0.5) * (optional ? 0.55 : 1), fill = colour ? fillOfColour(colour) : isBoard ? BOARD_FILL : fillOfPiece(Number(current)), name = `${alpha} ${fill}`;
      const part = parts.get(name) ?? { cells: [], fill, alpha };
      part.cells.push(at);
      parts.set(name, part);
    }
    const listed = [...parts.values()].sort((a, b) => b.alpha - a.alpha);
    this.#panel.show(solidScene({ lattice: this.#page.lattice(), pieces: [] }, listed), listed.map(({ alpha }) => ({ at: [0, 0, 0], alpha })));
  }

  /** Add a piece with these cells, and show it.
   *  @param {string} wanted its name
   *  @param {Shape} cells
   *  @param {Partial<DrawnPiece>} [more]
   *  @param {import("/static/js/drawn_puzzle.js").DrawnFile} [file] */
  add(wanted, cells, more = {}, file = this.#steps.drawn.file) {
    const { drawn } = this.#steps;
    const piece = { least: 1, most: 1, motions: this.#page.lattice().usual_motions, kept: {}, ...more, name: this.#steps.freeName(wanted), cells };
    this.#steps.current = String(drawn.pieces.length);
    this.#page.leaveCursor();
    this.#page.goToCells(cells);
    this.#steps.change(drawn.with({ pieces: [...drawn.pieces, piece], file }));
  }

  /** Add a shape of the file that the problem does not have.
   *  @param {import("./design_problems.js").NamedShape} shape */
  addOther(shape) {
    const { name, cells, weight } = shape;
    this.add(name, cells, { kept: weight ? { weight } : {} }, fileWithout(this.#steps.drawn, shape));
  }

  /** Delete a shape of the file that no problem uses.
   *  @param {import("./design_problems.js").NamedShape} shape */
  dropOther(shape) {
    this.#steps.change(shapeDropped(this.#steps.drawn, shape));
    toast(t("design.deleted", { name: shape.name }));
  }

  /** Make a shape of the file the result.
   *  @param {import("./design_problems.js").NamedShape} shape */
  takeAsResult({ cells }) {
    this.#steps.current = "board";
    this.#page.leaveCursor();
    this.#page.goToCells(cells);
    this.#steps.change(this.#steps.drawn.with({ board: new Map(cells) }));
  }

  /** Move a piece in the list.
   *  @param {number} number
   *  @param {-1 | 1} by */
  move(number, by) {
    const { drawn, piece } = this.#steps, pieces = [...drawn.pieces], to = number + by;
    if (!pieces[number] || !pieces[to]) return;
    [pieces[number], pieces[to]] = [pieces[to], pieces[number]];
    if (piece) this.#steps.current = String(pieces.indexOf(piece));
    this.#steps.change(drawn.with({ pieces }));
  }

  copy() {
    const { piece } = this.#steps;
    if (!piece) return;
    const { name: _, ...kept } = piece.kept;
    this.add(t("design.copy_name", { name: piece.name }), new Map(piece.cells), { least: piece.least, most: piece.most, motions: piece.motions, kept });
  }

  delete() {
    const { piece, drawn, current } = this.#steps;
    if (!piece) return;
    this.#steps.current = "board";
    this.#page.leaveCursor();
    this.#steps.change(drawn.apply(`drop ${current}`));
    toast(t("design.deleted", { name: piece.name }));
  }

  /** Replace the cells of a shape.
   *  @param {Shape} cells
   *  @param {string} [name] of the shape */
  changeCells(cells, name = this.#steps.current) {
    if (name === "board") this.#steps.change(this.#steps.drawn.with({ board: cells }));
    else this.#steps.changePiece(Number(name), { cells });
  }

  /** Draw or erase all cells of the grid, of all its layers.
   *  @param {string} tool
   *  @param {string} colour */
  fillGrid(tool, colour) {
    const { drawn, current, isBoard } = this.#steps, cells = new Map(drawn.shape(current)), optional = tool === "optional" && isBoard;
    for (const at of this.#page.gridCells()) if (tool === "erase") cells.delete(key(at)); else cells.set(key(at), { at, colour, optional });
    this.changeCells(cells);
  }
}
