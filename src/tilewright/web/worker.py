"""A worker process: reads requests from stdin and writes events and results to stdout, one JSON line each.

A request is ``{"task": "module:function", "args": {...}}``. ``{"cancel": true}`` asks the running task to end
with what it has. When stdin ends, the process exits at once, so it never outlives its server.
Events are ``{"event": KIND, "data": ...}``; the first, ``started``, comes when the task's code is loaded:
from then on a cancellation is heard. The last line of a request is ``{"end": "result", "data": ...}``,
or has the end ``error`` (an error for the client), ``out_of_memory`` or ``internal_error`` with the body of
the error; after the last two the process is replaced.
"""

from __future__ import annotations

import json
import os
import queue
import resource
import sys
import threading
import traceback
from typing import Any, TextIO

from tilewright.errors import FormatError, TilewrightError
from tilewright.registry import load_attribute


class Worker:
    """Runs requests one after another, while a second thread reads further requests and cancellations."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source, self._sink = source, sink
        self._requests: queue.Queue[dict[str, Any]] = queue.Queue()
        self.cancel = threading.Event()

    def listen(self) -> None:
        """Read requests until stdin ends; then exit the process at once."""
        for line in self._source:
            request = json.loads(line)
            if request.get("cancel"):
                self.cancel.set()
            else:
                self.cancel.clear()  # here, not where the work begins: a cancellation may come before that
                self._requests.put(request)
        os._exit(0)

    def run(self) -> None:
        """Answer requests for ever."""
        while True:
            self._answer(self._requests.get())

    def _answer(self, request: dict[str, Any]) -> None:
        try:
            task = load_attribute(request["task"])
            self.emit("started", None)
            result = task(request["args"], self.emit, self.cancel)
        except TilewrightError as error:
            self._write({"end": "error", "data": error_body(error)})
        except MemoryError:
            self._write({"end": "out_of_memory", "data": {"message": "the memory limit was exceeded"}})
        except RecursionError:
            self._write({"end": "error", "data": {"message": "this is nested too deeply"}})
        except Exception:  # noqa: BLE001 - reported on both sides
            traceback.print_exc()
            message = "internal server error; see the server's log"
            self._write({"end": "internal_error", "data": {"message": message}})
        else:
            self._write({"end": "result", "data": result})

    def emit(self, event: str, data: object) -> None:
        """Send an event."""
        self._write({"event": event, "data": data})

    def _write(self, message: dict[str, object]) -> None:
        self._sink.write(json.dumps(message, separators=(",", ":")) + "\n")
        self._sink.flush()


def error_body(error: TilewrightError) -> dict[str, object]:
    """An error as the API reports it: the message, and the position in the text where there is one."""
    if isinstance(error, FormatError):
        return {"message": error.message, "line": error.line, "column": error.column}
    return {"message": str(error)}


def main() -> None:
    """Limit the memory, and run until the server ends."""
    memory_bytes = int(sys.argv[1])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    # The hard limit stays, so that a durable run that is started from here is not bound by the soft one.
    limit = memory_bytes if hard < 0 else min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (limit, hard))
    # What a task prints by mistake must not be read as a result.
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    worker = Worker(sys.stdin, sink)
    threading.Thread(target=worker.listen, daemon=True).start()
    worker.run()


if __name__ == "__main__":
    main()
