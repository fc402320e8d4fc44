// What all pages share: the theme, messages to the user, keys, and data stored in the browser.
import { ApiError, isAbort } from "./api.js";
import { h } from "./elements.js";
import { messageOf, t } from "./messages.js";
import { keepForOffline } from "./offline.js";

/** The element of the page with an id; it is there on the pages whose scripts ask for it.
 *  @template {keyof PageElements} Id
 *  @param {Id} id
 *  @returns {PageElements[Id]} */
export const byId = (id) => /** @type {PageElements[Id]} */ (document.getElementById(id));

/** The options of a select element: pairs of value and text.
 *  @param {(readonly [value: string | number, text: string | number])[]} pairs
 *  @returns {HTMLOptionElement[]} */
export const options = (pairs) => pairs.map(([value, text]) => h("option", { value }, text));

/** @returns {"light" | "dark"} */
const theme = () => loadStored("theme", null) ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
const applyTheme = () => { document.documentElement.dataset.theme = theme(); };
applyTheme();
byId("theme").addEventListener("click", () => {
  store("theme", theme() === "dark" ? "light" : "dark");
  applyTheme();
});

// The menus of the header open without a script; they close for a click elsewhere, the Escape key, and when the focus leaves.
const menus = /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details.menu"));
for (const menu of menus) {
  menu.addEventListener("focusout", (event) => {
    if (event.relatedTarget && !menu.contains(/** @type {Node} */ (event.relatedTarget))) menu.open = false;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
document.addEventListener("click", (event) => {
  for (const menu of menus) if (!menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
});

/** Make the page usable; until then its content is inert, as clicks without a listener would be lost, and the browser
 *  itself would submit the forms. Call once, when all listeners are there. */
export function enablePage() {
  byId("main").inert = false;
  keepForOffline();
}

/** Show a message in the box for messages of this page.
 *  @param {string} text
 *  @param {"" | "good" | "warn" | "bad"} [kind] */
export function showMessage(text, kind = "") {
  const box = byId("message");
  box.className = `note ${kind}`;
  box.textContent = text;
  box.hidden = false;
}

export function hideMessage() {
  byId("message").hidden = true;
}

/** The result of an action; null when it was superseded or failed, after its error was shown.
 *  @template Result
 *  @param {() => Result | Promise<Result>} action
 *  @param {(error: ApiError) => unknown} [show]
 *  @returns {Promise<Result | null>} */
export async function tryAction(action, show = (error) => showMessage(error.message, "bad")) {
  try {
    return await action();
  } catch (error) {
    if (isAbort(error)) return null;
    if (!(error instanceof ApiError)) throw error;
    show(error);
    return null;
  }
}

/** Make a move, or say why the rules do not allow it.
 *  @param {() => unknown} move
 *  @returns {boolean} whether it was made */
export function isAllowed(move) {
  try {
    move();
    return true;
  } catch (error) {
    toast(messageOf(error));
    return false;
  }
}

let toastTimer = 0;

/** A short message at the bottom of the page; screen readers announce it.
 *  @param {string} text
 *  @param {number} [seconds] */
export function toast(text, seconds = 4) {
  let box = /** @type {HTMLElement | null} */ (document.querySelector(".toast"));
  if (!box) {
    box = h("div", { class: "toast", role: "status" });
    document.body.append(box);
  }
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toastTimer);
  const shown = box;
  toastTimer = setTimeout(() => { shown.hidden = true; }, seconds * 1000);
}

/** Call a function for keys without modifiers, outside of fields; `bindings` has the functions by key.
 *  @param {Record<string, (() => unknown) | undefined>} bindings */
export function onKeys(bindings) {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
    const action = bindings[event.key];
    if (!action || (event.key === " " && target.matches("button, summary, a"))) return; // they use it themselves
    event.preventDefault();
    action();
  });
}

/** Call functions when buttons are clicked; they are given by the ids of the buttons.
 *  @param {{ [Id in keyof PageElements]?: () => unknown }} actions */
export function onClicks(actions) {
  for (const [id, action] of Object.entries(actions)) byId(/** @type {keyof PageElements} */ (id)).addEventListener("click", action);
}

/** Call a function when an element with the role of a button is clicked, or Enter or space is pressed on it.
 *  @param {HTMLElement | SVGElement} element
 *  @param {() => unknown} action */
export function onActivate(element, action) {
  element.addEventListener("click", action);
  /** @type {HTMLElement} */ (element).addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    action();
  });
}

/** @type {((file: File) => unknown) | null} */
let opener = null;

/** Let this page open its own files that are dropped or pasted anywhere on it; others are opened on other pages.
 *  @param {(file: File) => unknown} action
 *  @returns {void} */
