"""Exact covers without cells, as solvers with memory are measured on: as chosen, by engine, and by peers.

The classes are those of the benchmarks of DXD that have a formula: all partitions of a set (``bell``),
perfect matchings of a complete graph (``doublefact``), Latin squares (``latin``). With
``run.py exact-covers --exact-covers FOLDER COUNTS`` there are files as well: COUNTS is a table with
tabs of the columns ``file`` and ``solutions``.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod
from pathlib import Path

import problems
import regret
from programs import BUILD, run_peer
from regret import Regret, Subject
from report import duration, table
from tilewright import load
from tilewright.exact_cover.problem import CoverProblem
from tilewright.exact_cover.translation import to_cover
from tilewright.formats.dlx import dumps

PEERS = ("dxz", "exact-cover", "xcover")

LATIN = {3: 12, 4: 576, 5: 161280, 6: 812851200, 7: 61479419904000}
"""Latin squares of order n, A002860."""

FACTOR, SLACK, SHARE = 3.0, 0.1, 0.95
"""The target: this share of what is counted at all is counted within FACTOR times the best time and SLACK."""


@dataclass(frozen=True)
class Case:
    """A problem with its number of solutions."""

    name: str
    problem: CoverProblem
    count: int


def bell(n: int) -> Case:
    """The partitions of a set of n: each subset that is not empty is an option. A000110."""
    numbers = [1]
    for k in range(n):
        numbers.append(sum(comb(k, i) * numbers[i] for i in range(k + 1)))
    sets = [value for size in range(1, n + 1) for value in combinations(range(n), size)]
    return Case(f"bell-{n:02}", _problem(n, sets), numbers[n])


def doublefact(n: int) -> Case:
    """The perfect matchings of the complete graph on n + 1 vertices, n odd: n!! = 1 * 3 * ... * n."""
    if n % 2 == 0:
        raise ValueError("a complete graph with an odd number of vertices has no perfect matching")
    return Case(
        f"doublefact-{n:02}", _problem(n + 1, list(combinations(range(n + 1), 2))), prod(range(1, n + 1, 2))
    )


def latin(n: int) -> Case:
    """Latin squares of order n: each cell, each symbol in a row and each in a column once."""
    options = [
        (row * n + column, n * n + row * n + symbol, 2 * n * n + column * n + symbol)
        for row, column, symbol in product(range(n), repeat=3)
    ]
    return Case(f"latin-{n}", _problem(3 * n * n, options), LATIN[n])


def _problem(items: int, options: Sequence[tuple[int, ...]]) -> CoverProblem:
    uses = tuple(tuple((item, 0) for item in option) for option in options)
    return CoverProblem(tuple(map(str, range(items))), ((1, 1),) * items, uses)


def cases(folder: Path | None, counts: Path | None) -> Iterator[Case]:
    """The problems of the classes, and those of a folder with the counts in a file."""
    yield from map(bell, range(6, 13))
    yield from map(doublefact, range(7, 40, 4))
    yield from map(latin, LATIN)
    if folder is None or counts is None:
        return
    with counts.open(encoding="utf-8", newline="") as stream:
        lines = [line for line in stream if not line.startswith("#")]
    for row in csv.DictReader(lines, delimiter="\t"):
        problem = to_cover(load(folder / row["file"])).problem
        yield Case(row["file"], problem, int(row["solutions"]))


@dataclass(frozen=True)
class Line:
    """What was measured of a case: our engines, and the seconds of each peer or why there are none."""

    ours: Regret
    peers: dict[str, float | str]

    @property
    def best(self) -> float | None:
        """The least clock seconds of an engine or a peer; None where nothing counted it in time."""
        times = [t[1] for t in (self.ours.chosen, self.ours.best) if t is not None]
        times += [t for t in self.peers.values() if isinstance(t, float)]
        return min(times, default=None)

    @property
    def met(self) -> bool:
        """Whether the choice was within the target of the best time."""
        best, chosen = self.best, self.ours.chosen
        return best is None or (chosen is not None and chosen[1] <= FACTOR * best + SLACK)

    def cells(self) -> list[str]:
        """The line of the table."""
        ours = self.ours
        peers = [duration(t) if isinstance(t, float) else t for t in self.peers.values()]
        return [
            ours.subject.name,
            f"{ours.subject.solutions:,}",
            "too long" if ours.chosen is None else duration(ours.chosen[1]),
            ours.by,
            "" if ours.best is None else duration(ours.best[1]),
            ours.best_engine,
            *peers,
            "" if self.met else "MISSED",
        ]


def measure(python: Path | None, seconds: float, folder: Path | None, counts: Path | None) -> str:
    """The table as Markdown; ``python`` is that of the peers, None to leave them out."""
    files = BUILD / "exact-covers"
    files.mkdir(parents=True, exist_ok=True)
    lines = []
    for case in cases(folder, counts):
        cover = files / f"{case.name}.cover"
        cover.write_text(problems.dumps(case.problem))
        dlx = files / f"{case.name}.dlx"
        dlx.write_text(dumps(regret.without_cells(case.problem)))
        ours = regret.measure_one(Subject(case.name, str(dlx), case.count, None), "count", seconds, 1)
        line = Line(ours, {} if python is None else _peers(python, cover, case, seconds))
        print(" | ".join(line.cells()), flush=True)
        lines.append(line)
    return markdown(lines)


def _peers(python: Path, cover: Path, case: Case, seconds: float) -> dict[str, float | str]:
    values: dict[str, float | str] = {}
    script = str(Path(__file__).parent / "measure_peer.py")
    for peer in PEERS:
        command = [str(python), script, peer, str(cover), "0"]
        said = run_peer(command, seconds)
        if said.get("solutions", case.count) != case.count:
            values[peer] = f"WRONG: {said['solutions']}"
        else:
            values[peer] = float(said["seconds"]) if "seconds" in said else str(said.get("remark", "cannot"))
    return values


def markdown(lines: list[Line]) -> str:
    """The table, and whether the target is met."""
    counted = [line for line in lines if line.best is not None]
    share = sum(line.met for line in counted) / max(1, len(counted))
    peers = list(lines[0].peers) if lines else []
    heads = ["problem", "solutions", "as chosen", "by", "best other engine", "engine", *peers, ""]
    return "\n".join(
        (
            f"Of {len(counted)} problems that anything counts in time, {share:.0%} are counted as chosen "
            f"within {FACTOR:g} times the best time and {SLACK:g} s (target: {SHARE:.0%}). "
            "Clock seconds, one thread.",
            "",
            *table(heads, (line.cells() for line in lines)),
        )
    )
