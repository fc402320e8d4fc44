"""Models as LP and MPS files, for any solver that reads them.

LP as CPLEX and its like read it; MPS in its free form, with an OBJSENSE section where a sum is maximised.
Both name the variables as the paper does: x_3_4_2 is x[3,4,2], row 3 and column 4 from 1.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tilewright.errors import OutputError
from tilewright.families.gunport.models.program import Program, Row
from tilewright.formats import write_atomically

WIDTH = 200
"""Characters in a line of an LP file at most: some readers refuse lines of 256 and more."""


def lp_text(program: Program) -> str:
    """The program in LP format; it ends in a line feed."""
    lines = [f"\\ {program.title}", "Maximize" if program.sense == "maximise" else "Minimize"]
    # Some readers want a term in every objective, even where there is nothing to minimise.
    objective = program.objective.items() or ([(0, 0)] if program.names else [])
    lines += _wrapped(f" objective: {_sum(program, objective)}")
    lines.append("Subject To")
    for row in program.rows:
        sign, bound = _relation(row)
        lines += _wrapped(f" {row.name}: {_sum(program, row.terms)} {_LP_SIGNS[sign]} {bound:g}")
    lines.append("Binary")
    lines += _wrapped(" " + " ".join(program.names))
    return "\n".join([*lines, "End"]) + "\n"


def mps_text(program: Program) -> str:
    """The program in free MPS format; it ends in a line feed."""
    lines = [f"* {program.title}", "NAME gunport FREE"]
    if program.sense == "maximise":
        lines += ["OBJSENSE", "    MAX"]
    lines += ["ROWS", " N objective"]
    lines += [f" {_relation(row)[0]} {row.name}" for row in program.rows]
    columns: list[list[tuple[str, int]]] = [[] for _ in program.names]
    for variable, coefficient in program.objective.items():
        columns[variable].append(("objective", coefficient))
    for row in program.rows:
        for variable, coefficient in row.terms:
            columns[variable].append((row.name, coefficient))
    lines += ["COLUMNS", " marker_begin 'MARKER' 'INTORG'"]
    for name, entries in zip(program.names, columns, strict=True):
        lines += [f" {name} {row} {coefficient}" for row, coefficient in entries or [("objective", 0)]]
    lines += [" marker_end 'MARKER' 'INTEND'", "RHS"]
    lines += [f" rhs {row.name} {_relation(row)[1]:g}" for row in program.rows if _relation(row)[1]]
    lines.append("BOUNDS")
    lines += [f" BV bound {name}" for name in program.names]
    return "\n".join([*lines, "ENDATA"]) + "\n"


WRITERS: dict[str, Callable[[Program], str]] = {".lp": lp_text, ".mps": mps_text}
"""A writer for each suffix."""


def check_model_file(path: Path) -> None:
    """Refuse a suffix that names neither format: OutputError."""
    if path.suffix.lower() not in WRITERS:
        raise OutputError(
            f"{path}: the suffix does not say how to write a model; expected one of {', '.join(WRITERS)}"
        )


def write_model(program: Program, path: Path) -> None:
    """Write a program as its file's suffix says, .lp or .mps; OutputError when it cannot be."""
    check_model_file(path)
    write_atomically(path, WRITERS[path.suffix.lower()](program))


_LP_SIGNS = {"L": "<=", "G": ">=", "E": "="}


def _relation(row: Row) -> tuple[str, float]:
    """The row's relation in MPS letters, and its right side: one side is open, or both are equal."""
    if row.low == row.high:
        return "E", row.low
    return ("L", row.high) if row.low < -1e30 else ("G", row.low)


def _sum(program: Program, terms: Iterable[tuple[int, int]]) -> str:
    return " ".join(_terms(program, terms)).removeprefix("+ ")


def _terms(program: Program, terms: Iterable[tuple[int, int]]) -> Iterator[str]:
    for variable, coefficient in terms:
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)} "
        yield f"{'-' if coefficient < 0 else '+'} {size}{program.names[variable]}"


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(
        line,
        WIDTH,
        subsequent_indent="  ",
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    ) or [""]
