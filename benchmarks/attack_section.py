"""A section of an attack: its random numbers, its time, what it tried and what failed."""

from __future__ import annotations

import random
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

REPORT_SECONDS = 30.0  # between two lines about progress


@dataclass
class Failure:
    """A kind of failure: how often it was met, and the smallest case."""

    message: str
    case: str
    times: int = 1


class Section:
    """One section; ``tried`` counts what was tried, ``failures`` has one entry for each kind.

    ``cases``: after so many of each kind a section that counts them ends. ``details``: lines of the report.
    """

    def __init__(
        self, name: str, dice: random.Random, seconds: float, folder: Path, cases: int | None = None
    ) -> None:
        self.name, self.dice, self.folder, self.cases = name, dice, folder / name, cases
        self.details: list[str] = []
        self.tried: Counter[str] = Counter()
        self.failures: dict[str, Failure] = {}
        self.seconds = 0.0
        self._start = self._reported = time.monotonic()
        self._deadline = self._start + seconds

    @property
    def active(self) -> bool:
        """Whether there is time for another case; prints a line about progress now and then."""
        now = time.monotonic()
        if now - self._reported > REPORT_SECONDS:
            self._reported = now
            self._print()
        return now < self._deadline

    @property
    def remaining(self) -> float:
        """Seconds that are left."""
        return max(0.0, self._deadline - time.monotonic())

    def end(self) -> None:
        """Note the time that the section took."""
        self.seconds = time.monotonic() - self._start
        self._print()

    def fail(self, kind: str, message: str, case: str = "") -> None:
        """Note a failure; of each kind the smallest case is kept."""
        known = self.failures.get(kind)
        if known is None:
            print(f"{self.name}: {kind}: {message}", file=sys.stderr, flush=True)
            known = self.failures[kind] = Failure(message, case, 0)
        known.times += 1
        if known.times == 1 or len(case) < len(known.case):
            known.message, known.case = message, case
            self.folder.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"\W+", "-", kind).strip("-")[:80]
            (self.folder / f"{name}.txt").write_text(f"{message}\n\n{case}", errors="surrogatepass")

    @contextmanager
    def expecting(self, kind: str, case: str, *allowed: type[Exception]) -> Iterator[None]:
        """Turn an exception into a failure, except for the kinds that are allowed."""
        try:
            yield
        except allowed:
            self.tried["refusals"] += 1
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what an attack looks for
            lines = traceback.format_exception(error)
            self.fail(f"{kind}: {type(error).__name__}", "".join(lines[-3:]).strip(), case)

    def _print(self) -> None:
        tried = ", ".join(f"{number:,} {what}" for what, number in self.tried.most_common())
        failed = f"; {len(self.failures)} kinds of failures" if self.failures else ""
        print(f"{self.name}: {tried}{failed}", file=sys.stderr, flush=True)
