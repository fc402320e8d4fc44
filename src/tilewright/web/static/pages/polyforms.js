// The atlas of polyforms: one is drawn or chosen from a list, and its entry is shown.
import { address } from "../js/address.js";
import { latestOnly } from "../js/api.js";
import { backend } from "../js/backend.js";
import { key, sorted } from "../js/cells.js";
import { DrawingGrid, rowShift } from "../js/drawing_grid.js";
import { DrawnPuzzle, shapeOf } from "../js/drawn_puzzle.js";
import { ARROWS, h } from "../js/elements.js";
import { iconSide, pieceIcon, sameClass, shortName, solutionPicture } from "../js/flat_drawing.js";
import { formatNumber, t } from "../js/messages.js";
import { byId, enablePage, hideMessage, onClicks, options, showMessage, tryAction } from "../js/page.js";
import { bindShare } from "../js/share.js";

/** @typedef {Sent<Api.Sent<"post /polyform">>["lattice"]} LatticeName */

const GRID_SIDE = 8; // the sides of a cell
const MAX_CELLS = 60, MAX_COORDINATE = 1000;
const PAUSE_MS = 250; // after a stroke, before the entry is searched
const LOOK = { fill: "#9db4cf", pattern: "plain", mark: "#000000", ink: "#000000" };

const latestEntry = latestOnly(), latestList = latestOnly();
const atlas = await tryAction(() => backend.atlas());
const kinds = new Map((atlas?.lattices ?? []).map((one) => [one.lattice.name, one]));
let drawn = new DrawnPuzzle();
let size = /** @type {[number, number]} */ ([GRID_SIDE, GRID_SIDE]);
let timer = 0;
/** @type {Api.ListedPolyform[]} */
let listed = [];
/** @type {Cell[]} */
let canonical = []; // what is drawn, as it is listed

const kind = () => /** @type {Api.AtlasLatticeView} */ (kinds.get(drawn.lattice));
const lattice = () => kind().lattice;
const name = () => /** @type {LatticeName} */ (drawn.lattice);
/** Columns and rows of a grid that is about square. @returns {[number, number]} */
const usualSize = () => [Math.round(GRID_SIDE / lattice().basis[0][0]), Math.round(GRID_SIDE / lattice().basis[1][1])];
/** @returns {Cell[]} */
const cells = () => sorted([...drawn.board.values()].map(({ at }) => at));

const grid = new DrawingGrid(byId("grid"), {
  get drawn() { return drawn; },
  set drawn(next) { drawn = next; },
  get lattice() { return lattice(); },
  get size() { return size; },
  current: "board", tool: "cell", colour: "", layer: [], label: t("polyforms.grid"),
  changeLayer() {},
  change: (next) => { drawn = next; showDrawn(); },
  fillOf: () => "",
});

/** Show the polyform, and search its entry soon. */
function showDrawn() {
  grid.show();
  canonical = cells();
  markChosen();
  byId("entry").classList.add("stale");
  history.replaceState(null, "", link());
  clearTimeout(timer);
  timer = setTimeout(examine, PAUSE_MS);
}

/** The address of this page with the polyform. */
function link() {
  const base = new URL(address("/polyforms"), location.href);
  base.search = `lattice=${drawn.lattice}&cells=${cells().join(",")}`;
  return base.href;
}

async function examine() {
  hideMessage();
  byId("entry").classList.add("stale");
  if (!drawn.board.size) {
    clearEntry(t("polyforms.empty"));
    return;
  }
  byId("sentence").textContent = t("polyforms.searching");
  byId("entry").setAttribute("aria-busy", "true");
  const entry = await tryAction(() => latestEntry((signal) => backend.polyform({ lattice: name(), cells: cells() }, signal)), (error) => {
    clearEntry(" ");
    showMessage(error.message, "warn");
  });
  if (entry) showEntry(entry);
}

/** @param {string} sentence */
function clearEntry(sentence) {
  latestEntry(() => null); // whatever is searched no longer counts
  byId("entry").setAttribute("aria-busy", "false");
  byId("entry-title").textContent = t("polyforms.heading");
  byId("sentence").textContent = sentence;
  byId("facts").replaceChildren();
  byId("bounds").textContent = "";
  byId("plane").hidden = byId("rectangle").hidden = byId("command-line").hidden = true;
}

/** @param {Api.PolyformView} entry */
function showEntry(entry) {
  byId("entry").setAttribute("aria-busy", "false");
  byId("entry").classList.remove("stale");
  canonical = entry.cells;
  markChosen();
  byId("entry-title").textContent = t("polyforms.entry", { title: entry.title, n: entry.cells.length });
  byId("sentence").textContent = entry.reason ? t("polyforms.because", { text: t(`polyforms.class_${entry.plane.replace("-", "_")}`), reason: entry.reason }) : `${t(`polyforms.class_${entry.plane.replace("-", "_")}`)}.`;
  byId("facts").replaceChildren(...facts(entry).flatMap(([term, value]) => [h("dt", {}, term), h("dd", {}, value)]));
  showPicture(byId("plane"), entry.plane_picture, t(entry.tiling ? "polyforms.tiling_caption" : "polyforms.coronas_caption"));
  showPicture(byId("rectangle"), entry.rectangle_picture, t("polyforms.rectangle_caption"));
  byId("bounds").textContent = boundsText(entry);
  byId("command-line").hidden = false;
  byId("command").textContent = `tilewright polyform 'drawing:${entry.drawing.replaceAll("\n", "\\n")}'${entry.lattice === "square" ? "" : ` --lattice ${entry.lattice}`}`;
}

