// The page where burrs and packings in space are designed.
import { address } from "/static/js/address.js";
import { isAbort, latestOnly } from "/static/js/api.js";
import { backend } from "/static/js/backend.js";
import { key } from "/static/js/cells.js";
import { DrawingGrid } from "/static/js/drawing_grid.js";
import { DrawnPuzzle } from "/static/js/drawn_puzzle.js";
import { ARROWS, h } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { bindHistory } from "/static/js/history.js";
import { messageOf, t } from "/static/js/messages.js";
import { byId, downloadText, enablePage, fileName, hideMessage, onClicks, onKeys, options, showMessage, showOpenError, textOf, toast, tryAction } from "/static/js/page.js";
import { bindPrint } from "/static/js/print_sheet.js";
import { sourceFromAddress } from "/static/js/puzzle_link.js";
import { ruleOf } from "/static/js/rule.js";
import { storePuzzle } from "/static/js/shelf.js";
import { solidScene } from "/static/js/solid_drawing.js";
import { solidIcon } from "/static/js/solid_icon.js";
import { solidPanel } from "/static/js/solid_panel.js";
import { sheetOf } from "/static/js/tiling_sheet.js";
import { AssemblyList } from "./design_assemblies.js";
import { problemAdded, problemDropped, problemNamed, withSharedShapes } from "./design_problems.js";
import { keepDesign, keptDesign } from "./design_store.js";
import { MirrorPainting } from "./design_mirrors.js";
import { MovementBrowser } from "./design_movements.js";
import { PieceTable } from "./design_table.js";
import { PlaceBrowser } from "./design_places.js";

/** @typedef {import("/static/js/drawn_puzzle.js").DrawnPiece} DrawnPiece
 *  @typedef {import("/static/js/drawn_puzzle.js").DrawnCell} DrawnCell
 *  @typedef {import("/static/js/drawn_puzzle.js").Shape} Shape */

/** @type {Record<string, string | undefined>} */
const COLOURS = { 1: "#faaf26", 2: "#51b0e8", 3: "#24a06c", 4: "#ce3505", 5: "#d081ab", 6: "#8c9642", 7: "#7b1f45", 8: "#c8cfe1" };
const FILLS = ["#faaf26", "#51b0e8", "#24a06c", "#eee46b", "#0f63c0", "#ce3505", "#d081ab", "#7b1f45", "#c8cfe1", "#8c9642", "#a3dcb8", "#4f2b88"];
const RESULT_FILL = "#9db4cf", OTHER_COLOUR = "#c8cfe1";
const MAX_SIDE = 40, MAX_BYTES = 1_000_000, START_LATTICE = "cube";
const USUAL_EXTENSION = ".xmpuzzle"; // of the files of designers
const latestStatus = latestOnly(), latestFile = latestOnly();

let lattices = /** @type {Map<string, Api.LatticeView>} */ (new Map());
let drawn = new DrawnPuzzle({ lattice: START_LATTICE }), done = /** @type {DrawnPuzzle[]} */ ([]), undone = /** @type {DrawnPuzzle[]} */ ([]);
let current = "board", tool = "cell", statusTimer = 0, usualFormat = "";
let checked = /** @type {{ drawn: DrawnPuzzle, view: Api.PuzzleView } | null} */ (null);
let pending = /** @type {{ drawn: DrawnPuzzle, end: Promise<void> } | null} */ (null);

const lattice = () => /** @type {Api.LatticeView} */ (lattices.get(drawn.lattice));
const isBoard = () => current === "board";
const layer = () => integerIn(byId("layer"), -MAX_SIDE, MAX_SIDE);
const size = () => /** @type {[number, number, number]} */ ([integerIn(byId("width"), 1, MAX_SIDE), integerIn(byId("height"), 1, MAX_SIDE), integerIn(byId("layer-count"), 1, MAX_SIDE)]);
/** @param {number} number of a piece */
const fillOfPiece = (number) => FILLS[number % FILLS.length];
const currentFill = () => (isBoard() ? RESULT_FILL : fillOfPiece(Number(current)));

/** The integer in a field, within bounds; the field then shows it.
 *  @param {HTMLInputElement} field
 *  @param {number} least
 *  @param {number} most */
