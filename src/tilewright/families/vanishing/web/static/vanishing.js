// The page where vanishing dominoes are played.
import { latestOnly } from "/static/js/api.js";
import { key } from "/static/js/cells.js";
import { dominoShape, showDominoes } from "/static/js/domino_drawing.js";
import { DominoHints } from "/static/js/domino_hints.js";
import { h, s } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { History, bindHistory } from "/static/js/history.js";
import { KeptGame, keepGame, keptGame, loadShown, mayReplace, opensLink, storeShown } from "/static/js/kept_games.js";
import { messageOf, t } from "/static/js/messages.js";
import { pack, unpack } from "/static/js/puzzle_link.js";
import { byId, downloadText, enablePage, hideMessage, onActivate, onClicks, onKeys, onOwnFile, options, showHeading, showMessage, showOpenError, textOf, toast, tryAction, withoutExtension } from "/static/js/page.js";
import { bindPrint } from "/static/js/print_sheet.js";
import { bindShare } from "/static/js/share.js";
import { beginPuzzle, markSolved } from "/static/js/solved.js";
import { vanishingBackend } from "./vanishing_backend.js";
import { removeMove, VanishingBoard, VanishingGame } from "./vanishing_game.js";

const MAX_BYTES = 200_000; // of a file
const latestBest = latestOnly();
const latestHint = latestOnly();
const latestBoard = latestOnly();
const latestSolution = latestOnly();
const PACE = 600; // milliseconds between the moves of a solution that is played

let history = new History(new VanishingGame(new VanishingBoard({ board: "", width: 0, height: 0, pieces: [] })));
let hints = /** @type {Set<string>} */ (new Set()); // moves that hints or solutions showed
let praised = ""; // the game whose end was celebrated
let timer = /** @type {number | null} */ (null); // of the solution that is played
let layers = { board: "", cells: s("g"), dominoes: s("g"), arrows: s("g"), svg: s("svg") }; // of the picture of a board
const game = () => history.game;
const board = () => game().board;
/** The position as the server takes it. */
const position = () => ({ board: board().text, moves: history.moves });
/** A text for the game up to here. */
const nameOfGame = () => JSON.stringify(position());
const stages = new DominoHints({ request: requestHint, mark: markHint, perform: ({ given }) => remove(given), label: "vanishing.remove" });
const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, (direction) => { stopPlaying(); return step(direction); });
const kept = new KeptGame(() => keptGame("vanishing-games", board().text), take);

/** Begin a game on a board, or go on with it where this browser knows it.
 *  @param {Api.VanishingView} view */
function begin(view) {
  const before = keptGame("vanishing-games", view.board), start = new VanishingGame(new VanishingBoard(view));
  beginPuzzle(view.board);
  try {
    history = new History(start, before.moves);
  } catch {
    history = new History(start);
    toast(t("vanishing.stored_invalid"));
  }
  history.refresh = () => kept.refresh();
  hints = new Set(before.hints);
  praised = nameOfGame(); // no celebration of what is shown again
  storeShown("vanishing", view);
  onMove();
}

/** Take the game as another tab has it.
 *  @param {{ moves?: string[], hints?: string[] }} other */
function take(other) {
  if (!other.moves || !history.follow(other.moves)) return false;
  hints = new Set([...hints, ...other.hints ?? []]);
  praised = nameOfGame(); // it was celebrated there
  onMove();
  return true;
}

/** After a move: show the position, and how few dominoes can still be left. */
function onMove() {
  latestHint(() => null); // abort a hint for the position before
  kept.keep(() => keepGame("vanishing-games", board().text, history.moves.length ? { moves: history.moves, hints: [...hints] } : null));
  byId("reason").textContent = t("vanishing.point");
  show();
  if (timer === null) showBest();
}

