// Help of the server with a game: the remaining solutions, hints, why not, and whether it is solved. A request about a
// position that has changed is aborted, and its response is ignored.
import { ApiError } from "./api.js";
import { backend } from "./backend.js";
import { key } from "./cells.js";
import { HintStages } from "./hint_stages.js";
import { t } from "./messages.js";
import { byId, hideMessage, showMessage, tryAction } from "./page.js";
import { markSolved } from "./solved.js";

const PAUSE = 120; // milliseconds without a move before the remaining solutions are counted

/** A hint, and the cells of the pieces that do not go together.
 *  @typedef {Api.HintView & { conflict?: Cell[] }} Hint */

/** The page around a game.
 *  @typedef {object} HelpTable
 *  @property {() => Sent<Api.TilingRequest>} position as the API takes it
 *  @property {() => import("./tiling_player.js").TilingHistory} history
 *  @property {() => import("./board_view.js").BoardView} board
 *  @property {Api.PuzzleView} view
 *  @property {() => number} shown the number of pieces on the board that the player did not find
 *  @property {() => void} onMarks called when the marks change
 *  @property {(move: string) => void} placed called when a hint is placed
 *  @property {(place: Api.PlacementModel | null, lift: Api.PlacementModel[]) => boolean | void} perform makes the moves of a hint */

export class GameHelp {
  #table; #loading = /** @type {Promise<void> | null} */ (null);
  #requests = /** @type {Map<string, AbortController>} */ (new Map());
  #costs = /** @type {Api.CostRange} */ ({ least: null, most: null });
  /** @type {HintStages<Hint>} */
  #stages = new HintStages({
    request: () => this.#requestHint(),
    stages: [
      { sentence: ({ place }) => t(place ? "hint.where" : "hint.where_lift"), kind: ({ place }) => (place ? "good" : "warn"), show: ({ region }) => this.#table.board().showRegion(region) },
      {
        sentence: async (found) => (found.place ? found.reason : this.#whyLift(found)), kind: ({ place }) => (place ? "good" : "warn"),
        show: ({ region, cell, conflict }) => { this.#table.board().showRegion(region, cell); if (conflict) this.#table.board().showConflict(conflict); },
      },
      {
        sentence: ({ sentence }) => sentence, kind: ({ place }) => (place ? "good" : "warn"),
        show: ({ place, lift }) => this.#showMove(place, lift),
      },
    ],
    perform: ({ place, lift }) => this.#table.perform(place, lift),
    action: ({ place }) => (place ? "hint.place" : "hint.lift"),
  });

  /** @param {HelpTable} table */
  constructor(table) {
    this.#table = table;
  }

  /** A placement that is part of a solution of the position, once it is shown; else null. */
  get hint() {
    return this.#stages.shown?.place ?? null;
  }

  /** The piece of the hint is placed by this move.
   *  @param {string} move */
  placed(move) {
    this.#table.placed(move);
  }

  /** The position has changed. */
  reset() {
    for (const controller of this.#requests.values()) controller.abort();
    this.#requests.clear();
    this.#stages.dismiss();
    document.body.classList.remove("solved");
    this.#showCost();
    // Where even the empty board is complete, all cells may stay empty: such a puzzle is about the cost.
    const { game, games } = this.#table.history(), isAboutCost = this.#table.view.goal !== "fill";
    if (game.isFull && (isAboutCost ? game.placed.length : !games[0].isFull)) this.#checkSolved();
    else this.countRemaining();
  }

  /** Load the least and the greatest total that a solution can have. */
  loadCosts() {
    byId("cost").hidden = false;
    this.#loading = tryAction(async () => { this.#costs = await backend.tiling.costs(this.#table.position()); }, () => null).then(() => this.#showCost());
  }

  /** Show what the pieces on the board cost together, and what is possible. */
  #showCost() {
    const { cost } = this.#table.history().game, { least, most } = this.#costs;
    const range = least === null || most === null ? "" : ` ${t("play.cost_range", { least, most })}`;
    byId("cost").textContent = t("play.total", { cost }) + range;
  }

  /** The sentence about a board that is complete, `solved` if it has the cost that is the goal (null: not known).
   *  @param {number} cost
   *  @param {boolean | null} solved */
  #costSentence(cost, solved) {
    const { least, most } = this.#costs, { goal } = this.#table.view;
    if (solved && goal !== "fill") return t(`play.${goal}_total`, { cost });
    if (solved) return t("play.solved_total", { cost });
    if (solved === null) return t(`play.${goal}_unknown`, { cost });
    return least === null || most === null ? t(`play.not_${goal}`, { cost }) : t("play.solved_total_range", { cost, least, most });
  }

