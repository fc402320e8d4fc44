// The page where domino shuffling of the Aztec diamond is watched step by step. The core gives each step; here it is drawn.
import { address } from "../js/address.js";
import { countBlocks, DIRECTION_COLOURS, drawDiamond, heightRange } from "../js/aztec_drawing.js";
import { backend } from "../js/backend.js";
import { h } from "../js/elements.js";
import { formatNumber, messageOf, t } from "../js/messages.js";
import { byId, enablePage, hideMessage, onClicks, onKeys, showMessage } from "../js/page.js";
import { bindShare } from "../js/share.js";

const AHEAD = 30; // steps that are asked for before they are needed
const FIRST_SHOWN = 8; // the order that is shown where the address has none
const SLIDE_MS = 300;
const NUMBERS = /** @type {const} */ (["order", "seed", "horizontal", "vertical"]);
const ARROWS = { N: "↑", S: "↓", E: "→", W: "←" };

const MAX_TWO_PERIODIC = 200; // the order

/** What is shuffled.
 *  @typedef {{ order: number, seed: number, horizontal: number, vertical: number, two_periodic: string }} Settings */

/** @type {Settings} */
let settings = { order: 30, seed: 1, horizontal: 1, vertical: 1, two_periodic: "" };
// `steps[m - 1]` leads to the order m; gaps are not asked for yet. `at` is what is shown: of the step `order` the part `part`.
let steps = /** @type {string[]} */ ([]), at = { order: 0, part: 3 }, moved = 1;
let heights = { order: 0, values: /** @type {(number | null)[] | null} */ (null) };
/** @type {Promise<void> | null} */
let request = null;
// `action` grows with every action of the user, which ends what was going on before.
// `awaited` is the order that new settings are to show, while they are on their way.
let awaited = /** @type {number | null} */ (null), action = 0, isPlaying = false, timer = 0, addressTimer = 0;

const shown = () => /** @type {"directions" | "heights" | "contours"} */ (byId("show").value);
const inParts = () => byId("parts").checked && shown() !== "heights";
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");

/** Ask for steps from an order on. @param {number} order */
function requestSteps(order) {
  const mine = settings;
  request ??= (async () => {
    const answer = await backend.shuffleSteps({ ...mine, start: order });
    if (mine !== settings) return;
    answer.steps.forEach((blocks, k) => { steps[order - 1 + k] = blocks; });
  })().finally(() => { request = null; });
  return request;
}

/** Have the step that leads to an order, and its heights where they are shown. @param {number} order */
async function need(order) {
  while (order > 0 && !steps[order - 1]) await requestSteps(order);
  const next = Math.min(order + AHEAD, settings.order);
  if (isPlaying && !request && !steps[next - 1]) {
    let missing = order + 1;
    while (steps[missing - 1]) missing += 1;
    requestSteps(missing).catch(() => null); // repeated when needed
  }
  if (shown() === "directions" || !order || heights.order === order) return;
  const mine = settings, answer = await backend.shuffleHeights({ ...settings, step: order });
  if (mine === settings) heights = { order, values: answer.heights };
}

/** Show a part of the step that leads to an order, unless another action has begun; whether it was done.
 *  @param {number} order
 *  @param {number} part
 *  @param {number} mine the number of this action */
async function go(order, part, mine) {
  await need(order);
  if (mine !== action) return false;
  awaited = null;
  at = { order, part };
  moved = 1;
  return true;
}

/** The next position; null at the end. */
function nextPosition() {
  if (inParts() && at.part < 3) return { order: at.order, part: at.part + 1 };
  return at.order < settings.order ? { order: at.order + 1, part: inParts() ? 1 : 3 } : null;
}

/** The position before; null at the start. */
function previousPosition() {
  if (inParts() && at.part > 1 && at.order) return { order: at.order, part: at.part - 1 };
  return at.order ? { order: at.part < 3 && !inParts() ? at.order : at.order - 1, part: 3 } : null;
}

