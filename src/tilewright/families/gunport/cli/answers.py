"""What ``tilewright gunport`` says of an answer: words, a JSON object, an exit code, the library's entry."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.cli.output import ExitCode, note
from tilewright.cli.quantities import counted, span
from tilewright.errors import TilewrightError

if TYPE_CHECKING:
    from tilewright.cli.progress import ProgressMonitor
    from tilewright.families.gunport.answer import GunportAnswer
    from tilewright.families.gunport.board import Arrangement, GunportBoard, Rules
    from tilewright.families.gunport.pictures import Caption
    from tilewright.families.gunport.solve import Question


def pieces_words(number: int, rules: Rules) -> str:
    """A number of pieces: 27 dominoes, 7 straight trominoes; of a piece without a name: 5 pieces."""
    name = rules.piece.name
    return counted(number, name, f"{name}es") if name.endswith("omino") else counted(number, "piece")


def answer_words(answer: GunportAnswer) -> str:
    """What is known of the fewest pieces and the most ports."""
    board, rules, bound = answer.board.name, answer.rules, answer.lower_bound
    if answer.pieces is None:
        if answer.proven:
            return f"{board}: impossible: there is no such arrangement"
        return f"{board}: no arrangement found; at least {pieces_words(bound, rules)} needed"
    pieces, ports = pieces_words(answer.pieces, rules), counted(answer.ports or 0, "port")
    if answer.proven:
        return f"{board}: {pieces} {_are(answer.pieces)} the fewest, {ports} the most"
    return f"{board}: at most {pieces}, so at least {ports}; at least {pieces_words(bound, rules)} needed"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def effort_words(answer: GunportAnswer) -> str:
    """What an answer took: ``0.02 s, 1,234 states, bounded``."""
    states = [counted(answer.states, "state")] if answer.states else []
    return ", ".join([span(answer.seconds), *states, answer.method])


def pearce_of(board: GunportBoard, rules: Rules) -> int | None:
    """Pearce's formula where it speaks: of plain rectangles and dominoes that may slide."""
    from tilewright.families.gunport.formula import pearce

    return pearce(*board.size) if board.size and rules.is_domino and not rules.no_slide else None


def pearce_words(answer: GunportAnswer) -> str:
    """How the answer compares with Pearce's formula; "" where there is nothing to compare."""
    formula = pearce_of(answer.board, answer.rules)
    if formula is None or answer.pieces is None:
        return ""
    told = f"Pearce's formula gives {pieces_words(formula, answer.rules)}"
    if answer.pieces < formula:
        return f"{told}: {formula - answer.pieces:,} more than there need be"
    if answer.lower_bound > formula:
        more = answer.lower_bound - formula
        return f"{told}: {'at least ' if not answer.proven else ''}{more:,} too few"
    return f"{told}, too" if answer.proven or answer.pieces == formula else f"{told}: that is open here"


def counts_words(answer: GunportAnswer, question: Question, shown: int) -> str:
    """How many optimal arrangements there are, and how many of them were given; "" when nobody asked."""
    if question.plain or answer.pieces is None:
        return ""
    if answer.optima is None:
        return "how many arrangements are optimal is not known"
    words = f"{counted(answer.optima, 'optimal arrangement')}"
    if answer.up_to_symmetry is not None:
        words += f", {answer.up_to_symmetry:,} up to symmetry"
    elif question.count:
        words += "; not counted up to symmetry"
    if question.sample is not None:
        words += f"; {shown:,} drawn"
    elif not question.single and shown != answer.optima:
        words += f"; {shown:,} listed"
    return words


def answer_caption(answer: GunportAnswer, question: Question, shown: int) -> Caption:
    """What stands above a picture of an answer's arrangements."""
    from tilewright.families.gunport.pictures import Caption

    board, rules, ports = answer.board.name, answer.rules, counted(answer.ports or 0, "port")
    title = f"{board}: {pieces_words(answer.pieces or 0, rules)}, {ports}"
    if not answer.proven:
        return Caption(title, f"the best found; at least {pieces_words(answer.lower_bound, rules)} needed")
    counts = counts_words(answer, question, shown)
    return Caption(title, counts or "the fewest, and the most")


def answer_body(answer: GunportAnswer, drawing: str | None) -> dict[str, object]:
    """What ``--json`` says of an answer."""
    rows, columns = answer.board.size or (None, None)
    return {
        "status": answer.status.value,
        "rows": rows,
        "columns": columns,
        "cells": len(answer.board.cells),
        "pieces": answer.pieces,
        "dominoes": answer.pieces if answer.rules.is_domino else None,
        "ports": answer.ports,
        "proven": answer.proven,
        "lower_bound": answer.lower_bound,
        "pearce": pearce_of(answer.board, answer.rules),
        "optimal_arrangements": answer.optima,
        "up_to_symmetry": answer.up_to_symmetry,
        "arrangement": None if drawing is None else drawing.splitlines(),
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
        "engine": answer.method,
        "note": answer.note,
    }


def answer_code(answer: GunportAnswer, monitor: ProgressMonitor) -> int:
    """The exit code of an answer; says on stderr which limit ended it."""
    code = ExitCode.of(answer.status, found=answer.pieces is not None)
    if answer.status.value == "cancelled":
        note("stopped; this is what was known by then")
        return monitor.stop_code
    if answer.status.value == "limit":
        note(answer.note or "the time was over; this is what was known by then")
        if " MB" in answer.note or " GB" in answer.note:
            note("--memory SIZE lets the tables take more; without it they take up to half of what is free")
    return code


def enter_in_library(answer: GunportAnswer, best: Arrangement | None, path: Path | None) -> None:
    """Enter an answer where it beats or proves what the library has; its troubles spoil no answer."""
    from tilewright.families.gunport.library import EXACT_METHODS, Library

    exact = answer.method if answer.method in EXACT_METHODS else ""
    kept = replace(answer, arrangements=() if best is None else (best,))
    try:
        outcome = Library(path).record(kept, exact=exact)
    except TilewrightError as error:
        note(f"the answer was not entered in the library: {error} (--no-library leaves it alone)")
        return
    if outcome is not None and answer.pieces is not None and outcome.entry.pieces < answer.pieces:
        known = pieces_words(outcome.entry.pieces, answer.rules)
        note(f"the library has an arrangement with {known}: see tilewright gunport library show")
