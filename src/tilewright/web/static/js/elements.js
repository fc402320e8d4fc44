// Building elements, and what arrow keys mean. Nothing here belongs to a page.
const SVG = "http://www.w3.org/2000/svg";

/** An HTML element: attributes, listeners ("onclick": f), and children (nodes or text).
 *  @template {keyof HTMLElementTagNameMap} Name
 *  @param {Name} name
 *  @param {Attributes} [attributes]
 *  @param {...Child} children
 *  @returns {HTMLElementTagNameMap[Name]} */
export function h(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

/** The same for SVG.
 *  @template {keyof SVGElementTagNameMap} Name
 *  @param {Name} name
 *  @param {Attributes} [attributes]
 *  @param {...Child} children
 *  @returns {SVGElementTagNameMap[Name]} */
export function s(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

/** @template {Element} Type
 *  @param {Type} element
 *  @param {Attributes} attributes
 *  @param {Child[]} children
 *  @returns {Type} */
function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(.../** @type {(Node | string)[]} */ (/** @type {unknown[]} */ (children).flat(Infinity).filter((child) => child !== null && child !== undefined)));
  return element;
}

/** The direction of each arrow key, to the right and down.
 *  @type {Record<string, Point | undefined>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
