// The assemblies of a design, with pictures: found, sorted, filtered, marked, deleted, taken apart again and saved.
import { h } from "/static/js/elements.js";
import { messageOf, t } from "/static/js/messages.js";
import { downloadText, options, showMessage, toast, tryAction } from "/static/js/page.js";
import { solidPicture } from "/static/js/solid_icon.js";
import { assemblyBackend } from "./assembly_backend.js";

const PAGE = 24, MAX_LISTED = 1_000, MAX_SAVED = 1_000;
const TIMES_S = /** @type {const} */ ([[10, "solve.time_10s"], [60, "solve.time_1min"], [600, "solve.time_10min"]]);

/** An assembly of the list; its placements are loaded when they are shown.
 *  @typedef {Api.AssemblySummary & { survey: string, position: number, isMarked: boolean, assembly: Api.PlacedPiece[] | null }} Entry */

/** @param {Entry} entry */
const total = ({ moves }) => moves.reduce((sum, value) => sum + value, 0);

/** @param {Entry} a
 *  @param {Entry} b */
function byLevel(a, b) {
  for (let i = 0; i < Math.max(a.moves.length, b.moves.length); i++) {
    const more = (b.moves[i] ?? 0) - (a.moves[i] ?? 0);
    if (more) return more;
  }
  return a.number - b.number;
}

/** @type {Record<string, (a: Entry, b: Entry) => number>} */
const ORDERS = { level: byLevel, moves: (a, b) => total(b) - total(a) || byLevel(a, b), number: (a, b) => a.number - b.number };

/** @type {Record<string, (entry: Entry) => boolean>} */
const FILTERS = { all: () => true, apart: ({ levels }) => Boolean(levels), locked: ({ levels }) => !levels, marked: ({ isMarked }) => isMarked };

export class AssemblyList {
  #page; #id = ""; #running = ""; #wanted = /** @type {Entry | null} */ (null); #view = /** @type {Api.PuzzleView | null} */ (null);
  #entries = /** @type {Entry[]} */ ([]); #deleted = /** @type {Entry[][]} */ ([]); #chosen = -1; #shown = PAGE; #isBusy = false;
  #time = h("select", {}, options(TIMES_S.map(([seconds, name]) => [seconds, t(name)])));
  #turns = h("input", { type: "checkbox" });
  #order = h("select", { onchange: () => this.#show() }, options(Object.keys(ORDERS).map((name) => [name, t(`design.order_${name}`)])));
  #filter = h("select", { onchange: () => this.#show() }, options(Object.keys(FILTERS).map((name) => [name, t(`design.filter_${name}`)])));
  #sentence = h("p", { class: "small", role: "status" });
  #list = h("ul", { class: "assemblies" });
  #more = h("button", { class: "btn", type: "button", hidden: true, onclick: () => { this.#shown += PAGE; this.#show(); } }, t("design.more"));
  #restore = h("button", { class: "btn", type: "button", disabled: true, onclick: () => this.#bringBack() }, t("design.bring_back"));
  #tools = h("div", { class: "stack", hidden: true });

