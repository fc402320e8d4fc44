"""The exact engines, the published models and their solvers by name.

What a descriptor refers to as ``module:attribute`` is imported when it is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tilewright.errors import UnsupportedError
from tilewright.wording import quoted


@dataclass(frozen=True)
class GunportEngine:
    """An exact engine.

    ``unsupported`` refers to its function (board, rules, query, options) -> a reason why it cannot answer
    alone, or "". ``search_code`` names the search code that it runs: two engines without a common one confirm
    each other.
    """

    name: str
    summary: str
    unsupported: str
    search_code: frozenset[str]


_ENGINE_PACKAGE = "tilewright.families.gunport.engines"
_ENGINES = (
    GunportEngine(
        "dense",
        "plain rectangles and dominoes: a sweep over all profiles of a row; one arrangement",
        f"{_ENGINE_PACKAGE}.rectangles:dense_unsupported",
        frozenset({"dense sweep"}),
    ),
    GunportEngine(
        "bounded",
        "plain rectangles and dominoes: a sweep over the profiles that small excess allows; counts and lists",
        f"{_ENGINE_PACKAGE}.rectangles:bounded_unsupported",
        frozenset({"bounded sweep"}),
    ),
    GunportEngine(
        "frontier",
        "any board and piece: a sweep over the states of a cover problem; counts and lists",
        f"{_ENGINE_PACKAGE}.frontier:unsupported",
        frozenset({"frontier sweep"}),
    ),
    GunportEngine(
        "tree-search",
        "small boards, any piece: lists every arrangement of a cover problem, to check the others",
        f"{_ENGINE_PACKAGE}.tree_search:unsupported",
        frozenset({"tree search"}),
    ),
)
ENGINES = {engine.name: engine for engine in _ENGINES}
"""The exact engines. The library accepts a lower bound from them only."""

COVER_SUFFIXES = (".dlx", ".ec")
"""The suffixes of files with the exact cover problem of a board."""


@dataclass(frozen=True)
class ModelDescriptor:
    """A formulation of Chlond and Bosch (2006).

    ``symmetry``: it has symmetry constraints; ``interlaced``: its variables belong to cells, so that those of
    a cell can stand side by side; ``fixed``: it always requires a number of dominoes. ``target`` names what
    can be required in an exact number. ``published``: how far the paper came with it.
    """

    name: str
    summary: str
    symmetry: bool = False
    interlaced: bool = False
    fixed: bool = False
    target: str = "dominoes"
    published: str = ""

    @property
    def formulation(self) -> str:
        """The reference to its function (board, rules, choice) -> GunportModel."""
        return f"tilewright.families.gunport.models:{self.name.replace('-', '_')}"


@dataclass(frozen=True)
class SolverDescriptor:
    """A solver of 0/1 programs from ``package``, which the extra ``extra`` installs; "" if none does.

    ``solve`` refers to its function, a ``solvers.Solve``. ``colour`` is its index in the palette of plots.
    ``reports``: it reports solutions when they are found, and not only at the end.
    """

    name: str
    summary: str
    solve: str
    package: str
    colour: int
    extra: str = "models"
    reports: bool = True


_MODELS = (
    ModelDescriptor("domino-index", "each domino has a number; the fewest are used", published="to 4x4"),
    ModelDescriptor(
        "domino-index-fixed",
        "each domino has a number; exactly p of them, p from Pearce's formula or --target",
        fixed=True,
        published="to 7x7; 8x8 not in 5 hours",
    ),
    ModelDescriptor(
        "position",
        "a variable for each position of a domino; the fewest are used",
        interlaced=True,
        published="8x10 in under 4 seconds",
    ),
    ModelDescriptor(
        "monomino",
        "an exact cover by dominoes and monominoes that do not touch; the most monominoes",
        symmetry=True,
        interlaced=True,
        target="monominoes",
        published="faster; 11x11 with 39 ports",
    ),
)
MODELS = {model.name: model for model in _MODELS}  # in the order of the paper
DATA_SUFFIXES = {".mod": ".dat", ".mzn": ".dzn"}
"""The suffix of the data file that goes with a short model in OPL or MiniZinc, by that of the model."""
ORDERS = ("grouped", "interlaced")
"""The orders of a model's variables: kind by kind, or cell by cell."""


def model_name(text: str) -> str:
    """The name of the model with a number of the paper (4, mod4, model 4); other texts unchanged."""
    match = re.fullmatch(r"(?:mod(?:el)?)?[ _-]?([1-9])", text.strip(), re.IGNORECASE)
    numbered = dict(enumerate(MODELS, start=1))
    return numbered.get(int(match[1]), text) if match else text


_PACKAGE = "tilewright.families.gunport.solvers"
_SOLVERS = (
    SolverDescriptor("cp-sat", "CP-SAT of OR-tools", f"{_PACKAGE}.ortools:cp_sat", "ortools", 4),
    SolverDescriptor("highs", "HiGHS", f"{_PACKAGE}.highs:highs", "highspy", 5),
    SolverDescriptor(
        "scip", "SCIP of OR-tools, on one thread", f"{_PACKAGE}.ortools:scip", "ortools", 2, reports=False
    ),
    SolverDescriptor(
        "minizinc", "MiniZinc, if it is installed", f"{_PACKAGE}.minizinc:minizinc", "minizinc", 3, extra=""
    ),
    SolverDescriptor(
        "lp_solve", "lp_solve, if it is installed", f"{_PACKAGE}.lp_solve:lp_solve", "lp_solve", 6, extra=""
    ),
)
SOLVERS = {solver.name: solver for solver in _SOLVERS}  # the first is the default
PACKAGED_SOLVERS = tuple(solver.name for solver in _SOLVERS if solver.extra)


@dataclass(frozen=True)
class ModelChoice:
    """A model by name, or its number in the paper, with its parameters.

    UnsupportedError for a parameter that the model does not have.

    ``symmetry`` adds the model's symmetry constraints. ``target`` requires an exact number of what the model
    counts. ``order`` is one of ``ORDERS``, which files then keep; "" groups the variables as well.
    """

    model: str
    symmetry: bool = False
    target: int | None = None
    order: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "model", model_name(self.model))
        if self.model not in MODELS:
            raise UnsupportedError(f"there is no model {quoted(self.model)}; there are {', '.join(MODELS)}")
        if self.symmetry and not self.descriptor.symmetry:
            having = ", ".join(model.name for model in MODELS.values() if model.symmetry)
            raise UnsupportedError(f"the model {self.model} has no symmetry constraints; only {having} has")
        if self.order not in ("", *ORDERS):
            raise UnsupportedError(f"there is no order {quoted(self.order)}; there are {', '.join(ORDERS)}")
        if self.order == "interlaced" and not self.descriptor.interlaced:
            having = " and ".join(model.name for model in MODELS.values() if model.interlaced)
            raise UnsupportedError(
                f"the variables of the model {self.model} do not belong to cells; {having} can be interlaced"
            )
        if self.target is not None and self.target < 0:
            raise UnsupportedError(f"the target {self.target} is negative; expected 0 or more")

    @property
    def descriptor(self) -> ModelDescriptor:
        return MODELS[self.model]

    def target_for(self, dominoes: int, cells: int) -> int:
        """The target that requires exactly this number of dominoes on a board with so many cells."""
        return cells - 2 * dominoes if self.descriptor.target == "monominoes" else dominoes
