// The puzzles of a date, and what was solved of them.
import { backend } from "./backend.js";
import { t } from "./messages.js";
import { loadStored, store } from "./page.js";
import { localDate } from "./local_date.js";
import { solvedRecords } from "./solved_records.js";

/** @typedef {{ name: string, title: string, level: string, address: string }} DailyPuzzle */

const DAY = 86_400_000;

/** The puzzles of a date.
 *  @param {string} date as 2026-11-28
 *  @returns {Promise<DailyPuzzle[]>} */
export const dailyPuzzles = async (date) => (await backend.daily(date)).puzzles;

/** Whether a text is a date as 2026-11-28.
 *  @param {string} text
 *  @returns {boolean} */
export const isDate = (text) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/** The date so many days later.
 *  @param {string} date
 *  @param {number} days
 *  @returns {string} */
export const daysLater = (date, days) => new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);

/** The name of a level, such as "Easy".
 *  @param {string} level
 *  @returns {string} */
export const levelName = (level) => t(`level.${level}`);

/** The records of the daily puzzles: by date, then by the name of the puzzle.
 *  @returns {Map<string, Map<string, import("./solved_records.js").SolvedRecord>>} */
export function solvedByDate() {
  const dates = new Map();
  for (const [key, record] of Object.entries(solvedRecords())) {
    const [kind, date, name] = key.split("/");
    if (kind !== "daily" || !name || !isDate(date)) continue;
    if (!dates.has(date)) dates.set(date, new Map());
    dates.get(date).set(name, record);
  }
  return dates;
}

/** How many days in a row, up to today or yesterday, a puzzle of the day was solved on that day.
 *  @returns {number} */
export function streak() {
  const solved = solvedByDate(), counts = (/** @type {string} */ date) => [...(solved.get(date)?.values() ?? [])].some((one) => one.day === date);
  let date = localDate(), days = 0;
  if (!counts(date)) date = daysLater(date, -1);
  for (; counts(date); date = daysLater(date, -1)) days += 1;
  return days;
}

/** The first puzzle after this one, in the order of the day, that was not solved; null if all were.
 *  @param {DailyPuzzle[]} puzzles
 *  @param {string} date
 *  @param {string} [name] of this one
 *  @returns {DailyPuzzle | null} */
export function nextPuzzle(puzzles, date, name = "") {
  const solved = solvedByDate().get(date) ?? new Map(), at = puzzles.findIndex((one) => one.name === name);
  const level = puzzles[at]?.level ?? puzzles[0].level, later = [...puzzles.slice(at + 1), ...puzzles.slice(0, Math.max(0, at))];
  const open = later.filter((one) => !solved.has(one.name) && one.name !== name);
  return open.find((one) => one.level === level) ?? open[0] ?? null; // another kind of this level first
}

/** A time on a clock, as 1:05.
 *  @param {number} seconds
 *  @returns {string} */
export const clockText = (seconds) => [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60]
  .filter((part, k) => part || k).map((part, k) => (k ? String(part).padStart(2, "0") : part)).join(":");

/** Whether the daily puzzles have a clock.
 *  @returns {boolean} */
export const hasClock = () => loadStored("daily-clock", false) === true;

/** Switch the clock of the daily puzzles on or off.
 *  @param {boolean} isOn
 *  @returns {void} */
export const setClock = (isOn) => { store("daily-clock", isOn); };
