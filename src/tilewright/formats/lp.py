"""LP format, as CPLEX and its like read it: a 0/1 variable an option, the costs as objective."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tilewright.formats.integer_program import Model, first_line, model_of
from tilewright.formats.linear_rows import NEVER, rows_of, wrapped
from tilewright.model.exact_cover_puzzle import AnyPuzzle

_SIGNS = {"L": "<=", "G": ">=", "E": "="}


_AIMS = ("minimize", "minimise", "minimum", "min", "maximize", "maximise", "maximum", "max")


def looks_like(text: str) -> bool:
    """Whether the first line but comments says to minimise or maximise, and another ``Subject To``."""
    first = first_line(text, r"\\").split()
    return (
        bool(first)
        and first[0].lower() in _AIMS
        and re.search(r"(?im)^[ \t]*(subject to|s\.?t\.?)\b", text) is not None
    )


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as a linear program in 0/1 variables x1, x2, ...; comments say which option each is.

    Colours that several options give to one item have variables of their own, which are no options.
    """
    model = model_of(puzzle)
    rows = rows_of(model)
    lines = [f"\\ {part}" for line in model.legend("x") for part in wrapped(line, cut=True)]
    lines.append("Minimize")
    costs = [(option.cost, f"x{k}") for k, option in enumerate(model.puzzle.options, start=1) if option.cost]
    # Some readers want a term in every objective, even where there is nothing to minimise.
    lines += _line(" cost:", costs or [(0, NEVER)])
    lines.append("Subject To")
    for row in rows:
        lines += _line(f" {row.name}:", row.terms, f" {_SIGNS[row.sign]} {row.bound}")
    lines.append("Bounds")
    lines.append(f" {NEVER} = 0")
    lines.append("Binary")
    lines += [f" {part}" for part in wrapped(" ".join(_names(model)))]
    return "\n".join([*lines, "End"]) + "\n"


def _names(model: Model) -> Iterator[str]:
    return (f"x{k + 1}" for k in range(len(model.puzzle.options) + len(model.shades)))


def _line(head: str, terms: Sequence[tuple[int, str]], tail: str = "") -> list[str]:
    """A sum with what stands before and behind it, on as many lines as it needs."""
    words = [f"{'-' if factor < 0 else '+'} {abs(factor)} {name}" for factor, name in terms]
    words = [word.replace(" 1 ", " ") for word in words]
    first, *more = wrapped(f"{head} {' '.join(words)}{tail}")
    return [f" {first}", *(f"   {part}" for part in more)]