/** @param {HTMLElement} figure
 *  @param {Api.PolyformPictureView | null} picture
 *  @param {string} caption */
function showPicture(figure, picture, caption) {
  const [place, words] = /** @type {Iterable<HTMLElement>} */ (figure.children);
  figure.hidden = !picture;
  words.textContent = caption;
  place.replaceChildren();
  if (!picture) return;
  const drawing = solutionPicture(picture.puzzle, picture.placements, 1, shortName);
  drawing.setAttribute("aria-label", caption);
  place.append(drawing);
}

/** The rows of an entry: a term and its value.
 *  @param {Api.PolyformView} entry
 *  @returns {[string, string][]} */
function facts(entry) {
  const { tiling, rectangle } = entry, row = /** @type {[string, string][]} */ ([]);
  row.push(
    [t("polyforms.perimeter"), t("polyforms.sides", { n: entry.perimeter })],
    [t("polyforms.holes"), formatNumber(entry.holes)],
    [t("polyforms.symmetries"), entry.symmetries.join(", ") || t("polyforms.none")],
    [t("polyforms.fixed_forms"), formatNumber(entry.fixed_forms)],
    [t("polyforms.box"), t("polyforms.by", { a: entry.box[0], b: entry.box[1] })],
  );
  if (tiling) {
    row.push(
      [t("polyforms.translations"), tiling.vectors.map((vector) => `(${vector.join(", ")})`).join(t("polyforms.and"))],
      [t("polyforms.domain"), t("polyforms.copies", { n: tiling.placements.length })],
      [t("polyforms.heesch"), t("polyforms.infinite")],
    );
  } else if (entry.heesch) {
    row.push(
      [t("polyforms.heesch"), heeschText(entry.heesch.without_holes)],
      [t("polyforms.heesch_holes"), heeschText(entry.heesch.with_holes)],
    );
  } else row.push([t("polyforms.heesch"), t("polyforms.unknown")]);
  if (rectangle) row.push([t("polyforms.rectangle"), rectangleText(rectangle, entry.rectangle_picture?.placements.length ?? 0)]);
  else if (entry.lattice === "square" && entry.plane !== "none") row.push([t("polyforms.rectangle"), t("polyforms.unknown")]);
  return row;
}

/** @param {Api.HeeschView} heesch */
const heeschText = ({ number, final }) => (final ? formatNumber(number) : t("polyforms.at_least", { n: number }));

/** @param {Api.RectangleView} rectangle
 *  @param {number} n copies */
function rectangleText({ sides, tried_cells: tried, impossible }, n) {
  if (impossible) return t("polyforms.no_rectangle");
  if (!sides) return t("polyforms.rectangle_unknown", { n: tried });
  return t("polyforms.rectangle_of", { a: sides[0], b: sides[1], n });
}

/** How far the search went, where it left something open.
 *  @param {Api.PolyformView} entry */
function boundsText({ status, plane, tried_copies: tried, bounds }) {
  const sentences = [];
  if (status !== "complete") sentences.push(t("polyforms.ended", { n: bounds.seconds }));
  if (plane === "unknown" && tried) sentences.push(t("polyforms.tried", { n: tried }));
  if (plane === "unknown" && status === "complete") sentences.push(t("polyforms.bounds", { coronas: bounds.coronas, nodes: bounds.nodes }));
  return sentences.join(" ");
}

// --- The list

async function showList() {
  const n = Number(byId("size").value), at = name();
  const answer = await tryAction(() => latestList((signal) => backend.polyforms({ lattice: at, size: n }, signal)), (error) => showMessage(error.message, "warn"));
  if (!answer) return;
  listed = answer.polyforms;
  const side = Math.max(3, ...listed.map((one) => iconSide(lattice(), one.cells)));
  byId("list").replaceChildren(...listed.map((one, i) => h("button", {
    type: "button", "aria-pressed": "false", tabindex: i ? -1 : 0, title: one.name ?? false, onclick: () => choose(one.cells),
    "aria-label": one.name ? t("polyforms.named", { name: one.name }) : t("polyforms.numbered", { i: i + 1, n: listed.length }),
  }, pieceIcon(lattice(), one.cells, LOOK, { side }))));
  markChosen();
  const list = byId("list"), chosen = /** @type {HTMLElement | null} */ (list.querySelector("[aria-pressed=true]"));
  list.scrollTop = chosen ? chosen.offsetTop - list.offsetTop - list.clientHeight / 2 : 0;
}

