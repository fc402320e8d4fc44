// The page where a question is put to Tilewright, and solutions come in while it works.
import { Fault, get, post, remove } from "./api.js";
import { boardPicture, pieceIcon, pieceShape } from "./drawing.js";
import { here, source } from "./puzzle_link.js";
import { awake, h, open, s, saveAs, toast } from "./shell.js";
import { facesOf, paint, panel, USUAL } from "./solid.js";

open();

const byId = (id) => document.getElementById(id);
const form = byId("asking");
const PAGE = 48;
const MOST_BREAKS = 5; // times that a broken stream is taken up again
const ENGINES = ["dense", "ahead", "dancing", "bitmask", "frontier", "reference"];
const DRAWN = ["square", "hexagon", "triangle"]; // lattices of the page that edits
const DEFAULT = { catalogue: "pentominoes-6x10" };

let puzzle, view, asked = null, solve = null, beginning = false, stream = null, shown = 0, kept = 0, loading = null, breaks = 0, solid = null;

async function begin() {
  form.engine.append(...ENGINES.map((name) => h("option", { value: name }, name)));
  fit();
  puzzle = (await source()) ?? DEFAULT;
  view = await post("/puzzle", puzzle);
  byId("title").textContent = view.title || "Your puzzle";
  byId("about").textContent = view.summary;
  document.title = `${view.title || "Solve"} · Tilewright`;
  preview();
  const flat = !view.items && view.lattice.name !== "cube";
  for (const [page, fits] of Object.entries({ play: view.playable, watch: view.items || flat, edit: flat && DRAWN.includes(view.lattice.name) })) {
    byId(page).hidden = !fits;
    byId(page).href = `/${page}${puzzle.catalogue ? here(puzzle) : location.search + location.hash}`;
  }
}

/** The puzzle itself, until there are solutions: its board, and its pieces where they are not too many. */
function preview() {
  if (!view.cells.length || view.lattice.name === "cube") return;
  const icons = view.pieces.slice(0, 40).map((piece) => pieceIcon(view.lattice, piece.orientations[0], piece));
  byId("preview").replaceChildren(boardPicture(view, { label: view.summary }), h("div", { class: "icons", "aria-hidden": "true" }, icons));
  byId("preview").hidden = false;
}

/** Show what belongs to the question. */
function fit() {
  for (const part of form.querySelectorAll("[data-for]")) {
    part.hidden = !part.dataset.for.split(" ").includes(form.question.value);
    part.querySelector("input, select").disabled = part.hidden; // a wrong number that nobody sees holds nothing up
  }
}

function request() {
  const value = (name) => Number(form[name].value);
  const numbers = Object.fromEntries(["max_solutions", "sample_size", "seed"].filter((name) => !form[name].disabled).map((name) => [name, value(name)]));
  return {
    ...numbers,
    puzzle, question: form.question.value, engine: form.engine.disabled ? "" : form.engine.value, time_limit_s: value("time_limit_s"),
    maximise: form.maximise.checked, up_to_symmetry: form.up_to_symmetry.checked,
  };
}

async function go(event) {
  event.preventDefault();
  if (beginning) return;
  beginning = true;
  working(true);
  await leave();
  byId("sheet").replaceChildren();
  byId("preview").hidden = byId("answer").hidden = byId("solid").hidden = byId("take").hidden = true;
  byId("empty").hidden = false;
  byId("empty").textContent = "Searching …";
  shown = kept = 0;
  asked = request();
  try {
    solve = await post("/solves", asked);
  } catch (error) {
    working(false);
    if (!(error instanceof Fault)) throw error;
    tell(error.message, "bad");
    byId("empty").hidden = true;
    return;
  } finally {
    beginning = false;
  }
  byId("stop").disabled = false;
  stream = new EventSource(`/api/solves/${solve.id}/events`);
  stream.addEventListener("message", (message) => hear(JSON.parse(message.data)));
  stream.addEventListener("error", lost);
}

/** The stream broke off. The browser tries again by itself, unless the server said no; not for ever. */
function lost() {
  breaks += 1;
  if (stream?.readyState !== EventSource.CLOSED && breaks < MOST_BREAKS) {
    byId("state").replaceChildren(h("span", {}, "The server cannot be reached; trying again …"));
    return;
  }
  stream?.close();
  stream = null;
  working(false);
  byId("state").replaceChildren();
  byId("empty").hidden = true;
  tell("The server went away, and the search with it.", "bad");
}

