// The page where puzzles are drawn, checked, generated and saved.
import { latestOnly } from "../js/api.js";
import { backend } from "../js/backend.js";
import { key } from "../js/cells.js";
import { DrawingGrid, rowShift } from "../js/drawing_grid.js";
import { BOARD_FILL, bindTabKeys, bindTools, chooseFormat, DrawingCheck, DrawingSteps, fillOfPiece, integerIn, MAX_BYTES, MAX_COPIES, MAX_SIDE, onChange, OTHER_COLOUR, report, showFindings, showProblemOptions, showTabs } from "../js/drawing_page.js";
import { DrawnPuzzle } from "../js/drawn_puzzle.js";
import { h } from "../js/elements.js";
import { onFile } from "../js/file_drop.js";
import { iconSide, pieceIcon } from "../js/flat_drawing.js";
import { bindHistory } from "../js/history.js";
import { messageOf, t } from "../js/messages.js";
import { byId, downloadText, enablePage, fileName, loadStored, onClicks, onKeys, options, showMessage, store, textOf, tryAction } from "../js/page.js";
import { bindPrint } from "../js/print_sheet.js";
import { pack, sourceFromAddress } from "../js/puzzle_link.js";
import { ruleOf } from "../js/rule.js";
import { bindShare } from "../js/share.js";
import { solidScene } from "../js/solid_drawing.js";
import { solidIcon, solidIconSide } from "../js/solid_icon.js";
import { solidPanel } from "../js/solid_panel.js";
import { sheetOf } from "../js/tiling_sheet.js";

/** @typedef {import("../js/drawn_puzzle.js").DrawnPiece} DrawnPiece
 *  @typedef {import("../js/drawn_puzzle.js").DrawnCell} DrawnCell */

/** @type {Record<string, string | undefined>} */
const COLOURS = { a: "#faaf26", b: "#51b0e8", c: "#24a06c", d: "#ce3505", e: "#d081ab", f: "#8c9642" };
const latestPuzzle = latestOnly(); // what replaces the drawing: a generated puzzle, or a file

let lattices = /** @type {Map<string, Api.LatticeView>} */ (new Map()), sets = /** @type {Api.PieceSetDescriptor[]} */ ([]);
let panel = /** @type {import("../js/solid_panel.js").SolidPanel | null} */ (null);

const steps = new DrawingSteps(new DrawnPuzzle(), { endStroke: () => grid.endStroke(), show });
const tool = bindTools(["cell", "optional", "erase"]);
const checks = new DrawingCheck({ drawn: () => steps.drawn, checkEmpty: showAreas, check, fail: (sentence) => showFindings([{ kind: "wrong", sentence }]) });
const grid = new DrawingGrid(byId("grid"), {
  get drawn() { return steps.drawn; },
  set drawn(next) { steps.drawn = next; },
  get lattice() { return lattice(); },
  get current() { return steps.current; },
  get tool() { return tool(); },
  get colour() { return byId("colour").value; },
  get size() { return /** @type {[number, number]} */ ([integerIn(byId("width"), 1, MAX_SIDE), integerIn(byId("height"), 1, MAX_SIDE)]); },
  get layer() { return layer(); },
  changeLayer(by) { byId("layer").value = String(layer()[0] + by); show(); },
  change: (next) => steps.change(next),
  fillOf,
});

const lattice = () => /** @type {Api.LatticeView} */ (lattices.get(steps.drawn.lattice));
const isSolid = () => lattice().dimension === 3;

/** The coordinates that all cells of the grid have in common: the layer, in space. */
const layer = () => (isSolid() ? [integerIn(byId("layer"), -MAX_SIDE, MAX_SIDE)] : []);

