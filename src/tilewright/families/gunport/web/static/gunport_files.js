// Boards in files: opened by choosing or dropping, and saved; boards of a file that are not shown stay as they are.
import { latestOnly } from "/static/js/api.js";
import { layMove } from "/static/js/domino_game.js";
import { h } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { loadShown, storeShown } from "/static/js/kept_games.js";
import { t } from "/static/js/messages.js";
import { byId, downloadText, onOwnFile, showHeading, showMessage, showOpenError, tooLarge, tryAction, withoutExtension } from "/static/js/page.js";
import { areSame } from "./gunport_game.js";
import { gunportBackend } from "./gunport_backend.js";

const MAX_BYTES = 500_000; // of a file
const STORED = "gunport file";

/** A board of a file, where it is not empty.
 *  @typedef {Api.GunportFileBoard} FileBoard */

/** The file that is open: the boards that were changed by their numbers, and the number of the one that is shown, null while another
 *  board is.
 *  @typedef {{ name: string, data: string, kind: string, boards: FileBoard[], changes: Record<number, DominoesOnBoard>, at: number | null }} OpenFile */

/** Bytes or a text in base64.
 *  @param {string | Uint8Array} content
 *  @returns {string} */
export function base64(content) {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** A board as the API takes it.
 *  @param {DominoesOnBoard} board */
export const boardRequest = ({ rows, columns, no_slide: noSlide, dominoes }) => ({ rows, columns, no_slide: noSlide, moves: dominoes.map((domino) => layMove(...domino)) });

/** The file that was open when the page was left; null without one.
 *  @returns {OpenFile | null} */
function storedFile() {
  const file = loadShown(STORED, null);
  return Array.isArray(file?.boards) && file.changes && (file.at === null || file.boards[file.at]) ? file : null;
}

export class BoardFiles {
  #table; #latest = latestOnly();
  #file = storedFile();

  /** `table` has board(), the board that is shown, and open(board, name), which shows one.
   *  @param {{ board: () => DominoesOnBoard, open: (board: DominoesOnBoard, name: string) => void }} table */
  constructor(table) {
    this.#table = table;
    onFile(byId("file"), MAX_BYTES, (file) => this.#open(file));
    onOwnFile((file) => (file.size > MAX_BYTES ? showMessage(tooLarge(file, MAX_BYTES), "bad") : this.#open(file)));
    byId("file-boards").addEventListener("change", () => this.#show(Number(byId("file-boards").value)));
    byId("file-close").addEventListener("click", () => { if (this.shown) showHeading(t("gunport.heading", { rows: this.shown.rows, columns: this.shown.columns })); this.#keep(null); });
    byId("save").addEventListener("click", () => this.#save());
    if (this.#file) byId("file-kind").value = this.#file.kind;
    this.#showList();
  }

  /** The size and the name of the board of the file that is shown, null if it is another board. */
  get shown() {
    if (!this.#file || this.#file.at === null) return null;
    const { rows, columns } = opened(this.#file.boards[this.#file.at]);
    return { rows, columns, name: this.#title };
  }

  /** Another board is shown from now on, which is not of the file. */
  leave() {
    this.#latest(() => null);
    if (this.#file && this.shown) this.#keep({ ...this.#file, at: null });
  }

  /** Note what was changed on the board of the file that is shown. */
  remember() {
    if (!this.#file || this.#file.at === null) return;
    const { changes, boards, at } = this.#file, shown = this.#table.board(), before = changes[at] ?? opened(boards[at]);
    if (areBoards(shown, before)) return;
    if (areBoards(shown, opened(boards[at]))) delete changes[at];
    else changes[at] = shown;
    storeShown(STORED, this.#file);
  }

  get #title() {
    return withoutExtension(this.#file?.name ?? "");
  }

  /** @param {File} file */
  async #open(file) {
    const { name } = file;
    const data = base64(new Uint8Array(await file.arrayBuffer()));
    if (!data) { showMessage(t("gunport.file_empty", { name }), "bad"); return; }
    const found = await tryAction(() => this.#latest((signal) => gunportBackend.open({ name: name.slice(-200), data }, signal)), (error) => showOpenError(name, error));
    if (!found) return;
    this.#file = { name, data, kind: found.kind, boards: found.boards, changes: {}, at: null };
    byId("file-kind").value = found.kind;
    this.#show(found.boards.findIndex((board) => board.rows !== null));
  }

  /** @param {number} at */
  #show(at) {
    if (!this.#file) return;
    const board = this.#file.changes[at] ?? opened(this.#file.boards[at]);
    this.#file.at = null; // until it is shown, nothing is noted of it
    this.#table.open(board, this.#title);
    this.#keep({ ...this.#file, at });
  }

  /** @param {OpenFile | null} file */
  #keep(file) {
    this.#file = file;
    storeShown(STORED, file);
    this.#showList();
  }

  #showList() {
    const file = this.#file, boards = file?.boards ?? [];
    byId("file-boards-field").hidden = !file;
    if (!byId("file-boards-field").hidden) byId("file-panel").open = true;
    if (file) byId("file-name").textContent = t("gunport.file_board", { n: boards.length, name: file.name });
    byId("file-boards").replaceChildren(...(file && !this.shown ? [h("option", { value: "", disabled: true }, t("gunport.file_other"))] : []), ...boards.map((board, i) => h("option", { value: i, disabled: board.rows === null },
      t(board.rows === null ? "gunport.file_option_wrong" : "gunport.file_option", { n: i + 1, board: board.name }))));
    byId("file-boards").value = String(file?.at ?? "");
    const wrong = boards.filter((board) => board.rows === null);
    byId("file-note").hidden = !wrong.length;
    if (wrong.length) byId("file-note").textContent = t("gunport.file_wrong", { n: wrong.length, first: t("gunport.file_problem", { board: wrong[0].name, problem: wrong[0].problem }) });
  }

  async #save() {
    const kind = byId("file-kind").value, file = this.shown ? this.#file : null;
    const changes = file ? Object.entries(file.changes).map(([at, board]) => ({ at: Number(at), ...boardRequest(board) })) : [boardRequest(this.#table.board())];
    const original = file ? { name: file.name.slice(-200), data: file.data } : null;
    const saved = await tryAction(() => gunportBackend.save({ kind, original, changes }));
    if (!saved) return;
    const { rows, columns } = this.#table.board();
    downloadText(`${file ? this.#title : `gunport-${rows}x${columns}`}${saved.extension}`, fromBase64(saved.data));
    if (saved.left_out.length) showMessage(saved.left_out.join(" "), "warn");
  }
}

/** @param {DominoesOnBoard} a
 *  @param {DominoesOnBoard} b */
const areBoards = (a, b) => a.no_slide === b.no_slide && a.rows === b.rows && a.columns === b.columns && areSame(a.dominoes, b.dominoes);

/** The board of a file that could be read.
 *  @param {FileBoard} board
 *  @returns {DominoesOnBoard} */
const opened = ({ rows, columns, no_slide: noSlide, pieces }) => ({ rows: Number(rows), columns: Number(columns), no_slide: noSlide, dominoes: pieces });
