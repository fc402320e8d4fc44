// Games that this browser keeps, by the text of their puzzle, the same in all tabs; and the question before one of them is replaced.
import { h } from "./elements.js";
import { t } from "./messages.js";
import { loadStored, store, toast } from "./page.js";

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
  const games = { ...loadStored(name, {}) }, kept = game ?? (puzzle in games ? { moves: [] } : null);
  delete games[puzzle]; // the latest stands last
  if (kept) games[puzzle] = kept;
  store(name, Object.fromEntries(Object.entries(games).slice(-MOST)));
}

/** The game that a page shows, kept by this browser: when another tab goes on with it, this one does, too. So no tab writes a game
 *  over the one of another tab. */
export class KeptGame {
  #load; #take;
  #seen = ""; // what was kept when this tab looked last
  #isTaking = false;

  /** `load` reads what is kept of the puzzle that is shown; `take` shows it once it differs, and returns whether the position does.
   *  @param {() => any} load
   *  @param {(game: any) => boolean} take */
  constructor(load, take) {
    this.#load = load;
    this.#take = take;
    this.#seen = this.#text();
    const refresh = () => this.refresh();
    window.addEventListener("storage", refresh);
    window.addEventListener("pageshow", refresh); // a page to which the way back leads heard nothing
    document.addEventListener("visibilitychange", refresh); // nor one that the browser has suspended
  }

  #text() {
    return JSON.stringify(this.#load()) ?? "";
  }

  /** Keep the game that is shown.
   *  @param {() => void} write */
  keep(write) {
    if (this.#isTaking) return;
    write();
    this.#seen = this.#text();
  }

  /** Go on with the game where another tab has. */
  refresh() {
    const now = this.#text();
    if (now === this.#seen || this.#isTaking) return;
    this.#seen = now;
    this.#isTaking = true;
    try {
      if (this.#take(this.#load())) toast(t("game.went_on"));
    } finally {
      this.#isTaking = false;
    }
  }
}

/** What a page shows: in this tab, where it has been open, else in the tab that was used last.
 *  @param {string} name of the store
 *  @param {unknown} otherwise
 *  @returns {any} */
export function loadShown(name, otherwise) {
  const own = loadStored(name, null, "sessionStorage");
  return own ? own.shown ?? otherwise : loadStored(name, otherwise);
}

/** Store what a page shows, so that a reload shows it again, whatever other tabs show.
 *  @param {string} name of the store
 *  @param {unknown} value
 *  @returns {void} */
export function storeShown(name, value) {
  store(name, value);
  store(name, { shown: value }, "sessionStorage");
}

/** Whether the address of the page is opened as a link: not by a reload, nor by the way back, where the game goes on as it was left.
 *  To be called once.
 *  @returns {boolean} */
export function opensLink() {
  const { state } = history, isAgain = state?.opened === true;
  history.replaceState({ ...state, opened: true }, "");
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
