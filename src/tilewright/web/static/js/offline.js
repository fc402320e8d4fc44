// Playing without the server: the service worker keeps the pages, and the puzzles of the next days.
import { address } from "./address.js";
import { localDate } from "./local_date.js";

const LATEST_MS = 2_000; // Chromium may call nothing back on a page that draws nothing

/** Let the browser keep what is needed without the server. Only where browsers have service workers: over https, and on the
 *  machine of the server; and not where they refuse to store, as in private windows.
 *  @returns {void} */
export function keepForOffline() {
  const { serviceWorker } = navigator, connection = /** @type {{ saveData?: boolean } | undefined} */ (/** @type {any} */ (navigator).connection);
  if (!serviceWorker || connection?.saveData) return;
  const start = () => serviceWorker.register(address("/service-worker.js"))
    .then(() => serviceWorker.ready)
    .then(({ active }) => active?.postMessage({ date: localDate() }))
    .catch((error) => console.info(`Tilewright cannot be played offline here: ${error.message}`));
  if ("requestIdleCallback" in window) requestIdleCallback(start, { timeout: LATEST_MS }); // the page first
  else setTimeout(start, 1_000);
}
