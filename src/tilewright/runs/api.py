"""Durable runs from Python: one function that begins a run, or goes on with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from tilewright.errors import RunError, UnsupportedError
from tilewright.formats import toml
from tilewright.model.exact_cover_puzzle import AnyPuzzle
from tilewright.model.puzzle import Solution
from tilewright.runs.coordinator import RunControl, SessionResult, coordinate
from tilewright.runs.creation import RunQuestion, new_run
from tilewright.runs.executors import ExecutorOptions, executor_for
from tilewright.runs.progress import RunProgress
from tilewright.runs.reading import run_statuses, solutions
from tilewright.runs.rows import RunRow, RunState
from tilewright.runs.store import Store
from tilewright.solving.dispatch import verb
from tilewright.solving.questions import CountsDisplay
from tilewright.solving.settings import Settings
from tilewright.solving.steps import Limits, Status, check_amount
from tilewright.wording import quoted

Question = Literal["all", "count", "first"]
Workers = Literal["threads", "processes"]


@dataclass(frozen=True, repr=False)
class RunAnswer(CountsDisplay):
    """How far a run is: the counts are lower bounds unless the status is COMPLETE.

    ``run`` is its name in the file ``path``. ``solutions``, ``labelled``, ``up_to_symmetry``, ``share``,
    ``note`` and ``proof`` are as in Answer; with a proof nothing is stored, and ``run`` is "". Of the
    question "first" the counts only say whether there is a solution. ``examined`` solutions were examined by
    a filter, and the counts are those of the ones that it keeps.
    """

    status: Status
    solutions: int
    labelled: int | None
    up_to_symmetry: int | None
    nodes: int
    seconds: float
    engine: str
    share: float
    path: Path
    run: str = ""
    note: str = ""
    proof: str = ""
    title: str = ""
    question: Question = "all"
    examined: int = 0

    @property
    def words(self) -> str:
        """The counts, or what is known of them."""
        return "a solution was found" if self.question == "first" and self.solutions else self.counts_text()

    def _examined(self) -> int:
        return self.examined

    def stored(self) -> Iterator[Solution]:
        """The solutions that the run has stored, in the order of its file."""
        return solutions(self.path, self.run) if self.run else iter(())


@verb
def run(
    puzzle: AnyPuzzle,
    path: str | Path,
    *,
    question: Question = "all",
    unique: bool = False,
    labelled: bool = False,
    engine: str | None = None,
    only: str | None = None,
    workers: Workers = "threads",
    threads: int | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    on_progress: Callable[[RunProgress], None] | None = None,
    cancel: threading.Event | None = None,
    settings: Settings | None = None,
) -> RunAnswer:
    """Work on a durable run in a file until it is complete, or a limit comes; again, to go on with it.

    ``question`` is "all" (solutions are stored), "count" or "first". The newest run in the file with the same
    puzzle and question is continued; a complete one is answered at once; else a new run is stored.
    ``workers`` says whether ``threads`` of this process or processes do the work. Nodes and seconds of
    ``limits`` are those of this call. The program, ``tilewright run``, shows and exports the run as well.
    RunError when the file cannot be used, or the run fails; what was done is kept.

        >>> from tempfile import TemporaryDirectory
        >>> from tilewright import Limits, load, run
        >>> puzzle = load("catalog:pentominoes-6x10")
        >>> with TemporaryDirectory() as folder:
        ...     begun = run(puzzle, f"{folder}/runs.db", question="count", limits=Limits(seconds=0))
        ...     ended = run(puzzle, f"{folder}/runs.db", question="count")
        >>> begun.status.value, ended.solutions, begun.run == ended.run
        ('limit', 9356, True)
    """
    for value, allowed, what in ((question, Question, "question"), (workers, Workers, "workers")):
        if value not in get_args(allowed):
            raise UnsupportedError(f"{what}: {quoted(value)}; expected {' or '.join(get_args(allowed))}")
    if threads is not None:
        check_amount(threads, "threads", 1)
    if limits.solutions is not None:
        raise UnsupportedError("a run has no limit of solutions; question='first' ends with the first")
    path = Path(path)
    asked = RunQuestion(
        question != "count", question == "first", unique, engine, filter=only or "", labelled=labelled
    )
    executor = executor_for(workers, ExecutorOptions(threads))
    name = _begun(path, toml.dumps(puzzle), asked)
    if not name:
        new = new_run(puzzle, asked)
        if new.proof:
            none = 0  # of all kinds of solutions
            return RunAnswer(
                status=Status.COMPLETE,
                solutions=none,
                labelled=none if labelled else None,
                up_to_symmetry=none if unique else None,
                nodes=0,
                seconds=0.0,
                engine=new.assignment.engine,
                share=1.0,
                path=path,
                proof=new.proof,
                title=puzzle.title,
                question=question,
            )
        name = new.assignment.run
        with Store(path) as store:
            store.create_run(new, puzzle.title, puzzle.title or "a program")
    control = RunControl(limits=limits, on_progress=on_progress, cancel=cancel)
    with Store(path, create=False) as store:
        result = coordinate(store, name, executor, control)
        return _answer(path, store.run(name), result, cancel)


def _begun(path: Path, puzzle: str, asked: RunQuestion) -> str:
    """The newest run in the file with this puzzle and question; "" if there is none."""
    if not path.exists():
        return ""

    def is_same(row: RunRow) -> bool:
        return (
            row.puzzle == puzzle
            and bool(row.first_only) == asked.first_only
            and bool(row.keep) == asked.keep
            and bool(row.is_unique) == asked.unique
            and row.filter == asked.filter
            and row.is_labelled == asked.labelled
            and asked.engine in (None, row.engine)
        )

    return next((one.id for one in reversed(run_statuses(path)) if is_same(one.run)), "")


def _answer(path: Path, row: RunRow, result: SessionResult, cancel: threading.Event | None) -> RunAnswer:
    """How the run ended; RunError when it failed."""
    totals = result.progress.totals
    if result.state is RunState.FAILED:
        raise RunError(f"{path}: run {row.id} failed: {result.reason}; what was done is kept")
    status, note = Status.COMPLETE, ""
    if result.state is not RunState.COMPLETE:
        is_cancelled = cancel is not None and cancel.is_set()
        status, note = Status.CANCELLED if is_cancelled else Status.LIMIT, result.reason
    elif totals.undecided:
        status, note = Status.LIMIT, f"{totals.undecided:,} solutions need more memory to be decided"
    return RunAnswer(
        status=status,
        solutions=min(1, totals.images) if row.first_only else totals.images,
        labelled=row.labelled(totals.images) if row.is_labelled else None,
        up_to_symmetry=totals.solutions if row.is_unique else None,
        nodes=totals.nodes,
        seconds=result.progress.seconds,
        engine=row.engine,
        share=result.progress.share.low,
        path=path,
        run=row.id,
        note=note,
        title=row.title,
        question="first" if row.first_only else "all" if row.keep else "count",
        examined=totals.examined,
    )
