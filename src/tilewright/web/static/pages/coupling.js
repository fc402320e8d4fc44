// The page where coupling from the past is watched, and tilings are flipped. The core gives each tiling; here it is drawn.
import { address } from "../js/address.js";
import { backend } from "../js/backend.js";
import { h } from "../js/elements.js";
import { messageOf, t } from "../js/messages.js";
import { byId, enablePage, hideMessage, onClicks, onKeys, showMessage } from "../js/page.js";
import { drawPairs, layout } from "../js/pair_drawing.js";
import { pack, queryOf, sourceFromAddress } from "../js/puzzle_link.js";
import { bindShare } from "../js/share.js";
import { ownFiles } from "../js/shelf.js";

const MOMENT_MS = 350;
const DEFAULT_SIDES = /** @type {Record<string, string>} */ ({ rectangle: "8x8", hexagon: "6x6x6" });
const WAYS = /** @type {Record<string, readonly [x: number, y: number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

/** @type {Api.CouplingView | null} */
let view = null;
let request = /** @type {Sent<Api.Sent<"post /coupling">>} */ ({ sides: [8, 8] });
/** @type {Api.FlipView | null} */
let flipped = null;
/** @type {readonly number[] | null} */
let cursor = null;
let at = 0, timer = 0, isPlaying = false, addressTimer = 0, asked = 0;
const own = await sourceFromAddress().catch((error) => { showMessage(messageOf(error), "bad"); return null; });

function paint() {
  if (!view) return;
  const { board } = view, frame = view.frames[at], shaded = byId("shade").checked;
  drawPairs(byId("low"), { board, tiling: frame.low, heights: frame.low_heights, shaded });
  drawPairs(byId("high"), { board, tiling: frame.high, heights: frame.high_heights, shaded });
  if (flipped) drawPairs(byId("tiling"), { board, tiling: flipped.tiling, heights: flipped.heights, shaded, marks: flipped.corners, cursor });
}

function show() {
  if (!view) return;
  const { sweeps, flips: n } = view.frames[at], { length } = view.frames, isLast = at === length - 1;
  const values = { sweeps, length: view.sweeps, n };
  const text = length === 1 || !view.sweeps ? t("coupling.only") : isLast ? t("coupling.random", values) : t(n ? "coupling.apart" : "coupling.equal", values);
  byId("sentence").textContent = text;
  byId("low").setAttribute("aria-label", `${t("coupling.low")}. ${text}`);
  byId("high").setAttribute("aria-label", `${t("coupling.high")}. ${text}`);
  byId("seek").max = String(length - 1);
  byId("seek").value = String(at);
  byId("seek").setAttribute("aria-valuetext", text);
  byId("first").disabled = byId("back").disabled = !at;
  byId("step").disabled = byId("last").disabled = isLast;
  paint();
}

/** @param {number} moment */
function goTo(moment) {
  pause();
  if (!view) return;
  at = Math.max(0, Math.min(view.frames.length - 1, moment));
  show();
  keepAddress();
}

function pause() {
  isPlaying = false;
  clearTimeout(timer);
  byId("run").textContent = t("coupling.play");
  byId("sentence").setAttribute("aria-live", "polite");
}

function play() {
  if (!view) return;
  if (at === view.frames.length - 1) at = 0;
  isPlaying = true;
  byId("run").textContent = t("coupling.pause");
  byId("sentence").setAttribute("aria-live", "off");
  const turn = () => {
    if (!view || at >= view.frames.length - 1) { pause(); keepAddress(); return; }
    at += 1;
    show();
    timer = setTimeout(turn, MOMENT_MS);
  };
  timer = setTimeout(turn, MOMENT_MS);
  show();
}

