"""``tilewright shape``: the shapes of a puzzle turned, cut, joined and counted, as designers need them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedGroup,
    OptionGroup,
    json_option,
    reading_options,
    rules_options,
    with_options,
)
from tilewright.cli.output import check_writable, note, output_option
from tilewright.cli.quantities import ParsedType
from tilewright.cli.sources import LoadedPuzzle, has_items, load_puzzle, report_warnings
from tilewright.errors import FormatError, OutputError, UnsupportedError
from tilewright.wording import aligned, counted, quoted

if TYPE_CHECKING:
    from tilewright.model.exact_cover_puzzle import AnyPuzzle
    from tilewright.model.lattices import Lattice
    from tilewright.model.puzzle import Puzzle
    from tilewright.model.shape import Shape

Command = TypeVar("Command", bound=Callable[..., Any])

DRAWING = "drawing:"
"""What begins an argument that is the drawing of a shape itself."""

USUAL_LATTICE = "cube"
MAX_DIGITS = 8  # of a coordinate


def _parse_vector(text: str) -> tuple[int, ...]:
    words = text.replace("x", ",").split(",")
    numbers = [word.strip() for word in words]
    if not all(word.removeprefix("-").isdigit() and word.isascii() for word in numbers):
        raise ValueError(f"{quoted(text)} is no list of coordinates; expected whole numbers such as 1,0,-2")
    if any(len(word.lstrip("-0")) > MAX_DIGITS for word in numbers):
        raise ValueError(f"{quoted(text)} is out of range; expected numbers of at most {MAX_DIGITS} digits")
    return tuple(map(int, numbers))


VECTOR = ParsedType("vector", _parse_vector)


@dataclass(frozen=True)
class ShapeOptions(OptionGroup):
    """Where a shape comes from and goes to."""

    from_format: str | None = None
    problem: int | None = None
    lattice: str | None = None
    new_name: str | None = None
    output: Path | None = None
    force: bool = False
    as_json: bool = False


def _writing_options(command: Command) -> Command:
    return with_options(
        command,
        (
            reading_options,
            click.option(
                "--as", "new_name", metavar="NAME",
                help="Keep SHAPE and give the result this name: that of another shape, or of a new piece.",
            ),
            output_option("Write the puzzle with the result to this file. Default: print the result."),
            click.option("--force", is_flag=True, help="Overwrite the file of -o, which may be FILE."),
            json_option,
        ),
    )  # fmt: skip


def _shape_arguments(command: Command) -> Command:
    command = click.argument("shape", default="board")(command)
    return click.argument("file", type=PUZZLE_FILE)(command)


def _two_shapes(command: Command) -> Command:
    for name in ("other", "shape"):
        command = click.argument(name)(command)
    return click.argument("file", type=PUZZLE_FILE)(command)


@click.group(cls=DocumentedGroup)
def shape() -> None:
    """Turn, mirror, cut, join and examine the shapes of a puzzle, on any lattice.

    SHAPE is the name of a piece in FILE, or 'board', the default, for what the pieces fill. In place of FILE
    or of a second shape, drawing:TEXT is a shape that is drawn: '#' is a cell, '+' one that may stay empty,
    and a backslash with n ends a line; an empty line begins the next layer.
    """


@shape.command()
@_shape_arguments
@click.option(
    "--axis", default="z", show_default=True, metavar="AXIS", help="Turn about this axis: x, y or z."
)
@click.option("--times", type=int, default=1, show_default=True, metavar="N",
              help="Turn so often by the smallest angle, which is a quarter turn on most lattices; "
              "negative numbers turn back.")  # fmt: skip
@_writing_options
def turn(*, file: str, shape: str, axis: str, times: int, **given: Any) -> None:
    """Turn a shape about an axis."""
    from tilewright.model.shape import turn as turned

    _change("turn", file, shape, given, lambda one, _: turned(one, axis, times))


@shape.command()
@_shape_arguments
@click.option("--axis", default="x", show_default=True, metavar="AXIS", help="Reverse this axis: x, y or z.")
@_writing_options
def mirror(*, file: str, shape: str, axis: str, **given: Any) -> None:
    """Make the mirror image of a shape."""
    from tilewright.model.shape import mirror as mirrored

    _change("mirror", file, shape, given, lambda one, _: mirrored(one, axis))


@shape.command()
@_shape_arguments
@click.option(
    "--by", type=VECTOR, required=True, metavar="X,Y,Z", help="The step, a translation of the lattice."
)
@_writing_options
def shift(*, file: str, shape: str, by: tuple[int, ...], **given: Any) -> None:
    """Move a shape; this matters for the board and for unions."""
    from tilewright.model.shape import shift as shifted

    _change("shift", file, shape, given, lambda one, _: shifted(one, by))


@shape.command()
@_shape_arguments
@click.option("--factor", type=int, required=True, metavar="N", help="Make it so many times as large.")
@_writing_options
def scale(*, file: str, shape: str, factor: int, **given: Any) -> None:
    """Make each cell of a shape larger."""
    from tilewright.model.shape import scale as scaled

    _change("scale", file, shape, given, lambda one, _: scaled(one, factor))


@shape.command()
@_shape_arguments
@click.option(
    "--low", "low", type=VECTOR, required=True, metavar="X,Y,Z", help="The least coordinates to keep."
)
@click.option("--high", "high", type=VECTOR, required=True, metavar="X,Y,Z", help="The greatest ones.")
@_writing_options
def crop(*, file: str, shape: str, low: tuple[int, ...], high: tuple[int, ...], **given: Any) -> None:
    """Keep the cells of a shape that lie in a box."""
    from tilewright.model.shape import crop as cropped

    _change("crop", file, shape, given, lambda one, _: cropped(one, low, high))


@shape.command()
@_shape_arguments
@click.option(
    "--walls", type=int, default=1, show_default=True, metavar="N", help="Cells that the walls are thick."
)
@click.option("--variable", is_flag=True, help="Keep the inner cells, but let them stay empty.")
@_writing_options
def hollow(*, file: str, shape: str, walls: int, variable: bool, **given: Any) -> None:
    """Take the inner cells out of a shape."""
    from tilewright.model.shape import hollow as hollowed
    from tilewright.model.shape import vary

    def change(one: Shape, _: object) -> Shape:
        outside = hollowed(one, walls)
        return vary(one, one.variable | (one.cells.keys() - outside.cells.keys())) if variable else outside

    _change("hollow", file, shape, given, change)


@shape.command()
@_shape_arguments
@_writing_options
def fill(*, file: str, shape: str, **given: Any) -> None:
    """Fill the cavities that a shape encloses."""
    from tilewright.model.shape import fill as filled

    _change("fill", file, shape, given, lambda one, _: filled(one))


@shape.command()
@_two_shapes
@_writing_options
def union(*, file: str, shape: str, other: str, **given: Any) -> None:
    """Join the cells of two shapes."""
    from tilewright.model.shape import union as joined

    _change("union", file, shape, given, joined, other)


@shape.command()
@_two_shapes
@_writing_options
def difference(*, file: str, shape: str, other: str, **given: Any) -> None:
    """Take the cells of OTHER away from a shape."""
    from tilewright.model.shape import difference as without

    _change("difference", file, shape, given, without, other)


@shape.command()
@_two_shapes
@_writing_options
def intersection(*, file: str, shape: str, other: str, **given: Any) -> None:
    """Keep the cells that two shapes have in common."""
    from tilewright.model.shape import intersection as common

    _change("intersection", file, shape, given, common, other)


@shape.command()
@click.argument("size", type=VECTOR, metavar="SIZE")
@click.option(
    "--into", "file", type=PUZZLE_FILE, metavar="FILE", help="Put the box into this puzzle, with --as."
)
@_writing_options
def box(*, size: tuple[int, ...], file: str | None, **given: Any) -> None:
    """Make a box of SIZE cells, such as 4,4,4: a new puzzle's board, or a shape of a puzzle."""
    from tilewright.model.shape import box as make_box

    options = ShapeOptions.take(given)
    if file is None:
        if options.new_name is not None:
            raise click.UsageError("--as requires --into")
        made = make_box(_lattice_named(options.lattice or USUAL_LATTICE), size)
        _finish("box", _drawn(made, options), "board", made, options)
        return
    if options.new_name is None:
        raise click.UsageError("--into requires --as NAME, the name of the box in the puzzle")
    loaded = _load(file, options)
    _finish("box", loaded, "board", make_box(_board_puzzle(loaded).lattice, size), options)


