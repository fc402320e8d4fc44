// A board that two fingers, Ctrl with the wheel, and the keys plus, minus and 0 make larger within its place, which then scrolls.
const MAX_ZOOM = 5;
const KEYS = /** @type {Record<string, number>} */ ({ "+": 1.25, "=": 1.25, "-": 0.8, 0: 0 });

export class BoardZoom {
  #place; #isBusy;
  #zoom = 1;
  #span = 0; // pixels between the two fingers
  #size = [0, 0]; // pixels of the board at its natural size

  /** `place` is the element around the board; fingers do not zoom while `isBusy`, as one of them drags a piece.
   *  @param {HTMLElement} place
   *  @param {() => boolean} isBusy */
  constructor(place, isBusy) {
    this.#place = place;
    this.#isBusy = isBusy;
    place.addEventListener("touchstart", (event) => { this.#span = event.touches.length === 2 ? spanOf(event.touches) : 0; }, { passive: true });
    place.addEventListener("touchmove", (event) => this.#pinch(event), { passive: false });
    place.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.by(Math.exp(-event.deltaY * 0.01), event.clientX, event.clientY);
    }, { passive: false });
    place.addEventListener("keydown", (event) => {
      const factor = KEYS[event.key];
      if (factor === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      const { x, y, width, height } = (place.querySelector(".cursor .mark") ?? place).getBoundingClientRect();
      this.by(factor || 1 / this.#zoom, x + width / 2, y + height / 2);
    });
  }

  /** @param {TouchEvent} event */
  #pinch(event) {
    if (event.touches.length !== 2 || !this.#span || this.#isBusy()) return;
    event.preventDefault();
    const span = spanOf(event.touches), [one, other] = event.touches;
    this.by(span / this.#span, (one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2);
    this.#span = span;
  }

  /** Make the board larger by a factor, and keep it where it is at a point of the window.
   *  @param {number} factor
   *  @param {number} x
   *  @param {number} y
   *  @returns {void} */
  by(factor, x, y) {
    const board = this.#place.querySelector("svg");
    if (!board) return;
    const before = board.getBoundingClientRect();
    if (!board.dataset.zoomed) [this.#zoom, this.#size] = [1, [before.width, before.height]]; // it may have been drawn again
    this.#zoom = Math.max(1, Math.min(MAX_ZOOM, this.#zoom * factor));
    const [width, height] = this.#size, isLarger = this.#zoom > 1.01;
    board.toggleAttribute("data-zoomed", isLarger);
    if (isLarger) board.dataset.zoomed = "yes";
    this.#place.style.height = isLarger ? `${height}px` : "";
    this.#place.classList.toggle("zoomed", isLarger);
    board.style.width = isLarger ? `${width * this.#zoom}px` : "";
    board.style.height = isLarger ? `${height * this.#zoom}px` : "";
    const after = board.getBoundingClientRect(), share = after.width / before.width;
    this.#place.scrollLeft += after.left + (x - before.left) * share - x;
    this.#place.scrollTop += after.top + (y - before.top) * share - y;
  }
}

/** @param {TouchList} touches
 *  @returns {number} */
const spanOf = ([one, other]) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
