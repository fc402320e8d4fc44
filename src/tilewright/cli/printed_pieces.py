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
    from tilewright.render.plates import Printer


def _parse_printer(text: str) -> Printer:
    from tilewright.render.printing import parse_printer

    try:
        return parse_printer(text)
    except UnsupportedError as error:
        raise ValueError(str(error)) from error


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
    printer: Printer | None
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
    from tilewright.render.mesh_files import MESH_WRITERS
    from tilewright.wording import plain

    puzzle = loaded.puzzle
    size = printing.settings(puzzle)
    assert not has_items(puzzle)
    chosen = range(len(puzzle.pieces)) if options.piece is None else [_piece_index(puzzle, options.piece)]
    plates = _plates(puzzle, chosen, output, options, size)
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


def _plates(
    puzzle: Puzzle, chosen: Sequence[int], output: Path, options: PlateOptions, size: PrintSettings
) -> Plates:
    """The pieces in a file for each plate, or for each piece in a directory."""
    from tilewright.render.bodies import piece_body
    from tilewright.render.printing import printed_plates

    if output.is_dir():
        if not puzzle.pieces:
            raise UnsupportedError("the puzzle has no pieces to print")
        names = _file_names(puzzle)
        return {output / names[i]: (puzzle.pieces[i].name, [piece_body(puzzle, i, size)]) for i in chosen}
    some = None if options.piece is None else chosen
    plates = printed_plates(puzzle, size, options.printer, split=bool(options.split), chosen=some)
    title = options.piece or puzzle.title or "pieces"
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
    from tilewright.wording import plain

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
