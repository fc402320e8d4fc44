// The page where dominosa is played.
import { latestOnly, post } from "/static/js/api.js";
import { DominoBoard, square } from "/static/js/domino_board.js";
import { layMove, text } from "/static/js/domino_game.js";
import { h, s } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { History } from "/static/js/history.js";
import { t } from "/static/js/messages.js";
import { byId, enablePage, hideMessage, loadStored, onKeys, options, shareLink, showHeading, showMessage, showOpenError, store, toast, tryAction, withoutExtension } from "/static/js/page.js";
import { beginPuzzle, markSolved } from "/static/js/solved.js";
import { Dominosa, markMove } from "./dominosa_game.js";

const SETS = Array.from({ length: 12 }, (_, n) => n + 1);
const latestHelp = latestOnly();
const latestGrid = latestOnly();

let view, history, hint = null, highlighted = null;
let shown = new Set(); // moves that a hint made, not the player

const game = () => history.game;
const form = byId("new-game");
const isMarking = () => byId("marking").getAttribute("aria-pressed") === "true";
const board = new DominoBoard({ game, make, show, cellLabel, mayChoose, pairMove: (...pair) => (isMarking() ? markMove : layMove)(...pair) });

const numbersIn = (rows) => rows.flat().filter((number) => number !== null).length;

/** Begin a game on a grid; `moves` are those made so far, the ones in `helped` by hints. */
function begin(grid, moves = [], helped = []) {
  view = grid;
  beginPuzzle(view.text);
  const empty = new Dominosa(view.rows);
  try {
    history = new History(empty, moves);
  } catch {
    history = new History(empty);
    toast(t("dominosa.stored_invalid"));
  }
  shown = new Set(helped);
  hint = highlighted = null;
  const [width, height] = [view.rows[0].length, view.rows.length];
  board.draw(width, height, t("dominosa.board", { width, height }));
  board.svg.classList.toggle("wide", view.largest > 9);
  byId("copy-id").hidden = !view.game_id;
  board.svg.style.maxWidth = `${width * 84}px`;
  board.svg.style.margin = "0 auto";
  drawSet();
  onMove(false);
}

/** The buttons of the set, a row for each smaller number. */
function drawSet() {
  byId("set").replaceChildren(...Array.from({ length: view.largest + 1 }, (_, a) => h("div", { class: "set-row" },
    Array.from({ length: view.largest + 1 - a }, (__, i) => `${a}-${a + i}`).map((name) => h("button", {
      class: "chip-button", type: "button", "data-domino": name, onclick: () => { highlighted = highlighted === name ? null : name; show(); },
    }, name)))));
}

const numberText = (cell) => s("text", { class: "number", x: cell[0] + 0.5, y: cell[1] + 0.5, "text-anchor": "middle", "dominant-baseline": "central" }, `${game().number(cell)}`);

function dominoShape(domino, kind = "") {
  const [[x, y], [u]] = domino, isUpright = x === u, [first, second] = domino.map((cell) => game().number(cell));
  return s("g", { class: "laid", "data-name": game().name(domino) }, s("rect", {
    class: `domino ${first === second ? "double" : ""} ${kind}`, x: x + 0.07, y: y + 0.07, width: isUpright ? 0.86 : 1.86, height: isUpright ? 1.86 : 0.86, rx: 0.16,
  }), domino.map(numberText));
}

/** A light colour for a number; neighbouring numbers differ in hue and in lightness. */
const colourOf = (number) => `hsl(${(number * 137.5) % 360} 70% ${number % 2 ? 72 : 88}%)`;

/** A bar between two cells that no domino covers together. */
function barShape([[x, y], [u, v]]) {
  return s("path", { class: "bar", d: y === v ? `M${u} ${y + 0.22}v.56` : `M${x + 0.22} ${v}h.56` });
}

function show() {
  const counts = game().counts(), { layers } = board;
  const places = new Set((highlighted ? game().places(highlighted) : []).flat().map(text));
  layers.cells.replaceChildren(...game().cells().flatMap((cell) => {
    const element = square(cell, `cell plain ${board.isChosen(cell) ? "chosen" : ""} ${places.has(text(cell)) ? "place" : ""}`);
    element.dataset.cell = text(cell);
    if (byId("coloured").checked) element.style.fill = colourOf(game().number(cell));
    return [element, numberText(cell)];
  }));
  layers.dominoes.replaceChildren(...game().dominoes.map((domino) => dominoShape(domino, counts.get(game().name(domino)) > 1 ? "twice" : "")));
  for (const button of byId("set").querySelectorAll("[data-domino]")) {
    const name = button.dataset.domino, count = counts.get(name) ?? 0;
    button.classList.toggle("placed", count === 1);
    button.classList.toggle("twice", count > 1);
    button.setAttribute("aria-pressed", String(name === highlighted));
    button.setAttribute("aria-label", t(count > 1 ? "dominosa.chip_twice" : count ? "dominosa.chip_placed" : "dominosa.chip", { name }));
  }
  layers.bars.replaceChildren(...game().markedPairs().map(barShape));
  byId("placed").textContent = t("dominosa.placed", { n: game().dominoes.length, all: game().cells().length / 2 });
  byId("undo").disabled = !history.moves.length;
  byId("redo").disabled = !history.undone.length;
  board.showCursor();
}

