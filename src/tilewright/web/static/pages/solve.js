// The page where a question about a puzzle is answered, with solutions shown while the search runs.
import { address } from "../js/address.js";
import { backend } from "../js/backend.js";
import { marksOfOrientation } from "../js/cells.js";
import { h } from "../js/elements.js";
import { boardPicture, iconSide, pieceIcon, solutionPicture } from "../js/flat_drawing.js";
import { columnsFor, layered, nameLayers } from "../js/layers.js";
import { formatDuration, formatNumber, messageOf, t } from "../js/messages.js";
import { byId, downloadText, enablePage, fileName, onActivate, options, toast } from "../js/page.js";
import { fullName, showParameters } from "../js/parameters.js";
import { PlanPanel } from "../js/plan_panel.js";
import { bindPrint } from "../js/print_sheet.js";
import { pack, queryOf, sourceFromAddress } from "../js/puzzle_link.js";
import { ruleOf } from "../js/rule.js";
import { ServerSearch, progressBar } from "../js/server_search.js";
import { bindShare } from "../js/share.js";
import { solidScene } from "../js/solid_drawing.js";
import { solidIcon, solidIconSide } from "../js/solid_icon.js";
import { paint } from "../js/solid_painter.js";
import { solidPanel } from "../js/solid_panel.js";
import { sheetOf } from "../js/tiling_sheet.js";

const form = byId("question-form");
const PAGE = 48;
const ICON = 76, ICON_CELL = 16; // pixels: the most for a piece below the board, and for a cell of one
const CAPABILITIES = ["first", "lists", "counts"]; // of the engines that can be chosen
/** The fields of a question that an address can hold. */
const QUESTION = /** @type {const} */ (["question", "max_solutions", "up_to_symmetry", "labelled", "maximise", "sample_size", "seed", "time_limit_s", "engine"]);
const DEFAULT = { catalogue: "pentominoes-6x10" };

/** @type {ServerSearch<Api.SolveView>} */
const search = new ServerSearch(backend.solves, {
  event: onEvent,
  failed: (error) => { byId("empty").hidden = true; showAnswer("bad", h("p", {}, error.message)); },
  reconnecting: () => byId("progress").replaceChildren(h("span", {}, t("solve.reconnecting"))),
  lost: () => {
    byId("progress").replaceChildren();
    byId("empty").hidden = true;
    showAnswer("bad", h("p", {}, t("solve.connection_lost")));
  },
});

const plan = new PlanPanel(byId("plan"), () => (form.checkValidity() ? planned({ ...request(), puzzle: { ...puzzle, motions: form.motions.value } }) : null));

/** @typedef {Sent<Api.SolveRequest> & { puzzle: import("../js/puzzle_link.js").Source }} Request */

/** @type {import("../js/puzzle_link.js").Source} */
let puzzle;
/** @type {Api.PuzzleView} */
let view;
/** @type {Request} */
let query;
let shown = 0, stored = 0, loading = /** @type {string | null} */ (null), panel = /** @type {import("../js/solid_panel.js").SolidPanel | null} */ (null);

async function start() {
  fitForm();
  puzzle = (await sourceFromAddress()) ?? DEFAULT;
  const [read, { engines, lattices, pages: others }] = await Promise.all([backend.puzzle(puzzle), backend.descriptors()]);
  takeView(read);
  if (view.parameters.length) puzzle = { ...puzzle, catalogue: fullName(puzzle.catalogue ?? "", view) };
  showParameters(byId("parameters"), view, puzzle.catalogue ?? "", (catalogue) => location.assign(address(`/solve${queryOf({ ...puzzle, catalogue })}`)));
  byId("title").textContent = view.title || t("common.untitled");
  document.title = `${view.title || t("solve.title")} · Tilewright`;
  showPreview();
  if (view.goal !== "fill") [form.question.value, form.maximise.checked] = ["optimise", view.goal === "greatest"];
  takeQuestion();
  byId("motions").hidden = view.items;
  form.motions.value = puzzle.motions ?? "";
  byId("name-pieces").checked = view.pieces.length > 1;
  showNames();
  form.engine.append(...options(engines.filter((engine) => engine.capabilities.some((one) => CAPABILITIES.includes(one))).map(({ name }) => [name, name])));
  form.engine.value = new URLSearchParams(location.search).get("engine") ?? "";
  if (form.engine.selectedIndex < 0) form.engine.value = "";
  fitForm();
  const isFlat = !view.items && view.lattice.dimension < 3;
  for (const page of others) if (page.dimension && page.dimension === view.lattice.dimension) byId("links").prepend(h("a", { class: "btn", "data-page": page.address }, page.link_text));
  const pages = { play: view.playable, watch: view.items || isFlat, edit: isFlat && lattices.some((one) => one.drawable && one.name === view.lattice.name) };
  for (const page of /** @type {const} */ (["play", "watch", "edit"])) byId(page).hidden = !pages[page];
  linkPages();
}