/** The settings as the server takes them; null after saying what is wrong with them. */
function settings() {
  const kind = byId("kind").value, sides = byId("sides").value.trim().split(/\s*[x×, ]\s*/), seed = byId("seed").value.trim(), volume = byId("volume").value.trim();
  const isBoard = kind === "own" || (sides.length === (kind === "rectangle" ? 2 : 3) && sides.every((side) => /^\d{1,3}$/.test(side) && Number(side) >= 1 && Number(side) <= 200));
  const isSeed = /^\d{1,15}$/.test(seed), isVolume = /^\d{1,9}(\.\d{1,9}|\/\d{1,9})?$/.test(volume) && /[1-9]/.test(volume.split("/")[0]) && !/\/0+$/.test(volume);
  for (const [id, isRight] of /** @type {const} */ ([["sides", isBoard], ["seed", isSeed], ["volume", isVolume]])) byId(id).setAttribute("aria-invalid", String(!isRight));
  if (!isBoard || !isSeed || !isVolume) {
    showMessage(t(!isBoard ? "coupling.bad_sides" : !isSeed ? "coupling.bad_seed" : "coupling.bad_volume"), "warn");
    return null;
  }
  const board = kind === "own" && own ? { puzzle: own } : { sides: sides.map(Number) };
  return { ...board, seed: Number(seed), volume };
}

/** Draw a tiling by the settings. @param {number | null} [moment] null for the end */
async function draw(moment = 0) {
  pause();
  hideMessage();
  const wanted = settings(), mine = ++asked;
  if (!wanted) return;
  try {
    const answer = await backend.coupling(wanted);
    const first = await backend.flip({ ...boardOf(wanted), tiling: answer.frames[answer.frames.length - 1].low });
    if (mine !== asked) return;
    request = wanted;
    [view, flipped, cursor] = [answer, first, null];
  } catch (error) {
    if (mine === asked) showMessage(messageOf(error), "warn");
    return;
  }
  const { width, height } = layout(view.board);
  for (const id of /** @type {const} */ (["low", "high", "tiling"])) {
    byId(id).style.aspectRatio = `${width} / ${height}`;
    byId(id).style.maxWidth = `calc(${width / height} * max(260px, 70dvh))`; // high boards stay on the screen
  }
  at = Math.min(moment ?? Infinity, view.frames.length - 1);
  show();
  showFlips();
  keepAddress();
}

/** @param {{ puzzle?: unknown, sides?: number[] }} wanted */
const boardOf = ({ puzzle, sides }) => /** @type {any} */ (puzzle ? { puzzle } : { sides });

function showFlips() {
  if (flipped) byId("volume-now").textContent = t("coupling.volume_now", { n: flipped.volume, corners: flipped.corners.length });
}

/** Flip round a corner. @param {readonly number[]} corner */
async function flip(corner) {
  if (!flipped) return;
  hideMessage();
  const mine = asked;
  try {
    const answer = await backend.flip({ ...boardOf(request), tiling: flipped.tiling, at: [...corner] });
    if (mine !== asked) return;
    flipped = answer;
    paint();
    showFlips();
  } catch (error) {
    showMessage(messageOf(error), "warn");
  }
}

/** @param {readonly number[]} a
 *  @param {readonly number[]} b */
const isSame = (a, b) => a[0] === b[0] && a[1] === b[1];

/** The corner nearest to a place on the board, of these. @param {readonly (readonly number[])[]} corners
 *  @param {number} x in cell sides
 *  @param {number} y */
function nearest(corners, x, y) {
  if (!view) return null;
  const { place } = layout(view.board);
  let best = null, least = Infinity;
  for (const corner of corners) {
    const [cx, cy] = place(corner), distance = Math.hypot(cx - x, cy - y);
    if (distance < least) [best, least] = [corner, distance];
  }
  return best && { corner: best, distance: least };
}

