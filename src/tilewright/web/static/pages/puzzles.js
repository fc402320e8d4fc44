// The gallery: the catalogue with its filters, and puzzles of the user.
import { address } from "../js/address.js";
import { latestOnly } from "../js/api.js";
import { backend } from "../js/backend.js";
import { h } from "../js/elements.js";
import { onFile } from "../js/file_drop.js";
import { formatNumber, messageOf, t } from "../js/messages.js";
import { byId, enablePage, onOwnFile, options, textOf, tooLarge, tryAction } from "../js/page.js";
import { MAX_FILE_BYTES, addressOnPage, go, openText } from "../js/opening.js";
import { groupsOf, queryOf } from "../js/puzzle_link.js";
import { ownFiles } from "../js/shelf.js";
import { shortTitles } from "../js/short_titles.js";
import { solvedRecords } from "../js/solved_records.js";

const form = byId("filters");
let entries = /** @type {Api.CatalogueEntry[]} */ ([]);
/** @type {Map<string, string[]>} the titles of all puzzles of a group */
let allTitles = new Map();

/** @param {string} range such as "1-12"
 *  @param {number} number */
function within(range, number) {
  const [least, most] = range.split("-").map(Number);
  return number >= least && number <= most;
}

/** @param {string} text
 *  @param {string} words */
const matches = (text, words) => words.toLowerCase().split(/\s+/).every((word) => text.toLowerCase().includes(word));

/** The number of solutions that is known, up to symmetry where only that one is; else null.
 *  @param {Api.CatalogueEntry} entry */
const knownNumber = (entry) => entry.known ?? entry.known_up_to_symmetry;

/** @param {Api.CatalogueEntry} entry
 *  @param {Record<string, string>} filters by the names of the fields */
function fits(entry, filters) {
  const known = knownNumber(entry);
  return matches(entry.searched_text, filters.words)
    && (!filters.lattice || entry.lattice === filters.lattice)
    && (!filters.pieces || within(filters.pieces, entry.pieces))
    && (!filters.known || (filters.known === "open" ? known === null : known !== null && within(filters.known, Number(known))))
    && (!filters.level || entry.level === filters.level);
}

/** @param {string} digits */
const shortNumber = (digits) => (digits.length > 9
  ? t("puzzles.about_power", { mantissa: `${digits[0]}.${digits[1]}`, exponent: digits.length - 1 }) : formatNumber(digits));

/** @param {Api.CatalogueEntry} entry */
function knownText(entry) {
  const known = knownNumber(entry);
  if (known === null) return t("puzzles.count_unknown");
  const message = entry.known === null ? "puzzles.count_up_to_symmetry" : "puzzles.solution_count";
  return known === "0" ? t("puzzles.no_solution") : t(message, { n: known, count: shortNumber(known) });
}

/** The links of a card: the page of a family that can do most with the puzzle, Play and Solve.
 *  @param {string} title
 *  @param {{ playable?: boolean, page?: Api.PageLink | null }} puzzle
 *  @param {string} query */
function actions(title, { playable = true, page = null }, query) {
  const own = page?.address ? t(`${page.name}.open_it`) : "";
  /** @param {string} name
   *  @param {string} kind */
  const link = (name, kind) => h("a", { class: `btn ${kind}`, href: address(`/${name}${query}`), "aria-label": t(`puzzles.${name}_label`, { title }) }, t(`puzzles.${name}`));
  return h("div", { class: "actions" },
    own && page ? h("a", { class: "btn primary", href: addressOnPage(page, query, title), "aria-label": t("puzzles.page_label", { action: own, title }) }, own) : null,
    playable ? link("play", own ? "" : "primary") : null, link("solve", ""));
}

/** @param {Api.CatalogueEntry} entry */
const pictureOf = (entry) => (entry.has_picture
  ? h("img", { src: backend.cataloguePicture(entry.name), alt: "", loading: "lazy" }) : h("span", { class: "small" }, t("puzzles.items")));

/** @param {Api.CatalogueEntry} entry
 *  @param {string} title what differs from the others below the same heading
 *  @param {boolean} isSolved */
function card(entry, title, isSolved) {
  const level = entry.level && entry.level !== "impossible" ? h("span", { class: "chip" }, t(`level.${entry.level.replace(" ", "_")}`)) : null;
  return h("article", { class: "card puzzle" },
    h("div", { class: "thumb" }, pictureOf(entry)),
    h("div", { class: "about" },
      h("div", { class: "name" }, title),
      h("div", { class: "row" }, isSolved ? h("span", { class: "chip" }, t("shelf.solved")) : null, h("span", { class: "chip" }, knownText(entry)), level),
      actions(entry.title, entry, queryOf({ catalogue: entry.name }))));
}

/** @param {import("../js/shelf.js").OwnPuzzle} one */
function ownCard(one) {
  const title = one.title || t("common.untitled");
  return h("article", { class: "card own" }, h("div", { class: "about" }, h("div", { class: "name" }, title),
    h("div", { class: "small quiet" }, one.summary ?? ""), actions(title, one, queryOf({ own: one.key }))));
}

/** The puzzles of the user, unless a filter is set that does not apply to them.
 *  @param {Record<string, string>} filters */
