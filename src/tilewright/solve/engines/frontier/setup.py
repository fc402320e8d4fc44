"""A question about a puzzle that one sweep answers: the keywords that such questions take, and its set-up."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, TypeVar, cast

from tilewright.errors import UnsupportedError
from tilewright.exact_cover.translation import Cover
from tilewright.solve.engines.base import Limits, Progress
from tilewright.solve.engines.frontier.semirings import Semiring
from tilewright.solve.engines.frontier.sweep import Evaluation, Query, sweep
from tilewright.solve.resources import Resources, default_threads
from tilewright.solve.stepping import Control

Value = TypeVar("Value")


class TableWishes(TypedDict, total=False):
    """Keywords of a question that a table of states answers; their meaning is as for ``tilewright.count``."""

    threads: int | None  # None: all cores
    memory: int | None  # bytes; None is half of what is free
    order: Sequence[str] | None  # items to go through first, by name
    limits: Limits
    on_progress: Callable[[Progress], None] | None
    cancel: threading.Event | None


class SweepWishes(TableWishes, total=False):
    """Keywords of a question that can also be set down and taken up again."""

    checkpoint: Path | None
    resume: Path | None


@dataclass(frozen=True)
class Sweeping:
    """The question, made ready."""

    query: Query
    resources: Resources
    control: Control

    def evaluate(self, semiring: Semiring[Value]) -> Evaluation[Value]:
        """The sum over all solutions; UnsupportedError when states would be too long."""
        return sweep(self.query, semiring, self.resources, self.control)


def sweeping(
    cover: Cover, wishes: SweepWishes, *, marks: tuple[int, ...] = (), maximise: bool = False
) -> Sweeping:
    """The question about all solutions of a cover; TypeError when there is no wish of a name."""
    _check(wishes, SweepWishes)
    threads = wishes.get("threads") or default_threads()
    query = Query(
        cover.problem,
        cover.forced,
        order=order_of(cover, wishes.get("order") or ()),
        marks=marks,
        maximise=maximise,
    )
    control = Control(
        wishes.get("limits", Limits()),
        threads,
        wishes.get("on_progress"),
        wishes.get("cancel"),
        wishes.get("checkpoint"),
        wishes.get("resume"),
    )
    return Sweeping(query, Resources(threads, wishes.get("memory")), control)


def table_sweeping(cover: Cover, wishes: TableWishes, *, maximise: bool = False) -> Sweeping:
    """The same for a question that cannot be set down."""
    _check(wishes, TableWishes)
    return sweeping(cover, cast("SweepWishes", wishes), maximise=maximise)


def _check(wishes: TableWishes, kind: type[TableWishes]) -> None:
    for name in wishes:
        if name not in kind.__annotations__:
            raise TypeError(f"there is no keyword {name!r} here; there are {', '.join(kind.__annotations__)}")


def order_of(cover: Cover, names: Sequence[str]) -> tuple[int, ...]:
    """Item numbers for names as the cover problem has them: ``(x, y)`` for cells, names for pieces.

    UnsupportedError names the first one that is no item, or comes twice.
    """
    number = {name.replace(" ", ""): item for item, name in enumerate(cover.problem.items)}
    order: dict[int, None] = {}
    for name in names:
        item = number.get(name.replace(" ", ""))
        if item is None:
            raise UnsupportedError(_no_item(cover, name))
        if item in order:
            raise UnsupportedError(f"the order names {name!r} twice")
        order[item] = None
    return tuple(order)


def _no_item(cover: Cover, name: str) -> str:
    if name in cover.puzzle.by_name:
        return f"the piece {name!r} has no place in an order: it cannot be used too often or too seldom here"
    return f"there is no cell or piece {name!r} in this puzzle for the order; cells are named like (2, 0)"
