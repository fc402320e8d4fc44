// The page where gunport is played.
import { get, isAbort, latestOnly, post } from "/static/js/api.js";
import { DominoBoard, square } from "/static/js/domino_board.js";
import { layMove, liftMove, text } from "/static/js/domino_game.js";
import { h, s } from "/static/js/elements.js";
import { History } from "/static/js/history.js";
import { t } from "/static/js/messages.js";
import { byId, confetti, enablePage, hideMessage, loadStored, onKeys, showHeading, showMessage, store, toast, tryAction } from "/static/js/page.js";
import { Gunport } from "./gunport_game.js";

const MOST_SIDE = 60; // of a board on this page, as in board_files.py
const SIZES = [[3, 3], [4, 5], [5, 6], [6, 7], [7, 8], [8, 10]];
const latestBest = latestOnly();
const latestSlides = latestOnly();
const latestHelp = latestOnly();

let history, known = null, hint = null, sliding = [], praised = "", loading = null;
let shown = new Set(); // moves that a hint or the best known arrangement made, not the player

const game = () => history.game;
const noSlide = () => byId("no-slide").checked;
const board = new DominoBoard({ game, make, show, cellLabel, mayChoose });
/** The board as the API takes it: the dominoes as moves. */
const request = (dominoes = game().dominoes) => ({ rows: game().rows, columns: game().columns, no_slide: noSlide(), moves: dominoes.map((domino) => layMove(...domino)) });

/** Show the board of this size as it was left; `name` is that of a file, whose board is in the address. */
function start(rows, columns, name = "") {
  if (!name) window.history.replaceState(null, "", location.pathname);
  showHeading(name || t("gunport.title"));
  const empty = new Gunport(rows, columns);
  try {
    history = new History(empty, loadStored(`gunport ${rows}x${columns}`, []));
  } catch {
    history = new History(empty);
  }
  store("gunport size", [rows, columns]);
  shown = new Set(loadStored(`shown in gunport ${rows}x${columns}`, []));
  byId("custom-size").rows.value = rows;
  byId("custom-size").columns.value = columns;
  for (const button of byId("sizes").children) button.setAttribute("aria-pressed", String(button.textContent === `${rows} × ${columns}`));
  praised = JSON.stringify(history.moves); // no confetti for a stored board that is finished
  board.draw(columns, rows, t("gunport.board", { rows, columns }));
  onMove();
  loadBest();
}

function dominoShape([[x, y], [u]], kind) {
  const isUpright = x === u;
  const [width, height] = isUpright ? [0.86, 1.86] : [1.86, 0.86];
  const pips = [[x + 0.5, y + 0.5], isUpright ? [x + 0.5, y + 1.5] : [x + 1.5, y + 0.5]];
  return s("g", {}, s("rect", { class: `domino${isUpright ? " upright" : ""} ${kind}`, x: x + 0.07, y: y + 0.07, width, height, rx: 0.2 }),
    pips.map(([cx, cy]) => s("circle", { class: "pip", cx, cy, r: 0.1 })));
}

function show() {
  store(`gunport ${game().rows}x${game().columns}`, history.moves);
  store(`shown in gunport ${game().rows}x${game().columns}`, [...shown]);
  const ports = new Set(game().ports().map(text)), { layers } = board;
  layers.cells.replaceChildren(...game().cells().flatMap((cell) => {
    const isPort = ports.has(text(cell));
    const element = square(cell, `cell plain${isPort ? " port" : ""}${board.isChosen(cell) ? " chosen" : ""}`);
    element.dataset.cell = text(cell);
    return isPort ? [element, s("circle", { class: "port-mark", cx: cell[0] + 0.5, cy: cell[1] + 0.5, r: 0.26 })] : [element];
  }));
  const slides = new Set(sliding.map((domino) => domino.map(text).join(" ")));
  layers.dominoes.replaceChildren(...game().dominoes.map((domino) => dominoShape(domino, slides.has(domino.map(text).join(" ")) ? "sliding" : "")));
  layers.marks.replaceChildren();
  hint = null;
  byId("dominoes").textContent = t("gunport.domino_count", { n: game().dominoes.length });
  byId("ports").textContent = t("gunport.port_count", { n: ports.size });
  byId("undo").disabled = !history.moves.length;
  byId("redo").disabled = !history.undone.length;
  board.showCursor();
}

