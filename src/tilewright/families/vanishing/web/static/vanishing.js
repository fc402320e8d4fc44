// The page where vanishing dominoes are played. The server knows the rules; every position comes from it.
import { ApiError, isAbort, latestOnly } from "/static/js/api.js";
import { dominoShape, showDominoes } from "/static/js/domino_drawing.js";
import { DominoHints } from "/static/js/domino_hints.js";
import { h, s } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { bindHistory } from "/static/js/history.js";
import { keepGame, keptGame, mayReplace, opensLink } from "/static/js/kept_games.js";
import { messageOf, t } from "/static/js/messages.js";
import { pack, unpack } from "/static/js/puzzle_link.js";
import { byId, downloadText, enablePage, hideMessage, loadStored, onActivate, onClicks, onKeys, onOwnFile, options, showHeading, showMessage, showOpenError, store, toast, tryAction, withoutExtension } from "/static/js/page.js";
import { bindPrint } from "/static/js/print_sheet.js";
import { bindShare } from "/static/js/share.js";
import { beginPuzzle, markSolved } from "/static/js/solved.js";
import { vanishingBackend } from "./vanishing_backend.js";

const latestBest = latestOnly();
const latestPosition = latestOnly();
const latestHint = latestOnly();
const latestBoard = latestOnly();
const latestSolution = latestOnly();
const PACE = 600; // milliseconds between the moves of a solution that is played

/** A game: the text of its board, the moves and what was undone.
 *  @typedef {{ board: string, moves: string[], undone: string[] }} Game */

let board = "", moves = /** @type {string[]} */ ([]), undone = /** @type {string[]} */ ([]), shown = /** @type {Game | null} */ (null);
let pending = /** @type {Promise<Api.VanishingView> | null} */ (null);
/** @type {Api.VanishingView} */
let view;
let hints = /** @type {Set<string>} */ (new Set()); // moves that hints or solutions showed
let praised = ""; // the game whose end was celebrated
let timer = /** @type {number | null} */ (null); // of the solution that is played
let layers = { board: "", cells: s("g"), dominoes: s("g"), arrows: s("g"), svg: s("svg") }; // of the picture of a board
const stages = new DominoHints({ request: requestHint, mark: markHint, perform: ({ given }) => remove(given), label: "vanishing.remove" });
const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, (direction) => { stopPlaying(); return step(direction); });

/** @param {Cell} cell */
const text = ([x, y]) => `${x},${y}`;

/** Request the position of a game and show it. `board`, `moves` and `undone` are ahead of the response, so that rapid input
 *  continues from there; after an error they return to what the page shows.
 *  @param {Game} game
 *  @param {Set<string>} [shownMoves]
 *  @returns {Promise<void>} */
async function refresh(game, shownMoves = hints) {
  ({ board, moves, undone } = game);
  latestHint(() => null); // abort a hint for the position before
  let found;
  try {
    pending = latestPosition((signal) => vanishingBackend.position({ board, moves }, signal));
    found = await pending;
  } catch (error) {
    if (isAbort(error)) return;
    if (error instanceof ApiError && error.status === 422 && board === shown?.board && moves.length > shown.moves.length + 1) {
      toast(t("vanishing.not_removable_any_more")); // the removal before it was valid
      await refresh({ board, moves: moves.slice(0, -1), undone: [] });
      return;
    }
    if (shown) ({ board, moves, undone } = shown);
    throw error;
  }
  view = found;
  beginPuzzle(board);
  shown = { board, moves, undone };
  hints = shownMoves;
  store("vanishing", { board });
  keepGame("vanishing-games", board, moves.length ? { moves, hints: [...hints] } : null);
  byId("reason").textContent = t("vanishing.point");
  show();
  if (timer === null) showBest();
}

/** Draw the board without dominoes. */
function draw() {
  layers = { board, cells: s("g"), dominoes: s("g"), arrows: s("g"), svg: s("svg", { class: "board", viewBox: `-.2 -.2 ${view.width + 0.4} ${view.height + 0.4}`, role: "group" }) };
  layers.cells.append(...Array.from({ length: view.width * view.height }, (_, i) => s("rect", { class: "cell plain", x: i % view.width, y: Math.floor(i / view.width), width: 1, height: 1 })));
  layers.svg.append(layers.cells, layers.dominoes, layers.arrows);
  layers.svg.style.maxWidth = `${view.width * 130}px`;
  byId("board").replaceChildren(layers.svg);
}

