// The problems of a design: added, deleted and named; a shape that several of them have is changed in all of them.
import { key } from "/static/js/cells.js";

/** @typedef {import("/static/js/drawn_puzzle.js").DrawnPuzzle} DrawnPuzzle
 *  @typedef {import("/static/js/drawn_puzzle.js").DrawnPiece} DrawnPiece
 *  @typedef {import("/static/js/drawn_puzzle.js").Problem} Problem */

/** The problems of a design, each with its number in the file.
 *  @param {DrawnPuzzle} drawn
 *  @returns {Problem[]} */
const numbered = (drawn) => drawn.wholeFile.problems.map((problem, i) => ({ ...problem, origin: problem.origin === undefined ? i : problem.origin }));

/** The design with a copy of its problem, which is shown.
 *  @param {DrawnPuzzle} drawn
 *  @returns {DrawnPuzzle} */
export function problemAdded(drawn) {
  const problems = numbered(drawn), { expect: _, ...document } = drawn.document();
  return drawn.with({ file: { ...drawn.file, problems: [...problems, { name: "", opened: null, document, origin: null }] } }).problem(problems.length);
}

/** The design without the problem that is shown.
 *  @param {DrawnPuzzle} drawn
 *  @returns {DrawnPuzzle} */
export function problemDropped(drawn) {
  const { at } = drawn.file, problems = numbered(drawn).filter((_, i) => i !== at), next = Math.min(at, problems.length - 1);
  const opened = /** @type {typeof import("/static/js/drawn_puzzle.js").DrawnPuzzle} */ (drawn.constructor);
  return opened.ofFile({ ...drawn.file, problems, at: next });
}

/** The design with another name of the problem that is shown.
 *  @param {DrawnPuzzle} drawn
 *  @param {string} name
 *  @returns {DrawnPuzzle} */
export const problemNamed = (drawn, name) => drawn.with({ file: { ...drawn.file, problems: numbered(drawn).map((problem, i) => (i === drawn.file.at ? { ...problem, name } : problem)) } });

/** A text that is the same for pieces with these cells and colours.
 *  @param {DrawnPiece} piece */
const formOf = (piece) => [...piece.cells.values()].map(({ at, colour }) => `${key(at)} ${colour}`).sort().join("; ");

/** The same for a piece of a document.
 *  @param {(number | string)[][]} cells */
const formOfListed = (cells) => cells.map((cell) => `${key(/** @type {Cell} */ (cell.filter((value) => typeof value === "number")))} ${typeof cell.at(-1) === "string" ? cell.at(-1) : ""}`).sort().join("; ");

/** The next design, where other problems have the shapes that were changed too.
 *  @param {DrawnPuzzle} before
 *  @param {DrawnPuzzle} next
 *  @returns {DrawnPuzzle} */
export function withSharedShapes(before, next) {
  const { at, problems } = next.file;
  if (problems.length < 2 || before.file.at !== at || before.file.problems.length !== problems.length || before.pieces.length !== next.pieces.length) return next;
  const changed = next.pieces.flatMap((piece, i) => {
    const old = before.pieces[i], isChanged = piece !== old && piece.cells.size > 0 && old.cells.size > 0 && (piece.name !== old.name || formOf(piece) !== formOf(old));
    return isChanged ? [{ old: `${old.name} ${formOf(old)}`, piece }] : [];
  });
  if (!changed.length) return next;
  const shared = problems.map((problem, i) => {
    if (i === at) return problem;
    const pieces = (problem.document.pieces ?? []).map((/** @type {Record<string, any>} */ one) => {
      const same = changed.find(({ old }) => old === `${one.name} ${formOfListed(one.cells)}`);
      return same ? { ...one, name: same.piece.name, cells: [...same.piece.cells.values()].map((cell) => (cell.colour ? [...cell.at, cell.colour] : cell.at)) } : one;
    });
    return { ...problem, document: { ...problem.document, pieces } };
  });
  return next.with({ file: { ...next.file, problems: shared } });
}
