// An assembly that is taken apart move by move: the solid, a slider over its moves, the list of its pieces, and what blocks it.
import { h } from "/static/js/elements.js";
import { formatList, t } from "/static/js/messages.js";
import { bodyOf, NO_SPIN, reachOf, solidScene, spun, turned } from "/static/js/solid_drawing.js";
import { solidIcon } from "/static/js/solid_icon.js";
import { paint } from "/static/js/solid_painter.js";
import { solidPanel } from "/static/js/solid_panel.js";

const MOVE_S = 1; // a move while it is played
const STEP_S = 0.45; // a move after a click
const AWAY = 1.1; // how far pieces leave, in diameters of the assembly
const PULL = 1.3; // how far pieces that leave are pulled apart, in radii of the assembly
const SEEN_THROUGH = 0.28;
const PALE = 0.5; // pieces in a printed step that do not move
const ARC_POINTS = 24; // of the arrow of a turn
const BEGIN = 0.3; // how far pieces are drawn that begin to move, in units of length
/** @type {[number, number]} */
const STEP_PICTURE = [480, 360]; // pixels

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** @typedef {{ assembly: Api.PlacedPiece[], separations: Api.SeparationView[], blocking: Api.BlockingView | null, status?: string, reason?: string, bound?: number | null }} Disassembly */

/** @typedef {import("/static/js/solid_drawing.js").Place} Place */

/** A move: the pieces that are still together, where each piece was before, how far a step goes in space or which way an axis goes, and
 *  whether the part was put aside until now.
 *  @typedef {Api.MoveView & { part: Set<number>, before: Place[], along: Vector, isNew: boolean }} Move */

/** @param {number} share */
const smooth = (share) => share * share * (3 - 2 * share);
/** @param {number} value
 *  @param {number} low
 *  @param {number} high */
const within = (value, low, high) => Math.max(low, Math.min(high, value));
/** @param {Vector} a
 *  @param {Vector} b
 *  @param {number} [times]
 *  @returns {Vector} */
const plus = (a, b, times = 1) => a.map((value, i) => value + b[i] * times);

/** A shift of cells as a vector in space.
 *  @param {Api.LatticeView} lattice
 *  @param {Cell} shift
 *  @returns {Vector} */
const inSpace = (lattice, shift) => [0, 1, 2].map((i) => shift.reduce((sum, value, axis) => sum + value * lattice.space[axis][i], 0));

/** Where a body is after a share of a move: moved by so many steps, or turned.
 *  @param {Api.LatticeView} lattice
 *  @param {Place} before
 *  @param {Pick<Move, "along" | "steps" | "turn">} move
 *  @param {number} share
 *  @returns {Place} */
function placeAfter(lattice, { at, spin }, { along, steps, turn }, share) {
  if (!turn) return { at: plus(at, along, share * steps), spin };
  const half = (share * turn.degrees * Math.PI) / 360, length = Math.hypot(...along);
  const own = [...along.map((value) => (value / length) * Math.sin(half)), Math.cos(half)];
  const centre = plus(bodyOf(lattice, [0, 0, 0]).middle, inSpace(lattice, turn.centre));
  const [a, b, c, w] = own, [x, y, z, v] = spin;
  return {
    at: plus(spun(plus(at, centre, -1), own), centre),
    spin: [w * x + a * v + b * z - c * y, w * y - a * z + b * v + c * x, w * z + a * y - b * x + c * v, w * v - a * x - b * y - c * z],
  };
}

/** A direction in plain words, for somebody who sees x to the right, y to the front and z up.
 *  @param {Api.LatticeView} lattice
 *  @param {Api.DirectionView} direction */
function directionWords(lattice, { shift, name }) {
  const words = [["left", "right"], ["back", "front"], ["down", "up"]];
  const parts = inSpace(lattice, shift).flatMap((value, i) => (Math.abs(value) < 1e-6 ? [] : [t(`assembly.${words[i][value > 0 ? 1 : 0]}`)]));
  return t("assembly.direction", { words: formatList(parts), name });
}

/** The moves of a DisassemblyView one after another.
 *  @param {Api.LatticeView} lattice
 *  @param {Disassembly} found */
