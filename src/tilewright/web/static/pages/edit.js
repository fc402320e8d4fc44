// The page where puzzles are drawn, checked, generated and saved.
import { address } from "../js/address.js";
import { isAbort, latestOnly } from "../js/api.js";
import { backend } from "../js/backend.js";
import { key } from "../js/cells.js";
import { DrawingGrid, rowShift } from "../js/drawing_grid.js";
import { DrawnPuzzle } from "../js/drawn_puzzle.js";
import { ARROWS, h } from "../js/elements.js";
import { onFile } from "../js/file_drop.js";
import { iconSide, pieceIcon } from "../js/flat_drawing.js";
import { bindHistory } from "../js/history.js";
import { messageOf, t } from "../js/messages.js";
import { byId, downloadText, enablePage, fileName, loadStored, onClicks, onKeys, options, showMessage, store, textOf, toast, tryAction } from "../js/page.js";
import { bindPrint } from "../js/print_sheet.js";
import { pack, sourceFromAddress } from "../js/puzzle_link.js";
import { ruleOf } from "../js/rule.js";
import { bindShare } from "../js/share.js";
import { storePuzzle } from "../js/shelf.js";
import { solidScene } from "../js/solid_drawing.js";
import { solidIcon, solidIconSide } from "../js/solid_icon.js";
import { solidPanel } from "../js/solid_panel.js";
import { sheetOf } from "../js/tiling_sheet.js";

/** @typedef {import("../js/drawn_puzzle.js").DrawnPiece} DrawnPiece
 *  @typedef {import("../js/drawn_puzzle.js").DrawnCell} DrawnCell */

/** @type {Record<string, string | undefined>} */
const COLOURS = { a: "#faaf26", b: "#51b0e8", c: "#24a06c", d: "#ce3505", e: "#d081ab", f: "#8c9642" };
const FILLS = ["#faaf26", "#51b0e8", "#24a06c", "#eee46b", "#0f63c0", "#ce3505", "#d081ab", "#7b1f45", "#c8cfe1", "#8c9642", "#a3dcb8", "#4f2b88"];
const MAX_SIDE = 40; // cells on a side of the grid
const MAX_COPIES = 10_000;
const MAX_UNDO = 5000;
const MAX_BYTES = 1_000_000; // of a file
const latestCheck = latestOnly();
const latestPuzzle = latestOnly(); // what replaces the drawing: a generated puzzle, or a file

let lattices = /** @type {Map<string, Api.LatticeView>} */ (new Map()), sets = /** @type {Api.PieceSetDescriptor[]} */ ([]);
let drawn = new DrawnPuzzle(), undone = /** @type {DrawnPuzzle[]} */ ([]), done = /** @type {DrawnPuzzle[]} */ ([]), current = "board", tool = "cell";
let panel = /** @type {import("../js/solid_panel.js").SolidPanel | null} */ (null);
let checked = /** @type {{ drawn: DrawnPuzzle, view: Api.PuzzleView } | null} */ (null), checkTimer = 0;
let pendingCheck = /** @type {{ drawn: DrawnPuzzle, end: Promise<void> } | null} */ (null);

const grid = new DrawingGrid(byId("grid"), {
  get drawn() { return drawn; },
  set drawn(next) { drawn = next; },
  get lattice() { return lattice(); },
  get current() { return current; },
  get tool() { return tool; },
  get colour() { return byId("colour").value; },
  get size() { return /** @type {[number, number]} */ ([integerIn(byId("width"), 1, MAX_SIDE), integerIn(byId("height"), 1, MAX_SIDE)]); },
  get layer() { return layer(); },
  changeLayer(by) { byId("layer").value = String(layer()[0] + by); show(); },
  change,
  fillOf,
});

/** @param {DrawnPuzzle} next */
function change(next) {
  grid.endStroke();
  done.push(drawn);
  if (done.length > MAX_UNDO) done.shift();
  undone = [];
  drawn = next;
  show();
}

const lattice = () => /** @type {Api.LatticeView} */ (lattices.get(drawn.lattice));
const isBoard = () => current === "board";
const currentPiece = () => (isBoard() ? null : drawn.pieces[Number(current)]);

/** The integer in a field, within bounds; the field then shows it.
 *  @param {HTMLInputElement} field
 *  @param {number} least
 *  @param {number} most */
function integerIn(field, least, most) {
  const value = Math.min(most, Math.max(least, Math.trunc(Number(field.value)) || 0));
  if (field.value !== String(value)) field.value = String(value);
  return value;
}

const isSolid = () => lattice().dimension === 3;

