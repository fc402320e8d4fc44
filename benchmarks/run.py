"""Compare our engines with plain dancing links and with packages from PyPI on the same problems.

``make bench`` runs this. Measurements run one after another, each in a process of its own and on one thread
except where two threads are measured. All counts are compared with the known ones: a wrong count of ours is
an error, a wrong count of a peer is noted in the table. The tables are printed and written between the
markers of today's report.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import assemblies
import calendars
import counting_report
import dominosa
import exact_covers
import gunport
import instruction_sets
import pips
import polyforms
import prices
import problems
import published_features
import random_tilings
import regret
import report
import solids
import startup
import threads
import time_limits
import vanishing
import web_flood
import web_pages
from counting import CountingBench
from measure_counting_peer import PEERS as COUNTING_PEERS
from programs import BUILD, ROOT, WrongCountError, compile_plain, peers_python, run, run_peer, versions
from report import ENGINES, PEERS, PLANNER, Row
from tilewright.exact_cover.problem import CoverProblem

FIGURES = "figures"
"""Names all puzzles and the tables of counting on the command line."""

COUNTING = "counting"
"""Names the tables of counting without enumeration on the command line."""

SECTIONS: dict[str, Callable[[argparse.Namespace], str]] = {
    "exact-covers": lambda given: exact_covers.measure(
        None if given.no_peers else peers_python(), given.timeout, *given.exact_covers
    ),
    "assemblies": lambda given: assemblies.measure(given.assemblies[0], given.assemblies[1], given.against),
    "gunport": lambda given: gunport.markdown(gunport.measure(given.timeout)),
    "vanishing": lambda given: vanishing.measure(given.timeout, lambda text: print(text, file=sys.stderr)),
    "pips": lambda given: pips.measure(lambda text: print(text, file=sys.stderr)),
    "polyforms": lambda given: polyforms.measure(lambda text: print(text, file=sys.stderr)),
    "random-tilings": lambda given: random_tilings.measure(lambda text: print(text, file=sys.stderr)),
    "calendars": lambda given: calendars.measure(),
    "dominosa": lambda given: dominosa.measure(lambda text: print(text, file=sys.stderr)),
    "regret": lambda given: regret.markdown(regret.measure(given.timeout)),
    "threads": lambda given: threads.markdown(given.seconds, given.timeout),
    "instruction-sets": lambda given: instruction_sets.markdown(given.seconds),
    "solids": lambda given: solids.measure(None if given.no_peers else peers_python(), given.seconds),
    "server": lambda given: web_flood.measure(),
    "web": lambda given: web_pages.measure(),
    "prices": lambda given: prices.measure(),
    "time-limits": lambda given: time_limits.measure(),
    "published-features": lambda given: published_features.measure(),
}
"""The sections of the report with markers of their own, as Markdown."""

CPSAT_LIMIT = 3.0
"""Seconds of plain dancing links up to which CP-SAT is tried; it is far slower at enumeration."""


class Bench:
    """The programs, the directory of problem files and the time limits."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.allowed: float = arguments.seconds
        self.timeout: float = arguments.timeout
        self.plain = compile_plain()
        self.peers = None if arguments.no_peers else peers_python()
        self.files = BUILD / "problems"
        self.files.mkdir(exist_ok=True)
        self.warm_up()

    def warm_up(self) -> None:
        """Run each peer once: xcover is compiled at its first import, which takes a minute."""
        path = self.files / "trivial.cover"
        path.write_text(problems.dumps(problems.catalogue()["trivial"].plain))
        script = str(Path(__file__).parent / "measure_peer.py")
        for peer in PEERS if self.peers is not None else ():
            run_peer([str(self.peers), script, peer, str(path), "0"], None)

    def measure(self, name: str, known: problems.Known) -> list[Row]:
        """The row of a puzzle; two rows where identical copies are distinct in the first."""
        alike = known.plain == known.problem
        first = name if alike else f"{name}, labelled"
        row = self.row(first, known.plain, known.plain_count)
        if self.peers is not None:
            self.run_peers(row)
        if alike:
            return [row]
        second = self.row(name, known.problem, known.count, plain=row)
        for peer in PEERS:
            if peer in row.seconds:
                second.seconds[peer] = row.seconds[peer]
            if peer in row.remarks:
                second.remarks[peer] = row.remarks[peer]
        return [row, second]

    def row(self, name: str, problem: CoverProblem, count: int, plain: Row | None = None) -> Row:
        """Plain dancing links, or its row of the labelled problem, and our engines on one problem."""
        path = self.files / problems.file_name(name)
        path.write_text(problems.dumps(problem))
        row = Row(name, len(problem.options), count, 0)
        if plain is None:
            fields = run([str(self.plain), str(path), str(self.allowed)], None)
            self.note(row, "plain", fields)
            row.nodes = fields["nodes"]
        else:
            row.seconds["plain"], row.nodes = plain.seconds["plain"], plain.nodes
        # The engine that the planner chooses is measured once and appears in two columns.
        chosen = self.ours(row, PLANNER, path)
        row.chosen = chosen.get("engine", "")
        if row.chosen:
            self.note(row, row.chosen, chosen)
        for engine in ENGINES:
            if engine != row.chosen:
                self.ours(row, engine, path)
        return row

    def ours(self, row: Row, engine: str, path: Path) -> dict[str, Any]:
        """One of our engines on the problem of a row."""
        script = str(Path(__file__).parent / "measure_engine.py")
        # The frontier engine takes long where equal states are few; it is not chosen there.
        timeout = self.timeout if engine == "frontier" else 20 * self.timeout
        fields = run([sys.executable, script, engine, str(path), str(self.allowed)], timeout)
        self.note(row, engine, fields)
        row.megabytes = max(row.megabytes, fields.get("megabytes", 0.0))
        return fields

    def run_peers(self, row: Row) -> None:
        """The packages from PyPI on the problem of a row."""
        path = str(self.files / problems.file_name(row.name))
        for peer in PEERS:
            if peer == "ortools" and row.seconds["plain"] > CPSAT_LIMIT:
                row.remarks[peer] = "not tried"
                continue
            script = str(Path(__file__).parent / "measure_peer.py")
            fields = run_peer([str(self.peers), script, peer, path, str(self.allowed)], self.timeout)
            if fields.get("solutions", row.count) != row.count:
                fields = {"remark": f"WRONG: {fields['solutions']}"}
            self.note(row, peer, fields)

    def note(self, row: Row, program: str, fields: dict[str, Any]) -> None:
        """Record a measurement; WrongCountError when the count is wrong."""
        if "seconds" not in fields:
            row.remarks[program] = fields.get("remark", "cannot")
            return
        if fields["solutions"] != row.count:
            raise WrongCountError(
                f"{program} counts {fields['solutions']} solutions of {row.name}; expected {row.count}"
            )
        row.seconds[program] = fields["seconds"]
        if program != "plain" and "nodes" in fields:
            row.ours_nodes[program] = fields["nodes"]


