"""What the commands of gunport print and write: answers, library entries, and arrangements as they are
found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.exit_codes import ExitCode
from tilewright.cli.output import (
    DRAWINGS,
    PICTURES,
    OutputWriter,
    PictureWriter,
    check_suffix,
    check_writable,
    note,
)
from tilewright.cli.quantities import span
from tilewright.errors import TilewrightError
from tilewright.families import gunport as api
from tilewright.families.gunport.pieces import pieces_text
from tilewright.families.gunport.registry import ENGINES
from tilewright.wording import counted

if TYPE_CHECKING:
    from tilewright.families.gunport.library import DrawnSubmission, LibraryEntry, SubmissionResult
    from tilewright.render.scene import Scene

NOUN = "arrangement"
PDF = ".pdf"
QUIET_PAGES = 3  # fewer pages are drawn at once
REPORTS = (".tsv", ".txt", *PICTURES)

style_option = click.option(
    "--style",
    type=click.Choice(["arrows", "letters", "shapes"]),
    help="Draw in arrows, <>^v., in letters, LRUDE, or each piece in its own letter.",
)


def check_output(output: Path | None, *, suffixes: Sequence[str] = DRAWINGS) -> None:
    """Refuse an output file that could not be written in the end: UsageError or OutputError."""
    if output is not None:
        check_suffix(output, suffixes)
        check_writable(output)


def write_report(output: Path, texts: Mapping[str, str], scene: Callable[[], Scene]) -> None:
    """Write a table as its suffix says: as one of some texts, or as a picture."""
    from tilewright.families.gunport.pictures import RENDERERS
    from tilewright.formats import write_atomically

    suffix = output.suffix.lower()
    write_atomically(output, texts[suffix] if suffix in texts else RENDERERS[suffix](scene()))


@contextmanager
def file_writer(
    output: Path, *, sheet: int, style: str, caption: Callable[[], api.Caption]
) -> Iterator[OutputWriter[api.Arrangement]]:
    """The writer into a file, which appears when the block ends well; ``caption`` is called at the end."""
    from tilewright.formats import atomic_text

    if output.suffix.lower() in PICTURES:

        def draw(arrangements: Sequence[api.Arrangement], total: int) -> bytes:
            from tilewright.families.gunport.pictures import RENDERERS, sheet_scene

            return RENDERERS[output.suffix.lower()](sheet_scene(arrangements, caption()))

        yield PictureWriter(draw, path=output, limit=sheet, noun=NOUN)
        return
    if output.suffix.lower() == PDF:

        def draw_pages(arrangements: Sequence[api.Arrangement], total: int) -> bytes:
            head = caption()
            captions = (api.Caption(f"{number:,}", "") for number in range(1, len(arrangements) + 1))
            title = f"{head.title} ({head.line})" if head.line else head.title
            return pages_content(output, list(zip(arrangements, captions, strict=True)), title)

        yield PictureWriter(draw_pages, path=output, limit=sheet, noun=NOUN)
        return
    with atomic_text(output) as stream:

        def write(arrangement: api.Arrangement, number: int) -> None:
            # Blank lines between the drawings: a file that the library imports.
            stream.write(("\n" if number > 1 else "") + api.dumps(arrangement, style))

        yield OutputWriter(write, path=output, noun=NOUN)


def pages_content(
    output: Path,
    entries: Sequence[tuple[api.Arrangement, api.Caption]],
    title: str,
    per_page: int | None = None,
) -> bytes:
    """Printable pages of arrangements, as the suffix of the file says; shows the progress."""
    from tilewright.cli.progress import ProgressMonitor
    from tilewright.families.gunport.pages import PAGE_WRITERS, PER_PAGE, page_scenes
    from tilewright.solving.steps import Progress

    pages = page_scenes(entries, title, per_page or PER_PAGE)
    with ProgressMonitor("drawing", quiet=len(pages) < QUIET_PAGES) as monitor:

        def report(done: int) -> None:
            words = f"{done:,} of {len(pages):,} pages"
            monitor(Progress(done / len(pages), 0, 0, 0, 0.0, None, listed=False, words=words))

        return PAGE_WRITERS[output.suffix.lower()](pages, report)


def coloured(text: str) -> str:
    """A drawing in arrows or letters with a terminal's colours, those of the pictures; ports are bold."""
    from tilewright.render.palette import COLOURS, nearest_256

    horizontal, vertical = (f"38;5;{nearest_256(COLOURS[index])}" for index in (1, 0))
    for marks, code in (("[<>LR]+", horizontal), (r"[\^vUD]+", vertical), ("[.E]+", "1")):
        text = re.sub(marks, f"\x1b[{code}m\\g<0>\x1b[0m", text)
    return text


