// The page where dominosa is played.
import { latestOnly } from "/static/js/api.js";
import { DominoBoard, square } from "/static/js/domino_board.js";
import { dominoIcon, dominoShape, showDominoes } from "/static/js/domino_drawing.js";
import { layMove, liftMove, text } from "/static/js/domino_game.js";
import { DominoHints } from "/static/js/domino_hints.js";
import { h, s } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { History, bindHistory } from "/static/js/history.js";
import { KeptGame, keepGame, keptGame, loadShown, mayReplace, opensLink, storeShown } from "/static/js/kept_games.js";
import { t } from "/static/js/messages.js";
import { splitMoves } from "/static/js/move_notation.js";
import { byId, enablePage, hideMessage, isAllowed, loadStored, onClicks, onKeys, onOwnFile, options, shareText, showHeading, showMessage, showOpenError, store, textOf, toast, tryAction, withoutExtension } from "/static/js/page.js";
import { bindPrint } from "/static/js/print_sheet.js";
import { bindShare } from "/static/js/share.js";
import { beginPuzzle, markSolved } from "/static/js/solved.js";
import { Dominosa, markMove } from "./dominosa_game.js";
import { dominosaBackend } from "./dominosa_backend.js";

const MAX_BYTES = 20_000; // of a file
const SETS = Array.from({ length: 12 }, (_, n) => n + 1);
const latestHelp = latestOnly();
const latestGrid = latestOnly();

/** @typedef {import("/static/js/domino_hints.js").DominoHint<Api.DominosaHintView>} Hint */

/** @type {Api.DominosaView} */
let view;
let history = new History(new Dominosa([])), highlighted = /** @type {string | null} */ (null);
let helped = /** @type {Set<string>} */ (new Set()); // moves that a hint made, not the player

const game = () => history.game;
const form = byId("new-game");
const isMarking = () => byId("marking").getAttribute("aria-pressed") === "true";
const board = new DominoBoard({
  game, make, show, cellLabel, mayChoose, borderMove: markMove, pairMove: (...pair) => (isMarking() ? markMove : layMove)(...pair),
  ghost: (pair) => (isMarking() ? barShape(pair) : dominoOn(pair)),
});
const hints = new DominoHints({ request: requestHint, mark: markHint, perform: performHint });
const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, step);
const kept = new KeptGame(() => (view ? keptGame("dominosa-games", view.text) : null), take);

/** @param {(number | null)[][]} rows */
const numbersIn = (rows) => rows.flat().filter((number) => number !== null).length;

/** Begin a game on a grid, or go on with it where this browser knows it; `linked` is the position that a link shows.
 *  @param {Api.DominosaView} grid
 *  @param {string} [linked] */
function begin(grid, linked = "") {
  view = grid;
  beginPuzzle(view.text);
  const empty = new Dominosa(view.rows), before = keptGame("dominosa-games", view.text);
  helped = new Set(before.helped);
  try {
    history = new History(empty, before.moves);
  } catch {
    history = new History(empty);
    toast(t("dominosa.stored_invalid"));
  }
  history.refresh = () => kept.refresh();
  if (linked && game().dumps() !== linked) {
    try {
      history.playAll([...(history.moves.length ? ["clear"] : []), ...splitMoves(linked)]); // Undo brings back what was there
    } catch {
      toast(t("link.damaged"));
    }
  }
  highlighted = null;
  const [width, height] = [view.rows[0].length, view.rows.length];
  board.draw(width, height, t("dominosa.board", { width, height }));
  board.svg.classList.toggle("wide", view.largest > 9);
  byId("copy-id").hidden = !view.game_id;
  board.svg.style.maxWidth = `${width * 120}px`;
  drawSet();
  onMove(false);
}

/** The buttons of the set, a row for each smaller number. */
function drawSet() {
  byId("set").style.setProperty("--columns", String(view.largest + 1));
  byId("set").replaceChildren(...Array.from({ length: view.largest + 1 }, (_, a) => h("div", { class: "set-row" },
    Array.from({ length: view.largest + 1 - a }, (__, i) => h("button", {
      type: "button", "data-domino": `${a}-${a + i}`, onclick: () => toggleHighlight(`${a}-${a + i}`),
    }, dominoIcon([a, a + i]))))));
}

