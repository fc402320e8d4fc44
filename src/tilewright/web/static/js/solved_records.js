// Which puzzles were solved in this browser, by the names that addresses give them: daily/DATE/NAME, own/KEY, puzzle/NAME.
import { localDate } from "./local_date.js";
import { loadStored, store } from "./page.js";

const STORE = "solved";
const KINDS = ["daily", "own", "puzzle"];

/** @typedef {{ helped: boolean, seconds: number, day: string }} SolvedRecord whether hints made some of the moves, the seconds that the
 *  clock has counted (0 without a clock), and the player's date. */

/** The name of the puzzle in an address; "" for an address without one.
 *  @param {string} search the query of the address
 *  @returns {string} */
export function nameInQuery(search) {
  const query = new URLSearchParams(search), kind = KINDS.find((each) => query.get(each));
  return kind ? `${kind}/${query.get(kind)}` : "";
}

/** An address without the name of its puzzle, and without the puzzle.
 *  @param {string} href
 *  @returns {URL} */
export function withoutName(href) {
  const address = new URL(href);
  for (const kind of KINDS) address.searchParams.delete(kind);
  address.hash = "";
  return address;
}

/** All records by name; what is not readable counts as not there.
 *  @returns {Record<string, SolvedRecord>} */
export function solvedRecords() {
  const stored = loadStored(STORE, {});
  if (typeof stored !== "object" || Array.isArray(stored)) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, one]) => one !== null && typeof one === "object"));
}

/** Record that a puzzle was solved; a record without help is kept.
 *  @param {string} name
 *  @param {boolean} helped
 *  @param {number} seconds
 *  @returns {void} */
export function recordSolved(name, helped, seconds) {
  const records = solvedRecords(), before = records[name];
  if (!before || (before.helped && !helped)) store(STORE, { ...records, [name]: { helped, seconds, day: localDate() } });
}
