// The page of durable runs: their progress, and starting, stopping, resuming and deleting them.
import { address } from "../js/address.js";
import { isAbort, latestOnly } from "../js/api.js";
import { backend } from "../js/backend.js";
import { h } from "../js/elements.js";
import { solutionPicture } from "../js/flat_drawing.js";
import { formatDuration, formatNumber, messageOf, t } from "../js/messages.js";
import { byId, enablePage, hideMessage, options, showMessage, toast, tryAction } from "../js/page.js";
import { groupsOf } from "../js/puzzle_link.js";
import { ownFiles } from "../js/shelf.js";

const POLL_INTERVAL = 1000; // milliseconds, while a run is running
const PAGE = 60; // solutions shown at a time
const TASKS = 50; // tasks shown at a time
const UNDO_S = 10; // before a run is deleted
const TASK_STATES = ["waiting", "running", "split", "done", "failed"];
const NUMBERS = ["task", "parent", "share", "choices", "solutions", "nodes", "time", "cpu", "tasks", "speed", "leased"]; // columns
/** A run that ends within a minute; long enough to see its tasks and its progress. */
const SAMPLE = { puzzle: { catalogue: "ten-by-ten" }, question: "all", unique: true };
const form = byId("new-run");

/** The card of a run: its parts, and what of the run is shown.
 *  @typedef {object} Card
 *  @property {HTMLElement} element
 *  @property {HTMLElement} head
 *  @property {HTMLElement} numbers
 *  @property {HTMLElement} buttons
 *  @property {HTMLElement} levels
 *  @property {HTMLElement} task_list
 *  @property {HTMLElement} workers
 *  @property {HTMLElement} bar
 *  @property {HTMLElement} filled of the bar
 *  @property {HTMLDetailsElement} levelDetails
 *  @property {HTMLDetailsElement} taskDetails
 *  @property {TaskPages} tasks
 *  @property {Api.RunView | null} run
 *  @property {string} shown the names of the buttons
 *  @property {string | null} levelsOf the state of the run of which the levels are shown
 *  @property {string | null} loading the page of tasks that is requested
 *  @property {string | null} loaded the page of tasks that is shown */

/** The pages of tasks: `after` has the task before each page up to the one that is shown.
 *  @typedef {object} TaskPages
 *  @property {HTMLElement} controls
 *  @property {HTMLSelectElement} state
 *  @property {HTMLButtonElement} previous
 *  @property {HTMLButtonElement} next
 *  @property {number[]} after
 *  @property {number | null} nextTask
 *  @property {ReturnType<typeof latestOnly>} latest */

const cards = /** @type {Map<string, Card>} */ (new Map());
const lattices = /** @type {Map<string, string | undefined>} */ (new Map()); // by the values of the field `puzzle`; undefined for puzzles that were stored without it
let filled = Promise.resolve(false); // whether the form is, once that is decided
const latestList = latestOnly();
const latestSolutions = latestOnly();
let timer = 0, isActing = false, isLost = false, shownRun = /** @type {string | null} */ (null);
let deletion = /** @type {{ id: string, timer: number } | null} */ (null); // of a run that is not shown any more; it can be kept until then
let pages = /** @type {Api.PageDescriptor[]} */ ([]); // one with a dimension shows solutions of such puzzles

async function update() {
  clearTimeout(timer);
  try {
    const { runs: all, damaged } = await latestList((signal) => backend.runs.list(signal)), runs = all.filter(({ id }) => id !== deletion?.id);
    clearTimeout(timer);
    if (isLost) {
      isLost = false;
      hideMessage();
      ensureForm();
    }
    show(runs);
    showDamaged(damaged);
    byId("none").hidden = runs.length + damaged.length > 0;
    if (runs.some((run) => run.state === "running") && !document.hidden) timer = setTimeout(update, POLL_INTERVAL);
  } catch (error) {
    if (!isAbort(error)) lose(error);
  }
}

/** Say that something could not be had, and ask again soon.
 *  @param {unknown} error */
function lose(error) {
  showMessage(messageOf(error), "bad");
  isLost = true;
  clearTimeout(timer);
  timer = setTimeout(update, 4 * POLL_INTERVAL);
}

/** Fill the form, unless it is filled. */
function ensureForm() {
  filled = filled.then(async (isFilled) => isFilled || Boolean(await tryAction(async () => { await fillForm(); return true; }, lose)));
}

