// The design that this browser keeps: as it is now, and as many of the steps before it as there is room for.
import { DrawnPuzzle } from "/static/js/drawn_puzzle.js";
import { loadStored, store } from "/static/js/page.js";

const NAME = "design", MAX_STEPS = 60, FEW_STEPS = 5;

/** What of the page is kept beside the design.
 *  @typedef {{ address: string, current: string, width: string, height: string, layers: string, layer: string }} DesignState */

/** A design as data: the problems that are as in the file are not written again.
 *  @param {DrawnPuzzle} drawn
 *  @param {import("/static/js/drawn_puzzle.js").DrawnFile} file that is kept */
function stepOf(drawn, file) {
  const { at, problems } = drawn.wholeFile;
  const listed = problems.map(({ name, origin, document }, i) => ({ name, origin, document: document === file.problems[i]?.document ? null : document }));
  return { at, problems: listed, original: drawn.file.original === file.original };
}

/** Keep a design and the steps before it.
 *  @param {DrawnPuzzle} drawn
 *  @param {DrawnPuzzle[]} done
 *  @param {DesignState} view
 *  @returns {boolean} whether there was room */
export function keepDesign(drawn, done, view) {
  const file = drawn.wholeFile;
  for (const number of [MAX_STEPS, FEW_STEPS, 0]) {
    const steps = number ? done.slice(-number).map((one) => stepOf(one, file)).filter((one) => one.original) : [];
    if (store(NAME, { file, steps, view })) return true;
  }
  return false;
}

/** The design that is kept, with the steps before it; null if there is none.
 *  @returns {{ drawn: DrawnPuzzle, done: DrawnPuzzle[], view: DesignState } | null} */
export function keptDesign() {
  const kept = loadStored(NAME, null);
  if (!kept?.file || !kept.view) return null;
  try {
    /** @type {import("/static/js/drawn_puzzle.js").Problem[]} */
    const problems = kept.file.problems, opened = new Map(problems.map((one, i) => [one.origin === undefined ? i : one.origin, one.opened]));
    const done = (kept.steps ?? []).map((/** @type {ReturnType<typeof stepOf>} */ step) => DrawnPuzzle.ofFile({
      ...kept.file, at: step.at, problems: step.problems.map(({ name, origin, document }, i) => ({
        name, origin, opened: opened.get(origin === undefined ? i : origin) ?? null, document: document ?? problems[i].document,
      })),
    }));
    return { drawn: DrawnPuzzle.ofFile(kept.file), done, view: kept.view };
  } catch {
    return null; // it is from another version
  }
}
