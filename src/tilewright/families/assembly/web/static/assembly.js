// The page on which puzzles in space are put together and taken apart.
import { backend } from "/static/js/backend.js";
import { address } from "/static/js/address.js";
import { latestOnly } from "/static/js/api.js";
import { h } from "/static/js/elements.js";
import { onFile } from "/static/js/file_drop.js";
import { formatDuration, messageOf, t } from "/static/js/messages.js";
import { byId, enablePage, hideMessage, onKeys, options, showMessage, showOpenError, textOf, toast, tryAction } from "/static/js/page.js";
import { printPaper } from "/static/js/print_sheet.js";
import { groupsOf, pack, queryOf, sourceFromAddress, unpack } from "/static/js/puzzle_link.js";
import { storePuzzle } from "/static/js/shelf.js";
import { ServerSearch, progressBar } from "/static/js/server_search.js";
import { bindShare } from "/static/js/share.js";
import { DisassemblyPlayer } from "/static/families/assembly/disassembly_player.js";
import { assemblyBackend } from "./assembly_backend.js";
import { PositionPanel } from "./position_panel.js";

const DEFAULT = { catalogue: "soma-cube" };
const PATIENCE = 500; // milliseconds before loose pieces are shown until an assembly is found
const PAGE = 500, MAX_LISTED = 5000;
const MAX_BYTES = 1_000_000; // of a file
const form = byId("survey-form");
const latestPuzzle = latestOnly(), latestAssembly = latestOnly();
/** @type {ServerSearch<Api.SurveyView>} */
const search = new ServerSearch(assemblyBackend.surveys, {
  event: onEvent,
  failed: (error) => { byId("progress").replaceChildren(); showMessage(error.message, "bad"); },
  reconnecting: () => null,
  lost: () => { byId("progress").replaceChildren(); showMessage(t("assembly.connection_lost"), "bad"); },
});

/** @typedef {import("/static/js/puzzle_link.js").Source} Source */

/** An assembly in the list: one of the survey, or a solution of a durable run with its placements.
 *  @typedef {{ position: number, number: number, moves: number[], levels?: string, status?: string, proven?: boolean, placements?: Api.PlacementModel[] }} Listed */

let file = /** @type {{ text: string, filename: string } | null} */ (null); // that was opened
let source = /** @type {Source | null} */ (null), view = /** @type {Api.PuzzleView | null} */ (null), player = /** @type {DisassemblyPlayer | null} */ (null);
let survey = /** @type {Api.SurveyView | null} */ (null); // as the server described it last
let wanted = { question: "", rotations: false }; // of it; the form may say something else by now
let listed = /** @type {Listed[]} */ ([]), isLoading = false, shown = /** @type {Api.DisassemblyView | null} */ (null), chosen = /** @type {Listed | null} */ (null), isChosenByUser = false;

const positions = new PositionPanel(/** @type {HTMLDetailsElement} */ (/** @type {HTMLElement} */ (byId("positions"))));

/** Read a puzzle; what is shown of it comes after. `given` is the query that opens the page like this again.
 *  @param {Source} asked
 *  @param {string | null} [given] */