/** The coordinates that all cells of the grid have in common: the layer, in space. */
const layer = () => (isSolid() ? [integerIn(byId("layer"), -MAX_SIDE, MAX_SIDE)] : []);

function show() {
  byId("layer-field").hidden = !isSolid();
  for (const button of /** @type {Iterable<HTMLElement>} */ (byId("other-pages").children)) button.hidden = button.dataset.dimension !== String(lattice().dimension);
  showShapes();
  grid.show();
  showSolid();
  if (document.activeElement !== byId("title")) byId("title").value = drawn.title;
  byId("lattice").value = drawn.lattice;
  showHistory(done, undone);
  byId("print").disabled = checked?.drawn !== drawn; // until it is checked
  const piece = currentPiece();
  byId("piece-fields").hidden = !piece;
  showProblems();
  if (piece) for (const field of /** @type {const} */ (["name", "least", "most", "motions"])) byId(`piece-${field}`).value = String(piece[field]);
  showSets();
  store("edit", { address: location.search, file: drawn.wholeFile, width: byId("width").value, height: byId("height").value, layer: byId("layer").value });
  clearTimeout(checkTimer);
  checkTimer = setTimeout(check, 350);
}

/** Offer the puzzles of a file that has several. */
function showProblems() {
  const { problems, at } = drawn.file;
  byId("problem-field").hidden = problems.length < 2;
  byId("problem").replaceChildren(...options(problems.map(({ name }, i) => [i, name ? t("edit.problem_option", { n: i + 1, name }) : i + 1])));
  byId("problem").value = String(at);
}

/** Offer the sets of pieces of the lattice. */
function showSets() {
  if (byId("sets").dataset.lattice === drawn.lattice) return;
  byId("sets").dataset.lattice = drawn.lattice;
  const fitting = sets.filter((set) => set.lattice === drawn.lattice).map(({ name, pieces }) => /** @type {const} */ ([name, t("edit.set_option", { name, n: pieces })]));
  byId("sets").replaceChildren(...options([["", "…"], ...fitting]));
}

/** @param {string} name of a shape */
function choose(name) {
  current = name;
  grid.leaveCursor();
  const heights = isSolid() ? [...(drawn.shape(current)?.values() ?? [])].map(({ at }) => at[2]) : [];
  if (heights.length && !heights.includes(layer()[0])) byId("layer").value = String(Math.min(...heights)); // where there is something
  show();
}

function showShapes() {
  const hadFocus = byId("shapes").contains(document.activeElement);
  /** @param {string} name
   *  @param {Child} content
   *  @param {string} label
   *  @param {string} [kind] */
  const tab = (name, content, label, kind = "") => h("button", {
    type: "button", role: "tab", "aria-selected": String(current === name), "aria-label": label, class: kind, tabindex: current === name ? 0 : -1, onclick: () => choose(name),
  }, content);
  const sideOf = isSolid() ? solidIconSide : iconSide;
  const side = Math.max(3, ...drawn.pieces.filter(({ cells }) => cells.size).map(({ cells }) => sideOf(lattice(), [...cells.values()].map(({ at }) => at))));
  byId("shapes").replaceChildren(
    tab("board", t("edit.board"), t("edit.board"), "board-tab"),
    ...drawn.pieces.map((piece, i) => tab(String(i), piece.cells.size ? icon(piece, i, side) : piece.name, t("edit.piece", { name: piece.name }))),
  );
  if (hadFocus) /** @type {HTMLElement | null} */ (byId("shapes").querySelector('[aria-selected="true"]'))?.focus();
}

/** @param {DrawnPiece} piece
 *  @param {number} number
 *  @param {number} side of the square around it, in cells: the same for all pieces, so that they have one scale */
function icon(piece, number, side) {
  const look = { fill: FILLS[number % FILLS.length], pattern: "plain", mark: "#000000", ink: "#000000" };
  const cells = [...piece.cells.values()];
  const marks = new Map(cells.filter((cell) => cell.colour).map((cell) => [key(cell.at), { text: cell.colour.slice(0, 2), cost: "", ground: COLOURS[cell.colour] ?? "#c8cfe1", ink: "#000000" }]));
  return (isSolid() ? solidIcon : pieceIcon)(lattice(), cells.map((cell) => cell.at), look, { marks, side });
}

function addPiece() {
  const names = new Set(drawn.pieces.map((piece) => piece.name));
  let name = "A";
  for (let i = 0; names.has(name); i++) name = i < 26 ? String.fromCharCode(65 + i) : `P${i}`;
  const added = drawn.apply(`add ${name}`), last = added.pieces.length - 1;
  const next = added.with({ pieces: added.pieces.map((piece, i) => (i === last ? { ...piece, motions: lattice().usual_motions } : piece)) });
  current = String(drawn.pieces.length);
  grid.leaveCursor();
  change(next);
}

