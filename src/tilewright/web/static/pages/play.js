// The page where a tiling is played.
import { ApiError, post } from "../js/api.js";
import { BoardView } from "../js/board_view.js";
import { key, marksOn } from "../js/cells.js";
import { Drag } from "../js/dragging.js";
import { GameHelp } from "../js/game_help.js";
import { GameSolid } from "../js/game_solid.js";
import { HeldPiece, centre, nextInDirection } from "../js/held_piece.js";
import { History } from "../js/history.js";
import { t } from "../js/messages.js";
import { ARROWS, byId, enablePage, loadStored, showMessage, store, toast } from "../js/page.js";
import { PieceList } from "../js/piece_list.js";
import { linkToPosition, queryOf, sourceFromAddress } from "../js/puzzle_link.js";
import { Tiling, liftMove, placeMove } from "../js/tiling_game.js";

const DEFAULT = { catalogue: "pentominoes-6x10" };
const CONTROLS = { turn: "turn", back: "back", flip: "flip", tip: "tip", "tip-back": "tip_back", roll: "roll", "roll-back": "roll_back" };
let puzzle, view, history = null, held, board, pieceList, solid = null, help, storeName, scrolled = 0;
let cursor = null, usesKeys = false; // the cell of the keyboard cursor, and whether the keyboard is in use
let shown = new Set(); // moves that a hint or a link made, not the player
let aim = null; // the point of the board at which the held piece is shown, or null

const game = () => history.game;
const lookOf = (name) => view.pieces.find((piece) => piece.name === name);
const labelOf = (name) => (byId("labels").checked && name.length <= 3 ? name : "");
const fits = (cells) => !game().errorOf(held.name, cells);
const near = (point) => held.near(point, fits);

async function start() {
  puzzle = (await sourceFromAddress()) ?? DEFAULT;
  view = await post("/puzzle", puzzle);
  if (!puzzle.use && needsAny(view.known)) {
    puzzle = { ...puzzle, use: "any" };
    view = await post("/puzzle", puzzle);
  }
  byId("use-any").checked = puzzle.use === "any";
  byId("use-any-row").hidden = !puzzle.use && view.pieces.every((piece) => !piece.least);
  byId("title").textContent = view.title || t("common.untitled");
  byId("summary").textContent = view.summary;
  byId("solve").href = `/solve${puzzle.catalogue ? queryOf(puzzle) : location.search + location.hash}`;
  document.title = `${view.title || t("play.title")} · Tilewright`;
  if (!view.playable) throw new ApiError({ message: t("play.no_board") });
  storeName = `game ${puzzle.catalogue ?? view.toml}${puzzle.use === "any" ? " (any)" : ""}`;
  shown = new Set(loadStored(`shown in ${storeName}`, []));
  history = storedGame();
  held = new HeldPiece(view);
  help = new GameHelp({
    position: () => ({ puzzle, position: game().dumps() }), history: () => history, board: () => board, view, onMarks: () => preview(),
    shown: () => game().placed.filter(({ piece, cells }) => shown.has(placeMove(piece, cells))).length,
  });
  if (view.has_costs) help.loadCosts();
  board = new BoardView(byId("board"), view, onDraw);
  if (board.isSolid) solid = new GameSolid(byId("solid"), view);
  pieceList = new PieceList(byId("pieces"), view, { press: takeUp, choose: (name) => { choose(name); board.board.focus(); } });
  document.body.classList.toggle("solid", board.isSolid);
  for (const [id, control] of Object.entries(CONTROLS)) {
    byId(id).hidden = (board.isSolid || id.includes("tip") || id.includes("roll")) && view.pieces.every((piece) => !changes(piece, control));
  }
  show();
}

/** Whether a puzzle is only known to have solutions when pieces may be left over. */
function needsAny(known) {
  const solutions = known.filter((one) => one.what === "solutions" && !one.motions);
  return solutions.some((one) => one.use === "all" && one.count === "0") && solutions.some((one) => one.use === "any" && one.count !== "0");
}