function show() {
  const focused = document.activeElement?.getAttribute("data-number") ?? null;
  if (layers.board !== board) draw();
  layers.svg.setAttribute("aria-label", t("vanishing.board", { width: view.width, height: view.height, n: view.left }));
  layers.arrows.replaceChildren();
  showDominoes(layers.dominoes, view.pieces.flatMap((piece, number) => (piece.gone ? [] : [pieceShape(piece, number)])));
  const next = /** @type {SVGElement | null} */ (layers.svg.querySelector(`[data-number="${focused}"]`) ?? layers.svg.querySelector(".removable"));
  if (focused !== null) next?.focus();
  showLists();
  byId("remaining").textContent = t("vanishing.remaining", { n: view.left });
  showHistory(moves, undone);
  byId("restart").disabled = !moves.length;
  byId("play").disabled = timer === null && !undone.length;
  hideMessage();
  stages.reset();
  if (view.over) showEnd();
}

/** Show which dominoes were removed, can go now, perhaps later, and never. */
function showLists() {
  /** @param {(piece: Api.DominoView) => boolean} kind */
  const numbers = (kind) => view.pieces.flatMap((piece, number) => (!piece.gone && kind(piece) ? [number] : []));
  /** @type {[name: string, title: string, list: number[]][]} */
  const lists = [
    ["removed", t("vanishing.list_removed"), view.removed],
    ["now", t("vanishing.list_now"), numbers((piece) => piece.removable)],
    ["later", t("vanishing.list_later"), numbers((piece) => !piece.removable && !piece.never)],
    ["never", t("vanishing.list_never"), numbers((piece) => piece.never)],
  ];
  byId("lists").replaceChildren(...lists.flatMap(([name, title, list]) => [
    h("dt", {}, title), h("dd", { id: `list-${name}` }, list.map((number) => number + 1).join(", ") || t("vanishing.list_empty")),
  ]));
}

/** @param {Api.DominoView} piece
 *  @param {number} number */
function pieceShape(piece, number) {
  const [[x, y], [u, v]] = piece.squares, [first, second] = piece.values;
  const label = t(x === u ? "vanishing.domino_upright" : "vanishing.domino_level", { values: t("vanishing.value_and_value", { first, second }), column: x + 1, row: y + 1, number: number + 1 });
  const group = dominoShape(piece.squares, piece.values, piece.removable ? "removable" : piece.never ? "never" : "");
  for (const [name, value] of Object.entries({
    "data-number": number, "data-square": text(piece.squares[0]), "data-name": text(piece.squares[0]), tabindex: piece.removable ? 0 : -1,
    role: piece.removable ? "button" : "img", "aria-label": piece.removable ? t("vanishing.removable", { domino: label }) : label,
  })) group.setAttribute(name, String(value));
  group.append(s("text", { class: "number", x: (x + u + 1) / 2, y: (y + v + 1) / 2, "text-anchor": "middle", "dominant-baseline": "central", "aria-hidden": "true" }, String(number + 1)));
  group.addEventListener("pointerenter", () => showArrows(piece));
  group.addEventListener("pointerleave", () => layers.arrows.replaceChildren());
  group.addEventListener("focus", () => showArrows(piece));
  onActivate(group, () => remove(piece));
  return group;
}

/** Show the distances on the sides of a domino; those that allow its removal in green.
 *  @param {Api.DominoView} piece */
function showArrows(piece) {
  const holding = piece.sides.filter((side) => side.holds);
  const sides = holding.length ? holding.slice(0, 1) : piece.sides; // one side is enough
  layers.arrows.replaceChildren(...sides.flatMap((side) => side.arrows.flatMap((arrow) => arrowShape(arrow, side))));
  byId("reason").textContent = (holding[0] ?? piece.sides.find((side) => side.arrows.some((arrow) => arrow.fits)) ?? piece.sides[0])?.sentence ?? "";
}

/** @type {Record<string, Point>} */
const DIRECTIONS = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** @param {Api.DistanceArrow} arrow
 *  @param {Api.SideState} side */
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

