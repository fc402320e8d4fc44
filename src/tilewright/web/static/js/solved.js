// What happens when a puzzle is solved: the celebration, and the record in this browser. A puzzle is recorded under the name
// that the address gives it: ?daily=DATE/NAME for one of a day, ?own=KEY for one of the user, ?puzzle=NAME of the catalogue.
import { h } from "./elements.js";
import { loadStored, store } from "./page.js";

const STORE = "solved";
const COLOURS = ["#51b0e8", "#faaf26", "#24a06c", "#ce3505"];
const PIECES = 48; // of confetti

/** @type {string} */
let name = nameInAddress();
/** @type {string | null} */
let begun = null;

function nameInAddress() {
  const query = new URLSearchParams(location.search);
  const kind = ["daily", "own", "puzzle"].find((each) => query.get(each));
  return kind ? `${kind}/${query.get(kind)}` : "";
}

/** What is recorded of each solved puzzle, by its name, such as "daily/2026-11-28/NAME": whether hints helped, the seconds that
 *  the clock has counted (0 without a clock) and when it was solved.
 *  @returns {Record<string, { helped: boolean, seconds: number, at: string }>} */
export function solvedRecords() {
  const records = loadStored(STORE, {});
  return typeof records === "object" && !Array.isArray(records) ? records : {};
}

/** Tell which puzzle the page shows, by any text that is its own. A page that can open another puzzle calls this each time: a puzzle
 *  after the first one is not the one that the address names, so its name leaves the address.
 *  @param {string} puzzle
 *  @returns {void} */
export function beginPuzzle(puzzle) {
  begun ??= puzzle;
  if (puzzle === begun || !name) return;
  name = "";
  const address = new URL(location.href);
  for (const each of ["daily", "own", "puzzle"]) address.searchParams.delete(each);
  address.hash = "";
  history.replaceState(history.state, "", address);
}

/** The goal of the game is met: celebrate, and record that the puzzle is solved. Call it for a move of the player, not for a stored
 *  position that is shown again.
 *  @param {{ helped?: boolean, colours?: string[], seconds?: number }} [options] `helped`: hints made some of the moves;
 *    `colours`: of the pieces; `seconds`: that a clock has counted
 *  @returns {void} */
export function markSolved({ helped = false, colours = COLOURS, seconds = 0 } = {}) {
  if (name) {
    const records = solvedRecords(), before = records[name];
    if (!before || (before.helped && !helped)) store(STORE, { ...records, [name]: { helped, seconds, at: new Date().toISOString() } });
  }
  if (!helped) celebrate(colours);
}

/** Let the board shine and confetti fall, unless the user prefers reduced motion.
 *  @param {string[]} colours
 *  @returns {void} */
function celebrate(colours) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const board of document.querySelectorAll("main .board")) {
    board.classList.add("celebrated");
    board.addEventListener("animationend", () => board.classList.remove("celebrated"), { once: true });
  }
  for (let i = 0; i < PIECES; i++) {
    const piece = h("span", { class: `confetti ${["", "round", "long"][i % 3]}`, "aria-hidden": "true" });
    piece.style.left = `${(i * 37 + 11) % 100}vw`;
    piece.style.background = colours[i % colours.length];
    piece.style.animationDelay = `${(i % 12) * 0.07}s`;
    piece.style.animationDuration = `${2 + (i % 5) * 0.35}s`;
    piece.style.setProperty("--sway", `${((i * 53) % 160) - 80}px`);
    piece.style.setProperty("--turn", `${360 + ((i * 97) % 720)}deg`);
    piece.addEventListener("animationend", () => piece.remove());
    document.body.append(piece);
  }
}
