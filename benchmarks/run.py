"""Measure our engines against plain dancing links and against programs from PyPI, on the same problems.

``make bench`` calls this. Every run is one thread in a process of its own, one after another, but where two
threads are what is measured. All counts are compared with the known ones; a wrong count of ours ends the
benchmark with an error, one of a peer's is told in the table. The result goes to the terminal and, between
the markers, into the report of the day.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import counting_report
import footprint
import gunport
import problems
import report
import solids
import vanishing
from counting import CountingBench
from counting_peers import PEERS as COUNTING_PEERS
from programs import BUILD, ROOT, WrongCountError, compile_plain, peers_python, run, run_peer, versions
from report import ENGINES, PEERS, PLANNER, Row
from tilewright.exact_cover.translation import CoverProblem

COUNTING = "counting"
"""Names the tables of counting without listing, beside the names of puzzles."""

GUNPORT = "gunport"
"""Names the gunport table, which is written in its own place whenever it is made."""

SOLIDS = "solids"
"""Names the table of solids, sticks and first solutions, which has a place of its own too."""

VANISHING = "vanishing"
"""Names the tables of vanishing dominoes, which have a place of their own too."""

CPSAT_LIMIT = 3.0
"""CP-SAT, which is far slower at enumeration, is tried where plain dancing links takes at most this long."""


class Bench:
    """The programs, the directory of problem files, and how long a measurement may take."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.allowed: float = arguments.seconds
        self.timeout: float = arguments.timeout
        self.plain = compile_plain()
        self.peers = None if arguments.no_peers else peers_python()
        self.files = BUILD / "problems"
        self.files.mkdir(exist_ok=True)
        self.warm_up()

    def warm_up(self) -> None:
        """Call each peer once: xcover compiles itself when it is first imported, which takes a minute."""
        path = self.files / "trivial.cover"
        path.write_text(problems.dumps(problems.catalogue()["trivial"].plain))
        script = str(Path(__file__).parent / "peer.py")
        for peer in PEERS if self.peers is not None else ():
            run_peer([str(self.peers), script, peer, str(path), "0"], None)

    def measure(self, name: str, known: problems.Known) -> list[Row]:
        """The row of a puzzle, and a second one where copies of a piece are told apart in the first."""
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
        """Plain dancing links (or its row on the labelled twin) and our engines on one problem."""
        path = self.files / problems.file_name(name)
        path.write_text(problems.dumps(problem))
        row = Row(name, len(problem.options), count, 0)
        if plain is None:
            found = run([str(self.plain), str(path), str(self.allowed)], None)
            self.note(row, "plain", found)
            row.nodes = found["nodes"]
        else:
            row.seconds["plain"], row.nodes = plain.seconds["plain"], plain.nodes
        # What the planner chooses is measured once and stands in the table twice.
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
        script = str(Path(__file__).parent / "ours.py")
        # The frontier engine is no search: where equal states are few, it takes long, and is not chosen.
        timeout = self.timeout if engine == "frontier" else 20 * self.timeout
        found = run([sys.executable, script, engine, str(path), str(self.allowed)], timeout)
        self.note(row, engine, found)
        row.megabytes = max(row.megabytes, found.get("megabytes", 0.0))
        return found

    def run_peers(self, row: Row) -> None:
        """The programs from PyPI on the problem of a row."""
        path = str(self.files / problems.file_name(row.name))
        for peer in PEERS:
            if peer == "ortools" and row.seconds["plain"] > CPSAT_LIMIT:
                row.remarks[peer] = "not tried"
                continue
            script = str(Path(__file__).parent / "peer.py")
            found = run_peer([str(self.peers), script, peer, path, str(self.allowed)], self.timeout)
            if found.get("solutions", row.count) != row.count:
                found = {"remark": f"WRONG: {found['solutions']}"}
            self.note(row, peer, found)

    def note(self, row: Row, program: str, found: dict[str, Any]) -> None:
        """Write down what a program found; WrongCountError when it is not what is known."""
        if "seconds" not in found:
            row.remarks[program] = found.get("remark", "cannot")
            return
        if found["solutions"] != row.count:
            raise WrongCountError(
                f"{program} counts {found['solutions']} solutions of {row.name}; {row.count} are known"
            )
        row.seconds[program] = found["seconds"]
        if program != "plain" and "nodes" in found:
            row.ours_nodes[program] = found["nodes"]


