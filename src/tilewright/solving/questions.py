"""Queries and answers: what goes into the pipeline ``prepare`` -> ``plan`` -> ``run``, and what comes out."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from tilewright.errors import UnsupportedError
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle, check_puzzle
from tilewright.model.puzzle import Placement, Solution
from tilewright.registry import load_attribute
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Status
from tilewright.wording import counted, percent, quoted, span

if TYPE_CHECKING:
    from tilewright.model.levels import Levels
    from tilewright.solving.confirmation import Confirmation

Result = TypeVar("Result", covariant=True)
_OLD_FIELDS = {"reason": "engine_reason", "exists": "has_solution", "elapsed": "measuring_seconds"}
_STEP_UNIT = "tilewright.solving.engines.registry:step_unit"


class AnswerDisplay:
    """How answers, which are dataclasses, show themselves: a line of text, plain data for JSON, HTML.

    ``words`` say what was found and ``effort`` what it took; the program prints the same.
    """

    @property
    def words(self) -> str:
        """What was found, without what it took."""
        return repr(self)

    @property
    def effort(self) -> str:
        """What it took: ``0.12 s, 1,234 nodes, dense``."""
        engine = getattr(self, "engine", "")
        states = getattr(self, "states", None)
        amount = getattr(self, "nodes", 0) if states is None else states
        unit = "state" if states is not None else load_attribute(_STEP_UNIT)(engine) if engine else "node"
        parts = [span(getattr(self, "seconds", 0.0)), counted(amount, unit) if amount else "", engine]
        return ", ".join(filter(None, parts))

    if not TYPE_CHECKING:  # a checker of types shall refuse names that do not exist

        def __getattr__(self, name: str) -> Any:
            new = _OLD_FIELDS.get(name, name)
            if new in getattr(type(self), "__dataclass_fields__", ()) and new != name:
                message = f"{type(self).__name__}.{name} is called {new} since version 0.3"
                warnings.warn(message, DeprecationWarning, stacklevel=2)
                return getattr(self, new)
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}", name=name, obj=self)

    def __str__(self) -> str:
        proof = getattr(self, "proof", "")
        return f"{self.words}   {self.effort}" + (f"\n{proof}" if proof else "")

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain data, ready for JSON: numbers, texts, lists and mappings by the fields' names.

        >>> from tilewright import count, load
        >>> count(load("catalog:dominoes-4x4")).to_dict()["solutions"]
        36
        """
        return {each.name: _plain(getattr(self, each.name)) for each in fields(cast(Any, self)) if each.repr}

    def __repr__(self) -> str:
        long = ("title", "engine_reason", "symmetries", "note", "proof")
        shown = [f"{name}={value}" for name, value in self._values() if name not in long]
        return f"<{type(self).__name__} {', '.join(shown)}>"

    def _values(self) -> Iterator[tuple[str, str]]:
        """The names and the values of the fields that are known, as short texts."""
        for each in fields(cast(Any, self)):
            match getattr(self, each.name):
                case None | "" | ():
                    continue
                case Enum(value=text):
                    yield each.name, str(text)
                case tuple() as values:
                    yield each.name, f"{len(values):,}"
                case bool() | str() as value:
                    yield each.name, str(value)
                case int() as value:
                    yield each.name, f"{value:,}"
                case float() as value:
                    yield each.name, f"{value:.3g}"
                case value:
                    yield each.name, repr(value)

    def _repr_html_(self) -> str:
        from tilewright.render.notebook import solutions_svg, table

        values = getattr(self, "solutions", None)
        shown = values if isinstance(values, tuple) else [getattr(self, "solution", None)]
        known = {**dict(self._values()), "confirmed_by": getattr(self, "confirmed_by", "")}
        names = ("status", "confirmed_by", "engine_reason", "note", "proof")
        rows = [("result", self.words), ("effort", self.effort)]
        rows += [(name.replace("_", " "), known[name]) for name in names if known.get(name)]
        picture = solutions_svg([one for one in shown if isinstance(one, Solution)])
        return table(getattr(self, "title", "") or type(self).__name__, rows, picture)


