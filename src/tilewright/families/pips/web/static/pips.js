// The page where Pips is played.
import { latestOnly } from "/static/js/api.js";
import { dominoIcon } from "/static/js/domino_drawing.js";
import { DominoHints } from "/static/js/domino_hints.js";
import { h } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { History, bindHistory } from "/static/js/history.js";
import { KeptGame, keepGame, keptGame, loadShown, opensLink, storeShown } from "/static/js/kept_games.js";
import { t } from "/static/js/messages.js";
import { splitMoves } from "/static/js/move_notation.js";
import { byId, enablePage, hideMessage, isAllowed, loadStored, onClicks, onKeys, onOwnFile, showMessage, showOpenError, store, textOf, toast, tooLarge, tryAction, withoutExtension } from "/static/js/page.js";
import { bindPrint } from "/static/js/print_sheet.js";
import { bindShare } from "/static/js/share.js";
import { beginPuzzle, markSolved } from "/static/js/solved.js";
import { layMove, liftMove, PipsGame } from "./pips_game.js";
import { PipsTable } from "./pips_table.js";
import { pipsBackend } from "./pips_backend.js";

const MAX_BYTES = 200_000;
const latestHelp = latestOnly();
const latestPuzzle = latestOnly();

/** Where a puzzle is from.
 *  @typedef {{ date?: string, level?: string, title?: string }} Source */

/** @typedef {import("/static/js/domino_hints.js").DominoHint<Api.PipsHintView>} Hint */

let view = /** @type {Api.PipsView | null} */ (null), source = /** @type {Source} */ ({});
/** @type {History<PipsGame>} */
let history;
let helped = /** @type {Set<string>} */ (new Set()); // the moves that hints made
let seconds = 0; // that the clock has counted
let typed = "";
let linked = ""; // the position that a link shows
let file = /** @type {Api.PipsView[]} */ ([]); // the puzzles of the file that is open

const table = new PipsTable({ game: () => history.game, make, changed: () => { byId("turn").disabled = table.hand.index === null; } });

const hints = new DominoHints({ request: requestHint, mark: markHint, perform: performHint });
const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, step);
const kept = new KeptGame(() => (view ? keptGame("pips-games", view.text) : null), take);

const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

/** Begin a puzzle, or go on with it where this browser knows it.
 *  @param {Api.PipsView} puzzle
 *  @param {Source} [from] */
function begin(puzzle, from = {}) {
  const before = keptGame("pips-games", puzzle.text), empty = new PipsGame(puzzle);
  [view, source] = [puzzle, from];
  beginPuzzle(puzzle.text);
  try {
    history = new History(empty, before.moves);
  } catch {
    history = new History(empty);
    toast(t("pips.stored_invalid"));
  }
  history.refresh = () => kept.refresh();
  if (linked && history.game.dumps() !== linked) {
    try {
      history.playAll([...(history.game.laid.size ? ["clear"] : []), ...splitMoves(linked)]); // Undo brings back what was there
    } catch {
      toast(t("link.damaged"));
    }
  }
  linked = "";
  helped = new Set(before.helped);
  seconds = before.seconds ?? 0;
  byId("summary").textContent = t("pips.level_title", { title: puzzle.title || from.title || t("pips.untitled"), n: puzzle.dominoes.length });
  byId("puzzles").replaceChildren(...file.length < 2 ? [] : file.map((one) => h("button", {
    class: "btn", type: "button", "aria-pressed": String(one === puzzle), onclick: () => begin(one),
  }, one.name)));
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (byId("of-date").querySelectorAll("[name=level]"))) button.setAttribute("aria-pressed", String(Boolean(from.date) && button.value === from.level));
  if (from.date) byId("of-date").date.value = from.date;
  table.draw();
  storeShown("pips", { text: puzzle.text, source, view: puzzle });
  onMove(false);
}

const keep = () => kept.keep(() => keepGame("pips-games", view?.text ?? "", history.moves.length || seconds ? { moves: history.moves, helped: [...helped], seconds } : null));

/** Take the game as another tab has it.
 *  @param {{ moves?: string[], helped?: string[], seconds?: number }} other */
function take(other) {
  seconds = Math.max(seconds, other.seconds ?? 0);
  showClock();
  if (!other.moves || !history.follow(other.moves)) return false;
  helped = new Set([...helped, ...other.helped ?? []]);
  table.putBack();
  onMove(false);
  return true;
}