function movesOf(lattice, found) {
  /** @type {Place[]} */
  let at = found.assembly.map(() => ({ at: [0, 0, 0], spin: NO_SPIN }));
  /** @type {Move[]} */
  const moves = [];
  for (const { pieces, moves: own } of found.separations) {
    const part = new Set(pieces), last = moves.at(-1);
    const isNew = last !== undefined && !pieces.every((piece) => last.part.has(piece) && !last.pieces.includes(piece));
    own.forEach((move, i) => {
      const along = inSpace(lattice, move.direction.shift), before = at;
      moves.push({ ...move, part, before, along, isNew: isNew && i === 0 });
      at = at.map((place, piece) => (move.pieces.includes(piece) ? placeAfter(lattice, place, { ...move, along }, 1) : place));
    });
  }
  return moves;
}

/** Where each piece is when all are pulled apart: out along the ways on which it leaves; what leaves first goes farthest.
 *  @param {Move[]} moves
 *  @param {number} pieces
 *  @param {number} size
 *  @returns {Vector[]} */
function pulls(moves, pieces, size) {
  const leaving = moves.filter(({ steps, turn }) => !steps && !turn), unit = (/** @type {Move} */ { along }) => along.map((value) => value / Math.hypot(...along));
  return Array.from({ length: pieces }, (_, piece) => leaving.reduce((at, move, k) => {
    if (!move.pieces.includes(piece)) return at;
    const later = leaving.slice(k + 1).filter((other) => other.direction.name === move.direction.name && !other.pieces.includes(piece));
    return plus(at, unit(move), size * (1 + later.length));
  }, /** @type {Vector} */ ([0, 0, 0])));
}

export class DisassemblyPlayer {
  #view; #panel; #far = 0; #now = 0; #goal = 0; #pace = STEP_S; #last = 0;
  #found = /** @type {Disassembly} */ ({ assembly: [], separations: [], blocking: null });
  #scene = /** @type {import("/static/js/solid_drawing.js").Scene} */ ({ bodies: [], middle: [0, 0, 0], radius: 0 });
  #moves = /** @type {Move[]} */ ([]);
  #positions = /** @type {Vector[][]} */ ([]); // of each piece, where there are no moves
  #words = /** @type {string[]} */ ([]); // of each position on a way that is shown
  #together = /** @type {Api.JointMotionView[]} */ ([]); // groups that begin to move at once: the last position shows it
  #looks = /** @type {{ isShown: boolean, isSeenThrough: boolean }[]} */ ([]);
  #frame = /** @type {number | null} */ (null);
  /** @type {HTMLInputElement} */
  #slider;
  #caption; #buttons; #controls; #onMove;

  /** `view` is a PuzzleView; `onMove(number)` is called when another move is shown. The elements to place on a page are `box`, `pieces` (their
   *  list) and `reasons` (why nothing moves).
   *  @param {Api.PuzzleView} view
   *  @param {{ onMove?: (number: number) => void, isSmall?: boolean }} [options] `isSmall`: without the slider that pulls the pieces apart */
  constructor(view, { onMove = () => {}, isSmall = false } = {}) {
    this.#view = view;
    this.#onMove = onMove;
    this.#panel = solidPanel(t("assembly.solid_view"), { decorate: (canvas, turn) => this.#drawAxes(canvas, turn) });
    /** @param {string} name
     *  @param {string} sign
     *  @param {() => void} action */
    const button = (name, sign, action) => h("button", { class: name === "play" ? "btn primary" : "btn icon", type: "button", "aria-label": name === "play" ? null : t(`assembly.${name}`), title: name === "play" ? t("assembly.play_key") : t(`assembly.${name}`), onclick: action }, sign);
    this.#buttons = {
      to_start: button("to_start", "«", () => this.go(0)), step_back: button("step_back", "‹", () => this.step(-1)), play: button("play", t("assembly.play"), () => this.toggle()),
      step_on: button("step_on", "›", () => this.step(1)), to_end: button("to_end", "»", () => this.go(this.length)),
    };
    this.#slider = h("input", { type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": t("assembly.moves"), oninput: () => this.go(Number(this.#slider.value)) });
    this.#caption = h("p", { class: "caption", role: "status", "aria-live": "polite" });
    this.#controls = h("div", { class: "row controls unused", role: "group", "aria-label": t("assembly.moves") }, Object.values(this.#buttons), this.#slider);
    this.box = h("div", { class: "stack disassembly-player" }, isSmall ? this.#panel.canvas : this.#panel.box, this.#caption, this.#controls);
    this.pieces = h("div", { class: "scroll" });
    this.reasons = h("div", { class: "stack small" });
  }

