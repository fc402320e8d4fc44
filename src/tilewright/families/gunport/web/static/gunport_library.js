// The library of best boards: its boards, and all arrangements that are kept of one of them.
import { latestOnly } from "/static/js/api.js";
import { h } from "/static/js/elements.js";
import { t } from "/static/js/messages.js";
import { byId, tryAction } from "/static/js/page.js";
import { gunportBackend } from "./gunport_backend.js";

export class BoardLibrary {
  #table; #latest = latestOnly();
  #entries = /** @type {Api.LibraryBoard[] | null} */ (null);

  /** `table` has play(board), which begins an empty board; show(board, dominoes), null for the best; isPlayable(entry).
   *  @param {{ play: (board: Api.LibraryBoard) => void, show: (board: Api.LibraryBoard, dominoes: Domino[] | null) => void, isPlayable: (entry: Api.LibraryBoard) => boolean }} table */
  constructor(table) {
    this.#table = table;
    byId("library").addEventListener("toggle", () => this.load());
    byId("library-source").addEventListener("change", () => this.load());
    byId("library-search").addEventListener("input", () => this.#showBoards());
    byId("library-show").addEventListener("change", () => this.#showBoards());
    byId("library-back").addEventListener("click", () => { this.#showBoards(); byId("library-search").focus(); });
  }

  get #source() {
    return byId("library-source").value;
  }

  /** Load the library and show it, if it is open. */
  async load() {
    if (!byId("library").open) return;
    this.#entries = await tryAction(() => this.#latest((signal) => gunportBackend.library(this.#source, signal)),
      (error) => { byId("library-tally").textContent = error.message; }) ?? this.#entries;
    this.#showBoards();
  }

  #showBoards() {
    if (!this.#entries) return;
    const words = byId("library-search").value.trim().toLowerCase().replaceAll(" × ", "x"), kind = byId("library-show").value;
    /** @param {Api.LibraryBoard} entry */
    const isShown = (entry) => `${entry.name} ${entry.columns}x${entry.rows} ${entry.piece} ${entry.who}`.toLowerCase().includes(words)
      && (kind === "proven" ? entry.proven : kind === "open" ? !entry.proven : true);
    const found = this.#entries.filter(isShown);
    byId("library-entry").hidden = true;
    byId("library-tally").textContent = this.#entries.length || this.#source !== "own" ? t("gunport.library_tally", { n: found.length, all: this.#entries.length }) : t("gunport.library_none_own");
    byId("library-tiles").replaceChildren(...found.map((entry) => this.#boardTile(entry)));
  }

  /** @param {Api.LibraryBoard} entry */
  #boardTile(entry) {
    const isPlayable = this.#table.isPlayable(entry);
    const bound = entry.proven ? t("gunport.library_minimum") : entry.lower_bound ? t("gunport.library_bound", { bound: entry.lower_bound }) : t("gunport.library_unproven");
    const buttons = [
      isPlayable ? button(t("gunport.library_play"), () => this.#table.play(entry)) : null,
      isPlayable ? button(t("gunport.library_best"), () => this.#table.show(entry, null)) : null,
      entry.kept > 1 ? button(t("gunport.library_every", { n: entry.kept }), () => this.#openEntry(entry)) : null,
    ];
    return tile(entry.picture, t("gunport.library_picture", { name: entry.name }),
      h("p", { class: "name" }, entry.name, " ", chipsOf(entry)),
      h("p", { class: "small" }, numbersOf(entry)),
      h("p", { class: "small quiet" }, bound),
      entry.classes ? h("p", { class: "small quiet" }, t("gunport.library_kept_of", { n: entry.kept, all: entry.classes }))
        : entry.kept > 1 ? h("p", { class: "small quiet" }, t("gunport.library_kept", { n: entry.kept })) : null,
      h("p", { class: "small quiet" }, t("gunport.library_who", { who: entry.who })),
      h("div", { class: "row" }, buttons.filter(Boolean)));
  }

  /** Show all arrangements that are kept of a board.
   *  @param {Api.LibraryBoard} entry */
  async #openEntry(entry) {
    const found = await tryAction(() => this.#latest((signal) => gunportBackend.libraryEntry(entry.id, this.#source, signal)),
      (error) => { byId("library-tally").textContent = error.message; });
    if (!found) return;
    const isPlayable = this.#table.isPlayable(entry);
    byId("library-entry-title").replaceChildren(
      t("gunport.library_of", { name: entry.name, pieces: t("gunport.library_pieces", { n: entry.pieces }), ports: t("gunport.port_count", { n: entry.ports }) }), " ", ...chipsOf(entry));
    byId("library-entry").hidden = false;
    byId("library-tally").textContent = entry.classes ? t("gunport.library_kept_of", { n: entry.kept, all: entry.classes }) : t("gunport.library_kept", { n: entry.kept });
    byId("library-tiles").replaceChildren(...found.arrangements.map((one, i) => tile(one.picture, t("gunport.library_picture_number", { n: i + 1, name: entry.name }),
      h("p", { class: "name" }, t("gunport.library_number", { n: i + 1 })),
      h("p", { class: "small quiet" }, t("gunport.library_found", { who: one.who, date: one.found.slice(0, 10) })),
      isPlayable ? h("div", { class: "row" }, button(t("gunport.library_best"), () => this.#table.show(entry, one.pieces))) : null)));
    byId("library-entry").scrollIntoView({ block: "nearest" });
    byId("library-back").focus();
  }
}

/** @param {string} label
 *  @param {() => unknown} onclick */
const button = (label, onclick) => h("button", { class: "btn", type: "button", onclick }, label);

/** @param {string} picture
 *  @param {string} alt
 *  @param {...Child} about */
const tile = (picture, alt, ...about) => h("article", { class: "card entry" },
  h("img", { src: gunportBackend.picture(picture), alt, loading: "lazy" }), h("div", { class: "about" }, about));

/** @param {Api.LibraryBoard} entry */
const numbersOf = (entry) => `${t("gunport.library_pieces", { n: entry.pieces })} · ${t("gunport.port_count", { n: entry.ports })}`;

/** @param {Api.LibraryBoard} entry */
function chipsOf(entry) {
  const words = [entry.piece === "domino" ? "" : entry.piece, entry.no_slide ? t("gunport.library_no_slide") : ""].filter(Boolean);
  return [...words.map((word) => h("span", { class: "chip" }, word)), ...(entry.proven ? [h("span", { class: "chip proven" }, t("gunport.library_chip"))] : [])];
}
