// What all widgets share: the element around them, light or dark as the notebook is.
import { h } from "./elements.js";

const isDark = () => (document.body.dataset.jpThemeLight ? document.body.dataset.jpThemeLight === "false" : matchMedia("(prefers-color-scheme: dark)").matches);

/** An element that has the styles of the widget.
 *  @param {...Child} children */
export const styled = (...children) => h("div", { class: "tilewright-board", "data-theme": isDark() ? "dark" : "light", "data-lm-suppress-shortcuts": "true" }, ...children);

/** The box of a widget in its element of the notebook.
 *  @param {HTMLElement} el
 *  @returns {HTMLDivElement} */
export function widgetBox(el) {
  const box = h("div", { class: "widget", tabindex: "-1", "data-theme": isDark() ? "dark" : "light" });
  el.append(styled(box));
  return box;
}
