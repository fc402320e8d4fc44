// The page where burrs and packings in space are designed.
import { backend } from "/static/js/backend.js";
import { DrawingGrid } from "/static/js/drawing_grid.js";
import { bindTabKeys, bindTools, chooseFormat, DrawingSteps, fillOfPiece, integerIn, MAX_BYTES, MAX_SIDE, onChange, report, showProblemOptions, showTabs } from "/static/js/drawing_page.js";
import { DrawnPuzzle } from "/static/js/drawn_puzzle.js";
import { onFile } from "/static/js/file_drop.js";
import { bindHistory } from "/static/js/history.js";
import { messageOf, t } from "/static/js/messages.js";
import { byId, enablePage, hideMessage, onClicks, onKeys, options, toast } from "/static/js/page.js";
import { bindPrint } from "/static/js/print_sheet.js";
import { sourceFromAddress } from "/static/js/puzzle_link.js";
import { ruleOf } from "/static/js/rule.js";
import { sheetOf } from "/static/js/tiling_sheet.js";
import { AssemblyList } from "./design_assemblies.js";
import { DesignCheck } from "./design_check.js";
import { ColourTable } from "./design_colours.js";
import { DesignFiles, fitGrid } from "./design_files.js";
import { MirrorPainting } from "./design_mirrors.js";
import { MovementBrowser } from "./design_movements.js";
import { PlaceBrowser } from "./design_places.js";
import { problemAdded, problemDropped, problemMade, problemNamed, withSharedShapes } from "./design_problems.js";
import { COLOURS, DesignShapes } from "./design_shapes.js";
import { keepDesign, keptDesign } from "./design_store.js";
import { PieceTable } from "./design_table.js";
import { Transformations } from "./design_transformations.js";

const START_LATTICE = "cube";
const SIDES = /** @type {const} */ (["width", "height", "layer-count"]);

let lattices = /** @type {Map<string, Api.LatticeView>} */ (new Map());

const lattice = () => /** @type {Api.LatticeView} */ (lattices.get(steps.drawn.lattice));
const layer = () => integerIn(byId("layer"), -MAX_SIDE, MAX_SIDE);
const size = () => /** @type {[number, number, number]} */ (SIDES.map((id) => integerIn(byId(id), 1, MAX_SIDE)));

const steps = new DrawingSteps(new DrawnPuzzle({ lattice: START_LATTICE }), {
  endStroke: () => grid.endStroke(), show,
  adapt(before, next) { hideMessage(); return withSharedShapes(before, next); },
});
const tool = bindTools(["cell", "optional", "erase"]);
const grid = new DrawingGrid(byId("grid"), {
  get drawn() { return steps.drawn; },
  set drawn(next) { steps.drawn = next; },
  get lattice() { return lattice(); },
  get current() { return steps.current; },
  get tool() { return tool(); },
  get colour() { return byId("colour").value; },
  get size() { const [columns, rows] = size(); return /** @type {[number, number]} */ ([columns, rows]); },
  get layer() { return [layer()]; },
  get brush() { return /** @type {import("/static/js/drawing_grid.js").Brush} */ (byId("brush").value); },
  images(cell) { return mirrors.images(cell); },
  changeLayer(by) { goToLayer(layer() + by); },
  change: (next) => steps.change(next),
  fillOf: (cell) => shapes.fillOf(cell),
});

/** All cells of the grid, of all its layers.
 *  @returns {Cell[]} */
const gridCells = () => Array.from({ length: size()[2] }, (_, z) => grid.cells([z])).flat();

