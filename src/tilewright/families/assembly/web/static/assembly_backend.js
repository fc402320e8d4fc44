// What computes for the page of assemblies.
import { get } from "/static/js/api.js";
import { searching, sending } from "/static/js/backend.js";

export const assemblyBackend = {
  puzzle: sending("/assembly/puzzle"),
  opening: sending("/assembly/opening"),
  disassemble: sending("/assembly/disassemble"),
  positions: sending("/assembly/positions"),
  movements: sending("/assembly/movements"),
  save: sending("/assembly/save"),
  surveys: {
    ...searching("/assembly/surveys"),
    /** @param {string} id
     *  @param {number} start
     *  @param {number} count */
    assemblies: (id, start, count) => get(`/assembly/surveys/${id}/assemblies?start=${start}&count=${count}`),
    /** @param {string | undefined} id
     *  @param {number} position
     *  @param {AbortSignal} [signal] */
    assembly: (id, position, signal) => get(`/assembly/surveys/${id}/assemblies/${position}`, signal),
  },
};
