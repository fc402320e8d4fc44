"""The comparison of models: each model, by each solver, on each board, compared with the exact answer.

After the tables of Chlond and Bosch (2006): how many seconds, and proven or not.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product

from tilewright.clock import monotonic
from tilewright.families.gunport.board import GunportBoard
from tilewright.families.gunport.registry import MODELS, ModelChoice
from tilewright.families.gunport.solvers.process import ModelAnswer, SolverProcesses, solve_model
from tilewright.solving.steps import Progress, Status
from tilewright.wording import counted

COLUMNS = (
    "rows", "columns", "model", "solver", "seconds", "ended", "dominoes", "lower_bound", "exact", "verdict",
    "symmetry", "best_seconds", "target", "nodes",
)  # fmt: skip
"""The columns of the TSV and CSV forms, in order; a missing number is "-"."""


@dataclass(frozen=True)
class Trial:
    """One model of one board, tried with one solver; ``exact`` is the fewest dominoes."""

    rows: int
    columns: int
    answer: ModelAnswer
    exact: int

    @property
    def board(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def model(self) -> str:
        return self.answer.choice.model

    @property
    def formulation(self) -> str:
        """The model, and whether it has its symmetry constraints: ``monomino, symmetry``."""
        return f"{self.model}, symmetry" if self.answer.choice.symmetry else self.model

    @property
    def solver(self) -> str:
        return self.answer.solver

    @property
    def seconds(self) -> float:
        """Seconds to build and solve the model."""
        return self.answer.answer.seconds

    @property
    def best_seconds(self) -> float | None:
        """Seconds until the best solution was found, to a microsecond; None if that is not known."""
        best = self.answer.best_seconds
        return None if best is None else round(best, 6)

    @property
    def nodes(self) -> int | None:
        """Nodes of the solver's search tree, in its own count; None if it does not say."""
        return self.answer.nodes

    @property
    def finished(self) -> bool:
        """Whether the model was solved: the fewest proven, or the number it requires found or refuted."""
        return self.answer.refuted or self.answer.answer.status is Status.COMPLETE

    @property
    def verdict(self) -> str:
        """The answer compared with the exact one: ``proven``; ``found`` or ``refuted``, where the model
        requires one number of dominoes; ``best`` or ``above``, where a limit ended it with the fewest or with
        more; ``nothing``; ``WRONG``, where the exact answer contradicts it."""
        answer, target = self.answer.answer, self.answer.target
        if answer.pieces is None:
            wrong = answer.lower_bound > self.exact or (self.finished and target in (None, self.exact))
            return "WRONG" if wrong else "refuted" if self.answer.refuted else "nothing"
        if answer.pieces < self.exact or answer.lower_bound > self.exact:
            return "WRONG"
        if target is not None:
            return "found"
        if answer.proven:
            return "proven"
        return "best" if answer.pieces == self.exact else "above"


@dataclass(frozen=True)
class Comparison:
    """The trials, in order; with status CANCELLED those that were done by then.

    ``limit`` is the time limit of a trial in seconds, None without one.
    """

    trials: tuple[Trial, ...]
    limit: float | None
    status: Status


def compare(
    boards: Sequence[tuple[int, int]],
    choices: Sequence[ModelChoice],
    solvers: Sequence[str],
    exact: Callable[[GunportBoard], int],
    *,
    dominoes: Callable[[GunportBoard], int] | None = None,
    seconds: float | None = None,
    threads: int = 2,
    on_progress: Callable[[Progress], None] | None = None,
    cancel: threading.Event | None = None,
) -> Comparison:
    """Try every model, with its parameters, with every solver on every board (rows, columns), board by board.

    ``exact`` gives a board's fewest dominoes. With ``dominoes`` every model requires exactly the number that
    it gives for the board, instead of its choice's target. ``seconds`` limits each trial. Errors as
    :func:`~tilewright.families.gunport.solvers.process.solve_model`.
    """
    cancel = cancel or threading.Event()
    start_time = monotonic()
    trials: list[Trial] = []
    fewest: dict[GunportBoard, int] = {}
    total = len(boards) * len(choices) * len(solvers)

    def report(progress: Progress) -> None:
        if on_progress is not None:
            share = (len(trials) + progress.share) / total
            words = f"{len(trials):,} of {total:,} trials: {title}"
            elapsed = monotonic() - start_time
            on_progress(Progress(share, 0, 0, 0, elapsed, None, listed=False, words=words))

    with SolverProcesses() as processes:
        for (rows, columns), choice, solver in product(boards, choices, solvers):
            board = GunportBoard.rectangle(rows, columns)
            title = f"{board.name}, {choice.model}, {solver}"
            target = choice.target if dominoes is None else choice.target_for(dominoes(board), rows * columns)
            answer = solve_model(
                board,
                replace(choice, target=target),
                solver,
                seconds=seconds,
                threads=threads,
                on_progress=report,
                cancel=cancel,
                processes=processes,
            )
            if cancel.is_set():
                return Comparison(tuple(trials), seconds, Status.CANCELLED)
            if board not in fewest:  # only now, so that a missing solver is reported before any work
                fewest[board] = exact(board)
            trials.append(Trial(rows, columns, answer, fewest[board]))
    return Comparison(tuple(trials), seconds, Status.COMPLETE)


