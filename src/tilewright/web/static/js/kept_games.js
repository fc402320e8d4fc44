// Games that this browser keeps, by the text of their puzzle, and the question before one of them is replaced.
import { h } from "./elements.js";
import { t } from "./messages.js";
import { loadStored, store } from "./page.js";

const MOST = 40; // games of one kind

/** The game that is kept of a puzzle.
 *  @param {string} name of the store
 *  @param {string} puzzle
 *  @returns {any} an empty object for none */
export const keptGame = (name, puzzle) => loadStored(name, {})[puzzle] ?? {};

/** Keep a game; the oldest ones are dropped.
 *  @param {string} name
 *  @param {string} puzzle
 *  @param {object | null} game null: nothing was played
 *  @returns {void} */
export function keepGame(name, puzzle, game) {
  const games = { ...loadStored(name, {}) };
  delete games[puzzle]; // the latest stands last
  if (game) games[puzzle] = game;
  store(name, Object.fromEntries(Object.entries(games).slice(-MOST)));
}

/** Whether the address of the page is opened as a link: not by a reload, nor by the way back, where the game goes on as it was left.
 *  @param {string} name of the store
 *  @returns {boolean} */
export function opensLink(name) {
  const opened = location.search + location.hash, [navigation] = performance.getEntriesByType("navigation");
  const isAgain = loadStored(name, "") === opened && /** @type {PerformanceNavigationTiming} */ (navigation)?.type !== "navigate";
  store(name, opened);
  return !isAgain;
}

/** Ask before another puzzle takes the place of one that is half played.
 *  @param {boolean} isHalfPlayed
 *  @returns {Promise<boolean>} whether to go on; without a question if nothing was played */
export function mayReplace(isHalfPlayed) {
  if (!isHalfPlayed) return Promise.resolve(true);
  const sentence = t("game.replace");
  const dialog = h("dialog", { "aria-label": sentence }, h("p", {}, sentence), h("form", { method: "dialog", class: "row" },
    h("button", { class: "btn primary", type: "submit", value: "yes" }, t("game.replace_yes")),
    h("button", { class: "btn", type: "submit", value: "no" }, t("game.replace_no"))));
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue === "yes"); });
  });
}
