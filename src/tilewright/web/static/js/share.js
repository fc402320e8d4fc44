// Sharing an address that holds a puzzle and a position, or a text, by what the device offers.
import { h } from "./elements.js";
import { t } from "./messages.js";
import { downloadText, toast } from "./page.js";

/** The longest address, in characters, that mail and chat programs carry without loss. */
export const MAX_ADDRESS = 8_000;

/** Share by the device where it can, else copy, else show the text in a field.
 *  @param {{ title?: string, text?: string, url?: string }} shared with a text, an address or both
 *  @returns {Promise<void>} */
export async function share({ title = "", text = "", url = "" }) {
  const data = { ...(title && { title }), ...(text && { text }), ...(url && { url }) };
  if (navigator.share && (navigator.canShare?.(data) ?? true)) {
    try {
      await navigator.share(data);
      return;
    } catch (error) {
      if (/** @type {Error} */ (error).name === "AbortError") return; // the user closed it
    }
  }
  const copied = [text, url].filter(Boolean).join("\n");
  try {
    await navigator.clipboard.writeText(copied);
    toast(t(url && !text ? "common.link_copied" : "share.text_copied"));
  } catch {
    showInField(copied);
  }
}

/** Share on a click.
 *  @param {HTMLButtonElement} button
 *  @param {() => Promise<{ title?: string, url: string, file?: { name: string, text: string } } | null>} shared gives the address, and the
 *    file that is offered where the address is too long; null for nothing to share
 *  @returns {void} */
export function bindShare(button, shared) {
  button.addEventListener("click", async () => {
    const offered = await shared();
    if (!offered) return;
    const { title, url, file } = offered;
    if (url.length > MAX_ADDRESS && file) offerFile(file);
    else await share({ title, url });
  });
}

/** @param {string} text */
function showInField(text) {
  const field = h("textarea", { readonly: true, rows: 4, "aria-label": t("share.text") }, text);
  openDialog(t("share.copy_yourself"), field);
  field.select();
}

/** @param {{ name: string, text: string }} file */
function offerFile({ name, text }) {
  openDialog(t("share.too_long"), h("button", { class: "btn primary", type: "button", onclick: () => downloadText(name, text) }, t("share.download", { name })));
}

/** Show a dialogue with a sentence, something to use, and a button that closes it.
 *  @param {string} sentence
 *  @param {...HTMLElement} content
 *  @returns {HTMLDialogElement} */
export function openDialog(sentence, ...content) {
  const dialog = h("dialog", { "aria-label": sentence }, h("p", {}, sentence), h("div", { class: "stack" }, ...content,
    h("form", { method: "dialog" }, h("button", { class: "btn", type: "submit" }, t("common.close")))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
