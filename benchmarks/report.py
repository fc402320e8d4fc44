"""The measurements as tables: for the terminal, and as Markdown for the dated report in docs/reports."""

from __future__ import annotations

import datetime
import platform
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from startup import Startup, text

PEERS = ("exact-cover", "xcover", "dxz", "ortools")
ENGINES = ("dense", "dancing-cells", "bitmask", "frontier")
PLANNER = "planner"
PROGRAMS = (*PEERS, *ENGINES, PLANNER)

TARGETS = {
    "6x10": 20,
    "5x12": 20,
    "3x20": 20,
    "8x8 middle missing": 14,
    "soma": 10,
    "12 queens": 3,
    "Langford 11": 3,
    "Langford 12": 3,
    "lucky13": 6,
    "checkerboard": 6,
}
"""Target speed relative to plain dancing links; 1 elsewhere."""

TINY = 1e-3
"""Seconds below which the target does not apply: calls from Python dominate."""

_TABLES = re.compile(r"(<!-- ([\w-]+): written by make bench -->).*?(<!-- end of \2 -->)", re.DOTALL)


@dataclass
class Row:
    """A puzzle with the time of each program in seconds, or a remark where there is no time.

    ``nodes`` are those of plain dancing links, ``chosen`` is the planner's engine,
    ``megabytes`` is our peak memory.
    """

    name: str
    options: int
    count: int
    nodes: int
    seconds: dict[str, float] = field(default_factory=dict)
    remarks: dict[str, str] = field(default_factory=dict)
    ours_nodes: dict[str, int] = field(default_factory=dict)
    megabytes: float = 0.0
    chosen: str = ""

    def ratio(self, program: str) -> str:
        """The speed of a program relative to plain dancing links, or the remark."""
        if program not in self.seconds:
            return self.remarks.get(program, "")
        return figure(self.seconds["plain"] / self.seconds[program])

    def target(self) -> str:
        """The target and whether the engine that the planner chose meets it."""
        wanted = TARGETS.get(self.name.removesuffix(", labelled"), 1)
        if PLANNER not in self.seconds:
            return f"{wanted}"
        if self.name not in TARGETS and self.seconds[PLANNER] < TINY:
            return "under 1 ms"
        met = self.seconds["plain"] / self.seconds[PLANNER] >= wanted
        return f"{wanted} {'met' if met else 'MISSED'}"


def figure(value: float) -> str:
    """A number with two or three significant digits."""
    if value >= 100:
        return f"{value:,.0f}"
    if value >= 10:
        return f"{value:.1f}"
    if value >= 0.1:
        return f"{value:.2f}"
    return f"{value:.2g}"


def duration(seconds: float) -> str:
    """A time in seconds, milliseconds or microseconds."""
    if seconds >= 1:
        return f"{figure(seconds)} s"
    if seconds >= 1e-3:
        return f"{figure(seconds * 1e3)} ms"
    return f"{figure(seconds * 1e6)} µs"


def heading() -> str:
    """The heading of the terminal's table."""
    names = "".join(f"{name:>12}" for name in PROGRAMS)
    return (
        "Speed relative to plain dancing links (higher is better):\n"
        f"{'':38}{'solutions':>10}{'plain':>10}{names}  {'chosen':10}target"
    )


def line(row: Row) -> str:
    """A puzzle's line of the terminal's table."""
    ratios = "".join(f"{row.ratio(name)[:11]:>12}" for name in PROGRAMS)
    plain = duration(row.seconds["plain"])
    return f"{row.name:38}{row.count:>10,}{plain:>10}{ratios}  {row.chosen:10}{row.target()}"


def machine() -> str:
    """The processor, the operating system and the version of Python."""
    name = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        models = [line for line in cpuinfo.read_text().splitlines() if line.startswith("model name")]
        if models:
            name = models[0].partition(":")[2].strip()
    return f"{name}, {platform.system()}, Python {platform.python_version()}"


def markdown(rows: list[Row], counting: str, peers: dict[str, str], start: Startup) -> str:
    """The tables as Markdown; ``counting`` are those of counting without enumeration."""
    named = ", ".join(f"{name} {version}" for name, version in peers.items()) or "none"
    parts = [f"Machine: {machine()}. Peers: {named}.", ""]
    parts += [
        "Speed relative to plain dancing links; *planner* is the engine that the planner chooses:",
        "",
        *table(
            ["puzzle", *PROGRAMS, "chosen", "target"],
            [[row.name, *map(row.ratio, PROGRAMS), row.chosen, row.target()] for row in rows],
        ),
        "",
        "Times, nodes of the search trees and peak memory of our process:",
        "",
        *table(
            ["puzzle", "options", "solutions", "nodes", "plain", *PROGRAMS, "our nodes", "memory"],
            [_seconds(row) for row in rows],
        ),
        "",
        *counting.splitlines(),
        "",
        *text(start).splitlines(),
    ]
    return "\n".join(parts)


def _seconds(row: Row) -> list[str]:
    times = [
        duration(row.seconds[name]) if name in row.seconds else row.remarks.get(name, "")
        for name in ("plain", *PROGRAMS)
    ]
    nodes = row.ours_nodes.get(PLANNER)
    ours = "" if nodes is None else f"{nodes:,}"
    head = [row.name, f"{row.options:,}", f"{row.count:,}", f"{row.nodes:,}"]
    return [*head, *times, ours, f"{row.megabytes:.0f} MB"]


def table(heads: list[str], lines: Iterable[list[str]]) -> list[str]:
    """A Markdown table, line by line."""
    ruler = ["---", *["---:"] * (len(heads) - 1)]
    return ["| " + " | ".join(cells) + " |" for cells in (heads, ruler, *lines)]


def write(path: Path, rows: list[Row], counting: str, peers: dict[str, str], start: Startup) -> None:
    """Write the tables of puzzles between the markers of a page; ValueError without markers."""
    put(path, "figures", markdown(rows, counting, peers, start))


def put(path: Path, section: str, text: str) -> None:
    """Replace the text of a section between its marker lines, or add it at the end of the page."""
    begin, end = f"<!-- {section}: written by make bench -->", f"<!-- end of {section} -->"
    before, found_begin, rest = path.read_text().partition(begin)
    _, found_end, after = rest.partition(end)
    if not found_begin:
        before = f"{before.rstrip()}\n\n## {section.replace('-', ' ').capitalize()}\n\n"
        after = "\n"
    elif not found_end:
        raise ValueError(f"{path} lacks the line {end}")
    path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}")


def page(root: Path) -> Path:
    """Today's benchmark report in docs/reports; a new one is a copy of the latest one without tables."""
    folder = root / "docs" / "reports"
    path = folder / f"{datetime.date.today().isoformat()}-benchmarks.md"
    if not path.exists():
        newest = max(folder.glob("*-benchmarks.md")).read_text()
        path.write_text(_TABLES.sub(r"\1\n\nNot measured.\n\n\3", newest))
    return path
