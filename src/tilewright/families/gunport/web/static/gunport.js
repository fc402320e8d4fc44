// The page where gunport is played.
import { isAbort, latestOnly } from "/static/js/api.js";
import { DominoBoard, square } from "/static/js/domino_board.js";
import { dominoIcon, dominoShape, showDominoes } from "/static/js/domino_drawing.js";
import { layMove, liftMove, text } from "/static/js/domino_game.js";
import { DominoHints } from "/static/js/domino_hints.js";
import { h, s } from "/static/js/elements.js";
import { bindHistory } from "/static/js/history.js";
import { KeptGame, loadShown, opensLink, storeShown } from "/static/js/kept_games.js";
import { messageOf, t } from "/static/js/messages.js";
import { byId, enablePage, hideMessage, isAllowed, loadStored, onClicks, onKeys, showHeading, showMessage, store, toast, tryAction } from "/static/js/page.js";
import { bindPrint } from "/static/js/print_sheet.js";
import { bindShare } from "/static/js/share.js";
import { beginPuzzle, markSolved } from "/static/js/solved.js";
import { BoardFiles, base64, boardRequest } from "./gunport_files.js";
import { BoardHistory, Gunport, areSame } from "./gunport_game.js";
import { BoardLibrary } from "./gunport_library.js";
import { counts } from "./gunport_numbers.js";
import { BoardSearch } from "./gunport_search.js";
import { gunportBackend } from "./gunport_backend.js";

const MOST_SIDE = 60; // of a board on this page, as in board_files.py
const SIZES = [[3, 3], [4, 5], [5, 6], [6, 7], [7, 8], [8, 10]];
const latestBest = latestOnly();
const latestSlides = latestOnly();
const latestHelp = latestOnly();
const EMPTY_SIZE = [4, 5]; // of the board where nothing else says which

/** @typedef {{ rows: number, columns: number, no_slide: boolean }} Board */

/** What is known of the best arrangement of a board.
 *  @typedef {Pick<Api.GunportBest, "pieces" | "lower_bound" | "proven" | "arrangement">} Known */

let history = new BoardHistory(new Gunport(0, 0)), known = /** @type {Known | null} */ (null), sliding = /** @type {Domino[]} */ ([]), praised = "";
let loading = /** @type {Promise<void | null> | null} */ (null);

const game = () => history.game;
const noSlide = () => byId("no-slide").checked;
const boardView = new DominoBoard({ game, make, show, cellLabel, mayChoose, ghost: dominoOn });
const hints = new DominoHints({ request: requestHint, mark: markHint, perform: ({ given }) => make(layMove(...given.place), true) });
const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, step);
/** The name under which the moves on the board are stored. */
const storeName = () => `gunport ${game().rows}x${game().columns}`;
const loadGame = () => ({ moves: loadStored(storeName(), null), spans: loadStored(`spans of ${storeName()}`, []) });
const kept = new KeptGame(loadGame, take);
/** The board as it is shown. */
const current = () => ({ rows: game().rows, columns: game().columns, no_slide: noSlide(), dominoes: game().dominoes });
/** The board as the API takes it: the dominoes as moves. */
const request = (dominoes = game().dominoes) => boardRequest({ ...current(), dominoes });
/** The board without dominoes: {rows, columns, no_slide}. */
const emptyBoard = () => ({ rows: game().rows, columns: game().columns, no_slide: noSlide() });
/** @param {{ rows: number, columns: number, no_slide?: boolean }} board */
const isShown = (board) => board.rows === game().rows && board.columns === game().columns && Boolean(board.no_slide) === noSlide();

const files = new BoardFiles({
  board: current,
  open: ({ rows, columns, no_slide: isRule, dominoes }, name) => { setNoSlide(isRule); start(rows, columns, { name, isOfFile: true }); replaceAll(dominoes, true); },
});
const library = new BoardLibrary({
  play: begin,
  show: (board, dominoes) => { begin(board); return dominoes ? replaceAll(dominoes, true) : showBest(); },
  isPlayable: ({ rows, columns, piece }) => rows !== null && piece === "domino" && rows <= MOST_SIDE && columns !== null && columns <= MOST_SIDE,
});
new BoardSearch({ // its buttons are on the page
  board: emptyBoard,
  found: (board, answer) => { library.load(); if (isShown(board)) takeKnown(answer); },
  show: (board, dominoes) => { if (isShown(board)) showBoard(); else begin(board); replaceAll(dominoes, true); },
});

