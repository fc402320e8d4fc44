// A form for the parameters of a puzzle of the catalogue, such as the date of a calendar.
import { h } from "./elements.js";
import { t } from "./messages.js";
import { options } from "./page.js";

/** The parameters that are asked for: what a date says is not.
 *  @param {Api.PuzzleView} view */
function asked(view) {
  const said = new Set(view.parameters.flatMap((one) => one.parts));
  return view.parameters.filter((one) => !said.has(one.name));
}

/** @param {string} catalogue
 *  @param {(readonly [name: string, value: string])[]} pairs */
const withValues = (catalogue, pairs) => [catalogue.split(",")[0], ...pairs.map((pair) => pair.join("="))].join(",");

/** The name of a puzzle of the catalogue with all its values, which stay the same tomorrow.
 *  @param {string} catalogue
 *  @param {Api.PuzzleView} view
 *  @returns {string} */
export function fullName(catalogue, view) {
  return catalogue && !catalogue.includes(",") ? withValues(catalogue, asked(view).map((one) => /** @type {const} */ ([one.name, one.value]))) : catalogue;
}

/** Fill a form with fields for the parameters of a view; `open(name)` opens the puzzle with other values, which follow its
 *  name as `calendar,date=2026-11-24`.
 *  @param {HTMLFormElement} form
 *  @param {Api.PuzzleView} view
 *  @param {string} catalogue
 *  @param {(name: string) => unknown} open */
export function showParameters(form, view, catalogue, open) {
  const own = asked(view);
  form.hidden = !catalogue || !own.length;
  form.replaceChildren(...own.map((one) => h("label", { class: "field", title: one.help }, `${one.name} `, field(one))));
  if (own.length) form.append(h("button", { class: "btn", type: "submit" }, t("parameters.open")));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = own.map((one) => /** @type {const} */ ([one.name, form[one.name].value])).filter(([, value]) => value);
    open(withValues(catalogue, values));
  });
}

/** @param {Api.ParameterView} parameter */
function field({ name, type, value, labels, least, most }) {
  if (type === "label") {
    const select = h("select", { name }, options(labels.map((label) => [label, label])));
    select.value = value;
    return select;
  }
  return h("input", { name, value, required: true, ...(type === "date" ? { type: "date" } : { type: "number", min: least, max: most }) });
}
