// The page where vanishing dominoes are played. The server knows the rules: each position comes from it.
import { Fault, newest, post } from "./api.js";
import { awake, confetti, keep, kept, open, s, toast } from "./shell.js";

open();

const byId = (id) => document.getElementById(id);
const askReach = newest();
const askPosition = newest();
const askHint = newest();
const askBoard = newest();

const POINT = "Point at a piece: arrows show the ways on its sides.";

let board, moves = [], undone = [], shown = null, coming = null, view, layers, hinted = null;

const text = ([x, y]) => `${x},${y}`;

/** Another board, and the moves on it; the game before stays where the server cannot read them. */
async function begin(text, played = []) {
  await refresh({ board: text, moves: played, undone: [] });
}

/** Ask where a game stands, and show it. `board`, `moves` and `undone` are ahead of the answer, so that fast
 *  hands go on from where they are; where the server refuses, they go back to what is on the page. */
async function refresh(game) {
  ({ board, moves, undone } = game);
  askHint(() => null); // a hint for the position before is not wanted any more
  let found;
  try {
    coming = askPosition((signal) => post("/vanishing/position", { board, moves }, signal));
    found = await coming;
  } catch (error) {
    if (error.name === "AbortError") return;
    if (error.status === 422 && board === shown?.board && moves.length > shown.moves.length + 1) {
      toast("This piece cannot go any more."); // the one before it, removed a moment ago, was in order
      await refresh({ board, moves: moves.slice(0, -1), undone: [] });
      return;
    }
    if (shown) ({ board, moves, undone } = shown);
    throw error;
  }
  view = found;
  shown = { board, moves, undone };
  keep("vanishing", { board, moves });
  hinted = null;
  byId("reason").textContent = POINT;
  show();
  reach();
}

function show() {
  const focused = document.activeElement?.dataset?.number;
  layers = { arrows: s("g", {}) };
  const ground = Array.from({ length: view.width * view.height }, (_, i) => s("rect", { class: "cell plain", x: i % view.width, y: Math.floor(i / view.width), width: 1, height: 1 }));
  const pieces = view.pieces.map((piece, number) => (piece.gone ? null : dominoShape(piece, number)));
  byId("board").replaceChildren(s("svg", {
    class: "board", viewBox: `-.2 -.2 ${view.width + 0.4} ${view.height + 0.4}`, role: "group", "aria-label": `Board of ${view.width} by ${view.height}, ${view.left} pieces left`,
  }, ground, pieces.filter(Boolean), layers.arrows));
  if (focused !== undefined) (byId("board").querySelector(`[data-number="${focused}"]`) ?? byId("board").querySelector(".may"))?.focus();
  byId("left").textContent = view.left === 1 ? "1 piece left" : `${view.left} pieces left`;
  byId("undo").disabled = !moves.length;
  byId("redo").disabled = !undone.length;
  byId("again").disabled = !moves.length;
  byId("word").hidden = true;
  if (view.over) finish();
}

function dominoShape(piece, number) {
  const [[x, y], [u, v]] = piece.squares, upright = x === u;
  const group = s("g", {
    class: `domino${piece.removable ? " may" : ""}${hinted === number ? " hinted" : ""}`, "data-number": number, "data-square": text(piece.squares[0]),
    tabindex: piece.removable ? 0 : -1, role: piece.removable ? "button" : "img",
    "aria-label": `${piece.values.join(" and ")} on column ${x + 1}, row ${y + 1}, ${upright ? "upright" : "level"}${piece.removable ? ", may go" : ""}`,
  });
  group.append(
    s("rect", { class: "stone", x: x + 0.07, y: y + 0.07, width: (upright ? 1 : 2) - 0.14, height: (upright ? 2 : 1) - 0.14, rx: 0.18 }),
    s("path", { class: "middle", d: upright ? `M${x + 0.2} ${y + 1}h.6` : `M${x + 1} ${y + 0.2}v.6` }),
    ...[[x, y], [u, v]].map(([a, b], i) => s("text", { x: a + 0.5, y: b + 0.5, "text-anchor": "middle", "dominant-baseline": "central", "aria-hidden": "true" }, piece.values[i])),
  );
  group.addEventListener("pointerenter", () => arrows(piece));
  group.addEventListener("pointerleave", () => layers.arrows.replaceChildren());
  group.addEventListener("focus", () => arrows(piece));
  group.addEventListener("click", () => remove(piece));
  group.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); remove(piece); } });
  return group;
}

/** The ways on the sides of a piece, those by which it may go in green. */
function arrows(piece) {
  const holding = piece.sides.filter((side) => side.holds);
  const shown = holding.length ? holding.slice(0, 1) : piece.sides; // one good way is enough
  layers.arrows.replaceChildren(...shown.flatMap((side) => side.arrows.flatMap((arrow) => arrowShape(arrow, side))));
  byId("reason").textContent = (holding[0] ?? piece.sides.find((side) => side.arrows.some((arrow) => arrow.fits)) ?? piece.sides[0])?.sentence ?? "";
}

