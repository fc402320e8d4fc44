"""0/1 programs (binary variables, linear constraints, an objective), and their text as LP, MPS and MiniZinc.

LP as CPLEX and compatible solvers read it, or in the dialect of lp_solve; MPS in its free form, with an
OBJSENSE section where the objective is maximised; MiniZinc with arrays, so that ``m_2_3`` is ``m[2,3]``.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from tilewright.atomic_files import write_atomically
from tilewright.errors import OutputError, UnsupportedError

MAX_LINE = 200  # the most characters in a line: some readers refuse lines of 256 and more
OBJECTIVE = "objective"
_LP_RELATIONS = {"L": "<=", "G": ">=", "E": "="}


@dataclass(frozen=True)
class LinearConstraint:
    """low <= sum of coefficient times variable <= high; an open side is infinite."""

    name: str
    terms: tuple[tuple[int, int], ...]  # variable, coefficient
    low: float
    high: float

    @property
    def relation(self) -> str:
        """The MPS letter: L (at most), G (at least) or E (equal); one side is open or both are equal."""
        return "E" if self.low == self.high else "L" if math.isinf(self.low) else "G"

    @property
    def bound(self) -> int:
        """The right side."""
        return int(self.high if self.relation == "L" else self.low)

    def text(self, names: Sequence[str], times: str = " ") -> str:
        """The constraint as a sum, a relation and the bound; ``times`` stands between a number and a name."""
        return f"{_sum(names, self.terms, times)} {_LP_RELATIONS[self.relation]} {self.bound}"


@dataclass
class IntegerProgram:
    """A 0/1 program that grows while it is written down.

    Variables are numbered from 0. ``sense`` is "minimise" or "maximise", or "" when any solution will do.
    ``title`` and ``comments`` head its text, with ``meanings``, a sentence for each variable, where there are
    any. ``max_variables`` bounds its size. ``in_order``: an LP text names all variables in its objective, so
    that readers, which number variables as they come, keep their order.
    """

    title: str = ""
    comments: Sequence[str] = ()
    max_variables: int | None = None
    in_order: bool = False
    meanings: Sequence[str] = ()
    names: list[str] = field(default_factory=list)
    constraints: list[LinearConstraint] = field(default_factory=list)
    objective: dict[int, int] = field(default_factory=dict)
    sense: str = ""

    def check_variables(self, more: int) -> None:
        """UnsupportedError when this many more variables exceed ``max_variables``."""
        if self.max_variables is not None and len(self.names) + more > self.max_variables:
            raise UnsupportedError(
                f"{self.title} would have more than {self.max_variables:,} variables, too many for any solver"
            )

    def binary(self, letter: str, *indices: int) -> int:
        """A new 0/1 variable, named by its letter and indices; UnsupportedError for one too many."""
        self.check_variables(1)
        self.names.append("_".join([letter, *map(str, indices)]))
        return len(self.names) - 1

    def require(
        self, name: str, terms: Mapping[int, int], relation: str, bound: int, *, numbered: bool = True
    ) -> None:
        """Add a constraint: the sum of ``terms`` (variable to coefficient) ``<=``, ``>=`` or ``=`` the bound.

        ``numbered`` appends the constraint's number to its name, which must be unique otherwise.
        """
        if not terms:  # solvers differ on such: a true one is left out, a false one becomes a contradiction
            if not {"<=": bound >= 0, ">=": bound <= 0, "=": bound == 0}[relation]:
                never = self.binary("never", len(self.constraints))
                for value in (0, 1):
                    self.require("never", {never: 1}, "=", value)
            return
        low = -math.inf if relation == "<=" else bound
        high = math.inf if relation == ">=" else bound
        full_name = f"{name}_{len(self.constraints) + 1}" if numbered else name
        self.constraints.append(LinearConstraint(full_name, tuple(terms.items()), low, high))

    def minimise(self, terms: Mapping[int, int]) -> None:
        """Look for the least value of this sum."""
        self.sense, self.objective = "minimise", dict(terms)

    def maximise(self, terms: Mapping[int, int]) -> None:
        """Look for the greatest value of this sum."""
        self.sense, self.objective = "maximise", dict(terms)

    def value(self, values: Sequence[int]) -> int:
        """The objective at these values of the variables."""
        return sum(coefficient * values[variable] for variable, coefficient in self.objective.items())

    def violated(self, values: Sequence[int]) -> list[LinearConstraint]:
        """The constraints that these values violate; empty for a solution."""

        def total(row: LinearConstraint) -> int:
            return sum(coefficient * values[variable] for variable, coefficient in row.terms)

        return [row for row in self.constraints if not row.low <= total(row) <= row.high]


def total(*variables: Iterable[int]) -> dict[int, int]:
    """The plain sum of these variables, as the terms of a constraint or an objective."""
    return {variable: 1 for some in variables for variable in some}


def lp_text(program: IntegerProgram) -> str:
    """The program in LP format; it ends in a line feed."""
    lines = [f"\\ {line}" for line in _header(program)]
    lines.append("Maximize" if program.sense == "maximise" else "Minimize")
    # Some readers want a term in every objective, even where there is nothing to minimise.
    objective = _lp_objective(program) or ([(0, 0)] if program.names else [])
    lines += _wrapped(f" {OBJECTIVE}: {_sum(program.names, objective)}")
    lines.append("Subject To")
    for row in program.constraints:
        lines += _wrapped(f" {row.name}: {row.text(program.names)}")
    lines.append("Binary")
    lines += _wrapped(" " + " ".join(program.names))
    return "\n".join([*lines, "End"]) + "\n"


def lp_solve_text(program: IntegerProgram) -> str:
    """The program in the LP dialect of lp_solve 5.1 and later; it ends in a line feed."""
    lines = [f"// {line}" for line in _header(program)]
    sense = "max" if program.sense == "maximise" else "min"
    lines += _wrapped(f"{sense}: {_sum(program.names, _lp_objective(program))};")
    for row in program.constraints:  # one on a single variable would be a bound if it had no name
        lines += _wrapped(f"{row.name}: {row.text(program.names)};")
    lines += [f"{name} <= 1;" for name in program.names]
    if program.names:
        lines += _wrapped(f"int {', '.join(program.names)};")
    return "\n".join(lines) + "\n"


LP_DIALECTS: dict[str, Callable[[IntegerProgram], str]] = {"cplex": lp_text, "lp_solve": lp_solve_text}
"""The writer of each dialect of LP; the first is the default."""


def _lp_objective(program: IntegerProgram) -> list[tuple[int, int]]:
    """The terms of the objective, with ``in_order`` one for each variable."""
    if not program.in_order:
        return list(program.objective.items())
    return [(variable, program.objective.get(variable, 0)) for variable in range(len(program.names))]


def mps_text(program: IntegerProgram) -> str:
    """The program in free MPS format; it ends in a line feed."""
    lines = [f"* {line}" for line in _header(program)]
    lines.append("NAME tilewright FREE")
    if program.sense == "maximise":
        lines += ["OBJSENSE", "    MAX"]
    lines += ["ROWS", f" N {OBJECTIVE}"]
    lines += [f" {row.relation} {row.name}" for row in program.constraints]
    columns: list[list[tuple[str, int]]] = [[] for _ in program.names]
    for variable, coefficient in program.objective.items():
        columns[variable].append((OBJECTIVE, coefficient))
    for row in program.constraints:
        for variable, coefficient in row.terms:
            columns[variable].append((row.name, coefficient))
    lines += ["COLUMNS", " marker_begin 'MARKER' 'INTORG'"]
    for name, entries in zip(program.names, columns, strict=True):
        lines += [f" {name} {row} {coefficient}" for row, coefficient in entries or [(OBJECTIVE, 0)]]
    lines += [" marker_end 'MARKER' 'INTEND'", "RHS"]
    lines += [f" rhs {row.name} {row.bound}" for row in program.constraints if row.bound]
    lines.append("BOUNDS")
    lines += [f" BV bound {name}" for name in program.names]
    return "\n".join([*lines, "ENDATA"]) + "\n"


SPARSE = 4  # an array has at most so many entries for each variable


def array_entries(program: IntegerProgram) -> dict[int, tuple[str, tuple[int, ...]]]:
    """The MiniZinc array and the indices of each variable that is in an array; others keep their names."""
    families: dict[tuple[str, int], dict[int, tuple[int, ...]]] = {}
    for variable, name in enumerate(program.names):
        letter, *words = name.split("_")
        if words and all(word.isdigit() for word in words):
            families.setdefault((letter, len(words)), {})[variable] = tuple(map(int, words))
    letters = Counter(letter for letter, _ in families)
    return {
        variable: (letter, indices)
        for (letter, _), entries in families.items()
        if letters[letter] == 1 and math.prod(map(len, _ranges(entries.values()))) <= SPARSE * len(entries)
        for variable, indices in entries.items()
    }


def _ranges(indices: Iterable[tuple[int, ...]]) -> list[range]:
    return [range(min(column), max(column) + 1) for column in zip(*indices, strict=True)]


def mzn_text(program: IntegerProgram) -> str:
    """The program in MiniZinc; it ends in a line feed. Entries of arrays without a variable are 0."""
    entries = array_entries(program)
    arrays: dict[str, list[tuple[int, ...]]] = {}
    for letter, indices in entries.values():
        arrays.setdefault(letter, []).append(indices)
    names = [
        f"{entries[k][0]}[{','.join(map(str, entries[k][1]))}]" if k in entries else name
        for k, name in enumerate(program.names)
    ]
    lines = [f"% {line}" for line in _header(program, names)]
    for letter, array in arrays.items():
        ranges = _ranges(array)
        sizes = ", ".join(f"{one.start}..{one.stop - 1}" for one in ranges)
        lines.append(f"array[{sizes}] of var 0..1: {letter};")
        missing = sorted(set(product(*ranges)) - set(array))
        lines += [f"constraint {letter}[{','.join(map(str, indices))}] = 0;" for indices in missing]
    lines += [f"var 0..1: {name};" for k, name in enumerate(program.names) if k not in entries]
    for row in program.constraints:
        lines += _wrapped(f'constraint :: "{row.name}" {row.text(names, "*")};')
    goal = "satisfy"
    if program.sense:
        goal = f"{program.sense.replace('ise', 'ize')} {_sum(names, program.objective.items(), '*') or 0}"
    lines += _wrapped(f"solve {goal};")
    return "\n".join(lines) + "\n"


def mzn_values(program: IntegerProgram, output: Mapping[str, Any]) -> list[int]:
    """The values of the variables in MiniZinc's JSON output: arrays as nested lists."""
    entries = array_entries(program)
    starts: dict[str, list[int]] = {}
    for letter in {letter for letter, _ in entries.values()}:
        indices = [entry for name, entry in entries.values() if name == letter]
        starts[letter] = [one.start for one in _ranges(indices)]
    values = []
    for variable, name in enumerate(program.names):
        if variable not in entries:
            values.append(int(output[name]))
            continue
        letter, place = entries[variable]
        value = output[letter]
        for index, start in zip(place, starts[letter], strict=True):
            value = value[index - start]
        values.append(int(value))
    return values


