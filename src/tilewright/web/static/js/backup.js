// All that this browser keeps as one file: puzzles, games, what was solved, settings.
import { localDate } from "./local_date.js";
import { t } from "./messages.js";
import { downloadText, loadStored, store } from "./page.js";

const KIND = "tilewright-browser-data";

/** Download all that is kept.
 *  @returns {void} */
export function saveBackup() {
  const data = Object.fromEntries(Object.keys(localStorage).map((name) => [name, loadStored(name, null)]));
  downloadText(`tilewright-${localDate()}.json`, JSON.stringify({ kind: KIND, version: 1, data }));
}

/** The data of such a file; null for another text.
 *  @param {string} text
 *  @returns {Record<string, any> | null} */
export function backupIn(text) {
  if (!text.slice(0, 200).includes(KIND)) return null;
  try {
    const { kind, version, data } = JSON.parse(text);
    return kind === KIND && version === 1 && data !== null && typeof data === "object" && !Array.isArray(data) ? data : null;
  } catch {
    return null;
  }
}

/** Add what a file has to what this browser keeps, which stays: of two games on the same puzzle the one that is here, of two records
 *  the one without help.
 *  @param {Record<string, any>} data
 *  @returns {string} what was added, as a sentence */
export function loadBackup(data) {
  let isFull = false, added = 0;
  for (const [name, value] of Object.entries(data)) {
    const here = loadStored(name, null), merged = here === null ? value : mergedValue(here, value);
    if (JSON.stringify(merged) === JSON.stringify(here)) continue;
    if (store(name, merged)) added += 1;
    else isFull = true;
  }
  return isFull ? t("shelf.full") : t(added ? "shelf.loaded" : "shelf.loaded_nothing");
}

/** @param {any} value
 *  @returns {boolean} whether it is an object, not a list */
const isPlain = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Lists of puzzles and collections of games and records are joined; anything else stays as it is here.
 *  @param {any} here
 *  @param {any} value
 *  @returns {any} */
function mergedValue(here, value) {
  if (Array.isArray(here) && Array.isArray(value) && [...here, ...value].every((one) => typeof one?.key === "string")) {
    return [...here, ...value.filter((one) => !here.some((other) => other.key === one.key))];
  }
  if (!isPlain(here) || !isPlain(value) || ![...Object.values(here), ...Object.values(value)].every(isPlain)) return here;
  const better = Object.entries(value).filter(([name, one]) => !(name in here) || (here[name].helped === true && one.helped === false));
  return { ...here, ...Object.fromEntries(better) };
}
