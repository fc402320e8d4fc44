// The files of a design: opened, with a grid that has space for it, and saved.
import { latestOnly } from "/static/js/api.js";
import { backend } from "/static/js/backend.js";
import { MAX_BYTES, MAX_SIDE, report } from "/static/js/drawing_page.js";
import { DrawnPuzzle } from "/static/js/drawn_puzzle.js";
import { t } from "/static/js/messages.js";
import { byId, downloadText, fileName, showMessage, showOpenError, textOf, tryAction } from "/static/js/page.js";

const USUAL_EXTENSION = ".xmpuzzle"; // of the files of designers

/** One layer of cubes of a BurrTools file is cubes here, too.
 *  @param {string} text
 *  @param {string} filename
 *  @returns {Sent<Api.PuzzleSource>} */
const sourceOf = (text, filename) => ({ text, filename, ...(/<puzzle[\s>]/.test(text.slice(0, 10_000)) && { lattice: "cube" }) });

/** Make the grid as large as the shapes of a design, and show its lowest layer.
 *  @param {DrawnPuzzle} drawn */
export function fitGrid({ board, pieces }) {
  const most = [1, 1, 1];
  for (const shape of [board, ...pieces.map(({ cells }) => cells)]) for (const { at } of shape.values()) at.forEach((value, axis) => { most[axis] = Math.max(most[axis], value + 1); });
  for (const [axis, id] of /** @type {const} */ (["width", "height", "layer-count"]).entries()) byId(id).value = String(Math.min(MAX_SIDE, most[axis]));
  byId("layer").value = String([...board.values()].reduce((least, { at }) => Math.min(least, at[2]), 0));
}

/** The problem of a file that has none yet.
 *  @param {string} lattice
 *  @returns {import("/static/js/drawn_puzzle.js").Problem} */
const noProblem = (lattice) => ({ name: "", opened: null, document: { lattice, board: { cells: [] }, pieces: [] }, origin: null });

/** What the files need of the page.
 *  @typedef {object} FilesPage
 *  @property {() => DrawnPuzzle} drawn
 *  @property {() => Promise<Api.PuzzleView | null>} puzzle as the server reads it
 *  @property {(lattice: string) => boolean} isDrawable
 *  @property {(next: DrawnPuzzle) => void} take shows a design that was opened */

export class DesignFiles {
  #page; #latest = latestOnly(); #usualFormat = "";

  /** @param {FilesPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** Offer formats, that of designers first.
   *  @param {Api.FormatDescriptor[]} formats */
  offer(formats) {
    this.#usualFormat = formats.find(({ extensions }) => extensions.includes(USUAL_EXTENSION))?.name ?? "";
    byId("format").value = this.#usualFormat;
  }

  /** The file with the design; null, after a message, if there is none.
   *  @param {string} format
   *  @returns {Promise<(Api.SavedFile & { name: string, toml: string }) | null>} */
  async #fileOf(format) {
    const drawn = this.#page.drawn(), puzzle = await this.#page.puzzle();
    if (!puzzle) return null;
    const { file: { original, at: chosen, dropped }, drafts: problems } = drawn;
    const saved = await tryAction(() => backend.save({ problems, chosen, original, format, ...drawn.order, ...(dropped?.length && { dropped_shapes: dropped }) }), report);
    return saved && { ...saved, toml: puzzle.toml, name: `${fileName(puzzle.title, "design")}${saved.extension}` };
  }

  async save() {
    const saved = await this.#fileOf(byId("format").value);
    if (!saved) return;
    downloadText(saved.name, saved.text);
    if (saved.left_out.length) showMessage(saved.left_out.join(" "), "warn");
  }

  /** The design as a BurrTools file, and the number of the problem in it. */
  async burrToolsFile() {
    const { file: { problems, at } } = this.#page.drawn(), saved = await this.#fileOf(this.#usualFormat);
    return saved && { ...saved, problem: problems.length > 1 ? at + 1 : 1 };
  }

  /** Open the puzzles of a source, the first one to be drawn.
   *  @param {Sent<Api.PuzzleSource>} original */
  async openSource(original) {
    const { format, problems: read, shapes, lattice } = await this.#latest((signal) => backend.openDesign(original, signal));
    /** @type {import("/static/js/drawn_puzzle.js").Problem[]} */
    const problems = read.length ? read.map((one) => ({ ...one, opened: one.document })) : [noProblem(lattice)];
    if (problems[0].document.cover || !this.#page.isDrawable(String(problems[0].document.lattice))) { showMessage(t("design.not_in_space"), "warn"); return false; }
    this.#page.take(DrawnPuzzle.ofFile({ original, format, shapes: shapes.map((shape, origin) => ({ ...shape, origin })), at: 0, problems }));
    return read.length ? "design.opened" : "design.opened_shapes";
  }

  /** @param {File} file */
  async openFile(file) {
    const { name } = file;
    const message = await tryAction(async () => this.openSource(sourceOf(await textOf(file, MAX_BYTES), name)), (error) => showOpenError(name, error));
    if (message) showMessage(t(message, { name }), "good");
  }
}
