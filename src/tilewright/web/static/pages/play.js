// The page where a tiling is played.
import { address } from "../js/address.js";
import { ApiError } from "../js/api.js";
import { backend } from "../js/backend.js";
import { GameHelp } from "../js/game_help.js";
import { History, bindHistory } from "../js/history.js";
import { h } from "../js/elements.js";
import { KeptGame } from "../js/kept_games.js";
import { formatNumber, messageOf, t } from "../js/messages.js";
import { byId, enablePage, fileName, loadStored, onClicks, showMessage, store, toast } from "../js/page.js";
import { fullName, showParameters } from "../js/parameters.js";
import { bindPrint } from "../js/print_sheet.js";
import { linkToPosition, queryOf, sourceFromAddress } from "../js/puzzle_link.js";
import { ruleOf } from "../js/rule.js";
import { bindShare } from "../js/share.js";
import { sheetOf } from "../js/tiling_sheet.js";
import { Tiling, liftMove, placeMove } from "../js/tiling_game.js";
import { TilingPlayer } from "../js/tiling_player.js";

/** The buttons that turn and reflect the held piece.
 *  @type {[id: "turn" | "back" | "flip" | "tip" | "tip-back" | "roll" | "roll-back", control: Control][]} */
const CONTROLS = [["turn", "turn"], ["back", "back"], ["flip", "flip"], ["tip", "tip"], ["tip-back", "tip_back"], ["roll", "roll"], ["roll-back", "roll_back"]];

/** @type {import("../js/puzzle_link.js").Source} */
let puzzle;
/** @type {Api.PuzzleView} */
let view;
/** @type {import("../js/tiling_player.js").TilingHistory} */
let history;
/** @type {TilingPlayer} */
let player;
/** @type {GameHelp} */
let help;
/** @type {KeptGame} */
let kept;
let storeName = "", shown = /** @type {Set<string>} */ (new Set()); // moves that a hint or a link made, not the player

const game = () => history.game;

async function start() {
  puzzle = (await sourceFromAddress()) ?? { catalogue: byId("main").dataset.puzzle };
  view = await backend.puzzle(puzzle);
  if (!puzzle.use && needsAny(view.known)) {
    puzzle = { ...puzzle, use: "any" };
    view = await backend.puzzle(puzzle);
  }
  byId("use-any").checked = puzzle.use === "any";
  byId("use-any-row").hidden = !puzzle.use && view.pieces.every((piece) => !piece.least);
  byId("title").textContent = view.title || t("common.untitled");
  byId("rule").textContent = ruleOf(view);
  showStory();
  if (view.parameters.length) puzzle = { ...puzzle, catalogue: fullName(puzzle.catalogue ?? "", view) };
  showParameters(byId("parameters"), view, puzzle.catalogue ?? "", (catalogue) => location.assign(address(`/play${queryOf({ ...puzzle, catalogue })}`)));
  byId("solve").href = address(`/solve${puzzle.catalogue ? queryOf(puzzle) : location.search + location.hash}`);
  document.title = `${view.title || t("play.title")} · Tilewright`;
  if (!view.playable) throw new ApiError({ message: t("play.no_board") });
  storeName = `game ${puzzle.catalogue ?? view.toml}${puzzle.use === "any" ? " (any)" : ""}${puzzle.motions ? ` (${puzzle.motions})` : ""}`;
  shown = new Set(loadStored(`shown in ${storeName}`, []));
  history = storedGame();
  kept = new KeptGame(() => loadStored(storeName, null), take);
  history.refresh = () => kept.refresh();
  help = new GameHelp({
    position: () => ({ puzzle, position: game().dumps() }), history: () => history, board: () => player.board, view, onMarks: () => player.preview(),
    shown: () => game().placed.filter(({ piece, cells }) => shown.has(placeMove(piece, cells))).length,
    placed: (move) => shown.add(move),
    perform: (place, lift) => (place ? player.placeHint() : player.playAll(lift.map((one) => liftMove(one.cells[0])))),
  });
  if (view.has_costs) help.loadCosts();
  document.body.classList.toggle("solid", view.lattice.dimension === 3); // the space for the board depends on it
  player = new TilingPlayer({
    view, history, help, places: { board: byId("board"), pieces: byId("pieces"), solid: byId("solid"), floor: document.body },
    on: { moved, held, notify: toast, labelled: () => byId("labels").checked, hint },
  });
  for (const [id, control] of CONTROLS) {
    byId(id).hidden = (player.board.isSolid || id.includes("tip") || id.includes("roll")) && player.isIdle(control);
  }
  const tray = byId("pieces").parentElement;
  if (tray) new ResizeObserver(() => document.body.style.setProperty("--tray", `${tray.offsetHeight}px`)).observe(tray); // the tools stand above it
  player.show();
  player.fit();
}