/** Mark the polyform of the list that is drawn. */
function markChosen() {
  const text = canonical.length ? normalised(canonical) : "";
  listed.forEach((one, i) => byId("list").children[i]?.setAttribute("aria-pressed", String(normalised(one.cells) === text)));
}

/** A text that is the same for all translates of cells. @param {Cell[]} all */
function normalised(all) {
  const rows = sorted(all), [first] = rows;
  return rows.map((cell) => cell.map((value, i) => value - first[i]).join()).join(" ");
}

/** The arrow keys go from one polyform of the list to the next. @param {KeyboardEvent} event */
function moveInList(event) {
  const buttons = /** @type {HTMLElement[]} */ ([...byId("list").children]), at = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const arrow = ARROWS[event.key], to = event.key === "Home" ? 0 : event.key === "End" ? buttons.length - 1 : arrow ? at + arrow[0] + arrow[1] * columns(buttons) : -1;
  if (at < 0 || !buttons[to]) return;
  event.preventDefault();
  buttons[at].tabIndex = -1;
  buttons[to].tabIndex = 0;
  buttons[to].focus();
}

/** How many buttons are in the first row. @param {HTMLElement[]} buttons */
const columns = (buttons) => buttons.filter((one) => one.offsetTop === buttons[0].offsetTop).length;

/** Put a polyform on the grid. @param {Cell[]} all */
function choose(all) {
  drawn = drawn.with({ board: new Map() });
  drawn = drawn.with({ board: shapeOf(centred(all)) });
  grid.leaveCursor();
  showDrawn();
}

/** Cells moved to the middle of the grid, which grows until they fit.
 *  @param {Cell[]} all
 *  @returns {Cell[]} */
function centred(all) {
  const [start] = all;
  for (let more = 0; more <= MAX_CELLS; more++) {
    size = /** @type {[number, number]} */ (usualSize().map((n) => n + more));
    const inGrid = grid.cells([]), names = new Set(inGrid.map(key)), middle = mean(inGrid);
    const moves = inGrid.map((cell) => cell.map((value, i) => value - start[i])).filter((shift) => sameClass(lattice(), shift))
      .map((shift) => all.map((cell) => cell.map((value, i) => value + shift[i]))).filter((moved) => moved.every((cell) => names.has(key(cell))));
    if (moves.length) return moves.reduce((best, moved) => (distance(mean(moved), middle) < distance(mean(best), middle) ? moved : best));
  }
  return all; // long and slanted: the grid shows what is drawn outside of it as well
}

/** The middle of cells as drawn, upright. @param {Cell[]} all @returns {Point} */
function mean(all) {
  const columnsOf = all.map(([x, y]) => x + rowShift(y, lattice().basis)), rows = all.map(([, y]) => y);
  return [(Math.min(...columnsOf) + Math.max(...columnsOf)) / 2, (Math.min(...rows) + Math.max(...rows)) / 2];
}

/** @param {Point} a
 *  @param {Point} b */
const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

/** Show another lattice, its list and a polyform of it.
 *  @param {string} next
 *  @param {Cell[]} all */
function takeLattice(next, all) {
  drawn = new DrawnPuzzle({ lattice: next });
  byId("lattice").value = next;
  byId("size").replaceChildren(...options(Array.from({ length: kind().most }, (_, i) => [String(i + 1), t("polyforms.cells", { n: i + 1 })])));
  byId("size").value = String(Math.min(all.length, kind().most));
  choose(all);
  return showList();
}

/** The polyform of the address; what is none is said. */
function readAddress() {
  const query = new URLSearchParams(location.search), [usual] = kinds.keys(), wanted = query.get("lattice") ?? usual, text = query.get("cells") ?? "";
  const next = kinds.has(wanted) ? wanted : usual, words = text.split(","), numbers = words.map(Number), first = kinds.get(next)?.first ?? [];
  if (!text && next === wanted) return { next, all: first, isWrong: false };
  const isRight = next === wanted && numbers.length % 2 === 0 && numbers.length <= 2 * MAX_CELLS && words.every((word) => /^-?\d+$/.test(word)) && numbers.every((n) => Math.abs(n) <= MAX_COORDINATE);
  if (!isRight) return { next, all: first, isWrong: true };
  return { next, all: sorted(numbers.flatMap((x, i) => (i % 2 ? [] : [[x, numbers[i + 1]]]))), isWrong: false };
}

onClicks({ clear: () => { size = usualSize(); drawn = drawn.with({ board: new Map() }); showDrawn(); } });
byId("lattice").addEventListener("change", () => takeLattice(byId("lattice").value, kinds.get(byId("lattice").value)?.first ?? []));
byId("size").addEventListener("change", showList);
byId("list").addEventListener("keydown", moveInList);
bindShare(byId("share"), async () => ({ title: document.title, url: link() }));

if (kinds.size) {
  byId("lattice").append(...options([...kinds.keys()].map((one) => [one, one])));
  const { next, all, isWrong } = readAddress();
  const isListed = takeLattice(next, all);
  clearTimeout(timer);
  await Promise.all([isListed, examine()]);
  if (isWrong) showMessage(t("polyforms.bad_address"), "warn");
  enablePage();
}