/** Open the page again, with pieces that may be left over, or as the puzzle says. */
function changeUse() {
  const query = new URLSearchParams(location.search);
  query.set("use", byId("use-any").checked ? "any" : "all");
  const hash = new URLSearchParams(location.hash.slice(1));
  hash.delete("p");
  location.assign(`${location.pathname}?${query}${hash.size ? `#${hash}` : ""}`);
}

/** The game stored in this browser, continued to the position in the address, if there is one: undo leads back. */
function storedGame() {
  const first = new Tiling(view);
  let found;
  try {
    found = new History(first, loadStored(storeName, []));
  } catch {
    found = new History(first);
    toast(t("play.stored_invalid"));
  }
  const query = new URLSearchParams(location.hash.slice(1)), shared = query.get("p");
  if (!shared) return found;
  try {
    const position = Tiling.loads(view, shared);
    if (position.dumps() !== found.game.dumps()) {
      for (const placement of [...found.game.placed].reverse()) found.play(liftMove(placement.cells[0]));
      for (const placement of position.placed) {
        found.play(placeMove(placement.piece, placement.cells));
        shown.add(placeMove(placement.piece, placement.cells));
      }
    }
    // The game is stored from here on: a reload must not return to the shared position.
    query.delete("p");
    window.history.replaceState(null, "", `${location.pathname}${location.search}${query.size ? `#${query}` : ""}`);
  } catch (error) {
    toast(t("play.shared_invalid", { error: error.message }));
  }
  return found;
}

/** The board was drawn: at the start, or in other columns. */
function onDraw(drawn) {
  board = drawn;
  held.setView(board.view);
  const picture = board.board;
  picture.addEventListener("pointerdown", press);
  picture.addEventListener("pointermove", hover);
  picture.addEventListener("pointerleave", () => { aim = null; preview(); });
  picture.addEventListener("wheel", wheel, { passive: false });
  picture.addEventListener("keydown", onBoardKey);
  picture.addEventListener("focus", () => { usesKeys = picture.matches(":focus-visible"); if (usesKeys) moveTo(cursor ?? view.cells[0].at); });
  picture.addEventListener("blur", () => { if (usesKeys) aim = null; usesKeys = false; board.showCursor(null); preview(); });
  aim = usesKeys ? centre(board.outlineOf(cursor)) : null;
  if (pieceList) { paint(); showHeld(); }
}

const changes = (piece, control) => piece[control].some((to, from) => to !== from);

/** Show the held piece, and the pieces that are left. */
function showHeld() {
  byId("pieces-left").textContent = t("play.pieces_left", { n: pieceList.show(game(), held, byId("labels").checked) });
  for (const [id, control] of Object.entries(CONTROLS)) byId(id).disabled = !held.piece || !changes(held.piece, control);
  board.board.classList.toggle("aimed", Boolean(held.piece));
  solid?.hold(held.piece && held.cells(), held.piece, held.piece && held.marks());
  preview();
}

/** Draw the placements. */
function paint() {
  const placed = [...view.forced, ...game().placed];
  board.groups.pieces.replaceChildren(...placed.map((placement) => {
    const shape = board.shape(placement.cells, lookOf(placement.piece), { label: labelOf(placement.piece) });
    shape.classList.toggle("given", view.forced.includes(placement));
    return shape;
  }));
  board.groups.marks.replaceChildren();
  help.paint();
  board.showCursor(usesKeys ? cursor : null);
  solid?.show(placed);
  preview();
}

/** Show the position: call after every move. */
function show() {
  store(storeName, history.moves);
  store(`shown in ${storeName}`, [...shown]);
  help.reset();
  byId("undo").disabled = !history.moves.length;
  byId("redo").disabled = !history.undone.length;
  if (held.name !== null && game().left(held.name) <= 0) held.take(null);
  paint();
  showHeld();
}

function make(move) {
  try {
    history.play(move);
  } catch (error) {
    toast(error.message);
    return false;
  }
  show();
  return true;
}

function step(direction) {
  drag.cancel();
  if (history?.[direction]()) show();
}

function clear() {
  if (!game().placed.length) return;
  for (const placement of [...game().placed].reverse()) history.play(liftMove(placement.cells[0]));
  show();
}

function choose(name) {
  if (game().left(name) > 0 && held.name !== name) held.take(name);
  showHeld();
}

/** A pointerdown on a piece of the list. On a touch screen, which has no keys, a second tap turns the piece. */
function takeUp(name, event) {
  const again = held.name === name && event.pointerType === "touch";
  choose(name);
  if (held.piece) drag.start(event, { tap: again ? () => change("turn") : null });
}

const drag = new Drag({
  over(event) {
    const cells = near(board.pointOf(event));
    showGhost(cells);
    return Boolean(cells);
  },
  drop(event) { place(near(board.pointOf(event)), true); },
  picture: () => board.pictureOf(held),
  ended() { showGhost(null); },
});

function showGhost(cells) {
  const shown = held.piece ? cells : null;
  board.showGhost(shown, held.piece, shown && game().errorOf(held.name, shown));
  solid?.ghost(shown && fits(shown) ? { piece: held.name, cells: shown } : help.hint);
}

/** Show where the held piece would be placed. */
function preview() {
  if (drag.isActive) return;
  const at = aim && board.cellAt(aim);
  showGhost(held.piece && aim && !(at && game().owner.has(key(at))) ? near(aim) : null);
}

function hover(event) {
  if (event.pointerType === "touch") return;
  aim = board.pointOf(event);
  preview();
}

function press(event) {
  if (event.button !== 0 || !event.isPrimary) return;
  const point = board.pointOf(event), at = board.cellAt(point), placement = at && game().owner.get(key(at));
  usesKeys = false;
  board.showCursor(null);
  if (at) cursor = at;
  if (placement) {
    if (game().given.has(key(at))) { toast(t("play.given", { piece: placement.piece })); return; }
    held.takeFrom(placement, at);
    if (make(liftMove(at))) drag.start(event);
    return;
  }
  if (canPlaceHint(at)) { placeHint(); return; }
  if (!held.piece) { if (event.pointerType !== "touch") toast(t("play.choose_piece")); return; }
  // A finger hides what it points at: the piece follows it, and is placed where it leaves the board.
  if (event.pointerType === "touch") drag.start(event, { atOnce: true });
  else place(near(point));
}

/** Place the held piece on cells; off the board it remains held. */
function place(cells, quietly = false) {
  if (!cells || !held.piece) return;
  const error = game().errorOf(held.name, cells);
  if (!error) make(placeMove(held.name, cells));
  else if (!quietly || cells.some((cell) => game().cells.has(key(cell)))) toast(`${error[0].toUpperCase()}${error.slice(1)}.`);
}

function change(control) {
  if (!history) return;
  if (!held.piece) { toast(t("play.choose_piece_first")); return; }
  held.change(control);
  showHeld();
  drag.refresh();
}

// One notch of a mouse wheel is a step; a touchpad sends many small ones.
function wheel(event) {
  if (!held.piece) return;
  event.preventDefault();
  const way = event.deltaY || event.deltaX;
  if (scrolled * way < 0) scrolled = 0;
  scrolled += event.deltaMode === 0 ? way : way * 40;
  if (Math.abs(scrolled) < 60) return;
  scrolled = 0;
  if (!event.shiftKey) change(way > 0 ? "turn" : "back");
  else if (board.isSolid) change(way > 0 ? "tip" : "tip_back");
  else change("flip");
}

function onBoardKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key], layer = { PageUp: 1, PageDown: -1 }[event.key];
  const at = cursor ?? view.cells[0].at;
  if (arrow) moveTo(nextInDirection(held.centres, centre(board.outlineOf(at)), arrow) ?? at);
  else if (layer && board.isSolid) moveTo(inLayer(at, at[2] + layer));
  else if (event.key === "Enter" || event.key === " ") {
    moveTo(at);
    if (canPlaceHint(at)) placeHint();
    else if (!held.piece) toast(t("play.choose_piece_key"));
    else place(near(aim));
  } else if (event.key === "Delete" || event.key === "Backspace") {
    const placement = game().owner.get(key(at));
    if (!placement) return;
    if (!game().given.has(key(at))) held.takeFrom(placement, at);
    make(liftMove(at));
  } else return;
  event.preventDefault();
}

