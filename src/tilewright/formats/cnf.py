"""DIMACS CNF: a variable an option; for SAT solvers, and for counters, as each solution is one model."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from tilewright.errors import UnsupportedError
from tilewright.formats.cover_program import BoundedSum, cover_program, first_line
from tilewright.model.exact_cover_puzzle import AnyPuzzle

MAX_CLAUSES = 5_000_000  # the most clauses that are written
PAIRS = 5  # of so many variables at most one is 1 by a clause for each two; of more by a ladder


def looks_like(text: str) -> bool:
    """Whether the first line that is no comment says ``p cnf``."""
    return first_line(text, r"c(?:\s|$)").split()[:2] == ["p", "cnf"]


def dumps(puzzle: AnyPuzzle) -> str:
    """The puzzle as clauses; comments say which option each variable is.

    Further variables follow from those of the options, so that there are as many models as solutions.
    UnsupportedError for costs, which clauses cannot say, and for more than MAX_CLAUSES clauses.
    """
    program = cover_program(puzzle)
    if program.puzzle.has_costs:
        raise UnsupportedError("CNF cannot express costs; use lp or mps")
    clauses = _Clauses(len(program.puzzle.options) + len(program.colours))
    for colour in program.colours:
        clauses.add([-colour.variable, *colour.options])
        for option in colour.options:
            clauses.add([-option, colour.variable])
    for bounded_sum in program.sums:
        clauses.add_sum(bounded_sum)
    lines = [f"c {line}" for line in program.legend()]
    if clauses.variables > len(program.puzzle.options) + len(program.colours):
        lines.append("c All further variables follow from these.")
    lines.append(f"p cnf {clauses.variables} {len(clauses.lines)}")
    return "\n".join([*lines, *clauses.lines]) + "\n"


class _Clauses:
    """Clauses, written as they come, and how many variables there are."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.lines: list[str] = []

    def new(self) -> int:
        self.variables += 1
        return self.variables

    def add(self, literals: Sequence[int]) -> None:
        if len(self.lines) == MAX_CLAUSES:
            raise UnsupportedError(f"there would be more than {MAX_CLAUSES:,} clauses")
        self.lines.append(" ".join(map(str, literals)) + " 0")

    def add_sum(self, bounded_sum: BoundedSum) -> None:
        if bounded_sum.least > len(bounded_sum.variables):
            variable = self.new()  # not the empty clause, which some programs do not read
            self.add([variable])
            self.add([-variable])
        elif bounded_sum.most == 0:
            for variable in bounded_sum.variables:
                self.add([-variable])
        elif bounded_sum.least <= 1 == bounded_sum.most:
            if bounded_sum.least:
                self.add(bounded_sum.variables)
            self.at_most_one(bounded_sum.variables)
        elif bounded_sum.least == 1 and bounded_sum.most >= len(bounded_sum.variables):
            self.add(bounded_sum.variables)
        else:
            self.count(bounded_sum)

    def at_most_one(self, variables: Sequence[int]) -> None:
        if len(variables) <= PAIRS:
            for one, other in combinations(variables, 2):
                self.add([-one, -other])
            return
        before = variables[0]  # whether any of the variables so far is 1
        for variable in variables[1:-1]:
            self.add([-before, -variable])
            now = self.new()
            self.add([-before, now])
            self.add([-variable, now])
            self.add([-now, before, variable])
            before = now
        self.add([-before, -variables[-1]])

    def count(self, bounded_sum: BoundedSum) -> None:
        """Sequential counter: a variable for each 'at least k of the first j', as far as the bounds need."""
        size = len(bounded_sum.variables)
        top = bounded_sum.most + 1 if bounded_sum.most < size else bounded_sum.least
        before: list[int] = []  # before[k - 1]: at least k of the variables so far
        for variable in bounded_sum.variables:
            now = []
            for k in range(1, min(len(before) + 1, top) + 1):
                if k == 1 and not before:
                    now.append(variable)
                    continue
                this = self.new()
                now.append(this)
                if k <= len(before):
                    self.add([-before[k - 1], this])
                    self.add([-this, before[k - 1], variable])
                else:
                    self.add([-this, variable])
                if k > 1:
                    self.add([-before[k - 2], -variable, this])
                    self.add([-this, before[k - 2]])
                else:
                    self.add([-variable, this])
            before = now
        if bounded_sum.least:
            self.add([before[bounded_sum.least - 1]])
        if bounded_sum.most < size:
            self.add([-before[bounded_sum.most]])