function paint() {
  const canvas = byId("diamond"), size = Math.round(canvas.clientWidth * devicePixelRatio);
  if (canvas.width !== size) canvas.width = canvas.height = size;
  const style = getComputedStyle(document.documentElement), { horizontal, vertical } = settings;
  const hasHeights = heights.order === at.order && at.part === 3;
  drawDiamond(canvas, {
    order: at.order, blocks: steps[at.order - 1] ?? "", part: at.part, moved, marks: inParts(), heights: hasHeights ? heights.values : null,
    show: shown(), circle: byId("circle").checked && !settings.two_periodic ? horizontal ** 2 / (horizontal ** 2 + vertical ** 2) : null,
  }, { ground: style.getPropertyValue("--grid"), line: style.getPropertyValue("--ink") });
}

function show() {
  paint();
  const { order, part } = at, n = countBlocks(order ? steps[order - 1] : ""), text = textOf(n);
  byId("sentence").textContent = text;
  byId("reached").textContent = formatNumber(order);
  byId("seek").value = String(order);
  byId("seek").setAttribute("aria-valuetext", t("shuffle.at", { order, text: "" }).trim());
  const created = part === 3 ? 1 : 0, numbers = { N: n.N + created * n.h, S: n.S + created * n.h, E: n.E + created * n.v, W: n.W + created * n.v };
  const facts = /** @type {const} */ (["N", "S", "E", "W"]).map((direction) => t("shuffle.fact", { direction: t(`shuffle.${direction}`), n: numbers[direction] }));
  [...byId("facts").children].forEach((item, k) => { /** @type {HTMLElement} */ (item.lastElementChild).textContent = facts[k]; });
  byId("diamond").setAttribute("aria-label", [t("shuffle.diamond"), text, `${facts.join(", ")}.`].join(". "));
  const range = heights.order === order && heights.values && shown() !== "directions" ? heightRange(heights.values) : null;
  byId("range").hidden = !range;
  if (range) byId("range").textContent = t("shuffle.heights_range", { least: range[0], greatest: range[1] });
  byId("command-words").textContent = t(settings.two_periodic ? "shuffle.command_last" : "shuffle.command");
  byId("command").textContent = commandOf(settings.two_periodic ? settings.order : order || settings.order);
  byId("circle-field").hidden = Boolean(settings.two_periodic);
  byId("back").disabled = byId("first").disabled = !previousPosition();
  byId("step").disabled = byId("last").disabled = !nextPosition();
}

/** What is seen, in words. @param {ReturnType<typeof countBlocks>} n */
function textOf(n) {
  const { order, part } = at;
  if (!order) return t("shuffle.start");
  const singles = n.N + n.S + n.E + n.W, pairs = n.H + n.V, filled = { n: n.h + n.v, horizontal: n.h, vertical: n.v };
  if (!inParts()) return t("shuffle.at", { order, text: t("shuffle.whole", { deleted: pairs, moved: singles, filled: filled.n }) });
  const parts = [pairs ? t("shuffle.delete", { n: pairs }) : t("shuffle.delete_none"), singles ? t("shuffle.move", { n: singles }) : t("shuffle.move_none"), t("shuffle.create", filled)];
  return t("shuffle.at", { order, text: parts[part - 1] });
}

/** @param {number} order */
function commandOf(order) {
  const weights = /** @type {const} */ (["horizontal", "vertical"]).filter((name) => settings[name] !== 1).map((name) => ` --${name} ${settings[name]}`);
  if (settings.two_periodic) weights.push(" --weights two-periodic.toml");
  return `tilewright shuffle ${order} --seed ${settings.seed}${weights.join("")}`;
}

/** The address of this page with what it shows. */
function link() {
  const query = new URLSearchParams(), base = new URL(address("/shuffle"), location.href);
  for (const name of NUMBERS) if (settings[name] !== 1 || name === "seed") query.set(name, String(settings[name]));
  if (settings.two_periodic) query.set("two_periodic", settings.two_periodic);
  query.set("step", String(at.order));
  if (at.part < 3) query.set("part", String(at.part));
  if (shown() !== "directions") query.set("show", shown());
  if (byId("circle").checked) query.set("circle", "1");
  base.search = String(query);
  return base.href;
}