/** Draw the board without dominoes. */
function draw() {
  const { text: name, width, height } = board();
  layers = { board: name, cells: s("g"), dominoes: s("g"), arrows: s("g"), svg: s("svg", { class: "board", viewBox: `-.2 -.2 ${width + 0.4} ${height + 0.4}`, role: "group" }) };
  layers.cells.append(...Array.from({ length: width * height }, (_, i) => s("rect", { class: "cell plain", x: i % width, y: Math.floor(i / width), width: 1, height: 1 })));
  layers.svg.append(layers.cells, layers.dominoes, layers.arrows);
  layers.svg.style.maxWidth = `${width * 130}px`;
  byId("board").replaceChildren(layers.svg);
}

function show() {
  const focused = document.activeElement?.getAttribute("data-number") ?? null;
  if (layers.board !== board().text) draw();
  layers.svg.setAttribute("aria-label", t("vanishing.board", { width: board().width, height: board().height, n: game().left }));
  layers.arrows.replaceChildren();
  showDominoes(layers.dominoes, numbersLeft().map(pieceShape));
  const next = /** @type {SVGElement | null} */ (layers.svg.querySelector(`[data-number="${focused}"]`) ?? layers.svg.querySelector(".removable"));
  if (focused !== null) next?.focus();
  showLists();
  byId("remaining").textContent = t("vanishing.remaining", { n: game().left });
  showHistory(history.moves, history.undone);
  byId("restart").disabled = !history.moves.length;
  byId("play").disabled = timer === null && !history.undone.length;
  hideMessage();
  stages.reset();
  if (game().isOver) showEnd();
}

/** The numbers of the dominoes that are left. */
const numbersLeft = () => board().pieces.map((_, number) => number).filter((number) => !game().gone.has(number));

/** Show which dominoes were removed, can go now, perhaps later, and never. */
function showLists() {
  const { never } = game(), canGo = (/** @type {number} */ number) => game().isRemovable(number);
  /** @type {[name: string, title: string, list: number[]][]} */
  const lists = [
    ["removed", t("vanishing.list_removed"), game().removed],
    ["now", t("vanishing.list_now"), numbersLeft().filter(canGo)],
    ["later", t("vanishing.list_later"), numbersLeft().filter((number) => !canGo(number) && !never.has(number))],
    ["never", t("vanishing.list_never"), numbersLeft().filter((number) => never.has(number))],
  ];
  byId("lists").replaceChildren(...lists.flatMap(([name, title, list]) => [
    h("dt", {}, title), h("dd", { id: `list-${name}` }, list.map((number) => number + 1).join(", ") || t("vanishing.list_empty")),
  ]));
}

/** @param {number} number */
function pieceShape(number) {
  const { squares, values } = board().pieces[number], [[x, y], [u, v]] = squares, [first, second] = values, isRemovable = game().isRemovable(number);
  const label = t(x === u ? "vanishing.domino_upright" : "vanishing.domino_level", { values: t("vanishing.value_and_value", { first, second }), column: x + 1, row: y + 1, number: number + 1 });
  const group = dominoShape(squares, values, isRemovable ? "removable" : game().never.has(number) ? "never" : "");
  for (const [name, value] of Object.entries({
    "data-number": number, "data-square": key(squares[0]), "data-name": key(squares[0]), tabindex: isRemovable ? 0 : -1,
    role: isRemovable ? "button" : "img", "aria-label": isRemovable ? t("vanishing.removable", { domino: label }) : label,
  })) group.setAttribute(name, String(value));
  group.append(s("text", { class: "number", x: (x + u + 1) / 2, y: (y + v + 1) / 2, "text-anchor": "middle", "dominant-baseline": "central", "aria-hidden": "true" }, String(number + 1)));
  group.addEventListener("pointerenter", () => point(number));
  group.addEventListener("pointerleave", () => layers.arrows.replaceChildren());
  group.addEventListener("focus", () => point(number));
  onActivate(group, () => remove(number));
  return group;
}

/** Show the distances on the sides of a domino, those that allow its removal in green, and below the board what they mean.
 *  @param {number} number */
