// The page where a tiling is played: a tray, a board, a hand between them.
import { Fault, newest, post } from "./api.js";
import { boardPicture, key, outline, path, pieceIcon, pieceShape, frame, patterns } from "./drawing.js";
import { Hand, beyond, centre } from "./hand.js";
import { History } from "./history.js";
import { here, linkTo, source } from "./puzzle_link.js";
import { awake, confetti, h, keep, kept, open, s, toast } from "./shell.js";
import { Tiling, lifting, placing } from "./tiling_game.js";

open();

const byId = (id) => document.getElementById(id);
const DEFAULT = { catalogue: "pentominoes-6x10" };
const ask = newest();
let puzzle, view, history, hand, board, layers, store, cursor = null, drag = null, hinted = null;

const game = () => history.game;
const lettering = (name) => (byId("letters").checked && name.length <= 3 ? name : "");

async function begin() {
  puzzle = (await source()) ?? DEFAULT;
  view = await post("/puzzle", puzzle);
  if (!view.playable || view.lattice.name === "cube") {
    say(view.items ? "This puzzle has items and options, and no board to play on." : "Puzzles of cubes are not laid by hand here.", "warn");
    byId("solve").href = `/solve${location.search}${location.hash}`;
    return;
  }
  store = `game ${puzzle.catalogue ?? view.toml}`;
  hand = new Hand(view);
  const start = new Tiling(view);
  const shared = new URLSearchParams(location.hash.slice(1)).get("p");
  try {
    history = shared ? new History(Tiling.loads(view, shared)) : new History(start, kept(store, []));
  } catch (error) {
    history = new History(start);
    toast(shared ? `The shared position does not fit: ${error.message}` : "What was kept of this game does not fit the puzzle any more.");
  }
  byId("title").textContent = view.title || "Your puzzle";
  byId("about").textContent = view.words;
  byId("solve").href = `/solve${puzzle.catalogue ? here(puzzle) : location.search + location.hash}`;
  document.title = `${view.title || "Play"} · Tilewright`;
  lay();
  makeTray();
  show();
}

function lay() {
  layers = Object.fromEntries(["pieces", "marks", "ghost", "cursor"].map((name) => [name, s("g", { class: name })]));
  board = boardPicture(view, { label: `Board: ${view.words}`, extra: Object.values(layers) });
  board.setAttribute("tabindex", "0");
  board.setAttribute("role", "application");
  byId("board").replaceChildren(board);
  board.addEventListener("pointerdown", press);
  board.addEventListener("pointermove", hover);
  board.addEventListener("pointerleave", () => { if (!drag) layers.ghost.replaceChildren(); });
  board.addEventListener("wheel", wheel, { passive: false });
  board.addEventListener("keydown", steer);
  board.addEventListener("focus", () => { cursor ??= view.cells[0].at; showCursor(); });
  board.addEventListener("blur", () => layers.cursor.replaceChildren());
}

function makeTray() {
  byId("tray").replaceChildren(...view.pieces.map((piece) => {
    const button = h("button", { type: "button", role: "option", "data-piece": piece.name, "aria-selected": "false" });
    button.addEventListener("pointerdown", (event) => { pick(piece.name); lift(event); });
    button.addEventListener("click", (event) => { if (event.detail === 0) { pick(piece.name); board.focus(); } });
    return button;
  }));
}

function showTray() {
  let sum = 0;
  for (const button of byId("tray").children) {
    const piece = view.pieces.find((one) => one.name === button.dataset.piece);
    const left = game().left(piece.name);
    sum += left;
    button.disabled = left <= 0;
    button.setAttribute("aria-selected", String(hand.name === piece.name));
    button.setAttribute("aria-label", `${piece.name}, ${left} left`);
    button.replaceChildren(pieceIcon(view.lattice, hand.cells(piece), piece, { label: lettering(piece.name) }));
    if (piece.most > 1) button.append(h("span", { class: "copies" }, `×${left}`));
  }
  byId("pieces-left").textContent = `${sum} left`;
  for (const control of ["turn", "back", "flip"]) {
    byId(control).disabled = !hand.piece || hand.piece[control].every((to, from) => to === from);
  }
  byId("undo").disabled = !history.moves.length;
  byId("redo").disabled = !history.undone.length;
}

function show() {
  keep(store, history.moves);
  layers.pieces.replaceChildren(...[...view.forced, ...game().laid].map((placement) => {
    const look = view.pieces.find((piece) => piece.name === placement.piece);
    const shape = pieceShape(view.lattice, placement.cells, look, { label: lettering(placement.piece) });
    shape.classList.toggle("given", view.forced.includes(placement));
    return shape;
  }));
  layers.marks.replaceChildren();
  layers.ghost.replaceChildren();
  hinted = null;
  byId("word").hidden = true;
  showTray();
  showCursor();
  if (game().full) celebrate();
  else { document.body.classList.remove("solved"); countLeft(); }
}