function integerIn(field, least, most) {
  const value = Math.min(most, Math.max(least, Math.trunc(Number(field.value)) || 0));
  if (field.value !== String(value)) field.value = String(value);
  return value;
}

const grid = new DrawingGrid(byId("grid"), {
  get drawn() { return drawn; },
  set drawn(next) { drawn = next; },
  get lattice() { return lattice(); },
  get current() { return current; },
  get tool() { return tool; },
  get colour() { return byId("colour").value; },
  get size() { const [columns, rows] = size(); return /** @type {[number, number]} */ ([columns, rows]); },
  get layer() { return [layer()]; },
  get brush() { return /** @type {import("/static/js/drawing_grid.js").Brush} */ (byId("brush").value); },
  images(cell) { return mirrors.images(cell); },
  changeLayer(by) { byId("layer").value = String(layer() + by); show(); },
  change,
  fillOf: (cell) => (!cell ? "" : cell.colour ? COLOURS[cell.colour] ?? OTHER_COLOUR : isBoard() ? "" : fillOfPiece(Number(current))),
});
const mirrors = new MirrorPainting(() => ({ lattice: lattice(), name: `${drawn.lattice} ${size().join()}`, cells: gridCells }), byId("tools"));
const panel = solidPanel(t("edit.solid_view"));
byId("solid").append(panel.canvas);
const table = new PieceTable(byId("table"), { change: changePiece, choose, icon: (piece, number) => icon(piece, number) });
const places = new PlaceBrowser(byId("places"), { puzzle: checkedPuzzle, fillOf: fillOfPiece });
const movements = new MovementBrowser(byId("movements"), { addShape });
new AssemblyList(byId("assemblies"), {
  puzzle: checkedPuzzle, file: burrToolsFile,
  choose(puzzle, assembly, number) { movements.show(puzzle, assembly, number); },
});

/** All cells of the grid, of all its layers.
 *  @returns {Cell[]} */
const gridCells = () => Array.from({ length: size()[2] }, (_, z) => grid.cells([z])).flat();

/** Take another design; undo brings this one back.
 *  @param {DrawnPuzzle} next */
function change(next) {
  grid.endStroke();
  done.push(drawn);
  undone = [];
  drawn = withSharedShapes(drawn, next);
  hideMessage();
  show();
}

function show() {
  if (!isBoard() && !drawn.pieces[Number(current)]) current = "board";
  showShapes();
  grid.show();
  showSolid();
  if (document.activeElement !== byId("title")) byId("title").value = drawn.title;
  byId("lattice").value = drawn.lattice;
  showHistory(done, undone);
  showProblems();
  showFields();
  table.show(drawn, checked?.drawn === drawn ? status : null);
  byId("kept").textContent = t(keepDesign(drawn, done, view()) ? "design.kept" : "design.not_kept");
  byId("print").disabled = checked?.drawn !== drawn;
  clearTimeout(statusTimer);
  statusTimer = setTimeout(check, 350);
}

const view = () => ({ address: location.search, current, width: byId("width").value, height: byId("height").value, layers: byId("layer-count").value, layer: byId("layer").value });

function showFields() {
  const piece = isBoard() ? null : drawn.pieces[Number(current)];
  byId("piece-fields").hidden = !piece;
  if (piece && document.activeElement !== byId("piece-name")) byId("piece-name").value = piece.name;
  const named = [["board", t("design.result")], ...drawn.pieces.map((one, i) => [String(i), one.name])].filter(([name]) => name !== current), before = byId("other").value;
  byId("other").replaceChildren(...options(named.map(([value, text]) => /** @type {const} */ ([value, text]))));
  if (named.some(([value]) => value === before)) byId("other").value = before;
  const { max_holes, fits } = drawn.kept;
  if (document.activeElement !== byId("max-holes")) byId("max-holes").value = max_holes ?? "";
  if (document.activeElement !== byId("fits")) byId("fits").value = (fits ?? []).map((/** @type {string[]} */ pair) => pair.join("-")).join(", ");
}