/** @param {boolean} isRule */
function setNoSlide(isRule) {
  byId("no-slide").checked = isRule;
  storeShown("gunport no-slide", isRule);
}

/** Take the game as another tab has it.
 *  @param {{ moves: string[] | null, spans: import("/static/js/history.js").Span[] }} other */
function take({ moves, spans }) {
  if (!moves || !history.follow(moves, spans)) return false;
  praised = JSON.stringify(history.moves); // it was celebrated there
  onMove();
  return true;
}

/** Show a board of the library as it was left, and bring it into view.
 *  @param {{ rows: number | null, columns: number | null, no_slide?: boolean }} board */
function begin(board) {
  setNoSlide(Boolean(board.no_slide));
  start(Number(board.rows), Number(board.columns));
  showBoard();
}

/** Bring the board into view. */
function showBoard() {
  byId("board").scrollIntoView({ block: "center" });
  boardView.svg.focus();
}

/** Show the board of this size as it was left; `name` is that of a file, which the address may name, too.
 *  @param {number} rows
 *  @param {number} columns
 *  @param {{ name?: string, isOfFile?: boolean, isOfAddress?: boolean }} [options] */
function start(rows, columns, { name = "", isOfFile = false, isOfAddress = false } = {}) {
  if (!isOfAddress) window.history.replaceState(null, "", location.pathname);
  if (!isOfFile) files.leave();
  showHeading(name || t("gunport.heading", { rows, columns }));
  history = new BoardHistory(new Gunport(rows, columns));
  const { moves, spans } = loadGame();
  if (moves) history.follow(moves, spans);
  history.refresh = () => kept.refresh();
  storeShown("gunport size", [rows, columns]);
  byId("custom-size").rows.value = String(rows);
  byId("custom-size").columns.value = String(columns);
  for (const button of byId("sizes").children) button.setAttribute("aria-pressed", String(button.textContent === `${rows} × ${columns}`));
  praised = JSON.stringify(history.moves); // no celebration of a stored board that is finished
  boardView.draw(columns, rows, t("gunport.board", { rows, columns }));
  onMove();
  loadBest();
}

/** @param {Domino} domino
 *  @param {string} [kind] */
function dominoOn(domino, kind = "") {
  const isUpright = domino[0][0] === domino[1][0], shape = dominoShape(domino, [], `${isUpright ? "upright" : ""} ${kind}`);
  shape.dataset.name = domino.map(text).join(" ");
  return shape;
}

function show() {
  kept.keep(() => {
    store(`spans of ${storeName()}`, history.spans);
    store(storeName(), history.moves);
  });
  const ports = new Set(game().ports().map(text)), { layers } = boardView;
  layers.cells.replaceChildren(...game().cells().flatMap((cell) => {
    const isPort = ports.has(text(cell));
    const element = square(cell, `cell plain${isPort ? " port" : ""}${boardView.isChosen(cell) ? " chosen" : ""}`);
    element.dataset.cell = text(cell);
    return isPort ? [element, s("circle", { class: "port-mark", cx: cell[0] + 0.5, cy: cell[1] + 0.5, r: 0.26 })] : [element];
  }));
  const slides = new Set(sliding.map((domino) => domino.map(text).join(" ")));
  showDominoes(layers.dominoes, game().dominoes.map((domino) => dominoOn(domino, slides.has(domino.map(text).join(" ")) ? "sliding" : "")));
  byId("dominoes").textContent = t("gunport.domino_count", { n: game().dominoes.length });
  byId("ports").textContent = t("gunport.port_count", { n: ports.size });
  byId("clear").disabled = !game().dominoes.length;
  showHistory(history.moves, history.undone);
  boardView.showCursor();
}

