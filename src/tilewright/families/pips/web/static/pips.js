// The page where Pips is played.
import { latestOnly, post } from "/static/js/api.js";
import { dominoIcon } from "/static/js/domino_drawing.js";
import { DominoHints } from "/static/js/domino_hints.js";
import { h } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { History, bindHistory } from "/static/js/history.js";
import { keepGame, keptGame, opensLink } from "/static/js/kept_games.js";
import { t } from "/static/js/messages.js";
import { byId, enablePage, hideMessage, loadStored, onDroppedFile, onKeys, showMessage, showOpenError, store, toast, tooLarge, tryAction, withoutExtension } from "/static/js/page.js";
import { bindPrint } from "/static/js/print_sheet.js";
import { bindShare } from "/static/js/share.js";
import { beginPuzzle, markSolved } from "/static/js/solved.js";
import { layMove, liftMove, PipsGame } from "./pips_game.js";
import { PipsTable } from "./pips_table.js";

const MAX_BYTES = 200_000;
const latestHelp = latestOnly();
const latestPuzzle = latestOnly();

let view, source, history; // `source` says where the puzzle is from: { date, level } or {}
let helped = new Set(); // the moves that hints made
let seconds = 0; // that the clock has counted
let typed = "";
let linked = null; // the moves to the position that a link shows
let file = []; // the puzzles of the file that is open

const table = new PipsTable({ game: () => history.game, make, changed: () => { byId("turn").disabled = table.hand.index === null; } });

const hints = new DominoHints({ request: requestHint, mark: markHint, perform: performHint });
const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, step);

const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

/** Begin a puzzle, or go on with it where this browser knows it. */
function begin(puzzle, from = {}) {
  const kept = keptGame("pips-games", puzzle.text), empty = new PipsGame(puzzle);
  [view, source] = [puzzle, from];
  beginPuzzle(puzzle.text);
  try {
    history = new History(empty, kept.moves);
  } catch {
    history = new History(empty);
    toast(t("pips.stored_invalid"));
  }
  if (linked && movesTo(history.game).join() !== linked.join()) {
    try {
      history.playAll([...(history.game.laid.size ? ["clear"] : []), ...linked]); // Undo brings back what was there
    } catch {
      toast(t("link.damaged"));
    }
  }
  linked = null;
  helped = new Set(kept.helped);
  seconds = kept.seconds ?? 0;
  byId("summary").textContent = t("pips.level_title", { title: puzzle.title || from.title || t("pips.untitled"), n: puzzle.dominoes.length });
  byId("puzzles").replaceChildren(...file.length < 2 ? [] : file.map((one) => h("button", {
    class: "btn", type: "button", "aria-pressed": String(one === puzzle), onclick: () => begin(one),
  }, one.name)));
  for (const button of byId("of-date").querySelectorAll("[name=level]")) button.setAttribute("aria-pressed", String(Boolean(from.date) && button.value === from.level));
  if (from.date) byId("of-date").date.value = from.date;
  table.draw();
  store("pips", { text: puzzle.text, title: puzzle.title, source });
  onMove(false);
}

const keep = () => keepGame("pips-games", view.text, history.moves.length || seconds ? { moves: history.moves, helped: [...helped], seconds } : null);

/** The moves to a position. */
const movesTo = (game) => [...game.laid].map(([index, cells]) => layMove(index, cells));