const mirrors = new MirrorPainting(() => ({ lattice: lattice(), name: `${steps.drawn.lattice} ${size().join()}`, cells: gridCells }), byId("tools"));
const shapes = new DesignShapes(steps, { lattice, layer, gridCells, leaveCursor: () => grid.leaveCursor(), goToCells });
const transformations = new Transformations(steps, { size, changeCells: (cells, name) => shapes.changeCells(cells, name) });
const checks = new DesignCheck(() => steps.drawn, (puzzle, status) => { table.show(steps.drawn, status); places.show(puzzle); });
const files = new DesignFiles({ drawn: () => steps.drawn, puzzle: () => checks.puzzle(), isDrawable: (name) => lattices.has(name), take: (next) => transformations.after(() => { take(next); chooseFormat(next); }) });
const table = new PieceTable(byId("table"), {
  change: (number, changes) => steps.changePiece(number, changes), move: (number, by) => transformations.after(() => shapes.move(number, by)), choose,
  add: (shape) => transformations.after(() => shapes.addOther(shape)), asResult: (shape) => transformations.after(() => shapes.takeAsResult(shape)), drop: (shape) => transformations.after(() => shapes.dropOther(shape)),
  complain: (message) => report({ message }), icon: (shape, number) => shapes.icon(shape, number, "inTable"),
});
const rules = new ColourTable(byId("rules"), (fits) => {
  const { fits: _, ...kept } = steps.drawn.kept;
  steps.change(steps.drawn.with({ kept: fits ? { ...kept, fits } : kept }));
});
const places = new PlaceBrowser(byId("places"), { puzzle: () => checks.puzzle(), fillOf: fillOfPiece, addShape });
const movements = new MovementBrowser(byId("movements"), { addShape });
new AssemblyList(byId("assemblies"), {
  puzzle: () => checks.puzzle(), file: () => files.burrToolsFile(),
  choose(puzzle, assembly, number) { movements.show(puzzle, assembly, number); },
});

function show() {
  const { drawn, done, undone } = steps;
  if (!steps.isBoard && !steps.piece) steps.current = "board";
  showTabs(steps, { board: t("design.result"), icon: (piece, number) => shapes.icon(piece, number), choose, label: ({ name }) => t("edit.piece", { name }) });
  grid.show();
  shapes.showSolid();
  if (document.activeElement !== byId("title")) byId("title").value = drawn.title;
  byId("lattice").value = drawn.lattice;
  showHistory(done, undone);
  showProblems();
  showFields();
  table.show(drawn, checks.status);
  byId("kept").textContent = t(keepDesign(drawn, done, view()) ? "design.kept" : "design.not_kept");
  checks.soon();
}

const view = () => ({ address: location.search, current: steps.current, width: byId("width").value, height: byId("height").value, layers: byId("layer-count").value, layer: byId("layer").value });

function showFields() {
  const { piece, drawn } = steps;
  byId("piece-fields").hidden = !piece;
  if (piece && document.activeElement !== byId("piece-name")) byId("piece-name").value = piece.name;
  const named = [["board", t("design.result")], ...drawn.pieces.map((one, i) => [String(i), one.name])].filter(([name]) => name !== steps.current), before = byId("other").value;
  byId("other").replaceChildren(...options(named.map(([value, text]) => /** @type {const} */ ([value, text]))));
  if (named.some(([value]) => value === before)) byId("other").value = before;
  const { max_holes } = drawn.kept;
  if (document.activeElement !== byId("max-holes")) byId("max-holes").value = max_holes ?? "";
  rules.show(drawn);
}

function showProblems() {
  const { problems, at } = steps.drawn.file;
  byId("drop-problem").disabled = problems.length < 2;
  byId("no-problem").hidden = !problemMade(steps.drawn, "");
  if (document.activeElement !== byId("problem-name")) byId("problem-name").value = problems[at].name;
  showProblemOptions(steps.drawn);
}

/** Add a shape after the transformations that are under way.
 *  @param {string} name
 *  @param {import("/static/js/drawn_puzzle.js").Shape} cells */
function addShape(name, cells) {
  transformations.after(() => shapes.add(name, cells));
}

/** @param {number} z */
function goToLayer(z) {
  byId("layer").value = String(z);
  show();
}

/** @param {string} name of a shape */
function choose(name) {
  steps.current = name;
  grid.leaveCursor();
  goToCells(steps.drawn.shape(name) ?? new Map());
  show();
}

/** Go to a layer in which a shape has a cell.
 *  @param {import("/static/js/drawn_puzzle.js").Shape} shape */
function goToCells(shape) {
  const heights = new Set([...shape.values()].map(({ at }) => at[2]));
  if (heights.size && !heights.has(layer())) byId("layer").value = String(Math.min(...heights));
}

/** Take another design, with a grid that has space for it.
 *  @param {DrawnPuzzle} next */
function take(next) {
  fitGrid(next);
  checks.clear();
  replaceDesign(next);
}

/** Take another design, of which the result is on the grid.
 *  @param {DrawnPuzzle} next */
function replaceDesign(next) {
  steps.current = "board";
  grid.leaveCursor();
  steps.change(next);
}

/** Begin a design on another lattice.
 *  @param {string} wanted */