@shape.command()
@_shape_arguments
@reading_options
@json_option
def show(*, file: str, shape: str, as_json: bool, **given: Any) -> None:
    """Print a shape as a drawing, layer by layer."""
    from tilewright.formats.shapes import shape_in

    options = ShapeOptions.take({**given, "as_json": as_json})
    loaded = _load(file, options)
    _finish("show", loaded, shape, shape_in(_board_puzzle(loaded), shape), options)


@shape.command()
@click.argument("file", type=PUZZLE_FILE)
@rules_options
@json_option
def status(*, file: str, as_json: bool, **rules: Any) -> None:
    """Say how a design stands: volumes, parity, and pieces that are impossible, alike or symmetric."""
    from dataclasses import asdict

    from tilewright.play.design_status import describe_piece, status_of
    from tilewright.play.draft_check import check_puzzle
    from tilewright.wording import plain

    loaded = load_puzzle(file, **rules)
    puzzle = _board_puzzle(loaded)
    design, check = status_of(puzzle), check_puzzle(puzzle)
    if as_json:
        keys = asdict(design)
        pieces = [{**piece, "parity": _pair(piece["parity"])} for piece in keys.pop("pieces")]
        print_json({
            "command": "shape status", "file": file, **keys, "parity": _pair(keys["parity"]),
            "pieces": pieces,
            "solvable": check.solvable, "complete": check.status.value == "complete",
            "findings": [
                {"severity": one.severity, "sentence": one.sentence, "piece": one.piece,
                 "cells": [list(cell) for cell in one.cells]}
                for one in check.findings
            ],
        })  # fmt: skip
        return
    click.echo(design.volume_sentence)
    if design.parity is not None:
        click.echo("Parity of the result: {} and {} cells.".format(*design.parity))
    rows = [("piece", "cells", "copies", "ways", "places", "parity", "")]
    for piece in design.pieces:
        least, most = piece.min_copies, piece.max_copies
        rows.append((
            plain(piece.name), str(piece.size), str(most) if least == most else f"{least} to {most}",
            str(piece.orientations), "?" if piece.placements is None else str(piece.placements),
            "" if piece.parity is None else "{}:{}".format(*piece.parity), describe_piece(piece),
        ))  # fmt: skip
    if design.pieces:
        click.echo("\n" + "\n".join(aligned(rows, "<>>>>><")) + "\n")
    for one in check.findings:
        click.echo(plain(one.sentence))