/** Take the game as another tab has it.
 *  @param {{ moves?: string[], helped?: string[] }} other */
function take(other) {
  if (!other.moves || !history.follow(other.moves)) return false;
  helped = new Set([...helped, ...other.helped ?? []]);
  onMove(false);
  return true;
}

/** @param {string} name */
function toggleHighlight(name) {
  highlighted = highlighted === name ? null : name;
  show();
}

/** @param {Cell} cell */
const numberText = (cell) => s("text", { class: "number", x: cell[0] + 0.5, y: cell[1] + 0.5, "text-anchor": "middle", "dominant-baseline": "central" }, `${game().number(cell)}`);

/** @param {Domino} domino
 *  @param {string} [kind] */
function dominoOn(domino, kind = "") {
  const shape = dominoShape(domino, domino.map((cell) => Number(game().number(cell))), kind);
  shape.dataset.name = domino.map(text).join(" ");
  return shape;
}

/** A light colour for a number; neighbouring numbers differ in hue and in lightness.
 *  @param {number} number */
const colourOf = (number) => `hsl(${(number * 137.5) % 360} 70% ${number % 2 ? 72 : 88}%)`;

/** A bar between two cells that no domino covers together.
 *  @param {Domino} pair */
function barShape([[x, y], [u, v]]) {
  return s("path", { class: "bar", d: y === v ? `M${u} ${y + 0.22}v.56` : `M${x + 0.22} ${v}h.56` });
}

function show() {
  const counts = game().counts(), { layers } = board;
  const places = new Set((highlighted ? game().places(highlighted) : []).flat().map(text));
  layers.cells.replaceChildren(...game().cells().flatMap((cell) => {
    const element = square(cell, `cell plain ${board.isChosen(cell) ? "chosen" : ""} ${places.has(text(cell)) ? "place" : ""}`);
    element.dataset.cell = text(cell);
    if (byId("coloured").checked) element.style.fill = colourOf(Number(game().number(cell)));
    return [element, numberText(cell)];
  }));
  showDominoes(layers.dominoes, game().dominoes.map((domino) => dominoOn(domino, `laid ${(counts.get(game().name(domino)) ?? 0) > 1 ? "twice" : ""}`)));
  for (const button of byId("set").querySelectorAll("[data-domino]")) {
    const name = button.getAttribute("data-domino") ?? "", count = counts.get(name) ?? 0;
    button.classList.toggle("placed", count === 1);
    button.classList.toggle("twice", count > 1);
    button.setAttribute("aria-pressed", String(name === highlighted));
    button.setAttribute("aria-label", t(count > 1 ? "dominosa.chip_twice" : count ? "dominosa.chip_placed" : "dominosa.chip", { name }));
  }
  layers.bars.replaceChildren(...game().markedPairs().map(barShape));
  byId("left").textContent = t("dominosa.left", { n: leftOver() });
  byId("clear").disabled = !game().dominoes.length && !game().marks.length;
  showHistory(history.moves, history.undone);
  board.showCursor();
}

/** The number of dominoes that are still to be found. */
const leftOver = () => game().cells().length / 2 - [...game().counts().keys()].length;

/** After a move: show the grid, and whether it is solved. */
function onMove(isOwn = true) {
  latestHelp(() => null); // abort requests about the position before
  board.chosen = null;
  hideMessage();
  hints.reset();
  kept.keep(() => keepGame("dominosa-games", view.text, history.moves.length ? { moves: history.moves, helped: [...helped] } : null));
  storeShown("dominosa", view);
  show();
  const [twice] = [...game().counts()].find(([, count]) => count > 1) ?? [];
  if (twice) showMessage(t("dominosa.twice", { name: twice }), "warn");
  if (!game().isSolved) return;
  const shown = game().dominoes.filter((domino) => helped.has(layMove(...domino))).length;
  showMessage(shown ? t("dominosa.solved_with_help", { n: shown }) : t("dominosa.solved"), "good");
  if (isOwn) markSolved({ helped: shown > 0 });
}

