// A piece that is dragged by mouse, pen or finger: one at a time, whatever other fingers do.
const STILL = 6; // pixels that a hand may tremble

export class Drag {
  #held = null;

  /** `does` has over(event), which says whether the piece is shown where it would lie; drop(event); and picture(),
   *  the piece as it floats under the pointer elsewhere, with its `grip` in pixels; and ended(). */
  constructor(does) {
    this.does = does;
  }

  get on() {
    return this.#held !== null;
  }

  /** Begin at a pointerdown. `tap` is called when it is let go where it began; with `at once` it need not move. */
  begin(event, { tap = null, atOnce = false } = {}) {
    if (event.button !== 0 || !event.isPrimary) return;
    event.preventDefault();
    this.cancel();
    const listening = new AbortController(), { signal } = listening;
    this.#held = { id: event.pointerId, start: event, last: event, tap, moved: false, picture: null, listening };
    const mine = (does) => (other) => { if (other.pointerId === this.#held?.id) does(other); };
    document.addEventListener("pointermove", mine((move) => this.#moved(move)), { signal });
    document.addEventListener("pointerup", mine((up) => this.#letGo(up)), { signal });
    document.addEventListener("pointercancel", mine(() => this.cancel()), { signal });
    // A finger holds on to what it touched, which may be gone by the next picture.
    if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    if (atOnce) this.#moved(event, true);
  }

  #moved(event, surely = false) {
    const held = this.#held;
    held.last = event;
    if (!surely && !held.moved && Math.hypot(event.clientX - held.start.clientX, event.clientY - held.start.clientY) < STILL) return;
    held.moved = true;
    const shown = this.does.over(event);
    if (!held.picture) { held.picture = this.does.picture(); document.body.append(held.picture); }
    held.picture.toggleAttribute("hidden", shown);
    const [x, y] = held.picture.grip;
    held.picture.style.transform = `translate(${event.clientX - x}px, ${event.clientY - y}px)`;
  }

  #letGo(event) {
    const { moved, tap } = this.#held;
    this.cancel();
    if (moved) this.does.drop(event);
    else tap?.();
  }

  /** The piece is held in another way now: show that. */
  refresh() {
    if (!this.#held?.moved) return;
    this.#held.picture.remove();
    this.#held.picture = null;
    this.#moved(this.#held.last);
  }

  /** Let go without laying anything. */
  cancel() {
    const held = this.#held;
    if (!held) return;
    held.listening.abort();
    held.picture?.remove();
    this.#held = null;
    this.does.ended();
  }
}