  /** Show how many solutions remain, if the user wants to know. */
  async countRemaining() {
    const box = byId("remaining");
    box.classList.remove("none");
    if (!byId("count-remaining").checked) { this.#requests.get("remaining")?.abort(); box.textContent = ""; return; }
    box.textContent = t("common.thinking");
    /** @type {Api.RemainingView | null} */
    const found = await tryAction(() => this.#request("remaining", "remaining", PAUSE), (error) => { box.textContent = error.message; });
    if (!found) return;
    box.textContent = found.sentence;
    box.classList.toggle("none", found.known && found.solutions === "0");
  }

  /** Show the next stage of a hint: where, why, what; then make its move. */
  showHint() {
    return this.#stages.next();
  }

  async #requestHint() {
    /** @type {Hint | null} */
    const found = await this.#request("help", "hint");
    if (!found || found.place || found.lift.length) return found;
    showMessage(found.sentence, found.reason ? "warn" : ""); // solved, or nothing was found
    return null;
  }

  /** Why the pieces on the board do not go together; null if the position has changed.
   *  @param {Hint} found
   *  @returns {Promise<string | null>} */
  async #whyLift(found) {
    /** @type {Api.WhyNotView | null} */
    const why = await this.#request("help", "why-not");
    if (!why) return null;
    found.conflict = [...why.cells, ...why.placements.flatMap((placement) => placement.cells)];
    return why.sentences.join(" ");
  }

  /** @param {Api.PlacementModel | null} place
   *  @param {Api.PlacementModel[]} lift */
  #showMove(place, lift) {
    const board = this.#table.board(), look = this.#table.view.pieces.find((piece) => piece.name === place?.piece);
    board.showConflict(lift.flatMap((placement) => placement.cells));
    if (place && look) board.showHint(place.cells, look);
    this.#table.onMarks();
  }

  /** Show why the position cannot be completed. */
  async showWhyNot() {
    this.#stages.reset();
    /** @type {Api.WhyNotView | null} */
    const found = await this.#help("why-not");
    if (!found) return;
    showMessage(found.sentences.join(" "), found.solvable ? "good" : found.solvable === null ? "warn" : "bad");
    this.#table.board().showConflict([...found.cells, ...found.placements.flatMap((placement) => placement.cells)]);
    this.#table.onMarks();
  }

  /** Draw the hint again, on a new picture of the board. */
  paint() {
    this.#stages.repaint();
  }

  /** Whether the hint covers a cell.
   *  @param {Cell | null} cell
   *  @returns {boolean} */
  isHintAt(cell) {
    return cell !== null && (this.hint?.cells ?? []).some((one) => key(one) === key(cell));
  }

  /** @param {"hint" | "why-not" | "check"} path */
  #help(path) {
    showMessage(t("common.thinking"));
    return tryAction(() => this.#request("help", path));
  }

  /** The response; null if the position has changed since, or a newer request of this kind was made.
   *  @param {string} kind
   *  @param {"remaining" | "hint" | "why-not" | "check"} path of the help
   *  @param {number} [pause] milliseconds
   *  @returns {Promise<any>} */
  async #request(kind, path, pause = 0) {
    this.#requests.get(kind)?.abort();
    const controller = new AbortController(), { signal } = controller;
    this.#requests.set(kind, controller);
    try {
      if (pause) await new Promise((resolve) => { setTimeout(resolve, pause); });
      const found = signal.aborted ? null : await backend.tiling[path](this.#table.position(), signal);
      return signal.aborted ? null : found;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** Whether the position is a solution; null if it has changed. Without the server the game decides: its moves keep all
   *  rules, so that a full board is a solution, but what costs the least is not known.
   *  @returns {Promise<Pick<Api.PositionView, "finished" | "solved"> | null>} */
  #checked() {
    showMessage(t("common.thinking"));
    const { game } = this.#table.history();
    return tryAction(() => this.#request("help", "check").catch((error) => {
      if (!(error instanceof ApiError) || error.status || this.#table.view.goal !== "fill") throw error;
      return { finished: game.isFull, solved: game.isFull };
    }));
  }

  async #checkSolved() {
    byId("remaining").textContent = "";
    const dumped = this.#table.history().game.dumps();
    const found = await this.#checked();
    if (!found) return;
    if (!found.finished) { hideMessage(); this.countRemaining(); return; }
    await this.#loading;
    const { game, moves } = this.#table.history(), { view } = this.#table, shown = this.#table.shown();
    if (game.dumps() !== dumped) return; // a move while the costs were loaded
    const total = view.has_costs ? this.#costSentence(game.cost, found.solved) : "";
    if (!found.solved) { showMessage(total); this.countRemaining(); return; }
    byId("remaining").textContent = t("play.solved");
    document.body.classList.add("solved");
    const placed = moves.filter((move) => move.startsWith("place")).length;
    const praise = total || t("play.well_done", { n: placed });
    showMessage(shown ? `${total} ${t("play.solved_with_help", { n: shown })}`.trim() : praise, "good");
    markSolved({ helped: shown > 0, colours: view.pieces.map((piece) => piece.fill) });
  }
}