function point(number) {
  const sides = showArrows(number), said = sides.find((side) => side.holds || side.arrows.some((arrow) => arrow.fits)) ?? sides[0];
  if (said) byId("reason").textContent = said.sentence;
}

/** Show the distances on the sides of a domino; the sides that are shown.
 *  @param {number} number */
function showArrows(number) {
  if (game().gone.has(number)) return []; // it is just leaving
  const all = game().sides(number), holding = all.filter((side) => side.holds);
  const sides = holding.length ? holding.slice(0, 1) : all; // one side is enough
  layers.arrows.replaceChildren(...sides.flatMap((side) => side.arrows.flatMap((arrow) => arrowShape(arrow, side))));
  return sides;
}

/** @type {Record<string, Point>} */
const DIRECTIONS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** @param {import("./vanishing_game.js").Arrow} arrow
 *  @param {import("./vanishing_game.js").SideState} side */
function arrowShape(arrow, side) {
  const [dx, dy] = DIRECTIONS[side.side];
  const [x, y] = [arrow.start[0] + 0.5 + dx * 0.38, arrow.start[1] + 0.5 + dy * 0.38];
  const length = 0.12 + arrow.distance;
  const [u, v] = [x + dx * length, y + dy * length], kind = arrow.fits ? " fits" : "";
  // Distance 0: a bar without a number.
  if (!arrow.distance) return [s("path", { class: `arrow stop${kind}`, d: `M${x - dy * 0.24} ${y + dx * 0.24}L${x + dy * 0.24} ${y - dx * 0.24}` })];
  const back = [u - dx * 0.2, v - dy * 0.2];
  return [
    s("path", { class: `arrow${kind}`, d: `M${x} ${y}L${back[0]} ${back[1]}` }),
    s("path", { class: `head${kind}`, d: `M${u} ${v}L${back[0] - dy * 0.13} ${back[1] + dx * 0.13}L${back[0] + dy * 0.13} ${back[1] - dx * 0.13}Z` }),
    s("text", { class: "distance", x: (x + u) / 2 + dy * 0.22, y: (y + v) / 2 - (dx ? 0.2 : 0), "text-anchor": "middle", "dominant-baseline": "central" }, `${arrow.distance}`),
  ];
}

/** @param {number} number */
const moveOf = (number) => removeMove(board().pieces[number]);

/** @param {number} number */
function remove(number) {
  stopPlaying();
  if (game().gone.has(number)) return; // a second click
  try {
    history.play(moveOf(number));
  } catch (error) {
    toast(messageOf(error));
    return;
  }
  onMove();
}

/** @param {"undo" | "redo"} direction */
function step(direction) {
  if (history[direction]()) onMove();
}

/** Show how few dominoes can still be left. */
async function showBest() {
  latestBest(() => null); // abort that of the position before
  byId("best").textContent = game().isOver ? "" : t("common.thinking");
  if (game().isOver) return;
  await tryAction(async () => {
    const found = await latestBest((signal) => vanishingBackend.best(position(), signal));
    byId("best").textContent = t("vanishing.from_here", { sentence: found.sentence });
  }, (error) => { byId("best").textContent = error.message; });
}

/** A good removal and why; null where there is none. */
async function requestHint() {
  stopPlaying();
  const found = await latestHint((signal) => vanishingBackend.hint(position(), signal));
  const { square } = found;
  if (!square) { showMessage(found.sentence, game().left ? "warn" : "good"); return null; }
  const given = board().pieceAt.get(key(square));
  if (given === undefined) return null;
  return { where: t("vanishing.hint_where"), reasons: found.reasons, what: t("vanishing.hint_what"), given };
}

const MARKED = 3; // dominoes among which the one of a hint is

/** Mark some removable dominoes; then the one that should go.
 *  @param {import("/static/js/domino_hints.js").DominoHint<number> | null} hint
 *  @param {number} stage */
