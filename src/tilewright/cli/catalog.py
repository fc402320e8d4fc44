"""``tilewright catalog``: the puzzles of the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.completion import PUZZLE_NAME
from tilewright.cli.drawing import DrawStyle, cost_lines, describe, echo_drawing, free_lines
from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedGroup, drawing_options, json_option
from tilewright.cli.output import check_writable, output_keys, output_option
from tilewright.cli.sources import load_puzzle, report_warnings
from tilewright.family import FAMILIES
from tilewright.wording import counted

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
    """List the puzzles with all WORDS in their names, title, group, tags, sources or known counts.

    Commands for other puzzles, such as gunport, are listed if the words are in their name or sources.
    """
    from tilewright import catalogue

    entries, commands = catalogue.search(words), _matching_commands(words)
    _list("catalog search", entries, as_json=as_json, commands=commands)
    if not entries and not commands:
        if not as_json:
            near = catalogue.suggestion(" ".join(words))
            click.echo(f"no puzzle of the catalogue matches all these words{near}", err=True)
        click.get_current_context().exit(ExitCode.NONE)


@catalog.command()
@click.argument("name", type=PUZZLE_NAME)
@drawing_options
@json_option
def show(*, name: str, plain: bool, color: str, as_json: bool) -> None:
    """Show the board, the pieces, the known counts and the sources of a puzzle."""
    from tilewright import catalogue

    puzzle = load_puzzle(f"catalog:{name.removeprefix('catalog:')}").puzzle
    entry = catalogue.entry(name.removeprefix("catalog:"))
    if as_json:
        print_json({"command": "catalog show", **_entry_keys(entry), **describe(puzzle)})
        return
    style = DrawStyle.from_options(plain=plain, color=color)
    echo_drawing(style.draw_puzzle(puzzle), style)
    click.echo()
    for line in [*free_lines(puzzle), *cost_lines(puzzle)]:
        click.echo(line)
    for one in entry.parameters:
        default = f"; default: {one.default}" if one.default else ""
        click.echo(f"Parameter {one.name}: {one.help.rstrip('.')}, {one.expected}{default}")
    if entry.aliases:
        click.echo(f"Also called: {', '.join(entry.aliases)}")
    if puzzle.source:
        click.echo(f"Source: {puzzle.source}")
    for expected in puzzle.expect:
        click.echo(f"Known: {_expected(expected)}")
    named = catalogue.with_parameters(entry.name, catalogue.given_parameters(name))
    click.echo(f"To solve it: tilewright solve catalog:{named}")


@catalog.command()
@click.argument("name", type=PUZZLE_NAME)
@output_option("File to write; its extension decides the format, such as .toml, .txt, .dpf or .cdpf.")
@json_option
def export(*, name: str, output: Path | None, as_json: bool) -> None:
    """Write a puzzle to a file, as 'tilewright convert catalog:NAME FILE' does.

    A .toml file is the one of the catalogue, which also says how each copy of a piece is drawn.
    """
    from tilewright import catalogue, formats

    if output is None:
        raise click.UsageError("give -o with the file to write")
    if str(output) == "-":
        raise click.UsageError(
            "-o requires a file name; for standard output: tilewright convert catalog:NAME - --to FORMAT"
        )
    bare = name.removeprefix("catalog:")
    puzzle = load_puzzle(f"catalog:{bare}").puzzle
    check_writable(output)
    entry = catalogue.entry(bare)
    if formats.by_extension(output.suffix) is formats.by_name("toml"):
        formats.write_atomically(output, entry.text)
    else:
        with report_warnings(f"catalog:{bare}"):
            formats.save(puzzle, output)
    if as_json:
        print_json({"command": "catalog export", "name": entry.name, **output_keys([output])})
    else:
        click.echo(f"wrote {output}")


def _matching_commands(words: Sequence[str]) -> list[dict[str, str]]:
    """The commands of families with all words in their name, summary or sources."""
    wanted = " ".join(words).lower().split()
    commands = [
        {"name": name, "summary": summary, "source": family.sources}
        for family in FAMILIES.values()
        for name, summary in family.commands.items()
    ]
    return [one for one in commands if all(word in " ".join(one.values()).lower() for word in wanted)]


def _entry_keys(entry: PuzzleEntry) -> dict[str, object]:
    return {
        "name": entry.name,
        "aliases": list(entry.aliases),
        "group": entry.group,
        "tags": list(entry.tags),
    }


def _list(
    command: str,
    entries: Sequence[PuzzleEntry],
    *,
    as_json: bool,
    commands: Sequence[dict[str, str]] | None = None,
) -> None:
    """List puzzles, and for a search the commands that were found."""
    if as_json:
        body = [{**_entry_keys(entry), **describe(entry.load())} for entry in entries]
        rows = {} if commands is None else {"commands": list(commands)}
        print_json({"command": command, "puzzles": body, **rows})
        return
    width = max((len(entry.name) for entry in entries), default=0)
    group = ""
    for entry in entries:
        if entry.group != group:
            group = entry.group
            click.echo(f"{group}:")
        click.echo(f"  {entry.name:{width}}  {entry.title}")
    if commands:
        click.echo("Commands for puzzles of their own kind:")
    for one in commands or ():
        click.echo(f"  tilewright {one['name']}  {one['summary']}")


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
