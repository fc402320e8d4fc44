// Dragging a piece by mouse, pen or touch, one at a time; other fingers are ignored.
const TOLERANCE = 6; // pixels that the pointer may move in a click

/** @typedef {object} DragHandlers
 *  @property {(event: PointerEvent) => boolean} over returns whether the piece is shown on the board
 *  @property {(event: PointerEvent) => void} drop
 *  @property {() => DraggedPicture} picture
 *  @property {() => void} ended */

export class Drag {
  /** @typedef {{ id: number, start: PointerEvent, last: PointerEvent, tap: (() => void) | null, moved: boolean, picture: DraggedPicture | null, listening: AbortController }} State */
  #drag = /** @type {State | null} */ (null);

  /** `handlers` has over(event), which returns whether the piece is shown on the board; drop(event); picture(), the picture
   *  under the pointer elsewhere, with its `grip` in pixels; and ended(). The picture is appended to `floor`.
   *  @param {DragHandlers} handlers
   *  @param {HTMLElement} [floor] */
  constructor(handlers, floor = document.body) {
    this.handlers = handlers;
    this.floor = floor;
  }

  get isActive() {
    return this.#drag !== null;
  }

  /** The picture under the pointer, if there is one. */
  get picture() {
    return this.#drag?.picture ?? null;
  }

  /** Start at a pointerdown. `tap` is called if the pointer does not move; with `atOnce` it need not move to drag.
   *  @param {PointerEvent} event
   *  @param {{ tap?: (() => void) | null, atOnce?: boolean }} [options] */
  start(event, { tap = null, atOnce = false } = {}) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    this.cancel();
    const listening = new AbortController(), { signal } = listening;
    this.#drag = { id: event.pointerId, start: event, last: event, tap, moved: false, picture: null, listening };
    const ofPointer = (/** @type {(event: PointerEvent) => void} */ handler) => (/** @type {PointerEvent} */ other) => { if (other.pointerId === this.#drag?.id) handler(other); };
    document.addEventListener("pointermove", ofPointer((move) => this.#moved(move)), { signal });
    document.addEventListener("pointerup", ofPointer((up) => this.#release(up)), { signal });
    document.addEventListener("pointercancel", ofPointer(() => this.cancel()), { signal });
    // Touch captures the pointer for its target, which may be replaced when the board is drawn again.
    const target = /** @type {Element} */ (event.target);
    if (target.hasPointerCapture?.(event.pointerId)) target.releasePointerCapture(event.pointerId);
    if (atOnce) this.#moved(event, true);
  }

  /** @param {PointerEvent} event
   *  @param {boolean} [atOnce] */
  #moved(event, atOnce = false) {
    const drag = this.#drag;
    if (!drag) return;
    drag.last = event;
    if (!atOnce && !drag.moved && Math.hypot(event.clientX - drag.start.clientX, event.clientY - drag.start.clientY) < TOLERANCE) return;
    drag.moved = true;
    document.documentElement.classList.add("dragging");
    const shown = this.handlers.over(event);
    if (!drag.picture) { drag.picture = this.handlers.picture(); this.floor.append(drag.picture); }
    drag.picture.toggleAttribute("hidden", shown);
    const [x, y] = drag.picture.grip;
    drag.picture.style.transform = `translate(${event.clientX - x}px, ${event.clientY - y}px)`;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    const { moved, tap } = this.#drag ?? {};
    this.cancel();
    if (moved) this.handlers.drop(event);
    else tap?.();
  }

  /** Show the piece in its new orientation. */
  refresh() {
    if (!this.#drag?.moved) return;
    this.#drag.picture?.remove();
    this.#drag.picture = null;
    this.#moved(this.#drag.last);
  }

  /** End the drag without placing anything. */
  cancel() {
    const drag = this.#drag;
    if (!drag) return;
    drag.listening.abort();
    drag.picture?.remove();
    this.#drag = null;
    document.documentElement.classList.remove("dragging");
    this.handlers.ended();
  }
}
