"""``tilewright catalog``: the puzzles of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from tilewright.cli.drawing import DrawStyle, cost_lines, describe, echo_drawing
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedGroup, drawing_options, json_option
from tilewright.cli.quantities import counted
from tilewright.cli.sources import load_puzzle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilewright.catalogue import PuzzleEntry
    from tilewright.model.puzzle import Expected


@click.group(cls=DocumentedGroup)
def catalog() -> None:
    """Browse the catalogue of puzzles with their known counts and sources.

    Other commands accept a puzzle of the catalogue as catalog:NAME in place of a file.
    """


@catalog.command("list")
@json_option
def list_all(*, as_json: bool) -> None:
    """List all puzzles of the catalogue."""
    from tilewright import catalogue

    _list("catalog list", catalogue.search(), as_json=as_json)


@catalog.command()
@click.argument("words", nargs=-1, required=True)
@json_option
def search(*, words: tuple[str, ...], as_json: bool) -> None:
    """List the puzzles with all WORDS in their name, title, group, source or tags."""
    from tilewright import catalogue

    found = catalogue.search(words)
    _list("catalog search", found, as_json=as_json)
    if not found:
        if not as_json:
            click.echo("no puzzle of the catalogue matches all these words", err=True)
        click.get_current_context().exit(ExitCode.NONE)


@catalog.command()
@click.argument("name")
@drawing_options
@json_option
def show(*, name: str, plain: bool, color: str, as_json: bool) -> None:
    """Show the board, the pieces, the known counts and the sources of a puzzle."""
    bare = name.removeprefix("catalog:")
    puzzle = load_puzzle(f"catalog:{bare}").puzzle
    if as_json:
        print_json({"command": "catalog show", "name": bare, **describe(puzzle)})
        return
    style = DrawStyle.from_options(plain=plain, color=color)
    echo_drawing(style.draw_puzzle(puzzle), style)
    click.echo()
    for line in cost_lines(puzzle):
        click.echo(line)
    if puzzle.source:
        click.echo(f"Source: {puzzle.source}")
    for expected in puzzle.expect:
        click.echo(f"Known: {_expected(expected)}")
    click.echo(f"To solve it: tilewright solve catalog:{bare}")


def _list(command: str, entries: Sequence[PuzzleEntry], *, as_json: bool) -> None:
    if as_json:
        body = [
            {"name": e.name, "group": e.group, "tags": list(e.tags), **describe(e.load())} for e in entries
        ]
        print_json({"command": command, "puzzles": body})
        return
    width = max((len(entry.name) for entry in entries), default=0)
    group = ""
    for entry in entries:
        if entry.group != group:
            group = entry.group
            click.echo(f"{group}:")
        click.echo(f"  {entry.name:{width}}  {entry.title}")


def _expected(expected: Expected) -> str:
    words = {
        "solutions": counted(expected.count, "solution"),
        "labelled": f"{counted(expected.count, 'solution')} with identical copies distinct",
        "unique": f"{counted(expected.count, 'solution')} up to symmetry",
        "least": f"minimum cost {expected.count:,}",
        "most": f"maximum cost {expected.count:,}",
        "cheapest": f"{counted(expected.count, 'solution')} of minimum cost",
        "dearest": f"{counted(expected.count, 'solution')} of maximum cost",
    }[expected.what]
    how = [f"motions {expected.motions}"] if expected.motions else []
    how += ["pieces may be left over"] if expected.use == "any" else []
    return f"{words}{' (' + ', '.join(how) + ')' if how else ''}; {expected.source}"
