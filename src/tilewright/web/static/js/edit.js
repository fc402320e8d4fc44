// The page where puzzles are drawn, checked, made up and saved.
import { Fault, get, newest, post } from "./api.js";
import { Draft, key } from "./draft.js";
import { frame, outline, path, pieceIcon } from "./drawing.js";
import { bring, source } from "./puzzle_link.js";
import { awake, h, keep, kept, open, s, saveAs, toast } from "./shell.js";

open();

const byId = (id) => document.getElementById(id);
const INKS = { a: "#faaf26", b: "#51b0e8", c: "#24a06c", d: "#ce3505", e: "#d081ab", f: "#8c9642" };
const FORMATS = ["toml", "xmpuzzle", "dlx", "ec", "dpf", "compact-dpf", "ascii", "cnf", "lp", "mps"];
const FILLS = ["#faaf26", "#51b0e8", "#24a06c", "#eee46b", "#0f63c0", "#ce3505", "#d081ab", "#7b1f45", "#c8cfe1", "#8c9642", "#a3dcb8", "#4f2b88"];
const LARGEST = 40; // cells on a side of the sheet
const MANY = 10_000; // copies of a piece
const ask = newest();
const askNew = newest(); // what takes the drawing's place: a puzzle made up, or a file

let lattices = new Map(), draft = new Draft(), undone = [], done = [], current = "board", pen = "cell", surface, cursor = null, painting = null, checked = null, checking;

function change(next) {
  endPainting();
  done.push(draft);
  if (done.length > 5000) done.shift();
  undone = [];
  draft = next;
  show();
}

const lattice = () => lattices.get(draft.lattice);

/** The whole number in a field, within bounds; the field then shows it. */
function whole(field, least, most) {
  const value = Math.min(most, Math.max(least, Math.trunc(Number(field.value)) || 0));
  if (field.value !== String(value)) field.value = value;
  return value;
}

/** The cells of the sheet that can be drawn on. */
function sheet() {
  const columns = whole(byId("width"), 1, LARGEST), rows = whole(byId("height"), 1, LARGEST);
  const cells = [];
  for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) cells.push(draft.lattice === "hexagon" ? [x - Math.floor(y / 2), y] : [x, y]);
  const there = new Set(cells.map(key));
  for (const cell of draft.shape(current)?.values() ?? []) if (!there.has(key(cell.at))) cells.push(cell.at);
  return cells;
}

function show() {
  showShapes();
  showSurface();
  if (document.activeElement !== byId("title")) byId("title").value = draft.title;
  byId("lattice").value = draft.lattice;
  byId("undo").disabled = !done.length;
  byId("redo").disabled = !undone.length;
  const piece = current === "board" ? null : draft.pieces[Number(current)];
  byId("piece-facts").hidden = !piece;
  if (piece) {
    byId("piece-name").value = piece.name;
    byId("piece-least").value = piece.least;
    byId("piece-most").value = piece.most;
    byId("piece-motions").value = piece.motions;
  }
  keep("edit", { address: location.search, body: draft.body(), width: byId("width").value, height: byId("height").value });
  clearTimeout(checking);
  checking = setTimeout(check, 350);
}

function choose(name) {
  current = name;
  cursor = null;
  show();
}

function showShapes() {
  const focused = byId("shapes").contains(document.activeElement);
  const tab = (name, content, label, kind = "") => h("button", {
    type: "button", role: "tab", "aria-selected": String(current === name), "aria-label": label, class: kind, tabindex: current === name ? 0 : -1, onclick: () => choose(name),
  }, content);
  byId("shapes").replaceChildren(
    tab("board", "Board", "The board", "board-tab"),
    ...draft.pieces.map((piece, i) => tab(String(i), piece.cells.size ? icon(piece, i) : piece.name, `Piece ${piece.name}`)),
  );
  if (focused) byId("shapes").querySelector('[aria-selected="true"]').focus();
}

function icon(piece, number) {
  const look = { fill: FILLS[number % FILLS.length], pattern: "plain", mark: "#000000", ink: "#000000" };
  return pieceIcon(lattice(), [...piece.cells.values()].map((cell) => cell.at), look);
}

function addPiece() {
  const names = new Set(draft.pieces.map((piece) => piece.name));
  let name = "A";
  for (let i = 0; names.has(name); i++) name = i < 26 ? String.fromCharCode(65 + i) : `P${i}`;
  const next = draft.play(`add ${name}`);
  current = String(draft.pieces.length);
  cursor = null;
  change(next);
}

