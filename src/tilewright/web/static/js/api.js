// Requests to the server: JSON in, JSON out; errors with the server's own message.
import { address } from "./address.js";
import { t } from "./messages.js";

export class ApiError extends Error {
  constructor({ message, line = 0, column = 0 }, status = 0) {
    super(message);
    Object.assign(this, { line, column, status });
  }
}

export const isAbort = (error) => error.name === "AbortError";

async function request(path, options) {
  let response;
  try {
    response = await fetch(address(`/api${path}`), options);
  } catch (error) {
    if (isAbort(error)) throw error;
    throw new ApiError({ message: t("api.unreachable") });
  }
  if (response.status === 204) return null;
  const body = await response.json().catch((error) => {
    if (isAbort(error)) throw error;
    throw new ApiError({ message: t("api.unreadable", { status: response.status }) }, response.status);
  });
  if (!response.ok) throw new ApiError(body, response.status);
  return body;
}

/** GET a path below /api. */
export const get = (path, signal) => request(path, { signal });

/** POST JSON to a path below /api. */
export const post = (path, body, signal) => request(path, {
  method: "POST", signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
});

/** DELETE a path below /api. */
export const remove = (path) => request(path, { method: "DELETE" });

/** A function for which only the latest call counts: `latest((signal) => get(..., signal))` aborts the call before it. */
export function latestOnly() {
  let controller = null;
  return async (call) => {
    controller?.abort();
    controller = new AbortController();
    return call(controller.signal);
  };
}
