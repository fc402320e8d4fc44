"""All assemblies of a puzzle, each taken apart: how many come apart, and with how many moves."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from tilewright.families.assembly.checkpoint import SurveyCheckpoint, Tally, question_of
from tilewright.families.assembly.disassembly import Disassembly, Verdict
from tilewright.families.assembly.filter import MAX_SEARCH_BYTES, AssemblyExaminer
from tilewright.families.assembly.slides import slides_of
from tilewright.model.puzzle import Puzzle, Solution
from tilewright.solving import api
from tilewright.solving.continuation import continuing
from tilewright.solving.resources import Resources, default_threads
from tilewright.solving.steps import Cancelled, Control, Limits, Progress, Returning, Status, StepLoop
from tilewright.solving.strategies.filtering import CHUNK, Examination

OnResult = Callable[[int, Disassembly], None]


@dataclass(frozen=True)
class Survey:
    """What became of the assemblies of a puzzle.

    ``assemblies``: how many were examined, up to the symmetries of the board. ``levels``: by the number of
    the assembly, from 1, the levels of those that come apart. ``undecided``: how many searches ended for want
    of memory. ``status``: COMPLETE when all assemblies were examined and decided. ``open_totals``: by the
    number of the assembly, what the least sum of moves is at least, where it is not proven. ``verdicts``: of
    those that do not come apart, how many have which verdict.
    """

    status: Status
    assemblies: int
    levels: dict[int, tuple[int, ...]]
    undecided: int
    states: int
    seconds: float
    open_totals: dict[int, int] = field(default_factory=dict)
    verdicts: dict[Verdict, int] = field(default_factory=dict)

    @property
    def is_proven(self) -> bool:
        """Whether each assembly was examined to the end, its numbers of moves are the least of such moves,
        and no translations separate what does not come apart."""
        return self.status is Status.COMPLETE and all(verdict.is_proof for verdict in self.verdicts)


def take_all_apart(
    puzzle: Puzzle,
    *,
    first: bool = False,
    number: int | None = None,
    least_total: bool = False,
    rotations: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_result: OnResult | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    restart: bool = False,
    on_resume: Callable[[str], None] | None = None,
) -> Survey:
    """Take the assemblies of a puzzle apart, those that differ by a symmetry of the board once.

    ``first``: only until one comes apart. ``number``: only this assembly, from 1. ``on_result`` gets each
    assembly, in order; the moves of those that come apart have been replayed by cells alone. A single
    assembly that does not come apart has the reason with it. ``least_total``: in the fewest moves for all
    parts together, as :meth:`Disassembler.take_apart` says. ``rotations``: pieces of cubes turn as well, by
    quarters about axes of the grid. ``threads`` None: all cores that
    the process may use; ``memory`` bounds the bytes of all searches together (None: half of what is free).
    ``checkpoint`` saves the levels so far to a file now and then, and continues it where it is there already;
    ``resume``, ``restart``, ``on_resume`` and errors as of :func:`tilewright.count`.
    UnsupportedError for lattices on which pieces do not slide, or with ``rotations`` do not turn.
    """
    slides_of(puzzle.lattice)
    # One thread decides which assembly is the first to come apart; a single one has no use for more.
    count = 1 if first or number is not None else threads or default_threads()
    control = Control(limits, count, on_progress, cancel, checkpoint, resume)
    control = replace(control, restart=restart, on_resume=on_resume)
    with continuing(control, question_of(puzzle, least_total=least_total, rotations=rotations)) as control:
        resources = Resources(count, memory)
        surveyor = _Surveyor(puzzle, resources, control, least_total=least_total, rotations=rotations)
        return surveyor.run(first=first, number=number, on_result=on_result)


class _Surveyor:
    def __init__(
        self,
        puzzle: Puzzle,
        resources: Resources,
        control: Control,
        *,
        least_total: bool,
        rotations: bool,
    ) -> None:
        self._least_total, self._rotations = least_total, rotations
        self._puzzle, self._threads, self._control = puzzle, resources.threads, control
        self._bytes = resources.bytes() // resources.threads
        if resources.memory is None:
            self._bytes = min(MAX_SEARCH_BYTES, self._bytes)
        self._checkpoint: SurveyCheckpoint | None = None
        if control.is_durable:
            self._checkpoint = SurveyCheckpoint(puzzle, control, least_total=least_total, rotations=rotations)
        self._tally = Tally() if self._checkpoint is None else self._checkpoint.tally
        self._caught_up = False  # with the checkpoint: before that nothing new can be written
        self._loop = StepLoop(control, seconds_before=self._tally.seconds)

    def run(self, *, first: bool, number: int | None, on_result: OnResult | None) -> Survey:
        status = Status.COMPLETE
        tally = self._tally

        def make_examiner() -> AssemblyExaminer:
            return AssemblyExaminer(
                self._puzzle,
                self._bytes,
                explain=number is not None,
                least_total=self._least_total,
                rotations=self._rotations,
            )

        # Where one is enough, none is listed in vain.
        chunk = 1 if first else CHUNK
        examination = Examination(make_examiner, self._loop, self._threads, chunk)
        try:
            assemblies = self._list(number, examination.watch)
            with closing(examination.results(assemblies)) as results:
                for at, (assembly, disassembly) in enumerate(results, start=number or tally.assemblies + 1):
                    self._note(at, assembly, disassembly, on_result)
                    if first and tally.levels:
                        break
                    if self._checkpoint is not None and self._checkpoint.is_due:
                        self._save()
                else:
                    self._loop.check_cancelled()
                    self._check_listing()
        except Cancelled as ended:
            status = ended.status
        self._save(complete=status is Status.COMPLETE and not first)
        if status is Status.COMPLETE and tally.undecided:
            status = Status.LIMIT
        seconds = self._loop.seconds
        counts = tally.undecided, tally.states
        return Survey(
            status, tally.assemblies, tally.levels, *counts, seconds, tally.open_totals, tally.verdicts
        )

    def _save(self, *, complete: bool = False) -> None:
        if self._checkpoint is not None and self._caught_up:
            self._tally.seconds = self._loop.seconds
            self._checkpoint.write(self._tally, complete=complete)

    def _note(
        self, number: int, assembly: Solution, disassembly: Disassembly, on_result: OnResult | None
    ) -> None:
        if self._checkpoint is not None:
            self._checkpoint.order.add(assembly)
        self._tally.assemblies += 1
        self._tally.states += disassembly.states
        if disassembly.status is not Status.COMPLETE:
            self._tally.undecided += 1
            if disassembly.total_at_least is not None:
                self._tally.open_totals[number] = disassembly.total_at_least
        if disassembly.comes_apart:
            self._tally.levels[number] = disassembly.levels
        if disassembly.verdict is not None:
            verdicts = self._tally.verdicts
            verdicts[disassembly.verdict] = verdicts.get(disassembly.verdict, 0) + 1
        if on_result is not None:
            on_result(number, disassembly)

    def _list(self, number: int | None, on_progress: Callable[[Progress], None]) -> Iterator[Solution]:
        """The assemblies that are left, or the one with this number; fewer after a cancellation or at the
        time limit."""
        self._listing = Returning(
            api.solutions(
                self._puzzle,
                unique=True,
                threads=1,
                limits=self._control.limits,
                on_progress=on_progress,
                cancel=self._control.cancel,
            )
        )
        solutions = iter(self._listing)
        if number is not None:
            return islice(solutions, number - 1, number)
        if self._checkpoint is not None and self._control.resume is not None:
            for assembly in islice(solutions, self._tally.assemblies):
                self._checkpoint.order.add(assembly)
            self._loop.check_cancelled()
            self._check_listing()
            self._checkpoint.check()
        self._caught_up = True
        return solutions

    def _check_listing(self) -> None:
        """Cancelled when the list of assemblies has ended before all of them were listed."""
        answer = getattr(self._listing, "value", None)
        if answer is not None and answer.status is not Status.COMPLETE:
            raise Cancelled(answer.status)
