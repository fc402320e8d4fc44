// The page where gunport is played.
import { Fault, newest, post } from "./api.js";
import { Gunport, beside, laying, lifting, text } from "./gunport_game.js";
import { History } from "./history.js";
import { awake, confetti, h, keep, kept, open, s, toast } from "./shell.js";

open();

const byId = (id) => document.getElementById(id);
const SIZES = [[3, 3], [4, 5], [5, 6], [6, 7], [7, 8], [8, 10]];
const FILLS = ["#51b0e8", "#faaf26", "#24a06c", "#ce3505"];
const askKnown = newest();
const askSlides = newest();
const askHelp = newest();

let history, board, layers, chosen = null, cursor = null, pressed = null, known = null, hinted = null, sliding = [], praised = "", learning = null;

const counted = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const game = () => history.game;
const noSlide = () => byId("no-slide").checked;
const store = () => `gunport ${game().rows}x${game().columns}`;
/** The board as it lies now, for the server: however long one has played, it is a few moves. */
const request = (dominoes = game().dominoes) => ({ rows: game().rows, columns: game().columns, no_slide: noSlide(), moves: dominoes.map((domino) => laying(...domino)) });

function begin(rows, columns, moves = null) {
  const start = new Gunport(rows, columns);
  try {
    history = new History(start, moves ?? kept(`gunport ${rows}x${columns}`, []));
  } catch {
    history = new History(start);
  }
  keep("gunport size", [rows, columns]);
  chosen = cursor = null;
  byId("own").rows.value = rows;
  byId("own").columns.value = columns;
  for (const button of byId("sizes").children) button.setAttribute("aria-pressed", String(button.textContent === `${rows} × ${columns}`));
  praised = JSON.stringify(history.moves); // whoever comes back to a finished board has been praised before
  lay();
  moved();
  learn();
}

function lay() {
  const { rows, columns } = game();
  layers = Object.fromEntries(["cells", "dominoes", "marks", "cursor"].map((name) => [name, s("g", {})]));
  board = s("svg", {
    class: "board", viewBox: `-.15 -.15 ${columns + 0.3} ${rows + 0.3}`, tabindex: 0, role: "application",
    "aria-label": `Gunport board, ${rows} rows, ${columns} columns`,
  }, Object.values(layers));
  board.addEventListener("pointerdown", press);
  board.addEventListener("pointerup", release);
  board.addEventListener("keydown", steer);
  board.addEventListener("focus", () => { cursor ??= [0, 0]; showCursor(); });
  board.addEventListener("blur", () => layers.cursor.replaceChildren());
  byId("board").replaceChildren(board);
}

function dominoShape([[x, y], [u]], kind) {
  const upright = x === u;
  const group = s("g", {});
  group.append(s("rect", { class: `domino${upright ? " upright" : ""} ${kind}`, x: x + 0.07, y: y + 0.07, width: (upright ? 1 : 2) - 0.14, height: (upright ? 2 : 1) - 0.14, rx: 0.2 }));
  for (const [px, py] of [[x + 0.5, y + 0.5], upright ? [x + 0.5, y + 1.5] : [x + 1.5, y + 0.5]]) group.append(s("circle", { class: "pip", cx: px, cy: py, r: 0.1 }));
  return group;
}

function show() {
  keep(store(), history.moves);
  const ports = new Set(game().ports().map(text));
  layers.cells.replaceChildren(...game().cells().flatMap((cell) => {
    const [x, y] = cell, port = ports.has(text(cell));
    const square = s("rect", { class: `cell plain${port ? " port" : ""}${chosen && text(chosen) === text(cell) ? " chosen" : ""}`, x, y, width: 1, height: 1, "data-cell": text(cell) });
    return port ? [square, s("circle", { class: "port-mark", cx: x + 0.5, cy: y + 0.5, r: 0.26 })] : [square];
  }));
  const slides = new Set(sliding.map((domino) => domino.map(text).join(" ")));
  layers.dominoes.replaceChildren(...game().dominoes.map((domino) => dominoShape(domino, slides.has(domino.map(text).join(" ")) ? "sliding" : "")));
  layers.marks.replaceChildren();
  hinted = null;
  byId("pieces").textContent = counted(game().dominoes.length, "domino", "dominoes");
  byId("ports").textContent = counted(ports.size, "port", "ports");
  byId("undo").disabled = !history.moves.length;
  byId("redo").disabled = !history.undone.length;
  showCursor();
}

/** After a move: the picture, the slides where they matter, the end where it is one. */
async function moved() {
  for (const ask of [askHelp, askSlides]) ask(() => null); // what was asked about the board before is not wanted any more
  chosen = null;
  byId("word").hidden = true;
  byId("record").hidden = true;
  if (!noSlide()) sliding = [];
  show();
  if (noSlide()) {
    const marked = JSON.stringify(sliding);
    try {
      const view = await askSlides((signal) => post("/gunport/position", request(), signal));
      sliding = view.slides.map((slide) => slide.piece);
    } catch (error) {
      if (error.name === "AbortError") return;
      toast(error.message);
    }
    if (JSON.stringify(sliding) !== marked) show();
    if (sliding.length && game().full) { say(`${sliding.length === 1 ? "A domino" : `${sliding.length} dominoes`} can still slide into ports: lift something.`, "warn"); return; }
  }
  if (game().full) finish();
}

async function finish() {
  const found = await ask("verdict");
  if (!found) return;
  say(found.sentence, found.optimal ? "good" : found.record ? "good" : "warn");
  const done = JSON.stringify(history.moves);
  if ((found.optimal || found.record) && praised !== done) { praised = done; confetti(FILLS); }
  byId("record").hidden = !found.record;
}