function takeLattice(wanted) {
  const modulus = lattices.get(wanted)?.modulus ?? 1;
  for (const id of SIDES) byId(id).value = String(Math.min(MAX_SIDE, Math.ceil(Number(byId(id).value) / modulus) * modulus)); // whole blocks of cells
  replaceDesign(new DrawnPuzzle({ title: steps.drawn.title, lattice: wanted }));
}

/** A function that does something after the transformations that are under way.
 *  @param {() => unknown} action */
const after = (action) => () => transformations.after(action);

const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, (direction) => transformations.after(() => steps.step(direction)));
bindPrint(byId("print"), () => { const puzzle = /** @type {Api.PuzzleView} */ (checks.view); return sheetOf(puzzle, ruleOf(puzzle)); });
onClicks({
  solve: after(() => checks.open("/solve")), apart: after(() => checks.open("/assembly")), play: after(() => checks.open("/play")), save: after(() => files.save()), "add-piece": after(() => shapes.add("", new Map())),
  "add-problem": after(() => replaceDesign(problemAdded(steps.drawn))),
  "make-problem": after(() => { const made = problemMade(steps.drawn, lattice().usual_motions); if (made) take(made); }),
  "drop-problem": after(() => { replaceDesign(problemDropped(steps.drawn)); toast(t("design.problem_deleted")); }),
  "copy-piece": after(() => shapes.copy()), "delete-piece": after(() => shapes.delete()), "fill-grid": after(() => shapes.fillGrid(tool(), byId("colour").value)),
  "layer-down": () => goToLayer(layer() - 1), "layer-up": () => goToLayer(layer() + 1),
  new: after(() => replaceDesign(new DrawnPuzzle({ lattice: steps.drawn.lattice }))),
});
onFile(byId("file"), MAX_BYTES, (file) => files.openFile(file));
onChange("problem", () => {
  const number = Number(byId("problem").value);
  transformations.after(() => take(steps.drawn.problem(number)));
});
onChange("problem-name", () => steps.change(problemNamed(steps.drawn, byId("problem-name").value.trim())));
onChange("title", () => steps.change(steps.drawn.with({ title: byId("title").value })));
onChange("lattice", () => {
  const wanted = byId("lattice").value;
  transformations.after(() => takeLattice(wanted));
});
onChange("max-holes", () => {
  const { max_holes: _, ...kept } = steps.drawn.kept, text = byId("max-holes").value;
  steps.change(steps.drawn.with({ kept: text === "" ? kept : { ...kept, max_holes: integerIn(byId("max-holes"), 0, 100_000) } }));
});
for (const id of /** @type {const} */ ([...SIDES, "layer"])) onChange(id, show);
onChange("piece-name", () => steps.changePiece(Number(steps.current), { name: steps.freeName(byId("piece-name").value.trim(), Number(steps.current)) }));
bindTabKeys(steps, choose);
onKeys({ u: () => transformations.after(() => steps.step("undo")), U: () => transformations.after(() => steps.step("redo")) });

byId("colour").append(...options(COLOURS.map((name) => [name, name])));
try {
  const descriptors = await backend.descriptors();
  lattices = new Map(descriptors.lattices.filter((one) => one.drawable && one.dimension === 3).map((one) => [one.name, one]));
  byId("lattice").append(...options([...lattices.keys()].map((name) => [name, name])));
  byId("format").append(...options(descriptors.formats.filter((one) => one.writes).map(({ name }) => [name, name])));
  files.offer(descriptors.formats);
  const source = await sourceFromAddress(), kept = keptDesign();
  const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  if (kept && lattices.has(kept.drawn.lattice)) {
    ({ drawn: steps.drawn, done: steps.done } = kept);
    steps.current = kept.view.current;
    for (const [id, value] of /** @type {const} */ ([["width", kept.view.width], ["height", kept.view.height], ["layer-count", kept.view.layers], ["layer", kept.view.layer]])) byId(id).value = value;
    chooseFormat(steps.drawn);
  }
  // Going back or reloading restores the design; a link to a puzzle opens that puzzle, and undo brings back the other.
  if (source && (kept?.view.address !== location.search || navigation?.type === "navigate")) {
    const { own: _, ...sent } = source;
    if (!kept) steps.done = [];
    await files.openSource(sent);
    if (!kept) steps.done = [];
  }
  show();
} catch (error) {
  show();
  report({ message: messageOf(error) });
}
enablePage();