/** After a move: show the board, the slides if they matter, and the verdict at the end. */
async function onMove() {
  for (const latest of [latestHelp, latestSlides]) latest(() => null); // abort requests about the board before
  beginPuzzle(`${game().rows}x${game().columns}${noSlide() ? " no slide" : ""}`);
  boardView.chosen = null;
  hideMessage();
  hints.reset();
  byId("record").hidden = true;
  files.remember();
  if (!noSlide()) sliding = [];
  show();
  if (noSlide()) {
    const before = JSON.stringify(sliding);
    try {
      const view = await latestSlides((signal) => gunportBackend.position(request(), signal));
      // A domino that can slide in two directions is there twice.
      sliding = [...new Map(view.slides.map(({ piece }) => [piece.map(text).join(" "), piece])).values()];
    } catch (error) {
      if (isAbort(error)) return;
      toast(messageOf(error));
    }
    if (JSON.stringify(sliding) !== before) show();
    if (sliding.length && game().isFull) { showMessage(t("gunport.can_slide", { n: sliding.length }), "warn"); return; }
  }
  if (game().isFull) showVerdict();
}

async function showVerdict() {
  const found = await requestHelp((signal) => gunportBackend.verdict(request(), signal));
  if (!found) return;
  // What is only better than what is known is not celebrated: it may be far from the fewest.
  const finished = JSON.stringify(history.moves), isOwn = found.optimal && !history.hasHelp;
  showMessage(isOwn ? t("gunport.well_done", { sentence: found.sentence }) : found.sentence, found.optimal ? "good" : found.record ? "" : "warn");
  if (found.optimal && praised !== finished) { praised = finished; markSolved({ helped: history.hasHelp }); }
  byId("record").hidden = !found.record;
}

/** @param {string} move
 *  @param {boolean} [isHelp] */
function make(move, isHelp = false) {
  if (isAllowed(() => (isHelp ? history.playAll([move], true) : history.play(move)))) onMove();
}

/** Whether a free cell can be chosen as the first half of a domino.
 *  @param {Cell} cell */
function mayChoose(cell) {
  const isPort = game().ports().some((port) => text(port) === text(cell));
  if (isPort) toast(t("gunport.is_port"));
  return !isPort;
}

/** @param {Cell} cell */
function cellLabel(cell) {
  const [column, row] = cell.map((value) => value + 1);
  return t(game().isFree(cell) ? "gunport.board_at_empty" : "gunport.board_at_domino", { column, row });
}

/** @template Answer
 *  @param {(signal: AbortSignal) => Promise<Answer>} call
 *  @returns {Promise<Answer | null>} */
function requestHelp(call) {
  showMessage(t("common.thinking"));
  return tryAction(() => latestHelp(call));
}

/** Load the best known arrangement of the board, and show its number of dominoes. */
function loadBest() {
  known = null;
  byId("known").textContent = "…";
  loading = tryAction(async () => {
    showKnown(await latestBest((signal) => gunportBackend.best(request([]), signal)));
  }, (error) => { byId("known").textContent = error.message; });
}

/** Take what a search has found out about the board that is shown.
 *  @param {Known} found */
function takeKnown(found) {
  latestBest(() => null); // abort the request for what was known before
  showKnown(found);
  if (game().isFull && !sliding.length) showVerdict(); // it may be better known by now how good the board is
}

/** Show the goal: the fewest dominoes that are known, and the ports that they leave.
 *  @param {Known} found */
function showKnown(found) {
  known = found;
  const { dominoes: bound, ports: most } = counts(game(), known.lower_bound);
  const key = known.pieces === null ? "no_best" : known.proven ? "best_proven" : "best_known";
  byId("known").textContent = t(`gunport.${key}`, { ...counts(game(), known.pieces), bound, most });
}