async function leave() {
  stream?.close();
  stream = null;
  if (solve) await remove(`/solves/${solve.id}`).catch(() => null);
  solve = null;
}

/** While a solve goes on there is no other one; it can be stopped once the server knows it. */
function working(busy) {
  byId("go").disabled = busy;
  byId("stop").disabled = true;
  breaks = 0;
}

const number = (digits) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
const span = (seconds) => (seconds < 60 ? `${seconds.toFixed(seconds < 10 ? 1 : 0)} s` : seconds < 3600
  ? `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s` : seconds < 1e6 ? `${(seconds / 3600).toFixed(1)} h` : `${(seconds / 86400).toFixed(0)} days`);

function hear(news) {
  breaks = 0;
  kept = news.stored;
  const { progress } = news;
  const bits = [];
  if (progress && news.state === "running") {
    const bar = h("div", { class: "bar", role: "progressbar", "aria-label": "Share of the search", "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(progress.share * 100) }, h("span"));
    bar.firstChild.style.width = `${progress.share * 100}%`;
    bits.push(bar, h("span", {}, progress.progress_text || `${number(progress.solutions)} found, ${number(String(progress.nodes))} nodes, ${span(progress.seconds)}${progress.remaining_s ? `, about ${span(progress.remaining_s)} left` : ""}`));
  } else if (news.state === "running") bits.push(h("span", {}, "Getting ready …"));
  byId("state").replaceChildren(...bits);
  if (kept) { byId("empty").hidden = true; if (shown < PAGE) more(); }
  if (news.state === "running") return;
  stream?.close();
  stream = null;
  working(false);
  finish(news);
}

function finish(news) {
  if (news.state === "failed") tell(news.error.message, "bad");
  else if (news.state === "abandoned") tell("The search was ended, as nobody listened to it.", "warn");
  else answer(news.answer);
  byId("empty").hidden = kept > 0 || news.state !== "done";
  byId("empty").textContent = "No solutions are listed for this question.";
  offer();
}

function tell(words, kind) {
  const box = byId("answer");
  box.className = `note ${kind}`;
  box.replaceChildren(h("p", {}, words));
  box.hidden = false;
}

function headline(answer) {
  if (answer.estimates.length) return "How long it would take, with standard errors";
  if (answer.cost !== null) return `The ${asked.maximise ? "greatest" : "least"} cost is ${number(answer.cost)}${answer.solutions ? `; ${number(answer.solutions)} ${answer.solutions === "1" ? "has" : "have"} it` : ""}`;
  if (answer.solutions === null) return "Not counted";
  if (answer.solutions === "0") return answer.status === "complete" ? "No solution exists" : `No solution found in ${(answer.share * 100).toFixed(1)} % of the search`;
  const so_far = answer.status === "complete" ? "" : " so far";
  const unique = answer.up_to_symmetry === null ? "" : `${number(answer.up_to_symmetry)} up to symmetry, `;
  if (asked.question === "first") return "A solution";
  return `${unique}${number(answer.solutions)} ${answer.solutions === "1" ? "solution" : "solutions"}${so_far}`;
}

function answer(found) {
  const box = byId("answer");
  box.className = `note ${found.status === "complete" ? "good" : "warn"}`;
  const how = `${span(found.seconds)}, ${number(found.nodes)} ${found.engine === "frontier" ? "states" : "nodes"}, engine ${found.engine}`;
  const lines = [h("p", { class: "big" }, headline(found))];
  if (found.status === "limit") lines.push(h("p", {}, `A limit ended it after ${(found.share * 100).toFixed(1)} % of the search.`));
  if (found.status === "cancelled") lines.push(h("p", {}, `Stopped after ${(found.share * 100).toFixed(1)} % of the search.`));
  for (const more of [found.proof, found.note]) if (more) lines.push(h("p", {}, more));
  if (found.up_to_symmetry !== null && found.symmetries) lines.push(h("p", { class: "small" }, `Counted ${found.symmetries}.`));
  lines.push(h("p", { class: "small quiet" }, how));
  if (found.estimates.length) lines.push(estimateTable(found.estimates));
  box.replaceChildren(...lines);
  box.hidden = false;
}

function estimateTable(rows) {
  const about = (value) => (value < 1e6 ? Math.round(value).toLocaleString("en") : value.toExponential(1).replace("e+", " · 10^"));
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, ["Engine", "Nodes", "Time", "Solutions"].map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("td", {}, row.engine),
      h("td", {}, row.exact ? about(row.nodes) : `${about(row.nodes)} ± ${about(row.nodes_error)}`),
      h("td", {}, row.exact ? span(row.seconds) : `${span(row.seconds)} ± ${span(row.seconds_error)}`),
      h("td", {}, row.exact ? about(row.solutions) : `${about(row.solutions)} ± ${about(row.solutions_error)}`))))));
}

