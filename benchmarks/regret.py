"""What it costs not to know the best engine: the time as chosen over the time of the best single engine.

``regret.py [NAME ...]`` measures the puzzles of the catalogue with a known count and those of problems.py,
one after another, each in a process of its own, and prints a table; ``make bench ARGS=regret`` writes it to
the report. Questions: ``count``, ``unique`` (up to symmetry), ``list`` and ``first``; see measure_regret.py.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import problems
from programs import BUILD, WrongCountError
from report import duration, figure, table
from tilewright.catalogue import entries
from tilewright.exact_cover.problem import CoverProblem
from tilewright.formats.dlx import dumps
from tilewright.model.exact_cover_puzzle import ExactCoverPuzzle, Item, Option

QUESTIONS = ("count", "unique", "list", "first")
SMALL = 0.02
"""Seconds: shorter answers are not judged, as they may be as much longer than the best engine's."""

WORST = 3.0
"""Times the best engine that an answer may take at most, besides SMALL."""

LISTED = 200_000
"""Solutions up to which lists are measured."""

SHOWN = 30
"""Lines of the table in the report: the puzzles with the largest regret."""


@dataclass(frozen=True)
class Subject:
    """A puzzle with its known counts: a file or ``catalog:NAME``."""

    name: str
    source: str
    solutions: int | None
    unique: int | None

    def known(self, question: str) -> int | None:
        """What the answer to a question must be; None where the puzzle is not measured."""
        if question == "unique":
            return self.unique
        if question == "first":
            return None if self.solutions is None else min(1, self.solutions)
        if question == "list" and (self.solutions or 0) > LISTED:
            return None
        return self.solutions


@dataclass(frozen=True)
class Regret:
    """The measurements of a subject: as chosen, and of the best engine; ``best`` is "" where none is better.

    Times are CPU seconds and clock seconds; None where nothing was found in the time allowed.
    """

    subject: Subject
    question: str
    by: str
    chosen: tuple[float, float] | None
    best_engine: str
    best: tuple[float, float] | None

    @property
    def times(self) -> tuple[float, float]:
        """How many times as long as the best engine the choice took, in CPU and in clock time."""
        if self.best is None:
            return 1.0, 1.0
        if self.chosen is None:
            return float("inf"), float("inf")
        return self.chosen[0] / self.best[0], self.chosen[1] / self.best[1]

    @property
    def judged(self) -> bool:
        """Whether the answer took long enough for its regret to matter."""
        return self.chosen is None or self.chosen[0] > SMALL

    @property
    def excessive(self) -> bool:
        """Whether the choice took more than WORST times the best engine and SMALL besides."""
        if self.best is None:
            return False
        return self.chosen is None or self.chosen[0] > WORST * self.best[0] + SMALL

    def cells(self) -> list[str]:
        """The line of the table."""
        return [
            f"{self.subject.name}, {self.question}",
            "too long" if self.chosen is None else duration(self.chosen[0]),
            self.by,
            "none" if self.best is None else duration(self.best[0]),
            self.best_engine,
            *map(figure, self.times),
        ]


def subjects(files: Path) -> Iterator[Subject]:
    """The puzzles of the catalogue with a known count, and the problems of the benchmark, in files."""
    for entry in entries().values():
        counts = {
            str(known["what"]): int(known["count"])
            for known in entry.head.get("expect", ())
            if known.get("use", "all") == "all" and not known.get("motions")
        }
        if counts.keys() & {"solutions", "unique"}:
            yield Subject(entry.name, f"catalog:{entry.name}", counts.get("solutions"), counts.get("unique"))
    files.mkdir(parents=True, exist_ok=True)
    for name, known in problems.catalogue().items():
        path = files / (problems.file_name(name).removesuffix(".cover") + ".dlx")
        path.write_text(dumps(without_cells(known.problem)))
        yield Subject(f"{name} without cells", str(path), known.count, None)


