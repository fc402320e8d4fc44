// The puzzle of the editor, without a page. Every change is a text; a DrawnPuzzle is immutable.
//   put SHAPE x,y cell a      put SHAPE x,y optional -      clear SHAPE x,y      add NAME      drop NUMBER
// SHAPE is "board" or the number of a piece; a colour is a letter, "-" is none.
//
// It is made of a document and gives one back.
import { key } from "./cells.js";

/** @typedef {{ at: Cell, colour: string, optional: boolean }} DrawnCell
 *  @typedef {Map<string, DrawnCell>} Shape */

/** `kept` is what the editor does not show.
 *  @typedef {{ name: string, cells: Shape, least: number, most: number, motions: string, kept: Record<string, any> }} DrawnPiece */

/** A document of docs/reference/puzzle.schema.json.
 *  @typedef {Record<string, any>} Document */

/** A puzzle of a file: the document as it was opened, null for one that was drawn, and as it is. `origin` is its number in the file,
 *  null for one that was added; where there is none it is that in the list.
 *  @typedef {{ name: string, opened: Document | null, document: Document, origin?: number | null }} Problem */

/** Where a drawing came from: `at` is the number of the puzzle in the file; `shapes` are those that no puzzle of it uses,
 *  each with its number in the file, and `dropped` the numbers of those that are deleted.
 *  @typedef {{ original: Sent<Api.PuzzleSource> | null, format: string, at: number, problems: Problem[], shapes?: (Api.UnusedShapeView & { origin: number })[], dropped?: number[] }} DrawnFile */

/** @typedef {{ title: string, lattice: string, board: Shape, pieces: DrawnPiece[], kept: Document, file: DrawnFile }} Parts */

/** @type {DrawnFile} */
const OWN_FILE = { original: null, format: "toml", at: 0, problems: [{ name: "", opened: null, document: {} }] };

/** A shape of the cells of a document: coordinates, and a colour.
 *  @param {(number | string)[][]} [cells]
 *  @param {(number | string)[][]} [optional]
 *  @returns {Shape} */
export function shapeOf(cells = [], optional = []) {
  /** @param {(number | string)[][]} listed
   *  @param {boolean} isOptional
   *  @returns {[string, DrawnCell][]} */
  const read = (listed, isOptional) => listed.map((cell) => {
    const last = cell.at(-1), colour = typeof last === "string" ? last : "", at = cell.filter((value) => typeof value === "number");
    return [key(at), { at, colour, optional: isOptional }];
  });
  return new Map([...read(cells, false), ...read(optional, true)]);
}

export class DrawnPuzzle {
  /** @param {Partial<Parts>} [parts] */
  constructor({ title = "", lattice = "square", board = new Map(), pieces = [], kept = {}, file = OWN_FILE } = {}) {
    this.title = title;
    this.lattice = lattice;
    this.board = board;
    this.pieces = pieces;
    this.kept = kept;
    this.file = file;
  }

  /** The same with other parts.
   *  @param {Partial<Parts>} changes */
  with(changes) {
    return new DrawnPuzzle({ ...this, ...changes });
  }

  /** The cells of a shape: a map from "x,y".
   *  @param {string} name
   *  @returns {Shape | undefined} */
  shape(name) {
    return name === "board" ? this.board : this.pieces[Number(name)]?.cells;
  }

  /** The drawing after a change; an Error for what is not one.
   *  @param {string} text */
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

  /** The drawing with other cells of a shape: `change` is given a copy of them.
   *  @param {string} name
   *  @param {(cells: Shape) => void} change */
  changed(name, change) {
    const cells = new Map(this.shape(name));
    change(cells);
    if (name === "board") return this.with({ board: cells });
    return this.with({ pieces: this.pieces.map((piece, i) => (i === Number(name) ? { ...piece, cells } : piece)) });
  }

  /** The document of the puzzle, without empty pieces. */
  document() {
    /** @param {DrawnCell[]} cells */
    const listed = (cells) => cells.map(({ at, colour }) => (colour ? [...at, colour] : at));
    const board = [...this.board.values()], pieces = this.pieces.filter((piece) => piece.cells.size);
    const nameNow = new Map(pieces.map(({ kept, name }) => [kept.name, name]));
    /** @param {{ piece?: string }[] | undefined} entries */
    const renamed = (entries) => entries?.filter(({ piece }) => piece === undefined || nameNow.has(piece))
      .map((entry) => (entry.piece === undefined ? entry : { ...entry, piece: nameNow.get(entry.piece) }));
    const { forced, costs, board: own, ...kept } = this.kept;
    return {
      ...kept, title: this.title, lattice: this.lattice,
      board: { ...own, cells: listed(board.filter((cell) => !cell.optional)), optional: listed(board.filter((cell) => cell.optional)) },
      pieces: pieces.map(({ kept: own, name, least, most, motions, cells }) => ({ ...own, name, copies: [least, most], motions, cells: listed([...cells.values()]) })),
      ...(forced && { forced: renamed(forced) }), ...(costs && { costs: renamed(costs) }),
    };
  }

  /** All puzzles of the file as the API takes them; `at` is this one. */
  get drafts() {
    return this.wholeFile.problems.map(({ document, opened }) => ({ document, opened }));
  }

  /** What else a file with several puzzles is saved with: which they were in the file, and their names. */
  get order() {
    const { problems } = this.file, isOrdered = problems.some(({ origin }) => origin !== undefined);
    return isOrdered ? { origins: problems.map(({ origin }, i) => (origin === undefined ? i : origin)), names: problems.map(({ name }) => name) } : {};
  }

  /** The file, with this puzzle as it is now. */
  get wholeFile() {
    const { at, problems } = this.file;
    return { ...this.file, problems: problems.map((one, i) => (i === at ? { ...one, document: this.document() } : one)) };
  }

  /** The puzzle with this number in the same file, as it was left.
   *  @param {number} at */
  problem(at) {
    return DrawnPuzzle.ofFile({ ...this.wholeFile, at });
  }

  /** The puzzle of a file.
   *  @param {DrawnFile} file */
  static ofFile(file) {
    const { title = "", lattice = "square", board: { cells: required, optional, ...own }, pieces = [], ...kept } = file.problems[file.at].document;
    return new DrawnPuzzle({
      title, lattice, kept: Object.keys(own).length ? { ...kept, board: own } : kept, file, board: shapeOf(required, optional),
      pieces: pieces.map((/** @type {Document} */ piece) => {
        const { copies: [least, most], motions, cells, ...own } = piece;
        return { name: piece.name, least, most, motions, cells: shapeOf(cells), kept: own };
      }),
    });
  }

  /** The puzzle of a document that no file has; `opened` null: it was drawn or generated.
   *  @param {Document} document
   *  @param {Document | null} [opened] */
  static ofDocument(document, opened = null) {
    return DrawnPuzzle.ofFile({ ...OWN_FILE, problems: [{ name: "", opened, document }] });
  }
}
