// The shelf: the puzzles of the user, with pictures, tags, search, and a way back for what was deleted.
import { address } from "../js/address.js";
import { backend } from "../js/backend.js";
import { saveBackup } from "../js/backup.js";
import { h } from "../js/elements.js";
import { onFile } from "../js/file_drop.js";
import { t } from "../js/messages.js";
import { MAX_FILE_BYTES, addressOnPage, openAnywhere } from "../js/opening.js";
import { byId, enablePage, hideMessage, onKeys, showMessage, tryAction } from "../js/page.js";
import { queryOf } from "../js/puzzle_link.js";
import { changePuzzle, deletePuzzle, deletedPuzzles, ownPuzzles, restorePuzzle } from "../js/shelf.js";
import { solvedRecords } from "../js/solved_records.js";

/** @typedef {import("../js/shelf.js").OwnPuzzle} OwnPuzzle */

const search = /** @type {HTMLFormElement} */ (byId("filters")), dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
const changes = /** @type {HTMLFormElement} */ (byId("changes"));
/** @type {Map<string, string>} the addresses of pictures by the keys of the puzzles */
const pictures = new Map();
let tag = ""; // that is looked for
let changed = ""; // the key of the puzzle in the dialogue

/** A text of the page of a puzzle; another server may have had pages that this one lacks.
 *  @param {OwnPuzzle} one
 *  @param {(name: string) => string} text of the page with this name
 *  @returns {string} */
function ofPage(one, text) {
  try {
    return one.page?.name ? text(one.page.name) : "";
  } catch {
    return "";
  }
}

/** @param {OwnPuzzle} one
 *  @returns {string} */
const kindOf = (one) => (one.address ? ofPage(one, (name) => t(`${name}.title`)) : "");

/** @param {OwnPuzzle} one
 *  @returns {string} */
const titleOf = (one) => one.title || kindOf(one) || t("common.untitled");

/** The pictures are drawn by the server when they come into view.
 *  @type {IntersectionObserver} */
const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    drawPicture(/** @type {HTMLElement} */ (target));
  }
}, { rootMargin: "200px" });

/** @param {HTMLElement} place
 *  @returns {Promise<void>} */
async function drawPicture(place) {
  const key = place.dataset.key ?? "", one = ownPuzzles().find((each) => each.key === key);
  if (!one) return;
  if (!pictures.has(key)) {
    const answer = await tryAction(() => backend.picture({ puzzle: { text: one.text, format: "toml" } }), () => null);
    if (!answer) return;
    pictures.set(key, URL.createObjectURL(new Blob([answer.svg], { type: "image/svg+xml" })));
  }
  place.replaceChildren(h("img", { src: pictures.get(key), alt: "" }));
}

/** The link that opens a puzzle on a page.
 *  @param {OwnPuzzle} one
 *  @param {string} href
 *  @param {string} text
 *  @param {string} [kind]
 *  @returns {HTMLElement} */
const link = (one, href, text, kind = "") => h("a", { class: `btn ${kind}`, href, "aria-label": t("puzzles.page_label", { action: text, title: titleOf(one) }) }, text);

/** @param {OwnPuzzle} one
 *  @returns {HTMLElement[]} */
function links(one) {
  const query = queryOf({ own: one.key });
  if (one.address) {
    const [page, fragment] = one.address.split("#");
    return [link(one, addressOnPage({ address: `${page}${query}#${fragment}` }, "", one.title), t("puzzles.play"), "primary")];
  }
  const own = one.page?.address ? ofPage(one, (name) => t(`${name}.open_it`)) : "";
  return [
    ...(own && one.page ? [link(one, addressOnPage(one.page, query, one.title), own, "primary")] : []),
    ...(one.playable ? [link(one, address(`/play${query}`), t("puzzles.play"), own ? "" : "primary")] : []),
    link(one, address(`/solve${query}`), t("puzzles.solve")), ...(one.playable ? [link(one, address(`/edit${query}`), t("shelf.edit"))] : []),
  ];
}

/** @param {OwnPuzzle} one
 *  @param {boolean} isSolved
 *  @returns {HTMLElement} */
