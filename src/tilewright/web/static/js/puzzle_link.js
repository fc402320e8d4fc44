// Which puzzle a page is about: a name in the address, or a text that this browser keeps.
// Links carry ?puzzle=NAME for the catalogue and ?own=KEY for a text kept in this browser; #t=... carries a
// text itself, packed, so that a link can be sent to somebody else.
import { keep, kept } from "./shell.js";

const OWN = "own-puzzles";
const MOST_KEPT = 30;

/** The query of a link to the same puzzle on another page. */
export function here(source) {
  return source.catalogue ? `?puzzle=${encodeURIComponent(source.catalogue)}` : `?own=${source.own}`;
}

/** Keep a puzzle that a visitor brought; the query of a link to it. */
export function bring(view) {
  const own = kept(OWN, []);
  const key = hash(view.toml);
  const rest = own.filter((one) => one.key !== key);
  keep(OWN, [{ key, title: view.title, text: view.toml, words: view.summary, playable: view.playable }, ...rest].slice(0, MOST_KEPT));
  return `?own=${key}`;
}

function hash(text) {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) value = ((value ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
  return value.toString(36);
}

/** The puzzles that this browser keeps: {key, title, text, words, playable}, newest first. */
export const ownPuzzles = () => kept(OWN, []);

/** What the address names, as the API takes it (PuzzleSource); null where it names nothing. */
export async function source() {
  const query = new URLSearchParams(location.search);
  if (query.get("puzzle")) return { catalogue: query.get("puzzle") };
  if (query.get("own")) {
    const found = ownPuzzles().find((one) => one.key === query.get("own"));
    if (!found) throw new Error("this browser does not keep that puzzle; it may have been brought with another one");
    return { text: found.text, format: "toml" };
  }
  const packed = new URLSearchParams(location.hash.slice(1)).get("t");
  return packed ? { text: await unpacked(packed), format: "toml" } : null;
}

/** The address of a position of a game; a puzzle that is not in the catalogue travels along in it. */
export async function linkTo(source, toml, position) {
  const place = new URL(location.href);
  place.search = source.catalogue ? here(source) : "";
  place.hash = source.catalogue ? `p=${position}` : `t=${await packed(toml)}&p=${position}`;
  return place.href;
}

/** A text packed for an address (deflate, base64url). */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The text that `packed` packed; an Error when it is no such thing. */
export async function unpacked(word) {
  try {
    const binary = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return await new Response(stream).text();
  } catch {
    throw new Error("the link is damaged: its puzzle cannot be read");
  }
}
