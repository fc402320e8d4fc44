"""MPS in its free form: a 0/1 variable an option, the costs as objective."""

from __future__ import annotations

from tilewright.formats.integer_program import first_line, model_of
from tilewright.formats.linear_rows import NEVER, rows_of, wrapped
from tilewright.model.exact_cover_puzzle import AnyPuzzle


def looks_like(text: str) -> bool:
    """Whether the first line that is no comment names the program, and a line says ``ROWS``."""
    return first_line(text, r"\*").split()[:1] == ["NAME"] and "\nROWS" in text


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as a linear program in 0/1 variables x1, x2, ...; comments say which option each is.

    The rows and variables are those of LP (``lp.dumps``); the objective, ``cost``, is to be minimised.
    """
    model = model_of(puzzle)
    rows = rows_of(model)
    lines = [f"* {part}" for line in model.legend("x") for part in wrapped(line, cut=True)]
    lines += ["NAME tilewright FREE", "ROWS", " N cost", *(f" {row.sign} {row.name}" for row in rows)]
    names = [f"x{k + 1}" for k in range(len(model.puzzle.options) + len(model.shades))]
    columns: dict[str, list[str]] = {NEVER: [f"{NEVER} cost 0"], **{name: [] for name in names}}
    for name, option in zip(names, model.puzzle.options, strict=False):
        columns[name].append(f"{name} cost {option.cost}")
    for row in rows:
        for factor, name in row.terms:
            columns[name].append(f"{name} {row.name} {factor}")
    lines += ["COLUMNS", " marker_begin 'MARKER' 'INTORG'"]
    lines += [f" {entry}" for entries in columns.values() for entry in entries]
    lines += [" marker_end 'MARKER' 'INTEND'", "RHS"]
    lines += [f" rhs {row.name} {row.bound}" for row in rows if row.bound]
    lines += ["BOUNDS", f" FX bound {NEVER} 0", *(f" BV bound {name}" for name in names)]
    return "\n".join([*lines, "ENDATA"]) + "\n"
