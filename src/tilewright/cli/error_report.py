"""What an error becomes: a message on stderr, with ``--json`` also an object on stdout, and an exit code."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import IO

import click

from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.interruption import TIME_LIMIT, Interrupted
from tilewright.cli.json_output import print_json
from tilewright.errors import DisagreementError, FormatError, TilewrightError
from tilewright.registry import did_you_mean
from tilewright.wording import visible

NO_MEMORY = "not enough memory for this puzzle"
OPTIONS = {"format": "--from FORMAT", "lattice": "--lattice LATTICE", "problem": "--problem N"}
"""The options for the parameters that errors name."""


def report(error: BaseException, words: list[str]) -> int:
    """Report an error that ended the command; the exit code. OSError if stderr cannot be written."""
    TIME_LIMIT.clear()
    match error:
        case click.exceptions.Exit():
            return error.exit_code
        case BrokenPipeError():
            return closed_output(error)
        case click.Abort() | KeyboardInterrupt():
            return _interrupted(words, error)
        case click.exceptions.NoArgsIsHelpError():
            click.echo(error.format_message(), err=True)
            return ExitCode.BAD_INPUT
        case click.ClickException():
            return _report_error(words, "usage", _usage_message(error), error)
        case DisagreementError():
            return _report_disagreement(words, error)
        case TilewrightError():
            return _report_error(words, _kind(error), str(error), error)
        case OSError():
            return _report_error(words, "file", _file_message(error), error)
        case MemoryError():
            return _report_error(words, "memory", NO_MEMORY, error)
        case ImportError() if "failed to map segment" in str(error):  # the dynamic linker's word for it
            return _report_error(words, "memory", NO_MEMORY, error)
        case _ if isinstance(error.__cause__, Interrupted):  # Python 3.11 wraps it while a class is made
            return _interrupted(words, error.__cause__)
        case _:
            return _report_bug(words, error)


def closed_output(error: OSError) -> int:
    """The exit code when stdout cannot be written, as after ``head``; nothing more is written to it."""
    with contextlib.suppress(OSError, ValueError):  # Python would fail when it flushes at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ExitCode.PIPE_CLOSED if isinstance(error, BrokenPipeError) else ExitCode.BAD_INPUT


def _interrupted(words: list[str], stop: BaseException) -> int:
    stop = stop.__cause__ or stop if isinstance(stop, click.Abort) else stop
    known = stop if isinstance(stop, Interrupted) else Interrupted()
    click.echo(f"tilewright: {known.message}", err=True)
    if _wants_json(words):
        print_json({"error": {"kind": known.kind, "message": known.message}})
    return known.code


def _usage_message(error: click.ClickException) -> str:
    """Click's message; for an unknown command also the names that are close to it.

    Click looks for them only among commands that are loaded already.
    """
    context = error.ctx if isinstance(error, click.NoSuchCommand) else None
    if context is None or not isinstance(context.command, click.Group):
        return error.format_message()
    assert isinstance(error, click.NoSuchCommand)
    near = did_you_mean(error.command_name, context.command.list_commands(context))
    return f"{error.message.rstrip('.')}{near}" if near else error.format_message()


def _kind(error: TilewrightError) -> str:
    return type(error).__name__.removesuffix("Error").lower()


def _file_message(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename else what


def _report_error(words: list[str], kind: str, sentence: str, error: BaseException) -> int:
    """Print the error on stderr and, with ``--json``, as one object on stdout."""
    _print_traceback(words, error)
    sentence = visible(sentence)
    option = OPTIONS.get(error.parameter) if isinstance(error, TilewrightError) else None
    hint = f" ({option})" if option else ""
    sentence += hint
    if isinstance(error, click.UsageError) and error.ctx is not None:
        click.echo(error.ctx.get_usage(), err=True)
        sentence += f"\nTry '{error.ctx.command_path} --help'."
    click.echo(f"tilewright: {sentence}", err=True)
    if _wants_json(words):
        body: dict[str, object] = {"kind": kind, "message": sentence.split("\nTry ")[0]}
        if isinstance(error, FormatError):
            body["message"] = error.message + hint
            body.update(file=error.file, line=error.line, column=error.column)
        print_json({"error": body})
    return ExitCode.BAD_INPUT


def _report_bug(words: list[str], error: BaseException) -> int:
    _print_traceback(words, error)
    sentence = f"{type(error).__name__}: {error}"
    click.echo(f"tilewright: internal error: {sentence}", err=True)
    click.echo(
        "This is a bug in Tilewright. Please report it with the command, the input file and the output of "
        "tilewright --debug ...",
        err=True,
    )
    if _wants_json(words):
        print_json({"error": {"kind": "bug", "message": sentence}})
    return ExitCode.BUG


def _report_disagreement(words: list[str], error: DisagreementError) -> int:
    """Report that two methods disagree: a bug report in the working directory, in a new file."""
    _print_traceback(words, error)
    text = json.dumps({"command": words, **error.report}, indent=2, default=str)
    body: dict[str, object] = {"kind": _kind(error), "message": str(error)}
    click.echo(f"tilewright: {error}", err=True)
    try:
        with _new_report() as stream:
            stream.write(f"{text}\n")
    except OSError as failed:
        click.echo(f"tilewright: the bug report cannot be written: {_file_message(failed)}", err=True)
        click.echo(text, err=True)
    else:
        body["report"] = stream.name
        click.echo(
            f"This is a bug in Tilewright. A bug report was written to {stream.name}; please send it.",
            err=True,
        )
    if _wants_json(words):
        print_json({"error": body})
    return ExitCode.DISAGREEMENT


def _new_report() -> IO[str]:
    """A file in the working directory that did not exist before."""
    for number in itertools.count(1):
        with suppress(FileExistsError):
            return Path(f"tilewright-disagreement-{number}.json").open("x", encoding="utf-8")
    raise AssertionError("numbers do not end")


def _print_traceback(words: list[str], error: BaseException) -> None:
    if "--debug" in words[:1]:
        import traceback

        traceback.print_exception(error)


def _wants_json(words: list[str]) -> bool:
    return "--json" in (words[: words.index("--")] if "--" in words else words)
