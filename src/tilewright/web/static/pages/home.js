// The home page. It was the list of all puzzles once: links with a search go there.
import { address } from "../js/address.js";
import { dailyPuzzles, levelName, solvedByDate, streak } from "../js/daily.js";
import { h } from "../js/elements.js";
import { localDate } from "../js/local_date.js";
import { t } from "../js/messages.js";
import { byId, enablePage, tryAction } from "../js/page.js";

/** @typedef {import("../js/daily.js").DailyPuzzle} DailyPuzzle */

const MOVED = ["words", "lattice", "pieces", "known", "level"];

/** @type {DailyPuzzle[]} */
let puzzles = [];

/** The link to the first puzzle of a kind that is not solved, with a mark for each level.
 *  @param {string} title
 *  @param {DailyPuzzle[]} levels
 *  @returns {HTMLElement} */
function kindLink(title, levels) {
  const records = solvedByDate().get(localDate()) ?? new Map(), next = levels.find((one) => !records.has(one.name));
  const shown = next ?? levels[levels.length - 1], solved = levels.filter((one) => records.has(one.name)).length;
  const marks = levels.map(({ name }) => h("i", { class: records.has(name) ? (records.get(name).helped ? "helped" : "solved") : "" }));
  return h("li", {}, h("a", { class: `card${next ? "" : " all"}`, href: address(shown.address) },
    h("span", {}, h("strong", {}, title), h("span", { class: "level small quiet" }, next ? levelName(next.level) : t("home.all_solved"))),
    h("span", { class: "marks", role: "img", "aria-label": t("home.solved", { n: solved, all: levels.length }) }, marks)));
}

function showToday() {
  const kinds = new Map(), days = streak();
  for (const one of puzzles) kinds.set(one.title, [...(kinds.get(one.title) ?? []), one]);
  byId("daily").replaceChildren(...[...kinds].map(([title, levels]) => kindLink(title, levels)));
  byId("streak").textContent = days ? t("daily.streak", { n: days }) : "";
}

const query = new URLSearchParams(location.search);
if (MOVED.some((name) => query.has(name))) location.replace(address(`/puzzles${location.search}`));
enablePage(); // the cards are links: they need not wait for the puzzles of the day
puzzles = await tryAction(() => dailyPuzzles(localDate()), (error) => { byId("streak").textContent = error.message; }) ?? [];
showToday();
addEventListener("pageshow", (event) => { if (event.persisted) showToday(); }); // more may be solved by now
addEventListener("storage", showToday); // in another tab
