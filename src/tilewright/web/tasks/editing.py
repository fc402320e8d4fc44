"""Tasks for puzzles that are drawn, checked and generated at random."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.formats import toml
from tilewright.formats.editing import edited_puzzle, edited_text, keeps_all
from tilewright.formats.registry import UnusedShape, by_name
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.lattices import Cell
from tilewright.play import draft_check, random_puzzles
from tilewright.play.random_puzzles import RandomPuzzleSpec
from tilewright.solving.steps import Limits
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import check_size, format_of, placement_views, puzzle_view, read_source

MAX_DOCUMENT_CELLS = 100_000  # of the boards of all problems in a file

FINDING_KINDS = {"fault": "wrong", "warning": "note", "note": "note"}
"""The kind of a finding for each severity."""


def read_documents(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """All puzzles of a source as documents, as ``DocumentsView``; an error where it has none."""
    return _documents(args, may_be_shapes=False)


def read_design(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """As :func:`read_documents`, also of a file that has shapes and no problem yet."""
    return _documents(args, may_be_shapes=True)


def _documents(args: dict[str, Any], *, may_be_shapes: bool) -> dict[str, Any]:
    source = args["source"]
    lattice = ""
    unused: Sequence[UnusedShape] = ()
    if source["catalogue"]:
        text, names = "toml", [""]
    else:
        chosen = format_of(source)
        text = chosen.name
        several = chosen.several_puzzles and not source["problem"]
        names = list(chosen.problem_names(source["text"])) if several else []
        unused = chosen.unused_shapes(source["text"])
        if may_be_shapes and several and unused and not names:
            lattice = chosen.shapes_lattice(source["text"])
        else:
            names = names or [""]  # whose reader says what a file without a problem lacks
    problems: list[dict[str, Any]] = []
    cells = 0
    for number, name in enumerate(names, start=1):
        chosen_problem = {"problem": number} if len(names) > 1 else {}
        puzzle = read_source({**args, "source": {**source, **chosen_problem}})
        cells += 0 if isinstance(puzzle, ExactCoverPuzzle) else len(puzzle.board.cells)
        if cells > MAX_DOCUMENT_CELLS:
            raise UnsupportedError(f"the boards of all problems have more than {MAX_DOCUMENT_CELLS:,} cells")
        problems.append({"name": name, "document": toml.to_document(puzzle)})
    cells += sum(len(shape.filled) + len(shape.variable) for shape in unused)
    if cells > MAX_DOCUMENT_CELLS:
        raise UnsupportedError(
            f"the boards and shapes of the file have more than {MAX_DOCUMENT_CELLS:,} cells"
        )
    shapes = [
        {
            "name": shape.name,
            "weight": shape.weight,
            "cells": _coloured(shape.filled),
            "optional": _coloured(shape.variable),
        }
        for shape in unused
    ]
    return {"format": text, "problems": problems, "shapes": shapes, "lattice": lattice}


def _coloured(cells: Mapping[Cell, str]) -> list[list[int | str]]:
    """Cells as a document has them: the coordinates, and the colour, if there is one."""
    return [[*cell, colour] if colour else [*cell] for cell, colour in cells.items()]


def read_draft(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The puzzle of an edited document, as ``DraftView``."""
    puzzle, left_out = _edited(args, args["max_cells"])
    return {"puzzle": puzzle_view(puzzle), "left_out": left_out}


def save(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The file with edited puzzles, as ``SavedFile``."""
    chosen, original = by_name(args["format"]), args["original"]
    if chosen.dumps is None:
        raise UnsupportedError(f"the format {chosen.name} can be read, but not written")
    read = [_edited(one, args["max_cells"]) for one in args["problems"]]
    puzzles = [puzzle for puzzle, _ in read]
    at, count = args["chosen"], len(puzzles)
    if at >= count:
        raise PuzzleError(f"puzzle {at} is chosen, counted from 0; there are {count}")
    opened = format_of(original) if original is not None and original["text"] else None
    source = None if opened is None or original["problem"] else opened
    origins, names = args.get("origins"), args.get("names")
    for what, given in (("origins", origins), ("names", names)):
        if given is not None and len(given) != count:
            raise PuzzleError(f"{count} puzzles are given, and {len(given)} {what}")
    kept = read if keeps_all(chosen, source) or chosen.several_puzzles else [read[at]]
    left_out = [sentence for _, sentences in kept for sentence in sentences]
    text, more = edited_text(
        chosen,
        puzzles,
        at,
        original["text"] if opened is not None else "",
        source,
        origins=origins,
        names=names,
        dropped_shapes=args.get("dropped_shapes") or (),
    )
    left_out += more
    if opened is not None and opened.parameters and "[[parameters]]" in original["text"]:
        left_out.append("The puzzle is written as it is shown; the parameters of the file are left out.")
    extension = chosen.extensions[0] if chosen.extensions else ".txt"
    return {"text": text, "extension": extension, "left_out": left_out}


def _edited(draft: dict[str, Any], max_cells: int) -> tuple[AnyPuzzle, tuple[str, ...]]:
    """The puzzle of ``DraftPuzzle``, and what was left out of it."""
    puzzle, left_out = edited_puzzle(draft["document"], draft["opened"])
    check_size(puzzle, max_cells)
    return puzzle, left_out


def check(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The findings of a quick check of a puzzle, as ``DraftCheckView``."""
    puzzle_findings = draft_check.check_puzzle(
        read_source(args), Limits(seconds=args["time_limit_s"]), cancel
    )
    findings = [
        {
            "kind": FINDING_KINDS[one.severity],
            "sentence": one.sentence,
            "cells": [list(cell) for cell in one.cells],
        }
        for one in puzzle_findings.findings
    ]
    if puzzle_findings.solvable and findings:
        findings[0]["kind"] = "fine"
    return {"impossible": puzzle_findings.solvable is False, "findings": findings}


def generate(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """A random puzzle, as ``GeneratedView``."""
    names = ("width", "height", "pieces", "different", "unique", "motions", "seed")
    spec = RandomPuzzleSpec(**{name: args[name] for name in names})
    made = random_puzzles.generate(spec, Limits(seconds=args["time_limit_s"]), cancel)
    return {
        "sentence": made.sentence,
        "complete": made.status.value == "complete",
        "document": None if made.puzzle is None else toml.to_document(made.puzzle),
        "solution": [] if made.solution is None else placement_views(made.solution.placements),
    }