function showProblems() {
  const { problems, at } = drawn.file;
  byId("drop-problem").disabled = problems.length < 2;
  if (document.activeElement !== byId("problem-name")) byId("problem-name").value = problems[at].name;
  byId("problem").replaceChildren(...options(problems.map(({ name }, i) => [i, name ? t("edit.problem_option", { n: i + 1, name }) : i + 1])));
  byId("problem").value = String(at);
}

/** @param {string} name of a shape */
function choose(name) {
  current = name;
  grid.leaveCursor();
  const heights = [...(drawn.shape(current)?.values() ?? [])].map(({ at }) => at[2]);
  if (heights.length && !heights.includes(layer())) byId("layer").value = String(Math.min(...heights));
  show();
}

function showShapes() {
  const hadFocus = byId("shapes").contains(document.activeElement);
  /** @param {string} name
   *  @param {Child} content
   *  @param {string} label
   *  @param {string} [kind] */
  const tab = (name, content, label, kind = "") => h("button", {
    type: "button", role: "tab", "aria-selected": String(current === name), "aria-label": label, title: label, class: kind, tabindex: current === name ? 0 : -1, onclick: () => choose(name),
  }, content);
  byId("shapes").replaceChildren(
    tab("board", t("design.result"), t("design.result"), "board-tab"),
    ...drawn.pieces.map((piece, i) => tab(String(i), piece.cells.size ? icon(piece, i) : piece.name, t("edit.piece", { name: piece.name }))),
  );
  if (hadFocus) /** @type {HTMLElement | null} */ (byId("shapes").querySelector('[aria-selected="true"]'))?.focus();
}

/** @type {WeakMap<Shape, { number: number, picture: SVGElement }>} */
const icons = new WeakMap();

/** The picture of a piece, which is drawn once.
 *  @param {DrawnPiece} piece
 *  @param {number} number
 *  @returns {SVGElement} */
function icon(piece, number) {
  const kept = icons.get(piece.cells);
  if (kept?.number !== number) icons.set(piece.cells, { number, picture: iconOf(piece, number) });
  return /** @type {SVGElement} */ (icons.get(piece.cells)?.picture.cloneNode(true));
}

/** @param {DrawnPiece} piece
 *  @param {number} number */
function iconOf(piece, number) {
  const cells = [...piece.cells.values()];
  const marks = new Map(cells.filter((cell) => cell.colour).map((cell) => [key(cell.at), { text: cell.colour.slice(0, 2), cost: "", ground: COLOURS[cell.colour] ?? OTHER_COLOUR, ink: "#000000" }]));
  return solidIcon(lattice(), cells.map((cell) => cell.at), { fill: fillOfPiece(number), pattern: "plain", mark: "#000000", ink: "#000000" }, { marks });
}

/** Show the shape in space; the layer of the grid stands out, and variable cells are paler. */
function showSolid() {
  const cells = [...(drawn.shape(current)?.values() ?? [])], z = layer();
  /** @type {Map<string, { cells: Cell[], fill: string, alpha: number }>} */
  const parts = new Map();
  for (const { at, colour, optional } of cells) {
    const alpha = (at[2] === z ? 1 : 0.5) * (optional ? 0.55 : 1), fill = colour ? COLOURS[colour] ?? OTHER_COLOUR : currentFill(), name = `${alpha} ${fill}`;
    const part = parts.get(name) ?? { cells: [], fill, alpha };
    part.cells.push(at);
    parts.set(name, part);
  }
  const listed = [...parts.values()].sort((a, b) => b.alpha - a.alpha);
  panel.show(solidScene({ lattice: lattice(), pieces: [] }, listed), listed.map(({ alpha }) => ({ at: [0, 0, 0], alpha })));
}

/** A name that no piece has, or none but one.
 *  @param {string} wanted
 *  @param {number} [own] its number
 *  @returns {string} */
function freeName(wanted, own = -1) {
  const taken = new Set(drawn.pieces.filter((_, i) => i !== own).map(({ name }) => name));
  if (wanted && !taken.has(wanted)) return wanted;
  for (let i = 0; ; i++) {
    const name = wanted ? `${wanted} ${i + 2}` : i < 26 ? String.fromCharCode(65 + i) : `P${i}`;
    if (!taken.has(name)) return name;
  }
}