/** @param {Api.PuzzleView} read */
function takeView(read) {
  view = read;
  byId("summary").textContent = view.summary;
  byId("rule").textContent = ruleOf(view);
}

/** Let the links to other pages name the puzzle and the motions; the editor opens the puzzle as it is. */
function linkPages() {
  const query = puzzle.catalogue ? queryOf(puzzle) : location.search + location.hash;
  for (const page of /** @type {NodeListOf<HTMLAnchorElement>} */ (byId("links").querySelectorAll("[data-page]"))) page.href = address(page.dataset.page + query);
  byId("edit").href = address(`/edit${query.replace(/[?&]motions=\w+/, "").replace(/^&/, "?")}`);
}

/** Read the puzzle with the motions that are chosen, if they are others; whether it has them now. */
async function applyMotions() {
  const motions = form.motions.value;
  if (motions === (puzzle.motions ?? "")) return true;
  const ended = search.end();
  byId("start").disabled = true;
  await ended;
  try {
    takeView(await backend.puzzle({ ...puzzle, motions }));
  } catch (error) {
    clear();
    byId("empty").hidden = true;
    showAnswer("bad", h("p", {}, messageOf(error)));
    return false;
  } finally {
    byId("start").disabled = false;
  }
  puzzle = { ...puzzle, motions };
  const query = new URLSearchParams(puzzle.catalogue ? queryOf(puzzle) : location.search);
  query.delete("motions");
  if (motions) query.set("motions", motions);
  history.replaceState(history.state, "", `${location.pathname}${`?${query}`.replace(/\?$/, "")}${location.hash}`);
  linkPages();
  return true;
}

/** Show the puzzle until there are solutions: its board, and its pieces if they are not too many. */
function showPreview() {
  byId("preview").hidden = !view.description && !view.cells.length;
  if (view.description) byId("puzzle").replaceChildren(h("pre", { tabindex: "0" }, view.description));
  if (!view.cells.length) return;
  const isSolid = view.lattice.dimension === 3;
  const layers = isSolid ? layered(view, columnsFor(view, byId("results").clientWidth, 0.5 * innerHeight)) : null;
  const board = boardPicture(layers ?? view, { label: view.summary });
  if (layers) nameLayers(board, layers.lattice);
  byId("puzzle").replaceChildren(board, h("div", { class: "icons", "aria-hidden": "true" }, pieceIcons(view.pieces.slice(0, 40), isSolid)));
}

/** Pieces side by side, all at one scale.
 *  @param {Api.PieceView[]} pieces
 *  @param {boolean} isSolid */
function pieceIcons(pieces, isSolid) {
  const sides = pieces.map(({ orientations: [cells] }) => (isSolid ? solidIconSide : iconSide)(view.lattice, cells));
  const scale = Math.min(ICON_CELL, ICON / Math.max(...sides));
  return pieces.map((piece, i) => {
    const icon = (isSolid ? solidIcon : pieceIcon)(view.lattice, piece.orientations[0], piece, { side: sides[i], marks: marksOfOrientation(view, piece, 0) });
    icon.style.width = icon.style.height = `${sides[i] * scale}px`;
    return icon;
  });
}

/** Show the fields of the question, and its plan if it has one. */
function fitForm() {
  for (const part of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-for]"))) {
    part.hidden = !part.dataset.for?.split(" ").includes(form.question.value);
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (part.querySelectorAll("input, select"))) field.disabled = part.hidden; // a hidden field must not make the form invalid
  }
}

/** The question that the form asks.
 *  @returns {Request} */
function request() {
  /** @param {"max_solutions" | "sample_size" | "seed" | "time_limit_s"} name */
  const number = (name) => Number(form[name].value);
  const numbers = /** @type {const} */ (["max_solutions", "sample_size", "seed"]).filter((name) => !form[name].disabled).map((name) => [name, number(name)]);
  return {
    ...Object.fromEntries(numbers),
    puzzle, question: form.question.value, engine: form.engine.disabled ? "" : form.engine.value, time_limit_s: number("time_limit_s"),
    maximise: form.maximise.checked, up_to_symmetry: form.up_to_symmetry.checked, labelled: form.labelled.checked && !form.labelled.disabled,
  };
}