/** The cell of a layer that is nearest to another cell; that cell itself if there is no such layer. */
function inLayer([x, y, z], layer) {
  const distance = ([a, b]) => Math.hypot(a - x, b - y);
  return view.cells.map((cell) => cell.at).filter((at) => at[2] === layer).sort((a, b) => distance(a) - distance(b))[0] ?? [x, y, z];
}

function moveTo(cell) {
  [cursor, usesKeys] = [cell, true];
  aim = centre(board.outlineOf(cell));
  board.showCursor(cell);
  board.board.setAttribute("aria-label", t("play.board_at", { cell: key(cell), content: contentOf(cell) }));
  preview();
}

/** What lies on a cell, its colour and its cost, in words. */
function contentOf(cell) {
  const mark = marksOn(view, [cell]).get(key(cell)), on = view.cells.find((one) => key(one.at) === key(cell));
  const words = [game().owner.get(key(cell))?.piece ?? t("play.empty_cell")];
  if (mark?.ground) words.push(on.colour);
  if (on.cost) words.push(t("play.cost", { cost: on.cost }));
  return words.join(", ");
}

function nextPiece() {
  const available = view.pieces.filter((piece) => game().left(piece.name) > 0);
  if (available.length) choose(available[(available.findIndex((piece) => piece.name === held.name) + 1) % available.length].name);
}

