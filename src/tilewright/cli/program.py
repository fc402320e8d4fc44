"""The command ``tilewright`` itself: its commands, and what becomes of every kind of error."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import click

from tilewright.cli.output import ExitCode, forget_json, print_json
from tilewright.errors import FormatError, TilewrightError
from tilewright.family import FAMILIES
from tilewright.registry import load_attribute

COMMANDS: dict[str, str] = {
    "solve": "Find one solution, some, or all.",
    "count": "Count all solutions.",
    "run": "Searches that last: stop, resume, use a cluster.",
    "optimise": "Find the solution with the least cost.",
    "sample": "Draw solutions at random, fairly.",
    "estimate": "Judge how large the search would be.",
    "why": "Say why there is no solution.",
    "forced": "What every solution has in common, and what none has.",
    "reduce": "Leave out what no solution has.",
    "show": "Draw the board and the pieces.",
    "verify": "Check solutions against a puzzle.",
    "convert": "Write a puzzle in another format.",
    "make": "Make a puzzle of a well-known kind.",
    "serve": "Play and solve in a browser.",
    "catalog": "The puzzles that come along.",
}
"""Each command with what it does. It is the function of that name in the module of that name beside this one,
which is imported when the command is used, so that no command waits for another's imports. Those of families
follow: see :func:`command_summaries`."""


def command_summaries() -> dict[str, str]:
    """All commands in the order of the help, those of families last, each with what it does."""
    return COMMANDS | {
        name: summary for family in FAMILIES.values() for name, summary in family.commands.items()
    }


MOST_DIGITS = 1_000_000
"""Digits of a count that can be printed; Python alone prints 4,300, which a 200 x 200 board passes."""


class Program(click.Group):
    """A group whose ``main`` turns every error into one sentence, or one JSON object, and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError:  # before click sees it, which would end with the code of "none exists"
            return _closed_pipe()

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(command_summaries())  # in this order: what people want first comes first

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        reference = f"tilewright.cli.{cmd_name}:{cmd_name}" if cmd_name in COMMANDS else _of_family(cmd_name)
        if not reference:
            return super().get_command(ctx, cmd_name)  # one that was added by hand, or none
        command = load_attribute(reference)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(command_summaries().items()))

    def main(  # type: ignore[override]  # there is no mode in which errors are left to the caller
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        words = list(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        extra["prog_name"] = prog_name or "tilewright"
        forget_json()
        digits = sys.get_int_max_str_digits()
        sys.set_int_max_str_digits(MOST_DIGITS)
        try:
            code = self._run(words, extra)
        except OSError as error:  # stdout does not even take the object that tells what is wrong
            code = _no_output(error)
        finally:
            sys.set_int_max_str_digits(digits)
        sys.exit(code if isinstance(code, int) else ExitCode.FOUND)

    def _run(self, words: list[str], extra: dict[str, Any]) -> object:
        """Run the command; the exit code. OSError when an error cannot be told, as on a full disk."""
        try:
            code = super().main(args=words, **extra)
            sys.stdout.flush()
        except click.exceptions.Exit as end:
            code = end.exit_code
        except BrokenPipeError:
            code = _closed_pipe()
        except (click.Abort, KeyboardInterrupt) as stop:
            code = _stopped(words, stop)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message(), err=True)
            code = ExitCode.BAD_INPUT
        except click.ClickException as error:
            code = _refuse(words, "usage", error.format_message(), error)
        except TilewrightError as error:
            code = _refuse(words, _kind(error), str(error), error)
        except OSError as error:
            code = _refuse(words, "file", _file_trouble(error), error)
        except MemoryError as error:
            code = _refuse(words, "memory", "there is not enough memory for this puzzle", error)
        except Exception as error:  # noqa: BLE001 - the last net: a user never meets a bare traceback
            code = _bug(words, error)
        return code


def _of_family(command: str) -> str:
    """The reference of a family's command; "" if there is none of this name."""
    return next(
        (
            family.command_references[command]
            for family in FAMILIES.values()
            if command in family.command_references
        ),
        "",
    )


def _stopped(words: list[str], stop: BaseException) -> int:
    click.echo("tilewright: stopped at once; nothing was written", err=True)
    if _json(words):
        print_json({"error": {"kind": "stopped", "message": "stopped at once; nothing was written"}})
    from tilewright.cli.progress import Interrupted

    return stop.code if isinstance(stop, Interrupted) else ExitCode.INTERRUPTED


def _kind(error: TilewrightError) -> str:
    return type(error).__name__.removesuffix("Error").lower()


def _file_trouble(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename else what


def _refuse(words: list[str], kind: str, sentence: str, error: BaseException) -> int:
    """Say what is wrong: the sentence on stderr, and with ``--json`` one object on stdout."""
    _trace(words, error)
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
        sentence += f"\nTry '{error.ctx.command_path} --help'."
    click.echo(f"tilewright: {sentence}", err=True)
    if _json(words):
        body: dict[str, object] = {"kind": kind, "message": sentence.split("\nTry ")[0]}
        if isinstance(error, FormatError):
            body["message"] = error.message
            body.update(file=error.file, line=error.line, column=error.column)
        print_json({"error": body})
    return ExitCode.BAD_INPUT


def _bug(words: list[str], error: Exception) -> int:
    _trace(words, error)
    sentence = f"{type(error).__name__}: {error}"
    click.echo(f"tilewright: this is a bug in Tilewright, not in what you did: {sentence}", err=True)
    click.echo(
        "Please report it with the command, the input file, and what the command prints "
        "when --debug stands before it: tilewright --debug ...",
        err=True,
    )
    if _json(words):
        print_json({"error": {"kind": "bug", "message": sentence}})
    return ExitCode.BUG


def _trace(words: list[str], error: BaseException) -> None:
    if "--debug" in words[:1]:
        import traceback

        traceback.print_exception(error)


def _json(words: list[str]) -> bool:
    return "--json" in (words[: words.index("--")] if "--" in words else words)


def _closed_pipe() -> int:
    """The reader has gone, as ``head`` does: no message, and no second fault when Python flushes at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.PIPE_CLOSED


def _no_output(error: OSError) -> int:
    """Stdout is full or gone: the sentence went to stderr before; end without a second fault at exit."""
    closed = _closed_pipe()
    return closed if isinstance(error, BrokenPipeError) else ExitCode.BAD_INPUT


def _version(context: click.Context, option: click.Parameter, wanted: bool) -> None:  # noqa: FBT001
    if wanted and not context.resilient_parsing:
        import tilewright

        click.echo(f"tilewright {tilewright.__version__}")
        context.exit()


EPILOG = """\b
Examples:
  tilewright solve catalog:pentominoes-6x10
  tilewright count catalog:pentominoes-6x10 --unique
  tilewright solve puzzle.txt --all -o solutions.svg
  tilewright catalog list

FILE is a path, '-' for standard input, or catalog:NAME for a puzzle of the catalogue.

\b
Exit codes:
  0  found             2  usage or bad input    130  Ctrl-C
  1  none exists       3  a limit ended it
"""


@click.group(cls=Program, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "-V",
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_version,
    help="Print the version.",
)
@click.option("--debug", is_flag=True, help="Print the traceback of an error, for a bug report.")
def program(debug: bool) -> None:  # noqa: FBT001 - click passes options by position or name
    """Solve, count, optimise, sample, explain and picture domino and tiling puzzles.

    Describe a puzzle by drawing it in a text file; Tilewright finds every way to fill the board. Start
    with one of the puzzles it brings along: tilewright catalog list.
    """
