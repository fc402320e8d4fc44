// What happens when a puzzle is solved: the celebration, the record in this browser, and the way to the next puzzle of the day.
import { address } from "./address.js";
import { clockText, dailyPuzzles, hasClock, levelName, nextPuzzle } from "./daily.js";
import { h } from "./elements.js";
import { t } from "./messages.js";
import { byId, loadStored, store, tryAction } from "./page.js";
import { nameInQuery, recordSolved, withoutName } from "./solved_records.js";

const COLOURS = ["#51b0e8", "#faaf26", "#24a06c", "#ce3505"];
const PIECES = 48; // of confetti

let name = nameInQuery(location.search); // of the puzzle in the address; "" when another one was begun
/** @type {string | null} */
let begun = null;
/** @type {HTMLElement | null} */
let panel = null;
let isDone = false;

/** Tell which puzzle the page shows, by any text that is its own. A page that can open another puzzle calls this each time: a puzzle
 *  after the first one is not the one that the address names, so its name leaves the address.
 *  @param {string} puzzle
 *  @returns {void} */
export function beginPuzzle(puzzle) {
  begun ??= puzzle;
  if (puzzle === begun || !name) return;
  name = "";
  clock.remove();
  panel?.remove();
  history.replaceState(history.state, "", withoutName(location.href));
}

/** The goal of the game is met: celebrate, and record that the puzzle is solved. Call it for a move of the player, not for a stored
 *  position that is shown again.
 *  @param {{ helped?: boolean, colours?: string[], seconds?: number }} [options] `helped`: hints made some of the moves;
 *    `colours`: of the pieces; `seconds`: that a clock has counted
 *  @returns {void} */
export function markSolved({ helped = false, colours = COLOURS, seconds = 0 } = {}) {
  isDone = true;
  if (name) recordSolved(name, helped, isDaily() && hasClock() ? counted : seconds);
  if (!helped) celebrate(colours);
  if (isDaily()) showNext(helped);
}

const isDaily = () => name.startsWith("daily/");

/** Let the board shine and confetti fall, unless the user prefers reduced motion.
 *  @param {string[]} colours
 *  @returns {void} */
function celebrate(colours) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const board of document.querySelectorAll("main .board")) {
    board.classList.add("celebrated");
    const end = (/** @type {Event} */ event) => { // not that of a piece on it
      if (event.target !== board) return;
      board.classList.remove("celebrated");
      board.removeEventListener("animationend", end);
    };
    board.addEventListener("animationend", end);
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

/** Show the links to the next puzzle of the day and to all of them.
 *  @param {boolean} helped
 *  @returns {Promise<void>} */
async function showNext(helped) {
  const [, date, own] = name.split("/");
  panel?.remove();
  const links = h("div", { class: "row" }, h("a", { class: "btn", href: address(`/daily?date=${date}`) }, t("solved.all_of_day")));
  panel = h("section", { class: "solved-panel", "aria-label": t("solved.title") },
    h("p", {}, h("strong", {}, t(helped ? "solved.with_help" : "solved.title")), hasClock() ? ` ${clockText(counted)}` : ""), links,
    h("button", { class: "btn icon", type: "button", "aria-label": t("solved.close"), onclick: () => panel?.remove() }, "×"));
  document.body.append(panel);
  const next = await tryAction(async () => nextPuzzle(await dailyPuzzles(date), date, own), () => null);
  if (next) links.prepend(h("a", { class: "btn primary", href: address(next.address) }, t("solved.next", { title: next.title, level: levelName(next.level) })));
}

// The clock of a daily puzzle: it counts while the page is seen and the puzzle is not solved.
const clock = h("span", { class: "clock quiet", role: "timer", "aria-label": t("solved.clock") });
const times = loadStored("daily-seconds", {});
let counted = Number(times[name]) || 0;
if (isDaily() && hasClock()) {
  byId("theme").before(clock);
  clock.textContent = clockText(counted);
  setInterval(() => {
    if (isDone || document.hidden || !isDaily()) return;
    counted += 1;
    clock.textContent = clockText(counted);
    store("daily-seconds", { ...loadStored("daily-seconds", {}), [name]: counted });
  }, 1000);
}