/** @param {Api.DamagedRunView[]} damaged */
function showDamaged(damaged) {
  byId("damaged").hidden = !damaged.length;
  byId("damaged").replaceChildren(...damaged.map(({ id, reason }) => h("p", {}, t("runs.damaged", { id, reason }))));
}

/** @param {Api.RunView[]} runs */
function show(runs) {
  const ids = new Set(runs.map((run) => run.id));
  if (shownRun && !ids.has(shownRun)) hideSolutions();
  for (const [id, card] of cards) if (!ids.has(id)) { card.element.remove(); cards.delete(id); }
  runs.forEach((run, i) => {
    const card = cards.get(run.id) ?? newCard(run.id);
    cards.set(run.id, card);
    fill(card, run);
    if (byId("runs").children[i] !== card.element) byId("runs").insertBefore(card.element, byId("runs").children[i] ?? null);
  });
}

/** @param {string} id
 *  @returns {Card} */
function newCard(id) {
  const head = h("div"), numbers = h("div", { class: "numbers" }), buttons = h("div", { class: "row" }), filled = h("span");
  const levels = h("div"), taskList = h("div", { class: "task-list" }), workers = h("div");
  const bar = h("div", { class: "bar", role: "progressbar", "aria-label": t("runs.share_label", { id }), "aria-valuemin": 0, "aria-valuemax": 100 }, filled);
  /** @param {string} name
   *  @param {...Child} content */
  const details = (name, ...content) => h("details", { class: "small" }, h("summary", {}, t(`runs.${name}`)), content);
  /** @param {HTMLElement} content */
  const scroll = (content) => h("div", { class: "scroll" }, content);
  const tasks = taskPages(id, () => showTasks(card));
  const levelDetails = details("levels", scroll(levels)), taskDetails = details("task_list", tasks.controls, scroll(taskList));
  const element = h("article", { class: "card run", "data-run": id }, head, bar, numbers, buttons, levelDetails, taskDetails, details("workers", scroll(workers)));
  /** @type {Card} */
  const card = {
    element, head, numbers, buttons, levels, task_list: taskList, workers, bar, filled, levelDetails, taskDetails, tasks,
    run: null, shown: "", levelsOf: null, loading: null, loaded: null,
  };
  levelDetails.addEventListener("toggle", () => showLevels(card));
  taskDetails.addEventListener("toggle", () => showTasks(card));
  return card;
}

/** @param {string | null} time
 *  @param {number} length in characters */
const timeText = (time, length) => (time ?? "").slice(0, length).replace("T", " ");
/** @param {Api.RunView} run */
const titleOf = (run) => run.title || run.source.split("/").at(-1) || t("common.untitled"); // no path of the machine

/** @param {Card} card
 *  @param {Api.RunView} run */
function fill(card, run) {
  const percent = run.share * 100, state = t(`runs.state_${run.state}`), isRunning = run.state === "running";
  const stateText = ["stopped", "interrupted"].includes(run.state) ? t("runs.state_at", { state, progress: run.progress_text }) : state;
  card.head.replaceChildren(
    h("div", { class: "row spread" }, h("h2", {}, titleOf(run)), h("span", { class: `state ${run.state}` }, stateText)),
    h("p", { class: "small quiet" }, t(run.unique ? "runs.details_unique" : "runs.details", {
      id: run.id, question: [t(`runs.question_${run.question}`), run.only && t("runs.filter", { only: run.only })].filter(Boolean).join(", "), engine: run.engine, created: timeText(run.created, 16),
    })),
  );
  card.bar.setAttribute("aria-valuenow", String(Math.round(percent)));
  card.filled.style.width = `${percent}%`;
  const all = t("runs.solution_count", { n: run.images, count: formatNumber(run.images) });
  const facts = [
    isRunning ? t("runs.done", { progress: run.progress_text }) : null,
    run.unique ? t("runs.unique_count", { unique: formatNumber(run.solutions), all }) : all,
    run.labelled === null ? null : t("runs.labelled_count", { labelled: formatNumber(run.labelled) }),
    run.only ? t("runs.examined", { examined: formatNumber(run.examined) }) : null,
    run.undecided !== "0" ? t("runs.undecided", { undecided: formatNumber(run.undecided) }) : null,
    run.first_seconds === null ? null : t("runs.first", { elapsed: formatDuration(run.first_seconds), time: timeText(run.first_found_at, 19) }),
    t("runs.tasks", { done: run.done + run.split, waiting: run.waiting }), t("runs.nodes", { nodes: formatNumber(run.nodes) }),
    t("runs.time", { elapsed: formatDuration(run.seconds), cpu: formatDuration(run.cpu_seconds) }),
    isRunning ? t("runs.speed", { speed: Math.round(run.nodes_per_second) }) : null,
    isRunning && run.remaining ? t("runs.remaining", { remaining: run.remaining }) : null,
  ];
  card.numbers.replaceChildren(...facts.filter(Boolean).map((fact) => h("span", {}, fact)));
  if (run.reason && run.state !== "complete") card.numbers.append(h("span", { class: "quiet" }, run.reason));
  showButtons(card, run);
  card.run = run;
  card.levelDetails.hidden = !run.has_levels;
  showLevels(card);
  showTasks(card);
  card.workers.replaceChildren(run.workers.length ? workerTable(run.workers) : h("p", { class: "quiet" }, t("runs.no_workers")));
}

