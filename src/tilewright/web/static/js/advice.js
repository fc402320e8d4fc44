// What the page says about the position: how many solutions are left, hints, why not, and that it is solved.
import { Fault } from "./api.js";
import { Counsel } from "./counsel.js";
import { key } from "./drawing.js";
import { confetti } from "./shell.js";

const byId = (id) => document.getElementById(id);

/** A note beside the board. */
export function say(words, kind = "") {
  const box = byId("word");
  box.className = `note ${kind}`;
  box.textContent = words;
  box.hidden = false;
}

export class Advice {
  #counsel; #table;
  hinted = null; // a placement that belongs to a solution of the position, or null

  /** `table` has position(), as the API takes it; history(), stage(); looks, the PieceViews; and marked(), called
   *  when the marks on the board are others. */
  constructor(table) {
    this.#table = table;
    this.#counsel = new Counsel(table.position);
  }

  /** The position is another one: what was said of the last one is over. */
  moved() {
    this.#counsel.moved();
    this.hinted = null;
    byId("word").hidden = true;
    document.body.classList.remove("solved");
    if (this.#table.history().game.full) this.#celebrate();
    else this.countLeft();
  }

  /** Show how many solutions are left, if that is wanted. */
  async countLeft() {
    const place = byId("left");
    place.classList.remove("none");
    if (!byId("live").checked) { this.#counsel.drop("left"); place.textContent = ""; return; }
    place.textContent = "thinking …";
    try {
      const found = await this.#counsel.left();
      if (!found) return;
      place.textContent = found.sentence;
      place.classList.toggle("none", found.known && found.solutions === "0");
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      place.textContent = error.message;
    }
  }

  /** Show where a piece belongs, or what must be lifted. */
  async hint() {
    const found = await this.#help(this.#counsel.hint());
    if (!found) return;
    say(found.sentence, found.lift.length ? "warn" : "good");
    this.#mark(found.lift.flatMap((placement) => placement.cells), found.place);
  }

  /** Tell and show why the position cannot be completed. */
  async whyNot() {
    const found = await this.#help(this.#counsel.whyNot());
    if (!found) return;
    say(found.sentences.join(" "), found.solvable ? "good" : found.solvable === null ? "warn" : "bad");
    this.#mark([...found.cells, ...found.placements.flatMap((placement) => placement.cells)]);
  }

  /** Paint the marks again, on a board that was drawn anew. */
  paint() {
    if (this.hinted) this.#table.stage().hinted(this.hinted.cells, this.#look(this.hinted.piece));
  }

  /** Whether the hint covers a cell. */
  isAt(cell) {
    return Boolean(cell) && (this.hinted?.cells ?? []).some((one) => key(one) === key(cell));
  }

  #look(name) {
    return this.#table.looks.find((piece) => piece.name === name);
  }

  #mark(cells, hinted = null) {
    this.hinted = hinted;
    this.#table.stage().blame(cells);
    this.paint();
    this.#table.marked();
  }

  /** What the server says; null where it said nothing to this position. */
  async #help(answer) {
    say("thinking …");
    try {
      return await answer;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      say(error.message, "bad");
      return null;
    }
  }

  async #celebrate() {
    byId("left").textContent = "";
    const found = await this.#help(this.#counsel.check());
    if (!found) return;
    if (!found.finished) { byId("word").hidden = true; this.countLeft(); return; }
    byId("left").textContent = "Solved!";
    document.body.classList.add("solved");
    const laid = this.#table.history().moves.filter((move) => move.startsWith("place")).length;
    say(`Well done: solved, with ${laid} ${laid === 1 ? "piece" : "pieces"} laid along the way.`, "good");
    confetti(this.#table.looks.map((piece) => piece.fill));
  }
}