/** Fill in the question that the address holds. */
function takeQuestion() {
  const asked = new URLSearchParams(location.search);
  for (const name of QUESTION) {
    const value = asked.get(name), field = form[name];
    if (value === null || name === "engine") continue; // the engines are not listed yet
    const before = field.value;
    field.disabled = false; // else any value is valid
    if (field.type === "checkbox") field.checked = value === "1";
    else field.value = value;
    if (!field.value || !field.checkValidity()) field.value = before; // no such choice
  }
}

/** The address of this puzzle and question. */
async function linkToQuestion() {
  const link = new URL(location.href), motions = form.motions.value;
  const asked = new URLSearchParams(puzzle.catalogue ? queryOf({ ...puzzle, motions }) : puzzle.use ? { use: puzzle.use } : {});
  if (motions) asked.set("motions", motions);
  for (const name of QUESTION) {
    const field = form[name];
    if (field.disabled) continue;
    const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value;
    if (value) asked.set(name, value);
  }
  link.search = String(asked);
  link.hash = puzzle.catalogue ? "" : `t=${await pack(view.toml)}`;
  return link.href;
}

/** What is printed: the solution that is enlarged, else the first one that is shown, else the board with its pieces. */
function sheet() {
  const puzzleSheet = sheetOf(view, ruleOf(view));
  const picture = /** @type {SVGSVGElement | null} */ (byId("figures").querySelector(".large svg.board") ?? byId("figures").querySelector("svg.board"));
  return picture ? { ...puzzleSheet, rule: "", board: { svg: /** @type {SVGSVGElement} */ (picture.cloneNode(true)) }, pieces: [] } : puzzleSheet;
}

/** The part of a request that its plan depends on.
 *  @param {Request} request
 *  @returns {Sent<Api.ExplainRequest>} */
function planned({ time_limit_s, ...question }) {
  return { ...question, puzzle: { ...question.puzzle, motions: question.puzzle.motions ?? "" } };
}

function clear() {
  byId("figures").replaceChildren();
  for (const id of /** @type {const} */ (["preview", "answer", "solid", "names", "downloads"])) byId(id).hidden = true;
}

/** Clear the page for a new question, and return its request. */
function prepare() {
  clear();
  byId("empty").hidden = false;
  byId("empty").textContent = t("solve.searching");
  shown = stored = 0;
  query = request();
  return query;
}

/** @param {Api.SolveView} event */
function onEvent(event) {
  stored = event.stored;
  byId("progress").replaceChildren(...(event.state === "running" ? progressParts(event.progress) : []));
  if (stored) { byId("empty").hidden = true; byId("names").hidden = view.items; if (shown < PAGE) showMore(); }
  if (event.state === "running") return;
  if (event.error) showAnswer("bad", h("p", {}, event.error.message));
  else if (event.state === "abandoned") showAnswer("warn", h("p", {}, t("solve.abandoned")));
  else if (event.answer) show(event.answer);
  byId("empty").hidden = stored > 0 || event.state !== "done";
  byId("empty").textContent = t("solve.none_listed");
  offerDownloads();
}

/** @param {Api.SolveProgress | null} progress */
function progressParts(progress) {
  if (!progress) return [h("span", {}, t("solve.preparing"))];
  return [progressBar(progress.share), h("span", {}, progress.progress_text || progressText(progress))];
}

/** @param {Api.SolveProgress} progress */
function progressText({ solutions, nodes, seconds, remaining_s }) {
  const progress = t("solve.progress", { solutions: formatNumber(solutions), nodes, elapsed: formatDuration(seconds) });
  return remaining_s ? t("solve.progress_remaining", { progress, remaining: formatDuration(remaining_s) }) : progress;
}

/** @param {"good" | "warn" | "bad" | ""} kind
 *  @param {...HTMLElement} parts */
function showAnswer(kind, ...parts) {
  const box = byId("answer");
  box.className = `note ${kind}`;
  box.replaceChildren(...parts);
  box.hidden = false;
}

/** @param {string} key
 *  @param {string} digits
 *  @param {Record<string, string>} [values] */
const counted = (key, digits, values = {}) => t(key, { n: digits, count: formatNumber(digits), ...values });
/** @param {number} share */
const percent = (share) => (share * 100).toFixed(1);