/** Show what is drawn in space; the layer of the grid stands out. */
function showSolid() {
  const cells = isSolid() ? [...(drawn.shape(current)?.values() ?? [])].map((cell) => cell.at) : [], isShown = cells.length > 0;
  byId("solid").hidden = !isShown;
  byId("solid").parentElement?.parentElement?.classList.toggle("solid-shown", isShown);
  if (!isShown) return;
  if (!panel) {
    panel = solidPanel(t("edit.solid_view"));
    byId("solid").replaceChildren(panel.canvas);
  }
  const [z] = layer(), fill = isBoard() ? "#9db4cf" : FILLS[Number(current) % FILLS.length];
  const parts = [cells.filter((cell) => cell[2] === z), cells.filter((cell) => cell[2] !== z)];
  panel.show(solidScene({ lattice: lattice(), pieces: [] }, parts.filter((part) => part.length).map((part) => ({ cells: part, fill }))),
    parts[0].length ? [{ at: [0, 0, 0], alpha: 1 }, { at: [0, 0, 0], alpha: 0.5 }] : [{ at: [0, 0, 0], alpha: 0.5 }]);
}

/** The fill of a cell: its colour, that of its piece, or "" for that of the style sheet.
 *  @param {DrawnCell | undefined} cell */
function fillOf(cell) {
  if (!cell) return "";
  return cell.colour ? COLOURS[cell.colour] ?? "#c8cfe1" : isBoard() ? "" : FILLS[Number(current) % FILLS.length];
}

/** @param {string} name */
function chooseTool(name) {
  tool = name;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (byId("tools").querySelectorAll("[data-tool]"))) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
}

/** @param {Pick<Api.FindingView, "kind" | "sentence">[]} findings */
const showFindings = (findings) => byId("findings").replaceChildren(...findings.map(({ kind, sentence }) => h("li", { class: kind === "note" ? "remark" : kind }, sentence)));

/** Check the drawing on the server, once at a time; `checked` is the puzzle that it read, and its drawing. */
async function check() {
  clearTimeout(checkTimer);
  if (pendingCheck?.drawn === drawn) return pendingCheck.end;
  const mine = { drawn, end: runCheck() };
  pendingCheck = mine;
  mine.end.finally(() => { if (pendingCheck === mine) pendingCheck = null; });
  return mine.end;
}

async function runCheck() {
  const mine = drawn;
  const [least, most] = /** @type {const} */ (["least", "most"]).map((bound) => drawn.pieces.reduce((sum, piece) => sum + piece.cells.size * piece[bound], 0));
  byId("areas").textContent = t("edit.areas", { cells: drawn.board.size, pieces: least === most ? most : t("edit.range", { least, most }) });
  if (!drawn.board.size) { showFindings([{ kind: "note", sentence: t("edit.no_cells") }]); return; }
  try {
    await latestCheck(async (signal) => {
      const { puzzle: view, left_out } = await backend.draft(drawn.drafts[drawn.file.at], signal);
      const { findings } = await backend.check({ puzzle: { text: view.toml, format: "toml" } }, signal);
      if (drawn !== mine) return;
      checked = { drawn: mine, view };
      byId("print").disabled = false;
      showFindings([...left_out.map((sentence) => ({ kind: "note", sentence })), ...findings]);
      const wrong = isBoard() ? findings.filter((one) => one.kind === "wrong").flatMap((one) => one.cells) : [];
      grid.markWrong(wrong);
    });
  } catch (error) {
    if (drawn === mine && !isAbort(error)) showFindings([{ kind: "wrong", sentence: messageOf(error) }]);
  }
}

/** The drawn puzzle as the server reads it; null, with a message to the user, if it is not valid. */
async function checkedPuzzle() {
  const mine = drawn;
  if (checked?.drawn !== mine) await check();
  if (checked?.drawn === mine) return checked.view;
  if (drawn === mine) toast(t("edit.not_valid"));
  return null;
}

/** @param {string} page its address */
async function open(page) {
  const view = await checkedPuzzle();
  if (view) location.href = address(`${page}${storePuzzle(view)}`);
}

async function save() {
  const view = await checkedPuzzle();
  if (!view) return;
  const { file: { original, at: chosen }, drafts: problems } = drawn;
  const saved = await tryAction(() => backend.save({ problems, chosen, original, format: byId("format").value }), report);
  if (!saved) return;
  const name = view.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "puzzle";
  downloadText(`${name}${saved.extension}`, saved.text);
  if (saved.left_out.length) showMessage(saved.left_out.join(" "), "warn");
}