/** After a move: show the board, the slides if they matter, and the verdict at the end. */
async function onMove() {
  for (const latest of [latestHelp, latestSlides]) latest(() => null); // abort requests about the board before
  board.chosen = null;
  hideMessage();
  byId("record").hidden = true;
  if (!noSlide()) sliding = [];
  show();
  if (noSlide()) {
    const shown = JSON.stringify(sliding);
    try {
      const view = await latestSlides((signal) => post("/gunport/position", request(), signal));
      // A domino that can slide in two directions is there twice.
      sliding = [...new Map(view.slides.map(({ piece }) => [piece.map(text).join(" "), piece])).values()];
    } catch (error) {
      if (isAbort(error)) return;
      toast(error.message);
    }
    if (JSON.stringify(sliding) !== shown) show();
    if (sliding.length && game().isFull) { showMessage(t("gunport.can_slide", { n: sliding.length }), "warn"); return; }
  }
  if (game().isFull) showVerdict();
}

async function showVerdict() {
  const found = await requestHelp("verdict");
  if (!found) return;
  const isGood = found.optimal || found.record;
  const finished = JSON.stringify(history.moves), isOwn = isGood && !game().dominoes.some((domino) => shown.has(layMove(...domino)));
  showMessage(isOwn && found.optimal ? t("gunport.well_done", { sentence: found.sentence }) : found.sentence, isGood ? "good" : "warn");
  if (isOwn && praised !== finished) { praised = finished; confetti(); }
  byId("record").hidden = !found.record;
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

/** Whether a free cell can be chosen as the first half of a domino. */
function mayChoose(cell) {
  const isPort = game().ports().some((port) => text(port) === text(cell));
  if (isPort) toast(t("gunport.is_port"));
  return !isPort;
}

function cellLabel(cell) {
  const [column, row] = cell.map((value) => value + 1);
  return t(game().isFree(cell) ? "gunport.board_at_empty" : "gunport.board_at_domino", { column, row });
}

function requestHelp(path) {
  showMessage(t("common.thinking"));
  return tryAction(() => latestHelp((signal) => post(`/gunport/${path}`, request(), signal)));
}

/** Load the best known arrangement of the board, and show its number of dominoes. */
function loadBest() {
  known = null;
  byId("known").textContent = "…";
  loading = tryAction(async () => {
    known = await latestBest((signal) => post("/gunport/best", request([]), signal));
    const { pieces: n, proven, lower_bound: bound } = known;
    byId("known").textContent = n === null ? t("gunport.no_best") : t(proven ? "gunport.best_proven" : "gunport.best_known", { n, bound });
  }, (error) => { byId("known").textContent = error.message; });
}

/** Show a domino of a best arrangement; the second time, place it. */
async function showHint() {
  if (hint) { shown.add(layMove(...hint)); make(layMove(...hint)); return; }
  const found = await requestHelp("hint");
  if (!found) return;
  showMessage(found.sentence, found.best !== null && found.reachable !== null && found.reachable > found.best ? "warn" : "good");
  board.layers.marks.replaceChildren();
  hint = found.place;
  if (hint) {
    const shape = dominoShape(hint, "");
    shape.classList.add("ghost");
    board.layers.marks.append(shape);
  }
}

async function showRepair() {
  const found = await requestHelp("mend");
  if (!found) return;
  showMessage(found.sentence, found.lift.length ? "warn" : "good");
  board.layers.marks.replaceChildren(...found.lift.flat().map((cell) => square(cell, "lifted")));
}

function liftAll() {
  for (const domino of [...game().dominoes]) history.play(liftMove(domino[0]));
}

async function showBest() {
  // Wait for the best of this board: the request for a board that was just chosen may still be running.
  for (let awaited = null; awaited !== loading;) await (awaited = loading);
  if (!known?.arrangement.length) { toast(t("gunport.no_best")); return; }
  liftAll();
  for (const [a, b] of known.arrangement) { history.play(layMove(a, b)); shown.add(layMove(a, b)); }
  praised = JSON.stringify(history.moves);
  await onMove();
}

async function saveRecord(event) {
  event.preventDefault();
  const form = byId("record"), board = request(), who = form.who.value;
  form.hidden = true; // against a second click
  store("gunport who", who);
  const entered = await tryAction(() => post("/gunport/record", { ...board, who }));
  if (!entered) { form.hidden = JSON.stringify(board) !== JSON.stringify(request()); return; }
  openLibrary();
  showMessage(t({ known: "gunport.already_known", full: "gunport.library_full" }[entered.result] ?? "gunport.saved"), "good");
  loadBest();
}

let entries = null; // of the library, once it was opened

/** Load the library and show it. */
async function openLibrary() {
  if (!byId("library").open) return;
  entries = await tryAction(() => get("/gunport/library"), (error) => { byId("library-tally").textContent = error.message; }) ?? entries;
  showLibrary();
}

function showLibrary() {
  if (!entries) return;
  const words = byId("library-search").value.trim().toLowerCase().replaceAll(" × ", "x"), kind = byId("library-show").value;
  const isShown = (entry) => `${entry.name} ${entry.columns}x${entry.rows} ${entry.piece} ${entry.who}`.toLowerCase().includes(words)
    && ({ proven: entry.proven, open: !entry.proven, own: !entry.shipped }[kind] ?? true);
  const found = entries.filter(isShown);
  byId("library-tally").textContent = t("gunport.library_tally", { n: found.length, all: entries.length });
  byId("library-tiles").replaceChildren(...found.map(entryTile));
}

function entryTile(entry) {
  const isPlayable = entry.rows !== null && entry.piece === "domino" && entry.rows <= MOST_SIDE && entry.columns <= MOST_SIDE;
  const bound = entry.proven ? t("gunport.library_minimum") : entry.lower_bound ? t("gunport.library_bound", { bound: entry.lower_bound }) : t("gunport.library_unproven");
  const open = (isSolved) => {
    byId("no-slide").checked = entry.no_slide;
    store("gunport no-slide", noSlide());
    start(entry.rows, entry.columns);
    if (isSolved) showBest();
    byId("board").scrollIntoView({ block: "center" });
    board.svg.focus();
  };
  const chips = [entry.piece === "domino" ? "" : entry.piece, entry.no_slide ? t("gunport.library_no_slide") : ""].filter(Boolean);
  return h("article", { class: "card entry" },
    h("img", { src: `/api${entry.picture}`, alt: t("gunport.library_picture", { name: entry.name }), loading: "lazy" }),
    h("div", { class: "about" },
      h("p", { class: "name" }, entry.name, " ", chips.map((chip) => h("span", { class: "chip" }, chip))),
      h("p", { class: "small" }, `${t("gunport.library_pieces", { n: entry.pieces })} · ${t("gunport.port_count", { n: entry.ports })}`),
      h("p", { class: "small quiet" }, bound),
      entry.classes ? h("p", { class: "small quiet" }, t("gunport.library_kept_of", { n: entry.kept, all: entry.classes }))
        : entry.kept > 1 ? h("p", { class: "small quiet" }, t("gunport.library_kept", { n: entry.kept })) : null,
      h("p", { class: "small quiet" }, t("gunport.library_who", { who: entry.who })),
      isPlayable ? h("div", { class: "row" },
        h("button", { class: "btn", type: "button", onclick: () => open(false) }, t("gunport.library_play")),
        h("button", { class: "btn", type: "button", onclick: () => open(true) }, t("gunport.library_best"))) : null));
}

/** Show the board in the address: #b=ROWSxCOLUMNS&m=DOMINOES&name=NAME. What was laid before comes back by Undo. */
function openShared() {
  const { hash } = location, query = new URLSearchParams(hash.slice(1));
  const size = /^([1-9]\d?)x([1-9]\d?)$/.exec(query.get("b") ?? "")?.slice(1).map(Number);
  if (!size || Math.max(...size) > MOST_SIDE) return false;
  start(...size, query.get("name") || size.join(" × "));
  const [navigation] = performance.getEntriesByType("navigation");
  if (navigation?.type !== "navigate" && loadStored("gunport opened", "") === hash) return true; // goes on after a reload
  store("gunport opened", hash);
  liftAll();
  try {
    for (const domino of (query.get("m") ?? "").split("_").filter(Boolean)) {
      const move = `lay ${domino.replace("-", " ")}`;
      history.play(move);
      shown.add(move);
    }
  } catch (error) {
    toast(error.message);
  }
  praised = JSON.stringify(history.moves);
  onMove();
  return true;
}

function step(direction) {
  if (history[direction]()) onMove();
}

byId("sizes").append(...SIZES.map(([rows, columns]) => h("button", { class: "btn", type: "button", onclick: () => start(rows, columns) }, `${rows} × ${columns}`)));
byId("custom-size").addEventListener("submit", (event) => {
  event.preventDefault();
  const { rows, columns } = byId("custom-size");
  start(Number(rows.value), Number(columns.value));
});
byId("no-slide").addEventListener("change", () => { store("gunport no-slide", noSlide()); onMove(); loadBest(); });
byId("record").addEventListener("submit", saveRecord);
byId("library").addEventListener("toggle", openLibrary);
byId("library-search").addEventListener("input", showLibrary);
byId("library-show").addEventListener("change", showLibrary);
for (const [id, action] of Object.entries({
  undo: () => step("undo"), redo: () => step("redo"), hint: showHint, repair: showRepair, best: showBest, clear: () => { liftAll(); onMove(); },
})) byId(id).addEventListener("click", action);
onKeys({ u: () => step("undo"), U: () => step("redo"), h: showHint });

byId("no-slide").checked = loadStored("gunport no-slide", false);
byId("record").who.value = loadStored("gunport who", "");
window.addEventListener("hashchange", () => location.reload()); // a link to another board
if (!openShared()) start(...loadStored("gunport size", [4, 5]));
enablePage();