function arrowShape(arrow, side) {
  const [dx, dy] = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[side.side];
  const [x, y] = [arrow.start[0] + 0.5 + dx * 0.38, arrow.start[1] + 0.5 + dy * 0.38];
  const far = 0.12 + arrow.distance;
  const [u, v] = [x + dx * far, y + dy * far], kind = arrow.fits ? " fits" : "";
  // No way at all: a bar across, without a number.
  if (!arrow.distance) return [s("path", { class: `arrow stop${kind}`, d: `M${x - dy * 0.24} ${y + dx * 0.24}L${x + dy * 0.24} ${y - dx * 0.24}` })];
  const back = [u - dx * 0.2, v - dy * 0.2];
  return [
    s("path", { class: `arrow${kind}`, d: `M${x} ${y}L${back[0]} ${back[1]}` }),
    s("path", { class: `head${kind}`, d: `M${u} ${v}L${back[0] - dy * 0.13} ${back[1] + dx * 0.13}L${back[0] + dy * 0.13} ${back[1] - dx * 0.13}Z` }),
    s("text", { class: "distance", x: (x + u) / 2 + dy * 0.22, y: (y + v) / 2 - (dx ? 0.2 : 0), "text-anchor": "middle", "dominant-baseline": "central" }, `${arrow.distance}`),
  ];
}

async function remove(piece) {
  if (!piece.removable) { toast("This piece cannot go now."); return; }
  const move = `remove ${text(piece.squares[0])}`;
  if (moves.includes(move)) return; // pressed twice, and the answer is still on its way
  await attempt(() => refresh({ board, moves: [...moves, move], undone: [] }));
}

async function step(way) {
  if (way === "undo" && moves.length) await attempt(() => refresh({ board, moves: moves.slice(0, -1), undone: [...undone, moves.at(-1)] }));
  else if (way === "redo" && undone.length) await attempt(() => refresh({ board, moves: [...moves, undone.at(-1)], undone: undone.slice(0, -1) }));
}

/** How few can still be left, below the score. */
async function reach() {
  askReach(() => null); // of the position before
  if (view.over) { byId("reach").textContent = ""; return; }
  byId("reach").textContent = "thinking …";
  try {
    const found = await askReach((signal) => post("/vanishing/best", { board, moves }, signal));
    byId("reach").textContent = `From here: ${found.sentence}.`;
  } catch (error) {
    if (error.name !== "AbortError") byId("reach").textContent = error.message;
  }
}

async function hint() {
  await coming?.catch(() => null); // the piece pressed a moment ago is on its way
  const found = await attempt(() => askHint((signal) => post("/vanishing/hint", { board, moves }, signal)));
  if (!found) return;
  if (found.square) { hinted = view.pieces.findIndex((piece) => !piece.gone && text(piece.squares[0]) === text(found.square)); show(); }
  say(found.sentence, "good");
}

function finish() {
  if (view.left) { say(`No piece can go any more; ${view.left === 1 ? "one is" : `${view.left} are`} left. Undo and try another way.`, "warn"); return; }
  say("The board is empty. Well done!", "good");
  if (moves.length) confetti(["#51b0e8", "#faaf26", "#24a06c", "#ce3505"]);
}

function say(words, kind) {
  byId("word").className = `note ${kind}`;
  byId("word").textContent = words;
  byId("word").hidden = false;
}

async function attempt(does) {
  try {
    return await does();
  } catch (error) {
    if (error.name === "AbortError") return null;
    if (!(error instanceof Fault)) throw error;
    say(error.message, "bad");
    return null;
  }
}

async function fresh(event) {
  event?.preventDefault();
  const form = byId("fresh");
  say("making a board …", "");
  const seed = Number(form.seed.value);
  const made = await attempt(() => askBoard((signal) => post("/vanishing/new", { difficulty: form.difficulty.value, seed }, signal)));
  if (!made) return;
  if (Number(form.seed.value) === seed) form.seed.value = Math.min(seed + 1, Number(form.seed.max));
  await attempt(() => begin(made.board));
}

async function openFile() {
  const file = byId("file").files[0];
  byId("file").value = ""; // the same file, mended, can be chosen again
  if (!file) return;
  if (file.size > 200_000) { say(`${file.name} is larger than this page takes (200 kB)`, "bad"); return; }
  askBoard(() => null); // this one is wanted now
  try {
    await begin(await file.text());
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    say(`${file.name}${error.line ? `, line ${error.line}` : ""}: ${error.message}`, "bad");
  }
}

byId("undo").addEventListener("click", () => step("undo"));
byId("redo").addEventListener("click", () => step("redo"));
byId("hint").addEventListener("click", hint);
// All moves can be made again: a press by mistake loses nothing.
byId("again").addEventListener("click", () => attempt(() => refresh({ board, moves: [], undone: [...undone, ...[...moves].reverse()] })));
byId("fresh").addEventListener("submit", fresh);
byId("file").addEventListener("change", openFile);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const does = { u: () => step("undo"), U: () => step("redo"), h: hint }[event.key];
  if (does) { does(); event.preventDefault(); }
});

const before = kept("vanishing", null);
if (!before || !(await attempt(async () => { await begin(before.board, before.moves); return true; }))) await fresh();
awake();
