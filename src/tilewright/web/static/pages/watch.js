// The page where a search is watched step by step, forwards and backwards.
import { ApiError } from "../js/api.js";
import { backend } from "../js/backend.js";
import { key } from "../js/cells.js";
import { h, s } from "../js/elements.js";
import { boardPicture, path, placementShapes, shortName } from "../js/flat_drawing.js";
import { formatNumber, messageOf, t } from "../js/messages.js";
import { byId, enablePage, hideMessage, onClicks, onKeys, showMessage, toast } from "../js/page.js";
import { queryOf, sourceFromAddress } from "../js/puzzle_link.js";

const WINDOW = 500; // steps requested at a time
const LISTED = 14; // steps in the list
const MAX_CELLS = 100; // of the puzzles that are offered
const DEFAULT = { catalogue: "some-pentominoes-3x5" };

// `steps` are all known steps from the first on; the server returns at most 200,000 of a search, so that all are kept, and
// going back needs no request. `action` grows with every action of the user, which ends what was going on before.
/** @type {import("../js/puzzle_link.js").Source} */
let puzzle;
/** @type {Api.PuzzleView} */
let view;
const layers = { pieces: s("g"), marks: s("g") }; // of the picture
let outlines = /** @type {Map<string, Point[]>} */ (new Map()), steps = /** @type {Api.StepView[]} */ ([]), at = -1, placed = /** @type {Api.PlacementModel[]} */ ([]);
let ended = false, isRunning = false, timer = 0, request = /** @type {Promise<void> | null} */ (null), action = 0, isReady = false;

async function start() {
  puzzle = (await sourceFromAddress()) ?? DEFAULT;
  fillPuzzles().catch((error) => toast(messageOf(error)));
  const first = requestSteps().catch((error) => error); // on their way while the puzzle is
  view = await backend.puzzle(puzzle);
  if (view.lattice.dimension === 3) throw new ApiError({ message: t("watch.no_solids") });
  document.title = `${t("watch.document_title", { title: view.title || t("common.untitled") })} · Tilewright`;
  outlines = new Map(view.cells.map((cell) => [key(cell.at), cell.outline]));
  byId("board").replaceChildren(view.items ? h("ol", { class: "options mono" }) : boardPicture(view, { label: view.summary, extra: Object.values(layers) }));
  const failure = await first;
  if (failure) throw failure;
  isReady = true;
  show();
}

async function fillPuzzles() {
  const select = byId("puzzle");
  /** @param {string} text */
  const current = (text) => h("option", { value: "", selected: true }, text);
  if (!puzzle.catalogue) select.append(current(t("watch.your_puzzle")));
  select.addEventListener("change", () => { if (select.value) location.search = queryOf({ catalogue: select.value }); });
  const entries = (await backend.catalogue()).filter((entry) => entry.dimension < 3 && entry.cells <= MAX_CELLS);
  if (puzzle.catalogue && !entries.some((entry) => entry.name === puzzle.catalogue)) select.append(current(puzzle.catalogue));
  select.append(...entries.map((entry) => h("option", { value: entry.name, selected: entry.name === puzzle.catalogue }, entry.title)));
}

/** Request the next steps; simultaneous calls share one request. */
function requestSteps() {
  request ??= (async () => {
    const found = await backend.trace({ puzzle, start: steps.length, count: WINDOW });
    if (!steps.length) placed = found.placements;
    steps.push(...found.steps);
    ended = found.ended;
    if (!found.steps.length && !ended) throw new ApiError({ message: t("watch.timeout") });
  })().finally(() => { request = null; });
  return request;
}

/** Go one step forward, unless another action has begun; whether it was done.
 *  @param {number} mine the number of this action */
async function forward(mine) {
  if (at + 1 >= steps.length) {
    if (ended) return false;
    await requestSteps();
  } else if (!ended && !request && steps.length - at < WINDOW / 4) requestSteps().catch(() => null); // repeated when needed
  if (mine !== action) return false;
  const step = steps[at + 1];
  if (!step) return false;
  at += 1;
  if (step.kind === "try" && step.placement) placed = [...placed, step.placement];
  else if (step.kind === "back" && step.placement) placed = placed.slice(0, -1);
  return true;
}

function backward() {
  if (at < 0) return false;
  const step = steps[at];
  if (step.kind === "try" && step.placement) placed = placed.slice(0, -1);
  else if (step.kind === "back" && step.placement) placed = [...placed, step.placement];
  at -= 1;
  return true;
}

function show() {
  const step = steps[at] ?? null;
  byId("sentence").replaceChildren(...(step ? wordsOf(step) : [t("watch.ready")]));
  byId("number").textContent = formatNumber(at + 1);
  for (const fact of /** @type {const} */ (["nodes", "depth", "solutions"])) byId(fact).textContent = formatNumber(step?.[fact] ?? 0);
  if (view.items) byId("board").querySelector("ol")?.replaceChildren(...placed.map((one) => h("li", {}, one.piece)));
  else paint(step);
  showLevels();
  showSteps();
  byId("state").hidden = byId("steps-card").hidden = !step;
  byId("back").disabled = byId("first").disabled = at < 0;
  byId("step").disabled = byId("next").disabled = ended && at + 1 >= steps.length;
}

/** What a step does, in words; the board shows where. A piece has its colour next to its name.
 *  @param {Api.StepView} step
 *  @returns {(string | HTMLElement)[]} */