/** Add a piece with these cells, and show it.
 *  @param {string} wanted its name
 *  @param {Shape} cells
 *  @param {Partial<DrawnPiece>} [more] */
function addShape(wanted, cells, more = {}) {
  const piece = { least: 1, most: 1, motions: lattice().usual_motions, kept: {}, ...more, name: freeName(wanted), cells };
  current = String(drawn.pieces.length);
  grid.leaveCursor();
  change(drawn.with({ pieces: [...drawn.pieces, piece] }));
}

function copyShape() {
  const piece = drawn.pieces[Number(current)], { name: _, ...kept } = piece.kept;
  addShape(t("design.copy_name", { name: piece.name }), new Map(piece.cells), { least: piece.least, most: piece.most, motions: piece.motions, kept });
}

function deleteShape() {
  const { name } = drawn.pieces[Number(current)], next = drawn.apply(`drop ${current}`);
  current = "board";
  grid.leaveCursor();
  change(next);
  toast(t("design.deleted", { name }));
}

/** Change properties of a piece.
 *  @param {number} number
 *  @param {Partial<DrawnPiece>} changes */
function changePiece(number, changes) {
  change(drawn.with({ pieces: drawn.pieces.map((piece, i) => (i === number ? { ...piece, ...changes } : piece)) }));
}

/** Replace the cells of a shape.
 *  @param {Shape} cells
 *  @param {string} [name] of the shape */
const changeCells = (cells, name = current) => (name === "board" ? change(drawn.with({ board: cells })) : changePiece(Number(name), { cells }));

/** A shape as the API takes it.
 *  @param {Shape} shape */
function sentShape(shape) {
  /** @param {boolean} optional */
  const listed = (optional) => [...shape.values()].filter((cell) => cell.optional === optional).map(({ at, colour }) => ({ at, colour }));
  return { cells: listed(false), optional: listed(true) };
}

let transformations = Promise.resolve(), underWay = 0;

/** Do something after the transformations that are under way, at once if there is none.
 *  @param {() => unknown} action */
function afterTransformations(action) {
  if (underWay) transformations = transformations.then(() => { action(); });
  else action();
}

/** Transform the current shape, as a button says, after the transformations that were asked for before.
 *  @param {DOMStringMap} wanted */
function transform({ operation, axis = "z", number = "1" }) {
  const name = current, [width, depth, layers] = size(), text = byId("vector").value;
  const otherName = ["union", "difference", "intersection"].includes(operation ?? "") ? byId("other").value : null;
  const vector = operation === "crop" ? [width - 1, depth - 1, layers - 1] : text.split(",").map(Number);
  if (vector.some((value) => !Number.isInteger(value))) { report({ message: t("design.vector_wrong", { text }) }); return; }
  const wanted = { operation: /** @type {any} */ (operation), axis, number: Number(number), low: [0, 0, 0], vector };
  underWay += 1;
  transformations = transformations.then(() => tryAction(() => changeShape(name, otherName, wanted), report)).then(() => { underWay -= 1; });
}

/** Let the server change a shape; once more if the user draws in it meanwhile.
 *  @param {string} name
 *  @param {string | null} otherName the shape that it is joined with
 *  @param {Pick<Sent<Api.ChangeShapeRequest>, "operation" | "axis" | "number" | "low" | "vector">} wanted */
async function changeShape(name, otherName, wanted) {
  const { length } = drawn.pieces, { at: problem } = drawn.file;
  for (;;) {
    const shape = drawn.shape(name), other = otherName === null ? null : drawn.shape(otherName);
    const made = await backend.changeShape({ ...wanted, lattice: drawn.lattice, shape: sentShape(shape ?? new Map()), other: other ? sentShape(other) : null });
    if (drawn.pieces.length !== length || drawn.file.at !== problem) return;
    if (drawn.shape(name) !== shape) continue;
    /** @param {Api.ShapeCell[]} cells
     *  @param {boolean} optional
     *  @returns {[string, DrawnCell][]} */
    const listed = (cells, optional) => cells.map(({ at, colour = "" }) => [key(at), { at, colour, optional }]);
    if (name !== "board" && made.optional?.length) report({ message: t("design.not_variable") });
    else changeCells(new Map([...listed(made.cells, false), ...listed(made.optional ?? [], true)]), name);
    return;
  }
}