async function countLeft() {
  const place = byId("left");
  place.classList.remove("none");
  if (!byId("live").checked) { place.textContent = ""; return; }
  place.textContent = "thinking …";
  try {
    const found = await ask((signal) => post("/tiling/left", { puzzle, position: game().dumps() }, signal));
    place.textContent = found.sentence;
    place.classList.toggle("none", found.known && found.solutions === "0");
  } catch (error) {
    if (error.name !== "AbortError") place.textContent = error.message;
  }
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

function pick(name) {
  if (game().left(name) > 0 && hand.name !== name) hand.take(name);
  showTray();
}

/** Where the pointer is on the board. */
function pointOf(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  return [point.x, point.y];
}

function cellAt(event) {
  const [x, y] = pointOf(event);
  const found = hand.centres.map(([at, [cx, cy]]) => [at, Math.hypot(cx - x, cy - y)]).sort((a, b) => a[1] - b[1])[0];
  return found && found[1] < 0.8 ? found[0] : null;
}

function ghost(cells) {
  layers.ghost.replaceChildren();
  if (!cells || !hand.piece) return "";
  const wrong = game().fault(hand.name, cells);
  const shape = pieceShape(view.lattice, cells, hand.piece);
  shape.classList.add("ghost");
  shape.classList.toggle("wrong", Boolean(wrong));
  layers.ghost.append(shape);
  return wrong;
}

function hover(event) {
  if (drag || !hand.piece || event.pointerType === "touch") return;
  const at = cellAt(event);
  if (at && game().owner.has(key(at))) layers.ghost.replaceChildren();
  else ghost(hand.near(pointOf(event)));
}

function press(event) {
  if (event.button !== 0) return;
  const at = cellAt(event);
  const placement = at && game().owner.get(key(at));
  if (placement) {
    if (game().given.has(key(at))) { toast(`${placement.piece} is given; it stays where it is`); return; }
    hand.takeFrom(placement, at);
    if (make(lifting(at))) lift(event, placement);
    return;
  }
  if (at && hinted?.cells.some((cell) => key(cell) === key(at)) && [null, hinted.piece].includes(hand.name)) { layHinted(); return; }
  if (!hand.piece) { toast("Pick a piece in the tray first, or drag one here"); return; }
  drop(hand.near(pointOf(event)));
}

/** Begin to drag the piece in the hand; `from` is where it lay on the board. */
function lift(event, from = null) {
  if (!hand.piece || event.button !== 0) return;
  event.preventDefault();
  const scale = board.getScreenCTM().a;
  drag = { from, start: [event.clientX, event.clientY], moved: false, scale, picture: null };
  document.addEventListener("pointermove", dragTo);
  document.addEventListener("pointerup", letGo, { once: true });
  document.addEventListener("pointercancel", cancelDrag, { once: true });
  if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
}

function dragTo(event) {
  if (!drag) return;
  if (!drag.moved && Math.hypot(event.clientX - drag.start[0], event.clientY - drag.start[1]) < 6) return;
  drag.moved = true;
  drag.last = event;
  const cells = hand.near(pointOf(event));
  ghost(cells);
  if (!drag.picture) { drag.picture = floating(); document.body.append(drag.picture); }
  drag.picture.toggleAttribute("hidden", Boolean(cells));
  const [x, y] = drag.picture.grip;
  drag.picture.style.transform = `translate(${event.clientX - x}px, ${event.clientY - y}px)`;
}

/** The piece under the pointer while it is away from the board. */
function floating() {
  const outlines = hand.cells().map((cell) => outline(view.lattice, cell));
  const [x, y, width, height] = frame(outlines, 0.1);
  const picture = s("svg", { class: "board dragged", viewBox: `${x} ${y} ${width} ${height}`, "aria-hidden": "true" },
    patterns([hand.piece]), pieceShape(view.lattice, hand.cells(), hand.piece));
  picture.style.width = `${width * drag.scale}px`;
  picture.style.height = `${height * drag.scale}px`;
  const [gx, gy] = centre(outlines[hand.grip]);
  picture.grip = [(gx - x) * drag.scale, (gy - y) * drag.scale];
  return picture;
}

function endDrag() {
  const ended = drag;
  document.removeEventListener("pointermove", dragTo);
  document.removeEventListener("pointercancel", cancelDrag);
  document.removeEventListener("pointerup", letGo);
  drag?.picture?.remove();
  drag = null;
  layers.ghost.replaceChildren();
  return ended;
}

const cancelDrag = () => endDrag();
function letGo(event) {
  const { moved: went } = endDrag();
  if (went) drop(hand.near(pointOf(event)), true);
}

/** Lay the piece on cells; away from the board it simply stays in the hand. */
function drop(cells, quietly = false) {
  if (!cells) return;
  const wrong = game().fault(hand.name, cells);
  if (wrong) {
    if (!quietly || cells.some((cell) => game().cells.has(key(cell)))) toast(`${wrong[0].toUpperCase()}${wrong.slice(1)}.`);
    return;
  }
  make(placing(hand.name, cells));
  if (game().left(hand.name) <= 0) { hand.take(null); showTray(); }
}

function change(control) {
  if (!hand.piece) { toast("Pick a piece first"); return; }
  hand.change(control);
  showTray();
  if (drag?.picture) { drag.picture.remove(); drag.picture = null; dragTo(drag.last); }
  else if (cursor && document.activeElement === board) showCursor();
}

function wheel(event) {
  if (!hand.piece) return;
  event.preventDefault();
  change(event.shiftKey ? "flip" : event.deltaY > 0 ? "turn" : "back");
  if (!drag) hover(event);
}

// Keys.
function steer(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (way) { moveCursor(way); event.preventDefault(); }
  else if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!hand.piece) { toast("Pick a piece first: N takes the next one"); return; }
    drop(hand.near(centre(outlineOf(cursor))));
  } else if (event.key === "Delete" || event.key === "Backspace") {
    const placement = game().owner.get(key(cursor));
    if (!placement) return;
    hand.takeFrom(placement, cursor);
    make(lifting(cursor));
  }
}

