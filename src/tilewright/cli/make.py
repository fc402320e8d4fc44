"""``tilewright make``: puzzles of well-known kinds, from a few words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tilewright.cli.output import check_writable, print_json
from tilewright.errors import FormatError, PuzzleError, TilewrightError
from tilewright.generators import Generator, Parameter, all_generators
from tilewright.generators.boxes import read_size

EPILOG = """\b
Examples:
  tilewright make dominosa '001 101'
  tilewright make queens 8 -o queens.toml
  tilewright make sticks 4 5 6 --to dlx

Without a KIND it lists them. The puzzle goes to standard output as a TOML file, or with -o into a file
in the format of its suffix; --to names another format. Each KIND has --help of its own.
"""


class SizeType(click.ParamType[tuple[int, ...]]):
    """Lengths along the axes: 6x10, 3x4x5."""

    name = "size"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        if isinstance(value, tuple):
            return value
        try:
            return read_size(str(value))
        except PuzzleError as error:
            self.fail(str(error), param, ctx)


class TextOrFile(click.ParamType[tuple[str, str]]):
    """A text, given as it is, or as the name of a file that holds it, or '-' for standard input.

    Its value is where the text comes from, "" when given as it is, and the text.
    """

    name = "text"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        from tilewright.formats import read_text

        if value == "-":
            return "standard input", read_text("-")
        if _is_file(str(value)):
            return str(value), read_text(value)
        return "", str(value)


TEXT_OR_FILE = TextOrFile()
SIZE_TYPE = SizeType()


def _is_file(name: str) -> bool:
    """Whether there is a file of this name; a text that cannot be a name is none."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def with_location(error: FormatError, file: str, what: str) -> FormatError:
    """An error in a text, with the file's name on it, or what the text is where it was given as it is."""
    return error.at(file or f"the {what} as given")


@click.group(epilog=EPILOG, invoke_without_command=True, short_help="Make a puzzle of a well-known kind.")
@click.option("--json", "as_json", is_flag=True, help="List the kinds as one JSON object.")
@click.pass_context
def make(context: click.Context, as_json: bool) -> None:  # noqa: FBT001 - from click
    """Make a puzzle of a well-known kind. Without a KIND: list them."""
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError("--json stands behind the kind, with -o")
        return
    if as_json:
        kinds = [
            {"name": generator.name, "summary": generator.summary} for generator in all_generators().values()
        ]
        print_json({"command": "make", "kinds": kinds})
        return
    wide = max(map(len, all_generators()))
    for generator in all_generators().values():
        click.echo(f"{generator.name:{wide}}  {generator.summary}")
    click.echo("\nHow to make one: tilewright make KIND --help")


def command_of(generator: Generator) -> click.Command:
    """The command line of a generator."""
    output = click.Option(
        ["-o", "--output"],
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Write into this file; without it to standard output.",
    )
    to = click.Option(
        ["--to"], metavar="FORMAT", help="The format; without it the file's suffix tells, else toml."
    )
    as_json = click.Option(
        ["--json", "as_json"], is_flag=True, help="Tell in one JSON object what was written; with -o."
    )

    def run(output: Path | None, to: str | None, as_json: bool, **told: Any) -> None:  # noqa: FBT001
        _run(generator, output, to, told, as_json=as_json)

    lines = "\n".join(f"  tilewright make {example}" for example in generator.examples)
    return click.Command(
        generator.name,
        params=[*map(_parameter, generator.parameters), output, to, as_json],
        callback=run,
        help=f"Make {generator.summary}.",
        short_help=generator.summary,
        epilog=f"\b\nExamples:\n{lines}",
    )


_TYPES: dict[str, Callable[[Parameter], Any]] = {
    "number": lambda told: click.IntRange(told.least, 10**9),
    "numbers": lambda told: click.IntRange(told.least, 10**9),
    "word": lambda told: click.Choice(told.choices) if told.choices else click.STRING,
    "words": lambda told: click.STRING,
    "size": lambda told: SIZE_TYPE,
    "text": lambda told: TEXT_OR_FILE,
}
"""The type of a parameter's value on the command line, by its kind."""


def _parameter(told: Parameter) -> click.Parameter:
    """The argument or the option for something that a generator is told."""
    if told.kind == "flag":
        return click.Option([f"--{told.name}"], is_flag=True, help=told.help)
    many = told.kind in ("numbers", "words")
    if told.needed:
        return click.Argument(
            [told.name], type=_TYPES[told.kind](told), nargs=-1 if many else 1, required=True
        )
    metavar = {"number": "N", "size": "SIZE", "text": "TEXT"}.get(told.kind)
    return click.Option([f"--{told.name}"], type=_TYPES[told.kind](told), metavar=metavar, help=told.help)


def _run(
    generator: Generator, output: Path | None, to: str | None, told: dict[str, Any], *, as_json: bool
) -> None:
    """Make the puzzle and write it; nothing is written when it cannot be made."""
    from tilewright import formats

    if as_json and (output is None or str(output) == "-"):
        raise click.UsageError("--json and the puzzle cannot both go to standard output; name a file with -o")
    target = "-" if output is None else str(output)
    if target != "-":
        check_writable(Path(target))
    files = {name: value[0] for name, value in told.items() if _is_text(generator, name) and value}
    plain = {name: value[1] if name in files else value for name, value in told.items()}
    try:
        puzzle = generator.make(**{name: value for name, value in plain.items() if value is not None})
    except FormatError as error:
        name, file = next(iter(files.items()), ("input", ""))
        raise with_location(error, file, name) from None
    except TilewrightError as error:
        file = next(filter(None, files.values()), "")
        raise (FormatError(str(error), file=file) if file else error) from None
    formats.save(puzzle, target, format=to or ("toml" if target == "-" else ""))
    if as_json:
        print_json({"command": "make", "kind": generator.name, "title": puzzle.title, "output": target})
    elif target != "-":
        click.echo(f"wrote {target}: {puzzle.title}")


def _is_text(generator: Generator, name: str) -> bool:
    return any(told.name == name and told.kind == "text" for told in generator.parameters)


for _generator in all_generators().values():
    make.add_command(command_of(_generator))
