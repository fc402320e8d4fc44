"""Solutions from states: traced back through a sweep, or listed from the graph of all states.

Tracing goes back from a sweep's end, with as many states in memory as the bound allows.

A sweep merges states, and so forgets the options that led to them; but their values determine the paths. A
goal is a state, or the end, and a number below its count: which of the paths to it is wanted. Each state one
step before it has as many of these paths as its own count; in a fixed order of them, the number determines
the state, and the remainder the path to that. A number drawn uniformly gives a path drawn uniformly.

All states are kept while memory lasts. When it runs out, the states between two places are written to a
temporary file, those before are dropped, and the sweep continues; tracing back sweeps each stretch again
from its file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from tilewright import _core
from tilewright.errors import OutputError, UnsupportedError
from tilewright.solving.engines.base import Batch
from tilewright.solving.engines.checkpoint import file_errors
from tilewright.solving.engines.frontier.semirings import Semiring
from tilewright.solving.engines.frontier.sweep import Evaluation, SweepQuery, run_steps, share_done
from tilewright.solving.engines.frontier.sweep_checkpoint import restore_parts, write_parts
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Cancelled, Control, Returning, Status, StepLoop, StepSize

Value = TypeVar("Value")

KEPT = 0.6  # of the bound: with more in use states are written to a file; growing tables need the rest
AT_ONCE = 32  # solutions from the graph between two checks for cancellation
TRACE_STEP = 100_000  # states of the first step of a trace
FORWARDS = 0.4  # of the whole work, roughly, when all has to be swept again


@dataclass(frozen=True)
class Traceback(Generic[Value]):
    """What a sweep found, and the solutions that were requested, each as sorted options."""

    evaluation: Evaluation[Value]
    solutions: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class _Stretch:
    """Where a part of the sweep begins: its place, and the file with the states (None: the very start)."""

    place: int
    path: Path | None
    parts: int = 0


def trace_solutions(
    query: SweepQuery,
    semiring: Semiring[Value],
    ask: Callable[[bytes, int], list[bytes]],
    resources: Resources,
    control: Control,
) -> Traceback[Value]:
    """Evaluate, then find the ways that ``ask(words, limbs)`` wants, each as the words of its goal.

    The semiring is one that can be traced: ``count_traced`` or ``least_count``.
    """
    steps = Returning(
        stream_solutions(query, semiring, lambda words, limbs: [ask(words, limbs)], resources, control)
    )
    solutions = [options for walk in steps for options in walk]
    if steps.value.status is Status.COMPLETE:
        return Traceback(steps.value, tuple(solutions))
    return Traceback(replace(steps.value, value=None))


def stream_solutions(
    query: SweepQuery,
    semiring: Semiring[Value],
    ask: Callable[[bytes, int], Iterable[list[bytes]]],
    resources: Resources,
    control: Control,
) -> Generator[tuple[tuple[int, ...], ...], None, Evaluation[Value]]:
    """The same for many ways: list by list of ``ask``, each with one walk through the states that are kept.

    A list of n goals takes memory for n ways and their steps; where states were written to files it sweeps
    from each again. Returns the evaluation: without a value when a limit or a stop came before the sweep's
    end; else with the value, and with the status that the last walk ended with.
    """
    if query.refusal:
        raise UnsupportedError(query.refusal)
    import tempfile

    with tempfile.TemporaryDirectory(prefix="tilewright-") as folder:
        return (yield from _Tracer(query, semiring, resources, control, Path(folder)).run(ask))


class _Tracer(Generic[Value]):
    def __init__(
        self,
        query: SweepQuery,
        semiring: Semiring[Value],
        resources: Resources,
        control: Control,
        folder: Path,
    ) -> None:
        self.query, self.semiring, self.folder = query, semiring, folder
        self.memory = resources.bytes()
        self.resources = replace(resources, memory=self.memory)  # the same for each sweep
        self.loop = StepLoop(control)
        self.stretches: list[_Stretch] = []
        self.states = self.peak = 0
        self.back = 0.0  # share of the way back that is done

    def fresh(self) -> _core.Sweep:
        return self.query.start(self.semiring, self.resources)

    def run(
        self, ask: Callable[[bytes, int], Iterable[list[bytes]]]
    ) -> Generator[tuple[tuple[int, ...], ...], None, Evaluation[Value]]:
        search = self.fresh()
        self.stretches.append(_Stretch(search.place, None))
        search.keep_states(search.places)

        def share() -> float:
            if self.back:
                return FORWARDS + (1 - FORWARDS) * self.back
            return FORWARDS * share_done(self.query, search)

        value = None
        try:
            self.sweep(search, self.loop, share, spill=True)
            self.states = search.states
            words, limbs = search.value(), search.limbs
            value = self.semiring.read(words, limbs)
            for wanted in ask(words, limbs) if words else ():
                yield self.trace(search, [(search.places, b"", left) for left in wanted], share)
        except Cancelled as end:
            states = max(self.states, search.states)
            return Evaluation(end.status, value, states, self.loop.seconds, share(), end.note, self.peak)
        return Evaluation(Status.COMPLETE, value, self.states, self.loop.seconds, 1.0, "", self.peak)

    def sweep(
        self, search: _core.Sweep, loop: StepLoop, share: Callable[[], float], *, spill: bool = False
    ) -> None:
        """A sweep to its end; with ``spill`` what does not fit goes to files."""

        def between() -> None:
            unfinished = search.place < search.places
            if spill and unfinished and search.at_rest and search.bytes > KEPT * self.memory:
                self.write(search)

        try:
            run_steps(search, loop, share, between)
        finally:
            self.peak = max(self.peak, search.peak)

    def write(self, search: _core.Sweep) -> None:
        """Begin a new stretch here: its states to a file, those of the stretch before are forgotten."""
        path = self.folder / f"{len(self.stretches)}"
        places = search.kept_places()
        failure = f"cannot write states to a temporary file, {path}"
        with file_errors(OutputError, failure), path.open("wb") as file:
            write_parts(search, places, file.write)
        for place in range(self.stretches[-1].place, search.place):
            search.forget(place)
        self.stretches.append(_Stretch(search.place, path, len(places)))
        search.keep_states(search.places)

    def trace(
        self, search: _core.Sweep, goals: list[tuple[int, bytes, bytes]], share: Callable[[], float]
    ) -> tuple[tuple[int, ...], ...]:
        """The solutions that the goals stand for, stretch after stretch from the last."""
        taken: list[list[int]] = [[] for _ in goals]
        for number in range(len(self.stretches) - 1, -1, -1):
            if not goals:
                break
            if number < len(self.stretches) - 1:
                stretch, search = self.stretches[number], self.fresh()
                if stretch.path is not None:
                    with stretch.path.open("rb") as file:
                        restore_parts(search, stretch.parts, file.read)
                search.keep_states(self.stretches[number + 1].place)
                self.sweep(search, self.loop, share)
            search.begin_trace(goals)
            self.loop.run(partial(_advance_trace, search), StepSize(TRACE_STEP))
            goals = []
            for which, (place, key, left, options) in enumerate(search.goals()):
                goals.append((place, key, left))
                taken[which] += options
            self.back = 1 - number / len(self.stretches)
        chosen = [option for option in self.query.prefix if option >= 0]
        return tuple(tuple(sorted([*chosen, *options])) for options in taken)


def _advance_trace(search: _core.Sweep, states: int) -> bool:
    return search.trace(states) is _core.SweepStatus.complete


class GraphList:
    """One list: the graph first, then the walk. ``note`` says which limit the graph reached, if any."""

    def __init__(self, query: SweepQuery, resources: Resources, loop: StepLoop) -> None:
        self._query, self._loop = query, loop
        self._graph = query.plan.graph(max(1, resources.threads), resources.bytes())
        self.note = ""

    @property
    def nodes(self) -> int:
        """The states of the graph."""
        return self._graph.states

    @property
    def share(self) -> float:
        """The share of the graph that is built."""
        return self._graph.share

    def build(self, loop: StepLoop) -> bool:
        """Build the graph under another loop, before the walk; whether it is whole. ``note`` says why not."""
        try:
            run_steps(self._graph, loop, lambda: self._graph.share, state_seconds=self._query.state_seconds)
        except Cancelled as cancelled:
            self.note = cancelled.note or cancelled.status.value
            return False
        return True

    def batches(self) -> Generator[Batch, None, Status]:
        """As ``SolutionListing`` says."""
        graph = self._graph
        try:
            run_steps(graph, self._loop, lambda: graph.share)
        except Cancelled as cancelled:
            self.note = cancelled.note
            return cancelled.status
        rows: Batch | None = None
        while rows is None or len(rows) == AT_ONCE:
            rows = [tuple(options) for options in graph.walk(AT_ONCE)]
            yield rows
        return Status.COMPLETE
