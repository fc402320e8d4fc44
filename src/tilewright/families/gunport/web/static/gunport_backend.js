// What computes for the page of gunport.
import { address } from "/static/js/address.js";
import { get } from "/static/js/api.js";
import { searching, sending } from "/static/js/backend.js";

export const gunportBackend = {
  best: sending("/gunport/best"),
  hint: sending("/gunport/hint"),
  mend: sending("/gunport/mend"),
  open: sending("/gunport/open"),
  position: sending("/gunport/position"),
  record: sending("/gunport/record"),
  save: sending("/gunport/save"),
  verdict: sending("/gunport/verdict"),
  searches: searching("/gunport/searches"),
  /** @param {string} source
   *  @param {AbortSignal} [signal] */
  library: (source, signal) => get(`/gunport/library?source=${source}`, signal),
  /** @param {number | string} id
   *  @param {string} source
   *  @param {AbortSignal} [signal] */
  libraryEntry: (id, source, signal) => get(`/gunport/library/${id}?source=${source}`, signal),
  /** The address of a picture.
   *  @param {string} path as the library names it */
  picture: (path) => address(`/api${path}`),
};
