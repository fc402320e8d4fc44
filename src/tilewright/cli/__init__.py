"""The command line. One module a command; each asks the library and says what came of it."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line on ``sys.argv`` and exit with its code."""
    try:
        from tilewright.cli.program import program

        program.main(prog_name="tilewright")
    except KeyboardInterrupt:  # while the program is being imported
        raise SystemExit(130) from None
    finally:
        if "signal" in sys.modules:  # a command has handled signals: a late one must not change its exit code
            import signal

            signal.signal(signal.SIGINT, signal.SIG_IGN)
