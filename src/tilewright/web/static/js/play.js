// The page where a tiling is played: a tray, a board, a hand between them.
import { Advice, say } from "./advice.js";
import { Fault, post } from "./api.js";
import { Drag } from "./dragging.js";
import { key } from "./drawing.js";
import { Hand, beyond, centre } from "./hand.js";
import { History } from "./history.js";
import { here, linkTo, source } from "./puzzle_link.js";
import { awake, keep, kept, open, toast } from "./shell.js";
import { Space } from "./space.js";
import { Stage } from "./stage.js";
import { Tiling, lifting, placing } from "./tiling_game.js";
import { Tray } from "./tray.js";

open();

const byId = (id) => document.getElementById(id);
const DEFAULT = { catalogue: "pentominoes-6x10" };
const CONTROLS = { turn: "turn", back: "back", flip: "flip", tip: "tip", "tip-back": "tip_back", roll: "roll", "roll-back": "roll_back" };
let puzzle, view, history = null, hand, stage, tray, space = null, advice, store, scrolled = 0;
let cursor = null, keyed = false; // the cell that the keys are at, and whether it is keys that are used
let aim = null; // the point of the board that the hand is at, where it is at one

const game = () => history.game;
const lookOf = (name) => view.pieces.find((piece) => piece.name === name);
const lettering = (name) => (byId("letters").checked && name.length <= 3 ? name : "");
const fits = (cells) => !game().fault(hand.name, cells);
const near = (point) => hand.near(point, fits);

async function begin() {
  puzzle = (await source()) ?? DEFAULT;
  view = await post("/puzzle", puzzle);
  byId("title").textContent = view.title || "Your puzzle";
  byId("about").textContent = view.summary;
  byId("solve").href = `/solve${puzzle.catalogue ? here(puzzle) : location.search + location.hash}`;
  document.title = `${view.title || "Play"} · Tilewright`;
  if (!view.playable) throw new Fault({ message: "This puzzle has items and options, and no board to play on." }, 0);
  store = `game ${puzzle.catalogue ?? view.toml}`;
  history = resumed();
  hand = new Hand(view);
  advice = new Advice({
    position: () => ({ puzzle, position: game().dumps() }), history: () => history, stage: () => stage, looks: view.pieces, marked: () => preview(),
  });
  stage = new Stage(byId("board"), view, laidOut);
  if (stage.solid) space = new Space(byId("space"), view);
  tray = new Tray(byId("tray"), view, { press: takeUp, choose: (name) => { pick(name); stage.board.focus(); } });
  document.body.classList.toggle("solid", stage.solid);
  for (const [id, control] of Object.entries(CONTROLS)) {
    byId(id).hidden = (stage.solid || id.includes("tip") || id.includes("roll")) && view.pieces.every((piece) => !changes(piece, control));
  }
  show();
}

