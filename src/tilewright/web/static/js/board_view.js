// The board of a game: its picture in groups on top of each other, and the cell at a pointer.
import { key, marksOfPiece } from "./cells.js";
import { s } from "./elements.js";
import { boardPicture, frame, outline, path, patterns, pieceShape } from "./flat_drawing.js";
import { centre } from "./held_piece.js";
import { columnsFor, layered, layeredShape, nameLayers, sideIn } from "./layers.js";
import { t } from "./messages.js";
import { solidIcon } from "./solid_icon.js";

const MAX_SIDE = 130, MIN_SIDE = 18; // pixels of a cell
const SOLID_SCALE = 0.8; // of a piece in space, next to that of the layers
const PHONE = 600; // pixels: the width of a window up to which it is one
const MIN_TOUCHED = 26; // pixels of a cell that a finger points at
const LONG = 60; // cells; a wider board scrolls rather than become too small to read
const GROUPS = ["pieces", "marks", "ghost", "cursor"];

export class BoardView {
  board = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (null)); // the picture
  groups = /** @type {Record<"pieces" | "marks" | "ghost" | "cursor", SVGGElement>} */ ({}); // of the picture
  outlines = /** @type {Map<string, Point[]>} */ (new Map()); // of the cells
  centres = /** @type {[cell: Cell, centre: Point][]} */ ([]);
  view = /** @type {View} */ (/** @type {unknown} */ (null)); // the puzzle as it is drawn

  /** `parent` is the element of the board; `onDraw` is called whenever the board is drawn again.
   *  @param {HTMLElement} parent
   *  @param {Api.PuzzleView} view
   *  @param {(board: BoardView) => void} onDraw */
  constructor(parent, view, onDraw) {
    this.parent = parent;
    this.puzzle = view;
    this.onDraw = onDraw;
    this.isSolid = view.lattice.dimension === 3;
    this.#draw();
    if (this.isSolid) new ResizeObserver(() => { if (this.#columns() !== this.view.lattice.columns) this.#draw(); }).observe(parent);
  }

  /** The number of columns for the layers of a solid. On a phone the view in space stands below them: they are low enough for both, if the
   *  cells do not become too small. */
  #columns() {
    const width = this.parent.clientWidth || 600, columns = columnsFor(this.puzzle, width, window.innerHeight * 0.66);
    if (window.innerWidth > PHONE) return columns;
    const few = columnsFor(this.puzzle, width, window.innerHeight * 0.34);
    return sideIn(this.puzzle, few, width) < MIN_TOUCHED ? columns : few;
  }

  get #layered() {
    return /** @type {LayeredLattice} */ (this.view.lattice);
  }

  #draw() {
    const focused = this.board?.matches(":focus");
    this.view = this.isSolid ? layered(this.puzzle, this.#columns()) : this.puzzle;
    this.outlines = new Map(this.view.cells.map((cell) => [key(cell.at), cell.outline]));
    this.centres = this.view.cells.map((cell) => [cell.at, centre(cell.outline)]);
    this.groups = /** @type {typeof this.groups} */ (Object.fromEntries(GROUPS.map((name) => [name, s("g", { class: name })])));
    this.board = boardPicture(this.view, { label: t("play.board", { summary: this.view.summary }), extra: Object.values(this.groups) });
    if (this.isSolid) nameLayers(this.board, this.#layered);
    else {
      const { width } = this.board.viewBox.baseVal;
      this.board.style.maxWidth = `${Math.round(width * MAX_SIDE)}px`;
      if (width > LONG) this.board.style.minWidth = `${Math.round(width * MIN_SIDE)}px`;
    }
    this.board.setAttribute("tabindex", "0");
    this.board.setAttribute("role", "application");
    this.parent.replaceChildren(this.board);
    this.onDraw(this);
    if (focused) this.board.focus();
  }

  /** The pixels of a cell on the screen. */
  get scale() {
    return (this.board.getScreenCTM()?.a ?? MIN_SIDE) * (this.isSolid ? SOLID_SCALE : 1);
  }

  /** @param {Cell} cell
   *  @returns {Point[]} */
  outlineOf(cell) {
    return this.outlines.get(key(cell)) ?? outline(this.view.lattice, cell);
  }

  /** A piece on cells, as a group.
   *  @param {Cell[]} cells
   *  @param {Api.PieceView} look
   *  @param {{ label?: string }} [options] */
  shape(cells, look, options) {
    const all = { marks: marksOfPiece(this.view, look, cells), ...options };
    return this.isSolid ? layeredShape(this.#layered, cells, look, all) : pieceShape(this.view.lattice, cells, look, all);
  }

  /** The held piece off the board: a picture with its `grip` in pixels.
   *  @param {import("./held_piece.js").HeldPiece} held
   *  @param {Look} look
   *  @returns {DraggedPicture} */
  pictureOf(held, look) {
    const { scale } = this, cells = held.cells(), marks = held.marks();
    if (this.isSolid) {
      const picture = solidIcon(this.view.lattice, cells, look, { scale, grip: held.grip, marks });
      picture.classList.add("dragged");
      return picture;
    }
    const outlines = cells.map((cell) => this.outlineOf(cell));
    const [x, y, width, height] = frame(outlines, 0.1);
    const picture = s("svg", { class: "board dragged", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" },
      patterns([look]), pieceShape(this.view.lattice, cells, look, { marks }));
    picture.style.width = `${width * scale}px`;
    picture.style.height = `${height * scale}px`;
    const [gx, gy] = centre(outlines[held.grip]);
    return Object.assign(picture, { grip: /** @type {Point} */ ([(gx - x) * scale, (gy - y) * scale]) });
  }

  /** The position of an event on the board, in cells.
   *  @param {MouseEvent} event
   *  @returns {Point} */
  pointOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.getScreenCTM()?.inverse());
    return [point.x, point.y];
  }

  /** The cell at a point; null off the board.
   *  @param {Point} point
   *  @returns {Cell | null} */
  cellAt([x, y]) {
    let found = /** @type {Cell | null} */ (null), least = 0.8;
    for (const [at, [cx, cy]] of this.centres) {
      const far = Math.hypot(cx - x, cy - y);
      if (far < least) [found, least] = [at, far];
    }
    return found;
  }

  /** Show where a piece would be placed; nothing for null.
   *  @param {Cell[] | null} cells
   *  @param {Api.PieceView | null} look
   *  @param {boolean} [isWrong] */
  showGhost(cells, look, isWrong = false) {
    this.groups.ghost.replaceChildren();
    if (!cells || !look) return;
    const shape = this.shape(cells, look);
    shape.classList.add("ghost");
    shape.classList.toggle("wrong", isWrong);
    this.groups.ghost.append(shape);
  }

  /** Mark a region, and the cell in it that matters, instead of other marks.
   *  @param {Cell[]} cells
   *  @param {Cell | null} [cell] */
  showRegion(cells, cell = null) {
    const shapes = cells.map((one) => s("path", { class: "region", d: path(this.outlineOf(one)) }));
    this.groups.marks.replaceChildren(...shapes, ...(cell ? [s("path", { class: "region focus", d: path(this.outlineOf(cell)) })] : []));
  }

  /** Show where a piece belongs.
   *  @param {Cell[]} cells
   *  @param {Api.PieceView} look */
  showHint(cells, look) {
    const shape = this.shape(cells, look);
    shape.classList.add("ghost", "hinted");
    this.groups.marks.replaceChildren(shape);
  }

  /** Mark cells that conflict, instead of other marks.
   *  @param {Cell[]} cells */
  showConflict(cells) {
    const marked = cells.filter((cell) => this.outlines.has(key(cell)));
    this.groups.marks.replaceChildren(...marked.map((cell) => s("path", { class: "conflict", d: path(this.outlineOf(cell)) })));
  }

  /** Show the cursor of the keyboard on a cell, or nowhere for null.
   *  @param {Cell | null} cell */
  showCursor(cell) {
    this.groups.cursor.replaceChildren(...(cell ? [s("path", { class: "mark", d: path(this.outlineOf(cell)) })] : []));
  }
}
