// The puzzles of a date, the days before, and what was solved of them.
import { address } from "../js/address.js";
import { latestOnly } from "../js/api.js";
import { backend } from "../js/backend.js";
import { clockText, dailyPuzzles, daysLater, hasClock, isDate, levelName, nextPuzzle, setClock, solvedByDate, streak } from "../js/daily.js";
import { h } from "../js/elements.js";
import { t } from "../js/messages.js";
import { byId, enablePage, hideMessage, shareText, tryAction } from "../js/page.js";
import { localDate } from "../js/local_date.js";

const MARKS = { open: "⬜", solved: "🟩", helped: "🟨" };
const latest = latestOnly(), latestPictures = latestOnly();

/** @type {string} */
let date;
let month = ""; // that the calendar shows, as 2026-11
/** @type {import("../js/daily.js").DailyPuzzle[]} */
let puzzles = [];
/** @type {Record<string, string>} the addresses of the pictures of the puzzles that are shown, by their names */
let pictures = {};

/** @typedef {import("../js/daily.js").DailyPuzzle} DailyPuzzle */

/** @param {string} day
 *  @param {Intl.DateTimeFormatOptions} format */
const formatted = (day, format) => new Intl.DateTimeFormat(t("daily.locale"), { ...format, timeZone: "UTC" }).format(new Date(day));
/** @param {{ helped: boolean } | undefined} record
 *  @returns {"helped" | "solved" | "open"} */
const stateOf = (record) => (record ? (record.helped ? "helped" : "solved") : "open");

/** The puzzles by kind, each from easy to hard. */
function byKind() {
  /** @type {Map<string, DailyPuzzle[]>} */
  const kinds = new Map();
  for (const one of puzzles) kinds.set(one.title, [...(kinds.get(one.title) ?? []), one]);
  return [...kinds];
}

/** The picture of a puzzle, once it is drawn; its space is reserved.
 *  @param {{ name: string }} one */
const pictureOf = ({ name }) => (pictures[name] ? [h("img", { src: pictures[name], alt: "" })] : []);

/** Draw the puzzles of the date, each kind as soon as it can be; without pictures the page works as well. */
function loadPictures() {
  const kinds = new Set(puzzles.map(({ name }) => name.replace(/-[^-]*$/, "")));
  for (const picture of Object.values(pictures)) URL.revokeObjectURL(picture);
  pictures = {};
  latestPictures((signal) => Promise.all([...kinds].map((kind) => loadPicturesOf(kind, signal))));
}

/** @param {string} kind
 *  @param {AbortSignal} signal */
async function loadPicturesOf(kind, signal) {
  const drawn = await tryAction(() => backend.dailyPictures(date, kind, signal), () => null);
  if (signal.aborted) return;
  for (const [name, svg] of Object.entries(drawn?.pictures ?? {})) {
    pictures[name] = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    byId("kinds").querySelector(`[data-name="${name}"]`)?.replaceChildren(...pictureOf({ name }));
  }
}

/** @param {DailyPuzzle} one
 *  @param {{ helped: boolean, seconds: number } | undefined} record */
function levelLink(one, record) {
  const state = stateOf(record), level = levelName(one.level);
  const time = record?.seconds ? clockText(record.seconds) : "";
  return h("a", {
    class: `btn${record ? " solved" : ""}${state === "helped" ? " helped" : ""}`, href: address(one.address),
    "aria-label": t("daily.link", { title: one.title, level, state: t(`daily.state_${state}`) }),
  }, h("span", { class: "picture", "data-name": one.name }, pictureOf(one)), h("span", {}, `${record ? "✓ " : ""}${level}`), time ? h("span", { class: "small" }, time) : null);
}

function show() {
  const solved = solvedByDate(), records = solved.get(date) ?? new Map(), days = streak(), next = puzzles.length ? nextPuzzle(puzzles, date) : null;
  byId("title").textContent = t(date === localDate() ? "daily.of_today" : "daily.of_date", { date: formatted(date, { dateStyle: "long" }) });
  byId("streak").textContent = days ? t("daily.streak", { n: days }) : t("daily.lead");
  byId("after").disabled = date >= localDate();
  byId("today").disabled = date === localDate();
  byId("kinds").replaceChildren(...byKind().map(([title, levels]) => h("li", { class: "card" }, h("h2", {}, title),
    h("div", { class: "levels" }, levels.map((one) => levelLink(one, records.get(one.name)))))));
  byId("next").hidden = !next;
  if (next) {
    byId("next").href = address(next.address);
    byId("next").textContent = t(records.size ? "daily.next" : "daily.first", { title: next.title, level: levelName(next.level) });
  }
  showCalendar(solved);
}

