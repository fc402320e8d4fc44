// The pieces of a puzzle as files: bodies for 3-D printers, and paper models.
import { backend } from "./backend.js";
import { h } from "./elements.js";
import { t } from "./messages.js";
import { downloadText, fileName, options } from "./page.js";

/** A form that downloads the pieces of a puzzle.
 *  @param {Api.PuzzleView} view
 *  @returns {HTMLFormElement} */
export function printFilesForm(view) {
  const format = h("select", { name: "format" },
    ...options([["3mf", t("print.3mf")], ["stl", t("print.stl")], ["obj", t("print.obj")], ["pdf", t("print.pdf")]]));
  const cell = h("input", { type: "number", name: "cell", min: 1, max: 1000, step: "any", value: 20, required: true });
  const millimetres = (/** @type {string} */ name, /** @type {string} */ value) =>
    h("input", { type: "number", name, min: 0, max: 1000, step: "any", value, required: value !== "" });
  const gap = millimetres("gap", "0.2"), thickness = millimetres("thickness", ""), drain = millimetres("drain", "");
  const printer = h("input", { type: "text", name: "printer", placeholder: "220x220x250", maxlength: 60, autocomplete: "off" });
  const split = h("input", { type: "checkbox", name: "split" }), balls = h("input", { type: "checkbox", name: "balls" });
  const answer = h("p", { class: "small", role: "status" }), button = h("button", { class: "btn primary" }, t("print.download"));
  const ofBodies = [h("label", { class: "field" }, t("print.gap"), gap), h("label", { class: "field" }, t("print.thickness"), thickness),
    h("label", { class: "field" }, t("print.drain"), drain), h("label", { class: "field" }, t("print.printer"), printer), h("label", { class: "row line" }, split, t("print.split")),
    ...(view.lattice.round ? [h("label", { class: "row line" }, balls, t("print.balls"))] : [])];
  const form = h("form", { class: "stack print-files" }, h("h2", {}, t("print.files")), h("label", { class: "field" }, t("print.format"), format),
    h("label", { class: "field" }, t("print.cell"), cell), ...ofBodies, button, answer);
  format.addEventListener("change", () => { answer.textContent = ""; const isPaper = format.value === "pdf"; gap.required = !isPaper; for (const one of ofBodies) one.hidden = isPaper; });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isPaper = format.value === "pdf";
    button.disabled = true;
    answer.textContent = t("print.making");
    try {
      const made = await backend.print({
        puzzle: { text: view.toml }, name: fileName(view.title, "pieces"), format: /** @type {Api.PrintRequest["format"]} */ (format.value), cell: cell.valueAsNumber,
        ...(isPaper ? {} : {
          printer: printer.value, split: split.checked, balls: balls.checked, gap: gap.valueAsNumber,
          ...Object.fromEntries([thickness, drain].filter((one) => one.value).map((one) => [one.name, one.valueAsNumber])),
        }),
      });
      for (const { name, content } of made.files) downloadText(name, Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0)));
      answer.textContent = made.summary;
    } catch (error) {
      answer.textContent = /** @type {Error} */ (error).message;
    }
    button.disabled = false;
  });
  return form;
}