  /** @param {HTMLElement} box
   *  @param {{ puzzle: () => Promise<Api.PuzzleView | null>, file: () => Promise<{ text: string, problem: number, name: string, toml: string } | null>,
   *    choose: (view: Api.PuzzleView, assembly: Api.PlacedPiece[], number: number) => void }} page `file` is the design as a BurrTools file */
  constructor(box, page) {
    this.#page = page;
    /** @param {string} name
     *  @param {() => unknown} action
     *  @param {string} [kind] */
    const button = (name, action, kind = "") => h("button", { class: `btn ${kind}`, type: "button", onclick: action }, t(`design.${name}`));
    addEventListener("pagehide", ({ persisted }) => { for (const id of [this.#running, persisted ? "" : this.#id]) if (id) assemblyBackend.surveys.abandon(id); });
    box.append(
      h("div", { class: "row" }, h("label", { class: "field" }, t("solve.time_limit"), this.#time), h("label", { class: "row line small" }, this.#turns, t("design.turn_pieces")), button("find_assemblies", () => this.#find(), "primary")),
      this.#sentence, this.#tools);
    this.#tools.append(
      h("div", { class: "row" }, h("label", { class: "field" }, t("design.sort"), this.#order), h("label", { class: "field" }, t("design.filter"), this.#filter)),
      h("div", { class: "row" }, button("drop_locked", () => this.#delete(FILTERS.locked)), this.#restore, button("apart_again", () => this.#again()), button("save_assemblies", () => this.#save())),
      this.#list, this.#more);
  }

  get #listed() {
    return this.#entries.filter(FILTERS[this.#filter.value]).sort(ORDERS[this.#order.value]);
  }

  async #find() {
    const view = await this.#page.puzzle();
    if (!view || this.#isBusy) return;
    this.#isBusy = true;
    this.#sentence.textContent = t("design.searching");
    const isFound = await tryAction(() => this.#survey(view), ({ message }) => { this.#sentence.textContent = message; });
    this.#isBusy = false;
    if (!isFound) return;
    this.#tools.hidden = !this.#entries.length;
    this.#show();
    if (this.#entries.length) this.#choose(this.#listed[0]);
  }

  /** Search for assemblies until the time is over.
   *  @param {Api.PuzzleView} view */
  async #survey(view) {
    const { surveys } = assemblyBackend, before = this.#id;
    let survey = await surveys.start({ puzzle: { text: view.toml, format: "toml" }, question: "all", time_limit_s: Number(this.#time.value), rotations: this.#turns.checked });
    const { id } = survey;
    this.#running = id;
    await new Promise((resolve) => {
      const stop = surveys.follow(survey.id, {
        view: (now) => { survey = now; if (now.state !== "running") { stop(); resolve(null); } },
        broken: (isClosed) => { if (isClosed) resolve(null); },
      });
    });
    this.#running = "";
    if (survey.error) throw new Error(survey.error.message);
    /** @type {Entry[]} */
    const entries = [];
    while (entries.length < Math.min(survey.stored, MAX_LISTED)) {
      const { start, assemblies } = await surveys.assemblies(id, entries.length, MAX_LISTED);
      if (!assemblies.length) break;
      entries.push(...assemblies.map((/** @type {Api.AssemblySummary} */ one, /** @type {number} */ i) => ({ ...one, survey: id, position: start + i, isMarked: false, assembly: null })));
    }
    if (before) surveys.abandon(before); // whose assemblies were listed until now
    [this.#id, this.#view, this.#entries, this.#deleted, this.#shown] = [id, view, entries, [], PAGE];
    const { answer } = survey, count = answer?.assemblies ?? entries.length;
    const words = count ? t("design.assemblies_found", { n: count, apart: answer?.apart ?? 0 }) : t("design.no_assembly");
    this.#sentence.textContent = answer?.status === "complete" ? words : t("assembly.so_far", { words });
    return true;
  }

  /** The pieces of an assembly as they are put together.
   *  @param {Entry} entry */
  async #load(entry) {
    entry.assembly ??= (await assemblyBackend.surveys.assembly(entry.survey, entry.position)).assembly;
    return entry.assembly;
  }

  #show() {
    const listed = this.#listed, shown = listed.slice(0, this.#shown);
    const focused = this.#list.contains(document.activeElement) ? document.activeElement?.getAttribute("data-field") : null;
    this.#list.replaceChildren(...shown.map((entry) => this.#card(entry)));
    this.#more.hidden = shown.length === listed.length;
    this.#restore.disabled = !this.#deleted.length;
    if (focused) /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-field="${focused}"]`))?.focus();
  }

  /** @param {Entry} entry */
  #card(entry) {
    const { number, levels, isMarked, status } = entry, name = t(levels ? "assembly.comes_apart" : status === "limit" ? "assembly.undecided" : "assembly.locked", { n: number, levels });
    const picture = h("span", { class: "picture" });
    this.#load(entry).then((assembly) => { if (this.#view) picture.replaceChildren(solidPicture(this.#view.lattice, assembly)); }).catch((error) => toast(messageOf(error)));
    return h("li", { class: number === this.#chosen ? "chosen" : "" },
      h("button", { class: "show", type: "button", "aria-pressed": String(number === this.#chosen), "data-field": `show-${number}`, onclick: () => this.#choose(entry) }, picture, h("span", { class: "small" }, name)),
      h("span", { class: "row line" },
        h("button", { class: "btn icon", type: "button", "aria-pressed": String(isMarked), "aria-label": t("design.mark", { n: number }), title: t("design.mark", { n: number }), "data-field": `mark-${number}`, onclick: () => { entry.isMarked = !isMarked; this.#show(); } }, isMarked ? "★" : "☆"),
        h("button", { class: "btn icon", type: "button", "aria-label": t("design.delete_assembly", { n: number }), title: t("design.delete_assembly", { n: number }), onclick: () => this.#delete((one) => one === entry) }, "×")));
  }

  /** @param {Entry} entry */
  async #choose(entry) {
    this.#wanted = entry;
    const view = this.#view, assembly = await tryAction(() => this.#load(entry), ({ message }) => toast(message));
    if (!view || !assembly || this.#wanted !== entry) return; // another one was chosen since
    this.#chosen = entry.number;
    this.#show();
    this.#page.choose(view, assembly, entry.number);
  }

  /** Take assemblies from the list.
   *  @param {(entry: Entry) => boolean} isDeleted */
  #delete(isDeleted) {
    const deleted = this.#entries.filter(isDeleted);
    if (!deleted.length) { toast(t("design.none_deleted")); return; }
    this.#deleted.push(deleted);
    this.#entries = this.#entries.filter((entry) => !isDeleted(entry));
    this.#show();
    toast(t("design.were_deleted", { n: deleted.length }));
  }

  #bringBack() {
    this.#entries = [...this.#entries, ...(this.#deleted.pop() ?? [])];
    this.#show();
  }

  /** Take those that are listed apart again, with turns of pieces if that is chosen. */
  async #again() {
    const view = this.#view, listed = this.#listed;
    if (!view || this.#isBusy) return;
    this.#isBusy = true;
    for (const [i, entry] of listed.entries()) {
      this.#sentence.textContent = t("design.taking_apart", { k: i + 1, n: listed.length });
      const isDone = await tryAction(async () => {
        const assembly = (await this.#load(entry)).map(({ piece, cells }) => ({ piece, cells }));
        const found = await assemblyBackend.disassemble({ puzzle: { text: view.toml, format: "toml" }, assembly, rotations: this.#turns.checked });
        const moves = found.separations.map((one) => one.moves.length);
        Object.assign(entry, { levels: found.levels, moves: found.levels ? moves : [], status: found.status, proven: found.proven });
        return true;
      }, ({ message }) => { this.#sentence.textContent = message; });
      if (!isDone) { this.#isBusy = false; return; }
    }
    this.#isBusy = false;
    this.#sentence.textContent = t("design.taken_apart", { n: listed.length, apart: listed.filter(FILTERS.apart).length });
    this.#show();
  }

  /** Save those that are listed with the design, as a BurrTools file. */
  async #save() {
    const view = this.#view, listed = this.#listed.slice(0, MAX_SAVED);
    if (!view || !listed.length) return;
    const file = await this.#page.file();
    if (!file) return;
    if (file.toml !== view.toml) { showMessage(t("design.changed_since"), "warn"); return; }
    const saved = await tryAction(async () => {
      const assemblies = [];
      for (const entry of listed) assemblies.push((await this.#load(entry)).map(({ piece, cells }) => ({ piece, cells })));
      return assemblyBackend.save({ puzzle: { text: view.toml, format: "toml" }, text: file.text, problem: file.problem, assemblies });
    }, ({ message }) => showMessage(message, "bad"));
    if (!saved) return;
    downloadText(file.name, saved.text);
    if (saved.left_out.length) showMessage(saved.left_out.join(" "), "warn");
  }
}
