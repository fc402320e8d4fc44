"""``tilewright polyforms``: how many polyforms of a size there are, and lists of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import click

from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.options import (
    DocumentedCommand,
    json_option,
    memory_option,
    quiet_option,
    threads_option,
    time_option,
)
from tilewright.cli.output import OutputWriter, json_list, note, note_memory_limit
from tilewright.cli.polyform_table import print_tilers
from tilewright.cli.progress import ProgressMonitor
from tilewright.cli.quantities import span
from tilewright.errors import UnsupportedError
from tilewright.model.lattices import LATTICES
from tilewright.model.pieces.polyforms import KINDS
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.model.lattices import Cell, Lattice
    from tilewright.model.pieces import Shape
    from tilewright.polyforms import PolyformCount, PolyformList, PolyformQuery

BATCH = 1000  # shapes that are printed together
ENGINES = ("enumeration", "transfer-matrix")


@click.command(cls=DocumentedCommand)
@click.argument("size", type=click.IntRange(1), metavar="SIZE")
@click.option(
    "--lattice",
    type=click.Choice(list(LATTICES)),
    default="square",
    show_default=True,
    help="The lattice of the cells.",
)
@click.option(
    "--kind",
    type=click.Choice(list(KINDS)),
    default="free",
    show_default=True,
    help="Which shapes are the same: those that rotations and reflections (free), rotations (one-sided) or "
    "translations alone (fixed) carry to each other.",
)
@click.option(
    "--no-holes", is_flag=True, help="Leave out shapes with holes, on lattices in the plane but sticks."
)
@click.option("--count", "counts", is_flag=True, help="Count them; much faster than a list.")
@click.option(
    "--tilers",
    is_flag=True,
    help="Count how many tile the plane, and how, and the Heesch numbers of the others; on squares, "
    "hexagons or triangles.",
)
@click.option(
    "--copies",
    type=click.IntRange(1, 40),
    metavar="N",
    help="With --tilers: search tilings that are not isohedral with up to N copies in a fundamental domain. "
    "Default: 6.",
)
@click.option("--draw", "draws", is_flag=True, help="Draw each. Default: its cells on one line.")
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    help="With --count, how fixed shapes are counted. Default: the faster one.\f The transfer matrix counts "
    "fixed polyominoes with holes among them, without making each.",
)
@time_option
@memory_option
@threads_option
@quiet_option
@json_option
def polyforms(
    *,
    size: int,
    lattice: str,
    kind: str,
    no_holes: bool,
    counts: bool,
    tilers: bool,
    copies: int | None,
    draws: bool,
    engine: str | None,
    seconds: float | None,
    memory: int | None,
    threads: int | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """List or count the connected shapes of SIZE cells on a lattice."""
    from tilewright.polyforms import PolyformQuery, count_polyforms, list_polyforms
    from tilewright.solving.resources import Resources, default_threads
    from tilewright.solving.steps import Control, Limits

    if counts and draws:
        raise click.UsageError("--count and --draw cannot be combined: a count draws nothing")
    if engine is not None and not counts:
        raise click.UsageError("--engine requires --count")
    if as_json and draws:
        raise click.UsageError("--draw and --json cannot be combined: the object lists the cells")
    if copies is not None and not tilers:
        raise click.UsageError("--copies requires --tilers")
    if tilers:
        given = {"--count": counts, "--draw": draws, "--no-holes": no_holes, "--kind": kind != "free"}
        for option in [option for option, is_given in given.items() if is_given]:
            raise click.UsageError(f"{option} and --tilers cannot be combined")
        print_tilers(size, LATTICES[lattice], copies, seconds, memory, threads, quiet=quiet, as_json=as_json)
        return
    query = PolyformQuery(size, kind, LATTICES[lattice], with_holes=not no_holes)
    resources = Resources(threads or default_threads(), memory)
    shapes: PolyformList | None = None
    with ProgressMonitor("counting" if counts else "listing", quiet=quiet) as monitor:
        control = Control(Limits(seconds=seconds_left(seconds)), on_progress=monitor, cancel=monitor.cancel)
        if counts:
            result: PolyformCount | PolyformList = count_polyforms(query, resources, control, engine or "")
        else:
            result = shapes = list_polyforms(query, resources, control)
        monitor.end_search()
    is_complete = result.status.value == "complete"
    heading = {"command": "polyforms", "size": size, "lattice": lattice, "kind": kind, "holes": not no_holes}
    facts = {
        "status": result.status.value,
        "polyforms": result.count if is_complete else None,
        "engine": result.engine,
        "seconds": round(result.seconds, 6),
        "note": result.note,
    }
    if as_json:
        if shapes is not None:
            _print_json_list(shapes, heading)
            heading = {}
        print_json({**heading, **facts})
    elif shapes is not None:
        _print_lines(shapes, query.lattice, draws=draws)
    elif is_complete:
        click.echo(f"{result.count:,} {_noun(query)}   {span(result.seconds)} ({result.engine})")
    if not is_complete:
        note(ending_message(result.status, result.share))
        if result.note:
            note_memory_limit(result.note)
    click.get_current_context().exit(ExitCode.of(result.status, has_result=True))


def _noun(query: PolyformQuery) -> str:
    """What is counted, such as "free polyominoes of 5 cells without holes"."""
    lattice = query.lattice
    noun = lattice.polyforms.plural if lattice.polyforms else f"polyforms of the {lattice.name} lattice"
    holes = "" if query.with_holes else " without holes"
    return f"{query.kind} {noun} of {counted(query.size, 'cell')}{holes}"


def _print_lines(shapes: Iterable[Shape], lattice: Lattice, *, draws: bool) -> None:
    """Print shapes, a line or a drawing each."""
    text = partial(_drawing, lattice=lattice) if draws else _cells_text
    gap = ""
    if draws:
        gap = "\n\n" if lattice.text.layers else "\n"  # an empty line is between layers, too
    for number, batch in enumerate(_batches(map(text, shapes))):
        click.echo((gap if number else "") + f"\n{gap}".join(batch))


def _cells_text(shape: Shape) -> str:
    return " ".join([",".join(map(str, cell)) for cell in shape])


def _drawing(shape: Shape, lattice: Lattice) -> str:
    from tilewright.formats.shapes import shape_text
    from tilewright.model.shape import Shape as DrawnShape

    drawing = shape_text(DrawnShape(lattice, dict.fromkeys(shape, "")))
    if drawing is None:
        raise UnsupportedError(f"shapes of the {lattice.name} lattice cannot be drawn as text")
    return drawing


def _print_json_list(shapes: Iterable[Shape], heading: Mapping[str, object]) -> None:
    """Print the start of an object, up to the end of the list of shapes."""
    texts: dict[Cell, str] = {}

    def cell_text(cell: Cell) -> str:
        if cell not in texts:
            texts[cell] = str(list(cell))
        return texts[cell]

    writer: OutputWriter[Iterable[str]]
    with json_list(heading, "found", ", ".join) as writer:
        for batch in _batches(f"[{', '.join(map(cell_text, shape))}]" for shape in shapes):
            writer.write(batch)


def _batches(texts: Iterator[str]) -> Iterator[list[str]]:
    while batch := list(islice(texts, BATCH)):
        yield batch