/** Who made the puzzle, when, and how many solutions it has. */
function showStory() {
  byId("summary").textContent = view.summary;
  byId("source").textContent = view.source;
  /** @type {Record<string, string | undefined>} */
  const names = { solutions: "play.known_solutions", unique: "play.known_unique" };
  byId("known").replaceChildren(...view.known.filter((one) => names[one.what] && one.use === (puzzle.use ?? "all") && one.motions === (puzzle.motions ?? ""))
    .map((one) => h("li", {}, t(names[one.what] ?? "", { count: formatNumber(one.count), source: one.source }))));
}

/** Whether a puzzle is only known to have solutions when pieces may be left over.
 *  @param {Api.KnownCount[]} known */
function needsAny(known) {
  const solutions = known.filter((one) => one.what === "solutions" && !one.motions);
  return solutions.some((one) => one.use === "all" && one.count === "0") && solutions.some((one) => one.use === "any" && one.count !== "0");
}

/** Open the page again, with pieces that may be left over, or as the puzzle says. */
function changeUse() {
  const query = new URLSearchParams(location.search);
  query.set("use", byId("use-any").checked ? "any" : "all");
  const hash = new URLSearchParams(location.hash.slice(1));
  hash.delete("p");
  location.assign(`${location.pathname}?${query}${hash.size ? `#${hash}` : ""}`);
}

/** The game stored in this browser, continued to the position in the address, if there is one: undo leads back. */
function storedGame() {
  const first = new Tiling(view);
  let found;
  try {
    found = new History(first, loadStored(storeName, []));
  } catch {
    found = new History(first);
    toast(t("play.stored_invalid"));
  }
  const query = new URLSearchParams(location.hash.slice(1)), shared = query.get("p");
  if (!shared) return found;
  try {
    const position = Tiling.loads(view, shared);
    if (position.dumps() !== found.game.dumps()) {
      for (const placement of [...found.game.placed].reverse()) found.play(liftMove(placement.cells[0]));
      for (const placement of position.placed) {
        found.play(placeMove(placement.piece, placement.cells));
        shown.add(placeMove(placement.piece, placement.cells));
      }
    }
    // The game is stored from here on: a reload must not return to the shared position.
    query.delete("p");
    window.history.replaceState(null, "", `${location.pathname}${location.search}${query.size ? `#${query}` : ""}`);
  } catch (error) {
    toast(t("play.shared_invalid", { error: messageOf(error) }));
  }
  return found;
}

/** Take the game as another tab has it.
 *  @param {string[] | null} moves */
function take(moves) {
  if (!moves || !history.follow(moves)) return false;
  for (const move of loadStored(`shown in ${storeName}`, [])) shown.add(move);
  player.drag.cancel();
  player.show();
  return true;
}

/** The position has changed. */
function moved() {
  kept.keep(() => {
    store(`shown in ${storeName}`, [...shown]);
    store(storeName, history.moves);
  });
  help.reset();
  showHistory(history.moves, history.undone);
}

/** Another piece is held, or in another way; so many pieces are left.
 *  @param {number} left */
function held(left) {
  byId("pieces-left").textContent = t("play.pieces_left", { n: left });
  for (const [id, control] of CONTROLS) byId(id).disabled = !player?.canChange(control);
}

const showHistory = bindHistory({ undo: byId("undo"), redo: byId("redo") }, (direction) => player?.step(direction));
document.addEventListener("keydown", (event) => {
  if (player && !event.defaultPrevented && !/** @type {Element} */ (event.target).matches("input:not([type=checkbox]), textarea, select")) player.onKey(event);
});

/** Show the next stage of a hint, or make its move. */
const hint = () => help.showHint();

bindShare(byId("share"), async () => ({
  title: document.title, url: await linkToPosition(puzzle, view.toml, game().dumps()),
  file: { name: `${fileName(view.title, "puzzle")}.toml`, text: view.toml },
}));
bindPrint(byId("print"), () => sheetOf(view, ruleOf(view)));

onClicks({ hint, "why-not": () => help.showWhyNot(), clear: () => player?.clear() });
for (const [id, control] of CONTROLS) byId(id).addEventListener("click", () => player?.change(control));
byId("labels").checked = loadStored("letters", true);
byId("labels").addEventListener("change", () => { store("letters", byId("labels").checked); if (player) { player.paint(); player.showHeld(); player.fit(); } });
byId("use-any").addEventListener("change", changeUse);
byId("count-remaining").checked = loadStored("count remaining", false);
byId("count-remaining").addEventListener("change", () => { store("count remaining", byId("count-remaining").checked); if (history && !document.body.classList.contains("solved")) help.countRemaining(); });
window.addEventListener("hashchange", () => location.reload()); // a link to another position of the same puzzle

try {
  await start();
} catch (error) {
  showMessage(messageOf(error), "bad");
  byId("remaining").textContent = "";
  document.body.classList.add("no-game");
}
enablePage();