function fillGrid() {
  const colour = byId("colour").value, optional = tool === "optional" && isBoard();
  const cells = new Map(drawn.shape(current));
  for (const at of gridCells()) if (tool === "erase") cells.delete(key(at)); else cells.set(key(at), { at, colour, optional });
  changeCells(cells);
}

/** @param {string} name */
function chooseTool(name) {
  tool = name;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (byId("tools").querySelectorAll("[data-tool]"))) button.setAttribute("aria-pressed", String(button.dataset.tool === name));
}

// --- The status

let status = /** @type {Api.DesignView | null} */ (null);

/** @param {Pick<Api.FindingView, "kind" | "sentence">[]} findings */
const showFindings = (findings) => byId("findings").replaceChildren(...findings.map(({ kind, sentence }) => h("li", { class: kind === "note" ? "remark" : kind }, sentence)));

/** Check the design on the server, once at a time. */
async function check() {
  clearTimeout(statusTimer);
  if (pending?.drawn === drawn) return pending.end;
  const mine = { drawn, end: runCheck() };
  pending = mine;
  mine.end.finally(() => { if (pending === mine) pending = null; });
  return mine.end;
}

/** Let the server read the design; an error that it gives is shown with the findings. */
async function read() {
  const mine = drawn;
  if (!drawn.board.size) { await check(); return; }
  try {
    const { puzzle } = await backend.draft(drawn.drafts[drawn.file.at]);
    if (drawn === mine) checked = { drawn: mine, view: puzzle };
  } catch (error) {
    if (drawn === mine) showFindings([{ kind: "wrong", sentence: messageOf(error) }]);
  }
}

async function runCheck() {
  const mine = drawn;
  if (!drawn.board.size) {
    byId("volume").textContent = t("design.no_cells");
    byId("parity").hidden = true;
    showFindings([]);
    return;
  }
  try {
    await latestStatus(async (signal) => {
      const { puzzle, left_out } = await backend.draft(drawn.drafts[drawn.file.at], signal);
      if (drawn !== mine) return;
      checked = { drawn: mine, view: puzzle };
      byId("print").disabled = false;
      const sent = { puzzle: { text: puzzle.toml, format: "toml" } }, notes = left_out.map((sentence) => ({ kind: "note", sentence }));
      const answer = await backend.designStatus(sent, signal);
      if (drawn !== mine) return;
      status = answer;
      byId("volume").textContent = answer.volume;
      byId("parity").hidden = !answer.parity;
      if (answer.parity) byId("parity").textContent = t("design.parity", { black: answer.parity[0], white: answer.parity[1] });
      table.show(drawn, answer);
      places.show(puzzle);
      showFindings([...notes, { kind: "note", sentence: t("design.checking") }]);
      const { findings } = await backend.check(sent, signal);
      if (drawn === mine) showFindings([...notes, ...findings]);
    });
  } catch (error) {
    if (drawn === mine && !isAbort(error)) {
      if (checked?.drawn !== mine) byId("volume").textContent = "";
      showFindings([{ kind: checked?.drawn === mine ? "note" : "wrong", sentence: messageOf(error) }]);
    }
  }
}

/** The design as the server reads it; null, with a message to the user, if it is not valid.
 *  @returns {Promise<Api.PuzzleView | null>} */
async function checkedPuzzle() {
  const mine = drawn;
  if (checked?.drawn !== mine) await read();
  if (checked?.drawn === mine) return checked.view;
  if (drawn === mine) toast(t("edit.not_valid"));
  return null;
}

/** @param {string} page its address */
async function open(page) {
  const puzzle = await checkedPuzzle();
  if (puzzle) location.href = address(`${page}${storePuzzle(puzzle)}`);
}

// --- Files

/** @param {{ message: string }} error */
function report(error) {
  showMessage(error.message, "bad");
  byId("message").scrollIntoView({ block: "nearest" });
}

/** The file with the design; null, after a message, if there is none.
 *  @param {string} format
 *  @returns {Promise<(Api.SavedFile & { name: string }) | null>} */
