// The rule of a tiling in the words of a player.
import { t } from "./messages.js";

/** The rule of the puzzle and its goal, in a sentence each; "" for a puzzle of items and options.
 *  @param {Pick<Api.PuzzleView, "cells" | "pieces" | "goal" | "has_costs">} view
 *  @returns {string} */
export function ruleOf({ cells, pieces, goal, has_costs: hasCosts }) {
  if (!cells.length) return "";
  const empty = cells.filter((cell) => cell.optional).length, mayBeLeft = pieces.some((piece) => piece.least < piece.most);
  const words = [t(!empty ? "play.rule_cells" : empty === cells.length ? "play.rule_free_cells" : "play.rule_some_cells"), t(mayBeLeft ? "play.rule_any_pieces" : pieces.some((piece) => piece.most > 1) ? "play.rule_copies" : "play.rule_pieces")];
  if (goal !== "fill") words.push(t(`play.goal_${goal}`));
  else if (hasCosts) words.push(t("play.goal_costs"));
  return words.join(" ");
}
