"""A calculating process: it reads a request a line from stdin, and writes events and an end a line to stdout.

A request is ``{"task": NAME, "args": {...}}``. ``{"stop": true}`` asks the task that is going on to end with
what it has. When stdin ends, so does the process, whatever it is doing: it never outlives its server.
Events are ``{"event": KIND, "data": ...}``; the end is ``{"end": "done", "data": ...}``, or
``{"end": "refused", "data": FAULT}`` for an error that is the visitor's to read, ``spent`` instead when
memory did not suffice and ``failed`` when the task has a fault of its own: such a process is not asked again.
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
from tilewright.web.tasks import task_named


class Calculator:
    """One process's work: requests in a queue, a stop button that a second thread presses."""

    def __init__(self, source: TextIO, sink: TextIO) -> None:
        self._source, self._sink = source, sink
        self._requests: queue.Queue[dict[str, Any]] = queue.Queue()
        self.cancel = threading.Event()

    def listen(self) -> None:
        """Read requests until stdin ends; then end the process at once."""
        for line in self._source:
            request = json.loads(line)
            if request.get("stop"):
                self.cancel.set()
            else:
                self.cancel.clear()  # here, not where the work begins: a stop may come before that
                self._requests.put(request)
        os._exit(0)

    def work(self) -> None:
        """Answer requests, one after another, for ever."""
        while True:
            self._answer(self._requests.get())

    def _answer(self, request: dict[str, Any]) -> None:
        try:
            result = task_named(request["task"])(request["args"], self.tell, self.cancel)
        except TilewrightError as error:
            self._write({"end": "refused", "data": fault_of(error)})
        except MemoryError:
            self._write(
                {"end": "spent", "data": {"message": "this took more memory than a visitor is given"}}
            )
        except RecursionError:
            self._write({"end": "refused", "data": {"message": "this is nested too deeply"}})
        except Exception:  # noqa: BLE001 - it is told on both sides
            traceback.print_exc()
            words = "this server made a mistake; its terminal shows which"
            self._write({"end": "failed", "data": {"message": words}})
        else:
            self._write({"end": "done", "data": result})

    def tell(self, event: str, data: object) -> None:
        """Send an event on its way."""
        self._write({"event": event, "data": data})

    def _write(self, message: dict[str, object]) -> None:
        self._sink.write(json.dumps(message, separators=(",", ":")) + "\n")
        self._sink.flush()


def fault_of(error: TilewrightError) -> dict[str, object]:
    """An error as the API tells it: the sentence, and the place in the text where there is one."""
    if isinstance(error, FormatError):
        return {"message": error.message, "line": error.line, "column": error.column}
    return {"message": str(error)}


def main() -> None:
    """Bound the memory, and work until the server goes away."""
    memory = int(sys.argv[1])
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    # The hard bound stays, so that a run that is sent away from here is not bound by a visitor's share.
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard < 0 else min(memory, hard), hard))
    # What a task prints by mistake must not be taken for an answer.
    sink = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    calculator = Calculator(sys.stdin, sink)
    threading.Thread(target=calculator.listen, daemon=True).start()
    calculator.work()


if __name__ == "__main__":
    main()