def answer_text(answer: api.GunportAnswer) -> str:
    """What is known about the fewest pieces and the most ports."""
    board, rules, bound = answer.board.name, answer.rules, answer.lower_bound
    needed = f"; at least {pieces_text(bound, rules)} needed" if bound else ""
    if answer.pieces is None:
        if answer.proven:
            return f"{board}: impossible: there is no such arrangement"
        return f"{board}: no arrangement found{needed}"
    pieces, ports = pieces_text(answer.pieces, rules), counted(answer.ports or 0, "port")
    if answer.proven:
        return f"{board}: {pieces} {'is' if answer.pieces == 1 else 'are'} the fewest, {ports} the most"
    return f"{board}: at most {pieces}, so at least {ports}{needed}"


def effort_text(answer: api.GunportAnswer) -> str:
    """The time, states and engine of an answer: ``0.02 s, 1,234 states, bounded``."""
    states = [counted(answer.states, "state")] if answer.states else []
    return ", ".join([span(answer.seconds), *states, answer.method])


def pearce_of(answer: api.GunportAnswer) -> int | None:
    """Pearce's formula for plain rectangles and dominoes that may slide, else None."""
    size, rules = answer.board.size, answer.rules
    return api.pearce(*size) if size and rules.is_domino and not rules.no_slide else None


def pearce_text(answer: api.GunportAnswer) -> str:
    """The comparison with Pearce's formula; "" where there is none."""
    formula = pearce_of(answer)
    if formula is None or answer.pieces is None:
        return ""
    gives = f"Pearce's formula gives {pieces_text(formula, answer.rules)}"
    if answer.pieces < formula:
        return f"{gives}: {formula - answer.pieces:,} more than needed"
    if answer.lower_bound > formula:
        more = answer.lower_bound - formula
        return f"{gives}: {'at least ' if not answer.proven else ''}{more:,} too few"
    return f"{gives} as well" if answer.proven or answer.pieces == formula else f"{gives}: undecided here"


def counts_text(answer: api.GunportAnswer, query: api.GunportQuery, shown: int) -> str:
    """How many optimal arrangements there are, and how many were output; "" when that was not asked."""
    if query.plain or answer.pieces is None:
        return ""
    if answer.optima is None:
        return "the number of optimal arrangements is not known"
    words = counted(answer.optima, "optimal arrangement")
    if answer.up_to_symmetry is not None:
        words += f", {answer.up_to_symmetry:,} up to symmetry"
    elif query.count:
        words += "; not counted up to symmetry"
    if query.sample is not None:
        words += f"; {shown:,} drawn"
    elif not query.single and shown != answer.optima:
        words += f"; {shown:,} listed"
    return words


def answer_caption(answer: api.GunportAnswer, query: api.GunportQuery, shown: int) -> api.Caption:
    """The caption of a picture of an answer's arrangements."""
    board, rules, ports = answer.board.name, answer.rules, counted(answer.ports or 0, "port")
    line = counts_text(answer, query, shown) or "the fewest, and the most"
    if not answer.proven:
        line = f"the best found; at least {pieces_text(answer.lower_bound, rules)} needed"
    return api.Caption(f"{board}: {pieces_text(answer.pieces or 0, rules)}, {ports}", line)


def sides(size: tuple[int, int] | None) -> dict[str, object]:
    """The rows and columns of a board in JSON; null unless it is a plain rectangle."""
    return dict(zip(("rows", "columns"), size or (None, None), strict=True))


def answer_body(answer: api.GunportAnswer, drawing: str | None) -> dict[str, object]:
    """The JSON object of an answer."""
    return {
        "status": answer.status.value,
        **sides(answer.board.size),
        "cells": len(answer.board.cells),
        "pieces": answer.pieces,
        "dominoes": answer.pieces if answer.rules.is_domino else None,
        "ports": answer.ports,
        "proven": answer.proven,
        "lower_bound": answer.lower_bound,
        "pearce": pearce_of(answer),
        "optimal_arrangements": answer.optima,
        "up_to_symmetry": answer.up_to_symmetry,
        "arrangement": None if drawing is None else drawing.splitlines(),
        "states": answer.states,
        "seconds": round(answer.seconds, 6),
        "engine": answer.method,
        "note": answer.note,
    }


def answer_code(answer: api.GunportAnswer) -> int:
    """The exit code of an answer; prints the limit that ended it on stderr."""
    if answer.status.value == "cancelled":
        note("stopped; the result is the best known so far")
        return ExitCode.INTERRUPTED
    if answer.status.value == "limit":
        note(answer.note or "the time limit was reached; the result is the best known so far")
        if " MB" in answer.note or " GB" in answer.note:
            note("--memory SIZE allows larger tables; the default is half of the free memory")
    return ExitCode.of(answer.status, has_result=answer.pieces is not None)


def record_in_library(
    answer: api.GunportAnswer, arrangements: Sequence[api.Arrangement], path: Path | None
) -> None:
    """Enter an answer with these arrangements, where it adds to the library; an error there is only noted."""
    exact = answer.method if answer.method in ENGINES else ""
    try:
        outcome = api.Library(path).record(replace(answer, arrangements=tuple(arrangements)), exact=exact)
    except TilewrightError as error:
        note(f"the answer was not entered in the library: {error} (--no-library does not use it)")
        return
    if outcome is not None and answer.pieces is not None and outcome.entry.pieces < answer.pieces:
        known = pieces_text(outcome.entry.pieces, answer.rules)
        note(f"the library has an arrangement with {known}: see tilewright gunport library show")