def _pair(numbers: tuple[int, int] | None) -> list[int] | None:
    return None if numbers is None else list(numbers)


# --- What the commands have in common


def _change(
    verb: str,
    file: str,
    name: str,
    given: dict[str, Any],
    change: Callable[[Shape, Any], Shape],
    other: str | None = None,
) -> None:
    """Change a shape, and print it or write the puzzle with it."""
    from tilewright.formats.shapes import read_shape, shape_in

    options = ShapeOptions.take(given)
    if options.output is not None:
        _check_output(options)
    loaded = _load(file, options)
    puzzle = _board_puzzle(loaded)
    second = None
    if other is not None:
        text = _drawing(other)
        second = (
            shape_in(puzzle, other)
            if text is None
            else _located(text, lambda t: read_shape(t, puzzle.lattice))
        )
    _finish(verb, loaded, name, change(shape_in(puzzle, name), second), options)


def _finish(verb: str, loaded: LoadedPuzzle, name: str, result: Shape, options: ShapeOptions) -> None:
    """Write the puzzle with a shape, or print the shape."""
    from tilewright.formats.shapes import shape_text, with_shape

    notes: list[str] = []
    named = options.new_name or name
    if options.output is not None:
        _check_output(options)
        puzzle, left_out = with_shape(_board_puzzle(loaded), named, result)
        notes = [*left_out, *_write(loaded, puzzle, options)]
        for sentence in notes:
            note(sentence)
    drawing = shape_text(result)
    if options.as_json:
        colours = [[list(cell), colour] for cell, colour in result.cells.items() if colour]
        print_json({
            "command": f"shape {verb}", "file": loaded.name, "shape": named, "lattice": result.lattice.name,
            "cells": [list(cell) for cell in result.fixed],
            "optional": [list(cell) for cell in sorted(result.variable)],
            "colours": colours, "drawing": drawing, "output": options.output, "left_out": notes,
        })  # fmt: skip
    elif options.output is not None:
        click.echo(f"wrote {options.output}: {named} has {counted(len(result.cells), 'cell')}")
    else:
        click.echo(
            drawing if drawing is not None else "\n".join(",".join(map(str, cell)) for cell in result.cells)
        )


