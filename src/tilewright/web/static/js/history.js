// Moves with unlimited undo and redo, for every game: `game.play(move)` returns the next game.

/** Moves that were made at once, as by Clear, and are undone at once: those from number `from` to before `to`.
 *  @typedef {{ from: number, to: number, isHelp?: boolean }} Span */

/** A game and the games before it.
 *  @template {Game} Position */
export class History {
  /** @param {Position} start
   *  @param {string[]} [moves]
   *  @param {Span[]} [spans] */
  constructor(start, moves = [], spans = []) {
    this.games = [start];
    /** @type {string[]} */
    this.moves = [];
    /** @type {string[]} */
    this.undone = [];
    for (const move of moves) this.#push(move);
    /** @type {Span[]} */
    this.spans = spans.filter(({ to }) => to <= moves.length);
    /** Called before each move, as another tab may have gone on with the game. */
    this.refresh = () => {};
  }

  get game() {
    return this.games[this.games.length - 1];
  }

  /** @param {string} move */
  #push(move) {
    this.games.push(/** @type {Position} */ (this.game.play(move)));
    this.moves.push(move);
  }

  /** Make a move; what was undone is forgotten.
   *  @param {string} move */
  play(move) {
    this.refresh();
    const before = this.moves.length;
    this.#push(move);
    this.undone = [];
    this.spans = this.spans.filter(({ to }) => to <= before);
  }

  /** Make moves at once; when one of them is wrong, none.
   *  @param {string[]} moves
   *  @param {boolean} [isHelp] whether the player did not find them */
  playAll(moves, isHelp = false) {
    if (!moves.length) return;
    this.refresh();
    moves.reduce((game, move) => game.play(move), /** @type {Game} */ (this.game));
    for (const move of moves) this.play(move);
    this.spans.push({ from: this.moves.length - moves.length, to: this.moves.length, isHelp });
  }

  /** Undo the last move, or those that were made at once.
   *  @returns {boolean} whether there was one */
  undo() {
    this.refresh();
    if (!this.moves.length) return false;
    const from = this.spans.find(({ to }) => to === this.moves.length)?.from ?? this.moves.length - 1;
    while (this.moves.length > from) {
      this.games.pop();
      this.undone.push(/** @type {string} */ (this.moves.pop()));
    }
    return true;
  }

  /** Make the move again that was undone last, or those that were made at once.
   *  @returns {boolean} whether there was one */
  redo() {
    this.refresh();
    if (!this.undone.length) return false;
    const to = this.spans.find(({ from }) => from === this.moves.length)?.to ?? this.moves.length + 1;
    while (this.moves.length < to) {
      this.#push(/** @type {string} */ (this.undone.pop()));
    }
    return true;
  }

  /** Let Redo make these moves next, one at a time.
   *  @param {string[]} moves */
  plan(moves) {
    this.undone = [...moves].reverse();
    this.spans = this.spans.filter(({ to }) => to <= this.moves.length);
  }

  /** Take the moves that the game has in another tab. Those that were undone there can be redone here.
   *  @param {string[]} moves
   *  @param {Span[]} [spans]
   *  @returns {boolean} whether the game has changed; not if the moves are against the rules, as those of another version may be */
  follow(moves, spans = this.spans) {
    let same = 0;
    while (same < moves.length && moves[same] === this.moves[same]) same += 1;
    if (same === moves.length && same === this.moves.length) return false;
    /** @type {Position[]} */
    const games = [];
    try {
      for (const move of moves.slice(same)) games.push(/** @type {Position} */ ((games.at(-1) ?? this.games[same]).play(move)));
    } catch {
      return false;
    }
    this.undone.push(...this.moves.splice(same).reverse());
    this.games.splice(same + 1, this.games.length, ...games);
    for (const move of moves.slice(same)) {
      this.moves.push(move);
      if (this.undone.pop() !== move) this.undone = [];
    }
    this.spans = spans.filter(({ to }) => to <= this.moves.length + this.undone.length);
    return true;
  }
}

/** What a key means for the moves: Ctrl+Z (or Command), Ctrl+Shift+Z, Ctrl+Y.
 *  @param {KeyboardEvent} event
 *  @returns {"undo" | "redo" | null} */
export function historyKey(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return null;
  const letter = event.key.toLowerCase();
  if (letter === "y" && !event.shiftKey) return "redo";
  return letter === "z" ? (event.shiftKey ? "redo" : "undo") : null;
}

/** Undo and redo by two buttons and by keys, outside of fields.
 *  @param {{ undo: HTMLButtonElement, redo: HTMLButtonElement }} buttons
 *  @param {(direction: "undo" | "redo") => unknown} step is called for a button or a key
 *  @returns {(moves: unknown[], undone: unknown[]) => void} call it after each move: it enables the buttons */
export function bindHistory(buttons, step) {
  for (const direction of /** @type {const} */ (["undo", "redo"])) buttons[direction].addEventListener("click", () => step(direction));
  document.addEventListener("keydown", (event) => {
    const direction = historyKey(event);
    if (!direction || /** @type {Element} */ (event.target).matches("input:not([type=checkbox], [type=radio], [type=range]), textarea, select")) return;
    event.preventDefault();
    step(direction);
  });
  return (moves, undone) => {
    buttons.undo.disabled = !moves.length;
    buttons.redo.disabled = !undone.length;
  };
}
