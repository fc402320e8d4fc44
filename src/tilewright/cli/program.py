"""The program ``tilewright``: its commands."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

import click

from tilewright.cli.commands import StrictGroup
from tilewright.cli.json_output import forget_json
from tilewright.clock import monotonic
from tilewright.family import FAMILIES
from tilewright.registry import load_attribute

COMMANDS: dict[str, str] = {
    "solve": "Find one, some or all solutions.",
    "count": "Count all solutions.",
    "table": "Tabulate the counts and times of many puzzles.",
    "series": "Count boards with one free number, and prove recurrences.",
    "run": "Run long searches: stop, resume, use a cluster.",
    "optimise": "Find a solution of minimum or maximum cost.",
    "sample": "Draw solutions uniformly at random.",
    "shuffle": "Draw random tilings of Aztec diamonds.",
    "flips": "Count tilings and the flips between them.",
    "heights": "Show the height function of a tiling.",
    "estimate": "Estimate the number of solutions and the time to count them.",
    "explain": "Show the plan for a question and what its steps take.",
    "why": "Explain why there is no solution.",
    "forced": "Find what all solutions have in common.",
    "reduce": "Remove what no solution uses.",
    "show": "Draw the board and the pieces.",
    "verify": "Check solutions against a puzzle.",
    "convert": "Convert a puzzle to another format.",
    "make": "Make a puzzle of a well-known kind.",
    "shape": "Turn, cut, join and examine shapes.",
    "polyforms": "List or count the connected shapes of a size.",
    "polyform": "Examine a polyform: how it tiles the plane, or its Heesch number.",
    "serve": "Play and solve in a browser.",
    "catalog": "Browse the catalogue of puzzles.",
}
"""The core commands with their help texts. Each is the function of this name in the module of this name,
which is imported when the command is used."""


def command_summaries() -> dict[str, str]:
    """All commands with their help texts in the order of the help, those of families last."""
    return COMMANDS | {
        name: summary for family in FAMILIES.values() for name, summary in family.commands.items()
    }


MAX_DIGITS = 1_000_000
"""Digits that a count may have; the default of Python, 4,300, is too few for a 200 x 200 board."""


class Program(StrictGroup):
    """A group whose ``main`` turns every error into one message, or one JSON object, and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (BrokenPipeError, KeyboardInterrupt) as error:  # before click handles it
            from tilewright.cli.error_report import report

            return report(error, ctx.obj)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(command_summaries())  # in this order

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        references = {cmd_name: f"tilewright.cli.{cmd_name}:{cmd_name}"} if cmd_name in COMMANDS else {}
        for family in FAMILIES.values() if not references else ():
            references |= family.command_references
        if cmd_name not in references:
            return super().get_command(ctx, cmd_name)
        command = load_attribute(references[cmd_name])
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(command_summaries().items()))

    def main(  # type: ignore[override]  # there is no mode in which errors are left to the caller
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        start_time: float | None = None,
        **extra: Any,
    ) -> NoReturn:
        """Run the command, whose time limit counts from ``start_time`` (``time.monotonic``); default: now."""
        from tilewright.cli.interruption import TIME_LIMIT, SignalHandling, final_code, start_command

        words = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        extra["obj"] = words
        extra["prog_name"] = prog_name or "tilewright"
        forget_json()
        start_command(monotonic() if start_time is None else start_time)
        digits = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(MAX_DIGITS)
        try:
            with SignalHandling():
                try:
                    code = self._run(words, extra)
                finally:
                    TIME_LIMIT.clear()
        except OSError as error:  # even the error object cannot be written
            from tilewright.cli.error_report import closed_output

            code = closed_output(error)
        finally:
            sys.set_int_max_str_digits(digits)
        _exit(final_code(code if isinstance(code, int) else 0))

    def _run(self, words: list[str], extra: dict[str, Any]) -> object:
        """Run the command; the exit code. OSError when the error cannot be printed."""
        try:
            code = super().main(args=words, **extra)
            sys.stdout.flush()
            return code
        except MemoryError:
            pass  # leaving this block frees the error's frames and what they hold; the report needs memory
        except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - users never see a bare traceback
            return _report(error, words)
        return _report(MemoryError(), words)


def _report(error: BaseException, words: list[str]) -> int:
    from tilewright.cli.error_report import report

    return report(error, words)


def _exit(code: int) -> NoReturn:
    """End the program, also while a thread still searches after a second Ctrl-C.

    The interpreter would end such a thread in the middle of the core, which aborts the process.
    """
    threading = sys.modules.get("threading")
    if threading and any(thread.name.startswith("tilewright-") for thread in threading.enumerate()):
        with suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


EPILOG = """\b
Examples:
  tilewright solve catalog:pentominoes-6x10
  tilewright count catalog:pentominoes-6x10 --unique
  tilewright solve puzzle.txt --all -o solutions.svg
  tilewright catalog list

FILE is a path, '-' for standard input, or catalog:NAME for a puzzle of the catalogue.

\b
Exit codes:
  0  found                   4  two methods disagree
  1  none exists           130  Ctrl-C
  2  usage or input error  143  SIGTERM
  3  a limit of time, nodes or memory, or of a count
"""


@click.group(
    cls=Program,
    epilog=EPILOG,
    invoke_without_command=True,
    no_args_is_help=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option("-V", "--version", is_flag=True, help="Print the version and exit.")
@click.option("--verbose", is_flag=True, help="With --version: how it was compiled, and what is installed.")
@click.option("--debug", is_flag=True, help="Print the traceback of an error.")
@click.pass_context
def program(context: click.Context, version: bool, verbose: bool, debug: bool) -> None:  # noqa: FBT001 - from click
    """Solve, count, optimise, sample, explain and draw domino and tiling puzzles.

    A puzzle is a text file with a drawing of the board and the pieces, or a file in one of several other
    formats. To start with a ready-made puzzle, see 'tilewright catalog list'.
    """
    if version:
        from tilewright.cli.version import version_text

        click.echo(version_text(verbose=verbose))
        context.exit()
    if verbose:
        raise click.UsageError("--verbose requires --version")
    if context.invoked_subcommand is None:
        raise click.UsageError("Missing command.")