def _check_output(options: ShapeOptions) -> None:
    output = options.output
    assert output is not None
    if output.exists() and not output.is_dir() and not options.force:
        raise OutputError(f"{output}: the file exists; give --force to overwrite it")
    check_writable(output)


def _write(loaded: LoadedPuzzle, puzzle: Puzzle, options: ShapeOptions) -> list[str]:
    """Write the puzzle, and the others of its file where the format keeps them; sentences on what is lost."""
    from tilewright.formats import by_extension, read_text, write_atomically
    from tilewright.formats.editing import edited_text, keeps_all

    output = options.output
    assert output is not None
    chosen = by_extension(output.suffix)
    if chosen is None:
        raise UnsupportedError(
            f"{output}: the extension is that of no format; 'tilewright convert --help' lists them"
        )
    puzzles: list[AnyPuzzle] = [puzzle]
    original, opened = "", loaded.format if loaded.path is not None else None
    if opened is not None and loaded.path is not None and keeps_all(chosen, opened):
        original = read_text(loaded.path)
        with report_warnings(loaded.name):
            number = len(opened.problem_names(original))
            puzzles = [opened.read(original, problem=k + 1) for k in range(number)]
        puzzles[(options.problem or 1) - 1] = puzzle
    elif opened is not None and loaded.path is not None and opened.saves_solutions:
        original = read_text(loaded.path)
    text, notes = edited_text(chosen, puzzles, 0, original, opened)
    write_atomically(output, text)
    return notes


def _load(file: str, options: ShapeOptions) -> LoadedPuzzle:
    """The puzzle of an argument, or the one whose board it draws."""
    from tilewright.formats.shapes import read_shape

    text = _drawing(file)
    if text is None:
        return load_puzzle(
            file, from_format=options.from_format, problem=options.problem, lattice=options.lattice
        )
    lattice = _lattice_named(options.lattice or USUAL_LATTICE)
    return _drawn(_located(text, lambda drawing: read_shape(drawing, lattice)), options)


def _drawn(shape: Shape, options: ShapeOptions) -> LoadedPuzzle:
    from tilewright.formats.shapes import puzzle_of_shape

    for option, value in (("--from", options.from_format), ("--problem", options.problem)):
        if value is not None:
            raise click.UsageError(f"{option} applies to files, not to a shape that is drawn")
    return LoadedPuzzle("drawing", puzzle_of_shape(shape), None)


def _drawing(argument: str) -> str | None:
    """The text of an argument that is a drawing."""
    return argument.removeprefix(DRAWING).replace("\\n", "\n") if argument.startswith(DRAWING) else None


def _located(text: str, read: Callable[[str], Shape]) -> Shape:
    try:
        return read(text)
    except FormatError as error:
        raise error.at("drawing") from None


def _lattice_named(name: str) -> Lattice:
    from tilewright.model.lattices import LATTICES
    from tilewright.registry import did_you_mean

    if name not in LATTICES:
        raise UnsupportedError(
            f"there is no lattice named {quoted(name)}; expected one of {', '.join(LATTICES)}"
            f"{did_you_mean(name, LATTICES)}"
        )
    return LATTICES[name]


def _board_puzzle(loaded: LoadedPuzzle) -> Puzzle:
    puzzle = loaded.puzzle
    if has_items(puzzle):
        raise UnsupportedError(f"{loaded.name}: the puzzle has items and options, and so no shapes")
    return puzzle