class CountsDisplay(AnswerDisplay):
    """How answers with counts show themselves."""

    if TYPE_CHECKING:

        @property
        def status(self) -> Status: ...
        @property
        def solutions(self) -> int | None: ...
        @property
        def up_to_symmetry(self) -> int | None: ...
        @property
        def labelled(self) -> int | None: ...
        @property
        def share(self) -> float: ...

    @property
    def words(self) -> str:
        """The counts, or what is known of them: ``9,356 solutions (2,339 up to symmetry)``."""
        return self.counts_text()

    def counts_text(self, symmetries: str = "") -> str:
        """The counts in words; ``symmetries`` describes those of the board."""
        is_partial = self.status is not Status.COMPLETE
        if self.solutions is None:  # the engine learns the number only at the end
            return f"not counted: {percent(self.share)} of the search done"
        examined = self._examined()
        if not self.solutions:
            if examined:  # solutions exist, whether or not one has the property
                so_far = " so far" if is_partial else ""
                return f"no solution has this property, of {examined:,} examined{so_far}"
            if is_partial:
                return f"no solution found in {percent(self.share)} of the search"
            return "no solution exists"
        extra = []
        if self.up_to_symmetry is not None:
            by = f": {symmetries}" if symmetries else ""
            extra.append(f"{self.up_to_symmetry:,} up to symmetry{by}")
        if self.labelled is not None:
            extra.append(f"{self.labelled:,} with identical copies distinct")
        text = counted(self.solutions, "solution") + (f" ({'; '.join(extra)})" if extra else "")
        text += f", of {examined:,} examined" if examined else ""
        return f"{text} so far" if is_partial else text

    def _examined(self) -> int:
        """How many solutions a filter examined, 0 without one."""
        return 0