/** @param {Api.DominoView} piece */
const moveOf = (piece) => `remove ${text(piece.squares[0])}`;

/** @param {Api.DominoView} piece */
async function remove(piece) {
  stopPlaying();
  if (!piece.removable) { toast(t("vanishing.not_removable")); return; }
  const move = moveOf(piece);
  if (moves.includes(move)) return; // a second click before the response
  await tryAction(() => refresh({ board, moves: [...moves, move], undone: [] }));
}

/** @param {"undo" | "redo"} direction */
async function step(direction) {
  if (direction === "undo" && moves.length) await tryAction(() => refresh({ board, moves: moves.slice(0, -1), undone: [...undone, ...moves.slice(-1)] }));
  else if (direction === "redo" && undone.length) await tryAction(() => refresh({ board, moves: [...moves, ...undone.slice(-1)], undone: undone.slice(0, -1) }));
}

/** Show how few dominoes can still be left. */
async function showBest() {
  latestBest(() => null); // abort that of the position before
  byId("best").textContent = view.over ? "" : t("common.thinking");
  if (view.over) return;
  await tryAction(async () => {
    const found = await latestBest((signal) => vanishingBackend.best({ board, moves }, signal));
    byId("best").textContent = t("vanishing.from_here", { sentence: found.sentence });
  }, (error) => { byId("best").textContent = error.message; });
}

/** A good removal and why; null where there is none. */
async function requestHint() {
  stopPlaying();
  await pending?.catch(() => null); // a removal may still be pending
  const found = await latestHint((signal) => vanishingBackend.hint({ board, moves }, signal));
  const { square } = found;
  if (!square) { showMessage(found.sentence, view.left ? "warn" : "good"); return null; }
  const given = view.pieces.find((piece) => !piece.gone && text(piece.squares[0]) === text(square));
  if (!given) return null;
  return { where: t("vanishing.hint_where"), reasons: found.reasons, what: t("vanishing.hint_what"), given };
}

const MARKED = 3; // dominoes among which the one of a hint is

/** Mark some removable dominoes; then the one that should go.
 *  @param {import("/static/js/domino_hints.js").DominoHint<Api.DominoView> | null} hint
 *  @param {number} stage */
function markHint(hint, stage) {
  for (const shape of layers.dominoes.children) shape.classList.remove("hinted", "perhaps");
  if (!hint) return;
  const { given } = hint, [x, y] = given.squares[0], distance = (/** @type {Api.DominoView} */ piece) => Math.abs(piece.squares[0][0] - x) + Math.abs(piece.squares[0][1] - y);
  const near = view.pieces.filter((piece) => piece.removable && !piece.gone).sort((a, b) => distance(a) - distance(b)).slice(0, stage < 2 ? MARKED : 1);
  for (const piece of near) layers.dominoes.querySelector(`[data-square="${text(piece.squares[0])}"]`)?.classList.add(stage < 2 ? "perhaps" : "hinted");
  if (stage > 1) { hints.add(moveOf(given)); showArrows(given); }
}

function showEnd() {
  if (view.left) { showMessage(t("vanishing.stuck", { n: view.left }), "warn"); return; }
  const n = moves.filter((move) => hints.has(move)).length;
  showMessage(n ? t("vanishing.cleared_with_help", { n }) : t("vanishing.cleared"), "good");
  const finished = JSON.stringify([board, moves]);
  if (moves.length && praised !== finished) { praised = finished; markSolved({ helped: n > 0 }); }
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
  await pending?.catch(() => null); // a removal may still be pending
  byId("solution").textContent = t("common.thinking");
  const from = { board, moves };
  const { method, seed, repetitions } = byId("solve-form");
  const query = { ...from, method: method.value, seed: Number(seed.value), repetitions: Number(repetitions.value) };
  const found = await tryAction(() => latestSolution((signal) => vanishingBackend.solve(query, signal)),
    (error) => { byId("solution").textContent = error.message; });
  if (!found || board !== from.board || moves !== from.moves) return;
  byId("solution").textContent = found.sentence;
  undone = [...found.moves].reverse();
  if (shown) shown.undone = undone;
  for (const move of found.moves) hints.add(move);
  startPlaying();
}

