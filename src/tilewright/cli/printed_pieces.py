"""``tilewright show -o`` for 3-D printers: the pieces of a puzzle in one file, or a file for each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.options import PRINTING, Command, OptionGroup, with_options
from tilewright.cli.output import BODIES
from tilewright.cli.printing import GIVE_BODIES, PrintingOptions, check_bodies_output
from tilewright.cli.quantities import ParsedType
from tilewright.cli.sources import LoadedPuzzle, has_items
from tilewright.errors import OutputError, UnsupportedError
from tilewright.wording import counted, quoted

if TYPE_CHECKING:
    from tilewright.model.puzzle import Puzzle
    from tilewright.render.bodies import Body
    from tilewright.render.mesh import PrintSettings


def _parse_printer(text: str) -> tuple[float, float, float]:
    numbers = re.fullmatch(r"([0-9.]+)[x*]([0-9.]+)[x*]([0-9.]+)", text.strip().lower())
    try:
        width, depth, height = map(float, numbers.groups() if numbers else ())
    except ValueError:
        raise ValueError(
            f"{quoted(text)} is no size of a printer; expected width x depth x height in mm, as 220x220x250"
        ) from None
    return width, depth, height


def plate_options(command: Command) -> Command:
    """The options of :class:`PlateOptions`, on a click command."""
    return with_options(
        command,
        (
            click.option(
                "--piece", metavar="NAME", help="Write only this piece to the file for a 3-D printer."
            ),
            click.option(
                "--printer",
                type=ParsedType("size", _parse_printer),
                metavar="WxDxH",
                help="Pack all copies of the pieces on plates of a printer of this size in mm.\f Pieces are "
                "turned where that makes them fit. Several plates become several files, PATH-1, PATH-2 and "
                "so on.",
            ),
            click.option(
                "--split",
                is_flag=True,
                default=None,
                help="With --printer: cut pieces that are too large, with pegs and holes to join the parts.",
            ),
        ),
        PRINTING,
    )


@dataclass(frozen=True)
class PlateOptions(OptionGroup):
    """Which pieces are written, for which printer, and whether they may be cut; None by default."""

    piece: str | None
    printer: tuple[float, float, float] | None
    split: bool | None

    def check(self, output: Path | None, *, to_bodies: bool, where: str) -> None:
        """UsageError for options that do not go together, or without a file for a printer."""
        for name, value in vars(self).items():
            if value is not None and not to_bodies:
                raise click.UsageError(f"--{name} applies to files for 3-D printers; {where}")
        if self.split and self.printer is None:
            raise click.UsageError("--split requires --printer, the size that the parts must fit")
        if self.printer is not None and output is not None and output.is_dir():
            raise click.UsageError(f"--printer packs pieces into one file for each plate; {GIVE_BODIES}")


def write_pieces(
    loaded: LoadedPuzzle, output: Path, options: PlateOptions, printing: PrintingOptions
) -> tuple[str, list[Path]]:
    """Write the pieces into one file, one for each plate, or a directory.

    Lines that say what was written, and the files.
    """
    from tilewright.formats import write_atomically
    from tilewright.render.labels import plain
    from tilewright.render.mesh_files import MESH_WRITERS

    puzzle = loaded.puzzle
    size = printing.settings(puzzle)
    assert not has_items(puzzle)
    if not puzzle.pieces:
        raise UnsupportedError("the puzzle has no pieces to print")
    if size.wall is not None and options.split:
        raise click.UsageError("--split and --wall cannot be combined: pegs need solid pieces")
    chosen = range(len(puzzle.pieces)) if options.piece is None else [_piece_index(puzzle, options.piece)]
    if options.printer is None:
        plates = _unpacked(puzzle, chosen, output, options.piece, size)
    else:
        plates = _packed(puzzle, chosen, output, options, size)
    for path in plates:
        if path.is_dir():
            raise OutputError(f"{path}: this is a directory; expected a file name")
        check_bodies_output(path, loaded.path)
    files: dict[Path, bytes] = {}
    for path, (name, bodies) in plates.items():
        files |= MESH_WRITERS[path.suffix.lower()](bodies, name, path)
    for path, data in files.items():
        write_atomically(path, data)
    words = size.words(puzzle.lattice)
    if options.printer is not None:
        return _plate_lines(plates, words), list(plates)
    number = "" if len(plates) == 1 and not output.is_dir() else f", {counted(len(plates), 'file')}"
    lines = [f"wrote {output}{number}: {counted(len(chosen), 'piece')}, {words}"]
    copies = [(plain(puzzle.pieces[i].name), puzzle.pieces[i].max_copies) for i in chosen]
    needed = [f"{count:,} x {name}" for name, count in copies if count > 1]
    if needed:
        lines.append(f"each piece was written once; the puzzle needs {', '.join(needed)}")
    return "\n".join(lines), [output]


Plates = dict[Path, tuple[str, "list[Body]"]]
"""By the file: the title of what is in it, and the bodies."""


def _unpacked(
    puzzle: Puzzle, chosen: Sequence[int], output: Path, piece: str | None, size: PrintSettings
) -> Plates:
    """One copy of each piece, together or in a file for each."""
    from tilewright.render.bodies import piece_body, plate_bodies

    if output.is_dir():
        names = _file_names(puzzle)
        return {output / names[i]: (puzzle.pieces[i].name, [piece_body(puzzle, i, size)]) for i in chosen}
    if piece is not None:
        return {output: (piece, [piece_body(puzzle, chosen[0], size)])}
    return {output: (puzzle.title or "pieces", plate_bodies(puzzle, size))}


def _packed(
    puzzle: Puzzle, chosen: Sequence[int], output: Path, options: PlateOptions, size: PrintSettings
) -> Plates:
    """All copies on plates of a printer, in a file for each plate."""
    from tilewright.render.bodies import piece_body
    from tilewright.render.plates import MAX_BODIES, Printer, packed_plates
    from tilewright.render.split import Joint, split_bodies

    assert options.printer is not None
    printer = Printer(*options.printer)
    room = len(puzzle.board.cells)
    numbers = {i: min(puzzle.pieces[i].max_copies, room // puzzle.pieces[i].size) for i in chosen}
    total = sum(numbers.values())
    if total > MAX_BODIES:
        raise UnsupportedError(f"{total:,} pieces are too many to pack; at most {MAX_BODIES:,} are")
    bodies = [body for i in chosen for body in [piece_body(puzzle, i, size)] * numbers[i]]
    if options.split:
        bodies = split_bodies(bodies, printer, Joint.of(size.cell, size.gap))
    plates = packed_plates(bodies, printer)
    title = puzzle.title or "pieces"
    if len(plates) == 1:
        return {output: (title, plates[0])}
    return {
        output.with_stem(f"{output.stem}-{number}"): (f"{title}, plate {number} of {len(plates)}", plate)
        for number, plate in enumerate(plates, start=1)
    }


def _plate_lines(plates: Plates, words: str) -> str:
    """A line for each plate that says what is on it."""
    lines = []
    for path, (_, bodies) in plates.items():
        names = Counter(body.name for body in bodies)
        contents = ", ".join(f"{count:,} x {name}" if count > 1 else name for name, count in names.items())
        lines.append(f"wrote {path}: {counted(len(bodies), 'piece')}: {contents}")
    return "\n".join([*lines, words])


def _piece_index(puzzle: Puzzle, name: str) -> int:
    from tilewright.render.labels import plain

    for i, piece in enumerate(puzzle.pieces):
        if piece.name == name:
            return i
    known = ", ".join(plain(piece.name) for piece in puzzle.pieces[:40])
    more = ", ..." if len(puzzle.pieces) > 40 else ""
    raise click.UsageError(f"--piece: there is no piece {quoted(name)}; expected one of {known}{more}")


def _file_names(puzzle: Puzzle) -> list[str]:
    """A file name for each piece, distinct also where upper and lower case are the same."""
    taken: set[str] = set()
    names = []
    for number, piece in enumerate(puzzle.pieces, 1):
        plain = re.sub(r"[^A-Za-z0-9_'-]+", "_", piece.name)[:60].strip("_") or "piece"
        name = plain if plain.lower() not in taken else f"{plain}-{number}"
        while name.lower() in taken:
            name += "_"
        taken.add(name.lower())
        names.append(name + BODIES[0])
    return names
