// A solid on the page that is turned by mouse, touch and keys, made larger by the wheel or two fingers, and pulled apart.
import { ARROWS, h } from "./elements.js";
import { t } from "./messages.js";
import { DEFAULT_VIEW, hasWebGL, paint } from "./solid_painter.js";

const QUARTER = Math.PI / 2, MAX_ZOOM = 8, MIN_ZOOM = 0.4;
const RADIANS = 0.01; // for each pixel that is dragged
const STEP = 0.26; // radians that an arrow key turns
const SWING_S = 0.18; // how long a solid turns on after it was let go
const SETTLE_S = 0.07; // in which the way to where it is to stand becomes a third

/** @type {Record<string, number | undefined>} */
const ZOOMS = { "+": 1.25, "=": 1.25, "-": 0.8 }; // by keys

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
/** @param {number} value
 *  @param {number} low
 *  @param {number} high */
const within = (value, low, high) => Math.max(low, Math.min(high, value));

/** @typedef {import("./solid_drawing.js").Scene} Scene
 *  @typedef {import("./solid_drawing.js").Turn} Turn
 *  @typedef {ArrayLike<import("./solid_painter.js").Pose | undefined>} Poses */

/** A panel that shows scenes.
 *  @typedef {object} SolidPanel
 *  @property {HTMLElement} box
 *  @property {HTMLCanvasElement} canvas
 *  @property {() => void} repaint
 *  @property {(scene: Scene, poses?: Poses, reach?: ((apart: number) => number) | null) => void} show `poses` are those of `paint`, and
 *    `reach` is its reach by how far the pieces are pulled apart */

/** A panel that shows scenes (see solid_drawing.js); `decorate` draws on top.
 *  @param {string} [label]
 *  @param {{ decorate?: (canvas: HTMLCanvasElement, turn: Turn & { zoom: number }) => void }} [options]
 *  @returns {SolidPanel} */
export function solidPanel(label = t("solid.view"), { decorate = () => {} } = {}) {
  const canvas = h("canvas", { tabindex: "0", role: "img", "aria-label": label, title: t("solid.help") });
  const slider = h("input", { type: "range", min: 0, max: 100, value: 0, "aria-label": t("solid.pull_apart") });
  const now = { ...DEFAULT_VIEW, zoom: 1 }, goal = { ...now };
  /** @typedef {{ x: number, y: number, time: number }} Finger */
  /** @type {Map<number, Finger>} */
  const fingers = new Map();
  let scene = /** @type {Scene | null} */ (null), poses = /** @type {Poses} */ ([]), reach = /** @type {((apart: number) => number) | null} */ (null);
  let frame = /** @type {number | null} */ (null), last = 0, speed = [0, 0];

  const repaint = () => {
    if (!scene) return;
    const apart = Number(slider.value) / 100;
    paint(canvas, scene, { turn: now, zoom: now.zoom, apart, poses, reach: reach?.(apart) });
    decorate(canvas, now);
  };
  /** @param {number} time */
  const move = (time) => {
    const passed = within((time - last) / 1000, 0, 0.1), share = isStill() ? 1 : 1 - Math.exp(-passed / SETTLE_S);
    last = time;
    let left = 0;
    for (const name of /** @type {const} */ (["yaw", "pitch", "zoom"])) {
      now[name] += (goal[name] - now[name]) * share;
      left = Math.max(left, Math.abs(goal[name] - now[name]));
    }
    if (left < 1e-3) Object.assign(now, goal);
    repaint();
    frame = left < 1e-3 || !canvas.isConnected ? null : requestAnimationFrame(move);
  };
  const glide = () => {
    if (frame !== null) return;
    last = performance.now();
    frame = requestAnimationFrame(move);
  };
  /** @param {number} yaw
   *  @param {number} pitch */
  const turnBy = (yaw, pitch) => {
    goal.yaw += yaw;
    goal.pitch = within(goal.pitch + pitch, -QUARTER, QUARTER);
  };
  /** @param {number} factor */
  const zoomBy = (factor) => { goal.zoom = within(goal.zoom * factor, MIN_ZOOM, MAX_ZOOM); };
  /** Be at once where it is to be, as under a finger nothing may lag. */
  const jump = () => { Object.assign(now, goal); repaint(); };
  const reset = () => {
    goal.yaw = DEFAULT_VIEW.yaw + Math.round((now.yaw - DEFAULT_VIEW.yaw) / (4 * QUARTER)) * 4 * QUARTER; // the short way round
    Object.assign(goal, { pitch: DEFAULT_VIEW.pitch, zoom: 1 });
    glide();
  };

  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, { x: event.clientX, y: event.clientY, time: event.timeStamp });
    canvas.setPointerCapture(event.pointerId);
    Object.assign(goal, now);
    speed = [0, 0];
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y], passed = Math.max(1, event.timeStamp - before.time) / 1000;
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    const span = (/** @type {Finger} */ finger) => (other ? Math.hypot(finger.x - other.x, finger.y - other.y) : 0);
    const after = { x: event.clientX, y: event.clientY, time: event.timeStamp };
    if (span(before) > 0) zoomBy(span(after) / span(before));
    turnBy((dx * RADIANS) / (other ? 2 : 1), (dy * RADIANS) / (other ? 2 : 1));
    speed = other ? [0, 0] : [dx, dy].map((value, i) => 0.5 * speed[i] + 0.5 * (value / passed) * RADIANS);
    fingers.set(event.pointerId, after);
    jump();
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
    canvas.addEventListener(end, (event) => {
      const finger = fingers.get(event.pointerId);
      if (!finger) return;
      fingers.delete(event.pointerId);
      if (end === "pointercancel" || fingers.size || isStill() || event.timeStamp - finger.time > 60) return; // it was held, not thrown
      const [yaw, pitch] = speed.map((value) => within(value, -12, 12) * SWING_S);
      turnBy(yaw, pitch);
      glide();
    });
  }
  canvas.addEventListener("wheel", (event) => {
    if (document.activeElement !== canvas && !event.ctrlKey) return; // the page scrolls
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)));
    glide();
  }, { passive: false });
  canvas.addEventListener("dblclick", reset);
  canvas.addEventListener("keydown", (event) => {
    const arrow = ARROWS[event.key], zoom = ZOOMS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey || !(arrow || zoom || event.key === "0")) return;
    event.preventDefault();
    if (event.key === "0") { reset(); return; }
    if (arrow) turnBy(arrow[0] * STEP, arrow[1] * STEP);
    else if (zoom) zoomBy(zoom);
    glide();
  });
  slider.addEventListener("input", repaint);
  new ResizeObserver(repaint).observe(canvas);
  const box = h("div", { class: "stack" }, canvas, h("label", { class: "field" }, t("solid.pull_apart"), slider),
    hasWebGL() ? null : h("p", { class: "small quiet" }, t("solid.no_webgl")));
  return { box, canvas, repaint, show(shown, at = [], far = null) { [scene, poses, reach] = [shown, at, far]; repaint(); } };
}