function card(one, isSolved) {
  const title = titleOf(one), place = h("div", { class: "thumb", "data-key": one.key }, h("span", { class: "small" }, kindOf(one)));
  if (!one.address) seen.observe(place);
  return h("article", { class: "card own", "data-key": one.key }, place, h("div", { class: "about" },
    h("div", { class: "name" }, title), h("div", { class: "small quiet" }, one.summary ?? ""),
    h("div", { class: "row" }, isSolved ? h("span", { class: "chip solved" }, t("shelf.solved")) : null, (one.tags ?? []).map((each) => h("span", { class: "chip" }, each))),
    h("div", { class: "actions" }, links(one)),
    h("div", { class: "actions" },
      h("button", { class: "btn", type: "button", "aria-label": t("shelf.button_label", { action: t("shelf.change"), title }), onclick: () => change(one) }, t("shelf.change")),
      h("button", { class: "btn danger", type: "button", "aria-label": t("shelf.button_label", { action: t("shelf.delete"), title }), onclick: () => remove(one) }, t("shelf.delete")))));
}

function show() {
  const puzzles = ownPuzzles(), records = solvedRecords(), deleted = deletedPuzzles();
  const tags = [...new Set(puzzles.flatMap((one) => one.tags ?? []))].sort();
  if (!tags.includes(tag)) tag = "";
  const words = String(new FormData(search).get("words")).toLowerCase().split(/\s+/);
  const shown = puzzles.filter((one) => {
    const text = `${titleOf(one)} ${one.summary ?? ""} ${(one.tags ?? []).join(" ")}`.toLowerCase();
    return words.every((word) => text.includes(word)) && (!tag || one.tags?.includes(tag));
  });
  search.hidden = !puzzles.length;
  byId("tags").replaceChildren(...tags.map((each) => h("button", {
    class: "btn", type: "button", "aria-pressed": String(each === tag), onclick: () => { tag = tag === each ? "" : each; show(); },
  }, each)));
  byId("puzzles").replaceChildren(...shown.map((one) => card(one, `own/${one.key}` in records)));
  if (!shown.length) byId("puzzles").append(h("p", { class: "note" }, t(puzzles.length ? "puzzles.no_match" : "shelf.empty")));
  byId("deleted").hidden = !deleted.length;
  byId("deleted").querySelector("ul")?.replaceChildren(...deleted.map((one) => h("li", {}, titleOf(one), h("button", {
    class: "btn", type: "button", "aria-label": t("shelf.button_label", { action: t("shelf.restore"), title: titleOf(one) }), onclick: () => restore(one.key),
  }, t("shelf.restore")))));
}

/** @param {OwnPuzzle} one
 *  @returns {void} */
function remove(one) {
  deletePuzzle(one.key);
  show();
  showMessage(t("shelf.was_deleted", { title: titleOf(one) }));
  byId("message").append(" ", h("button", { class: "btn", type: "button", onclick: () => restore(one.key) }, t("common.undo")));
  byId("message").querySelector("button")?.focus();
}

/** @param {string} key
 *  @returns {void} */
function restore(key) {
  restorePuzzle(key);
  hideMessage();
  show();
  /** @type {HTMLElement | null} */ (document.querySelector(`.own[data-key="${key}"] a`))?.focus();
}

/** @param {OwnPuzzle} one
 *  @returns {void} */
function change(one) {
  changed = one.key;
  byId("new-title").value = one.title;
  byId("new-tags").value = (one.tags ?? []).join(", ");
  dialog.returnValue = "";
  dialog.showModal();
}

dialog.addEventListener("close", () => {
  if (dialog.returnValue !== "keep") return;
  const form = new FormData(changes);
  const tags = [...new Set(String(form.get("tags")).split(",").map((each) => each.trim()).filter(Boolean))];
  changePuzzle(changed, { title: String(form.get("title")).trim(), tags });
  show();
});
changes.addEventListener("keydown", (event) => { // Enter keeps the changes: the first button would cancel them
  if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
  event.preventDefault();
  dialog.close("keep");
});
search.addEventListener("input", show);
search.addEventListener("submit", (event) => event.preventDefault());
byId("save").addEventListener("click", saveBackup);
onFile(/** @type {HTMLInputElement} */ (byId("file")), MAX_FILE_BYTES, openAnywhere);
document.addEventListener("keydown", (event) => {
  const [last] = deletedPuzzles();
  if (!last || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.key !== "z" || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  restore(last.key);
});
onKeys({ u: () => { const [last] = deletedPuzzles(); if (last) restore(last.key); } });
addEventListener("storage", show); // in another tab
addEventListener("pageshow", (event) => { if (event.persisted) show(); });
show();
enablePage();