byId("tiling").addEventListener("click", (event) => {
  if (!view || !flipped) return;
  const canvas = byId("tiling"), { width } = layout(view.board), scale = width / canvas.clientWidth;
  const hit = nearest(flipped.corners, event.offsetX * scale, event.offsetY * scale);
  if (hit && hit.distance < 1) flip(hit.corner);
});
byId("tiling").addEventListener("keydown", (event) => {
  if (!view || !flipped || event.ctrlKey || event.metaKey || event.altKey) return;
  const way = WAYS[event.key];
  if (!way && event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  if (!way) {
    if (cursor && flipped.corners.some((corner) => isSame(corner, /** @type {readonly number[]} */ (cursor)))) flip(cursor);
    return;
  }
  const { place, width, height } = layout(view.board), [x, y] = cursor ? place(cursor) : [width / 2, height / 2];
  // The nearest corner in the direction of the key, within 45 degrees.
  const ahead = view.board.corners.filter((corner) => {
    const [cx, cy] = place(corner), forward = (cx - x) * way[0] + (cy - y) * way[1], aside = Math.abs((cx - x) * way[1]) + Math.abs((cy - y) * way[0]);
    return cursor ? forward > 0.01 && aside <= forward : true;
  });
  const found = nearest(ahead, x, y);
  if (!found) return;
  cursor = found.corner;
  const index = view.board.corners.findIndex((corner) => isSame(corner, found.corner)), can = flipped.corners.some((corner) => isSame(corner, found.corner));
  byId("volume-now").textContent = t("coupling.corner", { x: cursor[0], y: cursor[1], height: flipped.heights[index], can: t(can ? "coupling.can" : "coupling.cannot") });
  paint();
});
byId("tiling").addEventListener("blur", () => { cursor = null; paint(); showFlips(); });

/** The address of this page with what it shows.
 *  @param {string} [text] of the puzzle, packed, where others have to read it */
function link(text = "") {
  const base = new URL(address("/coupling"), location.href), isOwn = byId("kind").value === "own", stored = new URLSearchParams(location.search).get("own");
  const puzzle = own?.catalogue ? queryOf(own) : stored && !text ? `?own=${stored}` : "";
  const query = new URLSearchParams(isOwn ? puzzle : { kind: byId("kind").value, sides: (request.sides ?? []).join("x") });
  query.set("seed", String(request.seed ?? 0));
  if (request.volume && request.volume !== "1") query.set("volume", request.volume);
  query.set("moment", String(at));
  if (byId("shade").checked) query.set("shade", "1");
  base.search = String(query);
  base.hash = !isOwn || own?.catalogue ? "" : text ? `t=${text}` : location.hash;
  return base.href;
}

/** Keep in the address what is shown, not more often than browsers allow. */
function keepAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => { if (view) history.replaceState(null, "", link()); }, 400);
}

const first = () => goTo(0), last = () => goTo(Infinity), back = () => goTo(at - 1), step = () => goTo(at + 1);
const run = () => { if (isPlaying) { pause(); keepAddress(); } else play(); };
onClicks({ first, last, back, step, run });
onKeys({ ArrowLeft: back, ArrowRight: step, " ": run, Home: first, End: last });
byId("seek").addEventListener("input", () => goTo(Number(byId("seek").value)));
byId("settings").addEventListener("submit", (event) => event.preventDefault());
byId("kind").addEventListener("change", () => {
  if (byId("kind").value.startsWith("?")) { location.search = byId("kind").value; return; } // a puzzle of the shelf
  byId("sides").value = DEFAULT_SIDES[byId("kind").value] ?? byId("sides").value;
  byId("sides-field").hidden = byId("kind").value === "own";
  draw();
});
for (const id of /** @type {const} */ (["sides", "seed", "volume"])) byId(id).addEventListener("change", () => draw());
byId("shade").addEventListener("change", () => { paint(); keepAddress(); });
byId("new-seed").addEventListener("click", () => {
  byId("seed").value = String(1 + Math.floor(Math.random() * 999_999));
  draw();
});
bindShare(byId("share"), async () => ({ title: document.title, url: link(own?.text ? await pack(own.text) : "") }));
new ResizeObserver(paint).observe(byId("low"));

const query = new URLSearchParams(location.search), moment = query.get("moment") ?? "";
byId("kind").append(...ownFiles().map(({ key, title }) => h("option", { value: `?own=${key}` }, title || t("common.untitled"))));
if (own) byId("kind").append(h("option", { value: "own", selected: true }, t("coupling.own")));
else if (query.get("kind") === "hexagon") [byId("kind").value, byId("sides").value] = ["hexagon", DEFAULT_SIDES.hexagon];
byId("sides-field").hidden = Boolean(own);
for (const id of /** @type {const} */ (["sides", "seed", "volume"])) byId(id).value = query.get(id) ?? byId(id).value;
byId("shade").checked = query.get("shade") === "1";
await draw(/^\d+$/.test(moment) ? Number(moment) : 0);
enablePage();
