// Which puzzle a page shows: ?puzzle=NAME is one of the catalogue, ?own=KEY a text stored in this browser, and #t=... carries
// a packed text, so that the link works for others. &use=any: pieces may be left over, &use=all: as the puzzle says.
// &motions=: how all pieces may be turned and reflected.
import { t } from "./messages.js";
import { ownPuzzles } from "./shelf.js";

/** A puzzle in the address: as the API takes it, or the key of one in this browser.
 *  @typedef {Sent<Api.PuzzleSource> & { own?: string }} Source */

/** @type {Record<"use" | "motions", string[]>} */
const RULES = { use: ["all", "any"], motions: ["fixed", "upright", "rotation", "reflection", "all"] };

/** The query of a link to the same puzzle on another page.
 *  @param {Source} source
 *  @returns {string} */
export function queryOf(source) {
  const rules = /** @type {const} */ (["use", "motions"]).filter((name) => source[name]).map((name) => `&${name}=${source[name]}`).join("");
  return (source.catalogue ? `?puzzle=${encodeURIComponent(source.catalogue)}` : `?own=${source.own}`) + rules;
}

/** The puzzle in the address as the API takes it (PuzzleSource); null if there is none. An Error for rules that do not exist.
 *  @returns {Promise<Source | null>} */
export async function sourceFromAddress() {
  const query = new URLSearchParams(location.search);
  /** @type {{ use?: string, motions?: string }} */
  const rules = {};
  for (const name of /** @type {const} */ (["use", "motions"])) {
    const allowed = RULES[name];
    const value = query.get(name);
    if (!value) continue;
    if (!allowed.includes(value)) throw new Error(t("link.wrong_rule", { name, value, allowed: allowed.join(", ") }));
    rules[name] = value;
  }
  const catalogue = query.get("puzzle");
  if (catalogue) return { catalogue, ...rules };
  if (query.get("own")) {
    const found = ownPuzzles().find((one) => one.key === query.get("own"));
    if (!found) throw new Error(t("link.not_stored"));
    return { text: found.text, format: "toml", ...rules };
  }
  const packed = new URLSearchParams(location.hash.slice(1)).get("t");
  return packed ? { text: await unpack(packed), format: "toml", ...rules } : null;
}

/** The address of a position of a game; it includes a puzzle that is not in the catalogue.
 *  @param {Source} source
 *  @param {string} toml
 *  @param {string} position
 *  @returns {Promise<string>} */
export async function linkToPosition(source, toml, position) {
  const address = new URL(location.href);
  address.search = source.catalogue ? queryOf(source) : "";
  address.hash = source.catalogue ? `p=${position}` : `t=${await pack(toml)}&p=${position}`;
  return address.href;
}

/** A text packed for an address (deflate, base64url).
 *  @param {string} text
 *  @returns {Promise<string>} */
export async function pack(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that `pack` packed; an Error for anything else.
 *  @param {string} packed
 *  @returns {Promise<string>} */
export async function unpack(packed) {
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const { readable, writable } = new DecompressionStream("deflate-raw"), writer = writable.getWriter(), reader = readable.getReader();
    // The same error reaches all of these; Firefox reports those that nobody hears.
    for (const end of [writer.closed, writer.write(bytes), writer.close(), reader.closed]) end.catch(() => null);
    const decoder = new TextDecoder();
    for (let text = ""; ;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    throw new Error(t("link.damaged"));
  }
}

/** The option groups of a select element that lists the catalogue: [label, entries].
 *  @param {Api.CatalogueEntry[]} entries
 *  @returns {[string, Api.CatalogueEntry[]][]} */
export function groupsOf(entries) {
  /** @type {Map<string, Api.CatalogueEntry[]>} */
  const groups = new Map();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return [...groups];
}
