"""The tasks that worker processes run, named ``module:function`` by the routes that use them.

A task gets its arguments as a dict, ``emit(kind, data)`` for events on the way, and ``cancel``, an event that
is set when it should end with what it has. Events and results are JSON values.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from typing import Any

from tilewright.errors import FormatError, TilewrightError
from tilewright.registry import load_attribute
from tilewright.workers import Send

Emit = Callable[[str, object], None]


def perform(job: tuple[str, dict[str, Any]], send: Send, cancel: threading.Event) -> None:
    """In a worker process: do the task of this name with these arguments.

    It sends ("event", kind, data) for each event; the first, "started", when the task's code is loaded. The
    last message is ("end", "result", data), or has, in place of "result", "error" (for the client), or
    "out_of_memory" or "internal_error" (the process is replaced), with the body of the error.
    """
    task, args = job
    try:
        function = load_attribute(task)
        send("event", "started", None)
        end, data = "result", function(args, lambda kind, data: send("event", kind, data), cancel)
    except TilewrightError as error:
        end, data = "error", {"message": str(error)}
        if isinstance(error, FormatError):
            data = {"message": error.message, "line": error.line, "column": error.column}
    except MemoryError:
        end, data = "out_of_memory", {"message": "the memory limit was exceeded"}
    except RecursionError:
        end, data = "error", {"message": "this is nested too deeply"}
    except Exception:  # noqa: BLE001 - reported on both sides
        traceback.print_exc()
        end, data = "internal_error", {"message": "internal server error; see the server's log"}
    send("end", end, data)
