// A search on the server: started, followed by its events, stopped by a button, and ended when the page is left.
import { h } from "./elements.js";
import { messageOf, t } from "./messages.js";
import { byId, toast, tryAction } from "./page.js";

const MAX_BREAKS = 5; // reconnections of a broken event stream

/** A bar for the share of a search that is done.
 *  @param {number} share */
export function progressBar(share) {
  const percent = Math.round(share * 100);
  const filled = h("span");
  const bar = h("div", { class: "bar", role: "progressbar", "aria-label": t("solve.progress_label"), "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": percent }, filled);
  filled.style.width = `${share * 100}%`;
  return bar;
}

/** What all views of searches have.
 *  @typedef {{ id: string, state: string }} SearchView */

/** @template {SearchView} View */
export class ServerSearch {
  #searches; #on; #breaks = 0; #isStarting = false; #ends = 0; // how often a search was ended
  #unfollow = /** @type {(() => void) | null} */ (null);
  id = /** @type {string | null} */ (null); // of the search that was started last, until it is ended

  /** `searches` carry it out. `on` has event(view), called with each event; failed(error) when a search
   *  cannot be started; reconnecting() and lost() when the stream breaks. The page has the buttons `start` and `stop`.
   *  @param {import("./backend.js").Searches} searches
   *  @param {{ event: (view: View) => unknown, failed: (error: import("./api.js").ApiError) => unknown, reconnecting: () => unknown, lost: () => unknown }} on */
  constructor(searches, on) {
    this.#searches = searches;
    this.#on = on;
    byId("stop").addEventListener("click", () => this.#stop());
    addEventListener("pagehide", (event) => {
      if (!this.id || (event.persisted && !this.#unfollow)) return; // a page that may be shown again keeps what was found
      searches.abandon(this.id);
    });
  }

  /** End the search before, and start one; `prepare` clears the page and returns the request.
   *  @param {() => unknown} prepare */
  async start(prepare) {
    if (this.#isStarting) return;
    this.#isStarting = true;
    this.#setBusy(true);
    await this.end();
    const ends = this.#ends;
    let started = /** @type {View | null} */ (null);
    try {
      const request = prepare();
      started = /** @type {View | null} */ (await tryAction(() => this.#searches.start(request), this.#on.failed));
    } finally {
      this.#isStarting = false;
    }
    if (started && ends !== this.#ends) { // ended while it was being started
      this.#searches.abandon(started.id);
      started = null;
    }
    if (!started) { this.#setBusy(false); return; }
    this.id = started.id;
    byId("stop").disabled = false;
    this.#unfollow = this.#searches.follow(started.id, { view: (view) => this.#onMessage(view), broken: (isClosed) => this.#onError(isClosed) });
  }

  /** Forget the search; the server ends it. */
  async end() {
    const { id } = this;
    this.id = null;
    this.#ends += 1;
    this.#close();
    this.#setBusy(this.#isStarting);
    if (id) await this.#searches.end(id).catch(() => null);
  }

  /** @param {View} view */
  #onMessage(view) {
    this.#breaks = 0;
    if (view.state !== "running") this.#close();
    this.#on.event(view);
  }

  /** The browser reconnects by itself unless the server sent an error, a limited number of times. */
  #onError(/** @type {boolean} */ isClosed) {
    this.#breaks += 1;
    if (!isClosed && this.#breaks < MAX_BREAKS) { this.#on.reconnecting(); return; }
    this.#close();
    this.#on.lost();
  }

  async #stop() {
    byId("stop").disabled = true;
    try {
      if (this.id) await this.#searches.stop(this.id);
    } catch (error) {
      toast(messageOf(error));
      byId("stop").disabled = !this.#unfollow; // the user may try again
    }
  }

  #close() {
    this.#unfollow?.();
    this.#unfollow = null;
    this.#setBusy(false);
  }

  /** While a search runs no other one can be started; it can be stopped once the server has started it. */
  #setBusy(/** @type {boolean} */ isBusy) {
    byId("start").disabled = isBusy;
    byId("stop").disabled = true;
    this.#breaks = 0;
  }
}