def main() -> None:
    """Measure, print and write the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "only", nargs="*", metavar="NAME", help="puzzles or sections to measure, see below; default: all"
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="time to repeat each measurement; default: 2"
    )
    parser.add_argument(
        "--timeout", type=float, default=60.0, help="time limit of a peer in seconds; default: 60"
    )
    parser.add_argument(
        "--exact-covers", nargs=2, type=Path, default=(None, None), metavar=("FOLDER", "COUNTS"),
        help="more problems for the section exact-covers: files, and a table of their solutions",
    )  # fmt: skip
    parser.add_argument(
        "--assemblies", nargs=2, type=Path, default=(None, None), metavar=("FOLDER", "TABLE"),
        help="more puzzles for the section assemblies: files, and a table of what is known of them",
    )  # fmt: skip
    parser.add_argument(
        "--against", metavar="PYTHON",
        help="the Python of another build, whose times the section assemblies compares with ours",
    )  # fmt: skip
    parser.add_argument("--no-peers", action="store_true", help="leave out the packages from PyPI")
    parser.add_argument("--no-write", action="store_true", help="do not write the report in docs/reports")
    catalogue = problems.catalogue()
    names = [FIGURES, COUNTING, *SECTIONS, *catalogue]
    parser.epilog = f"Names: {', '.join(names)}"
    given = parser.parse_args()
    for name in given.only:
        if name not in names:
            parser.error(f"there is no puzzle or section {name!r}; expected one of {', '.join(names)}")
    BUILD.mkdir(parents=True, exist_ok=True)
    try:
        for name, measure_section in SECTIONS.items():
            if not given.only or name in given.only:
                text = measure_section(given)
                print(text, flush=True)
                if not given.no_write:
                    report.put(report.page(ROOT), name, text)
        if not given.only or set(given.only) - SECTIONS.keys():
            measure(Bench(given), given, catalogue)
    except WrongCountError as error:
        raise SystemExit(f"WRONG COUNT: {error}") from None


def measure(bench: Bench, arguments: argparse.Namespace, catalogue: dict[str, problems.Known]) -> None:
    """Print the tables of puzzles and of counting; write them to the report when all are measured."""
    rows: list[Row] = []
    is_whole = not arguments.only or FIGURES in arguments.only
    names = [name for name in catalogue if is_whole or name in arguments.only]
    if names:
        print(report.heading(), flush=True)
    for name in names:
        fresh = bench.measure(name, catalogue[name])
        for row in fresh:
            print(report.line(row), flush=True)
        rows += fresh
    counting = ""
    if is_whole or COUNTING in arguments.only:
        counters = CountingBench(bench.files, bench.plain, bench.peers, bench.allowed, bench.timeout)
        counting = counting_report.markdown(counters.measure())
        print(counting, flush=True)
    if not names:
        return
    start = startup.measure(ROOT)
    print("\n" + startup.text(start))
    if not arguments.no_write and is_whole:
        peers = {} if bench.peers is None else versions(bench.peers, dict.fromkeys((*PEERS, *COUNTING_PEERS)))
        report.write(report.page(ROOT), rows, counting, peers, start)


if __name__ == "__main__":
    main()