/** After a move: show the grid, and whether it is solved. */
function onMove(isOwn = true) {
  latestHelp(() => null); // abort requests about the position before
  board.chosen = hint = null;
  hideMessage();
  byId("steps").hidden = true;
  board.layers.marks.replaceChildren();
  store("dominosa", { text: view.text, moves: history.moves, shown: [...shown] });
  show();
  const [twice] = [...game().counts()].find(([, count]) => count > 1) ?? [];
  if (twice) showMessage(t("dominosa.twice", { name: twice }), "warn");
  if (!game().isSolved) return;
  const helped = game().dominoes.filter((domino) => shown.has(layMove(...domino))).length;
  showMessage(helped ? t("dominosa.solved_with_help", { n: helped }) : t("dominosa.solved"), "good");
  if (isOwn) markSolved({ helped: helped > 0 });
}

function make(move) {
  try {
    history.play(move);
  } catch (error) {
    toast(error.message);
    return;
  }
  onMove();
}

/** Whether a cell can be chosen as the first half of a domino; the one that was chosen has no domino with it. */
function mayChoose() {
  if (board.chosen) toast(t("dominosa.choose_neighbour"));
  return true;
}

function cellLabel(cell) {
  const [column, row] = cell.map((value) => value + 1), owner = game().owner.get(text(cell));
  const content = owner ? t("dominosa.covered", { name: game().name(owner) }) : t("dominosa.free");
  return t("dominosa.board_at", { column, row, number: game().number(cell), content });
}

async function requestHelp(path) {
  showMessage(t("common.thinking"));
  byId("steps").hidden = true;
  const found = await tryAction(() => latestHelp((signal) => post(`/dominosa/${path}`, { grid: view.text, dominoes: game().dominoes }, signal)));
  if (!found) return null;
  showMessage(found.sentence, found.lift.length ? "warn" : "good");
  board.layers.marks.replaceChildren(...found.lift.map((domino) => dominoShape(domino, "lifted")));
  return found;
}

/** Show the next domino and the techniques that lead to it; the second time, place it. */
async function showHint() {
  if (hint) {
    const move = layMove(...hint);
    shown.add(move);
    make(move);
    return;
  }
  const found = await requestHelp("hint");
  if (!found?.place) return;
  hint = found.place;
  const ghost = dominoShape(hint);
  ghost.classList.add("ghost");
  board.layers.marks.append(ghost, ...found.steps.flatMap((step) => step.excluded).map(barShape));
  byId("steps").replaceChildren(...found.steps.map((step) => h("li", {}, step.sentence)));
  byId("steps").hidden = found.steps.length < 2;
}

function step(direction) {
  if (history[direction]()) onMove(false);
}

async function newGame(event) {
  event?.preventDefault();
  const seed = Number(form.seed.value);
  showMessage(t("dominosa.generating"));
  const made = await tryAction(() => latestGrid((signal) => post("/dominosa/new", { largest: Number(form.largest.value), difficulty: form.difficulty.value, symmetric: form.symmetric.checked, seed }, signal)));
  if (!made) return;
  showHeading(t("dominosa.title"));
  if (Number(form.seed.value) === seed) form.seed.value = Math.min(seed + 1, Number(form.seed.max));
  begin(made);
}

/** Begin a game on the grid in a text; false if it is none, or has not as many numbers as it should. */
async function open(grid, { moves, helped, onError, size = 0 } = {}) {
  latestGrid(() => null); // abort the generation of another grid
  const found = await tryAction(() => post("/dominosa/grid", { grid }), onError), isWhole = found && (!size || numbersIn(found.rows) === size);
  if (isWhole) begin(found, moves, helped);
  return Boolean(isWhole);
}

async function openFile(file) {
  const { name } = file;
  if (await open(await file.text(), { onError: (error) => showOpenError(name, error) })) showHeading(withoutExtension(name));
}

const openText = (content) => open(content, { onError: (error) => showOpenError(t("dominosa.pasted"), error) });

async function share() {
  const link = new URL(location.href);
  link.hash = `n=${numbersIn(view.rows)}&g=${view.text.replaceAll("\n", "/")}`;
  await shareLink(link);
}

async function copyId() {
  try {
    await navigator.clipboard.writeText(view.game_id);
    toast(t("dominosa.id_copied"));
  } catch {
    showMessage(view.game_id);
  }
}

function toggleMarking() {
  byId("marking").setAttribute("aria-pressed", String(!isMarking()));
  board.chosen = null;
  show();
}

form.largest.append(...options(SETS.map((n) => [n, t("dominosa.double", { n })])));
form.largest.value = "4";
form.addEventListener("submit", newGame);
for (const [id, action] of Object.entries({
  undo: () => step("undo"), redo: () => step("redo"), hint: showHint, check: () => requestHelp("check"), share, "copy-id": copyId, marking: toggleMarking,
  clear: () => { history.play("clear"); onMove(); },
})) byId(id).addEventListener("click", action);
onFile(byId("file"), 20_000, openFile);
onKeys({ u: () => step("undo"), U: () => step("redo"), h: showHint, m: toggleMarking });
byId("coloured").checked = loadStored("dominosa-coloured", false);
byId("coloured").addEventListener("change", (event) => { store("dominosa-coloured", event.target.checked); show(); });
document.addEventListener("paste", (event) => {
  if (!event.target.matches("input, textarea") && event.clipboardData.getData("text").trim()) openText(event.clipboardData.getData("text"));
});
window.addEventListener("hashchange", () => location.reload()); // a link to another grid

const address = new URLSearchParams(location.hash.slice(1)), shared = address.get("g");
const stored = loadStored("dominosa", null);
const sharedText = shared?.replaceAll("/", "\n");
const isOpen = sharedText && sharedText !== stored?.text
  ? await open(sharedText, { size: Number(address.get("n")) })
  : stored && await open(stored.text, { moves: stored.moves, helped: stored.shown });
if (isOpen && shared && address.get("name")) showHeading(address.get("name"));
if (!isOpen && !shared) await newGame();
else if (!isOpen) await newGame().then(() => toast(t("link.damaged")));
enablePage();
