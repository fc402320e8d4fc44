// The service worker: the pages without the server. It keeps the pages with their scripts and styles, and what the server answered to
// requests whose answers it says may be kept; all of it for one version of the site. While the server can be reached it is always asked
// first, so that a new version is taken at once. A proxy that answers in its place, because it cannot reach it, counts as no answer.
const VERSION = "{{version}}", ROOT = "{{root}}";
/** @type {string[]} */
const SHELL = JSON.parse('{{shell_json}}');
const cacheOf = (/** @type {string} */ version) => `tilewright ${version}`;
const CACHE = cacheOf(VERSION);
const KEPT = "x-kept-offline"; // the header of answers that are kept, with the version that they are for
const MAX_KEPT = 600; // answers; the oldest go first
const DAYS_AHEAD = 14;
const AWAY = [502, 503, 504]; // statuses by which a proxy says that the server cannot be reached, or the server that it cannot serve

/** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} WorkEvent */
/** @typedef {WorkEvent & { request: Request, respondWith(response: Promise<Response>): void }} RequestEvent */
/** @typedef {{ skipWaiting(): Promise<void>, clients: { claim(): Promise<void> }, location: Location,
 *    addEventListener(type: string, listener: (event: any) => void): void }} SiteWorker */
/** @type {{ date: string, work: Promise<void> } | null} */
let ahead = null; // the daily puzzles that are fetched, or were while this worker lives
const worker = /** @type {SiteWorker} */ (/** @type {unknown} */ (self));

/** @param {WorkEvent} event */
const install = (event) => event.waitUntil((async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: "no-cache" })));
  await worker.skipWaiting(); // an open page has all that it needs, and keeps its positions itself
})());

/** @param {WorkEvent} event */
const activate = (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("tilewright ") && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
})());

/** @param {RequestEvent} event */
function answer(event) {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== worker.location.origin || !url.pathname.startsWith(`${ROOT}/`)) return;
  const path = url.pathname.slice(ROOT.length);
  if (path.startsWith("/static/")) event.respondWith(fromCacheFirst(request));
  else if (request.mode === "navigate") event.respondWith(fromServerFirst(request, () => url.pathname)); // whatever its query
  else if (path.startsWith("/api/") && ["GET", "POST"].includes(request.method)) event.respondWith(fromServerFirst(request));
}

/** @param {Request} request */
async function fromCacheFirst(request) {
  return (await (await caches.open(CACHE)).match(request)) ?? fetch(request);
}

/** What the server answers; what it says may be kept is kept. Where the server cannot be reached, what is kept under the key of the request.
 *  @param {Request} request
 *  @param {(request: Request) => string | Promise<string>} key */
async function fromServerFirst(request, key = keyOf) {
  const copy = request.clone();
  const answered = await fetch(request).catch((/** @type {Error} */ error) => error);
  if (answered instanceof Response && !AWAY.includes(answered.status)) {
    const version = answered.headers.get(KEPT);
    if (answered.ok && version) await keep(copy, answered.clone(), version);
    return answered;
  }
  const kept = copy.signal.aborted ? undefined : await (await caches.open(CACHE)).match(await key(copy));
  if (kept) return kept;
  if (answered instanceof Response) return answered;
  throw answered;
}

/** Keep an answer for the version whose server gave it, which may be the one that comes after this one.
 *  @param {Request} request
 *  @param {Response} response
 *  @param {string} version */
async function keep(request, response, version) {
  const cache = await caches.open(cacheOf(version));
  await cache.put(await keyOf(request), response);
  const kept = (await cache.keys()).filter((one) => one.url.includes("kept-body="));
  for (const old of kept.slice(0, Math.max(0, kept.length - MAX_KEPT))) await cache.delete(old);
}

/** The address under which the answer to a request is kept: with its body, as only answers to GET can be kept.
 *  @param {Request} request
 *  @returns {Promise<string>} */
async function keyOf(request) {
  if (request.method === "GET") return request.url;
  const body = new TextEncoder().encode(ordered(JSON.parse(await request.clone().text())));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return `${request.url}?kept-body=${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** JSON with its keys in order, so that the same request has the same text.
 *  @param {unknown} value
 *  @returns {string} */
const ordered = (value) => JSON.stringify(value, (_, part) => (part && typeof part === "object" && !Array.isArray(part)
  ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part));

/** Fetch what the pages need for the daily puzzles from a date on, unless it is there; an error where some of it is missing.
 *  @param {string} date */
async function fetchAhead(date) {
  const cache = await caches.open(CACHE), days = Array.from({ length: DAYS_AHEAD }, (_, k) => new Date(Date.parse(date) + k * 86_400_000).toISOString().slice(0, 10));
  let missing = 0;
  const load = async (/** @type {Request} */ request) => {
    const response = await cache.match(await keyOf(request)) ?? await fromServerFirst(request);
    if (AWAY.includes(response.status)) throw new Error("the server cannot be reached");
    if (!response.ok) missing++;
    return response;
  };
  for (const path of ["/api/catalogue", "/api/descriptors"]) await load(new Request(ROOT + path));
  for (const day of days) {
    const response = await load(new Request(`${ROOT}/api/daily?date=${day}`));
    if (!response.ok) continue;
    for (const { request } of (await response.json()).puzzles) {
      if (request) await load(new Request(`${ROOT}/api${request.path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(request.body) }));
    }
  }
  if (missing) throw new Error(`${missing} answers are missing`);
}

worker.addEventListener("install", install);
worker.addEventListener("activate", activate);
worker.addEventListener("fetch", answer);
worker.addEventListener("message", (event) => {
  const { date } = event.data;
  if (ahead?.date !== date) ahead = { date, work: fetchAhead(date) };
  event.waitUntil(ahead?.work.then(() => event.source?.postMessage({ fetchedAhead: date }), () => { ahead = null; })); // the next page tries again
});