function showSurface() {
  const cells = sheet(), held = draft.shape(current) ?? new Map();
  const outlines = new Map(cells.map((cell) => [key(cell), outline(lattice(), cell)]));
  if (cursor && !outlines.has(key(cursor))) cursor = null;
  const [x, y, width, height] = frame([...outlines.values()], 0.1);
  const spots = cells.flatMap((at) => {
    const cell = held.get(key(at));
    const shape = s("path", { class: `spot${cell ? " on" : ""}${cell?.optional ? " optional" : ""}`, d: path(outlines.get(key(at))), "data-cell": key(at) });
    shape.style.fill = fillOf(cell);
    if (!cell?.colour) return [shape];
    const corners = outlines.get(key(at));
    const [cx, cy] = [0, 1].map((i) => corners.reduce((sum, corner) => sum + corner[i], 0) / corners.length);
    return [shape, s("text", { x: cx, y: cy, "text-anchor": "middle", "dominant-baseline": "central" }, cell.colour)];
  });
  const focused = surface && document.activeElement === surface;
  surface = s("svg", {
    class: "board", viewBox: `${x} ${y} ${width} ${height}`, tabindex: 0, role: "application",
    "aria-label": current === "board" ? "The sheet of the board" : `The sheet of the piece ${draft.pieces[Number(current)]?.name}`,
  }, spots, s("g", { id: "cursor" }));
  surface.addEventListener("pointerdown", startPainting);
  surface.addEventListener("pointermove", paintOn);
  surface.addEventListener("keydown", steer);
  surface.addEventListener("focus", () => { cursor ??= cells[0]; showCursor(); });
  byId("surface").replaceChildren(surface);
  if (focused) surface.focus();
}

/** What a cell is painted with: its colour, that of its piece, or what the style sheet has for boards. */
function fillOf(cell) {
  if (!cell) return "";
  return cell.colour ? INKS[cell.colour] ?? "#c8cfe1" : current === "board" ? "" : FILLS[Number(current) % FILLS.length];
}

function spotAt(event) {
  return document.elementFromPoint(event.clientX, event.clientY)?.dataset?.cell ?? null;
}

const text = (cell, erase) => (erase ? `clear ${current} ${cell}` : `put ${current} ${cell} ${pen === "optional" ? "optional" : "cell"} ${byId("colour").value || "-"}`);

/** Whether the pen takes this cell away: one that is just as the pen would draw it is erased. */
function erases(cell) {
  const held = draft.shape(current).get(cell);
  return pen === "erase" || Boolean(held && held.optional === (pen === "optional" && current === "board") && held.colour === byId("colour").value);
}

function startPainting(event) {
  const cell = spotAt(event);
  if (event.button !== 0 || !event.isPrimary || painting || !cell) return;
  painting = { erase: erases(cell), before: draft, cells: new Set([cell]) };
  draft = draft.play(text(cell, painting.erase));
  touch(cell);
}

/** Show one painted cell at once; the rest of the page follows when the pen is lifted. */
function touch(cell) {
  const spot = surface.querySelector(`[data-cell="${cell}"]`), held = draft.shape(current).get(cell);
  spot.setAttribute("class", `spot${held ? " on" : ""}${held?.optional ? " optional" : ""}`);
  spot.style.fill = fillOf(held);
}

function paintOn(event) {
  const cell = painting && spotAt(event);
  if (!cell || painting.cells.has(cell)) return;
  painting.cells.add(cell);
  draft = draft.play(text(cell, painting.erase));
  touch(cell);
}

function endPainting() {
  if (!painting) return;
  const next = draft;
  draft = painting.before;
  painting = null;
  change(next);
}

function steer(event) {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (way) {
    const next = [cursor[0] + way[0], cursor[1] + way[1]];
    if (sheet().some((cell) => key(cell) === key(next))) cursor = next;
  } else if (event.key === "Enter" || event.key === " ") {
    change(draft.play(text(key(cursor), erases(key(cursor)))));
  } else return;
  event.preventDefault();
  showCursor();
}

function showCursor() {
  const place = surface.querySelector("#cursor");
  place.replaceChildren();
  if (cursor && document.activeElement === surface) place.append(s("path", { class: "mark", d: path(outline(lattice(), cursor)) }));
}

function choosePen(name) {
  pen = name;
  for (const button of byId("pens").querySelectorAll("[data-pen]")) button.setAttribute("aria-pressed", String(button.dataset.pen === name));
}

