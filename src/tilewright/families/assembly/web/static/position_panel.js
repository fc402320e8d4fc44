// All positions that an assembly reaches until its first pieces leave: their numbers, their tree, and different ways apart.
import { latestOnly } from "/static/js/api.js";
import { ARROWS, h, s } from "/static/js/elements.js";
import { formatList, formatNumber, t } from "/static/js/messages.js";
import { tryAction } from "/static/js/page.js";
import { DisassemblyPlayer } from "/static/families/assembly/disassembly_player.js";
import { assemblyBackend } from "./assembly_backend.js";

const ACROSS = 26, DOWN = 38, MARGIN = 24, AXIS = 34; // pixels: between positions, between levels, around all, and for the numbers of moves

/** @typedef {{ id: number, at: Point, view: Api.TreePositionView, mark: SVGGElement }} Drawn */
/** What the panel is about: a puzzle as the page shows it and as the server reads it, and one of its assemblies.
 *  @typedef {{ view: Api.PuzzleView, source: import("/static/js/puzzle_link.js").Source, found: Api.DisassemblyView }} Subject */

/** @param {number} value */
const figures = (value) => formatNumber(value >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));

export class PositionPanel {
  #box; #latest = latestOnly();
  #content = h("div", { class: "stack" });
  #subject = /** @type {Subject | null} */ (null);
  #isLoaded = false;
  #drawn = /** @type {Map<number, Drawn>} */ (new Map());
  #shown = 0;
  #player = /** @type {DisassemblyPlayer | null} */ (null);
  #buttons = /** @type {HTMLButtonElement[]} */ ([]); // of different ways apart

