// Dragging a piece by mouse, pen or touch, one at a time; other fingers are ignored.
const TOLERANCE = 6; // pixels that the pointer may move in a click

export class Drag {
  #drag = null;

  /** `handlers` has over(event), which returns whether the piece is shown on the board; drop(event); picture(), the picture
   *  under the pointer elsewhere, with its `grip` in pixels; and ended(). The picture is appended to `floor`. */
  constructor(handlers, floor = document.body) {
    this.handlers = handlers;
    this.floor = floor;
  }

  get isActive() {
    return this.#drag !== null;
  }

  /** Start at a pointerdown. `tap` is called if the pointer does not move; with `atOnce` it need not move to drag. */
  start(event, { tap = null, atOnce = false } = {}) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    this.cancel();
    const listening = new AbortController(), { signal } = listening;
    this.#drag = { id: event.pointerId, start: event, last: event, tap, moved: false, picture: null, listening };
    const ofPointer = (handler) => (other) => { if (other.pointerId === this.#drag?.id) handler(other); };
    document.addEventListener("pointermove", ofPointer((move) => this.#moved(move)), { signal });
    document.addEventListener("pointerup", ofPointer((up) => this.#release(up)), { signal });
    document.addEventListener("pointercancel", ofPointer(() => this.cancel()), { signal });
    // Touch captures the pointer for its target, which may be replaced when the board is drawn again.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    if (atOnce) this.#moved(event, true);
  }

  #moved(event, atOnce = false) {
    const drag = this.#drag;
    drag.last = event;
    if (!atOnce && !drag.moved && Math.hypot(event.clientX - drag.start.clientX, event.clientY - drag.start.clientY) < TOLERANCE) return;
    drag.moved = true;
    const shown = this.handlers.over(event);
    if (!drag.picture) { drag.picture = this.handlers.picture(); this.floor.append(drag.picture); }
    drag.picture.toggleAttribute("hidden", shown);
    const [x, y] = drag.picture.grip;
    drag.picture.style.transform = `translate(${event.clientX - x}px, ${event.clientY - y}px)`;
  }

  #release(event) {
    const { moved, tap } = this.#drag;
    this.cancel();
    if (moved) this.handlers.drop(event);
    else tap?.();
  }

  /** Show the piece in its new orientation. */
  refresh() {
    if (!this.#drag?.moved) return;
    this.#drag.picture.remove();
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
    this.handlers.ended();
  }
}
