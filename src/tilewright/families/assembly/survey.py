"""All assemblies of a puzzle, each taken apart: how many come apart, and with how many moves."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tilewright.families.assembly.disassembly import Disassembly, Verdict
from tilewright.families.assembly.filter import MAX_SEARCH_BYTES, AssemblyExaminer
from tilewright.families.assembly.representatives import Representatives
from tilewright.families.assembly.slides import slides_of
from tilewright.families.assembly.tally import Tally
from tilewright.model.puzzle import Puzzle
from tilewright.solving.engines.base import Batch
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan
from tilewright.solving.questions import Find, Options, Query
from tilewright.solving.resources import Resources, default_threads
from tilewright.solving.steps import Cancelled, Control, Limits, Progress, Returning, Status, StepLoop
from tilewright.solving.strategies.filtering import Examination, Examined, ListedSolutions
from tilewright.solving.strategies.listing import option_batches

if TYPE_CHECKING:
    from tilewright.families.assembly.checkpoint import SurveyCheckpoint

OnResult = Callable[[int, Disassembly], None]
LOCKED_VERDICT = Verdict.NO_TRANSLATIONS
"""The verdict of those of which an examiner says no more than how many states they have."""


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
    max_locked: int | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
    checkpoint: Path | None = None,
    resume: Path | None = None,
    restart: bool = False,
    on_resume: Callable[[str], None] | None = None,
) -> Survey:
    """Take the assemblies of a puzzle apart, those that differ by a symmetry of the board once.

    ``first``: only until one comes apart. ``number``: only this assembly, from 1. ``on_result`` gets each
    assembly, in order; the moves of those that come apart have been replayed by cells alone. Of those that
    are decided and do not come apart, it gets the first ``max_locked``, or with None all, which takes longer.
    A single assembly that does not come apart has the reason with it. ``least_total``: in the fewest moves
    for all parts together, as :meth:`Disassembler.take_apart` says. ``rotations``: pieces of cubes turn as
    well, by quarters about axes of the grid. ``threads`` None: all cores that the process may use;
    ``memory`` bounds the bytes of all searches together (None: half of what is free).
    ``checkpoint`` saves the levels so far to a file now and then, and continues it where it is there already;
    ``resume``, ``restart``, ``on_resume`` and errors as of :func:`tilewright.count`.
    UnsupportedError for lattices on which pieces do not slide, or with ``rotations`` do not turn.
    """
    slides_of(puzzle.lattice)
    # One thread decides which assembly is the first to come apart; a single one has no use for more.
    count = 1 if first or number is not None else threads or default_threads()
    control = Control(limits, count, on_progress, cancel, checkpoint, resume)
    control = replace(control, restart=restart, on_resume=on_resume)
    with _continuing(control, puzzle, least_total=least_total, rotations=rotations) as control:
        resources = Resources(count, memory)
        surveyor = _Surveyor(puzzle, resources, control, least_total=least_total, rotations=rotations)
        return surveyor.run(first=first, number=number, on_result=on_result, max_locked=max_locked)


@contextmanager
def _continuing(control: Control, puzzle: Puzzle, *, least_total: bool, rotations: bool) -> Iterator[Control]:
    """The control with the checkpoint that it continues, if it has one."""
    if not control.is_durable:
        yield control
        return
    from tilewright.families.assembly.checkpoint import question_of  # here: few surveys keep one
    from tilewright.solving.continuation import continuing

    with continuing(control, question_of(puzzle, least_total=least_total, rotations=rotations)) as continued:
        yield continued


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
            from tilewright.families.assembly.checkpoint import SurveyCheckpoint

            self._checkpoint = SurveyCheckpoint(puzzle, control, least_total=least_total, rotations=rotations)
        self._tally = Tally() if self._checkpoint is None else self._checkpoint.tally
        self._caught_up = False  # with the checkpoint: before that nothing new can be written
        self._loop = StepLoop(control, seconds_before=self._tally.seconds)

    def run(
        self, *, first: bool, number: int | None, on_result: OnResult | None, max_locked: int | None
    ) -> Survey:
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

        words = "{examined:,} examined, {kept:,} of them come apart"
        examination = Examination(make_examiner, self._loop, self._threads, words)
        try:
            batches = self._list(number, examination.watch)
            at = number or tally.assemblies + 1
            reporter = None
            if on_result is not None:
                reporter = _Reporter(self._puzzle, self._listed, on_result, max_locked)
            with closing(examination.results(batches, self._listed)) as results:
                for batch, examined in results:
                    self._note(at, batch, examined, reporter)
                    at += len(batch)
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
        self, at: int, batch: Batch, examined: Examined[Disassembly], reporter: _Reporter | None
    ) -> None:
        """Note what became of some assemblies, the first of them number ``at``."""
        noted = {number: disassembly for number, _, disassembly in examined.noted}
        done = 0
        for number in [*noted, len(batch)]:  # those before it do not come apart, which is all that is known
            self._note_locked(at + done, batch[done:number], examined.states[done:number], reporter)
            if number in noted:
                self._note_one(at + number, batch[number], noted[number], reporter)
            done = number + 1

    def _note_locked(self, at: int, batch: Batch, states: Sequence[int], reporter: _Reporter | None) -> None:
        if not batch:
            return
        if reporter is not None and reporter.takes_locked:
            for number, (options, reached) in enumerate(zip(batch, states, strict=True), start=at):
                self._note_one(number, options, reporter.locked(options, reached), reporter)
            return
        if self._checkpoint is not None:
            self._checkpoint.order.add(self._listed.cover, batch)
        self._tally.assemblies += len(batch)
        self._tally.states += sum(states)
        verdicts = self._tally.verdicts
        verdicts[LOCKED_VERDICT] = verdicts.get(LOCKED_VERDICT, 0) + len(batch)

    def _note_one(
        self, number: int, options: Sequence[int], disassembly: Disassembly, reporter: _Reporter | None
    ) -> None:
        if self._checkpoint is not None:
            self._checkpoint.order.add(self._listed.cover, [options])
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
        if reporter is not None and reporter.takes(disassembly):
            reporter.on_result(number, disassembly)
            self._loop.check_cancelled()  # whoever cancels then has seen enough

    def _list(self, number: int | None, on_progress: Callable[[Progress], None]) -> Iterator[Batch]:
        """The assemblies that are left, or the one with this number; fewer after a cancellation or at the
        time limit."""
        control = Control(self._control.limits, 1, on_progress, self._control.cancel)
        query = Query(self._puzzle, Find(), Options(unique=True), control, Resources(1))
        facts = prepare(query)
        strategy = plan(facts)
        self._listed = ListedSolutions(lambda: facts.cover, strategy.engine.name)
        self._listing = Returning(option_batches(strategy, facts))
        if number is not None:
            return _with_number(number, self._listing)
        batches = iter(self._listing)
        if self._checkpoint is not None and self._control.resume is not None:
            left = self._tally.assemblies
            rest: Batch = []
            while left and (batch := next(batches, None)) is not None:
                self._checkpoint.order.add(self._listed.cover, batch[:left])
                rest, left = batch[left:], max(0, left - len(batch))
                self._loop.check_cancelled()
            self._check_listing()
            self._checkpoint.check()
            batches = chain([rest], batches)
        self._caught_up = True
        return batches

    def _check_listing(self) -> None:
        """Cancelled when the list of assemblies has ended before all of them were listed."""
        answer = getattr(self._listing, "value", None)
        if answer is not None and answer.status is not Status.COMPLETE:
            raise Cancelled(answer.status)


class _Reporter:
    """Hands on what became of assemblies; of those that do not come apart, the first ``max_locked``."""

    def __init__(
        self, puzzle: Puzzle, listed: ListedSolutions, on_result: OnResult, max_locked: int | None
    ) -> None:
        self.on_result = on_result
        self._listed, self._puzzle = listed, puzzle
        self._left: float = math.inf if max_locked is None else max_locked

    @property
    def takes_locked(self) -> bool:
        """Whether it takes more assemblies that do not come apart."""
        return self._left > 0

    def takes(self, disassembly: Disassembly) -> bool:
        """Whether it takes this one; all that come apart, are undecided, or have the reason with them."""
        if disassembly.comes_apart or disassembly.status is not Status.COMPLETE or disassembly.blocking:
            return True
        self._left -= 1
        return self._left >= 0

    @cached_property
    def _representatives(self) -> Representatives:
        return Representatives(self._puzzle)

    def locked(self, options: Sequence[int], states: int) -> Disassembly:
        """That of an assembly of which it is known only that it does not come apart."""
        placements = self._representatives.choose(self._listed.solution(options))
        pieces = tuple([(placement.piece, placement.cells) for placement in placements])
        return Disassembly(pieces, Status.COMPLETE, None, states, verdict=LOCKED_VERDICT)


def _with_number(number: int, batches: Iterable[Batch]) -> Iterator[Batch]:
    """The assembly with a number, from 1."""
    before = 0
    for batch in batches:
        if number <= before + len(batch):
            yield batch[number - before - 1 : number - before]
            return
        before += len(batch)