def without_cells(problem: CoverProblem) -> ExactCoverPuzzle:
    """The puzzle of items and options that a cover problem is."""
    items = [
        Item(f"i{number}", *problem.bounds[number])
        if number < problem.primary
        else Item(f"i{number}", primary=False)
        for number in range(len(problem.items))
    ]
    options = [
        Option(tuple((f"i{item}", f"c{colour}" if colour else "") for item, colour in option))
        for option in problem.options
    ]
    return ExactCoverPuzzle(items, options)


def measure_one(subject: Subject, question: str, seconds: float, threads: int) -> Regret:
    """The regret of one question; WrongCountError when an engine finds another number than is known."""
    script = str(Path(__file__).parent / "measure_regret.py")
    command = [sys.executable, script, subject.source, question, str(seconds), str(threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)} failed:\n{done.stderr}")
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    for row in rows:
        if row.get("solutions", subject.known(question)) != subject.known(question):
            engine = row["engine"] or "the choice"
            raise WrongCountError(f"{engine} finds {row['solutions']} for {subject.name}, {question}")
    timed = {row["engine"]: (row["cpu"], row["seconds"]) for row in rows if "cpu" in row}
    chosen = timed.pop("", None)
    best = min(timed, key=lambda engine: timed[engine], default="")
    return Regret(subject, question, rows[0].get("by", ""), chosen, best, timed.get(best))


def measure(
    seconds: float, threads: int = 1, only: Iterable[str] = (), questions: Iterable[str] = QUESTIONS
) -> list[Regret]:
    """The regret of all questions about all subjects, or about those that are named; each is printed."""
    wanted = set(only)
    regrets: list[Regret] = []
    for subject in subjects(BUILD / "regret"):
        if wanted and subject.name not in wanted:
            continue
        for question in questions:
            if subject.known(question) is not None:
                regrets.append(measure_one(subject, question, seconds, threads))
                print(" | ".join(regrets[-1].cells()), flush=True)
    return regrets


def markdown(regrets: list[Regret]) -> str:
    """A summary for each question, and the largest regrets."""
    lines = []
    for question in QUESTIONS:
        all_regrets = [one for one in regrets if one.question == question and one.chosen is not None]
        judged = [one for one in all_regrets if one.judged]
        times = [one.times[0] for one in judged] or [1.0]
        unanswered = sum(one.question == question and one.chosen is None for one in regrets)
        lines.append(
            [
                question,
                str(len(all_regrets)),
                str(len(judged)),
                figure(median(times)),
                figure(max(times)),
                str(sum(one.excessive for one in all_regrets)),
                str(unanswered),
            ]
        )
    small = f"{SMALL * 1e3:.0f} ms"
    heads = ["question", "answered", f"above {small}", "median", "worst", "excessive", "too long"]
    worst = sorted((one for one in regrets if one.judged), key=lambda one: -one.times[0])[:SHOWN]
    columns = ["question", "as chosen", "by", "best engine alone", "engine", "CPU", "clock"]
    return "\n".join(
        (
            *table(heads, lines),
            "",
            "Median and worst are CPU time as chosen over that of the best engine, of the answers above "
            f"{small}; excessive are those of more than {WORST:g} times the best engine and {small} besides.",
            "",
            *table(columns, (one.cells() for one in worst)),
        )
    )


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("only", nargs="*", metavar="NAME", help="puzzles to measure; default: all")
    parser.add_argument("--seconds", type=float, default=60.0, help="time limit of an answer; default: 60")
    parser.add_argument("--threads", type=int, default=1, help="threads of an answer; default: 1")
    parser.add_argument(
        "--questions", nargs="+", choices=QUESTIONS, default=QUESTIONS, help="questions; default: all"
    )
    given = parser.parse_args()
    try:
        print(markdown(measure(given.seconds, given.threads, given.only, given.questions)))
    except WrongCountError as error:
        raise SystemExit(f"WRONG COUNT: {error}") from None


if __name__ == "__main__":
    main()
