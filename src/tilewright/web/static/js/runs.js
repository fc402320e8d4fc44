// The page of durable runs: their progress, and starting, stopping, going on with them.
import { Fault, get, newest, post, remove } from "./api.js";
import { boardPicture, pieceShape } from "./drawing.js";
import { ownPuzzles } from "./puzzle_link.js";
import { awake, h, open, s, toast } from "./shell.js";

open();

const byId = (id) => document.getElementById(id);
const LOOK = 1500; // milliseconds between two looks while something runs
const PAGE = 60; // solutions of a run that are shown at a time
const cards = new Map();
const askRuns = newest();
const askSheet = newest();
let timer = null, acting = false, lost = false, sheetOf = null;

const number = (digits) => String(digits).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

function span(seconds) {
  if (seconds < 60) return `${seconds.toFixed(0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  if (seconds < 172800) return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
  return `${Math.round(seconds / 86400).toLocaleString("en")} days`;
}

const questions = { all: "all solutions", count: "how many", first: "a first solution" };

async function look() {
  clearTimeout(timer);
  try {
    const { runs } = await askRuns((signal) => get("/runs", signal));
    clearTimeout(timer);
    if (lost) byId("word").hidden = true;
    lost = false;
    show(runs);
    if (runs.some((run) => run.state === "running") && !document.hidden) timer = setTimeout(look, LOOK);
  } catch (error) {
    if (error.name === "AbortError") return;
    say(error.message, "bad");
    lost = true;
    clearTimeout(timer);
    timer = setTimeout(look, 4 * LOOK);
  }
}

function show(runs) {
  byId("none").hidden = runs.length > 0;
  const there = new Set(runs.map((run) => run.id));
  if (sheetOf && !there.has(sheetOf)) closeSheet();
  for (const [id, card] of cards) if (!there.has(id)) { card.element.remove(); cards.delete(id); }
  runs.forEach((run, i) => {
    if (!cards.has(run.id)) cards.set(run.id, makeCard(run.id));
    const card = cards.get(run.id);
    fill(card, run);
    if (byId("runs").children[i] !== card.element) byId("runs").insertBefore(card.element, byId("runs").children[i] ?? null);
  });
}

function makeCard(id) {
  const part = Object.fromEntries(["head", "numbers", "buttons", "workers"].map((name) => [name, h("div", {})]));
  part.numbers.className = "numbers";
  part.bar = h("div", { class: "bar", role: "progressbar", "aria-label": `Share of run ${id}`, "aria-valuemin": 0, "aria-valuemax": 100 }, h("span"));
  part.buttons.className = "row";
  const details = h("details", { class: "small" }, h("summary", {}, "Workers"), h("div", { class: "scroll" }, part.workers));
  part.element = h("article", { class: "card run", "data-run": id }, part.head, part.bar, part.numbers, part.buttons, details);
  return part;
}

function fill(card, run) {
  const percent = run.share * 100;
  card.head.replaceChildren(h("div", { class: "row spread" },
    h("h2", {}, run.title || run.source || "A puzzle"),
    h("span", { class: `state ${run.state}` }, run.state === "stopped" || run.state === "interrupted" ? `${run.state}, progress ${run.progress_text}` : run.state)),
  h("p", { class: "small quiet" }, `${run.id} · ${questions[run.question]}${run.unique ? ", up to symmetry" : ""} · engine ${run.engine} · begun ${run.created.slice(0, 16).replace("T", " ")} UTC`));
  card.bar.setAttribute("aria-valuenow", Math.round(percent));
  card.bar.firstChild.style.width = `${percent}%`;
  const facts = [
    [run.unique ? `${number(run.solutions)} up to symmetry, ${number(run.images)} in all` : number(run.images), "solutions"],
    [`${number(run.done + run.split)} done, ${number(run.waiting)} waiting`, "tasks"], [number(run.nodes), "nodes"], [span(run.seconds), ""],
  ];
  if (run.state === "running") facts.push([`${number(Math.round(run.nodes_per_second))}`, "nodes/s"], [run.remaining || "…", run.remaining ? "" : "left"]);
  if (run.state === "running") facts.unshift([run.progress_text, "done"]);
  card.numbers.replaceChildren(...facts.map(([value, word]) => h("span", {}, h("b", {}, value), word ? ` ${word}` : "")));
  if (run.reason && run.state !== "complete") card.numbers.append(h("span", { class: "quiet" }, run.reason));
  buttons(card, run);
  card.workers.replaceChildren(run.workers.length ? workerTable(run.workers) : h("p", { class: "quiet" }, "None has been seen yet."));
}

function buttons(card, run) {
  const wanted = run.state === "running" ? ["Stop"] : run.state === "complete" ? ["Solutions", "Delete"] : ["Go on", "Solutions", "Delete"];
  const shown = wanted.filter((name) => name !== "Solutions" || (run.stores_solutions && run.solutions !== "0"));
  if (card.shown === shown.join()) return;
  card.shown = shown.join();
  const does = { Stop: () => act(`/runs/${run.id}/stop`, {}), "Go on": () => act(`/runs/${run.id}/resume`, { workers: Number(byId("starting").workers.value) }), Solutions: () => sheet(run), Delete: () => drop(run) };
  card.buttons.replaceChildren(...shown.map((name) => h("button", { class: `btn${name === "Delete" ? " danger" : ""}`, type: "button", "aria-label": `${name}: run ${run.id}`, onclick: does[name] }, name)));
}

function workerTable(workers) {
  const heads = ["Worker", "Host", "Tasks", "Nodes/s", "Has now", "Seen"];
  return h("table", {}, h("thead", {}, h("tr", {}, heads.map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", {}, workers.map((one) => h("tr", {}, h("td", {}, one.name), h("td", {}, one.host), h("td", {}, number(one.tasks)),
      h("td", {}, one.seconds ? number(Math.round(Number(one.nodes) / one.seconds)) : ""), h("td", {}, one.leased), h("td", {}, one.last_seen.slice(11, 19))))));
}

async function act(path, body) {
  if (acting) return; // pressed twice
  acting = true;
  say("one moment …");
  try {
    await post(path, body);
    byId("word").hidden = true;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    say(error.message, "bad");
  } finally {
    acting = false;
  }
  await look();
}

async function drop(run) {
  if (!confirm(`Delete the run of ${run.title || run.id} with its solutions?`)) return;
  try {
    await remove(`/runs/${run.id}`);
    toast("The run is deleted.");
  } catch (error) {
    say(error.message, "bad");
  }
  await look();
}

function closeSheet() {
  sheetOf = null;
  byId("sheet-title").hidden = byId("more").hidden = true;
  byId("sheet").replaceChildren();
}

/** Solutions of a run, from number `from` on, below those that are there. */
async function sheet(run, from = 0) {
  say("fetching solutions …");
  try {
    const [found, view] = await askSheet(async (signal) => {
      const page = await get(`/runs/${run.id}/solutions?start=${from}&count=${PAGE}`, signal);
      return [page, await post("/puzzle", { text: page.puzzle, format: "toml" }, signal)];
    });
    byId("word").hidden = true;
    if (view.items || view.lattice.name === "cube") { say("These solutions have no flat picture; 'tilewright run export' writes them.", "warn"); return; }
    const looks = new Map(view.pieces.map((piece) => [piece.name, piece]));
    if (!from) closeSheet();
    sheetOf = run.id;
    byId("sheet").append(...found.solutions.map((solution, i) => h("figure", { class: "card" },
      boardPicture(view, { label: `Solution ${from + i + 1}`, extra: [s("g", {}, solution.map((one) => pieceShape(view.lattice, one.cells, looks.get(one.piece))))] }),
      h("figcaption", { class: "small quiet" }, `No. ${from + i + 1}`))));
    byId("sheet-title").textContent = `Solutions: ${run.title || run.source || "a puzzle"}`;
    byId("sheet-title").hidden = false;
    byId("more").hidden = found.solutions.length < PAGE;
    byId("more").onclick = () => sheet(run, from + found.solutions.length);
    if (!from) byId("sheet-title").scrollIntoView({ block: "start" });
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Fault)) throw error;
    say(error.message, "bad");
  }
}

function say(words, kind = "") {
  byId("word").className = `note ${kind}`;
  byId("word").textContent = words;
  byId("word").hidden = false;
}

async function start(event) {
  event.preventDefault();
  const form = byId("starting");
  const [kind, name] = form.puzzle.value.split(/:(.*)/s);
  const puzzle = kind === "own" ? { text: ownPuzzles().find((one) => one.key === name)?.text, format: "toml" } : { catalogue: name };
  await act("/runs", { puzzle, question: form.question.value, unique: form.unique.checked, workers: Number(form.workers.value) });
}

async function fillPuzzles() {
  const own = ownPuzzles();
  const groups = Map.groupBy ? Map.groupBy(await get("/catalogue"), (entry) => entry.group) : new Map([["Catalogue", await get("/catalogue")]]);
  const select = byId("starting").puzzle;
  if (own.length) select.append(h("optgroup", { label: "Your own" }, own.map((one) => h("option", { value: `own:${one.key}` }, one.title || "without a title"))));
  for (const [label, entries] of groups) select.append(h("optgroup", { label }, entries.map((entry) => h("option", { value: `catalogue:${entry.name}` }, entry.title))));
}

byId("starting").addEventListener("submit", start);
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
try {
  await fillPuzzles();
} catch (error) {
  say(error.message, "bad");
}
await look();
awake();
