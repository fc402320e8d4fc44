"""Questions that one sweep over states answers, and their answers; ``strategies.sweeps`` finds these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.model.puzzle import Solution
from tilewright.solving.questions import AnswerDisplay, Question
from tilewright.solving.steps import Status
from tilewright.wording import counted, percent

if TYPE_CHECKING:
    from tilewright.solving.confirmation import Confirmation


@dataclass(frozen=True, repr=False)
class Distribution(AnswerDisplay):
    """How many solutions use 0, 1, 2, ... copies of a piece.

    ``counts[k]`` solutions use k copies; there is a number for each k that fits on the board. It is
    empty unless the status is COMPLETE: nothing is known before the end. ``states`` were expanded, ``share``
    of the sweep is done, 0 to 1. ``note`` is "" or says which limit was reached. ``proof`` and
    ``confirmation`` are as in Answer.
    """

    status: Status
    piece: str
    counts: tuple[int, ...]
    states: int
    seconds: float
    share: float
    engine: str
    engine_reason: str
    note: str = ""
    proof: str = ""
    confirmation: Confirmation | None = None

    @property
    def words(self) -> str:
        """The counts by the number of copies, or how far the sweep is."""
        if self.status is not Status.COMPLETE:
            return f"not counted: {percent(self.share)} of the search done"
        some = [f"{n:,} with {copies:,} of {self.piece}" for copies, n in enumerate(self.counts) if n]
        return "; ".join(some) or "no solution exists"

    @property
    def solutions(self) -> int | None:
        """All solutions together; None unless the status is COMPLETE."""
        return sum(self.counts) if self.counts else None


@dataclass(frozen=True, repr=False)
class Residue(AnswerDisplay):
    """The number of solutions modulo ``modulus``; None unless the status is COMPLETE.

    ``has_solution`` says whether there is a solution at all, which a residue of 0 leaves open; None likewise.
    The other fields are as in Distribution.
    """

    status: Status
    modulus: int
    residue: int | None
    has_solution: bool | None
    states: int
    seconds: float
    share: float
    engine: str
    engine_reason: str
    note: str = ""
    proof: str = ""
    confirmation: Confirmation | None = None

    @property
    def words(self) -> str:
        """The residue, or how far the sweep is."""
        if self.residue is None:
            return f"not counted: {percent(self.share)} of the search done"
        if self.has_solution is False:
            return "no solution exists"
        return f"the number of solutions is {self.residue:,} modulo {self.modulus:,}"


@dataclass(frozen=True, repr=False)
class Optimum(AnswerDisplay):
    """The best cost of a puzzle and a solution that has it.

    ``cost`` None with status COMPLETE: no solution exists. ``optima``: how many solutions have that cost;
    None when it was not requested. ``states`` were expanded. ``note`` is "" or says which limit was reached;
    ``proof`` is as in Answer.
    """

    status: Status
    cost: int | None
    optima: int | None
    solution: Solution | None
    states: int
    seconds: float
    share: float
    engine: str
    engine_reason: str
    note: str = ""
    proof: str = ""
    maximise: bool = False

    @property
    def words(self) -> str:
        """The cost: ``minimum cost: 12, in 3 solutions``."""
        is_complete = self.status is Status.COMPLETE
        if self.cost is None:
            if is_complete:
                return "no solution exists"
            return f"no solution found in {percent(self.share)} of the search"
        so_far = "" if is_complete else " so far"
        text = f"{'maximum' if self.maximise else 'minimum'} cost{so_far}: {self.cost:,}"
        return text if self.optima is None else f"{text}, in {counted(self.optima, 'solution')}{so_far}"


@dataclass(frozen=True, repr=False)
class Sample(AnswerDisplay):
    """Solutions drawn independently and uniformly from all ``total`` solutions; fields as in Optimum.

    ``total`` is None where the method does not tell their number. Solutions that coupling from the past drew
    before a limit or a cancellation are not exactly uniform, as its time depends on them: see ``note``.
    """

    status: Status
    solutions: tuple[Solution, ...]
    total: int | None
    states: int
    seconds: float
    share: float
    engine: str
    engine_reason: str
    note: str = ""
    proof: str = ""

    @property
    def has_result(self) -> bool:
        """Whether a solution is known to exist."""
        return bool(self.solutions or self.total)

    @property
    def words(self) -> str:
        """How many were drawn: ``3 solutions drawn from 36``."""
        if self.status is Status.COMPLETE and self.total == 0:
            return "no solution exists"
        if not self.solutions:
            return f"no solution drawn: {percent(self.share)} of the search done"
        text = f"{counted(len(self.solutions), 'solution')} drawn"
        if self.total is None and self.status is Status.COMPLETE:
            return f"{text}, exactly uniform"
        return text if self.total is None else f"{text} from {self.total:,}"


@dataclass(frozen=True)
class CountByPiece(Question[Distribution]):
    """How many solutions there are for each number of copies of a piece."""

    piece: str

    def words(self, limit: int | None) -> str:
        return f"count the solutions by copies of {self.piece!r}"


@dataclass(frozen=True)
class CountModulo(Question[Residue]):
    """How many solutions there are, modulo a number of 1 to 2^63 - 1."""

    modulus: int

    def words(self, limit: int | None) -> str:
        return f"count the solutions modulo {self.modulus:,}"


@dataclass(frozen=True)
class Optimise(Question[Optimum]):
    """The least (or greatest) cost and a solution that has it."""

    maximise: bool = False
    count_optima: bool = False

    def words(self, limit: int | None) -> str:
        return f"find the {'greatest' if self.maximise else 'least'} cost of a solution"


@dataclass(frozen=True)
class Draw(Question[Sample]):
    """Solutions drawn uniformly."""

    size: int