async function fileOf(format) {
  const puzzle = await checkedPuzzle();
  if (!puzzle) return null;
  const { file: { original, at: chosen }, drafts: problems } = drawn;
  const saved = await tryAction(() => backend.save({ problems, chosen, original, format, ...drawn.order }), report);
  return saved && { ...saved, name: `${fileName(puzzle.title, "design")}${saved.extension}` };
}

async function save() {
  const saved = await fileOf(byId("format").value);
  if (!saved) return;
  downloadText(saved.name, saved.text);
  if (saved.left_out.length) showMessage(saved.left_out.join(" "), "warn");
}

/** The design as a BurrTools file, and the number of the problem in it. */
async function burrToolsFile() {
  const saved = await fileOf(usualFormat);
  return saved && { text: saved.text, name: saved.name, problem: drawn.file.problems.length > 1 ? drawn.file.at + 1 : 1 };
}

/** Open the puzzles of a source, the first one to be drawn.
 *  @param {Sent<Api.PuzzleSource>} original */
async function openSource(original) {
  const { format, problems } = await latestFile((signal) => backend.documents(original, signal));
  if (problems[0].document.cover || !lattices.has(String(problems[0].document.lattice))) { showMessage(t("design.not_in_space"), "warn"); return false; }
  const next = DrawnPuzzle.ofFile({ original, format, at: 0, problems: problems.map((one) => ({ ...one, opened: one.document })) });
  current = "board";
  take(next);
  chooseFormat();
  return true;
}

/** Take another design, with a grid that has room for it.
 *  @param {DrawnPuzzle} next */
function take(next) {
  const cells = [next.board, ...next.pieces.map((piece) => piece.cells)].flatMap((shape) => [...shape.values()].map(({ at }) => at));
  /** @param {number} axis */
  const most = (axis) => String(Math.min(MAX_SIDE, Math.max(1, ...cells.map((at) => at[axis] + 1))));
  byId("width").value = most(0);
  byId("height").value = most(1);
  byId("layer-count").value = most(2);
  byId("layer").value = String(Math.min(0, ...[...next.board.values()].map(({ at }) => at[2])));
  byId("volume").textContent = t("design.checking");
  byId("parity").hidden = true;
  showFindings([]);
  grid.leaveCursor();
  change(next);
}

/** Choose the format of the file that was opened, which keeps all of it, where it can be written. */
function chooseFormat() {
  const { format } = drawn.file;
  if ([...byId("format").options].some(({ value }) => value === format)) byId("format").value = format;
}

/** One layer of cubes of a BurrTools file is cubes here, too.
 *  @param {string} text
 *  @param {string} filename
 *  @returns {Sent<Api.PuzzleSource>} */
const sourceOf = (text, filename) => ({ text, filename, ...(/<puzzle[\s>]/.test(text.slice(0, 10_000)) && { lattice: "cube" }) });

/** @param {File} file */
async function openFile(file) {
  const { name } = file;
  const isOpen = await tryAction(async () => openSource(sourceOf(await textOf(file, MAX_BYTES), name)), (error) => showOpenError(name, error));
  if (isOpen) showMessage(t("design.opened", { name }), "good");
}

/** @param {"undo" | "redo"} direction */
const step = (direction) => afterTransformations(() => {
  grid.endStroke();
  const [from, to] = direction === "undo" ? [done, undone] : [undone, done];
  const next = from.pop();
  if (!next) return;
  to.push(drawn);
  drawn = next;
  show();
});

/** The pairs of colours in a field; null: equal ones fit.
 *  @param {string} text
 *  @returns {string[][] | null} */
function pairsIn(text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  return words.length ? words.map((word) => word.split("-")) : null;
}

/** @param {keyof PageElements} id
 *  @param {() => unknown} action */
