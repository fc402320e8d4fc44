"""A 0/1 program: binary variables, linear rows, and a sum to minimise or maximise.

It belongs to no solver. ``models.files`` writes it as LP or MPS, and ``tilewright.families.gunport.solving``
hands it to solvers.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from tilewright.errors import UnsupportedError

MAX_VARIABLES = 500_000
"""The largest program that is built, in variables: solvers of today do nothing with a larger one."""


@dataclass(frozen=True)
class Row:
    """One constraint: low <= sum of coefficient times variable <= high; an open side is infinite."""

    name: str
    terms: tuple[tuple[int, int], ...]  # variable, coefficient
    low: float
    high: float


@dataclass
class Program:
    """A 0/1 program that grows while a model is written down.

    Variables are numbered from 0; ``names`` holds what LP and MPS files call them. ``sense`` is
    "minimise" or "maximise", or "" when any solution will do.
    """

    title: str
    names: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    objective: dict[int, int] = field(default_factory=dict)
    sense: str = ""

    def plan(self, variables: int) -> None:
        """UnsupportedError when so many more variables are too many: asked before they are made."""
        if len(self.names) + variables > MAX_VARIABLES:
            raise UnsupportedError(
                f"{self.title} would have more than {MAX_VARIABLES:,} variables, "
                "with which no solver gets anywhere"
            )

    def binary(self, letter: str, *indices: int) -> int:
        """A new variable, 0 or 1, by its letter and indices; UnsupportedError for one too many."""
        self.plan(1)
        self.names.append("_".join([letter, *map(str, indices)]))
        return len(self.names) - 1

    def require(self, rule: str, terms: Mapping[int, int], relation: str, bound: int) -> None:
        """A row: the sum of ``terms`` (variable to coefficient) is ``<=``, ``>=`` or ``=`` the bound."""
        if not terms:
            self._require_nothing(relation, bound)
            return
        low = -math.inf if relation == "<=" else bound
        high = math.inf if relation == ">=" else bound
        self.rows.append(Row(f"{rule}_{len(self.rows) + 1}", tuple(terms.items()), low, high))

    def _require_nothing(self, relation: str, bound: int) -> None:
        """A row without variables says 0 <= bound, or so; where that is wrong the program has no solution."""
        if {"<=": bound >= 0, ">=": bound <= 0, "=": bound == 0}[relation]:
            return
        never = self.binary("never", len(self.rows))
        self.require("never", {never: 1}, "=", 0)
        self.require("never", {never: 1}, "=", 1)

    def minimise(self, terms: Mapping[int, int]) -> None:
        """Look for the least value of this sum."""
        self.sense, self.objective = "minimise", dict(terms)

    def maximise(self, terms: Mapping[int, int]) -> None:
        """Look for the greatest value of this sum."""
        self.sense, self.objective = "maximise", dict(terms)

    def value(self, values: Sequence[int]) -> int:
        """The objective's value where the variables have these."""
        return sum(coefficient * values[variable] for variable, coefficient in self.objective.items())

    def broken(self, values: Sequence[int]) -> list[str]:
        """The names of the rows that these values break; empty when they are a solution."""
        return [
            row.name
            for row in self.rows
            if not row.low
            <= sum(coefficient * values[variable] for variable, coefficient in row.terms)
            <= row.high
        ]


def total(*variables: Iterable[int]) -> dict[int, int]:
    """The plain sum of these variables, as the terms of a row or an objective."""
    return {variable: 1 for some in variables for variable in some}
