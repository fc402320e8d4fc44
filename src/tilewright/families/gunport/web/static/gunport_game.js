// A gunport game without a page.
import { DominoGame } from "/static/js/domino_game.js";

export class Gunport extends DominoGame {
  constructor(rows, columns, dominoes = []) {
    super(dominoes);
    this.rows = rows;
    this.columns = columns;
  }

  with(dominoes) {
    return new Gunport(this.rows, this.columns, dominoes);
  }

  contains([x, y]) {
    return x >= 0 && y >= 0 && x < this.columns && y < this.rows;
  }

  cells() {
    return Array.from({ length: this.rows * this.columns }, (_, i) => [i % this.columns, Math.floor(i / this.columns)]);
  }

  /** Empty cells that no domino can cover any more. */
  ports() {
    return this.cells().filter((cell) => this.isFree(cell) && !this.neighbours(cell).some((other) => this.isFree(other)));
  }

  neighbours([x, y]) {
    return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]].filter((cell) => this.contains(cell));
  }

  /** Whether no domino fits any more. */
  get isFull() {
    return this.cells().every((cell) => !this.isFree(cell) || !this.neighbours(cell).some((other) => this.isFree(other)));
  }
}