function show() {
  if (!steps.isBoard && !steps.piece) steps.current = "board";
  const { drawn, done, undone, piece } = steps;
  byId("layer-field").hidden = !isSolid();
  for (const button of /** @type {Iterable<HTMLElement>} */ (byId("other-pages").children)) button.hidden = button.dataset.dimension !== String(lattice().dimension);
  showShapes();
  grid.show();
  showSolid();
  if (document.activeElement !== byId("title")) byId("title").value = drawn.title;
  byId("lattice").value = drawn.lattice;
  showHistory(done, undone);
  byId("piece-fields").hidden = !piece;
  byId("problem-field").hidden = drawn.file.problems.length < 2;
  showProblemOptions(drawn);
  if (piece) for (const field of /** @type {const} */ (["name", "least", "most", "motions"])) byId(`piece-${field}`).value = String(piece[field]);
  showSets();
  store("edit", { address: location.search, file: drawn.wholeFile, width: byId("width").value, height: byId("height").value, layer: byId("layer").value });
  checks.soon();
}

/** Offer the sets of pieces of the lattice. */
function showSets() {
  const { drawn } = steps;
  if (byId("sets").dataset.lattice === drawn.lattice) return;
  byId("sets").dataset.lattice = drawn.lattice;
  const fitting = sets.filter((set) => set.lattice === drawn.lattice).map(({ name, pieces }) => /** @type {const} */ ([name, t("edit.set_option", { name, n: pieces })]));
  byId("sets").replaceChildren(...options([["", "…"], ...fitting]));
}

/** @param {string} name of a shape */
function choose(name) {
  steps.current = name;
  grid.leaveCursor();
  const heights = isSolid() ? [...(steps.drawn.shape(name)?.values() ?? [])].map(({ at }) => at[2]) : [];
  if (heights.length && !heights.includes(layer()[0])) byId("layer").value = String(Math.min(...heights)); // where there is something
  show();
}

function showShapes() {
  const sideOf = isSolid() ? solidIconSide : iconSide;
  const side = Math.max(3, ...steps.drawn.pieces.filter(({ cells }) => cells.size).map(({ cells }) => sideOf(lattice(), [...cells.values()].map(({ at }) => at))));
  showTabs(steps, { board: t("edit.board"), icon: (piece, number) => icon(piece, number, side), look: `${steps.drawn.lattice} ${side}`, choose, label: ({ name }) => t("edit.piece", { name }) });
}

/** @param {DrawnPiece} piece
 *  @param {number} number
 *  @param {number} side of the square around it, in cells: the same for all pieces, so that they have one scale */
function icon(piece, number, side) {
  const look = { fill: fillOfPiece(number), pattern: "plain", mark: "#000000", ink: "#000000" };
  const cells = [...piece.cells.values()];
  const marks = new Map(cells.filter((cell) => cell.colour).map((cell) => [key(cell.at), { text: cell.colour.slice(0, 2), cost: "", ground: COLOURS[cell.colour] ?? OTHER_COLOUR, ink: "#000000" }]));
  return (isSolid() ? solidIcon : pieceIcon)(lattice(), cells.map((cell) => cell.at), look, { marks, side });
}

function addPiece() {
  const { drawn } = steps, piece = { name: steps.freeName(""), cells: new Map(), least: 1, most: 1, motions: lattice().usual_motions, kept: {} };
  steps.current = String(drawn.pieces.length);
  grid.leaveCursor();
  steps.change(drawn.with({ pieces: [...drawn.pieces, piece] }));
}

/** Show what is drawn in space; the layer of the grid stands out. */
function showSolid() {
  const cells = isSolid() ? [...(steps.drawn.shape(steps.current)?.values() ?? [])].map((cell) => cell.at) : [], isShown = cells.length > 0;
  byId("solid").hidden = !isShown;
  byId("solid").parentElement?.parentElement?.classList.toggle("solid-shown", isShown);
  if (!isShown) return;
  if (!panel) {
    panel = solidPanel(t("edit.solid_view"));
    byId("solid").replaceChildren(panel.canvas);
  }
  const [z] = layer(), fill = steps.isBoard ? BOARD_FILL : fillOfPiece(Number(steps.current));
  const parts = [cells.filter((cell) => cell[2] === z), cells.filter((cell) => cell[2] !== z)];
  panel.show(solidScene({ lattice: lattice(), pieces: [] }, parts.filter((part) => part.length).map((part) => ({ cells: part, fill }))),
    parts[0].length ? [{ at: [0, 0, 0], alpha: 1 }, { at: [0, 0, 0], alpha: 0.5 }] : [{ at: [0, 0, 0], alpha: 0.5 }]);
}