/** @param {ReturnType<typeof solvedByDate>} solved */
function showCalendar(solved) {
  const first = `${month}-01`, monday = daysLater(first, -((new Date(first).getUTCDay() + 6) % 7));
  byId("month").textContent = formatted(first, { month: "long", year: "numeric" });
  byId("month-after").disabled = month >= localDate().slice(0, 7);
  const week = Array.from({ length: 7 }, (_, k) => daysLater(monday, k));
  byId("calendar").tHead?.rows[0].replaceChildren(...week.map((day) => h("th", { scope: "col" },
    h("span", { "aria-hidden": "true" }, formatted(day, { weekday: "narrow" })), h("span", { class: "visually-hidden" }, formatted(day, { weekday: "long" })))));
  const rows = Array.from({ length: 6 }, (_, k) => Array.from({ length: 7 }, (__, j) => daysLater(monday, 7 * k + j)));
  byId("calendar").tBodies[0].replaceChildren(...rows.filter((row) => row.some((day) => day.startsWith(month))).map((row) => h("tr", {},
    row.map((day) => h("td", {}, day.startsWith(month) ? dayButton(day, solved.get(day)?.size ?? 0) : "")))));
}

/** @param {string} day
 *  @param {number} n how many of its puzzles are solved */
function dayButton(day, n) {
  const all = puzzles.length && n >= puzzles.length;
  return h("button", {
    type: "button", class: all ? "all" : n ? "some" : "", disabled: day > localDate(), "aria-pressed": String(day === date),
    "aria-current": day === localDate() ? "date" : null, "data-date": day, onclick: () => open(day),
    "aria-label": t("daily.day_label", { date: formatted(day, { dateStyle: "long" }), n }),
  }, String(Number(day.slice(8))));
}

/** Show the puzzles of a date.
 *  @param {string} day
 *  @param {boolean} [isNew] */
async function open(day, isNew = true) {
  date = day;
  month = day.slice(0, 7);
  const hadFocus = document.activeElement?.closest("#calendar");
  if (isNew) history.pushState(null, "", day === localDate() ? location.pathname : `?date=${day}`);
  hideMessage();
  const found = await tryAction(() => latest(() => dailyPuzzles(day)));
  if (found && day === date) puzzles = found;
  show();
  if (found && day === date) loadPictures();
  if (hadFocus) /** @type {HTMLElement | null} */ (byId("calendar").querySelector(`[data-date="${day}"]`))?.focus();
}

/** @param {number} months */
function turnMonth(months) {
  const [year, number] = month.split("-").map(Number);
  month = new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
  showCalendar(solvedByDate());
}

/** What was solved, as text: a mark for each puzzle, nothing of the solutions. */
function resultText() {
  const records = solvedByDate().get(date) ?? new Map();
  const lines = byKind().map(([title, levels]) => `${levels.map((one) => MARKS[stateOf(records.get(one.name))]).join("")} ${title}`);
  return [`Tilewright ${date}`, ...lines, new URL(address(`/daily?date=${date}`), location.href)].join("\n");
}

function dateInAddress() {
  const given = new URLSearchParams(location.search).get("date") ?? "";
  return isDate(given) && given <= localDate() ? given : localDate();
}

byId("before").addEventListener("click", () => open(daysLater(date, -1)));
byId("after").addEventListener("click", () => open(daysLater(date, 1)));
byId("today").addEventListener("click", () => open(localDate()));
byId("month-before").addEventListener("click", () => turnMonth(-1));
byId("month-after").addEventListener("click", () => turnMonth(1));
byId("share").addEventListener("click", () => shareText(resultText(), t("daily.copied")));
byId("clock").checked = hasClock();
byId("clock").addEventListener("change", () => setClock(byId("clock").checked));
addEventListener("popstate", () => open(dateInAddress(), false));
addEventListener("pageshow", (event) => { if (event.persisted) show(); }); // more may be solved by now
addEventListener("storage", () => show()); // in another tab
await open(dateInAddress(), false);
enablePage();