document.addEventListener("keydown", (event) => {
  if (!history || event.target.matches("input:not([type=checkbox]), textarea, select")) return;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const back = event.shiftKey || (letter !== event.key && !event.getModifierState("CapsLock"));
  if (event.ctrlKey || event.metaKey) {
    const direction = event.altKey ? null : { z: back ? "redo" : "undo", y: "redo" }[letter];
    if (direction) { step(direction); event.preventDefault(); }
    return;
  }
  if (event.altKey) return;
  const action = {
    r: () => change(back ? "back" : "turn"), f: () => change("flip"), u: () => step(back ? "redo" : "undo"), h: hint,
    n: () => { drag.cancel(); nextPiece(); }, Escape: () => { drag.cancel(); held.take(null); showHeld(); },
    ...(board.isSolid && { t: () => change(back ? "tip_back" : "tip"), e: () => change(back ? "roll_back" : "roll") }),
  }[letter];
  if (action) { action(); event.preventDefault(); }
});

/** Show where a piece belongs; the second time, place it there. */
function hint() {
  if (help.hint) placeHint();
  else help.showHint();
}

function placeHint() {
  const { piece, cells } = help.hint;
  drag.cancel();
  held.take(null);
  shown.add(placeMove(piece, cells));
  make(placeMove(piece, cells));
}

const canPlaceHint = (at) => help.isHintAt(at) && [null, help.hint.piece].includes(held.name);

async function share() {
  const link = await linkToPosition(puzzle, view.toml, game().dumps());
  try {
    await navigator.clipboard.writeText(link);
    toast(t("play.link_copied"));
  } catch {
    window.history.replaceState(null, "", link);
    toast(t("play.link_in_address"));
  }
}

for (const [id, action] of Object.entries({
  undo: () => step("undo"), redo: () => step("redo"), hint, "why-not": () => help.showWhyNot(), share, clear,
})) byId(id).addEventListener("click", action);
for (const [id, control] of Object.entries(CONTROLS)) byId(id).addEventListener("click", () => change(control));
byId("labels").checked = loadStored("letters", true);
byId("labels").addEventListener("change", () => { store("letters", byId("labels").checked); if (history) { paint(); showHeld(); } });
byId("use-any").addEventListener("change", changeUse);
byId("count-remaining").addEventListener("change", () => { if (history && !game().isFull) help.countRemaining(); });
window.addEventListener("hashchange", () => location.reload()); // a link to another position of the same puzzle

try {
  await start();
} catch (error) {
  showMessage(error.message, "bad");
  byId("remaining").textContent = "";
  document.body.classList.add("no-game");
}
enablePage();