/** @param {string} move */
function make(move) {
  if (isAllowed(() => history.play(move))) onMove();
}

/** Whether a cell can be chosen as the first half of a domino; the one that was chosen has no domino with it. */
function mayChoose() {
  if (board.chosen) toast(t("dominosa.choose_neighbour"));
  return true;
}

/** @param {Cell} cell */
function cellLabel(cell) {
  const [column, row] = cell.map((value) => value + 1), owner = game().owner.get(text(cell));
  const content = owner ? t("dominosa.covered", { name: game().name(owner) }) : t("dominosa.free");
  return t("dominosa.board_at", { column, row, number: game().number(cell), content });
}

/** @param {"hint" | "check"} path
 *  @returns {Promise<Api.DominosaHintView>} */
const ask = (path) => latestHelp((signal) => dominosaBackend[path]({ grid: view.text, dominoes: game().dominoes }, signal));

async function check() {
  showMessage(t("common.thinking"));
  hints.reset();
  const found = await tryAction(() => ask("check"));
  if (!found) return;
  showMessage(found.sentence, found.lift.length ? "warn" : "good");
  board.layers.marks.replaceChildren(...found.lift.map((domino) => dominoOn(domino, "lifted")));
}

/** The next domino with the techniques that lead to it, or what to lift; null for neither.
 *  @returns {Promise<Hint | null>} */
async function requestHint() {
  const given = await ask("hint"), isLift = given.lift.length > 0;
  if (isLift) return { where: t("hint.where_lift"), reasons: [t("dominosa.reason_lift")], what: given.sentence, isLift, given };
  if (given.place) return { where: given.where, reasons: given.reasons, what: t("dominosa.what", { name: game().name(given.place) }), given };
  showMessage(given.sentence, game().isSolved ? "good" : "warn");
  return null;
}

/** @param {Hint | null} hint
 *  @param {number} stage */
function markHint(hint, stage) {
  if (!hint) { board.layers.marks?.replaceChildren(); return; }
  const { place, lift, focus, steps } = hint.given, isName = stage === 1 && place && !focus.length;
  if (isName || (stage > 1 && highlighted)) { highlighted = isName && place ? game().name(place) : null; show(); }
  board.layers.marks.replaceChildren(
    ...(stage < 3 ? focus.map((cell) => square(cell, "focus")) : []),
    ...(stage > 1 ? steps.flatMap((one) => one.excluded).map(barShape) : []),
    ...(stage > 2 ? (place ? [dominoOn(place, "shown")] : lift.map((domino) => dominoOn(domino, "lifted"))) : []),
  );
}

/** @param {Hint} hint */
function performHint({ given: { place, lift } }) {
  if (place) helped.add(layMove(...place));
  history.playAll(place ? [layMove(...place)] : lift.map(([cell]) => liftMove(cell)), true);
  onMove();
}

/** @param {"undo" | "redo"} direction */
function step(direction) {
  if (history[direction]()) onMove(false);
}

const isHalfPlayed = () => game().dominoes.length > 0 && !game().isSolved;

async function newGame(/** @type {SubmitEvent | null} */ event = null) {
  event?.preventDefault();
  if (!(await mayReplace(isHalfPlayed()))) return;
  const seed = Number(form.seed.value);
  showMessage(t("dominosa.generating"));
  const made = await tryAction(() => latestGrid((signal) => dominosaBackend.new({ largest: Number(form.largest.value), difficulty: form.difficulty.value, symmetric: form.symmetric.checked, seed }, signal)));
  if (!made) return;
  showHeading(t("dominosa.title"));
  if (Number(form.seed.value) === seed) form.seed.value = String(Math.min(seed + 1, Number(form.seed.max)));
  begin(made);
  if (event) board.svg.scrollIntoView({ block: "nearest" });
}

