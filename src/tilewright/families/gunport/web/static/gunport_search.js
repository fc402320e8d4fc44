// The card of a long search on the server, which goes on while the user plays.
import { h } from "/static/js/elements.js";
import { formatDuration, formatNumber, t } from "/static/js/messages.js";
import { byId } from "/static/js/page.js";
import { ServerSearch, progressBar } from "/static/js/server_search.js";
import { counts } from "./gunport_numbers.js";
import { gunportBackend } from "./gunport_backend.js";

const form = byId("search-form");

/** @typedef {Omit<Api.GunportSearch, "time_limit_s">} Board */

/** The page around the card: `board` is the one to search, `found` is called at the end, `show` shows an arrangement.
 *  @typedef {object} SearchTable
 *  @property {() => Board} board
 *  @property {(board: Board, answer: Api.GunportFound) => void} found
 *  @property {(board: Board, dominoes: Domino[]) => void} show */

export class BoardSearch {
  #table; #search;
  #board = /** @type {Board} */ ({ rows: 0, columns: 0 }); // that is searched

  /** @param {SearchTable} table */
  constructor(table) {
    this.#table = table;
    /** @type {ServerSearch<Api.GunportSearchView>} */
    this.#search = new ServerSearch(gunportBackend.searches, {
      event: (view) => this.#onEvent(view),
      failed: (error) => this.#end("bad", error.message),
      reconnecting: () => byId("progress").replaceChildren(h("span", {}, t("solve.reconnecting"))),
      lost: () => this.#end("bad", t("gunport.search_lost")),
    });
    form.addEventListener("submit", (event) => { event.preventDefault(); this.#search.start(() => this.#prepare()); });
  }

  #prepare() {
    this.#board = this.#table.board();
    byId("search-answer").hidden = true;
    byId("progress").replaceChildren(t("gunport.search_preparing", { board: this.#name }));
    return { ...this.#board, time_limit_s: this.#seconds };
  }

  get #seconds() {
    return Number(form.time_limit_s.value);
  }

  get #name() {
    const { rows, columns, no_slide: noSlide } = this.#board;
    return `${rows} × ${columns}${noSlide ? `, ${t("gunport.library_no_slide")}` : ""}`;
  }

  /** @param {Api.GunportSearchView} view */
  #onEvent({ state, progress, answer, error }) {
    if (state === "running") { if (progress) this.#showProgress(progress); return; }
    if (error) this.#end("bad", error.message);
    else if (state === "abandoned") this.#end("warn", t("gunport.search_abandoned"));
    else if (answer) this.#showAnswer(answer);
  }

  /** @param {Api.GunportProgress} progress */
  #showProgress(progress) {
    const { pieces, lower_bound: bound, share, states, seconds, remaining_s: remaining, time_limit_s: limit } = progress;
    const effort = t("gunport.search_effort", { elapsed: formatDuration(seconds), limit: formatDuration(limit), states, share: Math.round(share * 100) });
    byId("progress").replaceChildren(
      h("strong", {}, t(pieces === null ? "gunport.search_none_yet" : "gunport.search_best", { board: this.#name, ...counts(this.#board, pieces) })),
      bound ? h("span", {}, this.#boundText(bound)) : "",
      progressBar(share),
      h("span", { class: "quiet" }, remaining === null ? effort : t("gunport.search_remaining", { effort, remaining: formatDuration(remaining) })),
      limit < this.#seconds ? h("span", { class: "quiet" }, t("gunport.search_limited", { limit: formatDuration(limit) })) : "",
    );
  }

  /** @param {number} bound */
  #boundText(bound) {
    const { dominoes, ports } = counts(this.#board, bound);
    return t("gunport.search_bound", { bound: dominoes, most: ports });
  }

  /** @param {Api.GunportFound} answer */
  #showAnswer(answer) {
    const { status, pieces, proven, lower_bound: bound, note, arrangement } = answer, board = this.#board;
    const key = pieces === null ? (proven ? "impossible" : "not_found") : proven ? "proven" : "open";
    /** @type {Record<string, string>} */
    const ends = { cancelled: t("gunport.search_stopped"), limit: note || t("gunport.search_ended"), complete: note };
    const lines = [t(`gunport.search_${key}`, { board: this.#name, ...counts(board, pieces) }), proven || !bound ? "" : this.#boundText(bound), ends[status] ?? ""];
    this.#end(proven && pieces !== null ? "good" : "warn", ...lines.filter(Boolean));
    if (arrangement.length) byId("search-answer").append(h("p", {}, h("button", { class: "btn", type: "button", onclick: () => this.#table.show(board, arrangement) }, t("gunport.search_show"))));
    this.#table.found(board, answer);
  }

  /** @param {string} kind
   *  @param {...string} lines */
  #end(kind, ...lines) {
    byId("progress").replaceChildren();
    const box = byId("search-answer");
    box.className = `note small ${kind}`;
    box.replaceChildren(...lines.map((line) => h("p", {}, line)));
    box.hidden = false;
  }
}
