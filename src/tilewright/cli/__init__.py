"""The command line. One module a command; each asks the library and says what came of it."""

from __future__ import annotations

import signal
import time
from types import FrameType


def main() -> None:
    """Run the command line on ``sys.argv`` and exit with its code."""
    start_time = time.monotonic() - time.process_time()  # of the process
    code = 130
    try:
        signal.signal(signal.SIGTERM, _terminate)
        from tilewright.cli.program import program

        program.main(prog_name="tilewright", start_time=start_time)
    except _Terminated:  # while the program is being imported, as the next
        code = 143
    except KeyboardInterrupt:
        pass
    finally:  # a late signal must not change the exit code
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    raise SystemExit(code)


class _Terminated(KeyboardInterrupt):
    """SIGTERM came."""


def _terminate(number: int, frame: FrameType | None) -> None:
    raise _Terminated
