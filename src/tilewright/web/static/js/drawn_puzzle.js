// The puzzle of the editor, without a page. Every change is a text; a DrawnPuzzle is immutable.
//   put SHAPE x,y cell a      put SHAPE x,y optional -      clear SHAPE x,y      add NAME      drop NUMBER
// SHAPE is "board" or the number of a piece; a colour is a letter, "-" is none.
export const key = (cell) => cell.join(",");

export class DrawnPuzzle {
  constructor({ title = "", lattice = "square", board = new Map(), pieces = [] } = {}) {
    Object.assign(this, { title, lattice, board, pieces });
  }

  with(changes) {
    return new DrawnPuzzle({ ...this, ...changes });
  }

  /** The cells of a shape: a map from "x,y" to {at, colour, optional}. */
  shape(name) {
    return name === "board" ? this.board : this.pieces[Number(name)]?.cells;
  }

  apply(text) {
    const [verb, name, where, kind, colour] = text.split(" ");
    if (verb === "add") return this.with({ pieces: [...this.pieces, { name: text.slice(4), cells: new Map(), least: 1, most: 1, motions: "all" }] });
    if (verb === "drop") return this.with({ pieces: this.pieces.filter((_, i) => i !== Number(name)) });
    const before = this.shape(name);
    if (!before || !/^-?\d+(,-?\d+)*$/.test(where ?? "") || !["put", "clear"].includes(verb)) throw new Error(`${text} is not a change of a drawing`);
    const cells = new Map(before);
    if (verb === "clear") cells.delete(where);
    else cells.set(where, { at: where.split(",").map(Number), optional: kind === "optional" && name === "board", colour: colour === "-" ? "" : colour });
    if (name === "board") return this.with({ board: cells });
    return this.with({ pieces: this.pieces.map((piece, i) => (i === Number(name) ? { ...piece, cells } : piece)) });
  }

  /** The puzzle as the API takes it, without empty pieces. */
  body() {
    const cells = (map) => [...map.values()];
    return {
      title: this.title, lattice: this.lattice, board: cells(this.board),
      pieces: this.pieces.filter((piece) => piece.cells.size).map((piece) => ({ ...piece, cells: cells(piece.cells).map((cell) => ({ ...cell, optional: false })) })),
    };
  }

  /** The puzzle of what `body` returned, as stored in the browser. */
  static from(body) {
    const map = (cells) => new Map(cells.map((cell) => [key(cell.at), cell]));
    return new DrawnPuzzle({ ...body, board: map(body.board), pieces: body.pieces.map((piece) => ({ ...piece, cells: map(piece.cells) })) });
  }

  /** The drawing of a PuzzleView. */
  static ofView(view) {
    const map = (cells) => new Map(cells.map((cell) => [key(cell.at), cell]));
    return new DrawnPuzzle({
      title: view.title, lattice: view.lattice.name,
      board: map(view.cells.map(({ at, colour, optional }) => ({ at, colour, optional }))),
      pieces: view.pieces.map((piece) => ({
        name: piece.name, least: piece.least, most: piece.most, motions: piece.motions,
        cells: map(piece.orientations[0].map((at, i) => ({ at, colour: piece.colours[0]?.[i] ?? "", optional: false }))),
      })),
    });
  }
}
