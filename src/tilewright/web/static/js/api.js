// Asking the server: JSON in, JSON out; faults as errors with the server's own words.

export class Fault extends Error {
  constructor(body, status) {
    super(body.message ?? "the server did not answer");
    this.line = body.line ?? 0;
    this.column = body.column ?? 0;
    this.status = status;
  }
}

async function answered(response) {
  if (response.status === 204) return null;
  const body = await response.json().catch((error) => {
    if (error.name === "AbortError") throw error;
    throw new Fault({ message: `the server answered ${response.status}, and nothing that can be read` }, response.status);
  });
  if (!response.ok) throw new Fault(body, response.status);
  return body;
}

/** GET a path below /api. */
export async function get(path, signal) {
  return answered(await reached(fetch(`/api${path}`, { signal })));
}

/** Send JSON to a path below /api. */
export async function post(path, body, signal, method = "POST") {
  return answered(await reached(fetch(`/api${path}`, {
    method, signal, headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  })));
}

/** DELETE a path below /api. */
export async function remove(path) {
  return answered(await reached(fetch(`/api${path}`, { method: "DELETE" })));
}

async function reached(request) {
  try {
    return await request;
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Fault({ message: "the server cannot be reached; is it still running?" }, 0);
  }
}

/** Only the newest of several requests counts: `latest(signal => get(..., signal))`, others are given up. */
export function newest() {
  let controller = null;
  return async (ask) => {
    controller?.abort();
    controller = new AbortController();
    return ask(controller.signal);
  };
}