async function open(asked, given = null) {
  const found = await latestPuzzle(async (signal) => {
    const read = await assemblyBackend.puzzle(asked, signal);
    await search.end();
    signal.throwIfAborted();
    return read;
  });
  survey = null;
  byId("progress").replaceChildren();
  const { puzzle, problems, problem } = found;
  view = puzzle;
  shown = null;
  positions.subject = null;
  byId("opening").textContent = "";
  // What was read is sent as a text from now on, but for puzzles of the catalogue.
  source = asked.catalogue ? asked : { text: puzzle.toml, format: "toml" };
  byId("title").textContent = puzzle.title || t("common.untitled");
  document.title = `${puzzle.title || t("assembly.title")} · Tilewright`;
  player?.pause();
  player = new DisassemblyPlayer(puzzle, { onMove: () => { isChosenByUser = true; } });
  byId("player").replaceChildren(player.box);
  byId("pieces").replaceChildren(player.pieces);
  byId("reasons").replaceChildren(player.reasons);
  showLooseButton(false);
  form.rotations.disabled = puzzle.lattice.name !== "cube";
  if (form.rotations.disabled) form.rotations.checked = false;
  byId("problem-field").hidden = problems.length < 2;
  byId("problem").replaceChildren(...options(problems.map((name, i) => [i + 1, name ? t("assembly.problem_option", { n: i + 1, name }) : i + 1])));
  byId("problem").value = String(problem || 1);
  byId("puzzle").value = asked.catalogue ?? "";
  const query = asked.catalogue ? queryOf(asked) : storePuzzle(puzzle);
  for (const page of /** @type {const} */ (["play", "solve"])) {
    byId(`${page}-it`).href = address(`/${page}${query}`);
    byId(`${page}-it`).hidden = false;
  }
  history.replaceState(null, "", `${location.pathname}${given ?? query}`);
  clearFound();
  hideMessage();
}

/** Show an assembly that comes apart in few moves, if one is found quickly; else the pieces remain. */
async function showOpening() {
  const mine = source;
  byId("opening").textContent = t("assembly.opening");
  const waiting = setTimeout(() => { if (mine === source && !shown) showLoose(); }, PATIENCE);
  const found = await tryAction(() => latestAssembly((signal) => assemblyBackend.opening({ puzzle: mine ?? {} }, signal)), ({ message }) => toast(message));
  clearTimeout(waiting);
  if (mine !== source || shown) return;
  byId("opening").textContent = found ? openingWords(found) : "";
  if (!found?.disassembly) { showLoose(); return; }
  showDisassembly(found.disassembly);
  await explain(found.disassembly);
}

/** What is known of the assembly that is shown first.
 *  @param {Api.OpeningView} found */
function openingWords({ disassembly, assemblies: n, whole, least }) {
  if (!disassembly) return t(whole ? "assembly.none" : "assembly.opening_not_found");
  if (!disassembly.levels) return t(whole ? "assembly.opening_none_apart" : "assembly.opening_none_apart_so_far", { n });
  return least ? t("assembly.opening_least") : t(whole ? "assembly.opening_shortest" : "assembly.opening_shortest_so_far", { n });
}

/** Show an assembly, after so many moves.
 *  @param {Api.DisassemblyView} found
 *  @param {number} [number] */
function showDisassembly(found, number = 0) {
  shown = found;
  player?.show(found, number);
  byId("why").hidden = !found.blocking;
  showLooseButton(false);
  positions.subject = source && view && { view, source, found };
}

/** @param {boolean} isLoose whether the pieces lie side by side */
function showLooseButton(isLoose) {
  byId("loose").setAttribute("aria-pressed", String(isLoose));
  byId("loose").disabled = !shown;
}

/** Show the pieces side by side. */
function showLoose() {
  player?.showPieces();
  byId("why").hidden = true;
  showLooseButton(true);
}

/** Show the pieces side by side, or the assembly again. */
function toggleLoose() {
  isChosenByUser = true;
  if (byId("loose").getAttribute("aria-pressed") === "false") showLoose();
  else if (shown) showDisassembly(shown);
}

/** Print the assembly and each of its moves. */
function printSteps() {
  if (!player) return;
  const figures = player.steps().map(({ picture, caption }) => h("figure", {}, picture, h("figcaption", {}, caption)));
  printPaper("steps", h("h1", {}, byId("title").textContent ?? ""), h("div", { class: "print-steps" }, figures));
}

/** List the solutions of a durable run; each is taken apart when it is chosen.
 *  @param {string} id */
