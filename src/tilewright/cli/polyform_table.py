"""``tilewright polyforms SIZE --tilers``: how many polyforms of a size tile the plane, and how."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import click

from tilewright.cli.exit_codes import ExitCode, ending_message
from tilewright.cli.interruption import seconds_left
from tilewright.cli.json_output import print_json
from tilewright.cli.output import note
from tilewright.cli.progress import ProgressMonitor
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.model.lattices import Cell, Lattice
    from tilewright.polyforms.classification import TilerTable

CLASSES = {
    "translation": "tile by translations",
    "half-turn": "tile by translations and half turns, not by translations",
    "isohedral": "tile isohedrally, in no way above",
    "anisohedral": "tile, but not isohedrally",
    "none": "do not tile",
    "unknown": "are not settled",
}


def print_tilers(
    size: int,
    lattice: Lattice,
    copies: int | None,
    seconds: float | None,
    memory: int | None,
    threads: int | None,
    *,
    quiet: bool,
    as_json: bool,
) -> None:
    """Print the table of a size and leave the command with its exit code."""
    from tilewright.polyforms.classification import AtlasLimits, tabulate_tilers
    from tilewright.solving.resources import Resources, default_threads
    from tilewright.solving.steps import Control, Limits

    limits = AtlasLimits() if copies is None else AtlasLimits(copies=copies)
    with ProgressMonitor("examining", quiet=quiet) as monitor:
        control = Control(Limits(seconds=seconds_left(seconds)), on_progress=monitor, cancel=monitor.cancel)
        resources = Resources(threads or default_threads(), memory)
        table = tabulate_tilers(size, lattice, limits, resources, control)
        monitor.end_search()
    if as_json:
        print_json(
            {
                "command": "polyforms",
                "size": size,
                "lattice": lattice.name,
                "kind": "free",
                "holes": True,
                "tilers": _keys(table),
                "status": table.status.value,
                "seconds": round(table.seconds, 6),
            }
        )
    else:
        _print(table, size, lattice)
    if table.status.value != "complete":
        note(ending_message(table.status, table.share))
    click.get_current_context().exit(ExitCode.of(table.status, has_result=True))


def _classes(table: TilerTable) -> dict[str, int]:
    counts = {kind.value: count for kind, count in table.classes.items()}
    return {kind: counts.get(kind, 0) for kind in CLASSES}


def _keys(table: TilerTable) -> dict[str, object]:
    return {
        **{kind.replace("-", "_"): count for kind, count in _classes(table).items()},
        "not_examined": table.not_examined,
        "with_holes": table.holed,
        "heesch": [{"number": n, "shapes": k} for n, k in sorted(table.heesch.items())],
        "heesch_holes": [{"number": n, "shapes": k} for n, k in sorted(table.heesch_holes.items())],
        "unknown_shapes": [[list(cell) for cell in shape] for shape in table.unknown],
    }


def _print(table: TilerTable, size: int, lattice: Lattice) -> None:
    family = lattice.polyforms
    noun = family.plural if family else f"polyforms of the {lattice.name} lattice"
    click.echo(f"free {noun} of {counted(size, 'cell')}: {table.total:,}")
    rows = [(count, CLASSES[kind]) for kind, count in _classes(table).items()]
    rows.insert(-1, (table.holed, "have a hole and do not tile"))
    if table.not_examined:
        rows.append((table.not_examined, "were not examined"))
    width = max(len(f"{count:,}") for count, _ in rows)
    for count, words in rows:
        click.echo(f"{count:>{width},}  {words}")
    if table.heesch:
        click.echo(f"Heesch numbers without holes: {_numbers_text(table.heesch)}")
        click.echo(f"Heesch numbers with holes in the last corona: {_numbers_text(table.heesch_holes)}")
    for shape in table.unknown:
        click.echo(f"not settled: {_shape_text(shape)}")


def _numbers_text(numbers: Mapping[int, int]) -> str:
    return ", ".join(f"{number} for {counted(shapes, 'shape')}" for number, shapes in sorted(numbers.items()))


def _shape_text(shape: tuple[Cell, ...]) -> str:
    return " ".join(",".join(map(str, cell)) for cell in shape)