/** The fill of a cell: its colour, that of its piece, or "" for that of the style sheet.
 *  @param {DrawnCell | undefined} cell */
function fillOf(cell) {
  if (!cell) return "";
  return cell.colour ? COLOURS[cell.colour] ?? OTHER_COLOUR : steps.isBoard ? "" : fillOfPiece(Number(steps.current));
}

/** @param {DrawnPuzzle} drawn */
function showAreas({ board, pieces }) {
  const [least, most] = /** @type {const} */ (["least", "most"]).map((bound) => pieces.reduce((sum, piece) => sum + piece.cells.size * piece[bound], 0));
  byId("areas").textContent = t("edit.areas", { cells: board.size, pieces: least === most ? most : t("edit.range", { least, most }) });
  if (!board.size) showFindings([{ kind: "note", sentence: t("edit.no_cells") }]);
}

/** Show what a check finds of the puzzle that is drawn.
 *  @type {import("../js/drawing_page.js").CheckPage["check"]} */
async function check(view, leftOut, signal, isCurrent) {
  const { findings } = await backend.check({ puzzle: { text: view.toml, format: "toml" } }, signal);
  if (!await isCurrent()) return;
  showFindings([...leftOut.map((sentence) => ({ kind: "note", sentence })), ...findings]);
  grid.markWrong(steps.isBoard ? findings.filter((one) => one.kind === "wrong").flatMap((one) => one.cells) : []);
}

async function save() {
  const { drawn } = steps, view = await checks.puzzle();
  if (!view) return;
  const { file: { original, at: chosen }, drafts: problems } = drawn;
  const saved = await tryAction(() => backend.save({ problems, chosen, original, format: byId("format").value }), report);
  if (!saved) return;
  const name = view.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "puzzle";
  downloadText(`${name}${saved.extension}`, saved.text);
  if (saved.left_out.length) showMessage(saved.left_out.join(" "), "warn");
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
  steps.current = "board";
  steps.change(next);
  return true;
}

/** Open the puzzles of a source, the first one to be drawn.
 *  @param {Sent<Api.PuzzleSource>} original
 *  @param {Api.DocumentsView} documents */
function takeSource(original, { format, problems }) {
  if (problems[0].document.cover) { showMessage(t("edit.not_drawable"), "warn"); return false; }
  const isTaken = take(DrawnPuzzle.ofFile({ original, format, at: 0, problems: problems.map((one) => ({ ...one, opened: one.document })) }));
  if (isTaken) chooseFormat(steps.drawn);
  return isTaken;
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
  const name = byId("sets").value, { lattice: wanted } = steps.drawn;
  byId("sets").value = "";
  if (!name) return;
  const text = `lattice = "${wanted}"\n[board]\ncells = [[${lattice().classes[0][0].join(", ")}]]\n[[pieces]]\nset = "${name}"\n`;
  const found = await tryAction(() => backend.documents({ text, format: "toml" }), report);
  const { drawn } = steps;
  if (!found || drawn.lattice !== wanted) return;
  const { pieces } = DrawnPuzzle.ofDocument(found.problems[0].document);
  if (pieces.length === 1) Object.assign(pieces[0], { least: 0, most: MAX_COPIES });
  steps.change(drawn.with({ pieces: [...drawn.pieces, ...pieces] }));
}

/** Change properties of the current piece.
 *  @param {Partial<DrawnPiece>} changes */
const changePiece = (changes) => steps.changePiece(Number(steps.current), changes);