def records(comparison: Comparison) -> list[tuple[object, ...]]:
    """A row for each trial, with the fields :data:`COLUMNS`."""
    rows: list[tuple[object, ...]] = []
    for trial in comparison.trials:
        answer = trial.answer.answer
        ended = "refuted" if trial.answer.refuted else answer.status.value
        pieces = "-" if answer.pieces is None else answer.pieces
        rows.append((
            trial.rows, trial.columns, trial.model, trial.solver, f"{trial.seconds:.3f}", ended, pieces,
            answer.lower_bound, trial.exact, trial.verdict, "yes" if trial.answer.choice.symmetry else "no",
            "-" if trial.best_seconds is None else f"{trial.best_seconds:.3f}",
            "-" if trial.answer.target is None else trial.answer.target,
            "-" if trial.nodes is None else trial.nodes,
        ))  # fmt: skip
    return rows


def table(comparison: Comparison) -> list[list[str]]:
    """The headings, then a row for each board and model, with a column for each solver."""
    solvers = list(dict.fromkeys(trial.solver for trial in comparison.trials))
    rows: dict[tuple[str, str], dict[str, Trial]] = {}
    for trial in comparison.trials:
        rows.setdefault((trial.board, trial.formulation), {})[trial.solver] = trial
    lines = [["board", "exact", "model", *solvers]]
    for (board, formulation), of_row in rows.items():
        exact = str(next(iter(of_row.values())).exact)
        lines.append([board, exact, formulation, *(_cell(of_row.get(solver)) for solver in solvers)])
    return lines


def table_by_model(comparison: Comparison) -> list[list[str]]:
    """The headings, a row for each board and solver with a column for each model, and the published outcomes.

    The cells have nodes as well.
    """
    formulations = list(dict.fromkeys(trial.formulation for trial in comparison.trials))
    rows: dict[tuple[str, str], dict[str, Trial]] = {}
    for trial in comparison.trials:
        rows.setdefault((trial.board, trial.solver), {})[trial.formulation] = trial
    lines = [["board", "exact", "solver", *formulations]]
    for (board, solver), of_row in rows.items():
        exact = str(next(iter(of_row.values())).exact)
        cells = [_cell(of_row.get(formulation), nodes=True) for formulation in formulations]
        lines.append([board, exact, solver, *cells])
    published = [MODELS[formulation.split(",")[0]].published for formulation in formulations]
    return [*lines, ["published", "", "", *published]]


LEGEND = (
    "Seconds to the proven answer, in brackets those until the best solution was found, where the solver "
    "says when. '22..24': the time limit came first; 24 dominoes were found, and 22 are proven to be needed. "
    "'found 22': a model that requires 22 dominoes found them, which proves nothing about fewer; 'no 5': it "
    "proved that 5 are impossible."
)
"""The meaning of the table's cells."""
MODEL_LEGEND = (
    f"{LEGEND} Nodes of the search tree as each solver counts them: branches with CP-SAT, 0 where its "
    "presolving was enough. Published: what Chlond and Bosch (2006) report of their solver; their second "
    "model had found nothing for 8x10 after more than 7 days, and the fourth was the faster the larger the "
    "board."
)
"""The meaning of the cells of :func:`table_by_model`."""


def _cell(trial: Trial | None, *, nodes: bool = False) -> str:
    if trial is None:
        return ""
    answer, target, verdict = trial.answer.answer, trial.answer.target, trial.verdict
    seconds = _seconds(trial.seconds)
    if trial.best_seconds is not None:
        seconds += f" ({_seconds(trial.best_seconds)})"
    pieces = "?" if answer.pieces is None else answer.pieces
    words = {"proven": "", "found": f" found {pieces}", "refuted": f" no {target}"}
    if target is not None:
        words["nothing"] = " nothing"
    wrong = " WRONG" if verdict == "WRONG" else ""
    text = seconds + words.get(verdict, f" {answer.lower_bound}..{pieces}{wrong}")
    return f"{text}, {counted(trial.nodes, 'node')}" if nodes and trial.nodes is not None else text


def _seconds(value: float) -> str:
    return f"{value:.2f}" if value < 9.995 else f"{value:.1f}"
