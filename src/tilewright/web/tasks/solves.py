"""Tasks of solves: answers to questions about a puzzle, and solutions as files."""

from __future__ import annotations

import base64
import io
import threading
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from tilewright.clock import monotonic
from tilewright.errors import UnsupportedError
from tilewright.formats.solutions import write_solutions
from tilewright.model.exact_cover_puzzle import AnyPuzzle, ExactCoverPuzzle
from tilewright.model.puzzle import Placement, Solution
from tilewright.render import RENDERERS, RenderOptions
from tilewright.solving import api
from tilewright.solving.answers import Optimise
from tilewright.solving.driver import run
from tilewright.solving.engines.registry import step_unit
from tilewright.solving.facts import prepare
from tilewright.solving.planner import plan
from tilewright.solving.quantity import Quantity, finite_fields
from tilewright.solving.questions import Answer, Count, Find, Options, Query, Question, Result
from tilewright.solving.resources import Resources
from tilewright.solving.steps import Control, Effort, Limits, Progress
from tilewright.web.tasks import Emit
from tilewright.web.tasks.puzzles import placement_views, read_source

if TYPE_CHECKING:
    from tilewright.solving.answers import Optimum, Sample

BATCH_SIZE = 200  # solutions in one event
BATCH_INTERVAL_S = 0.2  # how long found solutions wait for more

MAX_PICTURED = 60  # solutions in one picture


@dataclass
class FoundBatch:
    """Found solutions, sent together with others that are found soon after."""

    emit: Emit
    _waiting: list[Any] = field(default_factory=list)
    _last_flush: float = 0.0

    def add(self, solution: object) -> None:
        """Send a solution, now or soon."""
        self._waiting.append(solution)
        if len(self._waiting) >= BATCH_SIZE or monotonic() - self._last_flush > BATCH_INTERVAL_S:
            self.flush()

    def flush(self) -> None:
        """Send the solutions that wait."""
        if self._waiting:
            self.emit("solutions", self._waiting)
            self._waiting = []
        self._last_flush = monotonic()


@dataclass
class SolveTask:
    """One question that is being answered."""

    puzzle: AnyPuzzle
    args: dict[str, Any]
    emit: Emit
    cancel: threading.Event

    def __post_init__(self) -> None:
        self.batch = FoundBatch(self.emit)

    @property
    def keywords(self) -> dict[str, Any]:
        """The keyword arguments that all questions share."""
        return {
            "threads": self.args["threads"],
            "on_progress": self.emit_progress,
            "cancel": self.cancel,
        }

    def limits(self, solutions: int | None = None) -> Limits:
        """The limits of the question."""
        return Limits(solutions=solutions, seconds=self.args["time_limit_s"])

    def run(
        self, question: Question[Result], options: Options, limits: Limits
    ) -> tuple[Result, list[Effort]]:
        """The answer to a question, and what each step of its plan took."""
        control = Control(limits, self.args["threads"], self.emit_progress, self.cancel)
        query = Query(self.puzzle, question, options, control, Resources(control.threads))
        prepared = prepare(query)
        return run(prepared, plan(prepared)), prepared.loop.efforts

    def emit_progress(self, state: Progress) -> None:
        """Send the progress, after the solutions that wait."""
        self.batch.flush()
        self.emit("progress", progress_view(state))

    def emit_solution(self, solution: Solution) -> None:
        """Send a solution."""
        self.batch.add(placement_views(solution.placements))


def progress_view(state: Progress) -> dict[str, Any]:
    """Progress as ``SolveProgress``."""
    return {
        "share": state.share,
        "nodes": state.nodes,
        "solutions": str(state.solutions if not state.images else state.images),
        "seconds": state.seconds,
        "remaining_s": state.eta,
        "progress_text": state.words,
    }