/** A domino of an arrangement with the fewest that the position can still end with; null where no more fits, or none was found. */
async function requestHint() {
  const found = await latestHelp((signal) => gunportBackend.hint(request(), signal));
  if (!found.place) {
    showMessage(found.sentence, found.best !== null && found.reachable !== null && found.reachable > found.best ? "warn" : "good");
    return null;
  }
  const { dominoes } = counts(game(), found.reachable), isLate = found.best !== null && found.reachable !== null && found.reachable > found.best;
  const reasons = [t(found.proven ? "gunport.reason_proven" : "gunport.reason_found", { dominoes })];
  if (isLate) reasons.push(t(found.proven ? "gunport.reason_late" : "gunport.reason_late_perhaps", { n: found.best }));
  return { where: t("gunport.hint_where"), reasons, what: t(isLate ? "gunport.hint_what_late" : "gunport.hint_what", { dominoes }), given: { place: found.place } };
}

/** Mark the cells around the domino of a hint; then that domino.
 *  @param {import("/static/js/domino_hints.js").DominoHint<{ place: Domino }> | null} hint
 *  @param {number} stage */
function markHint(hint, stage) {
  if (!hint) { boardView.layers.marks?.replaceChildren(); return; }
  const { place } = hint.given, isNear = (/** @type {Cell} */ [x, y]) => place.some(([u, v]) => Math.max(Math.abs(x - u), Math.abs(y - v)) < 2);
  const shape = dominoOn(place, "ghost");
  boardView.layers.marks.replaceChildren(...(stage < 3 ? game().cells().filter((cell) => isNear(cell) && game().isFree(cell)).map((cell) => square(cell, "focus")) : [shape]));
}

async function showRepair() {
  hints.reset();
  const found = await requestHelp((signal) => gunportBackend.mend(request(), signal));
  if (!found) return;
  showMessage(found.sentence, found.lift.length ? "warn" : "good");
  boardView.layers.marks.replaceChildren(...found.lift.flat().map((cell) => square(cell, "lifted")));
}

/** Replace the dominoes on the board at once, so that Undo brings the others back at once.
 *  @param {Domino[]} dominoes
 *  @param {boolean} isHelp */
function replaceAll(dominoes, isHelp) {
  if (!areSame(game().dominoes, dominoes)) history.playAll([...game().dominoes.map((domino) => liftMove(domino[0])), ...dominoes.map((domino) => layMove(...domino))], isHelp);
  if (isHelp) praised = JSON.stringify(history.moves);
  return onMove();
}

async function showBest() {
  // Wait for the best of this board: the request for a board that was just chosen may still be running.
  for (let awaited = /** @type {typeof loading} */ (null); awaited !== loading;) await (awaited = loading);
  if (!known?.arrangement.length) { toast(t("gunport.no_best")); return; }
  await replaceAll(known.arrangement, true);
}

/** @param {SubmitEvent} event */
async function saveRecord(event) {
  event.preventDefault();
  const form = byId("record"), board = request(), who = form.who.value;
  form.hidden = true; // against a second click
  store("gunport who", who);
  const entered = await tryAction(() => gunportBackend.record({ ...board, who }));
  if (!entered) { form.hidden = JSON.stringify(board) !== JSON.stringify(request()); return; }
  library.load();
  showMessage(t(entered.result === "known" ? "gunport.already_known" : entered.result === "full" ? "gunport.library_full" : "gunport.saved"), "good");
  loadBest();
}

/** The board in an address: ?size=2x3&board=LRE.ELR, with &no-slide for the rule (older links have no size), or #b=ROWSxCOLUMNS&m=DOMINOES&slide=no as other pages link to it;
 *  null without one. An Error says what is wrong with it.
 *  @returns {Promise<DominoesOnBoard & { name: string } | null>} */
