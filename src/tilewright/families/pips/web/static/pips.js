// The page where Pips is played.
import { latestOnly, post } from "/static/js/api.js";
import { h } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { History } from "/static/js/history.js";
import { t } from "/static/js/messages.js";
import { byId, enablePage, hideMessage, loadStored, onDroppedFile, onKeys, shareLink, showMessage, showOpenError, store, toast, tooLarge, tryAction, withoutExtension } from "/static/js/page.js";
import { beginPuzzle, markSolved } from "/static/js/solved.js";
import { layMove, liftMove, PipsGame } from "./pips_game.js";
import { PipsTable } from "./pips_table.js";

const MAX_BYTES = 200_000, KEPT = 40; // games that this browser keeps
const latestHelp = latestOnly();
const latestPuzzle = latestOnly();

let view, source, history; // `source` says where the puzzle is from: { date, level } or {}
let helped = new Set(); // the moves that hints made
let seconds = 0; // that the clock has counted
let hint = null, stage = 0, typed = "";
let file = []; // the puzzles of the file that is open

const table = new PipsTable({ game: () => history.game, make, changed: () => { byId("turn").disabled = table.hand.index === null; } });

const today = () => {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
};

/** Begin a puzzle, or go on with it where this browser knows it. */
function begin(puzzle, from = {}) {
  const kept = loadStored("pips-games", {})[puzzle.text] ?? {}, empty = new PipsGame(puzzle);
  [view, source] = [puzzle, from];
  beginPuzzle(puzzle.text);
  try {
    history = new History(empty, kept.moves);
  } catch {
    history = new History(empty);
    toast(t("pips.stored_invalid"));
  }
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

/** Keep the game in this browser; the oldest are dropped. */
function keep() {
  const games = { ...loadStored("pips-games", {}) };
  delete games[view.text]; // the latest stands last
  if (history.moves.length || seconds) games[view.text] = { moves: history.moves, helped: [...helped], seconds };
  store("pips-games", Object.fromEntries(Object.entries(games).slice(-KEPT)));
}

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
  showHint(null);
  hideMessage();
  table.settle();
  keep();
  byId("left").textContent = t("pips.left", { n: left });
  byId("undo").disabled = !history.moves.length;
  byId("redo").disabled = !history.undone.length;
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

const step = (direction) => { table.drag.cancel(); if (history[direction]()) onMove(false); };

/** Ask about the position; null where no answer came. */
async function ask(path) {
  showMessage(t("common.thinking"));
  return tryAction(() => latestHelp((signal) => post(`/pips/${path}`, { text: view.text, dominoes: history.game.position() }, signal)));
}

async function check() {
  const answer = await ask("check");
  if (answer) showMessage(t(answer.right ? "pips.right_so_far" : "pips.wrong_so_far"), answer.right ? "good" : "warn");
}

/** Show no hint, or one at its first stage. */
function showHint(given) {
  [hint, stage] = [given, 0];
  byId("steps").hidden = true;
  byId("hint").textContent = t("common.hint");
  table.mark();
  if (given) nextStage();
}

/** Where to look; why; what follows; then it is done. */
function nextStage() {
  stage += 1;
  const isLift = hint.lift.length > 0, isMove = isLift || hint.laid !== null;
  const [first] = isLift ? hint.lift : [hint.laid];
  if (stage > 3) {
    const moves = isLift ? hint.lift.map((one) => liftMove(history.game.identify(one)[0])) : [layMove(...history.game.identify(hint.laid))];
    if (!isLift) helped.add(moves[0]);
    table.putBack();
    for (const move of moves) history.play(move);
    onMove();
    return;
  }
  showMessage(stage < 3 ? hint.where : hint.what, isLift ? "warn" : "good");
  byId("steps").replaceChildren(...hint.reasons.map((sentence) => h("li", {}, sentence)));
  byId("steps").hidden = stage < 2 || !hint.reasons.length;
  table.mark(hint.cells, stage === 3 && isMove ? history.game.identify(first) : null, isLift ? "lifted" : "");
  const next = ["", "pips.hint_why", "pips.hint_what", isLift ? "pips.hint_lift" : "pips.hint_lay"][stage];
  byId("hint").textContent = t(stage === 3 && !isMove ? "common.hint" : next);
  if (stage === 3 && !isMove) hint = null;
}

async function help() {
  if (hint) { nextStage(); return; }
  const given = await ask("hint");
  if (given) showHint(given);
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

async function share() {
  const link = new URL(location.href);
  link.hash = new URLSearchParams(source.date ? source : { t: view.text });
  await shareLink(link);
}

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
for (const [id, action] of Object.entries({ undo: () => step("undo"), redo: () => step("redo"), turn: () => table.turn(), hint: help, check, share, clear })) byId(id).addEventListener("click", action);
onFile(byId("file"), MAX_BYTES, openFile);
onDroppedFile(openFile);
onKeys({
  u: () => step("undo"), U: () => step("redo"), h: help, c: check, r: () => table.turn(), R: () => table.turn(-1), n: () => table.chooseNext(1), b: () => table.chooseNext(-1),
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

const address = new URLSearchParams(location.hash.slice(1)), linked = address.get("t"), stored = loadStored("pips", null);
byId("of-date").date.value = today();
let isOpen = false;
if (address.get("date")) isOpen = await playDate(address.get("date"), address.get("level") ?? "easy");
else if (linked) isOpen = await open(linked, { onError: () => toast(t("link.damaged")) });
else if (stored?.source?.date === today()) isOpen = await playDate(today(), stored.source.level);
else if (stored && !stored.source?.date) isOpen = await open(stored.text, { title: stored.source?.title });
if (!isOpen) {
  const message = byId("message").hidden ? "" : byId("message").textContent;
  if (await playDate(today(), "easy") && message && address.size) showMessage(message, "bad");
}
if (view) enablePage(); // else the server is away, as the message says