/** @param {DrawnPuzzle} next */
function replaceDrawing(next) {
  steps.current = "board";
  grid.leaveCursor();
  steps.change(next);
}

const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, (direction) => steps.step(direction));
bindPrint(byId("print"), () => { const view = /** @type {Api.PuzzleView} */ (checks.view); return sheetOf(view, ruleOf(view)); });
bindShare(byId("share"), async () => {
  const view = await checks.puzzle();
  return view && {
    title: view.title, url: `${location.origin}${location.pathname}#t=${await pack(view.toml)}`,
    file: { name: `${fileName(view.title, "puzzle")}.toml`, text: view.toml },
  };
});
onClicks({
  play: () => checks.open("/play"), solve: () => checks.open("/solve"), save, "add-piece": addPiece,
  fill: () => steps.change(grid.filled()),
  new: () => replaceDrawing(new DrawnPuzzle({ lattice: steps.drawn.lattice })),
  "delete-piece": () => replaceDrawing(steps.drawn.apply(`drop ${steps.current}`)),
});
byId("generate").addEventListener("submit", generate);
onFile(byId("file"), MAX_BYTES, openFile);
onChange("sets", addSet);
onChange("problem", () => take(steps.drawn.problem(Number(byId("problem").value))));
onChange("title", () => steps.change(steps.drawn.with({ title: byId("title").value })));
onChange("lattice", () => {
  const modulus = lattices.get(byId("lattice").value)?.modulus ?? 1;
  for (const id of /** @type {const} */ (["width", "height"])) byId(id).value = String(Math.ceil(Number(byId(id).value) / modulus) * modulus); // whole blocks of cells
  replaceDrawing(new DrawnPuzzle({ title: steps.drawn.title, lattice: byId("lattice").value }));
});
for (const id of /** @type {const} */ (["width", "height", "layer"])) onChange(id, show);
onChange("piece-name", () => changePiece({ name: byId("piece-name").value.trim() || "A" }));
onChange("piece-least", () => {
  const least = integerIn(byId("piece-least"), 0, MAX_COPIES);
  changePiece({ least, most: Math.max(least, steps.piece?.most ?? 0) });
});
onChange("piece-most", () => {
  const most = integerIn(byId("piece-most"), 0, MAX_COPIES);
  changePiece({ most, least: Math.min(most, steps.piece?.least ?? 0) });
});
onChange("piece-motions", () => changePiece({ motions: byId("piece-motions").value }));
bindTabKeys(steps, choose);
onKeys({ u: () => steps.step("undo"), U: () => steps.step("redo") });

byId("colour").append(...options(Object.keys(COLOURS).map((name) => [name, name])));
try {
  const descriptors = await backend.descriptors();
  lattices = new Map(descriptors.lattices.filter((one) => one.drawable).map((one) => [one.name, one]));
  sets = descriptors.piece_sets;
  byId("other-pages").append(...descriptors.pages.filter((page) => page.dimension).map(({ address, dimension, link_text }) => (
    h("button", { class: "btn", type: "button", "data-dimension": dimension, onclick: () => checks.open(address) }, link_text))));
  byId("lattice").append(...options([...lattices.keys()].map((name) => [name, name])));
  byId("format").append(...options(descriptors.formats.filter((one) => one.writes).map(({ name }) => [name, name])));
  const source = await sourceFromAddress();
  const stored = loadStored("edit", null), [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  // Going back or reloading restores the drawing; a link to a puzzle opens that puzzle.
  if (stored?.file && stored.address === location.search && (!source || navigation?.type !== "navigate")) {
    steps.drawn = DrawnPuzzle.ofFile(stored.file);
    chooseFormat(steps.drawn);
    byId("width").value = stored.width;
    byId("height").value = stored.height;
    byId("layer").value = stored.layer ?? 0;
  } else if (source) takeSource(source, await backend.documents(source));
  show();
} catch (error) {
  report({ message: messageOf(error) });
}
enablePage();