const clockText = () => [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  .filter((part, k) => part || k).map((part, k) => (k ? String(part).padStart(2, "0") : part)).join(":");

function showClock() {
  byId("time").hidden = !byId("clock").checked;
  byId("time").textContent = clockText();
}

/** After a move: show the position, and whether it is solved. */
function onMove(isOwn = true) {
  const { game } = history, left = game.puzzle.dominoes.length - game.laid.size;
  latestHelp(() => null); // abort requests about the position before
  hints.reset();
  hideMessage();
  table.settle();
  keep();
  byId("left").textContent = t("pips.left", { n: left });
  showHistory(history.moves, history.undone);
  byId("clear").disabled = !game.laid.size;
  byId("turn").disabled = table.hand.index === null;
  byId("main").classList.toggle("solved", game.isSolved);
  showClock();
  if (game.isFull && !game.isSolved) showMessage(t("pips.full_but_wrong"), "warn");
  if (!game.isSolved) return;
  const shown = [...game.laid].filter(([index, cells]) => helped.has(layMove(index, cells))).length;
  if (shown) showMessage(t("pips.solved_with_help", { n: shown }), "good");
  else showMessage(byId("clock").checked ? t("pips.solved_in", { time: clockText() }) : t("pips.solved"), "good");
  if (isOwn) markSolved({ helped: shown > 0, seconds: byId("clock").checked ? seconds : 0 });
}

/** @param {string} move */
function make(move) {
  if (isAllowed(() => history.play(move))) onMove();
}

/** @param {"undo" | "redo"} direction */
function step(direction) {
  table.drag.cancel();
  if (history[direction]()) onMove(false);
}

/** The position as the server takes it. */
const position = () => ({ text: history.game.puzzle.text, dominoes: history.game.position() });

async function check() {
  showMessage(t("common.thinking"));
  const answer = await tryAction(() => latestHelp((signal) => pipsBackend.check(position(), signal)));
  if (answer) showMessage(t(answer.right ? "pips.right_so_far" : "pips.wrong_so_far"), answer.right ? "good" : "warn");
}

/** What follows next, or what to lift; null for neither.
 *  @returns {Promise<Hint | null>} */
async function requestHint() {
  const given = await latestHelp((signal) => pipsBackend.hint(position(), signal)), isLift = given.lift.length > 0;
  if (!isLift && given.laid === null) { showMessage(given.what, history.game.isSolved ? "good" : "warn"); return null; }
  return { where: given.where, reasons: given.reasons, what: given.what, isLift, given };
}

/** @param {Hint | null} hint
 *  @param {number} stage */
function markHint(hint, stage) {
  const domino = hint?.isLift ? hint.given.lift[0] : hint?.given.laid;
  table.mark(hint?.given.cells ?? [], stage === 3 && domino ? history.game.identify(domino) : null, hint?.isLift ? "lifted" : "");
}

/** @param {Hint} hint */
function performHint({ isLift, given: { lift, laid } }) {
  const { game } = history, found = (isLift || !laid ? lift : [laid]).flatMap((one) => { const domino = game.identify(one); return domino ? [domino] : []; });
  const moves = found.map(([index, cells]) => (isLift ? liftMove(index) : layMove(index, cells)));
  if (!isLift) helped.add(moves[0]);
  table.putBack();
  history.playAll(moves, true);
  onMove();
}

/** Begin the puzzle that the server makes; false if it makes none.
 *  @param {(signal: AbortSignal) => Promise<Api.PipsView>} request
 *  @param {Source} from */
async function begun(request, from) {
  showMessage(t("pips.making"));
  const made = await tryAction(() => latestPuzzle(request));
  if (!made) return false;
  file = [];
  begin(made, from);
  return true;
}

/** @param {string} date
 *  @param {string} level */
const playDate = (date, level) => begun((signal) => pipsBackend.date({ date, level }, signal), { date, level });

/** Open the puzzles in a text; false if it has none.
 *  @param {string} content
 *  @param {{ title?: string, source?: Source, onError?: (error: import("/static/js/api.js").ApiError) => void }} [options] */
async function open(content, { title = "", source: from = {}, onError } = {}) {
  latestPuzzle(() => null); // abort the making of another puzzle
  const answer = await tryAction(() => pipsBackend.read({ text: content }), onError);
  if (!answer) return false;
  file = answer.puzzles;
  begin(file[0], { ...from, title });
  for (const warning of answer.warnings) showMessage(warning, "warn");
  return true;
}

/** Show a puzzle that was open, where the server that reads it is away; false for what an earlier version stored.
 *  @param {{ view?: Api.PipsView, source: Source }} before */
function reopen({ view: puzzle, source: from }) {
  if (!puzzle) return false;
  begin(puzzle, from);
  return true;
}

/** @param {File} chosen */
async function openFile(chosen) {
  if (chosen.size > MAX_BYTES) { showMessage(tooLarge(chosen, MAX_BYTES), "bad"); return; }
  const text = await tryAction(() => textOf(chosen, MAX_BYTES), (error) => showOpenError(chosen.name, error));
  if (text !== null) await open(text, { title: withoutExtension(chosen.name), onError: (error) => showOpenError(chosen.name, error) });
}

/** @param {string} content */
async function openText(content) {
  return open(content, { onError: (error) => showOpenError(t("pips.pasted"), error) });
}

/** The address of the puzzle with the dominoes that lie on it. */
function shared() {
  const link = new URL(location.href), position = history.game.dumps();
  const query = new URLSearchParams(source.date ? { date: source.date, level: source.level ?? "easy" } : { t: history.game.puzzle.text });
  if (position) query.set("m", position);
  link.hash = String(query);
  return { title: t("pips.title"), url: String(link) };
}

/** The board and the dominoes on paper. */
const sheet = () => ({
  title: byId("summary").textContent ?? "", rule: t("pips.rules"), board: { svg: table.picture() }, pieces: history.game.puzzle.dominoes.map((pair) => ({ svg: dominoIcon(pair) })),
});

/** @param {string} digit */
function typeNumber(digit) {
  typed += digit;
  if (typed.length < 2) return;
  table.chooseByNumbers(Number(typed[0]), Number(typed[1]));
  typed = "";
}

function clear() {
  history.play("clear");
  onMove(false);
}

byId("of-date").addEventListener("submit", (event) => {
  event.preventDefault();
  playDate(byId("of-date").date.value, event.submitter?.getAttribute("value") ?? "easy");
});
byId("new-game").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { level, cells, seed, symmetric } = byId("new-game"), number = Number(seed.value), name = t(`level.${level.value}`);
  const query = { level: level.value, cells: cells.value ? Number(cells.value) : null, symmetric: symmetric.checked, seed: number };
  if (await begun((signal) => pipsBackend.new(query, signal), { title: t("pips.made", { level: name, seed: number }) }) && Number(seed.value) === number) seed.value = String(Math.min(number + 1, Number(seed.max)));
});
byId("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  openText(byId("paste").text.value);
});
onClicks({ turn: () => table.turn(), hint: () => hints.next(), check, clear });
bindShare(byId("share"), async () => shared());
bindPrint(byId("print"), sheet);
onFile(byId("file"), MAX_BYTES, openFile);
onOwnFile(openFile);
onKeys({
  u: () => step("undo"), U: () => step("redo"), h: () => hints.next(), c: check, r: () => table.turn(), R: () => table.turn(-1), n: () => table.chooseNext(1), b: () => table.chooseNext(-1),
  Escape: () => { typed = ""; table.putBack(); },
  ...Object.fromEntries([..."0123456"].map((digit) => [digit, () => typeNumber(digit)])),
});
byId("clock").checked = loadStored("pips-clock", false);
byId("clock").addEventListener("change", () => { store("pips-clock", byId("clock").checked); showClock(); });
setInterval(() => {
  if (!byId("clock").checked || document.hidden || !history || history.game.isSolved) return;
  kept.refresh();
  seconds += 1;
  keep();
  showClock();
}, 1000);
window.addEventListener("hashchange", () => location.reload()); // a link to another puzzle

const address = new URLSearchParams(location.hash.slice(1)), linkedText = address.get("t"), stored = loadShown("pips", null);
byId("of-date").date.value = today();
const linkedDate = address.get("date");
if (opensLink()) linked = address.get("m") ?? "";
let isOpen = false;
if (linkedDate) isOpen = await playDate(linkedDate, address.get("level") ?? "easy");
else if (linkedText) isOpen = await open(linkedText, { onError: () => toast(t("link.damaged")) });
else if (stored?.source?.date === today()) isOpen = await playDate(today(), stored.source.level);
else if (stored && !stored.source?.date) isOpen = await open(stored.text, { title: stored.source?.title }) || reopen(stored);
if (!isOpen) {
  const message = byId("message").hidden ? "" : byId("message").textContent;
  if (await playDate(today(), "easy") && message && address.size) showMessage(message, "bad");
}
if (view) enablePage(); // else the server is away, as the message says
