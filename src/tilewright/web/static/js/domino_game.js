// A game in which dominoes are laid, without a page: moves are texts, the same as those of Python; cells are [column, row].
//   lay 3,1 4,1        lift 3,1
import { t } from "./messages.js";

export class GameError extends Error {}

export const text = ([x, y]) => `${x},${y}`;
export const areAdjacent = ([x, y], [u, v]) => Math.abs(x - u) + Math.abs(y - v) === 1;
const inOrder = (cells) => [...cells].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
export const layMove = (...cells) => `lay ${inOrder(cells).map(text).join(" ")}`;
export const liftMove = (cell) => `lift ${text(cell)}`;

/** A subclass has contains(cell), and with(dominoes): the same game with other dominoes. */
export class DominoGame {
  constructor(dominoes) {
    this.dominoes = dominoes;
    this.owner = new Map(dominoes.flatMap((domino) => domino.map((cell) => [text(cell), domino])));
  }

  isFree(cell) {
    return this.contains(cell) && !this.owner.has(text(cell));
  }

  play(move) {
    const lay = /^lay (\d+),(\d+) (\d+),(\d+)$/.exec(move);
    if (lay) {
      const [, x, y, u, v] = lay.map(Number);
      const domino = inOrder([[x, y], [u, v]]);
      if (!areAdjacent(...domino) || !domino.every((cell) => this.contains(cell))) throw new GameError(t("common.error_pair"));
      for (const cell of domino) if (!this.isFree(cell)) throw new GameError(t("common.error_covered", { cell: text(cell) }));
      return this.with([...this.dominoes, domino]);
    }
    const lift = /^lift (\d+,\d+)$/.exec(move);
    const domino = lift && this.owner.get(lift[1]);
    if (!domino) throw new GameError(lift ? t("common.error_not_covered", { cell: lift[1] }) : t("common.error_no_move", { move }));
    return this.with(this.dominoes.filter((one) => one !== domino));
  }
}
