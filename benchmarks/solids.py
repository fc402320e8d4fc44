"""The table of solids, sticks and first solutions: our engines beside xcover, on the same matrices.

Soma and Bedlam are counted on one thread, every solution visited. First solutions are timed as a user has
them: ``tilewright solve`` in a process of its own, and then the search alone on the same problem with its
items and options in other orders, for a search that is fast in one order may be so by luck.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median

import problems
from programs import BUILD, WrongCountError, run, run_peer
from report import duration, figure, machine, table
from tilewright.catalogue import entry
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.symmetry import symmetries
from tilewright.exact_cover.translation import to_cover
from tilewright.model.puzzle import Puzzle
from tilewright.solving.api import count
from tilewright.solving.engines.base import Task
from tilewright.solving.engines.registry import choose
from tilewright.solving.search.tree_search import search
from tilewright.solving.search.trial import TreeSearch
from tilewright.solving.steps import Control, Limits

RAW = (("soma", 11520, 12.0), ("Bedlam, one piece held", 19186, 4.0))
"""Problem, its solutions, and how many times as fast as xcover we mean to be."""

PEER_TIMEOUT = 600.0
"""Seconds: xcover takes minutes for Bedlam, whatever the timeout of the other tables."""

STICKS = {"H": 72, "J": 382, "L": 607, "N": 530, "Y": 204}
"""The tetrastick that is left out -> squares without crossings, up to symmetry."""
STICKS_TARGET = 60.0

FIRST = ("y-pentominoes-15x15", "y-pentacubes-5x5x5", "n-pentacubes-5x5x5", "conway-5x5x5", "bedlam-cube")
FIRST_TARGET = 1.0
THREADS = (1, 2)
ORDERS = 20
CALLS = 3
"""Times that a process is started; the best counts."""


@dataclass
class Raw:
    """A count on one thread: seconds by program, or a remark, and our nodes."""

    name: str
    solutions: int
    target: float
    seconds: dict[str, float] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)
    nodes: int = 0


@dataclass
class First:
    """A first solution: seconds of the process by threads, and of the search alone over all orders."""

    name: str
    engine: str
    process: dict[int, float]
    seconds: list[float]
    nodes: list[int]


def one_piece_placed() -> CoverProblem:
    """Bedlam with one placement of each orbit for the piece with the fewest, so each solution comes once.

    No placement of that piece is kept by a turn of the cube, so no solution comes twice.
    """
    puzzle = entry("bedlam-cube").load()
    cover = to_cover(puzzle)
    problem = cover.problem
    turns = symmetries(puzzle).option_permutations(cover)
    assert isinstance(puzzle, Puzzle)
    cells = len(puzzle.board.cells)
    by_piece: dict[int, list[int]] = {}
    for number, option in enumerate(problem.options):
        by_piece.setdefault(next(item for item, _ in option if item >= cells), []).append(number)
    piece = min(by_piece, key=lambda item: (len(by_piece[item]), item))
    out = {number for number in by_piece[piece] if min(turn[number] for turn in turns) != number}
    options = tuple(option for number, option in enumerate(problem.options) if number not in out)
    return replace(problem, options=options)


def shuffled(problem: CoverProblem, seed: int) -> CoverProblem:
    """The same problem with its primary items and its options in another order."""
    rng = random.Random(seed)
    primary = len(problem.bounds)
    order = [*rng.sample(range(primary), primary), *range(primary, len(problem.items))]
    place = {item: number for number, item in enumerate(order)}
    options = [tuple(sorted((place[item], colour) for item, colour in o)) for o in problem.options]
    rng.shuffle(options)
    near = tuple(tuple(sorted(place[other] for other in problem.near[item])) for item in order)
    return CoverProblem(
        tuple(problem.items[item] for item in order),
        tuple(problem.bounds[item] for item in order[:primary]),
        tuple(options),
        near if problem.near else (),
    )


def raw(peers: Path | None, seconds: float) -> list[Raw]:
    """Soma and Bedlam with our engines and xcover. WrongCountError when a count of ours is wrong."""
    here = Path(__file__).parent
    rows = []
    for (name, solutions, target), problem in zip(RAW, (problems.soma(), one_piece_placed()), strict=True):
        path = BUILD / "problems" / problems.file_name(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(problems.dumps(problem))
        row = Raw(name, solutions, target)
        fields = run(
            [sys.executable, str(here / "measure_engine.py"), "dense", str(path), str(seconds)], None
        )
        if fields["solutions"] != solutions:
            raise WrongCountError(f"dense counts {fields['solutions']} solutions of {name}, not {solutions}")
        row.seconds["dense"], row.nodes = fields["seconds"], fields["nodes"]
        if peers is not None:
            command = [str(peers), str(here / "measure_peer.py"), "xcover", str(path), str(min(seconds, 2.0))]
            fields = run_peer(command, PEER_TIMEOUT)
            if fields.get("solutions", solutions) != solutions:
                fields = {"remark": f"WRONG: {fields['solutions']}"}
            if "seconds" in fields:
                row.seconds["xcover"] = fields["seconds"]
            else:
                row.remarks["xcover"] = fields.get("remark", "cannot")
        rows.append(row)
    return rows


def sticks() -> dict[str, float]:
    """Seconds to count each tetrastick square up to symmetry, on one thread, from puzzle to number."""
    taken = {}
    for letter, known in STICKS.items():
        puzzle = entry(f"tetrasticks-5x5-without-{letter}").load()
        begun = time.perf_counter()
        answer = count(puzzle, unique=True, threads=1)
        taken[letter] = time.perf_counter() - begun
        if answer.up_to_symmetry != known:
            raise WrongCountError(
                f"without {letter}: {answer.up_to_symmetry} tetrastick squares, not {known}"
            )
    return taken


def firsts() -> list[First]:
    """First solutions, each from the command line and in many orders."""
    rows = []
    for name in FIRST:
        process = {}
        for threads in THREADS:
            command = [sys.executable, "-m", "tilewright", "solve", f"catalog:{name}", "--quiet"]
            process[threads] = min(_seconds([*command, "--threads", str(threads)]) for _ in range(CALLS))
        problem = to_cover(entry(name).load()).problem
        engine = choose(problem, first=True).engine
        seconds, nodes = [], []
        for seed in range(ORDERS):
            other = shuffled(problem, seed)
            control = Control(Limits(solutions=1))
            begun = time.perf_counter()
            tree = TreeSearch(other, engine, Task(), lambda loop: (Task(),), keep=True)
            outcome = search(tree, control)
            seconds.append(time.perf_counter() - begun)
            nodes.append(outcome.nodes)
            if outcome.solutions != 1:
                raise WrongCountError(f"no solution of {name} found with seed {seed}")
        rows.append(First(name, engine.name, process, seconds, nodes))
    return rows


def _seconds(command: list[str]) -> float:
    begun = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return time.perf_counter() - begun


def measure(peers: Path | None, seconds: float) -> str:
    """All of it, as Markdown."""
    counted, taken, value = raw(peers, seconds), sticks(), firsts()
    total = sum(taken.values())
    each = ", ".join(f"{letter} {duration(spent)}" for letter, spent in taken.items())
    return "\n".join(
        [
            f"Machine: {machine()}.",
            "",
            "Every solution visited, on one thread:",
            "",
            *table(
                ["problem", "solutions", "nodes", "dense", "xcover", "xcover / dense", "target"],
                map(_raw_cells, counted),
            ),
            "",
            f"Tetrastick squares without crossings, up to symmetry, on one thread: {each}; "
            f"{duration(total)} in all (target: a minute, {_met(total, STICKS_TARGET)}).",
            "",
            f"A first solution: the process with {THREADS[0]} and {THREADS[1]} threads, best of {CALLS}, and "
            f"the search alone on one thread in {ORDERS} other orders of items and options:",
            "",
            *table(
                ["puzzle", "engine", "1 thread", "2 threads", "orders: median", "worst", "nodes", "target"],
                map(_first_cells, value),
            ),
        ]
    )


def _met(taken: float, allowed: float) -> str:
    return "met" if taken < allowed else "MISSED"


def _raw_cells(row: Raw) -> list[str]:
    cells = [row.name, f"{row.solutions:,}", f"{row.nodes:,}", duration(row.seconds["dense"])]
    if "xcover" not in row.seconds:
        return [*cells, row.remarks.get("xcover", "not tried"), "", f"{row.target:g}"]
    ratio = row.seconds["xcover"] / row.seconds["dense"]
    verdict = f"{row.target:g} {_met(row.target, ratio)}"
    return [*cells, duration(row.seconds["xcover"]), figure(ratio), verdict]


def _first_cells(row: First) -> list[str]:
    worst = max(*row.process.values(), *row.seconds)
    return [
        row.name,
        row.engine,
        *(duration(row.process[threads]) for threads in THREADS),
        duration(median(row.seconds)),
        duration(max(row.seconds)),
        f"{median(row.nodes):,.0f} to {max(row.nodes):,}",
        f"{FIRST_TARGET:g} s {_met(worst, FIRST_TARGET)}",
    ]