const outlineOf = (at) => game().cells.get(key(at)).outline;

function moveCursor(way) {
  cursor = beyond(hand.centres, centre(outlineOf(cursor)), way) ?? cursor;
  showCursor();
}

function showCursor() {
  if (!cursor || document.activeElement !== board) return;
  layers.cursor.replaceChildren(s("path", { class: "mark", d: path(outlineOf(cursor)) }));
  ghost(hand.piece && !game().owner.has(key(cursor)) ? hand.near(centre(outlineOf(cursor))) : null);
  board.setAttribute("aria-label", `Board, at ${key(cursor)}: ${game().owner.get(key(cursor))?.piece ?? "free"}`);
}

function nextPiece() {
  const free = view.pieces.filter((piece) => game().left(piece.name) > 0);
  if (free.length) pick(free[(free.findIndex((piece) => piece.name === hand.name) + 1) % free.length].name);
  showCursor();
}

document.addEventListener("keydown", (event) => {
  if (!view?.playable || event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const does = {
    r: () => change("turn"), R: () => change("back"), f: () => change("flip"), u: () => step("undo"), U: () => step("redo"),
    h: hint, n: nextPiece, Escape: () => { endDrag(); hand.take(null); showTray(); },
  }[event.key];
  if (does) { does(); event.preventDefault(); }
});

const step = (way) => { if (history[way]()) show(); };

function say(words, kind = "") {
  const box = byId("word");
  box.className = `note ${kind}`;
  box.textContent = words;
  box.hidden = false;
}

async function help(question) {
  say("thinking …");
  try {
    return await post(`/tiling/${question}`, { puzzle, position: game().dumps() });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    say(error.message, "bad");
    return null;
  }
}

function layHinted() {
  const { piece, cells } = hinted;
  hand.take(null);
  make(placing(piece, cells));
}

/** Show where a piece belongs; asked once more, lay it there. */
async function hint() {
  if (hinted) { layHinted(); return; }
  const found = await help("hint");
  if (!found) return;
  say(found.sentence, found.lift.length ? "warn" : "good");
  layers.marks.replaceChildren();
  if (found.place) {
    hinted = found.place;
    const look = view.pieces.find((piece) => piece.name === found.place.piece);
    const shape = pieceShape(view.lattice, found.place.cells, look);
    shape.classList.add("ghost", "hinted");
    layers.marks.append(shape);
  }
  markCells(found.lift.flatMap((placement) => placement.cells));
}

async function whyNot() {
  const found = await help("why-not");
  if (!found) return;
  say(found.sentences.join(" "), found.solvable ? "good" : found.solvable === null ? "warn" : "bad");
  layers.marks.replaceChildren();
  markCells([...found.cells, ...found.placements.flatMap((placement) => placement.cells)]);
}

function markCells(cells) {
  layers.marks.append(...cells.filter((cell) => game().cells.has(key(cell))).map((cell) => s("path", { class: "culprit", d: path(outlineOf(cell)) })));
}

async function celebrate() {
  if (!(await help("check"))?.finished) { countLeft(); return; }
  byId("left").textContent = "Solved!";
  document.body.classList.add("solved");
  const laid = history.moves.filter((move) => move.startsWith("place")).length;
  say(`Well done: solved, with ${laid} ${laid === 1 ? "piece" : "pieces"} laid along the way.`, "good");
  confetti(view.pieces.map((piece) => piece.fill));
}

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

for (const [id, does] of Object.entries({
  undo: () => step("undo"), redo: () => step("redo"), turn: () => change("turn"), back: () => change("back"), flip: () => change("flip"),
  hint, why: whyNot, share, clear: () => { for (const placement of [...game().laid].reverse()) history.play(lifting(placement.cells[0])); show(); },
})) byId(id).addEventListener("click", does);
byId("letters").checked = kept("letters", true);
byId("letters").addEventListener("change", () => { keep("letters", byId("letters").checked); if (history) show(); });
byId("live").addEventListener("change", countLeft);

try {
  await begin();
} catch (error) {
  say(error.message, "bad");
  byId("left").textContent = "";
}
awake();
