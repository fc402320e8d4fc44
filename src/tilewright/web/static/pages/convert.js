// A puzzle file of any format, saved in another one.
import { backend } from "../js/backend.js";
import { onFile } from "../js/file_drop.js";
import { t } from "../js/messages.js";
import { MAX_FILE_BYTES } from "../js/opening.js";
import { byId, downloadText, enablePage, fileName, hideMessage, onOwnFile, options, showMessage, showOpenError, textOf, tryAction, withoutExtension } from "../js/page.js";

/** @type {{ text: string, filename: string } | null} */
let opened = null;
/** @type {Api.FormatDescriptor[]} */
let formats = [];

/** @param {File} file */
async function open(file) {
  hideMessage();
  /** @param {Error} error */
  const showError = (error) => showOpenError(file.name, error);
  const text = await tryAction(() => textOf(file, MAX_FILE_BYTES), showError);
  if (text === null) return;
  const view = await tryAction(() => backend.puzzle({ text, filename: file.name }), showError);
  if (!view) return;
  opened = { text, filename: file.name };
  byId("opened").textContent = t("convert.opened", { name: file.name, title: view.title || t("common.untitled"), summary: view.summary });
  byId("save").disabled = false;
}

function showSummary() {
  byId("summary").textContent = formats.find((one) => one.name === byId("format").value)?.summary ?? "";
}

/** @param {Event} event */
async function save(event) {
  event.preventDefault();
  if (!opened) return;
  hideMessage();
  const source = opened, made = await tryAction(() => backend.convert({ puzzle: source, format: byId("format").value }));
  if (!made) return;
  const name = `${fileName(withoutExtension(source.filename), "puzzle")}${made.extension}`;
  downloadText(name, made.text);
  showMessage(t("convert.saved", { name }), "good");
}

byId("convert").addEventListener("submit", save);
byId("format").addEventListener("change", showSummary);
onFile(byId("file"), MAX_FILE_BYTES, open);
onOwnFile(open);
await tryAction(async () => {
  formats = (await backend.descriptors()).formats.filter((one) => one.writes);
  byId("format").append(...options(formats.map(({ name }) => [name, name])));
  showSummary();
});
enablePage();
