// The board of a game: what is painted on it, one group over the other, and which cell a pointer is at.
import { cubeIcon } from "./cube_icon.js";
import { boardPicture, frame, key, outline, path, patterns, pieceShape } from "./drawing.js";
import { centre } from "./hand.js";
import { columnsFor, layered, layeredShape, nameLayers } from "./layers.js";
import { s } from "./shell.js";

const MOST = 110; // pixels of a cell's side
const GROUPS = ["pieces", "marks", "ghost", "cursor"];

export class Stage {
  /** `place` is the element that the board is in; `laidOut` is called whenever the board is drawn anew. */
  constructor(place, view, laidOut) {
    this.place = place;
    this.given = view;
    this.laidOut = laidOut;
    this.solid = view.lattice.name === "cube";
    this.#draw();
    if (this.solid) new ResizeObserver(() => { if (this.#columns() !== this.view.lattice.columns) this.#draw(); }).observe(place);
  }

  /** In how many columns the layers of a solid are to be. */
  #columns() {
    return columnsFor(this.given, this.place.clientWidth || 600, window.innerHeight * 0.66);
  }

  #draw() {
    const focused = this.board?.matches(":focus");
    this.view = this.solid ? layered(this.given, this.#columns()) : this.given;
    this.outlines = new Map(this.view.cells.map((cell) => [key(cell.at), cell.outline]));
    this.centres = this.view.cells.map((cell) => [cell.at, centre(cell.outline)]);
    this.groups = Object.fromEntries(GROUPS.map((name) => [name, s("g", { class: name })]));
    this.board = boardPicture(this.view, { label: `Board: ${this.view.summary}`, extra: Object.values(this.groups) });
    if (this.solid) nameLayers(this.board, this.view.lattice);
    else this.board.style.maxWidth = `${Math.round(this.board.viewBox.baseVal.width * MOST)}px`;
    this.board.setAttribute("tabindex", "0");
    this.board.setAttribute("role", "application");
    this.place.replaceChildren(this.board);
    this.laidOut(this);
    if (focused) this.board.focus();
  }

  outlineOf(cell) {
    return this.outlines.get(key(cell)) ?? outline(this.view.lattice, cell);
  }

  /** A piece on cells, as a group. */
  shape(cells, look, options) {
    return (this.solid ? layeredShape : pieceShape)(this.view.lattice, cells, look, options);
  }

  /** The piece in a hand as it floats beside the board: a picture with its `grip` in pixels. */
  floating(hand) {
    const scale = this.board.getScreenCTM().a, cells = hand.cells();
    if (this.solid) {
      const picture = cubeIcon(cells, hand.piece, { scale: scale * 0.8, grip: hand.grip });
      picture.classList.add("dragged");
      return picture;
    }
    const outlines = cells.map((cell) => this.outlineOf(cell));
    const [x, y, width, height] = frame(outlines, 0.1);
    const picture = s("svg", { class: "board dragged", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" },
      patterns([hand.piece]), pieceShape(this.view.lattice, cells, hand.piece));
    picture.style.width = `${width * scale}px`;
    picture.style.height = `${height * scale}px`;
    const [gx, gy] = centre(outlines[hand.grip]);
    picture.grip = [(gx - x) * scale, (gy - y) * scale];
    return picture;
  }

  /** Where an event is on the board, in sides of a cell. */
  pointOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.board.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /** The cell at a point; null beside the board. */
  cellAt([x, y]) {
    let found = null, least = 0.8;
    for (const [at, [cx, cy]] of this.centres) {
      const far = Math.hypot(cx - x, cy - y);
      if (far < least) [found, least] = [at, far];
    }
    return found;
  }

  /** Show where a piece would lie; nothing for no cells. */
  ghost(cells, look, wrong) {
    this.groups.ghost.replaceChildren();
    if (!cells) return;
    const shape = this.shape(cells, look);
    shape.classList.add("ghost");
    shape.classList.toggle("wrong", Boolean(wrong));
    this.groups.ghost.append(shape);
  }

  /** Show where a piece belongs. */
  hinted(cells, look) {
    const shape = this.shape(cells, look);
    shape.classList.add("ghost", "hinted");
    this.groups.marks.replaceChildren(shape);
  }

  /** Mark cells that are to blame; other marks go. */
  blame(cells) {
    const there = cells.filter((cell) => this.outlines.has(key(cell)));
    this.groups.marks.replaceChildren(...there.map((cell) => s("path", { class: "culprit", d: path(this.outlineOf(cell)) })));
  }

  /** The keys' mark on a cell, or none. */
  cursor(cell) {
    this.groups.cursor.replaceChildren(...(cell ? [s("path", { class: "mark", d: path(this.outlineOf(cell)) })] : []));
  }
}