/** @param {{ message: string }} error */
function report(error) {
  showMessage(error.message, "bad");
  byId("message").scrollIntoView({ block: "nearest" });
}

/** Replace the drawing by a puzzle, if it can be drawn.
 *  @param {DrawnPuzzle} next */
function take(next) {
  const held = lattices.get(next.lattice);
  if (!held) { showMessage(t("edit.not_drawable"), "warn"); return false; }
  const cells = [...next.board.values()].map(({ at }) => at);
  if (held.dimension === 3) byId("layer").value = String(Math.min(...cells.map((at) => at[2])));
  byId("width").value = String(Math.max(...cells.map(([x, y]) => x + rowShift(y, held.basis))) + 1);
  byId("height").value = String(Math.max(...cells.map((at) => at[1])) + 1);
  current = "board";
  change(next);
  return true;
}

/** Open the puzzles of a source, the first one to be drawn.
 *  @param {Sent<Api.PuzzleSource>} original
 *  @param {Api.DocumentsView} documents */
function takeSource(original, { format, problems }) {
  if (problems[0].document.cover) { showMessage(t("edit.not_drawable"), "warn"); return false; }
  const isTaken = take(DrawnPuzzle.ofFile({ original, format, at: 0, problems: problems.map((one) => ({ ...one, opened: one.document })) }));
  if (isTaken) chooseFormat();
  return isTaken;
}

/** Choose the format of the file that was opened, which keeps all of it, where it can be written. */
function chooseFormat() {
  const { format } = drawn.file;
  if ([...byId("format").options].some(({ value }) => value === format)) byId("format").value = format;
}

/** @param {SubmitEvent} event */
async function generate(event) {
  event.preventDefault();
  const form = byId("generate"), [width, height, pieces, seed] = [form.width, form.height, form.pieces, form.seed].map((field) => Number(field.value));
  const request = { width, height, pieces, seed, different: form.different.checked, unique: form.unique.checked };
  showMessage(t("edit.generating"));
  const made = await tryAction(() => latestPuzzle((signal) => backend.generate(request, signal)), report);
  if (!made) return;
  if (made.document) take(DrawnPuzzle.ofDocument(made.document, made.document));
  showMessage(made.sentence, made.complete ? "good" : "warn");
  if (Number(form.seed.value) === seed) form.seed.value = String(Math.min(seed + 1, Number(form.seed.max)));
}

/** @param {File} file */
async function openFile(file) {
  const { name } = file;
  const opened = await tryAction(
    () => latestPuzzle(async (signal) => {
      const source = { text: await textOf(file, MAX_BYTES), filename: name };
      return /** @type {const} */ ([source, await backend.documents(source, signal)]);
    }),
    ({ line, message }) => report({ message: line ? t("common.open_failed_line", { name, line, message }) : t("common.open_failed", { name, message }) }),
  );
  if (opened && takeSource(...opened)) showMessage(t("edit.opened", { name }), "good");
}

/** Add the pieces of a set; of a set with one piece, any number of copies. */
async function addSet() {
  const name = byId("sets").value, { lattice: wanted } = drawn;
  byId("sets").value = "";
  if (!name) return;
  const text = `lattice = "${wanted}"\n[board]\ncells = [[${lattice().classes[0][0].join(", ")}]]\n[[pieces]]\nset = "${name}"\n`;
  const found = await tryAction(() => backend.documents({ text, format: "toml" }), report);
  if (!found || drawn.lattice !== wanted) return;
  const { pieces } = DrawnPuzzle.ofDocument(found.problems[0].document);
  if (pieces.length === 1) Object.assign(pieces[0], { least: 0, most: MAX_COPIES });
  change(drawn.with({ pieces: [...drawn.pieces, ...pieces] }));
}

/** Change properties of the current piece.
 *  @param {(piece: DrawnPiece) => Partial<DrawnPiece>} changes */
function changePiece(changes) {
  change(drawn.with({ pieces: drawn.pieces.map((piece, i) => (i === Number(current) ? { ...piece, ...changes(piece) } : piece)) }));
}

/** @param {"undo" | "redo"} direction */
function step(direction) {
  grid.endStroke(); // which makes Redo empty
  const [from, to] = direction === "undo" ? [done, undone] : [undone, done];
  const next = from.pop();
  if (!next) return;
  to.push(drawn);
  drawn = next;
  if (!isBoard() && !currentPiece()) current = "board";
  show();
}

