// The page where the search is watched, step by step, forwards and back.
import { Fault, get, post } from "./api.js";
import { boardPicture, key, path, pieceShape } from "./drawing.js";
import { here, source } from "./puzzle_link.js";
import { awake, h, open, s, toast } from "./shell.js";

open();

const byId = (id) => document.getElementById(id);
const WINDOW = 500;
const SHOWN = 14; // steps in the list around the current one
const DEFAULT = { catalogue: "some-pentominoes-3x5" };

// `steps` are all that are known, from the first on; the server tells no more than some 200,000 of a search, so that
// they can all be kept, and going back asks for nothing. `press` grows with every press: what was begun before it ends.
let puzzle, view, layers, outlines, steps = [], at = -1, laid = [], ended = false, running = false, timer = null, coming = null, press = 0, ready = false;

async function begin() {
  puzzle = (await source()) ?? DEFAULT;
  fillChooser().catch((error) => toast(error.message));
  view = await post("/puzzle", puzzle);
  if (view.lattice.name === "cube") throw new Fault({ message: "Solids are not shown here; take a flat puzzle, or solve this one." });
  document.title = `Watch: ${view.title || "your puzzle"} · Tilewright`;
  layers = Object.fromEntries(["pieces", "marks"].map((name) => [name, s("g", {})]));
  outlines = new Map(view.cells.map((cell) => [key(cell.at), cell.outline]));
  byId("board").replaceChildren(view.items ? h("ol", { class: "plainlist mono", id: "options" }) : boardPicture(view, { label: view.summary, extra: Object.values(layers) }));
  await fetchMore();
  ready = true;
  show();
}

async function fillChooser() {
  const chooser = byId("which");
  if (!puzzle.catalogue) chooser.append(h("option", { value: "", selected: true }, "your own puzzle"));
  chooser.addEventListener("change", () => { if (chooser.value) location.search = here({ catalogue: chooser.value }); });
  const entries = (await get("/catalogue")).filter((entry) => entry.lattice !== "cube" && entry.cells <= 100);
  if (puzzle.catalogue && !entries.some((entry) => entry.name === puzzle.catalogue)) chooser.append(h("option", { value: "", selected: true }, puzzle.catalogue));
  chooser.append(...entries.map((entry) => h("option", { value: entry.name, selected: entry.name === puzzle.catalogue }, entry.title)));
}

/** Ask for the next window of steps; several who ask at once get the same answer. */
function fetchMore() {
  coming ??= (async () => {
    const found = await post("/trace", { puzzle, start: steps.length, count: WINDOW });
    if (!steps.length) laid = found.placements;
    steps.push(...found.steps);
    ended = found.ended;
    if (!found.steps.length && !ended) throw new Fault({ message: "The next steps were not found in the time." });
  })().finally(() => { coming = null; });
  return coming;
}

/** One step on, if that is still wanted: whether it was made. */
async function forwards(wanted) {
  if (at + 1 >= steps.length) {
    if (ended) return false;
    await fetchMore();
  } else if (!ended && !coming && steps.length - at < WINDOW / 4) fetchMore().catch(() => null); // asked again when they are needed
  if (wanted !== press) return false;
  const step = steps[at + 1];
  if (!step) return false;
  at += 1;
  if (step.kind === "try") laid = [...laid, step.placement];
  else if (step.kind === "back") laid = laid.slice(0, -1);
  return true;
}

function backwards() {
  if (at < 0) return false;
  const step = steps[at];
  if (step.kind === "try") laid = laid.slice(0, -1);
  else if (step.kind === "back") laid = [...laid, step.placement];
  at -= 1;
  return true;
}

function show() {
  const step = steps[at] ?? null;
  byId("sentence").textContent = step ? step.sentence : "Ready. Run, or take a step.";
  byId("number").textContent = (at + 1).toLocaleString("en");
  for (const fact of ["nodes", "depth", "solutions"]) byId(fact).textContent = (step?.[fact] ?? 0).toLocaleString("en");
  if (view.items) byId("options").replaceChildren(...laid.map((one) => h("li", {}, one.piece)));
  else paint(step);
  showLevels();
  showSteps();
  byId("back").disabled = byId("first").disabled = at < 0;
  byId("step").disabled = byId("next").disabled = ended && at + 1 >= steps.length;
}

