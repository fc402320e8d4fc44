"""A second method calculates the same as a first one, at the same time if there are threads for both; its
answer confirms the first one or contradicts it.

Nothing here knows what is calculated: ``confirmed_count`` counts puzzles in this way, and families may do the
same with methods of their own.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Self, TypeVar

from tilewright.clock import monotonic
from tilewright.errors import DisagreementError, UnsupportedError
from tilewright.solving.resources import Resources
from tilewright.solving.steps import STEP_SECONDS, Control, Progress, Status, StepLoop
from tilewright.threads import start_thread

Second = TypeVar("Second")


@dataclass(frozen=True, repr=False)
class Confirmation:
    """How a second method, which shares no search code with the first, counted again.

    COMPLETE: it found the same numbers. Otherwise it ended early and confirms nothing; ``note`` may say why.
    ``engine`` is "" where no engine could count again.
    """

    engine: str
    status: Status
    seconds: float
    nodes: int
    note: str = ""

    def __repr__(self) -> str:
        ended = f"by {self.engine} in {self.seconds:.2g} s"
        return f"confirmed {ended}" if self.status is Status.COMPLETE else f"not confirmed {ended}"


def confirmed_by(confirmation: Confirmation | None) -> str:
    """The engine that confirmed an answer; "" when none did."""
    return confirmation.engine if confirmation and confirmation.status is Status.COMPLETE else ""


def shared_resources(resources: Resources) -> tuple[Resources, Resources]:
    """What the first and the second method may use: half of everything, where there are two threads."""
    if resources.threads < 2:
        return resources, resources
    half, memory = resources.threads // 2, resources.bytes() // 2
    return Resources(resources.threads - half, memory), Resources(half, memory)


@dataclass
class SecondMethod(Generic[Second]):
    """A second calculation under the time limit, and the cancellation, of a first one.

    As a context manager it starts with the block if it is ``parallel``, otherwise with ``result``, and it has
    ended when the block is left. ``calculate(control)`` keeps to its control. ``name`` is shown with the
    progress.
    """

    name: str
    calculate: Callable[[Control], Second]
    control: Control
    parallel: bool
    seconds: float = 0.0
    """How long it took, once it has ended."""
    _values: list[Second] = field(default_factory=list)
    _error: BaseException | None = None
    _progress: Progress | None = None

    def __enter__(self) -> Self:
        self._loop = StepLoop(self.control)
        self._cancel = threading.Event()
        self._thread = self._start() if self.parallel else None
        return self

    def _start(self) -> threading.Thread:
        return start_thread(self._run, "confirmation")

    def __exit__(self, *error: object) -> None:
        self._cancel.set()
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        start_time = monotonic()
        limits = replace(self.control.limits, seconds=self._loop.limits_left(0).seconds)
        control = replace(
            self.control,
            limits=limits,
            on_progress=self._keep_progress,
            cancel=self._cancel,
            checkpoint=None,
            resume=None,
        )
        try:
            self._values.append(self.calculate(control))
        except BaseException as error:  # noqa: BLE001 - raised again by ``result``
            self._error = error
        self.seconds = monotonic() - start_time

    def _keep_progress(self, progress: Progress) -> None:
        self._progress = replace(progress, words=f"confirming by {self.name}")

    def result(self) -> Second:
        """Wait for the second calculation; what it returns or raises. The limits of the first end it."""
        if self._thread is None:
            self._thread = self._start()
        while self._thread.is_alive():
            self._thread.join(STEP_SECONDS)
            if self._loop.interruption is Status.CANCELLED:
                self._cancel.set()
            if (progress := self._progress) is not None:
                self._loop.report(lambda progress=progress: progress)  # type: ignore[misc]
        if self._error is not None:
            raise self._error
        return self._values[0]


def confirm(
    method: SecondMethod[Second],
    first_name: str,
    first: Mapping[str, object],
    compared: Callable[[Second], tuple[Mapping[str, object], Status, int, str]],
    context: Mapping[str, object],
) -> Confirmation:
    """Compare the first method's numbers with those of the second, once it has ended.

    ``compared(second)`` gives its numbers under the same names, its status, its nodes and its note.
    DisagreementError when two numbers differ, with ``context`` (what was asked) in its report.
    """
    try:
        second = method.result()
    except UnsupportedError as error:
        return Confirmation(method.name, Status.LIMIT, method.seconds, 0, str(error))
    except MemoryError:
        return Confirmation(method.name, Status.LIMIT, method.seconds, 0, "there is not enough memory for it")
    numbers, status, nodes, note = compared(second)
    if status is Status.COMPLETE:
        differing = [name for name in first if first[name] != numbers[name]]
        if differing:
            name = differing[0]
            raise disagreement(
                f"two methods that share no search code disagree: {name.replace('_', ' ')}: {first[name]} by "
                f"{first_name}, {numbers[name]} by {method.name}; one of them is wrong",
                {
                    **context,
                    "first": {"engine": first_name, **first},
                    "second": {"engine": method.name, **numbers},
                },
            )
    return Confirmation(method.name, status, method.seconds, nodes, note)


def disagreement(message: str, context: Mapping[str, object]) -> DisagreementError:
    """The error with a report of the context, the date and the versions."""
    import platform  # here, since this is rare
    from datetime import UTC, datetime
    from importlib.metadata import PackageNotFoundError, version

    try:
        ours = version("tilewright")
    except PackageNotFoundError:
        ours = "unknown (not installed)"
    versions = {
        "tilewright": ours,
        "python": platform.python_version(),
        "system": platform.platform(),
        "machine": platform.machine(),
    }
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return DisagreementError(message, {"message": message, "date": now, "versions": versions, **context})