function finding(kind, sentence) {
  return h("li", { class: kind === "note" ? "remark" : kind }, sentence);
}

/** Ask the server what it thinks of the drawing; `checked` is the puzzle it read, and of which drawing.
 *  False where a newer check took its place. */
async function check() {
  clearTimeout(checking);
  const asked = draft;
  const board = draft.board.size, [least, most] = ["least", "most"].map((bound) => draft.pieces.reduce((sum, piece) => sum + piece.cells.size * piece[bound], 0));
  byId("areas").textContent = `${board} cells, pieces ${least === most ? most : `${least} to ${most}`}`;
  if (!board) { byId("findings").replaceChildren(finding("note", "The board has no cells yet: draw some, or fill the sheet.")); return true; }
  try {
    await ask(async (signal) => {
      const read = await post("/draft", draft.body(), signal);
      const found = await post("/check", { puzzle: { text: read.toml, format: "toml" } }, signal);
      if (draft !== asked) return;
      checked = { draft: asked, view: read };
      byId("findings").replaceChildren(...found.findings.map((one) => finding(one.kind, one.sentence)));
      for (const one of found.findings) if (current === "board" && one.kind === "wrong") for (const cell of one.cells) surface.querySelector(`[data-cell="${key(cell)}"]`)?.classList.add("bad");
    });
  } catch (error) {
    if (error.name === "AbortError") return false;
    if (draft === asked) byId("findings").replaceChildren(finding("wrong", error.message));
  }
  return true;
}

/** The puzzle that is drawn now, as the server reads it; null, and a word to the visitor, where it is none. */
async function ready() {
  const wanted = draft;
  const answered = checked?.draft === wanted || await check();
  if (checked?.draft === wanted) return checked.view;
  if (answered && draft === wanted) toast("This is no puzzle yet; the check says why.");
  return null;
}

async function go(page) {
  const held = await ready();
  if (held) location.href = `${page}${bring(held)}`;
}

async function save() {
  const held = await ready();
  if (!held) return;
  try {
    const written = await post("/convert", { puzzle: { text: held.toml, format: "toml" }, format: byId("format").value });
    const name = held.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "puzzle";
    saveAs(`${name}${written.extension}`, written.text);
  } catch (error) {
    say(error.message, "bad");
  }
}

function say(words, kind = "") {
  byId("word").className = `note ${kind}`;
  byId("word").textContent = words;
  byId("word").hidden = false;
  byId("word").scrollIntoView({ block: "nearest" });
}

function take(read) {
  if (!lattices.has(read.lattice.name)) { say("Only square, hexagon and triangle boards can be drawn here; the puzzle itself is kept as it is.", "warn"); return false; }
  const xs = read.cells.map((cell) => cell.at[0] + (read.lattice.name === "hexagon" ? Math.floor(cell.at[1] / 2) : 0)), ys = read.cells.map((cell) => cell.at[1]);
  byId("width").value = Math.max(...xs) + 1;
  byId("height").value = Math.max(...ys) + 1;
  current = "board";
  change(Draft.of(read));
  return true;
}

async function make(event) {
  event.preventDefault();
  const form = byId("wish"), number = (name) => Number(form[name].value);
  say("making …");
  try {
    const wish = { width: number("width"), height: number("height"), pieces: number("pieces"), seed: number("seed"), different: form.different.checked, unique: form.unique.checked };
    const made = await askNew((signal) => post("/generate", wish, signal));
    if (made.puzzle) take(made.puzzle);
    say(made.sentence, made.complete ? "good" : "warn");
    if (number("seed") === wish.seed) form.seed.value = Math.min(wish.seed + 1, Number(form.seed.max));
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Fault)) throw error;
    say(error.message, "bad");
  }
}

async function openFile() {
  const file = byId("file").files[0];
  byId("file").value = ""; // the same file, mended, can be chosen again
  if (!file) return;
  if (file.size > 1_000_000) { say(`${file.name} is larger than this page takes (1 MB)`, "bad"); return; }
  try {
    const read = await askNew(async (signal) => post("/puzzle", { text: await file.text(), filename: file.name }, signal));
    if (take(read)) say(`${file.name} is open.`, "good");
  } catch (error) {
    if (error.name === "AbortError") return;
    if (!(error instanceof Fault)) throw error;
    say(`${file.name}${error.line ? `, line ${error.line}` : ""}: ${error.message}`, "bad");
  }
}