def entry_body(
    entry: LibraryEntry, drawings: Sequence[str] = (), *, everything: bool = False
) -> dict[str, object]:
    """The JSON object of an entry; with drawings the first as ``arrangement``, with ``everything`` all."""
    body: dict[str, object] = {
        "board": entry.key.board,
        **sides(entry.key.size),
        "piece": entry.key.piece,
        "no_slide": entry.key.no_slide,
        "pieces": entry.pieces,
        "ports": entry.ports,
        "proven": entry.proven,
        "lower_bound": entry.lower_bound,
        "proof": entry.proof,
        "who": entry.who,
        "found_at": entry.found,
        "shipped": entry.shipped,
        "kept": entry.kept,
        "classes": entry.classes or None,
    }
    if entry.key.piece == "domino":
        body["dominoes"] = entry.pieces
    if drawings:
        body["arrangement"] = drawings[0].splitlines()
    if everything:
        body["arrangements"] = [drawing.splitlines() for drawing in drawings]
    return body


def submission_text(drawn: DrawnSubmission, outcome: SubmissionResult | None) -> str:
    """A drawing and its result; a file proves nothing, so the result is never a proof."""
    if drawn.submission is None:
        return drawn.fault
    arrangement = drawn.submission.arrangement
    pieces = pieces_text(len(arrangement.pieces), drawn.submission.rules)
    what = f"{arrangement.board.name}: {pieces}, {counted(len(arrangement.ports), 'port')}"
    if outcome is None:
        return f"{what}: valid, but not entered"
    worse = len(arrangement.pieces) - outcome.entry.pieces
    proven = f", now {entry_proof(outcome.entry)}" if outcome.entry.proven else ""
    known = f"{worse:,} more than the known one" if worse else "known already"
    results = {
        "new": "entered, the first for this board",
        "better": f"entered, {outcome.fewer:,} fewer than before{proven}",
        "another": f"entered, as good as the known one and different, now {outcome.entry.kept:,}",
        "full": f"not entered, as good as those known: {outcome.entry.kept:,} are kept, the most of a board",
        "known": f"not entered, {known}",
    }
    return f"{what}: {results.get(outcome.result, 'entered')}"


def is_known(drawn: DrawnSubmission, outcome: SubmissionResult | None) -> bool:
    """Whether a drawing is not entered because the library has the arrangement, up to symmetry."""
    if drawn.submission is None or outcome is None or outcome.result != "known":
        return False
    return len(drawn.submission.arrangement.pieces) == outcome.entry.pieces


def submission_body(drawn: DrawnSubmission, outcome: SubmissionResult | None) -> dict[str, object]:
    """The JSON object of a drawing and its result."""
    if drawn.submission is None:
        return {"line": drawn.line, "result": "wrong", "fault": drawn.fault}
    arrangement = drawn.submission.arrangement
    body: dict[str, object] = {"line": drawn.line, "result": outcome.result if outcome else "not entered"}
    body |= {
        "pieces": len(arrangement.pieces),
        "ports": len(arrangement.ports),
        **sides(arrangement.board.size),
    }
    if outcome is not None:
        body |= {"fewer": outcome.fewer, "in_library": entry_body(outcome.entry)}
    return body


def entry_numbers(entry: LibraryEntry) -> str:
    """27 dominoes, 26 ports."""
    return f"{pieces_text(entry.pieces, entry.key.rules)}, {counted(entry.ports, 'port')}"


def entry_proof(entry: LibraryEntry) -> str:
    """Whether the number of pieces is proven to be the fewest, in a sentence."""
    if entry.proven:
        return "proven to be the fewest" + (f" by the engine {entry.proof}" if entry.proof else "")
    return f"the best known; at least {entry.lower_bound:,} needed" if entry.lower_bound else "the best known"


def entry_arrangements(entry: LibraryEntry) -> str:
    """How many arrangements are kept, and how many there are, in a sentence; "" if it is just the one."""
    from tilewright.families.gunport.library import MAX_ARRANGEMENTS

    kept = counted(entry.kept, "arrangement")
    if entry.classes:
        return f"{kept} of {entry.classes:,} up to symmetry {'is' if entry.kept == 1 else 'are'} kept"
    if entry.kept >= MAX_ARRANGEMENTS:
        return f"{kept} that differ up to symmetry are kept, the most of a board; there may be more"
    return f"{kept} that differ up to symmetry are kept" if entry.others else ""


def entry_bound(entry: LibraryEntry) -> str:
    """The same, short enough for a column."""
    if entry.proven:
        return "proven"
    return f"at least {entry.lower_bound:,}" if entry.lower_bound else "best known"