def main() -> None:
    """Measure, print, and write the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "only",
        nargs="*",
        help=f"names of puzzles, {COUNTING!r}, {GUNPORT!r}, {SOLIDS!r}, {VANISHING!r}; without any, all",
    )
    parser.add_argument(
        "--seconds", type=float, default=2.0, help="repeat a program for so long; best run counts"
    )
    parser.add_argument(
        "--timeout", type=float, default=60.0, help="seconds that a peer may take for a puzzle"
    )
    parser.add_argument("--no-peers", action="store_true", help="leave out the programs from PyPI")
    parser.add_argument("--no-write", action="store_true", help="write no report in docs/reports")
    arguments = parser.parse_args()
    catalogue = problems.catalogue()
    for name in arguments.only:
        if name not in (*catalogue, COUNTING, GUNPORT, SOLIDS, VANISHING):
            parser.error(
                f"there is no puzzle {name!r}; there are: "
                f"{COUNTING}, {GUNPORT}, {SOLIDS}, {VANISHING}, {', '.join(catalogue)}"
            )
    if not arguments.only or GUNPORT in arguments.only:
        measure_gunport(arguments)
        if arguments.only == [GUNPORT]:
            return
    if not arguments.only or VANISHING in arguments.only:
        measure_vanishing(arguments)
        if arguments.only == [VANISHING]:
            return
    BUILD.mkdir(parents=True, exist_ok=True)
    try:
        if not arguments.only or SOLIDS in arguments.only:
            measure_solids(arguments)
        if set(arguments.only) - {GUNPORT, SOLIDS, VANISHING} or not arguments.only:
            measure(Bench(arguments), arguments, catalogue)
    except WrongCountError as error:
        raise SystemExit(f"WRONG COUNT: {error}") from None


def measure_solids(arguments: argparse.Namespace) -> None:
    """The table of solids, in the terminal and in the report of the day."""
    text = solids.measure(None if arguments.no_peers else peers_python(), arguments.seconds)
    print(text, flush=True)
    if not arguments.no_write:
        report.put(report.page(ROOT), solids.BEGIN, solids.END, text)


def measure_vanishing(arguments: argparse.Namespace) -> None:
    """The tables of vanishing dominoes, in the terminal and in the report of the day."""
    text = vanishing.measure(arguments.timeout, lambda words: print(words, file=sys.stderr, flush=True))
    print(text, flush=True)
    if not arguments.no_write:
        report.put(report.page(ROOT), vanishing.BEGIN, vanishing.END, text)


def measure_gunport(arguments: argparse.Namespace) -> None:
    """The gunport table, in the terminal and in the report of the day."""
    text = gunport.markdown(gunport.measure(arguments.timeout))
    print(text, flush=True)
    if not arguments.no_write:
        report.put(report.page(ROOT), gunport.BEGIN, gunport.END, text)


def measure(bench: Bench, arguments: argparse.Namespace, catalogue: dict[str, problems.Known]) -> None:
    """The tables that were asked for, in the terminal; all of them also in the report of the day."""
    rows: list[Row] = []
    names = [
        name for name in arguments.only or catalogue if name not in (COUNTING, GUNPORT, SOLIDS, VANISHING)
    ]
    if names:
        print(report.heading(), flush=True)
    for name in names:
        fresh = bench.measure(name, catalogue[name])
        for row in fresh:
            print(report.line(row), flush=True)
        rows += fresh
    counting = ""
    if not arguments.only or COUNTING in arguments.only:
        counters = CountingBench(bench.files, bench.plain, bench.peers, bench.allowed, bench.timeout)
        counting = counting_report.markdown(counters.measure())
        print(counting, flush=True)
    if arguments.only and not names:
        return
    start = footprint.measure(ROOT)
    print("\n" + footprint.text(start))
    if not arguments.no_write and not arguments.only:
        peers = {} if bench.peers is None else versions(bench.peers, dict.fromkeys((*PEERS, *COUNTING_PEERS)))
        report.write(report.page(ROOT), rows, counting, peers, start)


if __name__ == "__main__":
    main()