async function addSet() {
  const size = byId("sets").value;
  byId("sets").value = "";
  if (!size || draft.lattice !== "square") { if (size) toast("These sets are for the square lattice."); return; }
  const text = size === "2" ? '[board]\ndrawing = """\n##\n"""\n\n[[pieces]]\nname = "domino"\ndrawing = """\n##\n"""\ncopies = [0, 10000]\n'
    : `[board]\ndrawing = """\n#\n"""\n\n[[pieces]]\nset = "${{ 3: "trominoes", 4: "tetrominoes", 5: "pentominoes" }[size]}"\n`;
  try {
    const read = await post("/puzzle", { text, format: "toml" });
    if (draft.lattice === "square") change(draft.with({ pieces: [...draft.pieces, ...Draft.of(read).pieces] }));
  } catch (error) {
    say(error.message, "bad");
  }
}

/** Change something about the piece that is drawn. */
function fact(changes) {
  change(draft.with({ pieces: draft.pieces.map((piece, i) => (i === Number(current) ? { ...piece, ...changes(piece) } : piece)) }));
}

byId("pens").addEventListener("click", (event) => { const name = event.target.closest("[data-pen]")?.dataset.pen; if (name) choosePen(name); });
document.addEventListener("pointerup", endPainting);
document.addEventListener("pointercancel", endPainting);
byId("undo").addEventListener("click", () => step("undo"));
byId("redo").addEventListener("click", () => step("redo"));
byId("play").addEventListener("click", () => go("/play"));
byId("solve").addEventListener("click", () => go("/solve"));
byId("save").addEventListener("click", save);
byId("file").addEventListener("change", openFile);
byId("sets").addEventListener("change", addSet);
byId("wish").addEventListener("submit", make);
byId("title").addEventListener("change", () => change(draft.with({ title: byId("title").value })));
byId("lattice").addEventListener("change", () => { current = "board"; cursor = null; change(new Draft({ title: draft.title, lattice: byId("lattice").value })); });
for (const id of ["width", "height"]) byId(id).addEventListener("change", show);
byId("fill").addEventListener("click", () => change(sheet().reduce((all, cell) => all.play(text(key(cell), pen === "erase")), draft)));
byId("fresh").addEventListener("click", () => { current = "board"; change(new Draft({ lattice: draft.lattice })); });
byId("add-piece").addEventListener("click", addPiece);
byId("drop").addEventListener("click", () => { const number = current; current = "board"; change(draft.play(`drop ${number}`)); });
byId("piece-name").addEventListener("change", () => fact(() => ({ name: byId("piece-name").value.trim() || "A" })));
byId("piece-least").addEventListener("change", () => {
  const least = whole(byId("piece-least"), 0, MANY);
  fact(({ most }) => ({ least, most: Math.max(least, most) }));
});
byId("piece-most").addEventListener("change", () => {
  const most = whole(byId("piece-most"), 0, MANY);
  fact(({ least }) => ({ most, least: Math.min(least, most) }));
});
byId("piece-motions").addEventListener("change", () => fact(() => ({ motions: byId("piece-motions").value })));

function step(way) {
  const [from, to] = way === "undo" ? [done, undone] : [undone, done];
  endPainting();
  if (!from.length) return;
  to.push(draft);
  draft = from.pop();
  if (current !== "board" && !draft.pieces[Number(current)]) current = "board";
  show();
}

byId("shapes").addEventListener("keydown", (event) => {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way) return;
  const names = ["board", ...draft.pieces.keys()].map(String);
  choose(names[(names.indexOf(current) + way + names.length) % names.length]);
  event.preventDefault();
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, select")) return;
  const does = { 1: () => choosePen("cell"), 2: () => choosePen("optional"), 3: () => choosePen("erase"), u: () => step("undo"), U: () => step("redo") }[event.key];
  if (does) { does(); event.preventDefault(); }
});

byId("format").append(...FORMATS.map((name) => h("option", { value: name }, name)));
try {
  lattices = new Map((await get("/lattices")).map((one) => [one.name, one]));
  const given = await source();
  const before = kept("edit", null), [came] = performance.getEntriesByType("navigation");
  // Whoever comes back, or loads the page anew, finds the drawing as it was; a link to a puzzle leads to that one.
  if (before?.address === location.search && (!given || came?.type !== "navigate")) {
    draft = Draft.from(before.body);
    byId("width").value = before.width;
    byId("height").value = before.height;
  } else if (given) take(await post("/puzzle", given));
  show();
} catch (error) {
  say(error.message, "bad");
}
awake();
