// Moves with unlimited undo and redo, for every game: `game.play(move)` returns the next game.
export class History {
  constructor(start, moves = []) {
    this.games = [start];
    this.moves = [];
    this.undone = [];
    for (const move of moves) this.play(move);
  }

  get game() {
    return this.games[this.games.length - 1];
  }

  play(move) {
    this.games.push(this.game.play(move));
    this.moves.push(move);
    this.undone = [];
  }

  undo() {
    if (!this.moves.length) return false;
    this.games.pop();
    this.undone.push(this.moves.pop());
    return true;
  }

  redo() {
    const move = this.undone.pop();
    if (move === undefined) return false;
    const rest = this.undone;
    this.play(move);
    this.undone = rest;
    return true;
  }
}
