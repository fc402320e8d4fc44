"""``tilewright polyform``: one polyform in the atlas: how it tiles the plane, with witnesses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.completion import PUZZLE_FILE
from tilewright.cli.drawing import DrawStyle, echo_drawing
from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    drawing_options,
    json_option,
    quiet_option,
    time_option,
)
from tilewright.cli.output import DRAWINGS, check_suffix, check_writable, drawing_option, note
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.sources import has_items, load_puzzle
from tilewright.errors import FormatError, PuzzleError, UnsupportedError
from tilewright.wording import counted, quoted

if TYPE_CHECKING:
    from tilewright.model.lattices import Cell, Lattice
    from tilewright.model.puzzle import Solution
    from tilewright.polyforms.atlas import AtlasEntry
    from tilewright.polyforms.coronas import HeeschNumber
    from tilewright.polyforms.rectangles import SmallestRectangle

DRAWING = "drawing:"
PICTURES = ("plane", "rectangle")
LATTICE_NAMES = ("square", "hexagon", "triangle")

CLASS_TEXT = {
    "translation": "tiles the plane by translations",
    "half-turn": "tiles the plane by translations and half turns, not by translations alone",
    "isohedral": "tiles the plane isohedrally, not by translations and half turns alone",
    "anisohedral": "tiles the plane, but not isohedrally",
    "none": "does not tile the plane",
    "unknown": "unknown whether it tiles the plane",
}


@click.command(cls=DocumentedCommand)
@click.argument("shape", metavar="SHAPE", type=PUZZLE_FILE)
@click.option(
    "--lattice",
    type=click.Choice(LATTICE_NAMES),
    help="The lattice of a name or drawing. Default: the first that has the name; square for drawings.",
)
@click.option(
    "--copies",
    type=click.IntRange(1, 40),
    default=6,
    show_default=True,
    metavar="N",
    help="Search tilings with up to N copies in a fundamental domain where none is isohedral.",
)
@click.option(
    "--coronas",
    type=click.IntRange(1, 10),
    default=4,
    show_default=True,
    metavar="N",
    help="Search up to N coronas where no tiling is known: rings of copies around the shape.",
)
@click.option(
    "--rectangle",
    type=click.IntRange(0, 1000),
    default=100,
    show_default=True,
    metavar="N",
    help="On squares, search the smallest rectangle that copies tile, with up to N cells.",
)
@click.option(
    "--picture",
    type=click.Choice(PICTURES),
    default=PICTURES[0],
    show_default=True,
    help="What is drawn: the plane, that is the tiling or the coronas, or the smallest rectangle.",
)
@drawing_option
@time_option
@drawing_options
@quiet_option
@json_option
def polyform(
    *,
    shape: str,
    lattice: str | None,
    copies: int,
    coronas: int,
    rectangle: int,
    picture: str,
    output: Path | None,
    seconds: float | None,
    plain: bool,
    color: str,
    quiet: bool,
    as_json: bool,
) -> None:
    """Examine a polyform: its symmetry, and how it tiles the plane.

    SHAPE is a name such as F5, drawing:TEXT, where '#' is a cell and a backslash with n ends a line, or a
    file: such a drawing in a .txt, or a puzzle whose board or only piece it is.
    """
    from tilewright.polyforms.atlas import examine_polyform
    from tilewright.polyforms.classification import AtlasLimits
    from tilewright.polyforms.entry_view import entry_keys, plane_picture, rectangle_picture
    from tilewright.solving.steps import Control, Limits

    cells, on = _read_shape(shape, lattice)
    if picture != PICTURES[0] and (on.name != "square" or not rectangle):
        why = f"on the {on.name} lattice" if rectangle else "with --rectangle 0"
        raise click.UsageError(f"no rectangle is searched {why}, so there is none to draw")
    if output is not None:
        check_suffix(output, DRAWINGS)
        check_writable(output)
    with ProgressMonitor("searching", quiet=quiet) as monitor:
        control = Control(Limits(seconds=seconds_left(seconds)), on_progress=monitor, cancel=monitor.cancel)
        entry = examine_polyform(cells, on, AtlasLimits(copies, coronas, rectangle), control)
        monitor.end_search()
    drawn = plane_picture(entry) if picture == PICTURES[0] else rectangle_picture(entry)
    if output is not None:
        _write(drawn, output)
    if as_json:
        print_json({"command": "polyform", "shape": shape, **entry_keys(entry), "output": output})
    else:
        style = DrawStyle.from_options(plain=plain, color=color)
        _print(entry, drawn, style)
        if output is not None:
            click.echo(f"wrote {output}")
    if entry.status.value != "complete":
        note(ending_message(entry.status))
    click.get_current_context().exit(ExitCode.of(entry.status, has_result=True))


# --- Which shape


def _read_shape(text: str, lattice: str | None) -> tuple[Sequence[Cell], Lattice]:
    """The cells and the lattice of an argument."""
    from tilewright.formats.shapes import read_shape
    from tilewright.model.lattices import LATTICES

    drawing, where = text.removeprefix(DRAWING).replace("\\n", "\n"), "drawing"
    if not text.startswith(DRAWING):
        drawing, where = _plain_drawing(text), text
    elif not drawing.strip():
        raise FormatError("the drawing is empty; expected '#' for each cell", file=where)
    if drawing:
        on = LATTICES[lattice or LATTICE_NAMES[0]]
        try:
            shape = read_shape(drawing, on)
        except FormatError as error:
            raise error.at(where) from None
        other = max(shape.cells.values()) or ("+" if shape.variable else "")
        if other:
            raise FormatError(
                f"the drawing has {quoted(other)}; expected '#' for each cell of the polyform, and a full"
                " stop or a space elsewhere",
                file=where,
            )
        return sorted(shape.cells), on
    names = [lattice] if lattice else LATTICE_NAMES
    for name in names:
        cells = _named(LATTICES[name]).get(text)
        if cells is not None:
            return cells, LATTICES[name]
    if not Path(text).exists() and not text.startswith("catalog:") and text != "-":
        from tilewright.registry import did_you_mean

        known = [one for name in names for one in _named(LATTICES[name])]
        raise PuzzleError(
            f"there is no polyform named {quoted(text)}, and no such file; expected a name such as F5, "
            f"a file, or drawing:TEXT{did_you_mean(text, known)}"
        )
    return _read_file(text, lattice)


def _plain_drawing(name: str) -> str:
    """The content of a text file that has one drawing and nothing else; else empty."""
    path = Path(name)
    if path.suffix.lower() != ".txt" or not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8", errors="replace")
    return text.rstrip() if text.strip() and not text.strip("#. \r\n") and "\n\n" not in text.strip() else ""


def _read_file(name: str, lattice: str | None) -> tuple[Sequence[Cell], Lattice]:
    """The only piece or else the board of a puzzle."""
    loaded = load_puzzle(name, lattice=lattice)
    puzzle = loaded.puzzle
    if has_items(puzzle):
        raise UnsupportedError(f"{name}: the puzzle has items and options, and so no shapes")
    if len(puzzle.pieces) > 1:
        raise UnsupportedError(
            f"{name}: the puzzle has {len(puzzle.pieces)} pieces; expected one piece or none"
        )
    return (puzzle.pieces[0].cells if puzzle.pieces else sorted(puzzle.board.cells)), puzzle.lattice


def _named(lattice: Lattice) -> dict[str, Sequence[Cell]]:
    """The named polyforms of a lattice; pentominoes also as F5."""
    from tilewright.model.pieces.sets import named_shapes

    names: dict[str, Sequence[Cell]] = {}
    for name, cells in named_shapes(lattice):
        names.setdefault(name, cells)
        if not name[-1].isdigit():
            names[f"{name}{len(cells)}"] = cells
    return names


# --- The entry


def _print(entry: AtlasEntry, picture: Solution | None, style: DrawStyle) -> None:
    from tilewright.formats.shapes import shape_text
    from tilewright.model.shape import Shape
    from tilewright.polyforms.entry_view import entry_title

    drawing = shape_text(Shape.of(entry.lattice, entry.cells))
    click.echo(f"{entry_title(entry)}, {counted(len(entry.cells), 'cell')}")
    click.echo(f"\n{drawing}\n")
    rows = [
        ("perimeter", counted(entry.perimeter, "side")),
        ("holes", str(entry.holes)),
        ("symmetries", ", ".join(entry.symmetries) or "none"),
        ("fixed forms", str(entry.fixed_forms)),
        ("box", "{} x {}".format(*entry.box)),
        ("plane", _plane_text(entry)),
    ]
    if entry.tiling is not None:
        rows.append(("translations", " and ".join(map(_cell_text, entry.tiling.vectors))))
        rows.append(("copies", f"{len(entry.tiling.placements)} in a fundamental domain"))
    rows += _heesch_rows(entry)
    if entry.rectangle is not None:
        rows.append(("rectangle", _rectangle_text(entry.rectangle)))
    width = max(len(name) for name, _ in rows)
    for name, text in rows:
        click.echo(f"{name:<{width}}  {text}")
    if picture is not None:
        click.echo()
        echo_drawing(style.draw_solution(picture.puzzle, picture), style)


def _plane_text(entry: AtlasEntry) -> str:
    text = CLASS_TEXT[entry.tiling_class.value]
    if entry.reason:
        return f"{text}: {entry.reason}"
    if entry.tiling_class.value == "unknown" and entry.tried_copies:
        return (
            f"{text}: no isohedral tiling, and none with up to "
            f"{counted(entry.tried_copies, 'copy', 'copies')} in a fundamental domain"
        )
    return text


def _heesch_rows(entry: AtlasEntry) -> Iterable[tuple[str, str]]:
    """The Heesch numbers in words, and of which of them the coronas are drawn."""
    if entry.heesch is None:
        return [("Heesch", "infinite: it tiles")] if entry.tiling is not None else []
    one, other = entry.heesch.without_holes, entry.heesch.with_holes
    rows = [
        ("Heesch", _heesch_text(one)),
        ("", f"{_heesch_text(other)} with holes in the last corona"),
    ]
    drawn = other if other.number > one.number else one
    if drawn.number:
        rows.append(
            ("coronas", f"{drawn.number}, drawn below: 1 is the shape, each corona has the next number")
        )
    return rows


def _rectangle_text(rectangle: SmallestRectangle) -> str:
    if rectangle.is_impossible:
        return "none: no copy covers the corner of a rectangle"
    if rectangle.solution is None:
        return f"none up to {counted(rectangle.tried_cells, 'cell')}"
    copies = counted(len(rectangle.solution.placements), "copy", "copies")
    return "{} x {}, the smallest, of {}".format(*rectangle.sides, copies)


def _heesch_text(number: HeeschNumber) -> str:
    return f"{'' if number.is_final else 'at least '}{number.number}"


def _cell_text(cell: Iterable[int]) -> str:
    return f"({', '.join(map(str, cell))})"


# --- Pictures


def _write(picture: Solution | None, output: Path) -> None:
    from tilewright.render.picture import picture as drawn

    if picture is None:
        raise UnsupportedError("there is nothing to draw: no tiling, corona or rectangle is known")
    drawn(picture.puzzle, picture).save(output)