def solve(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> dict[str, Any]:
    """The answer to ``args["question"]`` (a key of QUESTIONS) about a puzzle, as ``SolveAnswer``."""
    task = SolveTask(read_source(args), args, emit, cancel)
    answer = QUESTIONS[args["question"]](task)
    task.batch.flush()
    return answer


def download(args: dict[str, Any], emit: Emit, cancel: threading.Event) -> str:
    """The solutions ``args["solutions"]`` of the puzzle as a file of the kind ``args["kind"]``, in base64."""
    puzzle = read_source(args)
    solutions = [
        Solution.of(Placement(one["piece"], tuple(map(tuple, one["cells"]))) for one in placements)
        for placements in args["solutions"]
    ]
    return base64.b64encode(_file_content(puzzle, solutions, args["kind"], args["total"])).decode()


def _file_content(puzzle: AnyPuzzle, solutions: list[Solution], kind: str, total: int) -> bytes:
    if kind in ("json", "ndjson"):
        text = io.StringIO()
        write_solutions(text, puzzle, solutions, kind)
        return text.getvalue().encode()
    if isinstance(puzzle, ExactCoverPuzzle) and kind == "txt":
        raise UnsupportedError(
            "solutions of items and options are not drawn in text; download them as JSON or a picture"
        )
    options = RenderOptions(limit=MAX_PICTURED, total=total if len(solutions) != 1 else None)
    return RENDERERS[f".{kind}"](puzzle, solutions[:MAX_PICTURED], options)


def _listed(task: SolveTask, max_solutions: int, *, unique: bool = False) -> dict[str, Any]:
    labelled = task.args["labelled"] and task.args["question"] == "all"
    options = Options(task.args["engine"] or None, unique, labelled)
    answer, efforts = task.run(Find(task.emit_solution), options, task.limits(max_solutions))
    if max_solutions == answer.solutions == 1 and answer.status.value == "limit":
        return _answer(answer, efforts, status="complete")  # the one solution that was requested
    return _answer(answer, efforts)


def _count(task: SolveTask) -> dict[str, Any]:
    options = Options(task.args["engine"] or None, task.args["up_to_symmetry"], task.args["labelled"])
    return _answer(*task.run(Count(), options, task.limits()))


def _optimise(task: SolveTask) -> dict[str, Any]:
    question = Optimise(task.args["maximise"], count_optima=True)
    best, efforts = task.run(question, Options(), task.limits())
    if best.solution is not None:
        task.emit_solution(best.solution)
    return _answer(best, efforts, solutions=best.optima, nodes=best.states)


def _sample(task: SolveTask) -> dict[str, Any]:
    size, seed = task.args["sample_size"], task.args["seed"]
    drawn = api.sample(task.puzzle, size, seed=seed, limits=task.limits(), **task.keywords)
    for solution in drawn.solutions:
        task.emit_solution(solution)
    return _answer(drawn, solutions=drawn.total, nodes=drawn.states)


def _estimate(task: SolveTask) -> dict[str, Any]:
    engine, limit = task.args["engine"] or None, task.args["time_limit_s"]
    seconds = min(api.ESTIMATE_SECONDS, limit)
    estimate = api.estimate(task.puzzle, engine=engine, seconds=seconds, **task.keywords)
    quantities = {name: _quantity(getattr(estimate, name)) for name in ("solutions", "nodes", "seconds")}
    return _answer(
        None,
        status=estimate.status.value,
        engine=estimate.engine,
        nodes=0 if estimate.counted is None else estimate.counted.nodes,
        proof="" if estimate.counted is None else estimate.counted.proof,
        seconds=estimate.measuring_seconds,
        share=1.0,
        estimate=quantities,
    )


def _quantity(quantity: Quantity) -> dict[str, Any]:
    """``QuantityView``: a whole number that is known is a string of digits."""
    fields = finite_fields(quantity)
    digits = str(quantity.value) if isinstance(quantity.value, int) else None
    names = ("kind", "low", "high", "confidence", "log10", "repetitions")
    value = None if digits else fields["value"]
    return {"digits": digits, "value": value, **{name: fields[name] for name in names}}


QUESTIONS: dict[str, Callable[[SolveTask], dict[str, Any]]] = {
    "first": lambda task: _listed(task, 1),
    "all": lambda task: _listed(task, task.args["max_solutions"]),
    "unique": lambda task: _listed(task, task.args["max_solutions"], unique=True),
    "count": _count,
    "optimise": _optimise,
    "sample": _sample,
    "estimate": _estimate,
}

_EMPTY_ANSWER: dict[str, Any] = {
    "solutions": None,
    "labelled": None,
    "up_to_symmetry": None,
    "cost": None,
    "symmetries": "",
    "engine_reason": "",
    "note": "",
    "proof": "",
    "estimate": None,
}


def _answer(
    answer: Answer | Optimum | Sample | None, efforts: Iterable[Effort] = (), **others: Any
) -> dict[str, Any]:
    """``SolveAnswer`` from the fields of an answer, its efforts, and ``others``, which take precedence.

    Numbers that may be larger than a double holds are strings of digits.
    """
    numbers = ("solutions", "labelled", "up_to_symmetry", "cost", "nodes", "seconds", "share")
    names = (*numbers, "symmetries", "engine", "engine_reason", "note", "proof")
    fields = {name: getattr(answer, name) for name in names if hasattr(answer, name)}
    if answer is not None:
        fields["status"] = answer.status.value
    fields = {**_EMPTY_ANSWER, **fields, **others}
    for name in ("solutions", "labelled", "up_to_symmetry", "cost", "nodes"):
        fields[name] = None if fields[name] is None else str(fields[name])
    fields["efforts"] = [_effort_view(one) for one in efforts]
    return fields


def _effort_view(effort: Effort) -> dict[str, Any]:
    """What a step took, as ``EffortView``."""
    status = effort.status and effort.status.value
    unit = step_unit(effort.engine)
    return {**asdict(effort), "amount": str(effort.amount), "unit": unit, "status": status}