async function openRun(id) {
  /** @param {number} start
   *  @returns {Promise<Api.RunSolutions>} */
  const solutions = (start) => latestPuzzle((signal) => backend.runs.solutions(id, start, PAGE, signal));
  const first = await solutions(0);
  await open({ text: first.puzzle, format: "toml" }, `?run=${id}`);
  showLoose();
  const mine = listed;
  for (let page = first; listed === mine;) {
    listed.push(...page.solutions.map((placements, i) => ({ placements, position: page.start + i, number: page.start + i + 1, moves: [] })));
    const isAll = page.solutions.length < PAGE;
    byId("headline").textContent = t("assembly.of_run", { n: listed.length, id });
    showList(t(isAll ? "assembly.run_help" : "assembly.not_listed", { n: listed.length }));
    if (isAll || listed.length >= MAX_LISTED) return;
    page = await solutions(listed.length);
  }
}

function clearFound() {
  [listed, chosen, isChosenByUser] = [[], null, false];
  byId("list").replaceChildren();
  byId("found").hidden = true;
}

/** @param {Source} asked */
const openOrReport = (asked) => tryAction(async () => { await open(asked); showOpening(); }, (error) => {
  if (asked.filename) showOpenError(asked.filename, error); else showMessage(error.message, "bad");
});

/** Clear the page for a new survey, and return its request. */
function prepare() {
  survey = null;
  hideMessage();
  clearFound();
  latestAssembly(() => null); // abort the search for what is shown first
  byId("opening").textContent = "";
  byId("progress").replaceChildren(t("assembly.searching"));
  wanted = { question: form.question.value, rotations: form.rotations.checked };
  return { puzzle: source, ...wanted, time_limit_s: Number(form.time_limit_s.value) };
}

/** @param {Api.SurveyView} event */
function onEvent(event) {
  survey = event;
  byId("progress").replaceChildren(...(event.state === "running" ? progressParts(event.progress) : []));
  if (event.stored > listed.length) loadList();
  if (event.state === "running") return;
  if (event.error) showMessage(event.error.message, "bad");
  else if (event.state === "abandoned") showMessage(t("assembly.abandoned"), "warn");
  else if (event.answer) showAnswer(event.answer);
}

/** @param {Api.SolveProgress | null} progress */
function progressParts(progress) {
  if (!progress) return [h("span", {}, t("assembly.preparing"))];
  const words = progress.progress_text ? t("assembly.so_far", { words: progress.progress_text }) : t("assembly.searching");
  return [progressBar(progress.share), h("span", {}, `${words} · ${formatDuration(progress.seconds)}`)];
}

/** @param {Api.SurveyAnswer} answer */
function showAnswer(answer) {
  const { status, assemblies: n, apart, undecided } = answer;
  const isWhole = status === "complete";
  const isFirst = wanted.question === "first" && apart > 0;
  const headline = isFirst ? t("assembly.first_apart") : !n ? t(isWhole ? "assembly.none" : "assembly.none_so_far") : apart ? t("assembly.some_apart", { n, apart }) : t(answer.proven || !isWhole ? "assembly.none_apart" : "assembly.none_apart_tried", { n });
  byId("headline").textContent = isWhole || isFirst || !n ? headline : t("assembly.so_far", { words: headline });
  const lines = [
    undecided ? t("assembly.undecided_count", { n: undecided }) : status === "limit" ? t("assembly.limit") : status === "cancelled" ? t("assembly.stopped") : "",
    isFirst ? t("assembly.first_examined", { n }) : "",
    answer.reason && !(apart && answer.proven) ? t("assembly.reason", { reason: answer.reason }) : "",
    t("assembly.effort", { n: answer.states, elapsed: formatDuration(answer.seconds) }),
  ];
  byId("effort").textContent = lines.filter(Boolean).join(" ");
  byId("found").hidden = false;
}

/** Order by the numbers of moves, the greatest first.
 *  @param {Listed} a
 *  @param {Listed} b */