function ownFitting(filters) {
  if (filters.lattice || filters.pieces || filters.known || filters.level) return [];
  return ownFiles().filter((one) => matches(`${one.title} ${t("common.your_puzzles")}`, filters.words));
}

/** The fields of the filters with their values, all of them texts. */
const filled = () => /** @type {[string, string][]} */ ([...new FormData(form)]);

/** The address of a heading on this page.
 *  @param {string} group */
const anchor = (group) => `group-${group.toLowerCase().replace(/[^a-z0-9]+/g, "-")}`;

/** The link to a group: the picture of one of its puzzles, the name and how many there are.
 *  @param {string} group
 *  @param {Api.CatalogueEntry[]} members */
function groupLink(group, members) {
  const shown = members.find((entry) => entry.has_picture && entry.level === "medium") ?? members[0];
  return h("li", {}, h("a", { class: "card", href: `#${anchor(group)}` }, h("span", { class: "thumb" }, pictureOf(shown)),
    h("span", { class: "about" }, h("span", { class: "name" }, group), h("span", { class: "small quiet" }, t("puzzles.tally", { n: members.length })))));
}

function show() {
  const filters = Object.fromEntries(filled());
  const found = entries.filter((entry) => fits(entry, filters)), own = ownFitting(filters);
  byId("tally").textContent = found.length === entries.length ? t("puzzles.tally", { n: found.length }) : t("puzzles.tally_filtered", { found: found.length, n: entries.length });
  /** @param {string} title
   *  @param {HTMLElement[]} cards */
  const section = (title, cards) => h("section", { class: "group" }, h("h2", { id: anchor(title), tabindex: -1 }, title), h("div", { class: "tiles" }, cards));
  const groups = groupsOf(found), records = solvedRecords(), isWhole = found.length === entries.length;
  byId("contents").replaceChildren(...(isWhole ? groups.map(([group, members]) => groupLink(group, members)) : []));
  byId("groups").replaceChildren(
    ...(own.length ? [section(t("common.your_puzzles"), own.map(ownCard))] : []),
    ...groups.map(([group, members]) => {
      const titles = shortTitles(group, allTitles.get(group) ?? []), all = allTitles.get(group) ?? [];
      return section(group, members.map((entry) => card(entry, titles[all.indexOf(entry.title)] ?? entry.title, `puzzle/${entry.name}` in records)));
    }),
    ...(found.length || own.length ? [] : [h("p", { class: "note" }, t("puzzles.no_match"))]),
  );
}

/** Show what fits; the filters are kept in the address, for the back button and for links. */
function filter() {
  const query = new URLSearchParams(filled().filter(([, value]) => value));
  history.replaceState(null, "", String(query) ? `?${query}` : location.pathname);
  show();
}

form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());

// The dialog in which a puzzle is opened.
const dialog = byId("dialog"), text = byId("text");
const latestOpened = latestOnly();
let filename = "";

byId("open-dialog").addEventListener("click", () => dialog.showModal());
onFile(byId("file"), MAX_FILE_BYTES, read, showError);
text.addEventListener("input", () => { filename = ""; });
onOwnFile((file) => { dialog.open || dialog.showModal(); read(file); });

/** @param {File} file */
async function read(file) {
  if (file.size > MAX_FILE_BYTES) { showError({ message: tooLarge(file, MAX_FILE_BYTES) }); return; }
  const unpacked = await tryAction(() => textOf(file, MAX_FILE_BYTES), showError);
  if (unpacked === null) return;
  filename = file.name;
  text.value = unpacked;
  await open();
}

/** @param {{ message: string, line?: number, column?: number }} error */
function showError({ message, line = 0, column = 0 }) {
  byId("error").textContent = column ? t("puzzles.line_column", { line, column, message }) : line ? t("puzzles.line", { line, message }) : message;
  byId("error").hidden = false;
  if (line) select(line, column);
}

/** Select a line or a character of the text.
 *  @param {number} line
 *  @param {number} column */
function select(line, column) {
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  const from = start + Math.max(0, column - 1);
  text.focus();
  text.setSelectionRange(from, column ? from + 1 : start + (lines[line - 1] ?? "").length);
}

async function open() {
  byId("error").hidden = true;
  if (!text.value.trim()) { showError({ message: t("puzzles.nothing_to_open") }); return; }
  const href = await tryAction(() => latestOpened((signal) => openText(text.value, filename, signal)), showError);
  if (href && dialog.open) go(href);
}
byId("open").addEventListener("click", open);

try {
  entries = await backend.catalogue();
  allTitles = new Map(groupsOf(entries).map(([group, members]) => [group, members.map((entry) => entry.title)]));
  form.lattice.append(...options([...new Set(entries.map((entry) => entry.lattice).filter(Boolean))].map((name) => [name, name])));
  const query = new URLSearchParams(location.search);
  for (const field of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) field.value = query.get(field.name) ?? field.value;
  for (const field of form.querySelectorAll("select")) if (field.selectedIndex < 0) field.value = ""; // no such choice
  show();
} catch (error) {
  byId("tally").textContent = messageOf(error);
}
addEventListener("pageshow", (event) => { if (event.persisted) show(); }); // there may be new puzzles of the user
enablePage();
