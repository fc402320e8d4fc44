"""The plan for a question as a value: a tree of steps, what each is expected to take, and what it took."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from html import escape
from textwrap import wrap
from typing import Any

from tilewright.solving.engines.registry import step_unit
from tilewright.solving.steps import Effort, Status
from tilewright.wording import counted, memory_text, percent, short_number, span

DIVES = "random dives into the tree; mostly right within a factor of two"
FORECAST = "a sweep over some of the states; it may be several times too high or too low"
ALL_STATES = "a sweep over all states"
IN_TURN = "one after the other, until the question is answered"
UNKNOWN = "not known: a plan takes longer to make"
FIXED = "nodes that are fixed for each engine, or those of the whole tree if it is expected to have fewer"
KNOWN = "known beforehand, as the time depends on the size of the board alone"

WIDTH = 80  # columns of the text
SHORT_SECONDS = 0.1
JOINED = "\u00a0"  # a space at which no line is broken


@dataclass(frozen=True)
class StepEstimate:
    """What a step is expected to take on one thread: ``amount`` nodes or states (``unit``), and ``seconds``.

    ``unit`` is "" where there is nothing to count. ``memory_bytes`` are those of tables, None without them.
    ``measured_by`` says where the numbers come from.
    """

    amount: float
    unit: str
    seconds: float
    measured_by: str
    memory_bytes: float | None = None

    def __str__(self) -> str:
        facts = [f"about {short_number(self.amount)} {self.unit}"] if self.unit else []
        facts.append(_time(self.seconds))
        facts += [] if self.memory_bytes is None else [memory_text(self.memory_bytes)]
        return ", ".join(facts)


@dataclass(frozen=True)
class Alternative:
    """An engine that the plan does not use: what it is expected to take, or why it cannot be used."""

    engine: str
    expected: StepEstimate | None
    reason: str

    def __str__(self) -> str:
        return self.reason if self.expected is None else str(self.expected)


@dataclass(frozen=True)
class PlanNode:
    """A step of a plan, with the steps that it is made of.

    ``words`` say what is done, by ``engine``, and ``reason`` why so. ``step`` is what :class:`Effort` calls
    it, "" for one that only has others. ``actual`` is what it took, in a plan that was run.
    """

    words: str
    step: str = ""
    engine: str = ""
    reason: str = ""
    expected: StepEstimate | None = None
    children: tuple[PlanNode, ...] = ()
    actual: tuple[Effort, ...] = ()

    def lines(self, *, was_run: bool, width: int) -> Iterator[str]:
        """The node and what is below it as lines of text; with ``was_run``, what each step took."""
        bar = "│ " if self.children else "  "
        head = self.words + (f" by {self.engine}" if self.engine else "")
        yield from wrap(head, width, subsequent_indent=bar)
        details = [self.reason] if self.reason else []
        details += [f"expected: {self.expected}"] if self.expected is not None else []
        details += [f"took: {self._actual_text()}"] if was_run and self.step else []
        for detail in details:
            yield from wrap(detail, width, initial_indent=bar + "  ", subsequent_indent=bar + "    ")
        for number, child in enumerate(self.children):
            first, rest = ("└─ ", "   ") if number == len(self.children) - 1 else ("├─ ", "│  ")
            for k, line in enumerate(child.lines(was_run=was_run, width=width - len(first))):
                yield (rest if k else first) + line

    def _actual_text(self) -> str:
        if not self.actual:
            return "nothing, as it was not begun"
        amounts: dict[str, int] = {}
        for effort in self.actual:
            unit = step_unit(effort.engine)
            amounts[unit] = amounts.get(unit, 0) + effort.amount
        words = [" and ".join(counted(amount, unit) for unit, amount in amounts.items() if amount)]
        words = [*filter(None, words), _time(sum(effort.seconds for effort in self.actual))]
        engines = list(dict.fromkeys(effort.engine for effort in self.actual if effort.engine))
        words += [f"by {' and '.join(engines)}"] if engines not in ([], [self.engine]) else []
        last = self.actual[-1]
        if last.status is None:
            words.append(f"not finished, {percent(last.share)} done")
        elif last.status is not Status.COMPLETE:
            words.append(f"ended by a {last.status.value}" if last.status is Status.LIMIT else "stopped")
        return ", ".join(words)

    def to_dict(self) -> dict[str, Any]:
        """The node and what is below it as plain data."""
        return {
            **{name: getattr(self, name) for name in ("words", "step", "engine", "reason")},
            "expected": self.expected and asdict(self.expected),
            "actual": [{**asdict(one), "status": one.status and one.status.value} for one in self.actual],
            "children": [child.to_dict() for child in self.children],
        }


@dataclass(frozen=True, repr=False)
class Explanation:
    """How a question about a puzzle is answered: a tree of steps. A notebook shows it.

    ``facts`` are what the plan rests on, in words. ``status`` is LIMIT where the time for measuring was up;
    then ``note`` says what is missing. ``answer`` is that of the run, None without one.
    """

    question: str
    title: str
    facts: tuple[str, ...]
    root: PlanNode
    alternatives: tuple[Alternative, ...]
    measuring_seconds: float
    status: Status = Status.COMPLETE
    note: str = ""
    answer: Any = None

    def __repr__(self) -> str:
        by = f" by {self.root.engine}" if self.root.engine else ""
        return f"<Explanation status={self.status.value}, {self.question}: {self.root.words}{by}>"

    def __str__(self) -> str:
        measured = f"measured in {_time(self.measuring_seconds)}".replace(" ", JOINED)
        facts = wrap("; ".join((*self.facts, measured)), WIDTH)
        lines = wrap(self.question[:1].upper() + self.question[1:], WIDTH)
        lines += [line.replace(JOINED, " ") for line in facts]
        lines += [self.note] if self.note else []
        lines += ["", *self.root.lines(was_run=self.answer is not None, width=WIDTH)]
        if self.alternatives:
            column = max(len(one.engine) for one in self.alternatives) + 4
            lines += ["", "Other engines, for all solutions:"]
            for one in self.alternatives:
                start = f"  {one.engine}".ljust(column)
                lines += wrap(str(one), WIDTH, initial_indent=start, subsequent_indent=" " * column)
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"

    def to_dict(self) -> dict[str, Any]:
        """The plan as plain data, without the answer."""
        others = [
            {"engine": one.engine, "expected": one.expected and asdict(one.expected), "reason": one.reason}
            for one in self.alternatives
        ]
        return {
            "question": self.question,
            "facts": list(self.facts),
            "plan": self.root.to_dict(),
            "alternatives": others,
            "measuring_seconds": self.measuring_seconds,
            "note": self.note,
        }


def _time(seconds: float) -> str:
    """A time, below a tenth of a second in milliseconds."""
    return span(seconds) if seconds >= SHORT_SECONDS else f"{1000 * seconds:.2g} ms"


def proof_node(before: str) -> PlanNode:
    """The look for a reason why no solution exists, after a search that found none."""
    return PlanNode(f"a reason why no solution exists, looked for if {before} finds none", "proof")
