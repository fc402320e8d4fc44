// A printed page with a board and its pieces, all to one scale, and nothing else of the page.
import { h } from "./elements.js";
import { t } from "./messages.js";
import { printFilesForm } from "./print_files.js";
import { openDialog } from "./share.js";

/** The sizes of a cell that are offered, in millimetres. */
export const CELL_SIZES_MM = [10, 20];

/** @typedef {object} SheetPicture
 *  @property {SVGSVGElement} svg with a viewBox
 *  @property {number} [unit] the side of a cell in units of the viewBox; default: 1
 *  @property {string} [label] below the picture */

/** @typedef {object} Sheet
 *  @property {string} title
 *  @property {string} rule
 *  @property {SheetPicture} board
 *  @property {SheetPicture[]} pieces
 *  @property {Api.PuzzleView} [files] the puzzle whose pieces are offered as files, too */

/** Ask on a click for the size of a cell, then print.
 *  @param {HTMLButtonElement} button
 *  @param {() => Sheet} sheet
 *  @returns {void} */
export function bindPrint(button, sheet) {
  button.addEventListener("click", () => {
    const { board, files } = sheet();
    const dialog = openDialog(t("print.choose"), ...CELL_SIZES_MM.map((mm) => {
      const [width, height] = sizeOf(board, mm);
      return h("button", { class: "btn", type: "button", onclick: () => { dialog.close(); printSheet(sheet(), mm); } },
        t("print.cell_size", { mm, width: Math.ceil(width), height: Math.ceil(height) }));
    }), ...(files && files.pieces.length && !files.lattice.can_cross ? [printFilesForm(files)] : []));
  });
}

/** The width and height of a picture in millimetres.
 *  @param {SheetPicture} picture
 *  @param {number} mm of a cell
 *  @returns {[number, number]} */
function sizeOf({ svg, unit = 1 }, mm) {
  const { width, height } = svg.viewBox.baseVal;
  return [(width / unit) * mm, (height / unit) * mm];
}

/** Print a sheet with cells of so many millimetres.
 *  @param {Sheet} sheet
 *  @param {number} mm
 *  @returns {void} */
export function printSheet({ title, rule, board, pieces }, mm) {
  const picture = (/** @type {SheetPicture} */ one) => {
    const [width, height] = sizeOf(one, mm);
    one.svg.setAttribute("width", `${width}mm`);
    one.svg.setAttribute("height", `${height}mm`);
    return h("figure", {}, one.svg, one.label ? h("figcaption", {}, one.label) : null);
  };
  const isWide = sizeOf(board, mm)[0] > 185;
  printPaper(isWide ? "wide" : "", h("h1", {}, title), h("p", {}, rule), picture(board), h("div", { class: "print-pieces" }, pieces.map(picture)));
}

/** Print these elements, and nothing else of the page.
 *  @param {string} kind a class of the paper
 *  @param {...Child} content
 *  @returns {void} */
export function printPaper(kind, ...content) {
  document.querySelector(".print-sheet")?.remove();
  const paper = h("section", { class: `print-sheet ${kind}`, "aria-hidden": "true" }, content);
  document.body.append(paper);
  window.addEventListener("afterprint", () => paper.remove(), { once: true });
  window.print();
}