function make(move) {
  try {
    history.play(move);
  } catch (error) {
    toast(error.message);
    return;
  }
  moved();
}

function cellAt(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  const cell = [Math.floor(point.x), Math.floor(point.y)];
  return game().inside(cell) ? cell : null;
}

function press(event) {
  pressed = event.button === 0 ? cellAt(event) : null;
}

function release(event) {
  const cell = cellAt(event), from = pressed;
  pressed = null;
  if (!from || !cell) return;
  if (beside(from, cell) && game().free(from) && game().free(cell)) make(laying(from, cell));
  else if (text(from) === text(cell)) choose(cell);
}

/** A cell is clicked: a domino is lifted, a first cell chosen, a second one beside it makes a domino. */
function choose(cell) {
  if (!game().free(cell)) { make(lifting(cell)); return; }
  if (chosen && beside(chosen, cell)) { make(laying(chosen, cell)); return; }
  if (game().ports().some((port) => text(port) === text(cell))) { toast("Nothing fits here any more: it is a port."); chosen = null; }
  else chosen = chosen && text(chosen) === text(cell) ? null : cell;
  show();
}

function steer(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (way) {
    const next = [cursor[0] + way[0], cursor[1] + way[1]];
    if (game().inside(next)) cursor = next;
    showCursor();
  } else if (event.key === "Enter" || event.key === " ") choose(cursor);
  else return;
  event.preventDefault();
}

function showCursor() {
  layers.cursor.replaceChildren();
  if (!cursor || document.activeElement !== board) return;
  layers.cursor.append(s("rect", { class: "mark", x: cursor[0], y: cursor[1], width: 1, height: 1 }));
  board.setAttribute("aria-label", `Gunport board, at column ${cursor[0] + 1}, row ${cursor[1] + 1}: ${game().free(cursor) ? "free" : "domino"}`);
}

function say(words, kind = "") {
  byId("word").className = `note ${kind}`;
  byId("word").textContent = words;
  byId("word").hidden = false;
}

async function ask(question) {
  say("thinking …");
  try {
    return await askHelp((signal) => post(`/gunport/${question}`, request(), signal));
  } catch (error) {
    if (error.name === "AbortError") return null;
    if (!(error instanceof Fault)) throw error;
    say(error.message, "bad");
    return null;
  }
}

/** What is known of the board, for the line below the score. */
function learn() {
  known = null;
  learning = learnt();
}

async function learnt() {
  byId("known").textContent = "…";
  try {
    known = await askKnown((signal) => post("/gunport/best", request([]), signal));
    byId("known").textContent = known.pieces === null ? "No arrangement of this board is known."
      : known.proven ? `The fewest is ${known.pieces}.` : `The best known has ${known.pieces}; at least ${known.lower_bound} are needed.`;
  } catch (error) {
    if (error.name !== "AbortError") byId("known").textContent = error.message;
  }
}

/** Show a domino of a best arrangement; asked once more, lay it. */
async function hint() {
  if (hinted) { make(laying(...hinted)); return; }
  const found = await ask("hint");
  if (!found) return;
  say(found.sentence, found.best !== null && found.reachable !== null && found.reachable > found.best ? "warn" : "good");
  layers.marks.replaceChildren();
  hinted = found.place;
  if (found.place) { const shape = dominoShape(found.place, "ghost"); shape.classList.add("ghost"); layers.marks.append(shape); }
}

async function mend() {
  const found = await ask("mend");
  if (!found) return;
  say(found.sentence, found.lift.length ? "warn" : "good");
  layers.marks.replaceChildren(...found.lift.flat().map(([x, y]) => s("rect", { class: "lifted", x, y, width: 1, height: 1 })));
}

async function showBest() {
  // Of this board: one that was chosen a moment ago is still being asked about.
  for (let asked = null; asked !== learning;) await (asked = learning);
  if (!known?.arrangement.length) { toast("No arrangement of this board is known."); return; }
  for (const domino of [...game().dominoes]) history.play(lifting(domino[0]));
  for (const [a, b] of known.arrangement) history.play(laying(a, b));
  praised = JSON.stringify(history.moves);
  await moved();
}

function step(way) {
  if (history[way]()) moved();
}

byId("sizes").append(...SIZES.map(([rows, columns]) => h("button", { class: "btn", type: "button", onclick: () => begin(rows, columns) }, `${rows} × ${columns}`)));
byId("own").addEventListener("submit", (event) => { event.preventDefault(); begin(Number(byId("own").rows.value), Number(byId("own").columns.value)); });
byId("no-slide").addEventListener("change", () => { keep("gunport no-slide", noSlide()); moved(); learn(); });
byId("record").addEventListener("submit", async (event) => {
  event.preventDefault();
  byId("record").hidden = true; // one press is enough
  const board = request();
  keep("gunport who", byId("record").who.value);
  try {
    const entered = await post("/gunport/record", { ...board, who: byId("record").who.value });
    say(entered.result === "known" ? "The library knew one as good." : "Your board is in the library. Well done!", "good");
    learn();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    say(error.message, "bad");
    byId("record").hidden = JSON.stringify(board) !== JSON.stringify(request());
  }
});
for (const [id, does] of Object.entries({
  undo: () => step("undo"), redo: () => step("redo"), hint, mend, best: showBest,
  clear: () => { for (const domino of [...game().dominoes]) history.play(lifting(domino[0])); moved(); },
})) byId(id).addEventListener("click", does);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const does = { u: () => step("undo"), U: () => step("redo"), h: hint }[event.key];
  if (does) { does(); event.preventDefault(); }
});

byId("no-slide").checked = kept("gunport no-slide", false);
byId("record").who.value = kept("gunport who", "");
begin(...kept("gunport size", [4, 5]));
awake();