function byLevel(a, b) {
  for (let i = 0; i < Math.max(a.moves.length, b.moves.length); i++) {
    const more = (b.moves[i] ?? 0) - (a.moves[i] ?? 0);
    if (more) return more;
  }
  return a.number - b.number;
}

/** Whether an assembly comes apart in fewer moves than another, by its number where they are equal; one that comes apart at all is first.
 *  @param {Listed} one
 *  @param {Listed} other */
function isShorter(one, other) {
  /** @param {Listed} assembly */
  const total = ({ levels, moves }) => (levels ? moves.reduce((sum, value) => sum + value, 0) : Infinity);
  const [mine, others] = [total(one), total(other)];
  return mine === others ? one.number < other.number : mine < others;
}

/** Load what has been stored since, and show it in the list. */
async function loadList() {
  const mine = survey;
  if (isLoading || !mine) return;
  isLoading = true;
  try {
    while (survey?.id === mine.id && listed.length < Math.min(survey.stored, MAX_LISTED)) {
      const page = await assemblyBackend.surveys.assemblies(mine.id, listed.length, PAGE);
      if (survey?.id !== mine.id || !page.assemblies.length) return;
      listed.push(...page.assemblies.map((one, i) => ({ ...one, position: page.start + i })));
      showList(survey.stored > listed.length ? t("assembly.not_listed", { n: listed.length }) : t("assembly.levels_help"));
    }
  } catch (error) {
    if (survey?.id === mine.id) toast(messageOf(error));
  } finally {
    isLoading = false;
    if (survey && survey.id !== mine.id && survey.stored > listed.length) loadList();
  }
}

/** @param {Listed} assembly */
const nameOf = ({ number, levels, status, proven }) => t(
  levels ? "assembly.comes_apart" : !status ? "assembly.not_examined" : status === "limit" ? "assembly.undecided" : proven ? "assembly.locked" : "assembly.not_apart_tried", { n: number, levels });

/** @param {string} help */
function showList(help) {
  const sorted = [...listed].sort(byLevel);
  byId("list").replaceChildren(...options(sorted.map((one) => [one.position, nameOf(one)])));
  byId("list").size = Math.max(2, Math.min(8, sorted.length));
  byId("list-help").textContent = help;
  byId("found").hidden = false;
  const best = listed.reduce((one, other) => (isShorter(other, one) ? other : one));
  // The one with the fewest moves of those that are known is shown; nobody who plays another is disturbed by it.
  if (!isChosenByUser && (chosen === null || isShorter(best, chosen))) choose(best);
  if (chosen) byId("list").value = String(chosen.position);
}

/** Take an assembly apart, with turns of pieces as in the search that it is from; else as the form says.
 *  @param {Api.PlacementModel[]} placements
 *  @param {AbortSignal} signal */
const takeApart = (placements, signal) => assemblyBackend.disassemble({ puzzle: source ?? {}, assembly: placements, rotations: survey ? wanted.rotations : form.rotations.checked }, signal);

/** Show an assembly, after so many moves.
 *  @param {Listed} one
 *  @param {number} [number] */
async function choose(one, number = 0) {
  chosen = one;
  byId("list").value = String(one.position);
  const mine = listed;
  /** @type {Api.DisassemblyView | null} */
  const found = await tryAction(() => latestAssembly((signal) => (
    one.placements ? takeApart(one.placements, signal) : assemblyBackend.surveys.assembly(survey?.id, one.position, signal))));
  if (!found || listed !== mine) return;
  if (!number && shown && isSameWay(found, shown)) shown = found; // somebody may play it already
  else showDisassembly(found, number);
  Object.assign(one, { levels: found.levels, status: found.status, proven: found.proven });
  byId("list").selectedOptions[0].textContent = nameOf(one);
  await explain(found);
}

/** Whether two sequences take the same pieces apart by the same moves.
 *  @param {Api.DisassemblyView} one
 *  @param {Api.DisassemblyView} other */
