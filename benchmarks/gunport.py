"""The gunport table: our exact answers beside CP-SAT on the model ``monomino``, in one run."""

from __future__ import annotations

import time
from dataclasses import dataclass

from report import duration, figure, machine, table
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.query import GunportQuery, SolveOptions
from tilewright.families.gunport.registry import ModelChoice
from tilewright.families.gunport.solve import solve_board
from tilewright.families.gunport.solvers.process import solve_model
from tilewright.solving.steps import Status

BOARDS = ((6, 6), (8, 8), (8, 10), (10, 10), (12, 12), (14, 14), (16, 16), (18, 18), (20, 20))
COUNTED = 16
"""Columns up to which the optimal arrangements are counted too, in all and up to symmetry."""

OURS = ("chosen", "dense", "chosen, with counts")
PEER = "CP-SAT monomino"
THREADS = 2

TARGETS = {
    "8x10": ("chosen", 0.1),
    "12x12": ("chosen, with counts", 1.0),
    "16x16": ("chosen", 3.0),
    "20x20": ("chosen", 90.0),
}
"""Board -> what is to take less than so many seconds."""


@dataclass
class GunportRow:
    """A board, the fewest dominoes, and the seconds that each program took, or a remark in their place."""

    board: str
    dominoes: int
    seconds: dict[str, float]
    remarks: dict[str, str]


def measure(timeout: float) -> list[GunportRow]:
    """One row a board. RuntimeError when two programs disagree on a proven number.

    CP-SAT is stopped after ``timeout`` seconds, and is not tried on larger boards once it was.
    """
    rows, tried = [], True
    for size in BOARDS:
        board = GunportBoard.rectangle(*size)
        row = GunportRow(f"{size[0]}x{size[1]}", 0, {}, {})
        for name in OURS:
            count = name.endswith("counts")
            if count and min(size) > COUNTED:
                row.remarks[name] = "not tried"
                continue
            start = time.perf_counter()
            answer = solve_board(
                board,
                query=GunportQuery(count=count),
                options=SolveOptions(threads=THREADS),
                engine="dense" if name == "dense" else None,
            )
            row.seconds[name] = time.perf_counter() - start
            pieces = answer.pieces
            if pieces is None or not answer.proven or row.dominoes not in (0, pieces):
                raise RuntimeError(f"{row.board}: {name} says {pieces}, another program {row.dominoes}")
            row.dominoes = pieces
        if tried:
            tried = _peer(board, row, timeout)
        else:
            row.remarks[PEER] = "not tried"
        rows.append(row)
    return rows


def _peer(board: GunportBoard, row: GunportRow, timeout: float) -> bool:
    """CP-SAT on a board; whether it was done in time."""
    answer = solve_model(board, ModelChoice("monomino"), "cp-sat", seconds=timeout, threads=THREADS).answer
    if not answer.proven:
        row.remarks[PEER] = f"not proven in {timeout:.0f} s"
        return False
    if answer.pieces != row.dominoes:
        raise RuntimeError(f"{row.board}: CP-SAT says {answer.pieces}, ours {row.dominoes}")
    row.seconds[PEER] = answer.seconds
    return answer.status is Status.COMPLETE


def markdown(rows: list[GunportRow]) -> str:
    """The rows as a table in Markdown: seconds, CP-SAT's over ours, and the targets."""
    names = (*OURS, PEER)
    return "\n".join(
        [
            f"Machine: {machine()}; {THREADS} threads each.",
            "",
            *table(["board", "dominoes", *names, "CP-SAT / chosen", "target"], map(_cells, rows)),
        ]
    )


def _cells(row: GunportRow) -> list[str]:
    times = [duration(row.seconds[n]) if n in row.seconds else row.remarks[n] for n in (*OURS, PEER)]
    ratio = figure(row.seconds[PEER] / row.seconds["chosen"]) if PEER in row.seconds else ""
    return [row.board, str(row.dominoes), *times, ratio, _verdict(row)]


def _verdict(row: GunportRow) -> str:
    if row.board not in TARGETS:
        return ""
    name, seconds = TARGETS[row.board]
    met = row.seconds[name] < seconds
    return f"{name} under {seconds:g} s: {'met' if met else 'MISSED'}"