const clockText = () => [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  .filter((part, k) => part || k).map((part, k) => (k ? String(part).padStart(2, "0") : part)).join(":");

function showClock() {
  byId("time").hidden = !byId("clock").checked;
  byId("time").textContent = clockText();
}

/** After a move: show the position, and whether it is solved. */
function onMove(isOwn = true) {
  const { game } = history, left = view.dominoes.length - game.laid.size;
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

function make(move) {
  try {
    history.play(move);
  } catch (error) {
    toast(error.message);
    return;
  }
  onMove();
}

function step(direction) {
  table.drag.cancel();
  if (history[direction]()) onMove(false);
}

const ask = (path) => latestHelp((signal) => post(`/pips/${path}`, { text: view.text, dominoes: history.game.position() }, signal));

async function check() {
  showMessage(t("common.thinking"));
  const answer = await tryAction(() => ask("check"));
  if (answer) showMessage(t(answer.right ? "pips.right_so_far" : "pips.wrong_so_far"), answer.right ? "good" : "warn");
}

/** What follows next, or what to lift; null for neither. */
async function requestHint() {
  const given = await ask("hint"), isLift = given.lift.length > 0;
  if (!isLift && given.laid === null) { showMessage(given.what, history.game.isSolved ? "good" : "warn"); return null; }
  return { where: given.where, reasons: given.reasons, what: given.what, isLift, given };
}

function markHint(hint, stage) {
  const { cells, lift, laid } = hint?.given ?? { cells: [] };
  table.mark(cells, stage === 3 ? history.game.identify(hint.isLift ? lift[0] : laid) : null, hint?.isLift ? "lifted" : "");
}

function performHint({ isLift, given: { lift, laid } }) {
  const { game } = history, moves = isLift ? lift.map((one) => liftMove(game.identify(one)[0])) : [layMove(...game.identify(laid))];
  if (!isLift) helped.add(moves[0]);
  table.putBack();
  history.playAll(moves, true);
  onMove();
}

/** Begin the puzzle that the server makes; false if it makes none. */
async function begun(path, query, from) {
  showMessage(t("pips.making"));
  const made = await tryAction(() => latestPuzzle((signal) => post(`/pips/${path}`, query, signal)));
  if (!made) return false;
  file = [];
  begin(made, from);
  return true;
}

const playDate = (date, level) => begun("date", { date, level }, { date, level });

/** Open the puzzles in a text; false if it has none. */
async function open(content, { title = "", source: from = {}, onError } = {}) {
  latestPuzzle(() => null); // abort the making of another puzzle
  const answer = await tryAction(() => post("/pips/read", { text: content }), onError);
  if (!answer) return false;
  file = answer.puzzles;
  begin(file[0], { ...from, title });
  for (const warning of answer.warnings) showMessage(warning, "warn");
  return true;
}

async function openFile(chosen) {
  if (chosen.size > MAX_BYTES) { showMessage(tooLarge(chosen, MAX_BYTES), "bad"); return; }
  await open(await chosen.text(), { title: withoutExtension(chosen.name), onError: (error) => showOpenError(chosen.name, error) });
}

async function openText(content) {
  return open(content, { onError: (error) => showOpenError(t("pips.pasted"), error) });
}

/** The address of the puzzle with the dominoes that lie on it. */
function shared() {
  const link = new URL(location.href), moves = movesTo(history.game).map((move) => move.replaceAll(" ", "."));
  link.hash = new URLSearchParams({ ...(source.date ? source : { t: view.text }), ...(moves.length && { m: moves.join("_") }) });
  return { title: t("pips.title"), url: String(link) };
}

/** The board and the dominoes on paper. */
const sheet = () => ({
  title: byId("summary").textContent, rule: t("pips.rules"), board: { svg: table.picture() }, pieces: view.dominoes.map((pair) => ({ svg: dominoIcon(pair) })),
});

function typeNumber(digit) {
  typed += digit;
  if (typed.length < 2) return;
  table.chooseByNumbers(...[...typed].map(Number));
  typed = "";
}

function clear() {
  history.play("clear");
  onMove(false);
}

byId("of-date").addEventListener("submit", (event) => {
  event.preventDefault();
  playDate(event.target.date.value, event.submitter?.value ?? "easy");
});
byId("new-game").addEventListener("submit", async (event) => {
  event.preventDefault();
  const { level, cells, seed, symmetric } = event.target, number = Number(seed.value), name = t(`level.${level.value}`);
  const query = { level: level.value, cells: cells.value ? Number(cells.value) : null, symmetric: symmetric.checked, seed: number };
  if (await begun("new", query, { title: t("pips.made", { level: name, seed: number }) }) && Number(seed.value) === number) seed.value = Math.min(number + 1, Number(seed.max));
});
byId("paste").addEventListener("submit", (event) => {
  event.preventDefault();
  openText(event.target.text.value);
});
document.addEventListener("paste", (event) => {
  if (event.target.matches("input, textarea")) return;
  const content = event.clipboardData.getData("text");
  if (content.trim()) openText(content);
});
for (const [id, action] of Object.entries({ turn: () => table.turn(), hint: () => hints.next(), check, clear })) byId(id).addEventListener("click", action);
bindShare(byId("share"), async () => shared());
bindPrint(byId("print"), sheet);
onFile(byId("file"), MAX_BYTES, openFile);
onDroppedFile(openFile);
onKeys({
  u: () => step("undo"), U: () => step("redo"), h: () => hints.next(), c: check, r: () => table.turn(), R: () => table.turn(-1), n: () => table.chooseNext(1), b: () => table.chooseNext(-1),
  Escape: () => { typed = ""; table.putBack(); },
  ...Object.fromEntries([..."0123456"].map((digit) => [digit, () => typeNumber(digit)])),
});
byId("clock").checked = loadStored("pips-clock", false);
byId("clock").addEventListener("change", (event) => { store("pips-clock", event.target.checked); showClock(); });
setInterval(() => {
  if (!byId("clock").checked || document.hidden || !history || history.game.isSolved) return;
  seconds += 1;
  keep();
  showClock();
}, 1000);
window.addEventListener("hashchange", () => location.reload()); // a link to another puzzle

const address = new URLSearchParams(location.hash.slice(1)), linkedText = address.get("t"), stored = loadStored("pips", null);
byId("of-date").date.value = today();
if (opensLink("pips-opened") && address.get("m")) linked = address.get("m").split("_").map((move) => move.replaceAll(".", " "));
let isOpen = false;
if (address.get("date")) isOpen = await playDate(address.get("date"), address.get("level") ?? "easy");
else if (linkedText) isOpen = await open(linkedText, { onError: () => toast(t("link.damaged")) });
else if (stored?.source?.date === today()) isOpen = await playDate(today(), stored.source.level);
else if (stored && !stored.source?.date) isOpen = await open(stored.text, { title: stored.source?.title });
if (!isOpen) {
  const message = byId("message").hidden ? "" : byId("message").textContent;
  if (await playDate(today(), "easy") && message && address.size) showMessage(message, "bad");
}
if (view) enablePage(); // else the server is away, as the message says
