// Mirror painting: what is drawn on one side of the grid is drawn on the other sides too.
import { key } from "/static/js/cells.js";
import { bodyOf } from "/static/js/solid_drawing.js";

/** @param {Vector} point */
const name = (point) => point.map((value) => Math.round(value * 1024)).join();

export class MirrorPainting {
  #grid; #boxes;
  #known = { name: "", at: /** @type {Map<string, Cell>} */ (new Map()), sums: /** @type {Vector} */ ([]) };

  /** @param {() => { lattice: Api.LatticeView, name: string, cells: () => Cell[] }} grid the cells of all layers, and a name of them
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
    const { lattice, at, sums } = this.#cells();
    let images = new Map([[key(cell), cell]]);
    for (const axis of axes) {
      for (const one of [...images.values()]) {
        const mirrored = bodyOf(lattice, one).middle.map((value, i) => (i === axis ? sums[axis] - value : value)), image = at.get(name(mirrored));
        if (image) images = images.set(key(image), image);
      }
    }
    return [...images.values()];
  }

  /** The cells of the grid by their middles, and the sum of the least and the greatest coordinate of these along each axis. */
  #cells() {
    const { lattice, name: grid, cells: listed } = this.#grid();
    if (this.#known.name !== grid) {
      const cells = listed(), middles = cells.map((one) => bodyOf(lattice, one).middle);
      const sums = [0, 1, 2].map((axis) => middles.reduce((least, one) => Math.min(least, one[axis]), Infinity) + middles.reduce((most, one) => Math.max(most, one[axis]), -Infinity));
      this.#known = { name: grid, at: new Map(middles.map((middle, i) => [name(middle), cells[i]])), sums };
    }
    return { lattice, ...this.#known };
  }
}
