"""The command line. One module a command; each asks the library and says what came of it."""

from __future__ import annotations


def main() -> None:
    """Run the command line on ``sys.argv`` and exit with its code."""
    from tilewright.cli.program import program

    program.main(prog_name="tilewright")
