// What computes for the pages: methods by subject, whatever carries them out. This implementation asks the server; pages
// know the methods and no address of the API. A family of puzzles has its own methods in a module of its own.
import { address } from "./address.js";
import { get, post, remove } from "./api.js";

/** A method that sends a request and returns the answer.
 *  @template {string} Path
 *  @param {Path} path below /api
 *  @returns {(body: Sent<Api.Sent<`post ${Path}`>>, signal?: AbortSignal) => Promise<Api.Received<`post ${Path}`>>} */
export const sending = (path) => (body, signal) => post(path, body, signal);

/** A method without a request.
 *  @template {string} Path
 *  @param {Path} path below /api
 *  @returns {(signal?: AbortSignal) => Promise<Api.Received<`get ${Path}`>>} */
export const getting = (path) => (signal) => get(path, signal);

/** What a search reports: each view, and each break of the connection; `isClosed` says that no more will come.
 *  @typedef {{ view: (view: any) => void, broken: (isClosed: boolean) => void }} SearchListener */

/** Searches that report while they work.
 *  @typedef {object} Searches
 *  @property {(request: any) => Promise<any>} start returns the first view
 *  @property {(id: string, listener: SearchListener) => () => void} follow returns what ends the reports
 *  @property {(id: string) => Promise<unknown>} stop ends the search and keeps what it has found
 *  @property {(id: string) => Promise<unknown>} end ends the search and forgets it
 *  @property {(id: string) => void} abandon ends the search of a page that is left */

/** Searches on the server.
 *  @param {string} path of the searches below /api
 *  @returns {Searches} */
export const searching = (path) => ({
  start: (request) => post(path, request),
  follow(id, { view, broken }) {
    const stream = new EventSource(address(`/api${path}/${id}/events`));
    stream.addEventListener("message", (message) => view(JSON.parse(message.data)));
    stream.addEventListener("error", () => broken(stream.readyState === EventSource.CLOSED));
    return () => stream.close();
  },
  stop: (id) => post(`${path}/${id}/stop`, {}),
  end: (id) => remove(`${path}/${id}`),
  abandon(id) { fetch(address(`/api${path}/${id}`), { method: "DELETE", keepalive: true }).catch(() => null); },
});

/** The methods that do not belong to one family. */
export const backend = {
  // what there is
  catalogue: getting("/catalogue"),
  descriptors: getting("/descriptors"),
  /** @param {string} name */
  cataloguePicture: (name) => address(`/api/catalogue/${name}/picture`),
  /** @param {string} date */
  daily: (date) => get(`/daily?date=${date}`),
  /** @param {string} date
   *  @param {string} kind
   *  @param {AbortSignal} [signal] */
  dailyPictures: (date, kind, signal) => get(`/daily/pictures?date=${date}&kind=${kind}`, signal),

  // puzzles and their files
  puzzle: sending("/puzzle"),
  pageOf: sending("/page"),
  picture: sending("/picture"),
  documents: sending("/documents"),
  draft: sending("/draft"),
  check: sending("/check"),
  save: sending("/save"),
  generate: sending("/generate"),
  print: sending("/print"),

  // designs in space
  openDesign: sending("/design/file"),
  changeShape: sending("/design/shape"),
  designStatus: sending("/design/status"),
  designPlaces: sending("/design/places"),

  // a tiling that is played
  tiling: {
    costs: sending("/tiling/costs"),
    remaining: sending("/tiling/remaining"),
    hint: sending("/tiling/hint"),
    "why-not": sending("/tiling/why-not"),
    check: sending("/tiling/check"),
  },

  // random tilings
  shuffleSteps: sending("/shuffle/steps"),
  shuffleHeights: sending("/shuffle/heights"),
  coupling: sending("/coupling"),
  flip: sending("/flip"),

  // the atlas of polyforms
  atlas: getting("/polyforms"),
  polyform: sending("/polyform"),
  polyforms: sending("/polyforms"),

  // solving
  explain: sending("/explain"),
  trace: sending("/trace"),
  solves: {
    ...searching("/solves"),
    /** @param {string | null} id
     *  @param {number} start
     *  @param {number} count */
    solutions: (id, start, count) => get(`/solves/${id}/solutions?start=${start}&count=${count}`),
    /** @param {string | null} id
     *  @param {string} kind */
    download: (id, kind) => address(`/api/solves/${id}/download?kind=${kind}`),
  },

  // runs
  runs: {
    list: getting("/runs"),
    start: sending("/runs"),
    /** @param {string} id */
    stop: (id) => post(`/runs/${id}/stop`, {}),
    /** @param {string} id
     *  @param {number} workers */
    resume: (id, workers) => post(`/runs/${id}/resume`, { workers }),
    /** @param {string} id */
    remove: (id) => remove(`/runs/${id}`),
    /** Delete a run while its page is left.
     *  @param {string} id */
    removeAtLast(id) { fetch(address(`/api/runs/${id}`), { method: "DELETE", keepalive: true }).catch(() => null); },
    /** @param {string} id */
    levels: (id) => get(`/runs/${id}/levels`),
    /** @param {string} id
     *  @param {URLSearchParams | string} query
     *  @param {AbortSignal} [signal] */
    tasks: (id, query, signal) => get(`/runs/${id}/tasks?${query}`, signal),
    /** @param {string} id
     *  @param {number} start
     *  @param {number} count
     *  @param {AbortSignal} [signal] */
    solutions: (id, start, count, signal) => get(`/runs/${id}/solutions?start=${start}&count=${count}`, signal),
  },
};