def _plain(value: Any) -> Any:
    """A value of an answer as JSON has it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Path):
        return str(value)
    if hasattr(value, "to_dict"):
        return value.to_dict()
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value


@dataclass(frozen=True)
class Kept:
    """The solutions that a filter keeps, up to symmetry.

    ``examined`` solutions were examined, of which ``undecided`` are not decided. ``levels`` has those of the
    solutions that were kept, in the order in which they were delivered.
    """

    examined: int
    undecided: int
    levels: tuple[Levels, ...]

    def __repr__(self) -> str:
        return f"<{len(self.levels):,} of {self.examined:,} examined>"


@dataclass(frozen=True, repr=False)
class Answer(CountsDisplay):
    """What was found out about a puzzle. Counts are lower bounds ("so far") unless the status is COMPLETE.

    ``solutions`` are distinct tilings; ``labelled`` treats identical copies of a piece as distinct;
    ``up_to_symmetry`` counts orbits, under the group that ``symmetries`` describes ("" where they are not
    counted). A count that was not requested is None; so is one that an engine that does not list was still
    working on, and others that it had finished are then exact. ``note`` is "" or says which limit was
    reached. ``proof`` is "", or a reason why there is no solution, which made the search unnecessary.
    ``title`` is that of the puzzle.
    ``confirmation`` says how a second method counted again, where that was asked for and begun.
    ``tried`` names the engines that ran where several raced; ``engine`` is the one that was first. ``kept``
    says what a filter found, where one was asked for; the counts are those of the solutions that it keeps.
    """

    status: Status
    solutions: int | None
    labelled: int | None
    up_to_symmetry: int | None
    symmetries: str
    nodes: int
    seconds: float
    engine: str
    engine_reason: str
    share: float
    note: str = ""
    proof: str = ""
    title: str = ""
    tried: str = ""
    confirmation: Confirmation | None = None
    kept: Kept | None = None

    def _examined(self) -> int:
        return 0 if self.kept is None else self.kept.examined

    @property
    def confirmed_by(self) -> str:
        """The engine that found the same numbers by other search code; "" without one."""
        if self.confirmation is None:
            return ""
        from tilewright.solving.confirmation import confirmed_by

        return confirmed_by(self.confirmation)


@dataclass(frozen=True, repr=False)
class Forced(AnswerDisplay):
    """What is known of a puzzle's placements, each in the standard order of options.

    ``always`` are in every solution and ``never`` in none, both proven; ``sometimes`` says how many are in
    some and not in others. ``undecided`` are those that a limit or a cancellation left open: empty when the
    status is COMPLETE. ``solution`` is one solution, None when none was found: when none exists nothing is
    listed, and COMPLETE says so. ``solutions`` were seen, their images under the board's symmetries aside.
    ``proof`` is as in Answer.
    """

    status: Status
    solution: Solution | None
    always: tuple[Placement, ...]
    never: tuple[Placement, ...]
    undecided: tuple[Placement, ...]
    sometimes: int
    placements: int
    solutions: int
    searches: int
    nodes: int
    seconds: float
    engine: str
    proof: str = ""

    @property
    def words(self) -> str:
        """How many placements are in every, in no and in some solutions."""
        if self.solution is None:
            return "no solution exists" if self.status is Status.COMPLETE else "no solution found"
        parts = [
            f"{len(self.always):,} in every solution",
            f"{len(self.never):,} in none",
            f"{self.sometimes:,} in some",
        ]
        if self.undecided:
            parts.append(f"{len(self.undecided):,} not decided")
        return f"of {counted(self.placements, 'placement')}: {', '.join(parts)}"

    @property
    def effort(self) -> str:
        """What it took: ``0.12 s, 12 searches, dense``."""
        return f"{span(self.seconds)}, {counted(self.searches, 'search', 'searches')}, {self.engine}"


@dataclass(frozen=True)
class Question(Generic[Result]):
    """What is asked about a puzzle; ``Result`` is the type of the answer."""

    def words(self, limit: int | None) -> str:
        """The question in words, with a limit of solutions: what a checkpoint can be continued for."""
        return "answer a question"


@dataclass(frozen=True)
class Find(Question[Answer]):
    """Solutions, delivered one by one; with a limit of one solution any of them."""

    sink: Callable[[Solution], None] | None = None

    def words(self, limit: int | None) -> str:
        return "find one solution" if limit == 1 else "list the solutions"


@dataclass(frozen=True)
class Count(Question[Answer]):
    """How many solutions there are."""

    def words(self, limit: int | None) -> str:
        return "count the solutions" + " up to a limit" * (limit is not None)


@dataclass(frozen=True)
class DecidePlacements(Question[Forced]):
    """Which placements are in every solution, and which in none."""


@dataclass(frozen=True)
class Options:
    """How to answer.

    ``unique`` counts or lists up to symmetry, ``labelled`` treats copies as distinct; ``symmetry``: whether
    the board's symmetries may save work. ``engine`` None leaves the choice to the planner. ``order`` names
    items to go through first.
    """

    engine: str | None = None
    unique: bool = False
    labelled: bool = False
    symmetry: bool = True
    order: Sequence[str] = ()

    def __post_init__(self) -> None:
        if isinstance(self.order, str):
            raise UnsupportedError(
                f"the order is {quoted(self.order)}; expected a list of cells and pieces' names"
            )
        object.__setattr__(self, "order", tuple(map(str, self.order)))


@dataclass(frozen=True)
class Query(Generic[Result]):
    """A question about a puzzle, how to answer it, and when to stop.

    ``control`` has the limits, the callbacks, the checkpoint and the seed; ``resources`` are threads and
    memory.
    """

    puzzle: AnyPuzzle
    question: Question[Result]
    options: Options = field(default_factory=Options)
    control: Control = field(default_factory=Control)
    resources: Resources = field(default_factory=Resources)

    def __post_init__(self) -> None:
        if not isinstance(self.puzzle, AnyPuzzle):
            check_puzzle(self.puzzle)

    @property
    def words(self) -> str:
        """The question about the puzzle in words, for a checkpoint."""
        words = f"{self.question.words(self.control.limits.solutions)} of {puzzle_words(self.puzzle)}"
        words += " up to symmetry" * self.options.unique
        words += " with identical copies distinct" * self.options.labelled
        return words + " by the whole tree" * (not self.options.symmetry)


def puzzle_words(puzzle: AnyPuzzle) -> str:
    """A puzzle in a few words: its title, its size, and rules that are not the usual ones."""
    title = repr(puzzle.title) if puzzle.title else "a puzzle"
    if isinstance(puzzle, ExactCoverPuzzle):
        facts = [counted(len(puzzle.items), "item"), counted(len(puzzle.options), "option")]
        return f"{title} ({', '.join(facts)})"
    facts = [counted(len(puzzle.board.cells), "cell"), counted(len(puzzle.pieces), "piece")]
    copies = {sum(piece.min_copies for piece in puzzle.pieces), sum(p.max_copies for p in puzzle.pieces)}
    if len(copies) > 1:
        facts.append(f"{min(copies):,} to {max(copies):,} copies")
    motions = {piece.motions for piece in puzzle.pieces} - {"all"}
    if motions:
        facts.append(f"motions {' and '.join(sorted(motions))}")
    if puzzle.mirrors is not None:
        facts.append(f"mirror images {'the same' if puzzle.mirrors else 'different'}")
    if not puzzle.crossings:
        facts.append("no crossings")
    return f"{title} ({', '.join(facts)})"
