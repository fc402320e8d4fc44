"""The tables of vanishing dominoes: the exact search, CP-SAT on the same model, and the approximations.

Boards are full and random: values 0 to 4, a quarter of the halves blank, the seeds 1, 2, 3 and so on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean, median

from ortools.sat.python import cp_model

from report import duration, machine, table
from tilewright.families.vanishing.board import DominoBoard
from tilewright.families.vanishing.conditions import possible_conditions
from tilewright.families.vanishing.generation import BoardSpec, random_board
from tilewright.families.vanishing.methods import APPROXIMATIONS
from tilewright.families.vanishing.solving import VanishingResult, solve
from tilewright.solving.steps import Control, Limits

EXACT = {10: 10, 12: 10, 14: 5, 16: 5, 20: 5, 30: 3, 60: 1, 100: 1}
"""Side of a board -> how many boards."""
PEER = 30
"""The largest side that CP-SAT is tried on."""
PEER_BOARDS = 3
GROWING = (10, 20, 40, 60, 80, 100)
NOT_LARGE = {"bounded": 20}
"""A method that takes n x n states -> the largest side that it is tried on."""


@dataclass
class Size:
    """What was found on boards of one size; the times of CP-SAT are those of proofs."""

    side: int
    exact: list[VanishingResult]
    peer: list[float]
    peer_tried: int


def boards(side: int, count: int) -> list[DominoBoard]:
    """Random full boards, seeds from 1."""
    return [random_board(BoardSpec(side, side), seed) for seed in range(1, count + 1)]


def cp_sat(board: DominoBoard, seconds: float) -> tuple[int | None, float]:
    """The fewest left by CP-SAT with a number for the turn of each removal; None when not proven in time."""
    model = cp_model.CpModel()
    count = len(board.pieces)
    goes = [model.new_bool_var("") for _ in range(count)]
    turn = [model.new_int_var(0, count - 1, "") for _ in range(count)]
    for piece, conditions in enumerate(possible_conditions(board)):
        chosen = []
        for condition in conditions:
            by = model.new_bool_var("")
            chosen.append(by)
            model.add_implication(by, goes[piece])
            for other in condition.removed:
                model.add_implication(by, goes[other])
                model.add(turn[other] < turn[piece]).only_enforce_if(by)
            for other in condition.present:
                model.add(turn[piece] < turn[other]).only_enforce_if(by, goes[other])
        model.add_bool_or([*chosen, goes[piece].negated()])
    model.maximize(sum(goes))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(model)
    left = count - round(solver.objective_value) if status == cp_model.OPTIMAL else None
    return left, solver.wall_time


def exact_sizes(timeout: float) -> list[Size]:
    """The exact search on all sizes, CP-SAT on the small ones. RuntimeError when they disagree."""
    sizes = []
    tried = True
    for side, count in EXACT.items():
        size = Size(side, [], [], 0)
        for number, board in enumerate(boards(side, count)):
            result = solve(board, control=Control(Limits(seconds=10 * timeout)))
            size.exact.append(result)
            if not tried or side > PEER or number >= PEER_BOARDS:
                continue
            size.peer_tried += 1
            left, seconds = cp_sat(board, timeout / 2)
            if left is None:
                continue
            if result.proven and left != result.remaining:
                raise RuntimeError(
                    f"{side}x{side}, seed {number + 1}: CP-SAT {left}, ours {result.remaining}"
                )
            size.peer.append(seconds)
        tried = tried and bool(size.peer)
        sizes.append(size)
    return sizes


def measure(timeout: float, tell: Callable[[str], object]) -> str:
    """All tables as Markdown; ``tell`` hears what is begun."""
    tell("vanishing: exact")
    sizes = exact_sizes(timeout)
    tell("vanishing: approximations")
    small = sizes[0].exact
    over = {
        name: [
            solve(board, name).remaining - value.remaining
            for board, value in zip(boards(10, len(small)), small, strict=True)
        ]
        for name in APPROXIMATIONS
    }
    growing = {
        side: {
            name: solve(random_board(BoardSpec(side, side), 1), name)
            for name in APPROXIMATIONS
            if side <= NOT_LARGE.get(name, side)
        }
        for side in GROWING
    }
    return "\n".join(
        [
            f"Machine: {machine()}; one thread each.",
            "",
            *table(
                ["board", "boards", "proven", "pieces left", "states", "median", "worst", "CP-SAT, median"],
                map(_exact_cells, sizes),
            ),
            "",
            "Pieces left beyond the fewest, on the ten boards of 10x10:",
            "",
            *table(
                ["method", "mean", "worst"], [[n, f"{mean(o):.1f}", str(max(o))] for n, o in over.items()]
            ),
            "",
            "On growing boards, pieces left and time:",
            "",
            *table(
                ["board", "pieces", *APPROXIMATIONS],
                [
                    [
                        f"{side}x{side}",
                        f"{side * side // 2:,}",
                        *(_found(row, name) for name in APPROXIMATIONS),
                    ]
                    for side, row in growing.items()
                ],
            ),
        ]
    )


def _exact_cells(size: Size) -> list[str]:
    value, seconds = size.exact, [answer.seconds for answer in size.exact]
    lowest, highest = min(a.lower_bound for a in value), max(a.remaining for a in value)
    if not size.peer_tried:
        peer = "not tried"
    else:
        peer = f"{len(size.peer)} of {size.peer_tried}"
        if size.peer:
            peer = f"{duration(median(size.peer))}, {peer}"
    return [
        f"{size.side}x{size.side}",
        str(len(value)),
        str(sum(answer.proven for answer in value)),
        str(lowest) if lowest == highest else f"{lowest} to {highest}",
        f"{median(answer.states for answer in value):,.0f}",
        duration(median(seconds)),
        duration(max(seconds)),
        peer,
    ]


def _found(row: dict[str, VanishingResult], name: str) -> str:
    return f"{row[name].remaining:,}, {duration(row[name].seconds)}" if name in row else "not tried"
