// The shelf: the puzzles of the user, kept in this browser. Older ones lack what was added later: lattice, address, tags, day.
import { localDate } from "./local_date.js";
import { t } from "./messages.js";
import { loadStored, store, toast } from "./page.js";

const SHELF = "own-puzzles", DELETED = "deleted-puzzles";
const MAX_DELETED = 30;

/** @typedef {object} OwnPuzzle
 *  @property {string} key
 *  @property {string} title
 *  @property {string} text a TOML file, or the text of a puzzle that only a page of its own opens
 *  @property {string} [address] of that page with the puzzle; "" for a TOML file
 *  @property {string} [summary]
 *  @property {boolean} [playable]
 *  @property {{ name: string, address: string }} [page] the page that can do most with it
 *  @property {string} [lattice]
 *  @property {string[]} [tags]
 *  @property {string} [day] on which it was put here */

/** @param {string} name
 *  @returns {OwnPuzzle[]} */
function stored(name) {
  const found = loadStored(name, []);
  return Array.isArray(found) ? found.filter((one) => one !== null && typeof one === "object" && typeof one.key === "string" && typeof one.text === "string") : [];
}

/** The puzzles on the shelf, newest first.
 *  @returns {OwnPuzzle[]} */
export const ownPuzzles = () => stored(SHELF);

/** Those that are TOML files.
 *  @returns {OwnPuzzle[]} */
export const ownFiles = () => ownPuzzles().filter((one) => !one.address);

/** The puzzles that were deleted, the last one first.
 *  @returns {OwnPuzzle[]} */
export const deletedPuzzles = () => stored(DELETED);

/** A key for a text.
 *  @param {string} text
 *  @returns {string} */
function hash(text) {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return value.toString(36);
}

/** @param {Omit<OwnPuzzle, "key" | "tags" | "day">} puzzle
 *  @returns {string} its key; "" when the storage of the browser is full */
function put(puzzle) {
  const key = hash(puzzle.text), before = [...ownPuzzles(), ...deletedPuzzles()].find((one) => one.key === key);
  const entry = { ...puzzle, key, tags: before?.tags ?? [], day: localDate() };
  if (!store(SHELF, [entry, ...ownPuzzles().filter((one) => one.key !== key)])) return "";
  store(DELETED, deletedPuzzles().filter((one) => one.key !== key));
  return key;
}

/** Put a puzzle on the shelf; the query of a link to it, "" when the storage of the browser is full.
 *  @param {any} view a PuzzleView
 *  @returns {string} */
export function storePuzzle(view) {
  const { title, toml: text, summary, playable, page } = view;
  const key = put({ title, text, summary, playable, page, lattice: view.lattice.name });
  if (!key) toast(t("shelf.full"), 8);
  return key && `?own=${key}`;
}

/** Put a text on the shelf that a page of its own opens.
 *  @param {string} title
 *  @param {string} text
 *  @param {{ name: string, address: string }} page
 *  @returns {void} */
export function storeText(title, text, page) {
  if (!put({ title, text, page, address: page.address, playable: false })) toast(t("shelf.full"), 8);
}

/** Change a puzzle on the shelf.
 *  @param {string} key
 *  @param {Partial<OwnPuzzle>} changes
 *  @returns {void} */
export const changePuzzle = (key, changes) => { store(SHELF, ownPuzzles().map((one) => (one.key === key ? { ...one, ...changes } : one))); };

/** Take a puzzle from the shelf; `restorePuzzle` puts it back.
 *  @param {string} key
 *  @returns {void} */
export function deletePuzzle(key) {
  const puzzles = ownPuzzles(), one = puzzles.find((each) => each.key === key);
  if (!one) return;
  store(SHELF, puzzles.filter((each) => each.key !== key)); // first: it frees space
  store(DELETED, [one, ...deletedPuzzles().filter((each) => each.key !== key)].slice(0, MAX_DELETED));
}

/** Put a deleted puzzle back.
 *  @param {string} key
 *  @returns {void} */
export function restorePuzzle(key) {
  const deleted = deletedPuzzles(), one = deleted.find((each) => each.key === key);
  if (one && store(SHELF, [one, ...ownPuzzles().filter((each) => each.key !== key)])) store(DELETED, deleted.filter((each) => each.key !== key));
}