export function onOwnFile(action) {
  opener = action;
}

/** What this page opens its own files with; null if it has none.
 *  @returns {((file: File) => unknown) | null} */
export const pageOpener = () => opener;

/** Say why a file of this name could not be opened.
 *  @param {string} name
 *  @param {{ message: string, line?: number }} error */
export function showOpenError(name, { line, message }) {
  showMessage(t(line ? "common.open_failed_line" : "common.open_failed", { name, line, message }), "bad");
}

const GZIP = [0x1f, 0x8b];

/** The text of bytes: in the encoding that an XML text declares, else UTF-8. XML that is not, as BurrTools wrote it once, is ISO 8859-1.
 *  @param {BufferSource} bytes
 *  @returns {string} */
function decoded(bytes) {
  const text = new TextDecoder().decode(bytes), isXml = text.startsWith("<?xml");
  const encoding = isXml && (/^[^>]*?encoding=["']([\w.:-]+)["']/.exec(text)?.[1] ?? (text.includes("\ufffd") && "iso-8859-1"));
  try {
    return encoding ? new TextDecoder(encoding).decode(bytes) : text;
  } catch {
    return text; // there is no such encoding
  }
}

/** The text of a file, unpacked if gzip packed it, to at most `maxBytes`; an ApiError for what cannot be unpacked.
 *  @param {Blob & { name: string }} file
 *  @param {number} maxBytes
 *  @returns {Promise<string>} */
export async function textOf(file, maxBytes) {
  const first = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  if (!GZIP.every((byte, i) => first[i] === byte)) return decoded(await file.arrayBuffer());
  /** @type {Uint8Array[]} */
  const parts = [];
  let bytes = 0;
  try {
    for (const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader(); ;) {
      const { done, value } = await reader.read();
      if (done) return decoded(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
      bytes += value.length;
      if (bytes > maxBytes) { reader.cancel(); break; }
      parts.push(value);
    }
  } catch {
    throw new ApiError({ message: t("common.damaged") });
  }
  throw new ApiError({ message: tooLarge(file, maxBytes) });
}

/** The message for a file that is too large.
 *  @param {{ name: string }} file
 *  @param {number} maxBytes
 *  @returns {string} */
export const tooLarge = (file, maxBytes) => t("common.too_large", { name: file.name, limit: `${maxBytes / 1000} kB` });

/** Where something is stored: in this browser, or only in this tab.
 *  @typedef {"localStorage" | "sessionStorage"} StorageName */

/** What this browser stores under a name; `otherwise` if there is nothing, or nothing readable.
 *  @param {string} name
 *  @param {unknown} otherwise
 *  @param {StorageName} [where]
 *  @returns {any} what `store` was called with, by any earlier version */
export function loadStored(name, otherwise, where = "localStorage") {
  try {
    return JSON.parse(window[where].getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Store a value in this browser; pages also work without storage.
 *  @param {string} name
 *  @param {unknown} value
 *  @param {StorageName} [where]
 *  @returns {boolean} whether it was stored */
export function store(name, value, where = "localStorage") {
  try {
    window[where].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    console.info("local storage is full, or not available");
    return false;
  }
}

/** @param {string} name
 *  @returns {string} */
export const withoutExtension = (name) => name.replace(/\.[^.]*$/, "");

/** Show what the page has open as its heading, such as the name of a file.
 *  @param {string} text */
export function showHeading(text) {
  /** @type {HTMLElement} */ (document.querySelector("h1")).textContent = text;
}

/** The name of a file for something with a title, without the extension.
 *  @param {string} title
 *  @param {string} otherwise
 *  @returns {string} */
export const fileName = (title, otherwise) => title.trim().replace(/[^\p{L}\p{N}.()-]+/gu, "-").replace(/^[-.]+|[-.]+$/g, "").slice(0, 80) || otherwise;

/** Download a text or bytes as a file.
 *  @param {string} name
 *  @param {BlobPart} text */
export function downloadText(name, text) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // some browsers read it a little later
}

/** Copy a text; where that is not allowed, show it.
 *  @param {string} text
 *  @param {string} done the message when it was copied */
export async function shareText(text, done) {
  try {
    await navigator.clipboard.writeText(text);
    toast(done);
  } catch {
    showMessage(text);
  }
}

/** Copy a link; where that is not allowed, put it into the address of the page.
 *  @param {string | URL} link */
export async function shareLink(link) {
  try {
    await navigator.clipboard.writeText(String(link));
    toast(t("common.link_copied"));
  } catch {
    history.replaceState(null, "", link);
    toast(t("common.link_in_address"));
  }
}
