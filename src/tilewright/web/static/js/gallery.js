// The gallery: the catalogue with its filters, and a puzzle that the visitor brings.
import { Fault, get, newest, post } from "./api.js";
import { awake, h, open } from "./shell.js";
import { bring, here, ownPuzzles } from "./puzzle_link.js";

open();

const form = document.getElementById("filters");
const groups = document.getElementById("groups");
const tally = document.getElementById("tally");
let entries = [];

function within(range, number) {
  const [least, most] = range.split("-").map(Number);
  return number >= least && number <= most;
}

function fits(entry, wish) {
  const text = [entry.name, entry.title, entry.group, ...entry.tags].join(" ").toLowerCase();
  return wish.words.toLowerCase().split(/\s+/).every((word) => text.includes(word))
    && (!wish.lattice || entry.lattice === wish.lattice)
    && (!wish.pieces || within(wish.pieces, entry.pieces))
    && (!wish.known || (wish.known === "open" ? entry.known === null : entry.known !== null && within(wish.known, Number(entry.known))))
    && (!wish.level || entry.level === wish.level);
}

const short = (digits) => (digits.length > 9
  ? `about ${digits[0]}.${digits[1]} · 10^${digits.length - 1}` : Number(digits).toLocaleString("en"));

function solutionsWords(entry) {
  if (entry.known === null) return "not counted";
  if (entry.known === "0") return "no solution";
  return entry.known === "1" ? "one solution" : `${short(entry.known)} solutions`;
}

function card(entry) {
  const picture = entry.has_picture
    ? h("img", { src: `/api/catalogue/${entry.name}/picture`, alt: "", loading: "lazy" })
    : h("span", { class: "small" }, "items and options");
  const puzzle = here({ catalogue: entry.name });
  return h("article", { class: "card puzzle" },
    h("div", { class: "thumb" }, picture),
    h("div", { class: "about" },
      h("div", { class: "name" }, entry.title),
      h("div", { class: "row" }, h("span", { class: "chip" }, solutionsWords(entry)),
        entry.level && entry.level !== "impossible" ? h("span", { class: "chip" }, entry.level) : null),
      h("div", { class: "doors" },
        entry.playable ? h("a", { class: "btn primary", href: `/play${puzzle}`, "aria-label": `Play: ${entry.title}` }, "Play") : null,
        h("a", { class: "btn", href: `/solve${puzzle}`, "aria-label": `Solve: ${entry.title}` }, "Solve"))));
}

/** A puzzle that this browser keeps: nothing is known of it but its own words. */
function ownCard(one) {
  const name = one.title || "Without a title", puzzle = here({ own: one.key });
  const door = (page, word, kind = "") => h("a", { class: `btn${kind}`, href: `/${page}${puzzle}`, "aria-label": `${word}: ${name}` }, word);
  return h("article", { class: "card own" }, h("div", { class: "about" }, h("div", { class: "name" }, name), h("div", { class: "small quiet" }, one.words ?? ""),
    h("div", { class: "doors" }, one.playable === false ? null : door("play", "Play", " primary"), door("solve", "Solve"))));
}

/** The visitor's own puzzles, while nothing is asked for that is not known of them. */
function ownFitting(wish) {
  if (wish.lattice || wish.pieces || wish.known || wish.level) return [];
  return ownPuzzles().filter((one) => wish.words.toLowerCase().split(/\s+/).every((word) => `${one.title} your own`.toLowerCase().includes(word)));
}

function show() {
  const wish = Object.fromEntries(new FormData(form));
  const found = entries.filter((entry) => fits(entry, wish));
  tally.textContent = found.length === entries.length ? `${entries.length} puzzles` : `${found.length} of ${entries.length} puzzles`;
  const byGroup = Map.groupBy ? Map.groupBy(found, (entry) => entry.group) : grouped(found);
  groups.replaceChildren(...[...byGroup].map(([name, members]) =>
    h("section", { class: "group" }, h("h2", {}, name), h("div", { class: "tiles" }, members.map(card)))));
  const own = ownFitting(wish);
  if (own.length) groups.prepend(h("section", { class: "group" }, h("h2", {}, "Your own"), h("div", { class: "tiles" }, own.map(ownCard))));
  if (!found.length && !own.length) groups.append(h("p", { class: "note" }, "No puzzle fits. Take a filter away."));
}

function grouped(found) {
  const groups = new Map();
  for (const entry of found) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return groups;
}

/** What is looked for stands in the address: it is there again on the way back, and can be sent to others. */
function look() {
  const asked = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  history.replaceState(null, "", String(asked) ? `?${asked}` : location.pathname);
  show();
}

form.addEventListener("input", look);
form.addEventListener("submit", (event) => event.preventDefault());

// A puzzle that the visitor brings.
const dialog = document.getElementById("bringing");
const text = document.getElementById("text");
const file = document.getElementById("file");
const trouble = document.getElementById("trouble");
const askTaken = newest();
let filename = "";

document.getElementById("bring").addEventListener("click", () => dialog.showModal());
file.addEventListener("change", () => {
  const [chosen] = file.files;
  file.value = ""; // the same file, mended, can be chosen again
  if (chosen) read(chosen);
});
text.addEventListener("input", () => { filename = ""; });
const carriesFiles = (event) => [...event.dataTransfer.types].includes("Files"); // text may be dropped into the field
document.addEventListener("dragover", (event) => { if (carriesFiles(event)) event.preventDefault(); });
document.addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  if (event.dataTransfer.files[0]) { dialog.open || dialog.showModal(); read(event.dataTransfer.files[0]); }
});

async function read(chosen) {
  if (chosen.size > 1_000_000) return tell(`${chosen.name} is larger than this page takes (1 MB)`);
  filename = chosen.name;
  text.value = await chosen.text();
  await take();
}

function tell(words, line = 0, column = 0) {
  const where = line ? `line ${line}${column ? `, column ${column}` : ""}: ` : "";
  trouble.textContent = where + words;
  trouble.hidden = false;
  if (line) mark(line, column);
}

function mark(line, column) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const from = start + Math.max(0, column - 1);
  text.focus();
  text.setSelectionRange(from, column ? from + 1 : start + (lines[line - 1] ?? "").length);
}

async function take() {
  trouble.hidden = true;
  if (!text.value.trim()) return tell("there is nothing here yet: paste a puzzle or choose a file");
  try {
    const view = await askTaken((signal) => post("/puzzle", { text: text.value, filename }, signal));
    if (!dialog.open) return; // cancelled meanwhile
    location.href = `${view.playable ? "/play" : "/solve"}${bring(view)}`;
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Fault)) throw error;
    tell(error.message, error.line, error.column);
  }
}
document.getElementById("take").addEventListener("click", take);

try {
  entries = await get("/catalogue");
  const lattices = [...new Set(entries.map((entry) => entry.lattice).filter(Boolean))];
  form.lattice.append(...lattices.map((name) => h("option", { value: name }, name)));
  const asked = new URLSearchParams(location.search);
  for (const field of form.elements) if (asked.has(field.name)) field.value = asked.get(field.name);
  for (const field of form.querySelectorAll("select")) if (field.selectedIndex < 0) field.value = ""; // no such choice
  show();
} catch (error) {
  tally.textContent = error.message;
}
addEventListener("pageshow", (event) => { if (event.persisted) show(); }); // others may have been brought meanwhile
awake();