/** Keep in the address what is shown, not more often than browsers allow. */
function keepAddress() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", link()), 400);
}

function pause() {
  action += 1;
  isPlaying = false;
  clearTimeout(timer);
  moved = 1;
  byId("run").textContent = t("shuffle.play");
  byId("sentence").setAttribute("aria-live", "polite");
  return action;
}

/** @template Result
 *  @param {() => Promise<Result>} call
 *  @returns {Promise<Result | false>} */
async function attempt(call) {
  try {
    return await call();
  } catch (error) {
    showMessage(messageOf(error), "warn");
    return false;
  }
}

/** Milliseconds per part: from 1.5 s to a frame. */
const waitMs = () => 1500 * 0.955 ** Number(byId("speed").value);

async function play() {
  if (!nextPosition()) { pause(); at = { order: 0, part: 3 }; }
  const mine = pause();
  isPlaying = true;
  byId("run").textContent = t("shuffle.pause");
  byId("sentence").setAttribute("aria-live", "off");
  let due = performance.now();
  const turn = async () => {
    due = Math.max(due + waitMs(), performance.now());
    const isDone = await attempt(() => advance(mine, waitMs()));
    if (mine !== action) return;
    if (!isDone || !nextPosition()) { pause(); show(); keepAddress(); return; }
    timer = setTimeout(turn, Math.max(0, due - performance.now()));
  };
  await turn();
}

/** Go to the next position and show it; dominoes are seen to move where there is time.
 *  @param {number} mine
 *  @param {number} wait milliseconds until the next */
async function advance(mine, wait) {
  const next = nextPosition();
  if (!next || !(await go(next.order, next.part, mine))) return false;
  if (at.part === 2 && wait >= 120 && !isCalm.matches && at.order <= 80) slide(mine, Math.min(SLIDE_MS, wait * 0.7));
  show();
  return true;
}

/** @param {number} mine
 *  @param {number} duration milliseconds */
