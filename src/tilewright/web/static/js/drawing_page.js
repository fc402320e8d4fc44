// What the pages that draw puzzles share: the steps of a drawing, its check on the server, and their tools, tabs and fields.
import { address } from "./address.js";
import { ApiError, isAbort, latestOnly } from "./api.js";
import { backend } from "./backend.js";
import { ARROWS, h } from "./elements.js";
import { messageOf, t } from "./messages.js";
import { byId, onKeys, options, showMessage, toast } from "./page.js";
import { released } from "./pressed.js";
import { storePuzzle } from "./shelf.js";

/** @typedef {import("./drawn_puzzle.js").DrawnPuzzle} DrawnPuzzle
 *  @typedef {import("./drawn_puzzle.js").DrawnPiece} DrawnPiece */

const FILLS = ["#faaf26", "#51b0e8", "#24a06c", "#eee46b", "#0f63c0", "#ce3505", "#d081ab", "#7b1f45", "#c8cfe1", "#8c9642", "#a3dcb8", "#4f2b88"];
export const BOARD_FILL = "#9db4cf", OTHER_COLOUR = "#c8cfe1"; // of a colour without a fill of its own
export const MAX_SIDE = 40; // cells on a side of the grid
export const MAX_COPIES = 10_000;
export const MAX_BYTES = 1_000_000; // of a file
const MAX_UNDO = 5000, LEAST_UNDO = 100, MAX_UNDO_CELLS = 2_000_000; // steps, and their cells together
const CHECK_AFTER_MS = 350, RETRY_AFTER_MS = 10_000;

/** Whether an error says that the server cannot be reached.
 *  @param {unknown} error */
const isAway = (error) => error instanceof ApiError && !error.status;

/** @param {number} number of a piece
 *  @returns {string} */
export const fillOfPiece = (number) => FILLS[number % FILLS.length];

/** A drawing, the shape of it that is on the grid ("board", or the number of a piece), and the steps before it and after it. */
export class DrawingSteps {
  current = "board";
  /** @type {DrawnPuzzle[]} */
  done = [];
  /** @type {DrawnPuzzle[]} */
  undone = [];
  #page;
  /** @type {WeakMap<DrawnPuzzle, string>} */
  #shown = new WeakMap(); // the shape that was on the grid last, of each drawing

  /** @param {DrawnPuzzle} drawn
   *  @param {{ endStroke: () => void, show: () => void, adapt?: (before: DrawnPuzzle, next: DrawnPuzzle) => DrawnPuzzle }} page
   *    `adapt` is called for each drawing that is taken */
  constructor(drawn, page) {
    this.drawn = drawn;
    this.#page = page;
  }

  get isBoard() {
    return this.current === "board";
  }

  /** The piece that is on the grid; null for the board. */
  get piece() {
    return this.isBoard ? null : this.drawn.pieces[Number(this.current)] ?? null;
  }

  /** Note that the current shape is shown. */
  noteShown() {
    this.#shown.set(this.drawn, this.current);
  }

  /** Take another drawing; undo brings this one back.
   *  @param {DrawnPuzzle} next */
  change(next) {
    this.#page.endStroke();
    this.done.push(this.drawn);
    const cells = [next.board, ...next.pieces.map((piece) => piece.cells)].reduce((sum, { size }) => sum + size, 1);
    while (this.done.length > Math.min(MAX_UNDO, Math.max(LEAST_UNDO, MAX_UNDO_CELLS / cells))) this.done.shift();
    this.undone = [];
    this.drawn = this.#page.adapt?.(this.drawn, next) ?? next;
    this.#page.show();
  }

  /** @param {"undo" | "redo"} direction */
  step(direction) {
    this.#page.endStroke(); // which makes Redo empty
    const [from, to] = direction === "undo" ? [this.done, this.undone] : [this.undone, this.done];
    const next = from.pop();
    if (!next) return;
    to.push(this.drawn);
    // Other numbers of pieces mean others: what was shown with that drawing is shown again.
    if (next.pieces.length !== this.drawn.pieces.length) this.current = this.#shown.get(next) ?? "board";
    this.drawn = next;
    this.#page.show();
  }

  /** Change properties of a piece.
   *  @param {number} number
   *  @param {Partial<DrawnPiece>} changes */
  changePiece(number, changes) {
    this.change(this.drawn.with({ pieces: this.drawn.pieces.map((piece, i) => (i === number ? { ...piece, ...changes } : piece)) }));
  }

  /** A name that no piece has, or none but one.
   *  @param {string} wanted
   *  @param {number} [own] its number
   *  @returns {string} */
  freeName(wanted, own = -1) {
    const taken = new Set(this.drawn.pieces.filter((_, i) => i !== own).map(({ name }) => name));
    if (wanted && !taken.has(wanted)) return wanted;
    for (let i = 0; ; i++) {
      const name = wanted ? `${wanted} ${i + 2}` : i < 26 ? String.fromCharCode(65 + i) : `P${i}`;
      if (!taken.has(name)) return name;
    }
  }
}