function markHint(hint, stage) {
  for (const shape of layers.dominoes.children) shape.classList.remove("hinted", "perhaps");
  if (!hint) return;
  const { given } = hint, placeOf = (/** @type {number} */ number) => board().pieces[number].squares[0], [x, y] = placeOf(given);
  const distance = (/** @type {number} */ number) => Math.abs(placeOf(number)[0] - x) + Math.abs(placeOf(number)[1] - y);
  const near = numbersLeft().filter((number) => game().isRemovable(number)).sort((a, b) => distance(a) - distance(b)).slice(0, stage < 2 ? MARKED : 1);
  for (const number of near) layers.dominoes.querySelector(`[data-number="${number}"]`)?.classList.add(stage < 2 ? "perhaps" : "hinted");
  if (stage > 1) { hints.add(moveOf(given)); showArrows(given); }
}

function showEnd() {
  if (game().left) { showMessage(t("vanishing.stuck", { n: game().left }), "warn"); return; }
  const n = history.moves.filter((move) => hints.has(move)).length;
  showMessage(n ? t("vanishing.cleared_with_help", { n }) : t("vanishing.cleared"), "good");
  const finished = nameOfGame();
  if (history.moves.length && praised !== finished) { praised = finished; markSolved({ helped: n > 0 }); }
}

/** Show the fields of the methods that use random numbers. */
function fitSolveForm() {
  const { method, seed, repetitions } = byId("solve-form");
  byId("random-options").hidden = !["random", "neighbourhoods"].includes(method.value);
  byId("repetitions").hidden = method.value !== "random";
  seed.disabled = Boolean(byId("random-options").hidden); // a hidden field must not make the form invalid
  repetitions.disabled = Boolean(byId("repetitions").hidden);
}

/** Find the best order from here, and play it. */
async function solve(/** @type {SubmitEvent} */ event) {
  event.preventDefault();
  stopPlaying();
  byId("solution").textContent = t("common.thinking");
  const from = position(), before = nameOfGame();
  const { method, seed, repetitions } = byId("solve-form");
  const query = { ...from, method: method.value, seed: Number(seed.value), repetitions: Number(repetitions.value) };
  const found = await tryAction(() => latestSolution((signal) => vanishingBackend.solve(query, signal)),
    (error) => { byId("solution").textContent = error.message; });
  if (!found || nameOfGame() !== before) return;
  byId("solution").textContent = found.sentence;
  history.plan(found.moves);
  for (const move of found.moves) hints.add(move);
  startPlaying();
}

/** Make the moves that can be redone, one after another. */
function startPlaying() {
  byId("play").textContent = t("vanishing.stop");
  const next = () => {
    step("redo");
    if (timer !== null && history.undone.length) timer = setTimeout(next, PACE);
    else stopPlaying();
  };
  timer = setTimeout(next, PACE);
  show();
}

function stopPlaying() {
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  byId("play").textContent = t("vanishing.play");
  byId("play").disabled = !history.undone.length;
  showBest();
}

/** The address of the board with the moves made on it. */
async function shared() {
  const link = new URL(location.href);
  link.hash = `b=${await pack(board().text)}&m=${history.moves.map((move) => move.replace("remove ", "")).join("_")}`;
  return { title: t("vanishing.title"), url: String(link), file: { name: "board.txt", text: board().text } };
}

/** The board on paper, with its dominoes. */
function sheet() {
  const picture = /** @type {SVGSVGElement} */ (layers.svg.cloneNode(true));
  picture.lastChild?.remove(); // the arrows
  return { title: t("vanishing.title"), rule: t("vanishing.rule_line"), board: { svg: picture }, pieces: [] };
}

const isHalfPlayed = () => history.moves.length > 0 && !game().isOver;