  /** The number of moves, or of the steps between positions. */
  get length() {
    return this.#moves.length || Math.max(0, this.#positions.length - 1);
  }

  /** How many moves have been made. */
  get number() {
    return this.#goal;
  }

  get isPlaying() {
    return this.#frame !== null && this.#pace === MOVE_S;
  }

  /** Show the pieces side by side, as long as there is no assembly. */
  showPieces() {
    const placed = this.#view.pieces.map(({ name, orientations, fill }) => ({ piece: name, cells: orientations[0], label: name, fill }));
    this.#start({ assembly: placed, separations: [], blocking: null });
    const size = 2.1 * Math.max(...this.#scene.bodies.map((body) => body.radius)), columns = Math.ceil(Math.sqrt(placed.length * 1.5)), rows = Math.ceil(placed.length / columns);
    this.#positions = [this.#scene.bodies.map(({ middle }, i) => (
      plus(plus([(i % columns - (columns - 1) / 2) * size, (Math.floor(i / columns) - (rows - 1) / 2) * size, 0], this.#scene.middle), middle, -1)))];
    this.#ready();
  }

  /** Show a DisassemblyView at its beginning, or after so many moves.
   *  @param {Disassembly} found
   *  @param {number} [number] */
  show(found, number = 0) {
    this.#start(found);
    this.#moves = movesOf(this.#view.lattice, found);
    if (this.#moves.length) pulls(this.#moves, found.assembly.length, PULL * this.#scene.radius).forEach((pull, i) => { this.#scene.bodies[i].pull = pull; });
    const { blocking } = found;
    this.#together = blocking?.together ?? [];
    if (blocking && blocking.pieces.length === found.assembly.length) {
      this.#positions = blocking.positions.map((position) => {
        /** @type {Vector[]} */
        const at = [];
        blocking.pieces.forEach((piece, i) => { at[piece] = inSpace(this.#view.lattice, position[i]); });
        return at;
      });
      if (this.#together.length) this.#positions.push(this.#movedTogether());
    }
    this.#now = this.#goal = within(number, 0, this.length);
    this.#showReasons();
    this.#ready();
  }

  /** Show an assembly at the end of a way from position to position; each is how far the pieces have moved, with its words.
   *  @param {Disassembly} found
   *  @param {Cell[][]} positions
   *  @param {string[]} words */
  showWay(found, positions, words) {
    this.#start({ ...found, separations: [], blocking: null });
    this.#positions = positions.map((shifts) => shifts.map((shift) => inSpace(this.#view.lattice, shift)));
    this.#words = words;
    this.#now = this.#goal = this.length;
    this.#ready();
  }

  /** @param {Disassembly} found */
  #start(found) {
    this.pause();
    this.#found = found;
    this.#scene = solidScene(this.#view, found.assembly);
    [this.#moves, this.#positions, this.#together, this.#words, this.#now, this.#goal] = [[], [], [], [], 0, 0];
    this.#looks = found.assembly.map(() => ({ isShown: true, isSeenThrough: false }));
    this.reasons.replaceChildren();
    this.#showPieceList();
  }

  /** Where pieces are a little after groups began to move at once. */
  #movedTogether() {
    const ways = this.#together.map(({ velocity }) => inSpace(this.#view.lattice, velocity.shift)), fastest = Math.max(...ways.map((way) => Math.hypot(...way)));
    /** @type {Vector[]} */
    const at = this.#found.assembly.map(() => [0, 0, 0]);
    this.#together.forEach(({ pieces }, k) => pieces.forEach((piece) => { at[piece] = ways[k].map((value) => (value * BEGIN) / fastest); }));
    return at;
  }

  #ready() {
    const states = this.#moves.length ? this.#moves.map((move) => move.before) : this.#positions.map((position) => position.map((at) => ({ at, spin: NO_SPIN })));
    this.#far = states.reduce((far, at) => Math.max(far, reachOf(this.#scene, 0, at)), 0);
    this.#slider.max = String(this.length);
    this.#controls.classList.toggle("unused", !this.length); // its space is reserved
    this.#paint();
    this.#describe();
  }

  /** Go to the state after so many moves; the pieces move there.
   *  @param {number} number
   *  @param {number} [pace] seconds for a move */
  go(number, pace = STEP_S) {
    this.#goal = within(number, 0, this.length);
    this.#pace = pace;
    this.#onMove(this.#goal);
    if (this.#positions.length || isStill()) this.#now = this.#goal; // positions need not be a move apart
    if (this.#frame === null) {
      this.#last = performance.now();
      this.#frame = requestAnimationFrame((time) => this.#advance(time));
    }
    this.#describe();
  }

  /** Go so many moves on, or back.
   *  @param {number} by */
  step(by) {
    const from = this.isPlaying ? (by > 0 ? Math.floor(this.#now) : Math.ceil(this.#now)) : this.#goal;
    this.go(from + by);
  }

  /** Play the moves to the end, or pause. */
  toggle() {
    if (this.isPlaying) { this.pause(); return; }
    if (this.#now >= this.length) this.#now = 0;
    this.#goal = Math.floor(this.#now);
    this.#pace = MOVE_S;
    this.#last = performance.now();
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame((time) => this.#advance(time));
    this.#describe();
  }

  /** Stay after the move that is being made. */
  pause() {
    if (this.#frame === null) return;
    this.#pace = STEP_S;
  }

  /** @param {number} time */
  #advance(time) {
    const passed = within((time - this.#last) / 1000, 0, 0.1); // the first frame may have begun before the click
    this.#last = time;
    const isPlaying = this.#pace === MOVE_S;
    if (isPlaying && this.#now >= this.#goal && this.#goal < this.length) { this.#goal += 1; this.#onMove(this.#goal); this.#describe(); }
    const away = this.#goal - this.#now, most = (passed / this.#pace) * Math.max(1, isPlaying ? 1 : Math.abs(away));
    this.#now = Math.abs(away) <= most ? this.#goal : this.#now + Math.sign(away) * most;
    this.#paint();
    const isOver = this.#now === this.#goal && !(isPlaying && this.#goal < this.length) || !this.box.isConnected;
    this.#frame = isOver ? null : requestAnimationFrame((later) => this.#advance(later));
    if (isOver) this.#describe();
  }

  /** @param {number} now
   *  @param {boolean} [isInSteps] whether pieces are never on their way
   *  @returns {import("/static/js/solid_painter.js").Pose[]} */
  #posesAt(now, isInSteps = isStill()) {
    const alphas = this.#looks.map(({ isShown, isSeenThrough }) => (isShown ? (isSeenThrough ? SEEN_THROUGH : 1) : 0));
    if (!this.#moves.length) {
      const blocked = this.#positions[Math.round(now)];
      return alphas.map((alpha, i) => ({ at: blocked?.[i] ?? [0, 0, 0], alpha }));
    }
    const number = Math.min(Math.floor(now), this.#moves.length - 1), { part, before, along, pieces, steps, turn } = this.#moves[number];
    const share = isInSteps ? Math.round(now - number) : smooth(now - number), far = (AWAY * 2 * this.#scene.radius) / Math.hypot(...along);
    return alphas.map((alpha, i) => {
      if (!part.has(i)) return { ...before[i], alpha: 0 };
      if (!pieces.includes(i)) return { ...before[i], alpha };
      const leaves = !steps && !turn;
      const place = placeAfter(this.#view.lattice, before[i], { along, steps: steps || far, turn }, share);
      return { ...place, alpha: leaves ? alpha * (1 - smooth(within((share - 0.5) * 2, 0, 1))) : alpha };
    });
  }

  /** The points in space along which an arrow shows a share of a move: a line, or an arc about the axis of a turn.
   *  @param {Move} move
   *  @param {number} share
   *  @returns {Vector[]} */
  #arrowOf({ before, along, pieces, steps, turn }, share) {
    const { lattice } = this.#view, far = (AWAY * 2 * this.#scene.radius) / Math.hypot(...along);
    const middles = pieces.map((piece) => plus(spun(this.#scene.bodies[piece].middle, before[piece].spin), before[piece].at));
    let at = middles.reduce((sum, middle) => plus(sum, middle, 1 / middles.length), /** @type {Vector} */ ([0, 0, 0]));
    if (turn) { // the corner that goes farthest: a middle may lie on the axis
      const axis = along.map((value) => value / Math.hypot(...along)), centre = plus(bodyOf(lattice, [0, 0, 0]).middle, inSpace(lattice, turn.centre));
      const fromAxis = (/** @type {Vector} */ point) => { const arm = plus(point, centre, -1), height = arm.reduce((sum, value, i) => sum + value * axis[i], 0); return Math.hypot(...plus(arm, axis, -height)); };
      at = pieces.flatMap((piece) => this.#scene.bodies[piece].points.map((point) => plus(spun(point, before[piece].spin), before[piece].at))).reduce((most, point) => (fromAxis(point) > fromAxis(most) ? point : most));
    }
    const count = turn ? ARC_POINTS : 1;
    return Array.from({ length: count + 1 }, (_, k) => placeAfter(lattice, { at, spin: NO_SPIN }, { along, steps: steps || far, turn }, (share * k) / count).at);
  }

  /** The state at the beginning and each move in a picture of its own, with words and an arrow: pieces that leave are on their way, the others pale.
   *  @returns {{ picture: HTMLCanvasElement, caption: string }[]} */
  steps() {
    const at = Array.from({ length: this.#moves.length + 1 }, (_, number) => (number ? number - (this.#moves[number - 1].steps || this.#moves[number - 1].turn ? 1e-6 : 0.5) : 0));
    const states = this.#moves.length ? at.map((now) => this.#posesAt(now, false)) : [this.#posesAt(this.#goal)];
    const reach = states.reduce((far, poses) => Math.max(far, reachOf(this.#scene, 0, poses.map(({ at: place, spin = NO_SPIN }) => ({ at: place, spin })))), 0);
    return states.map((poses, number) => {
      const picture = h("canvas", { role: "img" });
      const move = number ? this.#moves[number - 1] : null;
      const arrow = move ? this.#arrowOf(move, move.steps || move.turn ? 1 : 0.5) : [];
      const shown = move ? poses.map((pose, i) => ({ ...pose, alpha: Math.min(pose.alpha, move.pieces.includes(i) ? 1 : PALE) })) : poses;
      paint(picture, this.#scene, { poses: shown, reach, size: STEP_PICTURE, arrow });
      return { picture, caption: this.captionOf(this.#moves.length ? number : this.#goal) };
    });
  }

  #paint() {
    this.#panel.show(this.#scene, this.#posesAt(this.#now), (apart) => Math.max(this.#far, reachOf(this.#scene, apart)));
  }

  /** @param {number} piece */
  #label(piece) {
    return this.#found.assembly[piece].label;
  }

  /** The move that is made, in words.
   *  @param {number} number
   *  @returns {string} */
  captionOf(number) {
    const { length } = this;
    if (this.#together.length && length && number === length) {
      const groups = this.#together.map(({ pieces, velocity }) => t("assembly.joint_motion", { pieces: formatList(pieces.map((piece) => this.#label(piece))), way: velocity.name }));
      return t("assembly.begin_together", { groups: formatList(groups) });
    }
    if (this.#words.length) return this.#words[number];
    if (this.#positions.length && length) return t("assembly.position", { n: number + 1, count: length + (this.#together.length ? 0 : 1) });
    if (!this.#moves.length && this.#found.bound) return t("assembly.at_least", { n: this.#found.bound });
    if (!this.#moves.length) return this.#found.status ? "" : t("assembly.only_pieces");
    if (!number) return t("assembly.assembled", { n: length });
    const { pieces, direction, steps, turn, isNew, part } = this.#moves[number - 1];
    const values = { number, count: length, n: steps, pieces: formatList(pieces.map((piece) => this.#label(piece))), way: directionWords(this.#view.lattice, direction), turn: turn?.text ?? "" };
    const words = t(turn ? "assembly.move_turn" : steps ? "assembly.move_steps" : "assembly.move_away", values);
    return isNew ? `${t("assembly.next_part", { pieces: formatList([...part].map((piece) => this.#label(piece))) })} ${words}` : words;
  }

  #describe() {
    const words = this.captionOf(this.#goal);
    if (this.#caption.textContent !== words) this.#caption.textContent = words;
    this.#slider.value = String(this.#goal);
    this.#slider.setAttribute("aria-valuetext", words || "0");
    this.#buttons.play.textContent = t(this.isPlaying ? "assembly.pause" : "assembly.play");
    this.#buttons.play.hidden = !this.#moves.length;
    for (const name of /** @type {const} */ (["to_start", "step_back"])) this.#buttons[name].disabled = this.#goal <= 0;
    for (const name of /** @type {const} */ (["step_on", "to_end"])) this.#buttons[name].disabled = this.#goal >= this.length;
  }

  #showPieceList() {
    const { assembly } = this.#found;
    /** @type {HTMLInputElement[][]} */
    const boxes = [];
    const showAll = () => every.forEach((one, column) => {
      const count = boxes.filter((pair) => pair[column].checked).length;
      Object.assign(one, { checked: count === boxes.length, indeterminate: count > 0 && count < boxes.length });
    });
    /** @param {string} label
     *  @param {boolean} isChecked
     *  @param {(isChecked: boolean) => void} action */
    const box = (label, isChecked, action) => h("input", { type: "checkbox", "aria-label": label, checked: isChecked, onchange: (event) => { action(/** @type {HTMLInputElement} */ (event.target).checked); showAll(); this.#paint(); } });
    const rows = assembly.map(({ piece, cells, label, fill }, i) => {
      const look = { mark: fill, ink: fill, ...this.#view.pieces.find((one) => one.name === piece), pattern: "plain", fill };
      boxes[i] = [
        box(t("assembly.show_piece", { piece: label }), true, (is) => { this.#looks[i].isShown = is; }),
        box(t("assembly.see_through_piece", { piece: label }), false, (is) => { this.#looks[i].isSeenThrough = is; })];
      return h("tr", {}, h("th", { scope: "row" }, h("span", { class: "name" }, solidIcon(this.#view.lattice, cells, look), label)), boxes[i].map((one) => h("td", {}, one)));
    });
    const every = ["show_all", "see_through_all"].map((name, column) => box(t(`assembly.${name}`), !column, (is) => {
      for (const pair of boxes) pair[column].checked = is;
      for (const look of this.#looks) look[column ? "isSeenThrough" : "isShown"] = is;
    }));
    this.pieces.replaceChildren(h("table", { class: "assembly-pieces" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("assembly.piece")), h("th", { scope: "col" }, t("assembly.shown")), h("th", { scope: "col" }, t("assembly.seen_through")))),
      h("tbody", {}, assembly.length > 1 ? h("tr", {}, h("th", { scope: "row" }, t("assembly.all_pieces")), every.map((one) => h("td", {}, one))) : null, rows)));
  }

  /** What is in the way of each piece, for a part that does not come apart. */
  #showReasons() {
    const { blocking } = this.#found;
    if (!blocking) return;
    /** @param {number[]} pieces */
    const names = (pieces) => formatList(pieces.map((piece) => this.#label(piece)));
    const directions = [...new Map(blocking.met.map(({ direction }) => [direction.name, direction])).values()];
    const meeting = new Map(blocking.met.map(({ piece, direction, meets }) => [`${piece} ${direction.name}`, meets]));
    this.reasons.append(
      this.#found.reason ? h("p", {}, t("assembly.reason", { reason: this.#found.reason })) : "",
      h("p", {}, t(blocking.whole ? "assembly.reaches" : "assembly.reaches_more", { n: blocking.positions.length, pieces: names(blocking.pieces) })),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("assembly.in_the_way") }, h("table", { class: "in-the-way" },
        h("caption", {}, t("assembly.in_the_way")),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("assembly.piece")), directions.map((direction) => { const words = directionWords(this.#view.lattice, direction); return h("th", { scope: "col", title: words, "aria-label": words }, direction.name); }))),
        h("tbody", {}, blocking.pieces.map((piece) => h("tr", {}, h("th", { scope: "row" }, this.#label(piece)),
          directions.map(({ name }) => h("td", {}, meeting.get(`${piece} ${name}`)?.map((other) => this.#label(other)).join(", ") ?? t("assembly.free")))))))));
  }

  /** The axes of the lattice in a corner, as moves are named after them.
   *  @param {HTMLCanvasElement} canvas
   *  @param {import("/static/js/solid_drawing.js").Turn} turn */
  #drawAxes(canvas, turn) {
    const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")), unit = canvas.width / (canvas.clientWidth || canvas.width), [x, y] = [38 * unit, canvas.height - 38 * unit];
    context.strokeStyle = context.fillStyle = getComputedStyle(canvas).color;
    context.lineWidth = 1.5 * unit;
    context.font = `${12 * unit}px system-ui, sans-serif`;
    [context.textAlign, context.textBaseline, context.globalAlpha] = ["center", "middle", 0.8];
    ["x", "y", "z"].forEach((name, axis) => {
      const length = Math.hypot(...this.#view.lattice.space[axis]), [right, , up] = turned(this.#view.lattice.space[axis].map((value) => value / length), turn);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + right * 20 * unit, y - up * 20 * unit);
      context.stroke();
      context.fillText(name, x + right * 29 * unit, y - up * 29 * unit);
    });
    context.globalAlpha = 1;
  }
}
