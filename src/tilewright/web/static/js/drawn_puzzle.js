// The puzzle of the editor, without a page. Every change is a text; a DrawnPuzzle is immutable.
//   put SHAPE x,y cell a      put SHAPE x,y optional -      clear SHAPE x,y      add NAME      drop NUMBER
// SHAPE is "board" or the number of a piece; a colour is a letter, "-" is none.
//
// It is made of a document (docs/reference/puzzle.schema.json) and gives one back: `kept` is what the editor does not show.
// `file` is where it came from: {original, format, at, problems}, with the PuzzleSource, the format, which of the puzzles
// this is, and for each {name, opened, document}: the document as it was opened, null for one that was drawn, and as it is.
export const key = (cell) => cell.join(",");

const OWN_FILE = { original: null, format: "toml", at: 0, problems: [{ name: "", opened: null, document: null }] };

export class DrawnPuzzle {
  constructor({ title = "", lattice = "square", board = new Map(), pieces = [], kept = {}, file = OWN_FILE } = {}) {
    Object.assign(this, { title, lattice, board, pieces, kept, file });
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
    if (verb === "add") return this.with({ pieces: [...this.pieces, { name: text.slice(4), cells: new Map(), least: 1, most: 1, motions: "all", kept: {} }] });
    if (verb === "drop") return this.with({ pieces: this.pieces.filter((_, i) => i !== Number(name)) });
    const before = this.shape(name);
    if (!before || !/^-?\d+(,-?\d+)*$/.test(where ?? "") || !["put", "clear"].includes(verb)) throw new Error(`${text} is not a change of a drawing`);
    const cells = new Map(before);
    if (verb === "clear") cells.delete(where);
    else cells.set(where, { at: where.split(",").map(Number), optional: kind === "optional" && name === "board", colour: colour === "-" ? "" : colour });
    if (name === "board") return this.with({ board: cells });
    return this.with({ pieces: this.pieces.map((piece, i) => (i === Number(name) ? { ...piece, cells } : piece)) });
  }

  /** The document of the puzzle, without empty pieces. */
  document() {
    const listed = (cells) => cells.map(({ at, colour }) => (colour ? [...at, colour] : at));
    const board = [...this.board.values()], pieces = this.pieces.filter((piece) => piece.cells.size);
    const nameNow = new Map(pieces.map(({ kept, name }) => [kept.name, name]));
    const renamed = (entries) => entries?.filter(({ piece }) => piece === undefined || nameNow.has(piece))
      .map((entry) => (entry.piece === undefined ? entry : { ...entry, piece: nameNow.get(entry.piece) }));
    const { forced, costs, ...kept } = this.kept;
    return {
      ...kept, title: this.title, lattice: this.lattice,
      board: { cells: listed(board.filter((cell) => !cell.optional)), optional: listed(board.filter((cell) => cell.optional)) },
      pieces: pieces.map(({ kept: own, name, least, most, motions, cells }) => ({ ...own, name, copies: [least, most], motions, cells: listed([...cells.values()]) })),
      ...(forced && { forced: renamed(forced) }), ...(costs && { costs: renamed(costs) }),
    };
  }

  /** All puzzles of the file as the API takes them; `at` is this one. */
  get drafts() {
    return this.wholeFile.problems.map(({ document, opened }) => ({ document, opened }));
  }

  /** The file, with this puzzle as it is now. */
  get wholeFile() {
    const { at, problems } = this.file;
    return { ...this.file, problems: problems.map((one, i) => (i === at ? { ...one, document: this.document() } : one)) };
  }

  /** The puzzle with this number in the same file, as it was left. */
  problem(at) {
    return DrawnPuzzle.ofFile({ ...this.wholeFile, at });
  }

  /** The puzzle of a file. */
  static ofFile(file) {
    const { title = "", lattice = "square", board, pieces = [], ...kept } = file.problems[file.at].document;
    const map = (cells = [], optional = false) => cells.map((cell) => {
      const colour = typeof cell.at(-1) === "string" ? cell.at(-1) : "";
      const at = cell.filter((value) => typeof value === "number");
      return [key(at), { at, colour, optional }];
    });
    return new DrawnPuzzle({
      title, lattice, kept, file, board: new Map([...map(board.cells), ...map(board.optional, true)]),
      pieces: pieces.map((piece) => {
        const { copies: [least, most], motions, cells, ...own } = piece;
        return { name: piece.name, least, most, motions, cells: new Map(map(cells)), kept: own };
      }),
    });
  }

  /** The puzzle of a document that no file has; `opened` null: it was drawn or generated. */
  static ofDocument(document, opened = null) {
    return DrawnPuzzle.ofFile({ ...OWN_FILE, problems: [{ name: "", opened, document }] });
  }
}
