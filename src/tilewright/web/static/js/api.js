// Requests to the server: JSON in, JSON out; errors with the server's own message.
import { address } from "./address.js";
import { t } from "./messages.js";

const AWAY = [502, 503, 504]; // of a proxy that cannot reach the server

/** An error that the server answered with, or that there is no answer; `line` and `column` are in a text that was sent, 0 for none. */
export class ApiError extends Error {
  /** @param {{ message: string, line?: number, column?: number }} error
   *  @param {number} [status] of the response; 0: there is none */
  constructor({ message, line = 0, column = 0 }, status = 0) {
    super(message);
    this.line = line;
    this.column = column;
    this.status = status;
  }
}

/** Whether an error says that a request was superseded by another one.
 *  @param {unknown} error
 *  @returns {boolean} */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/** The answer to a request that scripts/early_puzzle.js has made already; it is taken once.
 *  @param {string} path
 *  @param {RequestInit} options
 *  @returns {Promise<Response> | null} */
function earlyAnswer(path, { body }) {
  const early = window.earlyAnswer;
  window.earlyAnswer = null; // that script is too late now, if it has not run
  return early?.path === path && early.body === body ? early.response : null;
}

/** @param {string} path
 *  @param {RequestInit} options
 *  @returns {Promise<any>} */
async function request(path, options) {
  let response;
  try {
    response = await (earlyAnswer(path, options) ?? fetch(address(`/api${path}`), options));
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError({ message: t("api.unreachable") });
  }
  if (response.status === 204) return null;
  const body = await response.json().catch((error) => { if (isAbort(error)) throw error; });
  if (response.ok && body !== undefined) return body;
  if (typeof body?.message === "string") throw new ApiError(body, response.status);
  if (AWAY.includes(response.status)) throw new ApiError({ message: t("api.unreachable") });
  throw new ApiError({ message: t("api.unreadable", { status: response.status }) }, response.status);
}

/** GET a path below /api.
 *  @template {string} Path
 *  @param {Path} path
 *  @param {AbortSignal} [signal]
 *  @returns {Promise<Api.Received<`get ${Path}`>>} */
export const get = (path, signal) => request(path, { signal });

/** POST JSON to a path below /api.
 *  @template {string} Path
 *  @param {Path} path
 *  @param {Sent<Api.Sent<`post ${Path}`>>} body
 *  @param {AbortSignal} [signal]
 *  @returns {Promise<Api.Received<`post ${Path}`>>} */
export const post = (path, body, signal) => request(path, {
  method: "POST", signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});

/** DELETE a path below /api.
 *  @param {string} path
 *  @returns {Promise<any>} */
export const remove = (path) => request(path, { method: "DELETE" });

/** A function for which only the latest call counts: `latest((signal) => get(..., signal))` aborts the call before it.
 *  @returns {<Result>(call: (signal: AbortSignal) => Result | Promise<Result>) => Promise<Result>} */
export function latestOnly() {
  /** @type {AbortController | null} */
  let controller = null;
  return async (call) => {
    controller?.abort();
    controller = new AbortController();
    return call(controller.signal);
  };
}
