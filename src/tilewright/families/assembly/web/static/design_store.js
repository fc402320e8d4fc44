// The design that this browser keeps, for each tab its own: as it is now, and as many of the steps before it as there is space for.
import { DrawnPuzzle } from "/static/js/drawn_puzzle.js";
import { loadStored, store } from "/static/js/page.js";

const NAME = "design", MAX_STEPS = 60, MAX_LENGTH = 1_500_000; // of the steps, in characters

/** @type {WeakMap<DrawnPuzzle, string>} */
const texts = new WeakMap();

/** What of the page is kept next to the design.
 *  @typedef {{ address: string, current: string, width: string, height: string, layers: string, layer: string }} DesignState */

/** A step as a text, which is made once: its problems, without what they were opened as.
 *  @param {DrawnPuzzle} drawn
 *  @returns {string} */
function textOf(drawn) {
  const kept = texts.get(drawn);
  if (kept !== undefined) return kept;
  const { at, problems, shapes, dropped } = drawn.wholeFile, text = JSON.stringify({ at, shapes, dropped, problems: problems.map(({ name, origin, document }) => ({ name, origin, document })) });
  texts.set(drawn, text);
  return text;
}

/** Keep a design for this tab and for the next one that is opened, and as many of the steps before it as there is space for.
 *  @param {DrawnPuzzle} drawn
 *  @param {DrawnPuzzle[]} done
 *  @param {DesignState} view
 *  @returns {boolean} whether there was space */
export function keepDesign(drawn, done, view) {
  const file = drawn.wholeFile, steps = /** @type {string[]} */ ([]);
  let length = 0;
  for (const one of done.slice(-MAX_STEPS).reverse()) {
    if (one.file.original !== drawn.file.original) break; // of another file
    const text = textOf(one);
    length += text.length;
    if (length > MAX_LENGTH) break;
    steps.unshift(text);
  }
  /** @param {import("/static/js/page.js").StorageName} where */
  const keep = (where) => store(NAME, { file, steps, view }, where) || store(NAME, { file, steps: [], view }, where);
  if (!keep("sessionStorage")) store(NAME, null, "sessionStorage"); // no older one
  return keep("localStorage");
}

/** The design that is kept, with the steps before it: that of this tab, else the one that was changed last; null if there is none.
 *  @returns {{ drawn: DrawnPuzzle, done: DrawnPuzzle[], view: DesignState } | null} */
export function keptDesign() {
  const kept = loadStored(NAME, null, "sessionStorage") ?? loadStored(NAME, null);
  if (!kept?.file || !kept.view) return null;
  try {
    /** @type {import("/static/js/drawn_puzzle.js").Problem[]} */
    const problems = kept.file.problems, opened = new Map(problems.map((one, i) => [one.origin === undefined ? i : one.origin, one.opened]));
    const done = (kept.steps ?? []).map((/** @type {string} */ text) => {
      /** @type {Pick<import("/static/js/drawn_puzzle.js").DrawnFile, "at" | "problems" | "shapes" | "dropped">} */
      const step = JSON.parse(text);
      return DrawnPuzzle.ofFile({ ...kept.file, at: step.at, shapes: step.shapes, dropped: step.dropped, problems: step.problems.map((one, i) => ({ ...one, opened: opened.get(one.origin === undefined ? i : one.origin) ?? null })) });
    });
    return { drawn: DrawnPuzzle.ofFile(kept.file), done, view: kept.view };
  } catch {
    return null; // it is from another version
  }
}