/** @param {Api.SolveAnswer} answer */
function headline(answer) {
  if (answer.estimate) return t("solve.estimate_headline");
  if (answer.cost !== null) {
    const key = query.maximise ? "solve.max_cost" : "solve.min_cost", cost = formatNumber(answer.cost);
    return answer.solutions ? counted(`${key}_count`, answer.solutions, { cost }) : t(key, { cost });
  }
  if (answer.solutions === null) return t(query.question === "sample" && answer.status === "complete" ? "solve.sampled" : "solve.not_counted");
  if (answer.solutions === "0") return answer.status === "complete" ? t("solve.no_solution") : t("solve.none_found", { share: percent(answer.share) });
  if (query.question === "first") return t("solve.found");
  const solutions = counted(answer.status === "complete" ? "solve.solutions" : "solve.solutions_so_far", answer.solutions);
  return answer.up_to_symmetry === null ? solutions : t("solve.unique_headline", { unique: formatNumber(answer.up_to_symmetry), solutions });
}

/** @param {Api.SolveAnswer} answer */
function show(answer) {
  plan.showEfforts(planned(query), answer.efforts);
  const lines = [h("p", { class: "big" }, headline(answer))];
  if (answer.labelled !== null) lines.push(h("p", {}, counted(answer.status === "complete" ? "solve.labelled_count" : "solve.labelled_count_so_far", answer.labelled)));
  if (answer.status === "limit") lines.push(h("p", {}, t("solve.limit", { share: percent(answer.share) })));
  if (answer.status === "cancelled") lines.push(h("p", {}, t("solve.stopped", { share: percent(answer.share) })));
  for (const text of [answer.proof, answer.note]) if (text) lines.push(h("p", {}, text));
  if (answer.up_to_symmetry !== null && answer.symmetries) lines.push(h("p", { class: "small" }, t("solve.symmetries", { symmetries: answer.symmetries.replace(/^./, (letter) => letter.toUpperCase()) })));
  lines.push(h("p", { class: "small quiet" }, t("solve.effort", { elapsed: formatDuration(answer.seconds), nodes: formatNumber(answer.nodes), engine: answer.engine })));
  if (answer.estimate) lines.push(estimateTable(answer.estimate));
  showAnswer(answer.status === "complete" ? "good" : "warn", ...lines);
}

/** @param {Api.EstimateView} estimate */
function estimateTable(estimate) {
  /** @param {number} value */
  const about = (value) => (value < 1e6 ? formatNumber(Math.round(value)) : value.toExponential(1).replace("e+", " · 10^"));
  /** @type {[key: string, quantity: Api.QuantityView, format: (value: number) => string][]} */
  const rows = [["common.solutions", estimate.solutions, about], ["solve.table_nodes", estimate.nodes, about], ["solve.table_time", estimate.seconds, formatDuration]];
  return h("div", { class: "scroll" }, h("table", {}, h("tbody", {}, rows.map(([key, quantity, format]) =>
    h("tr", {}, h("th", { scope: "row" }, t(key)), h("td", {}, quantityText(quantity, format)))))));
}

/** A number, an interval, a lower bound, or "unknown".
 *  @param {Api.QuantityView} quantity
 *  @param {(value: number) => string} format */
function quantityText({ kind, digits, value, low, high, confidence }, format) {
  /** @param {number | null} number */
  const shown = (number) => (number === null ? t("solve.table_above_range") : format(number));
  const number = digits ? formatNumber(digits) : shown(value), share = Math.round((confidence ?? 0) * 100);
  if (kind === "unknown") return t("solve.unknown");
  if (kind === "estimate") return t("solve.about", { number, low: shown(low), high: shown(high), confidence: share });
  if (kind === "at least") return confidence === 1 ? t("solve.at_least", { number }) : t("solve.at_least_with", { number, confidence: share });
  return number;
}

/** Links to the solutions as files, and to the puzzle. */
function offerDownloads() {
  const pictures = view.has_picture ? ["svg", "png"] : [];
  const kinds = stored ? [...pictures, ...(view.items ? ["json", "ndjson"] : ["txt", "json"])] : [];
  const links = kinds.map((kind) => h("a", { class: "btn", href: backend.solves.download(search.id, kind), download: `solutions.${kind}` }, kind.toUpperCase()));
  const toml = h("button", { class: "btn", type: "button", onclick: () => downloadText(`${fileName(view.title, "puzzle")}.toml`, view.toml) }, t("solve.download_puzzle"));
  byId("downloads").replaceChildren(h("span", { class: "small quiet" }, t("solve.download")), ...links, toml);
  byId("downloads").hidden = false;
}