function wordsOf(step) {
  if (view.items) return [step.sentence];
  const { kind, placement, cell, ways } = step;
  if (placement && (kind === "try" || kind === "back")) {
    const swatch = h("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = lookOf(placement)?.fill ?? "";
    return [swatch, t(kind === "try" ? "watch.place" : "watch.remove", { piece: placement.piece })];
  }
  if (cell && kind === "choose") return [t("watch.choose_cell", { n: ways })];
  if (cell && kind === "dead") return [t(ways ? "watch.dead_cell" : "watch.dead_none", { n: ways })];
  return [step.sentence];
}

/** @param {Api.PlacementModel} placement */
const lookOf = ({ piece }) => view.pieces.find((one) => one.name === piece);

/** @param {Api.StepView | null} step */
function paint(step) {
  const shapes = placementShapes(view, placed, shortName);
  if (step?.kind === "try") shapes.at(-1)?.classList.add("new");
  layers.pieces.replaceChildren(...shapes);
  mark(step);
}

/** Mark on the board what a step is about; `isShown`: it is not the present step.
 *  @param {Api.StepView | null | undefined} step
 *  @param {boolean} [isShown] */
function mark(step, isShown = false) {
  if (view.items) return;
  layers.marks.replaceChildren();
  if (step?.cell && ["choose", "dead"].includes(step.kind)) {
    layers.marks.append(s("path", { class: step.kind === "dead" ? "dead-end" : "chosen", d: path(outlines.get(key(step.cell)) ?? []) }));
  }
  if (!isShown || !step?.placement) return;
  const [shape] = placementShapes(view, [step.placement], shortName);
  shape.classList.add("shown");
  layers.marks.append(shape);
}

/** A bar for each level of the search path: the number of options of its item. */
function showLevels() {
  /** @type {number[]} */
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
    const bar = h("span", { title: t("watch.options", { n: number }) });
    bar.style.height = `${Math.max(6, (100 * number) / most)}%`;
    return bar;
  }));
}

function showSteps() {
  const from = Math.max(0, at - LISTED + 3), present = () => mark(steps[at]);
  const focused = /** @type {HTMLElement | null} */ (byId("steps").querySelector("button:focus"))?.dataset.step ?? "-1";
  byId("steps").replaceChildren(...steps.slice(from, from + LISTED).map((step) => {
    const show = () => mark(step, step.number !== at), button = h("button", {
      type: "button", class: step.kind, "data-step": step.number, onpointerenter: show, onfocus: show, onclick: show, onpointerleave: present, onblur: present,
    }, ...wordsOf(step));
    button.style.paddingLeft = `${6 + 10 * Math.min(step.depth, 14)}px`;
    return h("li", { class: step.kind, "aria-current": step.number === at ? "step" : null }, button);
  }));
  /** @type {HTMLElement | null} */ (byId("steps").querySelector(`[data-step="${focused}"]`))?.focus();
}

function pause() {
  action += 1;
  isRunning = false;
  clearTimeout(timer);
  byId("run").textContent = t("watch.run");
}

/** Start something that goes on until the next action; its number. */
function startAction() {
  pause();
  isRunning = true;
  byId("run").textContent = t("watch.pause");
  return action;
}

async function run() {
  const mine = startAction();
  let due = performance.now();
  const turn = async () => {
    const speed = Number(byId("speed").value);
    const wait = 1400 * 0.9 ** speed; // milliseconds per step: from 1.4 s to less than a frame
    due = Math.max(due + wait, performance.now() - 100);
    let moved = await attempt(() => forward(mine));
    // Several steps per frame where that is faster than the screen.
    for (let more = Math.min(2000, 16 / wait); moved && more > 1; more--) moved = await attempt(() => forward(mine));
    if (mine !== action) return;
    show();
    if (!moved) { pause(); return; }
    timer = setTimeout(turn, Math.max(0, due - performance.now()));
  };
  await turn();
}

/** @param {() => Promise<boolean>} call */
async function attempt(call) {
  try {
    return await call();
  } catch (error) {
    showMessage(messageOf(error), "warn");
    return false;
  }
}

async function nextSolution() {
  const mine = startAction();
  for (let made = 1; await attempt(() => forward(mine)); made++) {
    if (steps[at].kind === "solution") break;
    if (made % WINDOW) continue;
    show(); // so that the user sees the progress, and can pause
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (mine !== action) return;
  pause();
  if (ended && steps[at]?.kind === "end") toast(t("watch.ended"));
  show();
}

const actions = {
  first: () => { pause(); while (backward()); show(); },
  back: () => { pause(); backward(); show(); },
  step: async () => { if (isRunning) pause(); const mine = action; await attempt(() => forward(mine)); show(); },
  run: () => { if (isRunning) { pause(); show(); } else run(); },
  next: () => { if (!byId("next").disabled) nextSolution(); },
};
/** @param {() => unknown} call */
const whenReady = (call) => () => { if (isReady) { hideMessage(); call(); } };
const ids = /** @type {const} */ (["first", "back", "step", "run", "next"]), [first, back, step, running, next] = ids.map((id) => whenReady(actions[id]));
onClicks({ first, back, step, run: running, next });
onKeys({ ArrowLeft: back, ArrowRight: step, " ": running, n: next, Home: first });

if (!(await attempt(async () => { await start(); return true; }))) for (const id of ids) byId(id).disabled = true;
enablePage();
