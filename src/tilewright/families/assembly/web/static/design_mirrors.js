// Mirror painting: what is drawn on one side of the grid is drawn on the other sides too.
import { key } from "/static/js/cells.js";
import { bodyOf } from "/static/js/solid_drawing.js";

/** @param {Vector} point */
const name = (point) => point.map((value) => Math.round(value * 1024)).join();

export class MirrorPainting {
  #grid; #boxes;

  /** @param {() => { lattice: Api.LatticeView, cells: Cell[] }} grid the cells of all layers
   *  @param {HTMLElement} parent of the boxes to tick, one for each axis */
  constructor(grid, parent) {
    this.#grid = grid;
    this.#boxes = /** @type {HTMLInputElement[]} */ ([...parent.querySelectorAll("[data-mirror]")]);
  }

  /** A cell and its images in the mirrors that are chosen, as far as they are cells of the grid.
   *  @param {Cell} cell
   *  @returns {Cell[]} */
  images(cell) {
    const axes = this.#boxes.flatMap(({ checked }, axis) => (checked ? [axis] : []));
    if (!axes.length) return [cell];
    const { lattice, cells } = this.#grid(), middles = cells.map((one) => bodyOf(lattice, one).middle);
    const at = new Map(middles.map((middle, i) => [name(middle), cells[i]]));
    const sums = [0, 1, 2].map((axis) => Math.min(...middles.map((one) => one[axis])) + Math.max(...middles.map((one) => one[axis])));
    let images = new Map([[key(cell), cell]]);
    for (const axis of axes) {
      for (const one of [...images.values()]) {
        const mirrored = bodyOf(lattice, one).middle.map((value, i) => (i === axis ? sums[axis] - value : value)), image = at.get(name(mirrored));
        if (image) images = images.set(key(image), image);
      }
    }
    return [...images.values()];
  }
}