  /** @param {HTMLDetailsElement} box */
  constructor(box) {
    this.#box = box;
    box.append(this.#content);
    box.addEventListener("toggle", () => this.#load());
  }

  /** Another assembly is shown, or none.
   *  @param {Subject | null} subject */
  set subject(subject) {
    this.#subject = subject;
    this.#isLoaded = false;
    this.#latest(() => null); // abort what is computed for another one
    this.#content.replaceChildren();
    this.#box.hidden = !subject || subject.found.assembly.length < 2;
    this.#load();
  }

  async #load() {
    const subject = this.#subject;
    if (!this.#box.open || this.#isLoaded || !subject || this.#box.hidden) return;
    this.#isLoaded = true;
    this.#content.replaceChildren(h("p", { class: "small", role: "status" }, t("assembly.positions_counting")));
    const assembly = subject.found.assembly.map(({ piece, cells }) => ({ piece, cells }));
    /** @type {Api.PositionsView | null} */
    const survey = await tryAction(
      () => this.#latest((signal) => assemblyBackend.positions({ puzzle: subject.source, assembly }, signal)),
      ({ message }) => { if (subject === this.#subject) this.#content.replaceChildren(h("p", { class: "small", role: "status" }, message)); });
    if (survey && subject === this.#subject) this.#show(survey, subject);
  }

  /** @param {Api.PositionsView} survey
   *  @param {Subject} subject */
  #show(survey, { view, found }) {
    /** @param {number[]} pieces */
    const names = (pieces) => formatList(pieces.map((piece) => found.assembly[piece].label));
    const isWhole = survey.status === "complete";
    /** @param {number | null} value */
    const number = (value) => (value === null ? t("assembly.positions_unknown") : formatNumber(value));
    const rows = [
      ["positions", isWhole ? number(survey.positions) : t("assembly.positions_and_more", { n: survey.positions })],
      ["positions_moves", number(survey.moves)],
      ["positions_ways_out", number(survey.ways_out)],
      ...(survey.level ? [["positions_level", number(survey.level)]] : []),
      ...(survey.level ? [["positions_shortest", survey.shortest_ways ?? t("assembly.positions_unknown")]] : []),
      ["positions_dead_ends", number(survey.dead_ends)],
      ...(survey.level ? [["positions_no_gain", number(survey.no_gain)], ["positions_random", survey.random_moves === null ? t("assembly.positions_unknown") : figures(survey.random_moves)]] : []),
      ...(survey.first_groups.length ? [["positions_first", survey.first_groups.slice(0, 12).map(({ pieces, moves: n }) => t("assembly.positions_group", { pieces: names(pieces), n })).join("; ")]] : []),
    ];
    const tree = this.#draw(survey);
    this.#player = new DisassemblyPlayer(view, { isSmall: true });
    this.#content.replaceChildren(
      h("p", { class: "small quiet" }, t(isWhole ? "assembly.positions_help" : "assembly.positions_incomplete")),
      h("dl", { class: "position-numbers" }, rows.map(([name, value]) => [h("dt", {}, t(`assembly.${name}`)), h("dd", {}, value)])),
      this.#player.box, this.#legend(survey), tree, this.#waysOf(survey));
    this.#choose(0);
    tree.scrollLeft = (this.#drawn.get(0)?.at[0] ?? 0) - tree.clientWidth / 2;
  }

  /** Buttons that show different disassemblies in the player.
   *  @param {Api.PositionsView} survey */
  #waysOf({ ways, all_ways: isAll }) {
    this.#buttons = ways.map((way, i) => h("button", { class: "btn", type: "button", "aria-pressed": "false", onclick: () => this.#play(way, i) }, t("assembly.way", { number: i + 1, levels: way.levels, n: way.separations.reduce((sum, { moves }) => sum + moves.length, 0) })));
    if (!ways.length) return "";
    return h("section", { class: "stack position-ways", "aria-labelledby": "ways-title" }, h("h2", { id: "ways-title" }, t("assembly.ways")), h("p", { class: "small quiet" }, t(isAll ? "assembly.ways_all" : "assembly.ways_some", { n: ways.length })), h("div", { class: "row" }, this.#buttons));
  }

  /** Show a disassembly, from its beginning.
   *  @param {Api.WayView} way
   *  @param {number} number */
  #play(way, number) {
    if (!this.#subject) return;
    this.#press(null, number);
    this.#player?.show({ ...this.#subject.found, blocking: null, separations: way.separations });
  }

  /** Mark what is shown: a position, or a way.
   *  @param {number | null} position
   *  @param {number | null} way */
  #press(position, way) {
    this.#buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(i === way)));
    this.#drawn.get(this.#shown)?.mark.setAttribute("aria-pressed", "false");
    if (position === null) return;
    this.#drawn.get(this.#shown)?.mark.setAttribute("tabindex", "-1");
    this.#shown = position;
    const mark = this.#drawn.get(position)?.mark;
    mark?.setAttribute("tabindex", "0"); // the one that the tab key goes to
    mark?.setAttribute("aria-pressed", "true");
  }

  /** @param {Api.PositionsView} survey */
  #legend({ tree }) {
    const kinds = /** @type {const} */ (["start", "way_out", "dead_end"]).filter((kind) => tree.positions.some((one) => one.kind === kind));
    return h("div", { class: "row small position-legend" }, kinds.map((kind) => h("span", {}, s("svg", { viewBox: "-9 -9 18 18", "aria-hidden": "true" }, markOf(kind)), t(`assembly.position_${kind}`))),
      tree.left_out ? h("span", {}, t("assembly.positions_left_out", { n: tree.left_out })) : null);
  }

  /** The tree as a picture in which each position is a button; the arrow keys go from one to the next.
   *  @param {Api.PositionsView} survey */
  #draw({ tree }) {
    this.#drawn.clear();
    this.#shown = 0;
    /** @param {Api.TreePositionView} one
     *  @returns {Point} */
    const place = ({ x, level }) => [AXIS + MARGIN + x * ACROSS, MARGIN + level * DOWN];
    for (const view of tree.positions) {
      const [x, y] = place(view), words = this.#wordsOf(view);
      const mark = s("g", { class: "position", role: "button", tabindex: view.position ? -1 : 0, "aria-pressed": "false", "aria-label": words, transform: `translate(${x} ${y})`,
        onclick: () => this.#choose(view.position), onkeydown: (/** @type {Event} */ event) => this.#onKey(/** @type {KeyboardEvent} */ (event), view.position) },
      s("title", {}, words), s("rect", { class: "area", x: -ACROSS / 2, y: -DOWN / 2, width: ACROSS, height: DOWN }), s("circle", { class: "chosen", r: 11 }), markOf(view.kind),
      view.left_out ? s("text", { y: 17 }, `+${formatNumber(view.left_out)}`) : null);
      this.#drawn.set(view.position, { id: view.position, at: [x, y], view, mark });
    }
    const levels = 1 + Math.max(...tree.positions.map(({ level }) => level));
    const width = AXIS + 2 * MARGIN + tree.width * ACROSS, height = 2 * MARGIN + (levels - 1) * DOWN;
    const rules = Array.from({ length: levels }, (_, level) => [s("path", { class: "rule", d: `M${AXIS} ${MARGIN + level * DOWN}H${width}` }), s("text", { class: "level", x: 14, y: MARGIN + level * DOWN + 4 }, formatNumber(level))]);
    const lines = tree.positions.flatMap(({ position, parent, shortest }) => {
      const from = parent === null ? undefined : this.#drawn.get(parent), to = this.#drawn.get(position);
      return from && to ? [s("path", { class: shortest && from.view.shortest ? "line best" : "line", d: `M${from.at}L${to.at}` })] : [];
    });
    const others = tree.moves.flatMap(([a, b]) => {
      const from = this.#drawn.get(a)?.at, to = this.#drawn.get(b)?.at;
      return from && to ? [s("path", { class: "other", d: from[1] === to[1] ? `M${from}Q${(from[0] + to[0]) / 2} ${from[1] + Math.min(26, 8 + Math.abs(to[0] - from[0]) / 6)} ${to}` : `M${from}L${to}` })] : [];
    });
    const picture = s("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": t("assembly.positions_tree") }, rules, others, lines, [...this.#drawn.values()].map(({ mark }) => mark));
    return h("div", { class: "scroll position-tree" }, picture);
  }

  /** @param {Api.TreePositionView} view */
  #wordsOf({ position, level, kind }) {
    return t(`assembly.position_words_${kind === "other" || kind === "start" ? "plain" : kind}`, { number: formatNumber(position + 1), n: level });
  }

  /** @param {KeyboardEvent} event
   *  @param {number} position */
  #onKey(event, position) {
    const next = event.key === "Enter" || event.key === " " ? position : this.#neighbour(position, ARROWS[event.key]);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation(); // the arrow keys of the page step through moves
    this.#choose(next);
    this.#drawn.get(next)?.mark.focus();
  }

  /** The position next to one: up is the one from which it was reached, down the first that is reached from it, and next to it those of its level.
   *  @param {number} position
   *  @param {Point | undefined} way
   *  @returns {number | null} */
  #neighbour(position, way) {
    const from = this.#drawn.get(position);
    if (!way || !from) return null;
    if (way[1] < 0) return from.view.parent ?? position;
    const others = [...this.#drawn.values()];
    if (way[1] > 0) return others.find(({ view }) => view.parent === position)?.id ?? position;
    const row = others.filter(({ view }) => view.level === from.view.level).sort((a, b) => a.at[0] - b.at[0]);
    return row[row.indexOf(from) + way[0]]?.id ?? position;
  }

  /** Show a position, and the way to it.
   *  @param {number} position */
  #choose(position) {
    this.#press(position, null);
    /** @type {Drawn[]} */
    const way = [];
    for (let at = this.#drawn.get(position); at; at = at.view.parent === null ? undefined : this.#drawn.get(at.view.parent)) way.unshift(at);
    if (this.#subject) this.#player?.showWay(this.#subject.found, way.map(({ view }) => view.shifts), way.map(({ view }) => this.#wordsOf(view)));
  }
}

/** What marks a position: a disc the start, a ring around a dot a way out, a cross a dead end, a small dot any other.
 *  @param {string} kind */
function markOf(kind) {
  if (kind === "start") return s("circle", { class: "start", r: 7 });
  if (kind === "way_out") return s("g", { class: "way-out" }, s("circle", { class: "ring", r: 6.5 }), s("circle", { class: "dot", r: 2.5 }));
  if (kind === "dead_end") return s("path", { class: "dead-end", d: "M-5-5L5 5M-5 5L5-5" });
  return s("circle", { class: "other", r: 4 });
}