const onChange = (id, action) => byId(id).addEventListener("change", action);
byId("tools").addEventListener("click", (event) => { const name = /** @type {Element} */ (event.target).closest("[data-tool]")?.getAttribute("data-tool"); if (name) chooseTool(name); });
byId("transformations").addEventListener("click", (event) => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-operation]"));
  if (button) transform(button.dataset);
});
const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, step);
bindPrint(byId("print"), () => { const puzzle = /** @type {Api.PuzzleView} */ (checked?.view); return sheetOf(puzzle, ruleOf(puzzle)); });
onClicks({
  solve: () => open("/solve"), apart: () => open("/assembly"), play: () => open("/play"), save: () => afterTransformations(save), "add-piece": () => afterTransformations(() => addShape("", new Map())),
  "add-problem": () => { current = "board"; change(problemAdded(drawn)); },
  "drop-problem": () => { current = "board"; change(problemDropped(drawn)); toast(t("design.problem_deleted")); },
  "copy-piece": () => afterTransformations(copyShape), "delete-piece": () => afterTransformations(deleteShape), "fill-grid": () => afterTransformations(fillGrid),
  "layer-down": () => { byId("layer").value = String(layer() - 1); show(); },
  "layer-up": () => { byId("layer").value = String(layer() + 1); show(); },
  new: () => { current = "board"; grid.leaveCursor(); change(new DrawnPuzzle({ lattice: drawn.lattice })); },
});
onFile(byId("file"), MAX_BYTES, openFile);
onChange("problem", () => { current = "board"; take(drawn.problem(Number(byId("problem").value))); });
onChange("problem-name", () => change(problemNamed(drawn, byId("problem-name").value.trim())));
onChange("title", () => change(drawn.with({ title: byId("title").value })));
onChange("lattice", () => {
  const modulus = lattices.get(byId("lattice").value)?.modulus ?? 1;
  for (const id of /** @type {const} */ (["width", "height", "layer-count"])) byId(id).value = String(Math.min(MAX_SIDE, Math.ceil(Number(byId(id).value) / modulus) * modulus)); // whole blocks of cells
  current = "board";
  grid.leaveCursor();
  change(new DrawnPuzzle({ title: drawn.title, lattice: byId("lattice").value }));
});
onChange("max-holes", () => {
  const { max_holes: _, ...kept } = drawn.kept, text = byId("max-holes").value;
  change(drawn.with({ kept: text === "" ? kept : { ...kept, max_holes: integerIn(byId("max-holes"), 0, 100_000) } }));
});
onChange("fits", () => {
  const text = byId("fits").value, pairs = pairsIn(text), { fits: _, ...kept } = drawn.kept;
  if (pairs?.some((pair) => pair.length !== 2 || !pair[0] || !pair[1])) report({ message: t("design.fits_wrong", { text }) });
  else change(drawn.with({ kept: pairs ? { ...kept, fits: pairs } : kept }));
});
for (const id of /** @type {const} */ (["width", "height", "layer-count", "layer"])) onChange(id, show);
onChange("piece-name", () => changePiece(Number(current), { name: freeName(byId("piece-name").value.trim(), Number(current)) }));
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
  lattices = new Map(descriptors.lattices.filter((one) => one.drawable && one.dimension === 3).map((one) => [one.name, one]));
  byId("lattice").append(...options([...lattices.keys()].map((name) => [name, name])));
  byId("format").append(...options(descriptors.formats.filter((one) => one.writes).map(({ name }) => [name, name])));
  usualFormat = descriptors.formats.find(({ extensions }) => extensions.includes(USUAL_EXTENSION))?.name ?? "";
  byId("format").value = usualFormat;
  const source = await sourceFromAddress(), kept = keptDesign();
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (kept && lattices.has(kept.drawn.lattice)) {
    ({ drawn, done } = kept);
    current = kept.view.current;
    for (const [id, value] of /** @type {const} */ ([["width", kept.view.width], ["height", kept.view.height], ["layer-count", kept.view.layers], ["layer", kept.view.layer]])) byId(id).value = value;
    chooseFormat();
  }
  // Going back or reloading restores the design; a link to a puzzle opens that puzzle, and undo brings back the other.
  if (source && (kept?.view.address !== location.search || navigation?.type === "navigate")) {
    const { own: _, ...sent } = source;
    if (!kept) done = [];
    await openSource(sent);
    if (!kept) done = [];
  }
  show();
} catch (error) {
  show();
  report({ message: messageOf(error) });
}
enablePage();