/** What the checks of a page do.
 *  @typedef {object} CheckPage
 *  @property {() => DrawnPuzzle} drawn
 *  @property {(drawn: DrawnPuzzle) => void} [checkEmpty] for a drawing without a cell of the board
 *  @property {(view: Api.PuzzleView, leftOut: string[], signal: AbortSignal, isCurrent: () => Promise<boolean>) => Promise<void>} check
 *  @property {(message: string, isRead: boolean) => void} fail shows an error; `isRead`: the drawing is a puzzle */

/** The drawing as the server reads it, and its check there, once at a time. */
export class DrawingCheck {
  #page; #timer = 0; #latest = latestOnly();
  #checked = /** @type {{ drawn: DrawnPuzzle, view: Api.PuzzleView } | null} */ (null);
  #pending = /** @type {{ drawn: DrawnPuzzle, end: Promise<void> } | null} */ (null);
  #reading = /** @type {{ drawn: DrawnPuzzle, answer: ReturnType<typeof backend.draft> } | null} */ (null);

  /** @param {CheckPage} page */
  constructor(page) {
    this.#page = page;
  }

  /** The puzzle that is drawn, as the server reads it; null as long as that is not known. */
  get view() {
    return this.#checked?.drawn === this.#page.drawn() ? this.#checked.view : null;
  }

