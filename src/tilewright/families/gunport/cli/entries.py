"""What the commands of the library say of its entries, and of the drawings that are to be entered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tilewright.cli.quantities import counted

if TYPE_CHECKING:
    from tilewright.families.gunport.board import Arrangement
    from tilewright.families.gunport.library import DrawnFind, Entry, Find, Outcome


def entry_body(entry: Entry, drawing: str = "") -> dict[str, object]:
    """What ``--json`` says of an entry; with a drawing, its lines as ``arrangement``."""
    rows, columns = entry.key.size or (None, None)
    body: dict[str, object] = {
        "board": entry.key.board,
        "rows": rows,
        "columns": columns,
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
    }
    if entry.key.piece == "domino":
        body["dominoes"] = entry.pieces
    if drawing:
        body["arrangement"] = drawing.splitlines()
    return body


def paired(finds: Sequence[DrawnFind], outcomes: Sequence[Outcome]) -> list[tuple[DrawnFind, Outcome | None]]:
    """Each drawing with what became of it; None when nothing was entered because one of them is wrong."""
    return list(zip(finds, outcomes, strict=True)) if outcomes else [(drawn, None) for drawn in finds]


def told(drawn: DrawnFind, outcome: Outcome | None) -> str:
    """What a drawing is and what became of it; files prove nothing, so never that it proved something."""
    if drawn.find is None:
        return drawn.fault
    what = f"{drawn.find.arrangement.board.name}: {_size(drawn.find)}"
    if outcome is None:
        return f"{what}: right, but not entered"
    worse = _pieces(drawn.find) - outcome.entry.pieces
    proven = f", now {proof(outcome.entry)}" if outcome.entry.proven else ""
    return f"{what}: " + {
        "new": "entered, the first of this board",
        "better": f"entered, better by {outcome.fewer:,} than what was there{proven}",
        "known": f"not entered, worse by {worse:,} than what is there"
        if worse
        else "not entered, no better than what is there",
    }.get(outcome.result, "entered")


def drawn_body(drawn: DrawnFind, outcome: Outcome | None) -> dict[str, object]:
    """What ``--json`` says of a drawing and what became of it."""
    body: dict[str, object] = {"line": drawn.line, "result": outcome.result if outcome else "not entered"}
    if drawn.find is None:
        return {**body, "result": "wrong", "fault": drawn.fault}
    arrangement = drawn.find.arrangement
    body |= {"pieces": _pieces(drawn.find), "ports": len(arrangement.ports), **sides(arrangement)}
    if outcome is not None:
        body |= {"fewer": outcome.fewer, "in_library": entry_body(outcome.entry)}
    return body


def sides(arrangement: Arrangement) -> dict[str, object]:
    """The rows and columns of an arrangement's board, as it lies; null when it is no plain rectangle."""
    rows, columns = arrangement.board.size or (None, None)
    return {"rows": rows, "columns": columns}


def _pieces(find: Find) -> int:
    return len(find.arrangement.pieces)


def _size(find: Find) -> str:
    pieces = _noun(_pieces(find), find.rules.piece.name)
    return f"{pieces}, {counted(len(find.arrangement.ports), 'port')}"


def numbers(entry: Entry) -> str:
    """27 dominoes, 26 ports."""
    return f"{_noun(entry.pieces, entry.key.piece)}, {counted(entry.ports, 'port')}"


def _noun(number: int, piece: str) -> str:
    return counted(number, "domino", "dominoes") if piece == "domino" else counted(number, "piece")


def proof(entry: Entry) -> str:
    """Whether it is known that no fewer pieces will do, in a sentence's words."""
    if entry.proven:
        return "proven to be the fewest" + (f" by the engine {entry.proof}" if entry.proof else "")
    return f"the best known; at least {entry.lower_bound:,} needed" if entry.lower_bound else "the best known"


def bound(entry: Entry) -> str:
    """The same in a column's words."""
    if entry.proven:
        return "proven"
    return f"at least {entry.lower_bound:,}" if entry.lower_bound else "best known"


def echo_columns(rows: Sequence[tuple[str, ...]]) -> None:
    """Columns side by side, those of numbers flush right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if number in (1, 2) else cell.ljust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        click.echo(("  " + "  ".join(cells)).rstrip())