/** The game in the address; null if there is none. */
async function linkedGame() {
  const query = new URLSearchParams(location.hash.slice(1)), packed = query.get("b");
  if (!packed) return null;
  return { name: query.get("name"), board: await unpack(packed), moves: (query.get("m") ?? "").split("_").filter(Boolean).map((square) => `remove ${square}`) };
}

async function newGame(/** @type {SubmitEvent | null} */ event = null) {
  event?.preventDefault();
  if (!(await mayReplace(isHalfPlayed()))) return;
  stopPlaying();
  const form = byId("new-game"), seed = Number(form.seed.value);
  showMessage(t("vanishing.generating"));
  const made = await tryAction(() => latestBoard((signal) => vanishingBackend.new({
    difficulty: form.difficulty.value, width: Number(form.width.value), height: Number(form.height.value), seed,
  }, signal)));
  if (!made) return;
  showHeading(t("vanishing.title"));
  if (Number(form.seed.value) === seed) form.seed.value = String(Math.min(seed + 1, Number(form.seed.max)));
  begin(made);
}

/** @param {File} file */
async function openFile(file) {
  const { name } = file;
  if (!(await mayReplace(isHalfPlayed()))) return;
  stopPlaying();
  latestBoard(() => null); // abort the generation of another board
  await tryAction(async () => {
    begin(await vanishingBackend.board({ board: await textOf(file, MAX_BYTES) }));
    showHeading(withoutExtension(name));
  }, (error) => showOpenError(name, error));
}

onClicks({
  hint: () => stages.next(),
  save: () => downloadText("board.txt", board().text), play: () => (timer === null ? startPlaying() : stopPlaying()),
  // All moves can be redone, so that a click by mistake loses nothing.
  restart: () => {
    stopPlaying();
    while (history.undo());
    onMove();
  },
});
bindShare(byId("share"), shared);
bindPrint(byId("print"), sheet);
byId("lists-panel").addEventListener("toggle", () => byId("board").classList.toggle("numbered", byId("lists-panel").open));
byId("new-game").addEventListener("submit", newGame);
onFile(byId("file"), MAX_BYTES, openFile);
onOwnFile(openFile);
byId("solve-form").addEventListener("submit", solve);
byId("solve-form").method.addEventListener("change", fitSolveForm);
fitSolveForm();
onKeys({ u: () => { stopPlaying(); step("undo"); }, U: () => step("redo"), h: () => stages.next() });
window.addEventListener("hashchange", () => location.reload()); // a link to another board

tryAction(async () => byId("solve-form").method.append(...options((await vanishingBackend.methods()).map((name) => [name, name]))));
const stored = loadShown("vanishing", null);
if (stored?.moves) keepGame("vanishing-games", stored.board, stored); // as earlier versions stored it
const linked = await linkedGame().catch((error) => { toast(messageOf(error)); return null; }), isLink = opensLink();

/** Show the board of a link as it was left, or, if the player agrees, the position that the link shows.
 *  @param {{ board: string, moves: string[] }} link */
async function openLink(link) {
  begin(await vanishingBackend.board({ board: link.board }));
  if (!isLink || !link.moves.length || link.moves.join() === history.moves.join() || !(await mayReplace(history.moves.length > 0))) return true;
  const moves = [...history.moves];
  while (history.undo());
  try {
    history.playAll(link.moves);
    hints = new Set();
  } catch (error) {
    history.follow(moves);
    toast(messageOf(error));
  }
  praised = nameOfGame(); // no celebration of what is shown again
  onMove();
  return true;
}

/** Show the board that this tab, or the one before, has shown last.
 *  @param {Api.VanishingView} view earlier versions stored its text alone */
async function reopen(view) {
  begin(view.pieces ? view : await vanishingBackend.board({ board: view.board }));
  return true;
}

const isOpen = linked && await tryAction(() => openLink(linked), (error) => toast(error.message));
if (isOpen && linked.name) showHeading(linked.name);
if (!isOpen && !(stored && await tryAction(() => reopen(stored)))) await newGame();
enablePage();