WRITERS: dict[str, Callable[[IntegerProgram], str]] = {".lp": lp_text, ".mps": mps_text, ".mzn": mzn_text}
"""The writer for each suffix."""


def write_program(program: IntegerProgram, path: Path, lp_dialect: str = "cplex") -> None:
    """Write a program in the format of the file's suffix; OutputError when it cannot be.

    ``lp_dialect`` is a name of ``LP_DIALECTS``, for LP only.
    """
    if path.suffix.lower() not in WRITERS:
        known = ", ".join(WRITERS)
        raise OutputError(f"{path}: the suffix does not say how to write a model; expected one of {known}")
    write = WRITERS[path.suffix.lower()]
    write_atomically(path, (LP_DIALECTS[lp_dialect] if write is lp_text else write)(program))


def _header(program: IntegerProgram, names: Sequence[str] = ()) -> Iterator[str]:
    """The lines of the comment; ``names`` are those of the variables in the text, if they differ."""
    pairs = zip(names or program.names, program.meanings, strict=bool(program.meanings))
    legend = (f"{name}: {meaning}" for name, meaning in pairs)
    for line in (program.title, *program.comments, *legend):
        if line:
            yield from textwrap.wrap(line, MAX_LINE, break_on_hyphens=False)


def _sum(names: Sequence[str], terms: Iterable[tuple[int, int]], times: str = " ") -> str:
    words = []
    for variable, coefficient in terms:
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}{times}"
        words.append(f"{'-' if coefficient < 0 else '+'} {size}{names[variable]}")
    return " ".join(words).removeprefix("+ ")


def _wrapped(line: str) -> list[str]:
    """A line as lines that every reader takes, cut at blanks only."""
    return textwrap.wrap(
        line, MAX_LINE, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    ) or [""]
