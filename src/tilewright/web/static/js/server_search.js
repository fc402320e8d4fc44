// A search on the server: started, followed by its events, stopped by a button, and ended when the page is left.
import { address } from "./address.js";
import { post, remove } from "./api.js";
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
  #path; #on; #breaks = 0; #isStarting = false;
  #stream = /** @type {EventSource | null} */ (null);
  id = /** @type {string | null} */ (null); // of the search that was started last, until it is ended

  /** `path` is that of the searches in the API. `on` has event(view), called with each event; failed(error) when a search
   *  cannot be started; reconnecting() and lost() when the stream breaks. The page has the buttons `start` and `stop`.
   *  @param {string} path
   *  @param {{ event: (view: View) => unknown, failed: (error: import("./api.js").ApiError) => unknown, reconnecting: () => unknown, lost: () => unknown }} on */
  constructor(path, on) {
    this.#path = path;
    this.#on = on;
    byId("stop").addEventListener("click", () => this.#stop());
    addEventListener("pagehide", (event) => {
      if (!this.id || (event.persisted && !this.#stream)) return; // a page that may be shown again keeps what was found
      fetch(address(`/api${path}/${this.id}`), { method: "DELETE", keepalive: true }).catch(() => null);
    });
  }

  /** End the search before, and start one; `prepare` clears the page and returns the request.
   *  @param {() => unknown} prepare */
  async start(prepare) {
    if (this.#isStarting) return;
    this.#isStarting = true;
    this.#setBusy(true);
    await this.end();
    let started = /** @type {View | null} */ (null);
    try {
      const request = prepare();
      started = /** @type {View | null} */ (await tryAction(() => post(this.#path, request), this.#on.failed));
    } finally {
      this.#isStarting = false;
    }
    if (!started) { this.#setBusy(false); return; }
    this.id = started.id;
    byId("stop").disabled = false;
    this.#stream = new EventSource(address(`/api${this.#path}/${this.id}/events`));
    this.#stream.addEventListener("message", (message) => this.#onMessage(JSON.parse(message.data)));
    this.#stream.addEventListener("error", () => this.#onError());
  }

  /** Forget the search; the server ends it. */
  async end() {
    const { id } = this;
    this.id = null;
    this.#close();
    this.#setBusy(this.#isStarting);
    if (id) await remove(`${this.#path}/${id}`).catch(() => null);
  }

  /** @param {View} view */
  #onMessage(view) {
    this.#breaks = 0;
    if (view.state !== "running") this.#close();
    this.#on.event(view);
  }

  /** The browser reconnects by itself unless the server sent an error, a limited number of times. */
  #onError() {
    this.#breaks += 1;
    if (this.#stream?.readyState !== EventSource.CLOSED && this.#breaks < MAX_BREAKS) { this.#on.reconnecting(); return; }
    this.#close();
    this.#on.lost();
  }

  async #stop() {
    byId("stop").disabled = true;
    try {
      await post(`${this.#path}/${this.id}/stop`, {});
    } catch (error) {
      toast(messageOf(error));
      byId("stop").disabled = !this.#stream; // the user may try again
    }
  }

  #close() {
    this.#stream?.close();
    this.#stream = null;
    this.#setBusy(false);
  }

  /** While a search runs no other one can be started; it can be stopped once the server has started it. */
  #setBusy(/** @type {boolean} */ isBusy) {
    byId("start").disabled = isBusy;
    byId("stop").disabled = true;
    this.#breaks = 0;
  }
}
