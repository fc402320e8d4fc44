// A puzzle file of any format, saved in another one.
import { backend } from "../js/backend.js";
import { onFile } from "../js/file_drop.js";
import { t } from "../js/messages.js";
import { MAX_FILE_BYTES } from "../js/opening.js";
import { byId, downloadText, enablePage, fileName, hideMessage, onOwnFile, options, showMessage, showOpenError, textOf, tryAction, withoutExtension } from "../js/page.js";

/** The file that is open: its text, and all its puzzles.
 *  @type {{ original: { text: string, filename: string }, problems: Api.DocumentsView["problems"] } | null} */
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
  const original = { text, filename: file.name }, found = await tryAction(() => backend.documents(original), showError);
  if (!found) return;
  const { problems } = found, [{ document }] = problems;
  opened = { original, problems };
  byId("opened").textContent = problems.length > 1
    ? t("convert.opened_several", { name: file.name, n: problems.length })
    : t("convert.opened", { name: file.name, title: String(document.title || t("common.untitled")) });
  byId("problem").replaceChildren(...options(problems.map(({ name }, k) => [k, name ? t("edit.problem_option", { n: k + 1, name }) : k + 1])));
  byId("problem-field").hidden = problems.length < 2;
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
  const { original } = opened, problems = opened.problems.map(({ document }) => ({ document }));
  const saved = await tryAction(() => backend.save({ problems, chosen: Number(byId("problem").value), original, format: byId("format").value }));
  if (!saved) return;
  const name = `${fileName(withoutExtension(original.filename), "puzzle")}${saved.extension}`;
  downloadText(name, saved.text);
  showMessage([t("convert.saved", { name }), ...saved.left_out].join(" "), saved.left_out.length ? "warn" : "good");
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