/** Make the moves that can be redone, one after another. */
function startPlaying() {
  byId("play").textContent = t("vanishing.stop");
  const next = async () => {
    await step("redo");
    if (timer !== null && undone.length) timer = setTimeout(next, PACE);
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
  byId("play").disabled = !undone.length;
  showBest();
}

/** The address of the board with the moves made on it. */
async function shared() {
  const link = new URL(location.href);
  link.hash = `b=${await pack(board)}&m=${moves.map((move) => move.replace("remove ", "")).join("_")}`;
  return { title: t("vanishing.title"), url: String(link), file: { name: "board.txt", text: view.board } };
}

/** The board on paper, with its dominoes. */
function sheet() {
  const picture = /** @type {SVGSVGElement} */ (layers.svg.cloneNode(true));
  picture.lastChild?.remove(); // the arrows
  return { title: t("vanishing.title"), rule: t("vanishing.rule_line"), board: { svg: picture }, pieces: [] };
}

const isHalfPlayed = () => Boolean(view) && moves.length > 0 && !view.over;

/** The game in the address; null if there is none. */
async function linkedGame() {
  const query = new URLSearchParams(location.hash.slice(1)), packed = query.get("b");
  if (!packed) return null;
  return { name: query.get("name"), board: await unpack(packed), moves: (query.get("m") ?? "").split("_").filter(Boolean).map((square) => `remove ${square}`), undone: [] };
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
  await tryAction(() => refresh({ board: made.board, moves: [], undone: [] }, new Set()));
}

/** @param {File} file */
async function openFile(file) {
  const { name } = file;
  if (!(await mayReplace(isHalfPlayed()))) return;
  stopPlaying();
  latestBoard(() => null); // abort the generation of another board
  await tryAction(async () => {
    await refresh({ board: await file.text(), moves: [], undone: [] }, new Set());
    showHeading(withoutExtension(name));
  }, (error) => showOpenError(name, error));
}

onClicks({
  hint: () => stages.next(),
  save: () => downloadText("board.txt", view.board), play: () => (timer === null ? startPlaying() : stopPlaying()),
  // All moves can be redone, so that a click by mistake loses nothing.
  restart: () => { stopPlaying(); return tryAction(() => refresh({ board, moves: [], undone: [...undone, ...[...moves].reverse()] })); },
});
bindShare(byId("share"), shared);
bindPrint(byId("print"), sheet);
byId("lists-panel").addEventListener("toggle", () => byId("board").classList.toggle("numbered", byId("lists-panel").open));
byId("new-game").addEventListener("submit", newGame);
onFile(byId("file"), 200_000, openFile);
onOwnFile(openFile);
byId("solve-form").addEventListener("submit", solve);
byId("solve-form").method.addEventListener("change", fitSolveForm);
fitSolveForm();
onKeys({ u: () => { stopPlaying(); step("undo"); }, U: () => step("redo"), h: () => stages.next() });
window.addEventListener("hashchange", () => location.reload()); // a link to another board

tryAction(async () => byId("solve-form").method.append(...options((await vanishingBackend.methods()).map((name) => [name, name]))));
const stored = loadStored("vanishing", null);
if (stored?.moves) keepGame("vanishing-games", stored.board, stored); // as earlier versions stored it
const linked = await linkedGame().catch((error) => { toast(messageOf(error)); return null; });

/** Show a board as it was left, or, where a link shows a position of it, that position.
 *  @param {{ board: string, moves: string[] }} game
 *  @param {boolean} isLink */
async function begin(game, isLink) {
  const kept = keptGame("vanishing-games", game.board), isOther = isLink && game.moves.length > 0 && game.moves.join() !== (kept.moves ?? []).join();
  const isTaken = isOther && await mayReplace(Boolean(kept.moves));
  const from = isTaken ? game.moves : kept.moves ?? [];
  praised = JSON.stringify([game.board, from]); // no celebration of what is shown again
  await refresh({ board: game.board, moves: from, undone: [] }, new Set(isTaken ? [] : kept.hints));
  return true;
}

const isOpen = linked && await tryAction(() => begin(linked, opensLink("vanishing-opened")), (error) => toast(error.message));
if (isOpen && linked.name) showHeading(linked.name);
if (!isOpen && !(stored && await tryAction(() => begin({ board: stored.board, moves: [] }, false)))) await newGame();
enablePage();