/** Links to files, when there is something to take home. */
function offer() {
  const kinds = view.items ? ["json", "ndjson"] : ["svg", "png", "txt", "json"];
  const links = kept ? kinds.map((kind) => h("a", { class: "btn", href: `/api/solves/${solve.id}/download?kind=${kind}`, download: `solutions.${kind}` }, kind.toUpperCase())) : [];
  const toml = h("button", { class: "btn", type: "button" }, "Puzzle (TOML)");
  toml.addEventListener("click", () => saveAs("puzzle.toml", view.toml));
  byId("take").replaceChildren(h("span", { class: "small quiet" }, "Take home:"), ...links, toml);
  byId("take").hidden = false;
}

/** The next solutions, when the end of the sheet comes into view. */
async function more() {
  const mine = solve;
  if (loading === mine || !mine || shown >= kept) return;
  loading = mine;
  try {
    const page = await get(`/solves/${mine.id}/solutions?start=${shown}&count=${PAGE}`);
    if (mine !== solve) return; // of a question before this one
    byId("sheet").append(...page.solutions.map((solution, i) => figure(solution, shown + i + 1)));
    shown += page.solutions.length;
  } catch (error) {
    if (mine === solve) toast(error.message);
    return;
  } finally {
    if (loading === mine) loading = null;
  }
  if (shown < PAGE || atEnd()) more(); // others came meanwhile
}

const atEnd = () => innerHeight + scrollY > document.body.scrollHeight - 900;

function figure(solution, count) {
  const caption = h("figcaption", {}, `No. ${count}`);
  if (view.items) return h("figure", {}, h("pre", { tabindex: "0" }, solution.map((one) => one.piece).join("\n")), caption);
  if (view.lattice.name === "cube") return solidFigure(solution, count, caption);
  const picture = solutionPicture(solution, count);
  const held = h("figure", { tabindex: "0", role: "button", "aria-label": `Solution ${count}, larger or smaller` }, picture, caption);
  const toggle = () => held.classList.toggle("large");
  if (asked.question === "first") toggle();
  held.addEventListener("click", toggle);
  held.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(); } });
  return held;
}

function solutionPicture(solution, count) {
  const looks = new Map(view.pieces.map((piece) => [piece.name, piece]));
  const laid = solution.map((one) => pieceShape(view.lattice, one.cells, looks.get(one.piece)));
  return boardPicture(view, { label: `Solution ${count}`, extra: [s("g", {}, laid)] });
}

function solidFigure(solution, count, caption) {
  const faces = facesOf(view, solution);
  const canvas = h("canvas", { "aria-hidden": "true" });
  const held = h("figure", { tabindex: "0", role: "button", "aria-label": `Solution ${count}: turn it` }, canvas, caption);
  requestAnimationFrame(() => paint(canvas, faces, USUAL, 0));
  const choose = () => {
    if (!solid) { solid = panel(); byId("solid").replaceChildren(solid.box); }
    byId("solid").hidden = false;
    solid.show(faces);
    byId("solid").scrollIntoView({ block: "nearest" });
  };
  held.addEventListener("click", choose);
  held.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); choose(); } });
  if (count === 1) requestAnimationFrame(choose);
  return held;
}

form.addEventListener("submit", go);
form.question.addEventListener("change", fit);
byId("stop").addEventListener("click", async () => {
  byId("stop").disabled = true;
  try {
    await post(`/solves/${solve.id}/stop`, {});
  } catch (error) {
    toast(error.message);
    byId("stop").disabled = !stream; // it may be tried again
  }
});
addEventListener("scroll", () => { if (atEnd()) more(); }, { passive: true });
addEventListener("pagehide", (event) => {
  if (!solve || (event.persisted && !stream)) return; // a page that may be shown again keeps what was found
  fetch(`/api/solves/${solve.id}`, { method: "DELETE", keepalive: true }).catch(() => null);
});

try {
  await begin();
} catch (error) {
  tell(error.message, "bad");
  byId("go").disabled = true;
}
awake();