/** Show the next solutions, when the end of the figures comes into view. */
async function showMore() {
  const mine = search.id;
  if (loading === mine || !mine || shown >= stored) return;
  loading = mine;
  try {
    const page = await backend.solves.solutions(mine, shown, PAGE);
    if (mine !== search.id) return; // of the search before
    byId("figures").append(...page.solutions.map((solution, i) => figure(solution, shown + i + 1)));
    shown += page.solutions.length;
  } catch (error) {
    if (mine === search.id) toast(messageOf(error));
    return;
  } finally {
    if (loading === mine) loading = null;
  }
  if (shown < PAGE || isAtEnd()) showMore(); // there may be more by now
}

const isAtEnd = () => innerHeight + scrollY > document.body.scrollHeight - 900;

/** @param {Api.PlacementModel[]} solution
 *  @param {number} number */
function figure(solution, number) {
  const caption = h("figcaption", {}, t("common.number_solution", { n: number }));
  if (view.items) return h("figure", {}, h("pre", { tabindex: "0" }, solution.map((one) => one.piece).join("\n")), caption);
  const names = h("div", { class: "names", id: `names-${number}` }, pieceNames(solution));
  const isSolid = view.lattice.dimension === 3;
  const canvas = isSolid ? h("canvas", { "aria-hidden": "true" }) : null, picture = canvas ?? solutionPicture(view, solution, number, ({ label: short }) => short);
  const label = t(isSolid ? "solve.figure_solid" : "solve.figure", { n: number });
  const element = h("figure", { tabindex: "0", role: "button", "aria-label": label, "aria-describedby": names.id }, picture, caption, names);
  if (canvas) {
    element.classList.add("solid");
    const scene = solidScene(view, solution), choose = () => showSolid(scene);
    requestAnimationFrame(() => paint(canvas, scene));
    onActivate(element, choose);
    if (number === 1) requestAnimationFrame(choose);
  } else {
    const toggle = () => element.classList.toggle("large");
    if (query.question === "first") toggle();
    onActivate(element, toggle);
  }
  return element;
}

/** The pieces of a solution, each with its label in its colour and, where that differs, its name.
 *  @param {Api.PlacementModel[]} solution */
function pieceNames(solution) {
  /** @type {Map<string, number>} */
  const count = new Map();
  for (const { piece } of solution) count.set(piece, (count.get(piece) ?? 0) + 1);
  return view.pieces.filter(({ name }) => count.has(name)).map(({ name, label, fill, ink }) => {
    const mark = h("b", {}, label), words = [], copies = count.get(name) ?? 0;
    [mark.style.background, mark.style.color] = [fill, ink];
    if (name !== label) words.push(name);
    if (copies > 1) words.push(t("solve.copies", { n: copies }));
    return h("span", {}, mark, ` ${words.join(" ")}`);
  });
}

const showNames = () => byId("figures").classList.toggle("nameless", !byId("name-pieces").checked);

/** Show a solution in the large 3-D panel.
 *  @param {import("../js/solid_drawing.js").Scene} scene */
function showSolid(scene) {
  if (!panel) { panel = solidPanel(); byId("solid").replaceChildren(panel.box); }
  byId("solid").hidden = false;
  panel.show(scene);
  byId("solid").scrollIntoView({ block: "nearest" });
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!(await applyMotions())) return;
  search.start(prepare);
  byId("results").scrollIntoView({ block: matchMedia("(max-width: 900px)").matches ? "start" : "nearest" });
});
bindShare(byId("share"), async () => ({
  title: document.title, url: await linkToQuestion(), file: { name: `${fileName(view.title, "puzzle")}.toml`, text: view.toml },
}));
bindPrint(byId("print"), sheet);
byId("name-pieces").addEventListener("change", showNames);
form.question.addEventListener("change", fitForm);
form.addEventListener("change", () => plan.update());
addEventListener("scroll", () => { if (isAtEnd()) showMore(); }, { passive: true });

try {
  await start();
} catch (error) {
  showAnswer("bad", h("p", {}, messageOf(error)));
  for (const id of /** @type {const} */ (["start", "share", "print"])) byId(id).disabled = true;
}
enablePage();
