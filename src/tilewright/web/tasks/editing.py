"""Tasks for puzzles that are drawn, checked and generated at random."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tilewright.errors import PuzzleError, UnsupportedError
from tilewright.formats import toml
from tilewright.formats.registry import Format, by_name
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Placement, Puzzle
from tilewright.play import draft_check, random_puzzles
from tilewright.play.random_puzzles import RandomPuzzleSpec
from tilewright.solving.steps import Limits
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import check_size, format_of, placement_views, puzzle_view, read_source
from tilewright.wording import counted

MAX_DOCUMENT_CELLS = 100_000  # of the boards of all problems in a file

FINDING_KINDS = {"fault": "wrong", "warning": "note", "note": "note"}
"""The kind of a finding for each severity."""


def read_documents(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """All puzzles of a source as documents, as ``DocumentsView``."""
    source = args["source"]
    if source["catalogue"]:
        text, names = "toml", [""]
    else:
        chosen = format_of(source)
        text = chosen.name
        several = chosen.several_puzzles and not source["problem"]
        names = list(chosen.problem_names(source["text"])) if several else [""]
    problems: list[dict[str, Any]] = []
    cells = 0
    for number, name in enumerate(names, start=1):
        chosen_problem = {"problem": number} if len(names) > 1 else {}
        puzzle = read_source({**args, "source": {**source, **chosen_problem}})
        cells += 0 if isinstance(puzzle, ExactCoverPuzzle) else len(puzzle.board.cells)
        if cells > MAX_DOCUMENT_CELLS:
            raise UnsupportedError(f"the boards of all problems have more than {MAX_DOCUMENT_CELLS:,} cells")
        problems.append({"name": name, "document": toml.to_document(puzzle)})
    return {"format": text, "problems": problems}


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
    if opened is chosen and chosen.several_puzzles and not original["problem"]:
        left_out = [sentence for _, sentences in read for sentence in sentences]
        number = len(chosen.problem_names(original["text"]))
        if number != count:
            raise PuzzleError(f"the file has {counted(number, 'problem')}; {count} are given")
        text, more = chosen.edited(original["text"], puzzles)
        left_out += more
    else:
        text, left_out = chosen.dumps(puzzles[at]), [*read[at][1]]
        left_out += _not_held(chosen, puzzles[at], text)
        if count > 1:
            others = counted(count - 1, "other puzzle")
            left_out.append(f"The format {chosen.name} holds one puzzle: {others} of the file left out.")
        if opened is not None and opened.saves_solutions and "<solution" in original["text"]:
            left_out.append(f"The format {chosen.name} holds no saved solutions; {opened.name} keeps them.")
    if opened is not None and opened.parameters and "[[parameters]]" in original["text"]:
        left_out.append("The puzzle is written as it is shown; the parameters of the file are left out.")
    extension = chosen.extensions[0] if chosen.extensions else ".txt"
    return {"text": text, "extension": extension, "left_out": left_out}


def _not_held(chosen: Format, puzzle: AnyPuzzle, text: str) -> list[str]:
    """A sentence on what a puzzle says beside its question and a text of it does not, as reading it shows."""
    if chosen.loads is None:
        return []
    again = chosen.loads(text)
    lost = [
        word
        for word, value, read in (
            ("title", puzzle.title, again.title),
            ("source", puzzle.source, again.source),
            ("labels", _labels(puzzle), _labels(again)),
            ("known numbers", puzzle.expect, again.expect),
        )
        if value and not read
    ]
    if not lost:
        return []
    words = " and ".join(filter(None, (", ".join(lost[:-1]), lost[-1])))
    return [f"The format {chosen.name} does not hold the {words}."]


def _labels(puzzle: AnyPuzzle) -> object:
    return () if isinstance(puzzle, ExactCoverPuzzle) else puzzle.board.labels


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


def edited_puzzle(
    document: Mapping[str, Any], opened: Mapping[str, Any] | None = None
) -> tuple[AnyPuzzle, tuple[str, ...]]:
    """The puzzle of a document, and a sentence for each thing that is left out of it.

    ``opened`` is the document before it was edited. What is known of its solutions is left out when the
    question is another one now, and so are forced placements and costs that no longer fit. FormatError as
    ``from_document``.
    """
    reasons: list[str] = []
    puzzle = toml.from_document(document, reasons)
    notes = [f"Left out, as it no longer fits: {reason}." for reason in reasons]
    if opened is not None and puzzle.expect and not is_same_question(puzzle, toml.from_document(opened)):
        what = counted(len(puzzle.expect), "known number")
        verb = "was" if len(puzzle.expect) == 1 else "were"
        notes.append(f"{what} of the puzzle {verb} left out, as it is another puzzle now.")
        puzzle = replace(puzzle, expect=())
    return puzzle, tuple(notes)


def is_same_question(one: AnyPuzzle, other: AnyPuzzle) -> bool:
    """Whether two puzzles have the same solutions: they may differ in titles, sources and names of pieces."""
    return _question(one) == _question(other)


def _question(puzzle: AnyPuzzle) -> AnyPuzzle:
    """The puzzle without what it is called."""
    if isinstance(puzzle, ExactCoverPuzzle):
        return replace(puzzle, title="", source="", description="", expect=())
    names = {piece.name: str(number) for number, piece in enumerate(puzzle.pieces)}
    return with_names(replace(puzzle, title="", source="", expect=()), names)


def with_names(puzzle: Puzzle, names: Mapping[str, str]) -> Puzzle:
    """The puzzle with other names of pieces, by their names now."""

    def placed(placement: Placement) -> Placement:
        return replace(placement, piece=names[placement.piece])

    return replace(
        puzzle,
        board=replace(puzzle.board, forced=tuple(map(placed, puzzle.board.forced))),
        pieces=tuple(replace(piece, name=names[piece.name]) for piece in puzzle.pieces),
        costs=tuple(replace(listed, placement=placed(listed.placement)) for listed in puzzle.costs),
    )
