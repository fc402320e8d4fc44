"""The command line. One module a command; each asks the library and says what came of it."""

from __future__ import annotations

import gc
import signal
import time
from contextlib import suppress
from types import FrameType

COLLECT_AFTER = 20_000
"""So many new objects start a collection of garbage in cycles. With Python's default of 700, collections take
a tenth of the time in which a puzzle is set up: that makes very many tuples and hardly any cycle."""


def main() -> None:
    """Run the command line on ``sys.argv`` and exit with its code."""
    start_time = time.monotonic() - time.process_time()  # of the process
    code = 130
    gc.set_threshold(COLLECT_AFTER, *gc.get_threshold()[1:])
    try:
        signal.signal(signal.SIGTERM, _terminate)
        from tilewright.cli.program import program

        program.main(prog_name="tilewright", start_time=start_time)
    except _Terminated:  # while the program is being imported, as the next
        code = 143
    except KeyboardInterrupt:
        pass
    finally:  # neither a late signal nor want of memory may change the exit code
        with suppress(MemoryError):
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            gc.freeze()  # the interpreter collects garbage several times while it ends
    raise SystemExit(code)


class _Terminated(KeyboardInterrupt):
    """SIGTERM came."""


def _terminate(number: int, frame: FrameType | None) -> None:
    raise _Terminated