async function boardOfAddress() {
  const query = new URLSearchParams(location.search), letters = query.get("board");
  if (letters !== null) {
    if (letters.length > MOST_SIDE * (MOST_SIDE + 1)) throw new Error(t("gunport.link_size", { n: MOST_SIDE }));
    if (!/^[LRUDE]+(\.[LRUDE]+)*$/.test(letters)) throw new Error(t("gunport.link_letters"));
    const { boards: [found] } = await gunportBackend.open({ data: base64(letters.replaceAll(".", "\n")) });
    if (!["", `${found.rows}x${found.columns}`].includes(query.get("size") ?? "")) throw new Error(t("gunport.link_cut"));
    return { rows: Number(found.rows), columns: Number(found.columns), no_slide: query.has("no-slide"), dominoes: found.pieces, name: "" };
  }
  const linked = new URLSearchParams(location.hash.slice(1));
  const size = /^([1-9]\d?)x([1-9]\d?)$/.exec(linked.get("b") ?? "")?.slice(1).map(Number);
  if (!size || Math.max(...size) > MOST_SIDE) return null;
  const [rows, columns] = size, moves = (linked.get("m") ?? "").split("_").filter(Boolean).map((domino) => `lay ${domino.replace("-", " ")}`);
  const { dominoes } = moves.reduce((position, move) => position.play(move), /** @type {import("/static/js/domino_game.js").DominoGame} */ (new Gunport(rows, columns)));
  const isRule = linked.has("slide") ? linked.get("slide") === "no" : noSlide();
  return { rows, columns, no_slide: isRule, dominoes, name: linked.get("name") ?? "" };
}

/** Show the board in the address; what was laid before comes back by Undo. For a wrong one, a message and an empty board. */
async function openAddress() {
  let found;
  try {
    found = await boardOfAddress();
  } catch (error) {
    start(EMPTY_SIZE[0], EMPTY_SIZE[1]);
    replaceAll([], false);
    showMessage(t("gunport.link_wrong", { message: messageOf(error) }), "bad");
    return true;
  }
  if (!found) return false;
  setNoSlide(found.no_slide);
  start(found.rows, found.columns, { name: found.name, isOfAddress: true });
  if (!opensLink()) return true; // goes on after a reload
  if (!found.dominoes.length && !game().isFull) return true; // what was begun on this board goes on
  replaceAll(found.dominoes, true);
  return true;
}

/** The address of the board with its dominoes. */
function shared() {
  const link = new URL(location.pathname, location.origin);
  const { rows, columns, letters } = game();
  link.search = `size=${rows}x${columns}&board=${letters}${noSlide() ? "&no-slide" : ""}`;
  return { title: t("gunport.title"), url: String(link) };
}

/** The board on paper, with as many dominoes as the best arrangement has. */
function sheet() {
  const { rows, columns } = game(), n = known?.pieces ?? Math.ceil((rows * columns) / 3);
  const picture = s("svg", { class: "board", viewBox: `-.05 -.05 ${columns + 0.1} ${rows + 0.1}` }, game().cells().map((cell) => square(cell, "cell plain")));
  return { title: `${t("gunport.title")} ${rows} × ${columns}`, rule: t("gunport.rule_line"), board: { svg: picture }, pieces: Array.from({ length: n }, () => ({ svg: dominoIcon([]) })) };
}

/** @param {"undo" | "redo"} direction */
function step(direction) {
  if (history[direction]()) onMove();
}

byId("sizes").append(...SIZES.map(([rows, columns]) => h("button", { class: "btn", type: "button", onclick: () => start(rows, columns) }, `${rows} × ${columns}`)));
byId("custom-size").addEventListener("submit", (event) => {
  event.preventDefault();
  const { rows, columns } = byId("custom-size");
  start(Number(rows.value), Number(columns.value));
});
byId("no-slide").addEventListener("change", () => { storeShown("gunport no-slide", noSlide()); onMove(); loadBest(); });
byId("record").addEventListener("submit", saveRecord);
onClicks({
  hint: () => hints.next(), repair: showRepair, best: showBest, clear: () => replaceAll([], false),
});
bindShare(byId("share"), async () => shared());
bindPrint(byId("print"), sheet);
onKeys({ u: () => step("undo"), U: () => step("redo"), h: () => hints.next() });

byId("no-slide").checked = loadShown("gunport no-slide", false);
byId("record").who.value = loadStored("gunport who", "");
window.addEventListener("hashchange", () => location.reload()); // a link to another board
if (!(await openAddress())) {
  if (files.shown) start(files.shown.rows, files.shown.columns, { name: files.shown.name, isOfFile: true });
  else {
    const [rows, columns] = loadShown("gunport size", EMPTY_SIZE);
    start(rows, columns);
  }
}
enablePage();
