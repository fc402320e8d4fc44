// Buttons that open a file: in the page each is a `.file-drop` with a label in the form of a button, which holds the field, and with a
// text that says which files it takes. A file can also be dropped on it.
import { showMessage, tooLarge } from "./page.js";

/** Call a function with each file that is chosen in a file field, or dropped on its `.file-drop`, unless it is too large.
 *  @param {HTMLInputElement} input
 *  @param {number} maxBytes
 *  @param {(file: File) => unknown} action
 *  @param {(error: { message: string }) => void} [showError] for a file that is too large; default: the message of the page
 *  @returns {void} */
export function onFile(input, maxBytes, action, showError = ({ message }) => showMessage(message, "bad")) {
  /** @param {FileList | null} files */
  const take = (files) => {
    const file = files?.[0];
    if (!file) return;
    if (file.size > maxBytes) showError({ message: tooLarge(file, maxBytes) });
    else action(file);
  };
  input.addEventListener("change", () => {
    const files = input.files;
    take(files);
    input.value = ""; // so that the same file can be chosen again
  });
  const box = /** @type {HTMLElement} */ (input.closest(".file-drop"));
  /** @param {DragEvent} event */
  const hasFiles = (event) => Boolean(event.dataTransfer?.types.includes("Files")); // text may be dropped into a field
  for (const name of /** @type {const} */ (["dragenter", "dragover"])) {
    box.addEventListener(name, (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      box.classList.add("over");
    });
  }
  box.addEventListener("dragleave", (event) => {
    if (!(event.relatedTarget instanceof Node && box.contains(event.relatedTarget))) box.classList.remove("over");
  });
  box.addEventListener("drop", (event) => {
    box.classList.remove("over");
    if (!hasFiles(event)) return;
    event.preventDefault();
    event.stopPropagation(); // the page may open a file that is dropped elsewhere
    take(event.dataTransfer?.files ?? null);
  });
}
