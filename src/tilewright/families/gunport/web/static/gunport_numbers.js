// Numbers of dominoes and ports in words.
import { t } from "/static/js/messages.js";

/** So many dominoes on a board, and the ports that they leave, as texts; empty for null.
 *  @param {{ rows: number, columns: number }} board
 *  @param {number | null} n
 *  @returns {{ dominoes: string, ports: string }} */
export function counts({ rows, columns }, n) {
  if (n === null) return { dominoes: "", ports: "" };
  return { dominoes: t("gunport.domino_count", { n }), ports: t("gunport.port_count", { n: Math.max(0, rows * columns - 2 * n) }) };
}
