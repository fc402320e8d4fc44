// Opening a text or a file: the server finds out what it is, and the page that can do most with it shows it.
import { address } from "./address.js";
import { backend } from "./backend.js";
import { backupIn, loadBackup } from "./backup.js";
import { t } from "./messages.js";
import { pageOpener, textOf, toast, tooLarge, tryAction, withoutExtension } from "./page.js";
import { pack } from "./puzzle_link.js";
import { storePuzzle, storeText } from "./shelf.js";

export const MAX_FILE_BYTES = 1_000_000;
const TOOLS = ["/solve", "/edit", "/convert"]; // which open any puzzle: a file that is dropped there is opened there

/** The address of a page of a family with a puzzle, and its name: in the fragment if the page has it there, else in the query.
 *  @param {{ address: string }} page
 *  @param {string} query
 *  @param {string} [name]
 *  @returns {string} */
export const addressOnPage = (page, query, name = "") => (
  address(page.address.includes("#") ? page.address + (name ? `&name=${encodeURIComponent(name)}` : "") : `${page.address}${query}`));

/** Put what is in a text on the shelf; the address of the page that can do most with it. An ApiError for what is no puzzle.
 *  @param {string} text
 *  @param {string} filename
 *  @param {AbortSignal} [signal]
 *  @returns {Promise<string>} */
export async function openText(text, filename, signal) {
  const page = await backend.pageOf({ text }, signal), name = withoutExtension(filename);
  if (page.address) {
    storeText(name, text, page);
    return addressOnPage(page, "", name);
  }
  const view = await backend.puzzle({ text, filename }, signal), query = storePuzzle(view) || `#t=${await pack(view.toml)}`;
  const tool = TOOLS.find((each) => address(each) === location.pathname);
  if (tool) return address(`${tool}${query}`);
  if (view.page.address && query.startsWith("?")) return addressOnPage(view.page, query, view.title || name);
  if (!view.items && !view.pieces.length) return address(`/edit${query}`);
  return address(`${view.playable ? "/play" : "/solve"}${query}`);
}

/** Go to an address, also where the page is there already.
 *  @param {string} href
 *  @returns {void} */
export function go(href) {
  if (new URL(href, location.href).href === location.href) location.reload();
  else location.href = href;
}

/** Open a file that was dropped or pasted anywhere: on this page if it is one of its own, else on the page that can do most with it. What
 *  is no puzzle gives a message, and the page stays as it is.
 *  @param {File} file
 *  @param {string} [name] of the file; "" for a text without a name
 *  @returns {Promise<void>} */
export async function openAnywhere(file, name = file.name) {
  const own = pageOpener(), showError = (/** @type {{ message: string }} */ { message }) => (own ? own(file) : toast(t("open.failed", { name: file.name, message }), 9));
  if (file.size > MAX_FILE_BYTES) { toast(tooLarge(file, MAX_FILE_BYTES), 9); return; }
  const text = await tryAction(() => textOf(file, MAX_FILE_BYTES), showError);
  if (!text?.trim()) return;
  const backup = backupIn(text);
  if (backup) {
    toast(loadBackup(backup), 9);
    window.dispatchEvent(new Event("storage")); // for pages that show what is kept
    return;
  }
  const href = await tryAction(() => openText(text, name), showError);
  if (!href) return;
  if (own && new URL(href, location.href).pathname === location.pathname) own(file);
  else go(href);
}

/** @param {EventTarget | null} target
 *  @returns {boolean} whether it takes text itself */
const isField = (target) => target instanceof Element && target.matches("input, textarea, select");

/** Open files that are dropped, and files and texts that are pasted, anywhere on the page.
 *  @returns {void} */
export function openWhatIsDropped() {
  /** @param {DragEvent} event */
  const hasFiles = (event) => Boolean(event.dataTransfer?.types.includes("Files")); // text may be dropped into a field
  document.addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (file) openAnywhere(file);
  });
  document.addEventListener("paste", (event) => {
    if (isField(event.target)) return;
    const [file] = event.clipboardData?.files ?? [], text = event.clipboardData?.getData("text") ?? "";
    if (file) openAnywhere(file);
    else if (text.trim()) openAnywhere(new File([text], t("open.pasted")), "");
  });
}
