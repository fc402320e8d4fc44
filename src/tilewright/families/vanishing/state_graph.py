"""The states that removals can reach, as a graph: its size, its ends, the number of orders, its picture.

A state is the set of removed pieces, here a bit mask; an edge is a removal. The states are found level by
level: those of a level have the same number of removed pieces.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.errors import UnsupportedError
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.conditions import native_conditions
from tilewright.families.vanishing.drawing import board_marks
from tilewright.render.palette import COLOURS, FAINT, INK, QUIET
from tilewright.render.scene import (
    Dots,
    Label,
    Primitive,
    Scene,
    Stroke,
    fitting_scale,
    moved,
    text_width,
)
from tilewright.render.sheet import heading
from tilewright.solving.steps import Cancelled, Control, Progress, Status, StepLoop, StepSize
from tilewright.wording import plain

MAX_DRAWN = 1_000  # states of a picture
MAX_BOARDS = 100  # states of a picture in which each is drawn as a board; more are drawn as dots
STEP_WORK = 50_000  # conditions that are looked at in the first step
SWEEPS = 6  # over the levels, to lessen the crossings of edges
DOT = 0.28  # radius of a state that is drawn as a dot
BEST_COLOUR, END_COLOUR = COLOURS[0], COLOURS[1]


@dataclass(frozen=True)
class StateGraph:
    """The states by level, and the pieces that can be removed in each.

    With a status other than COMPLETE these are the states that were found by then. In a complete graph, the
    pieces in ``removable`` lead from each state to all its successors.
    """

    board: DominoBoard
    levels: tuple[tuple[int, ...], ...]
    removable: dict[int, tuple[int, ...]]
    status: Status
    seconds: float

    @property
    def states(self) -> int:
        return sum(map(len, self.levels))

    @property
    def removals(self) -> int:
        """How many edges the graph has."""
        return sum(map(len, self.removable.values()))

    def ends(self, level: int) -> tuple[int, ...]:
        """The states of a level in which nothing can be removed."""
        return tuple(state for state in self.levels[level] if self.removable.get(state) == ())

    @property
    def remaining(self) -> int:
        """The fewest pieces that remain in any of the states."""
        return len(self.board.pieces) - (len(self.levels) - 1)

    @cached_property
    def orders(self) -> int:
        """How many orders of removal end where nothing can be removed any more, of a complete graph."""
        below: dict[int, int] = {}
        for level in reversed(self.levels):
            for state in level:
                after = [state | 1 << piece for piece in self.removable[state]]
                below[state] = sum(below[other] for other in after) if after else 1
        return below[0]

    @cached_property
    def best_path(self) -> tuple[int, ...]:
        """The states of one order that leaves the fewest pieces, from the start to its end."""
        path = [self.levels[-1][0]]
        for level in reversed(self.levels[:-1]):
            path.append(next(state for state in level if self.leads_to(state, path[-1])))
        return tuple(reversed(path))

    @property
    def best_order(self) -> tuple[int, ...]:
        """The removals of ``best_path``, pieces by number from 0: a longest path of the graph."""
        steps = zip(self.best_path, self.best_path[1:], strict=False)
        return tuple((state ^ after).bit_length() - 1 for state, after in steps)

    def leads_to(self, state: int, after: int) -> bool:
        """Whether one removal leads from a state to another."""
        piece = (after ^ state).bit_length() - 1
        return after == state | 1 << piece and piece in self.removable.get(state, ())


def reachable_states(board: DominoBoard, control: Control, max_states: int) -> StateGraph:
    """The graph of the reachable states; LIMIT when there are more, or the time is over."""
    search = _Levels(board, max_states)
    loop, size = StepLoop(control), StepSize(max(1, STEP_WORK // (1 + search.conditions)), 0.1)

    def progress() -> Progress:
        words = f"{search.states_found:,} states, {len(search.levels) - 1:,} pieces removed"
        return Progress(0.0, search.states_found, 0, 0, loop.seconds, None, listed=False, words=words)

    try:
        loop.run(search.advance, size, progress)
        status = Status.LIMIT if search.states_found > max_states else Status.COMPLETE
    except Cancelled as end:
        status = end.status
    levels = tuple(tuple(level) for level in (*search.levels, search.next_level) if level)
    return StateGraph(board, levels, search.removable, status, loop.seconds)


class _Levels:
    """The search, a level after the other."""

    def __init__(self, board: DominoBoard, max_states: int) -> None:
        self.levels: list[list[int]] = [[0]]
        self.removable: dict[int, tuple[int, ...]] = {}
        self.states_found = 1
        self._max_states = max_states
        self.next_level: dict[int, None] = {}  # a set in the order of insertion
        self._at = 0
        self._conditions = [
            (piece, _mask(removed), _mask(present)) for piece, removed, present in native_conditions(board)
        ]

    @property
    def conditions(self) -> int:
        """How many conditions are looked at in a state."""
        return len(self._conditions)

    def advance(self, states: int) -> bool:
        """Expand so many more states; True at the end, or beyond the limit."""
        for _ in range(states):
            if self._at == len(self.levels[-1]):
                if not self.next_level:
                    return True
                self.levels.append(list(self.next_level))
                self.next_level, self._at = {}, 0
            self._expand(self.levels[-1][self._at])
            self._at += 1
            if self.states_found > self._max_states:
                return True
        return False

    def _expand(self, state: int) -> None:
        pieces = {
            piece
            for piece, removed, present in self._conditions
            if not state >> piece & 1 and state & removed == removed and not state & present
        }
        self.removable[state] = tuple(sorted(pieces))
        before = len(self.next_level)
        self.next_level.update((state | 1 << piece, None) for piece in pieces)
        self.states_found += len(self.next_level) - before


def _mask(pieces: Sequence[int]) -> int:
    return sum(1 << piece for piece in pieces)


def graph_scene(graph: StateGraph, *, title: str = "", line: str = "") -> Scene:
    """The states in a row for each level, small graphs with their boards; ends and a best order are marked.

    UnsupportedError for more than MAX_DRAWN states.
    """
    if graph.states > MAX_DRAWN:
        raise UnsupportedError(
            f"the graph has {graph.states:,} states; at most {MAX_DRAWN:,} are drawn. Without -o, only its "
            "size is shown"
        )
    board, as_boards = graph.board, graph.states <= MAX_BOARDS
    wide, high = (float(board.width), float(board.height)) if as_boards else (1.0, 1.0)
    rows = _ordered(graph)
    across = max(map(len, rows)) * (wide * 1.25 + 0.5)
    step_y = high + max(2.0, 0.12 * across if as_boards else 0.06 * across)
    scale = fitting_scale(across, len(rows) * step_y, 1800, 6, 40)
    size, left = 26 / scale, 1.2 * wide + 3 * 13 / scale
    title, line = plain(title), plain(line)
    width = max(across + 2 * left, text_width(title, size) + 2, text_width(line, 0.62 * size) + 2)
    marks, head = heading(title, line, width, size)
    top = head + 0.8 * high
    at = {
        state: (width / 2 + (index - (len(row) - 1) / 2) * across / max(map(len, rows)), top + y * step_y)
        for y, row in enumerate(rows)
        for index, state in enumerate(row)
    }
    marks += _edges(graph, at, high / 2 if as_boards else 0.0)
    for y, row in enumerate(rows):
        words = f"{y:,} removed"
        marks.append(Label((0.5, top + y * step_y), words, 13 / scale, QUIET, "start"))
        ends = set(graph.ends(y))
        for state in row:
            colour = BEST_COLOUR if state in graph.best_path else END_COLOUR if state in ends else INK
            marks += _state_marks(graph, state, at[state], colour, as_boards=as_boards, is_end=state in ends)
    height = top + (len(rows) - 1) * step_y + 1.5 * high
    described = f"{graph.states:,} states and {graph.removals:,} removals; a row has the states of a level."
    return Scene(width, height, tuple(marks), scale, title or "The graph of states", described)


def _state_marks(
    graph: StateGraph, state: int, at: tuple[float, float], colour: str, *, as_boards: bool, is_end: bool
) -> list[Primitive]:
    if not as_boards:
        return [Dots((at,), DOT * (1.4 if is_end else 1.0), colour)]
    board = graph.board
    gone = {piece for piece in range(len(board.pieces)) if state >> piece & 1}
    x, y = at[0] - board.width / 2, at[1] - board.height / 2
    marks = moved(board_marks(board, gone, graph.removable[state]), x, y)
    if is_end or colour != INK:
        frame = ((x, y), (x + board.width, y), (x + board.width, y + board.height), (x, y + board.height))
        marks.append(Stroke((frame,), colour, 0.28 if is_end else 0.18, closed=True))
    return marks


def _edges(graph: StateGraph, at: dict[int, tuple[float, float]], half: float) -> list[Primitive]:
    """A line for each removal, below the states; those of a best order are thick."""
    best = set(zip(graph.best_path, graph.best_path[1:], strict=False))
    lines: dict[bool, list[tuple[tuple[float, float], ...]]] = {False: [], True: []}
    for state, pieces in graph.removable.items():
        for after in (state | 1 << piece for piece in pieces):
            (x, y), (u, v) = at[state], at[after]
            lines[(state, after) in best].append(((x, y + half * 0.9), (u, v - half * 0.9)))
    marks: list[Primitive] = [Stroke(tuple(lines[False]), FAINT, 0.06)] if lines[False] else []
    return [*marks, Stroke(tuple(lines[True]), BEST_COLOUR, 0.16)] if lines[True] else marks


def _ordered(graph: StateGraph) -> list[list[int]]:
    """The states of each level in an order with few crossings, by the mean place of their neighbours."""
    rows = [list(level) for level in graph.levels]
    before: dict[int, list[int]] = {state: [] for row in rows for state in row}
    after = {state: [state | 1 << piece for piece in graph.removable[state]] for state in before}
    for state, others in after.items():
        for other in others:
            before[other].append(state)
    for sweep in range(SWEEPS):
        downwards = sweep % 2 == 0
        neighbours = before if downwards else after
        place: dict[int, float] = {}
        for row in rows if downwards else reversed(rows):
            row.sort(key=lambda state: _mean([place[other] for other in neighbours[state]]))
            place.update((state, (index + 0.5) / len(row)) for index, state in enumerate(row))
    return rows


def _mean(places: Sequence[float]) -> float:
    return sum(places) / len(places) if places else 0.5
