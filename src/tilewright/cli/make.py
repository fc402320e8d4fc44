"""``tilewright make``: puzzles by the registered generators."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import click

from tilewright.cli.commands import StrictCommand
from tilewright.cli.json_output import print_json
from tilewright.cli.options import DocumentedGroup
from tilewright.cli.output import OutputOption, check_writable
from tilewright.cli.quantities import ParsedType
from tilewright.cli.sources import report_warnings
from tilewright.errors import FormatError, PuzzleError, TilewrightError
from tilewright.generators import GENERATORS, Generator, Parameter
from tilewright.missing_file import missing_file
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.wording import quoted


def _parse_size(text: str) -> tuple[int, ...]:
    from tilewright.generators.boxes import read_size

    try:
        return read_size(text)
    except PuzzleError as error:
        raise ValueError(str(error)) from None


def _parse_text(text: str) -> tuple[str, str]:
    from tilewright.formats import read_text

    if text == "-":
        return "standard input", read_text(text)
    if _is_file(text):
        return text, read_text(text)
    return "", text


def _is_file(text: str) -> bool:
    """Whether a text names a file; ValueError where it is a link to nothing, or nearly the name of a file."""
    path = Path(text)
    try:
        if path.is_file():
            return True
        is_name = path.is_symlink() or (path.suffix[1:].isalpha() and len(text.split()) == 1)
    except (OSError, ValueError):
        return False
    why = missing_file(path) if is_name else ""
    if why not in ("", "no such file"):
        raise ValueError(f"{text}: there is {why}")
    return False


SIZE_TYPE = ParsedType("size", _parse_size)  # rows x columns, 6x10; with layers, 3x4x5
TEXT_OR_FILE = ParsedType("text", _parse_text)
"""A text, the name of a file with it, or '-' for standard input.