/** @param {Card} card
 *  @param {Api.RunView} run */
function showButtons(card, run) {
  const names = run.state === "running" ? ["stop"] : run.state === "complete" ? ["solutions", "delete"] : ["resume", "solutions", "delete"];
  const shown = names.filter((name) => name !== "solutions" || (run.stores_solutions && run.solutions !== "0"));
  if (card.shown === shown.join()) return;
  card.shown = shown.join();
  /** @type {Record<string, () => Promise<void>>} */
  const actions = {
    stop: () => act(() => backend.runs.stop(run.id)), resume: () => act(() => backend.runs.resume(run.id, Number(form.workers.value))),
    solutions: () => showSolutions(run), delete: () => deleteRun(run),
  };
  card.buttons.replaceChildren(...shown.map((name) => h("button", {
    class: `btn${name === "delete" ? " danger" : ""}`, type: "button", "aria-label": t("runs.button_label", { action: t(`runs.${name}`), id: run.id }), onclick: actions[name],
  }, t(`runs.${name}`))));
}

/** The table by level, loaded while it is open, and again when there are other solutions.
 *  @param {Card} card */
async function showLevels(card) {
  const { run } = card, state = `${run?.solutions} ${run?.state}`;
  if (!run?.has_levels || !card.levelDetails.open || card.levelsOf === state) return;
  card.levelsOf = state;
  const found = await tryAction(() => backend.runs.levels(run.id));
  if (!found) { card.levelsOf = null; return; }
  /** @param {Api.LevelView} level */
  const row = ({ level, solutions, levels }) => [level, formatNumber(solutions), levels.map(([text, number]) => `${text} (${formatNumber(number)})`).join(", ")];
  card.levels.replaceChildren(...(found.rows.length ? [table(["level", "solutions", "levels"], found.rows.map(row))] : []));
}

/** The choice of a status, and the buttons that turn the pages of tasks; `show` shows the chosen page.
 *  @param {string} id
 *  @param {() => unknown} show
 *  @returns {TaskPages} */
function taskPages(id, show) {
  /** @param {string} name */
  const label = (name) => t("runs.button_label", { action: t(`runs.task_${name}`), id });
  const states = TASK_STATES.map((state) => /** @type {const} */ ([state, t(`runs.task_${state}`)]));
  const state = h("select", { "aria-label": label("state"), onchange: () => turn([0]) }, options([["", t("runs.task_any")], ...states]));
  /** @param {string} name
   *  @param {() => unknown} onclick */
  const button = (name, onclick) => h("button", { class: "btn", type: "button", "aria-label": label(name), onclick }, t(`runs.task_${name}`));
  const previous = button("previous", () => turn(tasks.after.slice(0, -1))), next = button("next", () => turn([...tasks.after, Number(tasks.nextTask)]));
  /** @type {TaskPages} */
  const tasks = { controls: h("div", { class: "row task-controls" }, state, previous, next), state, previous, next, after: [0], nextTask: null, latest: latestOnly() };
  /** @param {number[]} after */
  const turn = (after) => {
    tasks.after = after;
    show();
  };
  return tasks;
}

/** A page of the tasks, loaded while it is open, and again while the run is running or when its status has changed.
 *  @param {Card} card */