function isSameWay(one, other) {
  /** @param {Api.DisassemblyView} way */
  const text = ({ assembly, separations }) => JSON.stringify([assembly, separations]);
  return one.levels !== "" && byId("loose").getAttribute("aria-pressed") === "false" && text(one) === text(other);
}

/** Find out why an assembly does not come apart, and show it.
 *  @param {Api.DisassemblyView} found */
async function explain(found) {
  if (found.levels || found.status !== "complete" || found.blocking) return;
  const assembly = found.assembly.map(({ piece, cells }) => ({ piece, cells }));
  const explained = await tryAction(
    () => latestAssembly((signal) => takeApart(assembly, signal)),
    ({ message }) => toast(t("assembly.explain_failed", { message })));
  if (explained?.blocking && shown === found) showDisassembly(explained);
}

form.addEventListener("submit", (event) => { event.preventDefault(); if (source) search.start(prepare); });
byId("list").addEventListener("change", () => {
  isChosenByUser = true;
  const picked = listed.find((one) => String(one.position) === byId("list").value);
  if (picked) choose(picked);
});
byId("puzzle").addEventListener("change", () => { if (byId("puzzle").value) { file = null; openOrReport({ catalogue: byId("puzzle").value }); } });
onFile(byId("file"), MAX_BYTES, async (opened) => {
  const text = await tryAction(() => textOf(opened, MAX_BYTES));
  if (text === null) return;
  file = { text, filename: opened.name };
  await openOrReport(file);
});
byId("problem").addEventListener("change", () => { if (file) openOrReport({ ...file, problem: Number(byId("problem").value) }); });
/** The address of the puzzle and, if one is shown, of the assembly and the move. */
async function linkToMove() {
  const link = new URL(location.href), held = source ?? {};
  const parts = { ...(!held.catalogue && held.text && { t: await pack(held.text) }),
    ...(shown && { a: await pack(JSON.stringify(shown.assembly.map(({ piece, cells }) => ({ piece, cells })))), m: String(player?.number ?? 0), ...(form.rotations.checked && { r: "1" }) }) };
  link.search = held.catalogue ? queryOf(held) : "";
  link.hash = String(new URLSearchParams(parts));
  return link.href;
}

/** Show the assembly that the address holds, if it does. */
async function openShared() {
  const shared = new URLSearchParams(location.hash.slice(1)), packed = shared.get("a");
  await open((await sourceFromAddress()) ?? DEFAULT);
  if (!packed) { showOpening(); return; }
  form.rotations.checked = !form.rotations.disabled && shared.has("r");
  /** @type {Api.PlacementModel[]} */
  const placements = JSON.parse(await unpack(packed));
  listed = [{ placements, position: 0, number: 1, moves: [] }];
  byId("headline").textContent = t("assembly.shared");
  showList("");
  isChosenByUser = true;
  await choose(listed[0], Number(shared.get("m")) || 0);
}

byId("loose").addEventListener("click", toggleLoose);
byId("print").addEventListener("click", printSteps);
bindShare(byId("share"), async () => ({ title: document.title, url: await linkToMove() }));
onKeys({ ArrowLeft: () => player?.step(-1), ArrowRight: () => player?.step(1), " ": () => { if (player?.length) player.toggle(); } });

const filled = tryAction(async () => {
  const solids = (await backend.catalogue()).filter((entry) => entry.dimension === 3);
  byId("puzzle").append(h("option", { value: "" }, t("assembly.own_puzzle")), ...groupsOf(solids).map(([label, entries]) => (
    h("optgroup", { label }, options(entries.map(({ name, title }) => [name, title]))))));
  if (source) byId("puzzle").value = source.catalogue ?? "";
});
try {
  const run = new URLSearchParams(location.search).get("run");
  await (run ? openRun(run) : openShared());
} catch (error) {
  showMessage(messageOf(error), "bad");
}
await filled;
enablePage();