Its value is the name of the source, "" for the command line, and the text.
"""


def with_location(error: FormatError, file: str, name: str) -> FormatError:
    """The error with the name of the file, or of the argument that is a literal text."""
    return error.at(file or f"argument {name}")


class GeneratorGroup(DocumentedGroup):
    """A command for each registered generator, made when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(GENERATORS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return command_of(GENERATORS[cmd_name]) if cmd_name in GENERATORS else None


@click.group(cls=GeneratorGroup, invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="List the kinds as one JSON object.")
@click.pass_context
def make(context: click.Context, *, as_json: bool) -> None:
    """Make a puzzle of a well-known kind. Without KIND, list the kinds."""
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError("--json belongs after KIND, with -o")
        return
    if as_json:
        kinds = [{"name": name, "summary": generator.summary} for name, generator in GENERATORS.items()]
        print_json({"command": "make", "kinds": kinds})
        return
    width = max(map(len, GENERATORS))
    for name, generator in GENERATORS.items():
        click.echo(f"{name:{width}}  {generator.summary}")
    click.echo("\nUsage of a kind: tilewright make KIND --help")


def command_of(generator: Generator) -> click.Command:
    """The command line of a generator."""
    output = OutputOption(metavar="FILE", help="Write to this file. Default: standard output.")
    to = click.Option(
        ["--to"], metavar="FORMAT", help="The format. Default: by the extension of the file, else toml."
    )
    as_json = click.Option(
        ["--json", "as_json"], is_flag=True, help="Print one JSON object about the written file; requires -o."
    )

    def run(*, output: Path | None, to: str | None, as_json: bool, **values: Any) -> None:
        _run(generator, output, to, values, as_json=as_json)

    lines = "\n".join(f"  tilewright make {example}" for example in generator.examples)
    return StrictCommand(
        generator.name,
        params=[*map(_parameter, generator.parameters), output, to, as_json],
        callback=run,
        help="\n\n".join(filter(None, [f"Make {generator.summary}.", *map(_choices, generator.parameters)])),
        short_help=generator.summary,
        epilog=f"\b\nExamples:\n{lines}",
    )


_TYPES: dict[str, Callable[[Parameter], Any]] = {
    "number": lambda parameter: click.IntRange(parameter.minimum, 10**9),
    "numbers": lambda parameter: click.IntRange(parameter.minimum, 10**9),
    "word": lambda parameter: click.Choice(parameter.choices) if parameter.choices else click.STRING,
    "words": lambda parameter: click.STRING,
    "size": lambda parameter: SIZE_TYPE,
    "text": lambda parameter: TEXT_OR_FILE,
}
"""The type of a parameter's value on the command line, by its kind."""


def _choices(parameter: Parameter) -> str:
    """The choices of an argument as a sentence, "" where there are none."""
    if not parameter.choices or not parameter.required:
        return ""
    return f"{parameter.name.upper()} is one of: {', '.join(parameter.choices)}."


def _parameter(parameter: Parameter) -> click.Parameter:
    if parameter.kind == "flag":
        return click.Option([f"--{parameter.name}"], is_flag=True, help=parameter.help)
    many = parameter.kind in ("numbers", "words")
    if parameter.required:
        return click.Argument(
            [parameter.name],
            type=_TYPES[parameter.kind](parameter),
            metavar=f"{parameter.name.upper()}{'...' if many else ''}",
            nargs=-1 if many else 1,
            required=True,
        )
    metavar = {"number": "N", "size": "SIZE", "text": "TEXT"}.get(parameter.kind)
    return click.Option(
        [f"--{parameter.name}"], type=_TYPES[parameter.kind](parameter), metavar=metavar, help=parameter.help
    )


_FREE = re.compile(r"(?<![A-WYZa-wyz/.])\(?([0-9]*)N(?:([+-])([0-9]+))?\)?(?![A-WYZa-wyz/.])")


def generator_of(words: str) -> Callable[[int], AnyPuzzle]:
    """A function of the free number N in words that follow ``tilewright make``, such as ``queens N``.

    PuzzleError when the words do not close a quotation mark or have no N.
    """
    try:
        kind, *arguments = shlex.split(words)
    except ValueError:
        raise PuzzleError(f"a quotation mark is not closed in {quoted(words)}") from None
    if not any(_FREE.search(word) for word in arguments):
        raise PuzzleError(f"{quoted(words)} has no free number; expected N, as in 'queens N'")
    generator = GENERATORS[kind]
    command = command_of(generator)

    def make(n: int) -> AnyPuzzle:
        def value(match: re.Match[str]) -> str:
            factor, sign, constant = match.groups()
            return str(int(factor or 1) * n + int(f"{sign or '+'}{constant or 0}"))

        context = command.make_context(kind, [_FREE.sub(value, word) for word in arguments])
        if context.params["output"] or context.params["to"] or context.params["as_json"]:
            raise click.UsageError("-o, --to and --json do not belong to the words for the board")
        return _made(generator, context.params)

    return make


def _made(generator: Generator, values: Mapping[str, Any]) -> AnyPuzzle:
    """The puzzle of a generator from the values of its command line."""
    names = [parameter.name for parameter in generator.parameters]
    texts = {parameter.name for parameter in generator.parameters if parameter.kind == "text"}
    given = {name: values[name] for name in names if values.get(name) is not None}
    files = {name: value[0] for name, value in given.items() if name in texts}
    plain = {name: value[1] if name in files else value for name, value in given.items()}
    try:
        return generator.make(**plain)
    except FormatError as error:
        name, file = next(iter(files.items()), ("input", ""))
        raise with_location(error, file, name) from None
    except TilewrightError as error:
        file = next(filter(None, files.values()), "")
        raise (FormatError(str(error), file=file) if file else error) from None


def _run(
    generator: Generator, output: Path | None, to: str | None, values: dict[str, Any], *, as_json: bool
) -> None:
    """Make the puzzle and write it; on an error nothing is written."""
    from tilewright import formats

    if as_json and (output is None or str(output) == "-"):
        raise click.UsageError("--json and the puzzle cannot both go to standard output; name a file with -o")
    target = "-" if output is None else str(output)
    if target != "-":
        check_writable(Path(target))
    puzzle = _made(generator, values)
    with report_warnings(target):
        formats.save(puzzle, target, format=to or ("toml" if target == "-" else ""))
    if as_json:
        print_json({"command": "make", "kind": generator.name, "title": puzzle.title, "output": target})
    elif target != "-":
        click.echo(f"wrote {target}: {puzzle.title}")