async function showTasks(card) {
  const { run, tasks } = card;
  if (!run) return;
  const state = tasks.state.value && `&state=${tasks.state.value}`;
  const query = `after=${tasks.after.at(-1)}&count=${TASKS}${state}`, wanted = `${run.state} ${query}`;
  if (!card.taskDetails.open || card.loading === wanted || (run.state !== "running" && card.loaded === wanted)) return;
  card.loading = wanted;
  const found = await tryAction(() => tasks.latest((signal) => backend.runs.tasks(run.id, query, signal)));
  if (card.loading === wanted) card.loading = null;
  if (!found) return;
  card.loaded = wanted;
  tasks.nextTask = found.next;
  tasks.previous.disabled = tasks.after.length === 1;
  tasks.next.disabled = found.next === null;
  tasks.previous.hidden = tasks.next.hidden = tasks.previous.disabled && tasks.next.disabled;
  card.task_list.replaceChildren(found.tasks.length
    ? table(["task", "parent", "state", "share", "choices", "solutions", "nodes", "time", "cpu", "worker"], found.tasks.map(taskRow))
    : h("p", { class: "quiet" }, t("runs.task_none")));
}

/** @param {Api.TaskView} one */
function taskRow(one) {
  const isSearched = ["split", "done"].includes(one.state);
  const effort = [formatNumber(one.images), formatNumber(one.nodes), formatDuration(one.seconds), formatDuration(one.cpu_seconds)];
  const share = t("runs.percent", { share: Number((100 * one.share).toPrecision(3)) });
  return [one.task, one.parent ?? "", t(`runs.task_${one.state}`), share, one.chosen.length, ...(isSearched ? effort : effort.fill("")), one.worker];
}

/** @param {string[]} names
 *  @param {(string | number)[][]} rows */
function table(names, rows) {
  const kinds = names.map((name) => (NUMBERS.includes(name) ? { class: "number" } : {}));
  const heads = names.map((name, i) => h("th", { scope: "col", ...kinds[i] }, t(`runs.table_${name}`)));
  return h("table", {}, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows.map((row) => h("tr", {}, row.map((value, i) => h("td", kinds[i], String(value)))))));
}

/** @param {Api.RunView["workers"]} workers */
function workerTable(workers) {
  /** @param {Api.RunView["workers"][number]} one */
  const row = (one) => [one.name, one.host, formatNumber(one.tasks), one.seconds ? formatNumber(Math.round(Number(one.nodes) / one.seconds)) : "", one.leased, one.last_seen.slice(11, 19)];
  return table(["worker", "host", "tasks", "speed", "leased", "seen"], workers.map(row));
}

/** @param {() => Promise<unknown>} call */
async function act(call) {
  if (isActing) return; // a second click
  isActing = true;
  showMessage(t("runs.working"));
  try {
    if (await tryAction(call)) hideMessage();
  } finally {
    isActing = false;
  }
  await update();
}

/** Delete a run after a while, in which it can be kept.
 *  @param {Api.RunView} run */
async function deleteRun(run) {
  await finishDeletion();
  deletion = { id: run.id, timer: setTimeout(finishDeletion, UNDO_S * 1000) };
  byId("deletion-words").textContent = t("runs.will_be_deleted", { title: titleOf(run), n: UNDO_S });
  byId("deletion").hidden = false;
  byId("keep").focus();
  await update();
}

/** The deletion that is due, which nobody can undo any more; null if there is none. */
function takeDeletion() {
  const due = deletion;
  clearTimeout(due?.timer);
  deletion = null;
  byId("deletion").hidden = true;
  return due;
}

async function finishDeletion() {
  const due = takeDeletion();
  if (!due) return;
  await tryAction(async () => {
    await backend.runs.remove(due.id);
    toast(t("runs.deleted"));
  });
  await update();
}

/** Keep the run that was to be deleted. */
async function keepRun() {
  const due = takeDeletion();
  await update();
  /** @type {HTMLElement | null | undefined} */ (cards.get(due?.id ?? "")?.buttons.querySelector(".danger"))?.focus();
}

function hideSolutions() {
  shownRun = null;
  byId("figures-title").hidden = byId("more").hidden = true;
  byId("figures").replaceChildren();
}

/** Show solutions of a run from number `from`, after those that are shown.
 *  @param {Api.RunView} run
 *  @param {number} [from] */