function slide(mine, duration) {
  const start = performance.now();
  moved = 0;
  const frame = () => {
    if (mine !== action || at.part !== 2) return;
    moved = Math.min(1, (performance.now() - start) / duration);
    paint();
    if (moved < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Go to a position as an action of the user.
 *  @param {{ order: number, part: number } | null} position */
async function goTo(position) {
  const mine = pause();
  if (position) await attempt(() => go(position.order, position.part, mine));
  if (mine !== action) return;
  show();
  keepAddress();
}

/** Take the settings of the form, and say what is wrong with them. */
async function takeSettings() {
  const values = { ...settings };
  for (const name of NUMBERS) {
    const field = byId(name), value = Number(field.value), isWrong = !/^\d+$/.test(field.value.trim()) || value < Number(field.min) || value > Number(field.max);
    field.setAttribute("aria-invalid", String(isWrong));
    if (isWrong) {
      pause();
      showMessage(t("shuffle.bad_field", { name: /** @type {HTMLElement} */ (field.closest("label")).textContent?.trim() ?? "", least: Number(field.min), most: Number(field.max) }), "warn");
      return;
    }
    values[name] = value;
  }
  values.two_periodic = byId("two-periodic").value.trim();
  const isRight = isTwoPeriodic(values);
  byId("two-periodic").setAttribute("aria-invalid", String(!isRight));
  if (!isRight) {
    pause();
    showMessage(t("shuffle.bad_two_periodic", { most: MAX_TWO_PERIODIC }), "warn");
    return;
  }
  hideMessage();
  const isPeriodicSame = values.two_periodic === settings.two_periodic, differ = NUMBERS.filter((name) => values[name] !== settings[name]);
  if (isPeriodicSame && !differ.length) return;
  // All orders begin alike, but with two-periodic weights.
  const isSame = isPeriodicSame && !values.two_periodic && differ.every((name) => name === "order");
  settings = values;
  byId("seek").max = String(values.order);
  if (!isSame) { steps = []; heights = { order: 0, values: null }; }
  const order = Math.min(awaited ?? at.order, values.order), mine = pause();
  if (!isSame) at = { order: 0, part: 3 };
  awaited = order;
  await attempt(() => go(order, 3, mine));
  if (mine !== action) return;
  show();
  keepAddress();
}

/** Whether there is no two-periodic weight, or one that goes with the other settings. @param {Settings} values */
const isTwoPeriodic = ({ order, horizontal, vertical, two_periodic: weight }) => !weight || (order <= MAX_TWO_PERIODIC && horizontal === 1 && vertical === 1
  && /^\d{1,9}(\.\d{1,9}|\/\d{1,9})?$/.test(weight) && /[1-9]/.test(weight.split("/")[0]) && !/\/0+$/.test(weight));

/** Take what the address says; values that the form does not accept are left out. */
function readAddress() {
  const query = new URLSearchParams(location.search);
  for (const name of NUMBERS) {
    const value = query.get(name) ?? "", field = byId(name);
    if (/^\d+$/.test(value) && Number(value) >= Number(field.min) && Number(value) <= Number(field.max)) field.value = value;
    settings[name] = Number(field.value);
  }
  const periodic = query.get("two_periodic") ?? "";
  if (isTwoPeriodic({ ...settings, two_periodic: periodic })) settings.two_periodic = byId("two-periodic").value = periodic;
  byId("seek").max = String(settings.order);
  if (["heights", "contours"].includes(query.get("show") ?? "")) byId("show").value = query.get("show") ?? "";
  byId("circle").checked = query.get("circle") === "1";
  const step = query.get("step") ?? "", part = Number(query.get("part"));
  const order = Math.min(settings.order, /^\d+$/.test(step) ? Number(step) : FIRST_SHOWN);
  return { order, part: order && (part === 1 || part === 2) && inParts() ? part : 3 };
}

const actions = {
  first: () => goTo({ order: 0, part: 3 }),
  last: () => goTo({ order: settings.order, part: 3 }),
  back: () => goTo(previousPosition()),
  step: async () => {
    const mine = pause();
    await attempt(() => advance(mine, 2 * SLIDE_MS));
    if (mine === action) keepAddress();
  },
  run: () => { if (isPlaying) { pause(); show(); keepAddress(); } else play(); },
};
/** @param {() => unknown} call */
const cleared = (call) => () => { hideMessage(); call(); };
const [first, last, back, step, run] = [actions.first, actions.last, actions.back, actions.step, actions.run].map(cleared);
onClicks({ first, last, back, step, run });
onKeys({ ArrowLeft: back, ArrowRight: step, " ": run, Home: first, End: last });
byId("seek").addEventListener("input", () => goTo({ order: Number(byId("seek").value), part: 3 }));
byId("settings").addEventListener("submit", (event) => event.preventDefault());
for (const id of /** @type {const} */ ([...NUMBERS, "two-periodic"])) byId(id).addEventListener("change", takeSettings);
byId("new-seed").addEventListener("click", () => {
  byId("seed").value = String(1 + Math.floor(Math.random() * 999_999));
  takeSettings();
});
for (const id of /** @type {const} */ (["show", "parts", "circle"])) byId(id).addEventListener("change", () => goTo({ order: at.order, part: inParts() ? at.part : 3 }));
bindShare(byId("share"), async () => ({ title: document.title, url: link() }));
new ResizeObserver(paint).observe(byId("diamond"));
new MutationObserver(paint).observe(document.documentElement, { attributeFilter: ["data-theme"] });

byId("facts").append(.../** @type {const} */ (["N", "S", "E", "W"]).map((direction) => {
  const swatch = h("span", { class: "swatch", "aria-hidden": "true" }, ARROWS[direction]);
  swatch.style.background = DIRECTION_COLOURS[direction];
  swatch.classList.toggle("dark", direction === "N" || direction === "S");
  return h("li", {}, swatch, h("span", {}));
}));
const start = readAddress();
await goTo(start);
enablePage();