/** Begin a game on the grid in a text; false if it is none, or has not as many numbers as it should.
 *  @param {string} grid
 *  @param {{ linked?: string, onError?: (error: import("/static/js/api.js").ApiError) => void, size?: number }} [options] */
async function open(grid, { linked = "", onError, size = 0 } = {}) {
  latestGrid(() => null); // abort the generation of another grid
  const found = await tryAction(() => dominosaBackend.grid({ grid }), onError), isWhole = found && (!size || numbersIn(found.rows) === size);
  if (isWhole) begin(found, linked);
  return Boolean(isWhole);
}

/** Show a grid that was open, where the server that reads it is away; false for what an earlier version stored.
 *  @param {Api.DominosaView} grid */
function reopen(grid) {
  if (!grid.rows) return false;
  begin(grid);
  return true;
}

/** @param {File} file */
async function openFile(file) {
  const { name } = file;
  if (!(await mayReplace(isHalfPlayed()))) return;
  const onError = (/** @type {{ message: string, line?: number }} */ error) => showOpenError(name, error), text = await tryAction(() => textOf(file, MAX_BYTES), onError);
  if (text !== null && await open(text, { onError })) showHeading(withoutExtension(name));
}

/** The address of the grid with what lies on it. */
function shared() {
  const link = new URL(location.href), position = game().dumps();
  link.hash = `n=${numbersIn(view.rows)}&g=${view.text.replaceAll("\n", "/")}${position && `&m=${position}`}`;
  return { title: t("dominosa.title"), url: String(link) };
}

/** The grid on paper, with its set. */
function sheet() {
  const [width, height] = [view.rows[0].length, view.rows.length];
  const cells = game().cells().flatMap((cell) => [square(cell, "cell plain"), numberText(cell)]);
  const pieces = [...byId("set").querySelectorAll(".domino-icon")].map((icon) => ({ svg: /** @type {SVGSVGElement} */ (icon.cloneNode(true)) }));
  return { title: t("dominosa.title"), rule: t("dominosa.rule_line"), board: { svg: s("svg", { class: "board", viewBox: `-.05 -.05 ${width + 0.1} ${height + 0.1}` }, cells) }, pieces };
}

function toggleMarking() {
  byId("marking").setAttribute("aria-pressed", String(!isMarking()));
  board.chosen = null;
  show();
}

form.largest.append(...options(SETS.map((n) => [n, t("dominosa.double", { n })])));
form.largest.value = "4";
form.addEventListener("submit", newGame);
onClicks({
  hint: () => hints.next(), check, "copy-id": () => shareText(view.game_id, t("dominosa.id_copied")), marking: toggleMarking,
  clear: () => { history.play("clear"); onMove(); },
});
bindShare(byId("share"), async () => shared());
bindPrint(byId("print"), sheet);
onFile(byId("file"), MAX_BYTES, openFile);
onKeys({ u: () => step("undo"), U: () => step("redo"), h: () => hints.next(), m: toggleMarking });
byId("coloured").checked = loadStored("dominosa-coloured", false);
byId("coloured").addEventListener("change", () => { store("dominosa-coloured", byId("coloured").checked); show(); });
onOwnFile(openFile);
window.addEventListener("hashchange", () => location.reload()); // a link to another grid

const address = new URLSearchParams(location.hash.slice(1)), linkedText = address.get("g")?.replaceAll("/", "\n");
const stored = loadShown("dominosa", null);
const linked = opensLink() ? address.get("m") ?? "" : "", linkedName = address.get("name");
if (stored?.moves) keepGame("dominosa-games", stored.text, { moves: stored.moves, helped: stored.shown }); // as earlier versions stored it
const isOpen = linkedText
  ? await open(linkedText, { linked, size: linkedText === stored?.text ? 0 : Number(address.get("n")) })
  : stored && (await open(stored.text) || reopen(stored));
if (isOpen && linkedText && linkedName) showHeading(linkedName);
if (!isOpen && !linkedText) await newGame();
else if (!isOpen) await newGame().then(() => toast(t("link.damaged")));
enablePage();