  /** Check the drawing in a moment, as it may go on changing. */
  soon() {
    byId("print").disabled = !this.view;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), CHECK_AFTER_MS);
  }

  async #check() {
    clearTimeout(this.#timer);
    const drawn = this.#page.drawn();
    if (this.#pending?.drawn === drawn) return this.#pending.end;
    const mine = { drawn, end: this.#run(drawn) };
    this.#pending = mine;
    mine.end.finally(() => { if (this.#pending === mine) this.#pending = null; });
    return mine.end;
  }

  /** @param {DrawnPuzzle} drawn */
  async #run(drawn) {
    const isCurrent = async () => { await released(); return this.#page.drawn() === drawn; };
    this.#page.checkEmpty?.(drawn);
    if (!drawn.board.size) return;
    try {
      await this.#latest(async (signal) => {
        const { puzzle, left_out } = await this.#read(drawn);
        if (!await isCurrent()) return;
        this.#take(drawn, puzzle);
        await this.#page.check(puzzle, left_out, signal, isCurrent);
      });
    } catch (error) {
      if (isAbort(error) || !await isCurrent()) return;
      this.#page.fail(messageOf(error), this.view !== null);
      if (isAway(error)) this.#timer = setTimeout(() => this.#check(), RETRY_AFTER_MS);
    }
  }

  /** Let the server read a drawing, once at a time.
   *  @param {DrawnPuzzle} drawn */
  #read(drawn) {
    if (this.#reading?.drawn === drawn) return this.#reading.answer;
    const mine = { drawn, answer: backend.draft(drawn.drafts[drawn.file.at]) };
    this.#reading = mine;
    const end = () => { if (this.#reading === mine) this.#reading = null; };
    mine.answer.then(end, end);
    return mine.answer;
  }

  /** @param {DrawnPuzzle} drawn
   *  @param {Api.PuzzleView} view */
  #take(drawn, view) {
    this.#checked = { drawn, view };
    byId("print").disabled = !this.view;
  }

  /** The drawing, as it is now, as the server reads it; null, with a message to the user, if it is not valid.
   *  @returns {Promise<Api.PuzzleView | null>} */
  async puzzle() {
    const drawn = this.#page.drawn();
    if (this.view) return this.view;
    if (!drawn.board.size) {
      await this.#check();
      toast(t("edit.not_valid"));
      return null;
    }
    try {
      const { puzzle } = await this.#read(drawn);
      if (this.#page.drawn() === drawn) this.#take(drawn, puzzle);
      return puzzle;
    } catch (error) {
      if (this.#page.drawn() === drawn) this.#page.fail(messageOf(error), false);
      toast(isAway(error) ? messageOf(error) : t("edit.not_valid"));
      return null;
    }
  }

  /** Open the drawing on another page.
   *  @param {string} page its address */
  async open(page) {
    const view = await this.puzzle();
    if (view) location.href = address(`${page}${storePuzzle(view)}`);
  }
}

/** The tools of a page: its buttons with `data-tool`, and keys.
 *  @param {string[]} names of tools, for the keys from 1 on
 *  @returns {() => string} the tool that is chosen */
export function bindTools(names) {
  const box = byId("tools");
  let tool = names[0];
  /** @param {string} name */
  const choose = (name) => {
    tool = name;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (box.querySelectorAll("[data-tool]"))) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
  };
  box.addEventListener("click", (event) => { const name = /** @type {Element} */ (event.target).closest("[data-tool]")?.getAttribute("data-tool"); if (name) choose(name); });
  onKeys(Object.fromEntries(names.map((name, i) => [i + 1, () => choose(name)])));
  return () => tool;
}

/** Scroll a box, and nothing else, so that an element in it is shown.
 *  @param {HTMLElement} box
 *  @param {HTMLElement} element */
function showWithin(box, element) {
  const outer = box.getBoundingClientRect(), inner = element.getBoundingClientRect();
  box.scrollTop += Math.min(0, inner.top - outer.top) + Math.max(0, inner.bottom - outer.bottom);
}

/** The cells that each tab shows, and the look of its picture.
 *  @type {WeakMap<HTMLElement, { cells: import("./drawn_puzzle.js").Shape, look: string }>} */
const drawnTabs = new WeakMap();

/** Show the shapes as tabs.
 *  @param {DrawingSteps} steps
 *  @param {{ board: string, icon: (piece: DrawnPiece, number: number) => Child, choose: (name: string) => void, label: (piece: DrawnPiece) => string, look?: string }} page
 *    `look` is what else the pictures depend on */
export function showTabs(steps, { board, icon, choose, label, look = "" }) {
  const { current, drawn } = steps;
  steps.noteShown();
  const box = byId("shapes"), hadFocus = box.contains(document.activeElement);
  /** @param {string} name
   *  @param {Child} content
   *  @param {string} words
   *  @param {string} [kind] */
  const tab = (name, content, words, kind = "") => h("button", {
    type: "button", role: "tab", "aria-selected": String(current === name), "aria-label": words, title: words, class: kind, tabindex: current === name ? 0 : -1, onclick: () => choose(name),
  }, content);
  const before = /** @type {HTMLElement[]} */ ([...box.children]), first = before[0] ?? tab("board", board, board, "board-tab");
  const tabs = drawn.pieces.map((piece, i) => {
    const old = before[i + 1], words = label(piece);
    if (old && drawnTabs.get(old)?.look === look && drawnTabs.get(old)?.cells === piece.cells && old.title === words) return old; // pictures of large shapes take long
    const made = tab(String(i), piece.cells.size ? icon(piece, i) : piece.name, words);
    drawnTabs.set(made, { cells: piece.cells, look });
    return made;
  });
  [first, ...tabs].forEach((one, i) => {
    const isChosen = (i ? String(i - 1) : "board") === current;
    one.setAttribute("aria-selected", String(isChosen));
    one.tabIndex = isChosen ? 0 : -1;
    if (before[i] !== one) { if (before[i]) before[i].replaceWith(one); else box.append(one); }
  });
  before.slice(tabs.length + 1).forEach((one) => one.remove());
  const chosen = /** @type {HTMLElement | null} */ (box.querySelector('[aria-selected="true"]'));
  if (hadFocus) chosen?.focus();
  if (chosen) showWithin(box, chosen);
}

/** Choose the next tab by the arrow keys.
 *  @param {DrawingSteps} steps
 *  @param {(name: string) => void} choose */
export function bindTabKeys(steps, choose) {
  byId("shapes").addEventListener("keydown", (event) => {
    const direction = ARROWS[event.key]?.[0];
    if (!direction) return;
    const names = ["board", ...steps.drawn.pieces.keys()].map(String);
    choose(names[(names.indexOf(steps.current) + direction + names.length) % names.length]);
    event.preventDefault();
  });
}

/** Offer the puzzles of a file.
 *  @param {DrawnPuzzle} drawn */
export function showProblemOptions({ file: { problems, at } }) {
  byId("problem").replaceChildren(...options(problems.map(({ name }, i) => [i, name ? t("edit.problem_option", { n: i + 1, name }) : i + 1])));
  byId("problem").value = String(at);
}

/** Choose the format of the file that was opened, which keeps all of it, where it can be written.
 *  @param {DrawnPuzzle} drawn */
export function chooseFormat({ file: { format } }) {
  if ([...byId("format").options].some(({ value }) => value === format)) byId("format").value = format;
}

/** @param {Pick<Api.FindingView, "kind" | "sentence">[]} findings */
export const showFindings = (findings) => byId("findings").replaceChildren(...findings.map(({ kind, sentence }) => h("li", { class: kind === "note" ? "remark" : kind }, sentence)));

/** Show an error, for a while also at the bottom of the window where the place for messages is out of view.
 *  @param {{ message: string }} error */
export function report(error) {
  showMessage(error.message, "bad");
  const { top, bottom } = byId("message").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight) toast(error.message, 8);
}

/** The integer in a field, within bounds; the field then shows it.
 *  @param {HTMLInputElement} field
 *  @param {number} least
 *  @param {number} most
 *  @returns {number} */
export function integerIn(field, least, most) {
  const value = Math.min(most, Math.max(least, Math.trunc(Number(field.value)) || 0));
  if (field.value !== String(value)) field.value = String(value);
  return value;
}

/** @param {keyof PageElements} id
 *  @param {() => unknown} action */
export const onChange = (id, action) => byId(id).addEventListener("change", action);