/** @param {DrawnPuzzle} next */
function replaceDrawing(next) {
  current = "board";
  grid.leaveCursor();
  change(next);
}

/** @param {keyof PageElements} id
 *  @param {() => unknown} action */
const onChange = (id, action) => byId(id).addEventListener("change", action);
byId("tools").addEventListener("click", (event) => { const name = /** @type {Element} */ (event.target).closest("[data-tool]")?.getAttribute("data-tool"); if (name) chooseTool(name); });
const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, step);
bindPrint(byId("print"), () => { const view = /** @type {Api.PuzzleView} */ (checked?.view); return sheetOf(view, ruleOf(view)); });
bindShare(byId("share"), async () => {
  const view = await checkedPuzzle();
  return view && {
    title: view.title, url: `${location.origin}${location.pathname}#t=${await pack(view.toml)}`,
    file: { name: `${fileName(view.title, "puzzle")}.toml`, text: view.toml },
  };
});
onClicks({
  play: () => open("/play"), solve: () => open("/solve"), save, "add-piece": addPiece,
  fill: () => change(grid.filled()),
  new: () => replaceDrawing(new DrawnPuzzle({ lattice: drawn.lattice })),
  "delete-piece": () => { const number = current; replaceDrawing(drawn.apply(`drop ${number}`)); },
});
byId("generate").addEventListener("submit", generate);
onFile(byId("file"), MAX_BYTES, openFile);
onChange("sets", addSet);
onChange("problem", () => take(drawn.problem(Number(byId("problem").value))));
onChange("title", () => change(drawn.with({ title: byId("title").value })));
onChange("lattice", () => {
  const modulus = lattices.get(byId("lattice").value)?.modulus ?? 1;
  for (const id of /** @type {const} */ (["width", "height"])) byId(id).value = String(Math.ceil(Number(byId(id).value) / modulus) * modulus); // whole blocks of cells
  replaceDrawing(new DrawnPuzzle({ title: drawn.title, lattice: byId("lattice").value }));
});
for (const id of /** @type {const} */ (["width", "height", "layer"])) onChange(id, show);
onChange("piece-name", () => changePiece(() => ({ name: byId("piece-name").value.trim() || "A" })));
onChange("piece-least", () => {
  const least = integerIn(byId("piece-least"), 0, MAX_COPIES);
  changePiece(({ most }) => ({ least, most: Math.max(least, most) }));
});
onChange("piece-most", () => {
  const most = integerIn(byId("piece-most"), 0, MAX_COPIES);
  changePiece(({ least }) => ({ most, least: Math.min(least, most) }));
});
onChange("piece-motions", () => changePiece(() => ({ motions: byId("piece-motions").value })));
byId("shapes").addEventListener("keydown", (event) => {
  const direction = ARROWS[event.key]?.[0];
  if (!direction) return;
  const names = ["board", ...drawn.pieces.keys()].map(String);
  choose(names[(names.indexOf(current) + direction + names.length) % names.length]);
  event.preventDefault();
});
onKeys({ 1: () => chooseTool("cell"), 2: () => chooseTool("optional"), 3: () => chooseTool("erase"), u: () => step("undo"), U: () => step("redo") });

byId("colour").append(...options(Object.keys(COLOURS).map((name) => [name, name])));
try {
  const descriptors = await backend.descriptors();
  lattices = new Map(descriptors.lattices.filter((one) => one.drawable).map((one) => [one.name, one]));
  sets = descriptors.piece_sets;
  byId("other-pages").append(...descriptors.pages.filter((page) => page.dimension).map(({ address, dimension, link_text }) => (
    h("button", { class: "btn", type: "button", "data-dimension": dimension, onclick: () => open(address) }, link_text))));
  byId("lattice").append(...options([...lattices.keys()].map((name) => [name, name])));
  byId("format").append(...options(descriptors.formats.filter((one) => one.writes).map(({ name }) => [name, name])));
  const source = await sourceFromAddress();
  const stored = loadStored("edit", null), [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  // Going back or reloading restores the drawing; a link to a puzzle opens that puzzle.
  if (stored?.file && stored.address === location.search && (!source || navigation?.type !== "navigate")) {
    drawn = DrawnPuzzle.ofFile(stored.file);
    chooseFormat();
    byId("width").value = stored.width;
    byId("height").value = stored.height;
    byId("layer").value = stored.layer ?? 0;
  } else if (source) takeSource(source, await backend.documents(source));
  show();
} catch (error) {
  report({ message: messageOf(error) });
}
enablePage();
