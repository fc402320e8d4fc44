// What a player asks the server about the position: how many solutions are left, a hint, why not, is it solved.
// A position that is left takes its questions with it: an answer that comes later is told to nobody.
import { post } from "./api.js";

const PAUSE = 120; // milliseconds: who moves faster than that is not counted after every move

export class Counsel {
  #asked = new Map();

  /** `position` gives what the API asks for: {puzzle, position}. */
  constructor(position) {
    this.position = position;
  }

  /** The board has changed. */
  moved() {
    for (const controller of this.#asked.values()) controller.abort();
    this.#asked.clear();
  }

  /** Nobody waits for this question any more. */
  drop(matter) {
    this.#asked.get(matter)?.abort();
  }

  /** The answer; null when the board has changed since, or when the matter was asked about again. */
  async #ask(matter, question, pause = 0) {
    this.drop(matter);
    const controller = new AbortController(), { signal } = controller;
    this.#asked.set(matter, controller);
    try {
      if (pause) await new Promise((resolve) => { setTimeout(resolve, pause); });
      const found = signal.aborted ? null : await post(`/tiling/${question}`, this.position(), signal);
      return signal.aborted ? null : found;
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  left() { return this.#ask("left", "remaining", PAUSE); }
  hint() { return this.#ask("help", "hint"); }
  whyNot() { return this.#ask("help", "why-not"); }
  check() { return this.#ask("help", "check"); }
}