/** The game as this browser keeps it, gone on to the position in the address, if there is one: undo leads back. */
function resumed() {
  const start = new Tiling(view);
  let found;
  try {
    found = new History(start, kept(store, []));
  } catch {
    found = new History(start);
    toast("What was kept of this game does not fit the puzzle any more.");
  }
  const words = new URLSearchParams(location.hash.slice(1)), shared = words.get("p");
  if (!shared) return found;
  try {
    const position = Tiling.loads(view, shared);
    if (position.dumps() !== found.game.dumps()) {
      for (const placement of [...found.game.laid].reverse()) found.play(lifting(placement.cells[0]));
      for (const placement of position.laid) found.play(placing(placement.piece, placement.cells));
    }
    // From here on the game is kept: a reload must not fall back to where it was shared.
    words.delete("p");
    window.history.replaceState(null, "", `${location.pathname}${location.search}${words.size ? `#${words}` : ""}`);
  } catch (error) {
    toast(`The shared position does not fit: ${error.message}`);
  }
  return found;
}

/** The board was drawn anew: as the page begins, or in other columns. */
function laidOut(laid) {
  stage = laid;
  hand.see(stage.view);
  const { board } = stage;
  board.addEventListener("pointerdown", press);
  board.addEventListener("pointermove", hover);
  board.addEventListener("pointerleave", () => { aim = null; preview(); });
  board.addEventListener("wheel", wheel, { passive: false });
  board.addEventListener("keydown", steer);
  board.addEventListener("focus", () => { keyed = board.matches(":focus-visible"); if (keyed) moveTo(cursor ?? view.cells[0].at); });
  board.addEventListener("blur", () => { if (keyed) aim = null; keyed = false; stage.cursor(null); preview(); });
  aim = keyed ? centre(stage.outlineOf(cursor)) : null;
  if (tray) { paint(); showHand(); }
}

const changes = (piece, control) => piece[control].some((to, from) => to !== from);

/** Show what is in the hand, and what is left. */
function showHand() {
  byId("pieces-left").textContent = `${tray.show(game(), hand, byId("letters").checked)} left`;
  for (const [id, control] of Object.entries(CONTROLS)) byId(id).disabled = !hand.piece || !changes(hand.piece, control);
  stage.board.classList.toggle("aimed", Boolean(hand.piece));
  space?.hold(hand.piece && hand.cells(), hand.piece);
  preview();
}

/** Paint what lies on the board. */
function paint() {
  const laid = [...view.forced, ...game().laid];
  stage.groups.pieces.replaceChildren(...laid.map((placement) => {
    const shape = stage.shape(placement.cells, lookOf(placement.piece), { label: lettering(placement.piece) });
    shape.classList.toggle("given", view.forced.includes(placement));
    return shape;
  }));
  stage.groups.marks.replaceChildren();
  advice.paint();
  stage.cursor(keyed ? cursor : null);
  space?.show(laid);
  preview();
}

/** Show the position: call after every move. */
function show() {
  keep(store, history.moves);
  advice.moved();
  byId("undo").disabled = !history.moves.length;
  byId("redo").disabled = !history.undone.length;
  if (hand.name !== null && game().left(hand.name) <= 0) hand.take(null);
  paint();
  showHand();
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

function step(way) {
  drag.cancel();
  if (history?.[way]()) show();
}

function clear() {
  if (!game().laid.length) return;
  for (const placement of [...game().laid].reverse()) history.play(lifting(placement.cells[0]));
  show();
}

// The hand.
function pick(name) {
  if (game().left(name) > 0 && hand.name !== name) hand.take(name);
  showHand();
}

/** A pointer goes down on a piece of the tray. A finger has no keys: its second tap turns the piece. */
function takeUp(name, event) {
  const again = hand.name === name && event.pointerType === "touch";
  pick(name);
  if (hand.piece) drag.begin(event, { tap: again ? () => change("turn") : null });
}

const drag = new Drag({
  over(event) {
    const cells = near(stage.pointOf(event));
    ghost(cells);
    return Boolean(cells);
  },
  drop(event) { drop(near(stage.pointOf(event)), true); },
  picture: () => stage.floating(hand),
  ended() { ghost(null); },
});

function ghost(cells) {
  const shown = hand.piece ? cells : null;
  stage.ghost(shown, hand.piece, shown && game().fault(hand.name, shown));
  space?.ghost(shown && fits(shown) ? { piece: hand.name, cells: shown } : advice.hinted);
}

/** Show where the piece in the hand would lie. */
function preview() {
  if (drag.on) return;
  const at = aim && stage.cellAt(aim);
  ghost(hand.piece && aim && !(at && game().owner.has(key(at))) ? near(aim) : null);
}

function hover(event) {
  if (event.pointerType === "touch") return;
  aim = stage.pointOf(event);
  preview();
}

function press(event) {
  if (event.button !== 0 || !event.isPrimary) return;
  const point = stage.pointOf(event), at = stage.cellAt(point), placement = at && game().owner.get(key(at));
  keyed = false;
  stage.cursor(null);
  if (at) cursor = at;
  if (placement) {
    if (game().given.has(key(at))) { toast(`${placement.piece} is given; it stays where it is`); return; }
    hand.takeFrom(placement, at);
    if (make(lifting(at))) drag.begin(event);
    return;
  }
  if (isHinted(at)) { layHinted(); return; }
  if (!hand.piece) { if (event.pointerType !== "touch") toast("Pick a piece in the tray first, or drag one here"); return; }
  // A finger covers what it points at: it may look for the place first, and lays the piece where it leaves the board.
  if (event.pointerType === "touch") drag.begin(event, { atOnce: true });
  else drop(near(point));
}

/** Lay the piece on cells; away from the board it simply stays in the hand. */
function drop(cells, quietly = false) {
  if (!cells || !hand.piece) return;
  const wrong = game().fault(hand.name, cells);
  if (!wrong) make(placing(hand.name, cells));
  else if (!quietly || cells.some((cell) => game().cells.has(key(cell)))) toast(`${wrong[0].toUpperCase()}${wrong.slice(1)}.`);
}

function change(control) {
  if (!history) return;
  if (!hand.piece) { toast("Pick a piece first"); return; }
  hand.change(control);
  showHand();
  drag.refresh();
}

// One notch of a wheel is a step; a touchpad tells of many small ones.
function wheel(event) {
  if (!hand.piece) return;
  event.preventDefault();
  const way = event.deltaY || event.deltaX;
  if (scrolled * way < 0) scrolled = 0;
  scrolled += event.deltaMode === 0 ? way : way * 40;
  if (Math.abs(scrolled) < 60) return;
  scrolled = 0;
  if (!event.shiftKey) change(way > 0 ? "turn" : "back");
  else if (stage.solid) change(way > 0 ? "tip" : "tip_back");
  else change("flip");
}

// Keys.
function steer(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const layer = { PageUp: 1, PageDown: -1 }[event.key];
  const here = cursor ?? view.cells[0].at;
  if (way) moveTo(beyond(hand.centres, centre(stage.outlineOf(here)), way) ?? here);
  else if (layer && stage.solid) moveTo(inLayer(here, here[2] + layer));
  else if (event.key === "Enter" || event.key === " ") {
    moveTo(here);
    if (isHinted(here)) layHinted();
    else if (!hand.piece) toast("Pick a piece first: N takes the next one");
    else drop(near(aim));
  } else if (event.key === "Delete" || event.key === "Backspace") {
    const placement = game().owner.get(key(here));
    if (!placement) return;
    if (!game().given.has(key(here))) hand.takeFrom(placement, here);
    make(lifting(here));
  } else return;
  event.preventDefault();
}

/** The cell of a layer that is nearest to another cell; that one where there is no such layer. */
function inLayer([x, y, z], layer) {
  const far = ([a, b]) => Math.hypot(a - x, b - y);
  return view.cells.map((cell) => cell.at).filter((at) => at[2] === layer).sort((a, b) => far(a) - far(b))[0] ?? [x, y, z];
}

function moveTo(cell) {
  [cursor, keyed] = [cell, true];
  aim = centre(stage.outlineOf(cell));
  stage.cursor(cell);
  stage.board.setAttribute("aria-label", `Board, at ${key(cell)}: ${game().owner.get(key(cell))?.piece ?? "free"}`);
  preview();
}

function nextPiece() {
  const free = view.pieces.filter((piece) => game().left(piece.name) > 0);
  if (free.length) pick(free[(free.findIndex((piece) => piece.name === hand.name) + 1) % free.length].name);
}

document.addEventListener("keydown", (event) => {
  if (!history || event.target.matches("input:not([type=checkbox]), textarea, select")) return;
  const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const back = event.shiftKey || (letter !== event.key && !event.getModifierState("CapsLock"));
  if (event.ctrlKey || event.metaKey) {
    const way = event.altKey ? null : { z: back ? "redo" : "undo", y: "redo" }[letter];
    if (way) { step(way); event.preventDefault(); }
    return;
  }
  if (event.altKey) return;
  const does = {
    r: () => change(back ? "back" : "turn"), f: () => change("flip"), u: () => step(back ? "redo" : "undo"), h: hint,
    n: () => { drag.cancel(); nextPiece(); }, Escape: () => { drag.cancel(); hand.take(null); showHand(); },
    ...(stage.solid && { t: () => change(back ? "tip_back" : "tip"), e: () => change(back ? "roll_back" : "roll") }),
  }[letter];
  if (does) { does(); event.preventDefault(); }
});

/** Show where a piece belongs; asked once more, lay it there. */
function hint() {
  if (advice.hinted) layHinted();
  else advice.hint();
}

function layHinted() {
  const { piece, cells } = advice.hinted;
  drag.cancel();
  hand.take(null);
  make(placing(piece, cells));
}

const isHinted = (at) => advice.isAt(at) && [null, advice.hinted.piece].includes(hand.name);

async function share() {
  const link = await linkTo(puzzle, view.toml, game().dumps());
  try {
    await navigator.clipboard.writeText(link);
    toast("The address of this position is in the clipboard.");
  } catch {
    window.history.replaceState(null, "", link);
    toast("The address above is that of this position.");
  }
}

for (const [id, does] of Object.entries({ undo: () => step("undo"), redo: () => step("redo"), hint, why: () => advice.whyNot(), share, clear })) byId(id).addEventListener("click", does);
for (const [id, control] of Object.entries(CONTROLS)) byId(id).addEventListener("click", () => change(control));
byId("letters").checked = kept("letters", true);
byId("letters").addEventListener("change", () => { keep("letters", byId("letters").checked); if (history) { paint(); showHand(); } });
byId("live").addEventListener("change", () => { if (history && !game().full) advice.countLeft(); });
window.addEventListener("hashchange", () => location.reload()); // a link to another position of the same puzzle

try {
  await begin();
} catch (error) {
  say(error.message, "bad");
  byId("left").textContent = "";
  document.body.classList.add("bare");
}
awake();
