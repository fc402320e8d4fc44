"""The task that makes files for 3-D printers and for paper."""

from __future__ import annotations

import threading
from base64 import b64encode
from pathlib import Path
from typing import Any

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle
from tilewright.model.puzzle import Puzzle
from tilewright.render.mesh import PrintSettings
from tilewright.render.mesh_files import MESH_WRITERS
from tilewright.render.paper import paper_pages
from tilewright.render.pdf import scenes_pdf
from tilewright.render.printing import parse_printer, printed_plates
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import read_source
from tilewright.wording import counted


def printed_files(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The files of the puzzle ``args["source"]`` as ``PrintedFiles``; see ``PrintRequest``."""
    puzzle = read_source(args)
    if isinstance(puzzle, ExactCoverPuzzle):
        raise UnsupportedError("a puzzle of items and options has no pieces to print")
    files, summary = _paper(puzzle, args) if args["format"] == "pdf" else _bodies(puzzle, args)
    shown = [{"name": path.name, "content": b64encode(data).decode()} for path, data in files.items()]
    return {"files": shown, "summary": summary}


def _paper(puzzle: Puzzle, args: dict[str, Any]) -> tuple[dict[Path, bytes], str]:
    pages = paper_pages(puzzle, args["cell"])
    return {Path(f"{args['name']}.pdf"): scenes_pdf(pages)}, counted(len(pages), "page")


def _bodies(puzzle: Puzzle, args: dict[str, Any]) -> tuple[dict[Path, bytes], str]:
    given = {name: args[name] for name in ("cell", "gap", "balls", "drain")}
    size = PrintSettings(**given, wall=args["thickness"])
    printer = parse_printer(args["printer"]) if args["printer"].strip() else None
    if args["split"] and printer is None:
        raise UnsupportedError("pieces are cut for a printer only; expected its size too")
    plates = printed_plates(puzzle, size, printer, split=args["split"])
    files: dict[Path, bytes] = {}
    for number, plate in enumerate(plates, start=1):
        name = f"{args['name']}-{number}" if len(plates) > 1 else args["name"]
        suffix = f".{args['format']}"
        files |= MESH_WRITERS[suffix](plate, puzzle.title or "pieces", Path(name + suffix))
    pieces = counted(sum(map(len, plates)), "piece")
    if printer is None and any(piece.max_copies > 1 for piece in puzzle.pieces):
        pieces += " (one of each)"
    return files, f"{pieces} on {counted(len(plates), 'plate')}, {size.words(puzzle.lattice)}"
