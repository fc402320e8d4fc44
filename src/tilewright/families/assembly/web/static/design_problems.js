// The problems of a design: added, deleted and named; a shape that several of them have is changed in all of them.
import { key } from "/static/js/cells.js";
import { DrawnPuzzle, shapeOf } from "/static/js/drawn_puzzle.js";

/** @typedef {import("/static/js/drawn_puzzle.js").DrawnPiece} DrawnPiece
 *  @typedef {import("/static/js/drawn_puzzle.js").Shape} Shape
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
  return DrawnPuzzle.ofFile({ ...drawn.file, problems, at: next });
}

/** The design with another name of the problem that is shown.
 *  @param {DrawnPuzzle} drawn
 *  @param {string} name
 *  @returns {DrawnPuzzle} */
export const problemNamed = (drawn, name) => drawn.with({ file: { ...drawn.file, problems: numbered(drawn).map((problem, i) => (i === drawn.file.at ? { ...problem, name } : problem)) } });

/** A shape, as it is known in several problems: its cells with their colours, its name and its weight.
 *  @typedef {{ name: string, cells: Shape, weight: number }} NamedShape */

/** @type {WeakMap<object, NamedShape>} */
const shapes = new WeakMap();

/** The shape of a piece of a document, or of a shape that no problem uses, which is read once.
 *  @param {{ name: string, cells: (number | string)[][], optional?: (number | string)[][], weight?: number }} listed
 *  @returns {NamedShape} */
function shapeIn(listed) {
  const kept = shapes.get(listed) ?? { name: listed.name, cells: shapeOf(listed.cells, listed.optional), weight: listed.weight ?? 0 };
  shapes.set(listed, kept);
  return kept;
}

/** @param {DrawnPiece} piece
 *  @returns {NamedShape} */
const shapeOfPiece = ({ name, cells, kept: { weight = 0 } }) => ({ name, cells, weight });

/** @type {WeakMap<Shape, string>} */
const forms = new WeakMap();

/** A text that is the same for equal shapes.
 *  @param {NamedShape} shape */
function formOf({ name, cells, weight }) {
  const kept = forms.get(cells) ?? [...cells.values()].map(({ at, colour, optional }) => `${key(at)} ${colour} ${optional}`).sort().join("; ");
  forms.set(cells, kept);
  return JSON.stringify([name, weight, kept]);
}

/** The next design, where other problems have the shapes that were changed too.
 *  @param {DrawnPuzzle} before
 *  @param {DrawnPuzzle} next
 *  @returns {DrawnPuzzle} */
export function withSharedShapes(before, next) {
  const { at, problems } = next.file;
  if (problems.length < 2 || before.file.at !== at || before.file.problems.length !== problems.length || before.pieces.length !== next.pieces.length) return next;
  const changed = next.pieces.flatMap((piece, i) => {
    const old = before.pieces[i];
    if (before.pieces.includes(piece) || next.pieces.includes(old) || !piece.cells.size || !old.cells.size) return []; // those have another place
    const form = formOf(shapeOfPiece(old));
    return form === formOf(shapeOfPiece(piece)) ? [] : [{ form, piece }];
  });
  if (!changed.length) return next;
  const shared = problems.map((problem, i) => {
    if (i === at) return problem;
    const pieces = (problem.document.pieces ?? []).map((/** @type {any} */ one) => {
      const same = changed.find(({ form }) => form === formOf(shapeIn(one)))?.piece;
      if (!same) return one;
      const { weight: _, ...others } = one, { weight } = same.kept;
      return { ...others, ...(weight && { weight }), name: same.name, cells: [...same.cells.values()].map((cell) => (cell.colour ? [...cell.at, cell.colour] : cell.at)) };
    });
    return { ...problem, document: { ...problem.document, pieces } };
  });
  return next.with({ file: { ...next.file, problems: shared } });
}

/** The shapes of the file that the problem does not have, each once: those of other problems, and those that no problem uses.
 *  @param {DrawnPuzzle} drawn
 *  @returns {NamedShape[]} */
export function otherShapes({ pieces, file: { at, problems, shapes: unused = [] } }) {
  const known = new Set(pieces.map((piece) => formOf(shapeOfPiece(piece))));
  const others = [...problems.flatMap(({ document }, i) => (i === at ? [] : document.pieces ?? [])), ...unused].map(shapeIn);
  return others.filter((shape) => { const form = formOf(shape), isNew = !known.has(form); known.add(form); return isNew; });
}

/** Whether a shape is one that no problem uses, and that can be deleted from the file.
 *  @param {DrawnPuzzle} drawn
 *  @param {NamedShape} shape
 *  @returns {boolean} */
export const isUnused = ({ file: { shapes: unused = [] } }, shape) => unused.some((one) => shapeIn(one) === shape);

/** The design without a shape of its file that no problem uses.
 *  @param {DrawnPuzzle} drawn
 *  @param {NamedShape} shape
 *  @returns {DrawnPuzzle} */
export function shapeDropped(drawn, shape) {
  const { shapes: unused = [], dropped = [] } = drawn.file, gone = unused.filter((one) => shapeIn(one) === shape).map(({ origin }) => origin);
  return drawn.with({ file: { ...fileWithout(drawn, shape), dropped: [...dropped, ...gone] } });
}

/** A problem of the shapes of the file that no problem uses: the largest is the result, the others its pieces; null where that makes none.
 *  @param {DrawnPuzzle} drawn
 *  @param {string} motions of the pieces
 *  @returns {DrawnPuzzle | null} */
export function problemMade(drawn, motions) {
  const unused = otherShapes(drawn);
  if (drawn.board.size || drawn.pieces.length || unused.length < 2) return null;
  const result = unused.reduce((most, shape) => (shape.cells.size > most.cells.size ? shape : most));
  const pieces = unused.filter((shape) => shape !== result && ![...shape.cells.values()].some(({ optional }) => optional));
  const file = [result, ...pieces].reduce((before, shape) => fileWithout({ file: before }, shape), drawn.file);
  return drawn.with({
    file, board: new Map(result.cells),
    pieces: pieces.map(({ name, cells, weight }) => ({ name, cells, least: 1, most: 1, motions, kept: weight ? { weight } : {} })),
  });
}

/** The file without a shape that no problem uses.
 *  @param {{ file: DrawnPuzzle["file"] }} drawn
 *  @param {NamedShape} shape
 *  @returns {DrawnPuzzle["file"]} */
export const fileWithout = ({ file }, shape) => ({ ...file, shapes: (file.shapes ?? []).filter((one) => shapeIn(one) !== shape) });
