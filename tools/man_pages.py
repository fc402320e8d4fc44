"""Write the manual pages of the program, one a command, as ``tilewright.1`` and ``tilewright-COMMAND.1``.

The texts are those of ``--help``. Usage: ``man_pages.py DIRECTORY``.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path

import click

import tilewright
from tilewright.cli.program import program

MANUAL = "Tilewright"


def escape(text: str) -> str:
    """Text as it stands in a manual page: nothing of it is a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(f"\\&{line}" if line.startswith((".", "'")) else line for line in text.split("\n"))


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs of a help text; those that begin with ``\\b`` keep their lines, as in click."""
    for block in inspect.cleandoc(text).split("\n\n"):
        lines = [line.rstrip() for line in block.strip("\n").split("\n")]
        if lines[0].strip() == "\b":
            yield ".nf\n" + escape("\n".join(lines[1:])) + "\n.fi"
        elif any(lines):
            yield escape(" ".join(line.strip() for line in lines))


def section(title: str, body: list[str]) -> list[str]:
    """The lines of a section; none without a body."""
    return [f".SH {title}", *body] if body else []


def entries(pairs: list[tuple[str, str]]) -> list[str]:
    """The lines of a list of terms with their explanations."""
    return [line for term, text in pairs for line in (".TP", f"\\fB{escape(term)}\\fR", escape(text))]


def words(context: click.Context) -> list[str]:
    """The words of a command: ``tilewright``, ``gunport``, ``table``."""
    return [*(words(context.parent) if context.parent else []), str(context.info_name)]


def page(context: click.Context) -> str:
    """The manual page of a command."""
    command, path = context.command, words(context)
    name = "-".join(path)
    group = isinstance(command, click.Group)
    commands = []
    if isinstance(command, click.Group):
        for other in command.list_commands(context):
            command_held = command.get_command(context, other)
            assert command_held is not None
            commands.append((f"{name}-{other}(1)", command_held.get_short_help_str(limit=200)))
    options = [param for param in command.get_params(context) if isinstance(param, click.Option)]
    records = [record for option in options if (record := option.get_help_record(context)) is not None]
    usage = " ".join([*path, *command.collect_usage_pieces(context)])
    summary = command.get_short_help_str(limit=200).rstrip(".")
    if context.parent is None:
        summary = "solve, count and draw domino and tiling puzzles"
    described = [".PP\n" + text for text in paragraphs(command.help or "")]
    notes = [".PP\n" + text for text in paragraphs(command.epilog or "")]
    above = [f"{'-'.join(path[:-1])}(1)"] if context.parent else []
    lines = [
        f'.TH {escape(name.upper())} 1 "" "{MANUAL} {tilewright.__version__}" "{MANUAL} manual"',
        *section("NAME", [f"{escape(name)} \\- {escape(summary)}"]),
        *section("SYNOPSIS", [f"\\fB{escape(usage)}\\fR"]),
        *section("DESCRIPTION", described),
        *section("OPTIONS", entries(records)),
        *(section("COMMANDS", entries(commands)) if group else []),
        *section("NOTES", notes),
        *section("SEE ALSO", list(map(escape, above))),
    ]
    return "\n".join(lines) + "\n"


def pages(context: click.Context) -> Iterator[tuple[str, str]]:
    """The file names and the texts of the pages of a command and of all its commands."""
    yield f"{'-'.join(words(context))}.1", page(context)
    command = context.command
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            command_held = command.get_command(context, name)
            assert command_held is not None
            yield from pages(click.Context(command_held, info_name=name, parent=context))


def main(folder: Path) -> None:
    """Write all pages into a directory, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("tilewright*.1"):
        old.unlink()
    for name, text in pages(click.Context(program, info_name="tilewright")):
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("man_pages.py: expected the directory to write to")
    main(Path(sys.argv[1]))