function paint(step) {
  const looks = new Map(view.pieces.map((piece) => [piece.name, piece]));
  layers.pieces.replaceChildren(...laid.map((one, i) => {
    const shape = pieceShape(view.lattice, one.cells, looks.get(one.piece), { label: one.piece.length <= 3 ? one.piece : "" });
    if (step?.kind === "try" && i === laid.length - 1) shape.classList.add("fresh");
    return shape;
  }));
  layers.marks.replaceChildren();
  const mark = step?.cell && { choose: "chosen", dead: "deadend" }[step.kind];
  if (mark) layers.marks.append(s("path", { class: mark, d: path(outlines.get(key(step.cell))) }));
}

/** How many ways were chosen from at each depth of the current path: the shape of the tree above. */
function showLevels() {
  const ways = [];
  let depth = 0;
  for (let i = 0; i <= at; i++) {
    const step = steps[i];
    depth = step.depth;
    if (step.kind === "choose") { ways.length = depth; ways[depth] = step.ways; }
  }
  ways.length = Math.min(ways.length, depth + 1);
  const most = Math.max(1, ...ways.filter(Boolean));
  byId("levels").replaceChildren(...ways.map((number) => {
    const bar = h("span", { title: `${number} ways` });
    bar.style.height = `${Math.max(6, (100 * number) / most)}%`;
    return bar;
  }));
}

function showSteps() {
  const from = Math.max(0, at - SHOWN + 3);
  byId("steps").replaceChildren(...steps.slice(from, from + SHOWN).map((step) => h("li", {
    class: step.kind, "aria-current": step.number === at ? "step" : null,
  }, `${" ".repeat(Math.min(step.depth, 14))}${step.sentence}`)));
}

function pause() {
  press += 1;
  running = false;
  clearTimeout(timer);
  byId("run").textContent = "Run";
}

/** What goes on by itself until the next press, whose number it gives. */
function going() {
  pause();
  running = true;
  byId("run").textContent = "Pause";
  return press;
}

async function run() {
  const mine = going();
  let due = performance.now();
  const turn = async () => {
    const speed = Number(byId("speed").value);
    const wait = 1400 * 0.9 ** speed; // milliseconds a step: 1.4 s down to less than a frame
    due = Math.max(due + wait, performance.now() - 100);
    let went = await attempt(() => forwards(mine));
    // Faster than the screen: several steps a frame.
    for (let more = Math.min(2000, 16 / wait); went && more > 1; more--) went = await attempt(() => forwards(mine));
    if (mine !== press) return;
    show();
    if (!went) { pause(); return; }
    timer = setTimeout(turn, Math.max(0, due - performance.now()));
  };
  await turn();
}

async function attempt(does) {
  try {
    return await does();
  } catch (error) {
    byId("word").className = "note warn";
    byId("word").textContent = error.message;
    byId("word").hidden = false;
    return false;
  }
}

async function toSolution() {
  const mine = going();
  for (let made = 1; await attempt(() => forwards(mine)); made++) {
    if (steps[at].kind === "solution") break;
    if (made % WINDOW) continue;
    show(); // a long way: one sees how far it is, and can press Pause
    await new Promise((drawn) => setTimeout(drawn));
  }
  if (mine !== press) return;
  pause();
  if (ended && steps[at]?.kind === "end") toast("The search has ended.");
  show();
}

const acts = {
  first: () => { pause(); while (backwards()); show(); },
  back: () => { pause(); backwards(); show(); },
  step: async () => { if (running) pause(); const mine = press; await attempt(() => forwards(mine)); show(); },
  run: () => { if (running) { pause(); show(); } else run(); },
  next: () => { if (!byId("next").disabled) toSolution(); },
};
const does = Object.fromEntries(Object.entries(acts).map(([id, act]) => [id, () => { byId("word").hidden = true; act(); }]));
for (const [id, action] of Object.entries(does)) byId(id).addEventListener("click", action);
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  if (event.key === " " && event.target.matches("button, summary, a")) return; // they have a use for it themselves
  const action = { ArrowLeft: does.back, ArrowRight: does.step, " ": does.run, n: does.next, Home: does.first }[event.key];
  if (action && ready) { event.preventDefault(); action(); }
});

if (!(await attempt(async () => { await begin(); return true; }))) for (const id of Object.keys(does)) byId(id).disabled = true;
awake();