async function showSolutions(run, from = 0) {
  showMessage(t("runs.loading"));
  const found = await tryAction(() => latestSolutions(async (signal) => {
    const page = await backend.runs.solutions(run.id, from, PAGE, signal);
    return { ...page, view: await backend.puzzle({ text: page.puzzle, format: "toml" }, signal) };
  }));
  if (!found) return;
  const { solutions, view } = found;
  await filled;
  const other = view.items ? null : pages.find((page) => page.dimension === view.lattice.dimension);
  if (other) { location.assign(address(`${other.address}?run=${run.id}`)); return; }
  if (view.items || view.lattice.dimension === 3) { showMessage(t("runs.no_pictures"), "warn"); return; }
  hideMessage();
  if (!from) hideSolutions();
  shownRun = run.id;
  byId("figures").append(...solutions.map((solution, i) => h("figure", { class: "card" },
    solutionPicture(view, solution, from + i + 1), h("figcaption", { class: "small quiet" }, t("common.number_solution", { n: from + i + 1 })))));
  byId("figures-title").textContent = t("runs.solutions_title", { title: titleOf(run) });
  byId("figures-title").hidden = false;
  byId("more").hidden = solutions.length < PAGE;
  byId("more").onclick = () => showSolutions(run, from + solutions.length);
  if (!from) byId("figures-title").scrollIntoView({ block: "start" });
}

/** @param {SubmitEvent} event */
async function startRun(event) {
  event.preventDefault();
  const [kind, name] = form.puzzle.value.split(/:(.*)/s);
  const puzzle = kind === "own" ? { text: ownFiles().find((one) => one.key === name)?.text, format: "toml" } : { catalogue: name };
  await act(() => backend.runs.start({ puzzle, question: form.question.value, unique: form.unique.checked, labelled: form.labelled.checked, only: form.only.value, workers: Number(form.workers.value) }));
}

/** @param {Api.CatalogueEntry[]} entries */
function fillPuzzles(entries) {
  /** @param {string} label
   *  @param {(readonly [string, string])[]} pairs */
  const group = (label, pairs) => h("optgroup", { label }, options(pairs));
  const own = ownFiles();
  for (const one of own) lattices.set(`own:${one.key}`, one.lattice);
  for (const one of entries) lattices.set(`catalogue:${one.name}`, one.lattice);
  if (own.length) form.puzzle.append(group(t("common.your_puzzles"), own.map((one) => [`own:${one.key}`, one.title || t("common.untitled")])));
  for (const [label, listed] of groupsOf(entries)) form.puzzle.append(group(label, listed.map((entry) => [`catalogue:${entry.name}`, entry.title])));
}

/** Offer the filters that apply to the chosen puzzle. A filter implies "up to symmetry".
 *  @param {Api.FilterDescriptor[]} filters */
function offerFilters(filters) {
  const lattice = lattices.get(form.puzzle.value), chosen = form.only.value;
  const names = filters.filter((one) => lattice === undefined || one.lattices.includes(lattice)).map(({ name }) => name);
  form.only.replaceChildren(...options([["", t("runs.only_none")], ...names.map((name) => /** @type {const} */ ([name, t("runs.filter", { only: name })]))]));
  form.only.value = names.includes(chosen) ? chosen : "";
  byId("only-field").hidden = !names.length;
  byId("unique-field").hidden = Boolean(form.only.value);
}

async function fillForm() {
  const [descriptors, entries] = await Promise.all([backend.descriptors(), backend.catalogue()]);
  fillPuzzles(entries);
  pages = descriptors.pages;
  const offer = () => {
    offerFilters(descriptors.filters);
    byId("labelled-field").hidden = form.question.value === "first";
  };
  form.addEventListener("change", offer);
  offer();
}

form.addEventListener("submit", startRun);
byId("keep").addEventListener("click", keepRun);
addEventListener("pagehide", () => { const due = takeDeletion(); if (due) backend.runs.removeAtLast(due.id); });
addEventListener("pageshow", (event) => { if (event.persisted) update(); });
document.addEventListener("visibilitychange", () => { if (!document.hidden) update(); });
byId("sample").addEventListener("click", () => act(() => backend.runs.start({ ...SAMPLE, workers: Number(form.workers.value) })));
await update();
ensureForm(); // after the runs, as the catalogue is large
enablePage();
